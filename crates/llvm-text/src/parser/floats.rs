//! Floating-point constants: from every notation to the exact bits of the type.
//!
//! LLVM writes `float` constants as the double of the same value, and so do decimals denote a
//! double first. A number that the smaller type cannot hold exactly is refused, as LLVM does:
//! rounding it here would be a guess. The pairs of `fp128` and `ppc_fp128` are written with the
//! low 64 bits first, those of `x86_fp80` with the high 16 bits first.

use super::{Parser, Result};
use crate::lexer::Tok;
use crate::types::FloatKind;
use crate::values::FloatConst;

impl Parser<'_> {
    /// The floating-point constant at the current token.
    pub(super) fn float(&mut self, kind: FloatKind) -> Result<FloatConst> {
        let bits = match self.tok() {
            Tok::Float(text) | Tok::Int(text) => decimal(kind, text),
            Tok::Hex(text) => hexadecimal(kind, text),
            Tok::Word(word) => named(kind, word),
            _ => None,
        };
        let Some(bits) = bits else {
            return self.expected(&format!("a constant of type {}", kind.keyword()));
        };
        self.advance();
        Ok(FloatConst::new(kind, bits))
    }
}

fn decimal(kind: FloatKind, text: &str) -> Option<u128> {
    from_double(kind, text.parse::<f64>().ok()?.to_bits())
}

/// `0x…` and its forms with a letter for the format.
fn hexadecimal(kind: FloatKind, text: &str) -> Option<u128> {
    let digits = text.trim_start_matches(['K', 'L', 'M', 'H', 'R']);
    let letter = &text[..text.len() - digits.len()];
    let value = |digits: &str| u128::from_str_radix(digits, 16).ok();
    let split = |at: usize| {
        (
            &digits[..at.min(digits.len())],
            &digits[at.min(digits.len())..],
        )
    };
    match (letter, kind) {
        ("", _) => from_double(kind, u64::from_str_radix(digits, 16).ok()?),
        ("K", FloatKind::X86Fp80) => {
            let (high, low) = split(4);
            Some(value(high)? << 64 | u128::from(u64::from_str_radix(low, 16).ok()?))
        }
        ("L", FloatKind::Fp128) | ("M", FloatKind::PpcFp128) => {
            let (low, high) = split(16);
            let high = if high.is_empty() {
                0
            } else {
                u64::from_str_radix(high, 16).ok()?
            };
            Some(value(low)? | u128::from(high) << 64)
        }
        ("H", FloatKind::Half) | ("R", FloatKind::BFloat) => {
            value(digits).filter(|&bits| bits <= 0xffff)
        }
        _ => None,
    }
}

/// `f0x…` (the bits of the type itself) and the infinities of newer versions.
fn named(kind: FloatKind, word: &str) -> Option<u128> {
    if let Some(digits) = word.strip_prefix("f0x") {
        let bits = u128::from_str_radix(digits, 16).ok()?;
        let fits = kind.bits() == 128 || bits >> kind.bits() == 0;
        return fits.then_some(bits);
    }
    match word {
        "inf" | "+inf" => from_double(kind, f64::INFINITY.to_bits()),
        "-inf" => from_double(kind, f64::NEG_INFINITY.to_bits()),
        _ => None,
    }
}

/// The bits in a type of the number that is that double, if there are such.
fn from_double(kind: FloatKind, bits: u64) -> Option<u128> {
    match kind {
        FloatKind::Double => Some(u128::from(bits)),
        FloatKind::Float => narrow(bits, 8, 23),
        FloatKind::Half => narrow(bits, 5, 10),
        FloatKind::BFloat => narrow(bits, 8, 7),
        FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => None,
    }
}

/// Converts a double to a smaller IEEE format, only if exact. The payload of a NaN keeps its
/// upper bits, the quiet bit among them.
fn narrow(bits: u64, exponent_bits: u32, fraction_bits: u32) -> Option<u128> {
    let sign = u128::from(bits >> 63) << (exponent_bits + fraction_bits);
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let drop = 52 - fraction_bits;
    let top = (1u128 << exponent_bits) - 1;
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    if exponent == 0x7ff {
        let kept = u128::from(fraction >> drop);
        // A NaN must not turn into an infinity.
        let exact = (fraction == 0) == (kept == 0);
        return exact.then_some(sign | top << fraction_bits | kept);
    }
    if exponent == 0 {
        // Subnormal doubles are far below the smallest number of every smaller format.
        return (fraction == 0).then_some(sign);
    }
    let target = exponent - 1023 + bias;
    if target >= top as i32 {
        return None;
    }
    // A subnormal result shifts the fraction further, with its leading one made explicit.
    let significand = fraction | 1 << 52;
    let extra = if target <= 0 { (1 - target) as u32 } else { 0 };
    let shift = drop + extra;
    if shift >= 64 || significand & ((1 << shift) - 1) != 0 {
        return None;
    }
    let kept = u128::from(significand >> shift);
    if target <= 0 {
        return Some(sign | kept);
    }
    Some(sign | (target as u128) << fraction_bits | (kept & ((1 << fraction_bits) - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_written_as_doubles_are_exact() {
        for value in [
            0.0f32,
            -0.0,
            1.0,
            -1.5,
            0.1,
            f32::MAX,
            f32::MIN_POSITIVE,
            1e-45,
            3e-40,
        ] {
            let bits = f64::from(value).to_bits();
            assert_eq!(
                narrow(bits, 8, 23),
                Some(u128::from(value.to_bits())),
                "{value}"
            );
        }
        assert_eq!(narrow(f64::INFINITY.to_bits(), 8, 23), Some(0x7f80_0000));
        assert_eq!(narrow(0x7ff8_0000_0000_0000, 8, 23), Some(0x7fc0_0000));
        assert_eq!(narrow(0xfff4_0000_0000_0000, 8, 23), Some(0xffa0_0000));
    }

    #[test]
    fn inexact_numbers_are_refused() {
        assert_eq!(narrow(0.1f64.to_bits(), 8, 23), None);
        assert_eq!(narrow(1e300f64.to_bits(), 8, 23), None);
        assert_eq!(narrow(1e-300f64.to_bits(), 8, 23), None);
        assert_eq!(narrow(5e-324f64.to_bits(), 8, 23), None);
        assert_eq!(narrow(65536.0f64.to_bits(), 5, 10), None);
        assert_eq!(narrow(0x7ff0_0000_0000_0001, 8, 23), None);
    }

    #[test]
    fn halves_cover_subnormals() {
        assert_eq!(narrow(1.0f64.to_bits(), 5, 10), Some(0x3c00));
        assert_eq!(narrow(65504.0f64.to_bits(), 5, 10), Some(0x7bff));
        assert_eq!(narrow(2f64.powi(-24).to_bits(), 5, 10), Some(1));
        assert_eq!(narrow(2f64.powi(-14).to_bits(), 5, 10), Some(0x400));
        assert_eq!(narrow(2f64.powi(-25).to_bits(), 5, 10), None);
    }

    #[test]
    fn notations_give_the_bits_of_their_format() {
        let double = FloatKind::Double;
        assert_eq!(decimal(double, "1.000000e+00"), Some(0x3ff0_0000_0000_0000));
        assert_eq!(
            hexadecimal(double, "3FB999999999999A"),
            Some(0x3fb9_9999_9999_999a)
        );
        assert_eq!(hexadecimal(FloatKind::Half, "H3C00"), Some(0x3c00));
        assert_eq!(hexadecimal(FloatKind::BFloat, "R3F80"), Some(0x3f80));
        assert_eq!(
            hexadecimal(FloatKind::X86Fp80, "K3FFF8000000000000000"),
            Some(0x3fff_8000_0000_0000_0000)
        );
        assert_eq!(
            hexadecimal(FloatKind::Fp128, "L00000000000000013FFF000000000000"),
            Some(0x3fff_0000_0000_0000_0000_0000_0000_0001)
        );
        assert_eq!(
            hexadecimal(FloatKind::PpcFp128, "M3FF00000000000000000000000000000"),
            Some(0x3ff0_0000_0000_0000)
        );
        assert_eq!(named(FloatKind::Float, "f0x3F800000"), Some(0x3f80_0000));
        assert_eq!(named(FloatKind::Float, "-inf"), Some(0xff80_0000));
        assert_eq!(hexadecimal(double, "K3FFF8000000000000000"), None);
        assert_eq!(hexadecimal(double, "Z3"), None);
        assert_eq!(decimal(FloatKind::Fp128, "1.0"), None);
    }
}
