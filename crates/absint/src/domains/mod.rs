//! Abstract domains, one file each.
//!
//! A domain of single integers implements [`Domain`]: a set of bit-vectors of one width, at most 64
//! bits. [`crate::value`] composes them; a new one is a line there. Every operation
//! over-approximates the one on bit-vectors; a test checks this by enumeration. Relations between
//! cells are [`zone`]s.

pub mod congruence;
pub mod form;
pub mod interval;
pub mod octagon;
pub mod symbolic;
#[cfg(test)]
mod tests;
pub mod zone;

use cassay_bv::Bv;
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

/// An operator on bits. Operators keep the width, so the result has at most 64 bits as well.
pub fn concrete_binary(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    let value = op.apply(&Bv::from_u64(width, a), &Bv::from_u64(width, b));
    value.to_u64().expect("at most 64 bits")
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
