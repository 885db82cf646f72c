//! Values and types in the C of a harness. Numbers are given by their bits where C has no exact
//! literal for them.

use cassay_bv::Bv;
use cassay_ir::FloatKind;
use cassay_trace::outside::Scalar;
use std::fmt::Write;

/// The type of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    kind: Kind,
    signed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Int(u32),
    Float(FloatKind),
    Pointer,
}

/// The type of a value; `None` when a harness cannot say it.
pub(super) fn type_of(value: &Scalar) -> Option<Type> {
    let kind = match value {
        Scalar::Int(bits) => match bits.width() {
            width @ (1 | 8 | 16 | 32 | 64 | 128) => Kind::Int(width),
            _ => return None,
        },
        Scalar::Float(FloatKind::BFloat, _) => return None,
        Scalar::Float(kind, _) => Kind::Float(*kind),
        Scalar::Pointer(_) => Kind::Pointer,
    };
    Some(Type { kind, signed: true })
}

/// The type that the name of an input function promises, as `nondet_uint` does.
pub(super) fn type_by_name(name: &str) -> Option<Type> {
    let prefixes = ["__VERIFIER_nondet_", "nondet_", "nd_"];
    let ty = prefixes
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))?;
    let int = |width| Some(Kind::Int(width));
    let kind = match ty {
        "bool" | "_Bool" => int(1),
        "char" | "schar" | "uchar" | "u8" | "s8" | "int8" | "uint8" => int(8),
        "short" | "ushort" | "u16" | "s16" | "int16" | "uint16" => int(16),
        "int" | "uint" | "unsigned" | "u32" | "s32" | "int32" | "uint32" => int(32),
        "longlong" | "ulonglong" | "u64" | "s64" | "int64" | "uint64" => int(64),
        "int128" | "uint128" => int(128),
        "float" => Some(Kind::Float(FloatKind::Single)),
        "double" => Some(Kind::Float(FloatKind::Double)),
        _ => None,
    }?;
    Some(Type { kind, signed: true }.for_function(name))
}

/// The bytes of a value as a reader of seeds takes them: those of its type in C, the lowest first.
pub(super) fn seed_bytes(scalar: &Scalar, small: bool) -> Vec<u8> {
    let pointer = if small { 4 } else { 8 };
    let (bits, size) = match scalar {
        Scalar::Int(bits) => (bits.clone(), bits.width().div_ceil(8) as usize),
        Scalar::Float(FloatKind::X87, bits) => (bits.clone(), if small { 12 } else { 16 }),
        Scalar::Float(_, bits) => (bits.clone(), bits.width().div_ceil(8) as usize),
        Scalar::Pointer(address) => return address.to_le_bytes()[..pointer].to_vec(),
    };
    let limbs = bits.limbs().iter().flat_map(|limb| limb.to_le_bytes());
    let mut bytes: Vec<u8> = limbs.collect();
    bytes.resize(size, 0);
    bytes
}

impl Type {
    /// Whether every byte but zero and one would be no value.
    pub(super) fn is_bool(self) -> bool {
        self.kind == Kind::Int(1)
    }

    /// With the sign that the name of an input function promises.
    pub(super) fn for_function(mut self, name: &str) -> Type {
        let input = ["__VERIFIER_nondet_", "nondet_", "nd_"]
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix));
        self.signed = !input.is_some_and(|ty| ty.starts_with('u') || ty == "size_t");
        self
    }

    /// In C.
    pub(super) fn name(self) -> &'static str {
        match (self.kind, self.signed) {
            (Kind::Int(1), _) => "_Bool",
            (Kind::Int(8), true) => "signed char",
            (Kind::Int(8), false) => "unsigned char",
            (Kind::Int(16), true) => "short",
            (Kind::Int(16), false) => "unsigned short",
            (Kind::Int(32), true) => "int",
            (Kind::Int(32), false) => "unsigned",
            (Kind::Int(64), true) => "long long",
            (Kind::Int(64), false) => "unsigned long long",
            (Kind::Int(_), true) => "__int128",
            (Kind::Int(_), false) => "unsigned __int128",
            (Kind::Float(FloatKind::Half | FloatKind::BFloat), _) => "_Float16",
            (Kind::Float(FloatKind::Single), _) => "float",
            (Kind::Float(FloatKind::Double), _) => "double",
            (Kind::Float(FloatKind::X87), _) => "long double",
            (Kind::Float(FloatKind::Quad), _) => "__float128",
            (Kind::Pointer, _) => "void *",
        }
    }

    /// What selects the value in an element of [`array_of`].
    pub(super) fn member(self) -> &'static str {
        match self.kind {
            Kind::Float(_) => ".value",
            Kind::Int(_) | Kind::Pointer => "",
        }
    }

    /// The type that holds the bits of a number.
    fn bits(self) -> &'static str {
        match self.kind {
            Kind::Float(FloatKind::Half | FloatKind::BFloat) => "unsigned short bits",
            Kind::Float(FloatKind::Single) => "unsigned bits",
            Kind::Float(FloatKind::Double) => "unsigned long long bits",
            Kind::Float(FloatKind::X87 | FloatKind::Quad) | Kind::Int(_) | Kind::Pointer => {
                "unsigned long long bits[2]"
            }
        }
    }

    /// A value of the type.
    fn literal(self, bits: &Bv) -> String {
        match self.kind {
            Kind::Int(128) => {
                let limbs = bits.limbs();
                let (high, low) = (limbs.get(1).unwrap_or(&0), limbs.first().unwrap_or(&0));
                format!(
                    "({})((unsigned __int128){high:#x}u << 64 | {low:#x}u)",
                    self.name()
                )
            }
            Kind::Int(1) => u8::from(!bits.is_zero()).to_string(),
            Kind::Int(_) if self.signed => signed(bits),
            Kind::Int(_) => format!("{bits}u"),
            Kind::Float(_) | Kind::Pointer => format!("{bits:#x}"),
        }
    }
}

/// A decimal literal; the least value of a type has none.
fn signed(bits: &Bv) -> String {
    let text = bits.signed_decimal();
    match text.strip_prefix('-') {
        Some(_) if *bits == Bv::signed_min(bits.width()) => {
            let above = bits.signed_decimal();
            let last = above.parse::<i64>().map_or(0, |least| least + 1);
            format!("{last} - 1")
        }
        Some(_) | None => text,
    }
}

/// The answers of a function, and the definition of the array that holds them.
pub(super) fn array_of(ty: &Type, values: &[&Scalar]) -> String {
    let mut out = String::new();
    let items: Vec<String> = values.iter().map(|value| item(*ty, value)).collect();
    match ty.kind {
        Kind::Float(_) => {
            let _ = writeln!(out, "  static const union {{");
            let _ = writeln!(out, "    {};\n    {} value;", ty.bits(), ty.name());
            let _ = write!(out, "  }} answers[] = {{");
        }
        Kind::Int(_) => {
            let _ = write!(out, "  static const {} answers[] = {{", ty.name());
        }
        Kind::Pointer => {
            let _ = write!(out, "  static void *const answers[] = {{");
        }
    }
    let one_line = items.len() <= 8 && !matches!(ty.kind, Kind::Float(_));
    let _ = match one_line {
        true => writeln!(out, "{}}};", items.join(", ")),
        false => {
            let lines: Vec<String> = items
                .chunks(if matches!(ty.kind, Kind::Float(_)) {
                    1
                } else {
                    8
                })
                .map(|chunk| format!("\n    {},", chunk.join(", ")))
                .collect();
            writeln!(out, "{}\n  }};", lines.concat())
        }
    };
    out
}

fn item(ty: Type, value: &Scalar) -> String {
    match value {
        Scalar::Int(bits) => ty.literal(bits),
        Scalar::Pointer(address) => format!("(void *){address:#x}"),
        Scalar::Float(kind, bits) => format!(
            "{{{}}} /* {} */",
            bits_of(bits),
            cassay_trace::value::float(*kind, bits)
        ),
    }
}

/// The bits of a number as an initialiser.
fn bits_of(bits: &Bv) -> String {
    if bits.width() <= 64 {
        return format!("{bits:#x}u");
    }
    let limbs: Vec<String> = bits
        .limbs()
        .iter()
        .map(|limb| format!("{limb:#x}u"))
        .collect();
    format!("{{{}}}", limbs.join(", "))
}

/// A value as an expression.
pub(super) fn value(scalar: &Scalar) -> String {
    let Some(ty) = type_of(scalar) else {
        return "0".to_owned();
    };
    match scalar {
        Scalar::Int(bits) => ty.literal(bits),
        Scalar::Pointer(address) => format!("(void *){address:#x}"),
        Scalar::Float(_, bits) => format!(
            "(union {{ {}; {} value; }}){{{}}}.value",
            ty.bits(),
            ty.name(),
            bits_of(bits)
        ),
    }
}

/// An argument of the entry, named where that helps to read it.
pub(super) fn parameter(scalar: &Scalar, index: usize, out: &mut String) -> String {
    if let Some(ty) = type_of(scalar)
        && let Scalar::Float(kind, bits) = scalar
    {
        let _ = writeln!(
            out,
            "/* Argument {}: {} {} */",
            index + 1,
            ty.name(),
            cassay_trace::value::float(*kind, bits)
        );
    }
    value(scalar)
}

/// Bytes as an array.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let items: Vec<String> = bytes.iter().map(u8::to_string).collect();
    format!("(const unsigned char[]){{{}}}", items.join(", "))
}

/// Bytes of a text with a zero at the end.
pub(super) fn quoted(text: &[u8]) -> String {
    let items: Vec<String> = text.iter().map(|byte| format!("(char){byte}, ")).collect();
    format!("{}0", items.concat())
}
