//! Cells in the syntax of C: names, members, elements, and numbers.

use crate::cells::Cell;
use cassay_ir::part::scalar_at;
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

/// The integer of a width at an offset, and whether its values have a sign.
fn path(
    program: &Program,
    name: String,
    ctype: CTypeId,
    offset: u64,
    width: u32,
) -> Option<(String, bool)> {
    let (name, scalar) = scalar_at(program, name, ctype, offset)?;
    let (bits, signed) = match program.ctypes.resolve(scalar) {
        CType::Int { bits, signed, .. } => (*bits, *signed),
        CType::Char { signed } => (8, *signed),
        CType::Bool => (8, false),
        CType::Enum { bits, values, .. } => (*bits, values.iter().any(|(_, value)| *value < 0)),
        CType::Unknown
        | CType::Void
        | CType::Float { .. }
        | CType::Pointer(_)
        | CType::Array { .. }
        | CType::Struct { .. }
        | CType::Union { .. }
        | CType::Typedef { .. }
        | CType::Function => return None,
    };
    (bits == width).then_some((name, signed))
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
