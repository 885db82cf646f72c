//! What is known of one variable.

use super::Known;
use cassay_bv::Bv;
use cassay_term::{Pool, Range, Sort, TermId};
use std::collections::BTreeMap;

/// What is known of a variable, where something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Abs {
    /// A truth value.
    Bool(bool),
    /// A bit-vector of at most 64 bits in a range that is not all.
    Range(Range),
    /// A wider bit-vector with one value.
    Exact(Bv),
}

/// The range of all values of a width.
pub(super) fn full(width: u32) -> Range {
    Range::unsigned(width, 0, u64::MAX >> (64 - width))
}

impl Abs {
    /// What is known of a value in a range.
    pub(super) fn range(range: Range) -> Option<Abs> {
        let all = full(range.width);
        // Each view of the bounds narrows the other, so that equal sets have equal bounds.
        let range = range.meet(all).unwrap_or(range);
        (range != all).then_some(Abs::Range(range))
    }

    /// The one constant that it is, as a term.
    pub fn constant(&self, pool: &mut Pool) -> Option<TermId> {
        match self {
            Abs::Bool(value) => Some(pool.bool_const(*value)),
            Abs::Range(range) => {
                let value = range.single()?;
                Some(pool.bv_u64(range.width, value))
            }
            Abs::Exact(value) => Some(pool.bv(value.clone())),
        }
    }

    /// What is known of a constant term.
    pub(super) fn of_constant(pool: &Pool, term: TermId) -> Option<Abs> {
        if let Some(value) = pool.as_bool(term) {
            return Some(Abs::Bool(value));
        }
        let value = pool.as_bv(term)?;
        match (pool.sort(term), value.to_u64()) {
            (Sort::Bv(width @ 1..=64), Some(low)) => Abs::range(Range::unsigned(width, low, low)),
            _ => Some(Abs::Exact(value.clone())),
        }
    }

    /// That a symbol is like this.
    pub fn term(&self, pool: &mut Pool, symbol: TermId) -> TermId {
        match self {
            Abs::Bool(true) => symbol,
            Abs::Bool(false) => pool.not(symbol),
            Abs::Exact(value) => {
                let value = pool.bv(value.clone());
                pool.eq(symbol, value)
            }
            Abs::Range(range) => range_term(pool, symbol, *range),
        }
    }
}

fn range_term(pool: &mut Pool, symbol: TermId, range: Range) -> TermId {
    let width = range.width;
    if let Some(value) = range.single() {
        let value = pool.bv_u64(width, value);
        return pool.eq(symbol, value);
    }
    let all = full(width);
    let mut parts = Vec::new();
    if range.umin > all.umin {
        let bound = pool.bv_u64(width, range.umin);
        parts.push(pool.ule(bound, symbol));
    }
    if range.umax < all.umax {
        let bound = pool.bv_u64(width, range.umax);
        parts.push(pool.ule(symbol, bound));
    }
    let implied = Range::unsigned(width, range.umin, range.umax);
    if range.smin > implied.smin {
        let bound = pool.bv_i64(width, range.smin);
        parts.push(pool.sle(bound, symbol));
    }
    if range.smax < implied.smax {
        let bound = pool.bv_i64(width, range.smax);
        parts.push(pool.sle(symbol, bound));
    }
    pool.and_all(parts)
}

/// What holds in both cases of one variable.
pub(super) fn join_one(a: &Abs, b: &Abs) -> Option<Abs> {
    match (a, b) {
        (Abs::Bool(x), Abs::Bool(y)) => (x == y).then_some(Abs::Bool(*x)),
        (Abs::Range(x), Abs::Range(y)) => Abs::range(x.union(*y)),
        (Abs::Exact(x), Abs::Exact(y)) => (x == y).then(|| a.clone()),
        (Abs::Bool(_) | Abs::Range(_) | Abs::Exact(_), _) => None,
    }
}

/// What holds in both cases.
pub(super) fn join(a: &Known, b: &Known) -> Known {
    let both = a.iter().filter_map(|(variable, one)| {
        let other = b.get(variable)?;
        Some((*variable, join_one(one, other)?))
    });
    both.collect()
}

/// `new`, which contains `old`, with bounds that changed moved to the next threshold.
pub(super) fn wider(old: &Known, new: &Known, thresholds: &BTreeMap<u32, Vec<u64>>) -> Known {
    let none = Vec::new();
    let all = new.iter().filter_map(|(variable, abs)| {
        let (Abs::Range(range), Some(Abs::Range(before))) = (abs, old.get(variable)) else {
            return Some((*variable, abs.clone()));
        };
        let stops = thresholds.get(&range.width).unwrap_or(&none);
        Some((*variable, Abs::range(widen(*before, *range, stops))?))
    });
    all.collect()
}

/// `new` without what differs from `old`.
pub(super) fn without_changes(old: &Known, new: &Known) -> Known {
    let same = new
        .iter()
        .filter(|(variable, abs)| old.get(variable) == Some(*abs));
    same.map(|(variable, abs)| (*variable, abs.clone()))
        .collect()
}

fn widen(old: Range, new: Range, stops: &[u64]) -> Range {
    let (width, all) = (new.width, full(new.width));
    let signed = |value: u64| {
        let shift = 64 - width;
        ((value << shift) as i64) >> shift
    };
    let mut bounds = new;
    if new.umin < old.umin {
        let stop = stops.iter().copied().filter(|stop| *stop <= new.umin).max();
        bounds.umin = stop.unwrap_or(all.umin);
    }
    if new.umax > old.umax {
        let stop = stops.iter().copied().filter(|stop| *stop >= new.umax).min();
        bounds.umax = stop.unwrap_or(all.umax);
    }
    if new.smin < old.smin {
        let stops = stops.iter().map(|stop| signed(*stop));
        bounds.smin = stops
            .filter(|stop| *stop <= new.smin)
            .max()
            .unwrap_or(all.smin);
    }
    if new.smax > old.smax {
        let stops = stops.iter().map(|stop| signed(*stop));
        bounds.smax = stops
            .filter(|stop| *stop >= new.smax)
            .min()
            .unwrap_or(all.smax);
    }
    let by_sign = Range::signed(width, bounds.smin, bounds.smax);
    let plain = Range::unsigned(width, bounds.umin, bounds.umax);
    plain.meet(by_sign).unwrap_or(all)
}
