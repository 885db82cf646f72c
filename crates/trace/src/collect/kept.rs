//! Which states matter besides those that the slice of the violation has, and which of these say nothing.

use super::Collector;
use crate::step::{Origin, Step, StepKind, Target};
use cassay_bv::Bv;
use cassay_ir::InputSource;
use std::collections::HashSet;

/// Up to this many inputs are shown also if they only decide which way the execution takes.
const INPUTS: usize = 64;

impl Collector<'_> {
    /// Adds inputs that matter to the way the execution takes, and where they are stored, to what matters.
    pub(super) fn add_deciding_inputs(&self, slice: &mut Option<HashSet<usize>>, of_each: bool) {
        let Some(known) = slice else {
            return;
        };
        let inputs = || {
            self.steps
                .iter()
                .filter(|step| step.kind == StepKind::Input)
        };
        let open = inputs().any(|step| !known.contains(&step.number));
        if !open || inputs().count() > INPUTS {
            return;
        }
        let Some(path) = self.log.path(self.program, of_each) else {
            return;
        };
        let holds_input = |step: &&Step| matches!(step.origin, Origin::Input(_));
        let inputs = self.steps.iter().filter(holds_input);
        let deciding = inputs
            .map(|step| step.number)
            .filter(|number| path.contains(number));
        known.extend(deciding);
    }

    /// Leaves out that an allocation does not fail, as the pointer that it returns shows that, unless nothing
    /// else is left.
    pub(super) fn leave_out_successes(&self, relevant: &mut [bool]) {
        let succeeds = |step: &Step| {
            let allocates = matches!(step.target, Target::Source(InputSource::AllocationFails(_)));
            let value = step.value.as_ref().and_then(|value| value.bits.as_ref());
            allocates && value.is_some_and(Bv::is_zero)
        };
        let shown = || self.steps.iter().zip(relevant.iter());
        if !shown().any(|(step, relevant)| *relevant && !step.folded && !succeeds(step)) {
            return;
        }
        for (step, relevant) in self.steps.iter().zip(relevant.iter_mut()) {
            *relevant &= !succeeds(step);
        }
    }
}
