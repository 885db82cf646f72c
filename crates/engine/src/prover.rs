//! Proofs by induction: the step at growing `k`, with what is learned from one to the next.

use crate::induct::{Induction, Interrupted, Step, StepAnswer};
use crate::job::Job;
use crate::outcome::Invariant;
use crate::pass::ClaimPlace;
use crate::settings::Progress;
use cassay_induction::Refusal;
use cassay_ir::{Note, Program};
use cassay_symex::{Order, loop_name};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a step found out.
#[derive(Debug, Serialize, Deserialize)]
pub enum StepReport {
    /// Nothing can be violated, by any number of iterations.
    Proved {
        /// Assumptions about the program.
        notes: Vec<Note>,
        /// What holds at the heads of loops.
        invariants: Vec<Invariant>,
    },
    /// Not everything was proved.
    Open {
        /// Claims that were.
        proved: Vec<ClaimPlace>,
    },
    /// No larger `k` can help, and why.
    Refused(Note),
}

/// Tries steps, one after the other.
pub struct Prover<'a> {
    step: Step<'a>,
    induction: Induction,
}

impl<'a> Prover<'a> {
    /// A prover that knows nothing yet.
    pub fn new(job: &'a Job<'a>) -> Self {
        Prover {
            step: Step {
                program: &job.statics.discharged,
                analysis: &job.statics.analysis,
                entry: job.entry,
                backend: job.backend,
                counters: job.counters.clone(),
                stop: job.stop,
                every_claim: job.settings.multi_property,
            },
            induction: Induction::default(),
        }
    }

    /// Tries a proof: over the loops that were cut, and those that turn out to matter.
    pub fn attempt(
        &mut self,
        cut_loops: &BTreeSet<String>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepReport, Interrupted> {
        let step = &self.step;
        Ok(
            match self.induction.attempt(step, cut_loops, k, progress)? {
                StepAnswer::Proved { notes, invariants } => {
                    let invariants = invariants.into_iter().map(|invariant| Invariant {
                        function: invariant.function.to_string(),
                        span: invariant.span,
                        text: invariant.text,
                    });
                    StepReport::Proved {
                        notes,
                        invariants: invariants.collect(),
                    }
                }
                StepAnswer::Open { proved, .. } => StepReport::Open {
                    proved: proved.into_iter().collect(),
                },
                StepAnswer::Unwinding(_) => StepReport::Open { proved: Vec::new() },
                StepAnswer::Refused(refusal) => {
                    StepReport::Refused(refused(self.step.program, &refusal))
                }
            },
        )
    }
}

/// What to tell about a loop that induction cannot deal with.
fn refused(program: &Program, refusal: &Refusal) -> Note {
    let (id, of) = refusal.of;
    let function = &program.functions[id];
    let order = Order::new(function);
    let head = order.loops()[of].head;
    Note {
        subject: format!("loop {}", loop_name(function, &order, of)).into(),
        assumption: format!("not proved by induction: {}", refusal.why).into(),
        may_hide: false,
        span: function.blocks[head].span,
    }
}
