//! Solver programs that read SMT-LIB from a pipe.
//!
//! One [`SmtlibSolver`] talks to one process. Terms are defined once, assertions stay at level 0,
//! assumptions are between `push` and `pop`. Any failure of the program (crash, hang, unexpected
//! output) becomes a value: a [`SolverError`] or an [`Answer::Unknown`]; the program is then ended,
//! and started again with all assertions for the next query. Known programs are listed in
//! `program.rs`. An instance must be used with one pool.
//!
//! Invariant: an answer is given only if the program printed it, and nothing else, for this query.

mod integers;
pub mod process;
mod program;
mod session;
mod sexp;
mod usable;
mod value;

pub use program::{ANY, BACKENDS, PROGRAMS, Program};
pub use usable::{usable, usable_within};

use cassay_base::Stop;
use cassay_solver::{Answer, Settings, Solver, SolverError};
use cassay_term::{Evaluator, Model, Op, Pool, Sort, TermId, reference, term_to_string};

use integers::{Classes, Place, Reading, kind_of, symbol_value};
use process::{Process, Trouble};
use session::{Reply, Session, Theories};
use value::{Scalar, Shape};

/// How many values one query asks for.
const BATCH: usize = 256;

/// The limit on the work of an attempt with real numbers instead of floats.
const REALS_EFFORT: u64 = 5_000;

/// The reason for an unknown answer when a model of integers does not satisfy the terms.
pub const INEXACT: &str = "the integer encoding is not exact here, its model does not satisfy";

/// A solver program. See the crate documentation.
pub struct SmtlibSolver {
    program: Program,
    command: Vec<String>,
    settings: Settings,
    /// A program that was just started and has received nothing.
    idle: Option<Process>,
    session: Option<Session>,
    /// Which terms are written as integers, if [`Settings::integers`] is set.
    classes: Option<Classes>,
    asserted: Vec<TermId>,
    assumptions: Vec<TermId>,
    answer: Option<Answer>,
    /// The model of the last answer, once it was asked for.
    model: Option<Model>,
    effort: Option<u64>,
    stop: Stop,
}

impl SmtlibSolver {
    /// Starts a program.
    pub fn new(program: &Program, settings: &Settings) -> Result<Self, SolverError> {
        let (program, command) =
            program::resolve(program, settings.command).map_err(|what| SolverError::Failed {
                solver: program.name.to_string(),
                what,
            })?;
        if settings.integers && program.arithmetic.is_none() {
            return Err(SolverError::Unsupported {
                solver: program.name.to_string(),
                what: "integers (--ir) as far as is known; z3 and cvc5 do".to_string(),
            });
        }
        let mut solver = SmtlibSolver {
            program,
            command,
            settings: *settings,
            idle: None,
            session: None,
            // Without a limit on the work, an attempt with real numbers might never end.
            classes: settings
                .integers
                .then(|| Classes::new(program.effort.is_some())),
            asserted: Vec::new(),
            assumptions: Vec::new(),
            answer: None,
            model: None,
            effort: None,
            stop: Stop::new(),
        };
        let process = Process::start(&solver.command).map_err(|why| solver.failed(why))?;
        solver.idle = Some(process);
        Ok(solver)
    }

    /// Limits the total number of waits for the program that was just started.
    fn limit_waits(&mut self, waits: u32) {
        if let Some(process) = &mut self.idle {
            process.limit_waits(waits);
        }
    }

    /// Ends the session after a failure.
    fn failed(&mut self, trouble: Trouble) -> SolverError {
        self.session = None;
        self.answer = None;
        let program = self.command.first().map_or("", String::as_str);
        let what = match trouble {
            Trouble::NotStarted(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let get = self.program.get;
                format!("there is no program {program}; to get it: {get}")
            }
            Trouble::NotStarted(error) => format!("{program} does not start: {error}"),
            Trouble::Ended(what) => what,
            Trouble::Garbage(text) => format!("it printed: {text}"),
            Trouble::Stopped(reason) => format!("stopped: {reason:?}"),
            Trouble::Late => "it did not answer in time".to_string(),
        };
        SolverError::Failed {
            solver: self.program.name.to_string(),
            what,
        }
    }

    /// The session, with definitions of all terms. A new one is started if there is none or the
    /// present one lacks a theory. The error names a construct that the program cannot express.
    fn prepare(&mut self, pool: &Pool, roots: &[TermId]) -> Result<Result<(), String>, Trouble> {
        if self
            .session
            .as_ref()
            .is_some_and(|session| !session.is_ours())
        {
            self.session = None;
        }
        // The second round has a session with all theories that the first round found.
        let mut theories = Theories::default();
        loop {
            let session = match &mut self.session {
                Some(session) if session.theories.with(theories) == session.theories => session,
                _ => {
                    let known = self.session.take().map(|session| session.theories);
                    let theories = theories.with(known.unwrap_or_default());
                    let process = match self.idle.take().filter(Process::is_ours) {
                        Some(process) => process,
                        None => Process::start(&self.command)?,
                    };
                    let session = Session::new(process, &self.program, &self.settings, theories);
                    if let Some(classes) = &mut self.classes {
                        classes.forget_written();
                    }
                    self.session.insert(session)
                }
            };
            let waiting = &self.asserted[session.asserted..];
            let missing = session
                .definitions
                .missing(pool, &[waiting, roots].concat());
            let mut found = missing.iter().fold(Theories::default(), |all, term| {
                all.with(Theories::of(pool, *term))
            });
            if let Some(classes) = &mut self.classes {
                for term in &missing {
                    classes.add(pool, *term);
                }
                classes.follow_links();
                if classes.is_stale() {
                    // A class that was written as integers has become bit-vectors.
                    self.session = None;
                    theories = Theories::default();
                    continue;
                }
                found.integers = missing.iter().any(|term| classes.has_whole(*term));
            }
            let lacks = |term: &&TermId| {
                self.program
                    .lacks
                    .is_some_and(|lacks| lacks(*pool.op(**term)))
            };
            if missing.iter().any(|term| lacks(&term)) {
                return Ok(Err("floating-point numbers".to_string()));
            }
            let cannot = |term: &&TermId| session.definitions.cannot_write(pool, **term);
            if missing.iter().any(|term| cannot(&term)) {
                return Ok(Err(
                    "large arrays that hold one unknown value everywhere".to_string()
                ));
            }
            if session.theories.with(found) != session.theories {
                theories = found;
                if session.is_new() {
                    self.idle = self.session.take().map(Session::into_process);
                }
                continue;
            }
            session.define(pool, &missing, self.classes.as_mut());
            for term in waiting {
                session.assert(pool, *term);
            }
            return Ok(Ok(()));
        }
    }

    fn ask(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, Trouble> {
        if let Err(what) = self.prepare(pool, assumptions)? {
            let name = self.program.name;
            return Ok(Answer::Unknown(format!("{name} cannot express {what}")));
        }
        let Some(session) = &mut self.session else {
            return Err(Trouble::Ended("there is no conversation".to_string()));
        };
        if let Some(seconds) = self.settings.patience {
            session.limit_waits(seconds.saturating_mul(process::WAITS_PER_SECOND));
        }
        // Real numbers are an attempt: what they do not decide soon is left to the theory of floats.
        let effort = match session.reals {
            true => Some(self.effort.unwrap_or(REALS_EFFORT).min(REALS_EFFORT)),
            false => self.effort,
        };
        session.limit_effort(effort);
        Ok(match session.check(pool, assumptions, &self.stop)? {
            Reply::Sat if session.theories.integers => self.confirm(pool, assumptions)?,
            Reply::Sat => Answer::Sat,
            Reply::Unsat => Answer::Unsat,
            Reply::Unknown if session.reals => self.without_reals(pool, assumptions)?,
            Reply::Unknown => {
                let name = self.program.name;
                let why = session.reason_unknown(&self.stop)?;
                Answer::Unknown(match why {
                    Some(why) => format!("{name} gave up: {why}"),
                    None => format!("{name} gave up"),
                })
            }
        })
    }

    /// Repeats a check with the theory of floats after real numbers gave no usable answer.
    fn without_reals(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, Trouble> {
        if let Some(classes) = &mut self.classes {
            classes.forbid_reals();
        }
        self.ask(pool, assumptions)
    }

    /// `sat` for integers, if the model satisfies the terms. It always should. If it does not, the
    /// answer is unknown rather than an error, because the program did nothing wrong.
    fn confirm(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, Trouble> {
        let symbols = match &self.session {
            Some(session) => session.symbols.clone(),
            None => Vec::new(),
        };
        let model = self.values(pool, &symbols)?;
        let mut evaluator = Evaluator::new(pool, &model);
        let mut all = self.asserted.iter().chain(assumptions);
        if let Some(falsified) = all.find(|term| !evaluator.bool_value(**term)) {
            if self.session.as_ref().is_some_and(|session| session.reals) {
                return self.without_reals(pool, assumptions);
            }
            let what = term_to_string(pool, *falsified);
            return Ok(Answer::Unknown(format!("{INEXACT}: {what}")));
        }
        self.model = Some(model);
        Ok(Answer::Sat)
    }

    fn values(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, Trouble> {
        let mut model = Model::new();
        let Some(session) = &mut self.session else {
            return Ok(model);
        };
        for batch in symbols.chunks(BATCH) {
            let names: Vec<String> = batch
                .iter()
                .map(|symbol| match &self.classes {
                    Some(classes) if classes.is_real(*symbol) => symbol_value(pool, *symbol),
                    Some(_) | None => reference(pool, *symbol),
                })
                .collect();
            let reply = session.values(&names.join(" "), &self.stop)?;
            let nonsense = || Trouble::Garbage(process::first_lines(reply.text().as_bytes()));
            let pairs = reply.list(reply.root()).ok_or_else(nonsense)?;
            if pairs.len() != batch.len() {
                return Err(nonsense());
            }
            for (symbol, pair) in batch.iter().zip(pairs) {
                let value = match reply.list(*pair) {
                    Some([_, value]) => shape(self.classes.as_ref(), pool, *symbol)
                        .and_then(|shape| value::read(&reply, *value, shape)),
                    _ => None,
                };
                model.set(*symbol, value.ok_or_else(nonsense)?);
            }
        }
        Ok(model)
    }
}

/// How the program writes the values of a symbol.
fn shape(classes: Option<&Classes>, pool: &Pool, symbol: TermId) -> Option<Shape> {
    let scalar = |class, width| match classes {
        Some(classes) if classes.is_whole(class) => {
            Scalar::Whole(width, Reading::of(classes.is_signed(class)))
        }
        Some(_) | None => Scalar::Bits(width),
    };
    let place = classes.and_then(|classes| classes.place(symbol));
    match (pool.sort(symbol), place) {
        (Sort::Bv(width), Some(Place::Scalar(_)))
            if classes.is_some_and(|classes| classes.is_real(symbol)) =>
        {
            Some(Shape::Real(kind_of(width)))
        }
        (Sort::Bv(width), Some(Place::Scalar(class))) => Some(Shape::Scalar(scalar(class, width))),
        (
            Sort::Array { index, element },
            Some(Place::Array {
                index: at,
                element: held,
            }),
        ) => Some(Shape::Array {
            index: scalar(at, index),
            element: scalar(held, element),
        }),
        (sort, _) => Shape::plain(sort),
    }
}

impl Solver for SmtlibSolver {
    fn name(&self) -> &str {
        self.program.name
    }

    fn assert(&mut self, _: &Pool, term: TermId) -> Result<(), SolverError> {
        self.answer = None;
        self.model = None;
        self.asserted.push(term);
        Ok(())
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.answer = None;
        self.model = None;
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Unknown(format!("stopped: {reason:?}")));
        }
        // A duplicate, or a term that always holds, gets no name.
        let mut distinct: Vec<TermId> = Vec::new();
        for assumption in assumptions {
            if pool.as_bool(*assumption) != Some(true) && !distinct.contains(assumption) {
                distinct.push(*assumption);
            }
        }
        let never = distinct
            .iter()
            .find(|term| pool.as_bool(**term) == Some(false));
        let answer = match never.copied() {
            Some(never) => {
                distinct = vec![never];
                Answer::Unsat
            }
            None => match self.ask(pool, &distinct) {
                Ok(answer) => answer,
                Err(Trouble::Stopped(reason)) => {
                    self.session = None;
                    Answer::Unknown(format!("stopped: {reason:?}"))
                }
                Err(trouble) => return Err(self.failed(trouble)),
            },
        };
        self.assumptions = distinct;
        self.answer = Some(answer.clone());
        Ok(answer)
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        if self.answer != Some(Answer::Sat) {
            let what = "a model was asked for that there is not".to_string();
            return Err(self.failed(Trouble::Ended(what)));
        }
        if let Some(other) = symbols
            .iter()
            .find(|s| !matches!(pool.op(**s), Op::Symbol(_)))
        {
            let what = format!("the value of {other}, which is no symbol, was asked for");
            return Err(self.failed(Trouble::Ended(what)));
        }
        // Symbols that the program does not know are unconstrained; absent ones have a default.
        let known: Vec<TermId> = match &self.session {
            Some(session) => symbols
                .iter()
                .copied()
                .filter(|s| session.definitions.has(*s))
                .collect(),
            None => Vec::new(),
        };
        if let Some(model) = &self.model {
            let mut asked = Model::new();
            for symbol in known {
                if let Some(value) = model.get(symbol) {
                    asked.set(symbol, value.clone());
                }
            }
            return Ok(asked);
        }
        self.values(pool, &known)
            .map_err(|trouble| self.failed(trouble))
    }

    /// All assumptions, unless [`Settings::cores`] is set and the program reports cores.
    fn failed_assumptions(&mut self, _: &Pool) -> Result<Vec<TermId>, SolverError> {
        let all = self.assumptions.clone();
        if self.answer != Some(Answer::Unsat) || !self.settings.cores || all.len() < 2 {
            return Ok(all);
        }
        let Some(session) = &mut self.session else {
            return Ok(all);
        };
        let named = session.unsat_assumptions(&self.stop);
        let named = named.map_err(|trouble| self.failed(trouble))?;
        Ok(named
            .filter(|named| named.iter().all(|term| all.contains(term)))
            .unwrap_or(all))
    }

    fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Programs without a count of work ignore this.
    fn set_effort(&mut self, steps: Option<u64>) {
        self.effort = steps;
    }

    fn statistics(&mut self) -> Vec<(String, String)> {
        let Some(session) = &mut self.session else {
            return Vec::new();
        };
        // A program that does not reply even to this has no statistics.
        session.statistics(&self.stop).unwrap_or_else(|_| {
            self.session = None;
            Vec::new()
        })
    }
}
