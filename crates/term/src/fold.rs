//! The meaning of operators on values, used by constant folding and by the evaluator. What depends on
//! the arguments alone is in the table of operators ([`Op::meaning`]).

use cassay_bv::Bv;

use crate::op::Meaning;
use crate::{Op, Pool, TermId, float};

/// The constant that `op(args)` is, when every argument is a constant.
pub(crate) fn fold(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId> {
    if args.is_empty() {
        return None;
    }
    if let Some(value) = fold_bool(pool, op, args) {
        return Some(pool.bool_const(value));
    }
    if let Some(folded) = float::fold(pool, op, args) {
        return Some(folded);
    }
    let value = match *args {
        [a] => bv_unary(op, pool.as_bv(a)?),
        [a, b] => bv_binary(op, pool.as_bv(a)?, pool.as_bv(b)?),
        _ => None,
    }?;
    Some(pool.bv(value))
}

fn fold_bool(pool: &Pool, op: Op, args: &[TermId]) -> Option<bool> {
    match *args {
        [a] if op == Op::Not => pool.as_bool(a).map(|value| !value),
        [a, b] => match (pool.as_bool(a), pool.as_bool(b)) {
            (Some(a), Some(b)) => bool_binary(op, a, b),
            _ => bv_predicate(op, pool.as_bv(a)?, pool.as_bv(b)?),
        },
        _ => None,
    }
}

/// A binary operator on truth values.
pub(crate) fn bool_binary(op: Op, a: bool, b: bool) -> Option<bool> {
    if op == Op::Eq {
        return Some(a == b);
    }
    let Meaning::Logic(meaning) = op.meaning() else {
        return None;
    };
    Some(meaning(a, b))
}

/// A predicate on two bit-vectors.
pub(crate) fn bv_predicate(op: Op, a: &Bv, b: &Bv) -> Option<bool> {
    if op == Op::Eq {
        return Some(a == b);
    }
    let Meaning::Predicate(meaning) = op.meaning() else {
        return None;
    };
    Some(meaning(a, b))
}

/// A unary operator on a bit-vector.
pub(crate) fn bv_unary(op: Op, a: &Bv) -> Option<Bv> {
    if let Op::BvExtract { hi, lo } = op {
        Some(a.extract(hi, lo))
    } else if let Op::BvZext { to } = op {
        Some(a.zext(to))
    } else if let Op::BvSext { to } = op {
        Some(a.sext(to))
    } else if let Meaning::Unary(meaning) = op.meaning() {
        Some(meaning(a))
    } else {
        None
    }
}

/// A binary operator on bit-vectors that gives a bit-vector.
pub(crate) fn bv_binary(op: Op, a: &Bv, b: &Bv) -> Option<Bv> {
    let Meaning::Binary(meaning) = op.meaning() else {
        return None;
    };
    Some(meaning(a, b))
}
