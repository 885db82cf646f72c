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

    fn divide(op: BinaryOp, width: u32, a: Range, b: Range) -> Range {
        let (x, y) = (a.unsigned(), b.unsigned());
        let (p, q) = (a.signed(), b.signed());
        let top = Range::top(width);
        let unsigned = |lo: i128, hi: i128| Range::from_unsigned(width, lo, hi).unwrap_or(top);
        match op {
            BinaryOp::UDiv if y.0 > 0 => unsigned(x.0 / y.1, x.1 / y.0),
            BinaryOp::UDiv if y.1 > 0 => unsigned(x.0 / y.1, i128::from(mask(width))),
            BinaryOp::UDiv => unsigned(i128::from(mask(width)), i128::from(mask(width))),
            BinaryOp::URem if x.1 < y.0 => a,
            BinaryOp::URem if y.0 > 0 => unsigned(0, x.1.min(y.1 - 1)),
            BinaryOp::URem => unsigned(0, x.1),
            BinaryOp::SRem => {
                let largest = q.0.abs().max(q.1.abs());
                let has_zero = q.0 <= 0 && 0 <= q.1;
                let limit = if has_zero { i128::MAX } else { largest - 1 };
                let lo = if p.0 < 0 { -(-p.0).min(limit) } else { 0 };
                let hi = if p.1 > 0 { p.1.min(limit) } else { 0 };
                Range::from_signed(width, lo, hi).unwrap_or(top)
            }
            BinaryOp::SDiv => {
                let mut found: Option<Span> = None;
                let mut take = |value: i128| {
                    found = Some(
                        found.map_or((value, value), |(lo, hi)| (lo.min(value), hi.max(value))),
                    );
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
                    take(1);
                    take(-1);
                }
                found.map_or(top, |span| Range::of_span(width, span))
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => top,
        }
    }

    fn shift(op: BinaryOp, width: u32, a: Range, b: Range) -> Range {
        let past = u64::from(width);
        let (least, most) = (b.unsigned_lo, b.unsigned_hi);
        let top = Range::top(width);
        match op {
            BinaryOp::Shl if least >= past => Range::constant(width, 0),
            BinaryOp::Shl if most >= past => top,
            BinaryOp::Shl => {
                let factor = (1_i128 << least, 1_i128 << most);
                let by = |x: Span| mul(x, factor).map_or(top, |span| Range::of_span(width, span));
                by(a.signed()).both(width, by(a.unsigned()))
            }
            BinaryOp::LShr if least >= past => Range::constant(width, 0),
            BinaryOp::LShr => {
                let lo = if most >= past {
                    0
                } else {
                    a.unsigned_lo >> most
                };
                let hi = a.unsigned_hi >> least;
                Range::of_span(width, (i128::from(lo), i128::from(hi)))
            }
            BinaryOp::AShr => {
                let (least, most) = (least.min(past - 1), most.min(past - 1));
                let (lo, hi) = a.signed();
                let lo = if lo < 0 { lo >> least } else { lo >> most };
                let hi = if hi < 0 { hi >> most } else { hi >> least };
                Range::of_span(width, (lo, hi))
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => top,
        }
    }

    fn bitwise(op: BinaryOp, width: u32, a: Range, b: Range) -> Range {
        // No bit above the highest of either bound is set.
        let above = |x: u64| {
            if x == 0 {
                0
            } else {
                u64::MAX >> x.leading_zeros()
            }
        };
        let joined = above(a.unsigned_hi | b.unsigned_hi);
        let (lo, hi) = match op {
            BinaryOp::And if width == 1 => {
                (a.unsigned_lo & b.unsigned_lo, a.unsigned_hi & b.unsigned_hi)
            }
            BinaryOp::And => (0, a.unsigned_hi.min(b.unsigned_hi)),
            BinaryOp::Or => (a.unsigned_lo.max(b.unsigned_lo), joined),
            BinaryOp::Xor => (0, joined),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => return Range::top(width),
        };
        let mut range = Range::of_span(width, (i128::from(lo), i128::from(hi)));
        // Two numbers of known sign give one of known sign.
        let negative = |x: Range| match (x.signed_lo < 0, x.signed_hi < 0) {
            (true, true) => Some(true),
            (false, false) => Some(false),
            (true, false) | (false, true) => None,
        };
        let sign = match (op, negative(a), negative(b)) {
            (BinaryOp::And, Some(true), Some(true)) => Some(true),
            (BinaryOp::Or, Some(true), _) | (BinaryOp::Or, _, Some(true)) => Some(true),
            (BinaryOp::Xor, Some(x), Some(y)) => Some(x != y),
            _ => None,
        };
        if let Some(negative) = sign {
            let (lo, hi) = if negative {
                (signed_min(width), -1)
            } else {
                (0, signed_max(width))
            };
            range = range.both(width, Range::of_span(width, (lo, hi)));
        }
        range
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
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                Range::divide(op, width, a, b)
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => Range::shift(op, width, a, b),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Range::bitwise(op, width, a, b),
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
