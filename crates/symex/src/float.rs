//! Floating point: operations on bit patterns.
//!
//! Values carry bits only; their format is read off the expression.

use crate::equation::Operation;
use crate::eval::Eval;
use crate::space::Stuck;
use crate::state::State;
use crate::value::Value;
use cassay_ir::{CastKind, Expr, FloatCompareOp, FloatKind, FloatOp, Rounding, Type, TypeId};
use cassay_term::{FloatCompare, TermId};

impl Eval<'_> {
    pub(crate) fn float_arith(
        &mut self,
        state: &State,
        op: FloatOp,
        rounding: Rounding,
        operands: &[Expr],
    ) -> Result<Value, Stuck> {
        let kind = self.operand_kind(operands.first())?;
        if operands.len() != op.arity() {
            return Err(Stuck::new("floating-point arithmetic of too few operands"));
        }
        let mut values = Vec::with_capacity(operands.len());
        for operand in operands {
            values.push(self.eval_float(state, operand, kind)?);
        }
        let result = self.space().pool.float_arith(op, kind, rounding, &values);
        Ok(Value::Bits(result))
    }

    pub(crate) fn float_neg(&mut self, state: &State, a: &Expr) -> Result<Value, Stuck> {
        let kind = self.operand_kind(Some(a))?;
        let a = self.eval_float(state, a, kind)?;
        Ok(Value::Bits(self.space().pool.float_neg(kind, a)))
    }

    pub(crate) fn float_compare(
        &mut self,
        state: &State,
        op: FloatCompareOp,
        a: &Expr,
        b: &Expr,
    ) -> Result<Value, Stuck> {
        let kind = self.operand_kind(Some(a))?;
        let (a, b) = (
            self.eval_float(state, a, kind)?,
            self.eval_float(state, b, kind)?,
        );
        let predicate = match (op.less, op.equal, op.greater) {
            (false, false, false) => None,
            (false, true, false) => Some(FloatCompare::Equal),
            (true, false, true) => Some(FloatCompare::NotEqual),
            (true, false, false) => Some(FloatCompare::Less),
            (true, true, false) => Some(FloatCompare::LessEqual),
            (false, false, true) => Some(FloatCompare::Greater),
            (false, true, true) => Some(FloatCompare::GreaterEqual),
            (true, true, true) => Some(FloatCompare::Ordered),
        };
        Ok(Value::Bits(match (predicate, op.unordered) {
            (Some(predicate), unordered) => self
                .space()
                .pool
                .float_compare(predicate, unordered, kind, a, b),
            (None, true) => self.space().pool.float_unordered(kind, a, b),
            (None, false) => self.space().pool.fls(),
        }))
    }

    /// A conversion to or from a float, or between two formats.
    pub(crate) fn float_cast(
        &mut self,
        state: &State,
        cast: CastKind,
        a: &Expr,
        ty: TypeId,
    ) -> Result<Value, Stuck> {
        match (cast, self.space().program.types.get(ty)) {
            (CastKind::FloatToFloat(rounding), Type::Float(to)) => {
                let (from, to) = (self.operand_kind(Some(a))?, *to);
                let bits = self.eval_float(state, a, from)?;
                let result = self.space().pool.float_convert(from, to, rounding, bits);
                Ok(Value::Bits(result))
            }
            (
                CastKind::SIntToFloat(rounding) | CastKind::UIntToFloat(rounding),
                Type::Float(to),
            ) => {
                let to = *to;
                let bits = self.eval_bits(state, a)?;
                let bits = self.space().bits_of(&Value::Bits(bits));
                let signed = matches!(cast, CastKind::SIntToFloat(_));
                let result = self.space().pool.float_from_int(to, rounding, signed, bits);
                Ok(Value::Bits(result))
            }
            (CastKind::FloatToSInt | CastKind::FloatToUInt, Type::Int(width)) => {
                let width = *width;
                let kind = self.operand_kind(Some(a))?;
                let bits = self.eval_float(state, a, kind)?;
                let signed = cast == CastKind::FloatToSInt;
                let fits = self.space().pool.float_fits_int(kind, width, signed, bits);
                let lost = self.space().pool.not(fits);
                self.space()
                    .leave_open(state, lost, Operation::FloatConversion);
                let whole = self.space().pool.float_to_int(kind, width, signed, bits);
                Ok(Value::Bits(if width == 1 {
                    self.space().pool.bv_to_bool(whole)
                } else {
                    whole
                }))
            }
            (_, _) => Err(Stuck::new("conversion between types it does not fit")),
        }
    }

    fn eval_float(&mut self, state: &State, expr: &Expr, kind: FloatKind) -> Result<TermId, Stuck> {
        let bits = self.eval_bits(state, expr)?;
        if self.space().pool.sort(bits).bv_width() == Some(kind.bits()) {
            Ok(bits)
        } else {
            Err(Stuck::new("operand that is no floating-point number"))
        }
    }

    fn operand_kind(&self, expr: Option<&Expr>) -> Result<FloatKind, Stuck> {
        expr.and_then(|expr| self.float_kind(expr))
            .ok_or_else(|| Stuck::new("operand that is no floating-point number"))
    }

    /// The format of a float expression. The type of a constant may not be in the table.
    pub(crate) fn float_kind(&self, expr: &Expr) -> Option<FloatKind> {
        match expr {
            Expr::Float(kind, _) => return Some(*kind),
            Expr::FloatNeg(a) | Expr::Select(_, a, _) => return self.float_kind(a),
            Expr::FloatArith(_, _, operands) => return self.float_kind(operands.first()?),
            Expr::Int(_)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::Temp(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Unary(_, _)
            | Expr::Binary(_, _, _)
            | Expr::Compare(_, _, _)
            | Expr::Overflow(_, _, _)
            | Expr::Cast(_, _, _)
            | Expr::PtrAdd(_, _)
            | Expr::Aggregate(_, _)
            | Expr::Component(_, _)
            | Expr::WithComponent(_, _, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Extent(_, _)
            | Expr::Memory(_, _, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => {}
        }
        let ty = expr.ty(
            self.memory.space.program,
            &self.memory.space.program.functions[self.memory.space.here.at.function],
        )?;
        match self.memory.space.program.types.get(ty) {
            Type::Float(kind) => Some(*kind),
            Type::Void
            | Type::Int(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => None,
        }
    }
}
