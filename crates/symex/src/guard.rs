//! Path conditions as a tree of literals.
//!
//! A guard is a path from the root: the conjunction of the literals on it. Two guards share the
//! part above their lowest common ancestor, so that merging the two sides of a branch gives back
//! the guard before it, without a solver and without search.
//!
//! States that were kept apart at a join ([`crate::apart`]) merge later and in another order. So a guard that
//! was made of others knows them as its *parts*, and several guards that together cover one before them
//! give that one back.

use cassay_term::{Pool, TermId};
use std::collections::BTreeSet;

/// A guard: a node of the tree in [`Guards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GuardId(u32);

#[derive(Debug)]
struct Node {
    parent: GuardId,
    depth: u32,
    literal: TermId,
    /// Conjunction of all literals from the root.
    term: TermId,
    /// Exclusive guards of which exactly one holds when this one does; none if it was not joined.
    parts: Vec<GuardId>,
}

/// The most parts that are searched for a common cover.
const MAX_PARTS: usize = 256;

/// All guards of an execution.
#[derive(Debug)]
pub struct Guards {
    nodes: Vec<Node>,
    /// Whether guards that are joined are remembered as parts.
    covering: bool,
}

/// What merging two guards gives.
#[derive(Clone, Copy, Debug)]
pub struct Joined {
    /// The guard of the merged state.
    pub guard: GuardId,
    /// True exactly when the execution came by the first of the two, given that it came by one.
    pub first: TermId,
}

impl Guards {
    /// The guard that always holds.
    pub const ROOT: GuardId = GuardId(0);

    /// A tree with only the root.
    pub fn new(pool: &Pool) -> Self {
        let truth = pool.tru();
        Guards {
            nodes: vec![Node {
                parent: Self::ROOT,
                depth: 0,
                literal: truth,
                term: truth,
                parts: Vec::new(),
            }],
            covering: false,
        }
    }

    /// Remembers parts from now on: states merge in other orders than that of branches.
    pub fn cover_parts(&mut self) {
        self.covering = true;
    }

    /// The guard as a term.
    pub fn term(&self, guard: GuardId) -> TermId {
        self.node(guard).term
    }

    /// Number of literals.
    pub fn depth(&self, guard: GuardId) -> u32 {
        self.node(guard).depth
    }

    /// The guard together with one more literal.
    pub fn extend(&mut self, pool: &mut Pool, guard: GuardId, literal: TermId) -> GuardId {
        if pool.as_bool(literal) == Some(true) {
            return guard;
        }
        let term = pool.and(self.term(guard), literal);
        let depth = self.depth(guard) + 1;
        let id = GuardId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 guards"));
        self.nodes.push(Node {
            parent: guard,
            depth,
            literal,
            term,
            parts: Vec::new(),
        });
        id
    }

    /// The guard of a state reached by either of two exclusive paths.
    pub fn join(&mut self, pool: &mut Pool, a: GuardId, b: GuardId) -> Joined {
        let common = self.common(a, b);
        let first = self.suffix(pool, common, a);
        let second = self.suffix(pool, common, b);
        let either = pool.or(first, second);
        let guard = self.extend(pool, common, either);
        if guard == common || !self.covering {
            return Joined { guard, first };
        }
        let parts = self.cover(pool, [a, b]);
        if let [whole] = *parts {
            return Joined {
                guard: whole,
                first,
            };
        }
        if parts.len() <= MAX_PARTS {
            self.nodes[guard.0 as usize].parts = parts;
        }
        Joined { guard, first }
    }

    /// Exclusive guards of which one holds exactly if one of two does, as few as are found.
    fn cover(&self, pool: &mut Pool, guards: [GuardId; 2]) -> Vec<GuardId> {
        let mut parts: BTreeSet<GuardId> = BTreeSet::new();
        for guard in guards {
            match self.node(guard).parts.as_slice() {
                [] => parts.extend([guard]),
                known => parts.extend(known),
            }
        }
        let mut cancelled = true;
        while cancelled && parts.len() > 1 && parts.len() <= MAX_PARTS {
            cancelled = false;
            // The last ones lie deepest, and what two of them give is looked at again.
            for part in parts.clone().into_iter().rev() {
                cancelled |= parts.contains(&part) && self.cancel(pool, &mut parts, part);
            }
        }
        parts.into_iter().collect()
    }

    /// Replaces two sides of a branch by the guard before it, or by its parts; false if the other side is
    /// missing.
    fn cancel(&self, pool: &mut Pool, parts: &mut BTreeSet<GuardId>, part: GuardId) -> bool {
        let node = self.node(part);
        let other = pool.not(node.literal);
        let is_other = |guard: &&GuardId| {
            let sibling = self.node(**guard);
            sibling.parent == node.parent && sibling.literal == other
        };
        let Some(sibling) = parts.iter().find(is_other).copied() else {
            return false;
        };
        parts.remove(&part);
        parts.remove(&sibling);
        match self.node(node.parent).parts.as_slice() {
            [] => parts.extend([node.parent]),
            known => parts.extend(known),
        }
        true
    }

    /// The lowest common ancestor.
    pub fn common(&self, mut a: GuardId, mut b: GuardId) -> GuardId {
        while a != b {
            // Children have greater numbers than their parents.
            if a > b {
                a = self.node(a).parent;
            } else {
                b = self.node(b).parent;
            }
        }
        a
    }

    /// The order of a walk through the tree: siblings by number, parents before children.
    pub fn compare(&self, a: GuardId, b: GuardId) -> std::cmp::Ordering {
        let common = self.common(a, b);
        self.step_towards(common, a)
            .cmp(&self.step_towards(common, b))
    }

    /// The child of `ancestor` on the way to `guard`; the ancestor itself when they are equal.
    fn step_towards(&self, ancestor: GuardId, guard: GuardId) -> GuardId {
        let mut at = guard;
        while at != ancestor && self.node(at).parent != ancestor {
            at = self.node(at).parent;
        }
        at
    }

    /// A guard as a term, where another one holds.
    pub fn given(&self, pool: &mut Pool, guard: GuardId, holds: GuardId) -> TermId {
        let common = self.common(guard, holds);
        if common == Self::ROOT {
            return self.term(guard);
        }
        self.suffix(pool, common, guard)
    }

    /// Conjunction of the literals between an ancestor and a guard.
    fn suffix(&self, pool: &mut Pool, ancestor: GuardId, guard: GuardId) -> TermId {
        let mut literals = Vec::new();
        let mut at = guard;
        while at != ancestor {
            literals.push(self.node(at).literal);
            at = self.node(at).parent;
        }
        pool.and_all(literals.into_iter().rev())
    }

    fn node(&self, guard: GuardId) -> &Node {
        &self.nodes[guard.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_term::Sort;

    #[test]
    fn the_two_sides_of_a_branch_join_to_what_was_before() {
        let mut pool = cassay_simplify::pool();
        let mut guards = Guards::new(&pool);
        let (p, c) = (pool.symbol("p", Sort::Bool), pool.symbol("c", Sort::Bool));
        let before = guards.extend(&mut pool, Guards::ROOT, p);
        let not_c = pool.not(c);
        let left = guards.extend(&mut pool, before, c);
        let right = guards.extend(&mut pool, before, not_c);
        let joined = guards.join(&mut pool, left, right);
        assert_eq!(joined.guard, before);
        assert_eq!(joined.first, c);
    }

    #[test]
    fn exits_of_a_loop_join_to_its_entry_from_the_last_to_the_first() {
        let mut pool = cassay_simplify::pool();
        let mut guards = Guards::new(&pool);
        let mut inside = Guards::ROOT;
        let mut exits = Vec::new();
        for i in 0..100 {
            let c = pool.symbol(&format!("c{i}"), Sort::Bool);
            let not_c = pool.not(c);
            exits.push(guards.extend(&mut pool, inside, c));
            inside = guards.extend(&mut pool, inside, not_c);
        }
        let mut guard = inside;
        for exit in exits.into_iter().rev() {
            guard = guards.join(&mut pool, exit, guard).guard;
        }
        assert_eq!(guard, Guards::ROOT);
    }

    #[test]
    fn guards_that_merge_in_another_order_give_back_what_they_cover() {
        let mut pool = cassay_simplify::pool();
        let mut guards = Guards::new(&pool);
        guards.cover_parts();
        let outside = pool.symbol("outside", Sort::Bool);
        let start = guards.extend(&mut pool, Guards::ROOT, outside);
        // How many of the conditions hold: one guard for each number.
        let mut counts = vec![start];
        for round in 0..6 {
            let cond = pool.symbol(&format!("c{round}"), Sort::Bool);
            let not = pool.not(cond);
            let mut next: Vec<Option<GuardId>> = vec![None; counts.len() + 1];
            for (count, guard) in counts.into_iter().enumerate() {
                for (literal, place) in [(not, count), (cond, count + 1)] {
                    let side = guards.extend(&mut pool, guard, literal);
                    next[place] = Some(match next[place] {
                        None => side,
                        Some(other) => guards.join(&mut pool, other, side).guard,
                    });
                }
            }
            counts = next.into_iter().flatten().collect();
            assert_eq!(counts.len(), round + 2);
        }
        let all = counts.clone().into_iter();
        let joined = all.reduce(|a, b| guards.join(&mut pool, a, b).guard);
        assert_eq!(joined, Some(start));
        let some = counts.into_iter().skip(1);
        let joined = some.reduce(|a, b| guards.join(&mut pool, a, b).guard);
        assert_ne!(joined, Some(start), "one is missing");
    }
}
