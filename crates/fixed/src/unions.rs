//! Unions in which floating-point numbers share memory with something else.
//!
//! Memory holds the bits of fixed-point numbers. A program that reads them through another member
//! sees these bits, and a note says so; the source types show where that is possible.

use cassay_base::{Id, Span};
use cassay_ir::{CType, CTypeId, CTypeTable, Note, NoteKind, Program};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Adds a note for each such union that a variable of the program leads to.
pub(crate) fn note(program: &mut Program) {
    let mut seen = vec![false; program.ctypes.len()];
    let mut names: BTreeSet<Arc<str>> = BTreeSet::new();
    let functions = program.functions.iter().filter(|function| !function.model);
    let locals = functions.flat_map(|function| function.locals.iter().map(|local| local.ctype));
    let globals = program
        .globals
        .iter()
        .filter(|global| global.span.is_known());
    let mut stack: Vec<CTypeId> = globals.map(|global| global.ctype).chain(locals).collect();
    while let Some(id) = stack.pop() {
        match seen.get_mut(id.index()) {
            Some(seen) if !*seen => *seen = true,
            Some(_) | None => continue,
        }
        let ctype = program.ctypes.get(id);
        if let CType::Union { name, .. } = ctype
            && shares(&program.ctypes, id)
        {
            names.insert(name.clone());
        }
        parts(ctype, |part| stack.push(part));
        if let CType::Pointer(pointee) = ctype {
            stack.push(*pointee);
        }
    }
    for name in names {
        let subject = if name.is_empty() {
            "a union".to_owned()
        } else {
            format!("union {name}")
        };
        program.add_note(Note {
            subject: subject.into(),
            kind: NoteKind::FixedPoint,
            assumption: "its floating-point members have the bits of fixed-point numbers, which \
                the other members see"
                .into(),
            may_hide: false,
            span: Span::NONE,
        });
    }
}

/// Whether there are floating-point numbers and something else below a type.
fn shares(ctypes: &CTypeTable, id: CTypeId) -> bool {
    let mut seen = BTreeSet::new();
    let (mut float, mut other) = (false, false);
    let mut stack = vec![id];
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let ctype = ctypes.get(id);
        match ctype {
            CType::Float { .. } => float = true,
            CType::Int { .. }
            | CType::Char { .. }
            | CType::Bool
            | CType::Enum { .. }
            | CType::Pointer(_) => other = true,
            CType::Unknown
            | CType::Void
            | CType::Array { .. }
            | CType::Struct { .. }
            | CType::Union { .. }
            | CType::Typedef { .. }
            | CType::Function => {}
        }
        parts(ctype, |part| stack.push(part));
    }
    float && other
}

/// The types that a type is made of.
fn parts(ctype: &CType, mut visit: impl FnMut(CTypeId)) {
    match ctype {
        CType::Array { elem, .. } => visit(*elem),
        CType::Struct { members, .. } | CType::Union { members, .. } => {
            members.iter().for_each(|member| visit(member.ty));
        }
        CType::Typedef { target, .. } => visit(*target),
        CType::Unknown
        | CType::Void
        | CType::Int { .. }
        | CType::Char { .. }
        | CType::Bool
        | CType::Float { .. }
        | CType::Enum { .. }
        | CType::Pointer(_)
        | CType::Function => {}
    }
}
