//! Candidates for lemmas that come from elsewhere: those that are inductive together become invariants.
//!
//! Nobody vouches for a candidate. All are assumed, and those that a step from states that satisfy the others
//! violates are dropped, until none is (Houdini).

use crate::frames::FOREVER;
use crate::instance::{Answer, Assumption};
use crate::prover::{Halt, Prover};
use crate::relation::Literal;
use cassay_efsm::{ControlId, EdgeId};
use cassay_solver_cadical::graph::Lit;
use cassay_term::TermId;

/// A candidate: the literal that never holds, and the switch of its clause.
struct Candidate {
    control: ControlId,
    literal: Literal,
    switch: Lit,
    alive: bool,
}

impl Prover<'_> {
    /// Adds those of the candidates that are inductive together, beside what is known.
    pub(crate) fn plant(&mut self, seeds: &[(ControlId, TermId)]) -> Result<(), Halt> {
        let mut candidates = Vec::new();
        for (control, term) in seeds {
            if *control == self.machine.initial {
                continue;
            }
            let Some(literal) = self.relation.predicate(&self.machine.pool, *term)? else {
                continue;
            };
            let literal = Literal(literal.0 ^ 1);
            let switch = self.relation.fresh();
            let instance = &mut self.instances[*control];
            instance.exclude(&self.relation, &[literal], Some(switch));
            candidates.push(Candidate {
                control: *control,
                literal,
                switch,
                alive: true,
            });
        }
        let mut changed = !candidates.is_empty();
        while changed {
            changed = false;
            for at in 0..candidates.len() {
                if candidates[at].alive && !self.survives(&candidates, at)? {
                    candidates[at].alive = false;
                    changed = true;
                }
            }
        }
        for candidate in candidates.iter().filter(|candidate| candidate.alive) {
            self.statistics.seeds += 1;
            self.lemma(candidate.control, vec![candidate.literal], FOREVER);
        }
        Ok(())
    }

    /// Whether no step from states that satisfy all candidates violates this one.
    fn survives(&mut self, candidates: &[Candidate], at: usize) -> Result<bool, Halt> {
        let candidate = &candidates[at];
        for place in 0..self.incoming[candidate.control].len() {
            let edge = self.incoming[candidate.control][place];
            if self.violates(candidates, candidate.literal, edge)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn violates(
        &mut self,
        candidates: &[Candidate],
        literal: Literal,
        edge: EdgeId,
    ) -> Result<bool, Halt> {
        let from = self.machine.edges[edge].from;
        if self.frames.excludes(from, &[], FOREVER) {
            return Ok(false);
        }
        if self.stop.is_raised() {
            return Err(Halt::Stopped);
        }
        let here = candidates.iter();
        let here = here.filter(|candidate| candidate.alive && candidate.control == from);
        let mut assumed: Vec<Assumption> = here.map(|other| (None, other.switch)).collect();
        assumed.push((None, self.relation.guard(edge)));
        assumed.push((None, self.relation.next(self.machine, edge, literal)?));
        let conditions = self.relation.conditions.iter();
        assumed.extend(conditions.map(|condition| (None, *condition)));
        self.statistics.queries += 1;
        let answer =
            self.instances[from].ask(&self.relation, &mut self.lifter, &assumed, None, &self.stop);
        match answer {
            Answer::Model => Ok(true),
            Answer::Core(_) => Ok(false),
            Answer::Stopped => Err(Halt::Stopped),
        }
    }
}
