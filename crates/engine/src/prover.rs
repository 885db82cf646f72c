//! Proofs by induction: the step at growing `k`, with what is learned from one to the next.

use crate::induct::{Interrupted, Step, StepAnswer, loops_named};
use crate::job::Job;
use crate::outcome::Invariant;
use crate::pass::ClaimPlace;
use crate::settings::Progress;
use cassay_induction::{Conjecture, LoopRef, Refusal};
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
    /// What may hold at the heads of loops, once it was looked for.
    conjectures: Option<Vec<Conjecture>>,
    /// Those not refuted yet, by number.
    alive: BTreeSet<usize>,
    /// Whether induction is over all loops, because others than those cut go on for long.
    all_loops: bool,
}

impl<'a> Prover<'a> {
    /// A prover that knows nothing yet.
    pub fn new(job: &'a Job<'a>) -> Self {
        Prover {
            step: Step {
                program: &job.statics.discharged,
                entry: job.entry,
                backend: job.backend,
                counters: job.counters.clone(),
                stop: job.stop,
            },
            conjectures: None,
            alive: BTreeSet::new(),
            all_loops: false,
        }
    }

    /// Tries a proof: over the loops that were cut, then over all.
    pub fn attempt(
        &mut self,
        cut_loops: &BTreeSet<String>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepReport, Interrupted> {
        let nothing = StepReport::Open { proved: Vec::new() };
        let names = (!self.all_loops).then_some(cut_loops);
        let mut loops = loops_named(self.step.program, names);
        if loops.is_empty() {
            return Ok(nothing);
        }
        if k > 1 && self.conjectures.is_none() {
            self.conjecture(&loops);
        }
        loop {
            let conjectures = self.conjectures.as_deref().unwrap_or_default();
            let step = &self.step;
            match step.run(&loops, conjectures, &mut self.alive, k, progress)? {
                StepAnswer::Proved(notes) => {
                    let invariants = Vec::new();
                    return Ok(StepReport::Proved { notes, invariants });
                }
                StepAnswer::Unwinding if !self.all_loops => {
                    self.all_loops = true;
                    loops = loops_named(self.step.program, None);
                    if k > 1 {
                        self.conjecture(&loops);
                    }
                }
                StepAnswer::Open | StepAnswer::Unwinding => return Ok(nothing),
                StepAnswer::Refused(refusal) => {
                    return Ok(StepReport::Refused(refused(self.step.program, &refusal)));
                }
            }
        }
    }

    /// Looks for what may hold at the heads of loops.
    fn conjecture(&mut self, loops: &BTreeSet<LoopRef>) {
        let Step {
            program,
            entry,
            stop,
            ..
        } = self.step;
        let made = cassay_induction::conjectures(program, entry, loops, stop);
        self.alive = (0..made.len()).collect();
        self.conjectures = Some(made);
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
