//! Facts about terms: ranges and the leaves of choices.
//!
//! Both are computed once, when a term is made, from those of its arguments. Most terms have none,
//! so the facts are in side tables.

use cassay_base::Id;

use crate::pool::NONE;
use crate::range::{self, Range};
use crate::{Op, Pool, Sort, TermId, choice};

impl Pool {
    /// Computes the range of a term about to be made and gives its place in the table.
    pub(crate) fn new_range(&mut self, op: Op, sort: Sort, args: &[TermId]) -> u32 {
        let Sort::Bv(width @ 1..=64) = sort else {
            return NONE;
        };
        let range = match op {
            Op::BvConst(id) => Range::constant(width, self.consts[id].limbs()[0]),
            Op::Ite => self.range_of_choice(width, args),
            _ => {
                let mut known = [None; 3];
                for (slot, arg) in known.iter_mut().zip(args) {
                    *slot = self.range(*arg);
                }
                range::range_of(op, width, &known[..args.len()])
            }
        };
        if range.is_full() {
            return NONE;
        }
        self.ranges.push(range);
        u32::try_from(self.ranges.len() - 1).unwrap_or(NONE)
    }

    /// What a bit-vector term of at most 64 bits can be; `None` for every other term.
    pub fn range(&self, t: TermId) -> Option<Range> {
        let node = &self.nodes[t];
        if let Sort::Bv(width @ 1..=64) = node.sort {
            Some(
                self.ranges
                    .get(node.range as usize)
                    .copied()
                    .unwrap_or(Range::full(width)),
            )
        } else {
            None
        }
    }

    /// What a bit-vector term of at most 64 bits can be when its arguments are in these ranges.
    pub fn range_from(&self, t: TermId, args: &[Option<Range>]) -> Option<Range> {
        let own = self.range(t)?;
        if args.is_empty() {
            return Some(own);
        }
        let derived = range::range_of(self.nodes[t].op, own.width, args);
        Some(own.meet(derived).unwrap_or(own))
    }

    /// Computes the leaf set of a term about to be made and gives its place in the table.
    pub(crate) fn new_leaves(&mut self, op: Op, sort: Sort, args: &[TermId]) -> u32 {
        if matches!(op, Op::BvConst(_)) {
            let itself = TermId::from_index(self.nodes.len());
            return self.push_leaves(vec![itself]);
        }
        if op != Op::Ite || sort.bv_width().is_none() {
            return NONE;
        }
        let (a, b) = (self.nodes[args[1]].leaves, self.nodes[args[2]].leaves);
        if a == NONE || b == NONE {
            return NONE;
        }
        let (left, right) = (&self.leaf_sets[a as usize], &self.leaf_sets[b as usize]);
        match choice::union(left, right) {
            Some(all) if all.len() == left.len() => a,
            Some(all) if all.len() == right.len() => b,
            Some(all) => self.push_leaves(all),
            None => NONE,
        }
    }

    fn push_leaves(&mut self, leaves: Vec<TermId>) -> u32 {
        self.leaf_sets.push(leaves.into_boxed_slice());
        u32::try_from(self.leaf_sets.len() - 1).unwrap_or(NONE)
    }

    pub(crate) fn leaf_slice(&self, t: TermId) -> Option<&[TermId]> {
        self.leaf_sets
            .get(self.nodes[t].leaves as usize)
            .map(|leaves| &leaves[..])
    }

    /// The least and greatest unsigned value of a bit-vector term of at most 64 bits.
    pub fn urange(&self, t: TermId) -> (u64, u64) {
        match self.range(t) {
            Some(range) => (range.umin, range.umax),
            None => panic!("range asked of {t}, a term of sort {}", self.sort(t)),
        }
    }

    /// The least and greatest signed value of a bit-vector term of at most 64 bits.
    pub fn srange(&self, t: TermId) -> (i64, i64) {
        match self.range(t) {
            Some(range) => (range.smin, range.smax),
            None => panic!("range asked of {t}, a term of sort {}", self.sort(t)),
        }
    }
}
