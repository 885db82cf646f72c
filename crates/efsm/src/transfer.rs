//! Copies of terms in another pool, and of whole machines.
//!
//! Symbols keep their names, so that a term can be taken back to the pool it came from.

use crate::{Edge, Machine, Variable};
use cassay_base::IndexVec;
use cassay_term::{Pool, TermId, post_order};
use std::collections::HashMap;

/// Copies terms from one pool to another, each once.
#[derive(Default)]
pub struct Transfer {
    copies: HashMap<TermId, TermId>,
}

impl Transfer {
    /// A transfer that has copied nothing yet. It must be used with one pair of pools.
    pub fn new() -> Transfer {
        Transfer::default()
    }

    /// The copy of a term.
    pub fn copy(&mut self, from: &Pool, to: &mut Pool, root: TermId) -> TermId {
        if let Some(copy) = self.copies.get(&root) {
            return *copy;
        }
        for term in post_order(from, &[root]) {
            if !self.copies.contains_key(&term) {
                let copy = self.one(from, to, term);
                self.copies.insert(term, copy);
            }
        }
        self.copies[&root]
    }

    fn one(&self, from: &Pool, to: &mut Pool, term: TermId) -> TermId {
        if let Some(value) = from.as_bv(term) {
            return to.bv(value.clone());
        }
        if let Some(value) = from.as_bool(term) {
            return to.bool_const(value);
        }
        if let Some(name) = from.symbol_name(term) {
            return to.symbol(name, from.sort(term));
        }
        let args: Vec<TermId> = from.args(term).iter().map(|arg| self.copies[arg]).collect();
        to.make(*from.op(term), &args)
    }
}

impl Machine {
    /// The same machine with its terms in another pool, which must be empty.
    pub fn copied(&self, mut pool: Pool) -> Machine {
        let mut transfer = Transfer::new();
        let mut variables = IndexVec::new();
        for variable in self.variables.iter() {
            variables.push(Variable {
                name: variable.name.clone(),
                symbol: transfer.copy(&self.pool, &mut pool, variable.symbol),
            });
        }
        let inputs = self.inputs.iter();
        let inputs = inputs
            .map(|input| transfer.copy(&self.pool, &mut pool, *input))
            .collect();
        let start = transfer.copy(&self.pool, &mut pool, self.start);
        let mut edges = IndexVec::new();
        for edge in self.edges.iter() {
            let mut copy = |term: TermId| transfer.copy(&self.pool, &mut pool, term);
            let guard = copy(edge.guard);
            let updates = edge.updates.iter();
            edges.push(Edge {
                from: edge.from,
                to: edge.to,
                guard,
                updates: updates.map(|(var, value)| (*var, copy(*value))).collect(),
                passage: edge.passage,
            });
        }
        Machine {
            pool,
            variables,
            inputs,
            controls: self.controls.clone(),
            edges,
            initial: self.initial,
            start,
        }
    }
}
