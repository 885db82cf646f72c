//! Printing: unsigned decimal, hexadecimal, binary, and SMT-LIB literals; and reading them back.

use std::fmt;

use num_bigint::BigUint;

use crate::{Bv, Repr};

impl Bv {
    /// The SMT-LIB literal: `#x…` when the width is a multiple of four, else `#b…`.
    pub fn smtlib(&self) -> String {
        if self.width.is_multiple_of(4) {
            format!("#x{:0digits$x}", self, digits = (self.width / 4) as usize)
        } else {
            format!("#b{:0digits$b}", self, digits = self.width as usize)
        }
    }

    /// The signed (two's complement) value in decimal.
    pub fn signed_decimal(&self) -> String {
        if self.is_negative() {
            format!("-{}", self.neg())
        } else {
            self.to_string()
        }
    }

    /// Reads digits of the given radix (2, 10 or 16), modulo two to the width.
    pub fn parse(width: u32, digits: &str, radix: u32) -> Option<Bv> {
        if digits.is_empty() || width == 0 {
            return None;
        }
        BigUint::parse_bytes(digits.as_bytes(), radix).map(|value| Bv::from_biguint(width, &value))
    }
}

/// The unsigned value in decimal.
impl fmt::Display for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Small(value) => fmt::Display::fmt(value, f),
            Repr::Wide(_) => fmt::Display::fmt(&self.to_biguint(), f),
        }
    }
}

impl fmt::LowerHex for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Small(value) => fmt::LowerHex::fmt(value, f),
            Repr::Wide(_) => fmt::LowerHex::fmt(&self.to_biguint(), f),
        }
    }
}

impl fmt::Binary for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Small(value) => fmt::Binary::fmt(value, f),
            Repr::Wide(_) => fmt::Binary::fmt(&self.to_biguint(), f),
        }
    }
}

impl fmt::Debug for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.smtlib())
    }
}
