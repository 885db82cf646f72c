//! Floating point on the host's `f32` and `f64`, which are IEEE binary32 and binary64 rounding to
//! nearest even. Other formats end the execution as unsupported.
//!
//! A result that is not a number is always the one positive quiet NaN, as in SMT-LIB there is one.

use crate::machine::Machine;
use crate::outcome::{Outcome, Run};
use crate::value::Value;
use cassay_bv::Bv;
use cassay_ir::{Expr, FloatBinaryOp, FloatCompareOp, FloatKind};

/// A number of a format the host has.
#[derive(Clone, Copy)]
enum Number {
    Single(f32),
    Double(f64),
}

impl Number {
    fn of(kind: FloatKind, bits: &Bv) -> Option<Number> {
        let word = bits.to_u64()?;
        match kind {
            FloatKind::Single => Some(Number::Single(f32::from_bits(word as u32))),
            FloatKind::Double => Some(Number::Double(f64::from_bits(word))),
            FloatKind::Half | FloatKind::X87 | FloatKind::Quad => None,
        }
    }

    fn value(self) -> Value {
        match self {
            Number::Single(x) => {
                let bits = if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() };
                Value::Float(FloatKind::Single, Bv::from_u64(32, u64::from(bits)))
            }
            Number::Double(x) => {
                let bits = if x.is_nan() {
                    0x7ff8_0000_0000_0000
                } else {
                    x.to_bits()
                };
                Value::Float(FloatKind::Double, Bv::from_u64(64, bits))
            }
        }
    }

    /// The same number with the larger precision.
    fn widened(self) -> f64 {
        match self {
            Number::Single(x) => f64::from(x),
            Number::Double(x) => x,
        }
    }
}

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

    fn format(&self, kind: FloatKind) -> Box<Outcome> {
        self.unsupported(&format!("arithmetic on {} numbers", kind.name()))
    }

    fn number(&self, kind: FloatKind, bits: &Bv) -> Run<Number> {
        Number::of(kind, bits).ok_or_else(|| self.format(kind))
    }

    pub(crate) fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        a: (FloatKind, Bv),
        b: (FloatKind, Bv),
    ) -> Run<Value> {
        match (self.number(a.0, &a.1)?, self.number(b.0, &b.1)?) {
            (Number::Single(x), Number::Single(y)) => Ok(Number::Single(match op {
                FloatBinaryOp::Add => x + y,
                FloatBinaryOp::Sub => x - y,
                FloatBinaryOp::Mul => x * y,
                FloatBinaryOp::Div => x / y,
                FloatBinaryOp::Rem => x % y,
            })
            .value()),
            (Number::Double(x), Number::Double(y)) => Ok(Number::Double(match op {
                FloatBinaryOp::Add => x + y,
                FloatBinaryOp::Sub => x - y,
                FloatBinaryOp::Mul => x * y,
                FloatBinaryOp::Div => x / y,
                FloatBinaryOp::Rem => x % y,
            })
            .value()),
            (Number::Single(_), Number::Double(_)) | (Number::Double(_), Number::Single(_)) => {
                Err(self.malformed("floating-point operands of different kinds"))
            }
        }
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
        let (x, y) = (self.number(a.0, &a.1)?, self.number(b.0, &b.1)?);
        let holds = match x.widened().partial_cmp(&y.widened()) {
            Some(std::cmp::Ordering::Less) => op.less,
            Some(std::cmp::Ordering::Equal) => op.equal,
            Some(std::cmp::Ordering::Greater) => op.greater,
            None => op.unordered,
        };
        Ok(Value::bool(holds))
    }

    pub(crate) fn float_to_float(
        &mut self,
        from: FloatKind,
        bits: &Bv,
        to: FloatKind,
    ) -> Run<Value> {
        if from == to {
            return Ok(Value::Float(from, bits.clone()));
        }
        let number = self.number(from, bits)?;
        match to {
            FloatKind::Single => Ok(Number::Single(number.widened() as f32).value()),
            FloatKind::Double => Ok(Number::Double(number.widened()).value()),
            FloatKind::Half | FloatKind::X87 | FloatKind::Quad => Err(self.format(to)),
        }
    }

    /// Towards zero. A result that does not fit has no defined value.
    pub(crate) fn float_to_int(
        &mut self,
        from: FloatKind,
        bits: &Bv,
        width: u32,
        signed: bool,
    ) -> Run<Value> {
        let whole = self.number(from, bits)?.widened().trunc();
        if width == 0 || width > 64 {
            return Err(self.unsupported("conversion of a float to an integer of over 64 bits"));
        }
        let (low, high) = if signed {
            let half = 2f64.powi(width as i32 - 1);
            (-half, half)
        } else {
            (0.0, 2f64.powi(width as i32))
        };
        if whole >= low && whole < high {
            return Ok(Value::Int(Bv::from_i128(width, whole as i128)));
        }
        Err(self.unsupported("conversion of a float out of the range of the integer type"))
    }

    pub(crate) fn int_to_float(&mut self, bits: &Bv, to: FloatKind, signed: bool) -> Run<Value> {
        let wide = || self.unsupported("conversion of an integer of over 128 bits to a float");
        let number = match (to, signed) {
            (FloatKind::Single, true) => Number::Single(bits.to_i128().ok_or_else(wide)? as f32),
            (FloatKind::Single, false) => Number::Single(bits.to_u128().ok_or_else(wide)? as f32),
            (FloatKind::Double, true) => Number::Double(bits.to_i128().ok_or_else(wide)? as f64),
            (FloatKind::Double, false) => Number::Double(bits.to_u128().ok_or_else(wide)? as f64),
            (FloatKind::Half | FloatKind::X87 | FloatKind::Quad, _) => return Err(self.format(to)),
        };
        Ok(number.value())
    }
}
