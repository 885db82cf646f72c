//! What is known behind an edge, from what is known before it.

use super::abs::{full, join_one};
use super::{Abs, Known};
use crate::{EdgeId, Machine, VarId};
use cassay_term::{Op, OpClass, Pool, Range, Sort, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How often the parts of a guard are looked at, since each may say more when others are known.
const ROUNDS: usize = 2;

/// The variables by their symbols.
pub(super) struct Symbols(pub(super) BTreeMap<TermId, VarId>);

/// What is known behind an edge; `None` if it cannot be taken. Counts the terms that are looked at.
pub(super) fn through(
    machine: &mut Machine,
    symbols: &Symbols,
    before: &Known,
    edge: EdgeId,
    work: &mut usize,
) -> Option<Known> {
    let Machine { pool, edges, .. } = machine;
    let edge = &edges[edge];
    let mut evaluation = Evaluation::new(pool, symbols, before.clone());
    let possible = evaluation.assume(edge.guard);
    *work += evaluation.memo.len();
    possible?;
    let mut behind = evaluation.known.clone();
    for (variable, value) in &edge.updates {
        match evaluation.of(*value) {
            Some(abs) => behind.insert(*variable, abs),
            None => behind.remove(variable),
        };
    }
    *work += evaluation.memo.len();
    Some(behind)
}

/// What is known when a condition holds, too; `None` if it cannot.
pub(super) fn assume(
    pool: &mut Pool,
    symbols: &Symbols,
    known: Known,
    condition: TermId,
) -> Option<Known> {
    let mut evaluation = Evaluation::new(pool, symbols, known);
    evaluation.assume(condition)?;
    Some(evaluation.known)
}

/// What a condition is a conjunction of, with whether each must hold or must not.
fn conjuncts(pool: &Pool, condition: TermId) -> Vec<(TermId, bool)> {
    let mut parts = Vec::new();
    let mut open = vec![(condition, true)];
    while let Some((term, holds)) = open.pop() {
        let (op, args) = (*pool.op(term), pool.args(term));
        if op == Op::Not {
            open.push((args[0], !holds));
        } else if op == if holds { Op::And } else { Op::Or } {
            open.extend(args.iter().rev().map(|arg| (*arg, holds)));
        } else {
            parts.push((term, holds));
        }
    }
    parts
}

/// What holds if both do; `None` if they exclude each other.
fn meet(old: Option<&Abs>, new: Abs) -> Option<Abs> {
    match (old, &new) {
        (Some(Abs::Range(a)), Abs::Range(b)) => {
            let both = a.meet(*b)?;
            Some(Abs::range(both).unwrap_or(new))
        }
        (Some(Abs::Bool(a)), Abs::Bool(b)) => (a == b).then_some(new),
        (Some(Abs::Exact(a)), Abs::Exact(b)) => (a == b).then_some(new),
        (None | Some(Abs::Bool(_) | Abs::Range(_) | Abs::Exact(_)), _) => Some(new),
    }
}

/// Evaluates terms when something is known of variables.
struct Evaluation<'a> {
    pool: &'a mut Pool,
    symbols: &'a Symbols,
    known: Known,
    /// What is known of terms, until something new is known of variables.
    memo: FxHashMap<TermId, Option<Abs>>,
}

impl<'a> Evaluation<'a> {
    fn new(pool: &'a mut Pool, symbols: &'a Symbols, known: Known) -> Self {
        Evaluation {
            pool,
            symbols,
            known,
            memo: FxHashMap::default(),
        }
    }

    /// Takes in that a condition holds; `None` if it cannot.
    fn assume(&mut self, condition: TermId) -> Option<()> {
        let parts = conjuncts(self.pool, condition);
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (term, holds) in &parts {
                if let Some(Abs::Bool(value)) = self.of(*term)
                    && value != *holds
                {
                    return None;
                }
                for (variable, abs) in self.limits(*term, *holds)? {
                    let both = meet(self.known.get(&variable), abs)?;
                    if self.known.get(&variable) != Some(&both) {
                        self.known.insert(variable, both);
                        self.memo.clear();
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Some(())
    }

    /// What is known of a term.
    fn of(&mut self, root: TermId) -> Option<Abs> {
        let mut open = vec![root];
        while let Some(term) = open.last().copied() {
            if self.memo.contains_key(&term) {
                open.pop();
                continue;
            }
            let waiting = open.len();
            let args = self.pool.args(term).to_vec();
            open.extend(args.iter().filter(|arg| !self.memo.contains_key(arg)));
            if open.len() == waiting {
                open.pop();
                let abs = self.one(term, &args);
                self.memo.insert(term, abs);
            }
        }
        self.memo[&root].clone()
    }

    fn one(&mut self, term: TermId, args: &[TermId]) -> Option<Abs> {
        if args.is_empty() {
            let own = Abs::of_constant(self.pool, term);
            let variable = self.symbols.0.get(&term);
            return own.or_else(|| self.known.get(variable?).cloned());
        }
        let values: Vec<Option<Abs>> = args.iter().map(|arg| self.memo[arg].clone()).collect();
        let op = *self.pool.op(term);
        if let Some(value) = self.folded(op, &values) {
            return Some(value);
        }
        match op.class() {
            OpClass::Logic => logic(op, &values),
            OpClass::Equality | OpClass::Compare => {
                let (a, b) = (self.range_of(args[0])?, self.range_of(args[1])?);
                compare(op, a, b).map(Abs::Bool)
            }
            OpClass::Choice => self.choice(term, &values),
            OpClass::Unary | OpClass::Binary | OpClass::Resize => {
                let ranges: Vec<Option<Range>> =
                    args.iter().map(|arg| self.range_of(*arg)).collect();
                Abs::range(self.pool.range_from(term, &ranges)?)
            }
            OpClass::Leaf | OpClass::Overflow | OpClass::Float | OpClass::Array => {
                Abs::range(self.pool.range(term)?)
            }
        }
    }

    /// The value of an operator whose arguments are all constants here.
    fn folded(&mut self, op: Op, values: &[Option<Abs>]) -> Option<Abs> {
        let mut constants = Vec::new();
        for value in values {
            constants.push(value.as_ref()?.constant(self.pool)?);
        }
        let term = self.pool.make(op, &constants);
        Abs::of_constant(self.pool, term)
    }

    fn choice(&self, term: TermId, values: &[Option<Abs>]) -> Option<Abs> {
        let joined = match (&values[0], &values[1], &values[2]) {
            (Some(Abs::Bool(true)), then, _) => then.clone(),
            (Some(Abs::Bool(false)), _, otherwise) => otherwise.clone(),
            (_, Some(a), Some(b)) => join_one(a, b),
            _ => None,
        };
        let Some(own) = self.pool.range(term).and_then(Abs::range) else {
            return joined;
        };
        Some(match joined {
            Some(abs) => meet(Some(&own), abs).unwrap_or(own),
            None => own,
        })
    }

    /// The range of a term of at most 64 bits.
    fn range_of(&mut self, term: TermId) -> Option<Range> {
        let Sort::Bv(width @ 1..=64) = self.pool.sort(term) else {
            return None;
        };
        match self.of(term) {
            Some(Abs::Range(range)) => Some(range),
            Some(Abs::Bool(_) | Abs::Exact(_)) | None => Some(full(width)),
        }
    }

    /// What a condition says of variables when it is true, or when it is false; `None` if it cannot be.
    fn limits(&mut self, term: TermId, holds: bool) -> Option<Vec<(VarId, Abs)>> {
        let (op, args) = (*self.pool.op(term), self.pool.args(term).to_vec());
        if let Some(variable) = self.symbols.0.get(&term) {
            return Some(vec![(*variable, Abs::Bool(holds))]);
        }
        if !matches!(op.class(), OpClass::Equality | OpClass::Compare) {
            return Some(Vec::new());
        }
        if op == Op::Eq && !matches!(self.pool.sort(args[0]), Sort::Bv(1..=64)) {
            return Some(self.same(&args, holds));
        }
        let (Some(a), Some(b)) = (self.range_of(args[0]), self.range_of(args[1])) else {
            return Some(Vec::new());
        };
        let (low, high) = if op == Op::Eq && holds {
            let both = a.meet(b)?;
            (both, both)
        } else if op == Op::Eq {
            (without(a, b)?, without(b, a)?)
        } else if let Some(order) = Order::of(op) {
            order.says(a, b, holds)?
        } else {
            (a, b)
        };
        let pairs = [(args[0], low), (args[1], high)];
        let known = pairs.into_iter().filter_map(|(term, range)| {
            let (variable, range) = self.variable(term, range)?;
            Some((variable, Abs::range(range)?))
        });
        Some(known.collect())
    }

    /// The variable that a term is, or is an extension of, and what a range of the term says of it.
    fn variable(&self, term: TermId, range: Range) -> Option<(VarId, Range)> {
        if let Some(variable) = self.symbols.0.get(&term) {
            return Some((*variable, range));
        }
        let (op, args) = (*self.pool.op(term), self.pool.args(term));
        let variable = *self.symbols.0.get(args.first()?)?;
        let Sort::Bv(width @ 1..=64) = self.pool.sort(args[0]) else {
            return None;
        };
        let all = full(width);
        if let Op::BvZext { .. } = op {
            let low = range.umin.min(all.umax);
            let high = range.umax.min(all.umax);
            return Some((variable, Range::unsigned(width, low, high)));
        }
        if let Op::BvSext { .. } = op {
            let low = range.smin.clamp(all.smin, all.smax);
            let high = range.smax.clamp(all.smin, all.smax);
            return Some((variable, Range::signed(width, low, high)));
        }
        None
    }

    /// What the equality of truth values or of wide numbers says.
    fn same(&mut self, args: &[TermId], holds: bool) -> Vec<(VarId, Abs)> {
        let mut known = Vec::new();
        for (term, other) in [(args[0], args[1]), (args[1], args[0])] {
            let Some(variable) = self.symbols.0.get(&term).copied() else {
                continue;
            };
            match self.of(other) {
                Some(Abs::Bool(value)) => known.push((variable, Abs::Bool(value == holds))),
                Some(Abs::Exact(value)) if holds => known.push((variable, Abs::Exact(value))),
                Some(Abs::Range(_) | Abs::Exact(_)) | None => {}
            }
        }
        known
    }
}

/// An order of numbers.
#[derive(Clone, Copy)]
struct Order {
    signed: bool,
    strict: bool,
}

impl Order {
    fn of(op: Op) -> Option<Order> {
        let signed = matches!(op, Op::BvSlt | Op::BvSle);
        let strict = matches!(op, Op::BvUlt | Op::BvSlt);
        let any = signed || matches!(op, Op::BvUlt | Op::BvUle);
        any.then_some(Order { signed, strict })
    }

    /// What it says of both numbers when it holds, or when it does not; `None` if that cannot be.
    fn says(self, a: Range, b: Range, holds: bool) -> Option<(Range, Range)> {
        // What is not below is above or equal.
        let gap = self.strict == holds;
        let (low, high) = if holds { (a, b) } else { (b, a) };
        let (low, high) = match self.signed {
            true => signed_below(low, high, i64::from(gap))?,
            false => below(low, high, u64::from(gap))?,
        };
        Some(if holds { (low, high) } else { (high, low) })
    }

    /// Its truth, if the ranges decide it.
    fn decided(self, a: Range, b: Range) -> Option<bool> {
        if self.says(a, b, true).is_none() {
            Some(false)
        } else if self.says(a, b, false).is_none() {
            Some(true)
        } else {
            None
        }
    }
}

/// What is left of a range without the only value of another.
fn without(a: Range, b: Range) -> Option<Range> {
    let Some(value) = b.single() else {
        return Some(a);
    };
    let mut left = a;
    if a.single() == Some(value) {
        return None;
    } else if a.umin == value {
        left.umin += 1;
    } else if a.umax == value {
        left.umax -= 1;
    }
    let shift = 64 - a.width;
    let signed = ((value << shift) as i64) >> shift;
    if a.smin == signed && a.smin < a.smax {
        left.smin += 1;
    } else if a.smax == signed && a.smin < a.smax {
        left.smax -= 1;
    }
    left.meet(a)
}

/// What `a + gap <= b` says of both as unsigned numbers.
fn below(a: Range, b: Range, gap: u64) -> Option<(Range, Range)> {
    let width = a.width;
    let all = full(width);
    let most = b.umax.checked_sub(gap)?;
    let least = a.umin.checked_add(gap).filter(|least| *least <= all.umax)?;
    let a = a.meet(Range::unsigned(width, 0, most))?;
    let b = b.meet(Range::unsigned(width, least, all.umax))?;
    Some((a, b))
}

/// What `a + gap <= b` says of both as signed numbers.
fn signed_below(a: Range, b: Range, gap: i64) -> Option<(Range, Range)> {
    let width = a.width;
    let all = full(width);
    let most = b.smax.checked_sub(gap).filter(|most| *most >= all.smin)?;
    let least = a.smin.checked_add(gap).filter(|least| *least <= all.smax)?;
    let a = a.meet(Range::signed(width, all.smin, most))?;
    let b = b.meet(Range::signed(width, least, all.smax))?;
    Some((a, b))
}

/// The truth of a connective of which some arguments are known.
fn logic(op: Op, values: &[Option<Abs>]) -> Option<Abs> {
    let value = |abs: &Option<Abs>| match abs {
        Some(Abs::Bool(value)) => Some(*value),
        Some(Abs::Range(_) | Abs::Exact(_)) | None => None,
    };
    let short = op == Op::Or;
    if !short && op != Op::And {
        return None;
    }
    let decided = values.iter().any(|abs| value(abs) == Some(short));
    decided.then_some(Abs::Bool(short))
}

/// The truth of a comparison of two ranges, if they decide it.
fn compare(op: Op, a: Range, b: Range) -> Option<bool> {
    if op != Op::Eq {
        return Order::of(op)?.decided(a, b);
    }
    let same = a.single().is_some() && a.single() == b.single();
    let apart = a.meet(b).is_none();
    (same || apart).then_some(same)
}
