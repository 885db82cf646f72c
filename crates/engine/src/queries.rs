//! Queries over one equation: which obligations can be violated?

use crate::outcome::EngineError;
use cassay_base::Stop;
use cassay_solver::{Answer, Chain, Counters, Solver, assemble};
use cassay_symex::{Equation, Obligation};
use cassay_term::{Evaluator, Model, Pool, TermId, symbols_of};

/// The answer to "can any of these be violated?".
pub enum Found {
    /// None can.
    None,
    /// This one can, the first of them in execution order, under this model.
    Violated(usize, Model),
    /// The solver gave up.
    Unknown(String),
}

/// Asks a solver about the obligations of one equation. The solver is made when first needed.
pub struct Queries<'a> {
    pool: &'a mut Pool,
    equation: &'a Equation,
    solver: Option<Box<dyn Solver>>,
    backend: &'a cassay_solver::Backend,
    counters: Counters,
    stop: &'a Stop,
}

impl<'a> Queries<'a> {
    /// Queries by a back-end.
    pub fn new(
        pool: &'a mut Pool,
        equation: &'a Equation,
        backend: &'a cassay_solver::Backend,
        counters: Counters,
        stop: &'a Stop,
    ) -> Self {
        Queries {
            pool,
            equation,
            solver: None,
            backend,
            counters,
            stop,
        }
    }

    /// The term that says an obligation is violated; `after_claims` also asks that no claim was
    /// violated before.
    pub fn violation(&mut self, obligation: &Obligation, after_claims: bool) -> TermId {
        let before = if after_claims {
            obligation.assumptions_and_claims
        } else {
            obligation.assumptions
        };
        let not = self.pool.not(obligation.cond);
        let here = self.pool.and(obligation.guard, not);
        self.pool.and(before, here)
    }

    /// Both terms hold.
    pub fn both(&mut self, a: TermId, b: TermId) -> TermId {
        self.pool.and(a, b)
    }

    /// Whether any of these terms can hold; the first that does in the model found.
    pub fn any(&mut self, violations: &[TermId]) -> Result<Found, EngineError> {
        let one_of = self.pool.or_all(violations.iter().copied());
        if self.pool.as_bool(one_of) == Some(false) {
            return Ok(Found::None);
        }
        // Constraints on addresses can always be met, so a violation without inputs needs no
        // solver, unless an earlier one might come first under addresses that meet them.
        if let Some(index) = violations
            .iter()
            .position(|v| self.pool.as_bool(*v) == Some(true))
        {
            let model = Model::new();
            let mut evaluator = Evaluator::new(self.pool, &model);
            let mut constraints = self.equation.constraints.iter();
            if constraints.all(|constraint| evaluator.bool_value(*constraint)) {
                let first = violations.iter().position(|v| evaluator.bool_value(*v));
                return Ok(Found::Violated(first.unwrap_or(index), model));
            }
            let earlier = &violations[..index];
            if earlier.iter().all(|v| self.pool.as_bool(*v) == Some(false)) {
                return Ok(Found::Violated(index, model));
            }
        }
        if let Some((first, model)) =
            crate::sample::guess(self.pool, &self.equation.constraints, violations)
        {
            return Ok(Found::Violated(first, model));
        }
        self.ask(one_of, violations)
    }

    fn ask(&mut self, one_of: TermId, violations: &[TermId]) -> Result<Found, EngineError> {
        if self.solver.is_none() {
            let chain = Chain {
                counters: Some(self.counters.clone()),
                ..Chain::default()
            };
            let mut solver = assemble(self.backend, chain)?;
            solver.set_stop(self.stop.clone());
            for constraint in &self.equation.constraints {
                solver.assert(self.pool, *constraint)?;
            }
            self.solver = Some(solver);
        }
        let Some(solver) = &mut self.solver else {
            return Err(EngineError::Internal("no solver".to_string()));
        };
        match solver.check(self.pool, &[one_of])? {
            Answer::Unsat => Ok(Found::None),
            Answer::Unknown(why) => Ok(Found::Unknown(why)),
            Answer::Sat => {
                let mut roots = self.equation.constraints.clone();
                roots.push(one_of);
                let symbols = symbols_of(self.pool, &roots);
                let model = solver.model(self.pool, &symbols)?;
                let mut evaluator = Evaluator::new(self.pool, &model);
                match violations.iter().position(|v| evaluator.bool_value(*v)) {
                    Some(index) => Ok(Found::Violated(index, model)),
                    None => Err(EngineError::Internal(
                        "the model violates none of the obligations".to_string(),
                    )),
                }
            }
        }
    }

    /// The pool the terms live in.
    pub fn pool(&self) -> &Pool {
        self.pool
    }
}
