//! Bit-vector values of any width with the operations of SMT-LIB.
//!
//! A [`Bv`] is a width of at least one and that many bits. Values of up to 64 bits are held
//! inline; wider ones are 64-bit limbs, least significant first. Bits at and above the width are
//! zero in every value, so that equality and hashing look at the representation alone.
//!
//! Operators panic when widths that must agree do not: that is a bug of the caller, never a
//! property of the program under verification.

mod arith;
mod bits;
mod compare;
mod format;

/// A bit-vector value. See the crate documentation.
#[derive(Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Bv {
    width: u32,
    repr: Repr,
}

/// `Small` exactly when the width is at most 64.
#[derive(Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
enum Repr {
    Small(u64),
    Wide(Box<[u64]>),
}

/// The mask of the low `width` bits, for widths of up to 64.
fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1u64 << width) - 1
    }
}

/// How many limbs a width needs.
fn limb_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

impl Bv {
    /// The value of all zeros.
    pub fn zero(width: u32) -> Self {
        Self::from_u64(width, 0)
    }

    /// The value of all ones.
    pub fn ones(width: u32) -> Self {
        Self::from_i64(width, -1)
    }

    /// The value one.
    pub fn one(width: u32) -> Self {
        Self::from_u64(width, 1)
    }

    /// The least signed value: the sign bit alone.
    pub fn signed_min(width: u32) -> Self {
        Self::power_of_two(width, width - 1)
    }

    /// The greatest signed value: every bit but the sign bit.
    pub fn signed_max(width: u32) -> Self {
        Self::signed_min(width).not()
    }

    /// The value whose only set bit is `bit`.
    pub fn power_of_two(width: u32, bit: u32) -> Self {
        assert!(
            bit < width,
            "bit {bit} lies outside a vector of width {width}"
        );
        let mut limbs = vec![0; limb_count(width)];
        limbs[(bit / 64) as usize] = 1 << (bit % 64);
        Self::from_vec(width, limbs)
    }

    /// `value` modulo two to the `width`.
    pub fn from_u64(width: u32, value: u64) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            return Bv {
                width,
                repr: Repr::Small(value & mask(width)),
            };
        }
        let mut limbs = vec![0; limb_count(width)];
        limbs[0] = value;
        Bv {
            width,
            repr: Repr::Wide(limbs.into_boxed_slice()),
        }
    }

    /// `value` modulo two to the `width`.
    pub fn from_u128(width: u32, value: u128) -> Self {
        Self::from_limbs(width, &[value as u64, (value >> 64) as u64])
    }

    /// `value` in two's complement, sign-extended or truncated to `width`.
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 {
            return Self::from_u64(width, value as u64);
        }
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut limbs = vec![fill; limb_count(width)];
        limbs[0] = value as u64;
        Self::from_vec(width, limbs)
    }

    /// `value` in two's complement, sign-extended or truncated to `width`.
    pub fn from_i128(width: u32, value: i128) -> Self {
        if width <= 64 {
            return Self::from_u64(width, value as u64);
        }
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut limbs = vec![fill; limb_count(width)];
        limbs[0] = value as u64;
        limbs[1] = (value >> 64) as u64;
        Self::from_vec(width, limbs)
    }

    /// The value with these limbs, least significant first; absent limbs are zero and bits at or
    /// above the width are dropped.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Self {
        if width <= 64 {
            return Self::from_u64(width, limbs.first().copied().unwrap_or(0));
        }
        let mut all = vec![0; limb_count(width)];
        for (slot, limb) in all.iter_mut().zip(limbs) {
            *slot = *limb;
        }
        Self::from_vec(width, all)
    }

    /// One bit: 1 for true.
    pub fn from_bool(value: bool) -> Self {
        Self::from_u64(1, u64::from(value))
    }

    /// Takes exactly the limbs the width needs, clearing the bits above it.
    fn from_vec(width: u32, mut limbs: Vec<u64>) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        debug_assert_eq!(limbs.len(), limb_count(width));
        if width <= 64 {
            return Self::from_u64(width, limbs[0]);
        }
        if !width.is_multiple_of(64)
            && let Some(top) = limbs.last_mut()
        {
            *top &= mask(width % 64);
        }
        Bv {
            width,
            repr: Repr::Wide(limbs.into_boxed_slice()),
        }
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The limbs, least significant first.
    pub fn limbs(&self) -> &[u64] {
        match &self.repr {
            Repr::Small(value) => std::slice::from_ref(value),
            Repr::Wide(limbs) => limbs,
        }
    }

    /// Bit `index`, counted from the least significant.
    pub fn bit(&self, index: u32) -> bool {
        assert!(
            index < self.width,
            "bit {index} lies outside a vector of width {}",
            self.width
        );
        self.limbs()[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    /// The unsigned value, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        let limbs = self.limbs();
        limbs[1..].iter().all(|limb| *limb == 0).then_some(limbs[0])
    }

    /// The unsigned value, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match self.limbs() {
            [low] => Some(u128::from(*low)),
            [low, high, rest @ ..] => rest
                .iter()
                .all(|limb| *limb == 0)
                .then_some(u128::from(*high) << 64 | u128::from(*low)),
            [] => None,
        }
    }

    /// The signed (two's complement) value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        self.to_i128().and_then(|value| i64::try_from(value).ok())
    }

    /// The signed (two's complement) value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        if self.width <= 128 {
            let shift = 128 - self.width;
            return self
                .to_u128()
                .map(|value| ((value << shift) as i128) >> shift);
        }
        let low = self.extract(127, 0);
        (low.sext(self.width) == *self)
            .then(|| low.to_i128())
            .flatten()
    }

    /// Whether every bit is zero.
    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|limb| *limb == 0)
    }

    /// Whether every bit is one.
    pub fn is_ones(&self) -> bool {
        match &self.repr {
            Repr::Small(value) => *value == mask(self.width),
            Repr::Wide(_) => *self == Self::ones(self.width),
        }
    }

    /// Whether the unsigned value is one.
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether exactly one bit is set.
    pub fn is_power_of_two(&self) -> bool {
        self.count_ones() == 1
    }

    /// The number of bits that are one.
    pub fn count_ones(&self) -> u32 {
        self.limbs().iter().map(|limb| limb.count_ones()).sum()
    }

    /// The number of zero bits below the lowest set bit; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        for (index, limb) in self.limbs().iter().enumerate() {
            if *limb != 0 {
                return index as u32 * 64 + limb.trailing_zeros();
            }
        }
        self.width
    }

    /// The number of zero bits above the highest set bit; the width for zero.
    pub fn leading_zeros(&self) -> u32 {
        for (index, limb) in self.limbs().iter().enumerate().rev() {
            if *limb != 0 {
                return self.width - (index as u32 * 64 + 64 - limb.leading_zeros());
            }
        }
        self.width
    }
}
