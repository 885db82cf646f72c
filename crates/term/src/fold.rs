//! The meaning of every operator on values, used by constant folding and by the evaluator.

use cassay_bv::Bv;

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
        [a] => match op {
            Op::Not => pool.as_bool(a).map(|value| !value),
            _ => None,
        },
        [a, b] => match (pool.as_bool(a), pool.as_bool(b)) {
            (Some(a), Some(b)) => bool_binary(op, a, b),
            _ => bv_predicate(op, pool.as_bv(a)?, pool.as_bv(b)?),
        },
        _ => None,
    }
}

/// A binary operator on truth values.
pub(crate) fn bool_binary(op: Op, a: bool, b: bool) -> Option<bool> {
    match op {
        Op::And => Some(a && b),
        Op::Or => Some(a || b),
        Op::Xor => Some(a != b),
        Op::Eq => Some(a == b),
        _ => None,
    }
}

/// A predicate on two bit-vectors.
pub(crate) fn bv_predicate(op: Op, a: &Bv, b: &Bv) -> Option<bool> {
    Some(match op {
        Op::Eq => a == b,
        Op::BvUlt => a.ult(b),
        Op::BvUle => a.ule(b),
        Op::BvSlt => a.slt(b),
        Op::BvSle => a.sle(b),
        Op::BvUaddo => a.uadd_overflows(b),
        Op::BvUsubo => a.usub_overflows(b),
        Op::BvUmulo => a.umul_overflows(b),
        Op::BvSaddo => a.sadd_overflows(b),
        Op::BvSsubo => a.ssub_overflows(b),
        Op::BvSmulo => a.smul_overflows(b),
        _ => return None,
    })
}

/// A unary operator on a bit-vector.
pub(crate) fn bv_unary(op: Op, a: &Bv) -> Option<Bv> {
    Some(match op {
        Op::BvNeg => a.neg(),
        Op::BvNot => a.not(),
        Op::BvExtract { hi, lo } => a.extract(hi, lo),
        Op::BvZext { to } => a.zext(to),
        Op::BvSext { to } => a.sext(to),
        _ => return None,
    })
}

/// A binary operator on bit-vectors that gives a bit-vector.
pub(crate) fn bv_binary(op: Op, a: &Bv, b: &Bv) -> Option<Bv> {
    Some(match op {
        Op::BvAdd => a.add(b),
        Op::BvSub => a.sub(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        Op::BvConcat => a.concat(b),
        _ => return None,
    })
}
