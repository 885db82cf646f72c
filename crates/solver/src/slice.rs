//! Cone of influence: a check sees only the assertions that share symbols with it.
//!
//! Assertions are held back until a check needs a symbol of theirs, directly or by way of other
//! assertions. An `unsat` of a part is one of the whole. A `sat` is one of the whole only if the
//! rest holds too: mostly it does when symbols that the part does not have are zero, which the term
//! evaluator says; otherwise the rest is asserted and the solver asked again.

use std::collections::BTreeMap;

use cassay_base::Stop;
use cassay_term::{Evaluator, Model, Pool, TermId, symbols_of};

use crate::symbols::Symbols;
use crate::{Answer, Solver, SolverError};

/// A solver that is told only what matters. See the module documentation.
pub struct Slice {
    inner: Box<dyn Solver>,
    /// Assertions that are held back.
    waiting: BTreeMap<usize, TermId>,
    /// Which of them have a symbol.
    by_symbol: BTreeMap<TermId, Vec<usize>>,
    /// How many assertions there were in all.
    count: usize,
    /// The symbols that the solver was told about.
    told: Symbols,
}

impl Slice {
    /// Holds back what `inner` need not know, to which nothing may have been asserted yet.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Slice {
            inner,
            waiting: BTreeMap::new(),
            by_symbol: BTreeMap::new(),
            count: 0,
            told: Symbols::default(),
        }
    }

    /// Asserts whatever shares symbols with these terms.
    fn tell_about(&mut self, pool: &Pool, terms: &[TermId]) -> Result<(), SolverError> {
        let mut open: Vec<TermId> = Vec::new();
        for term in terms {
            open.extend(self.told.add(pool, *term));
        }
        while let Some(symbol) = open.pop() {
            for number in self.by_symbol.remove(&symbol).unwrap_or_default() {
                if let Some(term) = self.waiting.remove(&number) {
                    self.inner.assert(pool, term)?;
                    open.extend(self.told.add(pool, term));
                }
            }
        }
        Ok(())
    }

    /// Whether the assertions that the solver does not know hold under its model.
    fn rest_holds(&mut self, pool: &Pool) -> Result<bool, SolverError> {
        if self.waiting.is_empty() {
            return Ok(true);
        }
        let model = self.inner.model(pool, self.told.all())?;
        let mut evaluator = Evaluator::new(pool, &model);
        Ok(self
            .waiting
            .values()
            .all(|term| evaluator.bool_value(*term)))
    }
}

impl Solver for Slice {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        let number = self.count;
        self.count += 1;
        let symbols = symbols_of(pool, &[term]);
        let known = |symbol: &TermId| self.told.has(*symbol);
        if symbols.is_empty() || symbols.iter().any(known) {
            self.inner.assert(pool, term)?;
            return self.tell_about(pool, &[term]);
        }
        for symbol in symbols {
            self.by_symbol.entry(symbol).or_default().push(number);
        }
        self.waiting.insert(number, term);
        Ok(())
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.tell_about(pool, assumptions)?;
        let answer = self.inner.check(pool, assumptions)?;
        if answer != Answer::Sat || self.rest_holds(pool)? {
            return Ok(answer);
        }
        let rest: Vec<TermId> = std::mem::take(&mut self.waiting).into_values().collect();
        for term in rest {
            self.inner.assert(pool, term)?;
            self.told.add(pool, term);
        }
        self.by_symbol.clear();
        self.inner.check(pool, assumptions)
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

    fn statistics(&mut self) -> Vec<(String, String)> {
        self.inner.statistics()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Told;
    use cassay_term::{Sort, Value};

    /// `a == b`, `b == c`, `d == e`, and symbols a to e, of a pool.
    fn chain(pool: &mut Pool) -> (Vec<TermId>, [TermId; 3]) {
        let names = ["a", "b", "c", "d", "e"];
        let symbols: Vec<TermId> = names
            .iter()
            .map(|name| pool.symbol(name, Sort::Bv(8)))
            .collect();
        let first = pool.eq(symbols[0], symbols[1]);
        let second = pool.eq(symbols[1], symbols[2]);
        let other = pool.eq(symbols[3], symbols[4]);
        (symbols, [first, second, other])
    }

    #[test]
    fn only_what_is_connected_is_told() {
        let mut pool = Pool::new();
        let (symbols, [first, second, other]) = chain(&mut pool);
        let told = Told::new(vec![(Answer::Unsat, Model::new())]);
        let mut solver = Slice::new(Box::new(told.clone()));
        for term in [first, second, other] {
            solver.assert(&pool, term).unwrap();
        }
        assert!(told.asserted().is_empty(), "nothing was asked");
        let zero = pool.bv_u64(8, 0);
        let about_c = pool.eq(symbols[2], zero);
        assert_eq!(solver.check(&pool, &[about_c]), Ok(Answer::Unsat));
        assert_eq!(told.asserted(), [second, first]);
    }

    #[test]
    fn an_assertion_about_what_was_asked_is_told_at_once() {
        let mut pool = Pool::new();
        let (symbols, [first, second, _]) = chain(&mut pool);
        let told = Told::new(vec![(Answer::Unsat, Model::new())]);
        let mut solver = Slice::new(Box::new(told.clone()));
        solver.assert(&pool, first).unwrap();
        let zero = pool.bv_u64(8, 0);
        let about_c = pool.eq(symbols[2], zero);
        solver.check(&pool, &[about_c]).unwrap();
        assert!(told.asserted().is_empty());
        solver.assert(&pool, second).unwrap();
        assert_eq!(told.asserted(), [second, first], "with all it leads to");
    }

    #[test]
    fn a_rest_that_may_not_hold_is_told() {
        let mut pool = Pool::new();
        let (symbols, _) = chain(&mut pool);
        let (five, zero) = (pool.bv_u64(8, 5), pool.bv_u64(8, 0));
        let holds_at_zero = pool.eq(symbols[1], zero);
        let needs_five = pool.eq(symbols[0], five);
        let about_c = pool.eq(symbols[2], zero);
        for (rest, asked) in [(holds_at_zero, 1), (needs_five, 2)] {
            let mut model = Model::new();
            model.set(symbols[2], Value::default_of(Sort::Bv(8)));
            let answers = vec![(Answer::Sat, model), (Answer::Unsat, Model::new())];
            let told = Told::new(answers);
            let mut solver = Slice::new(Box::new(told.clone()));
            solver.assert(&pool, rest).unwrap();
            let expected = [Answer::Sat, Answer::Unsat][asked - 1].clone();
            assert_eq!(solver.check(&pool, &[about_c]), Ok(expected));
            assert_eq!(told.asserted().len(), asked - 1);
        }
    }
}
