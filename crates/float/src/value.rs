//! Conversion between bit patterns and the numbers they represent.

use cassay_bv::Bv;
use num_bigint::BigUint;

use crate::FloatKind;

/// A floating-point datum of any format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Nan,
    Infinite { negative: bool },
    Zero { negative: bool },
    Finite(Finite),
}

/// `± significand × 2^exponent`, not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finite {
    pub negative: bool,
    pub significand: BigUint,
    pub exponent: i64,
}

impl Value {
    /// The datum with the opposite sign.
    pub fn negated(self) -> Value {
        match self {
            Value::Nan => Value::Nan,
            Value::Infinite { negative } => Value::Infinite {
                negative: !negative,
            },
            Value::Zero { negative } => Value::Zero {
                negative: !negative,
            },
            Value::Finite(finite) => Value::Finite(Finite {
                negative: !finite.negative,
                ..finite
            }),
        }
    }
}

/// The parts of a pattern: sign, exponent field, stored significand.
fn fields(kind: FloatKind, bits: &Bv) -> (bool, u64, Bv) {
    assert_eq!(
        bits.width(),
        kind.bits(),
        "a pattern of the wrong width for {}",
        kind.name()
    );
    let stored = kind.stored_significand_bits();
    let exponent = bits.extract(kind.bits() - 2, stored);
    let exponent = exponent
        .to_u64()
        .unwrap_or_else(|| unreachable!("exponent fields have at most 15 bits"));
    (bits.is_negative(), exponent, bits.extract(stored - 1, 0))
}

/// What a pattern means.
pub(crate) fn unpack(kind: FloatKind, bits: &Bv) -> Value {
    let (negative, field, stored) = fields(kind, bits);
    let top = (1u64 << kind.exponent_bits()) - 1;
    let integer_bit = kind.precision() - 1;
    if kind.has_integer_bit() && field != 0 && !stored.bit(integer_bit) {
        return Value::Nan;
    }
    let fraction_is_zero = stored.extract(integer_bit - 1, 0).is_zero();
    if field == top {
        return if fraction_is_zero {
            Value::Infinite { negative }
        } else {
            Value::Nan
        };
    }
    if stored.is_zero() && field == 0 {
        return Value::Zero { negative };
    }
    let mut significand = stored.to_biguint();
    if field != 0 {
        significand.set_bit(u64::from(integer_bit), true);
    }
    Value::Finite(Finite {
        negative,
        significand,
        exponent: kind.least_quantum() + field.max(1) as i64 - 1,
    })
}

/// The pattern with this sign, exponent field and significand (its leading bit, if set, is only
/// stored in the x87 format).
pub(crate) fn pack(kind: FloatKind, negative: bool, field: u64, significand: &BigUint) -> Bv {
    let stored = Bv::from_biguint(kind.stored_significand_bits(), significand);
    Bv::from_bool(negative)
        .concat(&Bv::from_u64(kind.exponent_bits(), field))
        .concat(&stored)
}

fn top_exponent(kind: FloatKind, negative: bool, second_bit: bool) -> Bv {
    let mut significand = BigUint::ZERO;
    let integer_bit = u64::from(kind.precision() - 1);
    significand.set_bit(integer_bit, true);
    significand.set_bit(integer_bit - 1, second_bit);
    pack(kind, negative, u64::MAX, &significand)
}

/// The one NaN that operations give: positive, quiet, without payload.
pub fn default_nan(kind: FloatKind) -> Bv {
    top_exponent(kind, false, true)
}

/// An infinity.
pub fn infinity(kind: FloatKind, negative: bool) -> Bv {
    top_exponent(kind, negative, false)
}

/// A zero.
pub fn zero(kind: FloatKind, negative: bool) -> Bv {
    pack(kind, negative, 0, &BigUint::ZERO)
}

/// Whether the pattern is not a number; so are the invalid patterns of the x87 format.
pub fn is_nan(kind: FloatKind, bits: &Bv) -> bool {
    unpack(kind, bits) == Value::Nan
}

/// Whether the pattern is an infinity.
pub fn is_infinite(kind: FloatKind, bits: &Bv) -> bool {
    matches!(unpack(kind, bits), Value::Infinite { .. })
}

/// Whether the pattern is a zero.
pub fn is_zero(kind: FloatKind, bits: &Bv) -> bool {
    matches!(unpack(kind, bits), Value::Zero { .. })
}

/// Whether the pattern is a number other than zero below the least normal one in magnitude.
pub fn is_subnormal(kind: FloatKind, bits: &Bv) -> bool {
    match unpack(kind, bits) {
        Value::Nan | Value::Infinite { .. } | Value::Zero { .. } => false,
        Value::Finite(finite) => {
            finite.exponent == kind.least_quantum()
                && finite.significand.bits() < u64::from(kind.precision())
        }
    }
}

/// Whether the sign bit is set, on NaNs too.
pub fn is_negative(kind: FloatKind, bits: &Bv) -> bool {
    fields(kind, bits).0
}

/// The pattern with its sign bit flipped; nothing else changes, on NaNs neither.
pub fn neg(kind: FloatKind, bits: &Bv) -> Bv {
    bits.xor(&Bv::signed_min(kind.bits()))
}

/// The pattern with its sign bit cleared; nothing else changes, on NaNs neither.
pub fn abs(kind: FloatKind, bits: &Bv) -> Bv {
    bits.and(&Bv::signed_max(kind.bits()))
}
