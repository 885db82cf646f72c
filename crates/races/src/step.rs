//! What statements do to a state, and the accesses that they make.

use crate::access::{Access, Bytes};
use crate::context::{ContextId, Place};
use crate::locks::{Kind, Operation, counts, operation};
use crate::state::{Cell, Held, State};
use crate::value::{Base, Lock, Mode, Value};
use crate::walk::{Damage, LockFacts, TooHard, Walk};
use cassay_effects::{Target, may_hold_pointer};
use cassay_ir::sharing::can_race;
use cassay_ir::{self as ir, Accessed, Expr, Function, Size, StmtKind, TempId, Variable};
use std::collections::{BTreeMap, BTreeSet};

impl Walk<'_> {
    /// A statement; whether the execution goes on behind it.
    pub fn statement(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        kind: &StmtKind,
    ) -> Result<bool, TooHard> {
        self.record(context, at, state, kind);
        match kind {
            StmtKind::Assign { dst, value } => {
                let value = match self.evaluate(state, context, value) {
                    Some(value) => Some(value),
                    None => self.unknown(context, at, state, *dst),
                };
                state.set(context, *dst, value);
            }
            StmtKind::Load { dst, volatile, .. } => {
                let value = self.load(context, at, state, kind, (*dst, *volatile));
                state.set(context, *dst, value);
            }
            StmtKind::Store { value, .. } => {
                let value = self.evaluate(state, context, value);
                self.write(context, at, state, kind, value);
            }
            StmtKind::MemCopy { .. } | StmtKind::MemSet { .. } | StmtKind::MemHavoc { .. } => {
                self.write(context, at, state, kind, None);
            }
            StmtKind::Declare(local) => state.renew(Base::Local(context, *local)),
            StmtKind::Alloc { dst, .. } => {
                let base = Base::Made(context, at.0, at.1);
                state.renew(base);
                state.set(context, *dst, Some(Value::Pointer(base, 0)));
            }
            StmtKind::Havoc { dst, .. } => {
                // A pointer that is an input may lead anywhere.
                let ty = self.body(context).temps[*dst].ty;
                self.complete &= !may_hold_pointer(self.program, ty);
                let value = self.unknown(context, at, state, *dst);
                state.set(context, *dst, value);
            }
            StmtKind::Spawn { dst, target, args } => {
                self.spawn(context, at, state, (*dst, target, args))?;
            }
            StmtKind::Join { dst, thread } => {
                let thread = self.evaluate(state, context, thread);
                self.join_thread(state, thread);
                let value = self.unknown(context, at, state, *dst);
                state.set(context, *dst, value);
            }
            StmtKind::EndThread(_) => {
                self.end_thread(context, state);
                return Ok(false);
            }
            StmtKind::Call { dst, target, args } => {
                return self.call(context, at, state, (*dst, target, args));
            }
            StmtKind::AtomicBegin => state.sections = state.sections.saturating_add(1),
            StmtKind::AtomicEnd => state.sections = state.sections.saturating_sub(1),
            StmtKind::Unsupported(_) => {
                self.complete = false;
                return Ok(false);
            }
            StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Hold { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Dead(_)
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::Seal(_)
            | StmtKind::Fence(_) => {}
        }
        Ok(true)
    }

    /// Where an access starts, if that is known.
    fn start_of(
        &self,
        state: &State,
        context: ContextId,
        access: ir::Access<'_>,
    ) -> Option<(Base, i64)> {
        match access.to {
            Accessed::Variable(variable, offset) => {
                let base = match variable {
                    Variable::Global(id) => Base::Global(id),
                    Variable::Local(id) => Base::Local(context, id),
                };
                Some((base, i64::try_from(offset).ok()?))
            }
            Accessed::Behind(pointer) => match self.evaluate(state, context, pointer)? {
                Value::Pointer(base, offset) => Some((base, offset)),
                Value::Int(_) | Value::Thread(_) | Value::Tried(_, _) | Value::Taken(_, _, _) => {
                    None
                }
            },
        }
    }

    /// The number of bytes of an access, if that is known.
    fn size_of(&self, state: &State, context: ContextId, access: ir::Access<'_>) -> Option<u64> {
        let function = self.body(context);
        let types = &self.program.types;
        match access.size {
            Size::OfTemp(temp) => Some(types.store_size(function.temps[temp].ty)),
            Size::OfValue(value) => {
                let ty = value.ty(self.program, function)?;
                Some(types.store_size(ty))
            }
            Size::Bytes(len) => {
                let len = self.evaluate(state, context, len)?.number()?;
                u64::try_from(len).ok()
            }
            Size::Object => None,
        }
    }

    /// Whether what a thread wrote to an object is still there when it reads it.
    fn is_trusted(&self, base: Base) -> bool {
        let device = match base {
            Base::Global(id) => self.program.globals[id].device,
            Base::Local(_, _)
            | Base::Made(_, _, _)
            | Base::Function(_)
            | Base::Unknown(_, _, _)
            | Base::Argument(_, _) => false,
        };
        let target = self.target(base).filter(|_| base.is_object() && !device);
        target.is_some_and(|target| !self.untrusted.contains(&target))
    }

    fn load(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        kind: &StmtKind,
        (dst, volatile): (TempId, bool),
    ) -> Option<Value> {
        let mut cell = None;
        kind.accesses(|access| {
            let start = self.start_of(state, context, access);
            let size = self.size_of(state, context, access);
            cell = start.zip(size);
        });
        let cell = cell.filter(|((base, _), _)| !volatile && self.is_trusted(*base));
        let Some((place, size)) = cell else {
            return self.unknown(context, at, state, dst);
        };
        let known = state.cells.get(&place).filter(|cell| cell.size == size);
        if let Some(value) = known.map(|cell| cell.value.clone()) {
            self.rely(context, place.0);
            return Some(value);
        }
        // The next read gives the same.
        let value = self.unknown(context, at, state, dst)?;
        let cell = Cell {
            size,
            value: value.clone(),
        };
        state.overwrite(place.0, place.1, size);
        state.cells.insert(place, cell);
        Some(value)
    }

    fn rely(&mut self, context: ContextId, base: Base) {
        if let Some(target) = self.target(base) {
            let thread = self.contexts.thread(context);
            self.relied.insert((target, thread));
        }
    }

    /// Memory is written; with the value, if it is a single one and known.
    fn write(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        kind: &StmtKind,
        value: Option<Value>,
    ) {
        let mut written = None;
        kind.accesses(|access| {
            if access.writes {
                let start = self.start_of(state, context, access);
                written = Some((start, self.size_of(state, context, access)));
            }
        });
        let Some((start, size)) = written else {
            return;
        };
        let Some((base, offset)) = start.filter(|(base, _)| base.is_object()) else {
            let targets = self.targets(context, at, 0);
            state.overwrite_all(|base| match (&targets, self.target(base)) {
                (Some(targets), Some(target)) => targets.contains(&target),
                (None, _) | (_, None) => true,
            });
            return;
        };
        let Some(size) = size else {
            state.overwrite_all(|of| of == base);
            return;
        };
        state.overwrite(base, offset, size);
        if let Some(value) = value.filter(|_| self.is_trusted(base)) {
            state.cells.insert((base, offset), Cell { size, value });
        }
    }

    /// Notes the accesses of a statement.
    fn record(&mut self, context: ContextId, at: Place, state: &State, kind: &StmtKind) {
        let function = self.body(context);
        let mut found = Vec::new();
        kind.accesses(|access| found.push(access));
        for (index, access) in found.into_iter().enumerate() {
            if let Accessed::Variable(Variable::Local(local), _) = access.to
                && !function.locals[local].address_taken
            {
                continue;
            }
            let start = self.start_of(state, context, access);
            let size = self.size_of(state, context, access);
            let bytes = self.bytes((context, at), access, start, size);
            let held = state.locks.iter();
            let locks = held.map(|(lock, held)| (*lock, held.mode)).collect();
            let mut near: BTreeMap<i64, (Mode, _)> = BTreeMap::new();
            if let Some((base, offset)) = start {
                for (lock, held) in state.locks.iter().filter(|(lock, _)| lock.base == base) {
                    let distance = lock.offset.wrapping_sub(offset);
                    near.insert(distance, (held.mode, [*lock].into()));
                }
            }
            let access = Access {
                bytes: vec![bytes],
                writes: access.writes,
                atomic: access.order.is_some(),
                library: function.model,
                races: can_race(function, at.0, at.1),
                locks,
                near,
                live: state.live.clone(),
                section: state.sections > 0,
            };
            self.accesses.add(context, at, index, access);
        }
    }

    /// A function without body may read and write some objects.
    pub fn touch(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        objects: BTreeSet<Target>,
    ) {
        if objects.is_empty() {
            return;
        }
        state.overwrite_all(|base| {
            let target = self.target(base);
            target.is_none_or(|target| objects.contains(&target))
        });
        let held = state.locks.iter();
        let access = Access {
            bytes: vec![Bytes::Anywhere(Some(objects), true)],
            writes: true,
            atomic: false,
            library: false,
            races: true,
            locks: held.map(|(lock, held)| (*lock, held.mode)).collect(),
            near: BTreeMap::new(),
            live: state.live.clone(),
            section: state.sections > 0,
        };
        self.accesses.add(context, at, 0, access);
    }

    /// The bytes of an access.
    fn bytes(
        &mut self,
        (context, at): (ContextId, Place),
        access: ir::Access<'_>,
        start: Option<(Base, i64)>,
        size: Option<u64>,
    ) -> Bytes {
        let single = match access.size {
            Size::OfTemp(_) | Size::OfValue(_) => true,
            Size::Bytes(_) | Size::Object => false,
        };
        if let Some((base, offset)) = start
            && let Some(target) = self.target(base)
        {
            return match size {
                Some(size) => Bytes::Part(target, offset, size),
                None => Bytes::Anywhere(Some([target].into()), single),
            };
        }
        // The source of a copy is its second expression.
        let copies = matches!(
            self.body(context).blocks[at.0].stmts[at.1].kind,
            StmtKind::MemCopy { .. }
        );
        let index = u32::from(copies && !access.writes);
        Bytes::Anywhere(self.targets(context, at, index), single)
    }

    /// A call of the library that uses a lock; whether it is one.
    pub fn lock_operation(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        (dst, function, args): (Option<TempId>, &Function, &[Expr]),
    ) -> bool {
        let Some((kind, operation)) = operation(function) else {
            return false;
        };
        let index = usize::from(operation == Operation::Wait);
        let pointer = args
            .get(index)
            .and_then(|arg| self.evaluate(state, context, arg));
        let lock = match pointer {
            Some(Value::Pointer(base, offset)) => Some(Lock { base, offset }),
            Some(_) | None => None,
        };
        if let Some(lock) = lock {
            let targets = match self.target(lock.base) {
                Some(target) => Some([target].into()),
                None => self.targets(context, at, 1 + index as u32),
            };
            let facts = self.locks.entry(lock).or_insert(LockFacts {
                kind,
                targets: targets.clone(),
            });
            if facts.kind != kind || facts.targets != targets {
                self.damages.insert(Damage::Lock(lock));
            }
        }
        match lock.filter(|lock| lock.base.is_object()) {
            Some(lock) => state.overwrite(lock.base, lock.offset, kind.bytes()),
            None => state.overwrite_all(|base| self.is_shared_name(base)),
        }
        let result = self.operate(context, at, state, (operation, lock, index));
        if let Some(dst) = dst {
            state.set(context, dst, result);
        }
        true
    }

    /// Whether a pointer may lead to an object.
    fn is_shared_name(&self, base: Base) -> bool {
        match base {
            Base::Local(context, local) => self.body(context).locals[local].address_taken,
            Base::Global(_)
            | Base::Made(_, _, _)
            | Base::Function(_)
            | Base::Unknown(_, _, _)
            | Base::Argument(_, _) => true,
        }
    }

    /// What an operation does to its lock, and its result.
    fn operate(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        (operation, lock, index): (Operation, Option<Lock>, usize),
    ) -> Option<Value> {
        let holds = lock.is_some_and(|lock| state.locks.contains_key(&lock));
        match operation {
            Operation::Take(mode) => {
                let lock = lock?;
                let kind = self.locks[&lock].kind;
                match state.locks.get(&lock).copied() {
                    Some(held) if !counts(self.program, self.checking, kind, lock, held, mode) => {}
                    Some(_) | None => state.take(lock, mode),
                }
                self.doubts.then_some(Value::Tried(lock, mode))
            }
            Operation::Try(mode) => {
                self.peeks = true;
                Some(Value::Tried(lock?, mode))
            }
            Operation::Release => {
                if !holds {
                    self.damage(context, at, lock, index);
                    state.locks.clear();
                }
                if let Some(lock) = lock
                    && let Some(Held { count, .. }) = state.locks.get_mut(&lock)
                {
                    *count -= 1;
                    if *count == 0 {
                        state.locks.remove(&lock);
                    }
                    self.release_aliases(state, lock);
                }
                state.forget_attempts(|_| true);
                None
            }
            Operation::Wait => {
                if !holds {
                    self.damage(context, at, lock, index);
                    state.locks.clear();
                }
                state.forget_attempts(|_| true);
                None
            }
            Operation::Initialise => {
                if !self.is_alone(context, state) {
                    self.damage(context, at, lock, index);
                }
                state.locks.clear();
                state.forget_attempts(|_| true);
                None
            }
            Operation::Nothing => {
                self.peeks |= !self.is_alone(context, state);
                None
            }
        }
    }

    /// Where taking a lock again is refused, one release is enough for all names of it.
    fn release_aliases(&self, state: &mut State, lock: Lock) {
        let facts = &self.locks[&lock];
        if !self.checking && facts.kind != Kind::ReadWrite {
            return;
        }
        state.locks.retain(|other, _| {
            let known = other.base.is_object() && lock.base.is_object();
            let apart = match (&facts.targets, &self.locks[other].targets) {
                (Some(a), Some(b)) => a.is_disjoint(b),
                (None, _) | (_, None) => false,
            };
            *other == lock || known || apart
        });
    }

    /// A lock may exclude nobody any more.
    fn damage(&mut self, context: ContextId, at: Place, lock: Option<Lock>, index: usize) {
        let known = lock.filter(|lock| lock.base.is_object());
        let damage = match known {
            Some(lock) => Damage::Lock(lock),
            None => Damage::Objects(self.targets(context, at, 1 + index as u32)),
        };
        self.damages.insert(damage);
    }
}
