//! Circuits on values: the evaluator of terms computes both the operator and its circuit.

use cassay_bv::Bv;
use cassay_encode::floats::lower;
use cassay_float::samples::Samples;
use cassay_term::{Evaluator, FloatKind, FloatOp, Model, Op, Pool, Rounding, TermId, Value};

use crate::{campaign, operators};

/// An operator and its circuit over the same symbols.
struct Pair {
    pool: Pool,
    symbols: Vec<TermId>,
    operator: TermId,
    circuit: TermId,
}

impl Pair {
    fn new(op: Op, integer: u32) -> Pair {
        // No rules: what is tested is the circuit as it is written.
        let mut pool = Pool::raw();
        let symbols = operators::symbols(&mut pool, &operators::widths(op, integer));
        let operator = pool.make(op, &symbols);
        let circuit = lower(&mut pool, op, &symbols).expect("a circuit");
        assert_eq!(pool.sort(circuit), pool.sort(operator), "{op:?}");
        assert!(!has_floats(&pool, circuit), "{op:?}");
        Pair {
            pool,
            symbols,
            operator,
            circuit,
        }
    }

    fn compare(&self, op: Op, operands: &[Bv]) {
        let mut model = Model::new();
        for (symbol, value) in self.symbols.iter().zip(operands) {
            model.set(*symbol, Value::Bv(value.clone()));
        }
        let mut evaluator = Evaluator::new(&self.pool, &model);
        let (expected, found) = (
            evaluator.value(self.operator).clone(),
            evaluator.value(self.circuit).clone(),
        );
        assert_eq!(found, expected, "{op:?} of {operands:x?}");
    }
}

fn has_floats(pool: &Pool, root: TermId) -> bool {
    cassay_term::post_order(pool, &[root])
        .into_iter()
        .any(|term| pool.op(term).is_float())
}

fn agree_on_drawn_operands(kind: FloatKind) {
    let (times, _) = campaign();
    let mut samples = Samples::new(u64::from(kind.bits()) + 1);
    let numbers = operators::of(kind).into_iter().map(|op| (op, 0));
    let mut count = 0;
    for (op, integer) in numbers.chain(operators::from_integers(kind)) {
        let pair = Pair::new(op, integer);
        let size = cassay_term::post_order(&pair.pool, &[pair.circuit]).len();
        // Circuits differ in size by orders of magnitude; the time for each should not.
        for _ in 0..times * (200_000 / size).clamp(20, 500) {
            pair.compare(op, &operators::operands(&mut samples, op, integer));
            count += 1;
        }
    }
    println!("{count} applications agree");
    assert!(count > 20_000, "{count}");
}

#[test]
fn circuits_of_half_precision_agree() {
    agree_on_drawn_operands(FloatKind::Half);
}

#[test]
fn circuits_of_brain_floats_agree() {
    agree_on_drawn_operands(FloatKind::BFloat);
}

#[test]
fn circuits_of_single_precision_agree() {
    agree_on_drawn_operands(FloatKind::Single);
}

#[test]
fn circuits_of_double_precision_agree() {
    agree_on_drawn_operands(FloatKind::Double);
}

#[test]
fn circuits_of_x87_precision_agree() {
    agree_on_drawn_operands(FloatKind::X87);
}

#[test]
fn circuits_of_quad_precision_agree() {
    agree_on_drawn_operands(FloatKind::Quad);
}

/// Patterns of half precision with few bits set next to each other, all of them together.
#[test]
fn circuits_agree_on_all_pairs_of_a_small_set() {
    let fields = [0, 1, 2, 13, 14, 15, 16, 24, 25, 26, 29, 30, 31];
    let fractions = [0, 1, 0x1ff, 0x200, 0x201, 0x3ff];
    let mut patterns = Vec::new();
    for field in fields {
        for fraction in fractions {
            let magnitude = (field << 10) | fraction;
            patterns.extend([magnitude, magnitude | 0x8000].map(|bits| Bv::from_u64(16, bits)));
        }
    }
    let kind = FloatKind::Half;
    let mode = Rounding::NearestEven;
    for op in [
        Op::Float(FloatOp::Add, kind, mode),
        Op::Float(FloatOp::Mul, kind, mode),
        Op::Float(FloatOp::Div, kind, mode),
        Op::FloatLt(kind),
        Op::FloatLe(kind),
        Op::FloatEq(kind),
    ] {
        let pair = Pair::new(op, 0);
        for a in &patterns {
            for b in &patterns {
                pair.compare(op, &[a.clone(), b.clone()]);
            }
        }
    }
}

/// All numbers of half precision through what takes one of them.
#[test]
fn circuits_of_one_operand_agree_on_all_numbers() {
    let kind = FloatKind::Half;
    let mut ops: Vec<Op> = Vec::new();
    for mode in [Rounding::NearestEven, Rounding::Up] {
        ops.push(Op::Float(FloatOp::ToIntegral, kind, mode));
        ops.push(Op::FloatConvert {
            from: kind,
            to: FloatKind::BFloat,
            rounding: mode,
        });
    }
    ops.push(Op::FloatToInt {
        kind,
        width: 8,
        signed: true,
    });
    for op in ops {
        let pair = Pair::new(op, 0);
        for bits in 0..1 << 16 {
            pair.compare(op, &[Bv::from_u64(16, bits)]);
        }
    }
}

/// With rules, a circuit of constants is a constant, so that nothing of it reaches a solver.
#[test]
fn circuits_of_constants_are_constants() {
    let mut samples = Samples::new(3);
    for kind in FloatKind::ALL.iter().copied() {
        let numbers = operators::of(kind).into_iter().map(|op| (op, 0));
        for (op, integer) in numbers.chain(operators::from_integers(kind)) {
            let mut pool = cassay_simplify::pool();
            let operands = operators::operands(&mut samples, op, integer);
            let operands: Vec<TermId> = operands.into_iter().map(|bits| pool.bv(bits)).collect();
            let expected = pool.make(op, &operands);
            let found = lower(&mut pool, op, &operands).expect("a circuit");
            assert_eq!(found, expected, "{op:?}");
        }
    }
}

/// Terms grow with the width of a format, not with its square; remainders are the ones to watch.
#[test]
fn circuits_are_small() {
    for op in FloatOp::ALL.iter().copied() {
        let sizes = FloatKind::ALL.iter().map(|kind| {
            let pair = Pair::new(Op::Float(op, *kind, Rounding::NearestEven), 0);
            cassay_term::post_order(&pair.pool, &[pair.circuit]).len()
        });
        let sizes: Vec<usize> = sizes.collect();
        println!("{}: {sizes:?}", op.name());
        let most = match op {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::ToIntegral => 500,
            FloatOp::Fma => 800,
            FloatOp::Div | FloatOp::Sqrt => 2_000,
            FloatOp::Fmod | FloatOp::Remainder => 30_000,
        };
        assert!(sizes.iter().all(|size| *size <= most), "{op:?}: {sizes:?}");
    }
}
