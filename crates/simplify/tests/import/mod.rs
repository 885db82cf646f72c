//! Copies of terms in another pool, as they are.

use std::collections::BTreeMap;

use cassay_term::{Op, Pool, TermId, post_order};

/// The term of one pool in another, which changes nothing.
pub fn import(from: &Pool, root: TermId, to: &mut Pool) -> TermId {
    let mut copies: BTreeMap<TermId, TermId> = BTreeMap::new();
    for term in post_order(from, &[root]) {
        let copy = match (*from.op(term), from.as_bv(term), from.symbol_name(term)) {
            (_, Some(value), _) => to.bv(value.clone()),
            (_, None, Some(name)) => to.symbol(name, from.sort(term)),
            (Op::Bool(value), None, None) => to.bool_const(value),
            (op, None, None) => {
                let args: Vec<TermId> = from.args(term).iter().map(|arg| copies[arg]).collect();
                to.make(op, &args)
            }
        };
        copies.insert(term, copy);
    }
    copies[&root]
}
