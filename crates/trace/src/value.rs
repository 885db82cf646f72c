//! Values in C syntax, by their source type.
//!
//! Integers are decimal, unsigned ones hexadecimal as well; characters and enumerators are named
//! beside their number; floats are exact (a decimal that is not gets its hexadecimal form beside
//! it). A value that memory does not hold is `?`.

use cassay_bv::Bv;
use cassay_interp::Pointer;
use cassay_ir::{CType, CTypeId, Program};

/// A value as memory has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raw {
    /// Bits.
    Bits(Bv),
    /// A whole pointer.
    Pointer(Pointer),
    /// Not known, at least in part.
    Unknown,
}

/// How pointers are called.
pub trait PointerNames {
    /// The pointer in C syntax, given the type it points to.
    fn pointer(&self, pointer: Pointer, pointee: CTypeId) -> String;
}

/// The value of a leaf of type `ctype`.
pub fn format(program: &Program, ctype: CTypeId, raw: &Raw, names: &dyn PointerNames) -> String {
    let types = &program.ctypes;
    let bits = match raw {
        Raw::Unknown => return "?".to_owned(),
        Raw::Pointer(pointer) => {
            let pointee = match types.resolve(ctype) {
                CType::Pointer(pointee) => *pointee,
                CType::Unknown
                | CType::Void
                | CType::Int { .. }
                | CType::Char { .. }
                | CType::Bool
                | CType::Float { .. }
                | CType::Enum { .. }
                | CType::Array { .. }
                | CType::Struct { .. }
                | CType::Union { .. }
                | CType::Typedef { .. }
                | CType::Function => cassay_ir::CTypeTable::UNKNOWN,
            };
            return names.pointer(*pointer, pointee);
        }
        Raw::Bits(bits) => bits,
    };
    match types.resolve(ctype) {
        CType::Int { signed: true, .. } => bits.signed_decimal(),
        CType::Int { signed: false, .. } => unsigned(bits),
        CType::Char { signed } => character(bits, *signed),
        CType::Bool => boolean(bits),
        CType::Float { bits: width, .. } => float(bits, *width),
        CType::Enum { values, .. } => {
            let name = values
                .iter()
                .find(|(_, value)| Bv::from_i64(bits.width(), *value) == *bits);
            match name {
                Some((name, value)) => format!("{name} ({value})"),
                None => bits.signed_decimal(),
            }
        }
        CType::Pointer(_) => {
            if bits.is_zero() {
                "NULL".to_owned()
            } else {
                "invalid".to_owned()
            }
        }
        CType::Unknown
        | CType::Void
        | CType::Array { .. }
        | CType::Struct { .. }
        | CType::Union { .. }
        | CType::Typedef { .. }
        | CType::Function => untyped(bits),
    }
}

/// A value of which only the bits are known. A single bit is a truth value.
pub fn untyped(bits: &Bv) -> String {
    if bits.width() == 1 {
        boolean(bits)
    } else {
        bits.signed_decimal()
    }
}

fn unsigned(bits: &Bv) -> String {
    format!("{bits} ({bits:#x})")
}

fn boolean(bits: &Bv) -> String {
    if bits.is_zero() {
        "false".to_owned()
    } else if bits.is_one() {
        "true".to_owned()
    } else {
        bits.to_string()
    }
}

fn character(bits: &Bv, signed: bool) -> String {
    let code = bits.to_u64().and_then(|code| u8::try_from(code).ok());
    let name = code.and_then(character_literal);
    match (signed, name) {
        (true, Some(name)) => format!("{} ({name})", bits.signed_decimal()),
        (true, None) => bits.signed_decimal(),
        (false, Some(name)) => format!("{bits} ({bits:#x}, {name})"),
        (false, None) => unsigned(bits),
    }
}

/// The literal of a character of the basic set.
fn character_literal(code: u8) -> Option<String> {
    escaped(code, '\'').map(|text| format!("'{text}'"))
}

/// A string literal; bytes outside the basic set as octal escapes.
pub fn string_literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match escaped(*byte, '"') {
            Some(part) if *byte != 0 => text.push_str(&part),
            Some(_) | None => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

fn escaped(code: u8, quote: char) -> Option<String> {
    Some(match code {
        0 => "\\0".to_owned(),
        7 => "\\a".to_owned(),
        8 => "\\b".to_owned(),
        9 => "\\t".to_owned(),
        10 => "\\n".to_owned(),
        11 => "\\v".to_owned(),
        12 => "\\f".to_owned(),
        13 => "\\r".to_owned(),
        b'\\' => "\\\\".to_owned(),
        32..=126 if char::from(code) == quote => format!("\\{quote}"),
        32..=126 => char::from(code).to_string(),
        _ => return None,
    })
}

fn float(bits: &Bv, width: u32) -> String {
    let word = bits.to_u64();
    match (width, word) {
        (32, Some(word)) => {
            let number = f32::from_bits(word as u32);
            let decimal = format!("{number:?}");
            finite(f64::from(number), &decimal, "f", bits, 8, 23)
        }
        (64, Some(word)) => {
            let number = f64::from_bits(word);
            let decimal = format!("{number:?}");
            finite(number, &decimal, "", bits, 11, 52)
        }
        (16, _) => hexadecimal(bits, 5, 10, "f16"),
        (80, _) => x87(bits),
        (128, _) => hexadecimal(bits, 15, 112, "L"),
        (_, _) => format!("{bits:#x}"),
    }
}

/// A decimal that names the number, with the hexadecimal form where it is not exactly equal.
fn finite(
    number: f64,
    decimal: &str,
    suffix: &str,
    bits: &Bv,
    exponent: u32,
    fraction: u32,
) -> String {
    if !number.is_finite() {
        return hexadecimal(bits, exponent, fraction, suffix);
    }
    let exact = format!("{number:.1074}");
    let same = digits(decimal) == digits(&exact);
    if same {
        format!("{decimal}{suffix}")
    } else {
        let hex = hexadecimal(bits, exponent, fraction, suffix);
        format!("{decimal}{suffix} ({hex})")
    }
}

/// The significant digits of a decimal.
fn digits(text: &str) -> String {
    let mantissa = text.split(['e', 'E']).next().unwrap_or("");
    let all: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    all.trim_matches('0').to_owned()
}

/// An IEEE interchange format in hexadecimal.
fn hexadecimal(bits: &Bv, exponent: u32, fraction: u32, suffix: &str) -> String {
    if bits.width() != 1 + exponent + fraction {
        return format!("{bits:#x}");
    }
    let sign = if bits.is_negative() { "-" } else { "" };
    let biased = bits.extract(fraction + exponent - 1, fraction);
    let low = bits.extract(fraction - 1, 0);
    let bias = (1i64 << (exponent - 1)) - 1;
    if biased.is_ones() {
        return match low.is_zero() {
            true => format!("{sign}INFINITY"),
            false => "NAN".to_owned(),
        };
    }
    if biased.is_zero() && low.is_zero() {
        return format!("{sign}0x0p+0{suffix}");
    }
    let (lead, power) = match exponent_value(&biased) {
        0 => (0, 1 - bias),
        value => (1, value - bias),
    };
    format!("{sign}0x{lead}{}p{power:+}{suffix}", fraction_digits(&low))
}

/// The x87 format: its leading bit is written out.
fn x87(bits: &Bv) -> String {
    if bits.width() != 80 {
        return format!("{bits:#x}");
    }
    let sign = if bits.is_negative() { "-" } else { "" };
    let biased = bits.extract(78, 64);
    let low = bits.extract(62, 0);
    if biased.is_ones() {
        return match low.is_zero() {
            true => format!("{sign}INFINITY"),
            false => "NAN".to_owned(),
        };
    }
    let lead = u32::from(bits.bit(63));
    if lead == 0 && low.is_zero() {
        return format!("{sign}0x0p+0L");
    }
    let power = exponent_value(&biased).max(1) - 16383;
    format!("{sign}0x{lead}{}p{power:+}L", fraction_digits(&low))
}

fn fraction_digits(fraction: &Bv) -> String {
    let pad = fraction.width().next_multiple_of(4);
    let aligned = fraction.zext(pad).shl_by(pad - fraction.width());
    let digits = format!("{aligned:0width$x}", width = (pad / 4) as usize);
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        String::new()
    } else {
        format!(".{digits}")
    }
}

/// A biased exponent as a number.
fn exponent_value(biased: &Bv) -> i64 {
    biased.to_u64().map_or(0, |value| value as i64)
}
