//! Rules of types, source types and globals.

use super::{VerifyError, global_error};
use crate::ctype::{CType, CTypeId};
use crate::program::{Constant, Global, Initializer, Program};
use crate::types::{Type, TypeId};
use cassay_base::Id;

/// The largest object, so that all size arithmetic stays in range.
const MAX_SIZE: u64 = 1 << 62;

/// Types are well-founded: each is built from earlier ones, so that sizes can be computed.
pub(super) fn types(program: &Program, errors: &mut Vec<VerifyError>) {
    let mut fail = |message: String| errors.push(global_error(message));
    let bits = program.layout.pointer_bits;
    if !matches!(bits, 32 | 64) || program.types.pointer_bits() != bits {
        fail(format!("pointers of {bits} bits"));
        return;
    }
    for id in program.types.ids() {
        let usable = |part: TypeId| {
            part < id && !matches!(program.types.lookup(part), None | Some(Type::Void))
        };
        let good = match program.types.lookup(id) {
            None => false,
            Some(Type::Void | Type::Float(_) | Type::Ptr) => true,
            Some(Type::Int(width)) => *width > 0,
            Some(Type::Vector { elem, .. }) => usable(*elem),
            Some(Type::Array { elem, len }) => {
                usable(*elem) && {
                    let size = program.types.alloc_size(*elem).checked_mul(*len);
                    size.is_some_and(|size| size <= MAX_SIZE)
                }
            }
            Some(Type::Struct(layout)) => {
                layout.align.is_power_of_two()
                    && layout.align <= MAX_SIZE
                    && layout.size <= MAX_SIZE
                    && layout.fields.iter().all(|field| {
                        let size = usable(field.ty).then(|| program.types.store_size(field.ty));
                        let end = size.and_then(|size| field.offset.checked_add(size));
                        end.is_some_and(|end| end <= layout.size)
                    })
            }
        };
        if !good {
            fail(format!("type {} is malformed", id.index()));
            return;
        }
    }
    source_types(program, &mut fail);
}

fn source_types(program: &Program, fail: &mut impl FnMut(String)) {
    let count = program.ctypes.len();
    for index in 0..count {
        let known = |id: &CTypeId| id.index() < count;
        let good = match program.ctypes.get(CTypeId::from_index(index)) {
            CType::Unknown
            | CType::Void
            | CType::Int { .. }
            | CType::Char { .. }
            | CType::Bool
            | CType::Float { .. }
            | CType::Enum { .. }
            | CType::Function => true,
            CType::Pointer(target) | CType::Typedef { target, .. } => known(target),
            CType::Array { elem, .. } => known(elem),
            CType::Struct { members, .. } | CType::Union { members, .. } => {
                members.iter().all(|member| known(&member.ty))
            }
        };
        if !good {
            fail(format!(
                "source type {index} mentions one that is not there"
            ));
        }
    }
}

/// Rules common to all variables; the message when one is broken.
pub(super) fn variable(
    program: &Program,
    ty: TypeId,
    ctype: CTypeId,
    align: u64,
) -> Result<(), &'static str> {
    match program.types.lookup(ty) {
        None | Some(Type::Void) => return Err("has no type of a variable"),
        Some(
            Type::Int(_)
            | Type::Float(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. },
        ) => {}
    }
    if !align.is_power_of_two() {
        return Err("has an alignment that is no power of two");
    }
    if ctype.index() >= program.ctypes.len() {
        return Err("has no source type");
    }
    Ok(())
}

/// Globals have types and initialisers that fit.
pub(super) fn globals(program: &Program, errors: &mut Vec<VerifyError>) {
    for (id, global) in program.globals.iter_enumerated() {
        let name = format!("global {} `{}`", id.index(), global.name);
        if let Err(what) = variable(program, global.ty, global.ctype, global.align) {
            errors.push(global_error(format!("{name} {what}")));
        } else if let Err(what) = initializer(program, global) {
            errors.push(global_error(format!("{name}: {what}")));
        }
    }
}

fn initializer(program: &Program, global: &Global) -> Result<(), String> {
    let Initializer::Parts(parts) = &global.init else {
        return Ok(());
    };
    let size = program.types.alloc_size(global.ty);
    let pointer = u64::from(program.layout.pointer_bits / 8);
    let mut free_from = 0;
    for (offset, constant) in parts {
        let len = match constant {
            Constant::Bits(value) => u64::from(value.width().div_ceil(8)),
            Constant::Bytes(bytes) => bytes.len() as u64,
            Constant::GlobalAddr(id, _) => {
                if program.globals.get(*id).is_none() {
                    return Err(format!("the initialiser at {offset} names no global"));
                }
                pointer
            }
            Constant::FuncAddr(id) => {
                if program.functions.get(*id).is_none() {
                    return Err(format!("the initialiser at {offset} names no function"));
                }
                pointer
            }
        };
        if *offset < free_from {
            return Err(format!(
                "the initialiser at {offset} overlaps the one before"
            ));
        }
        free_from = match offset.checked_add(len) {
            Some(end) if end <= size => end,
            Some(_) | None => {
                return Err(format!(
                    "the initialiser at {offset} leaves the {size} bytes"
                ));
            }
        };
    }
    Ok(())
}
