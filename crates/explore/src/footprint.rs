//! The accesses of a step, and which of them race.

use cassay_interp::{Context, Event, Observer, Site};
use cassay_ir::sharing::can_race;
use cassay_ir::{Program, StmtKind};
use std::cell::RefCell;
use std::rc::Rc;

/// An access of a program, not of a library model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) object: u64,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) writes: bool,
    pub(crate) atomic: bool,
    pub(crate) at: Site,
}

impl Access {
    /// The first byte of a race.
    pub(crate) fn races(&self, other: &Access) -> Option<u64> {
        let start = self.start.max(other.start);
        let common = self.object == other.object && start < self.end.min(other.end);
        let conflict = self.writes || other.writes;
        (common && conflict && !(self.atomic && other.atomic)).then_some(start)
    }
}

/// What a step accesses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    /// The thread that takes the step.
    pub(crate) thread: u32,
    /// Whether the step is an atomic section.
    pub(crate) section: bool,
    pub(crate) accesses: Vec<Access>,
}

/// The observer that records accesses.
pub(crate) struct Recorder(pub(crate) Rc<RefCell<Footprint>>);

impl Observer for Recorder {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        let (object, start, len, writes) = match event {
            Event::Read {
                object,
                offset,
                len,
            } => (object, offset, len, false),
            Event::Written {
                object,
                offset,
                len,
            } => (object, offset, len, true),
            Event::Step
            | Event::Free { .. }
            | Event::Call { .. }
            | Event::Spawn { .. }
            | Event::EndThread { .. }
            | Event::Race { .. }
            | Event::Return { .. }
            | Event::Unwind
            | Event::Declare { .. }
            | Event::Dead { .. }
            | Event::Alloc { .. }
            | Event::Nondet { .. }
            | Event::Uninitialised { .. }
            | Event::Write { .. }
            | Event::Committed { .. }
            | Event::Violated { .. }
            | Event::Inspect { .. } => return,
        };
        let mut footprint = self.0.borrow_mut();
        let function = context.program.functions.get(context.site.function);
        let at = context.site;
        let counts = function.is_some_and(|function| can_race(function, at.block, at.stmt));
        if !counts || context.thread != footprint.thread || !accesses(context.program, context.site)
        {
            return;
        }
        let access = Access {
            object,
            start,
            end: start.saturating_add(len),
            writes,
            atomic: footprint.section || is_atomic(context.program, context.site),
            at: context.site,
        };
        if !footprint.accesses.contains(&access) {
            footprint.accesses.push(access);
        }
    }
}

/// Whether the statement is an access. What assertions ask is none.
fn accesses(program: &Program, at: Site) -> bool {
    let mut accesses = false;
    if let Some(kind) = statement(program, at) {
        kind.accesses(|_| accesses = true);
    }
    accesses
}

/// Whether the statement is an atomic load or store.
fn is_atomic(program: &Program, at: Site) -> bool {
    let Some(kind) = statement(program, at) else {
        return false;
    };
    let mut atomic = false;
    kind.accesses(|access| atomic |= access.order.is_some());
    atomic
}

/// Whether an atomic section begins there.
pub(crate) fn begins_section(program: &Program, at: Site) -> bool {
    matches!(statement(program, at), Some(StmtKind::AtomicBegin))
}

fn statement(program: &Program, at: Site) -> Option<&StmtKind> {
    let function = program.functions.get(at.function)?;
    let block = function.blocks.get(at.block)?;
    block.stmts.get(at.stmt).map(|stmt| &stmt.kind)
}
