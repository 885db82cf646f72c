//! Statements.

use crate::claim::Origin;
use crate::exec::{At, Interrupted, Machine, Stuck};
use crate::object::{Initial, ObjectKind};
use crate::state::State;
use crate::value::{Pointer, Value};
use cassay_ir::{BlockId, Expr, FuncId, Place, Rows, StmtKind, Type, Variable};

impl Machine<'_> {
    /// Runs the statements of a block; `None` when every execution ends in it.
    pub(crate) fn run_statements(
        &mut self,
        mut state: State,
        id: FuncId,
        block: BlockId,
    ) -> Result<Option<State>, Interrupted> {
        let program = self.program;
        for (index, stmt) in program.functions[id].blocks[block].stmts.iter().enumerate() {
            self.out.figures.steps += 1;
            let at = At {
                function: id,
                block,
                statement: index,
                span: stmt.span,
            };
            self.at = at;
            self.now = state.guard;
            if let StmtKind::Call { dst, target, args } = &stmt.kind {
                match self.call(state, id, *dst, target, args, stmt.span)? {
                    Ok(Some(next)) => state = next,
                    Ok(None) => return Ok(None),
                    Err((before, stuck)) => {
                        self.unsupported(&before, &stuck.0, at);
                        return Ok(None);
                    }
                }
                continue;
            }
            match self.statement(&mut state, &stmt.kind, at) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(stuck) => {
                    self.unsupported(&state, &stuck.0, at);
                    return Ok(None);
                }
            }
        }
        Ok(Some(state))
    }

    /// Runs one statement other than a call; false when every execution ends in it.
    pub(crate) fn statement(
        &mut self,
        state: &mut State,
        stmt: &StmtKind,
        at: At,
    ) -> Result<bool, Stuck> {
        match stmt {
            StmtKind::Assign { dst, value } => {
                let marks = self.marks_of(state, value)?;
                let value = self.eval(state, value)?;
                self.set_temp(state, *dst, value, marks);
                Ok(true)
            }
            StmtKind::Load {
                dst, place, moves, ..
            } => {
                let ty = self.program.functions[at.function].temps[*dst].ty;
                let pointer = self.place(state, place)?;
                let size = self.program.types.store_size(ty);
                if !self.require_access(state, pointer, size, false, at) {
                    return Ok(false);
                }
                let mut value = self.load_or_ask(state, pointer, ty)?;
                if matches!(self.program.types.get(ty), Type::Int(_)) {
                    value = self.observed(state, value);
                }
                let marks = match moves {
                    true => self.loaded_marks(state, pointer, ty)?,
                    false => None,
                };
                self.set_temp(state, *dst, value, marks);
                Ok(true)
            }
            StmtKind::Store { place, value, .. } => {
                // The type of a constant may not be in the table; its width is all that is needed.
                let ty = value.ty(self.program, &self.program.functions[at.function]);
                let pointer = self.place(state, place)?;
                let marks = self.marks_of(state, value)?;
                let kind = self.float_kind(value);
                let mut value = self.eval(state, value)?;
                if let Some(kind) = kind {
                    value = self.stored_float(kind, value);
                }
                let size = match (ty, &value) {
                    (Some(ty), _) => self.program.types.store_size(ty),
                    (None, Value::Bits(bits)) => u64::from(self.bit_width(*bits).div_ceil(8)),
                    (None, Value::Ptr(_) | Value::Aggregate(_)) => {
                        return Err(Stuck::new("store of a value without a type"));
                    }
                };
                if !self.require_access(state, pointer, size, true, at) {
                    return Ok(false);
                }
                match (ty, &value) {
                    (None, Value::Bits(bits)) => self.store_int(state, pointer, *bits),
                    (Some(ty), _) => self.store(state, pointer, ty, &value)?,
                    (None, Value::Ptr(_) | Value::Aggregate(_)) => {}
                }
                self.mark_stored(state, pointer, ty.ok_or(size), marks.as_ref())?;
                Ok(true)
            }
            StmtKind::Assume(cond) => {
                let cond = self.eval_bool(state, cond)?;
                let origin = match self.model_call() {
                    Some(call) => Origin::Model(call),
                    None => Origin::Program,
                };
                Ok(self.assume(state, cond, origin))
            }
            StmtKind::Assert {
                claim,
                cond,
                property,
            } => {
                // Looking may turn marks into an array; that must not happen for each look.
                let cond = if let Expr::Initialised(pointer, mask) = cond {
                    let pointer = self.eval_pointer(state, pointer)?;
                    self.initialised(state, pointer, mask)?
                } else {
                    self.eval_bool(state, cond)?
                };
                Ok(self.claim(state, cond, (*claim, property), at))
            }
            StmtKind::Havoc {
                dst,
                source,
                known: Some(known),
            } => {
                let known = self.eval(state, known)?;
                let known = self.is_known(&known);
                let value = self.chosen(state, known, source);
                self.set_temp(state, *dst, value, None);
                Ok(true)
            }
            StmtKind::Havoc {
                dst,
                source,
                known: None,
            } => {
                let ty = self.program.functions[at.function].temps[*dst].ty;
                let value = self.any_value(state, ty, source)?;
                self.set_temp(state, *dst, value, None);
                Ok(true)
            }
            StmtKind::Declare(local) => {
                self.declare(state, at.function, *local);
                Ok(true)
            }
            StmtKind::Seal(local) => {
                self.seal(state, *local);
                Ok(true)
            }
            StmtKind::Dead(local) => {
                self.end_scope(state, *local);
                Ok(true)
            }
            StmtKind::Alloc {
                dst,
                size,
                align,
                kind,
                rows,
            } => {
                let size = self.eval_bits(state, size)?;
                let rows = match rows {
                    Some(Rows::Pointers { first, step }) => {
                        Some(Initial::Pointers(self.eval_pointer(state, first)?, *step))
                    }
                    Some(Rows::Texts { length }) => Some(Initial::Texts(*length)),
                    None => None,
                };
                let pointer = self.allocate(state, size, *align, *kind, rows);
                self.set_temp(state, *dst, Value::Ptr(pointer), None);
                Ok(true)
            }
            StmtKind::EndStack(pointer) => {
                let pointer = self.eval_pointer(state, pointer)?;
                for candidate in self.candidates(pointer).list {
                    if self.objects.get(candidate.object).kind == ObjectKind::Stack {
                        self.end_life(state, candidate.object, candidate.cond);
                    }
                }
                Ok(true)
            }
            StmtKind::Free(pointer) => {
                let pointer = self.eval_pointer(state, pointer)?;
                Ok(self.free(state, pointer, at))
            }
            StmtKind::MemCopy { dst, src, len, .. } => {
                let dst = self.eval_pointer(state, dst)?;
                let src = self.eval_pointer(state, src)?;
                let len = self.eval_bits(state, len)?;
                if !self.require_range(state, dst, len, true, at)
                    || !self.require_range(state, src, len, false, at)
                {
                    return Ok(false);
                }
                self.copy_bytes(state, dst, src, len)?;
                self.mark_copied(state, dst, src, len)?;
                Ok(true)
            }
            StmtKind::MemSet { dst, value, len } => {
                let dst = self.eval_pointer(state, dst)?;
                let value = self.eval_bits(state, value)?;
                let len = self.eval_bits(state, len)?;
                if !self.require_range(state, dst, len, true, at) {
                    return Ok(false);
                }
                self.set_bytes(state, dst, value, len);
                self.mark_bytes(state, dst, Some(len));
                Ok(true)
            }
            StmtKind::MemHavoc {
                dst,
                len,
                source,
                among,
            } => {
                let dst = self.eval_pointer(state, dst)?;
                let len = match len {
                    Some(len) => Some(self.eval_bits(state, len)?),
                    None => None,
                };
                if let Some(len) = len
                    && !self.require_range(state, dst, len, true, at)
                {
                    return Ok(false);
                }
                let among = match among {
                    Some(among) => Some(self.among(state, among)?),
                    None => None,
                };
                self.havoc_bytes(state, dst, len, source, among);
                self.mark_bytes(state, dst, len);
                Ok(true)
            }
            StmtKind::Spawn { .. } | StmtKind::Join { .. } | StmtKind::EndThread(_) => {
                Err(Stuck::new("threads"))
            }
            StmtKind::Call { .. } => unreachable!("calls are run by the caller of this function"),
            // One thread so far: nothing can interrupt it.
            StmtKind::AtomicBegin | StmtKind::AtomicEnd | StmtKind::Fence => Ok(true),
            StmtKind::Unsupported(what) => Err(Stuck(what.clone())),
        }
    }

    /// The pointer a place stands for.
    pub(crate) fn place(&mut self, state: &State, place: &Place) -> Result<Pointer, Stuck> {
        match place {
            Place::Deref(pointer, _) => self.eval_pointer(state, pointer),
            Place::Variable(variable, offset) => {
                let pointer = match variable {
                    Variable::Local(local) => self.local_pointer(state, *local),
                    Variable::Global(global) => {
                        let object = self.objects.global(*global);
                        self.pointer_to(object, 0)
                    }
                };
                Ok(self.advance(pointer, *offset))
            }
        }
    }
}
