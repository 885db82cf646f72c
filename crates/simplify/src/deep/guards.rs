//! Conjunctions and disjunctions as sets of literals: complementary literals, absorption, and the
//! common literals of two merged guards.

use cassay_term::{Op, Pool, TermId};

/// Most literals taken from one side.
const MAX_LITERALS: usize = 24;
/// Most literals that may remain of each side when common ones are taken out.
const MAX_REST: usize = 2;

/// A literal as its atom and its sign, ordered by atom.
type Literal = (TermId, bool);

fn dual(op: Op) -> Op {
    if op == Op::Or { Op::And } else { Op::Or }
}

/// Whether a term is a chain of `op`, or the negation of a chain of its dual.
fn is_chain(pool: &Pool, op: Op, t: TermId) -> bool {
    match *pool.op(t) {
        Op::Not => *pool.op(pool.args(t)[0]) == dual(op),
        other => other == op,
    }
}

/// The literals of a chain of `op`, or `None` when there are too many. A negated chain of the
/// dual counts as the chain of its complements.
fn literals(pool: &Pool, op: Op, t: TermId) -> Option<Vec<Literal>> {
    let mut all = Vec::new();
    let mut stack = vec![(t, true)];
    while let Some((term, sign)) = stack.pop() {
        let here = *pool.op(term);
        if here == Op::Not {
            stack.push((pool.args(term)[0], !sign));
        } else if here == if sign { op } else { dual(op) } {
            stack.extend(pool.args(term).iter().map(|arg| (*arg, sign)));
        } else {
            all.push((term, sign));
        }
        if all.len() + stack.len() > MAX_LITERALS {
            return None;
        }
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

fn contains(all: &[Literal], literal: Literal) -> bool {
    all.binary_search(&literal).is_ok()
}

fn minus(a: &[Literal], b: &[Literal]) -> Vec<Literal> {
    a.iter().copied().filter(|l| !contains(b, *l)).collect()
}

fn term(pool: &mut Pool, (atom, sign): Literal) -> TermId {
    if sign { atom } else { pool.not(atom) }
}

/// Simplifies `a op b` for `and` and `or` by their literals.
pub fn meet(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(term) = same_kind(pool, op, a, b) {
        return Some(term);
    }
    if let Some(term) = mixed_kind(pool, op, a, b).or_else(|| mixed_kind(pool, op, b, a)) {
        return Some(term);
    }
    if op == Op::Or {
        common_factor(pool, a, b)
    } else {
        None
    }
}

/// One side as a chain of the connective, the other as a chain of its dual: literals of the latter
/// whose complement is in the former have no effect, and a literal that is in the former makes the
/// latter redundant.
fn mixed_kind(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let dual = dual(op);
    if *pool.op(b) != dual || *pool.op(a) == dual {
        return None;
    }
    let (left, right) = (literals(pool, op, a)?, literals(pool, dual, b)?);
    if right.iter().any(|l| contains(&left, *l)) {
        return Some(a);
    }
    let rest: Vec<Literal> = right
        .iter()
        .copied()
        .filter(|(atom, sign)| !contains(&left, (*atom, !sign)))
        .collect();
    if rest.len() == right.len() {
        return None;
    }
    let mut other = pool.bool_const(dual == Op::And);
    for literal in rest {
        let literal = term(pool, literal);
        other = pool.make(dual, &[other, literal]);
    }
    Some(pool.make(op, &[a, other]))
}

/// Both sides as chains of the same connective.
fn same_kind(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    if !is_chain(pool, op, a) && !is_chain(pool, op, b) {
        return None;
    }
    let (left, right) = (literals(pool, op, a)?, literals(pool, op, b)?);
    if right
        .iter()
        .any(|(atom, sign)| contains(&left, (*atom, !sign)))
    {
        return Some(pool.bool_const(op == Op::Or));
    }
    let new = minus(&right, &left);
    if new.is_empty() {
        return Some(a);
    }
    if minus(&left, &right).is_empty() {
        return Some(b);
    }
    if new.len() == right.len() {
        return None;
    }
    let mut result = a;
    for literal in new {
        let literal = term(pool, literal);
        result = pool.make(op, &[result, literal]);
    }
    Some(result)
}

/// A disjunction of two conjunctions with common literals and little else.
fn common_factor(pool: &mut Pool, a: TermId, b: TermId) -> Option<TermId> {
    if *pool.op(a) != Op::And && *pool.op(b) != Op::And {
        return None;
    }
    let (left, right) = (literals(pool, Op::And, a)?, literals(pool, Op::And, b)?);
    let (only_left, only_right) = (minus(&left, &right), minus(&right, &left));
    if only_left.is_empty() {
        return Some(a);
    }
    if only_right.is_empty() {
        return Some(b);
    }
    let common: Vec<Literal> = left
        .iter()
        .copied()
        .filter(|l| contains(&right, *l))
        .collect();
    if common.is_empty() || only_left.len() > MAX_REST || only_right.len() > MAX_REST {
        return None;
    }
    let mut conjunction = |literals: &[Literal]| {
        literals.iter().fold(pool.tru(), |all, l| {
            let l = term(pool, *l);
            pool.and(all, l)
        })
    };
    let (rest_left, rest_right) = (conjunction(&only_left), conjunction(&only_right));
    let common = conjunction(&common);
    let rest = pool.or(rest_left, rest_right);
    Some(pool.and(common, rest))
}
