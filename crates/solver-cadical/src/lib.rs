//! A bit-blaster on CaDiCaL, embedded: the second back-end.
//!
//! Terms become bits of a graph of gates (`translate`, `circuits`, `graph`), and the gates that a
//! check reaches become clauses (`cnf`) of a CaDiCaL instance that many checks share. Assertions are
//! clauses, assumptions are literals. [`ffi`] is the only room with `unsafe`. A solver instance must
//! be used with one pool.
//!
//! Provers that ask many small questions about one circuit use [`graph`], [`translate`] and [`cnf`] without
//! the back-end.
//!
//! Arrays and floats are lacking here; they reach the back-end as bit-vectors.

mod circuits;
pub mod cnf;
pub mod ffi;
pub mod graph;
mod sums;
pub mod translate;

use std::collections::VecDeque;

use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_solver::{Answer, Backend, Settings, Solver, SolverError, Usable};
use cassay_term::{Model, Op, Pool, Sort, TermId, Value};

use cnf::Cnf;
use ffi::Sat;
use graph::{Graph, Lit};
use translate::{Obstacle, Translator};

const NAME: &str = "cadical";

/// The entry of this back-end in a registry.
pub const BACKEND: Backend = Backend {
    name: NAME,
    about: "a bit-blaster on CaDiCaL 1.9: bit-vectors, with floats and arrays lowered, embedded",
    make: |settings| Ok(Box::new(CadicalSolver::new(settings)?)),
    usable: |_| Usable::Yes(format!("{}, embedded", ffi::signature())),
    command: None,
    embedded: true,
    lacks: Some(Op::is_float),
    arrays: false,
    arithmetic: false,
};

/// The stop token was raised while something was translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// With fewer variables than this, those that are of no use do no harm.
const FEW: usize = 20_000;

/// A bit-blaster with its CaDiCaL instance. See the crate documentation.
pub struct CadicalSolver {
    sat: Sat,
    graph: Graph,
    cnf: Cnf,
    translator: Translator,
    /// Asserted, and not yet translated: that is left to the next check, which can be stopped.
    pending: VecDeque<TermId>,
    /// Asserted and translated.
    asserted: Vec<Lit>,
    /// How many of these are clauses.
    given: usize,
    /// With how many variables it is time to look for those that are of no use any more.
    review: usize,
    /// After a refutation: the assumptions that took part in it.
    failed: Vec<TermId>,
    /// Whether the last check found a model.
    has_model: bool,
    seed: u32,
}

impl CadicalSolver {
    /// A solver without assertions.
    pub fn new(settings: &Settings) -> Result<Self, SolverError> {
        let sat = Sat::new(settings.seed).ok_or_else(|| failed("no instance of CaDiCaL"))?;
        Ok(CadicalSolver {
            sat,
            graph: Graph::default(),
            cnf: Cnf::default(),
            translator: Translator::default(),
            pending: VecDeque::new(),
            asserted: Vec::new(),
            given: 0,
            review: FEW,
            seed: settings.seed,
            failed: Vec::new(),
            has_model: false,
        })
    }

    /// The literal of a Bool term in the graph.
    fn bit(&mut self, pool: &Pool, term: TermId) -> Result<Lit, Obstacle> {
        let stop = self.sat.stop().clone();
        self.translator.literal(&mut self.graph, pool, term, &stop)
    }

    /// Translates what was asserted since the last check.
    fn catch_up(&mut self, pool: &Pool) -> Result<(), Obstacle> {
        while let Some(term) = self.pending.front().copied() {
            let bit = self.bit(pool, term)?;
            self.asserted.push(bit);
            self.pending.pop_front();
        }
        Ok(())
    }

    /// Makes clauses of assertions that have none yet. A stop in between loses nothing.
    fn give(&mut self) -> Result<(), Obstacle> {
        let stop = self.sat.stop().clone();
        while let Some(bit) = self.asserted.get(self.given).copied() {
            self.cnf.assert(&self.graph, &mut self.sat, &stop, bit)?;
            self.given += 1;
        }
        Ok(())
    }

    /// Starts anew with what this check needs, where most variables belong to earlier checks: a
    /// model has to give values to all of them. What was learnt is lost, so this is done only when
    /// there are twice as many variables as after the last time.
    fn review(&mut self, assumed: &[(TermId, Lit)]) {
        if self.cnf.len() < self.review {
            return;
        }
        let assumed = assumed.iter().map(|(_, lit)| *lit);
        let roots: Vec<Lit> = self.asserted.iter().copied().chain(assumed).collect();
        let reach = Cnf::reach(&self.graph, &roots, self.cnf.len() / 4);
        if let Some(reach) = reach
            && let Some(mut sat) = Sat::new(self.seed)
        {
            sat.take_limits(&self.sat);
            self.sat = sat;
            self.cnf = Cnf::default();
            self.given = 0;
            self.review = FEW.max(2 * reach);
        } else {
            self.review = 2 * self.cnf.len();
        }
    }

    /// Searches for a model of what is asserted and of these literals.
    fn search(&mut self, assumed: &[(TermId, Lit)]) -> Result<Answer, Obstacle> {
        let stop = self.sat.stop().clone();
        let mut literals = Vec::with_capacity(assumed.len());
        for (term, lit) in assumed {
            match lit.as_constant() {
                Some(true) => {}
                Some(false) => {
                    self.failed = vec![*term];
                    return Ok(Answer::Unsat);
                }
                None => {
                    let literal = self.cnf.literal(&self.graph, &mut self.sat, &stop, *lit)?;
                    literals.push((*term, literal));
                }
            }
        }
        if stop.is_raised() {
            return Err(Obstacle::Stopped);
        }
        let only: Vec<i32> = literals.iter().map(|(_, literal)| *literal).collect();
        Ok(match self.sat.solve(&only) {
            Some(true) => {
                self.has_model = true;
                Answer::Sat
            }
            Some(false) => {
                let used = literals.iter().filter(|(_, lit)| self.sat.failed(*lit));
                self.failed = used.map(|(term, _)| *term).collect();
                Answer::Unsat
            }
            None if self.sat.is_spent() && !stop.is_raised() => {
                Answer::Unknown("too much work".to_string())
            }
            None => stopped(&stop),
        })
    }

    fn try_check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, Obstacle> {
        self.catch_up(pool)?;
        let mut assumed = Vec::with_capacity(assumptions.len());
        for term in assumptions {
            assumed.push((*term, self.bit(pool, *term)?));
        }
        self.review(&assumed);
        self.give()?;
        self.search(&assumed)
    }

    /// The value of a bit in the model. Bits that no clause mentions may have any.
    fn value(&self, lit: Lit) -> bool {
        match (lit.as_constant(), self.cnf.known(lit)) {
            (Some(value), _) => value,
            (None, Some(literal)) => self.sat.value(literal).unwrap_or(false),
            (None, None) => false,
        }
    }
}

fn failed(what: &str) -> SolverError {
    SolverError::Failed {
        solver: NAME.to_string(),
        what: what.to_string(),
    }
}

fn stopped(stop: &Stop) -> Answer {
    Answer::Unknown(match stop.reason() {
        Some(reason) => format!("stopped: {reason:?}"),
        None => "CaDiCaL gave up".to_string(),
    })
}

impl Solver for CadicalSolver {
    fn name(&self) -> &str {
        NAME
    }

    fn assert(&mut self, _: &Pool, term: TermId) -> Result<(), SolverError> {
        self.pending.push_back(term);
        Ok(())
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.failed.clear();
        self.has_model = false;
        Ok(match self.try_check(pool, assumptions) {
            Ok(answer) => answer,
            Err(Obstacle::Stopped) => stopped(self.sat.stop()),
            Err(Obstacle::Lacking(what)) => Answer::Unknown(format!("{NAME} has no {what}")),
        })
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        if !self.has_model {
            return Err(failed("there is no model"));
        }
        let mut model = Model::new();
        for symbol in symbols {
            // Symbols that were never translated have their default.
            let Some(bits) = self.translator.known(*symbol) else {
                continue;
            };
            let values: Vec<bool> = bits.iter().map(|bit| self.value(*bit)).collect();
            match pool.sort(*symbol) {
                Sort::Bool => model.set(*symbol, Value::Bool(values[0])),
                Sort::Bv(width) => model.set(*symbol, Value::Bv(number(width, &values))),
                Sort::Array { .. }
                | Sort::Float { .. }
                | Sort::RoundingMode
                | Sort::Int
                | Sort::Real => {}
            }
        }
        Ok(model)
    }

    fn failed_assumptions(&mut self, _: &Pool) -> Result<Vec<TermId>, SolverError> {
        Ok(self.failed.clone())
    }

    fn set_stop(&mut self, stop: Stop) {
        self.sat.set_stop(stop);
    }

    /// Counted in polls for termination, which CaDiCaL makes as it goes.
    fn set_effort(&mut self, steps: Option<u64>) {
        self.sat.set_effort(steps);
    }

    fn statistics(&mut self) -> Vec<(String, String)> {
        let counts = [("gates", self.graph.len()), ("variables", self.cnf.len())];
        let texts = counts.map(|(name, count)| (name.to_string(), count.to_string()));
        texts.to_vec()
    }
}

/// The number with these bits, the lowest first.
fn number(width: u32, bits: &[bool]) -> Bv {
    let limbs: Vec<u64> = bits
        .chunks(64)
        .map(|limb| {
            let bits = limb.iter().enumerate();
            bits.fold(0, |sum, (at, bit)| sum | u64::from(*bit) << at)
        })
        .collect();
    Bv::from_limbs(width, &limbs)
}
