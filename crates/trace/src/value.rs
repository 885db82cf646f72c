//! Values in C syntax, by their source type.
//!
//! Integers are decimal, unsigned ones hexadecimal as well; characters and enumerators are named
//! beside their number; floats have as many digits as identify them. A value that memory does not hold is `?`.

use cassay_bv::Bv;
use cassay_interp::Pointer;
use cassay_ir::{CType, CTypeId, FloatKind, Program};

/// A value in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raw {
    /// Bits.
    Bits(Bv),
    /// A whole pointer.
    Pointer(Pointer),
    /// Unknown, at least in part.
    Unknown,
}

/// Names of pointers.
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
        CType::Float { name, bits: width } => match float_kind(name, *width) {
            Some(kind) => number(program, kind, bits),
            None => format!("{bits:#x}"),
        },
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

/// The format of a source type. The size of `long double` includes padding.
pub fn float_kind(name: &str, bits: u32) -> Option<FloatKind> {
    match bits {
        16 if name.contains("bf16") => Some(FloatKind::BFloat),
        16 => Some(FloatKind::Half),
        32 => Some(FloatKind::Single),
        64 => Some(FloatKind::Double),
        80 | 96 => Some(FloatKind::X87),
        128 if name.contains("long double") => Some(FloatKind::X87),
        128 => Some(FloatKind::Quad),
        _ => None,
    }
}

/// A number in C syntax, of IEEE 754 or with fixed point.
pub fn number(program: &Program, kind: FloatKind, bits: &Bv) -> String {
    match &program.fixed {
        Some(formats) => formats.get(kind).decimal(bits),
        None => float(kind, bits),
    }
}

/// A number in C syntax: as many digits as it takes to read the same number back.
pub fn float(kind: FloatKind, bits: &Bv) -> String {
    if bits.width() != kind.bits() {
        return format!("{bits:#x}");
    }
    let sign = if bits.is_negative() { "-" } else { "" };
    if cassay_float::is_nan(kind, bits) {
        return format!("{sign}NAN");
    }
    if cassay_float::is_infinite(kind, bits) {
        return format!("{sign}INFINITY");
    }
    let suffix = match kind {
        FloatKind::Half => "f16",
        FloatKind::BFloat => "bf16",
        FloatKind::Single => "f",
        FloatKind::Double => "",
        FloatKind::X87 => "L",
        FloatKind::Quad => "f128",
    };
    format!("{}{suffix}", cassay_float::shortest_decimal(kind, bits))
}
