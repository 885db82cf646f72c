//! Arithmetic modulo two to the width, with the results SMT-LIB gives to division by zero, and
//! the predicates that say when the exact result does not fit.

use num_bigint::BigUint;

use crate::{Bv, Repr, limb_count, mask};

impl Bv {
    fn same_width(&self, other: &Bv, operation: &str) {
        assert_eq!(
            self.width, other.width,
            "{operation} of bit-vectors of different widths"
        );
    }

    /// Applies a 64-bit operation when both values are inline.
    fn small(&self, other: &Bv) -> Option<(u64, u64)> {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Some((*a, *b)),
            (Repr::Small(_) | Repr::Wide(_), Repr::Small(_) | Repr::Wide(_)) => None,
        }
    }

    /// The unsigned value as a big integer.
    pub fn to_biguint(&self) -> BigUint {
        let mut digits = Vec::with_capacity(self.limbs().len() * 2);
        for limb in self.limbs() {
            digits.push(*limb as u32);
            digits.push((*limb >> 32) as u32);
        }
        BigUint::new(digits)
    }

    /// `value` modulo two to the `width`.
    pub fn from_biguint(width: u32, value: &BigUint) -> Self {
        let limbs: Vec<u64> = value.iter_u64_digits().take(limb_count(width)).collect();
        Bv::from_limbs(width, &limbs)
    }

    /// Sum modulo two to the width.
    pub fn add(&self, other: &Bv) -> Bv {
        self.same_width(other, "addition");
        if let Some((a, b)) = self.small(other) {
            return Bv::from_u64(self.width, a.wrapping_add(b));
        }
        let mut carry = false;
        let limbs = self
            .limbs()
            .iter()
            .zip(other.limbs())
            .map(|(a, b)| {
                let (sum, first) = a.overflowing_add(*b);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                carry = first || second;
                sum
            })
            .collect();
        Bv::from_vec(self.width, limbs)
    }

    /// Difference modulo two to the width.
    pub fn sub(&self, other: &Bv) -> Bv {
        self.same_width(other, "subtraction");
        if let Some((a, b)) = self.small(other) {
            return Bv::from_u64(self.width, a.wrapping_sub(b));
        }
        self.add(&other.neg())
    }

    /// Two's complement negation.
    pub fn neg(&self) -> Bv {
        match &self.repr {
            Repr::Small(value) => Bv::from_u64(self.width, value.wrapping_neg()),
            Repr::Wide(_) => self.not().add(&Bv::one(self.width)),
        }
    }

    /// Product modulo two to the width.
    pub fn mul(&self, other: &Bv) -> Bv {
        self.same_width(other, "multiplication");
        if let Some((a, b)) = self.small(other) {
            return Bv::from_u64(self.width, a.wrapping_mul(b));
        }
        Bv::from_biguint(self.width, &(self.to_biguint() * other.to_biguint()))
    }

    /// Unsigned quotient; all ones when the divisor is zero.
    pub fn udiv(&self, other: &Bv) -> Bv {
        self.same_width(other, "division");
        if other.is_zero() {
            return Bv::ones(self.width);
        }
        if let Some((a, b)) = self.small(other) {
            return Bv::from_u64(self.width, a / b);
        }
        Bv::from_biguint(self.width, &(self.to_biguint() / other.to_biguint()))
    }

    /// Unsigned remainder; the dividend when the divisor is zero.
    pub fn urem(&self, other: &Bv) -> Bv {
        self.same_width(other, "remainder");
        if other.is_zero() {
            return self.clone();
        }
        if let Some((a, b)) = self.small(other) {
            return Bv::from_u64(self.width, a % b);
        }
        Bv::from_biguint(self.width, &(self.to_biguint() % other.to_biguint()))
    }

    fn abs(&self) -> Bv {
        if self.is_negative() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Signed quotient, truncated towards zero; by zero: 1 for negative dividends, else all ones.
    pub fn sdiv(&self, other: &Bv) -> Bv {
        let quotient = self.abs().udiv(&other.abs());
        if self.is_negative() != other.is_negative() {
            quotient.neg()
        } else {
            quotient
        }
    }

    /// Signed remainder with the sign of the dividend; the dividend when the divisor is zero.
    pub fn srem(&self, other: &Bv) -> Bv {
        let remainder = self.abs().urem(&other.abs());
        if self.is_negative() {
            remainder.neg()
        } else {
            remainder
        }
    }

    /// Signed remainder with the sign of the divisor; the dividend when the divisor is zero.
    pub fn smod(&self, other: &Bv) -> Bv {
        let remainder = self.abs().urem(&other.abs());
        if remainder.is_zero() {
            return remainder;
        }
        match (self.is_negative(), other.is_negative()) {
            (false, false) => remainder,
            (true, false) => remainder.neg().add(other),
            (false, true) => remainder.add(other),
            (true, true) => remainder.neg(),
        }
    }

    /// Whether the unsigned sum does not fit.
    pub fn uadd_overflows(&self, other: &Bv) -> bool {
        self.add(other).ult(self)
    }

    /// Whether the unsigned difference does not fit: the first is less than the second.
    pub fn usub_overflows(&self, other: &Bv) -> bool {
        self.ult(other)
    }

    /// Whether the unsigned product does not fit.
    pub fn umul_overflows(&self, other: &Bv) -> bool {
        self.same_width(other, "multiplication");
        if let Some((a, b)) = self.small(other) {
            return a
                .checked_mul(b)
                .is_none_or(|product| product & !mask(self.width) != 0);
        }
        (self.to_biguint() * other.to_biguint()).bits() > u64::from(self.width)
    }

    /// Whether the signed sum does not fit.
    pub fn sadd_overflows(&self, other: &Bv) -> bool {
        let sum = self.add(other);
        self.is_negative() == other.is_negative() && sum.is_negative() != self.is_negative()
    }

    /// Whether the signed difference does not fit.
    pub fn ssub_overflows(&self, other: &Bv) -> bool {
        let difference = self.sub(other);
        self.is_negative() != other.is_negative() && difference.is_negative() != self.is_negative()
    }

    /// Whether the signed product does not fit.
    pub fn smul_overflows(&self, other: &Bv) -> bool {
        let exact = self.sext(self.width * 2).mul(&other.sext(self.width * 2));
        self.mul(other).sext(self.width * 2) != exact
    }

    /// Whether the signed quotient does not fit: the least value by minus one.
    pub fn sdiv_overflows(&self, other: &Bv) -> bool {
        self.same_width(other, "division");
        other.is_ones() && *self == Bv::signed_min(self.width)
    }

    /// Whether the negation does not fit in the signed range: the least value.
    pub fn neg_overflows(&self) -> bool {
        *self == Bv::signed_min(self.width)
    }
}
