//! Which steps other threads could see. All others commute with the steps of other threads: it does
//! not matter when they are taken.
//!
//! Memory is shared as soon as another thread could have a pointer to it ([`Memory::share`]); what a
//! thread does to other memory is its own affair.
//!
//! [`Memory::share`]: crate::memory::Memory::share

use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::outcome::Run;
use crate::value::Base;
use cassay_base::Id;
use cassay_ir::sharing::{
    belongs_to_access, claimed_access, claims_progress, is_exposed, uninterrupted_from,
};
use cassay_ir::{Accessed, Effects, Expr, START, StmtKind, Terminator, Variable};

/// What another thread could notice whatever is accessed.
const ALWAYS: Effects = Effects::FREES
    .and(Effects::THREADS)
    .and(Effects::SEALS)
    .and(Effects::UNSUPPORTED);

/// What depends on the state of memory.
const ASKS: Effects = Effects::INSPECTS.and(Effects::READS);

impl<'p> Machine<'p, '_> {
    /// Whether another thread could see the next step of the thread that runs, or it may wait for
    /// one, or it may end the whole execution.
    pub(crate) fn is_visible(&mut self) -> Run<bool> {
        let frame = &self.stack.frame;
        let (body, at) = (frame.body, frame.stmt);
        let Some(block) = body.blocks.get(frame.block) else {
            return Ok(true);
        };
        match block.stmts.get(at) {
            // With the claims before it, it is one step.
            Some(_) if uninterrupted_from(&block.stmts, at) != at => Ok(false),
            Some(stmt) if belongs_to_access(&stmt.kind) => match claimed_access(&block.stmts, at) {
                Some(access) => self.is_visible_statement(&access.kind),
                None => Ok(true),
            },
            Some(stmt) => self.is_visible_statement(&stmt.kind),
            None => Ok(self.is_visible_end(&block.terminator)),
        }
    }

    fn is_visible_statement(&mut self, kind: &'p StmtKind) -> Run<bool> {
        let effects = kind.effects();
        if effects.any(ALWAYS) {
            return self.frees_visibly(kind);
        }
        if claims_progress(kind).is_some() {
            return Ok(false);
        }
        if self.would_drain(kind) {
            return Ok(true);
        }
        if self.asks_visibly(kind)? || self.accesses_visibly(kind)? {
            return Ok(true);
        }
        if let StmtKind::Assert { cond, .. } = kind {
            // A claim that is violated ends the execution of all threads.
            return Ok(cond.effects().any(Effects::CHOOSES) || !self.eval_bool(cond)?);
        }
        if let StmtKind::Declare(local) | StmtKind::Dead(local) = kind {
            let alive = self
                .stack
                .frame
                .locals
                .get(local.index())
                .copied()
                .flatten();
            return Ok(alive.is_some_and(|object| self.is_shared(object)));
        }
        Ok(matches!(
            kind,
            StmtKind::AtomicBegin | StmtKind::Wait { .. }
        ))
    }

    /// Whether the statement that is executed accesses memory that another thread could access.
    pub(crate) fn accesses_exposed_here(&self) -> bool {
        let body = self.stack.frame.body;
        let block = body.blocks.get(self.site.block);
        let stmt = block.and_then(|block| block.stmts.get(self.site.stmt));
        stmt.is_some_and(|stmt| self.accesses_exposed(&stmt.kind))
    }

    fn accesses_exposed(&self, kind: &StmtKind) -> bool {
        let mut exposed = false;
        kind.accesses(|access| {
            exposed |= match access.to {
                Accessed::Variable(variable, _) => {
                    is_exposed(self.program, self.stack.frame.body, variable)
                }
                Accessed::Behind(_) => true,
            };
        });
        exposed
    }

    /// Whether a statement that frees, seals, starts or ends a thread could be seen: all can but the end
    /// of an object that only its thread knows, in programs that do not ask which memory is left.
    fn frees_visibly(&mut self, kind: &'p StmtKind) -> Run<bool> {
        let (StmtKind::Free(pointer) | StmtKind::EndStack(pointer)) = kind else {
            return Ok(true);
        };
        Ok(!self.forgets_locals() || self.leads_to_shared(pointer)?)
    }

    /// Whether other threads could change what the expressions of a statement ask.
    fn asks_visibly(&mut self, kind: &'p StmtKind) -> Run<bool> {
        let mut pointers = Vec::new();
        let mut other = false;
        kind.expressions(|expr| {
            if !expr.effects().any(ASKS) {
                return;
            }
            other |= expr.effects().any(Effects::CHOOSES);
            for part in expr.parts() {
                if let Expr::Memory(_, pointer, _) | Expr::Extent(_, pointer) = part {
                    pointers.push((&**pointer, false));
                } else if let Expr::Initialised(pointer, _) = part {
                    pointers.push((&**pointer, true));
                } else {
                    other |= part.own_effects().any(ASKS);
                }
            }
        });
        if other {
            return Ok(true);
        }
        for (pointer, contents) in pointers {
            if self.leads_to_shared(pointer)? && (contents || !self.leads_to_global(pointer)?) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a pointer leads to a variable whose life is that of the program: questions that are not
    /// about its contents always have the same answer.
    fn leads_to_global(&mut self, pointer: &'p Expr) -> Run<bool> {
        let pointer = self.eval_pointer(pointer)?;
        let Base::Object(number) = self.lead(pointer).base else {
            return Ok(false);
        };
        let Some(object) = self.memory.object(number) else {
            return Ok(false);
        };
        Ok(match object.kind {
            ObjectKind::Global(id) => {
                let global = self.program.globals.get(id);
                global.is_some_and(|global| !global.thread_local)
            }
            ObjectKind::Local(_, _) | ObjectKind::Alloc(_) | ObjectKind::Contents => false,
        })
    }

    /// Whether a statement accesses memory that other threads could access.
    fn accesses_visibly(&mut self, kind: &'p StmtKind) -> Run<bool> {
        let mut pointers = Vec::new();
        let mut exposed = false;
        kind.accesses(|access| match access.to {
            Accessed::Variable(variable, _) => exposed |= self.is_shared_variable(variable),
            Accessed::Behind(pointer) => pointers.push(pointer),
        });
        if exposed {
            return Ok(true);
        }
        for pointer in pointers {
            if pointer.effects().any(Effects::CHOOSES) || self.leads_to_shared(pointer)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether other threads could access the object of a variable.
    fn is_shared_variable(&self, variable: Variable) -> bool {
        if !is_exposed(self.program, self.stack.frame.body, variable) {
            return false;
        }
        let object = match variable {
            Variable::Global(id) => Some(self.own_object(id)),
            Variable::Local(id) => self.stack.frame.locals.get(id.index()).copied().flatten(),
        };
        object.is_none_or(|object| self.is_shared(object))
    }

    /// Whether a pointer may lead to an object that other threads could access, or to none.
    fn leads_to_shared(&mut self, pointer: &'p Expr) -> Run<bool> {
        let pointer = self.eval_pointer(pointer)?;
        Ok(match self.lead(pointer).base {
            Base::Object(number) => self.is_shared(number),
            Base::Null | Base::Function(_) | Base::Invalid => true,
        })
    }

    /// Whether other threads could access an object. What is constant from the start is seen by all and
    /// changed by none.
    fn is_shared(&self, number: u64) -> bool {
        let Some(object) = self.memory.object(number) else {
            return true;
        };
        let constant = match object.kind {
            ObjectKind::Global(id) => {
                let global = self.program.globals.get(id);
                global.is_some_and(|global| global.constant)
            }
            ObjectKind::Local(_, _) | ObjectKind::Alloc(_) | ObjectKind::Contents => false,
        };
        (object.shared || self.shares_all || self.model.is_weak()) && !constant
    }

    fn is_visible_end(&self, terminator: &Terminator) -> bool {
        let mut asks = false;
        terminator.expressions(|expr: &Expr| asks |= expr.effects().any(ASKS));
        if asks {
            return true;
        }
        match terminator {
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Invoke { .. } => false,
            Terminator::Return(_) => self.ends_lives() || self.ends_process(),
            // It may end any number of activations.
            Terminator::Unwind(_) => true,
            Terminator::Unreachable => true,
        }
    }

    /// Whether the next step of the thread that runs ends all threads.
    pub(crate) fn would_end_process(&self) -> bool {
        let frame = &self.stack.frame;
        let Some(block) = frame.body.blocks.get(frame.block) else {
            return false;
        };
        if frame.stmt < block.stmts.len() {
            return false;
        }
        match block.terminator {
            Terminator::Unreachable => true,
            Terminator::Return(_) => self.ends_process(),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Unwind(_)
            | Terminator::Invoke { .. } => false,
        }
    }

    /// Whether a return ends the life of an object that another thread could have a pointer to.
    fn ends_lives(&self) -> bool {
        let frame = &self.stack.frame;
        let locals = frame.body.locals.iter().zip(&frame.locals);
        let exposed = locals.filter(|(local, _)| local.address_taken);
        let mut objects = exposed
            .filter_map(|(_, object)| *object)
            .chain(frame.stack.iter().copied());
        objects.any(|object| self.is_shared(object))
    }

    /// Whether a return, in a program with several threads, ends the process: that of the start
    /// function, or of the function that it calls as the program. What that one holds stays alive for
    /// the other threads.
    pub(crate) fn ends_process(&self) -> bool {
        if self.stack.thread != 0 || self.threads.is_empty() {
            return false;
        }
        match self.stack.callers.as_slice() {
            [] => true,
            [start] => &*start.body.name == START,
            _ => false,
        }
    }
}
