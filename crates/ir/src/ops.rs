//! What integer operators give for values of one width: the meaning that executions, constant folding
//! and analyses share.

use crate::expr::{BinaryOp, CastKind, CompareOp, OverflowOp, UnaryOp};
use cassay_bv::Bv;

impl UnaryOp {
    /// The value of the operator.
    pub fn apply(self, a: &Bv) -> Bv {
        match self {
            UnaryOp::Not => a.not(),
            UnaryOp::Neg => a.neg(),
        }
    }
}

impl BinaryOp {
    /// The value of the operator.
    pub fn apply(self, a: &Bv, b: &Bv) -> Bv {
        match self {
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
}

impl CompareOp {
    /// The value of the operator.
    pub fn apply(self, a: &Bv, b: &Bv) -> bool {
        match self {
            CompareOp::Eq => a == b,
            CompareOp::Ne => a != b,
            CompareOp::ULt => a.ult(b),
            CompareOp::ULe => a.ule(b),
            CompareOp::SLt => a.slt(b),
            CompareOp::SLe => a.sle(b),
        }
    }
}

impl OverflowOp {
    /// The value of the operator.
    pub fn apply(self, a: &Bv, b: &Bv) -> bool {
        match self {
            OverflowOp::SAdd => a.sadd_overflows(b),
            OverflowOp::SSub => a.ssub_overflows(b),
            OverflowOp::SMul => a.smul_overflows(b),
            OverflowOp::UAdd => a.uadd_overflows(b),
            OverflowOp::USub => a.usub_overflows(b),
            OverflowOp::UMul => a.umul_overflows(b),
        }
    }
}

/// Where the bits of a result come from: what matters to bits that were never given a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitFlow {
    /// From the same bits of both operands; one may decide alone.
    Decides,
    /// From other bits of the first operand, as far as the second says.
    Shifts,
    /// From all bits of both.
    Mixes,
}

impl BinaryOp {
    /// Where the bits of the result come from.
    pub fn bit_flow(self) -> BitFlow {
        match self {
            BinaryOp::And | BinaryOp::Or => BitFlow::Decides,
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => BitFlow::Shifts,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Xor => BitFlow::Mixes,
        }
    }
}

/// What a conversion does to bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastClass {
    /// It leaves out the highest, or puts zeros above.
    Resizes,
    /// It copies the highest.
    Extends,
    /// It takes them as another type.
    Reinterprets,
    /// It computes new ones from the number that they stand for.
    Computes,
}

/// How an integer becomes one of another width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidthChange {
    /// The highest bits are left out.
    Cut,
    /// Zeros are put above.
    ZeroExtend,
    /// The highest bit is copied.
    SignExtend,
}

impl CastKind {
    /// How the conversion changes the width of an integer; `None` if it does something else.
    pub fn width_change(self) -> Option<WidthChange> {
        match self {
            CastKind::Trunc => Some(WidthChange::Cut),
            CastKind::ZExt => Some(WidthChange::ZeroExtend),
            CastKind::SExt => Some(WidthChange::SignExtend),
            CastKind::PtrToInt
            | CastKind::IntToPtr
            | CastKind::Bitcast
            | CastKind::FloatToFloat(_)
            | CastKind::FloatToSInt
            | CastKind::FloatToUInt
            | CastKind::SIntToFloat(_)
            | CastKind::UIntToFloat(_) => None,
        }
    }

    /// What the conversion does to bits.
    pub fn class(self) -> CastClass {
        match self {
            CastKind::Trunc | CastKind::ZExt => CastClass::Resizes,
            CastKind::SExt => CastClass::Extends,
            CastKind::PtrToInt | CastKind::IntToPtr | CastKind::Bitcast => CastClass::Reinterprets,
            CastKind::FloatToFloat(_)
            | CastKind::FloatToSInt
            | CastKind::FloatToUInt
            | CastKind::SIntToFloat(_)
            | CastKind::UIntToFloat(_) => CastClass::Computes,
        }
    }
}
