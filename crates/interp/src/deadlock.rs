//! Deadlocks: threads that wait for each other, whether or not others can go on.
//!
//! A set of threads is blocked if each waits for what only another one of the set, or a thread that
//! has ended, could do. A wait for a condition that any thread may make true is blocked only where
//! every thread waits or has ended. Whether a thread waits is found by letting it take its step, and
//! going back.

use crate::machine::Machine;
use crate::outcome::{Outcome, Run, Waiter, WaitsFor};
use crate::threads::{Status, in_program};
use cassay_ir::Expr;
use std::collections::BTreeMap;

impl<'p> Machine<'p, '_> {
    /// What a thread waits for, given the holder of what it wants by its number plus 1.
    pub(crate) fn awaited(&mut self, holder: Option<&'p Expr>) -> Run<WaitsFor> {
        let Some(holder) = holder else {
            return Ok(WaitsFor::Condition);
        };
        let holder = self.eval_int(holder)?.to_u64();
        let number = holder.and_then(|holder| holder.checked_sub(1));
        let number = number.and_then(|number| u32::try_from(number).ok());
        Ok(number.map_or(WaitsFor::Condition, WaitsFor::Holder))
    }

    /// The number of threads that have neither ended nor failed an assumption.
    pub(crate) fn unfinished(&self) -> usize {
        let threads = self.threads.iter();
        let unfinished = threads.filter(|thread| match thread.status {
            Status::Ready | Status::Waiting { .. } => true,
            Status::Excluded { .. } | Status::Ended => false,
        });
        unfinished.count()
    }

    /// The threads that block each other, except those that are known to go on.
    pub(crate) fn deadlock(&mut self, goes_on: impl Fn(u32) -> bool) -> Option<Box<Outcome>> {
        let mut waiters = BTreeMap::new();
        for thread in (0..self.threads.len() as u32).filter(|thread| !goes_on(*thread)) {
            if let Some(waiter) = self.waiter(thread) {
                waiters.insert(thread, waiter);
            }
        }
        let excluded = |status| matches!(status, Status::Excluded { .. });
        let nobody = !self.threads.iter().any(|thread| excluded(thread.status));
        if !nobody || waiters.len() < self.unfinished() {
            self.keep_blocked(&mut waiters);
        }
        let threads: Vec<Waiter> = waiters.into_values().collect();
        (!threads.is_empty()).then(|| Box::new(Outcome::Deadlock { threads }))
    }

    /// Keeps the largest set of threads of which each waits for another one, or for one that has ended.
    fn keep_blocked(&self, waiters: &mut BTreeMap<u32, Waiter>) {
        loop {
            let (before, all) = (waiters.len(), waiters.clone());
            waiters.retain(|_, waiter| match waiter.what {
                WaitsFor::Condition => false,
                WaitsFor::Thread(other) => all.contains_key(&other),
                WaitsFor::Holder(other) => {
                    let status = self.threads.get(other as usize);
                    let ended = status.is_some_and(|thread| thread.status == Status::Ended);
                    ended || all.contains_key(&other)
                }
            });
            if waiters.len() == before {
                return;
            }
        }
    }

    /// Where a thread waits, if it does.
    fn waiter(&mut self, thread: u32) -> Option<Waiter> {
        match self.threads.get(thread as usize)?.status {
            Status::Ready => {}
            Status::Waiting { since, .. } if since != self.version => {}
            Status::Waiting { .. } => return self.standing_waiter(thread),
            Status::Excluded { .. } | Status::Ended => return None,
        }
        let (saved, site) = (self.save(), self.site);
        let watched = std::mem::replace(&mut self.watched, false);
        self.wake(thread);
        let waits = self.run_alone().is_ok() && matches!(self.act(), Ok(false));
        let waiter = if waits {
            self.standing_waiter(thread)
        } else {
            None
        };
        self.watched = watched;
        self.restore(saved);
        self.site = site;
        waiter
    }

    /// Where a thread waits that has found out that it does.
    fn standing_waiter(&self, thread: u32) -> Option<Waiter> {
        let waiting = self.threads.get(thread as usize)?;
        let Status::Waiting { at, what, .. } = waiting.status else {
            return None;
        };
        Some(Waiter {
            thread,
            at,
            what,
            function: in_program(waiting.stack.as_deref().unwrap_or(&self.stack)),
        })
    }
}
