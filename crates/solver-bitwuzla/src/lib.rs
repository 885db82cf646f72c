//! Bitwuzla, built from source and embedded: the default back-end.
//!
//! One [`BitwuzlaSolver`] owns one Bitwuzla instance with its own term manager, so that each thread
//! of a portfolio can have its own. [`ffi`] is the only module with `unsafe`; `translate` turns terms
//! into Bitwuzla's. A solver instance must be used with one pool.

pub mod ffi;
mod translate;

use std::collections::BTreeMap;

// The archive of CaDiCaL comes with this crate, and Bitwuzla's objects refer to it.
use cadical as _;
use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_solver::{Answer, Backend, Settings, Solver, SolverError, Usable};
use cassay_term::{Model, Op, Pool, Sort, TermId, Value};

use ffi::{Engine, EngineError};
use translate::{Obstacle, Translator};

const NAME: &str = "bitwuzla";

/// The entry of this back-end in a registry.
pub const BACKEND: Backend = Backend {
    name: NAME,
    about: "Bitwuzla 0.8 with CaDiCaL: bit-vectors, floating point and arrays, embedded",
    make: |settings| Ok(Box::new(BitwuzlaSolver::new(settings)?)),
    usable: |_| Usable::Yes("0.8.0, embedded".to_string()),
    command: None,
    embedded: true,
    lacks: None,
    arrays: true,
    arithmetic: false,
};

/// An instance of Bitwuzla. See the crate documentation.
pub struct BitwuzlaSolver {
    engine: Engine,
    translator: Translator,
    cores: bool,
    assumptions: Vec<TermId>,
    /// A construct of an assertion that cannot be expressed; no check is decided after it.
    lacking: Option<String>,
}

impl BitwuzlaSolver {
    /// A solver without assertions.
    pub fn new(settings: &Settings) -> Result<Self, SolverError> {
        let options = ffi::Options {
            cores: settings.cores,
            seed: settings.seed,
        };
        let engine = Engine::new(&options, Stop::new()).map_err(failed)?;
        Ok(BitwuzlaSolver {
            engine,
            translator: Translator::default(),
            cores: settings.cores,
            assumptions: Vec::new(),
            lacking: None,
        })
    }

    /// The handle of a term, or a construct in it that cannot be expressed.
    fn handle(
        &mut self,
        pool: &Pool,
        term: TermId,
    ) -> Result<Result<ffi::Handle, String>, SolverError> {
        match self.translator.handle(&mut self.engine, pool, term) {
            Ok(handle) => Ok(Ok(handle)),
            Err(Obstacle::Unsupported(what)) => Ok(Err(what)),
            Err(Obstacle::Engine(error)) => Err(failed(error)),
        }
    }
}

/// The answer where something cannot be expressed.
fn lacking(what: &str) -> Answer {
    Answer::Unknown(format!("Bitwuzla cannot decide {what}"))
}

fn failed(error: EngineError) -> SolverError {
    SolverError::Failed {
        solver: NAME.to_string(),
        what: error.0,
    }
}

impl Solver for BitwuzlaSolver {
    fn name(&self) -> &str {
        NAME
    }

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        match self.handle(pool, term)? {
            Ok(handle) => self.engine.assert(handle).map_err(failed),
            Err(what) => {
                self.lacking = Some(what);
                Ok(())
            }
        }
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.assumptions = assumptions.to_vec();
        if let Some(what) = &self.lacking {
            return Ok(lacking(what));
        }
        let mut handles = Vec::with_capacity(assumptions.len());
        for assumption in assumptions {
            match self.handle(pool, *assumption)? {
                Ok(handle) => handles.push(handle),
                Err(what) => return Ok(lacking(&what)),
            }
        }
        if let Some(reason) = self.engine.stop().reason() {
            return Ok(Answer::Unknown(format!("stopped: {reason:?}")));
        }
        Ok(match self.engine.check(&handles).map_err(failed)? {
            ffi::Answer::Sat => Answer::Sat,
            ffi::Answer::Unsat => Answer::Unsat,
            ffi::Answer::Unknown => Answer::Unknown(match self.engine.stop().reason() {
                Some(reason) => format!("stopped: {reason:?}"),
                None if self.engine.is_spent() => "too much work".to_string(),
                // Equality of constant arrays is the only part of our terms that it cannot decide.
                None => "Bitwuzla gave up, perhaps on an equality of arrays".to_string(),
            }),
        })
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        let mut model = Model::new();
        for symbol in symbols {
            if !matches!(pool.op(*symbol), Op::Symbol(_)) {
                let what = format!("the value of {symbol}, which is no symbol, was asked for");
                return Err(SolverError::Failed {
                    solver: NAME.to_string(),
                    what,
                });
            }
            // Symbols without a handle are unconstrained; absent ones have a default.
            if let Some(handle) = self.translator.known(*symbol) {
                let value = self.engine.value(handle).map_err(failed)?;
                let value = read_value(pool.sort(*symbol), &value).ok_or_else(|| {
                    let what = format!("{symbol} has the value {value:?}");
                    SolverError::WrongAnswer {
                        solver: NAME.to_string(),
                        what,
                    }
                })?;
                model.set(*symbol, value);
            }
        }
        Ok(model)
    }

    /// Without [`Settings::cores`] Bitwuzla does not track what it used: all assumptions are returned.
    fn failed_assumptions(&mut self, pool: &Pool) -> Result<Vec<TermId>, SolverError> {
        if !self.cores {
            return Ok(self.assumptions.clone());
        }
        let mut needed = Vec::new();
        for assumption in self.assumptions.clone() {
            // A term without a handle was in no check that ended with an answer.
            if let Ok(handle) = self.handle(pool, assumption)?
                && self.engine.failed(handle).map_err(failed)?
            {
                needed.push(assumption);
            }
        }
        Ok(needed)
    }

    fn set_stop(&mut self, stop: Stop) {
        self.engine.set_stop(stop);
    }

    /// Counted in polls for termination by Bitwuzla and its SAT solver.
    fn set_effort(&mut self, steps: Option<u64>) {
        self.engine.set_effort(steps);
    }

    fn statistics(&mut self) -> Vec<(String, String)> {
        self.engine.statistics()
    }
}

/// A value of the engine converted to the given sort, if it has that sort.
fn read_value(sort: Sort, value: &ffi::Value) -> Option<Value> {
    match sort {
        Sort::Bool => match value {
            ffi::Value::Bool(value) => Some(Value::Bool(*value)),
            ffi::Value::Bits(_) | ffi::Value::Array { .. } => None,
        },
        Sort::Bv(width) => read_bits(width, value).map(Value::Bv),
        Sort::Array { index, element } => match value {
            ffi::Value::Array { default, entries } => {
                let mut read = BTreeMap::new();
                for (at, held) in entries {
                    read.insert(read_bits(index, at)?, read_bits(element, held)?);
                }
                Some(Value::Array {
                    default: read_bits(element, default)?,
                    entries: read,
                })
            }
            ffi::Value::Bool(_) | ffi::Value::Bits(_) => None,
        },
        Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => None,
    }
}

fn read_bits(width: u32, value: &ffi::Value) -> Option<Bv> {
    match value {
        ffi::Value::Bits(digits) if digits.len() == width as usize => Bv::parse(width, digits, 2),
        ffi::Value::Bits(_) | ffi::Value::Bool(_) | ffi::Value::Array { .. } => None,
    }
}
