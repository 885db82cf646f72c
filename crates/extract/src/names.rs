//! State variables in the syntax of C.

use crate::prepare::Prepared;
use crate::state::Slot;
use cassay_ir::{CType, CTypeId, Program, TypeId, Variable};

/// The name of a slot, whether it is an expression of C, and whether its values have a sign.
pub(crate) fn of_slot(prepared: &Prepared, slot: Slot, _ty: TypeId) -> (String, bool, bool) {
    let (variable, offset) = match slot {
        Slot::Part(variable, offset) => (variable, offset),
        Slot::Temp(temp) => return (format!("{temp}"), false, true),
    };
    let (name, ctype) = match variable {
        Variable::Local(id) => {
            let local = &prepared.function().locals[id];
            (&local.name, local.ctype)
        }
        Variable::Global(id) => {
            let global = &prepared.program.globals[id];
            (&global.name, global.ctype)
        }
    };
    let is_name = !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    let shown = match is_name {
        true => name.to_string(),
        false => format!("({name})"),
    };
    match path(&prepared.program, shown.clone(), ctype, offset) {
        Some((name, signed)) => (name, is_name, signed),
        None if offset == 0 => (shown, false, true),
        None => (format!("{shown}+{offset}"), false, true),
    }
}

/// Follows members and elements down to a scalar at an offset.
fn path(
    program: &Program,
    mut name: String,
    mut ctype: CTypeId,
    mut offset: u64,
) -> Option<(String, bool)> {
    for _ in 0..32 {
        match program.ctypes.resolve(ctype) {
            CType::Int { signed, .. } | CType::Char { signed } => {
                return (offset == 0).then_some((name, *signed));
            }
            CType::Bool | CType::Pointer(_) => return (offset == 0).then_some((name, false)),
            CType::Float { .. } => return (offset == 0).then_some((name, true)),
            CType::Enum { values, .. } => {
                let signed = values.iter().any(|(_, value)| *value < 0);
                return (offset == 0).then_some((name, signed));
            }
            CType::Array { elem, .. } => {
                let size = size_of(program, *elem, 0)?;
                let index = offset.checked_div(size)?;
                name = format!("{name}[{index}]");
                offset -= index * size;
                ctype = *elem;
            }
            CType::Struct { members, .. } => {
                let mut found = members.iter().rev();
                let member = found.find(|member| {
                    member.bit_offset <= offset * 8
                        && member.bit_width.is_none()
                        && !member.name.is_empty()
                })?;
                name = format!("{name}.{}", member.name);
                offset -= member.bit_offset / 8;
                ctype = member.ty;
            }
            CType::Unknown
            | CType::Void
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
