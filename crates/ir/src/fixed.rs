//! Fixed-point formats: what the bits of a floating-point type mean where they are not IEEE 754.
//!
//! A number of the format `M.N` has `M` bits before the point, the sign among them, and `N` behind
//! it. Its bits are those of an integer in two's complement, which stands for that integer divided
//! by 2^N. In storage wider than that the sign fills the bits above; readers look at the lower
//! `M + N` bits only, so every pattern is a number.

use cassay_bv::Bv;
use cassay_float::FloatKind;
use std::fmt;

/// A fixed-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FixedFormat {
    /// Bits before the point, the sign included; at least one.
    pub integer: u32,
    /// Bits behind the point.
    pub fraction: u32,
}

impl FixedFormat {
    /// Bits of a number.
    pub fn width(self) -> u32 {
        self.integer + self.fraction
    }

    /// Every digit of the number in a storage of at least [`width`](Self::width) bits: `-0.6875`.
    pub fn decimal(self, storage: &Bv) -> String {
        let width = self.width();
        if storage.width() < width || width == 0 {
            return format!("{storage:#x}");
        }
        let number = storage.extract(width - 1, 0);
        let sign = if number.is_negative() { "-" } else { "" };
        // Room for the magnitude of the least number, and for a digit more in front of the point.
        let room = width + 4;
        let wide = number.sext(room);
        let magnitude = if number.is_negative() {
            wide.neg()
        } else {
            wide
        };
        let mut text = format!("{sign}{}", magnitude.lshr_by(self.fraction));
        let cut = Bv::ones(room).lshr_by(room - self.fraction);
        let mut rest = magnitude.and(&cut);
        text.push('.');
        let ten = Bv::from_u64(room, 10);
        loop {
            rest = rest.mul(&ten);
            text.push_str(&rest.lshr_by(self.fraction).to_string());
            rest = rest.and(&cut);
            if rest.is_zero() {
                return text;
            }
        }
    }
}

impl fmt::Display for FixedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.integer, self.fraction)
    }
}

/// The format of every floating-point type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedFormats {
    /// In the order of [`FloatKind::ALL`].
    formats: [FixedFormat; 6],
}

/// The types by the names that users give them, in the order of [`FloatKind::ALL`].
const NAMES: [&str; 6] = [
    "half",
    "bfloat",
    "float",
    "double",
    "long-double",
    "float128",
];

const fn format(integer: u32, fraction: u32) -> FixedFormat {
    FixedFormat { integer, fraction }
}

impl Default for FixedFormats {
    fn default() -> Self {
        FixedFormats {
            formats: [
                format(8, 8),
                format(8, 8),
                format(16, 16),
                format(32, 32),
                format(40, 40),
                format(64, 64),
            ],
        }
    }
}

impl FixedFormats {
    /// The format of a type.
    pub fn get(&self, kind: FloatKind) -> FixedFormat {
        self.formats[index(kind)]
    }

    /// The name of a type in messages and texts.
    pub fn name(kind: FloatKind) -> &'static str {
        NAMES[index(kind)]
    }

    /// Reads `M.N` for all types that can hold it, or `TYPE=M.N` for some, with commas between.
    /// Types wider than `double` hold every `double` unless they are named.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut formats = FixedFormats::default();
        let mut chosen = [false; 6];
        for part in text.split(',') {
            match part.trim().split_once('=') {
                None => {
                    formats.set_all(part.trim())?;
                    chosen = [true; 6];
                }
                Some((name, value)) => {
                    let found = NAMES.iter().position(|known| *known == name.trim());
                    let kind = found.and_then(|at| FloatKind::ALL.get(at));
                    let Some(kind) = kind else {
                        return Err(format!("'{name}' is not one of {}", NAMES.join(", ")));
                    };
                    formats.set(*kind, parse_format(value.trim())?)?;
                    chosen[index(*kind)] = true;
                }
            }
        }
        for kind in [FloatKind::X87, FloatKind::Quad] {
            if !chosen[index(kind)] {
                formats.formats[index(kind)] = formats.containing_double(kind.bits());
            }
        }
        Ok(formats)
    }

    /// A format of so many bits that holds every `double`, with the point near the middle.
    fn containing_double(&self, bits: u32) -> FixedFormat {
        let double = self.get(FloatKind::Double);
        let most = bits - double.integer;
        let fraction = double.fraction.max(most.min(bits / 2));
        format(bits - fraction, fraction)
    }

    fn set(&mut self, kind: FloatKind, format: FixedFormat) -> Result<(), String> {
        if format.width() > kind.bits() {
            return Err(format!(
                "{format} has {} bits, and {} has only {}",
                format.width(),
                Self::name(kind),
                kind.bits()
            ));
        }
        self.formats[index(kind)] = format;
        Ok(())
    }

    /// The half formats keep what they have where the new one is too wide for them.
    fn set_all(&mut self, text: &str) -> Result<(), String> {
        let format = parse_format(text)?;
        for kind in FloatKind::ALL {
            if kind.bits() >= format.width() || kind.bits() > 16 {
                self.set(*kind, format)?;
            }
        }
        Ok(())
    }
}

fn index(kind: FloatKind) -> usize {
    match kind {
        FloatKind::Half => 0,
        FloatKind::BFloat => 1,
        FloatKind::Single => 2,
        FloatKind::Double => 3,
        FloatKind::X87 => 4,
        FloatKind::Quad => 5,
    }
}

/// Bits before and behind the point.
fn parse_format(text: &str) -> Result<FixedFormat, String> {
    let wrong =
        || format!("'{text}' is not a number of bits before and behind the point, as in 16.16");
    let bits = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = plain.then(|| digits.parse::<u32>().ok()).flatten();
        number.filter(|bits| *bits <= 128).ok_or_else(wrong)
    };
    let (integer, fraction) = text.split_once('.').ok_or_else(wrong)?;
    let format = format(bits(integer)?, bits(fraction)?);
    if format.integer == 0 {
        return Err(format!(
            "'{text}' leaves no bit before the point, where the sign is"
        ));
    }
    Ok(format)
}

impl fmt::Display for FixedFormats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = NAMES.iter().zip(self.formats);
        let parts: Vec<String> = parts
            .map(|(name, format)| format!("{name}={format}"))
            .collect();
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        let small = format(4, 4);
        let text = |value| small.decimal(&Bv::from_i64(8, value));
        assert_eq!(text(11), "0.6875");
        assert_eq!(text(12), "0.75");
        assert_eq!(text(-1), "-0.0625");
        assert_eq!(text(-128), "-8.0");
        assert_eq!(text(127), "7.9375");
        assert_eq!(format(8, 0).decimal(&Bv::from_i64(8, -3)), "-3.0");
        assert_eq!(format(1, 7).decimal(&Bv::from_i64(8, -128)), "-1.0");
        // Only the lower bits count.
        assert_eq!(small.decimal(&Bv::from_u64(32, 0xabcd_ef0b)), "0.6875");
        assert_eq!(
            format(32, 32).decimal(&Bv::from_u64(64, 1)),
            "0.00000000023283064365386962890625"
        );
    }

    #[test]
    fn formats_are_read_and_written() {
        let formats = FixedFormats::parse("float=4.4,double=20.12").unwrap();
        assert_eq!(formats.get(FloatKind::Single), format(4, 4));
        assert_eq!(formats.get(FloatKind::Double), format(20, 12));
        assert_eq!(formats.get(FloatKind::Half), format(8, 8));
        assert_eq!(formats.get(FloatKind::X87), format(40, 40));
        assert_eq!(FixedFormats::parse(&formats.to_string()), Ok(formats));
        let odd = FixedFormats::parse("double=2.62").unwrap();
        assert_eq!(odd.get(FloatKind::X87), format(18, 62));
        let odd = FixedFormats::parse("double=60.4").unwrap();
        assert_eq!(odd.get(FloatKind::X87), format(60, 20));
        let all = FixedFormats::parse("16.16").unwrap();
        assert_eq!(all.get(FloatKind::Quad), format(16, 16));
        assert_eq!(all.get(FloatKind::Half), format(8, 8));
        let default = FixedFormats::default();
        assert_eq!(FixedFormats::parse(&default.to_string()), Ok(default));
    }

    #[test]
    fn formats_that_are_none_are_told() {
        for (text, part) in [
            ("32.32", "32.32 has 64 bits, and float has only 32"),
            ("double=40.40", "double has only 64"),
            ("single=4.4", "'single' is not one of half"),
            ("0.8", "no bit before the point"),
            ("16", "'16' is not a number of bits"),
            ("a.b", "'a.b' is not a number of bits"),
            ("4.-4", "is not a number of bits"),
            ("", "'' is not a number of bits"),
            ("4294967295.1", "is not a number of bits"),
        ] {
            let error = FixedFormats::parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
