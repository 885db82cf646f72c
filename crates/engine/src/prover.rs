//! Proofs by induction: steps at growing `k`, each with the results of those before.

use crate::induct::{Induction, Interrupted, Step, StepAnswer, own_loops};
use crate::job::Job;
use crate::outcome::Invariant;
use crate::settings::Progress;
use cassay_induction::Refusal;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{ClaimId, Note, NoteKind, Program};
use cassay_symex::{Order, loop_name};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The result of a step.
#[derive(Debug, Serialize, Deserialize)]
pub enum StepReport {
    /// No claim can be violated, by any number of iterations.
    Proved {
        /// Assumptions about the program.
        notes: Vec<Note>,
        /// The invariants at the heads of loops.
        invariants: Vec<Invariant>,
    },
    /// Not every claim was proved.
    Open {
        /// The claims that were.
        proved: Vec<ClaimId>,
    },
    /// No larger `k` can help, and why.
    Refused(Note),
}

/// Tries steps, one after the other.
pub struct Prover<'a> {
    job: &'a Job<'a>,
    induction: Induction,
    /// The same for the program in which array elements are tracked, if that may help.
    elements: Option<(Program, Induction)>,
    /// The same with loops of library functions unwound to their ends, unless that proves too
    /// expensive.
    library: Option<Induction>,
}

/// The bound for loops of library functions in a step over the program's own loops.
const LIBRARY_ITERATIONS: u32 = 300;

/// Its work limit.
const LIBRARY_WORK: u64 = 30_000;

/// The longest step that is tried with array elements tracked.
const ELEMENTS_K: u32 = 2;

impl<'a> Prover<'a> {
    /// A prover that knows nothing yet.
    pub fn new(job: &'a Job<'a>) -> Self {
        Prover {
            job,
            induction: Induction::default(),
            elements: None,
            library: Some(Induction::following(LIBRARY_ITERATIONS)),
        }
    }

    /// Tries a proof over the loops that were cut, and over those that turn out to matter: first
    /// with the program unchanged, then with array elements tracked.
    pub fn attempt(
        &mut self,
        cut_loops: &BTreeSet<String>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepReport, Interrupted> {
        let program = &self.job.statics.discharged;
        if shares_memory(program) {
            // A second attempt would be the same.
            return match k {
                1 => crate::modular::prove(self.job, progress),
                _ => Ok(StepReport::Open { proved: Vec::new() }),
            };
        }
        let step = step(self.job, program);
        let answer = self.induction.attempt(&step, cut_loops, k, progress)?;
        let report = report(program, answer);
        let proved = matches!(report, StepReport::Proved { .. });
        if proved || k > ELEMENTS_K || self.job.settings.multi_property {
            return Ok(report);
        }
        let through = self.through_library(cut_loops, k, progress)?;
        let through = match through {
            Some(proved @ StepReport::Proved { .. }) => return Ok(proved),
            open => open,
        };
        // The program with tracked elements is only used to prove all claims together, never a
        // single one.
        if let StepReport::Refused(_) = report {
            let hopes = k < ELEMENTS_K && self.library.is_some();
            return Ok(through.filter(|_| hopes).unwrap_or(report));
        }
        if self.elements.is_none() && k == 1 {
            let followed = cassay_induction::follow_elements(program, self.job.entry);
            self.elements = followed.map(|followed| (followed, Induction::default()));
        }
        let Some((program, induction)) = &mut self.elements else {
            return Ok(report);
        };
        let step = self::step(self.job, program);
        let answer = induction.attempt(&step, cut_loops, k, progress)?;
        Ok(match self::report(program, answer) {
            proved @ StepReport::Proved { .. } => proved,
            StepReport::Open { .. } | StepReport::Refused(_) => report,
        })
    }
}

impl Prover<'_> {
    /// Tries a proof over the loops of the program alone, with those of library functions unwound
    /// to their ends: the buffer of the program limits how far `strlen` goes in it.
    fn through_library(
        &mut self,
        cut_loops: &BTreeSet<String>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<StepReport>, Interrupted> {
        let program = &self.job.statics.discharged;
        let own = own_loops(program, cut_loops);
        if own.is_empty() || own.len() == cut_loops.len() {
            return Ok(None);
        }
        let Some(mut induction) = self.library.take() else {
            return Ok(None);
        };
        let step = step(self.job, program);
        let act = || induction.attempt(&step, &own, k, progress);
        let (answer, short) = self.job.stop.within(LIBRARY_WORK, act);
        if short {
            // Too expensive: it is not tried again.
            return Ok(None);
        }
        self.library = Some(induction);
        Ok(match report(program, answer?) {
            found @ (StepReport::Proved { .. } | StepReport::Open { .. }) => Some(found),
            StepReport::Refused(_) => None,
        })
    }
}

/// The step over a program.
fn step<'s>(job: &'s Job<'_>, program: &'s Program) -> Step<'s> {
    Step {
        program,
        analysis: &job.statics.analysis,
        settings: job.settings,
        entry: job.entry,
        solvers: job.solvers,
        stop: job.stop,
        every_claim: job.settings.multi_property,
    }
}

/// What an answer says about the program.
fn report(program: &Program, answer: StepAnswer) -> StepReport {
    match answer {
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
        StepAnswer::Refused(refusal) => StepReport::Refused(refused(program, &refusal)),
    }
}

/// The message about a loop that induction cannot handle.
fn refused(program: &Program, refusal: &Refusal) -> Note {
    let (id, of) = refusal.of;
    let function = &program.functions[id];
    let order = Order::new(function);
    let head = order.loops()[of].head;
    Note {
        subject: format!("loop {}", loop_name(function, &order, of)).into(),
        kind: NoteKind::Induction,
        assumption: format!("not proved by induction: {}", refusal.why).into(),
        may_hide: false,
        span: function.blocks[head].span,
    }
}
