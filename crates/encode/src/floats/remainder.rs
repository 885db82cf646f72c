//! Remainders: IEEE 754, section 5.3.1, and C's `fmod`, which truncates the quotient instead.
//!
//! Shifted left by the difference of the exponents, the dividend is a multiple of the divisor's last
//! place. That difference can be as great as the range of exponents. There are two methods to reduce it:
//!
//! - *Step by step*: one shift and one subtraction for each place, as in long division. For single
//!   precision there are up to 276 places.
//! - *By powers*: compute the power of two modulo the divisor by squaring, once for each bit of the
//!   difference, then multiply once. A step is more expensive, but there are few: 15 for the widest
//!   formats, whose exponents differ by up to 32,876.
//!
//! Remainders are representable in the format: nothing is rounded.

use cassay_float::{FloatKind, Rounding};
use cassay_term::{Pool, TermId};

use super::divide::subtract_if_it_goes;
use super::exponent::Exponent;
use super::parts::{Digits, Parts, nan};
use super::round::{Exact, round};
use super::{first_of, is_set, padded, shift};

/// The greatest number of places for which a remainder is computed step by step.
const MOST_STEPS: i64 = 300;

/// `a - b * n` with `n` the quotient truncated.
pub(super) fn truncated(pool: &mut Pool, kind: FloatKind, a: TermId, b: TermId) -> TermId {
    let (a, b) = (Parts::of(pool, kind, a), Parts::of(pool, kind, b));
    let (x, y) = (a.normal_digits(pool), b.normal_digits(pool));
    let distance = x.exponent.minus(pool, y.exponent);
    let (rest, _) = rest_and_parity(pool, x, y, distance);
    let rest = pool.extract(kind.precision() - 1, 0, rest);
    let remainder = number(pool, kind, a.negative, y.exponent, rest);
    let smaller = distance.is_below(pool, 0);
    special_cases(pool, kind, &a, &b, smaller, remainder)
}

/// `a - b * n` with `n` the quotient rounded to nearest, ties to even.
pub(super) fn nearest(pool: &mut Pool, kind: FloatKind, a: TermId, b: TermId) -> TermId {
    let (a, b) = (Parts::of(pool, kind, a), Parts::of(pool, kind, b));
    let (x, y) = (a.normal_digits(pool), b.normal_digits(pool));
    let distance = x.exponent.minus(pool, y.exponent);
    let (rest, odd) = rest_and_parity(pool, x, y, distance);
    let precision = kind.precision();
    // The unit is half of the divisor's last place. The dividend may have one bit more than the
    // divisor, because one place below it nothing was divided yet.
    let width = precision + 1;
    let rest = pool.extract(precision - 1, 0, rest);
    let rest = padded(pool, rest, 1);
    let undivided = pool.zext(x.significand, width);
    let below = distance.is_below(pool, 0);
    let rest = pool.ite(below, undivided, rest);
    let divided = pool.not(below);
    let odd = pool.and(odd, divided);
    // Twice the rest is compared with the divisor.
    let divisor = pool.zext(y.significand, width);
    let past = pool.ult(divisor, rest);
    let tie = pool.eq(divisor, rest);
    let tie = pool.and(tie, odd);
    let up = pool.or(past, tie);
    let whole = padded(pool, y.significand, 1);
    let complement = pool.bv_sub(whole, rest);
    let magnitude = pool.ite(up, complement, rest);
    let negative = pool.xor(a.negative, up);
    // The highest bit above the halves has the exponent of the divisor.
    let remainder = number(pool, kind, negative, y.exponent, magnitude);
    // If the exponent is two places lower, the dividend is less than half of the divisor.
    let smaller = distance.is_below(pool, -1);
    special_cases(pool, kind, &a, &b, smaller, remainder)
}

/// The number with an exponent and a significand that may have leading zeros.
fn number(
    pool: &mut Pool,
    kind: FloatKind,
    negative: TermId,
    exponent: Exponent,
    significand: TermId,
) -> TermId {
    let (significand, places) = shift::normalise(pool, significand);
    let most = (1 << pool.width(places)) - 1;
    let places = Exponent::from_unsigned(pool, places, 0, most);
    let exact = Exact {
        negative,
        exponent: exponent.minus(pool, places),
        significand,
    };
    round(pool, kind, Rounding::Zero, exact)
}

/// The remainder, or the result for special operands and for a dividend less than the divisor.
fn special_cases(
    pool: &mut Pool,
    kind: FloatKind,
    a: &Parts,
    b: &Parts,
    smaller: TermId,
    remainder: TermId,
) -> TermId {
    let no_number = pool.or_all([a.nan, b.nan, a.infinite, b.zero]);
    let itself = pool.or_all([a.zero, b.infinite, smaller]);
    let (nan, same) = (nan(pool, kind), a.bits(pool));
    first_of(pool, &[(no_number, nan), (itself, same)], remainder)
}

/// The rest of `x * 2^distance` divided by `y`, and whether the quotient is odd. The
/// distance is not negative, and both significands are normal.
fn rest_and_parity(pool: &mut Pool, x: Digits, y: Digits, distance: Exponent) -> (TermId, TermId) {
    let places = distance.or_zero(pool);
    if distance.greatest <= MOST_STEPS {
        step_by_step(
            pool,
            x.significand,
            y.significand,
            places,
            distance.greatest,
        )
    } else {
        by_powers(pool, x.significand, y.significand, places)
    }
}

fn step_by_step(
    pool: &mut Pool,
    x: TermId,
    y: TermId,
    places: TermId,
    most: i64,
) -> (TermId, TermId) {
    let width = pool.width(x) + 2;
    let (x, y) = (pool.zext(x, width), pool.zext(y, width));
    let (mut odd, mut rest) = subtract_if_it_goes(pool, x, y);
    for step in 0..most {
        let step = pool.bv_i64(pool.width(places), step);
        let taken = pool.ult(step, places);
        let low = pool.extract(width - 2, 0, rest);
        let double = padded(pool, low, 1);
        let (goes, left) = subtract_if_it_goes(pool, double, y);
        rest = pool.ite(taken, left, rest);
        odd = pool.ite(taken, goes, odd);
    }
    (rest, odd)
}

/// The rest modulo twice the divisor, which still shows the last bit of the quotient.
fn by_powers(pool: &mut Pool, x: TermId, y: TermId, places: TermId) -> (TermId, TermId) {
    let width = pool.width(x) + 1;
    let modulus = padded(pool, y, 1);
    let mut power = pool.bv_u64(width, 1);
    for position in (0..pool.width(places)).rev() {
        let square = product_modulo(pool, power, power, modulus);
        let double = padded(pool, square, 1);
        let double = modulo(pool, double, modulus);
        let set = is_set(pool, places, position);
        power = pool.ite(set, double, square);
    }
    let x = pool.zext(x, width);
    let rest = product_modulo(pool, x, power, modulus);
    let (rest, y) = (pool.zext(rest, width + 1), pool.zext(y, width + 1));
    let (odd, rest) = subtract_if_it_goes(pool, rest, y);
    (rest, odd)
}

/// The product of two numbers below a modulus, modulo it.
fn product_modulo(pool: &mut Pool, x: TermId, y: TermId, modulus: TermId) -> TermId {
    let width = pool.width(modulus);
    let (x, y) = (pool.zext(x, 2 * width), pool.zext(y, 2 * width));
    let product = pool.bv_mul(x, y);
    // The upper half is already below the modulus.
    let mut rest = pool.extract(2 * width - 1, width, product);
    for position in (0..width).rev() {
        let next = pool.extract(position, position, product);
        let brought = pool.concat(rest, next);
        rest = modulo(pool, brought, modulus);
    }
    rest
}

/// A number of one bit more than the modulus and below twice the modulus, modulo it.
fn modulo(pool: &mut Pool, number: TermId, modulus: TermId) -> TermId {
    let width = pool.width(modulus);
    let (number, wide) = (pool.zext(number, width + 2), pool.zext(modulus, width + 2));
    let (_, rest) = subtract_if_it_goes(pool, number, wide);
    pool.extract(width - 1, 0, rest)
}
