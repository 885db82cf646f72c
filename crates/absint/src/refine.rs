//! Refinement: restricts a state to the executions in which an expression has certain values.
//!
//! Refinement goes from the expression down to its temporaries, from these to the expressions that
//! define them, and to the cells that they are equal to. It only removes states in which the
//! expression has another value.

use crate::domains::{mask, negated, signed_max, signed_min};
use crate::eval::Context;
use crate::state::State;
use crate::value::Value;
use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, CastKind, CompareOp, Expr, OverflowOp, UnaryOp};

/// The depth of refinement.
const DEPTH: u32 = 24;

impl<'p> Context<'_, 'p> {
    /// Restricts to executions in which a condition holds, or does not; false when there are none.
    #[must_use]
    pub fn assume(&self, state: &mut State<'p>, cond: &Expr, holds: bool) -> bool {
        self.refine(state, cond, Value::bool(Some(holds)), DEPTH)
    }

    /// Restricts to executions in which an expression has one of these values; false when there are
    /// none.
    #[must_use]
    pub fn assume_value(&self, state: &mut State<'p>, expr: &Expr, value: Value) -> bool {
        self.refine(state, expr, value, DEPTH)
    }

    fn refine(&self, state: &mut State<'p>, expr: &Expr, value: Value, depth: u32) -> bool {
        let Some(now) = self.eval(state, expr) else {
            return true;
        };
        if now.width != value.width {
            return true;
        }
        let Some(value) = now.meet(value) else {
            return false;
        };
        if depth == 0 {
            return true;
        }
        let depth = depth - 1;
        match expr {
            Expr::Temp(temp) => {
                let Some(known) = state.temp(*temp).copied() else {
                    return true;
                };
                if state.meet_temp(*temp, value).is_none() {
                    return false;
                }
                if let Some(cell) = known.cell
                    && !state.meet_cell(cell, value)
                {
                    return false;
                }
                match known.def {
                    Some(def) => self.refine(state, def, value, depth),
                    None => true,
                }
            }
            Expr::Unary(op, a) => {
                // Both operators are their own inverse.
                let inverse = match op {
                    UnaryOp::Not => UnaryOp::Not,
                    UnaryOp::Neg => UnaryOp::Neg,
                };
                self.refine(state, a, Value::unary(inverse, value), depth)
            }
            Expr::Binary(op, a, b) => self.refine_binary(state, *op, (a, b), value, depth),
            Expr::Compare(op, a, b) => match value.as_bool() {
                Some(true) => self.refine_compare(state, *op, a, b, depth),
                Some(false) => match negated(*op) {
                    (op, false) => self.refine_compare(state, op, a, b, depth),
                    (op, true) => self.refine_compare(state, op, b, a, depth),
                },
                None => true,
            },
            Expr::Overflow(op, a, b) => match value.as_bool() {
                Some(false) => self.refine_no_overflow(state, *op, a, b, depth),
                Some(true) | None => true,
            },
            Expr::Cast(kind, a, _) => self.refine_cast(state, *kind, a, value, depth),
            Expr::Memory(predicate, pointer, size) => {
                if value.as_bool() == Some(true) {
                    self.note_checked(state, *predicate, pointer, size);
                }
                true
            }
            Expr::Select(cond, a, b) => {
                let possible = |state: &State<'p>, side: &Expr| {
                    self.eval(state, side)
                        .is_none_or(|side| side.width != value.width || side.meet(value).is_some())
                };
                let chosen = match (possible(state, a), possible(state, b)) {
                    (true, true) => match self.eval(state, cond).and_then(|c| c.as_bool()) {
                        Some(chosen) => chosen,
                        None => return true,
                    },
                    (true, false) => true,
                    (false, true) => false,
                    (false, false) => return false,
                };
                let side = if chosen { a } else { b };
                self.refine(state, cond, Value::bool(Some(chosen)), depth)
                    && self.refine(state, side, value, depth)
            }
            Expr::Int(_)
            | Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::PtrAdd(_, _)
            | Expr::Aggregate(_, _)
            | Expr::Component(_, _)
            | Expr::WithComponent(_, _, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Extent(_, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => true,
        }
    }

    fn refine_binary(
        &self,
        state: &mut State<'p>,
        op: BinaryOp,
        (a, b): (&Expr, &Expr),
        value: Value,
        depth: u32,
    ) -> bool {
        let (Some(x), Some(y)) = (self.eval(state, a), self.eval(state, b)) else {
            return true;
        };
        let (new_x, new_y) = match op {
            // Modulo 2^width each operand is determined by the result and the other one.
            BinaryOp::Add => (
                Value::binary(BinaryOp::Sub, value, y),
                Value::binary(BinaryOp::Sub, value, x),
            ),
            BinaryOp::Sub => (
                Value::binary(BinaryOp::Add, value, y),
                Value::binary(BinaryOp::Sub, x, value),
            ),
            BinaryOp::Xor => (
                Value::binary(BinaryOp::Xor, value, y),
                Value::binary(BinaryOp::Xor, value, x),
            ),
            BinaryOp::And if value.width == 1 => match value.as_bool() {
                Some(true) => (value, value),
                Some(false) if y.as_bool() == Some(true) => (value, y),
                Some(false) if x.as_bool() == Some(true) => (x, value),
                Some(false) | None => return true,
            },
            BinaryOp::Or if value.width == 1 => match value.as_bool() {
                Some(false) => (value, value),
                Some(true) if y.as_bool() == Some(false) => (value, y),
                Some(true) if x.as_bool() == Some(false) => (x, value),
                Some(true) | None => return true,
            },
            // No operand of a conjunction of bits is below it, none of a disjunction above.
            BinaryOp::And => {
                let most = i128::from(mask(value.width));
                let bound = Value::unsigned(value.width, value.range.unsigned().0, most);
                let Some(bound) = bound else {
                    return true;
                };
                (bound, bound)
            }
            BinaryOp::Or => {
                let bound = Value::unsigned(value.width, 0, value.range.unsigned().1);
                let Some(bound) = bound else {
                    return true;
                };
                (bound, bound)
            }
            BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => return true,
        };
        self.refine(state, a, new_x, depth) && self.refine(state, b, new_y, depth)
    }

    fn refine_compare(
        &self,
        state: &mut State<'p>,
        op: CompareOp,
        a: &Expr,
        b: &Expr,
        depth: u32,
    ) -> bool {
        let (Some(x), Some(y)) = (self.eval(state, a), self.eval(state, b)) else {
            return true;
        };
        if x.width != y.width {
            return true;
        }
        let Some((x, y)) = Value::compared(op, x, y) else {
            return false;
        };
        self.refine(state, a, x, depth)
            && self.refine(state, b, y, depth)
            && self.relate(state, op, a, b)
            && self.meet_comparison(state, op, a, b)
    }

    fn refine_no_overflow(
        &self,
        state: &mut State<'p>,
        op: OverflowOp,
        a: &Expr,
        b: &Expr,
        depth: u32,
    ) -> bool {
        let (Some(x), Some(y)) = (self.eval(state, a), self.eval(state, b)) else {
            return true;
        };
        if x.width != y.width {
            return true;
        }
        let Some((x, y)) = Value::not_overflowing(op, x, y) else {
            return false;
        };
        self.refine(state, a, x, depth)
            && self.refine(state, b, y, depth)
            && self.meet_no_overflow(state, op, a, b)
    }

    fn refine_cast(
        &self,
        state: &mut State<'p>,
        kind: CastKind,
        a: &Expr,
        value: Value,
        depth: u32,
    ) -> bool {
        let (Some(change), Some(from)) = (kind.width_change(), self.eval(state, a)) else {
            return true;
        };
        let width = from.width;
        let (signed, unsigned) = (value.range.signed(), value.range.unsigned());
        let inner = match change {
            WidthChange::ZeroExtend => match Value::unsigned(width, unsigned.0, unsigned.1) {
                Some(inner) => inner,
                None => return false,
            },
            WidthChange::SignExtend => match Value::signed(width, signed.0, signed.1) {
                Some(inner) => inner,
                None => return false,
            },
            WidthChange::Cut => {
                let (lo, hi) = from.range.signed();
                let (least, most) = from.range.unsigned();
                let to = value.width;
                // If nothing is truncated, the number is the same.
                let bounds = if signed_min(to) <= lo && hi <= signed_max(to) {
                    Value::signed(width, signed.0, signed.1)
                } else if least >= 0 && most <= i128::from(mask(to)) {
                    Value::unsigned(width, unsigned.0, unsigned.1)
                } else {
                    return true;
                };
                match bounds {
                    Some(inner) => inner,
                    None => return false,
                }
            }
        };
        self.refine(state, a, inner, depth)
    }
}
