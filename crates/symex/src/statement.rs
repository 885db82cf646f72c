//! Statements.

use crate::accesses::Written;
use crate::claim::Origin;
use crate::eval::Eval;
use crate::exec::Machine;
use crate::here::At;
use crate::object::{Initial, ObjectKind};
use crate::space::Stuck;
use crate::state::State;
use crate::value::{Pointer, Value};
use cassay_ir::sharing::{atomicity_claim, order_claim, race_claim};
use cassay_ir::{Expr, Place, Rows, StmtKind, Variable};

impl Machine<'_> {
    /// Executes the rest of a block, at most a given number of statements, then its terminator.
    /// Stops at a call; the statements after it are executed when the callee has ended.
    pub(crate) fn run_block(&mut self, mut state: State, mut limit: usize) {
        let Some(frame) = self.control.frames.top() else {
            return;
        };
        let (function, block, first) = (frame.function, frame.block, frame.statement);
        let program = self.space().program;
        let body = &program.functions[function].blocks[block];
        let mut at = At {
            function,
            block,
            statement: first,
            span: body.span,
        };
        for (index, stmt) in body.stmts.iter().enumerate().skip(first) {
            if limit == 0 {
                self.go_on_from(index, Some(state));
                return;
            }
            limit -= 1;
            self.space().count_step(stmt.span);
            self.space().count_apart();
            at.statement = index;
            at.span = stmt.span;
            self.space().here.at = at;
            self.space().path.now = state.guard;
            if self.space().threads.is_some() {
                if !self.space().may_stop_here(&mut state) {
                    return;
                }
                self.space().start_statement(&state);
                self.space().order_stores(&state);
                self.note_unused(&state, at);
            }
            if let StmtKind::Call { dst, target, args } = &stmt.kind {
                self.go_on_from(index + 1, None);
                self.call(state, *dst, (target, args), None);
                return;
            }
            match self.statement(&mut state, &stmt.kind, at) {
                Ok(true) => {}
                Ok(false) => return,
                Err(stuck) => {
                    self.space().unsupported(&state, &stuck.0, at);
                    return;
                }
            }
        }
        self.end_block(state, at);
    }

    /// Sets the next statement of the innermost activation, and its state; none while a call is in
    /// progress.
    fn go_on_from(&mut self, statement: usize, state: Option<State>) {
        if let Some(frame) = self.control.frames.top_mut() {
            frame.statement = statement;
            frame.state = state;
        }
    }

    /// Executes one statement other than a call; false when no execution continues after it.
    pub(crate) fn statement(
        &mut self,
        state: &mut State,
        stmt: &StmtKind,
        at: At,
    ) -> Result<bool, Stuck> {
        match stmt {
            StmtKind::Assign { dst, value } => {
                let marks = self.eval.marks_of(state, value)?;
                let value = self.eval.eval(state, value)?;
                self.eval.memory.set_temp(state, *dst, value, marks);
                Ok(true)
            }
            StmtKind::Load {
                dst, place, moves, ..
            } => {
                let ty = self.space().program.functions[at.function].temps[*dst].ty;
                let pointer = self.eval.place(state, place)?;
                let Some((value, marks)) = self.eval.read_value(state, pointer, ty, *moves)? else {
                    return Ok(false);
                };
                self.eval.memory.set_temp(state, *dst, value, marks);
                Ok(true)
            }
            StmtKind::Store {
                place: Place::Variable(Variable::Global(variable), 0),
                value,
                ..
            } if self.space().bounds.observed.contains(variable) => {
                let value = self.eval.eval(state, value)?;
                self.eval.observe(state, *variable, &value)?;
                Ok(true)
            }
            StmtKind::Store { place, value, .. } => {
                // The type of a constant may be missing in the table; only its width is needed.
                let ty = value.ty(
                    self.space().program,
                    &self.space().program.functions[at.function],
                );
                let pointer = self.eval.place(state, place)?;
                let marks = self.eval.marks_of(state, value)?;
                let kind = self.eval.float_kind(value);
                let mut value = self.eval.eval(state, value)?;
                if let Some(kind) = kind {
                    value = self.eval.stored_float(kind, value);
                }
                let written = Written {
                    ty,
                    value: &value,
                    marks: marks.as_ref(),
                };
                self.eval.write_value(state, pointer, written)
            }
            StmtKind::Wait { cond, holder } if self.space().threads.is_some() => {
                let holder = match holder {
                    Some(holder) => Some(self.eval.eval_bits(state, holder)?),
                    None => None,
                };
                let cond = self.eval.eval_bool(state, cond)?;
                Ok(self.wait(state, cond, holder))
            }
            StmtKind::Assume(cond) | StmtKind::Wait { cond, .. } => {
                let cond = self.eval.eval_bool(state, cond)?;
                let origin = match self.space().here.model {
                    Some(call) => Origin::Model(call),
                    None => Origin::Program,
                };
                Ok(self.space().assume(state, cond, origin))
            }
            StmtKind::Assert {
                claim,
                cond,
                property,
            } => {
                if let Some(race) = race_claim(stmt) {
                    return self.race_claim(state, race, (*claim, property), at);
                }
                if let Some((pointer, _)) = atomicity_claim(stmt) {
                    return self.atomicity_claim(state, pointer, (*claim, property), at);
                }
                if let Some(lock) = order_claim(stmt) {
                    return self.order_claim(state, lock, (*claim, property), at);
                }
                if *cond == Expr::Progress {
                    return self.claim_progress(state, (*claim, property), at);
                }
                self.eval.before_claim(state, cond)?;
                // The query may turn marks into an array. Keep the result, so that the next query
                // does not repeat it.
                let cond = if let Expr::Initialised(pointer, mask) = cond {
                    let pointer = self.eval.eval_pointer(state, pointer)?;
                    self.eval.memory.must_not_be_shared(state, pointer)?;
                    self.eval.memory.initialised(state, pointer, mask)?
                } else {
                    self.eval.eval_bool(state, cond)?
                };
                Ok(self.space().claim(state, cond, (*claim, property), at))
            }
            StmtKind::Havoc {
                dst,
                source,
                known: Some(known),
            } => {
                let known = self.eval.eval(state, known)?;
                let known = self.space().is_known(&known);
                let value = self.space().chosen(state, known, source);
                self.eval.memory.set_temp(state, *dst, value, None);
                Ok(true)
            }
            StmtKind::Havoc {
                dst,
                source,
                known: None,
            } => {
                let ty = self.space().program.functions[at.function].temps[*dst].ty;
                let value = self.space().any_value(state, ty, source)?;
                self.eval.memory.set_temp(state, *dst, value, None);
                Ok(true)
            }
            StmtKind::Declare(local) => {
                self.eval.memory.declare(state, at.function, *local);
                Ok(true)
            }
            StmtKind::Seal(local) => {
                self.eval.memory.seal(state, *local);
                Ok(true)
            }
            StmtKind::Dead(local) => {
                self.eval.memory.end_scope(state, *local);
                Ok(true)
            }
            StmtKind::Alloc {
                dst,
                size,
                align,
                kind,
                rows,
            } => {
                let size = self.eval.eval_bits(state, size)?;
                let rows = match rows {
                    Some(Rows::Pointers { first, step }) => Some(Initial::Pointers(
                        self.eval.eval_pointer(state, first)?,
                        *step,
                    )),
                    Some(Rows::Texts { length }) => Some(Initial::Texts(*length)),
                    None => None,
                };
                let pointer = self.eval.memory.allocate(state, size, *align, *kind, rows);
                self.eval
                    .memory
                    .set_temp(state, *dst, Value::Ptr(pointer), None);
                Ok(true)
            }
            StmtKind::EndStack(pointer) => {
                let pointer = self.eval.eval_pointer(state, pointer)?;
                for candidate in self.space().candidates(pointer).list {
                    if self.space().store.objects.get(candidate.object).kind == ObjectKind::Stack {
                        self.eval
                            .memory
                            .end_life(state, candidate.object, candidate.cond);
                    }
                }
                Ok(true)
            }
            StmtKind::Free(pointer) => {
                let pointer = self.eval.eval_pointer(state, pointer)?;
                Ok(self.eval.memory.free(state, pointer, at))
            }
            StmtKind::MemCopy { dst, src, len, .. } => {
                let dst = self.eval.eval_pointer(state, dst)?;
                let src = self.eval.eval_pointer(state, src)?;
                let len = self.eval.eval_bits(state, len)?;
                self.eval.copy_range(state, dst, src, len)
            }
            StmtKind::MemSet { dst, value, len } => {
                let dst = self.eval.eval_pointer(state, dst)?;
                let value = self.eval.eval_bits(state, value)?;
                let len = self.eval.eval_bits(state, len)?;
                self.eval.fill_range(state, dst, value, len)
            }
            StmtKind::MemHavoc {
                dst,
                len,
                source,
                among,
            } => {
                let dst = self.eval.eval_pointer(state, dst)?;
                let len = match len {
                    Some(len) => Some(self.eval.eval_bits(state, len)?),
                    None => None,
                };
                if !self.eval.require_outside_write(state, dst, len) {
                    return Ok(false);
                }
                let among = match among {
                    Some(among) => Some(self.eval.among(state, among)?),
                    None => None,
                };
                self.eval.havoc_range(state, dst, len, source, among)?;
                Ok(true)
            }
            StmtKind::Spawn { dst, target, args } => {
                self.spawn(state, *dst, target, args)?;
                Ok(true)
            }
            StmtKind::Join { dst, thread } => self.join_thread(state, *dst, thread),
            StmtKind::EndThread(value) => {
                self.exit_thread(state, value)?;
                Ok(false)
            }
            StmtKind::Call { .. } => unreachable!("calls are run by the caller of this function"),
            StmtKind::AtomicBegin => {
                self.begin_section(state);
                Ok(true)
            }
            StmtKind::AtomicEnd => {
                self.end_section(state);
                Ok(true)
            }
            // What it orders was noted before.
            StmtKind::Fence(_) => Ok(true),
            StmtKind::Hold { lock, mode } => {
                self.hold(state, lock, mode)?;
                Ok(true)
            }
            StmtKind::Unsupported(what) => Err(Stuck(what.clone())),
        }
    }
}

impl Eval<'_> {
    /// The pointer a place stands for.
    pub(crate) fn place(&mut self, state: &State, place: &Place) -> Result<Pointer, Stuck> {
        match place {
            Place::Deref(pointer, _) => self.eval_pointer(state, pointer),
            Place::Variable(variable, offset) => {
                let pointer = match variable {
                    Variable::Local(local) => self.space().local_pointer(state, *local),
                    Variable::Global(global) => {
                        let object = self.space().global_object(*global);
                        self.space().pointer_to(object, 0)
                    }
                };
                Ok(self.space().terms().advance(pointer, *offset))
            }
        }
    }
}
