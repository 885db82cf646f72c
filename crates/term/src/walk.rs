//! Traversal of term DAGs without recursion: post-order, symbols, substitution.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Op, Pool, TermId};

/// Every term reachable from `roots`, each once, arguments before the terms that use them.
pub fn post_order(pool: &Pool, roots: &[TermId]) -> Vec<TermId> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|t| (*t, false)).collect();
    while let Some((term, ready)) = stack.pop() {
        if ready {
            order.push(term);
        } else if seen.insert(term) {
            stack.push((term, true));
            stack.extend(pool.args(term).iter().rev().map(|arg| (*arg, false)));
        }
    }
    order
}

/// The symbols that occur in the given terms, oldest first.
pub fn symbols_of(pool: &Pool, roots: &[TermId]) -> Vec<TermId> {
    let mut symbols: Vec<TermId> = post_order(pool, roots)
        .into_iter()
        .filter(|t| matches!(pool.op(*t), Op::Symbol(_)))
        .collect();
    symbols.sort_unstable();
    symbols
}

/// `root` with the first term of every pair replaced by the second, simplified again bottom-up.
/// Replacements are not searched again.
pub fn substitute(
    pool: &mut Pool,
    root: TermId,
    map: impl IntoIterator<Item = (TermId, TermId)>,
) -> TermId {
    substitute_all(pool, &[root], map)[0]
}

/// The same for several terms, which may share parts.
pub fn substitute_all(
    pool: &mut Pool,
    roots: &[TermId],
    map: impl IntoIterator<Item = (TermId, TermId)>,
) -> Vec<TermId> {
    let mut done: FxHashMap<TermId, TermId> = map.into_iter().collect();
    let mut stack = roots.to_vec();
    while let Some(&term) = stack.last() {
        if done.contains_key(&term) {
            stack.pop();
            continue;
        }
        let waiting = stack.len();
        let args: Vec<TermId> = pool.args(term).to_vec();
        stack.extend(args.iter().filter(|arg| !done.contains_key(arg)));
        if stack.len() > waiting {
            continue;
        }
        stack.pop();
        let new: Vec<TermId> = args.iter().map(|arg| done[arg]).collect();
        let replaced = if new == args {
            term
        } else {
            pool.make(*pool.op(term), &new)
        };
        done.insert(term, replaced);
    }
    roots.iter().map(|root| done[root]).collect()
}
