//! Constant choices: `ite` DAGs whose leaves are all bit-vector constants.
//!
//! Loop counters and pointers become such terms when paths merge. The distinct leaves of each are
//! kept with the term, up to [`MAX_LEAVES`], so that a question about all possible values is a
//! loop over a short list and not a walk over the DAG.

use cassay_bv::Bv;

use crate::{Op, Pool, TermId};

/// Most distinct leaves a term may have and still be a constant choice.
pub(crate) const MAX_LEAVES: usize = 64;

/// The sorted union of two sorted lists, unless it grows too long.
pub(crate) fn union(a: &[TermId], b: &[TermId]) -> Option<Vec<TermId>> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    all.extend_from_slice(a);
    all.extend_from_slice(b);
    all.sort_unstable();
    all.dedup();
    (all.len() <= MAX_LEAVES).then_some(all)
}

impl Pool {
    /// The distinct constants a term chooses among, when it is a constant or an `ite` DAG over
    /// at most `cap` constants; sorted by age.
    pub fn const_leaves(&self, t: TermId, cap: usize) -> Option<Vec<Bv>> {
        let leaves = self.leaf_terms(t)?;
        if leaves.len() > cap {
            return None;
        }
        Some(
            leaves
                .iter()
                .filter_map(|leaf| self.as_bv(*leaf).cloned())
                .collect(),
        )
    }

    /// The distinct constant terms a term chooses among; see [`Pool::const_leaves`].
    pub fn leaf_terms(&self, t: TermId) -> Option<&[TermId]> {
        self.leaf_slice(t)
    }

    /// Whether a term is an `ite` DAG over two or more constants.
    pub fn is_const_choice(&self, t: TermId) -> bool {
        matches!(self.op(t), Op::Ite) && self.leaf_slice(t).is_some()
    }
}
