//! Integer constants of any size.
//!
//! The text does not repeat the width beside a constant, and `i8 255` and `i8 -1` denote the
//! same value. The number is therefore kept as written, and reduced to a width on request:
//! always modulo two to that width, as two's complement.

use std::sync::Arc;

/// An integer as written in the text, of any magnitude.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntConst(Repr);

/// Invariant: a number that fits `i64` is always `Small` and `Large` has no redundant limb, so
/// equality is structural. `Large` holds at least two two's complement limbs, least significant
/// first, the last limb carrying the sign.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Large(Arc<[u64]>),
}

impl From<i128> for IntConst {
    fn from(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(small) => IntConst(Repr::Small(small)),
            Err(_) => IntConst(Repr::Large([value as u64, (value >> 64) as u64].into())),
        }
    }
}

impl IntConst {
    /// Reads digits of the given radix (2 to 36); `None` when there is no digit or a bad one.
    pub fn from_digits(negative: bool, digits: &[u8], radix: u32) -> Option<IntConst> {
        if digits.is_empty() {
            return None;
        }
        let mut small: u128 = 0;
        for (index, &byte) in digits.iter().enumerate() {
            let digit = char::from(byte).to_digit(radix)?;
            let next = small
                .checked_mul(u128::from(radix))
                .and_then(|value| value.checked_add(u128::from(digit)))
                .filter(|&value| value <= i128::MAX as u128);
            match next {
                Some(value) => small = value,
                None => return Self::large(negative, small, &digits[index..], radix),
            }
        }
        let value = small as i128;
        Some(Self::from(if negative { -value } else { value }))
    }

    fn large(negative: bool, prefix: u128, rest: &[u8], radix: u32) -> Option<IntConst> {
        let mut limbs = vec![prefix as u64, (prefix >> 64) as u64];
        for &byte in rest {
            let mut carry = u128::from(char::from(byte).to_digit(radix)?);
            for limb in &mut limbs {
                let wide = u128::from(*limb) * u128::from(radix) + carry;
                *limb = wide as u64;
                carry = wide >> 64;
            }
            if carry != 0 {
                limbs.push(carry as u64);
            }
        }
        limbs.push(0);
        if negative {
            negate(&mut limbs);
        }
        Some(Self::from_limbs(&limbs))
    }

    /// The number with the given two's complement limbs, least significant first; the topmost
    /// bit of the last limb is the sign.
    pub fn from_limbs(limbs: &[u64]) -> IntConst {
        let mut len = limbs.len();
        while len > 1 {
            let sign = if limbs[len - 2] >> 63 == 1 {
                u64::MAX
            } else {
                0
            };
            if limbs[len - 1] != sign {
                break;
            }
            len -= 1;
        }
        match limbs[..len] {
            [] => Self::from(0),
            [low] => IntConst(Repr::Small(low as i64)),
            _ => IntConst(Repr::Large(limbs[..len].into())),
        }
    }

    /// The number whose two's complement form of that many bits is this one's.
    pub(crate) fn sign_extended(&self, width: u32) -> IntConst {
        let mut limbs = self.limbs(width);
        let Some(last) = limbs.last_mut() else {
            return Self::from(0);
        };
        let spare = (64 - width % 64) % 64;
        *last = (((*last << spare) as i64) >> spare) as u64;
        Self::from_limbs(&limbs)
    }

    /// Whether the number is below zero as written.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(value) => *value < 0,
            Repr::Large(limbs) => limbs.last().is_some_and(|limb| limb >> 63 == 1),
        }
    }

    /// Whether the number is zero as written.
    pub fn is_zero(&self) -> bool {
        self.0 == Repr::Small(0)
    }

    /// The number as written, if it fits.
    pub fn as_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Small(value) => Some(i128::from(*value)),
            Repr::Large(limbs) if limbs.len() == 2 => Some(self.low() as i128),
            Repr::Large(_) => None,
        }
    }

    /// The number as written, if it fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128().and_then(|value| u64::try_from(value).ok())
    }

    /// The low 128 bits.
    fn low(&self) -> u128 {
        match &self.0 {
            Repr::Small(value) => i128::from(*value) as u128,
            Repr::Large(limbs) => u128::from(limbs[0]) | (u128::from(limbs[1]) << 64),
        }
    }

    /// The number modulo two to the `width`, for widths up to 128.
    pub fn to_u128(&self, width: u32) -> Option<u128> {
        let low = self.low();
        match width {
            0 => Some(0),
            1..=127 => Some(low & ((1 << width) - 1)),
            128 => Some(low),
            _ => None,
        }
    }

    /// The number modulo two to the `width` as `ceil(width / 64)` limbs, least significant
    /// first, with the bits above `width` zero.
    pub fn limbs(&self, width: u32) -> Vec<u64> {
        let count = width.div_ceil(64) as usize;
        let fill = if self.is_negative() { u64::MAX } else { 0 };
        let mut limbs: Vec<u64> = match &self.0 {
            Repr::Small(value) => vec![*value as u64],
            Repr::Large(limbs) => limbs.to_vec(),
        };
        limbs.resize(count, fill);
        let spare = (count as u64 * 64) - u64::from(width);
        if let Some(last) = limbs.last_mut() {
            *last &= u64::MAX >> spare;
        }
        limbs
    }
}

fn negate(limbs: &mut [u64]) {
    let mut carry = true;
    for limb in limbs {
        let (value, overflow) = (!*limb).overflowing_add(u64::from(carry));
        *limb = value;
        carry = overflow;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> IntConst {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        IntConst::from_digits(negative, digits.as_bytes(), 10).expect("digits")
    }

    #[test]
    fn small_numbers_truncate_as_twos_complement() {
        assert_eq!(read("-1").to_u128(8), Some(255));
        assert_eq!(read("255").to_u128(8), Some(255));
        assert_eq!(read("256").to_u128(8), Some(0));
        assert_eq!(read("-1").limbs(65), vec![u64::MAX, 1]);
        assert_eq!(read("5").limbs(200), vec![5, 0, 0, 0]);
        assert_eq!(read("0").to_u128(0), Some(0));
    }

    #[test]
    fn numbers_beyond_128_bits_keep_every_bit() {
        // 2^200 and its negation.
        let text = "1606938044258990275541962092341162602522202993782792835301376";
        assert_eq!(read(text).limbs(256), vec![0, 0, 0, 256]);
        let negated = read(&format!("-{text}"));
        assert!(negated.is_negative());
        assert_eq!(negated.limbs(256), vec![0, 0, 0, u64::MAX - 255]);
        assert_eq!(negated.as_i128(), None);
    }

    #[test]
    fn limits_of_i128_are_exact() {
        let max = read("170141183460469231731687303715884105727");
        assert_eq!(max.as_i128(), Some(i128::MAX));
        let min = read("-170141183460469231731687303715884105728");
        assert_eq!(min.as_i128(), Some(i128::MIN));
        let above = read("170141183460469231731687303715884105728");
        assert_eq!(above.as_i128(), None);
        assert_eq!(above.to_u128(128), Some(1 << 127));
        assert!(!above.is_negative());
    }

    #[test]
    fn sign_extension_reads_the_top_bit() {
        assert_eq!(read("255").sign_extended(8), read("-1"));
        assert_eq!(read("127").sign_extended(8), read("127"));
        assert_eq!(read("18446744073709551615").sign_extended(64), read("-1"));
        assert_eq!(
            read("18446744073709551615").sign_extended(68),
            read("18446744073709551615")
        );
    }

    #[test]
    fn bad_digits_are_refused() {
        assert_eq!(IntConst::from_digits(false, b"", 10), None);
        assert_eq!(IntConst::from_digits(false, b"12a", 10), None);
        assert_eq!(
            IntConst::from_digits(false, b"fF", 16),
            Some(IntConst::from(255))
        );
    }
}
