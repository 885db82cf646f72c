//! A cache: answers that follow from earlier ones.
//!
//! Assertions only grow, so a set of assumptions that was unsatisfiable stays so, and so does any
//! superset. A model of an earlier check answers a later one if all assertions and assumptions are
//! true under it by the term evaluator.

use std::collections::{BTreeSet, VecDeque};

use cassay_term::{Evaluator, Model, Pool, TermId};

use crate::symbols::Symbols;
use crate::{Answer, Solver, SolverError};

/// How many models are kept, and how many sets of assumptions that cannot hold.
const MODELS: usize = 4;
const REFUTED: usize = 256;

/// Where the last answer came from.
enum Source {
    /// The solver.
    Solver,
    /// A model that was kept.
    Model(Model),
    /// A set of assumptions that cannot hold.
    Refuted(Vec<TermId>),
}

/// A solver that is not asked what is known. See the module documentation.
pub struct Cache {
    inner: Box<dyn Solver>,
    asserted: Vec<TermId>,
    symbols: Symbols,
    /// The latest first.
    models: VecDeque<Model>,
    /// The latest first.
    refuted: VecDeque<BTreeSet<TermId>>,
    last: Source,
}

impl Cache {
    /// Remembers the answers of `inner`, to which nothing may have been asserted yet.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Cache {
            inner,
            asserted: Vec::new(),
            symbols: Symbols::default(),
            models: VecDeque::new(),
            refuted: VecDeque::new(),
            last: Source::Solver,
        }
    }

    /// An answer without the solver.
    fn known(&mut self, pool: &Pool, assumptions: &[TermId]) -> Option<Answer> {
        let asked: BTreeSet<TermId> = assumptions.iter().copied().collect();
        if let Some(set) = self.refuted.iter().find(|set| set.is_subset(&asked)) {
            self.last = Source::Refuted(set.iter().copied().collect());
            return Some(Answer::Unsat);
        }
        let holds = |model: &&Model| {
            let mut evaluator = Evaluator::new(pool, model);
            let mut all = assumptions.iter().chain(&self.asserted);
            all.all(|term| evaluator.bool_value(*term))
        };
        let model = self.models.iter().find(holds)?.clone();
        self.last = Source::Model(model);
        Some(Answer::Sat)
    }

    fn remember(
        &mut self,
        pool: &Pool,
        assumptions: &[TermId],
        answer: &Answer,
    ) -> Result<(), SolverError> {
        match answer {
            Answer::Sat => {
                for assumption in assumptions {
                    self.symbols.add(pool, *assumption);
                }
                let model = self.inner.model(pool, self.symbols.all())?;
                self.models.push_front(model);
                self.models.truncate(MODELS);
            }
            Answer::Unsat => {
                let failed = self.inner.failed_assumptions(pool)?;
                self.refuted.push_front(failed.into_iter().collect());
                self.refuted.truncate(REFUTED);
            }
            Answer::Unknown(_) => {}
        }
        Ok(())
    }
}

impl Solver for Cache {
    crate::forward!(name, set_stop, set_effort, statistics);

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        self.inner.assert(pool, term)?;
        self.asserted.push(term);
        self.symbols.add(pool, term);
        Ok(())
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        if let Some(answer) = self.known(pool, assumptions) {
            return Ok(answer);
        }
        self.last = Source::Solver;
        let answer = self.inner.check(pool, assumptions)?;
        self.remember(pool, assumptions, &answer)?;
        Ok(answer)
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        let Source::Model(known) = &self.last else {
            return self.inner.model(pool, symbols);
        };
        Ok(known.restricted_to(symbols))
    }

    fn failed_assumptions(&mut self, pool: &Pool) -> Result<Vec<TermId>, SolverError> {
        match &self.last {
            Source::Refuted(set) => Ok(set.clone()),
            Source::Solver | Source::Model(_) => self.inner.failed_assumptions(pool),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Recording;
    use cassay_bv::Bv;
    use cassay_term::{Sort, Value};

    #[test]
    fn a_model_answers_what_it_satisfies() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bv(8));
        let limits: Vec<TermId> = [10, 20, 3]
            .iter()
            .map(|limit| {
                let limit = pool.bv_u64(8, *limit);
                pool.ult(x, limit)
            })
            .collect();
        let mut model = Model::new();
        model.set(x, Value::Bv(Bv::from_u64(8, 5)));
        let recording = Recording::new(vec![
            (Answer::Sat, model.clone()),
            (Answer::Unsat, Model::new()),
        ]);
        let mut solver = Cache::new(Box::new(recording.clone()));
        assert_eq!(solver.check(&pool, &[limits[0]]), Ok(Answer::Sat));
        assert_eq!(solver.check(&pool, &[limits[1]]), Ok(Answer::Sat));
        assert_eq!(solver.model(&pool, &[x]), Ok(model));
        assert_eq!(recording.checks(), 1, "five is below twenty");
        solver.assert(&pool, limits[2]).unwrap();
        assert_eq!(solver.check(&pool, &[limits[0]]), Ok(Answer::Unsat));
        assert_eq!(recording.checks(), 2, "five is not below three");
    }

    #[test]
    fn what_cannot_hold_cannot_hold_with_more() {
        let mut pool = Pool::new();
        let p = pool.symbol("p", Sort::Bool);
        let q = pool.symbol("q", Sort::Bool);
        let r = pool.symbol("r", Sort::Bool);
        let answers = vec![(Answer::Unsat, Model::new()), (Answer::Sat, Model::new())];
        let recording = Recording::new(answers);
        let mut solver = Cache::new(Box::new(recording.clone()));
        assert_eq!(solver.check(&pool, &[q, p]), Ok(Answer::Unsat));
        solver.assert(&pool, r).unwrap();
        assert_eq!(solver.check(&pool, &[p, r, q]), Ok(Answer::Unsat));
        assert_eq!(solver.failed_assumptions(&pool), Ok(vec![p, q]));
        assert_eq!(recording.checks(), 1);
        assert_eq!(solver.check(&pool, &[p]), Ok(Answer::Sat), "less may hold");
        assert_eq!(recording.checks(), 2);
    }
}
