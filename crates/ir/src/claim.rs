//! Identity of claims: an id that an assertion keeps from the pass that makes it to the report.
//!
//! An id is independent of the position of the assertion, so passes may insert, move and delete
//! statements. A pass that copies an assertion decides the identity of the copy: the same claim in
//! another copy of the same code (the program of an inductive step) keeps the id; a separate claim
//! (the copy of a library model for one call) gets a new one.

use crate::function::StmtKind;
use crate::program::Program;
use cassay_base::define_id;
use std::collections::BTreeSet;

define_id!(
    /// A claim of a program.
    pub ClaimId, "claim"
);

/// Allocates the claim ids of a program, each once: the id of a deleted claim is never reused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimIds {
    next: u32,
}

impl ClaimIds {
    /// How many ids a program may have.
    pub const LIMIT: u32 = 1 << 31;

    /// An id that no claim of the program has or had.
    pub fn fresh(&mut self) -> ClaimId {
        let id = ClaimId(self.next);
        assert!(id.0 < Self::LIMIT, "a program has fewer than 2^31 claims");
        self.next += 1;
        id
    }

    /// How many ids were given out; all are smaller.
    pub fn count(&self) -> u32 {
        self.next
    }

    /// Reserves all ids below a number.
    pub(crate) fn reserve(&mut self, count: u32) {
        self.next = self.next.max(count);
    }
}

impl Program {
    /// The claims of the program, in program order. A claim that passes have copied occurs once for
    /// each copy.
    pub fn claim_ids(&self) -> impl Iterator<Item = ClaimId> + '_ {
        let blocks = self.functions.iter().flat_map(|f| f.blocks.iter());
        let stmts = blocks.flat_map(|block| &block.stmts);
        stmts.filter_map(|stmt| stmt.kind.claim())
    }

    /// Whether every claim stands at one place only.
    pub fn claims_are_unique(&self) -> bool {
        let mut seen = BTreeSet::new();
        self.claim_ids().all(|claim| seen.insert(claim))
    }
}

impl StmtKind {
    /// The claim that the statement makes.
    pub fn claim(&self) -> Option<ClaimId> {
        if let StmtKind::Assert { claim, .. } = self {
            Some(*claim)
        } else {
            None
        }
    }
}
