//! Clauses in one array of words: a head of two words, then the literals.

use super::Literal;

/// Where a clause is.
pub type Reference = u32;

/// Words before the literals: the length with two flags, and the glue.
const HEAD: usize = 2;
const LEARNT: u32 = 1;
const REMOVED: u32 = 2;

/// The clauses.
#[derive(Default)]
pub struct Arena {
    words: Vec<u32>,
    wasted: usize,
}

/// Where clauses have gone.
pub struct Moved(Vec<(Reference, Reference)>);

impl Moved {
    /// The new place of a clause, if it is still there.
    pub fn of(&self, clause: Reference) -> Option<Reference> {
        let at = self.0.binary_search_by_key(&clause, |moved| moved.0).ok()?;
        Some(self.0[at].1)
    }
}

impl Arena {
    /// Adds a clause.
    pub fn add(&mut self, literals: &[Literal], learnt: bool, glue: u32) -> Reference {
        let at = self.words.len() as u32;
        let flags = if learnt { LEARNT } else { 0 };
        self.words.push((literals.len() as u32) << 2 | flags);
        self.words.push(glue);
        self.words.extend_from_slice(literals);
        at
    }

    fn range(&self, clause: Reference) -> std::ops::Range<usize> {
        let start = clause as usize + HEAD;
        start..start + (self.words[clause as usize] >> 2) as usize
    }

    /// The literals, also of a removed clause.
    pub fn literals(&self, clause: Reference) -> &[Literal] {
        let range = self.range(clause);
        &self.words[range]
    }

    /// The literals, unless the clause has been removed.
    pub fn literals_mut(&mut self, clause: Reference) -> Option<&mut [Literal]> {
        if self.is_removed(clause) {
            return None;
        }
        let range = self.range(clause);
        Some(&mut self.words[range])
    }

    /// How many levels a learnt clause spans.
    pub fn glue(&self, clause: Reference) -> u32 {
        self.words[clause as usize + 1]
    }

    /// Whether a clause has been removed.
    pub fn is_removed(&self, clause: Reference) -> bool {
        self.words[clause as usize] & REMOVED != 0
    }

    /// Removes a clause; its room is reclaimed later.
    pub fn remove(&mut self, clause: Reference) {
        if !self.is_removed(clause) {
            self.wasted += self.range(clause).len() + HEAD;
            self.words[clause as usize] |= REMOVED;
        }
    }

    /// Whether much room belongs to removed clauses.
    pub fn is_wasteful(&self) -> bool {
        self.wasted > 4096 && 3 * self.wasted > self.words.len()
    }

    /// Reclaims the room of removed clauses.
    pub fn compact(&mut self) -> Moved {
        let (mut from, mut to) = (0, 0);
        let mut moved = Vec::new();
        while from < self.words.len() {
            let size = self.range(from as Reference).len() + HEAD;
            if !self.is_removed(from as Reference) {
                self.words.copy_within(from..from + size, to);
                moved.push((from as Reference, to as Reference));
                to += size;
            }
            from += size;
        }
        self.words.truncate(to);
        self.wasted = 0;
        Moved(moved)
    }

    /// How many bytes there are, with those of watches.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * 4 * 2
    }
}
