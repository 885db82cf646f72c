//! Proofs about any number of threads: decides the programs of [`cassay_modular`].
//!
//! Two programs share their conjectures. Conjectures that one of them refutes are dropped from the
//! other, until neither refutes any. Then the claims of the program are decided.

use crate::choice::Content;
use crate::houdini::{Houdini, Reply, conjecture, is_claim};
use crate::induct::Interrupted;
use crate::job::Job;
use crate::outcome::EngineError;
use crate::prover::StepReport;
use crate::settings::{Progress, Settings};
use crate::solvers::Solvers;
use crate::statics::Statics;
use cassay_base::Stop;
use cassay_ir::claims::ClaimIndex;
use cassay_ir::{FuncId, Note, NoteKind, Program};
use cassay_modular::{Conjecture, Level, Refusal, StepProgram, System, other_step, own_step};
use cassay_symex::{Bounds, Equation, Obligation};
use cassay_term::Pool;

/// How many iterations of a loop constants may decide in a step.
const DECIDED_LIMIT: u32 = 256;

/// The bound of loops in atomic sections.
const UNWIND: u32 = 2;

/// Whether the claims of a program hold, whatever the number of its threads, as far as this proof goes.
/// For tests that compare it with all interleavings.
pub fn holds_for_any_number(
    program: &Program,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
) -> Result<bool, EngineError> {
    let solvers = Solvers::new(settings)?;
    let statics = Statics::of(program, entry, settings, stop);
    let job = Job {
        program: &statics.program,
        entry,
        claims: &ClaimIndex::new(program),
        statics: &statics,
        settings,
        solvers: &solvers,
        rivals: None,
        stop,
    };
    match prove(&job, &mut |_| {}) {
        Ok(StepReport::Proved { .. }) => Ok(true),
        Ok(StepReport::Open { .. } | StepReport::Refused(_)) | Err(Interrupted::Stopped(_)) => {
            Ok(false)
        }
        Err(Interrupted::Error(error)) => Err(error),
    }
}

/// Tries to prove all claims of a program, whatever the number of its threads.
pub fn prove(job: &Job<'_>, progress: &mut dyn FnMut(Progress)) -> Result<StepReport, Interrupted> {
    let program = &job.statics.discharged;
    let mut systems = match System::new(program, job.entry) {
        Ok(system) => vec![system],
        Err(refusal) => return Ok(StepReport::Refused(refused(&refusal))),
    };
    let sections = &job.statics.sections;
    if !sections.begins.is_empty() {
        // Whole sections are fewer steps; but a loop in a section is not part of a step.
        let mut marked = program.clone();
        sections.mark(&mut marked);
        systems.splice(0..0, System::new(&marked, job.entry));
    }
    for system in &systems {
        for level in [Level::Bounds, Level::Pairs] {
            let conjectures = cassay_modular::conjectures(system, level);
            let attempt = Attempt {
                job,
                system,
                conjectures: &conjectures,
            };
            if let Some(notes) = attempt.run(progress)? {
                return Ok(StepReport::Proved {
                    notes,
                    invariants: Vec::new(),
                });
            }
        }
    }
    Ok(StepReport::Open { proved: Vec::new() })
}

fn refused(refusal: &Refusal) -> Note {
    Note {
        subject: "any number of threads".into(),
        kind: NoteKind::Induction,
        assumption: format!("not proved by induction: {}", refusal.why).into(),
        may_hide: false,
        span: refusal.span,
    }
}

/// An attempt with some conjectures.
struct Attempt<'a> {
    job: &'a Job<'a>,
    system: &'a System,
    conjectures: &'a [Conjecture],
}

impl Attempt<'_> {
    /// What the proof assumes about the program, if there is one.
    fn run(&self, progress: &mut dyn FnMut(Progress)) -> Result<Option<Vec<Note>>, Interrupted> {
        let (entry, stop) = (self.job.entry, self.job.stop);
        let all = cassay_modular::unrefuted(self.system, entry, self.conjectures, stop);
        progress(Progress::Inducting {
            k: 1,
            conjectures: all.len(),
        });
        let own = own_step(self.system, self.conjectures, &all);
        let (mut own_pool, own_equation) = self.execute(&own)?;
        let mut own_part = self.part(&mut own_pool, &own_equation, &own)?;
        if !own_part.settle()? {
            self.unless_stopped()?;
            return Ok(None);
        }
        let other = other_step(self.system, self.conjectures, &own_part.alive);
        let (mut other_pool, other_equation) = self.execute(&other)?;
        let mut other_part = self.part(&mut other_pool, &other_equation, &other)?;
        loop {
            other_part.alive.clone_from(&own_part.alive);
            if !other_part.settle()? {
                self.unless_stopped()?;
                return Ok(None);
            }
            if other_part.alive == own_part.alive {
                break;
            }
            own_part.alive.clone_from(&other_part.alive);
            if !own_part.settle()? {
                self.unless_stopped()?;
                return Ok(None);
            }
        }
        progress(Progress::Inducting {
            k: 1,
            conjectures: own_part.alive.len(),
        });
        let holds = self.holds(&mut own_part, &own_equation, &own)?
            && self.holds(&mut other_part, &other_equation, &other)?;
        let notes = own_equation.notes.iter().chain(&other_equation.notes);
        Ok(holds.then(|| notes.chain(self.system.notes()).cloned().collect()))
    }

    fn execute(&self, made: &StepProgram) -> Result<(Pool, Equation), Interrupted> {
        debug_assert!(
            cassay_ir::verify::verify(&made.program).is_ok(),
            "the program of a step is well-formed: {:?}",
            cassay_ir::verify::verify(&made.program)
        );
        let settings = self.job.settings;
        let mut pool = cassay_simplify::pool_with(settings.rules());
        let bounds = Bounds {
            unwind: UNWIND,
            propagation: settings.propagation,
            decided_limit: DECIDED_LIMIT,
            ..Bounds::default()
        };
        let equation =
            cassay_symex::execute(&made.program, made.entry, &mut pool, &bounds, self.job.stop)
                .map_err(|interrupted| Interrupted::Stopped(interrupted.0))?;
        Ok((pool, equation))
    }

    fn part<'p>(
        &self,
        pool: &'p mut Pool,
        equation: &'p Equation,
        made: &StepProgram,
    ) -> Result<Houdini<'p>, Interrupted> {
        let (solvers, stop) = (self.job.solvers, self.job.stop);
        // Mostly Boolean, like the order of threads.
        let rule = solvers.rule(|| Content {
            threads: true,
            ..Content::default()
        });
        let solver = solvers
            .make_for_rounds(rule, stop)
            .map_err(EngineError::from)?;
        Ok(Houdini::new(
            pool,
            equation,
            &made.conjectures,
            solver,
            stop,
        )?)
    }

    /// Whether no claim can be violated in a step, and nothing unsupported and no bound be reached.
    fn holds(
        &self,
        part: &mut Houdini<'_>,
        equation: &Equation,
        made: &StepProgram,
    ) -> Result<bool, Interrupted> {
        for claims in [true, false] {
            let wanted = |obligation: &&Obligation| {
                conjecture(obligation, &made.conjectures).is_none()
                    && is_claim(obligation) == claims
            };
            let obligations = equation.obligations.iter().filter(wanted);
            let violations: Vec<_> = obligations
                .map(|obligation| part.violation(obligation, !claims))
                .collect();
            match part.ask_hard(&violations)? {
                Reply::No => {}
                Reply::Yes(_) => return Ok(false),
                Reply::Unknown => {
                    self.unless_stopped()?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn unless_stopped(&self) -> Result<(), Interrupted> {
        match self.job.stop.reason() {
            Some(reason) => Err(Interrupted::Stopped(reason)),
            None => Ok(()),
        }
    }
}
