//! The operators, one flat list grouped by theory, with the sort each one gives.
//!
//! Every operator has at most three arguments, so that a node has a fixed size. Conjunctions and
//! sums of many are chains. An operator's parameters (bit positions, widths) are part of it.

use cassay_float::{FloatKind, FloatOp, Rounding};

use crate::Sort;

cassay_base::define_id!(
    /// A symbol: an index into the pool's table of names.
    pub SymbolId, "s"
);
cassay_base::define_id!(
    /// A bit-vector constant: an index into the pool's table of values.
    pub ConstId, "k"
);

/// An operator with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    // Core.
    /// A truth value.
    Bool(bool),
    /// A free symbol of any sort.
    Symbol(SymbolId),
    /// Negation.
    Not,
    /// Conjunction of two.
    And,
    /// Disjunction of two.
    Or,
    /// Exclusive or of two truth values.
    Xor,
    /// Equality of two terms of the same sort.
    Eq,
    /// `ite(condition, then, else)` over any sort.
    Ite,

    // Bit-vectors: leaves and arithmetic.
    /// A bit-vector constant; read it with [`Pool::as_bv`](crate::Pool::as_bv).
    BvConst(ConstId),
    /// Sum.
    BvAdd,
    /// Difference.
    BvSub,
    /// Product.
    BvMul,
    /// Unsigned quotient, all ones by zero.
    BvUdiv,
    /// Unsigned remainder, the dividend by zero.
    BvUrem,
    /// Signed quotient truncated towards zero.
    BvSdiv,
    /// Signed remainder with the sign of the dividend.
    BvSrem,
    /// Two's complement negation.
    BvNeg,

    // Bit-vectors: bits.
    /// Complement.
    BvNot,
    /// Bitwise conjunction.
    BvAnd,
    /// Bitwise disjunction.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Shift left.
    BvShl,
    /// Logical shift right.
    BvLshr,
    /// Arithmetic shift right.
    BvAshr,
    /// `concat(high, low)`.
    BvConcat,
    /// Bits `hi` down to `lo`, both included.
    BvExtract {
        /// The highest bit taken.
        hi: u32,
        /// The lowest bit taken.
        lo: u32,
    },
    /// Zero extension to a greater width.
    BvZext {
        /// The width of the result.
        to: u32,
    },
    /// Sign extension to a greater width.
    BvSext {
        /// The width of the result.
        to: u32,
    },

    // Bit-vectors: predicates.
    /// Unsigned less than.
    BvUlt,
    /// Unsigned less than or equal.
    BvUle,
    /// Signed less than.
    BvSlt,
    /// Signed less than or equal.
    BvSle,
    /// The unsigned sum does not fit.
    BvUaddo,
    /// The unsigned difference does not fit.
    BvUsubo,
    /// The unsigned product does not fit.
    BvUmulo,
    /// The signed sum does not fit.
    BvSaddo,
    /// The signed difference does not fit.
    BvSsubo,
    /// The signed product does not fit.
    BvSmulo,

    // Floating-point numbers. They are bit-vectors everywhere: a float operator takes and gives
    // bit patterns. A NaN that an operator gives is the one positive quiet NaN of its format.
    /// An operation from numbers of a format to a number of the same format.
    Float(FloatOp, FloatKind, Rounding),
    /// Less than; false when one is not a number.
    FloatLt(FloatKind),
    /// Less than or equal; false when one is not a number.
    FloatLe(FloatKind),
    /// Equality of numbers: zeros are equal, a NaN equals nothing.
    FloatEq(FloatKind),
    /// Whether a pattern is not a number.
    FloatIsNan(FloatKind),
    /// A number in another format.
    FloatConvert {
        /// The format of the argument.
        from: FloatKind,
        /// The format of the result.
        to: FloatKind,
        /// How it is rounded where the format is narrower.
        rounding: Rounding,
    },
    /// The number nearest to an integer of any width.
    FloatFromInt {
        /// The format of the result.
        kind: FloatKind,
        /// How it is rounded.
        rounding: Rounding,
        /// Whether the integer is signed.
        signed: bool,
    },
    /// The integer a number truncates to; the top bit alone when it does not fit or is none.
    FloatToInt {
        /// The format of the argument.
        kind: FloatKind,
        /// The width of the result.
        width: u32,
        /// Whether the integer is signed.
        signed: bool,
    },

    // Arrays.
    /// `select(array, index)`.
    Select,
    /// `store(array, index, value)`.
    Store,
    /// The array that holds one value everywhere.
    ConstArray {
        /// Width of an index.
        index: u32,
    },
}

impl Op {
    /// How many arguments the operator takes.
    pub fn arity(self) -> usize {
        match self {
            Op::Bool(_) | Op::Symbol(_) | Op::BvConst(_) => 0,
            Op::Not
            | Op::BvNeg
            | Op::BvNot
            | Op::BvExtract { .. }
            | Op::BvZext { .. }
            | Op::BvSext { .. }
            | Op::FloatIsNan(_)
            | Op::FloatConvert { .. }
            | Op::FloatFromInt { .. }
            | Op::FloatToInt { .. }
            | Op::ConstArray { .. } => 1,
            Op::Float(op, ..) => op.arity(),
            Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvSdiv
            | Op::BvSrem
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr
            | Op::BvConcat
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::BvUaddo
            | Op::BvUsubo
            | Op::BvUmulo
            | Op::BvSaddo
            | Op::BvSsubo
            | Op::BvSmulo
            | Op::FloatLt(_)
            | Op::FloatLe(_)
            | Op::FloatEq(_)
            | Op::Select => 2,
            Op::Ite | Op::Store => 3,
        }
    }

    /// Whether exchanging the two arguments changes nothing.
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::And
                | Op::Or
                | Op::Xor
                | Op::Eq
                | Op::BvAdd
                | Op::BvMul
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::BvUaddo
                | Op::BvUmulo
                | Op::BvSaddo
                | Op::BvSmulo
                | Op::Float(FloatOp::Add | FloatOp::Mul, ..)
                | Op::FloatEq(_)
        )
    }

    /// Whether this computes with numbers that bits stand for.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            Op::Float(..)
                | Op::FloatLt(_)
                | Op::FloatLe(_)
                | Op::FloatEq(_)
                | Op::FloatIsNan(_)
                | Op::FloatConvert { .. }
                | Op::FloatFromInt { .. }
                | Op::FloatToInt { .. }
        )
    }

    /// A dense number that ignores parameters, for tables indexed by operator.
    pub fn head(self) -> usize {
        match self {
            Op::Bool(_) => 0,
            Op::Symbol(_) => 1,
            Op::Not => 2,
            Op::And => 3,
            Op::Or => 4,
            Op::Xor => 5,
            Op::Eq => 6,
            Op::Ite => 7,
            Op::BvConst(_) => 8,
            Op::BvAdd => 9,
            Op::BvSub => 10,
            Op::BvMul => 11,
            Op::BvUdiv => 12,
            Op::BvUrem => 13,
            Op::BvSdiv => 14,
            Op::BvSrem => 15,
            Op::BvNeg => 16,
            Op::BvNot => 17,
            Op::BvAnd => 18,
            Op::BvOr => 19,
            Op::BvXor => 20,
            Op::BvShl => 21,
            Op::BvLshr => 22,
            Op::BvAshr => 23,
            Op::BvConcat => 24,
            Op::BvExtract { .. } => 25,
            Op::BvZext { .. } => 26,
            Op::BvSext { .. } => 27,
            Op::BvUlt => 28,
            Op::BvUle => 29,
            Op::BvSlt => 30,
            Op::BvSle => 31,
            Op::BvUaddo => 32,
            Op::BvUsubo => 33,
            Op::BvUmulo => 34,
            Op::BvSaddo => 35,
            Op::BvSsubo => 36,
            Op::BvSmulo => 37,
            Op::Select => 38,
            Op::Store => 39,
            Op::ConstArray { .. } => 40,
            Op::Float(..) => 41,
            Op::FloatLt(_) => 42,
            Op::FloatLe(_) => 43,
            Op::FloatEq(_) => 44,
            Op::FloatIsNan(_) => 45,
            Op::FloatConvert { .. } => 46,
            Op::FloatFromInt { .. } => 47,
            Op::FloatToInt { .. } => 48,
        }
    }

    /// One more than the greatest [`Op::head`].
    pub const HEADS: usize = 49;

    /// The sort of the operator applied to arguments of these sorts, or what is wrong with them.
    /// Symbols and constants are not covered: the pool knows their sorts.
    pub fn result_sort(self, args: &[Sort]) -> Result<Sort, String> {
        let wrong = || Err(format!("{self:?} applied to {args:?}"));
        match (self, args) {
            (Op::Bool(_), []) => Ok(Sort::Bool),
            (Op::Not, [Sort::Bool]) => Ok(Sort::Bool),
            (Op::And | Op::Or | Op::Xor, [Sort::Bool, Sort::Bool]) => Ok(Sort::Bool),
            (Op::Eq, [a, b]) if a == b => Ok(Sort::Bool),
            (Op::Ite, [Sort::Bool, a, b]) if a == b => Ok(*a),
            (Op::BvNeg | Op::BvNot, [Sort::Bv(width)]) => Ok(Sort::Bv(*width)),
            (
                Op::BvAdd
                | Op::BvSub
                | Op::BvMul
                | Op::BvUdiv
                | Op::BvUrem
                | Op::BvSdiv
                | Op::BvSrem
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::BvShl
                | Op::BvLshr
                | Op::BvAshr,
                [Sort::Bv(a), Sort::Bv(b)],
            ) if a == b => Ok(Sort::Bv(*a)),
            (
                Op::BvUlt
                | Op::BvUle
                | Op::BvSlt
                | Op::BvSle
                | Op::BvUaddo
                | Op::BvUsubo
                | Op::BvUmulo
                | Op::BvSaddo
                | Op::BvSsubo
                | Op::BvSmulo,
                [Sort::Bv(a), Sort::Bv(b)],
            ) if a == b => Ok(Sort::Bool),
            (Op::BvConcat, [Sort::Bv(high), Sort::Bv(low)]) => Ok(Sort::Bv(high + low)),
            (Op::BvExtract { hi, lo }, [Sort::Bv(width)]) if lo <= hi && hi < *width => {
                Ok(Sort::Bv(hi - lo + 1))
            }
            (Op::BvZext { to } | Op::BvSext { to }, [Sort::Bv(width)]) if to >= *width => {
                Ok(Sort::Bv(to))
            }
            (Op::Float(op, kind, _), args) if all_of(args, op.arity(), kind) => {
                Ok(Sort::Bv(kind.bits()))
            }
            (Op::FloatLt(kind) | Op::FloatLe(kind) | Op::FloatEq(kind), args)
                if all_of(args, 2, kind) =>
            {
                Ok(Sort::Bool)
            }
            (Op::FloatIsNan(kind), args) if all_of(args, 1, kind) => Ok(Sort::Bool),
            (Op::FloatConvert { from, to, .. }, args) if all_of(args, 1, from) => {
                Ok(Sort::Bv(to.bits()))
            }
            (Op::FloatFromInt { kind, .. }, [Sort::Bv(_)]) => Ok(Sort::Bv(kind.bits())),
            (Op::FloatToInt { kind, width, .. }, args) if all_of(args, 1, kind) && width > 0 => {
                Ok(Sort::Bv(width))
            }
            (Op::Select, [Sort::Array { index, element }, Sort::Bv(at)]) if index == at => {
                Ok(Sort::Bv(*element))
            }
            (
                Op::Store,
                [
                    array @ Sort::Array { index, element },
                    Sort::Bv(at),
                    Sort::Bv(value),
                ],
            ) if index == at && element == value => Ok(*array),
            (Op::ConstArray { index }, [Sort::Bv(element)]) => Ok(Sort::Array {
                index,
                element: *element,
            }),
            _ => wrong(),
        }
    }
}

/// Whether there are that many sorts, all of them that of patterns of a format.
fn all_of(sorts: &[Sort], count: usize, kind: FloatKind) -> bool {
    sorts.len() == count && sorts.iter().all(|sort| *sort == Sort::Bv(kind.bits()))
}
