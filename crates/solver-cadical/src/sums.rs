//! Sums of many terms: which terms are added, how often, in one order.
//!
//! A sum whose parts are sums without other uses is flattened. Parts that cancel are removed, parts
//! that occur often become products with a constant, and the rest is added in the order of age:
//! sums of the same parts in another order become the same gates. Sums with other uses stay parts,
//! so that no sum is computed twice.

use std::collections::BTreeMap;

use cassay_bv::Bv;
use cassay_term::{Op, Pool, TermId};

/// A sum of terms with factors, and of a constant.
pub struct Sum {
    /// The factor of each part; none is zero.
    pub parts: BTreeMap<TermId, Bv>,
    pub constant: Bv,
    /// How many parts there were, before equal ones became one.
    pub given: usize,
}

/// Sums of fewer parts are left in the order they have, which overflow checks share.
const MANY: usize = 4;

impl Sum {
    /// Whether there is something to gain from taking it as a whole.
    pub fn is_worthwhile(&self) -> bool {
        self.given > self.parts.len() || self.parts.len() >= MANY
    }
}

/// Whether a term adds or subtracts its arguments.
pub fn is_sum(op: Op) -> bool {
    matches!(op, Op::BvAdd | Op::BvSub | Op::BvNeg)
}

/// The addends of a term; `inside` says which sums are nothing but parts of it.
pub fn sum_of(pool: &Pool, root: TermId, inside: impl Fn(TermId) -> bool) -> Sum {
    let width = pool.width(root);
    let mut sum = Sum {
        parts: BTreeMap::new(),
        constant: Bv::zero(width),
        given: 0,
    };
    let mut stack = vec![(root, Bv::one(width))];
    while let Some((term, factor)) = stack.pop() {
        if let Some(value) = pool.as_bv(term) {
            sum.constant = sum.constant.add(&value.mul(&factor));
            continue;
        }
        if term != root && !(is_sum(*pool.op(term)) && inside(term)) {
            sum.given += 1;
            let known = sum.parts.entry(term).or_insert_with(|| Bv::zero(width));
            *known = known.add(&factor);
            continue;
        }
        match (*pool.op(term), pool.args(term)) {
            (Op::BvSub, [a, b]) => stack.extend([(*b, factor.neg()), (*a, factor)]),
            (Op::BvNeg, [a]) => stack.push((*a, factor.neg())),
            (_, args) => stack.extend(args.iter().map(|arg| (*arg, factor.clone()))),
        }
    }
    sum.parts.retain(|_, factor| !factor.is_zero());
    sum
}
