//! The stop token: how limits of time, memory and work reach long-running work.
//!
//! Libraries never read the clock. The command line watches time and memory from a thread of its
//! own and raises the token; loops poll it and end with an honest *unknown*.
//!
//! Every poll counts as a piece of work. The count is the same on every run, so that a schedule can
//! share a process between parts of a run: [`Stop::allow`] ends a part after so much work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Why work was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The user or a competing worker ended the work.
    Cancelled,
    /// A part of the run has done the work that it was allowed.
    Work,
}

#[derive(Debug)]
struct Shared {
    flag: AtomicU8,
    work: AtomicU64,
    most: AtomicU64,
}

/// A shared flag that asks for an early end. Cloning shares the flag.
#[derive(Clone, Debug)]
pub struct Stop(Arc<Shared>);

impl Default for Stop {
    fn default() -> Self {
        Stop(Arc::new(Shared {
            flag: AtomicU8::new(0),
            work: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
        }))
    }
}

impl Stop {
    /// A token that nobody has raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for an early end; the first reason given stays.
    pub fn raise(&self, reason: StopReason) {
        let code = match reason {
            StopReason::Time => 1,
            StopReason::Memory => 2,
            StopReason::Cancelled => 3,
            StopReason::Work => 4,
        };
        let _ = self
            .0
            .flag
            .compare_exchange(0, code, Ordering::AcqRel, Ordering::Acquire);
    }

    /// The reason to stop, if any. Counts as a piece of work.
    pub fn reason(&self) -> Option<StopReason> {
        match self.0.flag.load(Ordering::Acquire) {
            0 => (self.spend(1) > self.0.most.load(Ordering::Relaxed)).then_some(StopReason::Work),
            1 => Some(StopReason::Time),
            2 => Some(StopReason::Memory),
            4 => Some(StopReason::Work),
            _ => Some(StopReason::Cancelled),
        }
    }

    /// Whether an early end was asked for. Counts as a piece of work.
    pub fn is_raised(&self) -> bool {
        self.reason().is_some()
    }

    /// Counts work that is done without a poll; all work so far.
    pub fn spend(&self, work: u64) -> u64 {
        let before = self.0.work.fetch_add(work, Ordering::Relaxed);
        before.saturating_add(work)
    }

    /// The work done so far.
    pub fn work(&self) -> u64 {
        self.0.work.load(Ordering::Relaxed)
    }

    /// Asks for an early end after so much more work, or takes that back.
    pub fn allow(&self, work: Option<u64>) {
        let most = work.map_or(u64::MAX, |work| self.work().saturating_add(work));
        self.0.most.store(most, Ordering::Relaxed);
    }

    /// Runs something with a work limit, inside the limits that apply anyway. Whether the
    /// end came because of that, beside what was done.
    pub fn within<T>(&self, work: u64, act: impl FnOnce() -> T) -> (T, bool) {
        let around = self.0.most.load(Ordering::Relaxed);
        let most = self.work().saturating_add(work).min(around);
        self.0.most.store(most, Ordering::Relaxed);
        let done = act();
        let short = self.work() > most;
        self.0.most.store(around, Ordering::Relaxed);
        (done, short && self.work() <= around)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_reason_stays_and_clones_share() {
        let stop = Stop::new();
        let shared = stop.clone();
        assert_eq!(stop.reason(), None);
        shared.raise(StopReason::Memory);
        stop.raise(StopReason::Time);
        assert_eq!(stop.reason(), Some(StopReason::Memory));
        assert!(shared.is_raised());
    }

    #[test]
    fn work_ends_where_it_was_allowed_to_and_can_go_on() {
        let stop = Stop::new();
        assert!((0..100).all(|_| !stop.is_raised()));
        stop.allow(Some(10));
        let polls = (0..100).take_while(|_| !stop.clone().is_raised()).count();
        assert_eq!((polls, stop.reason()), (10, Some(StopReason::Work)));
        stop.allow(None);
        assert_eq!(stop.reason(), None);
        let poll = |stop: &Stop| (0..100).take_while(|_| !stop.is_raised()).count();
        assert_eq!(stop.within(10, || poll(&stop)), (10, true));
        assert_eq!(stop.within(200, || poll(&stop)), (100, false));
        stop.allow(Some(10));
        assert_eq!(stop.within(20, || poll(&stop)), (10, false));
        stop.allow(Some(10));
        stop.spend(11);
        stop.raise(StopReason::Time);
        assert_eq!(stop.reason(), Some(StopReason::Time));
    }
}
