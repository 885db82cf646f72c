//! Predicates that ranges decide, and operators that ranges make simpler.

use cassay_term::{Op, Pool, Range, TermId};

/// The truth of a predicate, if the ranges of its operands determine it.
pub fn decide(pool: &Pool, op: Op, a: TermId, b: TermId) -> Option<bool> {
    decide_ranges(op, pool.range(a)?, pool.range(b)?)
}

/// The truth of a predicate on operands in these ranges, if they determine it.
pub fn decide_ranges(op: Op, a: Range, b: Range) -> Option<bool> {
    match op {
        Op::Eq => {
            let apart = a.umax < b.umin || b.umax < a.umin || a.smax < b.smin || b.smax < a.smin;
            let same = a.single().is_some() && a.single() == b.single();
            less(same, apart)
        }
        Op::BvUlt | Op::BvUsubo => less(a.umax < b.umin, a.umin >= b.umax),
        Op::BvUle => less(a.umax <= b.umin, a.umin > b.umax),
        Op::BvSlt => less(a.smax < b.smin, a.smin >= b.smax),
        Op::BvSle => less(a.smax <= b.smin, a.smin > b.smax),
        Op::BvUaddo => {
            let max = i128::from(u64::MAX >> (64 - a.width));
            outside((u(a).0 + u(b).0, u(a).1 + u(b).1), (0, max))
        }
        Op::BvUmulo => {
            let max = u128::from(u64::MAX >> (64 - a.width));
            less(
                u128::from(a.umin) * u128::from(b.umin) > max,
                u128::from(a.umax) * u128::from(b.umax) <= max,
            )
        }
        Op::BvSaddo => outside((s(a).0 + s(b).0, s(a).1 + s(b).1), limits(a.width)),
        Op::BvSsubo => outside((s(a).0 - s(b).1, s(a).1 - s(b).0), limits(a.width)),
        Op::BvSmulo => outside(products(s(a), s(b)), limits(a.width)),
        _ => None,
    }
}

fn less(certainly: bool, certainly_not: bool) -> Option<bool> {
    match (certainly, certainly_not) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

/// Whether an exact result lies outside the limits.
fn outside(result: (i128, i128), limits: (i128, i128)) -> Option<bool> {
    less(
        result.1 < limits.0 || result.0 > limits.1,
        limits.0 <= result.0 && result.1 <= limits.1,
    )
}

fn limits(width: u32) -> (i128, i128) {
    (
        i128::from(i64::MIN >> (64 - width)),
        i128::from(i64::MAX >> (64 - width)),
    )
}

fn u(range: Range) -> (i128, i128) {
    (i128::from(range.umin), i128::from(range.umax))
}

fn s(range: Range) -> (i128, i128) {
    (i128::from(range.smin), i128::from(range.smax))
}

fn products(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let all = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    let low = all.iter().copied().fold(all[0], i128::min);
    let high = all.iter().copied().fold(all[0], i128::max);
    (low, high)
}

/// The same value by a simpler operator, when ranges exclude the cases in which they differ.
pub fn narrow(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId> {
    match (op, args) {
        (Op::BvSlt, &[a, b]) => {
            if let Some(term) = mixed_extensions(pool, op, a, b) {
                return Some(term);
            }
            both_not_negative(pool, a, b).then(|| pool.ult(a, b))
        }
        (Op::BvUlt | Op::Eq, &[a, b]) => mixed_extensions(pool, op, a, b),
        (Op::BvSdiv, &[a, b]) => both_not_negative(pool, a, b).then(|| pool.bv_udiv(a, b)),
        (Op::BvSrem, &[a, b]) => both_not_negative(pool, a, b).then(|| pool.bv_urem(a, b)),
        (Op::BvAshr, &[a, b]) => (pool.range(a)?.smin >= 0).then(|| pool.bv_lshr(a, b)),
        (Op::BvUdiv, &[a, b]) => {
            let below = pool.range(a)?.umax < pool.range(b)?.umin;
            below.then(|| pool.bv_u64(pool.width(a), 0))
        }
        (Op::BvUrem, &[a, b]) => (pool.range(a)?.umax < pool.range(b)?.umin).then_some(a),
        (Op::BvZext { to } | Op::BvSext { to }, &[a]) => truncated_and_back(pool, op, to, a),
        _ => None,
    }
}

fn both_not_negative(pool: &Pool, a: TermId, b: TermId) -> bool {
    matches!((pool.range(a), pool.range(b)), (Some(a), Some(b)) if a.smin >= 0 && b.smin >= 0)
}

/// An extension of the low part of a term whose upper part is zero or the sign.
fn truncated_and_back(pool: &mut Pool, op: Op, to: u32, a: TermId) -> Option<TermId> {
    let Op::BvExtract { hi, lo: 0 } = *pool.op(a) else {
        return None;
    };
    let inner = pool.args(a)[0];
    let range = pool.range(inner)?;
    let width = hi + 1;
    let unchanged = if let Op::BvZext { .. } = op {
        range.umax <= u64::MAX >> (64 - width)
    } else {
        range.smin >= i64::MIN >> (64 - width) && range.smax <= i64::MAX >> (64 - width)
    };
    if !unchanged {
        return None;
    }
    Some(match (to.cmp(&pool.width(inner)), op) {
        (std::cmp::Ordering::Equal, _) => inner,
        (std::cmp::Ordering::Less, _) => pool.extract(to - 1, 0, inner),
        (std::cmp::Ordering::Greater, Op::BvZext { .. }) => pool.zext(inner, to),
        (std::cmp::Ordering::Greater, _) => pool.sext(inner, to),
    })
}

/// A comparison of a zero extension of something not negative with a sign extension, both from
/// one width, is a comparison at that width.
fn mixed_extensions(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let zero = match (*pool.op(a), *pool.op(b)) {
        (Op::BvZext { .. }, Op::BvSext { .. }) => a,
        (Op::BvSext { .. }, Op::BvZext { .. }) => b,
        _ => return None,
    };
    let (x, y) = (pool.args(a)[0], pool.args(b)[0]);
    let not_negative = pool
        .range(pool.args(zero)[0])
        .is_some_and(|range| range.smin >= 0);
    if !not_negative || pool.width(x) != pool.width(y) {
        return None;
    }
    Some(pool.make(op, &[x, y]))
}
