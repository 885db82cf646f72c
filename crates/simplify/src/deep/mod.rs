//! Rewriting that patterns cannot express: by ranges, by the leaves of constant choices, by chains
//! of stores and of conjunctions. Each function examines a bounded number of terms, and each is
//! tested against the evaluator on random terms.

mod arrays;
mod choices;
mod floats;
mod guards;
mod ranges;
mod scaled;

pub use ranges::decide_ranges;

use cassay_term::{Op, OpClass, Pool, TermId};

/// Which of the functions fired; numbered after the rules for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deep {
    /// A predicate decided by ranges.
    RangeDecides,
    /// A predicate on which all leaves of constant choices agree.
    LeavesAgree,
    /// An operator changed because ranges exclude cases.
    RangeNarrows,
    /// An operator pushed to the leaves of a constant choice.
    PushToLeaves,
    /// A comparison freed of an offset or a factor that does not wrap.
    Unscale,
    /// A conjunction or disjunction with complementary or common literals.
    MeetLiterals,
    /// A read resolved over writes.
    ReadOverWrite,
    /// An overwritten write removed.
    DropWrite,
    /// A float operator simplified by its arguments.
    Floats,
}

/// Names for statistics with what each does, in the order of [`Deep`].
#[rustfmt::skip]
pub const PROCEDURES: &[(&str, &str)] = &[
    ("deep_range_decides", "Decides a comparison or overflow predicate by the ranges of its operands. Every term of at most 64 bits has a signed and an unsigned interval, computed when it is made."),
    ("deep_leaves_agree", "Decides a predicate on choices between constants (a loop counter after a merge) if it has the same value for all of them; up to 256 pairs."),
    ("deep_range_narrows", "Uses ranges: a signed operator becomes unsigned if no operand is negative, a trivial division or remainder is removed, an extension of an extracted part is removed if the other bits are zero, a comparison of a zero extension with a sign extension becomes narrower."),
    ("deep_push_to_leaves", "Applies an operator to each constant of a choice, so that the result is a choice between constants again."),
    ("deep_unscale", "Removes an offset or a factor from both sides of a comparison if it cannot wrap."),
    ("deep_meet_literals", "Treats conjunctions and disjunctions as sets of up to 24 literals: complements cancel, a side that contains the other is absorbed, literals that the other side implies are dropped, common literals of two guards are factored out."),
    ("deep_read_over_write", "Resolves a read through the writes whose indices certainly differ. Chains of writes to constant indices have a lookup table, so that a read takes time logarithmic in their length; other indices are compared for up to 32 writes. A read of a choice of arrays becomes a choice of reads if each of these is resolved at once."),
    ("deep_drop_write", "Removes a write that a later one to the same index overwrites, up to 16 writes deeper."),
    ("deep_floats", "Simplifies float operators with some constant arguments, with exact results, or with arguments that are known not to be NaN."),
];

/// Predicates that are constant; tried before any rule.
pub fn decide(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<(Deep, TermId)> {
    let &[a, b] = args else { return None };
    if !is_predicate(op) || pool.sort(a).bv_width().is_none() {
        return None;
    }
    if let Some(value) = ranges::decide(pool, op, a, b) {
        return Some((Deep::RangeDecides, pool.bool_const(value)));
    }
    choices::agree(pool, op, a, b).map(|term| (Deep::LeavesAgree, term))
}

/// A read over writes, when what it gives is a constant or a choice between constants.
pub fn read_constant(pool: &mut Pool, array: TermId, index: TermId) -> Option<(Deep, TermId)> {
    let value = arrays::element(pool, array, index)?;
    let constant = pool.is_const(value) || pool.is_const_choice(value);
    constant.then_some((Deep::ReadOverWrite, value))
}

/// Tried when no rule applies.
pub fn rewrite(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<(Deep, TermId)> {
    let tag = |which: Deep| move |term: TermId| (which, term);
    match op.class() {
        OpClass::Logic if matches!(op, Op::And | Op::Or) => {
            guards::meet(pool, op, args[0], args[1]).map(tag(Deep::MeetLiterals))
        }
        OpClass::Array if op == Op::Select => {
            arrays::select(pool, args[0], args[1]).map(tag(Deep::ReadOverWrite))
        }
        OpClass::Array if op == Op::Store => {
            arrays::store(pool, args[0], args[1], args[2]).map(tag(Deep::DropWrite))
        }
        // Rules turn these into others.
        OpClass::Compare if matches!(op, Op::BvUle | Op::BvSle) => None,
        OpClass::Overflow if op == Op::BvUsubo => None,
        OpClass::Equality | OpClass::Compare => choices::push(pool, op, args)
            .map(tag(Deep::PushToLeaves))
            .or_else(|| ranges::narrow(pool, op, args).map(tag(Deep::RangeNarrows)))
            .or_else(|| scaled::compare(pool, op, args[0], args[1]).map(tag(Deep::Unscale))),
        OpClass::Unary | OpClass::Binary | OpClass::Resize | OpClass::Overflow => {
            choices::push(pool, op, args)
                .map(tag(Deep::PushToLeaves))
                .or_else(|| ranges::narrow(pool, op, args).map(tag(Deep::RangeNarrows)))
        }
        OpClass::Float => choices::push(pool, op, args)
            .map(tag(Deep::PushToLeaves))
            .or_else(|| floats::rewrite(pool, op, args).map(tag(Deep::Floats))),
        OpClass::Leaf | OpClass::Logic | OpClass::Choice | OpClass::Array => None,
    }
}

fn is_predicate(op: Op) -> bool {
    match op.class() {
        OpClass::Equality | OpClass::Compare | OpClass::Overflow => true,
        OpClass::Float => matches!(op, Op::FloatLt(_) | Op::FloatLe(_) | Op::FloatEq(_)),
        OpClass::Leaf
        | OpClass::Logic
        | OpClass::Choice
        | OpClass::Unary
        | OpClass::Binary
        | OpClass::Resize
        | OpClass::Array => false,
    }
}
