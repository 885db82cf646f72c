//! The one place where rounding happens.

use cassay_bv::Bv;
use num_bigint::BigUint;

use crate::value::{infinity, pack, zero};
use crate::{FloatKind, Rounding};

/// A positive real number with a sign beside it: `magnitude × 2^exponent`, or, when `inexact`,
/// something strictly between that and the same with the next magnitude.
pub(crate) struct Exact {
    pub negative: bool,
    pub magnitude: BigUint,
    pub exponent: i64,
    pub inexact: bool,
}

/// `value / 2^places` rounded to an integer. With `inexact`, the value lies strictly between
/// `value` and the next integer.
pub(crate) fn shift_right(
    mode: Rounding,
    negative: bool,
    value: &BigUint,
    places: u64,
    inexact: bool,
) -> BigUint {
    if places == 0 {
        assert!(!inexact, "rounding needs the bits below the last place");
        return value.clone();
    }
    let kept = value >> places;
    let half = value.bit(places - 1);
    let rest = inexact
        || value
            .trailing_zeros()
            .is_some_and(|zeros| zeros < places - 1);
    let away = match mode {
        Rounding::NearestEven => half && (rest || kept.bit(0)),
        Rounding::NearestAway => half,
        Rounding::Up => !negative && (half || rest),
        Rounding::Down => negative && (half || rest),
        Rounding::Zero => false,
    };
    if away { kept + 1u32 } else { kept }
}

/// The pattern of an exact number in a format. A magnitude of zero gives a zero of its sign.
///
/// An inexact number must have more bits than the format's precision.
pub(crate) fn round(kind: FloatKind, mode: Rounding, exact: &Exact) -> Bv {
    if exact.magnitude == BigUint::ZERO {
        assert!(!exact.inexact, "an inexact number has leading bits");
        return zero(kind, exact.negative);
    }
    let precision = u64::from(kind.precision());
    let bits = exact.magnitude.bits() as i64;
    let mut quantum = (exact.exponent + bits - precision as i64).max(kind.least_quantum());
    let mut significand = match u64::try_from(quantum - exact.exponent) {
        Ok(places) => shift_right(
            mode,
            exact.negative,
            &exact.magnitude,
            places,
            exact.inexact,
        ),
        Err(_) => {
            assert!(!exact.inexact, "an inexact number has enough bits");
            &exact.magnitude << (exact.exponent - quantum)
        }
    };
    if significand.bits() > precision {
        significand >>= 1;
        quantum += 1;
    }
    if quantum + precision as i64 - 1 > kind.max_exponent() {
        return overflow(kind, mode, exact.negative);
    }
    let field = if significand.bits() == precision {
        (quantum - kind.least_quantum() + 1) as u64
    } else {
        0
    };
    pack(kind, exact.negative, field, &significand)
}

/// The result for a magnitude beyond the greatest finite number.
fn overflow(kind: FloatKind, mode: Rounding, negative: bool) -> Bv {
    let infinite = match mode {
        Rounding::NearestEven | Rounding::NearestAway => true,
        Rounding::Up => !negative,
        Rounding::Down => negative,
        Rounding::Zero => false,
    };
    if infinite {
        return infinity(kind, negative);
    }
    let greatest = (BigUint::from(1u32) << kind.precision()) - 1u32;
    let field = (1u64 << kind.exponent_bits()) - 2;
    pack(kind, negative, field, &greatest)
}
