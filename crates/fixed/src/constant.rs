//! Floating-point constants as fixed-point numbers, rounded to nearest, ties to even.

use cassay_bv::Bv;
use cassay_float::{self as float, FloatKind, FloatOp, Rounding};
use cassay_ir::FixedFormat;
use std::cmp::Ordering;

/// A constant in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// A number of the format, by its bits.
    Number(Bv),
    /// A number out of range: how it compares with all numbers of the format, and its bits after
    /// wrapping around.
    OutOfRange(Ordering, Bv),
    /// An infinity: how it compares with all numbers.
    Infinite(Ordering),
    /// Not a number.
    Nan,
}

/// A width that holds every number in range, and those slightly outside.
const ROOM: u32 = 512;

/// The format that holds every constant exactly, also when multiplied with a power of two.
const WIDE: FloatKind = FloatKind::Quad;

/// Converts the bits of a floating-point constant.
pub(crate) fn convert(kind: FloatKind, bits: &Bv, format: FixedFormat) -> Constant {
    if bits.width() != kind.bits() || float::is_nan(kind, bits) {
        return Constant::Nan;
    }
    let side = if float::is_negative(kind, bits) {
        Ordering::Less
    } else {
        Ordering::Greater
    };
    if float::is_infinite(kind, bits) {
        return Constant::Infinite(side);
    }
    let mode = Rounding::NearestEven;
    let exact = float::convert(kind, WIDE, mode, bits);
    let scale = Bv::power_of_two(ROOM, format.fraction);
    let scale = float::from_int(WIDE, mode, &scale, false);
    let whole = float::arith(FloatOp::Mul, WIDE, mode, &[exact, scale])
        .and_then(|scaled| float::arith(FloatOp::ToIntegral, WIDE, mode, &[scaled]));
    let width = format.width();
    match whole.and_then(|whole| float::to_int(WIDE, &whole, ROOM, true)) {
        Some(number) => {
            let low = number.extract(width - 1, 0);
            if low.sext(ROOM) == number {
                Constant::Number(low)
            } else {
                Constant::OutOfRange(side, low)
            }
        }
        // A number this large is a multiple of every power of two that the format has.
        None => Constant::OutOfRange(side, Bv::zero(width)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: FixedFormat = FixedFormat {
        integer: 4,
        fraction: 4,
    };

    fn small(value: f64) -> Constant {
        convert(FloatKind::Double, &Bv::from_u64(64, value.to_bits()), SMALL)
    }

    fn number(value: i64) -> Constant {
        Constant::Number(Bv::from_i64(8, value))
    }

    #[test]
    fn constants_are_rounded_to_nearest() {
        assert_eq!(small(0.7), number(11));
        assert_eq!(small(0.75), number(12));
        assert_eq!(small(0.125), number(2));
        assert_eq!(small(-0.7), number(-11));
        assert_eq!(small(-0.0), number(0));
        // Ties go to even.
        assert_eq!(small(0.03125), number(0));
        assert_eq!(small(0.09375), number(2));
        assert_eq!(small(-0.09375), number(-2));
        assert_eq!(small(7.9375), number(127));
        assert_eq!(small(-8.0), number(-128));
        assert_eq!(small(f64::MIN_POSITIVE), number(0));
    }

    #[test]
    fn what_is_out_of_range_is_told() {
        let low = |bits| Bv::from_u64(8, bits);
        use Ordering::{Greater, Less};
        assert_eq!(small(8.0), Constant::OutOfRange(Greater, low(128)));
        // Rounded up out of the range.
        assert_eq!(small(7.97), Constant::OutOfRange(Greater, low(128)));
        assert_eq!(small(-8.25), Constant::OutOfRange(Less, low(124)));
        assert_eq!(small(f64::MAX), Constant::OutOfRange(Greater, low(0)));
        assert_eq!(small(f64::MIN), Constant::OutOfRange(Less, low(0)));
        assert_eq!(small(f64::INFINITY), Constant::Infinite(Greater));
        assert_eq!(small(f64::NEG_INFINITY), Constant::Infinite(Less));
        assert_eq!(small(f64::NAN), Constant::Nan);
    }
}
