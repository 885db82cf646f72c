//! Comparisons (IEEE 754, section 5.11): numbers of one sign have the same order as their bits.

use cassay_float::FloatKind;
use cassay_term::{Pool, TermId};

use super::parts::Parts;

/// Whether `a < b`.
pub(super) fn less(pool: &mut Pool, kind: FloatKind, a: TermId, b: TermId) -> TermId {
    let (a, b) = (Parts::of(pool, kind, a), Parts::of(pool, kind, b));
    let above = pool.ult(a.magnitude, b.magnitude);
    let below = pool.ult(b.magnitude, a.magnitude);
    let same_sign = pool.ite(a.negative, below, above);
    let signs = pool.xor(a.negative, b.negative);
    let zeros = pool.and(a.zero, b.zero);
    let some = pool.not(zeros);
    let across = pool.and(a.negative, some);
    let less = pool.ite(signs, across, same_sign);
    ordered(pool, &a, &b, less)
}

/// Whether `a <= b`.
pub(super) fn less_or_equal(pool: &mut Pool, kind: FloatKind, a: TermId, b: TermId) -> TermId {
    let (a, b) = (Parts::of(pool, kind, a), Parts::of(pool, kind, b));
    let above = pool.ule(a.magnitude, b.magnitude);
    let below = pool.ule(b.magnitude, a.magnitude);
    let same_sign = pool.ite(a.negative, below, above);
    let signs = pool.xor(a.negative, b.negative);
    let zeros = pool.and(a.zero, b.zero);
    let across = pool.or(a.negative, zeros);
    let less = pool.ite(signs, across, same_sign);
    ordered(pool, &a, &b, less)
}

/// Whether `a == b`.
pub(super) fn equal(pool: &mut Pool, kind: FloatKind, a: TermId, b: TermId) -> TermId {
    let (a, b) = (Parts::of(pool, kind, a), Parts::of(pool, kind, b));
    let same = pool.eq(a.magnitude, b.magnitude);
    let signs = pool.iff(a.negative, b.negative);
    let signs = pool.or(signs, a.zero);
    let equal = pool.and(same, signs);
    ordered(pool, &a, &b, equal)
}

/// A condition, restricted to operands that are both numbers.
fn ordered(pool: &mut Pool, a: &Parts, b: &Parts, holds: TermId) -> TermId {
    let unordered = pool.or(a.nan, b.nan);
    let ordered = pool.not(unordered);
    pool.and(ordered, holds)
}
