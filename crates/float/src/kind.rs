//! The names of things: formats, rounding modes and operations.

/// Floating-point formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// The upper half of a binary32: eight exponent bits, eight bits of precision.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// The x87 80-bit extended format, with an explicit integer bit.
    X87,
    /// IEEE binary128.
    Quad,
}

impl FloatKind {
    /// Every format, from narrow to wide.
    pub const ALL: &'static [FloatKind] = &[
        FloatKind::Half,
        FloatKind::BFloat,
        FloatKind::Single,
        FloatKind::Double,
        FloatKind::X87,
        FloatKind::Quad,
    ];

    /// Bits of the value representation.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }

    /// Bits of the exponent field.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatKind::Half => 5,
            FloatKind::BFloat | FloatKind::Single => 8,
            FloatKind::Double => 11,
            FloatKind::X87 | FloatKind::Quad => 15,
        }
    }

    /// Bits of the significand, the leading one included even where it is not stored.
    pub fn precision(self) -> u32 {
        match self {
            FloatKind::Half => 11,
            FloatKind::BFloat => 8,
            FloatKind::Single => 24,
            FloatKind::Double => 53,
            FloatKind::X87 => 64,
            FloatKind::Quad => 113,
        }
    }

    /// Bits of the significand that are stored: all of them only in the x87 format.
    pub fn stored_significand_bits(self) -> u32 {
        self.bits() - 1 - self.exponent_bits()
    }

    /// Whether the leading bit of the significand is stored.
    pub fn has_integer_bit(self) -> bool {
        match self {
            FloatKind::X87 => true,
            FloatKind::Half
            | FloatKind::BFloat
            | FloatKind::Single
            | FloatKind::Double
            | FloatKind::Quad => false,
        }
    }

    /// Whether every value of this format is a value of `other`.
    pub fn fits_in(self, other: FloatKind) -> bool {
        self.precision() <= other.precision() && self.exponent_bits() <= other.exponent_bits()
    }

    /// The name in text forms.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "f16",
            FloatKind::BFloat => "bf16",
            FloatKind::Single => "f32",
            FloatKind::Double => "f64",
            FloatKind::X87 => "f80",
            FloatKind::Quad => "f128",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The greatest exponent of a finite number, as in `1.f × 2^e`; also the bias.
    pub(crate) fn max_exponent(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The exponent of the last place of subnormal numbers: all values are multiples of two to it.
    pub(crate) fn least_quantum(self) -> i64 {
        2 - self.max_exponent() - i64::from(self.precision())
    }
}

/// How a result that is not a value of the format becomes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// To the nearest value, ties to the one with an even significand: the default of C.
    NearestEven,
    /// To the nearest value, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero.
    Zero,
}

impl Rounding {
    /// Every mode.
    pub const ALL: &'static [Rounding] = &[
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::Up,
        Rounding::Down,
        Rounding::Zero,
    ];

    /// The name in text forms.
    pub fn name(self) -> &'static str {
        match self {
            Rounding::NearestEven => "rne",
            Rounding::NearestAway => "rna",
            Rounding::Up => "rtp",
            Rounding::Down => "rtn",
            Rounding::Zero => "rtz",
        }
    }

    /// The mode of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|mode| mode.name() == name)
    }
}

/// Operations from numbers of a format to a number of the same format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// `a * b + c`, rounded once.
    Fma,
    /// Square root.
    Sqrt,
    /// The integer the mode rounds to, as a floating-point number.
    ToIntegral,
    /// `a - b * n` with `n` the quotient truncated: C's `fmod`. Exact: the mode does not matter.
    Fmod,
    /// `a - b * n` with `n` the quotient rounded to nearest, ties to even: C's `remainder`. Exact:
    /// the mode does not matter.
    Remainder,
}

impl FloatOp {
    /// Every operation.
    pub const ALL: &'static [FloatOp] = &[
        FloatOp::Add,
        FloatOp::Sub,
        FloatOp::Mul,
        FloatOp::Div,
        FloatOp::Fma,
        FloatOp::Sqrt,
        FloatOp::ToIntegral,
        FloatOp::Fmod,
        FloatOp::Remainder,
    ];

    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            FloatOp::Sqrt | FloatOp::ToIntegral => 1,
            FloatOp::Add
            | FloatOp::Sub
            | FloatOp::Mul
            | FloatOp::Div
            | FloatOp::Fmod
            | FloatOp::Remainder => 2,
            FloatOp::Fma => 3,
        }
    }

    /// Whether the result depends on the rounding mode.
    pub fn rounds(self) -> bool {
        match self {
            FloatOp::Add
            | FloatOp::Sub
            | FloatOp::Mul
            | FloatOp::Div
            | FloatOp::Fma
            | FloatOp::Sqrt
            | FloatOp::ToIntegral => true,
            FloatOp::Fmod | FloatOp::Remainder => false,
        }
    }

    /// The name in text forms.
    pub fn name(self) -> &'static str {
        match self {
            FloatOp::Add => "fadd",
            FloatOp::Sub => "fsub",
            FloatOp::Mul => "fmul",
            FloatOp::Div => "fdiv",
            FloatOp::Fma => "fma",
            FloatOp::Sqrt => "fsqrt",
            FloatOp::ToIntegral => "fround",
            FloatOp::Fmod => "fmod",
            FloatOp::Remainder => "fremainder",
        }
    }

    /// The operation of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|op| op.name() == name)
    }
}
