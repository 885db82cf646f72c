//! Ranges of choices. In `ite(x < 10, x, 9)` the condition bounds `x` in the branch where it is
//! chosen: there it is below 10. Programs write this to clamp a value; with the range, conditions
//! on it need no solver.
//!
//! Invariant: a range computed here contains every value that the choice can take under any model.
//! The work for one term is bounded: a few literals of the condition, a few terms of each branch.

use crate::range::{self, Range};
use crate::{Op, Pool, TermId};

/// The most literals of conditions that are used.
const MAX_LIMITS: usize = 8;
/// The depth to which branches are examined.
const MAX_DEPTH: u32 = 3;

/// The ranges that conditions imply for terms.
type Limits = Vec<(TermId, Range)>;

impl Pool {
    /// The range of a choice between bit-vectors of at most 64 bits.
    pub(crate) fn range_of_choice(&self, width: u32, args: &[TermId]) -> Range {
        let full = Range::full(width);
        let plain = match (self.range(args[1]), self.range(args[2])) {
            (Some(a), Some(b)) => a.union(b),
            (Some(_) | None, _) => return full,
        };
        self.under_choice(&Limits::new(), args, MAX_DEPTH)
            .and_then(|range| range.meet(plain))
            .unwrap_or(plain)
    }

    /// The range of a choice under limits; `None` when no branch can be taken.
    fn under_choice(&self, limits: &Limits, args: &[TermId], depth: u32) -> Option<Range> {
        let branch = |term: TermId, taken: bool| {
            let mut inside = limits.clone();
            self.add_limits(&mut inside, args[0], taken);
            self.range_under(&inside, term, depth)
        };
        match (branch(args[1], true), branch(args[2], false)) {
            (Some(a), Some(b)) => Some(a.union(b)),
            (Some(one), None) | (None, Some(one)) => Some(one),
            (None, None) => None,
        }
    }

    /// The range of a term under limits; `None` when they cannot hold.
    fn range_under(&self, limits: &Limits, term: TermId, depth: u32) -> Option<Range> {
        let mut own = self.range(term)?;
        for (_, limit) in limits.iter().filter(|(other, _)| *other == term) {
            own = own.meet(*limit)?;
        }
        let args = self.args(term);
        if limits.is_empty() || depth == 0 || args.is_empty() || args.len() > 3 {
            return Some(own);
        }
        if *self.op(term) == Op::Ite {
            return own.meet(self.under_choice(limits, args, depth - 1)?);
        }
        let mut known = [None; 3];
        for (slot, arg) in known.iter_mut().zip(args) {
            if self.range(*arg).is_some() {
                *slot = Some(self.range_under(limits, *arg, depth - 1)?);
            }
        }
        own.meet(range::range_of(
            *self.op(term),
            own.width,
            &known[..args.len()],
        ))
    }

    /// Adds the ranges that a condition implies when it is true, or when it is false.
    fn add_limits(&self, limits: &mut Limits, condition: TermId, holds: bool) {
        let mut stack = vec![(condition, holds)];
        while let Some((term, holds)) = stack.pop() {
            if limits.len() + stack.len() >= MAX_LIMITS {
                return;
            }
            let (op, args) = (*self.op(term), self.args(term));
            if op == Op::Not {
                stack.push((args[0], !holds));
            } else if op == if holds { Op::And } else { Op::Or } {
                stack.extend(args.iter().map(|arg| (*arg, holds)));
            } else if op == Op::Eq && holds {
                for (term, other) in [(args[0], args[1]), (args[1], args[0])] {
                    limits.extend(self.range(other).map(|range| (term, range)));
                }
            } else if let Some(order) = order_of(op) {
                // The negation of `<` is `>=`.
                let strict = matches!(op, Op::BvUlt | Op::BvSlt) == holds;
                let (low, high) = if holds {
                    (args[0], args[1])
                } else {
                    (args[1], args[0])
                };
                self.compare(limits, low, high, |a, b| order(a, b, strict));
            }
        }
    }

    fn compare(
        &self,
        limits: &mut Limits,
        low: TermId,
        high: TermId,
        order: impl Fn(Range, Range) -> Option<(Range, Range)>,
    ) {
        let (Some(a), Some(b)) = (self.range(low), self.range(high)) else {
            return;
        };
        // A comparison with an unbounded term implies nothing.
        if let Some((below, above)) = order(a, b) {
            if !b.is_full() {
                limits.push((low, below));
            }
            if !a.is_full() {
                limits.push((high, above));
            }
        }
    }
}

/// What a comparison that holds says of its sides, the lower one first.
type Order = fn(Range, Range, bool) -> Option<(Range, Range)>;

fn order_of(op: Op) -> Option<Order> {
    if matches!(op, Op::BvUlt | Op::BvUle) {
        Some(unsigned_order)
    } else if matches!(op, Op::BvSlt | Op::BvSle) {
        Some(signed_order)
    } else {
        None
    }
}

/// What `low < high`, or `low <= high`, says of both as unsigned numbers; nothing when it is false.
fn unsigned_order(low: Range, high: Range, strict: bool) -> Option<(Range, Range)> {
    let by = u64::from(strict);
    let width = low.width;
    let top = Range::full(width).umax;
    let most = high.umax.checked_sub(by)?;
    let least = low.umin.checked_add(by).filter(|least| *least <= top)?;
    Some((
        Range::unsigned(width, 0, most),
        Range::unsigned(width, least, top),
    ))
}

/// The same of signed numbers.
fn signed_order(low: Range, high: Range, strict: bool) -> Option<(Range, Range)> {
    let by = i64::from(strict);
    let full = Range::full(low.width);
    let most = high
        .smax
        .checked_sub(by)
        .filter(|most| *most >= full.smin)?;
    let least = low
        .smin
        .checked_add(by)
        .filter(|least| *least <= full.smax)?;
    Some((
        Range::signed(low.width, full.smin, most),
        Range::signed(low.width, least, full.smax),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Model, Sort, Value};
    use cassay_bv::Bv;

    #[test]
    fn a_value_kept_between_bounds_has_them() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bv(32));
        let (low, high) = (pool.bv_u64(32, 0), pool.bv_u64(32, 88));
        let negative = pool.make(Op::BvSlt, &[x, low]);
        let large = pool.make(Op::BvSlt, &[high, x]);
        let upper = pool.ite(large, high, x);
        let kept = pool.ite(negative, low, upper);
        assert_eq!(pool.srange(kept), (0, 88));
        assert_eq!(pool.urange(kept), (0, 88));
        let minus = pool.make(Op::BvNeg, &[kept]);
        let sign = pool.make(Op::BvSlt, &[kept, high]);
        let either = pool.ite(sign, minus, kept);
        assert_eq!(pool.srange(either), (-87, 88));
    }

    #[test]
    fn the_range_of_a_choice_contains_all_its_values() {
        // Every choice of a few conditions and branches over four bits, against all values.
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bv(4));
        let y = pool.symbol("y", Sort::Bv(4));
        let two = pool.bv_u64(4, 2);
        let constants: Vec<TermId> = (0..16).map(|n| pool.bv_u64(4, n)).collect();
        let sum = pool.make(Op::BvAdd, &[x, two]);
        let minus = pool.make(Op::BvNeg, &[x]);
        let mut conditions = vec![
            pool.make(Op::BvUlt, &[x, y]),
            pool.make(Op::BvSlt, &[y, x]),
            pool.eq(x, y),
        ];
        for c in &constants {
            conditions.extend([
                pool.make(Op::BvUle, &[x, *c]),
                pool.make(Op::BvSle, &[*c, x]),
                pool.make(Op::BvUlt, &[x, *c]),
                pool.make(Op::BvSlt, &[*c, x]),
                pool.make(Op::BvSlt, &[x, *c]),
                pool.eq(x, *c),
            ]);
        }
        let inner = pool.ite(conditions[7], two, x);
        let branches = [x, y, sum, minus, inner, two];
        let mut choices = Vec::new();
        for condition in conditions {
            for a in branches {
                for b in branches {
                    choices.push(pool.ite(condition, a, b));
                }
            }
        }
        let mut narrow = 0;
        for choice in choices {
            let range = pool.range(choice).unwrap();
            narrow += usize::from(!range.is_full());
            for (p, q) in (0..16).flat_map(|p| (0..16).map(move |q| (p, q))) {
                let mut model = Model::new();
                model.set(x, Value::Bv(Bv::from_u64(4, p)));
                model.set(y, Value::Bv(Bv::from_u64(4, q)));
                let Value::Bv(value) = Evaluator::new(&pool, &model).value(choice) else {
                    panic!("a bit-vector");
                };
                let value = value.to_u64().unwrap();
                let signed = if value < 8 {
                    value as i64
                } else {
                    value as i64 - 16
                };
                assert!(
                    range.umin <= value && value <= range.umax,
                    "{range:?} {value}"
                );
                assert!(
                    range.smin <= signed && signed <= range.smax,
                    "{range:?} {signed}"
                );
            }
        }
        assert!(narrow > 500, "{narrow}");
    }
}
