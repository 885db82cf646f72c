//! Collects the states of a replayed execution.

use crate::{Replay, Step};
use cassay_interp::{Context, Event, Observer, Outcome};
use cassay_ir::Program;

/// Watches an execution and writes down its states.
pub(crate) struct Collector {
    steps: Vec<Step>,
}

impl Collector {
    pub(crate) fn new(_program: &Program) -> Self {
        Collector { steps: Vec::new() }
    }

    pub(crate) fn finish(self, outcome: Outcome) -> Replay {
        let relevant = vec![true; self.steps.len()];
        Replay {
            outcome,
            steps: self.steps,
            relevant,
        }
    }
}

impl Observer for Collector {
    fn event(&mut self, _event: Event<'_>, _context: &Context<'_>) {}
}
