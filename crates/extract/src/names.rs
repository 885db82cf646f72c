//! State variables in the syntax of C.

use crate::prepare::Prepared;
use crate::state::Slot;
use cassay_ir::part::scalar_at;
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

/// The scalar at an offset, and whether its values have a sign.
fn path(program: &Program, name: String, ctype: CTypeId, offset: u64) -> Option<(String, bool)> {
    let (name, scalar) = scalar_at(program, name, ctype, offset)?;
    let signed = match program.ctypes.resolve(scalar) {
        CType::Int { signed, .. } | CType::Char { signed } => *signed,
        CType::Float { .. } => true,
        CType::Enum { values, .. } => values.iter().any(|(_, value)| *value < 0),
        CType::Bool
        | CType::Pointer(_)
        | CType::Unknown
        | CType::Void
        | CType::Array { .. }
        | CType::Struct { .. }
        | CType::Union { .. }
        | CType::Typedef { .. }
        | CType::Function => false,
    };
    Some((name, signed))
}
