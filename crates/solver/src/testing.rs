//! Solvers with prepared answers, for tests of the decorators.

use std::cell::RefCell;
use std::rc::Rc;

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

/// A solver that gives prepared answers in turn and records its calls. Clones share the record.
#[derive(Clone)]
pub(crate) struct Recording(Rc<RefCell<Record>>);

struct Record {
    answers: Vec<(Answer, Model)>,
    asserted: Vec<TermId>,
    assumptions: Vec<TermId>,
    checks: usize,
}

impl Recording {
    pub(crate) fn new(answers: Vec<(Answer, Model)>) -> Self {
        Recording(Rc::new(RefCell::new(Record {
            answers,
            asserted: Vec::new(),
            assumptions: Vec::new(),
            checks: 0,
        })))
    }

    pub(crate) fn asserted(&self) -> Vec<TermId> {
        self.0.borrow().asserted.clone()
    }

    pub(crate) fn checks(&self) -> usize {
        self.0.borrow().checks
    }
}

impl Solver for Recording {
    fn name(&self) -> &str {
        "recording"
    }

    fn assert(&mut self, _: &Pool, term: TermId) -> Result<(), SolverError> {
        self.0.borrow_mut().asserted.push(term);
        Ok(())
    }

    fn check(&mut self, _: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        let mut record = self.0.borrow_mut();
        record.assumptions = assumptions.to_vec();
        record.checks += 1;
        Ok(record.answers[record.checks - 1].0.clone())
    }

    fn model(&mut self, _: &Pool, _: &[TermId]) -> Result<Model, SolverError> {
        let record = self.0.borrow();
        Ok(record.answers[record.checks - 1].1.clone())
    }

    fn failed_assumptions(&mut self, _: &Pool) -> Result<Vec<TermId>, SolverError> {
        Ok(self.0.borrow().assumptions.clone())
    }

    fn set_stop(&mut self, _: Stop) {}

    fn set_effort(&mut self, _: Option<u64>) {}
}
