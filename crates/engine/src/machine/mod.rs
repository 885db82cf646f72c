//! Proofs on the program as a finite-state machine (F-SOFT §IV to VI): one model of all loops, for a prover that
//! needs no invariant to be guessed.

mod model;
mod techniques;

pub use model::{Model, NoModel, model};
pub use techniques::Techniques;

use crate::inputs::{Part, inputs_of_parts};
use crate::job::Job;
use crate::outcome::{EngineError, Invariant};
use crate::pass::Finding;
use crate::settings::{Progress, Settings};
use cassay_absint::Analysis;
use cassay_base::Stop;
use cassay_efsm::{Balancing, ControlKind, Execution, PASSES, Reduced, reduce};
use cassay_extract::{Extraction, Failure, Options, extract};
use cassay_hwmc::run::Checker;
use cassay_ir::{FuncId, Note, Program};
use cassay_pdr::{Checked, Prover};
use cassay_solver::{Answer, Solver};
use cassay_symex::{Bounds, LoopId, Order};
use cassay_term::{Pool, TermId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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
    let pool = || cassay_simplify::pool_with(settings.rules());
    let mut refutes = |pool: &Pool, term: TermId| {
        let Ok(mut solver) = cassay_solver_bitwuzla::BitwuzlaSolver::new(&Default::default())
        else {
            return false;
        };
        solver.set_stop(stop.clone());
        solver.set_effort(Some(REFUTING));
        matches!(solver.check(pool, &[term]), Ok(Answer::Unsat))
    };
    extract(&program, entry, &pool, &mut refutes, &options, stop)
}

/// The result of the prover on the machine.
#[derive(Serialize, Deserialize)]
pub enum MachineReport {
    /// No claim can be violated.
    Proved {
        /// Assumptions about the program.
        notes: Vec<Note>,
        /// What holds at the heads of loops.
        invariants: Vec<Invariant>,
    },
    /// A claim is violated, if the replay shows it.
    Violated {
        /// By this execution.
        finding: Finding,
        /// How many steps of the model it has.
        steps: usize,
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

/// The effort of a question about pointers.
const REFUTING: u64 = 20_000;

/// How many questions it may ask for each bound that the base case tries: it must come to an end where no time
/// limit is given.
const EFFORT: u64 = 4_000;

/// How proofs and violations are looked for on the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// By property-directed reachability.
    #[default]
    Directed,
    /// By bounded search with termination criteria. What it proves is proved again by an invariant.
    Search(Techniques),
    /// By another program: its command, the folder for files, and how many bytes it may use.
    Command {
        /// The command.
        command: String,
        /// Where a folder for files is made.
        folder: PathBuf,
        /// How much memory it may use.
        memory: Option<u64>,
    },
}

/// Tries to decide all claims together: a machine, a reduced one, a search for an inductive invariant or an
/// execution, and the check of what it finds. Invariants are checked on the whole machine by a solver
/// that has no part in the search, executions by the interpreter.
pub fn prove(
    job: &Job<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<MachineReport, EngineError> {
    let (program, analysis) = (&job.statics.discharged, &job.statics.analysis);
    let made = machine_of(program, analysis, job.entry, job.settings, job.stop);
    let made = match made {
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
    let reduced = reduce(&made.machine, &targets, PASSES, pool, job.stop);
    let mut attempt = Attempt { job, made, reduced };
    match &job.settings.machine_by {
        Way::Directed => attempt.directed(progress),
        Way::Search(techniques) => attempt.search(*techniques, progress),
        Way::Command {
            command,
            folder,
            memory,
        } => attempt.command(command, folder, *memory),
    }
}

/// A machine, the reduced one, and what is to be decided.
struct Attempt<'a> {
    job: &'a Job<'a>,
    made: Extraction,
    reduced: Reduced,
}

impl Attempt<'_> {
    fn directed(
        &mut self,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<MachineReport, EngineError> {
        let options = cassay_pdr::Options {
            pool: cassay_simplify::pool,
            stop: self.job.stop.clone(),
            memory: MEMORY,
            effort: EFFORT.saturating_mul(u64::from(self.job.settings.max_k)),
            ..cassay_pdr::Options::default()
        };
        let outcome = match Prover::new(&mut self.reduced.machine, options) {
            Ok(mut prover) => prover.run(&mut |step| {
                progress(Progress::Modelling {
                    frames: step.frames,
                    lemmas: step.statistics.kept,
                });
            }),
            Err(reason) => cassay_pdr::Outcome::Unknown(reason),
        };
        match outcome {
            cassay_pdr::Outcome::Proved(invariant) => self.proved(&invariant),
            cassay_pdr::Outcome::Found(_, execution) => Ok(self.found(&execution)),
            cassay_pdr::Outcome::Unknown(reason) => Ok(MachineReport::open(format!(
                "the search on the model ended: {reason:?}"
            ))),
        }
    }

    /// Bounded search. Its proofs have no certificate: an invariant is looked for.
    fn search(
        &mut self,
        techniques: Techniques,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<MachineReport, EngineError> {
        // A copy, because waiting states are of no use to other searches.
        let pool = cassay_simplify::pool_with(self.job.settings.rules());
        let targets = BTreeSet::new();
        let mut searched = reduce(&self.reduced.machine, &targets, &[], pool, self.job.stop);
        if techniques.balance {
            match cassay_efsm::balance(&mut searched.machine, Balancing::default()) {
                Ok((_, mapping)) => searched.trail.push(mapping),
                Err(why) => return Ok(MachineReport::open(format!("not balanced: {why:?}"))),
            }
        }
        let mut errors = BTreeSet::new();
        for control in searched.machine.controls.iter() {
            if let ControlKind::Error(number) = control.kind {
                errors.insert(number);
            }
        }
        let most = usize::try_from(self.job.settings.max_k).unwrap_or(usize::MAX);
        let options = techniques.options(most);
        let mut make = || self.job.solvers.make_for_rounds(None, self.job.stop);
        let machine = &mut searched.machine;
        let stop = self.job.stop;
        let mut search = cassay_unroll::Search::new(machine, &errors, &options, &mut make, stop)?;
        // The replay needs time, too: the first violation ends the search.
        let is_found = |search: &cassay_unroll::Search<'_>, error: &usize| {
            matches!(
                search.outcome(*error),
                Some(cassay_unroll::Outcome::Found(_))
            )
        };
        while search.deepen()? {
            if errors.iter().any(|error| is_found(&search, error)) {
                break;
            }
        }
        let report = search.report();
        let all = report
            .outcomes
            .values()
            .chain(report.unrepresented.values());
        let mut open = None;
        for outcome in all {
            match outcome {
                cassay_unroll::Outcome::Found(execution) => {
                    let execution = searched.execution(&self.reduced.machine, execution);
                    return Ok(self.found(&execution));
                }
                cassay_unroll::Outcome::Proved { .. } => {}
                cassay_unroll::Outcome::Open { depth, why } => {
                    let limit = match self.job.stop.reason() {
                        Some(_) => "a limit was reached; ",
                        None => "",
                    };
                    open = Some(format!(
                        "{limit}no violation up to depth {depth} of the model: {why}"
                    ));
                }
            }
        }
        match open {
            Some(why) => Ok(MachineReport::open(why)),
            None => self.directed(progress),
        }
    }

    fn command(
        &mut self,
        command: &str,
        folder: &Path,
        memory: Option<u64>,
    ) -> Result<MachineReport, EngineError> {
        let mut checker = match Checker::new(command, None, folder) {
            Ok(checker) => checker,
            Err(why) => return Ok(MachineReport::open(why)),
        };
        checker.memory = memory;
        let machine = &mut self.reduced.machine;
        let options = cassay_hwmc::Options::all(machine);
        match cassay_hwmc::run::check(machine, &checker, &options, self.job.stop) {
            Ok(cassay_hwmc::run::Answer::Proved(invariant)) => self.proved(&invariant),
            Ok(cassay_hwmc::run::Answer::Found(execution)) => Ok(self.found(&execution)),
            Ok(cassay_hwmc::run::Answer::Unknown(why)) | Err(why) => {
                Ok(MachineReport::open(format!("{command}: {why}")))
            }
        }
    }

    /// The report of an execution of the reduced machine.
    fn found(&self, execution: &Execution) -> MachineReport {
        let execution = self.reduced.execution(&self.made.machine, execution);
        found(self.job, &self.made, &execution)
    }

    /// The report of an invariant of the reduced machine.
    fn proved(&mut self, invariant: &cassay_efsm::Invariant) -> Result<MachineReport, EngineError> {
        let invariant = self.reduced.invariant(&mut self.made.machine, invariant);
        checked(self.job, &mut self.made, &invariant)
    }
}

/// The report of an execution of the machine.
fn found(job: &Job<'_>, made: &Extraction, execution: &Execution) -> MachineReport {
    let machine = &made.machine;
    let Some(states) = machine.follow(execution) else {
        return MachineReport::open("an execution of the reduced model is none of the model");
    };
    let Some(last) = states.last() else {
        return MachineReport::open("an execution of the model without states");
    };
    let (steps, last) = (states.len() - 1, &machine.controls[last.control]);
    let why = format!("the model reaches \"{}\" in {steps} steps", last.name);
    let ControlKind::Error(claim) = last.kind else {
        return MachineReport::open(why);
    };
    let mut parts = Vec::new();
    for (state, step) in states.iter().zip(&execution.steps) {
        let Some(reading) = made.readings.get(&state.control) else {
            return MachineReport::open(why);
        };
        let mut model = step.inputs.clone();
        for (symbol, variable) in &reading.state {
            model.set(*symbol, state.values[*variable].clone());
        }
        parts.push(Part {
            equation: &reading.equation,
            model,
            made: reading.made,
        });
    }
    let globals = job.program.globals.len();
    MachineReport::Violated {
        finding: Finding {
            claim: made.claims[claim],
            inputs: inputs_of_parts(&machine.pool, &parts, globals),
        },
        steps,
    }
}

/// The report of a proof that another solver confirms.
fn checked(
    job: &Job<'_>,
    made: &mut Extraction,
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
        Checked::Bad(_) => return unusable("it excludes too little"),
        Checked::Broken(at) => return unusable(&format!("it is not inductive: {at}")),
    }
    let mut invariants = Vec::new();
    for (control, head) in &made.heads {
        for text in cassay_extract::written(made, invariant, *control).relations {
            invariants.push(Invariant {
                function: job.program.functions[head.function].name.to_string(),
                span: head.span,
                text,
            });
        }
    }
    Ok(MachineReport::Proved {
        notes: made.notes.clone(),
        invariants,
    })
}

/// An invariant that is none costs an answer; where Cassay is developed it is a fault.
fn unusable(why: &str) -> Result<MachineReport, EngineError> {
    let why = format!("an invariant was found that does not hold: {why}");
    match cfg!(debug_assertions) {
        true => Err(EngineError::Internal(why)),
        false => Ok(MachineReport::open(why)),
    }
}
