//! Accesses that happen at the same time.

use crate::{NodeId, Order};
use cassay_term::{Pool, TermId};

/// The condition under which two nodes of different chains are neighbours in the interleaving: there
/// is a state in which both are next.
pub fn adjacent(pool: &mut Pool, order: &mut Order, a: NodeId, b: NodeId) -> TermId {
    let mut parts = Vec::new();
    for (one, other) in [(a, b), (b, a)] {
        if let Some(previous) = order.previous(one) {
            parts.push(order.before(pool, previous, other));
        }
        if let Some(next) = order.next(one) {
            parts.push(order.before(pool, other, next));
        }
    }
    let chains = order.chains().to_vec();
    for chain in chains {
        if chain.contains(&a) || chain.contains(&b) {
            continue;
        }
        for node in chain {
            let (x, y) = (order.before(pool, node, a), order.before(pool, node, b));
            parts.push(pool.iff(x, y));
        }
    }
    pool.and_all(parts)
}
