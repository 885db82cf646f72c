//! Cone of influence: a check sees only the assertions that share symbols with it.
//!
//! An assertion is held back until a check needs one of its symbols, directly or through other
//! assertions. An `unsat` of a part is one of the whole. A `sat` is one of the whole only if the
//! rest holds too: usually it does with zero for the symbols that the part does not have, which the
//! term evaluator checks; otherwise the rest is asserted and the solver is asked again.

use cassay_term::{Evaluator, Pool, TermId};

use crate::symbols::Symbols;
use crate::{Answer, Solver, SolverError};

/// A solver that gets only the relevant assertions. See the module documentation.
pub struct Slice {
    inner: Box<dyn Solver>,
    /// Assertions that are held back.
    waiting: Vec<TermId>,
    groups: Groups,
    /// The symbols of the terms that were passed on to the solver.
    passed_on: Symbols,
}

impl Slice {
    /// Holds back what `inner` need not know, to which nothing may have been asserted yet.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Slice {
            inner,
            waiting: Vec::new(),
            groups: Groups::default(),
            passed_on: Symbols::default(),
        }
    }

    fn tell(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        self.passed_on.add(pool, term);
        self.inner.assert(pool, term)
    }

    /// Asserts whatever shares symbols with these terms.
    fn tell_about(&mut self, pool: &Pool, terms: &[TermId]) -> Result<(), SolverError> {
        for term in terms {
            self.groups.add(pool, *term);
            self.groups.mark(*term);
            self.passed_on.add(pool, *term);
        }
        let (now, later) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|term| self.groups.is_marked(*term));
        self.waiting = later;
        let now: Vec<TermId> = now;
        for term in now {
            self.tell(pool, term)?;
        }
        Ok(())
    }

    /// Whether the assertions that the solver does not know hold under its model.
    fn rest_holds(&mut self, pool: &Pool) -> Result<bool, SolverError> {
        if self.waiting.is_empty() {
            return Ok(true);
        }
        let model = self.inner.model(pool, self.passed_on.all())?;
        let mut evaluator = Evaluator::new(pool, &model);
        Ok(self.waiting.iter().all(|term| evaluator.bool_value(*term)))
    }
}

/// Terms that hang together by symbols; each term is looked at once (union-find).
#[derive(Default)]
struct Groups {
    /// The next term on the path to the group's representative; itself if it is the representative.
    next: Vec<u32>,
    seen: Vec<bool>,
    /// Whether a group is relevant, at its representative.
    marked: Vec<bool>,
}

impl Groups {
    /// Takes in a term with all that it is made of.
    fn add(&mut self, pool: &Pool, root: TermId) {
        let known = self.next.len();
        if known < pool.len() {
            self.next.extend(known as u32..pool.len() as u32);
            self.seen.resize(pool.len(), false);
            self.marked.resize(pool.len(), false);
        }
        let mut open = vec![root];
        while let Some(term) = open.pop() {
            if std::mem::replace(&mut self.seen[term.0 as usize], true) {
                continue;
            }
            for arg in pool.args(term) {
                // Constants connect nothing.
                if !pool.is_const(*arg) {
                    self.unite(term, *arg);
                    open.push(*arg);
                }
            }
        }
    }

    fn find(&mut self, term: TermId) -> usize {
        let mut at = term.0 as usize;
        while self.next[at] as usize != at {
            // Path halving.
            self.next[at] = self.next[self.next[at] as usize];
            at = self.next[at] as usize;
        }
        at
    }

    fn unite(&mut self, a: TermId, b: TermId) {
        let (a, b) = (self.find(a), self.find(b));
        // The older term becomes the representative, so that the order of calls does not matter.
        let (root, other) = (a.min(b), a.max(b));
        self.next[other] = root as u32;
        self.marked[root] |= self.marked[other];
    }

    fn mark(&mut self, term: TermId) {
        let root = self.find(term);
        self.marked[root] = true;
    }

    fn is_marked(&mut self, term: TermId) -> bool {
        let root = self.find(term);
        self.marked[root]
    }
}

impl Solver for Slice {
    crate::forward!(
        name,
        model,
        failed_assumptions,
        set_stop,
        set_effort,
        statistics
    );

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        self.groups.add(pool, term);
        // A term without symbols belongs to every query.
        if pool.is_const(term) || self.groups.is_marked(term) {
            self.tell(pool, term)?;
            return self.tell_about(pool, &[term]);
        }
        self.waiting.push(term);
        Ok(())
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.tell_about(pool, assumptions)?;
        let answer = self.inner.check(pool, assumptions)?;
        if answer != Answer::Sat || self.rest_holds(pool)? {
            return Ok(answer);
        }
        for term in std::mem::take(&mut self.waiting) {
            self.groups.mark(term);
            self.tell(pool, term)?;
        }
        self.inner.check(pool, assumptions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Recording;
    use cassay_term::{Model, Sort, Value};

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
        let recording = Recording::new(vec![(Answer::Unsat, Model::new())]);
        let mut solver = Slice::new(Box::new(recording.clone()));
        for term in [first, second, other] {
            solver.assert(&pool, term).unwrap();
        }
        assert!(recording.asserted().is_empty(), "nothing was asked");
        let zero = pool.bv_u64(8, 0);
        let about_c = pool.eq(symbols[2], zero);
        assert_eq!(solver.check(&pool, &[about_c]), Ok(Answer::Unsat));
        assert_eq!(recording.asserted(), [first, second]);
    }

    #[test]
    fn an_assertion_about_what_was_asked_is_told_at_once() {
        let mut pool = Pool::new();
        let (symbols, [first, second, _]) = chain(&mut pool);
        let recording = Recording::new(vec![(Answer::Unsat, Model::new())]);
        let mut solver = Slice::new(Box::new(recording.clone()));
        solver.assert(&pool, first).unwrap();
        let zero = pool.bv_u64(8, 0);
        let about_c = pool.eq(symbols[2], zero);
        solver.check(&pool, &[about_c]).unwrap();
        assert!(recording.asserted().is_empty());
        solver.assert(&pool, second).unwrap();
        assert_eq!(
            recording.asserted(),
            [second, first],
            "with all it leads to"
        );
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
            let recording = Recording::new(answers);
            let mut solver = Slice::new(Box::new(recording.clone()));
            solver.assert(&pool, rest).unwrap();
            let expected = [Answer::Sat, Answer::Unsat][asked - 1].clone();
            assert_eq!(solver.check(&pool, &[about_c]), Ok(expected));
            assert_eq!(recording.asserted().len(), asked - 1);
        }
    }
}
