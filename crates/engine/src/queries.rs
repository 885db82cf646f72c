//! Queries over one equation: which obligations can be violated?

use crate::outcome::EngineError;
use crate::rests::constant;
use crate::session::Session;
use cassay_solver::Answer;
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

/// Asks a solver about the obligations of one equation.
pub struct Queries<'q, 's> {
    session: &'q mut Session<'s>,
    equation: &'q Equation,
}

impl<'q, 's> Queries<'q, 's> {
    /// Queries about the equation that a session made last.
    pub fn new(session: &'q mut Session<'s>, equation: &'q Equation) -> Self {
        Queries { session, equation }
    }

    /// The term that says that an obligation is violated; with `after_claims`, and that no claim
    /// was violated before.
    pub fn violation(&mut self, obligation: &Obligation, after_claims: bool) -> TermId {
        let before = if after_claims {
            obligation.assumptions_and_claims
        } else {
            obligation.assumptions
        };
        let pool = &mut self.session.pool;
        let not = pool.not(obligation.cond);
        let here = pool.and(obligation.guard, not);
        pool.and(before, here)
    }

    /// Both terms hold.
    pub fn both(&mut self, a: TermId, b: TermId) -> TermId {
        self.session.pool.and(a, b)
    }

    /// The first term holds and the second does not.
    pub fn unless(&mut self, a: TermId, b: TermId) -> TermId {
        let pool = &mut self.session.pool;
        let not = pool.not(b);
        pool.and(a, not)
    }

    /// A term does not hold.
    pub fn negated(&mut self, term: TermId) -> TermId {
        self.session.pool.not(term)
    }

    /// One term holds where another does.
    pub fn implied(&mut self, a: TermId, b: TermId) -> TermId {
        self.session.pool.implies(a, b)
    }

    /// The term that a symbol has its value in a model; true for arrays.
    pub fn pinned(&mut self, symbol: TermId, model: &Model) -> Option<TermId> {
        let pool = &mut self.session.pool;
        let value = constant(pool, pool.sort(symbol), model.get(symbol))?;
        Some(pool.eq(symbol, value))
    }

    /// Whether one of some terms can hold, given others; true also when the solver gave up.
    pub fn possible(&mut self, given: &[TermId], one_of: &[TermId]) -> Result<bool, EngineError> {
        let pool = &mut self.session.pool;
        let one_of = pool.or_all(one_of.iter().copied());
        let mut question = one_of;
        for term in given {
            question = pool.and(question, *term);
        }
        if let Some(known) = pool.as_bool(question) {
            return Ok(known);
        }
        let (pool, solver) = self.session.solver(self.equation, question)?;
        match solver.check(pool, &[question])? {
            Answer::Unsat => Ok(false),
            Answer::Sat | Answer::Unknown(_) => Ok(true),
        }
    }

    /// Whether any of these terms can hold; returns the first that does in the model found.
    pub fn any(&mut self, violations: &[TermId]) -> Result<Found, EngineError> {
        let never = self.session.pool.fls();
        let open = |violation: &TermId| match self.session.is_refuted(*violation) {
            true => never,
            false => *violation,
        };
        let violations: &[TermId] = &violations.iter().map(open).collect::<Vec<_>>();
        let pool = &mut self.session.pool;
        let one_of = pool.or_all(violations.iter().copied());
        if pool.as_bool(one_of) == Some(false) {
            return Ok(Found::None);
        }
        // Where there are threads, a model needs a schedule.
        if self.equation.interleaving.is_some() {
            return self.ask(one_of, violations);
        }
        // Constraints on addresses are always satisfiable, so a violation without inputs needs no
        // solver, unless an earlier one might come first for some addresses.
        if let Some(index) = violations
            .iter()
            .position(|v| pool.as_bool(*v) == Some(true))
        {
            let model = Model::new();
            let mut evaluator = Evaluator::new(pool, &model);
            let mut constraints = self.equation.constraints.iter();
            if constraints.all(|constraint| evaluator.bool_value(*constraint)) {
                let first = violations.iter().position(|v| evaluator.bool_value(*v));
                return Ok(Found::Violated(first.unwrap_or(index), model));
            }
            let earlier = &violations[..index];
            if earlier.iter().all(|v| pool.as_bool(*v) == Some(false)) {
                return Ok(Found::Violated(index, model));
            }
        }
        // If there are preferences, a guess must satisfy them too; otherwise a solver is asked.
        let wanted = [&*self.equation.constraints, &*self.equation.wishes].concat();
        if let Some((first, model)) = crate::sample::guess(pool, &wanted, violations) {
            return Ok(Found::Violated(first, model));
        }
        self.ask(one_of, violations)
    }

    fn ask(&mut self, one_of: TermId, violations: &[TermId]) -> Result<Found, EngineError> {
        let (pool, solver) = self.session.solver(self.equation, one_of)?;
        match solver.check(pool, &[one_of])? {
            Answer::Unsat => {
                self.session.refute(violations);
                Ok(Found::None)
            }
            Answer::Unknown(why) => Ok(Found::Unknown(why)),
            Answer::Sat => {
                let wishes = &self.equation.wishes;
                let mut roots = self.equation.constraints.clone();
                roots.push(one_of);
                roots.extend(wishes);
                let symbols = symbols_of(pool, &roots);
                let mut model = solver.model(pool, &symbols)?;
                let granted = {
                    let mut evaluator = Evaluator::new(pool, &model);
                    wishes.iter().all(|wish| evaluator.bool_value(*wish))
                };
                if !granted {
                    let wanted = [&[one_of], &**wishes].concat();
                    // Without an answer the first model is used, which is as valid.
                    if let Ok(Answer::Sat) = solver.check(pool, &wanted)
                        && let Ok(better) = solver.model(pool, &symbols)
                    {
                        model = better;
                    }
                }
                let mut evaluator = Evaluator::new(pool, &model);
                match violations.iter().position(|v| evaluator.bool_value(*v)) {
                    Some(index) => Ok(Found::Violated(index, model)),
                    None => Err(EngineError::Internal(
                        "the model violates none of the obligations".to_string(),
                    )),
                }
            }
        }
    }

    /// The solver's own statistics.
    pub fn statistics(&mut self) -> Vec<(String, String)> {
        self.session.statistics()
    }

    /// The pool of the terms.
    pub fn pool(&self) -> &Pool {
        &self.session.pool
    }
}
