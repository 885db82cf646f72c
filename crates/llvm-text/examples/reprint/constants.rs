//! Names, types, constants and values as text.

use cassay_llvm_text::{
    ConstExpr, Constant, Flags, FloatConst, FloatKind, Ident, IntConst, StructType, Type,
    TypedConstant, TypedValue, Value,
};

use crate::metadata::operand;

/// A name as it stands after its sigil.
pub fn name(ident: &Ident) -> String {
    match ident {
        Ident::Number(number) => number.to_string(),
        Ident::Name(text) => bare_or_quoted(text),
    }
}

pub fn bare_or_quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "$._-".contains(c);
    let digit_first = text.starts_with(|c: char| c.is_ascii_digit());
    if !text.is_empty() && !digit_first && text.chars().all(plain) {
        text.to_owned()
    } else {
        quoted(text.as_bytes())
    }
}

pub fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        if (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\' {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("\\{byte:02X}"));
        }
    }
    out + "\""
}

pub fn ty(ty: &Type) -> String {
    let list = |types: &[Type]| types.iter().map(self::ty).collect::<Vec<_>>().join(", ");
    match ty {
        Type::Array { len, elem } => format!("[{len} x {}]", self::ty(elem)),
        Type::Vector {
            len,
            scalable,
            elem,
        } => {
            format!(
                "<{}{len} x {}>",
                if *scalable { "vscale x " } else { "" },
                self::ty(elem)
            )
        }
        Type::Struct(body) => structure(body),
        Type::Named(ident) => format!("%{}", name(ident)),
        Type::Function(function) => {
            let mut params = list(&function.params);
            if function.varargs {
                params.push_str(if function.params.is_empty() {
                    "..."
                } else {
                    ", ..."
                });
            }
            format!("{} ({params})", self::ty(&function.ret))
        }
        Type::Void
        | Type::Label
        | Type::Token
        | Type::Metadata
        | Type::X86Amx
        | Type::X86Mmx
        | Type::Int(_)
        | Type::Float(_)
        | Type::Ptr { .. }
        | Type::Target(_) => ty.to_string(),
    }
}

pub fn structure(body: &StructType) -> String {
    let fields = body.fields.iter().map(ty).collect::<Vec<_>>().join(", ");
    if body.packed {
        format!("<{{ {fields} }}>")
    } else {
        format!("{{ {fields} }}")
    }
}

fn int(value: &IntConst, ty: &Type) -> String {
    match (value.as_i128(), ty) {
        (_, Type::Int(1)) => if value.is_zero() { "false" } else { "true" }.to_owned(),
        (Some(small), _) => small.to_string(),
        (None, _) => {
            let limbs = value.limbs(ty.int_width().unwrap_or(256));
            let digits: String = limbs
                .iter()
                .rev()
                .map(|limb| format!("{limb:016X}"))
                .collect();
            format!("u0x{digits}")
        }
    }
}

fn float(value: FloatConst) -> String {
    let bits = value.bits();
    match value.kind {
        FloatKind::Half => format!("0xH{bits:04X}"),
        FloatKind::BFloat => format!("0xR{bits:04X}"),
        FloatKind::Float => format!("0x{:016X}", widened(bits as u32)),
        FloatKind::Double => format!("0x{bits:016X}"),
        FloatKind::X86Fp80 => format!("0xK{bits:020X}"),
        FloatKind::Fp128 => format!("0xL{:016X}{:016X}", bits as u64, bits >> 64),
        FloatKind::PpcFp128 => format!("0xM{:016X}{:016X}", bits as u64, bits >> 64),
    }
}

/// The double of the same value; a NaN keeps its payload, which a conversion could quieten.
fn widened(bits: u32) -> u64 {
    let single = f32::from_bits(bits);
    if single.is_nan() {
        u64::from(bits >> 31) << 63 | 0x7ff << 52 | u64::from(bits & 0x7f_ffff) << 29
    } else {
        f64::from(single).to_bits()
    }
}

pub fn typed(constant: &TypedConstant) -> String {
    format!(
        "{} {}",
        ty(&constant.ty),
        self::constant(&constant.value, &constant.ty)
    )
}

fn list(constants: &[TypedConstant]) -> String {
    constants.iter().map(typed).collect::<Vec<_>>().join(", ")
}

pub fn constant(constant: &Constant, of: &Type) -> String {
    match constant {
        Constant::Int(value) => int(value, of),
        Constant::Float(value) => float(*value),
        Constant::Null => "null".into(),
        Constant::Undef => "undef".into(),
        Constant::Poison => "poison".into(),
        Constant::Zero => "zeroinitializer".into(),
        Constant::None => "none".into(),
        Constant::Bytes(bytes) => format!("c{}", quoted(bytes)),
        Constant::Array(elements) => format!("[{}]", list(elements)),
        Constant::Struct {
            packed: false,
            fields,
        } => format!("{{ {} }}", list(fields)),
        Constant::Struct {
            packed: true,
            fields,
        } => format!("<{{ {} }}>", list(fields)),
        Constant::Vector(elements) => format!("<{}>", list(elements)),
        Constant::Splat(element) => format!("splat ({})", typed(element)),
        Constant::Global(ident) => format!("@{}", name(ident)),
        Constant::BlockAddress { function, block } => {
            format!("blockaddress(@{}, %{})", name(function), name(block))
        }
        Constant::DsoLocalEquivalent(ident) => format!("dso_local_equivalent @{}", name(ident)),
        Constant::NoCfi(ident) => format!("no_cfi @{}", name(ident)),
        Constant::PtrAuth(operands) => format!("ptrauth ({})", list(operands)),
        Constant::Expr(expr) => expression(expr),
        Constant::Unknown(text) => text.to_string(),
    }
}

fn expression(expr: &ConstExpr) -> String {
    match expr {
        ConstExpr::GetElementPtr {
            flags,
            inrange,
            source,
            base,
            indices,
        } => {
            let range = match inrange {
                Some((low, high)) => {
                    format!(
                        "inrange({}, {}) ",
                        int(low, &Type::Int(64)),
                        int(high, &Type::Int(64))
                    )
                }
                None => String::new(),
            };
            let rest: String = indices
                .iter()
                .map(|index| format!(", {}", typed(index)))
                .collect();
            format!(
                "getelementptr {}{range}({}, {}{rest})",
                self::flags(*flags),
                ty(source),
                typed(base)
            )
        }
        ConstExpr::Cast {
            op,
            flags,
            value,
            to,
        } => {
            format!(
                "{} {}({} to {})",
                op.keyword(),
                self::flags(*flags),
                typed(value),
                ty(to)
            )
        }
        ConstExpr::Binary {
            op,
            flags,
            lhs,
            rhs,
        } => {
            format!(
                "{} {}({}, {})",
                op.keyword(),
                self::flags(*flags),
                typed(lhs),
                typed(rhs)
            )
        }
        ConstExpr::FNeg(value) => format!("fneg ({})", typed(value)),
        ConstExpr::ICmp { pred, lhs, rhs } => {
            format!("icmp {} ({}, {})", pred.keyword(), typed(lhs), typed(rhs))
        }
        ConstExpr::FCmp { pred, lhs, rhs } => {
            format!("fcmp {} ({}, {})", pred.keyword(), typed(lhs), typed(rhs))
        }
        ConstExpr::Select {
            cond,
            then,
            otherwise,
        } => {
            format!(
                "select ({}, {}, {})",
                typed(cond),
                typed(then),
                typed(otherwise)
            )
        }
        ConstExpr::ExtractElement { vector, index } => {
            format!("extractelement ({}, {})", typed(vector), typed(index))
        }
        ConstExpr::InsertElement {
            vector,
            element,
            index,
        } => {
            format!(
                "insertelement ({}, {}, {})",
                typed(vector),
                typed(element),
                typed(index)
            )
        }
        ConstExpr::ShuffleVector {
            first,
            second,
            mask,
        } => {
            format!(
                "shufflevector ({}, {}, {})",
                typed(first),
                typed(second),
                typed(mask)
            )
        }
        ConstExpr::ExtractValue { aggregate, indices } => {
            format!("extractvalue ({}{})", typed(aggregate), path(indices))
        }
        ConstExpr::InsertValue {
            aggregate,
            element,
            indices,
        } => {
            format!(
                "insertvalue ({}, {}{})",
                typed(aggregate),
                typed(element),
                path(indices)
            )
        }
    }
}

pub fn path(indices: &[u32]) -> String {
    indices.iter().map(|index| format!(", {index}")).collect()
}

/// The flags, each followed by a blank.
pub fn flags(flags: Flags) -> String {
    if flags.has(Flags::FAST) {
        return "fast ".into();
    }
    let words = [
        "inbounds", "nusw", "nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "nnan", "ninf",
        "nsz", "arcp", "contract", "afn", "reassoc",
    ];
    let set = |word: &&str| Flags::from_keyword(word).is_some_and(|flag| flags.has(flag));
    words
        .iter()
        .filter(|word| set(word))
        .map(|word| format!("{word} "))
        .collect()
}

pub fn value(value: &Value, of: &Type) -> String {
    match value {
        Value::Local(ident) => format!("%{}", name(ident)),
        Value::Const(constant) => self::constant(constant, of),
        Value::Metadata(metadata) => operand(metadata),
        Value::InlineAsm(assembly) => {
            let words = [
                (assembly.side_effect, "sideeffect "),
                (assembly.align_stack, "alignstack "),
                (assembly.intel, "inteldialect "),
                (assembly.unwind, "unwind "),
            ];
            let words: String = words
                .iter()
                .filter(|word| word.0)
                .map(|word| word.1)
                .collect();
            let template = quoted(assembly.template.as_bytes());
            format!(
                "asm {words}{template}, {}",
                quoted(assembly.constraints.as_bytes())
            )
        }
    }
}

pub fn typed_value(typed: &TypedValue) -> String {
    format!("{} {}", ty(&typed.ty), value(&typed.value, &typed.ty))
}
