//! Expressions of the form cell plus constant, which zones can use.
//!
//! An expression has that form only if bounds show that no operation between the cell and the
//! expression wraps around, in the signed or in the unsigned reading.

use crate::cells::CellId;
use crate::domains::signed;
use crate::eval::Context;
use crate::forms::{limits, numbers};
use crate::state::State;
use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, CompareOp, Expr};

/// A cell, or none, plus a number.
pub type Linear = (Option<CellId>, i128);

/// How many definitions are followed.
const DEPTH: u32 = 8;

impl<'p> Context<'_, 'p> {
    /// The number that an expression is, read as a signed or as an unsigned one.
    pub fn linear(&self, state: &State<'p>, expr: &Expr, is_signed: bool) -> Option<Linear> {
        self.linear_to(state, expr, is_signed, DEPTH)
    }

    fn linear_to(
        &self,
        state: &State<'p>,
        expr: &Expr,
        is_signed: bool,
        depth: u32,
    ) -> Option<Linear> {
        let depth = depth.checked_sub(1)?;
        match expr {
            Expr::Temp(temp) => {
                let temp = state.temp(*temp)?;
                let value = temp.value?;
                if let Some(cell) = temp.cell
                    && let Some((width, cell_signed)) = state.zone().reading(cell)
                {
                    // Numbers without the highest bit are the same in both readings.
                    let same = cell_signed == is_signed || value.range.signed_lo >= 0;
                    if width == value.width && same {
                        return Some((Some(cell), 0));
                    }
                }
                // A constant that was computed from a cell is still related to it.
                let computed = temp
                    .def
                    .and_then(|def| self.linear_to(state, def, is_signed, depth));
                computed.or_else(|| {
                    let bits = value.as_constant()?;
                    Some((None, constant(value.width, bits, is_signed)))
                })
            }
            Expr::Int(_) => {
                let value = self.eval(state, expr)?;
                Some((None, constant(value.width, value.as_constant()?, is_signed)))
            }
            Expr::Cast(kind, a, _) => {
                let (from, to) = (self.eval(state, a)?, self.eval(state, expr)?);
                match kind.width_change()? {
                    WidthChange::SignExtend => {
                        let same = is_signed || to.range.signed_lo >= 0;
                        same.then(|| self.linear_to(state, a, true, depth))?
                    }
                    WidthChange::ZeroExtend => {
                        let same = !is_signed || to.range.signed_lo >= 0;
                        same.then(|| self.linear_to(state, a, false, depth))?
                    }
                    WidthChange::Cut => {
                        let (lo, hi) = numbers(&from, is_signed);
                        let (least, most) = limits(to.width, is_signed);
                        let same = least <= lo && hi <= most;
                        same.then(|| self.linear_to(state, a, is_signed, depth))?
                    }
                }
            }
            Expr::Binary(op, a, b) => {
                let (x, y) = (self.eval(state, a)?, self.eval(state, b)?);
                let (base, of_base, plus) = match (op, x.as_constant(), y.as_constant()) {
                    (BinaryOp::Add, _, Some(bits)) => (a, x, i128::from(signed(x.width, bits))),
                    (BinaryOp::Add, Some(bits), _) => (b, y, i128::from(signed(x.width, bits))),
                    (BinaryOp::Sub, _, Some(bits)) => (a, x, -i128::from(signed(x.width, bits))),
                    _ => return None,
                };
                let (lo, hi) = numbers(&of_base, is_signed);
                let (least, most) = limits(x.width, is_signed);
                if lo + plus < least || most < hi + plus {
                    return None;
                }
                let (cell, number) = self.linear_to(state, base, is_signed, depth)?;
                Some((cell, number + plus))
            }
            Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Unary(_, _)
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

    /// The cell and the number that a cell is given the sum of.
    pub fn moved(&self, state: &State<'p>, cell: CellId, value: &Expr) -> Option<(CellId, i128)> {
        let (_, is_signed) = state.zone().reading(cell)?;
        let (from, plus) = self.linear(state, value, is_signed)?;
        Some((from?, plus))
    }

    /// Bounds of the difference of two expressions in the same reading, from relations only.
    pub fn difference(
        &self,
        state: &State<'p>,
        a: &Expr,
        b: &Expr,
        is_signed: bool,
    ) -> Option<(i128, i128)> {
        let (x, p) = self.linear(state, a, is_signed)?;
        let (y, q) = self.linear(state, b, is_signed)?;
        let (x, y) = (x?, y?);
        let most = state.zone().bound(x, y)?;
        let least = state.zone().bound(y, x);
        let own = || {
            let ((lo, _), (_, hi)) = (state.numbers(x)?, state.numbers(y)?);
            Some(lo - hi)
        };
        let least = least.map(|bound| -bound).or_else(own)?;
        Some((least + p - q, most + p - q))
    }

    /// The result of a comparison, if the relation between two cells decides it.
    pub fn compare_cells(
        &self,
        state: &State<'p>,
        op: CompareOp,
        a: &Expr,
        b: &Expr,
    ) -> Option<bool> {
        let is_signed = match op {
            CompareOp::Eq | CompareOp::Ne => {
                let found = [true, false].into_iter().find_map(|is_signed| {
                    let (least, most) = self.between(state, a, b, is_signed)?;
                    match (least, most) {
                        (Some(0), Some(0)) => Some(true),
                        (Some(least), _) if least > 0 => Some(false),
                        (_, Some(most)) if most < 0 => Some(false),
                        _ => None,
                    }
                });
                return found.map(|equal| equal == (op == CompareOp::Eq));
            }
            CompareOp::SLt | CompareOp::SLe => true,
            CompareOp::ULt | CompareOp::ULe => false,
        };
        let gap = i128::from(matches!(op, CompareOp::SLt | CompareOp::ULt));
        let (least, most) = self.between(state, a, b, is_signed)?;
        if most.is_some_and(|most| most + gap <= 0) {
            Some(true)
        } else if least.is_some_and(|least| least + gap > 0) {
            Some(false)
        } else {
            None
        }
    }

    /// Bounds of the difference of two expressions, each where there is one.
    fn between(
        &self,
        state: &State<'p>,
        a: &Expr,
        b: &Expr,
        is_signed: bool,
    ) -> Option<(Option<i128>, Option<i128>)> {
        let (x, p) = self.linear(state, a, is_signed)?;
        let (y, q) = self.linear(state, b, is_signed)?;
        let (x, y) = (x?, y?);
        let most = state.zone().bound(x, y).map(|bound| bound + p - q);
        let least = state.zone().bound(y, x).map(|bound| p - q - bound);
        Some((least, most))
    }

    /// Restricts a state to a comparison that holds, as far as it relates two cells.
    #[must_use]
    pub fn relate(&self, state: &mut State<'p>, op: CompareOp, a: &Expr, b: &Expr) -> bool {
        let readings: &[bool] = match op {
            CompareOp::Eq | CompareOp::Ne => &[true, false],
            CompareOp::SLt | CompareOp::SLe => &[true],
            CompareOp::ULt | CompareOp::ULe => &[false],
        };
        for is_signed in readings {
            let (Some((Some(x), p)), Some((Some(y), q))) = (
                self.linear(state, a, *is_signed),
                self.linear(state, b, *is_signed),
            ) else {
                continue;
            };
            let apart = q - p;
            let possible = match op {
                CompareOp::Eq => {
                    state.meet_difference(x, y, apart) && state.meet_difference(y, x, -apart)
                }
                CompareOp::Ne => {
                    let most = state.zone().bound(x, y);
                    let least = state.zone().bound(y, x);
                    (most != Some(apart) || state.meet_difference(x, y, apart - 1))
                        && (least != Some(-apart) || state.meet_difference(y, x, -apart - 1))
                }
                CompareOp::SLt | CompareOp::ULt => state.meet_difference(x, y, apart - 1),
                CompareOp::SLe | CompareOp::ULe => state.meet_difference(x, y, apart),
            };
            if !possible {
                return false;
            }
        }
        true
    }
}

/// The number that bits are in a reading.
fn constant(width: u32, bits: u64, is_signed: bool) -> i128 {
    if is_signed {
        i128::from(signed(width, bits))
    } else {
        i128::from(bits)
    }
}
