//! Path conditions, assumptions, and claims of one execution.
//!
//! Assumptions are facts about all paths: each says that its guard implies its condition. They only
//! grow, so that all assumptions made before an obligation are one term.

use crate::guard::{GuardId, Guards};
use cassay_term::{Pool, TermId};

/// Guards and assumptions of one execution.
#[derive(Debug)]
pub(crate) struct Path {
    pub guards: Guards,
    /// Assumptions so far.
    pub assumptions: TermId,
    /// Those that were not made by models of the library.
    pub of_program: TermId,
    /// Assumptions and claims so far.
    pub assumptions_and_claims: TermId,
    /// The guard of the state that is being executed, or one that it started from.
    pub now: GuardId,
    /// The condition under which the addresses that are currently requested matter; `None`: always.
    pub asked_when: Option<TermId>,
}

/// What a thread knows: the assumptions and claims that it and its creators have made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    assumptions: TermId,
    of_program: TermId,
    assumptions_and_claims: TermId,
    now: GuardId,
}

impl Path {
    pub fn new(pool: &Pool) -> Self {
        let truth = pool.tru();
        Path {
            guards: Guards::new(pool),
            assumptions: truth,
            of_program: truth,
            assumptions_and_claims: truth,
            now: Guards::ROOT,
            asked_when: None,
        }
    }

    /// What the thread that is executed knows.
    pub fn known(&self) -> Known {
        Known {
            assumptions: self.assumptions,
            of_program: self.of_program,
            assumptions_and_claims: self.assumptions_and_claims,
            now: self.now,
        }
    }

    /// Goes on with what another thread knows.
    pub fn know(&mut self, known: Known) {
        self.assumptions = known.assumptions;
        self.of_program = known.of_program;
        self.assumptions_and_claims = known.assumptions_and_claims;
        self.now = known.now;
    }

    /// Assumes a condition under a guard; returns the fact that this adds.
    pub fn assume(&mut self, pool: &mut Pool, guard: GuardId, cond: TermId) -> TermId {
        let fact = pool.implies(self.guards.term(guard), cond);
        self.assumptions = pool.and(self.assumptions, fact);
        fact
    }

    /// Records an assumption that was made by the program, not by a model.
    pub fn assumed_by_program(&mut self, pool: &mut Pool, fact: TermId) {
        self.of_program = pool.and(self.of_program, fact);
    }

    /// Records a fact that holds for all later obligations, whether assumed or claimed.
    pub fn passed(&mut self, pool: &mut Pool, fact: TermId) {
        self.assumptions_and_claims = pool.and(self.assumptions_and_claims, fact);
    }

    /// After a claim its condition holds on the path.
    pub fn claimed(&mut self, pool: &mut Pool, guard: GuardId, cond: TermId) {
        let fact = pool.implies(self.guards.term(guard), cond);
        self.passed(pool, fact);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_term::Sort;

    #[test]
    fn claims_are_no_assumptions_and_both_hold_on_their_path_only() {
        let mut pool = cassay_simplify::pool();
        let mut path = Path::new(&pool);
        let [branch, assumed, claimed] =
            ["branch", "assumed", "claimed"].map(|name| pool.fresh(name, Sort::Bool));
        let then = path.guards.extend(&mut pool, Guards::ROOT, branch);
        let fact = path.assume(&mut pool, then, assumed);
        path.passed(&mut pool, fact);
        path.claimed(&mut pool, Guards::ROOT, claimed);
        assert_eq!(fact, pool.implies(branch, assumed));
        assert_eq!(path.assumptions, fact);
        assert_eq!(path.assumptions_and_claims, pool.and(fact, claimed));
        assert_eq!(path.of_program, pool.tru(), "a model has assumed it");
        path.assumed_by_program(&mut pool, fact);
        assert_eq!(path.of_program, fact);
    }
}
