//! Facts known on a path: the conditions it passed, and the ranges they imply for the values of
//! terms.
//!
//! After `x == 3` or `x < 10`, a path knows more about `x`, and about `x + 1`, than their terms
//! show. This is kept as one range per term, intersected with every literal the path learns, and
//! used wherever a condition is decided: branches, claims, assumptions. A condition that is implied
//! adds no literal to the guard, and a variable with one possible value is read as a constant.
//!
//! Invariant: in every execution that follows a path, the facts are true and each term lies in its
//! range. An execution that a range excludes does not follow the path; nothing is claimed about it.

use crate::space::Space;
use crate::state::State;
use cassay_base::PersistentMap;
use cassay_simplify::deep::decide_ranges;
use cassay_term::{Op, Pool, Range, TermId};

/// Most literals taken from one fact.
const MAX_LITERALS: usize = 32;
/// The depth to which a condition is searched for known literals.
const MAX_NESTING: u32 = 6;
/// The depth to which a term is searched for subterms with a known range.
const MAX_DEPTH: u32 = 4;

impl Space<'_> {
    /// Records that a term is true on this path from here on.
    pub(crate) fn learn(&mut self, state: &mut State, fact: TermId) {
        if self.pool.is_const(fact) {
            return;
        }
        state.facts.insert(u64::from(fact.0), ());
        if !self.bounds.propagation.guards {
            return;
        }
        let mut todo = vec![(fact, true)];
        for _ in 0..MAX_LITERALS {
            let Some((term, holds)) = todo.pop() else {
                break;
            };
            let args = self.pool.args(term).to_vec();
            match (*self.pool.op(term), holds) {
                (Op::Not, _) => todo.push((args[0], !holds)),
                (Op::And, true) | (Op::Or, false) => {
                    todo.extend(args.iter().map(|arg| (*arg, holds)));
                }
                _ => {
                    let literal = if holds { term } else { self.pool.not(term) };
                    if literal != fact && !self.pool.is_const(literal) {
                        state.facts.insert(u64::from(literal.0), ());
                    }
                    self.narrow(state, term, holds);
                }
            }
        }
    }

    /// Narrows the ranges of the values that a literal compares.
    fn narrow(&self, state: &mut State, atom: TermId, holds: bool) {
        let &[a, b] = self.pool.args(atom) else {
            return;
        };
        let (Some(x), Some(y)) = (
            range_on(self.pool, state, a, MAX_DEPTH),
            range_on(self.pool, state, b, MAX_DEPTH),
        ) else {
            return;
        };
        let Some((for_a, for_b)) = compared(*self.pool.op(atom), holds, x, y) else {
            return;
        };
        note(self.pool, state, a, for_a);
        note(self.pool, state, b, for_b);
    }

    /// The value of a condition, as far as the path implies it.
    pub(crate) fn known(&mut self, state: &State, cond: TermId) -> Option<bool> {
        self.known_in(state, cond, MAX_NESTING)
    }

    fn known_in(&mut self, state: &State, cond: TermId, depth: u32) -> Option<bool> {
        if let Some(value) = self.pool.as_bool(cond) {
            return Some(value);
        }
        if !self.bounds.propagation.guards {
            return None;
        }
        if state.facts.get(u64::from(cond.0)).is_some() {
            return Some(true);
        }
        let negated = self.pool.not(cond);
        if state.facts.get(u64::from(negated.0)).is_some() {
            return Some(false);
        }
        if depth == 0 {
            return None;
        }
        let op = *self.pool.op(cond);
        match (op, self.pool.args(cond)) {
            (Op::Not, &[inner]) => self.known_in(state, inner, depth - 1).map(|value| !value),
            (Op::And | Op::Or, &[a, b]) => {
                let decisive = op == Op::Or;
                let first = self.known_in(state, a, depth - 1);
                if first == Some(decisive) {
                    return first;
                }
                let second = self.known_in(state, b, depth - 1);
                if second == Some(decisive) {
                    return second;
                }
                first.and(second)
            }
            (_, &[a, b]) => {
                let x = range_on(self.pool, state, a, MAX_DEPTH)?;
                let y = range_on(self.pool, state, b, MAX_DEPTH)?;
                decide_ranges(op, x, y)
            }
            _ => None,
        }
    }

    /// A value read on a path: the constant that the path implies, or the value itself. An address
    /// is never replaced, since its term shows the object it belongs to.
    pub(crate) fn as_known(&mut self, state: &State, bits: TermId) -> TermId {
        let known = state.ranges.get(u64::from(bits.0));
        match known.and_then(Range::single) {
            Some(value) if !self.speaks_of_addresses(bits) => {
                self.pool.bv_u64(self.pool.width(bits), value)
            }
            Some(_) | None => bits,
        }
    }

    /// The join of the ranges of two paths.
    pub(crate) fn common_ranges(&self, a: &State, b: &State) -> PersistentMap<Range> {
        let mut result = b.ranges.clone();
        let mut differing = Vec::new();
        a.ranges.diff(&b.ranges, |key, x, y| {
            if x != y {
                differing.push((key, x.copied(), y.copied()));
            }
        });
        for (key, x, y) in differing {
            match (x, y) {
                (Some(x), Some(y)) => result.insert(key, x.union(y)),
                (None, _) | (_, None) => result.remove(key),
            }
        }
        result
    }
}

/// The range of a term on a path.
fn range_on(pool: &Pool, state: &State, term: TermId, depth: u32) -> Option<Range> {
    let own = pool.range(term)?;
    if pool.is_const(term) {
        return Some(own);
    }
    let own = match state.ranges.get(u64::from(term.0)) {
        Some(known) => own.meet(*known).unwrap_or(own),
        None => own,
    };
    let args = pool.args(term);
    if depth == 0 || args.is_empty() {
        return Some(own);
    }
    let mut parts = [None; 3];
    for (part, arg) in parts.iter_mut().zip(args) {
        *part = range_on(pool, state, *arg, depth - 1);
    }
    let derived = pool.range_from(term, &parts[..args.len()])?;
    Some(own.meet(derived).unwrap_or(own))
}

/// The ranges that a comparison implies for its sides; `None` when it implies nothing.
fn compared(op: Op, holds: bool, a: Range, b: Range) -> Option<(Range, Range)> {
    let width = a.width;
    let full = Range::unsigned(width, 0, u64::MAX >> (64 - width));
    let (umax, smin, smax) = (full.umax, full.smin, full.smax);
    Some(match (op, holds) {
        (Op::Eq, true) => {
            let both = a.meet(b)?;
            (both, both)
        }
        (Op::Eq, false) => (without(a, b)?, without(b, a)?),
        (Op::BvUlt, true) => (
            Range::unsigned(width, 0, b.umax.checked_sub(1)?),
            Range::unsigned(width, a.umin.checked_add(1)?, umax),
        ),
        (Op::BvUlt, false) => (
            Range::unsigned(width, b.umin, umax),
            Range::unsigned(width, 0, a.umax),
        ),
        (Op::BvUle, true) => (
            Range::unsigned(width, 0, b.umax),
            Range::unsigned(width, a.umin, umax),
        ),
        (Op::BvUle, false) => (
            Range::unsigned(width, b.umin.checked_add(1)?, umax),
            Range::unsigned(width, 0, a.umax.checked_sub(1)?),
        ),
        (Op::BvSlt, true) => (
            Range::signed(width, smin, b.smax.checked_sub(1)?),
            Range::signed(width, a.smin.checked_add(1)?, smax),
        ),
        (Op::BvSlt, false) => (
            Range::signed(width, b.smin, smax),
            Range::signed(width, smin, a.smax),
        ),
        (Op::BvSle, true) => (
            Range::signed(width, smin, b.smax),
            Range::signed(width, a.smin, smax),
        ),
        (Op::BvSle, false) => (
            Range::signed(width, b.smin.checked_add(1)?, smax),
            Range::signed(width, smin, a.smax.checked_sub(1)?),
        ),
        _ => return None,
    })
}

/// A range without the value of a singleton range, if that value is one of its ends; `None` when
/// the result would be empty.
fn without(range: Range, other: Range) -> Option<Range> {
    let Some(value) = other.single() else {
        return Some(range);
    };
    let signed = other.smin;
    let mut rest = range;
    if rest.umin == value {
        rest.umin = rest.umin.checked_add(1)?;
    }
    if rest.umax == value {
        rest.umax = rest.umax.checked_sub(1)?;
    }
    if rest.smin == signed {
        rest.smin = rest.smin.checked_add(1)?;
    }
    if rest.smax == signed {
        rest.smax = rest.smax.checked_sub(1)?;
    }
    range.meet(rest)
}

/// Narrows the range of a term, and of the operand it is an invertible function of.
fn note(pool: &Pool, state: &mut State, mut term: TermId, mut range: Range) {
    for _ in 0..MAX_DEPTH {
        let Some(own) = pool.range(term) else { return };
        if pool.is_const(term) {
            return;
        }
        let key = u64::from(term.0);
        let before = match state.ranges.get(key) {
            Some(known) => own.meet(*known).unwrap_or(own),
            None => own,
        };
        // Empty range: no execution reaches this point.
        let Some(now) = before.meet(range) else {
            return;
        };
        if now == before {
            return;
        }
        state.ranges.insert(key, now);
        let Some((inner, undone)) = undo(pool, term, now) else {
            return;
        };
        (term, range) = (inner, undone);
    }
}

/// The operand that a term extends, and the range that the term's range implies for it.
fn undo(pool: &Pool, term: TermId, range: Range) -> Option<(TermId, Range)> {
    let inner = *pool.args(term).first()?;
    let own = pool.range(inner)?;
    match *pool.op(term) {
        Op::BvZext { .. } => {
            let high = range.umax.min(own.umax);
            (range.umin <= high).then(|| (inner, Range::unsigned(own.width, range.umin, high)))
        }
        Op::BvSext { .. } => {
            let (low, high) = (range.smin.max(own.smin), range.smax.min(own.smax));
            (low <= high).then(|| (inner, Range::signed(own.width, low, high)))
        }
        _ => None,
    }
}

/// Facts that hold on both paths.
pub(crate) fn common_facts(a: &State, b: &State) -> PersistentMap<()> {
    let mut result = b.facts.clone();
    let mut lost = Vec::new();
    a.facts.diff(&b.facts, |key, x, y| {
        if x.is_none() && y.is_some() {
            lost.push(key);
        }
    });
    for key in lost {
        result.remove(key);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 3;

    fn signed(value: u64) -> i64 {
        ((value << 61) as i64) >> 61
    }

    fn contains(range: &Range, value: u64) -> bool {
        (range.umin..=range.umax).contains(&value)
            && (range.smin..=range.smax).contains(&signed(value))
    }

    /// All ranges between two unsigned or two signed bounds.
    fn ranges() -> Vec<Range> {
        let mut all = Vec::new();
        for low in 0..8 {
            for high in low..8 {
                all.push(Range::unsigned(WIDTH, low, high));
                all.push(Range::signed(WIDTH, low as i64 - 4, high as i64 - 4));
            }
        }
        all
    }

    fn holds(op: Op, x: u64, y: u64) -> bool {
        match op {
            Op::Eq => x == y,
            Op::BvUlt => x < y,
            Op::BvUle => x <= y,
            Op::BvSlt => signed(x) < signed(y),
            Op::BvSle => signed(x) <= signed(y),
            _ => unreachable!("only comparisons are asked for"),
        }
    }

    #[test]
    fn a_comparison_leaves_every_pair_that_meets_it() {
        let all = ranges();
        let mut narrowed = 0;
        for op in [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle] {
            for truth in [true, false] {
                for a in &all {
                    for b in &all {
                        let Some((for_a, for_b)) = compared(op, truth, *a, *b) else {
                            continue;
                        };
                        narrowed += usize::from(a.meet(for_a) != Some(*a));
                        for x in (0..8).filter(|x| contains(a, *x)) {
                            for y in (0..8).filter(|y| contains(b, *y)) {
                                if holds(op, x, y) == truth {
                                    assert!(contains(&for_a, x), "{op:?} {truth} {a:?} {b:?} {x}");
                                    assert!(contains(&for_b, y), "{op:?} {truth} {a:?} {b:?} {y}");
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(narrowed > 1000, "comparisons tell something: {narrowed}");
    }

    #[test]
    fn ranges_meet_in_what_both_contain() {
        let all = ranges();
        for a in &all {
            for b in &all {
                let both = a.meet(*b);
                for x in 0..8 {
                    let inside = contains(a, x) && contains(b, x);
                    let met = both.is_some_and(|both| contains(&both, x));
                    assert_eq!(inside, met, "{a:?} {b:?} {x}");
                }
            }
        }
    }
}
