//! Bitwise operators, shifts, and changes of width.

use crate::{Bv, Repr, limb_count, mask};

impl Bv {
    fn zip(&self, other: &Bv, operation: impl Fn(u64, u64) -> u64) -> Bv {
        assert_eq!(
            self.width, other.width,
            "bitwise operator on different widths"
        );
        if let (Repr::Small(a), Repr::Small(b)) = (&self.repr, &other.repr) {
            return Bv::from_u64(self.width, operation(*a, *b));
        }
        let limbs = self
            .limbs()
            .iter()
            .zip(other.limbs())
            .map(|(a, b)| operation(*a, *b))
            .collect();
        Bv::from_vec(self.width, limbs)
    }

    /// Complement of every bit.
    #[allow(
        clippy::should_implement_trait,
        reason = "operators take references here"
    )]
    pub fn not(&self) -> Bv {
        match &self.repr {
            Repr::Small(value) => Bv::from_u64(self.width, !value),
            Repr::Wide(limbs) => Bv::from_vec(self.width, limbs.iter().map(|l| !l).collect()),
        }
    }

    /// Bitwise conjunction.
    pub fn and(&self, other: &Bv) -> Bv {
        self.zip(other, |a, b| a & b)
    }

    /// Bitwise disjunction.
    pub fn or(&self, other: &Bv) -> Bv {
        self.zip(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Bv) -> Bv {
        self.zip(other, |a, b| a ^ b)
    }

    /// The shift amount when it is below the width.
    fn amount(&self, by: &Bv) -> Option<u32> {
        assert_eq!(self.width, by.width, "shift of different widths");
        by.to_u64()
            .filter(|amount| *amount < u64::from(self.width))
            .map(|amount| amount as u32)
    }

    /// Shift left; zero when the amount is at least the width.
    pub fn shl(&self, by: &Bv) -> Bv {
        match self.amount(by) {
            Some(amount) => self.shl_by(amount),
            None => Bv::zero(self.width),
        }
    }

    /// Logical shift right; zero when the amount is at least the width.
    pub fn lshr(&self, by: &Bv) -> Bv {
        match self.amount(by) {
            Some(amount) => self.lshr_by(amount),
            None => Bv::zero(self.width),
        }
    }

    /// Arithmetic shift right; copies of the sign bit when the amount is at least the width.
    pub fn ashr(&self, by: &Bv) -> Bv {
        match (self.amount(by), self.is_negative()) {
            (Some(amount), false) => self.lshr_by(amount),
            (Some(amount), true) => self.not().lshr_by(amount).not(),
            (None, false) => Bv::zero(self.width),
            (None, true) => Bv::ones(self.width),
        }
    }

    /// Shift left by a number of bits; zero when it is at least the width.
    pub fn shl_by(&self, amount: u32) -> Bv {
        if amount >= self.width {
            return Bv::zero(self.width);
        }
        match &self.repr {
            Repr::Small(value) => Bv::from_u64(self.width, value << amount),
            Repr::Wide(limbs) => {
                let (whole, part) = ((amount / 64) as usize, amount % 64);
                let mut result = vec![0; limbs.len()];
                for index in whole..limbs.len() {
                    let mut limb = limbs[index - whole] << part;
                    if part != 0 && index > whole {
                        limb |= limbs[index - whole - 1] >> (64 - part);
                    }
                    result[index] = limb;
                }
                Bv::from_vec(self.width, result)
            }
        }
    }

    /// Logical shift right by a number of bits; zero when it is at least the width.
    pub fn lshr_by(&self, amount: u32) -> Bv {
        if amount >= self.width {
            return Bv::zero(self.width);
        }
        match &self.repr {
            Repr::Small(value) => Bv::from_u64(self.width, value >> amount),
            Repr::Wide(limbs) => {
                let (whole, part) = ((amount / 64) as usize, amount % 64);
                let mut result = vec![0; limbs.len()];
                for index in 0..limbs.len() - whole {
                    let mut limb = limbs[index + whole] >> part;
                    if part != 0 && index + whole + 1 < limbs.len() {
                        limb |= limbs[index + whole + 1] << (64 - part);
                    }
                    result[index] = limb;
                }
                Bv::from_vec(self.width, result)
            }
        }
    }

    /// `self` as the high part followed by `low`.
    pub fn concat(&self, low: &Bv) -> Bv {
        let width = self.width + low.width;
        if let (Repr::Small(a), Repr::Small(b)) = (&self.repr, &low.repr)
            && width <= 64
        {
            return Bv::from_u64(width, a << low.width | b);
        }
        self.zext(width).shl_by(low.width).or(&low.zext(width))
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Bv {
        assert!(
            low <= high && high < self.width,
            "extraction of bits {high} to {low} from width {}",
            self.width
        );
        let width = high - low + 1;
        match &self.repr {
            Repr::Small(value) => Bv::from_u64(width, value >> low),
            Repr::Wide(_) => Bv::from_limbs(width, self.lshr_by(low).limbs()),
        }
    }

    /// Zero-extended to `width`, which is at least the present width.
    pub fn zext(&self, width: u32) -> Bv {
        assert!(
            width >= self.width,
            "zero extension from {} to {width}",
            self.width
        );
        Bv::from_limbs(width, self.limbs())
    }

    /// Sign-extended to `width`, which is at least the present width.
    pub fn sext(&self, width: u32) -> Bv {
        assert!(
            width >= self.width,
            "sign extension from {} to {width}",
            self.width
        );
        if !self.is_negative() {
            return self.zext(width);
        }
        let mut limbs = vec![u64::MAX; limb_count(width)];
        limbs[..self.limbs().len()].copy_from_slice(self.limbs());
        if !self.width.is_multiple_of(64) {
            limbs[self.limbs().len() - 1] |= !mask(self.width % 64);
        }
        Bv::from_vec(width, limbs)
    }
}
