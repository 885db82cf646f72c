//! Clauses that go: those of one question, those that are little use, and the room that they took.

use super::{Literal, NONE, Sat, variable};

impl Sat {
    /// Forgets the clause of a question, with what was learnt from it. Reasons may still name these clauses;
    /// nobody looks at them, since the answer is known.
    pub(super) fn forget(&mut self, switch: Literal) {
        if let Some(clause) = self.once.take() {
            self.arena.remove(clause);
        }
        let first = self.first_learnt;
        let mut kept = first;
        for at in first..self.learnt.len() {
            let learnt = self.learnt[at];
            if self.arena.literals(learnt).contains(&switch) {
                self.arena.remove(learnt);
            } else {
                self.learnt[kept] = learnt;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
        // The negation of the switch may have been concluded for good. Nothing follows from it, because no
        // clause has the switch itself.
        if self.values[switch as usize] > 0 && self.assigned[variable(switch)].level == 0 {
            self.backtrack(0);
            self.values[switch as usize] = 0;
            self.values[(switch ^ 1) as usize] = 0;
            self.trail.retain(|literal| *literal != switch);
            self.head = 0;
        }
    }

    /// Forgets the half of what was learnt that is used least.
    pub(super) fn reduce(&mut self) {
        let mut order: Vec<(u32, usize)> = self
            .learnt
            .iter()
            .enumerate()
            .map(|(at, clause)| (self.arena.glue(*clause), at))
            .collect();
        // Low glue first; of equal ones the later learnt.
        order.sort_unstable_by_key(|(glue, at)| (*glue, usize::MAX - at));
        let mut gone: Vec<usize> = order
            .split_off(order.len() / 2)
            .iter()
            .map(|o| o.1)
            .collect();
        gone.retain(|at| self.arena.glue(self.learnt[*at]) > 2);
        for at in &gone {
            self.arena.remove(self.learnt[*at]);
        }
        self.learnt.retain(|clause| !self.arena.is_removed(*clause));
        self.most_learnt = self.most_learnt.max(2 * self.learnt.len());
        self.first_learnt = 0;
        self.collect();
    }

    /// Reclaims the room of removed clauses, if that is much. Only without decisions.
    pub(super) fn collect(&mut self) {
        if !self.arena.is_wasteful() {
            return;
        }
        let moved = self.arena.compact();
        for watches in &mut self.watches {
            watches.retain_mut(|watch| match moved.of(watch.clause) {
                Some(clause) => {
                    watch.clause = clause;
                    true
                }
                None => false,
            });
        }
        self.learnt
            .retain_mut(|clause| moved.of(*clause).map(|new| *clause = new).is_some());
        self.once = self.once.and_then(|clause| moved.of(clause));
        for clause in &mut self.named {
            *clause = moved.of(*clause).unwrap_or(NONE);
        }
    }
}
