//! Cells in the syntax of C: names, members, elements, and numbers.

use crate::cells::Cell;
use cassay_ir::{CType, CTypeId, FuncId, Program, Variable};

/// How C writes a cell, and whether its values have a sign; nothing for what has no name there.
pub fn of_cell(program: &Program, function: FuncId, cell: &Cell) -> Option<(String, bool)> {
    let (name, ctype) = match cell.variable {
        Variable::Local(id) => {
            let local = program.functions[function].locals.get(id)?;
            (&local.name, local.ctype)
        }
        Variable::Global(id) => {
            let global = program.globals.get(id)?;
            (&global.name, global.ctype)
        }
    };
    let mut chars = name.chars();
    let starts = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if !starts || !chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    path(program, name.to_string(), ctype, cell.offset, cell.width)
}

/// Follows members and elements down to an integer of a width at an offset.
fn path(
    program: &Program,
    mut name: String,
    mut ctype: CTypeId,
    mut offset: u64,
    width: u32,
) -> Option<(String, bool)> {
    for _ in 0..32 {
        match program.ctypes.resolve(ctype) {
            CType::Int { bits, signed, .. } => {
                return (offset == 0 && *bits == width).then_some((name, *signed));
            }
            CType::Char { signed } => {
                return (offset == 0 && width == 8).then_some((name, *signed));
            }
            CType::Bool => return (offset == 0 && width == 8).then_some((name, false)),
            CType::Enum { bits, values, .. } => {
                let signed = values.iter().any(|(_, value)| *value < 0);
                return (offset == 0 && *bits == width).then_some((name, signed));
            }
            CType::Array { elem, .. } => {
                let size = size_of(program, *elem, 0)?;
                let index = offset.checked_div(size)?;
                name = format!("{name}[{index}]");
                offset -= index * size;
                ctype = *elem;
            }
            CType::Struct { members, .. } => {
                let bit = offset * 8;
                let mut found = members.iter().rev();
                let member = found.find(|member| {
                    member.bit_offset <= bit
                        && member.bit_width.is_none()
                        && !member.name.is_empty()
                })?;
                name = format!("{name}.{}", member.name);
                offset -= member.bit_offset / 8;
                ctype = member.ty;
            }
            CType::Unknown
            | CType::Void
            | CType::Float { .. }
            | CType::Pointer(_)
            | CType::Union { .. }
            | CType::Typedef { .. }
            | CType::Function => return None,
        }
    }
    None
}

/// The size of a type in bytes.
fn size_of(program: &Program, ctype: CTypeId, depth: u32) -> Option<u64> {
    match program.ctypes.resolve(ctype) {
        CType::Int { bits, .. } | CType::Float { bits, .. } | CType::Enum { bits, .. } => {
            Some(u64::from(bits / 8))
        }
        CType::Char { .. } | CType::Bool => Some(1),
        CType::Pointer(_) => Some(u64::from(program.types.pointer_bits() / 8)),
        CType::Struct { size, .. } | CType::Union { size, .. } => Some(*size),
        CType::Array { elem, len } if depth < 32 => {
            size_of(program, *elem, depth + 1)?.checked_mul((*len)?)
        }
        CType::Array { .. }
        | CType::Unknown
        | CType::Void
        | CType::Typedef { .. }
        | CType::Function => None,
    }
}

/// A number as C writes it.
pub fn literal(number: i128, is_signed: bool) -> String {
    let (int_max, long_min) = (i128::from(i32::MAX), i128::from(i64::MIN));
    if !is_signed {
        let suffix = if number > i128::from(u32::MAX) {
            "UL"
        } else {
            "U"
        };
        return format!("{number}{suffix}");
    }
    if number == long_min {
        return "(-9223372036854775807L - 1L)".to_owned();
    }
    if number == -int_max - 1 {
        return "(-2147483647 - 1)".to_owned();
    }
    let suffix = if (-int_max..=int_max).contains(&number) {
        ""
    } else {
        "L"
    };
    if number < 0 {
        format!("({number}{suffix})")
    } else {
        format!("{number}{suffix}")
    }
}
