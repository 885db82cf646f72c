//! A solver that says what it is told to, for tests of the decorators.

use cassay_base::Stop;
use cassay_term::{Model, Pool, TermId};

use crate::{Answer, Solver, SolverError};

/// Answers every check the same way.
pub(crate) struct Scripted {
    answer: Answer,
    model: Model,
    assumptions: Vec<TermId>,
}

impl Scripted {
    pub(crate) fn sat(model: Model) -> Self {
        Scripted {
            answer: Answer::Sat,
            model,
            assumptions: Vec::new(),
        }
    }

    pub(crate) fn answering(answer: Answer) -> Self {
        Scripted {
            answer,
            model: Model::new(),
            assumptions: Vec::new(),
        }
    }
}

impl Solver for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn assert(&mut self, _: &Pool, _: TermId) -> Result<(), SolverError> {
        Ok(())
    }

    fn check(&mut self, _: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.assumptions = assumptions.to_vec();
        Ok(self.answer.clone())
    }

    fn model(&mut self, _: &Pool, _: &[TermId]) -> Result<Model, SolverError> {
        Ok(self.model.clone())
    }

    fn failed_assumptions(&mut self, _: &Pool) -> Result<Vec<TermId>, SolverError> {
        Ok(self.assumptions.clone())
    }

    fn set_stop(&mut self, _: Stop) {}

    fn set_effort(&mut self, _: Option<u64>) {}
}
