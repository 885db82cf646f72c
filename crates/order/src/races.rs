//! Accesses that happen at the same time.
//!
//! A *cut* divides the nodes of an interleaving into those before a moment and those after it. Two
//! nodes of different chains happen at the same time if there is a moment at which both are next.

use crate::{NodeId, Order, Scheme};
use cassay_term::{Evaluator, Pool, Sort, TermId};
use std::collections::HashMap;

/// A moment of an interleaving.
#[derive(Debug)]
pub struct Cut {
    /// The condition under which each node is before it; none for nodes that are not ordered.
    before: HashMap<NodeId, TermId>,
    /// The condition under which each node that was asked for is the first behind it.
    first: HashMap<NodeId, TermId>,
    facts: Vec<TermId>,
}

impl Cut {
    /// Any moment.
    pub fn new(pool: &mut Pool, order: &mut Order) -> Self {
        let chains = order.chains().to_vec();
        let mut before = HashMap::new();
        let mut facts = Vec::new();
        let moment = match order.scheme() {
            Scheme::Clocks => Some(order.moment(pool)),
            Scheme::Atoms | Scheme::Contexts(_) => None,
        };
        for node in chains.concat() {
            let term = match moment {
                Some(moment) => order.is_earlier(pool, node, moment),
                None => pool.fresh("past", Sort::Bool),
            };
            before.insert(node, term);
        }
        if moment.is_none() {
            for chain in &chains {
                for pair in chain.windows(2) {
                    facts.push(pool.implies(before[&pair[1]], before[&pair[0]]));
                }
            }
            for (index, left) in chains.iter().enumerate() {
                for right in &chains[index + 1..] {
                    for (a, b) in left
                        .iter()
                        .flat_map(|a| right.iter().map(move |b| (*a, *b)))
                    {
                        let forwards = order.before(pool, a, b);
                        for (one, other, here) in [(a, b, forwards), (b, a, pool.not(forwards))] {
                            let given = pool.and(here, before[&other]);
                            facts.push(pool.implies(given, before[&one]));
                        }
                    }
                }
            }
        }
        Cut {
            before,
            first: HashMap::new(),
            facts,
        }
    }

    /// The condition under which a node is the next of its chain at this moment.
    pub fn is_next(&self, pool: &mut Pool, order: &Order, node: NodeId) -> TermId {
        let Some(past) = self.before.get(&node) else {
            return pool.fls();
        };
        let ahead = pool.not(*past);
        match order.previous(node).and_then(|node| self.before.get(&node)) {
            Some(previous) => pool.and(*previous, ahead),
            None => ahead,
        }
    }

    /// The condition under which a node is the first of all behind this moment.
    pub fn is_first(&mut self, pool: &mut Pool, order: &mut Order, node: NodeId) -> TermId {
        if let Some(known) = self.first.get(&node) {
            return *known;
        }
        let mut parts = vec![self.is_next(pool, order, node)];
        for other in order.chains().to_vec().concat() {
            let chain = |node: NodeId| order.threads().nodes[node].chain;
            if chain(other) != chain(node) {
                let later = order.before(pool, node, other);
                parts.push(pool.or(self.before[&other], later));
            }
        }
        let all = pool.and_all(parts);
        self.first.insert(node, all);
        all
    }

    /// What makes it a moment of the interleaving.
    pub fn constraints(&self) -> &[TermId] {
        &self.facts
    }

    /// Whether a node is before the moment in a model; none for nodes that are not ordered.
    pub fn is_past(&self, evaluator: &mut Evaluator<'_>, node: NodeId) -> Option<bool> {
        let term = self.before.get(&node)?;
        Some(evaluator.bool_value(*term))
    }
}
