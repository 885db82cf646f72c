//! Intervals, signed and unsigned.
//!
//! A [`Range`] bounds the value as a signed and as an unsigned number. Arithmetic is done on
//! unbounded numbers in either reading and brought back modulo 2^width: the residues of an interval
//! are an interval again unless they cross the end of the reading's range; then that reading has no
//! bounds. The two readings refine each other ([`Range::reduced`]).

use super::{Domain, Thresholds, concrete_binary, mask, signed, signed_max, signed_min, wrap};
use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, CompareOp, OverflowOp, UnaryOp};

/// Bounds of an integer, inclusive. Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Least as a signed number.
    pub signed_lo: i64,
    /// Greatest as a signed number.
    pub signed_hi: i64,
    /// Least as an unsigned number.
    pub unsigned_lo: u64,
    /// Greatest as an unsigned number.
    pub unsigned_hi: u64,
}

/// An interval of unbounded numbers.
type Span = (i128, i128);

impl Range {
    /// The signed reading.
    pub fn signed(&self) -> Span {
        (i128::from(self.signed_lo), i128::from(self.signed_hi))
    }

    /// The unsigned reading.
    pub fn unsigned(&self) -> Span {
        (i128::from(self.unsigned_lo), i128::from(self.unsigned_hi))
    }

    /// The bits, when there is one value only.
    pub fn as_constant(&self) -> Option<u64> {
        (self.unsigned_lo == self.unsigned_hi).then_some(self.unsigned_lo)
    }

    /// The residues modulo 2^width of an interval.
    pub fn of_span(width: u32, (lo, hi): Span) -> Range {
        let mut range = Range::top(width);
        if hi.checked_sub(lo).is_none_or(|size| size >= 1 << width) {
            return range;
        }
        let (a, b) = (wrap(width, lo), wrap(width, hi));
        if a <= b {
            (range.unsigned_lo, range.unsigned_hi) = (a, b);
        }
        let (a, b) = (signed(width, a), signed(width, b));
        if a <= b {
            (range.signed_lo, range.signed_hi) = (a, b);
        }
        range
    }

    /// The values of an interval that, as signed numbers, lie in it.
    pub fn from_signed(width: u32, lo: i128, hi: i128) -> Option<Range> {
        let (lo, hi) = (lo.max(signed_min(width)), hi.min(signed_max(width)));
        (lo <= hi).then(|| Range::of_span(width, (lo, hi)))
    }

    /// The values that, as unsigned numbers, lie in an interval.
    pub fn from_unsigned(width: u32, lo: i128, hi: i128) -> Option<Range> {
        let (lo, hi) = (lo.max(0), hi.min(i128::from(mask(width))));
        (lo <= hi).then(|| Range::of_span(width, (lo, hi)))
    }

    /// The same values, with each reading refined by the other.
    fn reduced(mut self, width: u32) -> Option<Range> {
        for _ in 0..2 {
            if self.signed_lo > self.signed_hi || self.unsigned_lo > self.unsigned_hi {
                return None;
            }
            let lo = wrap(width, self.signed().0);
            let hi = wrap(width, self.signed().1);
            if lo <= hi {
                // All of one sign.
                self.unsigned_lo = self.unsigned_lo.max(lo);
                self.unsigned_hi = self.unsigned_hi.min(hi);
            }
            if self.unsigned_lo > self.unsigned_hi {
                return None;
            }
            let lo = signed(width, self.unsigned_lo);
            let hi = signed(width, self.unsigned_hi);
            if lo <= hi {
                self.signed_lo = self.signed_lo.max(lo);
                self.signed_hi = self.signed_hi.min(hi);
            }
        }
        (self.signed_lo <= self.signed_hi).then_some(self)
    }

    /// The meet of two over-approximations of the same values.
    fn both(self, width: u32, other: Range) -> Range {
        // Values exist, so the meet is not empty; if it were, either side would still be valid.
        self.meet(width, other).unwrap_or(self)
    }

    /// Applies an operator of numbers in both readings.
    fn arithmetic(
        width: u32,
        a: Range,
        b: Range,
        op: impl Fn(Span, Span) -> Option<Span>,
    ) -> Range {
        let top = Range::top(width);
        let through = |x: Span, y: Span| op(x, y).map_or(top, |span| Range::of_span(width, span));
        let first = through(a.signed(), b.signed());
        first.both(width, through(a.unsigned(), b.unsigned()))
    }

    /// Whether an operation overflows, when that is the same for all values.
    pub fn overflows(op: OverflowOp, width: u32, a: Range, b: Range) -> Option<bool> {
        let (numbers, least, most) = match op {
            OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul => (
                (a.signed(), b.signed()),
                signed_min(width),
                signed_max(width),
            ),
            OverflowOp::UAdd | OverflowOp::USub | OverflowOp::UMul => {
                ((a.unsigned(), b.unsigned()), 0, i128::from(mask(width)))
            }
        };
        let (x, y) = numbers;
        let (lo, hi) = match op {
            OverflowOp::SAdd | OverflowOp::UAdd => add(x, y)?,
            OverflowOp::SSub | OverflowOp::USub => sub(x, y)?,
            OverflowOp::SMul | OverflowOp::UMul => mul(x, y)?,
        };
        if least <= lo && hi <= most {
            Some(false)
        } else if hi < least || most < lo {
            Some(true)
        } else {
            None
        }
    }

    /// The refinement of two integers by a comparison that holds.
    pub fn compared(op: CompareOp, width: u32, a: Range, b: Range) -> Option<(Range, Range)> {
        let below =
            |x: Span, y: Span, gap: i128| ((x.0, x.1.min(y.1 - gap)), (y.0.max(x.0 + gap), y.1));
        match op {
            CompareOp::Eq => {
                let both = a.meet(width, b)?;
                Some((both, both))
            }
            CompareOp::Ne => {
                let new_a = match b.as_constant() {
                    Some(bits) => a.without(width, bits)?,
                    None => a,
                };
                let new_b = match a.as_constant() {
                    Some(bits) => b.without(width, bits)?,
                    None => b,
                };
                Some((new_a, new_b))
            }
            CompareOp::ULt | CompareOp::ULe => {
                let gap = i128::from(op == CompareOp::ULt);
                let (x, y) = below(a.unsigned(), b.unsigned(), gap);
                let x = Range::from_unsigned(width, x.0, x.1)?;
                let y = Range::from_unsigned(width, y.0, y.1)?;
                Some((a.meet(width, x)?, b.meet(width, y)?))
            }
            CompareOp::SLt | CompareOp::SLe => {
                let gap = i128::from(op == CompareOp::SLt);
                let (x, y) = below(a.signed(), b.signed(), gap);
                let x = Range::from_signed(width, x.0, x.1)?;
                let y = Range::from_signed(width, y.0, y.1)?;
                Some((a.meet(width, x)?, b.meet(width, y)?))
            }
        }
    }

    /// The range without one value, if it is at an end.
    fn without(mut self, width: u32, bits: u64) -> Option<Range> {
        let number = signed(width, bits);
        if self.unsigned_lo == self.unsigned_hi && self.unsigned_lo == bits {
            return None;
        }
        if self.unsigned_lo == bits {
            self.unsigned_lo += 1;
        }
        if self.unsigned_hi == bits {
            self.unsigned_hi -= 1;
        }
        if self.signed_lo == number && number < self.signed_hi {
            self.signed_lo += 1;
        }
        if self.signed_hi == number && number > self.signed_lo {
            self.signed_hi -= 1;
        }
        self.reduced(width)
    }

    fn unsigned_quotient(width: u32, a: Range, b: Range) -> Range {
        let (x, y) = (a.unsigned(), b.unsigned());
        // Division by zero gives all ones.
        let ones = i128::from(mask(width));
        let least = if y.1 > 0 { x.0 / y.1 } else { ones };
        let most = if y.0 > 0 { x.1 / y.0 } else { ones };
        Range::from_unsigned(width, least, most).unwrap_or(Range::top(width))
    }

    fn unsigned_remainder(width: u32, a: Range, b: Range) -> Range {
        let (x, y) = (a.unsigned(), b.unsigned());
        if x.1 < y.0 {
            return a;
        }
        // The remainder by zero is the dividend.
        let most = if y.0 > 0 { x.1.min(y.1 - 1) } else { x.1 };
        Range::from_unsigned(width, 0, most).unwrap_or(Range::top(width))
    }

    fn signed_quotient(width: u32, a: Range, b: Range) -> Range {
        let (p, q) = (a.signed(), b.signed());
        let mut found: Option<Span> = None;
        let mut take = |value: i128| {
            let (lo, hi) = found.unwrap_or((value, value));
            found = Some((lo.min(value), hi.max(value)));
        };
        for (from, to) in [(q.0.max(1), q.1), (q.0, q.1.min(-1))] {
            if from <= to {
                for dividend in [p.0, p.1] {
                    take(dividend / from);
                    take(dividend / to);
                }
                if p.0 <= 0 && 0 <= p.1 {
                    take(0);
                }
            }
        }
        if q.0 <= 0 && 0 <= q.1 {
            // Division by zero.
            take(1);
            take(-1);
        }
        found.map_or(Range::top(width), |span| Range::of_span(width, span))
    }

    fn signed_remainder(width: u32, a: Range, b: Range) -> Range {
        let (p, q) = (a.signed(), b.signed());
        let largest = q.0.abs().max(q.1.abs());
        let has_zero = q.0 <= 0 && 0 <= q.1;
        let limit = if has_zero { i128::MAX } else { largest - 1 };
        let lo = if p.0 < 0 { -(-p.0).min(limit) } else { 0 };
        let hi = if p.1 > 0 { p.1.min(limit) } else { 0 };
        Range::from_signed(width, lo, hi).unwrap_or(Range::top(width))
    }

    fn shifted_left(width: u32, a: Range, b: Range) -> Range {
        let (least, most) = (b.unsigned_lo, b.unsigned_hi);
        let top = Range::top(width);
        if least >= u64::from(width) {
            return Range::constant(width, 0);
        }
        if most >= u64::from(width) {
            return top;
        }
        let factor = (1_i128 << least, 1_i128 << most);
        let by = |x: Span| mul(x, factor).map_or(top, |span| Range::of_span(width, span));
        by(a.signed()).both(width, by(a.unsigned()))
    }

    fn shifted_right(width: u32, a: Range, b: Range) -> Range {
        let (least, most) = (b.unsigned_lo, b.unsigned_hi);
        if least >= u64::from(width) {
            return Range::constant(width, 0);
        }
        let lo = if most >= u64::from(width) {
            0
        } else {
            a.unsigned_lo >> most
        };
        let hi = a.unsigned_hi >> least;
        Range::of_span(width, (i128::from(lo), i128::from(hi)))
    }

    fn shifted_right_with_sign(width: u32, a: Range, b: Range) -> Range {
        let last = u64::from(width) - 1;
        let (least, most) = (b.unsigned_lo.min(last), b.unsigned_hi.min(last));
        let (lo, hi) = a.signed();
        let lo = if lo < 0 { lo >> least } else { lo >> most };
        let hi = if hi < 0 { hi >> most } else { hi >> least };
        Range::of_span(width, (lo, hi))
    }

    fn bitwise_and(width: u32, a: Range, b: Range) -> Range {
        let (lo, hi) = if width == 1 {
            (a.unsigned_lo & b.unsigned_lo, a.unsigned_hi & b.unsigned_hi)
        } else {
            (0, a.unsigned_hi.min(b.unsigned_hi))
        };
        let both = a.is_negative() == Some(true) && b.is_negative() == Some(true);
        Range::with_sign(width, (lo, hi), both.then_some(true))
    }

    fn bitwise_or(width: u32, a: Range, b: Range) -> Range {
        let lo = a.unsigned_lo.max(b.unsigned_lo);
        let one = a.is_negative() == Some(true) || b.is_negative() == Some(true);
        Range::with_sign(width, (lo, bits_of_either(a, b)), one.then_some(true))
    }

    fn bitwise_xor(width: u32, a: Range, b: Range) -> Range {
        let differ = |(a, b)| a != b;
        let negative = a.is_negative().zip(b.is_negative()).map(differ);
        Range::with_sign(width, (0, bits_of_either(a, b)), negative)
    }

    /// Whether the values are negative as signed numbers, if that is the same for all.
    fn is_negative(&self) -> Option<bool> {
        let (lo, hi) = (self.signed_lo < 0, self.signed_hi < 0);
        (lo == hi).then_some(lo)
    }

    /// The values between unsigned bounds whose sign, if it is known, is the given one.
    fn with_sign(width: u32, (lo, hi): (u64, u64), negative: Option<bool>) -> Range {
        let range = Range::of_span(width, (i128::from(lo), i128::from(hi)));
        let Some(negative) = negative else {
            return range;
        };
        let half = if negative {
            (signed_min(width), -1)
        } else {
            (0, signed_max(width))
        };
        range.both(width, Range::of_span(width, half))
    }
}

/// All bits up to the highest one that a value of either range can have.
fn bits_of_either(a: Range, b: Range) -> u64 {
    match a.unsigned_hi | b.unsigned_hi {
        0 => 0,
        joined => u64::MAX >> joined.leading_zeros(),
    }
}

fn add(a: Span, b: Span) -> Option<Span> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

fn sub(a: Span, b: Span) -> Option<Span> {
    Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?))
}

fn mul(a: Span, b: Span) -> Option<Span> {
    let corners = [
        a.0.checked_mul(b.0)?,
        a.0.checked_mul(b.1)?,
        a.1.checked_mul(b.0)?,
        a.1.checked_mul(b.1)?,
    ];
    let lo = corners.into_iter().min()?;
    let hi = corners.into_iter().max()?;
    Some((lo, hi))
}

impl Domain for Range {
    fn top(width: u32) -> Self {
        Range {
            signed_lo: signed(width, 1 << (width - 1)),
            signed_hi: signed(width, mask(width) >> 1),
            unsigned_lo: 0,
            unsigned_hi: mask(width),
        }
    }

    fn constant(width: u32, bits: u64) -> Self {
        let number = signed(width, bits);
        Range {
            signed_lo: number,
            signed_hi: number,
            unsigned_lo: bits,
            unsigned_hi: bits,
        }
    }

    fn contains(&self, width: u32, bits: u64) -> bool {
        let number = signed(width, bits);
        (self.signed_lo..=self.signed_hi).contains(&number)
            && (self.unsigned_lo..=self.unsigned_hi).contains(&bits)
    }

    fn join(self, _width: u32, other: Self) -> Self {
        Range {
            signed_lo: self.signed_lo.min(other.signed_lo),
            signed_hi: self.signed_hi.max(other.signed_hi),
            unsigned_lo: self.unsigned_lo.min(other.unsigned_lo),
            unsigned_hi: self.unsigned_hi.max(other.unsigned_hi),
        }
    }

    fn widen(self, width: u32, next: Self, thresholds: &Thresholds) -> Self {
        let top = Range::top(width);
        let mut wide = self;
        if next.signed_lo < self.signed_lo {
            let stop = thresholds.below(i128::from(next.signed_lo));
            let stop = stop.and_then(|t| i64::try_from(t).ok());
            wide.signed_lo = stop.map_or(top.signed_lo, |t| t.max(top.signed_lo));
        }
        if next.signed_hi > self.signed_hi {
            let stop = thresholds.above(i128::from(next.signed_hi));
            let stop = stop.and_then(|t| i64::try_from(t).ok());
            wide.signed_hi = stop.map_or(top.signed_hi, |t| t.min(top.signed_hi));
        }
        if next.unsigned_lo < self.unsigned_lo {
            let stop = thresholds.below(i128::from(next.unsigned_lo));
            wide.unsigned_lo = stop.and_then(|t| u64::try_from(t).ok()).unwrap_or(0);
        }
        if next.unsigned_hi > self.unsigned_hi {
            let stop = thresholds.above(i128::from(next.unsigned_hi));
            let stop = stop.and_then(|t| u64::try_from(t).ok());
            wide.unsigned_hi = stop.map_or(top.unsigned_hi, |t| t.min(top.unsigned_hi));
        }
        wide.reduced(width).unwrap_or(top)
    }

    fn meet(self, width: u32, other: Self) -> Option<Self> {
        let both = Range {
            signed_lo: self.signed_lo.max(other.signed_lo),
            signed_hi: self.signed_hi.min(other.signed_hi),
            unsigned_lo: self.unsigned_lo.max(other.unsigned_lo),
            unsigned_hi: self.unsigned_hi.min(other.unsigned_hi),
        };
        both.reduced(width)
    }

    fn unary(op: UnaryOp, width: u32, a: Self) -> Self {
        let from = match op {
            UnaryOp::Neg => Range::constant(width, 0),
            // The complement is what is missing to all ones.
            UnaryOp::Not => Range::constant(width, mask(width)),
        };
        Range::arithmetic(width, from, a, sub)
    }

    fn binary(op: BinaryOp, width: u32, a: Self, b: Self) -> Self {
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return Range::constant(width, concrete_binary(op, width, x, y));
        }
        match op {
            BinaryOp::Add => Range::arithmetic(width, a, b, add),
            BinaryOp::Sub => Range::arithmetic(width, a, b, sub),
            BinaryOp::Mul => Range::arithmetic(width, a, b, mul),
            BinaryOp::UDiv => Range::unsigned_quotient(width, a, b),
            BinaryOp::SDiv => Range::signed_quotient(width, a, b),
            BinaryOp::URem => Range::unsigned_remainder(width, a, b),
            BinaryOp::SRem => Range::signed_remainder(width, a, b),
            BinaryOp::Shl => Range::shifted_left(width, a, b),
            BinaryOp::LShr => Range::shifted_right(width, a, b),
            BinaryOp::AShr => Range::shifted_right_with_sign(width, a, b),
            BinaryOp::And => Range::bitwise_and(width, a, b),
            BinaryOp::Or => Range::bitwise_or(width, a, b),
            BinaryOp::Xor => Range::bitwise_xor(width, a, b),
        }
    }

    fn cast(change: WidthChange, _from: u32, to: u32, a: Self) -> Self {
        match change {
            WidthChange::ZeroExtend => Range::of_span(to, a.unsigned()),
            WidthChange::SignExtend => Range::of_span(to, a.signed()),
            WidthChange::Cut => {
                Range::of_span(to, a.unsigned()).both(to, Range::of_span(to, a.signed()))
            }
        }
    }

    fn compare(op: CompareOp, _width: u32, a: Self, b: Self) -> Option<bool> {
        let order = |x: Span, y: Span, gap: i128| {
            if x.1 + gap <= y.0 {
                Some(true)
            } else if y.1 < x.0 + gap {
                Some(false)
            } else {
                None
            }
        };
        let apart = || {
            a.signed_hi < b.signed_lo
                || b.signed_hi < a.signed_lo
                || a.unsigned_hi < b.unsigned_lo
                || b.unsigned_hi < a.unsigned_lo
        };
        let equal = match (a.as_constant(), b.as_constant()) {
            (Some(x), Some(y)) => Some(x == y),
            _ if apart() => Some(false),
            _ => None,
        };
        match op {
            CompareOp::Eq => equal,
            CompareOp::Ne => equal.map(|equal| !equal),
            CompareOp::ULt => order(a.unsigned(), b.unsigned(), 1),
            CompareOp::ULe => order(a.unsigned(), b.unsigned(), 0),
            CompareOp::SLt => order(a.signed(), b.signed(), 1),
            CompareOp::SLe => order(a.signed(), b.signed(), 0),
        }
    }
}
