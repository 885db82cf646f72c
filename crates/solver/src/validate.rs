//! Checks every model: evaluates all assertions and assumptions under it.
//!
//! A solver's `sat` is believed only if the term evaluator, which shares no code with any
//! back-end, finds every asserted and assumed term true. Anything else is
//! [`SolverError::WrongAnswer`]. An `unsat` passes unchecked.

use cassay_base::Stop;
use cassay_term::{Evaluator, Model, Pool, Sort, TermId, Value, term_to_string};

use crate::symbols::Symbols;
use crate::{Answer, Solver, SolverError};

/// A solver whose models are checked. See the module documentation.
pub struct Validate {
    inner: Box<dyn Solver>,
    asserted: Vec<TermId>,
    symbols: Symbols,
    model: Option<Model>,
    stop: Stop,
}

impl Validate {
    /// Checks the models of `inner`, to which nothing may have been asserted yet.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Validate {
            inner,
            asserted: Vec::new(),
            symbols: Symbols::default(),
            model: None,
            stop: Stop::new(),
        }
    }

    fn wrong(&self, what: String) -> SolverError {
        SolverError::WrongAnswer {
            solver: self.inner.name().to_string(),
            what,
        }
    }

    fn checked_model(&mut self, pool: &Pool, assumed: &[TermId]) -> Result<Model, SolverError> {
        let model = self.inner.model(pool, self.symbols.all())?;
        for (symbol, value) in model.iter() {
            if !fits(pool, symbol, value) {
                return Err(self.wrong(format!(
                    "a value of the wrong sort for {}",
                    term_to_string(pool, symbol)
                )));
            }
        }
        let mut evaluator = Evaluator::new(pool, &model);
        let falsified = self
            .asserted
            .iter()
            .chain(assumed)
            .find(|term| !evaluator.bool_value(**term));
        match falsified {
            Some(term) => {
                let text = term_to_string(pool, *term);
                Err(self.wrong(format!("its model does not satisfy {text}")))
            }
            None => Ok(model),
        }
    }
}

/// Whether a value has the sort of the symbol it is given to.
fn fits(pool: &Pool, symbol: TermId, value: &Value) -> bool {
    let sort = pool.sort(symbol);
    match value {
        Value::Bool(_) => sort.is_bool(),
        Value::Bv(value) => sort.bv_width() == Some(value.width()),
        Value::Array { default, entries } => entries
            .iter()
            .map(|(at, held)| (Some(at.width()), held.width()))
            .chain([(None, default.width())])
            .all(|(at, held)| is_array(sort, at, held)),
    }
}

/// Whether a sort is that of arrays with these widths.
fn is_array(sort: Sort, at: Option<u32>, held: u32) -> bool {
    matches!(sort, Sort::Array { index, element }
        if element == held && at.is_none_or(|at| at == index))
}

impl Solver for Validate {
    crate::forward!(name, failed_assumptions, set_effort, statistics);

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        self.model = None;
        self.inner.assert(pool, term)?;
        self.asserted.push(term);
        self.symbols.add(pool, term);
        Ok(())
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.model = None;
        let answer = self.inner.check(pool, assumptions)?;
        if answer == Answer::Sat {
            for assumption in assumptions {
                self.symbols.add(pool, *assumption);
            }
            match (self.checked_model(pool, assumptions), self.stop.reason()) {
                (Ok(model), _) => self.model = Some(model),
                // A back-end that was stopped while it computed its model has no answer.
                (Err(SolverError::Failed { .. }), Some(reason)) => {
                    return Ok(Answer::Unknown(format!("stopped: {reason:?}")));
                }
                (Err(error), _) => return Err(error),
            }
        }
        Ok(answer)
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        let Some(known) = &self.model else {
            return self.inner.model(pool, symbols);
        };
        Ok(known.restricted_to(symbols))
    }

    fn set_stop(&mut self, stop: Stop) {
        self.inner.set_stop(stop.clone());
        self.stop = stop;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scripted;
    use cassay_bv::Bv;

    fn formula(pool: &mut Pool) -> (TermId, TermId) {
        let x = pool.symbol("x", Sort::Bv(8));
        let limit = pool.bv_u64(8, 10);
        let small = pool.ult(x, limit);
        (x, small)
    }

    fn answer_with(value: Value) -> Result<Answer, SolverError> {
        let mut pool = Pool::new();
        let (x, small) = formula(&mut pool);
        let mut model = Model::new();
        model.set(x, value);
        let mut solver = Validate::new(Box::new(Scripted::sat(model.clone())));
        solver.assert(&pool, small)?;
        let answer = solver.check(&pool, &[])?;
        assert_eq!(solver.model(&pool, &[x])?, model);
        Ok(answer)
    }

    #[test]
    fn a_right_model_passes() {
        assert_eq!(answer_with(Value::Bv(Bv::from_u64(8, 9))), Ok(Answer::Sat));
    }

    #[test]
    fn a_wrong_model_is_an_error() {
        let error = answer_with(Value::Bv(Bv::from_u64(8, 10))).unwrap_err();
        assert!(matches!(error, SolverError::WrongAnswer { .. }), "{error}");
    }

    #[test]
    fn a_value_of_another_sort_is_an_error() {
        for value in [Value::Bool(true), Value::Bv(Bv::from_u64(16, 1))] {
            let error = answer_with(value).unwrap_err();
            assert!(matches!(error, SolverError::WrongAnswer { .. }), "{error}");
        }
    }

    #[test]
    fn assumptions_are_checked_too() {
        let mut pool = Pool::new();
        let (_, small) = formula(&mut pool);
        let large = pool.not(small);
        let mut solver = Validate::new(Box::new(Scripted::sat(Model::new())));
        assert_eq!(solver.check(&pool, &[small]), Ok(Answer::Sat));
        let error = solver.check(&pool, &[large]).unwrap_err();
        assert!(matches!(error, SolverError::WrongAnswer { .. }), "{error}");
    }
}
