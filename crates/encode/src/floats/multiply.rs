//! Products, and fused products with a sum (IEEE 754, section 5.4.1).

use cassay_float::{FloatKind, Rounding};
use cassay_term::{Pool, TermId};

use super::exponent::Exponent;
use super::parts::{Digits, Parts, bias, infinity, nan};
use super::round::{Exact, round};
use super::sum::{sign_of_sum, sum_of_significands};
use super::{first_of, is_set, padded, shift};

/// `a * b`.
pub(super) fn multiply(
    pool: &mut Pool,
    kind: FloatKind,
    mode: Rounding,
    a: TermId,
    b: TermId,
) -> TermId {
    let (a, b) = (Parts::of(pool, kind, a), Parts::of(pool, kind, b));
    let negative = pool.xor(a.negative, b.negative);
    let product = product(pool, kind, &a, &b);
    let exact = Exact {
        negative,
        exponent: product.exponent,
        significand: product.significand,
    };
    // A product with a zero operand has no digits and is rounded to a zero.
    let rounded = round(pool, kind, mode, exact);
    let not_a_number = product_is_nan(pool, &a, &b);
    let infinite = pool.or(a.infinite, b.infinite);
    let (nan, infinity) = (nan(pool, kind), infinity(pool, kind, negative));
    first_of(pool, &[(not_a_number, nan), (infinite, infinity)], rounded)
}

/// The exact product of finite numbers: a significand of twice the precision, normal or zero.
fn product(pool: &mut Pool, kind: FloatKind, a: &Parts, b: &Parts) -> Digits {
    let (a, b) = (a.normal_digits(pool), b.normal_digits(pool));
    let width = 2 * kind.precision();
    let [x, y] = [a, b].map(|digits| pool.zext(digits.significand, width));
    let product = pool.bv_mul(x, y);
    // The product of two numbers between one and two is below four: two bits before the point.
    let carried = is_set(pool, product, width - 1);
    let rest = pool.extract(width - 2, 0, product);
    let moved = padded(pool, rest, 1);
    let exponent = a.exponent.plus(pool, b.exponent).offset(pool, -bias(kind));
    let greater = exponent.offset(pool, 1);
    Digits {
        exponent: Exponent::choice(pool, carried, greater, exponent),
        significand: pool.ite(carried, product, moved),
    }
}

/// Whether a product is a NaN: an operand is one, or the operands are infinity and zero (section 7.2).
fn product_is_nan(pool: &mut Pool, a: &Parts, b: &Parts) -> TermId {
    let nan = pool.or(a.nan, b.nan);
    let (first, second) = (pool.and(a.infinite, b.zero), pool.and(a.zero, b.infinite));
    let meeting = pool.or(first, second);
    pool.or(nan, meeting)
}

/// `a * b + c`, rounded once.
///
/// The exact product has twice as many digits as the format. The third operand is extended to the
/// same width, and the two are added like numbers of that format.
pub(super) fn multiply_add(
    pool: &mut Pool,
    kind: FloatKind,
    mode: Rounding,
    operands: [TermId; 3],
) -> TermId {
    let [a, b, c] = operands.map(|bits| Parts::of(pool, kind, bits));
    let negative = pool.xor(a.negative, b.negative);
    let product = product(pool, kind, &a, &b);
    let third = c.normal_digits(pool);
    let third = Digits {
        significand: padded(pool, third.significand, kind.precision()),
        ..third
    };
    // Zero gets the least exponent, so that the other number is the greater one.
    let least = product.exponent.least.min(third.exponent.least);
    let no_product = pool.or(a.zero, b.zero);
    let [product, third] = [(no_product, product), (c.zero, third)].map(|(zero, digits)| {
        let lowest = Exponent::constant(pool, least);
        Digits {
            exponent: Exponent::choice(pool, zero, lowest, digits.exponent),
            ..digits
        }
    });
    let swapped = is_less(pool, product, third);
    let [big, small] = [(third, product), (product, third)].map(|(first, second)| Digits {
        exponent: Exponent::choice(pool, swapped, first.exponent, second.exponent),
        significand: pool.ite(swapped, first.significand, second.significand),
    });
    let big_negative = pool.ite(swapped, c.negative, negative);
    let distance = big.exponent.minus(pool, small.exponent).or_zero(pool);
    let opposite = pool.xor(negative, c.negative);
    let significands = [big.significand, small.significand];
    let sum = sum_of_significands(pool, significands, distance, opposite);
    let (significand, places) = shift::normalise(pool, sum);
    let most = (1 << pool.width(places)) - 1;
    let places = Exponent::from_unsigned(pool, places, 0, most);
    let exact = Exact {
        negative: sign_of_sum(pool, mode, sum, big_negative, [negative, c.negative]),
        exponent: big.exponent.offset(pool, 1).minus(pool, places),
        significand,
    };
    let rounded = round(pool, kind, mode, exact);
    let infinite_product = pool.or(a.infinite, b.infinite);
    let no_number = product_is_nan(pool, &a, &b);
    let no_number = pool.or(no_number, c.nan);
    let infinities = pool.and(infinite_product, c.infinite);
    let cancelling = pool.and(infinities, opposite);
    let no_number = pool.or(no_number, cancelling);
    let nan = nan(pool, kind);
    let (of_product, of_third) = (
        infinity(pool, kind, negative),
        infinity(pool, kind, c.negative),
    );
    let cases = [
        (no_number, nan),
        (infinite_product, of_product),
        (c.infinite, of_third),
    ];
    first_of(pool, &cases, rounded)
}

/// Whether one magnitude is less than another; both significands are normal and of one width, or
/// zero with the least exponent.
fn is_less(pool: &mut Pool, a: Digits, b: Digits) -> TermId {
    let (x, y) = Exponent::pair(pool, a.exponent, b.exponent);
    // The signed exponents are the high bits, so that one comparison suffices.
    let (x, y) = (pool.concat(x, a.significand), pool.concat(y, b.significand));
    pool.slt(x, y)
}
