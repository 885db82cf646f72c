//! Adds a note where a proof may depend on padding.
//!
//! A store to a member of a structure may change the padding around it (C17 6.2.6.1p6). In this
//! model padding keeps its value, as it does with current compilers unless they copy structures
//! member by member. The note is added where structures are compared byte by byte.

use cassay_ir::{
    CallTarget, Expr, Function, Note, NoteKind, Program, StmtKind, Type, TypeId, Variable,
};
use std::sync::Arc;

/// Functions that read every byte.
const BYTEWISE: &[&str] = &["memcmp", "bcmp", "__memcmpeq"];

/// Adds a note where a variable with padding is compared byte by byte.
pub(crate) fn note(program: &mut Program) {
    let mut found = None;
    for function in program.functions.iter().filter(|function| !function.model) {
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            let StmtKind::Call {
                target: CallTarget::Direct(callee),
                args,
                ..
            } = &stmt.kind
            else {
                continue;
            };
            let name = &program.functions[*callee].name;
            if found.is_none() && BYTEWISE.contains(&&**name) {
                let mut padded = args
                    .iter()
                    .take(2)
                    .filter_map(|arg| padded(program, function, arg));
                found = padded.next().map(|variable| (variable, stmt.span));
            }
        }
    }
    if let Some((variable, span)) = found {
        program.add_note(Note {
            subject: format!("padding of {variable}").into(),
            kind: NoteKind::Padding,
            assumption: "it keeps its value where C leaves that open".into(),
            may_hide: false,
            span,
        });
    }
}

/// The name of the variable with padding that an address lies in.
fn padded(program: &Program, function: &Function, address: &Expr) -> Option<Arc<str>> {
    let base = if let Expr::PtrAdd(base, _) = address {
        base
    } else {
        address
    };
    let Expr::AddrOf(variable) = *base else {
        return None;
    };
    let (name, ty) = match variable {
        Variable::Local(id) => {
            let local = function.locals.get(id)?;
            (&local.name, local.ty)
        }
        Variable::Global(id) => {
            let global = program.globals.get(id)?;
            (&global.name, global.ty)
        }
    };
    has_padding(program, ty).then(|| name.clone())
}

/// Whether some byte of a type belongs to no member.
fn has_padding(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    let mut pending = vec![ty];
    while let Some(ty) = pending.pop() {
        match types.get(ty) {
            Type::Array { elem, len } if *len > 0 => pending.push(*elem),
            Type::Struct(layout) => {
                let fields = layout.fields.iter();
                let used: u64 = fields.map(|field| types.alloc_size(field.ty)).sum();
                if used < layout.size {
                    return true;
                }
                pending.extend(layout.fields.iter().map(|field| field.ty));
            }
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Vector { .. } => {}
        }
    }
    false
}
