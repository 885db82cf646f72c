//! Every float operator with every parameter that there are finitely many of.

use cassay_bv::Bv;
use cassay_float::samples::Samples;
use cassay_term::{FloatKind, FloatOp, Op, Pool, Rounding, Sort, TermId};

/// Widths of integers: around the precisions of the formats, and others that come up in C.
const WIDTHS: &[u32] = &[1, 2, 8, 11, 12, 16, 25, 32, 53, 64, 65, 113, 128, 129, 200];

/// All operators that take numbers of a format.
pub fn of(kind: FloatKind) -> Vec<Op> {
    let mut ops = Vec::new();
    for op in FloatOp::ALL {
        let modes = if op.rounds() {
            Rounding::ALL
        } else {
            &[Rounding::NearestEven]
        };
        ops.extend(modes.iter().map(|mode| Op::Float(*op, kind, *mode)));
    }
    ops.extend([
        Op::FloatLt(kind),
        Op::FloatLe(kind),
        Op::FloatEq(kind),
        Op::FloatIsNan(kind),
    ]);
    for to in FloatKind::ALL.iter().copied() {
        ops.extend(Rounding::ALL.iter().map(|rounding| Op::FloatConvert {
            from: kind,
            to,
            rounding: *rounding,
        }));
    }
    for width in WIDTHS.iter().copied() {
        ops.extend([false, true].map(|signed| Op::FloatToInt {
            kind,
            width,
            signed,
        }));
    }
    ops
}

/// All operators from integers of some widths to numbers of a format.
pub fn from_integers(kind: FloatKind) -> Vec<(Op, u32)> {
    let mut ops = Vec::new();
    for width in WIDTHS.iter().copied() {
        for rounding in Rounding::ALL.iter().copied() {
            ops.extend([false, true].map(|signed| {
                let op = Op::FloatFromInt {
                    kind,
                    rounding,
                    signed,
                };
                (op, width)
            }));
        }
    }
    ops
}

/// The widths of the operands of an operator; an integer has the width given.
pub fn widths(op: Op, integer: u32) -> Vec<u32> {
    match op {
        Op::FloatFromInt { .. } => vec![integer],
        Op::Float(_, kind, _)
        | Op::FloatLt(kind)
        | Op::FloatLe(kind)
        | Op::FloatEq(kind)
        | Op::FloatIsNan(kind)
        | Op::FloatToInt { kind, .. }
        | Op::FloatConvert { from: kind, .. } => vec![kind.bits(); op.arity()],
        _ => panic!("{op:?} is no float operator"),
    }
}

/// Symbols for the operands of an operator.
pub fn symbols(pool: &mut Pool, widths: &[u32]) -> Vec<TermId> {
    let names = ["x", "y", "z"].iter().zip(widths);
    names
        .map(|(name, width)| pool.symbol(name, Sort::Bv(*width)))
        .collect()
}

/// Drawn operands for an operator.
pub fn operands(samples: &mut Samples, op: Op, integer: u32) -> Vec<Bv> {
    match op {
        Op::Float(op, kind, _) => samples.operands(op, kind, false),
        // Comparisons need related numbers as sums do.
        Op::FloatLt(kind) | Op::FloatLe(kind) | Op::FloatEq(kind) => {
            samples.operands(FloatOp::Sub, kind, false)
        }
        Op::FloatIsNan(kind) | Op::FloatConvert { from: kind, .. } => {
            vec![samples.operand(kind, false)]
        }
        Op::FloatToInt { kind, width, .. } => {
            if samples.below(2) == 0 {
                return vec![samples.operand(kind, false)];
            }
            // A number near an integer that just fits, or just does not.
            let integer = samples.integer(width + 1);
            let mode = samples.choose(Rounding::ALL);
            vec![cassay_float::from_int(kind, mode, &integer, true)]
        }
        Op::FloatFromInt { .. } => vec![samples.integer(integer)],
        _ => panic!("{op:?} is no float operator"),
    }
}
