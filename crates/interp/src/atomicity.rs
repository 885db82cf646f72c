//! Atomicity: whether another thread has written what a thread writes since it has read it.
//!
//! Each activation keeps what it has read since its block began, and which of it another thread has
//! written since.

use crate::machine::Machine;
use crate::observe::Event;
use crate::outcome::{Outcome, Run, Site};
use crate::value::Base;
use cassay_ir::sharing::atomicity_claim;
use cassay_ir::{ClaimId, Expr, Program, Property, StmtKind};
use std::sync::Arc;

/// Bytes that an activation has read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    pub(crate) object: u64,
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// The other thread that has written some of them since, and where.
    pub(crate) written: Option<(u32, Site)>,
}

impl Watched {
    fn meets(&self, (object, start, end): (u64, u64, u64)) -> bool {
        self.object == object && self.start.max(start) < self.end.min(end)
    }
}

/// Whether a program has claims about what changes between reads and writes.
pub(crate) fn asks_for_changes(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|function| {
        let mut statements = function.statements();
        statements.any(|stmt| atomicity_claim(&stmt.kind).is_some())
    })
}

impl<'p> Machine<'p, '_> {
    /// Notes what is read, and what others have read and is written now.
    pub(crate) fn note_change(&mut self, event: &Event<'_>) {
        if let Event::Read {
            object,
            offset,
            len,
        } = event
        {
            self.note_read(*object, *offset, offset.saturating_add(*len));
        } else if let Event::Written {
            object,
            offset,
            len,
        } = event
        {
            self.note_written((*object, *offset, offset.saturating_add(*len)));
        }
    }

    fn note_read(&mut self, object: u64, start: u64, end: u64) {
        let frame = &mut self.stack.frame;
        let block = frame.body.blocks.get(self.site.block);
        let stmt = block.and_then(|block| block.stmts.get(self.site.stmt));
        if !stmt.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Load { .. })) {
            return;
        }
        let same = |read: &Watched| (read.object, read.start, read.end) == (object, start, end);
        frame.reads.retain(|read| !same(read));
        frame.reads.push(Watched {
            object,
            start,
            end,
            written: None,
        });
    }

    fn note_written(&mut self, bytes: (u64, u64, u64)) {
        let by = (self.stack.thread, self.site);
        let stacks = self
            .threads
            .iter_mut()
            .filter_map(|thread| thread.stack.as_mut());
        for stack in stacks {
            // Most threads have read nothing that matters: their stacks stay shared between states.
            let all = stack.callers.iter().chain([&stack.frame]);
            if !all
                .flat_map(|frame| &frame.reads)
                .any(|read| read.meets(bytes))
            {
                continue;
            }
            let stack = Arc::make_mut(stack);
            let frames = stack.callers.iter_mut().chain([&mut stack.frame]);
            for read in frames.flat_map(|frame| &mut frame.reads) {
                if read.meets(bytes) {
                    read.written.get_or_insert(by);
                }
            }
        }
    }

    /// Decides a claim that bytes have not changed since they were read.
    pub(crate) fn claim_about_change(
        &mut self,
        claim: ClaimId,
        (pointer, size): (&'p Expr, &'p Expr),
        property: &Property,
    ) -> Run<()> {
        let pointer = self.eval_pointer(pointer)?;
        let size = self.eval_size(size)?;
        let pointer = self.lead(pointer);
        let (Base::Object(object), Ok(start)) = (pointer.base, u64::try_from(pointer.offset))
        else {
            return Ok(());
        };
        let bytes = (object, start, start.saturating_add(size));
        let mut reads = self
            .stack
            .frame
            .reads
            .iter()
            .filter(|read| read.meets(bytes));
        let Some((thread, at)) = reads.find_map(|read| read.written) else {
            return Ok(());
        };
        let function = self.program.title(at.function).map_or("?", |name| name);
        let message = format!(
            "thread {thread} writes {} between the read and the write of thread {} in {function} ({}:{})",
            self.describe(object),
            self.stack.thread,
            self.program.file_name(at.span),
            at.span.line,
        );
        Err(Box::new(Outcome::Violation {
            claim,
            property: Property::new(property.class, message),
            at: self.site,
        }))
    }
}
