//! Sums (IEEE 754, section 5.4.1), and their signs (section 6.3).

use cassay_float::{FloatKind, Rounding};
use cassay_term::{Pool, TermId};

use super::exponent::Exponent;
use super::parts::{Parts, digits_of, infinity, nan};
use super::round::{Exact, round};
use super::{bit, first_of, is_clear, padded, shift};

/// `a + b`.
///
/// Operands keep their leading zeros, because subnormal numbers share an exponent. A sum is
/// a multiple of the least quantum, so a subnormal sum is exact, and it suffices to shift it left
/// as far as the exponent allows.
pub(super) fn add(
    pool: &mut Pool,
    kind: FloatKind,
    mode: Rounding,
    a: TermId,
    b: TermId,
) -> TermId {
    let (a, b) = (Parts::of(pool, kind, a), Parts::of(pool, kind, b));
    let swapped = pool.ult(a.magnitude, b.magnitude);
    let big = pool.ite(swapped, b.magnitude, a.magnitude);
    let small = pool.ite(swapped, a.magnitude, b.magnitude);
    let big_negative = pool.ite(swapped, b.negative, a.negative);
    let (big, small) = (digits_of(pool, kind, big), digits_of(pool, kind, small));
    let distance = big.exponent.minus(pool, small.exponent).or_zero(pool);
    let opposite = pool.xor(a.negative, b.negative);
    let significands = [big.significand, small.significand];
    let sum = sum_of_significands(pool, significands, distance, opposite);
    // The sum has one more bit in front, so the exponent can decrease by its old value.
    let limit = big.exponent.or_zero(pool);
    let (significand, places) = shift::normalise_at_most(pool, sum, limit);
    let most = (1 << pool.width(places)) - 1;
    let places = Exponent::from_unsigned(pool, places, 0, most);
    let exponent = big
        .exponent
        .offset(pool, 1)
        .minus(pool, places)
        .at_least(pool, 1);
    let signs = [a.negative, b.negative];
    let exact = Exact {
        negative: sign_of_sum(pool, mode, sum, big_negative, signs),
        exponent,
        significand,
    };
    let rounded = round(pool, kind, mode, exact);
    let not_a_number = pool.or(a.nan, b.nan);
    let infinities = pool.and(a.infinite, b.infinite);
    let cancelling = pool.and(infinities, opposite);
    let not_a_number = pool.or(not_a_number, cancelling);
    let infinite = pool.or(a.infinite, b.infinite);
    let (nan, infinity) = (nan(pool, kind), infinity(pool, kind, big_negative));
    let cases = [(not_a_number, nan), (infinite, infinity)];
    first_of(pool, &cases, rounded)
}

/// The sum of two significands of one width, or their difference where the numbers have opposite
/// signs. The first number is not less than the second and has the greater exponent, by the
/// distance. The result has one bit more in front and three more behind, the last one sticky.
///
/// Three are enough: if more than one bit of the second is lost in them, the difference is at
/// least half of the first, so that normalising shifts by at most one bit.
pub(super) fn sum_of_significands(
    pool: &mut Pool,
    [big, small]: [TermId; 2],
    distance: TermId,
    opposite: TermId,
) -> TermId {
    let (big, small) = (padded(pool, big, 3), padded(pool, small, 3));
    let small = shift::right_sticky(pool, small, distance);
    let width = pool.width(big) + 1;
    let (big, small) = (pool.zext(big, width), pool.zext(small, width));
    // A difference is the sum with the complement and a carry. The carry comes out of one more
    // low bit that is set in both, so one adder suffices.
    let flipped = pool.bv_not(small);
    let small = pool.ite(opposite, flipped, small);
    let carry = bit(pool, opposite);
    let (big, small) = (pool.concat(big, carry), pool.concat(small, carry));
    let sum = pool.bv_add(big, small);
    pool.extract(width, 1, sum)
}

/// Whether a sum is negative: the sign of the greater operand; for a zero sum the sign of both
/// operands, or that of the rounding mode if they differ (section 6.3).
pub(super) fn sign_of_sum(
    pool: &mut Pool,
    mode: Rounding,
    sum: TermId,
    big_negative: TermId,
    [a, b]: [TermId; 2],
) -> TermId {
    let nothing = is_clear(pool, sum);
    let zero_negative = match mode {
        Rounding::Down => pool.or(a, b),
        Rounding::NearestEven | Rounding::NearestAway | Rounding::Up | Rounding::Zero => {
            pool.and(a, b)
        }
    };
    pool.ite(nothing, zero_negative, big_negative)
}
