//! Path conditions as a tree of literals.
//!
//! A guard is a path from the root: the conjunction of the literals on it. Two guards share the
//! part above their lowest common ancestor, so that merging the two sides of a branch gives back
//! the guard before it, without a solver and without search.

use cassay_term::{Pool, TermId};

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
}

/// All guards of an execution.
#[derive(Debug)]
pub struct Guards {
    nodes: Vec<Node>,
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
            }],
        }
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
        });
        id
    }

    /// The guard of a state reached by either of two exclusive paths.
    pub fn join(&mut self, pool: &mut Pool, a: GuardId, b: GuardId) -> Joined {
        let common = self.common(a, b);
        let first = self.suffix(pool, common, a);
        let second = self.suffix(pool, common, b);
        let either = pool.or(first, second);
        Joined {
            guard: self.extend(pool, common, either),
            first,
        }
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
}
