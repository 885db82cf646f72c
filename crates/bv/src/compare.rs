//! Comparisons, unsigned and signed, and a total order for maps.

use std::cmp::Ordering;

use crate::{Bv, Repr};

impl Bv {
    fn unsigned_cmp(&self, other: &Bv) -> Ordering {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Small(_) | Repr::Wide(_), Repr::Small(_) | Repr::Wide(_)) => {
                self.limbs().iter().rev().cmp(other.limbs().iter().rev())
            }
        }
    }

    fn signed_cmp(&self, other: &Bv) -> Ordering {
        other
            .is_negative()
            .cmp(&self.is_negative())
            .then_with(|| self.unsigned_cmp(other))
    }

    fn checked<'a>(&self, other: &'a Bv) -> &'a Bv {
        assert_eq!(
            self.width, other.width,
            "comparison of bit-vectors of different widths"
        );
        other
    }

    /// Unsigned less than.
    pub fn ult(&self, other: &Bv) -> bool {
        self.unsigned_cmp(self.checked(other)).is_lt()
    }

    /// Unsigned less than or equal.
    pub fn ule(&self, other: &Bv) -> bool {
        self.unsigned_cmp(self.checked(other)).is_le()
    }

    /// Signed less than.
    pub fn slt(&self, other: &Bv) -> bool {
        self.signed_cmp(self.checked(other)).is_lt()
    }

    /// Signed less than or equal.
    pub fn sle(&self, other: &Bv) -> bool {
        self.signed_cmp(self.checked(other)).is_le()
    }
}

/// By width, then by unsigned value.
impl Ord for Bv {
    fn cmp(&self, other: &Self) -> Ordering {
        self.width
            .cmp(&other.width)
            .then_with(|| self.unsigned_cmp(other))
    }
}

impl PartialOrd for Bv {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
