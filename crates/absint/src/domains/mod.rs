//! Abstract domains, one file each.
//!
//! A domain of single integers implements [`Domain`]: a set of bit-vectors of one width, at most 64
//! bits. [`crate::value`] composes them; a new one is a line there. Every operation
//! over-approximates the one on bit-vectors; a test checks this by enumeration. Relations between
//! cells are [`zone`]s.

pub mod congruence;
pub mod interval;
#[cfg(test)]
mod tests;
pub mod zone;

use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, CompareOp, UnaryOp};

/// Thresholds of widening: constants of the program, in order.
#[derive(Clone, Debug, Default)]
pub struct Thresholds(pub Vec<i128>);

impl Thresholds {
    /// The greatest threshold that is at most `value`.
    pub fn below(&self, value: i128) -> Option<i128> {
        let end = self.0.partition_point(|t| *t <= value);
        end.checked_sub(1).map(|index| self.0[index])
    }

    /// The least threshold that is at least `value`.
    pub fn above(&self, value: i128) -> Option<i128> {
        let start = self.0.partition_point(|t| *t < value);
        self.0.get(start).copied()
    }
}

/// A set of integers of `width` bits. Values are given as bits in a `u64`, zero above.
pub trait Domain: Copy + PartialEq {
    /// Top: any value.
    fn top(width: u32) -> Self;
    /// One value.
    fn constant(width: u32, bits: u64) -> Self;
    /// Whether a value is possible.
    fn contains(&self, width: u32, bits: u64) -> bool;
    /// The join.
    fn join(self, width: u32, other: Self) -> Self;
    /// The widening: a join, extrapolated so that ascending chains end.
    fn widen(self, width: u32, next: Self, thresholds: &Thresholds) -> Self;
    /// The meet; none when it is empty.
    fn meet(self, width: u32, other: Self) -> Option<Self>;
    /// An operator applied to all values.
    fn unary(op: UnaryOp, width: u32, a: Self) -> Self;
    /// An operator applied to all pairs of values.
    fn binary(op: BinaryOp, width: u32, a: Self, b: Self) -> Self;
    /// A conversion between integers.
    fn cast(change: WidthChange, from: u32, to: u32, a: Self) -> Self;
    /// The result of a comparison, if it is the same for all values.
    fn compare(op: CompareOp, width: u32, a: Self, b: Self) -> Option<bool>;
}

/// All ones of a width.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The bits as a signed number.
pub fn signed(width: u32, bits: u64) -> i64 {
    let shift = 64 - width;
    ((bits << shift) as i64) >> shift
}

/// The bits of a number, modulo 2^width.
pub fn wrap(width: u32, value: i128) -> u64 {
    value as u64 & mask(width)
}

/// The least signed number of a width.
pub fn signed_min(width: u32) -> i128 {
    -(1_i128 << (width - 1))
}

/// The greatest signed number of a width.
pub fn signed_max(width: u32) -> i128 {
    (1_i128 << (width - 1)) - 1
}

/// An operator on bits, as [`BinaryOp`] documents it.
pub fn concrete_binary(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    let ones = mask(width);
    let (sa, sb) = (i128::from(signed(width, a)), i128::from(signed(width, b)));
    match op {
        BinaryOp::Add => a.wrapping_add(b) & ones,
        BinaryOp::Sub => a.wrapping_sub(b) & ones,
        BinaryOp::Mul => a.wrapping_mul(b) & ones,
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(ones),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv => match sb {
            0 => wrap(width, if sa < 0 { 1 } else { -1 }),
            _ => wrap(width, sa / sb),
        },
        BinaryOp::SRem => match sb {
            0 => a,
            _ => wrap(width, sa % sb),
        },
        BinaryOp::Shl => match b {
            by if by >= u64::from(width) => 0,
            by => (a << by) & ones,
        },
        BinaryOp::LShr => match b {
            by if by >= u64::from(width) => 0,
            by => a >> by,
        },
        BinaryOp::AShr => wrap(width, sa >> b.min(u64::from(width) - 1)),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    }
}

/// A comparison of bits.
pub fn concrete_compare(op: CompareOp, width: u32, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::ULt => a < b,
        CompareOp::ULe => a <= b,
        CompareOp::SLt => signed(width, a) < signed(width, b),
        CompareOp::SLe => signed(width, a) <= signed(width, b),
    }
}

/// The comparison that holds exactly where this one does not, and whether its sides are swapped.
pub fn negated(op: CompareOp) -> (CompareOp, bool) {
    match op {
        CompareOp::Eq => (CompareOp::Ne, false),
        CompareOp::Ne => (CompareOp::Eq, false),
        CompareOp::ULt => (CompareOp::ULe, true),
        CompareOp::ULe => (CompareOp::ULt, true),
        CompareOp::SLt => (CompareOp::SLe, true),
        CompareOp::SLe => (CompareOp::SLt, true),
    }
}
