//! Which steps other threads could see. All others commute with the steps of other threads: it does
//! not matter when they are taken.

use crate::machine::Machine;
use crate::outcome::Run;
use cassay_base::Id;
use cassay_ir::sharing::{is_exposed, uninterrupted_from};
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
            Some(stmt) => self.is_visible_statement(&stmt.kind),
            None => Ok(self.is_visible_end(&block.terminator)),
        }
    }

    fn is_visible_statement(&mut self, kind: &'p StmtKind) -> Run<bool> {
        let effects = kind.effects();
        if effects.any(ALWAYS) {
            return Ok(true);
        }
        let mut asks = false;
        kind.expressions(|expr| asks |= expr.effects().any(ASKS));
        if asks || self.accesses_exposed(kind) {
            return Ok(true);
        }
        if let StmtKind::Assert { cond, .. } = kind {
            // A claim that is violated ends the execution of all threads.
            return Ok(cond.effects().any(Effects::CHOOSES) || !self.eval_bool(cond)?);
        }
        if let StmtKind::Declare(local) | StmtKind::Dead(local) = kind {
            let alive = self.stack.frame.locals.get(local.index());
            let exposed = is_exposed(self.program, self.stack.frame.body, Variable::Local(*local));
            return Ok(exposed && alive.is_some_and(|object| object.is_some()));
        }
        Ok(matches!(kind, StmtKind::AtomicBegin | StmtKind::Wait(_)))
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
            | Terminator::Invoke { .. } => false,
        }
    }

    /// Whether a return ends the life of an object that another thread could have a pointer to.
    fn ends_lives(&self) -> bool {
        let frame = &self.stack.frame;
        let locals = frame.body.locals.iter().zip(&frame.locals);
        let mut exposed = locals.filter(|(local, object)| local.address_taken && object.is_some());
        exposed.next().is_some() || !frame.stack.is_empty()
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
