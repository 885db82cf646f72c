//! Statements and terminators.

use crate::machine::{Machine, Then};
use crate::memory::{self, Object, ObjectKind};
use crate::observe::Event;
use crate::outcome::{Outcome, Run};
use crate::value::{Base, Pointer, Value};
use cassay_base::Id;
use cassay_ir::sharing::{atomicity_claim, order_claim, race_claim};
use cassay_ir::{AllocKind, BlockId, Expr, LocalId, Rows, Stmt, StmtKind, TempId, Terminator};

impl<'p> Machine<'p, '_> {
    /// Executes the next statement or terminator.
    pub(crate) fn step(&mut self) -> Run<()> {
        self.spend(1)?;
        self.site.function = self.stack.frame.function;
        self.site.block = self.stack.frame.block;
        self.site.stmt = self.stack.frame.stmt;
        let body = self.stack.frame.body;
        let Some(block) = body.blocks.get(self.stack.frame.block) else {
            return Err(self.malformed("a block that does not exist"));
        };
        match block.stmts.get(self.stack.frame.stmt) {
            Some(stmt) => {
                self.site.span = stmt.span;
                self.stack.frame.stmt += 1;
                self.tell(Event::Step);
                self.order_stores(&stmt.kind);
                self.statement(stmt)
            }
            None => {
                self.site.span = block.span;
                self.tell(Event::Step);
                self.terminator(&block.terminator)
            }
        }
    }

    fn statement(&mut self, stmt: &'p Stmt) -> Run<()> {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let marks = self.marks_of(value)?;
                let value = self.eval(value)?;
                self.set_temp(*dst, value)?;
                self.mark_temp(*dst, marks);
                Ok(())
            }
            StmtKind::Load {
                dst,
                place,
                volatile: _,
                moves,
                order: _,
            } => {
                let pointer = self.place(place)?;
                let ty = self.temp_type(*dst)?;
                let (value, marks) = self.load(pointer, ty, *moves)?;
                self.set_temp(*dst, value)?;
                self.mark_temp(*dst, marks);
                Ok(())
            }
            StmtKind::Store {
                place,
                value: expr,
                volatile: _,
                order: _,
            } => {
                let pointer = self.place(place)?;
                let marks = self.marks_of(expr)?;
                let value = self.eval(expr)?;
                self.store(pointer, &value, expr, marks.as_ref())
            }
            StmtKind::Wait { cond, holder } => match self.eval_bool(cond)? {
                true => Ok(()),
                false => {
                    let what = self.awaited(holder.as_ref())?;
                    self.wait(what)
                }
            },
            StmtKind::Assume(cond) => {
                if self.eval_bool(cond)? {
                    return Ok(());
                }
                Err(Box::new(Outcome::AssumptionFailed { at: self.site }))
            }
            StmtKind::Assert {
                claim,
                cond,
                property,
            } => {
                if let Some(race) = race_claim(&stmt.kind) {
                    return self.claim_about_race(*claim, race, property);
                }
                if let Some(lock) = order_claim(&stmt.kind) {
                    return self.claim_about_order(*claim, lock, property);
                }
                if let Some((pointer, size)) = atomicity_claim(&stmt.kind) {
                    return self.claim_about_change(*claim, (pointer, size), property);
                }
                if self.eval_bool(cond)? {
                    return Ok(());
                }
                if self.watched {
                    self.tell_violated(cond);
                }
                Err(Box::new(Outcome::Violation {
                    claim: *claim,
                    property: self.violated(property, cond),
                    at: self.site,
                }))
            }
            StmtKind::Havoc { dst, source, .. } => {
                let ty = self.temp_type(*dst)?;
                let value = self.nondet(source, ty)?;
                self.set_temp(*dst, value)
            }
            StmtKind::Declare(local) => self.declare(*local),
            StmtKind::Dead(local) => self.dead(*local),
            StmtKind::Seal(local) => {
                self.seal_local(*local);
                Ok(())
            }
            StmtKind::Alloc {
                dst,
                size,
                align,
                kind,
                rows,
            } => self.alloc(*dst, size, *align, *kind, rows.as_ref()),
            StmtKind::EndStack(pointer) => {
                let pointer = self.eval_pointer(pointer)?;
                self.end_stack(pointer);
                Ok(())
            }
            StmtKind::Free(pointer) => {
                let pointer = self.eval_pointer(pointer)?;
                self.free(pointer)
            }
            StmtKind::MemCopy {
                dst,
                src,
                len,
                may_overlap: _,
            } => {
                let (dst, src) = (self.eval_pointer(dst)?, self.eval_pointer(src)?);
                let len = self.eval_size(len)?;
                self.copy(dst, src, len)
            }
            StmtKind::MemSet { dst, value, len } => {
                let dst = self.eval_pointer(dst)?;
                let byte = self.eval_int(value)?;
                let len = self.eval_size(len)?;
                match byte.to_u64() {
                    Some(value) if byte.width() == 8 => self.fill(dst, value as u8, len),
                    Some(_) | None => Err(self.malformed("a byte that is not 8 bits wide")),
                }
            }
            StmtKind::MemHavoc {
                dst,
                len,
                source: _,
                among,
            } => {
                let dst = self.eval_pointer(dst)?;
                let len = match len {
                    Some(len) => Some(self.eval_size(len)?),
                    None => None,
                };
                let among = match among {
                    Some(among) => Some(self.eval_among(among)?),
                    None => None,
                };
                self.havoc_memory(dst, len, among)
            }
            StmtKind::Spawn { dst, target, args } => self.spawn(*dst, target, args),
            StmtKind::Join { dst, thread } => self.join(*dst, thread),
            StmtKind::EndThread(value) => {
                let value = self.eval(value)?;
                self.end_thread(Some(value))
            }
            StmtKind::Call { dst, target, args } => self.call(*dst, target, args, None),
            StmtKind::AtomicBegin => {
                self.stack.atomic = self.stack.atomic.saturating_add(1);
                Ok(())
            }
            StmtKind::AtomicEnd => {
                self.stack.atomic = self.stack.atomic.saturating_sub(1);
                Ok(())
            }
            StmtKind::Fence(_) => Ok(()),
            StmtKind::Hold { lock, mode } => self.hold(lock, mode),
            StmtKind::Unsupported(what) => Err(self.unsupported(what)),
        }
    }

    fn terminator(&mut self, terminator: &'p Terminator) -> Run<()> {
        match terminator {
            Terminator::Goto(target) => self.goto(*target),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let taken = self.eval_bool(cond)?;
                self.goto(if taken { *then } else { *otherwise })
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.eval_int(value)?;
                let case = cases.iter().find(|(case, _)| *case == value);
                self.goto(case.map_or(*default, |(_, target)| *target))
            }
            Terminator::IndirectGoto { target, targets } => {
                let index = self.eval_int(target)?.to_u64();
                let target = index.and_then(|index| targets.get(usize::try_from(index).ok()?));
                match target {
                    Some(target) => self.goto(*target),
                    None => Err(self.invalid("computed goto to no label")),
                }
            }
            Terminator::Invoke {
                dst,
                target,
                args,
                normal,
                unwind,
            } => {
                let (normal, unwind) = (*normal, *unwind);
                self.call(*dst, target, args, Some(Then { normal, unwind }))
            }
            Terminator::Unwind(kind) => {
                if let Some(kind) = kind {
                    self.eval_pointer(kind)?;
                }
                self.unwind()
            }
            Terminator::Return(value) => {
                let (mut result, mut marks) = (None, None);
                if let Some(expr) = value {
                    marks = self.marks_of(expr)?;
                    result = Some(self.eval(expr)?);
                }
                self.leave(result, marks)
            }
            Terminator::Unreachable => {
                self.drain();
                Err(Box::new(Outcome::Ended { at: self.site }))
            }
        }
    }

    pub(crate) fn goto(&mut self, target: BlockId) -> Run<()> {
        let back = target <= self.stack.frame.block;
        self.stack.frame.block = target;
        self.stack.frame.stmt = 0;
        self.stack.frame.reads.clear();
        if back {
            return self.comes_back(target);
        }
        Ok(())
    }

    fn declare(&mut self, local: LocalId) -> Run<()> {
        let Some(variable) = self.stack.frame.body.locals.get(local) else {
            return Err(self.malformed("a local variable that does not exist"));
        };
        self.end_local(local);
        let size = self.program.types.alloc_size(variable.ty);
        let kind = ObjectKind::Local(self.stack.frame.function, local);
        let object = self.new_object(Object::new(kind, size, variable.align, false))?;
        self.stack.frame.locals[local.index()] = Some(object);
        self.mark_new(object, None);
        self.tell(Event::Declare { object });
        Ok(())
    }

    fn dead(&mut self, local: LocalId) -> Run<()> {
        if self.stack.frame.body.locals.get(local).is_none() {
            return Err(self.malformed("a local variable that does not exist"));
        }
        self.end_local(local);
        Ok(())
    }

    /// Ends the lifetime of a stack object; does nothing for other pointers.
    fn end_stack(&mut self, pointer: Pointer) {
        let pointer = self.lead(pointer);
        let Base::Object(number) = pointer.base else {
            return;
        };
        let object = self.memory.object(number);
        if object.is_some_and(|object| object.kind == ObjectKind::Alloc(AllocKind::Stack)) {
            self.end_object(number);
        }
    }

    /// Ends the lifetime of a local variable's object, if it is alive.
    pub(crate) fn end_local(&mut self, local: LocalId) {
        if let Some(Some(object)) = self.stack.frame.locals.get(local.index()).copied() {
            self.end_object(object);
        }
    }

    /// Makes a local variable's object constant.
    fn seal_local(&mut self, local: LocalId) {
        if let Some(Some(number)) = self.stack.frame.locals.get(local.index()).copied()
            && let Some(object) = self.memory.object_mut(number)
        {
            object.constant = true;
        }
    }

    pub(crate) fn end_object(&mut self, object: u64) {
        if self.memory.object(object).is_some_and(|o| o.alive) {
            self.tell(Event::Dead { object });
            self.memory.kill(object);
            self.forget_stores(object);
            self.mark_dead(object);
        }
    }

    fn alloc(
        &mut self,
        dst: TempId,
        size: &'p Expr,
        align: u64,
        kind: AllocKind,
        rows: Option<&'p Rows>,
    ) -> Run<()> {
        let size = self.eval_size(size)?;
        let rows = match rows {
            Some(Rows::Pointers { first, step }) => Some(memory::Rows::Pointers {
                first: self.eval_pointer(first)?,
                step: *step,
                bytes: u64::from(self.pointer_bits / 8),
            }),
            Some(Rows::Texts { length }) => Some(memory::Rows::Texts { length: *length }),
            None => None,
        };
        let zeroed = match kind {
            AllocKind::ZeroedHeap => true,
            AllocKind::Heap
            | AllocKind::New
            | AllocKind::NewArray
            | AllocKind::NewAligned
            | AllocKind::NewArrayAligned
            | AllocKind::Stack
            | AllocKind::Static => false,
        };
        let object = Object::new(ObjectKind::Alloc(kind), size, align, zeroed).with_rows(rows);
        let object = self.new_object(object)?;
        self.mark_new(object, Some(kind));
        match kind {
            AllocKind::Stack => self.stack.frame.stack.push(object),
            AllocKind::Heap
            | AllocKind::ZeroedHeap
            | AllocKind::New
            | AllocKind::NewArray
            | AllocKind::NewAligned
            | AllocKind::NewArrayAligned
            | AllocKind::Static => {}
        }
        self.tell(Event::Alloc { object });
        self.set_temp(dst, Value::Pointer(Pointer::object(object)))
    }
}
