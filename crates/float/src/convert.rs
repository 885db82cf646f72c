//! Conversions between formats, and between numbers and integers.

use cassay_bv::Bv;

use crate::round::{Exact, round, shift_right};
use crate::value::{Value, default_nan, infinity, unpack, zero};
use crate::{FloatKind, Rounding};

/// The number in another format. A NaN loses its sign and payload.
///
/// Panics when the pattern has the wrong width.
pub fn convert(from: FloatKind, to: FloatKind, mode: Rounding, bits: &Bv) -> Bv {
    match unpack(from, bits) {
        Value::Nan => default_nan(to),
        Value::Infinite { negative } => infinity(to, negative),
        Value::Zero { negative } => zero(to, negative),
        Value::Finite(finite) => round(
            to,
            mode,
            &Exact {
                negative: finite.negative,
                magnitude: finite.significand,
                exponent: finite.exponent,
                inexact: false,
            },
        ),
    }
}

/// The number nearest, by the mode, to an integer of any width. Zero gives positive zero.
pub fn from_int(kind: FloatKind, mode: Rounding, bits: &Bv, signed: bool) -> Bv {
    let negative = signed && bits.is_negative();
    let magnitude = if negative {
        bits.neg().to_biguint()
    } else {
        bits.to_biguint()
    };
    round(
        kind,
        mode,
        &Exact {
            negative,
            magnitude,
            exponent: 0,
            inexact: false,
        },
    )
}

/// The integer a number truncates to, towards zero; `None` for NaN, for infinities, and when the
/// integer does not fit the width.
///
/// Panics when the pattern has the wrong width.
pub fn to_int(kind: FloatKind, bits: &Bv, width: u32, signed: bool) -> Option<Bv> {
    let finite = match unpack(kind, bits) {
        Value::Nan | Value::Infinite { .. } => return None,
        Value::Zero { .. } => return Some(Bv::zero(width)),
        Value::Finite(finite) => finite,
    };
    let magnitude = match u64::try_from(finite.exponent) {
        Ok(places) => finite.significand << places,
        Err(_) => shift_right(
            Rounding::Zero,
            finite.negative,
            &finite.significand,
            finite.exponent.unsigned_abs(),
            false,
        ),
    };
    let needed = magnitude.bits();
    let width_bits = u64::from(width);
    let least = signed && needed == width_bits && magnitude.trailing_zeros() == Some(needed - 1);
    let fits = match (finite.negative, signed) {
        (false, false) => needed <= width_bits,
        (false, true) => needed < width_bits,
        (true, false) => needed == 0,
        (true, true) => needed < width_bits || least,
    };
    let integer = Bv::from_biguint(width, &magnitude);
    fits.then(|| {
        if finite.negative {
            integer.neg()
        } else {
            integer
        }
    })
}

/// The pattern for the result of a conversion to an integer that does not fit: the top bit alone,
/// as x86 hardware gives.
pub fn indefinite(width: u32) -> Bv {
    Bv::signed_min(width)
}
