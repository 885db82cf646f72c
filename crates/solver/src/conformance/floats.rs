//! Float operators against the evaluator, which computes with `cassay_float`, which in turn is
//! compared with the machine.
//!
//! Operands are symbols held to a value by two inequalities, so that a back-end has to build its
//! circuit for the operator instead of folding it away. For each application the result cannot
//! differ from the right one, and can be the right one.

use cassay_bv::Bv;
use cassay_float::samples::Samples;
use cassay_term::{Evaluator, FloatKind, FloatOp, Model, Op, Pool, Rounding, Sort, TermId, Value};

use super::{Make, expect_sat, expect_unsat, literal};

/// How many applications of each operator, format and mode to try.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// In the narrow formats, of 16 bits.
    pub narrow: usize,
    /// In single and double precision.
    pub middle: usize,
    /// In the wide formats.
    pub wide: usize,
}

impl Effort {
    fn of(self, kind: FloatKind) -> usize {
        match kind {
            FloatKind::Half | FloatKind::BFloat => self.narrow,
            FloatKind::Single | FloatKind::Double => self.middle,
            FloatKind::X87 | FloatKind::Quad => self.wide,
        }
    }
}

/// The least that every back-end is put through.
pub(super) fn operations(make: Make<'_>) {
    let effort = Effort {
        narrow: 1,
        middle: 1,
        wide: 0,
    };
    random_operations(make, effort, 1);
}

/// Every operator in every format and rounding mode on drawn operands; how many were compared.
///
/// Remainders in formats of more than 16 bits are left to [`remainders`]: their circuits divide by
/// as many steps as there are exponents.
pub fn random_operations(make: Make<'_>, effort: Effort, seed: u64) -> usize {
    let mut samples = Samples::new(seed);
    let mut count = 0;
    for &kind in FloatKind::ALL {
        for op in applications(kind) {
            for _ in 0..effort.of(kind) {
                compare(make, &mut samples, op);
                count += 1;
            }
        }
    }
    count
}

/// Every float operator of one format, once for each of its parameters that matters.
pub(super) fn applications(kind: FloatKind) -> Vec<Op> {
    let mut all = vec![
        Op::FloatLt(kind),
        Op::FloatLe(kind),
        Op::FloatEq(kind),
        Op::FloatIsNan(kind),
    ];
    let narrow = kind.bits() == 16;
    for &op in FloatOp::ALL {
        if op.rounds() {
            all.extend(Rounding::ALL.iter().map(|mode| Op::Float(op, kind, *mode)));
        } else if narrow {
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
    for width in [1, 8, 32, 64, 128] {
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

/// The sorts of the arguments of a float operator.
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
    let values = operands(samples, op);
    let mut pool = Pool::raw();
    let mut model = Model::new();
    let mut asserted = Vec::new();
    let mut symbols: Vec<TermId> = Vec::new();
    for (position, value) in values.iter().enumerate() {
        let symbol = pool.symbol(&format!("x{position}"), Sort::Bv(value.width()));
        model.set(symbol, Value::Bv(value.clone()));
        let constant = pool.bv(value.clone());
        asserted.push(pool.ule(symbol, constant));
        asserted.push(pool.ule(constant, symbol));
        symbols.push(symbol);
    }
    let result = pool.make(op, &symbols);
    let expected = Evaluator::new(&pool, &model).value(result);
    let expected = literal(&mut pool, &expected);
    let same = pool.eq(result, expected);
    let different = pool.not(same);
    let mut solver = make();
    for term in &asserted {
        solver.assert(&pool, *term).expect("an assertion");
    }
    expect_unsat(&mut *solver, &pool, &asserted, &[different]);
    expect_sat(&mut *solver, &pool, &asserted, &[same]);
}
