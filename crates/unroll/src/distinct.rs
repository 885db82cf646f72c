//! Paths on which no state occurs twice.

use cassay_base::IndexVec;
use cassay_efsm::{ControlId, VarId};
use cassay_term::{Pool, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// A symbolic state.
pub(crate) struct Place<'a> {
    /// Whether it is in a control state.
    pub(crate) at: &'a BTreeMap<ControlId, TermId>,
    /// The values of variables.
    pub(crate) values: &'a [TermId],
}

/// That two states differ in a way that can matter: their control states, or the value of a variable
/// that is live there.
pub(crate) fn distinct(
    pool: &mut Pool,
    live: &IndexVec<ControlId, BTreeSet<VarId>>,
    a: &Place,
    b: &Place,
) -> TermId {
    let mut parts = Vec::new();
    for (control, here) in a.at {
        let Some(there) = b.at.get(control) else {
            continue;
        };
        let mut differ = Vec::new();
        for variable in &live[*control] {
            let index = variable.0 as usize;
            differ.push(pool.distinct(a.values[index], b.values[index]));
        }
        let differ = pool.or_all(differ);
        let both = pool.and(*here, *there);
        parts.push(pool.implies(both, differ));
    }
    pool.and_all(parts)
}
