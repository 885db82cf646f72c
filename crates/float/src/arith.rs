//! The operations of IEEE 754 (2008), section 5, and C's `fmod`.

use std::cmp::Ordering;

use cassay_bv::Bv;
use num_bigint::BigUint;

use crate::round::{Exact, round, shift_right};
use crate::value::{Finite, Value, default_nan, infinity, unpack, zero};
use crate::{FloatKind, FloatOp, Rounding};

/// The result of an operation; `None` when the number or the widths of the operands are wrong.
pub fn arith(op: FloatOp, kind: FloatKind, mode: Rounding, operands: &[Bv]) -> Option<Bv> {
    if operands.iter().any(|bits| bits.width() != kind.bits()) {
        return None;
    }
    let format = Format { kind, mode };
    let mut values = operands.iter().map(|bits| unpack(kind, bits));
    let (first, second, third) = (values.next(), values.next(), values.next());
    if operands.len() != op.arity() {
        return None;
    }
    let (a, b) = match (first?, second, third) {
        (a, None, _) => {
            return Some(match op {
                FloatOp::Sqrt => format.sqrt(a),
                FloatOp::ToIntegral => format.to_integral(a),
                FloatOp::Add
                | FloatOp::Sub
                | FloatOp::Mul
                | FloatOp::Div
                | FloatOp::Fma
                | FloatOp::Fmod
                | FloatOp::Remainder => return None,
            });
        }
        (a, Some(b), Some(c)) => return Some(format.fma(a, b, c)),
        (a, Some(b), None) => (a, b),
    };
    Some(match op {
        FloatOp::Add => format.add(a, b),
        FloatOp::Sub => format.add(a, b.negated()),
        FloatOp::Mul => format.mul(a, b),
        FloatOp::Div => format.div(a, b),
        FloatOp::Fmod => format.remainder(a, b, false),
        FloatOp::Remainder => format.remainder(a, b, true),
        FloatOp::Fma | FloatOp::Sqrt | FloatOp::ToIntegral => return None,
    })
}

/// The order of two numbers, zeros being equal; `None` when one is not a number.
///
/// Panics when a pattern has the wrong width.
pub fn compare(kind: FloatKind, a: &Bv, b: &Bv) -> Option<Ordering> {
    let (a, b) = (unpack(kind, a), unpack(kind, b));
    let (sign_a, sign_b) = (sign(&a)?, sign(&b)?);
    if sign_a != sign_b {
        return Some(sign_a.cmp(&sign_b));
    }
    let magnitudes = match (&a, &b) {
        (Value::Finite(a), Value::Finite(b)) => {
            let (a, b, _) = aligned(a, b);
            a.cmp(&b)
        }
        (Value::Infinite { .. }, Value::Finite(_)) => Ordering::Greater,
        (Value::Finite(_), Value::Infinite { .. }) => Ordering::Less,
        (Value::Infinite { .. }, Value::Infinite { .. })
        | (Value::Zero { .. }, Value::Zero { .. }) => Ordering::Equal,
        (Value::Nan, _) | (_, Value::Nan) => return None,
        (Value::Zero { .. }, Value::Finite(_) | Value::Infinite { .. })
        | (Value::Finite(_) | Value::Infinite { .. }, Value::Zero { .. }) => {
            unreachable!("zeros differ in sign from all else")
        }
    };
    Some(if sign_a < 0 {
        magnitudes.reverse()
    } else {
        magnitudes
    })
}

/// −1, 0 or 1; nothing for a NaN.
fn sign(value: &Value) -> Option<i32> {
    let negative = match value {
        Value::Nan => return None,
        Value::Zero { .. } => return Some(0),
        Value::Infinite { negative } => *negative,
        Value::Finite(finite) => finite.negative,
    };
    Some(if negative { -1 } else { 1 })
}

/// Both magnitudes as multiples of the same power of two, and its exponent.
fn aligned(a: &Finite, b: &Finite) -> (BigUint, BigUint, i64) {
    let exponent = a.exponent.min(b.exponent);
    let scale = |x: &Finite| &x.significand << (x.exponent - exponent);
    (scale(a), scale(b), exponent)
}

/// The exact sum; a magnitude of zero when they cancel.
fn sum(a: &Finite, b: &Finite) -> (bool, BigUint, i64) {
    let (x, y, exponent) = aligned(a, b);
    if a.negative == b.negative {
        (a.negative, x + y, exponent)
    } else if x >= y {
        (a.negative, x - y, exponent)
    } else {
        (b.negative, y - x, exponent)
    }
}

/// A format and a mode: what a result is rounded to.
struct Format {
    kind: FloatKind,
    mode: Rounding,
}

impl Format {
    fn nan(&self) -> Bv {
        default_nan(self.kind)
    }

    fn infinity(&self, negative: bool) -> Bv {
        infinity(self.kind, negative)
    }

    fn zero(&self, negative: bool) -> Bv {
        zero(self.kind, negative)
    }

    /// The zero that a sum of these signs gives when nothing is left.
    fn zero_sum(&self, a: bool, b: bool) -> Bv {
        self.zero(if a == b {
            a
        } else {
            self.mode == Rounding::Down
        })
    }

    fn round(&self, negative: bool, magnitude: BigUint, exponent: i64, inexact: bool) -> Bv {
        let exact = Exact {
            negative,
            magnitude,
            exponent,
            inexact,
        };
        round(self.kind, self.mode, &exact)
    }

    fn round_finite(&self, finite: Finite) -> Bv {
        self.round(finite.negative, finite.significand, finite.exponent, false)
    }

    fn add(&self, a: Value, b: Value) -> Bv {
        match (a, b) {
            (Value::Nan, _) | (_, Value::Nan) => self.nan(),
            (Value::Infinite { negative: a }, Value::Infinite { negative: b }) if a != b => {
                self.nan()
            }
            (Value::Infinite { negative }, _) | (_, Value::Infinite { negative }) => {
                self.infinity(negative)
            }
            (Value::Zero { negative: a }, Value::Zero { negative: b }) => self.zero_sum(a, b),
            (Value::Zero { .. }, Value::Finite(finite))
            | (Value::Finite(finite), Value::Zero { .. }) => self.round_finite(finite),
            (Value::Finite(a), Value::Finite(b)) => {
                let (negative, magnitude, exponent) = sum(&a, &b);
                if magnitude == BigUint::ZERO {
                    return self.zero_sum(a.negative, b.negative);
                }
                self.round(negative, magnitude, exponent, false)
            }
        }
    }

    /// The product: exact when it is finite.
    fn product(a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Nan, _)
            | (_, Value::Nan)
            | (Value::Infinite { .. }, Value::Zero { .. })
            | (Value::Zero { .. }, Value::Infinite { .. }) => Value::Nan,
            (Value::Infinite { negative: a }, Value::Infinite { negative: b })
            | (Value::Infinite { negative: a }, Value::Finite(Finite { negative: b, .. }))
            | (Value::Finite(Finite { negative: a, .. }), Value::Infinite { negative: b }) => {
                Value::Infinite { negative: a != b }
            }
            (Value::Zero { negative: a }, Value::Zero { negative: b })
            | (Value::Zero { negative: a }, Value::Finite(Finite { negative: b, .. }))
            | (Value::Finite(Finite { negative: a, .. }), Value::Zero { negative: b }) => {
                Value::Zero { negative: a != b }
            }
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(Finite {
                negative: a.negative != b.negative,
                significand: a.significand * b.significand,
                exponent: a.exponent + b.exponent,
            }),
        }
    }

    fn mul(&self, a: Value, b: Value) -> Bv {
        match Self::product(a, b) {
            Value::Nan => self.nan(),
            Value::Infinite { negative } => self.infinity(negative),
            Value::Zero { negative } => self.zero(negative),
            Value::Finite(finite) => self.round_finite(finite),
        }
    }

    fn fma(&self, a: Value, b: Value, c: Value) -> Bv {
        self.add(Self::product(a, b), c)
    }

    fn div(&self, a: Value, b: Value) -> Bv {
        match (a, b) {
            (Value::Nan, _)
            | (_, Value::Nan)
            | (Value::Infinite { .. }, Value::Infinite { .. })
            | (Value::Zero { .. }, Value::Zero { .. }) => self.nan(),
            (Value::Infinite { negative: a }, Value::Zero { negative: b })
            | (Value::Infinite { negative: a }, Value::Finite(Finite { negative: b, .. }))
            | (Value::Finite(Finite { negative: a, .. }), Value::Zero { negative: b }) => {
                self.infinity(a != b)
            }
            (Value::Zero { negative: a }, Value::Infinite { negative: b })
            | (Value::Zero { negative: a }, Value::Finite(Finite { negative: b, .. }))
            | (Value::Finite(Finite { negative: a, .. }), Value::Infinite { negative: b }) => {
                self.zero(a != b)
            }
            (Value::Finite(a), Value::Finite(b)) => {
                let wanted = u64::from(self.kind.precision()) + 2 + b.significand.bits();
                let places = wanted.saturating_sub(a.significand.bits());
                let dividend = a.significand << places;
                let quotient = &dividend / &b.significand;
                let inexact = &quotient * &b.significand != dividend;
                let exponent = a.exponent - b.exponent - places as i64;
                self.round(a.negative != b.negative, quotient, exponent, inexact)
            }
        }
    }

    fn sqrt(&self, a: Value) -> Bv {
        match a {
            Value::Nan | Value::Infinite { negative: true } => self.nan(),
            Value::Infinite { negative: false } => self.infinity(false),
            Value::Zero { negative } => self.zero(negative),
            Value::Finite(Finite { negative: true, .. }) => self.nan(),
            Value::Finite(a) => {
                let wanted = 2 * (u64::from(self.kind.precision()) + 2);
                let mut places = wanted.saturating_sub(a.significand.bits()) as i64;
                if (a.exponent - places) % 2 != 0 {
                    places += 1;
                }
                let square = a.significand << places;
                let root = square.sqrt();
                let inexact = &root * &root != square;
                self.round(false, root, (a.exponent - places) / 2, inexact)
            }
        }
    }

    fn to_integral(&self, a: Value) -> Bv {
        match a {
            Value::Nan => self.nan(),
            Value::Infinite { negative } => self.infinity(negative),
            Value::Zero { negative } => self.zero(negative),
            Value::Finite(a) if a.exponent >= 0 => self.round_finite(a),
            Value::Finite(a) => {
                let places = a.exponent.unsigned_abs();
                let integer = shift_right(self.mode, a.negative, &a.significand, places, false);
                self.round(a.negative, integer, 0, false)
            }
        }
    }

    /// `a - b * n` with `n` the quotient truncated, or rounded to nearest.
    fn remainder(&self, a: Value, b: Value, nearest: bool) -> Bv {
        match (a, b) {
            (Value::Nan, _)
            | (_, Value::Nan)
            | (Value::Infinite { .. }, _)
            | (_, Value::Zero { .. }) => self.nan(),
            (Value::Zero { negative }, Value::Infinite { .. } | Value::Finite(_)) => {
                self.zero(negative)
            }
            (Value::Finite(a), Value::Infinite { .. }) => self.round_finite(a),
            (Value::Finite(a), Value::Finite(b)) => {
                let (dividend, divisor, exponent) = aligned(&a, &b);
                let quotient = &dividend / &divisor;
                let mut left = dividend - &quotient * &divisor;
                let mut negative = a.negative;
                if nearest {
                    let past_half = match (&left << 1u32).cmp(&divisor) {
                        Ordering::Less => false,
                        Ordering::Equal => quotient.bit(0),
                        Ordering::Greater => true,
                    };
                    if past_half {
                        left = divisor - left;
                        negative = !negative;
                    }
                }
                self.round(negative, left, exponent, false)
            }
        }
    }
}
