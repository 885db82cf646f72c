//! Float operators: their meaning on values, and their constructors.
//!
//! Operators take and give bit patterns. Negation, absolute value and the like are plain bit
//! operations here, so that the rules for bit-vectors apply to them. Predicates on the value of a
//! number (order, equality, being a NaN) are operators of their own, so that a solver can decide
//! them on its representation of the number without going through bits.

use std::cmp::Ordering;

use cassay_bv::Bv;
use cassay_float::{FloatKind, FloatOp, Rounding};

use crate::{Op, Pool, TermId};

/// The result of a float operator.
pub(crate) enum Outcome {
    Bool(bool),
    Bits(Bv),
}

/// A float operator on values; `None` for other operators.
pub(crate) fn apply(op: Op, args: &[Bv]) -> Option<Outcome> {
    let bits = |value: Bv| Some(Outcome::Bits(value));
    let order = |kind| match args {
        [a, b] => cassay_float::compare(kind, a, b),
        _ => None,
    };
    match op {
        Op::Float(op, kind, rounding) => {
            cassay_float::arith(op, kind, rounding, args).map(Outcome::Bits)
        }
        Op::FloatLt(kind) => Some(Outcome::Bool(order(kind) == Some(Ordering::Less))),
        Op::FloatLe(kind) => Some(Outcome::Bool(order(kind).is_some_and(Ordering::is_le))),
        Op::FloatEq(kind) => Some(Outcome::Bool(order(kind) == Some(Ordering::Equal))),
        Op::FloatIsNan(kind) => Some(Outcome::Bool(cassay_float::is_nan(kind, args.first()?))),
        Op::FloatConvert { from, to, rounding } => {
            bits(cassay_float::convert(from, to, rounding, args.first()?))
        }
        Op::FloatFromInt {
            kind,
            rounding,
            signed,
        } => bits(cassay_float::from_int(
            kind,
            rounding,
            args.first()?,
            signed,
        )),
        Op::FloatToInt {
            kind,
            width,
            signed,
        } => bits(
            cassay_float::to_int(kind, args.first()?, width, signed)
                .unwrap_or_else(|| cassay_float::indefinite(width)),
        ),
        _ => None,
    }
}

/// The constant that a float operator gives on constants.
pub(crate) fn fold(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId> {
    if !is_float(op) {
        return None;
    }
    let values: Vec<Bv> = args
        .iter()
        .map(|arg| pool.as_bv(*arg).cloned())
        .collect::<Option<_>>()?;
    Some(match apply(op, &values)? {
        Outcome::Bool(value) => pool.bool_const(value),
        Outcome::Bits(value) => pool.bv(value),
    })
}

fn is_float(op: Op) -> bool {
    matches!(
        op,
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

/// The numbers that truncate to an integer of a width: those above (or at) the first pattern and
/// below the second. The flag says whether the first one itself is left out.
pub fn float_int_range(kind: FloatKind, width: u32, signed: bool) -> (Bv, bool, Bv) {
    let wide = width + 2;
    let round_up = |int: &Bv| cassay_float::from_int(kind, Rounding::Up, int, true);
    let below = if signed {
        Bv::power_of_two(wide, width - 1).neg().sub(&Bv::one(wide))
    } else {
        Bv::ones(wide)
    };
    let above = Bv::power_of_two(wide, if signed { width - 1 } else { width });
    let low = round_up(&below);
    let exact = cassay_float::to_int(kind, &low, wide, true).as_ref() == Some(&below);
    (low, exact, round_up(&above))
}

/// How two numbers may compare: LLVM's predicates with an operand order. Each has an unordered
/// counterpart, which is also true when one of the two is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatCompare {
    /// Equal.
    Equal,
    /// Not equal, and both are numbers.
    NotEqual,
    /// Less than.
    Less,
    /// Less than or equal.
    LessEqual,
    /// Greater than.
    Greater,
    /// Greater than or equal.
    GreaterEqual,
    /// Both are numbers.
    Ordered,
}

impl Pool {
    /// An operation from patterns of a format to a pattern of it.
    pub fn float_arith(
        &mut self,
        op: FloatOp,
        kind: FloatKind,
        rounding: Rounding,
        args: &[TermId],
    ) -> TermId {
        // One term for all modes if the mode does not matter.
        let rounding = if op.rounds() {
            rounding
        } else {
            Rounding::NearestEven
        };
        let args: Vec<TermId> = args.iter().map(|arg| self.one_nan(kind, *arg)).collect();
        self.make(Op::Float(op, kind, rounding), &args)
    }

    /// Replaces patterns that are another NaN in any case by the canonical one: float operators do
    /// not distinguish NaNs.
    fn one_nan(&mut self, kind: FloatKind, a: TermId) -> TermId {
        let nan = cassay_float::default_nan(kind);
        let is_nan = |term: &TermId| {
            let value = self.as_bv(*term);
            value.is_some_and(|bits| cassay_float::is_nan(kind, bits))
        };
        let args = self.args(a);
        let certain = match self.op(a) {
            Op::Ite => args[1..].iter().all(is_nan),
            Op::BvOr => args.iter().any(|arg| {
                let value = self.as_bv(*arg);
                value.is_some_and(|bits| bits.and(&nan) == nan)
            }),
            _ => false,
        };
        if certain { self.bv(nan) } else { a }
    }

    /// A comparison; with `unordered`, also true when one of the two is not a number.
    pub fn float_compare(
        &mut self,
        predicate: FloatCompare,
        unordered: bool,
        kind: FloatKind,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let (a, b) = (self.one_nan(kind, a), self.one_nan(kind, b));
        // The unordered forms of the orders are the negations of the opposite orders.
        let (op, args, negated) = match (predicate, unordered) {
            (FloatCompare::Less, false) => (Op::FloatLt(kind), [a, b], false),
            (FloatCompare::LessEqual, false) => (Op::FloatLe(kind), [a, b], false),
            (FloatCompare::Greater, false) => (Op::FloatLt(kind), [b, a], false),
            (FloatCompare::GreaterEqual, false) => (Op::FloatLe(kind), [b, a], false),
            (FloatCompare::Less, true) => (Op::FloatLe(kind), [b, a], true),
            (FloatCompare::LessEqual, true) => (Op::FloatLt(kind), [b, a], true),
            (FloatCompare::Greater, true) => (Op::FloatLe(kind), [a, b], true),
            (FloatCompare::GreaterEqual, true) => (Op::FloatLt(kind), [a, b], true),
            (FloatCompare::Equal, false) => (Op::FloatEq(kind), [a, b], false),
            (FloatCompare::NotEqual, true) => (Op::FloatEq(kind), [a, b], true),
            (FloatCompare::Equal, true) => {
                let equal = self.make(Op::FloatEq(kind), &[a, b]);
                let unordered = self.float_unordered(kind, a, b);
                return self.or(equal, unordered);
            }
            (FloatCompare::NotEqual, false) => {
                let different = self.float_compare(FloatCompare::NotEqual, true, kind, a, b);
                let unordered = self.float_unordered(kind, a, b);
                let ordered = self.not(unordered);
                return self.and(different, ordered);
            }
            (FloatCompare::Ordered, false) => {
                let unordered = self.float_unordered(kind, a, b);
                return self.not(unordered);
            }
            // Ordered or unordered.
            (FloatCompare::Ordered, true) => return self.tru(),
        };
        let compared = self.make(op, &args);
        if negated {
            self.not(compared)
        } else {
            compared
        }
    }

    /// Whether one of the two is not a number.
    pub fn float_unordered(&mut self, kind: FloatKind, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.float_is_nan(kind, a), self.float_is_nan(kind, b));
        self.or(a, b)
    }

    /// Whether a pattern is not a number.
    pub fn float_is_nan(&mut self, kind: FloatKind, a: TermId) -> TermId {
        let a = self.one_nan(kind, a);
        self.make(Op::FloatIsNan(kind), &[a])
    }

    /// Whether a pattern is an infinity.
    pub fn float_is_infinite(&mut self, kind: FloatKind, a: TermId) -> TermId {
        let infinities = [false, true].map(|negative| {
            let infinity = self.bv(cassay_float::infinity(kind, negative));
            self.make(Op::FloatEq(kind), &[a, infinity])
        });
        self.or(infinities[0], infinities[1])
    }

    /// Whether a pattern is a zero.
    pub fn float_is_zero(&mut self, kind: FloatKind, a: TermId) -> TermId {
        let zero = self.bv(cassay_float::zero(kind, false));
        self.make(Op::FloatEq(kind), &[a, zero])
    }

    /// The pattern with its sign bit flipped, on NaNs too.
    pub fn float_neg(&mut self, kind: FloatKind, a: TermId) -> TermId {
        let sign = self.bv(Bv::signed_min(kind.bits()));
        self.bv_xor(a, sign)
    }

    /// The pattern with its sign bit cleared, on NaNs too.
    pub fn float_abs(&mut self, kind: FloatKind, a: TermId) -> TermId {
        let rest = self.bv(Bv::signed_max(kind.bits()));
        self.bv_and(a, rest)
    }

    /// The pattern of `a` with the sign bit of `b`.
    pub fn float_copysign(&mut self, kind: FloatKind, a: TermId, b: TermId) -> TermId {
        let top = kind.bits() - 1;
        let (sign, rest) = (self.extract(top, top, b), self.extract(top - 1, 0, a));
        self.concat(sign, rest)
    }

    /// The number in another format; the canonical NaN for a NaN, even when the formats are equal.
    pub fn float_convert(
        &mut self,
        from: FloatKind,
        to: FloatKind,
        rounding: Rounding,
        a: TermId,
    ) -> TermId {
        // One term for all modes where nothing is rounded.
        let rounding = if from.fits_in(to) {
            Rounding::NearestEven
        } else {
            rounding
        };
        let a = self.one_nan(from, a);
        self.make(Op::FloatConvert { from, to, rounding }, &[a])
    }

    /// The number nearest to an integer.
    pub fn float_from_int(
        &mut self,
        kind: FloatKind,
        rounding: Rounding,
        signed: bool,
        a: TermId,
    ) -> TermId {
        let op = Op::FloatFromInt {
            kind,
            rounding,
            signed,
        };
        self.make(op, &[a])
    }

    /// The integer a number truncates to; the top bit alone when there is none of this width.
    pub fn float_to_int(&mut self, kind: FloatKind, width: u32, signed: bool, a: TermId) -> TermId {
        let op = Op::FloatToInt {
            kind,
            width,
            signed,
        };
        self.make(op, &[a])
    }

    /// Whether a number truncates to an integer of the width: the one that
    /// [`Pool::float_to_int`] gives.
    pub fn float_fits_int(
        &mut self,
        kind: FloatKind,
        width: u32,
        signed: bool,
        a: TermId,
    ) -> TermId {
        let (low, strict, high) = float_int_range(kind, width, signed);
        let (low, high) = (self.bv(low), self.bv(high));
        let lower = if strict {
            Op::FloatLt(kind)
        } else {
            Op::FloatLe(kind)
        };
        let above = self.make(lower, &[low, a]);
        let below = self.make(Op::FloatLt(kind), &[a, high]);
        self.and(above, below)
    }
}
