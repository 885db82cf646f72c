//! Values that change by a constant in each iteration, and the number of iterations for which
//! predicates on them keep their value.
//!
//! A [`Form`] is `start + n·step` modulo two to the width, in iteration `n`. Sums and multiples of
//! forms are forms. Order is a relation of integers, not of residues: a form is interpreted as the
//! integer `start + n·step` with the step as a signed number, which is exact as long as it lies in
//! the range of the width; the [`Horizon`] is lowered to the iterations in which it does.

use crate::domain::Domain;
use crate::walk::Cell;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, BlockId, CompareOp, OverflowOp, UnaryOp};

/// The greatest width of values that are tracked.
pub(crate) const MAX_WIDTH: u32 = 64;

/// A value in iteration `n`: `start + n·step` modulo `2^width`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub width: u32,
    pub start: u64,
    pub step: u64,
}

/// The number of iterations, from this one on, in which every predicate evaluated so far has the
/// same value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon(pub i128);

/// More iterations than any program executes.
const FOR_EVER: i128 = 1 << 100;

/// The integers that a form denotes, as far as the horizon reaches.
#[derive(Clone, Copy, Debug)]
struct Line {
    start: i128,
    step: i128,
}

impl Horizon {
    pub fn new() -> Self {
        Horizon(FOR_EVER)
    }

    /// Whether it is unlimited.
    pub fn is_endless(self) -> bool {
        self.0 >= FOR_EVER
    }

    /// Lowers it to the iterations before this one.
    fn lower(&mut self, end: i128) {
        self.0 = self.0.min(end);
    }

    /// Whether a line is negative; the horizon ends where that changes.
    fn is_negative(&mut self, line: Line) -> bool {
        let Line { start, step } = line;
        if start < 0 {
            if step > 0 {
                // The first n with start + n·step >= 0.
                self.lower((-start + step - 1) / step);
            }
            true
        } else {
            if step < 0 {
                self.lower(start / -step + 1);
            }
            false
        }
    }

    /// Whether a line is zero; the horizon ends where that changes.
    fn is_zero(&mut self, line: Line) -> bool {
        let Line { start, step } = line;
        if start == 0 {
            if step != 0 {
                self.lower(1);
            }
            return true;
        }
        if step != 0 && start % step == 0 && (start < 0) != (step < 0) {
            self.lower(-start / step);
        }
        false
    }

    /// Whether a line, which is in a range now, stays in it.
    fn within(&mut self, line: Line, low: i128, high: i128) -> bool {
        let below = Line {
            start: line.start - low,
            step: line.step,
        };
        let above = Line {
            start: high - line.start,
            step: -line.step,
        };
        !self.is_negative(below) & !self.is_negative(above)
    }
}

/// Evaluates an iteration with forms, and lowers the horizon accordingly.
pub(crate) struct Forms<'a> {
    pub horizon: Horizon,
    /// The values of cells at the start of the iteration.
    pub ask: &'a mut dyn FnMut(Cell) -> Option<Form>,
}

impl Domain for Forms<'_> {
    type Value = Form;

    fn cell(&mut self, cell: Cell) -> Option<Form> {
        (self.ask)(cell)
    }

    fn constant(&mut self, value: &Bv) -> Option<Form> {
        Form::constant(value)
    }

    fn width(&self, value: &Form) -> u32 {
        value.width
    }

    fn unary(&mut self, op: UnaryOp, a: Form) -> Option<Form> {
        Some(match op {
            UnaryOp::Not => a.not(),
            UnaryOp::Neg => a.neg(),
        })
    }

    fn binary(&mut self, op: BinaryOp, a: Form, b: Form) -> Option<Form> {
        Form::binary(op, a, b)
    }

    fn compare(&mut self, op: CompareOp, a: Form, b: Form) -> Option<Form> {
        Form::compare(op, a, b, &mut self.horizon)
    }

    fn overflow(&mut self, op: OverflowOp, a: Form, b: Form) -> Option<Form> {
        Form::overflow(op, a, b, &mut self.horizon)
    }

    fn truncate(&mut self, a: Form, width: u32) -> Option<Form> {
        a.truncate(width)
    }

    fn extend(&mut self, a: Form, width: u32, sign: bool) -> Option<Form> {
        a.extend(width, sign, &mut self.horizon)
    }

    fn decide(&mut self, cond: &Form) -> Option<bool> {
        (cond.width == 1 && cond.step == 0).then_some(cond.start == 1)
    }

    fn branch(&mut self, cond: &Form, _targets: [BlockId; 2]) -> Option<bool> {
        self.decide(cond)
    }
}

impl Form {
    /// A loop-invariant value.
    pub fn constant(value: &Bv) -> Option<Form> {
        Form::new(value.width(), value.to_u64()?, 0)
    }

    /// A form of a width that is followed.
    pub fn new(width: u32, start: u64, step: u64) -> Option<Form> {
        (1..=MAX_WIDTH).contains(&width).then(|| Form {
            width,
            start: start & mask(width),
            step: step & mask(width),
        })
    }

    fn truth(value: bool) -> Form {
        Form {
            width: 1,
            start: u64::from(value),
            step: 0,
        }
    }

    fn is_constant(self) -> bool {
        self.step == 0
    }

    /// The value in this iteration.
    pub fn now(self) -> Bv {
        Bv::from_u64(self.width, self.start)
    }

    /// The value after a number of iterations.
    pub fn after(self, count: u64) -> Bv {
        let moved = self.step.wrapping_mul(count);
        Bv::from_u64(
            self.width,
            self.start.wrapping_add(moved) & mask(self.width),
        )
    }

    /// The form of the next iteration's value, if this is that of the present one.
    pub fn next(self) -> Form {
        self.with(self.start.wrapping_add(self.step), self.step)
    }

    /// The constant difference of two values.
    pub fn difference(from: Form, to: Form) -> u64 {
        to.start.wrapping_sub(from.start) & mask(from.width)
    }

    fn with(self, start: u64, step: u64) -> Form {
        Form {
            width: self.width,
            start: start & mask(self.width),
            step: step & mask(self.width),
        }
    }

    fn scaled(self, factor: u64) -> Form {
        self.with(
            self.start.wrapping_mul(factor),
            self.step.wrapping_mul(factor),
        )
    }

    /// The integers that the form is, read without sign.
    fn unsigned(self, horizon: &mut Horizon) -> Line {
        let line = Line {
            start: i128::from(self.start),
            step: signed(self.width, self.step),
        };
        horizon.within(line, 0, i128::from(mask(self.width)));
        line
    }

    /// The integers that the form is, read with a sign.
    fn signed(self, horizon: &mut Horizon) -> Line {
        let line = Line {
            start: signed(self.width, self.start),
            step: signed(self.width, self.step),
        };
        let (low, high) = signed_range(self.width);
        horizon.within(line, low, high);
        line
    }

    /// The complement of all bits.
    pub fn not(self) -> Form {
        self.with(!self.start, self.step.wrapping_neg())
    }

    pub fn neg(self) -> Form {
        self.with(self.start.wrapping_neg(), self.step.wrapping_neg())
    }

    /// An integer operation; `None` when its result does not move by a constant.
    pub fn binary(op: BinaryOp, a: Form, b: Form) -> Option<Form> {
        if a.width != b.width {
            return None;
        }
        if a.is_constant() && b.is_constant() {
            return Form::constant(&op.apply(&a.now(), &b.now()));
        }
        match op {
            BinaryOp::Add => {
                Some(a.with(a.start.wrapping_add(b.start), a.step.wrapping_add(b.step)))
            }
            BinaryOp::Sub => {
                Some(a.with(a.start.wrapping_sub(b.start), a.step.wrapping_sub(b.step)))
            }
            BinaryOp::Mul if b.is_constant() => Some(a.scaled(b.start)),
            BinaryOp::Mul if a.is_constant() => Some(b.scaled(a.start)),
            BinaryOp::Shl if b.is_constant() && b.start < u64::from(a.width) => {
                Some(a.scaled(1 << b.start))
            }
            BinaryOp::Mul
            | BinaryOp::Shl
            | BinaryOp::UDiv
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

    /// A comparison, which has the same result up to the horizon.
    pub fn compare(op: CompareOp, a: Form, b: Form, horizon: &mut Horizon) -> Option<Form> {
        if a.width != b.width {
            return None;
        }
        let (a, b) = match op {
            CompareOp::SLt | CompareOp::SLe => (a.signed(horizon), b.signed(horizon)),
            CompareOp::Eq | CompareOp::Ne | CompareOp::ULt | CompareOp::ULe => {
                (a.unsigned(horizon), b.unsigned(horizon))
            }
        };
        let mut line = Line {
            start: a.start - b.start,
            step: a.step - b.step,
        };
        let holds = match op {
            CompareOp::Eq => horizon.is_zero(line),
            CompareOp::Ne => !horizon.is_zero(line),
            CompareOp::ULt | CompareOp::SLt => horizon.is_negative(line),
            CompareOp::ULe | CompareOp::SLe => {
                line.start -= 1;
                horizon.is_negative(line)
            }
        };
        Some(Form::truth(holds))
    }

    /// Whether an operation overflows; only `false` can be decided.
    pub fn overflow(op: OverflowOp, a: Form, b: Form, horizon: &mut Horizon) -> Option<Form> {
        if a.width != b.width {
            return None;
        }
        let width = a.width;
        let (x, y, (low, high)) = match op {
            OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul => {
                (a.signed(horizon), b.signed(horizon), signed_range(width))
            }
            OverflowOp::UAdd | OverflowOp::USub | OverflowOp::UMul => (
                a.unsigned(horizon),
                b.unsigned(horizon),
                (0, i128::from(mask(width))),
            ),
        };
        let line = match op {
            OverflowOp::SAdd | OverflowOp::UAdd => Line {
                start: x.start + y.start,
                step: x.step + y.step,
            },
            OverflowOp::SSub | OverflowOp::USub => Line {
                start: x.start - y.start,
                step: x.step - y.step,
            },
            OverflowOp::SMul | OverflowOp::UMul => {
                let (moving, factor) = match (a.is_constant(), b.is_constant()) {
                    (_, true) => (x, y.start),
                    (true, false) => (y, x.start),
                    (false, false) => return None,
                };
                Line {
                    start: moving.start.checked_mul(factor)?,
                    step: moving.step.checked_mul(factor)?,
                }
            }
        };
        horizon.within(line, low, high).then(|| Form::truth(false))
    }

    /// The low bits.
    pub fn truncate(self, width: u32) -> Option<Form> {
        (width <= self.width).then(|| Form::new(width, self.start, self.step))?
    }

    /// Sign or zero extension.
    pub fn extend(self, width: u32, sign: bool, horizon: &mut Horizon) -> Option<Form> {
        if width < self.width {
            return None;
        }
        let line = if sign {
            self.signed(horizon)
        } else {
            self.unsigned(horizon)
        };
        Form::new(width, line.start as u64, line.step as u64)
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (MAX_WIDTH - width)
}

fn signed(width: u32, value: u64) -> i128 {
    let shift = MAX_WIDTH - width;
    i128::from((value << shift) as i64 >> shift)
}

fn signed_range(width: u32) -> (i128, i128) {
    let half = 1i128 << (width - 1);
    (-half, half - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every comparison of four-bit forms has the same result in all iterations the horizon names.
    #[test]
    fn a_horizon_ends_no_later_than_a_comparison_changes() {
        let operators = [
            CompareOp::Eq,
            CompareOp::Ne,
            CompareOp::ULt,
            CompareOp::ULe,
            CompareOp::SLt,
            CompareOp::SLe,
        ];
        let holds = |op: CompareOp, a: &Bv, b: &Bv| op.apply(a, b);
        let mut long = 0;
        for bits in 0..1u32 << 16 {
            let part = |index: u32| u64::from(bits >> (4 * index) & 15);
            let a = Form::new(4, part(0), part(1)).expect("narrow");
            let b = Form::new(4, part(2), part(3)).expect("narrow");
            for op in operators {
                let mut horizon = Horizon::new();
                let form = Form::compare(op, a, b, &mut horizon).expect("comparable");
                assert!(horizon.0 >= 1, "the present iteration counts");
                long += u32::from(horizon.0 > 3);
                for n in 0..horizon.0.min(40) as u64 {
                    let now = holds(op, &a.after(n), &b.after(n));
                    assert_eq!(form.start == 1, now, "{op:?} {a:?} {b:?} in iteration {n}");
                }
            }
        }
        assert!(long > 10_000, "only {long} horizons are of use");
    }

    /// Extension and overflow of four-bit forms agree with the values up to the horizon.
    #[test]
    fn extensions_and_overflows_hold_up_to_the_horizon() {
        type Overflows = fn(&Bv, &Bv) -> bool;
        for bits in 0..1u32 << 16 {
            let part = |index: u32| u64::from(bits >> (4 * index) & 15);
            let a = Form::new(4, part(0), part(1)).expect("narrow");
            let b = Form::new(4, part(2), part(3)).expect("narrow");
            for sign in [true, false] {
                let mut horizon = Horizon::new();
                let wide = a.extend(9, sign, &mut horizon).expect("wider");
                for n in 0..horizon.0.min(40) as u64 {
                    let value = a.after(n);
                    let value = if sign { value.sext(9) } else { value.zext(9) };
                    assert_eq!(wide.after(n), value);
                }
            }
            let overflows: [(OverflowOp, Overflows); 6] = [
                (OverflowOp::SAdd, Bv::sadd_overflows),
                (OverflowOp::SSub, Bv::ssub_overflows),
                (OverflowOp::SMul, Bv::smul_overflows),
                (OverflowOp::UAdd, Bv::uadd_overflows),
                (OverflowOp::USub, Bv::usub_overflows),
                (OverflowOp::UMul, Bv::umul_overflows),
            ];
            for (op, overflows) in overflows {
                let mut horizon = Horizon::new();
                if Form::overflow(op, a, b, &mut horizon).is_some() {
                    for n in 0..horizon.0.min(40) as u64 {
                        assert!(!overflows(&a.after(n), &b.after(n)), "{op:?} {a:?} {b:?}");
                    }
                }
            }
        }
    }
}
