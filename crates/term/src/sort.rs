//! The sorts of terms.

use std::fmt;

/// The sort of a term. Integers and reals have sorts but no operators yet. Floating-point numbers
/// are bit-vectors in terms; their own sort appears where scripts and solvers look at those bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width of at least one.
    Bv(u32),
    /// Arrays from bit-vectors to bit-vectors.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
    /// IEEE 754 floating point.
    Float {
        /// Bits of the exponent.
        exponent: u32,
        /// Bits of the significand, the hidden one included.
        significand: u32,
    },
    /// IEEE 754 rounding modes.
    RoundingMode,
    /// Mathematical integers.
    Int,
    /// Real numbers.
    Real,
}

impl Sort {
    /// The width, for bit-vectors.
    pub fn bv_width(self) -> Option<u32> {
        match self {
            Sort::Bv(width) => Some(width),
            Sort::Bool
            | Sort::Array { .. }
            | Sort::Float { .. }
            | Sort::RoundingMode
            | Sort::Int
            | Sort::Real => None,
        }
    }

    /// Whether this is the sort of truth values.
    pub fn is_bool(self) -> bool {
        self == Sort::Bool
    }
}

/// As SMT-LIB writes it.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Bv(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
            Sort::Float {
                exponent,
                significand,
            } => {
                write!(f, "(_ FloatingPoint {exponent} {significand})")
            }
            Sort::RoundingMode => f.write_str("RoundingMode"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
        }
    }
}
