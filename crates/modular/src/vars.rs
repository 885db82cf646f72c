//! The variables that conjectures are about.

use crate::system::{System, Template};
use cassay_ir::{
    Accessed, CType, CTypeId, GlobalId, LocalId, Size, StmtKind, TempId, Type, TypeId, Variable,
};
use std::collections::BTreeSet;

/// A scalar that a conjecture can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Var {
    /// A part of a global variable.
    Shared(GlobalId, u64, TypeId),
    /// A part of a thread-local variable.
    Own(GlobalId, u64, TypeId),
    /// A part of a local variable.
    Local(LocalId, u64, TypeId),
    /// A temporary that is needed behind a point.
    Temp(TempId, TypeId),
    /// The number by which locks know the thread.
    Number(TypeId),
}

impl Var {
    /// Its type.
    pub fn ty(self) -> TypeId {
        match self {
            Var::Shared(_, _, ty)
            | Var::Own(_, _, ty)
            | Var::Local(_, _, ty)
            | Var::Temp(_, ty)
            | Var::Number(ty) => ty,
        }
    }

    /// Whether all threads have it in common.
    pub fn is_shared(self) -> bool {
        match self {
            Var::Shared(_, _, _) => true,
            Var::Own(_, _, _) | Var::Local(_, _, _) | Var::Temp(_, _) | Var::Number(_) => false,
        }
    }

    /// Whether the source says that it has no sign.
    pub fn is_unsigned(self, system: &System, template: &Template) -> bool {
        let unsigned = |ctype: CTypeId| match system.program.ctypes.resolve(ctype) {
            CType::Int { signed, .. } | CType::Char { signed } => !signed,
            CType::Bool | CType::Pointer(_) => true,
            CType::Unknown
            | CType::Void
            | CType::Float { .. }
            | CType::Enum { .. }
            | CType::Array { .. }
            | CType::Struct { .. }
            | CType::Union { .. }
            | CType::Typedef { .. }
            | CType::Function => false,
        };
        match self {
            Var::Shared(id, _, _) | Var::Own(id, _, _) => {
                unsigned(system.program.globals[id].ctype)
            }
            Var::Local(id, _, _) => unsigned(template.function.locals[id].ctype),
            Var::Temp(_, _) | Var::Number(_) => false,
        }
    }
}

/// The scalars that the statements of a template load and store at constant places.
pub(crate) fn accessed(system: &System, template: &Template) -> BTreeSet<Var> {
    let mut found = BTreeSet::new();
    let function = &template.function;
    for stmt in function.statements() {
        stmt.kind.accesses(|access| {
            let Accessed::Variable(variable, offset) = access.to else {
                return;
            };
            let ty = match access.size {
                Size::OfTemp(temp) => Some(function.temps[temp].ty),
                Size::OfValue(value) => value.ty(&system.program, function),
                Size::Bytes(_) | Size::Object => None,
            };
            let Some(ty) = ty.filter(|ty| is_word(system, *ty)) else {
                return;
            };
            found.insert(match variable {
                Variable::Local(id) => Var::Local(id, offset, ty),
                Variable::Global(id) => {
                    let global = &system.program.globals[id];
                    if global.constant {
                        return;
                    }
                    match global.thread_local {
                        true => Var::Own(id, offset, ty),
                        false => Var::Shared(id, offset, ty),
                    }
                }
            });
        });
    }
    found
}

/// Whether a type is an integer or a pointer.
pub(crate) fn is_word(system: &System, ty: TypeId) -> bool {
    match system.program.types.get(ty) {
        Type::Int(width) => *width <= 64,
        Type::Ptr => true,
        Type::Void
        | Type::Float(_)
        | Type::Array { .. }
        | Type::Struct(_)
        | Type::Vector { .. } => false,
    }
}

/// The global variables that a statement may write; `None` if any.
pub(crate) fn written(kind: &StmtKind) -> Option<BTreeSet<GlobalId>> {
    let mut found = Some(BTreeSet::new());
    kind.accesses(|access| {
        if !access.writes {
            return;
        }
        let variable = match access.to {
            Accessed::Variable(variable, _) => Some(variable),
            Accessed::Behind(pointer) => cassay_flat::base(pointer),
        };
        match (variable, &mut found) {
            (Some(Variable::Global(id)), Some(found)) => {
                found.insert(id);
            }
            (Some(Variable::Local(_)), _) => {}
            (None, _) | (_, None) => found = None,
        }
    });
    found
}
