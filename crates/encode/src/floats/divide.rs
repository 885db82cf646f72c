//! Quotients and square roots (IEEE 754, section 5.4.1), digit by digit.
//!
//! Both compute one binary digit of the result after the other, as in long division: subtract if
//! the difference is not negative. After the last digit it only matters whether the rest is zero. The
//! operators of the theory would divide at twice the width.

use cassay_float::{FloatKind, Rounding};
use cassay_term::{Pool, TermId};

use super::exponent::Exponent;
use super::parts::{Parts, bias, infinity, nan, zero};
use super::round::{Exact, round};
use super::{bit, first_of, followed_by, is_clear, is_set, padded};

/// `a / b`.
pub(super) fn divide(
    pool: &mut Pool,
    kind: FloatKind,
    mode: Rounding,
    a: TermId,
    b: TermId,
) -> TermId {
    let (a, b) = (Parts::of(pool, kind, a), Parts::of(pool, kind, b));
    let (x, y) = (a.normal_digits(pool), b.normal_digits(pool));
    let negative = pool.xor(a.negative, b.negative);
    // The quotient of two numbers between one and two lies between a half and two. One more digit
    // than rounding needs is computed, in case the first is zero.
    let digits = kind.precision() + 2;
    let quotient = quotient(pool, x.significand, y.significand, digits);
    let exponent = x.exponent.minus(pool, y.exponent).offset(pool, bias(kind));
    let width = digits + 1;
    let whole = is_set(pool, quotient, width - 1);
    let rest = pool.extract(width - 2, 0, quotient);
    let moved = padded(pool, rest, 1);
    let smaller = exponent.offset(pool, -1);
    let exact = Exact {
        negative,
        exponent: Exponent::choice(pool, whole, exponent, smaller),
        significand: pool.ite(whole, quotient, moved),
    };
    // A zero dividend has no digits and is rounded to a zero.
    let rounded = round(pool, kind, mode, exact);
    let zeros = pool.and(a.zero, b.zero);
    let infinities = pool.and(a.infinite, b.infinite);
    let no_number = pool.or_all([a.nan, b.nan, zeros, infinities]);
    let infinite = pool.or(a.infinite, b.zero);
    let nan = nan(pool, kind);
    let (infinity, zero) = (infinity(pool, kind, negative), zero(pool, kind, negative));
    let cases = [(no_number, nan), (infinite, infinity), (b.infinite, zero)];
    first_of(pool, &cases, rounded)
}

/// The first binary digits of a quotient of two significands, the first one before the point, and
/// a sticky bit. The dividend is less than twice the divisor.
fn quotient(pool: &mut Pool, dividend: TermId, divisor: TermId, digits: u32) -> TermId {
    // One bit for doubling, and one for the sign of a difference.
    let width = pool.width(dividend) + 2;
    let (mut left, divisor) = (pool.zext(dividend, width), pool.zext(divisor, width));
    let mut quotient = None;
    for _ in 0..digits {
        let (goes, rest) = subtract_if_it_goes(pool, left, divisor);
        quotient = Some(match quotient {
            Some(before) => followed_by(pool, before, goes),
            None => bit(pool, goes),
        });
        let rest = pool.extract(width - 2, 0, rest);
        left = padded(pool, rest, 1);
    }
    let exact = is_clear(pool, left);
    let inexact = pool.not(exact);
    match quotient {
        Some(quotient) => followed_by(pool, quotient, inexact),
        None => bit(pool, inexact),
    }
}

/// Whether a number is at least another one, and the difference if it is, else the number. Both are
/// less than half of what their width can represent.
pub(super) fn subtract_if_it_goes(
    pool: &mut Pool,
    from: TermId,
    number: TermId,
) -> (TermId, TermId) {
    let difference = pool.bv_sub(from, number);
    let negative = is_set(pool, difference, pool.width(from) - 1);
    let goes = pool.not(negative);
    (goes, pool.ite(goes, difference, from))
}

/// The square root of `a`.
pub(super) fn square_root(pool: &mut Pool, kind: FloatKind, mode: Rounding, a: TermId) -> TermId {
    let a = Parts::of(pool, kind, a);
    let digits = a.normal_digits(pool);
    // An even exponent is halved. If it is odd, one power of two is moved to the
    // significand, which then lies between one and four, its root between one and two.
    let unbiased = digits.exponent.offset(pool, -bias(kind));
    let odd = unbiased.is_odd(pool);
    let single = pool.zext(digits.significand, kind.precision() + 1);
    let double = padded(pool, digits.significand, 1);
    let square = pool.ite(odd, double, single);
    let exact = Exact {
        negative: pool.fls(),
        exponent: unbiased.halved(pool).offset(pool, bias(kind)),
        significand: root(pool, square, kind.precision() + 1),
    };
    let rounded = round(pool, kind, mode, exact);
    let nan = nan(pool, kind);
    let same = a.bits(pool);
    // The root of a zero is that zero, of either sign.
    let cases = [
        (a.nan, nan),
        (a.zero, same),
        (a.negative, nan),
        (a.infinite, same),
    ];
    first_of(pool, &cases, rounded)
}

/// The first binary digits of the root of a number with two bits before the point, and a sticky
/// bit. The first digit is before the point.
///
/// The rest is kept instead of the square of the root so far: with the next digit the root `r`
/// becomes `2r + 1`, and its square grows by `4r + 1` at the scale of that digit.
fn root(pool: &mut Pool, square: TermId, digits: u32) -> TermId {
    // The rest is at most twice the root, and has two more bits before subtracting; one bit is
    // for the sign of the difference.
    let width = digits + 4;
    let available = pool.width(square);
    let mut left = pool.bv_u64(width, 0);
    let mut root = pool.bv_u64(width, 0);
    let one = pool.bv_u64(width, 1);
    let mut result = None;
    for digit in 0..digits {
        let next = next_two(pool, square, available, digit);
        let kept = pool.extract(width - 3, 0, left);
        let brought = pool.concat(kept, next);
        let kept = pool.extract(width - 3, 0, root);
        let quadruple = padded(pool, kept, 2);
        let trial = pool.bv_or(quadruple, one);
        let (goes, rest) = subtract_if_it_goes(pool, brought, trial);
        left = rest;
        let kept = pool.extract(width - 2, 0, root);
        root = followed_by(pool, kept, goes);
        result = Some(match result {
            Some(before) => followed_by(pool, before, goes),
            None => bit(pool, goes),
        });
    }
    let exact = is_clear(pool, left);
    let inexact = pool.not(exact);
    match result {
        Some(result) => followed_by(pool, result, inexact),
        None => bit(pool, inexact),
    }
}

/// The two bits of the radicand that the next digit of the root needs; zeros after its end.
fn next_two(pool: &mut Pool, square: TermId, available: u32, digit: u32) -> TermId {
    match available.saturating_sub(2 * digit) {
        0 => pool.bv_u64(2, 0),
        1 => {
            let last = pool.extract(0, 0, square);
            padded(pool, last, 1)
        }
        left => pool.extract(left - 1, left - 2, square),
    }
}
