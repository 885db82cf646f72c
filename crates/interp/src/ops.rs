//! Integer operators over values of one width.

use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CompareOp, OverflowOp, UnaryOp};

pub(crate) fn unary(op: UnaryOp, a: &Bv) -> Bv {
    match op {
        UnaryOp::Not => a.not(),
        UnaryOp::Neg => a.neg(),
    }
}

pub(crate) fn binary(op: BinaryOp, a: &Bv, b: &Bv) -> Bv {
    match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::UDiv => a.udiv(b),
        BinaryOp::SDiv => a.sdiv(b),
        BinaryOp::URem => a.urem(b),
        BinaryOp::SRem => a.srem(b),
        BinaryOp::Shl => a.shl(b),
        BinaryOp::LShr => a.lshr(b),
        BinaryOp::AShr => a.ashr(b),
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        BinaryOp::Xor => a.xor(b),
    }
}

pub(crate) fn compare(op: CompareOp, a: &Bv, b: &Bv) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::ULt => a.ult(b),
        CompareOp::ULe => a.ule(b),
        CompareOp::SLt => a.slt(b),
        CompareOp::SLe => a.sle(b),
    }
}

pub(crate) fn overflow(op: OverflowOp, a: &Bv, b: &Bv) -> bool {
    match op {
        OverflowOp::SAdd => a.sadd_overflows(b),
        OverflowOp::SSub => a.ssub_overflows(b),
        OverflowOp::SMul => a.smul_overflows(b),
        OverflowOp::UAdd => a.uadd_overflows(b),
        OverflowOp::USub => a.usub_overflows(b),
        OverflowOp::UMul => a.umul_overflows(b),
    }
}
