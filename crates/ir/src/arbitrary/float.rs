//! Random floating-point expressions of every kind.

use super::Generator;
use crate::expr::{CastKind, Expr, FloatCompareOp};
use crate::function::StmtKind;
use crate::types::{Type, TypeId};
use cassay_bv::Bv;
use cassay_float::{FloatKind, FloatOp, Rounding};

impl Generator {
    pub(super) fn float_kind(&mut self) -> FloatKind {
        match self.rng.below(3) {
            0 => FloatKind::Single,
            1 => FloatKind::Double,
            _ => {
                let kind = self.rng.pick(FloatKind::ALL);
                kind.unwrap_or(FloatKind::Half)
            }
        }
    }

    fn rounding(&mut self) -> Rounding {
        if self.rng.chance(1, 2) {
            return Rounding::NearestEven;
        }
        let rounding = self.rng.pick(Rounding::ALL);
        rounding.unwrap_or(Rounding::Zero)
    }

    fn float_type(&mut self, kind: FloatKind) -> TypeId {
        self.program.types.intern(Type::Float(kind))
    }

    /// A new temporary with a floating-point value.
    pub(super) fn assign_float(&mut self) {
        let kind = self.float_kind();
        let value = self.float(kind, 2);
        let ty = self.float_type(kind);
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Assign { dst, value });
        self.floats.push((dst, kind));
    }

    /// An expression of a floating-point format.
    pub(super) fn float(&mut self, kind: FloatKind, depth: u32) -> Expr {
        if depth == 0 || self.rng.chance(1, 4) {
            return self.float_leaf(kind);
        }
        let depth = depth - 1;
        match self.rng.below(8) {
            0..=3 => {
                let op = self.rng.pick(FloatOp::ALL).unwrap_or(FloatOp::Add);
                let rounding = self.rounding();
                let operands = (0..op.arity()).map(|_| self.float(kind, depth)).collect();
                Expr::FloatArith(op, rounding, operands)
            }
            4 => Expr::FloatNeg(Box::new(self.float(kind, depth))),
            5 => {
                let cond = self.condition(depth);
                let (a, b) = (self.float(kind, depth), self.float(kind, depth));
                Expr::Select(Box::new(cond), Box::new(a), Box::new(b))
            }
            _ => self.converted_float(kind, depth),
        }
    }

    /// A conversion to a format, from another format, an integer, or the same bits.
    fn converted_float(&mut self, kind: FloatKind, depth: u32) -> Expr {
        let ty = self.float_type(kind);
        let rounding = self.rounding();
        let from = self.float_kind();
        if from != kind && self.rng.chance(1, 3) {
            let value = self.float(from, depth);
            return Expr::cast(CastKind::FloatToFloat(rounding), value, ty);
        }
        if [16, 32, 64, 128].contains(&kind.bits()) && self.rng.chance(1, 3) {
            let value = self.expr(kind.bits(), depth);
            return Expr::cast(CastKind::Bitcast, value, ty);
        }
        let width = self.rng.width();
        let value = self.expr(width, depth);
        let cast = if self.rng.chance(1, 2) {
            CastKind::SIntToFloat(rounding)
        } else {
            CastKind::UIntToFloat(rounding)
        };
        Expr::cast(cast, value, ty)
    }

    fn float_leaf(&mut self, kind: FloatKind) -> Expr {
        let fitting: Vec<_> = self
            .floats
            .iter()
            .filter(|(_, of)| *of == kind)
            .map(|(temp, _)| *temp)
            .collect();
        if self.rng.chance(3, 4)
            && let Some(temp) = self.rng.pick(&fitting)
        {
            return Expr::Temp(temp);
        }
        let bits = match self.rng.below(6) {
            0 => cassay_float::zero(kind, self.rng.chance(1, 2)),
            1 => cassay_float::infinity(kind, self.rng.chance(1, 2)),
            2 => cassay_float::default_nan(kind),
            3 => Bv::from_u64(kind.bits(), self.rng.below(4)),
            4 => {
                let number = Bv::from_u64(64, self.rng.next_u64() >> self.rng.below(64));
                cassay_float::from_int(kind, Rounding::NearestEven, &number, true)
            }
            _ => {
                let limbs = [self.rng.next_u64(), self.rng.next_u64()];
                Bv::from_limbs(kind.bits(), &limbs)
            }
        };
        Expr::Float(kind, bits)
    }

    /// An integer converted from a float.
    pub(super) fn int_of_float(&mut self, width: u32, depth: u32) -> Expr {
        let ty = self.int_type(width);
        let same_bits: Vec<FloatKind> = FloatKind::ALL
            .iter()
            .copied()
            .filter(|kind| kind.bits() == width)
            .collect();
        if let Some(kind) = self.rng.pick(&same_bits)
            && self.rng.chance(1, 2)
        {
            let value = self.float(kind, depth);
            return Expr::cast(CastKind::Bitcast, value, ty);
        }
        let kind = self.float_kind();
        let value = self.float(kind, depth);
        let cast = if self.rng.chance(1, 2) {
            CastKind::FloatToSInt
        } else {
            CastKind::FloatToUInt
        };
        Expr::cast(cast, value, ty)
    }

    /// A comparison of two floats.
    pub(super) fn float_comparison(&mut self, depth: u32) -> Expr {
        let kind = self.float_kind();
        let (a, b) = (self.float(kind, depth), self.float(kind, depth));
        let [less, equal, greater, unordered] = [(); 4].map(|()| self.rng.chance(1, 2));
        let op = FloatCompareOp {
            less,
            equal,
            greater,
            unordered,
        };
        Expr::FloatCompare(op, Box::new(a), Box::new(b))
    }
}
