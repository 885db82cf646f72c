//! Arithmetic and comparisons of fixed-point numbers.
//!
//! Operands and results are integers as wide as the format. Results that need more bits are
//! computed in so many that they are exact before they are rounded.

use crate::build::Build;
use crate::constant::{self, Constant};
use crate::root;
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, CompareOp, Expr, FixedFormat, FloatCompareOp, FloatKind, FloatOp, OverflowOp,
    Rounding, UnaryOp,
};
use std::cmp::Ordering;

fn op(op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
    Expr::binary(op, a.clone(), b.clone())
}

/// Two to a power, as an integer of a width that holds it.
fn amount(width: u32, value: u32) -> Expr {
    Expr::int(width, u64::from(value))
}

impl Build<'_> {
    /// An operation on numbers of one format.
    pub(crate) fn arith(
        &mut self,
        what: FloatOp,
        mode: Rounding,
        format: FixedFormat,
        operands: &[Expr],
    ) -> Expr {
        let missing = Expr::Int(Bv::zero(format.width()));
        let operand = |index: usize| operands.get(index).unwrap_or(&missing);
        let (a, b, c) = (operand(0), operand(1), operand(2));
        match what {
            FloatOp::Add => self.sum(BinaryOp::Add, OverflowOp::SAdd, "sum", format, a, b),
            FloatOp::Sub => self.sum(BinaryOp::Sub, OverflowOp::SSub, "difference", format, a, b),
            FloatOp::Mul => self.product(format, a, b, None),
            FloatOp::Fma => self.product(format, a, b, Some(c)),
            FloatOp::Div => self.quotient(format, a, b),
            FloatOp::Sqrt => root::square_root(self, format, a),
            FloatOp::ToIntegral => self.whole(format, mode, a),
            FloatOp::Fmod => {
                self.claim_divisor(b, format.width());
                op(BinaryOp::SRem, a, b)
            }
            FloatOp::Remainder => self.nearest_remainder(format, a, b),
        }
    }

    fn sum(
        &mut self,
        what: BinaryOp,
        overflow: OverflowOp,
        name: &str,
        format: FixedFormat,
        a: &Expr,
        b: &Expr,
    ) -> Expr {
        let overflows = Expr::Overflow(overflow, Box::new(a.clone()), Box::new(b.clone()));
        self.claim_range(overflows.not(), name, format);
        op(what, a, b)
    }

    /// The negative of a number: only the least has none.
    pub(crate) fn negative(&mut self, format: FixedFormat, a: &Expr) -> Expr {
        let least = Expr::Int(Bv::signed_min(format.width()));
        let cond = Expr::compare(CompareOp::Ne, a.clone(), least);
        self.claim_range(cond, "negative", format);
        Expr::Unary(UnaryOp::Neg, Box::new(a.clone()))
    }

    /// A product, rounded down; with a third number, that is added before.
    fn product(&mut self, format: FixedFormat, a: &Expr, b: &Expr, plus: Option<&Expr>) -> Expr {
        let width = format.width();
        let wide = 2 * width + u32::from(plus.is_some());
        let a = self.resize(a.clone(), width, wide, true);
        let b = self.resize(b.clone(), width, wide, true);
        let exact = Expr::binary(BinaryOp::Mul, a, b);
        let mut result = Expr::binary(BinaryOp::AShr, exact, amount(wide, format.fraction));
        let mut name = "product";
        if let Some(plus) = plus {
            // A whole number of last places: rounding before the sum is rounding after it.
            let plus = self.resize(plus.clone(), width, wide, true);
            result = Expr::binary(BinaryOp::Add, result, plus);
            name = "product and sum";
        }
        self.narrow(result, wide, name, format)
    }

    /// A quotient, rounded towards zero.
    fn quotient(&mut self, format: FixedFormat, a: &Expr, b: &Expr) -> Expr {
        let width = format.width();
        let wide = width + format.fraction + 1;
        self.claim_divisor(b, width);
        let a = self.resize(a.clone(), width, wide, true);
        let b = self.resize(b.clone(), width, wide, true);
        let scaled = Expr::binary(BinaryOp::Shl, a, amount(wide, format.fraction));
        let result = Expr::binary(BinaryOp::SDiv, scaled, b);
        self.narrow(result, wide, "quotient", format)
    }

    /// A whole number, by the rounding.
    fn whole(&mut self, format: FixedFormat, mode: Rounding, a: &Expr) -> Expr {
        if format.fraction == 0 {
            return a.clone();
        }
        let width = format.width();
        let wide = width + 1;
        let value = self.resize(a.clone(), width, wide, true);
        let value = self.simple_int(wide, value);
        let shift = amount(wide, format.fraction);
        let below = self.biased(format, mode, &value, wide);
        let whole = Expr::binary(BinaryOp::AShr, below, shift.clone());
        let result = Expr::binary(BinaryOp::Shl, whole, shift);
        self.narrow(result, wide, "whole number", format)
    }

    /// The number plus what makes rounding it down the rounding that is asked for.
    pub(crate) fn biased(
        &mut self,
        format: FixedFormat,
        mode: Rounding,
        value: &Expr,
        wide: u32,
    ) -> Expr {
        if format.fraction == 0 {
            return value.clone();
        }
        // The largest fraction, and the one below a half.
        let most = Bv::power_of_two(wide, format.fraction).sub(&Bv::one(wide));
        let half = Bv::power_of_two(wide, format.fraction - 1);
        let below_half = half.sub(&Bv::one(wide));
        let zero = Expr::Int(Bv::zero(wide));
        let bias = match mode {
            Rounding::Down => return value.clone(),
            Rounding::Up => Expr::Int(most),
            Rounding::Zero => {
                let negative = Expr::compare(CompareOp::SLt, value.clone(), zero.clone());
                Expr::Select(
                    Box::new(negative),
                    Box::new(Expr::Int(most)),
                    Box::new(zero),
                )
            }
            Rounding::NearestAway => {
                let negative = Expr::compare(CompareOp::SLt, value.clone(), zero);
                Expr::Select(
                    Box::new(negative),
                    Box::new(Expr::Int(below_half)),
                    Box::new(Expr::Int(half)),
                )
            }
            Rounding::NearestEven => {
                let shifted =
                    Expr::binary(BinaryOp::LShr, value.clone(), amount(wide, format.fraction));
                let odd = Expr::binary(BinaryOp::And, shifted, Expr::Int(Bv::one(wide)));
                Expr::binary(BinaryOp::Add, Expr::Int(below_half), odd)
            }
        };
        Expr::binary(BinaryOp::Add, value.clone(), bias)
    }

    /// The remainder of the quotient rounded to nearest, ties to even.
    fn nearest_remainder(&mut self, format: FixedFormat, a: &Expr, b: &Expr) -> Expr {
        let width = format.width();
        let wide = width + 2;
        self.claim_divisor(b, width);
        let a = self.resize(a.clone(), width, wide, true);
        let a = self.simple_int(wide, a);
        let b = self.resize(b.clone(), width, wide, true);
        let b = self.simple_int(wide, b);
        let zero = Expr::Int(Bv::zero(wide));
        let negative = |value: &Expr| Expr::compare(CompareOp::SLt, value.clone(), zero.clone());
        let magnitude = |value: &Expr| {
            let opposite = Expr::Unary(UnaryOp::Neg, Box::new(value.clone()));
            Expr::Select(
                Box::new(negative(value)),
                Box::new(opposite),
                Box::new(value.clone()),
            )
        };
        let rest = self.simple_int(wide, op(BinaryOp::SRem, &a, &b));
        let step = self.simple_int(wide, magnitude(&b));
        let twice = Expr::binary(BinaryOp::Shl, magnitude(&rest), amount(wide, 1));
        let twice = self.simple_int(wide, twice);
        let quotient = op(BinaryOp::SDiv, &a, &b);
        let odd = Expr::binary(BinaryOp::And, quotient, Expr::Int(Bv::one(wide)));
        let odd = Expr::compare(CompareOp::Ne, odd, zero.clone());
        let tie = Expr::compare(CompareOp::Eq, twice.clone(), step.clone());
        let far = Expr::compare(CompareOp::SLt, step.clone(), twice);
        let further = Expr::binary(BinaryOp::Or, far, Expr::binary(BinaryOp::And, tie, odd));
        let further = self.simple_bool(further);
        let next = Expr::Select(
            Box::new(negative(&a)),
            Box::new(op(BinaryOp::Add, &rest, &step)),
            Box::new(op(BinaryOp::Sub, &rest, &step)),
        );
        let result = Expr::Select(Box::new(further), Box::new(next), Box::new(rest));
        self.resize(result, wide, width, true)
    }

    /// A comparison. Constants that are not in the format are larger or smaller than everything.
    pub(crate) fn compare(
        &mut self,
        what: FloatCompareOp,
        kind: FloatKind,
        a: &Expr,
        b: &Expr,
    ) -> Expr {
        let format = self.formats.get(kind);
        let (left, right) = (Side::new(format, a), Side::new(format, b));
        if left == Side::Nan || right == Side::Nan {
            return Expr::bool(what.unordered);
        }
        if what.less == what.equal && what.equal == what.greater {
            return Expr::bool(what.equal);
        }
        if let Some(order) = order(left, right, a, b) {
            return Expr::bool(match order {
                Ordering::Less => what.less,
                Ordering::Equal => what.equal,
                Ordering::Greater => what.greater,
            });
        }
        let (a, b) = (self.number(kind, a), self.number(kind, b));
        match (what.less, what.equal, what.greater) {
            (false, false, false) | (true, true, true) => Expr::bool(what.equal),
            (true, false, false) => Expr::compare(CompareOp::SLt, a, b),
            (true, true, false) => Expr::compare(CompareOp::SLe, a, b),
            (false, false, true) => Expr::compare(CompareOp::SLt, b, a),
            (false, true, true) => Expr::compare(CompareOp::SLe, b, a),
            (false, true, false) => Expr::compare(CompareOp::Eq, a, b),
            (true, false, true) => Expr::compare(CompareOp::Ne, a, b),
        }
    }
}

/// One side of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// A number of the format.
    Number,
    /// A constant that compares so with every number of the format.
    Beyond(Ordering),
    /// Not a number.
    Nan,
}

impl Side {
    fn new(format: FixedFormat, expr: &Expr) -> Side {
        let Expr::Float(kind, bits) = expr else {
            return Side::Number;
        };
        match constant::convert(*kind, bits, format) {
            Constant::Number(_) => Side::Number,
            Constant::OutOfRange(order, _) | Constant::Infinite(order) => Side::Beyond(order),
            Constant::Nan => Side::Nan,
        }
    }
}

/// How two sides compare, where that is certain.
fn order(left: Side, right: Side, a: &Expr, b: &Expr) -> Option<Ordering> {
    match (left, right) {
        (Side::Beyond(_), Side::Beyond(_)) => {
            if let (Expr::Float(kind, a), Expr::Float(_, b)) = (a, b) {
                cassay_float::compare(*kind, a, b)
            } else {
                None
            }
        }
        (Side::Beyond(order), Side::Number | Side::Nan) => Some(order),
        (Side::Number | Side::Nan, Side::Beyond(order)) => Some(order.reverse()),
        (Side::Number | Side::Nan, Side::Number | Side::Nan) => None,
    }
}
