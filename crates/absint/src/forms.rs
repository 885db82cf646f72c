//! Expressions as linear forms of cells, for octagons and symbolic ranges.
//!
//! An expression of one reading, signed or unsigned, is a form if bounds show that no operation in
//! it wraps around in that reading: bounds of single values, or those that relations give for the
//! whole sum. Where an operation may wrap around, or is not linear, its result counts as any number
//! between its bounds.

use crate::cells::CellId;
use crate::domains::form::Form;
use crate::domains::{mask, signed, signed_max, signed_min};
use crate::eval::Context;
use crate::state::State;
use crate::value::Value;
use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, CompareOp, Expr, OverflowOp, UnaryOp};

/// How many definitions are followed.
const DEPTH: u32 = 8;

/// The interval of a value in a reading.
pub fn numbers(value: &Value, is_signed: bool) -> (i128, i128) {
    if is_signed {
        value.range.signed()
    } else {
        value.range.unsigned()
    }
}

/// The least and greatest number of a width in a reading.
pub fn limits(width: u32, is_signed: bool) -> (i128, i128) {
    if is_signed {
        (signed_min(width), signed_max(width))
    } else {
        (0, i128::from(mask(width)))
    }
}

impl<'p> Context<'_, 'p> {
    /// The number that an expression is in a reading, as a form.
    pub fn form(&self, state: &State<'p>, expr: &Expr, is_signed: bool) -> Option<Form> {
        self.form_to(state, expr, is_signed, DEPTH)
    }

    fn form_to(&self, state: &State<'p>, expr: &Expr, is_signed: bool, depth: u32) -> Option<Form> {
        let value = self.eval_alone(state, expr)?;
        let (lo, hi) = numbers(&value, is_signed);
        // A number that is known here is still related to others, which may outlive it.
        let exact = depth
            .checked_sub(1)
            .and_then(|depth| self.exact_form(state, expr, &value, is_signed, depth));
        Some(exact.unwrap_or_else(|| Form::between(lo, hi)))
    }

    /// The form of an expression, where it is more than bounds.
    fn exact_form(
        &self,
        state: &State<'p>,
        expr: &Expr,
        value: &Value,
        is_signed: bool,
        depth: u32,
    ) -> Option<Form> {
        match expr {
            Expr::Temp(temp) => {
                let temp = state.temp(*temp)?;
                if let Some(cell) = temp.cell
                    && let Some((width, cell_signed)) = state.reading(cell)
                    && width == value.width
                    // Numbers without the highest bit are the same in both readings.
                    && (cell_signed == is_signed || value.range.signed_lo >= 0)
                {
                    return Some(Form::cell(cell, 1));
                }
                self.form_to(state, temp.def?, is_signed, depth)
            }
            Expr::Cast(kind, a, _) => {
                let from = self.eval_alone(state, a)?;
                let positive = value.range.signed_lo >= 0;
                let (same, inner) = match kind.width_change()? {
                    WidthChange::SignExtend => (is_signed || positive, true),
                    WidthChange::ZeroExtend => (!is_signed || positive, false),
                    WidthChange::Cut => {
                        let (lo, hi) = numbers(&from, is_signed);
                        let (least, most) = limits(value.width, is_signed);
                        (least <= lo && hi <= most, is_signed)
                    }
                };
                same.then(|| self.form_to(state, a, inner, depth))?
            }
            Expr::Unary(UnaryOp::Neg, a) => {
                let form = self.form_to(state, a, is_signed, depth)?.times(-1)?;
                self.unless_wrapped(state, form, value.width, is_signed)
            }
            Expr::Unary(UnaryOp::Not, a) if value.width > 1 => {
                let form = self.form_to(state, a, is_signed, depth)?;
                let ones = limits(value.width, is_signed);
                form.times(-1)?.moved(ones.0 + ones.1)
            }
            Expr::Binary(op, a, b) => {
                let form = self.sum(state, *op, (a, b), is_signed, depth)?;
                self.unless_wrapped(state, form, value.width, is_signed)
            }
            Expr::Int(_)
            | Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Unary(UnaryOp::Not, _)
            | Expr::Compare(_, _, _)
            | Expr::Overflow(_, _, _)
            | Expr::Select(_, _, _)
            | Expr::PtrAdd(_, _)
            | Expr::Aggregate(_, _)
            | Expr::Component(_, _)
            | Expr::WithComponent(_, _, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Extent(_, _)
            | Expr::Memory(_, _, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => None,
        }
    }

    /// A sum, difference or product by a constant as one of unbounded numbers. It differs from the
    /// result by a multiple of 2^width only, whichever readings of the operands are used; so
    /// constants count as signed numbers, which are small more often.
    fn sum(
        &self,
        state: &State<'p>,
        op: BinaryOp,
        (a, b): (&Expr, &Expr),
        is_signed: bool,
        depth: u32,
    ) -> Option<Form> {
        let (x, y) = (self.eval_alone(state, a)?, self.eval_alone(state, b)?);
        if x.width != y.width {
            return None;
        }
        let constant = |value: &Value| {
            let bits = value.as_constant()?;
            Some(i128::from(signed(value.width, bits)))
        };
        let operand = |expr: &Expr, value: &Value| {
            let form = self.form_to(state, expr, is_signed, depth)?;
            match constant(value).filter(|_| form.terms().is_empty()) {
                Some(number) => Some(Form::number(number)),
                None => Some(form),
            }
        };
        match op {
            BinaryOp::Add => operand(a, &x)?.plus(&operand(b, &y)?),
            BinaryOp::Sub => operand(a, &x)?.minus(&operand(b, &y)?),
            BinaryOp::Mul => match (constant(&x), constant(&y)) {
                (Some(factor), None) => operand(b, &y)?.times(factor),
                (Some(factor), Some(_)) if matches!(a, Expr::Int(_)) => {
                    operand(b, &y)?.times(factor)
                }
                (_, Some(factor)) => operand(a, &x)?.times(factor),
                (None, None) => None,
            },
            BinaryOp::Shl => {
                let by = y.as_constant().filter(|by| *by < u64::from(y.width))?;
                operand(a, &x)?.times(1 << by)
            }
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => None,
        }
    }

    /// A form whose numbers are all in the range of a reading.
    fn unless_wrapped(
        &self,
        state: &State<'p>,
        form: Form,
        width: u32,
        is_signed: bool,
    ) -> Option<Form> {
        let (least, most) = limits(width, is_signed);
        let fits = least <= state.least(&form)? && state.most(&form)? <= most;
        fits.then_some(form)
    }

    /// The bounds that relations give to the result of an operator.
    pub fn related(&self, state: &State<'p>, expr: &Expr, value: Value) -> Value {
        if !state.relates() {
            return value;
        }
        let mut best = value;
        for is_signed in [true, false] {
            let form = self.exact_form(state, expr, &best, is_signed, DEPTH);
            let Some(form) = form.filter(|form| !form.terms().is_empty()) else {
                continue;
            };
            let (Some(lo), Some(hi)) = (state.least(&form), state.most(&form)) else {
                continue;
            };
            let bounds = if is_signed {
                Value::signed(value.width, lo, hi)
            } else {
                Value::unsigned(value.width, lo, hi)
            };
            best = bounds.and_then(|bounds| best.meet(bounds)).unwrap_or(best);
        }
        best
    }

    /// The difference of two expressions in a reading.
    fn distance(&self, state: &State<'p>, a: &Expr, b: &Expr, is_signed: bool) -> Option<Form> {
        let a = self.form(state, a, is_signed)?;
        let difference = a.minus(&self.form(state, b, is_signed)?)?;
        (!difference.terms().is_empty()).then_some(difference)
    }

    /// The result of a comparison, if relations decide it.
    pub fn compare_forms(
        &self,
        state: &State<'p>,
        op: CompareOp,
        a: &Expr,
        b: &Expr,
    ) -> Option<bool> {
        if !state.relates() {
            return None;
        }
        readings(op).iter().find_map(|is_signed| {
            let form = self.distance(state, a, b, *is_signed)?;
            let (least, most) = (state.least(&form)?, state.most(&form)?);
            let gap = i128::from(matches!(op, CompareOp::SLt | CompareOp::ULt));
            match op {
                CompareOp::Eq | CompareOp::Ne => {
                    let equal = if least == 0 && most == 0 {
                        true
                    } else if least > 0 || most < 0 {
                        false
                    } else {
                        return None;
                    };
                    Some(equal == (op == CompareOp::Eq))
                }
                CompareOp::SLt | CompareOp::ULt | CompareOp::SLe | CompareOp::ULe => {
                    if most + gap <= 0 {
                        Some(true)
                    } else {
                        (least + gap > 0).then_some(false)
                    }
                }
            }
        })
    }

    /// Restricts a state to a comparison that holds; false when nothing is left.
    #[must_use]
    pub fn meet_comparison(
        &self,
        state: &mut State<'p>,
        op: CompareOp,
        a: &Expr,
        b: &Expr,
    ) -> bool {
        if !state.relates() {
            return true;
        }
        for is_signed in readings(op) {
            let Some(form) = self.distance(state, a, b, *is_signed) else {
                continue;
            };
            let at_most = |state: &mut State<'p>, factor: i128, plus: i128| {
                let form = form.times(factor).and_then(|form| form.moved(plus));
                form.is_none_or(|form| state.meet_form(&form))
            };
            let possible = match op {
                CompareOp::Eq => at_most(state, 1, 0) && at_most(state, -1, 0),
                CompareOp::Ne => {
                    let (most, least) = (state.most(&form), state.least(&form));
                    (most != Some(0) || at_most(state, 1, 1))
                        && (least != Some(0) || at_most(state, -1, 1))
                }
                CompareOp::SLt | CompareOp::ULt => at_most(state, 1, 1),
                CompareOp::SLe | CompareOp::ULe => at_most(state, 1, 0),
            };
            if !possible {
                return false;
            }
        }
        true
    }

    /// Restricts a state to an operation that does not overflow; false when nothing is left.
    #[must_use]
    pub fn meet_no_overflow(
        &self,
        state: &mut State<'p>,
        op: OverflowOp,
        a: &Expr,
        b: &Expr,
    ) -> bool {
        if !state.relates() {
            return true;
        }
        let (is_signed, op) = operation(op);
        let Some(result) = self.result(state, op, a, b, is_signed) else {
            return true;
        };
        let Some(width) = self.eval_alone(state, a).map(|value| value.width) else {
            return true;
        };
        let (least, most) = limits(width, is_signed);
        let below = result.moved(-most);
        let above = result.times(-1).and_then(|result| result.moved(least));
        [below, above]
            .into_iter()
            .flatten()
            .all(|form| state.meet_form(&form))
    }

    /// The result that an operation would have without wrapping around, its operands in the reading.
    fn result(
        &self,
        state: &State<'p>,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        is_signed: bool,
    ) -> Option<Form> {
        let (p, q) = (
            self.form(state, a, is_signed)?,
            self.form(state, b, is_signed)?,
        );
        let constant = |form: &Form| form.terms().is_empty() && form.lo == form.hi;
        let result = match op {
            BinaryOp::Add => p.plus(&q)?,
            BinaryOp::Sub => p.minus(&q)?,
            BinaryOp::Mul if constant(&q) => p.times(q.lo)?,
            BinaryOp::Mul if constant(&p) => q.times(p.lo)?,
            BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => return None,
        };
        (!result.terms().is_empty()).then_some(result)
    }

    /// Whether an operation overflows, if relations decide it.
    pub fn overflow_of_forms(
        &self,
        state: &State<'p>,
        op: OverflowOp,
        a: &Expr,
        b: &Expr,
    ) -> Option<bool> {
        if !state.relates() {
            return None;
        }
        let (is_signed, op) = operation(op);
        let result = self.result(state, op, a, b, is_signed)?;
        let width = self.eval_alone(state, a)?.width;
        let (least, most) = limits(width, is_signed);
        let (lo, hi) = (state.least(&result)?, state.most(&result)?);
        if least <= lo && hi <= most {
            Some(false)
        } else {
            (hi < least || most < lo).then_some(true)
        }
    }

    /// What a cell is assigned with a value, as a form.
    pub fn assigned(&self, state: &State<'p>, cell: CellId, value: &Expr) -> Option<Form> {
        let (width, is_signed) = state.reading(cell).filter(|_| state.relates())?;
        let form = self.form(state, value, is_signed)?;
        let fits = self.eval_alone(state, value)?.width == width;
        fits.then_some(form)
    }
}

/// The readings in which a comparison says something.
fn readings(op: CompareOp) -> &'static [bool] {
    match op {
        CompareOp::Eq | CompareOp::Ne => &[true, false],
        CompareOp::SLt | CompareOp::SLe => &[true],
        CompareOp::ULt | CompareOp::ULe => &[false],
    }
}

/// The reading and the operator of an overflow predicate.
fn operation(op: OverflowOp) -> (bool, BinaryOp) {
    match op {
        OverflowOp::SAdd => (true, BinaryOp::Add),
        OverflowOp::SSub => (true, BinaryOp::Sub),
        OverflowOp::SMul => (true, BinaryOp::Mul),
        OverflowOp::UAdd => (false, BinaryOp::Add),
        OverflowOp::USub => (false, BinaryOp::Sub),
        OverflowOp::UMul => (false, BinaryOp::Mul),
    }
}
