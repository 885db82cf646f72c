//! Automatic variables that are constant: from the end of their initialisation on nothing may write
//! to them (C17 6.7.3p6).
//!
//! The compiler initialises a scalar by one store, and an array or structure whose initialiser is
//! constant by one copy or one fill, at the place of the declaration; the variable is sealed behind
//! it. Other initialisers go through memory in many ways, also by calls, and their variables are not
//! sealed. Nor are those that are only loaded from, for which there is nothing to claim.

use crate::functions::Builder;
use crate::llvm::{Call, Ident, InstKind, Instruction, Metadata, Value};
use cassay_ir::{Expr, StmtKind, Type, Variable};
use std::collections::{HashMap, HashSet};

/// Where constant variables are declared.
#[derive(Default)]
pub(crate) struct Constants<'m> {
    declared: HashMap<&'m Ident, Option<&'m Metadata>>,
    /// Storage that is used for more than being loaded from and initialised.
    used: Option<HashSet<&'m Ident>>,
}

impl<'m> Builder<'_, 'm> {
    /// Notes that storage belongs to a constant variable.
    pub fn note_constant(&mut self, name: &'m Ident, location: Option<&'m Metadata>) {
        self.constants.declared.insert(name, location);
    }

    /// Seals the variable that an instruction has initialised.
    pub fn seal(&mut self, instruction: &'m Instruction) {
        if self.constants.declared.is_empty() {
            return;
        }
        let initialises = match &instruction.kind {
            InstKind::Store { pointer, value, .. } => match (&pointer.value, &value.value) {
                (Value::Local(name), Value::Local(value)) if name == value => None,
                (Value::Local(name), _) => Some(name),
                _ => None,
            },
            InstKind::Call(call) => filled(call),
            _ => None,
        };
        let Some(name) = initialises else { return };
        let Some(declared) = self.constants.declared.get(name) else {
            return;
        };
        // What is passed is stored without a place. Without markers of its life a variable may be
        // initialised again by a jump.
        let initialises = match &instruction.dbg {
            None => true,
            place => place.as_ref() == *declared && self.marked.contains(name),
        };
        if !initialises || !self.used().contains(name) {
            return;
        }
        let Some(Ok(Expr::AddrOf(Variable::Local(local)))) = self.values.get(name) else {
            return;
        };
        let local = *local;
        let scalar = matches!(
            self.cx.program.types.get(self.function.locals[local].ty),
            Type::Int(_) | Type::Float(_) | Type::Ptr
        );
        if scalar == matches!(instruction.kind, InstKind::Store { .. }) {
            self.function.locals[local].constant = true;
            self.push(StmtKind::Seal(local));
        }
    }

    /// Storage that is used for more than being loaded from and initialised.
    fn used(&mut self) -> &HashSet<&'m Ident> {
        let (graph, declared) = (&self.graph, &self.constants.declared);
        self.constants.used.get_or_insert_with(|| {
            let mut used = HashSet::new();
            let blocks = graph.blocks.iter();
            for instruction in blocks.flat_map(|block| block.instructions()) {
                note_uses(instruction, declared, &mut used);
            }
            used
        })
    }
}

/// The storage that a call fills with constants.
fn filled(call: &Call) -> Option<&Ident> {
    let name = call.callee_name()?;
    if name.starts_with("llvm.memcpy.") {
        call.args.get(1)?.value.as_global()?;
    } else if !name.starts_with("llvm.memset.") {
        return None;
    }
    match &call.args.first()?.value {
        Value::Local(name) => Some(name),
        _ => None,
    }
}

fn note_uses<'m>(
    instruction: &'m Instruction,
    declared: &HashMap<&'m Ident, Option<&'m Metadata>>,
    used: &mut HashSet<&'m Ident>,
) {
    let mut note = |value: &'m Value| {
        if let Value::Local(name) = value {
            used.insert(name);
        }
    };
    match &instruction.kind {
        InstKind::Store { pointer, value, .. } => {
            note(&value.value);
            let Value::Local(name) = &pointer.value else {
                return;
            };
            let place = declared.get(name).copied().flatten();
            if instruction.dbg.is_some() && instruction.dbg.as_ref() != place {
                note(&pointer.value);
            }
        }
        InstKind::GetElementPtr { base, .. } => note(&base.value),
        InstKind::Cast { value, .. } => note(&value.value),
        InstKind::Call(call) if filled(call).is_none() => {
            let name = call.callee_name().unwrap_or("");
            if !name.starts_with("llvm.lifetime") {
                call.args.iter().for_each(|argument| note(&argument.value));
            }
        }
        InstKind::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| note(value)),
        InstKind::Select {
            then, otherwise, ..
        } => {
            note(&then.value);
            note(&otherwise.value);
        }
        InstKind::Ret(Some(value)) => note(&value.value),
        InstKind::InsertValue { element, .. } => note(&element.value),
        InstKind::CmpXchg { pointer, .. } | InstKind::AtomicRmw { pointer, .. } => {
            note(&pointer.value);
        }
        _ => {}
    }
}
