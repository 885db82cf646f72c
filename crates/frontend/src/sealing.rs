//! Automatic variables that are `const`: after their initialisation nothing may write to them (C17
//! 6.7.3p6).
//!
//! The compiler initialises a scalar by one store, and an array or structure with a constant
//! initialiser by one copy or one fill, at the location of the declaration; the variable is sealed
//! after it. If the initialiser is computed, the compiler stores part by part, and the variable is
//! sealed when all parts are written. If it fills memory first and then changes it, or fills it in
//! a loop, the variable is not sealed. Nor are variables that are only loaded from, for which there
//! is nothing to claim.

use crate::functions::Builder;
use crate::llvm::{Call, Ident, InstKind, Instruction, Metadata, Value};
use crate::source_function::SourceFunction;
use cassay_ir::{Expr, LocalId, Place, StmtKind, Type, TypeId, Variable};
use std::collections::{HashMap, HashSet};

/// The declarations of `const` variables.
#[derive(Default)]
pub(crate) struct Constants<'m> {
    declared: HashMap<&'m Ident, Option<&'m Metadata>>,
    /// Storage that is used other than by loads and its initialisation.
    used: Option<HashSet<&'m Ident>>,
    /// Variables that are declared and not sealed yet, with the ranges of bytes written since.
    /// Blocks are lowered in an order in which an initialiser precedes what follows it.
    written: HashMap<LocalId, Vec<(u64, u64)>>,
}

/// Larger variables are not initialised part by part.
const MAX_PARTS: u64 = 4096;

impl<'m> Constants<'m> {
    /// Storage that is used other than by loads and its initialisation.
    fn used(&mut self, source: &SourceFunction<'m>) -> &HashSet<&'m Ident> {
        let declared = &self.declared;
        self.used.get_or_insert_with(|| {
            let mut used = HashSet::new();
            for instruction in source.instructions() {
                note_uses(instruction, declared, &mut used);
            }
            used
        })
    }
}

impl<'m> Builder<'_, 'm> {
    /// Notes that storage belongs to a `const` variable.
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
        // Stores of parameters have no location. Without lifetime markers, a jump back may
        // initialise a variable again.
        let initialises = match &instruction.dbg {
            None => true,
            place => place.as_ref() == *declared && self.source.marked.contains(name),
        };
        if !initialises || !self.constants.used(&self.source).contains(name) {
            return;
        }
        let Some(Ok(Expr::AddrOf(Variable::Local(local)))) = self.values.get(name) else {
            return;
        };
        let local = *local;
        let scalar = matches!(
            self.cx
                .program
                .types
                .get(self.body.function.locals[local].ty),
            Type::Int(_) | Type::Float(_) | Type::Ptr
        );
        if scalar == matches!(instruction.kind, InstKind::Store { .. }) {
            self.body.function.locals[local].constant = true;
            self.body.push(StmtKind::Seal(local));
        }
    }

    /// Tracks which parts of `const` arrays and structures the statements from an index on have
    /// written, and seals those that are complete.
    pub fn seal_parts(&mut self, from: usize) {
        if self.constants.declared.is_empty() {
            return;
        }
        let mut complete = Vec::new();
        for index in from..self.body.stmts.len() {
            match &self.body.stmts[index].kind {
                StmtKind::Declare(local) => {
                    self.constants.written.insert(*local, Vec::new());
                }
                StmtKind::Store {
                    place: Place::Variable(Variable::Local(local), offset),
                    value,
                    ..
                } => {
                    let ty = value.ty(&self.cx.program, &self.body.function);
                    let size = ty.map_or(0, |ty| self.cx.program.types.alloc_size(ty));
                    if let Some(written) = self.constants.written.get_mut(local) {
                        written.push((*offset, offset.saturating_add(size)));
                        complete.push(*local);
                    }
                }
                // A copy of another variable is a complete initialiser; a copy of constants may be
                // followed by stores.
                StmtKind::MemCopy { dst, src, len, .. } => {
                    let constant = matches!(src, Expr::AddrOf(Variable::Global(_)));
                    if let Some((local, offset)) = base(dst)
                        && let Some(written) = self.constants.written.get_mut(&local)
                    {
                        let len = if let Expr::Int(len) = len
                            && !constant
                        {
                            len.to_u64().unwrap_or(0)
                        } else {
                            0
                        };
                        if len == 0 {
                            self.constants.written.remove(&local);
                        } else {
                            written.push((offset, offset.saturating_add(len)));
                            complete.push(local);
                        }
                    }
                }
                StmtKind::MemSet { dst, .. } => {
                    if let Some((local, _)) = base(dst) {
                        self.constants.written.remove(&local);
                    }
                }
                _ => {}
            }
        }
        for local in complete {
            self.seal_complete(local);
        }
    }

    fn seal_complete(&mut self, local: LocalId) {
        let ty = self.body.function.locals[local].ty;
        let aggregate = matches!(
            self.cx.program.types.get(ty),
            Type::Struct(_) | Type::Array { .. }
        );
        let written = self.constants.written.get(&local);
        if !aggregate || !written.is_some_and(|written| self.is_complete(ty, written)) {
            return;
        }
        self.constants.written.remove(&local);
        let own = Expr::AddrOf(Variable::Local(local));
        let mut names = self.constants.declared.keys().copied();
        let name = names.find(|name| matches!(self.values.get(name), Some(Ok(at)) if *at == own));
        // Without lifetime markers, a jump back may initialise a variable again.
        if let Some(name) = name
            && self.source.marked.contains(name)
            && self.constants.used(&self.source).contains(name)
        {
            self.body.function.locals[local].constant = true;
            self.body.push(StmtKind::Seal(local));
        }
    }

    /// Whether ranges of bytes cover every part of a type.
    fn is_complete(&self, ty: TypeId, written: &[(u64, u64)]) -> bool {
        let types = &self.cx.program.types;
        if types.alloc_size(ty) > MAX_PARTS {
            return false;
        }
        let mut pending = vec![(0, ty)];
        while let Some((at, ty)) = pending.pop() {
            let end = at + types.alloc_size(ty);
            if written.iter().any(|(from, to)| *from <= at && end <= *to) {
                continue;
            }
            let parts = types.components(ty);
            if parts.is_empty() {
                return false;
            }
            pending.extend(parts.into_iter().map(|(offset, part)| (at + offset, part)));
        }
        true
    }
}

/// The variable that an address with a constant offset points into.
fn base(address: &Expr) -> Option<(LocalId, u64)> {
    match address {
        Expr::AddrOf(Variable::Local(local)) => Some((*local, 0)),
        Expr::PtrAdd(of, offset) => {
            if let (Expr::AddrOf(Variable::Local(local)), Expr::Int(offset)) = (&**of, &**offset) {
                Some((*local, offset.to_u64()?))
            } else {
                None
            }
        }
        _ => None,
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
