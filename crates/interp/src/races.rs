//! Races: whether another thread stands before an access that conflicts with the next one of the
//! thread that runs.
//!
//! What a thread would access next is found by letting it take its step, and going back. Accesses of
//! models that order threads do not count, nor do questions that assertions ask.

use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::observe::{Access, Event};
use crate::outcome::{Outcome, Run};
use crate::threads::Status;
use crate::value::Base;
use cassay_ir::sharing::{RaceClaim, belongs_to_access, can_race};
use cassay_ir::{ClaimId, Property};

/// Which claims about races are looked at. The others hold: a race does not end an execution, so that
/// one does not hide another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RaceClaims {
    /// All.
    #[default]
    All,
    /// This one alone.
    Only(ClaimId),
    /// None.
    None,
}

impl<'p> Machine<'p, '_> {
    /// Decides a claim about a race.
    pub(crate) fn claim_about_race(
        &mut self,
        claim: ClaimId,
        race: RaceClaim<'p>,
        property: &Property,
    ) -> Run<()> {
        let wanted = match self.race_claims {
            RaceClaims::All => true,
            RaceClaims::Only(only) => only == claim,
            RaceClaims::None => false,
        };
        if !wanted || self.threads.is_empty() || self.stack.atomic > 0 || self.tried.is_some() {
            return Ok(());
        }
        let Some((own, other)) = self.rivals(race)? else {
            return Ok(());
        };
        self.tell(Event::Race { own, other });
        let message = self.about_race(own.writes, other);
        Err(Box::new(Outcome::Violation {
            claim,
            property: Property::new(property.class, message),
            at: self.site,
        }))
    }

    /// The access that a claim is about, and one of another thread that conflicts with it.
    fn rivals(&mut self, race: RaceClaim<'p>) -> Run<Option<(Access, Access)>> {
        let pointer = self.eval_pointer(race.pointer)?;
        let size = self.eval_size(race.size)?;
        let pointer = self.lead(pointer);
        let (Base::Object(object), Ok(start)) = (pointer.base, u64::try_from(pointer.offset))
        else {
            return Ok(None);
        };
        let own = Access {
            thread: self.stack.thread,
            at: self.site,
            object,
            offset: start,
            len: size,
            writes: race.writes,
        };
        for thread in 0..self.threads.len() as u32 {
            if thread == self.stack.thread {
                continue;
            }
            let accesses = self.next_accesses(thread);
            if let Some(other) = accesses.iter().find(|other| conflict(&own, other)) {
                return Ok(Some((own, *other)));
            }
        }
        Ok(None)
    }

    /// What another thread accesses with its next step.
    fn next_accesses(&mut self, thread: u32) -> Vec<Access> {
        let status = self
            .threads
            .get(thread as usize)
            .map(|thread| thread.status);
        match status {
            Some(Status::Ready | Status::Waiting { .. }) => {}
            Some(Status::Excluded { .. } | Status::Ended) | None => return Vec::new(),
        }
        let saved = self.save();
        let site = self.site;
        self.tried = Some(Vec::new());
        self.wake(thread);
        // However the step ends, what it has accessed counts; a thread that waits has accessed nothing.
        let waits = self.run_alone().is_ok() && self.try_step();
        let tried = self.tried.take().unwrap_or_default();
        self.restore(saved);
        self.site = site;
        match waits {
            true => Vec::new(),
            false => tried,
        }
    }

    /// Tries the next step of a thread; true if it waits.
    fn try_step(&mut self) -> bool {
        // What came before the step has been seen by nobody.
        self.tried = Some(Vec::new());
        if self.begins_section() {
            return self.section().is_ok_and(|passed| !passed);
        }
        loop {
            let frame = &self.stack.frame;
            let block = frame.body.blocks.get(frame.block);
            let Some(stmt) = block.and_then(|block| block.stmts.get(frame.stmt)) else {
                return false;
            };
            if belongs_to_access(&stmt.kind) {
                self.stack.frame.stmt += 1;
                continue;
            }
            let mut accesses = false;
            stmt.kind.accesses(|_| accesses = true);
            // An access never waits.
            return accesses && self.thread_step().is_ok_and(|()| false);
        }
    }

    /// Notes what a step that is only tried does.
    pub(crate) fn note_tried(&mut self, event: &Event<'_>) {
        let (object, offset, len, writes) = match event {
            Event::Read {
                object,
                offset,
                len,
            } => (*object, *offset, *len, false),
            Event::Written {
                object,
                offset,
                len,
            } => (*object, *offset, *len, true),
            Event::Step
            | Event::Call { .. }
            | Event::Spawn { .. }
            | Event::EndThread { .. }
            | Event::Return { .. }
            | Event::Unwind
            | Event::Declare { .. }
            | Event::Dead { .. }
            | Event::Alloc { .. }
            | Event::Free { .. }
            | Event::Nondet { .. }
            | Event::Uninitialised { .. }
            | Event::Write { .. }
            | Event::Race { .. }
            | Event::Committed { .. }
            | Event::Violated { .. }
            | Event::Inspect { .. } => return,
        };
        let function = self.program.functions.get(self.site.function);
        let Some(function) = function else {
            return;
        };
        if !can_race(function, self.site.block, self.site.stmt) {
            return;
        }
        let block = function.blocks.get(self.site.block);
        let mut accesses = false;
        if let Some(stmt) = block.and_then(|block| block.stmts.get(self.site.stmt)) {
            stmt.kind.accesses(|_| accesses = true);
        }
        if let Some(tried) = self.tried.as_mut().filter(|_| accesses) {
            tried.push(Access {
                thread: self.stack.thread,
                at: self.site,
                object,
                offset,
                len,
                writes,
            });
        }
    }

    /// Says which accesses race.
    fn about_race(&self, writes: bool, rival: Access) -> String {
        let verb = |writes| if writes { "writes" } else { "reads" };
        let function = self.program.title(rival.at.function);
        let function = function.map_or("?", |name| name);
        // Copies of a model have numbers.
        let function = function.split('#').next().unwrap_or(function);
        let file = self.program.file_name(rival.at.span);
        format!(
            "data race: thread {} {} {} while thread {} {} it in {function} ({file}:{})",
            self.stack.thread,
            verb(writes),
            self.describe(rival.object),
            rival.thread,
            verb(rival.writes),
            rival.at.span.line,
        )
    }

    /// An object in words.
    pub(crate) fn describe(&self, number: u64) -> String {
        let Some(object) = self.memory.object(number) else {
            return "memory".to_owned();
        };
        let name = match object.kind {
            ObjectKind::Global(id) => self.program.globals.get(id).map(|global| &global.name),
            ObjectKind::Local(function, id) => {
                let function = self.program.functions.get(function);
                let local = function.and_then(|function| function.locals.get(id));
                local.map(|local| &local.name)
            }
            ObjectKind::Alloc(_) | ObjectKind::Contents => None,
        };
        match name.filter(|name| !name.is_empty()) {
            Some(name) => format!("`{name}`"),
            None if object.span.is_known() => {
                let file = self.program.file_name(object.span);
                format!("memory allocated at {file}:{}", object.span.line)
            }
            None => "memory".to_owned(),
        }
    }
}

/// Whether two accesses have a byte in common that one of them writes.
fn conflict(a: &Access, b: &Access) -> bool {
    let end = |access: &Access| access.offset.saturating_add(access.len);
    let common = a.offset.max(b.offset) < end(a).min(end(b));
    a.object == b.object && common && (a.writes || b.writes)
}
