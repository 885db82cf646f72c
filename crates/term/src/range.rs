//! Intervals of bit-vector terms of at most 64 bits, unsigned and signed, computed when a term
//! is made from the intervals of its arguments.
//!
//! Both views are kept because neither implies the other: a sign-extended byte is narrow as a
//! signed number and everything as an unsigned one. Each view refines the other where the sign
//! is known. Every interval contains every value the term can take under any model.

use crate::Op;

/// What a term of at most 64 bits can be. Both bounds are inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Width of the term.
    pub width: u32,
    /// Least unsigned value.
    pub umin: u64,
    /// Greatest unsigned value.
    pub umax: u64,
    /// Least signed value.
    pub smin: i64,
    /// Greatest signed value.
    pub smax: i64,
}

fn unsigned_max(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn signed_max(width: u32) -> i64 {
    i64::MAX >> (64 - width)
}

fn signed_min(width: u32) -> i64 {
    i64::MIN >> (64 - width)
}

/// The bits up to the highest one set in `value`, all ones.
fn fill(value: u64) -> u64 {
    if value == 0 {
        0
    } else {
        u64::MAX >> value.leading_zeros()
    }
}

impl Range {
    pub(crate) fn full(width: u32) -> Self {
        Range {
            width,
            umin: 0,
            umax: unsigned_max(width),
            smin: signed_min(width),
            smax: signed_max(width),
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        *self == Self::full(self.width)
    }

    pub(crate) fn constant(width: u32, value: u64) -> Self {
        Self::full(width).within_unsigned(u128::from(value), u128::from(value))
    }

    /// This range intersected with unsigned bounds, ignored unless they fit the width.
    fn within_unsigned(mut self, low: u128, high: u128) -> Self {
        if low <= high && high <= u128::from(unsigned_max(self.width)) {
            self.umin = self.umin.max(low as u64);
            self.umax = self.umax.min(high as u64);
        }
        self.refined()
    }

    /// This range intersected with signed bounds, ignored unless they fit the width.
    fn within_signed(mut self, low: i128, high: i128) -> Self {
        let fits =
            low >= i128::from(signed_min(self.width)) && high <= i128::from(signed_max(self.width));
        if low <= high && fits {
            self.smin = self.smin.max(low as i64);
            self.smax = self.smax.min(high as i64);
        }
        self.refined()
    }

    /// Unsigned bounds of an exact result, brought into the width by one wrap if all of it wraps.
    fn wrapped_unsigned(self, low: i128, high: i128) -> Self {
        let (max, modulus) = (i128::from(unsigned_max(self.width)), 1i128 << self.width);
        for shift in [0, modulus, -modulus] {
            if low + shift >= 0 && high + shift <= max {
                return self.within_unsigned((low + shift) as u128, (high + shift) as u128);
            }
        }
        self
    }

    /// Signed bounds of an exact result, brought into the width by one wrap if all of it wraps.
    fn wrapped_signed(self, low: i128, high: i128) -> Self {
        let modulus = 1i128 << self.width;
        for shift in [0, modulus, -modulus] {
            let (low, high) = (low + shift, high + shift);
            if low >= i128::from(signed_min(self.width))
                && high <= i128::from(signed_max(self.width))
            {
                return self.within_signed(low, high);
            }
        }
        self
    }

    /// Lets each view narrow the other where the sign is known.
    fn refined(mut self) -> Self {
        let (top, wrap) = (signed_max(self.width), 1i128 << self.width);
        if self.umax <= top as u64 {
            self.smin = self.smin.max(self.umin as i64);
            self.smax = self.smax.min(self.umax as i64);
        } else if self.umin > top as u64 {
            self.smin = self.smin.max((i128::from(self.umin) - wrap) as i64);
            self.smax = self.smax.min((i128::from(self.umax) - wrap) as i64);
        }
        if self.smin >= 0 {
            self.umin = self.umin.max(self.smin as u64);
            self.umax = self.umax.min(self.smax as u64);
        } else if self.smax < 0 {
            self.umin = self.umin.max((i128::from(self.smin) + wrap) as u64);
            self.umax = self.umax.min((i128::from(self.smax) + wrap) as u64);
        }
        debug_assert!(
            self.umin <= self.umax && self.smin <= self.smax,
            "empty range {self:?}"
        );
        self
    }

    /// The intersection of two ranges; `None` when it is empty.
    pub fn meet(self, other: Range) -> Option<Range> {
        let both = Range {
            width: self.width,
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
        };
        both.narrowed()
    }

    /// Like `refined`, for views that may turn out to exclude each other.
    fn narrowed(mut self) -> Option<Range> {
        if self.umin > self.umax || self.smin > self.smax {
            return None;
        }
        let (top, wrap) = (signed_max(self.width), 1i128 << self.width);
        if self.umax <= top as u64 {
            self.smin = self.smin.max(self.umin as i64);
            self.smax = self.smax.min(self.umax as i64);
        } else if self.umin > top as u64 {
            self.smin = self.smin.max((i128::from(self.umin) - wrap) as i64);
            self.smax = self.smax.min((i128::from(self.umax) - wrap) as i64);
        }
        if self.smin > self.smax {
            return None;
        }
        if self.smin >= 0 {
            self.umin = self.umin.max(self.smin as u64);
            self.umax = self.umax.min(self.smax as u64);
        } else if self.smax < 0 {
            self.umin = self.umin.max((i128::from(self.smin) + wrap) as u64);
            self.umax = self.umax.min((i128::from(self.smax) + wrap) as u64);
        }
        (self.umin <= self.umax).then_some(self)
    }

    /// The only value, when there is one.
    pub fn single(&self) -> Option<u64> {
        (self.umin == self.umax).then_some(self.umin)
    }

    /// The values between two unsigned bounds; everything when they do not fit the width.
    pub fn unsigned(width: u32, low: u64, high: u64) -> Range {
        Self::full(width).within_unsigned(u128::from(low), u128::from(high))
    }

    /// The values between two signed bounds; everything when they do not fit the width.
    pub fn signed(width: u32, low: i64, high: i64) -> Range {
        Self::full(width).within_signed(i128::from(low), i128::from(high))
    }

    /// The least range around both.
    pub fn union(self, other: Range) -> Range {
        Range {
            width: self.width,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    fn u(&self) -> (i128, i128) {
        (i128::from(self.umin), i128::from(self.umax))
    }

    fn s(&self) -> (i128, i128) {
        (i128::from(self.smin), i128::from(self.smax))
    }
}

/// The least and greatest of `f` over the corners of two intervals.
fn corners(a: (i128, i128), b: (i128, i128), f: impl Fn(i128, i128) -> i128) -> (i128, i128) {
    let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    let low = all.iter().copied().fold(all[0], i128::min);
    let high = all.iter().copied().fold(all[0], i128::max);
    (low, high)
}

/// The range of `op` applied to arguments with these ranges. Arguments without a range (truth
/// values, arrays, wide vectors) are `None`.
pub(crate) fn range_of(op: Op, width: u32, args: &[Option<Range>]) -> Range {
    let full = Range::full(width);
    let mut all = [full; 3];
    let ranges: &[Range] = if let Op::Ite = op {
        match (args[1], args[2]) {
            (Some(a), Some(b)) => return a.union(b),
            _ => return full,
        }
    } else {
        for (slot, arg) in all.iter_mut().zip(args) {
            match arg {
                Some(range) => *slot = *range,
                None => return full,
            }
        }
        &all[..args.len()]
    };
    match (op, ranges) {
        (Op::BvZext { .. }, [a]) => full.wrapped_unsigned(a.u().0, a.u().1),
        (Op::BvSext { .. }, [a]) => full.wrapped_signed(a.s().0, a.s().1),
        (Op::BvNot, [a]) => {
            let max = i128::from(unsigned_max(width));
            full.wrapped_unsigned(max - a.u().1, max - a.u().0)
                .wrapped_signed(-1 - a.s().1, -1 - a.s().0)
        }
        (Op::BvNeg, [a]) => full
            .wrapped_unsigned(-a.u().1, -a.u().0)
            .wrapped_signed(-a.s().1, -a.s().0),
        (Op::BvExtract { hi, lo }, [a]) => extract(full, *a, hi, lo),
        (Op::BvAdd, [a, b]) => full
            .wrapped_unsigned(a.u().0 + b.u().0, a.u().1 + b.u().1)
            .wrapped_signed(a.s().0 + b.s().0, a.s().1 + b.s().1),
        (Op::BvSub, [a, b]) => full
            .wrapped_unsigned(a.u().0 - b.u().1, a.u().1 - b.u().0)
            .wrapped_signed(a.s().0 - b.s().1, a.s().1 - b.s().0),
        (Op::BvMul, [a, b]) => multiply(full, *a, *b),
        (Op::BvAnd | Op::BvOr | Op::BvXor, [a, b]) => bitwise(op, full, *a, *b),
        (Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem, [a, b]) => divide(op, full, *a, *b),
        (Op::BvShl | Op::BvLshr | Op::BvAshr, [a, b]) => shift(op, full, *a, *b),
        (Op::BvConcat, [a, b]) => {
            let scale = 1i128 << b.width;
            full.within_unsigned(
                (a.u().0 * scale + b.u().0) as u128,
                (a.u().1 * scale + b.u().1) as u128,
            )
            .within_signed(a.s().0 * scale + b.u().0, a.s().1 * scale + b.u().1)
        }
        _ => full,
    }
}

fn extract(full: Range, a: Range, hi: u32, lo: u32) -> Range {
    let (low, high) = (a.umin >> lo, a.umax >> lo);
    let mask = unsigned_max(hi - lo + 1);
    let mut result = full;
    if low & !mask == high & !mask {
        result = result.within_unsigned(u128::from(low & mask), u128::from(high & mask));
    }
    if lo == 0 {
        result = result.within_signed(a.s().0, a.s().1);
    }
    result
}

fn multiply(full: Range, a: Range, b: Range) -> Range {
    let (low, high) = (
        u128::from(a.umin) * u128::from(b.umin),
        u128::from(a.umax) * u128::from(b.umax),
    );
    let (slow, shigh) = corners(a.s(), b.s(), |x, y| x * y);
    full.within_unsigned(low, high).within_signed(slow, shigh)
}

fn bitwise(op: Op, full: Range, a: Range, b: Range) -> Range {
    match op {
        Op::BvAnd => full.within_unsigned(0, u128::from(a.umax.min(b.umax))),
        Op::BvOr => full.within_unsigned(
            u128::from(a.umin.max(b.umin)),
            u128::from(fill(a.umax | b.umax)),
        ),
        _ => full.within_unsigned(0, u128::from(fill(a.umax | b.umax))),
    }
}

fn divide(op: Op, full: Range, a: Range, b: Range) -> Range {
    match op {
        Op::BvUdiv if b.umin > 0 => {
            full.within_unsigned(u128::from(a.umin / b.umax), u128::from(a.umax / b.umin))
        }
        Op::BvUrem if b.umin > a.umax => a,
        Op::BvUrem if b.umin > 0 => full.within_unsigned(0, u128::from(a.umax.min(b.umax - 1))),
        Op::BvUrem => full.within_unsigned(0, u128::from(a.umax)),
        Op::BvSdiv if b.smin > 0 => {
            let (low, high) = corners(a.s(), b.s(), |x, y| x / y);
            full.within_signed(low, high)
        }
        Op::BvSrem => {
            let (mut low, mut high) = (a.s().0.min(0), a.s().1.max(0));
            if b.smin > 0 {
                low = low.max(1 - b.s().1);
                high = high.min(b.s().1 - 1);
            }
            full.within_signed(low, high)
        }
        _ => full,
    }
}

fn shift(op: Op, full: Range, a: Range, by: Range) -> Range {
    let most = u64::from(full.width);
    let (least, greatest) = (by.umin.min(most) as u32, by.umax.min(most) as u32);
    match op {
        Op::BvShl if greatest < full.width && greatest < 63 => full
            .within_unsigned(u128::from(a.umin) << least, u128::from(a.umax) << greatest)
            .within_signed(
                corners(a.s(), (i128::from(least), i128::from(greatest)), |x, k| {
                    x << k
                })
                .0,
                corners(a.s(), (i128::from(least), i128::from(greatest)), |x, k| {
                    x << k
                })
                .1,
            ),
        Op::BvLshr => {
            full.within_unsigned(u128::from(a.umin) >> greatest, u128::from(a.umax) >> least)
        }
        Op::BvAshr => {
            let (low, high) = corners(a.s(), (i128::from(least), i128::from(greatest)), |x, k| {
                x >> k
            });
            full.within_signed(low, high)
        }
        _ => full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OpClass, fold};
    use cassay_bv::Bv;

    const WIDTH: u32 = 3;

    fn members(range: Range) -> Vec<Bv> {
        (0..1u64 << range.width)
            .map(|v| Bv::from_u64(range.width, v))
            .filter(|v| holds(range, v))
            .collect()
    }

    fn holds(range: Range, value: &Bv) -> bool {
        let u = value.to_u64().unwrap();
        let s = value.to_i64().unwrap();
        range.umin <= u && u <= range.umax && range.smin <= s && s <= range.smax
    }

    fn all_ranges(width: u32) -> Vec<Range> {
        let mut all = Vec::new();
        for low in 0..1i128 << width {
            for high in low..1i128 << width {
                all.push(Range::full(width).within_unsigned(low as u128, high as u128));
                let offset = 1i128 << (width - 1);
                all.push(Range::full(width).within_signed(low - offset, high - offset));
            }
        }
        all
    }

    #[test]
    fn unary_ranges_contain_every_result() {
        let ops = [
            Op::BvNeg,
            Op::BvNot,
            Op::BvZext { to: 5 },
            Op::BvSext { to: 5 },
            Op::BvExtract { hi: 1, lo: 0 },
            Op::BvExtract { hi: 2, lo: 1 },
            Op::BvExtract { hi: 1, lo: 1 },
        ];
        for op in ops {
            for a in all_ranges(WIDTH) {
                for x in members(a) {
                    let result = fold::bv_unary(op, &x).unwrap();
                    let range = range_of(op, result.width(), &[Some(a)]);
                    assert!(
                        holds(range, &result),
                        "{op:?} {a:?} {x} gives {result}, {range:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn binary_ranges_contain_every_result() {
        let mut ops = Op::of_classes(&[OpClass::Binary]);
        ops.push(Op::BvConcat);
        for op in ops {
            for a in all_ranges(WIDTH) {
                for b in all_ranges(WIDTH) {
                    let width = if op == Op::BvConcat { 2 * WIDTH } else { WIDTH };
                    let range = range_of(op, width, &[Some(a), Some(b)]);
                    for x in members(a) {
                        for y in members(b) {
                            let result = fold::bv_binary(op, &x, &y).unwrap();
                            assert!(
                                holds(range, &result),
                                "{op:?} {a:?} {b:?}: {x}, {y} gives {result}, {range:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_are_exact_where_nothing_wraps() {
        let byte = Range::full(8);
        let wide = range_of(Op::BvSext { to: 32 }, 32, &[Some(byte)]);
        assert_eq!((wide.smin, wide.smax), (-128, 127));
        let sum = range_of(Op::BvAdd, 32, &[Some(wide), Some(wide)]);
        assert_eq!((sum.smin, sum.smax), (-256, 254));
        let four = Range::constant(32, 4);
        let product = range_of(Op::BvMul, 32, &[Some(wide), Some(four)]);
        assert_eq!((product.smin, product.smax), (-512, 508));
        let minus_one = Range::constant(64, u64::MAX);
        assert_eq!((minus_one.smin, minus_one.smax), (-1, -1));
        assert!(range_of(Op::BvMul, 64, &[Some(minus_one), Some(Range::full(64))]).is_full());
    }
}
