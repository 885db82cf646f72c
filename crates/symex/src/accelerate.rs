//! Acceleration of counting loops: the state after all iterations, computed at once from any start
//! state.
//!
//! Applies if every iteration changes each loop-carried variable by a constant, and the loop has
//! one exit, which compares such a variable with a loop-invariant value. The number of iterations
//! is then a term: the distance between the two sides, divided by the step. The state after the
//! last iteration follows from it, and the loop needs no unwinding bound. The count is exact only
//! if the variable cannot wrap around before the exit test sees it; otherwise the loop is unwound.

use crate::eval::Eval;
use crate::here::At;
use crate::liveness::Liveness;
use crate::state::State;
use cassay_bv::Bv;
use cassay_ir::order::{LoopId, Order};
use cassay_ir::{BinaryOp, BlockId, CompareOp, OverflowOp, UnaryOp};
use cassay_leap::{Cell, Domain, iteration};
use cassay_term::{Op, TermId};
use std::collections::BTreeMap;

/// An integer in iteration `n`: `base + offset + n·step` modulo `2^width`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moving {
    width: u32,
    base: Option<TermId>,
    offset: u64,
    step: u64,
}

/// A value of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symbolic {
    Int(Moving),
    /// Loop-invariant.
    Truth(TermId),
    /// A comparison with one side that changes in every iteration.
    Compare(CompareOp, Moving, Moving),
}

/// The exit of the loop.
#[derive(Clone, Copy, Debug)]
struct Exit {
    op: CompareOp,
    a: Moving,
    b: Moving,
    /// The loop continues where the comparison has this result.
    stay: bool,
}

/// The relation of the changing side to the invariant one while the loop continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Different,
    Equal,
}

impl Eval<'_> {
    /// Replaces the state at the head of a loop by the state after its last complete iteration.
    /// False when the loop cannot be accelerated.
    pub(crate) fn accelerate(
        &mut self,
        state: &mut State,
        at: At,
        (order, liveness): (&Order, &Liveness),
        id: LoopId,
    ) -> bool {
        self.try_accelerate(state, at, (order, liveness), id)
            .is_some()
    }

    fn try_accelerate(
        &mut self,
        state: &mut State,
        at: At,
        (order, liveness): (&Order, &Liveness),
        id: LoopId,
    ) -> Option<()> {
        let program = self.space().program;
        let function = &program.functions[at.function];
        let mut steps = BTreeMap::new();
        let follow = |eval: &mut Self, steps: &BTreeMap<Cell, u64>| {
            let mut domain = Follow {
                eval,
                state,
                steps,
                order,
                id,
                exit: None,
            };
            let iteration = iteration(program, function, at.block, &mut domain)?;
            Some((iteration, domain.exit))
        };
        let (first, _) = follow(self, &steps)?;
        for (cell, start, end) in &first.carried {
            let (start, end) = (start.int()?, end.int()?);
            if start.base != end.base {
                return None;
            }
            let step = end.offset.wrapping_sub(start.offset) & mask(start.width);
            steps.insert(*cell, step);
        }
        let (second, exit) = follow(self, &steps)?;
        for (_, start, end) in &second.carried {
            let (start, end) = (start.int()?, end.int()?);
            if end != start.moved(start.step) {
                return None;
            }
        }
        // With `arrivals`, the path condition of every instance of a claim is recorded;
        // acceleration would skip those in the iterations it replaces.
        if second.objects > 0 || second.claims > 0 && self.space().bounds.arrivals {
            return None;
        }
        let exit = exit?;
        // The last iteration leaves at the exit and does not write the cells written after it. So a
        // temporary that the iteration writes must be dead at the head.
        let mut written = Vec::new();
        for (cell, end) in &second.written {
            match cell {
                Cell::Temp(temp) if !liveness.at_start(at.block, *temp) => {}
                Cell::Temp(_) => return None,
                Cell::Memory { .. } => {
                    let old = self.cell_term(state, *cell)?;
                    written.push((*cell, old, end.int()?));
                }
            }
        }
        let count = self.count(state, exit)?;
        let zero = self
            .memory
            .space
            .pool
            .bv_u64(self.memory.space.pool.width(count), 0);
        let none = self.space().pool.eq(count, zero);
        for (cell, old, end) in written {
            // Iterations are numbered from 0: the last one is `count - 1`.
            let last = self.moving_at(end.moved(end.step.wrapping_neg()), count);
            let value = self.space().pool.ite(none, old, last);
            self.put_cell(state, cell, value);
        }
        for (cell, start, _) in &second.carried {
            let start = start.int()?;
            if start.step != 0 {
                let value = self.moving_at(start, count);
                self.put_cell(state, *cell, value);
            }
        }
        let (a, b) = (self.moving_at(exit.a, count), self.moving_at(exit.b, count));
        let cond = self.space().terms().compare_bits(exit.op, a, b);
        let over = if exit.stay {
            self.space().pool.not(cond)
        } else {
            cond
        };
        self.space().learn(state, over);
        Some(())
    }

    /// The number of complete iterations, of the width of the compared operands.
    fn count(&mut self, state: &State, exit: Exit) -> Option<TermId> {
        let (relation, moving, other) = relation(exit)?;
        let width = moving.width;
        let signed = matches!(exit.op, CompareOp::SLt | CompareOp::SLe);
        let x = self.moving_term(moving);
        let end = self.moving_term(other);
        let up = moving.step >> (width - 1) == 0;
        let by = if up {
            moving.step
        } else {
            moving.step.wrapping_neg() & mask(width)
        };
        let (strict, from, to) = match (relation, up) {
            (Relation::Different, _) if by == 1 => {
                let (from, to) = if up { (x, end) } else { (end, x) };
                return Some(self.space().pool.bv_sub(to, from));
            }
            (Relation::Less, true) => (true, x, end),
            (Relation::LessOrEqual, true) => (false, x, end),
            (Relation::Greater, false) => (true, end, x),
            (Relation::GreaterOrEqual, false) => (false, end, x),
            (Relation::Less | Relation::LessOrEqual, false)
            | (Relation::Greater | Relation::GreaterOrEqual, true)
            | (Relation::Different | Relation::Equal, _) => return None,
        };
        let margin = if strict { by - 1 } else { by };
        if !self.has_margin(state, end, margin, up, signed) {
            return None;
        }
        let distance = self.space().pool.bv_sub(to, from);
        let one = self.space().pool.bv_u64(width, 1);
        let zero = self.space().pool.bv_u64(width, 0);
        let divisor = self.space().pool.bv_u64(width, by);
        let count = if strict && by == 1 {
            distance
        } else {
            let whole = if strict {
                self.space().pool.bv_sub(distance, one)
            } else {
                distance
            };
            let whole = self.space().pool.bv_udiv(whole, divisor);
            self.space().pool.bv_add(whole, one)
        };
        if strict && by == 1 && !signed && from == zero {
            return Some(count);
        }
        let op = match (strict, signed) {
            (true, true) => CompareOp::SLt,
            (true, false) => CompareOp::ULt,
            (false, true) => CompareOp::SLe,
            (false, false) => CompareOp::ULe,
        };
        let some = self.space().terms().compare_bits(op, from, to);
        Some(self.space().pool.ite(some, count, zero))
    }

    /// Whether a term is certainly so far from the end of its range that the variable cannot wrap
    /// around.
    fn has_margin(
        &mut self,
        state: &State,
        end: TermId,
        margin: u64,
        up: bool,
        signed: bool,
    ) -> bool {
        if margin == 0 {
            return true;
        }
        let width = self.space().pool.width(end);
        let sign = 1u64 << (width - 1);
        let limit = match (up, signed) {
            (true, false) => mask(width),
            (true, true) => mask(width) >> 1,
            (false, false) => 0,
            (false, true) => sign,
        };
        let limit = if up {
            limit.wrapping_sub(margin)
        } else {
            limit.wrapping_add(margin)
        };
        let limit_term = self.space().pool.bv_u64(width, limit & mask(width));
        let op = if signed {
            CompareOp::SLe
        } else {
            CompareOp::ULe
        };
        let holds = match up {
            true => self.space().terms().compare_bits(op, end, limit_term),
            false => self.space().terms().compare_bits(op, limit_term, end),
        };
        if let Some(known) = self.space().known(state, holds) {
            return known;
        }
        // A known fact about the same term may imply the required one.
        let mut facts = Vec::new();
        state.facts.for_each(|fact, ()| facts.push(fact));
        let mut implied = false;
        for fact in facts {
            let fact = TermId(u32::try_from(fact).unwrap_or(0));
            implied |= up
                && self.upper_bound(fact, end, signed).is_some_and(|bound| {
                    let key = |value: u64| if signed { value ^ sign } else { value };
                    key(bound) <= key(limit & mask(width))
                });
        }
        implied
    }

    /// The greatest value that a fact allows for a term.
    fn upper_bound(&self, fact: TermId, term: TermId, signed: bool) -> Option<u64> {
        let negated = *self.memory.space.pool.op(fact) == Op::Not;
        let fact = if negated {
            self.memory.space.pool.args(fact)[0]
        } else {
            fact
        };
        let (less, less_or_equal) = match signed {
            true => (Op::BvSlt, Op::BvSle),
            false => (Op::BvUlt, Op::BvUle),
        };
        let strict = *self.memory.space.pool.op(fact) == less;
        if !strict && *self.memory.space.pool.op(fact) != less_or_equal {
            return None;
        }
        let &[a, b] = self.memory.space.pool.args(fact) else {
            return None;
        };
        // `a < b`, or `not b' < a'`, which is `a' <= b'`.
        let (low, high, strict) = if negated {
            (b, a, !strict)
        } else {
            (a, b, strict)
        };
        let bound = self.memory.space.pool.as_bv(high)?.to_u64()?;
        if low != term {
            return None;
        }
        let width = self.memory.space.pool.width(term);
        let least = if signed { 1u64 << (width - 1) } else { 0 };
        match strict {
            true if bound == least => None,
            true => Some(bound.wrapping_sub(1) & mask(width)),
            false => Some(bound),
        }
    }

    /// The value of a changing integer in this iteration.
    fn moving_term(&mut self, moving: Moving) -> TermId {
        let offset = self.space().pool.bv_u64(moving.width, moving.offset);
        match moving.base {
            None => offset,
            Some(base) if moving.offset == 0 => base,
            Some(base) => self.space().pool.bv_add(base, offset),
        }
    }

    /// The value of a changing integer after a number of iterations.
    fn moving_at(&mut self, moving: Moving, count: TermId) -> TermId {
        let start = self.moving_term(moving);
        let width = moving.width;
        if moving.step == 0 {
            return start;
        }
        let count = if self.space().pool.width(count) < width {
            self.space().pool.zext(count, width)
        } else {
            self.space().pool.extract(width - 1, 0, count)
        };
        if moving.step == mask(width) {
            return self.space().pool.bv_sub(start, count);
        }
        let step = self.space().pool.bv_u64(width, moving.step);
        let moved = self.space().pool.bv_mul(count, step);
        self.space().pool.bv_add(start, moved)
    }
}

/// The relation of the changing side to the invariant one while the loop continues.
fn relation(exit: Exit) -> Option<(Relation, Moving, Moving)> {
    let Exit { op, a, b, stay } = exit;
    let (moves_left, moving, other) = match (a.step == 0, b.step == 0) {
        (false, true) => (true, a, b),
        (true, false) => (false, b, a),
        (true, true) | (false, false) => return None,
    };
    let relation = match (op, moves_left) {
        (CompareOp::Eq, _) => Relation::Equal,
        (CompareOp::Ne, _) => Relation::Different,
        (CompareOp::ULt | CompareOp::SLt, true) => Relation::Less,
        (CompareOp::ULe | CompareOp::SLe, true) => Relation::LessOrEqual,
        (CompareOp::ULt | CompareOp::SLt, false) => Relation::Greater,
        (CompareOp::ULe | CompareOp::SLe, false) => Relation::GreaterOrEqual,
    };
    let relation = match (relation, stay) {
        (relation, true) => relation,
        (Relation::Less, false) => Relation::GreaterOrEqual,
        (Relation::LessOrEqual, false) => Relation::Greater,
        (Relation::Greater, false) => Relation::LessOrEqual,
        (Relation::GreaterOrEqual, false) => Relation::Less,
        (Relation::Different, false) => Relation::Equal,
        (Relation::Equal, false) => Relation::Different,
    };
    Some((relation, moving, other))
}

/// Evaluates one iteration with integers that change by constants, from any start value.
struct Follow<'f, 'm> {
    eval: &'f mut Eval<'m>,
    state: &'f State,
    /// The change of each cell per iteration.
    steps: &'f BTreeMap<Cell, u64>,
    order: &'f Order,
    id: LoopId,
    exit: Option<Exit>,
}

impl Follow<'_, '_> {
    fn term(&mut self, moving: Moving) -> Option<TermId> {
        (moving.step == 0).then(|| self.eval.moving_term(moving))
    }

    fn known(&mut self, cond: TermId) -> Option<bool> {
        self.eval.memory.space.known(self.state, cond)
    }

    /// A loop-invariant value, from its term.
    fn fixed(&self, term: TermId) -> Option<Symbolic> {
        let pool = &self.eval.memory.space.pool;
        if pool.sort(term).is_bool() {
            return Some(Symbolic::Truth(term));
        }
        let width = pool.width(term);
        if !(2..=64).contains(&width) {
            return None;
        }
        let constant = pool.as_bv(term).and_then(Bv::to_u64);
        Some(Symbolic::Int(Moving {
            width,
            base: constant.is_none().then_some(term),
            offset: constant.unwrap_or(0),
            step: 0,
        }))
    }
}

impl Symbolic {
    fn int(self) -> Option<Moving> {
        match self {
            Symbolic::Int(moving) => Some(moving),
            Symbolic::Truth(_) | Symbolic::Compare(..) => None,
        }
    }
}

impl Moving {
    fn moved(self, by: u64) -> Moving {
        Moving {
            offset: self.offset.wrapping_add(by) & mask(self.width),
            ..self
        }
    }

    fn constant(self) -> Option<u64> {
        (self.base.is_none() && self.step == 0).then_some(self.offset)
    }
}

impl Domain for Follow<'_, '_> {
    type Value = Symbolic;

    fn cell(&mut self, cell: Cell) -> Option<Symbolic> {
        let term = self.eval.cell_term(self.state, cell)?;
        match self.fixed(term)? {
            Symbolic::Int(moving) => Some(Symbolic::Int(Moving {
                step: self.steps.get(&cell).copied().unwrap_or(0),
                ..moving
            })),
            truth @ (Symbolic::Truth(_) | Symbolic::Compare(..)) => Some(truth),
        }
    }

    fn constant(&mut self, value: &Bv) -> Option<Symbolic> {
        let term = match value.width() {
            1 => self.eval.memory.space.pool.bool_const(value.is_one()),
            _ => self.eval.memory.space.pool.bv(value.clone()),
        };
        self.fixed(term)
    }

    fn width(&self, value: &Symbolic) -> u32 {
        match value {
            Symbolic::Int(moving) => moving.width,
            Symbolic::Truth(_) | Symbolic::Compare(..) => 1,
        }
    }

    fn unary(&mut self, op: UnaryOp, a: Symbolic) -> Option<Symbolic> {
        match (op, a) {
            (UnaryOp::Not, Symbolic::Truth(term)) => {
                Some(Symbolic::Truth(self.eval.memory.space.pool.not(term)))
            }
            (UnaryOp::Not, Symbolic::Compare(op, a, b)) => Some(match op {
                CompareOp::Eq => Symbolic::Compare(CompareOp::Ne, a, b),
                CompareOp::Ne => Symbolic::Compare(CompareOp::Eq, a, b),
                CompareOp::ULt => Symbolic::Compare(CompareOp::ULe, b, a),
                CompareOp::ULe => Symbolic::Compare(CompareOp::ULt, b, a),
                CompareOp::SLt => Symbolic::Compare(CompareOp::SLe, b, a),
                CompareOp::SLe => Symbolic::Compare(CompareOp::SLt, b, a),
            }),
            (_, Symbolic::Int(moving)) => {
                let term = self.term(moving)?;
                let term = match op {
                    UnaryOp::Not => self.eval.memory.space.pool.bv_not(term),
                    UnaryOp::Neg => self.eval.memory.space.pool.bv_neg(term),
                };
                self.fixed(term)
            }
            (UnaryOp::Neg, Symbolic::Truth(_) | Symbolic::Compare(..)) => None,
        }
    }

    fn binary(&mut self, op: BinaryOp, a: Symbolic, b: Symbolic) -> Option<Symbolic> {
        let (a, b) = (a.int()?, b.int()?);
        if a.width != b.width {
            return None;
        }
        let moved = match (op, a.constant(), b.constant()) {
            (BinaryOp::Add, _, Some(by)) => Some(a.moved(by)),
            (BinaryOp::Add, Some(by), _) => Some(b.moved(by)),
            (BinaryOp::Sub, _, Some(by)) => Some(a.moved(by.wrapping_neg())),
            _ => None,
        };
        if let Some(moved) = moved {
            return Some(Symbolic::Int(moved));
        }
        let (x, y) = (self.term(a)?, self.term(b)?);
        let term = self.eval.memory.space.terms().binary_bits(op, x, y);
        self.fixed(term)
    }

    fn compare(&mut self, op: CompareOp, a: Symbolic, b: Symbolic) -> Option<Symbolic> {
        let (a, b) = (a.int()?, b.int()?);
        if a.width != b.width {
            return None;
        }
        if let (Some(x), Some(y)) = (self.term(a), self.term(b)) {
            return Some(Symbolic::Truth(
                self.eval.memory.space.terms().compare_bits(op, x, y),
            ));
        }
        Some(Symbolic::Compare(op, a, b))
    }

    fn overflow(&mut self, _op: OverflowOp, _a: Symbolic, _b: Symbolic) -> Option<Symbolic> {
        None
    }

    fn truncate(&mut self, a: Symbolic, width: u32) -> Option<Symbolic> {
        let term = self.term(a.int()?)?;
        let term = self.eval.memory.space.pool.extract(width - 1, 0, term);
        if width == 1 {
            let truth = self.eval.memory.space.pool.bv_to_bool(term);
            return Some(Symbolic::Truth(truth));
        }
        self.fixed(term)
    }

    fn extend(&mut self, a: Symbolic, width: u32, sign: bool) -> Option<Symbolic> {
        let term = self.term(a.int()?)?;
        let term = match sign {
            true => self.eval.memory.space.pool.sext(term, width),
            false => self.eval.memory.space.pool.zext(term, width),
        };
        self.fixed(term)
    }

    fn decide(&mut self, cond: &Symbolic) -> Option<bool> {
        match cond {
            Symbolic::Truth(term) => self.known(*term),
            Symbolic::Int(_) | Symbolic::Compare(..) => None,
        }
    }

    fn branch(&mut self, cond: &Symbolic, targets: [BlockId; 2]) -> Option<bool> {
        if let Some(known) = self.decide(cond) {
            return Some(known);
        }
        let inside = targets.map(|target| self.order.contains(self.id, target));
        let (Symbolic::Compare(op, a, b), None) = (*cond, self.exit) else {
            // In the first evaluation no steps are known yet, and the exit condition is a term.
            let stays = inside[0] != inside[1] && self.steps.is_empty();
            return stays.then_some(inside[0]);
        };
        let stay = match inside {
            [true, false] => true,
            [false, true] => false,
            [true, true] | [false, false] => return None,
        };
        self.exit = Some(Exit { op, a, b, stay });
        Some(stay)
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}
