//! Conversions from and to integers, and rounding to integral numbers (IEEE 754,
//! sections 5.4.1, 5.8 and 5.9).

use cassay_bv::Bv;
use cassay_float::{FloatKind, Rounding};
use cassay_term::{Pool, TermId};

use super::exponent::Exponent;
use super::parts::{Parts, assemble, bias, nan};
use super::round::{Exact, round, rounds_away_by};
use super::{first_of, is_clear, is_set, padded, shift};

/// The number that an integer of any width is rounded to.
pub(super) fn from_int(
    pool: &mut Pool,
    kind: FloatKind,
    mode: Rounding,
    signed: bool,
    integer: TermId,
) -> TermId {
    let width = pool.width(integer);
    let (negative, magnitude) = if signed {
        // The least integer is its own negation, which as an unsigned number is its magnitude.
        let negative = is_set(pool, integer, width - 1);
        let opposite = pool.bv_neg(integer);
        (negative, pool.ite(negative, opposite, integer))
    } else {
        (pool.fls(), integer)
    };
    let (significand, places) = shift::normalise(pool, magnitude);
    let most = i64::from(width) - 1;
    let places = Exponent::from_unsigned(pool, places, 0, (1 << pool.width(places)) - 1);
    let highest = Exponent::constant(pool, most + bias(kind));
    // The number of leading zeros of a nonzero integer is less than its width.
    let exponent = highest.minus(pool, places).at_least(pool, bias(kind));
    let exact = Exact {
        negative,
        exponent,
        significand,
    };
    round(pool, kind, mode, exact)
}

/// The integer that a number truncates to; only the top bit if it does not fit the width.
pub(super) fn to_int(
    pool: &mut Pool,
    kind: FloatKind,
    width: u32,
    signed: bool,
    bits: TermId,
) -> TermId {
    let a = Parts::of(pool, kind, bits);
    let digits = a.digits(pool);
    // With `room` bits, the significand read as an integer equals the number if the exponent is
    // that of the leading bit.
    let room = width.max(kind.precision());
    let integer = padded(pool, digits.significand, room - kind.precision());
    let leading = Exponent::constant(pool, i64::from(room) - 1 + bias(kind));
    let places = leading.minus(pool, digits.exponent).or_zero(pool);
    let integer = shift::right(pool, integer, places);
    let magnitude = pool.extract(width - 1, 0, integer);
    // The least signed integer is also the result for what does not fit, so it needs no case.
    let magnitude_bits = if signed { width - 1 } else { width };
    let limit = bias(kind) + i64::from(magnitude_bits);
    let mut fits = digits.exponent.is_below(pool, limit);
    let value = if signed {
        let opposite = pool.bv_neg(magnitude);
        pool.ite(a.negative, opposite, magnitude)
    } else {
        let fraction = digits.exponent.is_below(pool, bias(kind));
        let positive = pool.not(a.negative);
        let right_sign = pool.or(positive, fraction);
        fits = pool.and(fits, right_sign);
        magnitude
    };
    let special = pool.or(a.nan, a.infinite);
    let number = pool.not(special);
    let fits = pool.and(number, fits);
    let indefinite = pool.bv(cassay_float::indefinite(width));
    pool.ite(fits, value, indefinite)
}

/// The integer that the mode rounds a number to, as a number.
///
/// For magnitudes of at least one, the bits of the pattern are rounded in place: an addition makes
/// the bits that are worth less than one carry, then they are cleared. A carry out of the fraction
/// increments the exponent field, as it should. The bit before them decides ties to even. If that is
/// the lowest bit of the exponent field, it is set, because the exponent of one is odd; so it agrees
/// with the leading one of the significand.
pub(super) fn to_integral(
    pool: &mut Pool,
    kind: FloatKind,
    mode: Rounding,
    bits: TermId,
) -> TermId {
    let a = Parts::of(pool, kind, bits);
    let exponent = a.digits(pool).exponent;
    let width = pool.width(a.magnitude);
    let fraction = i64::from(kind.precision()) - 1;

    let integral = exponent.is_below(pool, bias(kind) + fraction);
    let integral = pool.not(integral);
    let same = a.bits(pool);

    let last = Exponent::constant(pool, bias(kind) + fraction);
    let places = last.minus(pool, exponent).or_zero(pool);
    let above = rounded_bits(pool, mode, a.negative, a.magnitude, places);
    let above = assemble(pool, kind, a.negative, above);

    let small = exponent.is_below(pool, bias(kind));
    let one = pool.bv_i64(kind.exponent_bits(), bias(kind));
    let one = padded(pool, one, kind.precision() - 1);
    let half = pool.bv_i64(kind.exponent_bits(), bias(kind) - 1);
    let half = padded(pool, half, kind.precision() - 1);
    let at_least_half = pool.ule(half, a.magnitude);
    let is_half = pool.eq(half, a.magnitude);
    let is_whole = pool.or(is_half, a.zero);
    let rest = pool.not(is_whole);
    let even = pool.fls();
    let away = rounds_away_by(pool, mode, a.negative, [even, at_least_half, rest]);
    let none = pool.bv_u64(width, 0);
    let below = pool.ite(away, one, none);
    let below = assemble(pool, kind, a.negative, below);

    let nan = nan(pool, kind);
    let cases = [(a.nan, nan), (integral, same), (small, below)];
    first_of(pool, &cases, above)
}

/// A magnitude with this many low bits rounded to zeros.
fn rounded_bits(
    pool: &mut Pool,
    mode: Rounding,
    negative: TermId,
    magnitude: TermId,
    places: TermId,
) -> TermId {
    let width = pool.width(magnitude);
    let ones = pool.bv(Bv::ones(width));
    let places = resized(pool, places, width);
    let kept = pool.bv_shl(ones, places);
    let lost = pool.bv_not(kept);
    let one = pool.bv_u64(width, 1);
    // All but the first of those bits are added, so that more than a half carries.
    let less_than_half = pool.bv_lshr(lost, one);
    let none = pool.bv_u64(width, 0);
    let added = match mode {
        Rounding::NearestEven => {
            let half = pool.bv_add(less_than_half, one);
            let unit = pool.bv_add(lost, one);
            let last = pool.bv_and(magnitude, unit);
            let even = is_clear(pool, last);
            pool.ite(even, less_than_half, half)
        }
        Rounding::NearestAway => pool.bv_add(less_than_half, one),
        Rounding::Up => pool.ite(negative, none, lost),
        Rounding::Down => pool.ite(negative, lost, none),
        Rounding::Zero => none,
    };
    let sum = pool.bv_add(magnitude, added);
    pool.bv_and(sum, kept)
}

/// An unsigned number at another width. The result is arbitrary if it does not fit.
fn resized(pool: &mut Pool, term: TermId, width: u32) -> TermId {
    if pool.width(term) < width {
        pool.zext(term, width)
    } else {
        pool.extract(width - 1, 0, term)
    }
}
