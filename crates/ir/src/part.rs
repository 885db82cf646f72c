//! Parts of variables by their names in C: members and elements at an offset.

use crate::ctype::{CType, CTypeId};
use crate::program::Program;

/// The deepest nesting of types that is followed.
const DEPTH: u32 = 32;

/// The name and the type of the scalar at an offset of a variable with this name and type; nothing where C has
/// no name for it.
pub fn scalar_at(
    program: &Program,
    mut name: String,
    mut ctype: CTypeId,
    mut offset: u64,
) -> Option<(String, CTypeId)> {
    for _ in 0..DEPTH {
        match program.ctypes.resolve(ctype) {
            CType::Int { .. }
            | CType::Char { .. }
            | CType::Bool
            | CType::Pointer(_)
            | CType::Float { .. }
            | CType::Enum { .. } => return (offset == 0).then_some((name, ctype)),
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
        CType::Array { elem, len } if depth < DEPTH => {
            size_of(program, *elem, depth + 1)?.checked_mul((*len)?)
        }
        CType::Array { .. }
        | CType::Unknown
        | CType::Void
        | CType::Typedef { .. }
        | CType::Function => None,
    }
}
