//! Rewriting that cannot be written as patterns: questions about ranges, about the leaves of
//! constant choices, about chains of stores and of conjunctions. Each function looks at a bounded
//! number of terms, and each is tested against the evaluator on random terms.

mod arrays;
mod choices;
mod floats;
mod guards;
mod ranges;
mod scaled;

use cassay_term::{Op, Pool, TermId};

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
    /// A conjunction or disjunction whose parts meet.
    MeetLiterals,
    /// A read resolved over writes.
    ReadOverWrite,
    /// An overwritten write removed.
    DropWrite,
    /// A float operator whose arguments say what it is.
    Floats,
}

/// Names for statistics, in the order of [`Deep`].
pub const NAMES: &[&str] = &[
    "deep_range_decides",
    "deep_leaves_agree",
    "deep_range_narrows",
    "deep_push_to_leaves",
    "deep_unscale",
    "deep_meet_literals",
    "deep_read_over_write",
    "deep_drop_write",
    "deep_floats",
];

/// What can be said before any rule is tried: predicates that are constant.
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

/// What is tried when no rule applies.
pub fn rewrite(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<(Deep, TermId)> {
    let tag = |which: Deep| move |term: TermId| (which, term);
    match op {
        Op::And | Op::Or => guards::meet(pool, op, args[0], args[1]).map(tag(Deep::MeetLiterals)),
        Op::Select => arrays::select(pool, args[0], args[1]).map(tag(Deep::ReadOverWrite)),
        Op::Store => arrays::store(pool, args[0], args[1], args[2]).map(tag(Deep::DropWrite)),
        Op::Eq | Op::BvUlt | Op::BvSlt => choices::push(pool, op, args)
            .map(tag(Deep::PushToLeaves))
            .or_else(|| ranges::narrow(pool, op, args).map(tag(Deep::RangeNarrows)))
            .or_else(|| scaled::compare(pool, op, args[0], args[1]).map(tag(Deep::Unscale))),
        Op::BvAdd
        | Op::BvSub
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvSdiv
        | Op::BvSrem
        | Op::BvNeg
        | Op::BvNot
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::BvShl
        | Op::BvLshr
        | Op::BvAshr
        | Op::BvConcat
        | Op::BvExtract { .. }
        | Op::BvZext { .. }
        | Op::BvSext { .. }
        | Op::BvUaddo
        | Op::BvUmulo
        | Op::BvSaddo
        | Op::BvSsubo
        | Op::BvSmulo => choices::push(pool, op, args)
            .map(tag(Deep::PushToLeaves))
            .or_else(|| ranges::narrow(pool, op, args).map(tag(Deep::RangeNarrows))),
        Op::Float(..)
        | Op::FloatLt(_)
        | Op::FloatLe(_)
        | Op::FloatEq(_)
        | Op::FloatIsNan(_)
        | Op::FloatConvert { .. }
        | Op::FloatFromInt { .. }
        | Op::FloatToInt { .. } => choices::push(pool, op, args)
            .map(tag(Deep::PushToLeaves))
            .or_else(|| floats::rewrite(pool, op, args).map(tag(Deep::Floats))),
        Op::Bool(_)
        | Op::Symbol(_)
        | Op::BvConst(_)
        | Op::Not
        | Op::Xor
        | Op::Ite
        | Op::BvUle
        | Op::BvSle
        | Op::BvUsubo
        | Op::ConstArray { .. } => None,
    }
}

fn is_predicate(op: Op) -> bool {
    matches!(
        op,
        Op::Eq
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::BvUaddo
            | Op::BvUsubo
            | Op::BvUmulo
            | Op::BvSaddo
            | Op::BvSsubo
            | Op::BvSmulo
            | Op::FloatLt(_)
            | Op::FloatLe(_)
            | Op::FloatEq(_)
    )
}
