//! Float operators against the evaluator, which computes with `cassay_float`, which in turn is
//! compared with the machine.
//!
//! Operands are symbols held to a value by two inequalities, so that a back-end has to build its
//! circuit for the operator instead of folding it away. For each application the result cannot
//! differ from the right one, and can be the right one.

use cassay_bv::Bv;
use cassay_float::samples::Samples;
use cassay_term::{Evaluator, FloatKind, FloatOp, Model, Op, Pool, Rounding, Sort, TermId, Value};

use super::patience::{Outcome, give_up, outcome};
use super::{Make, expect_sat, expect_unsat, literal};

/// How much to try.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many applications of each operator with its parameters.
    pub times: usize,
    /// Of the operators in formats of more than 16 bits, each how many-eth is taken.
    pub stride: usize,
    /// Whether to try, once, what can take a minute: roots in the two widest formats, remainders in
    /// double precision.
    pub hard: bool,
}

/// The least that every back-end is put through.
pub(super) fn operations(make: Make<'_>) {
    let effort = Effort {
        times: 1,
        stride: 7,
        hard: false,
    };
    random_operations(make, effort, 1);
}

/// Every operator in every format and rounding mode on drawn operands; how many were compared.
///
/// Not remainders in the two widest formats, which a back-end may honestly give up on: circuits
/// for them have as many steps as the format has exponents.
pub fn random_operations(make: Make<'_>, effort: Effort, seed: u64) -> usize {
    let mut samples = Samples::new(seed);
    let mut count = 0;
    let mut open = Vec::new();
    for &kind in FloatKind::ALL {
        let stride = if kind.bits() == 16 { 1 } else { effort.stride };
        for op in applications(kind).into_iter().step_by(stride) {
            let times = match (is_hard(op), effort.hard) {
                (false, _) => effort.times,
                (true, true) => 1,
                (true, false) => 0,
            };
            for _ in 0..times {
                match outcome(|| compare(make, &mut samples, op)) {
                    Outcome::Passed => count += 1,
                    Outcome::GaveUp(why) => open.push(format!("{op:?}: {why}")),
                }
            }
        }
    }
    if !open.is_empty() {
        let open = open.join("; ");
        give_up(format!("{count} applications agree, but not {open}"));
    }
    count
}

fn is_hard(op: Op) -> bool {
    matches!(
        op,
        Op::Float(FloatOp::Sqrt, FloatKind::X87 | FloatKind::Quad, _)
            | Op::Float(FloatOp::Fmod | FloatOp::Remainder, FloatKind::Double, _)
    )
}

/// Terms in which operators feed each other, with choices and changed signs between them.
pub(super) fn compositions(make: Make<'_>) {
    random_compositions(make, 12, 3);
}

/// That many random compositions in half and single precision.
pub fn random_compositions(make: Make<'_>, count: usize, seed: u64) {
    let mut samples = Samples::new(seed);
    for round in 0..count {
        let kind = if round % 4 == 3 {
            FloatKind::Single
        } else {
            FloatKind::Half
        };
        compose(make, &mut samples, kind);
    }
}

/// One composition: every part of it has its value and no other.
fn compose(make: Make<'_>, samples: &mut Samples, kind: FloatKind) {
    let mut setting = Setting::new();
    let mut numbers: Vec<TermId> = (0..2)
        .map(|_| {
            let value = samples.operand(kind, false);
            setting.symbol(value)
        })
        .collect();
    let int = setting.symbol(samples.integer(8));
    let pool = &mut setting.pool;
    numbers.push(pool.bv(samples.operand(kind, false)));
    let zero = pool.bv_u64(8, 0);
    let mut truths = vec![pool.slt(int, zero)];
    for _ in 0..6 {
        let (a, b, c) = (
            samples.choose(&numbers),
            samples.choose(&numbers),
            samples.choose(&numbers),
        );
        let mode = samples.choose(Rounding::ALL);
        let condition = samples.choose(&truths);
        let op = samples.choose(&[FloatOp::Add, FloatOp::Sub, FloatOp::Mul]);
        match samples.below(10) {
            0..=2 => numbers.push(pool.float_arith(op, kind, mode, &[a, b])),
            3 => numbers.push(pool.ite(condition, a, c)),
            4 => numbers.push(pool.float_neg(kind, a)),
            5 => numbers.push(pool.float_abs(kind, a)),
            6 => numbers.push(pool.float_copysign(kind, a, b)),
            7 => numbers.push(pool.float_from_int(kind, mode, true, int)),
            8 => truths.push(pool.eq(a, b)),
            _ => truths.push(pool.make(Op::FloatLe(kind), &[a, b])),
        }
    }
    // Bits that no float operator reads, and comparisons of bits.
    let &last = numbers.last().expect("numbers were made");
    let equal = pool.eq(last, numbers[0]);
    let nan = pool.float_is_nan(kind, last);
    truths.extend([equal, nan]);
    let wanted: Vec<TermId> = numbers.into_iter().chain(truths).collect();
    setting.settle(make, &wanted);
}

/// Every float operator of one format, once for each of its parameters that matters.
pub(super) fn applications(kind: FloatKind) -> Vec<Op> {
    let mut all = vec![
        Op::FloatLt(kind),
        Op::FloatLe(kind),
        Op::FloatEq(kind),
        Op::FloatIsNan(kind),
    ];
    let feasible = kind.exponent_bits() <= FloatKind::Double.exponent_bits();
    for &op in FloatOp::ALL {
        if op.rounds() {
            all.extend(Rounding::ALL.iter().map(|mode| Op::Float(op, kind, *mode)));
        } else if feasible {
            all.push(Op::Float(op, kind, Rounding::NearestEven));
        }
    }
    for &rounding in Rounding::ALL {
        for &to in FloatKind::ALL {
            all.push(Op::FloatConvert {
                from: kind,
                to,
                rounding,
            });
        }
        for signed in [false, true] {
            all.push(Op::FloatFromInt {
                kind,
                rounding,
                signed,
            });
        }
    }
    for width in [1, 2, 3, 8, 16, 32, 64, 65, 128] {
        for signed in [false, true] {
            all.push(Op::FloatToInt {
                kind,
                width,
                signed,
            });
        }
    }
    all
}

/// Arguments of a float operator.
fn operands(samples: &mut Samples, op: Op) -> Vec<Bv> {
    match op {
        Op::Float(op, kind, _) => samples.operands(op, kind, false),
        Op::FloatLt(kind) | Op::FloatLe(kind) | Op::FloatEq(kind) => {
            samples.operands(FloatOp::Add, kind, false)
        }
        Op::FloatIsNan(kind) => vec![samples.operand(kind, false)],
        Op::FloatConvert { from, to, .. } => {
            let near = samples.operand(to, true);
            let back = cassay_float::convert(to, from, Rounding::NearestEven, &near);
            let step = Bv::from_i64(from.bits(), samples.below(3) as i64 - 1);
            vec![match samples.below(2) {
                0 => samples.operand(from, false),
                _ => back.add(&step),
            }]
        }
        Op::FloatFromInt { kind, .. } => {
            let edge = kind.precision() - 2 + samples.below(6) as u32;
            let width = samples.choose(&[1, 2, 8, 16, 32, 64, 128, edge, edge, edge]);
            vec![samples.integer(width)]
        }
        Op::FloatToInt {
            kind,
            width,
            signed,
        } => {
            let int = samples.integer(width);
            let near = cassay_float::from_int(kind, Rounding::NearestEven, &int, signed);
            let step = Bv::from_i64(kind.bits(), samples.below(3) as i64 - 1);
            vec![match samples.below(2) {
                0 => samples.operand(kind, false),
                _ => near.add(&step),
            }]
        }
        other => unreachable!("{other:?} is no float operator"),
    }
}

/// One application: the back-end finds the right result and no other.
fn compare(make: Make<'_>, samples: &mut Samples, op: Op) {
    let mut setting = Setting::new();
    let symbols: Vec<TermId> = operands(samples, op)
        .into_iter()
        .map(|value| setting.symbol(value))
        .collect();
    let result = setting.pool.make(op, &symbols);
    setting.settle(make, &[result]);
}

/// Symbols held to values.
struct Setting {
    pool: Pool,
    model: Model,
    asserted: Vec<TermId>,
    symbols: usize,
}

impl Setting {
    fn new() -> Self {
        Setting {
            pool: Pool::raw(),
            model: Model::new(),
            asserted: Vec::new(),
            symbols: 0,
        }
    }

    /// A symbol that can have this value only.
    fn symbol(&mut self, value: Bv) -> TermId {
        let name = format!("x{}", self.symbols);
        self.symbols += 1;
        let symbol = self.pool.symbol(&name, Sort::Bv(value.width()));
        let constant = self.pool.bv(value.clone());
        self.model.set(symbol, Value::Bv(value));
        self.asserted.push(self.pool.ule(symbol, constant));
        self.asserted.push(self.pool.ule(constant, symbol));
        symbol
    }

    /// The terms can have the values that the evaluator gives them, and none another.
    fn settle(mut self, make: Make<'_>, terms: &[TermId]) {
        let mut right = Vec::new();
        let mut wrong = self.pool.fls();
        for term in terms {
            let expected = Evaluator::new(&self.pool, &self.model).value(*term);
            let expected = literal(&mut self.pool, &expected);
            let same = self.pool.eq(*term, expected);
            let different = self.pool.not(same);
            wrong = self.pool.or(wrong, different);
            right.push(same);
        }
        let mut solver = make();
        for term in &self.asserted {
            solver.assert(&self.pool, *term).expect("an assertion");
        }
        expect_unsat(&mut *solver, &self.pool, &self.asserted, &[wrong]);
        expect_sat(&mut *solver, &self.pool, &self.asserted, &right);
    }
}
