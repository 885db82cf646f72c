//! The symbols of a growing set of terms.

use cassay_term::{Op, Pool, TermId};

/// The symbols of a growing set of terms; each term is looked at once.
#[derive(Default)]
pub struct Symbols {
    seen: Vec<bool>,
    found: Vec<TermId>,
}

impl Symbols {
    /// Adds the symbols of a term; those that are new.
    pub fn add(&mut self, pool: &Pool, root: TermId) -> &[TermId] {
        let known = self.found.len();
        if self.seen.len() < pool.len() {
            self.seen.resize(pool.len(), false);
        }
        let mut waiting = vec![root];
        while let Some(term) = waiting.pop() {
            if std::mem::replace(&mut self.seen[term.0 as usize], true) {
                continue;
            }
            if matches!(pool.op(term), Op::Symbol(_)) {
                self.found.push(term);
            }
            waiting.extend(pool.args(term));
        }
        &self.found[known..]
    }

    /// All of them, in the order in which they were added.
    pub fn all(&self) -> &[TermId] {
        &self.found
    }
}
