//! The one place where results are rounded and packed (IEEE 754, sections 4.3 and 7.4).

use cassay_bv::Bv;
use cassay_float::{FloatKind, Rounding};
use cassay_term::{Pool, TermId};

use super::exponent::Exponent;
use super::parts::{assemble, top_field};
use super::{is_set, shift};

/// A finite number as exactly as rounding needs it.
///
/// The significand has any width; its last bit may be sticky if there are at least two bits more
/// than the precision. It is normal, or zero, or the exponent is at most 1: leading zeros are only
/// allowed where the result has them too.
#[derive(Clone, Copy)]
pub(super) struct Exact {
    /// Whether it has a minus sign; zeros have a sign too.
    pub negative: TermId,
    /// The exponent field of the result if exponents were unbounded.
    pub exponent: Exponent,
    /// The significand.
    pub significand: TermId,
}

/// The pattern of an exact number in a format.
pub(super) fn round(pool: &mut Pool, kind: FloatKind, mode: Rounding, exact: Exact) -> TermId {
    let (precision, top) = (kind.precision(), top_field(kind));
    let fits = pool.width(exact.significand) <= precision && exact.exponent.least >= 1;
    // The kept bits, the bit after them, and whether any bit after that is set.
    let mut significand = shift::to_width(pool, exact.significand, precision + 2);
    if exact.exponent.least < 1 {
        // Subnormal results: shift the digits until the exponent is that of the least field.
        let one = Exponent::constant(pool, 1);
        let places = one.minus(pool, exact.exponent).or_zero(pool);
        significand = shift::right_sticky(pool, significand, places);
    }
    let normal = is_set(pool, significand, precision + 1);
    let none = pool.bv_u64(kind.exponent_bits(), 0);
    let field = exact.exponent.low_bits(pool, kind.exponent_bits());
    let field = pool.ite(normal, field, none);
    let fraction = pool.extract(precision, 2, significand);
    let mut magnitude = pool.concat(field, fraction);
    if !fits {
        // A carry out of the fraction increments the exponent field, and the pattern after the
        // greatest finite number is infinity.
        let away = rounds_away(pool, mode, exact.negative, significand);
        let step = pool.bool_to_bv(away, pool.width(magnitude));
        magnitude = pool.bv_add(magnitude, step);
    }
    if exact.exponent.greatest + i64::from(!fits) >= top {
        let early = exact.exponent.is_below(pool, top);
        let early = pool.not(early);
        let early = pool.and(early, normal);
        let high = pool.width(magnitude) - 1;
        let field = pool.extract(high, precision - 1, magnitude);
        let ones = pool.bv(Bv::ones(kind.exponent_bits()));
        let late = pool.eq(field, ones);
        let overflows = pool.or(early, late);
        let beyond = overflow(pool, kind, mode, exact.negative);
        magnitude = pool.ite(overflows, beyond, magnitude);
    }
    assemble(pool, kind, exact.negative, magnitude)
}

/// Whether the magnitude is rounded up, by the last kept bit and the two
/// bits after it, the second of which is sticky.
fn rounds_away(pool: &mut Pool, mode: Rounding, negative: TermId, significand: TermId) -> TermId {
    let [rest, half, odd] = [0, 1, 2].map(|position| is_set(pool, significand, position));
    rounds_away_by(pool, mode, negative, [odd, half, rest])
}

/// The same by three truth values: whether the last kept bit is set, whether the rest is at least
/// half of its place, whether the rest is different from that half and from zero.
pub(super) fn rounds_away_by(
    pool: &mut Pool,
    mode: Rounding,
    negative: TermId,
    [odd, half, rest]: [TermId; 3],
) -> TermId {
    let inexact = pool.or(half, rest);
    match mode {
        Rounding::NearestEven => {
            let up = pool.or(rest, odd);
            pool.and(half, up)
        }
        Rounding::NearestAway => half,
        Rounding::Up => {
            let positive = pool.not(negative);
            pool.and(positive, inexact)
        }
        Rounding::Down => pool.and(negative, inexact),
        Rounding::Zero => pool.fls(),
    }
}

/// The magnitude for numbers beyond the greatest finite one: that, or infinity (section 7.4).
fn overflow(pool: &mut Pool, kind: FloatKind, mode: Rounding, negative: TermId) -> TermId {
    let fraction = kind.precision() - 1;
    let ones = pool.bv(Bv::ones(kind.exponent_bits()));
    let infinity = super::padded(pool, ones, fraction);
    let one = pool.bv_u64(pool.width(infinity), 1);
    let greatest = pool.bv_sub(infinity, one);
    match mode {
        Rounding::NearestEven | Rounding::NearestAway => infinity,
        Rounding::Up => pool.ite(negative, greatest, infinity),
        Rounding::Down => pool.ite(negative, infinity, greatest),
        Rounding::Zero => greatest,
    }
}
