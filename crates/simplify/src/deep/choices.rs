//! Operators on constant choices: `ite` DAGs over constants, such as loop counters after a merge.

use cassay_term::{Op, Pool, TermId};
use rustc_hash::FxHashMap;

/// Most pairs of leaves compared to decide a predicate.
const MAX_PAIRS: usize = 256;
/// Most `ite` terms that one push rebuilds.
const MAX_NODES: usize = 128;
/// Most leaves of a choice that a predicate is pushed into.
const MAX_PREDICATE_LEAVES: usize = 16;

/// The truth of a predicate on which all pairs of leaves agree.
pub fn agree(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let (left, right) = (pool.leaf_terms(a)?, pool.leaf_terms(b)?);
    if left.len() * right.len() > MAX_PAIRS {
        return None;
    }
    let (left, right) = (left.to_vec(), right.to_vec());
    let mut answer = None;
    for x in &left {
        for y in &right {
            let value = pool.make(op, &[*x, *y]);
            if *answer.get_or_insert(value) != value {
                return None;
            }
        }
    }
    answer
}

/// The operator applied at the leaves, when one operand is a choice and the other a constant, or
/// both choose between constants by the same condition.
pub fn push(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId> {
    match *args {
        [a] if pool.is_const_choice(a) => rebuild(pool, a, op, args, 0),
        [a, b] if pool.is_const_choice(a) && pool.as_bv(b).is_some() => {
            if small_enough(pool, op, a) {
                rebuild(pool, a, op, args, 0)
            } else {
                None
            }
        }
        [a, b] if pool.is_const_choice(b) && pool.as_bv(a).is_some() => {
            if small_enough(pool, op, b) {
                rebuild(pool, b, op, args, 1)
            } else {
                None
            }
        }
        [a, b] => push_same_condition(pool, op, a, b),
        _ => None,
    }
}

fn small_enough(pool: &Pool, op: Op, choice: TermId) -> bool {
    !super::is_predicate(op)
        || pool
            .leaf_terms(choice)
            .is_some_and(|leaves| leaves.len() <= MAX_PREDICATE_LEAVES)
}

fn push_same_condition(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    if *pool.op(a) != Op::Ite || *pool.op(b) != Op::Ite {
        return None;
    }
    let (&[c, x, y], &[d, u, v]) = (pool.args(a), pool.args(b)) else {
        return None;
    };
    let all_constant = [x, y, u, v].iter().all(|t| pool.as_bv(*t).is_some());
    if c != d || !all_constant {
        return None;
    }
    let then = pool.make(op, &[x, u]);
    let otherwise = pool.make(op, &[y, v]);
    Some(pool.ite(c, then, otherwise))
}

/// The choice `root`, which is argument `place` of `op(args)`, with the operator applied to each of
/// its constants. Shared parts stay shared, and the result for each part is cached, so that a
/// counter that grows by one step costs one step.
fn rebuild(pool: &mut Pool, root: TermId, op: Op, args: &[TermId], place: usize) -> Option<TermId> {
    let mut call = [pool.tru(); 2];
    let call = &mut call[..args.len()];
    call.copy_from_slice(args);
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut inner = 0;
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if done.contains_key(&term) {
            stack.pop();
            continue;
        }
        call[place] = term;
        if *pool.op(term) != Op::Ite {
            let new = pool.make(op, call);
            done.insert(term, new);
            continue;
        }
        if let Some(known) = pool.recall(op, call) {
            done.insert(term, known);
            continue;
        }
        let &[condition, then, otherwise] = pool.args(term) else {
            return None;
        };
        match (done.get(&then), done.get(&otherwise)) {
            (Some(&then), Some(&otherwise)) => {
                let new = pool.ite(condition, then, otherwise);
                pool.remember(op, call, new);
                done.insert(term, new);
            }
            (None, _) | (_, None) => {
                inner += 1;
                if inner > MAX_NODES {
                    return None;
                }
                stack.push(then);
                stack.push(otherwise);
            }
        }
    }
    done.get(&root).copied()
}
