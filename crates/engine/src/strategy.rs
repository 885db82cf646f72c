//! The schedules, for one reading of the program.

use crate::explicit::{self, Explored};
use crate::induct::Interrupted;
use crate::job::Job;
use crate::machine::{self, MachineReport, Way};
use crate::outcome::{EngineError, Outcome, UnknownReason, Verdict};
use crate::parallel::side_by_side;
use crate::pass::{Ended, Finding, Pass};
use crate::prover::Prover;
use crate::run::Run;
use crate::session::Session;
use crate::settings::{Progress, Settings, Strategy};
use crate::shares::Shares;
use crate::solvers::Solvers;
use crate::statics::Statics;
use cassay_base::{Stop, StopReason};
use cassay_explore::{Effort, simulate};
use cassay_interp::Inputs;
use cassay_ir::claims::ClaimIndex;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{FuncId, Program};

/// The most executions before the first pass, and the most steps of all of them.
const MOST_RUNS: u64 = 4_000;
const MOST_STEPS: u64 = 3_000_000;

/// The work of a pass that may describe a known violation.
const PATIENCE: u64 = 60_000;

/// With more states, such a pass is long.
const FEW_STATES: u64 = 1_000;

/// Verifies one reading of a program whose checks have been applied.
pub(crate) fn decide(
    program: &Program,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome, EngineError> {
    let solvers = Solvers::new(settings)?;
    let rivals = Solvers::rivals(settings)?;
    debug_assert!(
        cassay_ir::verify::verify(program).is_ok(),
        "the program is well-formed after every pass"
    );
    let claims = ClaimIndex::new(program);
    progress(Progress::Analysing);
    let statics = Statics::of(program, entry, settings, stop);
    let job = Job {
        program: &statics.program,
        entry,
        claims: &claims,
        statics: &statics,
        settings,
        solvers: &solvers,
        rivals: rivals.as_ref(),
        stop,
    };
    let mut run = Run::new(&job);
    let ended = match settings.strategy {
        _ if statics.settle(&claims) => Ok(run.settled()),
        _ if simulated(&job, &mut run, progress)? => Ok(Verdict::Unsafe),
        _ if job.rivals.is_some() => {
            side_by_side(&job, &mut run, bounds(settings).to_vec(), progress)
        }
        Strategy::Bmc | Strategy::Incremental | Strategy::Falsification | Strategy::KInduction => {
            one_after_the_other(&job, &mut run, progress)
        }
        Strategy::Auto | Strategy::KInductionParallel => {
            first_look_then_parallel(&job, &mut run, progress)
        }
        Strategy::Model => on_the_machine(&job, &mut run, progress),
    };
    match ended {
        Ok(verdict) => Ok(run.finish(verdict)),
        Err(Ended::Stopped(reason)) => Ok(run.stopped(reason)),
        Err(Ended::Error(error)) => Err(error),
    }
}

/// Whether an execution under some schedule shows a violation. Bounds of the user exclude executions
/// that this would find.
fn simulated(
    job: &Job<'_>,
    run: &mut Run<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<bool, EngineError> {
    let settings = job.settings;
    let limited = settings.unwind.is_some()
        || !settings.unwindset.is_empty()
        || settings.contexts.is_some()
        || settings.multi_property
        || settings.want_smt
        || settings.want_vcc;
    if limited || !settings.simulation || !shares_memory(job.program) {
        return Ok(false);
    }
    progress(Progress::Simulating);
    let effort = Effort {
        runs: MOST_RUNS,
        steps: MOST_STEPS,
        stop: job.stop.clone(),
    };
    let Some((claim, witness)) = simulate(job.program, job.entry, &effort) else {
        return Ok(false);
    };
    let schedule = witness.schedule;
    let inputs = Inputs {
        schedule,
        ..witness.inputs
    };
    run.take_execution(&Finding { claim, inputs }, progress)
}

/// The prover on the machine, in this process.
fn on_the_machine(
    job: &Job<'_>,
    run: &mut Run<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Verdict, Ended> {
    let report = machine::prove(job, progress)?;
    // The bounded search says how far it came.
    let says_depth = matches!(job.settings.machine_by, Way::Search(_));
    if let Some(reason) = job.stop.reason()
        && !says_depth
        && matches!(report, MachineReport::Open { .. })
    {
        return Err(Ended::Stopped(reason));
    }
    let why = match &report {
        MachineReport::Open { why } => why.clone(),
        MachineReport::Violated { steps, .. } => {
            format!("an execution of the model with {steps} steps is none of the program")
        }
        MachineReport::Proved { .. } => String::new(),
    };
    let verdict = run.take_machine(report, progress)?;
    Ok(verdict.unwrap_or(Verdict::Unknown(UnknownReason::Inconclusive(why))))
}

/// Growing bounds, with an inductive step after each if requested. Steps do no more work than
/// passes; the rest is done after the last bound.
fn one_after_the_other(
    job: &Job<'_>,
    run: &mut Run<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Verdict, Ended> {
    let mut prover = Prover::new(job);
    let mut session = Session::new(job);
    let mut shares = Shares::default();
    let mut postponed = Vec::new();
    for bound in bounds(job.settings) {
        let before = job.stop.work();
        if let Some(verdict) = pass(job, run, &mut session, bound, progress)? {
            return Ok(verdict);
        }
        shares.passes += job.stop.work() - before;
        if !run.may_induct() {
            continue;
        }
        let Some(allowance) = shares.for_step() else {
            postponed.push(bound);
            continue;
        };
        let before = job.stop.work();
        let share = Some(allowance);
        match step(job, run, &mut prover, (bound, share), progress) {
            Ok(Some(verdict)) => return Ok(verdict),
            Ok(None) => shares.took(job.stop.work() - before),
            Err(Ended::Stopped(StopReason::Work)) => {
                shares.was_short(allowance);
                postponed.push(bound);
            }
            Err(ended) => return Err(ended),
        }
    }
    for k in postponed {
        if run.may_induct()
            && let Some(verdict) = step(job, run, &mut prover, (k, None), progress)?
        {
            return Ok(verdict);
        }
    }
    Ok(run.exhausted())
}

/// One step in this process, with a work limit.
fn step(
    job: &Job<'_>,
    run: &mut Run<'_>,
    prover: &mut Prover<'_>,
    (k, most): (u32, Option<u64>),
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Verdict>, Ended> {
    let cut_loops = run.cut_loops().clone();
    job.stop.allow(most);
    let report = prover.attempt(&cut_loops, k, progress);
    job.stop.allow(None);
    Ok(run.take_step(k, report?)?)
}

/// One pass with the smallest bound, since constants decide many programs. If it is not conclusive:
/// growing bounds and induction in parallel. Programs with threads are explored for a moment before, and
/// beside the bounds if that could help.
fn first_look_then_parallel(
    job: &Job<'_>,
    run: &mut Run<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Verdict, Ended> {
    let mut bounds = bounds(job.settings).into_iter();
    if run.may_explore() {
        progress(Progress::Exploring);
        let explored = match explicit::explore(job, &explicit::SHORT) {
            Explored::Violated { finding, states } if states <= FEW_STATES => {
                violated(job, run, finding, progress)?
            }
            explored @ (Explored::Proved { .. }
            | Explored::Violated { .. }
            | Explored::Open { .. }) => run.take_exploration(explored, progress)?,
        };
        if let Some(verdict) = explored {
            return Ok(verdict);
        }
    }
    // A program with threads may have many states and a long first pass.
    if !run.may_explore()
        && let Some(first) = bounds.next()
        && let Some(verdict) = pass(job, run, &mut Session::new(job), first, progress)?
    {
        return Ok(verdict);
    }
    side_by_side(job, run, bounds.collect(), progress)
}

/// A state was found that violates a claim. A pass that finds a violation with little work says more
/// about its cause. No verdict if neither is confirmed.
fn violated(
    job: &Job<'_>,
    run: &mut Run<'_>,
    finding: Finding,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Verdict>, Ended> {
    let first = bounds(job.settings).first().copied().unwrap_or(1);
    job.stop.allow(Some(PATIENCE));
    let looked = pass(job, run, &mut Session::new(job), first, progress);
    job.stop.allow(None);
    match looked {
        Ok(Some(Verdict::Unsafe)) => Ok(Some(Verdict::Unsafe)),
        Ok(Some(Verdict::Safe(_))) => {
            let what = "a pass proves what a state violates".to_string();
            Err(Ended::Error(EngineError::Internal(what)))
        }
        Ok(Some(Verdict::Unknown(_)) | None) | Err(Ended::Stopped(StopReason::Work)) => {
            let states = FEW_STATES;
            let explored = Explored::Violated { finding, states };
            Ok(run.take_exploration(explored, progress)?)
        }
        Err(ended) => Err(ended),
    }
}

/// One pass in this process.
fn pass(
    job: &Job<'_>,
    run: &mut Run<'_>,
    session: &mut Session<'_>,
    bound: u32,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Verdict>, Ended> {
    let settled = run.violated();
    let pass = Pass {
        job,
        settled: &settled,
    };
    let result = pass.run(session, bound, progress)?;
    run.take(bound, result, progress)
}

impl From<Interrupted> for Ended {
    fn from(interrupted: Interrupted) -> Self {
        match interrupted {
            Interrupted::Stopped(reason) => Ended::Stopped(reason),
            Interrupted::Error(error) => Ended::Error(error),
        }
    }
}

/// The bounds a strategy tries, in order.
fn bounds(settings: &Settings) -> Vec<u32> {
    match settings.strategy {
        Strategy::Bmc => vec![settings.unwind.unwrap_or(1).max(1)],
        Strategy::Incremental | Strategy::Falsification => (1..=settings.max_k.max(1))
            .step_by(settings.k_step.max(1) as usize)
            .collect(),
        Strategy::Auto | Strategy::KInduction | Strategy::KInductionParallel | Strategy::Model => {
            // Small steps while passes are cheap, larger ones later.
            let mut bounds = vec![1];
            let mut bound = 1;
            while bound < settings.max_k {
                bound = (bound + (bound / 2).max(settings.k_step)).min(settings.max_k);
                bounds.push(bound);
            }
            bounds
        }
    }
}
