//! Abstract integers: the product of the domains of single integers.
//!
//! The parts refine each other: bounds move to the next number of the congruence class, and a
//! single number is a constant everywhere. A congruence keeps a modulus that is not a power of two
//! only through operations whose bounds show that they do not wrap around.

use crate::domains::congruence::Congruence;
use crate::domains::interval::Range;
use crate::domains::{Domain, Thresholds, mask, signed_max, signed_min, wrap};
use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, CompareOp, OverflowOp, UnaryOp};

/// The greatest width of integers that are tracked.
pub const WIDEST: u32 = 64;

/// A set of integers of one width. Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The width in bits, at most [`WIDEST`].
    pub width: u32,
    /// Bounds.
    pub range: Range,
    /// A residue.
    pub congruence: Congruence,
}

impl Value {
    /// Any value.
    pub fn top(width: u32) -> Value {
        Value {
            width,
            range: Range::top(width),
            congruence: Congruence::top(width),
        }
    }

    /// One value.
    pub fn constant(width: u32, bits: u64) -> Value {
        let bits = bits & mask(width);
        Value {
            width,
            range: Range::constant(width, bits),
            congruence: Congruence::constant(width, bits),
        }
    }

    /// A Boolean.
    pub fn bool(value: Option<bool>) -> Value {
        value.map_or(Value::top(1), |value| Value::constant(1, u64::from(value)))
    }

    /// Values within bounds.
    pub fn of_range(width: u32, range: Range) -> Value {
        let value = Value {
            width,
            range,
            congruence: Congruence::top(width),
        };
        value.reduced().unwrap_or(value)
    }

    /// The signed numbers of an interval; none when the width has none of them.
    pub fn signed(width: u32, lo: i128, hi: i128) -> Option<Value> {
        Range::from_signed(width, lo, hi).map(|range| Value::of_range(width, range))
    }

    /// The unsigned numbers of an interval; none when the width has none of them.
    pub fn unsigned(width: u32, lo: i128, hi: i128) -> Option<Value> {
        Range::from_unsigned(width, lo, hi).map(|range| Value::of_range(width, range))
    }

    /// Whether nothing is known.
    pub fn is_top(&self) -> bool {
        *self == Value::top(self.width)
    }

    /// The bits, when there is one value only.
    pub fn as_constant(&self) -> Option<u64> {
        self.range.as_constant()
    }

    /// The truth value, when it is known.
    pub fn as_bool(&self) -> Option<bool> {
        self.as_constant().map(|bits| bits != 0)
    }

    /// Whether a value is possible.
    pub fn contains(&self, bits: u64) -> bool {
        self.range.contains(self.width, bits) && self.congruence.contains(self.width, bits)
    }

    /// Refines the parts by each other.
    fn reduced(self) -> Option<Value> {
        let Value {
            width,
            mut range,
            mut congruence,
        } = self;
        if congruence.parts().0 != 1 {
            let (lo, hi) = range.signed();
            let (lo, hi) = congruence.within(lo, hi);
            if lo > hi {
                return None;
            }
            range = range.meet(width, Range::from_signed(width, lo, hi)?)?;
        }
        if let Some(bits) = range.as_constant() {
            if !congruence.contains(width, bits) {
                return None;
            }
            congruence = Congruence::constant(width, bits);
        }
        Some(Value {
            width,
            range,
            congruence,
        })
    }

    fn sound(self) -> Value {
        self.reduced().unwrap_or(self)
    }

    /// The join.
    pub fn join(self, other: Value) -> Value {
        debug_assert_eq!(self.width, other.width);
        Value {
            width: self.width,
            range: self.range.join(self.width, other.range),
            congruence: self.congruence.join(self.width, other.congruence),
        }
    }

    /// The widening.
    pub fn widen(self, next: Value, thresholds: &Thresholds) -> Value {
        Value {
            width: self.width,
            range: self.range.widen(self.width, next.range, thresholds),
            congruence: self
                .congruence
                .widen(self.width, next.congruence, thresholds),
        }
    }

    /// The meet; none when it is empty.
    pub fn meet(self, other: Value) -> Option<Value> {
        debug_assert_eq!(self.width, other.width);
        let value = Value {
            width: self.width,
            range: self.range.meet(self.width, other.range)?,
            congruence: self.congruence.meet(self.width, other.congruence)?,
        };
        value.reduced()
    }

    /// Whether this is a subset of the other.
    pub fn within(&self, other: &Value) -> bool {
        self.join(*other) == *other
    }

    /// An operator applied.
    pub fn unary(op: UnaryOp, a: Value) -> Value {
        let value = Value {
            width: a.width,
            range: Range::unary(op, a.width, a.range),
            congruence: Congruence::unary(op, a.width, a.congruence),
        };
        value.sound()
    }

    /// An operator applied to two integers of one width.
    pub fn binary(op: BinaryOp, a: Value, b: Value) -> Value {
        let width = a.width;
        let congruence = if stays(op, a, b) {
            Congruence::exact(op, width, a.congruence, b.congruence)
        } else {
            Congruence::binary(op, width, a.congruence, b.congruence)
        };
        let value = Value {
            width,
            range: Range::binary(op, width, a.range, b.range),
            congruence,
        };
        value.sound()
    }

    /// A conversion to an integer of another width.
    pub fn cast(change: WidthChange, a: Value, to: u32) -> Value {
        // If the signed number stays the same, so does its congruence.
        let (lo, hi) = a.range.signed();
        let same = match change {
            WidthChange::ZeroExtend => lo >= 0,
            WidthChange::Cut => lo >= signed_min(to) && hi <= signed_max(to),
            WidthChange::SignExtend => true,
        };
        let congruence = if same {
            a.congruence
        } else {
            Congruence::cast(change, a.width, to, a.congruence)
        };
        let value = Value {
            width: to,
            range: Range::cast(change, a.width, to, a.range),
            congruence,
        };
        value.sound()
    }

    /// How a comparison ends, when that is known.
    pub fn compare(op: CompareOp, a: Value, b: Value) -> Option<bool> {
        Range::compare(op, a.width, a.range, b.range)
            .or_else(|| Congruence::compare(op, a.width, a.congruence, b.congruence))
    }

    /// Whether an operation overflows, when that is known.
    pub fn overflows(op: OverflowOp, a: Value, b: Value) -> Option<bool> {
        Range::overflows(op, a.width, a.range, b.range)
    }

    /// The refinement of two integers by a comparison that holds.
    pub fn compared(op: CompareOp, a: Value, b: Value) -> Option<(Value, Value)> {
        let (x, y) = Range::compared(op, a.width, a.range, b.range)?;
        let (x, y) = (Value::of_range(a.width, x), Value::of_range(a.width, y));
        let (x, y) = (a.meet(x)?, b.meet(y)?);
        if op == CompareOp::Eq {
            let both = x.meet(y)?;
            return Some((both, both));
        }
        Some((x, y))
    }

    /// The refinement of two integers by an operation that does not overflow.
    pub fn not_overflowing(op: OverflowOp, a: Value, b: Value) -> Option<(Value, Value)> {
        let width = a.width;
        let is_signed = matches!(op, OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul);
        let (least, most) = if is_signed {
            (signed_min(width), signed_max(width))
        } else {
            (0, i128::from(mask(width)))
        };
        let span = |value: Value| {
            if is_signed {
                value.range.signed()
            } else {
                value.range.unsigned()
            }
        };
        let bound = |value: Value, lo: i128, hi: i128| {
            let bounds = if is_signed {
                Value::signed(width, lo, hi)
            } else {
                Value::unsigned(width, lo, hi)
            };
            value.meet(bounds?)
        };
        let ((a_lo, a_hi), (b_lo, b_hi)) = (span(a), span(b));
        match op {
            OverflowOp::SAdd | OverflowOp::UAdd => Some((
                bound(a, least - b_hi, most - b_lo)?,
                bound(b, least - a_hi, most - a_lo)?,
            )),
            OverflowOp::SSub | OverflowOp::USub => Some((
                bound(a, least + b_lo, most + b_hi)?,
                bound(b, a_lo - most, a_hi - least)?,
            )),
            OverflowOp::SMul | OverflowOp::UMul => Some((a, b)),
        }
    }

    /// The bits of a signed number.
    pub fn bits(&self, number: i128) -> u64 {
        wrap(self.width, number)
    }
}

/// Whether an operation, as one of signed numbers, never wraps around.
fn stays(op: BinaryOp, a: Value, b: Value) -> bool {
    let overflow = match op {
        BinaryOp::Add => OverflowOp::SAdd,
        BinaryOp::Sub => OverflowOp::SSub,
        BinaryOp::Mul => OverflowOp::SMul,
        BinaryOp::SRem => return true,
        BinaryOp::Shl => {
            let Some(by) = b.as_constant().filter(|by| *by < u64::from(a.width) - 1) else {
                return false;
            };
            let factor = Value::constant(a.width, 1 << by);
            return Value::overflows(OverflowOp::SMul, a, factor) == Some(false);
        }
        BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => return false,
    };
    Value::overflows(overflow, a, b) == Some(false)
}
