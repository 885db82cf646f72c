//! The solvers of a run, in the order in which they are tried.

use crate::choice::{Content, Rule, rule_for};
use crate::outcome::EngineError;
use crate::settings::{QueryLog, Settings};
use cassay_base::{Span, Stop};
use cassay_ir::{Note, NoteKind};
use cassay_solver::{
    Backend, Chain, Configuration, Counters, Notes, ScriptSink, Solver, SolverError, assemble_list,
};
use cassay_term::Pool;
use std::time::Duration;

/// The substitutes for the chosen solver, best first: the embedded one, then widely installed
/// programs.
const SUBSTITUTES: [&str; 3] = ["bitwuzla", "z3", "cvc5"];

/// The state shared by all solvers of a run. Clones share the counters and notes.
#[derive(Clone)]
pub struct Solvers {
    /// The chosen one first.
    list: Vec<Configuration>,
    counters: Counters,
    notes: Notes,
    /// Whether the features of the query determine the first solver.
    choose: bool,
    cache: bool,
    slice: bool,
    log: Option<QueryLog>,
    /// Makes the pools of terms that are encoded.
    pool: fn() -> Pool,
}

impl Solvers {
    /// The solver that the user chose, and its substitutes if requested.
    pub fn new(settings: &Settings) -> Result<Self, EngineError> {
        let chosen = find(&settings.solver)
            .ok_or_else(|| EngineError::Internal(format!("no solver named {}", settings.solver)))?;
        let mut list = vec![Configuration {
            backend: Backend {
                command: settings.solver_command,
                ..*chosen
            },
            settings: settings.solving,
        }];
        if settings.fallback {
            let others = SUBSTITUTES.iter().filter(|name| **name != chosen.name);
            list.extend(
                others
                    .filter_map(|name| find(name))
                    .map(|backend| Configuration {
                        backend: *backend,
                        settings: cassay_solver::Settings {
                            seed: settings.solving.seed,
                            ..cassay_solver::Settings::default()
                        },
                    }),
            );
        }
        Ok(Solvers {
            list,
            counters: Counters::with_clock(settings.clock),
            notes: Notes::new(),
            choose: settings.choose,
            cache: settings.cache,
            slice: settings.slice,
            log: settings.log.clone(),
            pool: match settings.simplify {
                true => cassay_simplify::pool,
                false => unsimplified,
            },
        })
    }

    /// The parallel solver of a portfolio, if requested; it has no substitutes.
    pub fn rivals(settings: &Settings) -> Result<Option<Self>, EngineError> {
        let Some((name, solving)) = &settings.portfolio else {
            return Ok(None);
        };
        let settings = Settings {
            solver: name.clone(),
            solver_command: None,
            solving: *solving,
            choose: false,
            fallback: false,
            ..settings.clone()
        };
        Solvers::new(&settings).map(Some)
    }

    /// The rule for a query, if the features of the query determine the first solver.
    pub fn rule(&self, content: impl FnOnce() -> Content) -> Option<&'static Rule> {
        self.choose.then(|| rule_for(&content()))
    }

    /// A solver without assertions, by a rule if there is one.
    pub fn make(
        &self,
        rule: Option<&'static Rule>,
        stop: &Stop,
    ) -> Result<Box<dyn Solver>, SolverError> {
        self.assemble(rule, (self.cache, self.slice), stop)
    }

    /// The same for many checks of almost the same formula, of which earlier answers decide none and
    /// every part matters.
    pub fn make_for_rounds(
        &self,
        rule: Option<&'static Rule>,
        stop: &Stop,
    ) -> Result<Box<dyn Solver>, SolverError> {
        self.assemble(rule, (false, false), stop)
    }

    fn assemble(
        &self,
        rule: Option<&'static Rule>,
        (cache, slice): (bool, bool),
        stop: &Stop,
    ) -> Result<Box<dyn Solver>, SolverError> {
        let first = rule.and_then(|rule| {
            find(rule.solver).map(|backend| Configuration {
                backend: *backend,
                settings: rule.settings,
            })
        });
        let others = self.list.iter().copied();
        let others =
            others.filter(|other| first.is_none_or(|f| f.backend.name != other.backend.name));
        let list: Vec<Configuration> = first.into_iter().chain(others).collect();
        let script = self
            .log
            .clone()
            .map(|log| -> ScriptSink { Box::new(move |_, text| (log.0)(text)) });
        let chain = Chain {
            script,
            counters: Some(self.counters.clone()),
            notes: self.notes.clone(),
            pool: Some(self.pool),
            cache,
            slice,
        };
        let mut solver = assemble_list(&list, chain)?;
        solver.set_stop(stop.clone());
        Ok(solver)
    }

    /// How often solvers were called.
    pub fn calls(&self) -> u64 {
        self.counters.read().checks
    }

    /// How long solvers took, if there is a clock.
    pub fn time(&self) -> Duration {
        self.counters.read().time
    }

    /// Notes about solvers that failed although there is an answer.
    pub fn notes(&self) -> Vec<Note> {
        let notes = self.notes.read().into_iter().map(|(solver, what)| Note {
            subject: format!("solver {solver}").into(),
            kind: NoteKind::Tool,
            assumption: what.into(),
            may_hide: false,
            span: Span::NONE,
        });
        notes.collect()
    }
}

/// A pool that folds constants and does nothing else.
fn unsimplified() -> Pool {
    cassay_simplify::pool_with(cassay_simplify::Choice {
        rules: false,
        reads: false,
    })
}

fn find(name: &str) -> Option<&'static Backend> {
    crate::SOLVERS.iter().find(|backend| backend.name == name)
}
