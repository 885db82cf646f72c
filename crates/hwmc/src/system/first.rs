//! What the start condition says of single variables.

use cassay_term::{Op, Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Symbols that a condition makes equal to constants.
pub fn pinned(pool: &Pool, condition: TermId) -> FxHashMap<TermId, TermId> {
    let mut pinned = FxHashMap::default();
    let mut stack = vec![condition];
    let mut seen = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let (op, args) = (*pool.op(term), pool.args(term));
        let pin = if op == Op::And {
            stack.extend(args);
            continue;
        } else if op == Op::Not {
            (args[0], pool.fls())
        } else if op == Op::Eq && pool.is_const(args[0]) {
            (args[1], args[0])
        } else if op == Op::Eq {
            (args[0], args[1])
        } else {
            (term, pool.tru())
        };
        // The condition stays in the guards: which of several values is taken does not matter.
        let (symbol, value) = pin;
        if pool.is_const(value) && pool.symbol_name(symbol).is_some() {
            pinned.entry(symbol).or_insert(value);
        }
    }
    pinned
}
