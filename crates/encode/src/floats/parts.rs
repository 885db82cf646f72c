//! Unpacked numbers, and conversions between formats, which consist mostly of unpacking.
//!
//! IEEE 754, section 3.4: a sign, an exponent field and the bits of the significand after the
//! leading one. The x87 format stores the leading bit too. If that bit contradicts the exponent field,
//! the pattern is no number; if the field is zero and the bit is set, the field counts as one. After
//! unpacking, the bit follows from the field, and the other circuits need not know of it.

use cassay_float::{FloatKind, Rounding};
use cassay_term::{Pool, TermId};

use super::exponent::Exponent;
use super::round::{Exact, round};
use super::{bit, first_of, is_clear, is_set, shift};

/// The bias: the exponent field of one.
pub(super) fn bias(kind: FloatKind) -> i64 {
    (1 << (kind.exponent_bits() - 1)) - 1
}

/// The exponent field of infinities and NaNs: all ones.
pub(super) fn top_field(kind: FloatKind) -> i64 {
    (1 << kind.exponent_bits()) - 1
}

/// An unpacked number.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    kind: FloatKind,
    /// Whether the sign bit is set.
    pub negative: TermId,
    /// Whether it is a NaN.
    pub nan: TermId,
    /// Whether it is an infinity.
    pub infinite: TermId,
    /// Whether it is a zero.
    pub zero: TermId,
    /// Exponent field and fraction as one term: numbers with the same sign are ordered by it.
    pub magnitude: TermId,
}

/// A magnitude other than an infinity: an exponent and a significand as wide as the precision. The
/// significand of a subnormal number is not normal.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    pub exponent: Exponent,
    pub significand: TermId,
}

impl Parts {
    /// The parts of a pattern.
    pub fn of(pool: &mut Pool, kind: FloatKind, bits: TermId) -> Parts {
        let (sign, stored) = (kind.bits() - 1, kind.stored_significand_bits());
        let fraction = pool.extract(kind.precision() - 2, 0, bits);
        let mut field = pool.extract(sign - 1, stored, bits);
        let mut invalid = pool.fls();
        if kind.has_integer_bit() {
            let leading = pool.extract(stored - 1, stored - 1, bits);
            let unset = is_clear(pool, leading);
            let subnormal = is_clear(pool, field);
            let normal = pool.not(subnormal);
            invalid = pool.and(normal, unset);
            let leading = pool.zext(leading, kind.exponent_bits());
            field = pool.ite(subnormal, leading, field);
        }
        let top = pool.bv_i64(kind.exponent_bits(), top_field(kind));
        let special = pool.eq(field, top);
        let whole = is_clear(pool, fraction);
        let broken = pool.not(whole);
        let nan = pool.and(special, broken);
        let magnitude = pool.concat(field, fraction);
        let infinite = pool.and(special, whole);
        let valid = pool.not(invalid);
        Parts {
            kind,
            negative: is_set(pool, bits, sign),
            nan: pool.or(nan, invalid),
            infinite: pool.and(infinite, valid),
            zero: is_clear(pool, magnitude),
            magnitude,
        }
    }

    /// The digits of the magnitude.
    pub fn digits(&self, pool: &mut Pool) -> Digits {
        digits_of(pool, self.kind, self.magnitude)
    }

    /// The digits of the magnitude, with a significand that is normal or zero.
    pub fn normal_digits(&self, pool: &mut Pool) -> Digits {
        let raw = self.digits(pool);
        let (significand, places) = shift::normalise(pool, raw.significand);
        let most = (1 << pool.width(places)) - 1;
        let places = Exponent::from_unsigned(pool, places, 0, most);
        Digits {
            exponent: raw.exponent.minus(pool, places),
            significand,
        }
    }

    /// The pattern of a number that is not one of the invalid ones.
    pub fn bits(&self, pool: &mut Pool) -> TermId {
        assemble(pool, self.kind, self.negative, self.magnitude)
    }
}

/// The digits of a finite magnitude, given by exponent field and fraction.
pub(super) fn digits_of(pool: &mut Pool, kind: FloatKind, magnitude: TermId) -> Digits {
    let fraction = kind.precision() - 1;
    let field = pool.extract(fraction + kind.exponent_bits() - 1, fraction, magnitude);
    let subnormal = is_clear(pool, field);
    let normal = pool.not(subnormal);
    let leading = bit(pool, normal);
    // Subnormal numbers have the exponent of the least normal one: a field of zero counts as one.
    let least = pool.bool_to_bv(subnormal, kind.exponent_bits());
    let field = pool.bv_or(field, least);
    let fraction = pool.extract(fraction - 1, 0, magnitude);
    Digits {
        exponent: Exponent::from_unsigned(pool, field, 1, top_field(kind) - 1),
        significand: pool.concat(leading, fraction),
    }
}

/// The pattern of a sign with an exponent field and a fraction.
pub(super) fn assemble(
    pool: &mut Pool,
    kind: FloatKind,
    negative: TermId,
    magnitude: TermId,
) -> TermId {
    let sign = bit(pool, negative);
    if !kind.has_integer_bit() {
        return pool.concat(sign, magnitude);
    }
    let fraction = kind.precision() - 1;
    let field = pool.extract(pool.width(magnitude) - 1, fraction, magnitude);
    let fraction = pool.extract(fraction - 1, 0, magnitude);
    let subnormal = is_clear(pool, field);
    let normal = pool.not(subnormal);
    let leading = bit(pool, normal);
    let high = pool.concat(sign, field);
    let high = pool.concat(high, leading);
    pool.concat(high, fraction)
}

/// The NaN that operations return.
pub(super) fn nan(pool: &mut Pool, kind: FloatKind) -> TermId {
    pool.bv(cassay_float::default_nan(kind))
}

/// The infinity of a sign.
pub(super) fn infinity(pool: &mut Pool, kind: FloatKind, negative: TermId) -> TermId {
    let [above, below] =
        [false, true].map(|negative| pool.bv(cassay_float::infinity(kind, negative)));
    pool.ite(negative, below, above)
}

/// The zero of a sign.
pub(super) fn zero(pool: &mut Pool, kind: FloatKind, negative: TermId) -> TermId {
    let [above, below] = [false, true].map(|negative| pool.bv(cassay_float::zero(kind, negative)));
    pool.ite(negative, below, above)
}

/// A number in another format (IEEE 754, section 5.4.2).
pub(super) fn convert(
    pool: &mut Pool,
    from: FloatKind,
    to: FloatKind,
    mode: Rounding,
    bits: TermId,
) -> TermId {
    let a = Parts::of(pool, from, bits);
    // Numbers that are subnormal in the other format too, or smaller than all its numbers,
    // may keep their leading zeros.
    let digits = if bias(to) > bias(from) {
        a.normal_digits(pool)
    } else {
        a.digits(pool)
    };
    let exact = Exact {
        negative: a.negative,
        exponent: digits.exponent.offset(pool, bias(to) - bias(from)),
        significand: digits.significand,
    };
    let rounded = round(pool, to, mode, exact);
    let (nan, infinity) = (nan(pool, to), infinity(pool, to, a.negative));
    first_of(pool, &[(a.nan, nan), (a.infinite, infinity)], rounded)
}
