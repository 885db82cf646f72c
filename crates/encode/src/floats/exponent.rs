//! Integers between known bounds, as two's complement terms wide enough for both.
//!
//! Exponents are added and subtracted a few times between the operands and the result. Keeping
//! bounds with the term gives every step the width it needs, and shows where a result cannot leave
//! the range of its format, so that nothing is built for that case.
//!
//! Invariant: the bounds hold wherever the exponent matters. Elsewhere the bits are arbitrary.

use cassay_term::{Pool, TermId};

/// An integer with its bounds.
#[derive(Clone, Copy)]
pub(super) struct Exponent {
    term: TermId,
    /// The lower bound.
    pub least: i64,
    /// The upper bound.
    pub greatest: i64,
}

/// The bits of two's complement integers that hold both bounds.
fn width_for(least: i64, greatest: i64) -> u32 {
    let magnitude = |bound: i64| if bound < 0 { !bound } else { bound };
    let bits = |bound: i64| i64::BITS - magnitude(bound).leading_zeros();
    1 + bits(least).max(bits(greatest))
}

impl Exponent {
    /// An unsigned term that is at most `greatest`, and at least `least`, which is not negative.
    pub fn from_unsigned(pool: &mut Pool, term: TermId, least: i64, greatest: i64) -> Self {
        let width = width_for(least, greatest);
        let bits = pool.width(term);
        let term = if bits < width {
            pool.zext(term, width)
        } else {
            pool.extract(width - 1, 0, term)
        };
        Exponent {
            term,
            least,
            greatest,
        }
    }

    /// A constant.
    pub fn constant(pool: &mut Pool, value: i64) -> Self {
        Exponent {
            term: pool.bv_i64(width_for(value, value), value),
            least: value,
            greatest: value,
        }
    }

    /// The sum.
    pub fn plus(self, pool: &mut Pool, other: Exponent) -> Self {
        let (least, greatest) = (self.least + other.least, self.greatest + other.greatest);
        self.combined(pool, other, (least, greatest), Pool::bv_add)
    }

    /// The difference.
    pub fn minus(self, pool: &mut Pool, other: Exponent) -> Self {
        let (least, greatest) = (self.least - other.greatest, self.greatest - other.least);
        self.combined(pool, other, (least, greatest), Pool::bv_sub)
    }

    /// The sum with a constant.
    pub fn offset(self, pool: &mut Pool, by: i64) -> Self {
        if by == 0 {
            return self;
        }
        let by = Exponent::constant(pool, by);
        self.plus(pool, by)
    }

    /// The first if the condition holds, else the second.
    pub fn choice(pool: &mut Pool, condition: TermId, a: Exponent, b: Exponent) -> Self {
        let bounds = (a.least.min(b.least), a.greatest.max(b.greatest));
        a.combined(pool, b, bounds, |pool, a, b| pool.ite(condition, a, b))
    }

    /// Combines two integers at a width that represents both and the result.
    fn combined(
        self,
        pool: &mut Pool,
        other: Exponent,
        (least, greatest): (i64, i64),
        combine: impl FnOnce(&mut Pool, TermId, TermId) -> TermId,
    ) -> Self {
        let width = width_for(least, greatest)
            .max(pool.width(self.term))
            .max(pool.width(other.term));
        let (a, b) = (pool.sext(self.term, width), pool.sext(other.term, width));
        let wide = combine(pool, a, b);
        Exponent {
            term: pool.extract(width_for(least, greatest) - 1, 0, wide),
            least,
            greatest,
        }
    }

    /// Whether it is less than a constant.
    pub fn is_below(self, pool: &mut Pool, bound: i64) -> TermId {
        if bound <= self.least {
            return pool.fls();
        }
        if bound > self.greatest {
            return pool.tru();
        }
        // The constant lies between the bounds, so it fits.
        let bound = pool.bv_i64(pool.width(self.term), bound);
        pool.slt(self.term, bound)
    }

    /// The same integer with a greater lower bound, for a reason that the bounds do not show.
    pub fn at_least(self, pool: &mut Pool, least: i64) -> Self {
        let greatest = self.greatest;
        Exponent {
            term: pool.extract(width_for(least, greatest) - 1, 0, self.term),
            least,
            greatest,
        }
    }

    /// The integer, or zero if it is negative, without a sign bit.
    pub fn or_zero(self, pool: &mut Pool) -> TermId {
        let top = pool.width(self.term) - 1;
        if top == 0 {
            return pool.bv_u64(1, 0);
        }
        let value = pool.extract(top - 1, 0, self.term);
        if self.least >= 0 {
            return value;
        }
        let negative = super::is_set(pool, self.term, top);
        let zero = pool.bv_u64(top, 0);
        pool.ite(negative, zero, value)
    }

    /// Half of it, rounded down.
    pub fn halved(self, pool: &mut Pool) -> Self {
        let (least, greatest) = (self.least >> 1, self.greatest >> 1);
        let top = pool.width(self.term) - 1;
        let term = match top {
            0 => self.term,
            _ => pool.extract(top, 1, self.term),
        };
        Exponent {
            term,
            least,
            greatest,
        }
    }

    /// Whether it is odd.
    pub fn is_odd(self, pool: &mut Pool) -> TermId {
        super::is_set(pool, self.term, 0)
    }

    /// The low bits, of which there may be fewer than asked for.
    pub fn low_bits(self, pool: &mut Pool, count: u32) -> TermId {
        let width = pool.width(self.term);
        if width < count {
            pool.sext(self.term, count)
        } else {
            pool.extract(count - 1, 0, self.term)
        }
    }

    /// Two of them as terms of one width, which compare as signed bit-vectors.
    pub fn pair(pool: &mut Pool, a: Exponent, b: Exponent) -> (TermId, TermId) {
        let width = pool.width(a.term).max(pool.width(b.term));
        (pool.sext(a.term, width), pool.sext(b.term, width))
    }
}
