//! The stop token: how limits of time and memory reach long-running work.
//!
//! Libraries never read the clock. The command line watches time and memory from a thread of its
//! own and raises the token; loops poll it and end with an honest *unknown*.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Why work was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The user or a competing worker ended the work.
    Cancelled,
}

/// A shared flag that asks for an early end. Cloning shares the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

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
        };
        let _ = self
            .0
            .compare_exchange(0, code, Ordering::AcqRel, Ordering::Acquire);
    }

    /// The reason to stop, if any.
    pub fn reason(&self) -> Option<StopReason> {
        match self.0.load(Ordering::Acquire) {
            0 => None,
            1 => Some(StopReason::Time),
            2 => Some(StopReason::Memory),
            _ => Some(StopReason::Cancelled),
        }
    }

    /// Whether an early end was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Acquire) != 0
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
}
