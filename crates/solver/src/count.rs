//! Counts what a solver is asked and what it answers. Time is the caller's to measure: libraries
//! do not read the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cassay_base::Stop;
use cassay_term::{Model, Pool, TermId};

use crate::{Answer, Solver, SolverError};

/// Counters that any number of solvers add to. Cloning shares them.
#[derive(Clone, Debug, Default)]
pub struct Counters(Arc<Cells>);

#[derive(Debug, Default)]
struct Cells {
    assertions: AtomicU64,
    checks: AtomicU64,
    sat: AtomicU64,
    unsat: AtomicU64,
    unknown: AtomicU64,
    errors: AtomicU64,
}

/// The counters at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Terms asserted.
    pub assertions: u64,
    /// Checks asked for: the sum of the four outcomes below.
    pub checks: u64,
    /// Checks answered `sat`.
    pub sat: u64,
    /// Checks answered `unsat`.
    pub unsat: u64,
    /// Checks given up.
    pub unknown: u64,
    /// Checks that failed.
    pub errors: u64,
}

impl Counters {
    /// Counters at zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The counters now.
    pub fn read(&self) -> Counts {
        let read = |cell: &AtomicU64| cell.load(Ordering::Relaxed);
        Counts {
            assertions: read(&self.0.assertions),
            checks: read(&self.0.checks),
            sat: read(&self.0.sat),
            unsat: read(&self.0.unsat),
            unknown: read(&self.0.unknown),
            errors: read(&self.0.errors),
        }
    }
}

/// A solver whose calls are counted.
pub struct Count {
    inner: Box<dyn Solver>,
    counters: Counters,
}

impl Count {
    /// Adds the calls of `inner` to `counters`.
    pub fn new(inner: Box<dyn Solver>, counters: Counters) -> Self {
        Count { inner, counters }
    }
}

fn add_one(cell: &AtomicU64) {
    cell.fetch_add(1, Ordering::Relaxed);
}

impl Solver for Count {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        add_one(&self.counters.0.assertions);
        self.inner.assert(pool, term)
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        let answer = self.inner.check(pool, assumptions);
        let cells = &self.counters.0;
        add_one(&cells.checks);
        add_one(match &answer {
            Ok(Answer::Sat) => &cells.sat,
            Ok(Answer::Unsat) => &cells.unsat,
            Ok(Answer::Unknown(_)) => &cells.unknown,
            Err(_) => &cells.errors,
        });
        answer
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        self.inner.model(pool, symbols)
    }

    fn failed_assumptions(&mut self, pool: &Pool) -> Result<Vec<TermId>, SolverError> {
        self.inner.failed_assumptions(pool)
    }

    fn set_stop(&mut self, stop: Stop) {
        self.inner.set_stop(stop);
    }

    fn set_effort(&mut self, steps: Option<u64>) {
        self.inner.set_effort(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scripted;

    #[test]
    fn each_outcome_has_its_counter() {
        let pool = Pool::new();
        let counters = Counters::new();
        for answer in [
            Answer::Unsat,
            Answer::Unsat,
            Answer::Unknown("limit".to_string()),
        ] {
            let mut solver = Count::new(Box::new(Scripted::answering(answer)), counters.clone());
            solver.assert(&pool, pool.tru()).unwrap();
            solver.check(&pool, &[]).unwrap();
        }
        let expected = Counts {
            assertions: 3,
            checks: 3,
            unsat: 2,
            unknown: 1,
            ..Counts::default()
        };
        assert_eq!(counters.read(), expected);
    }
}
