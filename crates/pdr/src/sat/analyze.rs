//! What is learnt from a conflict, and which assumptions a refutation needs.

use super::{Literal, NONE, Reference, Sat, variable};

impl Sat {
    /// Learns a clause from a conflict and goes back to where it says something new.
    pub(super) fn learn(&mut self, conflict: Reference) {
        let mut clause: Vec<Literal> = vec![0];
        let mut open = 0;
        let mut reason = conflict;
        let mut at = self.trail.len();
        let level = self.levels.len() as u32;
        let mut touched: Vec<usize> = Vec::new();
        let mut resolved = None;
        loop {
            for place in 0..self.arena.literals(reason).len() {
                let literal = self.arena.literals(reason)[place];
                let of = variable(literal);
                let assigned = self.assigned[of];
                if Some(literal) == resolved || self.seen[of] || assigned.level == 0 {
                    continue;
                }
                self.seen[of] = true;
                touched.push(of);
                self.bump(of);
                if assigned.level == level {
                    open += 1;
                } else {
                    clause.push(literal);
                }
            }
            loop {
                at -= 1;
                if self.seen[variable(self.trail[at])] {
                    break;
                }
            }
            let literal = self.trail[at];
            open -= 1;
            if open == 0 {
                clause[0] = literal ^ 1;
                break;
            }
            resolved = Some(literal);
            reason = self.assigned[variable(literal)].reason;
        }
        self.shrink(&mut clause);
        for of in touched {
            self.seen[of] = false;
        }
        self.step /= 0.95;
        self.use_learnt(clause);
    }

    /// Removes literals that follow from the others.
    fn shrink(&self, clause: &mut Vec<Literal>) {
        let mut kept = 1;
        for at in 1..clause.len() {
            let literal = clause[at];
            let reason = self.assigned[variable(literal)].reason;
            let follows = reason != NONE
                && self.arena.literals(reason).iter().all(|other| {
                    let of = variable(*other);
                    self.seen[of] || self.assigned[of].level == 0
                });
            if !follows {
                clause[kept] = literal;
                kept += 1;
            }
        }
        clause.truncate(kept);
    }

    /// Goes back to the level at which a learnt clause leaves one literal, and asserts that.
    fn use_learnt(&mut self, mut clause: Vec<Literal>) {
        let level_of = |sat: &Sat, literal: Literal| sat.assigned[variable(literal)].level;
        let second = (1..clause.len()).max_by_key(|at| level_of(self, clause[*at]));
        let Some(second) = second else {
            self.backtrack(0);
            self.assign(clause[0], NONE);
            return;
        };
        clause.swap(1, second);
        let mut levels: Vec<u32> = clause.iter().map(|l| level_of(self, *l)).collect();
        levels.sort_unstable();
        levels.dedup();
        self.backtrack(level_of(self, clause[1]) as usize);
        let reason = self.attach(&clause, true, levels.len() as u32);
        self.assign(clause[0], reason);
    }

    fn bump(&mut self, of: usize) {
        self.activity[of] += self.step;
        if self.activity[of] > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.step *= 1e-100;
        }
        self.heap.raise(of, &self.activity);
    }

    /// An assumption is false: the assumptions that make it so, and itself.
    pub(super) fn refuted(&mut self, assumption: Literal) {
        self.core.push(assumption);
        let start = self.levels.first().copied().unwrap_or(self.trail.len());
        self.seen[variable(assumption)] = true;
        for at in (start..self.trail.len()).rev() {
            let literal = self.trail[at];
            let of = variable(literal);
            if !std::mem::replace(&mut self.seen[of], false) {
                continue;
            }
            let reason = self.assigned[of].reason;
            if reason == NONE {
                self.core.push(literal);
                continue;
            }
            for place in 0..self.arena.literals(reason).len() {
                let other = variable(self.arena.literals(reason)[place]);
                if other != of && self.assigned[other].level > 0 {
                    self.seen[other] = true;
                }
            }
        }
        self.seen[variable(assumption)] = false;
    }
}
