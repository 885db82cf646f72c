//! Floating point of every format, by the exact operations on bit patterns of `cassay_float`.
//!
//! A result that is not a number is always the positive quiet NaN; SMT-LIB has only one NaN too.

use crate::machine::Machine;
use crate::outcome::Run;
use crate::value::Value;
use cassay_bv::Bv;
use cassay_ir::{Expr, FloatCompareOp, FloatKind, FloatOp, Rounding};
use std::cmp::Ordering;

impl<'p> Machine<'p, '_> {
    pub(crate) fn eval_float(&mut self, expr: &'p Expr) -> Run<(FloatKind, Bv)> {
        match self.eval(expr)? {
            Value::Float(kind, bits) if bits.width() == kind.bits() => Ok((kind, bits)),
            Value::Float(_, _)
            | Value::Int(_)
            | Value::Pointer(_)
            | Value::Address(_)
            | Value::Aggregate(_) => {
                Err(self.malformed("an operand that is no floating-point number"))
            }
        }
    }

    pub(crate) fn float_arith(
        &mut self,
        op: FloatOp,
        rounding: Rounding,
        operands: &'p [Expr],
    ) -> Run<Value> {
        let mut values = Vec::with_capacity(operands.len());
        let mut common = None;
        for operand in operands {
            let (kind, bits) = self.eval_float(operand)?;
            if *common.get_or_insert(kind) != kind {
                return Err(self.malformed("floating-point operands of different kinds"));
            }
            values.push(bits);
        }
        let result = common.and_then(|kind| {
            let bits = cassay_float::arith(op, kind, rounding, &values)?;
            Some(Value::Float(kind, bits))
        });
        result.ok_or_else(|| self.malformed("floating-point arithmetic of too few operands"))
    }

    pub(crate) fn float_compare(
        &mut self,
        op: FloatCompareOp,
        a: (FloatKind, Bv),
        b: (FloatKind, Bv),
    ) -> Run<Value> {
        if a.0 != b.0 {
            return Err(self.malformed("floating-point operands of different kinds"));
        }
        let holds = match cassay_float::compare(a.0, &a.1, &b.1) {
            Some(Ordering::Less) => op.less,
            Some(Ordering::Equal) => op.equal,
            Some(Ordering::Greater) => op.greater,
            None => op.unordered,
        };
        Ok(Value::bool(holds))
    }

    pub(crate) fn float_to_int(
        &mut self,
        from: FloatKind,
        bits: &Bv,
        width: u32,
        signed: bool,
    ) -> Run<Value> {
        if width == 0 {
            return Err(self.malformed("an integer without bits"));
        }
        let whole = cassay_float::to_int(from, bits, width, signed);
        Ok(Value::Int(
            whole.unwrap_or_else(|| cassay_float::indefinite(width)),
        ))
    }
}

pub(crate) fn float_to_float(
    from: FloatKind,
    bits: &Bv,
    to: FloatKind,
    rounding: Rounding,
) -> Value {
    Value::Float(to, cassay_float::convert(from, to, rounding, bits))
}

pub(crate) fn int_to_float(bits: &Bv, to: FloatKind, rounding: Rounding, signed: bool) -> Value {
    Value::Float(to, cassay_float::from_int(to, rounding, bits, signed))
}
