//! Proofs on the program as a finite-state machine (F-SOFT §IV to VI): one model of all loops, for a prover that
//! needs no invariant to be guessed.

use crate::job::Job;
use crate::outcome::{EngineError, Invariant};
use crate::settings::{Progress, Settings};
use cassay_absint::Analysis;
use cassay_base::Stop;
use cassay_efsm::{PASSES, reduce};
use cassay_extract::{Extraction, Failure, Options, extract};
use cassay_ir::{FuncId, Note, Program};
use cassay_pdr::{Checked, Prover};
use cassay_symex::{Bounds, LoopId, Order};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The machine of a program with claims, together with what abstract interpretation knows about the heads of
/// its loops.
pub fn machine_of(
    program: &Program,
    analysis: &Analysis,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
) -> Result<Extraction, Failure> {
    let mut loops: BTreeSet<(FuncId, LoopId)> = BTreeSet::new();
    for (id, function) in program.functions.iter_enumerated() {
        if function.has_body() {
            let order = Order::new(function);
            loops.extend(order.loops().ids().map(|found| (id, found)));
        }
    }
    let program = analysis.assume_at_heads(program, &loops);
    let defaults = Options::default();
    let options = Options {
        bounds: Bounds {
            propagation: settings.propagation,
            ..defaults.bounds
        },
        ..defaults
    };
    let pool = cassay_simplify::pool_with(settings.rules());
    extract(&program, entry, pool, &options, stop)
}

/// The machine of a program, for people and other tools.
pub fn model(
    program: &Program,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
) -> Result<Extraction, Failure> {
    let statics = crate::statics::Statics::of(program, entry, settings, stop);
    machine_of(
        &statics.discharged,
        &statics.analysis,
        entry,
        settings,
        stop,
    )
}

/// The result of the prover on the machine.
#[derive(Debug, Serialize, Deserialize)]
pub enum MachineReport {
    /// No claim can be violated.
    Proved {
        /// Assumptions about the program.
        notes: Vec<Note>,
        /// What holds at the heads of loops.
        invariants: Vec<Invariant>,
    },
    /// No proof, and why.
    Open {
        /// In words.
        why: String,
    },
}

impl MachineReport {
    fn open(why: impl Into<String>) -> Self {
        MachineReport::Open { why: why.into() }
    }
}

/// The memory that the search may take, in bytes.
const MEMORY: usize = 3 << 30;

/// Tries to prove all claims together: a machine, a reduced one, a search for an inductive invariant, and the
/// check of what it finds, on the whole machine and by a solver that has no part in the search.
pub fn prove(
    job: &Job<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<MachineReport, EngineError> {
    let (program, analysis) = (&job.statics.discharged, &job.statics.analysis);
    let made = machine_of(program, analysis, job.entry, job.settings, job.stop);
    let mut made = match made {
        Ok(made) => made,
        Err(Failure::Refused(refusal)) => {
            return Ok(MachineReport::open(format!("no model: {}", refusal.why)));
        }
        Err(Failure::Stopped(reason)) => {
            return Ok(MachineReport::open(format!("stopped: {reason:?}")));
        }
    };
    let targets = cassay_pdr::bad(&made.machine);
    let pool = cassay_simplify::pool_with(job.settings.rules());
    let mut reduced = reduce(&made.machine, &targets, PASSES, pool, job.stop);
    let options = cassay_pdr::Options {
        pool: cassay_simplify::pool,
        stop: job.stop.clone(),
        memory: MEMORY,
        ..cassay_pdr::Options::default()
    };
    let outcome = match Prover::new(&mut reduced.machine, options) {
        Ok(mut prover) => prover.run(&mut |step| {
            progress(Progress::Modelling {
                frames: step.frames,
                lemmas: step.statistics.kept,
            });
        }),
        Err(reason) => cassay_pdr::Outcome::Unknown(reason),
    };
    match outcome {
        cassay_pdr::Outcome::Proved(invariant) => {
            let invariant = reduced.invariant(&mut made.machine, &invariant);
            checked(job, made, &invariant)
        }
        cassay_pdr::Outcome::Found(_, execution) => {
            let execution = reduced.execution(&made.machine, &execution);
            Ok(MachineReport::open(match made.machine.follow(&execution) {
                Some(states) => {
                    let last = states.last().map(|state| state.control);
                    let name = last.map(|last| made.machine.controls[last].name.clone());
                    let name = name.unwrap_or_default();
                    format!("the model reaches \"{name}\" in {} steps", states.len() - 1)
                }
                None => "an execution of the reduced model is none of the model".into(),
            }))
        }
        cassay_pdr::Outcome::Unknown(reason) => Ok(MachineReport::open(format!("{reason:?}"))),
    }
}

/// The report of a proof that another solver confirms.
fn checked(
    job: &Job<'_>,
    mut made: Extraction,
    invariant: &cassay_efsm::Invariant,
) -> Result<MachineReport, EngineError> {
    let mut solver = job.solvers.make_for_rounds(None, job.stop)?;
    match cassay_pdr::check(&mut made.machine, invariant, &mut *solver)? {
        Checked::Holds => {}
        Checked::Undecided(why) => {
            return Ok(MachineReport::open(format!(
                "the invariant was not checked: {why}"
            )));
        }
        Checked::Bad(_) => {
            return Err(EngineError::Internal(
                "an invariant of the model excludes too little".into(),
            ));
        }
        Checked::Broken(at) => {
            return Err(EngineError::Internal(format!(
                "an invariant of the model is not inductive: {at}"
            )));
        }
    }
    let mut invariants = Vec::new();
    for (control, head) in &made.heads {
        for text in cassay_extract::written(&made, invariant, *control).relations {
            invariants.push(Invariant {
                function: job.program.functions[head.function].name.to_string(),
                span: head.span,
                text,
            });
        }
    }
    Ok(MachineReport::Proved {
        notes: made.notes,
        invariants,
    })
}
