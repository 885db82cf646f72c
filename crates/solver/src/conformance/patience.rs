//! Running the suite on back-ends that may honestly fail to answer.
//!
//! A solver of somebody else may be slow on a formula, or crash on it. Neither is a wrong answer,
//! and both are values that a caller copes with. Here the checks of some cases have limited time, and
//! a case in which there was no answer has the outcome [`Outcome::GaveUp`]; a wrong answer is a panic
//! as ever. Whoever insists on an answer gives no limit and waits: time depends on the load.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use cassay_base::{Stop, StopReason};
use cassay_term::{Model, Pool, TermId};

use super::{CASES, Make};
use crate::{Answer, Solver, SolverError};

/// How a case went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As it should.
    Passed,
    /// There was no answer somewhere, and why.
    GaveUp(String),
}

/// What a case ends with where a back-end has no answer.
struct NoAnswer(String);

/// Ends a case because there is no answer. Outside of [`run_patiently`] this fails the test.
pub(super) fn give_up(why: String) -> ! {
    eprintln!("no answer: {why}");
    resume_unwind(Box::new(NoAnswer(why)))
}

/// Runs a part of the suite.
pub(super) fn outcome(part: impl FnOnce()) -> Outcome {
    let result: Result<(), Box<dyn Any + Send>> = catch_unwind(AssertUnwindSafe(part));
    match result.map_err(|payload| payload.downcast::<NoAnswer>()) {
        Ok(()) => Outcome::Passed,
        Err(Ok(no_answer)) => Outcome::GaveUp(no_answer.0),
        Err(Err(payload)) => resume_unwind(payload),
    }
}

/// Runs every case, with so much time for each check of the case with that name, or as much as it
/// needs; how they went.
pub fn run_patiently(
    make: Make<'_>,
    time: impl Fn(&str) -> Option<Duration>,
) -> Vec<(&'static str, Outcome)> {
    let mut outcomes = Vec::new();
    for (name, case) in CASES {
        let time = time(name);
        let mut limited = || -> Box<dyn Solver> {
            match time {
                Some(time) => Box::new(Limited::new(make(), time)),
                None => make(),
            }
        };
        outcomes.push((name, outcome(|| case(&mut limited))));
    }
    outcomes
}

/// A solver whose checks are stopped after a time.
struct Limited {
    inner: Box<dyn Solver>,
    time: Duration,
    stop: Stop,
}

impl Limited {
    fn new(inner: Box<dyn Solver>, time: Duration) -> Self {
        Limited {
            inner,
            time,
            stop: Stop::new(),
        }
    }
}

impl Solver for Limited {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        self.inner.assert(pool, term)
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        const STEP: Duration = Duration::from_millis(20);
        let (time, outer, inner) = (self.time, self.stop.clone(), Stop::new());
        self.inner.set_stop(inner.clone());
        let (done, finished) = channel::<()>();
        let watcher = thread::spawn(move || {
            for _ in 0..time.as_millis() / STEP.as_millis() {
                if outer.is_raised()
                    || finished.recv_timeout(STEP) != Err(RecvTimeoutError::Timeout)
                {
                    break;
                }
            }
            // After the end of the check nobody looks at the token any more.
            inner.raise(outer.reason().unwrap_or(StopReason::Time));
        });
        let answer = self.inner.check(pool, assumptions);
        drop(done);
        let _ = watcher.join();
        self.inner.set_stop(self.stop.clone());
        answer
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        self.inner.model(pool, symbols)
    }

    fn failed_assumptions(&mut self, pool: &Pool) -> Result<Vec<TermId>, SolverError> {
        self.inner.failed_assumptions(pool)
    }

    fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    fn set_effort(&mut self, steps: Option<u64>) {
        self.inner.set_effort(steps);
    }
}
