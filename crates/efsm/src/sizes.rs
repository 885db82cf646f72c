//! How large a machine is.

use crate::Machine;
use cassay_term::{Sort, TermId, post_order};
use std::fmt;

/// How large a machine is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Control states.
    pub controls: usize,
    /// Edges.
    pub edges: usize,
    /// State variables.
    pub variables: usize,
    /// Bits of the variables that are truth values or bit-vectors.
    pub bits: u64,
    /// Inputs.
    pub inputs: usize,
    /// Different terms in guards, updates and the start condition.
    pub terms: usize,
}

impl Machine {
    /// All terms that say what the machine does.
    pub(crate) fn roots(&self) -> Vec<TermId> {
        let mut roots = vec![self.start];
        for edge in self.edges.iter() {
            roots.push(edge.guard);
            roots.extend(edge.updates.iter().map(|(_, value)| *value));
        }
        roots
    }

    /// How large the machine is.
    pub fn sizes(&self) -> Sizes {
        let bits = |sort: Sort| match sort {
            Sort::Bool => 1,
            Sort::Bv(width) => u64::from(width),
            Sort::Array { .. }
            | Sort::Float { .. }
            | Sort::RoundingMode
            | Sort::Int
            | Sort::Real => 0,
        };
        let variables = self.variables.iter();
        Sizes {
            controls: self.controls.len(),
            edges: self.edges.len(),
            variables: self.variables.len(),
            bits: variables.map(|v| bits(self.pool.sort(v.symbol))).sum(),
            inputs: self.inputs.len(),
            terms: post_order(&self.pool, &self.roots()).len(),
        }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} control states, {} edges, {} variables of {} bits, {} inputs, {} terms",
            self.controls, self.edges, self.variables, self.bits, self.inputs, self.terms
        )
    }
}
