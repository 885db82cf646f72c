//! Which edges of a control state can never be taken in the same state.
//!
//! Edges of one class exclude each other by what their guards say, so that a state decides which of
//! them is taken. Where there are several classes, an input has to choose one. That two guards are
//! disjoint is only seen where it can be read off them; otherwise there are more classes than needed,
//! which does no harm.

use cassay_base::Stop;
use cassay_term::{Op, Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most parts of a guard that are looked at.
const MAX_PARTS: usize = 64;
/// The most comparisons of guards of one control state.
const MAX_COMPARISONS: usize = 1 << 14;

/// What is known of a guard.
struct Parts {
    /// Terms that hold when the guard does.
    holds: FxHashSet<TermId>,
    /// Negations of these.
    fails: Vec<TermId>,
    /// Terms that are equal to a constant when the guard holds.
    equal: FxHashMap<TermId, TermId>,
}

/// The class of each guard; the first is 0 and none is left out.
pub fn classes(pool: &mut Pool, guards: &[TermId], stop: &Stop) -> Vec<u32> {
    let parts: Vec<Parts> = guards.iter().map(|guard| parts(pool, *guard)).collect();
    let mut members: Vec<Vec<usize>> = Vec::new();
    let mut comparisons = 0;
    let mut classes = Vec::with_capacity(guards.len());
    for (number, part) in parts.iter().enumerate() {
        let found = members.iter().position(|class| {
            comparisons += class.len();
            let few = comparisons <= MAX_COMPARISONS && !stop.is_raised();
            few && class.iter().all(|other| disjoint(part, &parts[*other]))
        });
        let class = found.unwrap_or(members.len());
        match members.get_mut(class) {
            Some(class) => class.push(number),
            None => members.push(vec![number]),
        }
        classes.push(class as u32);
    }
    classes
}

fn parts(pool: &mut Pool, guard: TermId) -> Parts {
    let mut all = vec![guard];
    let mut next = 0;
    while next < all.len() && all.len() < MAX_PARTS {
        if let (Op::And, args) = (pool.op(all[next]), pool.args(all[next])) {
            all.extend(args);
        }
        next += 1;
    }
    let fails = all.iter().map(|part| pool.not(*part)).collect();
    let mut equal = FxHashMap::default();
    for part in &all {
        if let (Op::Eq, &[a, b]) = (pool.op(*part), pool.args(*part)) {
            if pool.is_const(b) {
                equal.insert(a, b);
            } else if pool.is_const(a) {
                equal.insert(b, a);
            }
        }
    }
    Parts {
        holds: all.into_iter().collect(),
        fails,
        equal,
    }
}

fn disjoint(a: &Parts, b: &Parts) -> bool {
    let clash = |(term, value): (&TermId, &TermId)| {
        let other = b.equal.get(term);
        other.is_some_and(|other| other != value)
    };
    // `any` does not depend on the order of the table.
    a.fails.iter().any(|fails| b.holds.contains(fails))
        || b.fails.iter().any(|fails| a.holds.contains(fails))
        || a.equal.iter().any(clash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_term::Sort;

    #[test]
    fn guards_that_exclude_each_other_share_a_class() {
        let mut pool = cassay_simplify::pool();
        let x = pool.symbol("x", Sort::Bv(8));
        let p = pool.symbol("p", Sort::Bool);
        let q = pool.symbol("q", Sort::Bool);
        let [one, two] = [1, 2].map(|value| pool.bv_u64(8, value));
        let (is_one, is_two) = (pool.eq(x, one), pool.eq(x, two));
        let not_p = pool.not(p);
        let with_p = pool.and(is_one, p);
        let without = pool.and(q, not_p);
        let stop = Stop::new();
        assert_eq!(classes(&mut pool, &[is_one, is_two, q], &stop), [0, 0, 1]);
        assert_eq!(classes(&mut pool, &[with_p, without, p], &stop), [0, 0, 1]);
        assert_eq!(classes(&mut pool, &[p, p], &stop), [0, 1]);
        assert_eq!(classes(&mut pool, &[p, not_p], &stop), [0, 0]);
    }
}
