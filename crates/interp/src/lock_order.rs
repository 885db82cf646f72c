//! The order of locks: which locks threads hold, and the acquisitions of an execution by which they
//! could block each other.
//!
//! Threads could do so if each of some threads has waited for a lock that the next one held when it
//! waited, no two of them held a lock in common, and none of the waits is over before the other
//! thread is created or after it was joined.

use crate::machine::Machine;
use crate::outcome::{Outcome, Run, Site};
use crate::value::{Base, Pointer};
use cassay_ir::{ClaimId, Expr, Property};
use std::collections::BTreeMap;

/// The mode of a lock that others can hold as well.
const SHARED: u64 = 1;

/// An object and an offset.
pub(crate) type Lock = (u64, i64);

/// What a thread holds and knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holding {
    /// The locks and their modes.
    pub(crate) held: Vec<(Lock, u64)>,
    /// For each thread, how many of its acquisitions are over because it was joined, or was the creator.
    pub(crate) known: BTreeMap<u32, usize>,
}

/// A lock that a thread has waited for while it held others.
#[derive(Clone, Debug)]
pub(crate) struct Acquisition {
    pub(crate) thread: u32,
    /// How many of the thread came before.
    pub(crate) number: usize,
    pub(crate) lock: Lock,
    pub(crate) mode: u64,
    pub(crate) held: Vec<(Lock, u64)>,
    /// What the thread knew.
    pub(crate) known: BTreeMap<u32, usize>,
    at: Site,
}

impl Acquisition {
    /// Whether the thread had to wait for what the other one held.
    fn waits_for(&self, other: &Acquisition) -> bool {
        other
            .held
            .iter()
            .any(|(lock, mode)| *lock == self.lock && !(*mode == SHARED && self.mode == SHARED))
    }

    /// Whether both threads could be there at once.
    fn meets(&self, other: &Acquisition) -> bool {
        let over = |a: &Acquisition, b: &Acquisition| {
            b.known
                .get(&a.thread)
                .is_some_and(|count| a.number < *count)
        };
        let mut locks = self.held.iter().map(|(lock, _)| lock);
        let common = locks.any(|lock| other.held.iter().any(|(other, _)| other == lock));
        self.thread != other.thread && !over(self, other) && !over(other, self) && !common
    }
}

impl<'p> Machine<'p, '_> {
    fn lock_at(&mut self, lock: &'p Expr) -> Run<Option<Lock>> {
        let pointer: Pointer = self.eval_pointer(lock)?;
        let pointer = self.lead(pointer);
        Ok(match pointer.base {
            Base::Object(object) => Some((object, pointer.offset)),
            Base::Null | Base::Function(_) | Base::Invalid => None,
        })
    }

    /// The thread that runs holds a lock, or no longer.
    pub(crate) fn hold(&mut self, lock: &'p Expr, mode: &'p Expr) -> Run<()> {
        let mode = self.eval_size(mode)?;
        if let Some(lock) = self.lock_at(lock)? {
            let held = &mut self.stack.holding.held;
            held.retain(|(other, _)| *other != lock);
            if mode != 0 {
                held.push((lock, mode));
            }
        }
        Ok(())
    }

    /// Decides a claim that the thread that runs acquires a lock in order.
    pub(crate) fn claim_about_order(
        &mut self,
        claim: ClaimId,
        (lock, mode): (&'p Expr, &'p Expr),
        property: &Property,
    ) -> Run<()> {
        let mode = self.eval_size(mode)?;
        let Some(lock) = self.lock_at(lock)? else {
            return Ok(());
        };
        let thread = self.stack.thread;
        let holding = self.stack.holding.clone();
        if holding.held.is_empty() {
            return Ok(());
        }
        let before = self.acquisitions.iter();
        let new = Acquisition {
            thread,
            number: before.filter(|other| other.thread == thread).count(),
            lock,
            mode,
            held: holding.held,
            known: holding.known,
            at: self.site,
        };
        let mut cycle = vec![new.clone()];
        if self.closes(&mut cycle) {
            let property = Property::new(property.class, self.about_order(&cycle));
            return Err(Box::new(Outcome::Violation {
                claim,
                property,
                at: self.site,
            }));
        }
        self.acquisitions.push(new);
        Ok(())
    }

    /// Extends a path of acquisitions, each of which waits for the next, to a cycle.
    fn closes(&self, path: &mut Vec<Acquisition>) -> bool {
        let Some(last) = path.last().cloned() else {
            return false;
        };
        if path.len() > 1 && path.first().is_some_and(|first| last.waits_for(first)) {
            return true;
        }
        for next in &self.acquisitions {
            if last.waits_for(next) && path.iter().all(|other| other.meets(next)) {
                path.push(next.clone());
                if self.closes(path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// A thread knows what its creator, or one that it has joined, has done.
    pub(crate) fn acquisitions_over(&self, thread: u32, known: &mut BTreeMap<u32, usize>) {
        let stack = self
            .threads
            .get(thread as usize)
            .and_then(|own| own.stack.as_deref());
        let stack = stack.unwrap_or(&self.stack);
        for (thread, count) in &stack.holding.known {
            let own = known.entry(*thread).or_default();
            *own = (*own).max(*count);
        }
        let done = self
            .acquisitions
            .iter()
            .filter(|other| other.thread == thread);
        let done = done.count();
        let own = known.entry(thread).or_default();
        *own = (*own).max(done);
    }

    /// Says who has acquired what.
    fn about_order(&self, cycle: &[Acquisition]) -> String {
        let name = |lock: Lock| self.describe(lock.0);
        let mut parts = Vec::new();
        for (index, acquisition) in cycle.iter().enumerate() {
            let before = cycle.get(index.wrapping_sub(1)).or(cycle.last());
            let held = before.map_or(acquisition.lock, |before| before.lock);
            let (thread, lock, held) = (acquisition.thread, name(acquisition.lock), name(held));
            let function = self.program.title(acquisition.at.function);
            let function = function.map_or("?", |name| name);
            let file = self.program.file_name(acquisition.at.span);
            parts.push(match index {
                0 => format!("thread {thread} acquires {lock} and holds {held}"),
                _ => format!(
                    "thread {thread} has acquired {lock} and held {held} in {function} ({file}:{})",
                    acquisition.at.span.line
                ),
            });
        }
        parts.join("; ")
    }
}
