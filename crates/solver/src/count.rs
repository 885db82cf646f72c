//! Counts queries and answers, and measures their time. The clock is the caller's: libraries do not
//! read one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cassay_term::{Model, Pool, TermId};

use crate::{Answer, Solver, SolverError};

/// Counters that any number of solvers add to. Cloning shares them.
#[derive(Clone, Debug, Default)]
pub struct Counters(Arc<Cells>, Option<Clock>);

/// Tells the time that has passed since some moment.
pub type Clock = fn() -> Duration;

#[derive(Debug, Default)]
struct Cells {
    assertions: AtomicU64,
    checks: AtomicU64,
    sat: AtomicU64,
    unsat: AtomicU64,
    unknown: AtomicU64,
    errors: AtomicU64,
    nanoseconds: AtomicU64,
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
    /// Time spent with checks and models, as far as there is a clock.
    pub time: Duration,
}

impl Counters {
    /// Counters at zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counters at zero that look at a clock.
    pub fn with_clock(clock: Option<Clock>) -> Self {
        Counters(Arc::default(), clock)
    }

    /// What a call gives; the time that it takes is added.
    fn timed<T>(&self, call: impl FnOnce() -> T) -> T {
        let Some(clock) = self.1 else {
            return call();
        };
        let start = clock();
        let result = call();
        let spent = clock().saturating_sub(start).as_nanos();
        let spent = u64::try_from(spent).unwrap_or(u64::MAX);
        self.0.nanoseconds.fetch_add(spent, Ordering::Relaxed);
        result
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
            time: Duration::from_nanos(read(&self.0.nanoseconds)),
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
    crate::forward!(name, failed_assumptions, set_stop, set_effort, statistics);

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        add_one(&self.counters.0.assertions);
        let counters = self.counters.clone();
        counters.timed(|| self.inner.assert(pool, term))
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        let counters = self.counters.clone();
        let answer = counters.timed(|| self.inner.check(pool, assumptions));
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
        let counters = self.counters.clone();
        counters.timed(|| self.inner.model(pool, symbols))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scripted;

    #[test]
    fn time_is_that_of_the_clock() {
        static TICKS: AtomicU64 = AtomicU64::new(0);
        let clock: Clock = || Duration::from_secs(TICKS.fetch_add(1, Ordering::Relaxed));
        let pool = Pool::new();
        let counters = Counters::with_clock(Some(clock));
        let inner = Box::new(Scripted::answering(Answer::Unsat));
        let mut solver = Count::new(inner, counters.clone());
        for _ in 0..3 {
            solver.check(&pool, &[]).unwrap();
        }
        assert_eq!(counters.read().time, Duration::from_secs(3));
    }

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
