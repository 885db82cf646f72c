//! Random statements and control flow.

use super::{Generator, Shape};
use crate::expr::{BinaryOp, CompareOp, Expr};
use crate::function::{BlockId, CallTarget, Place, StmtKind, TempId, Terminator, Variable};
use crate::property::{Property, PropertyClass};
use cassay_bv::Bv;

/// How deeply branches and loops nest.
const MAX_DEPTH: u32 = 3;

impl Generator {
    /// Statements until the budget is spent.
    pub(super) fn statements(&mut self) {
        while self.budget > 0 {
            self.statement();
        }
    }

    /// Some statements of a branch or a loop.
    fn some_statements(&mut self) {
        for _ in 0..1 + self.rng.below(3) {
            if self.budget > 0 {
                self.statement();
            }
        }
    }

    fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        let flow = self.depth < MAX_DEPTH;
        match self.rng.below(27) {
            24 => self.assign_float(),
            25 => self.havoc_bytes(),
            26 => self.ask_device(),
            0..=4 => self.assign(),
            5..=10 => self.access(),
            11 => self.bytes(),
            12 => self.heap(),
            13 => {
                let width = self.rng.width();
                self.input(width);
            }
            14 if self.rng.chance(1, 4) => self.ask_heap(),
            14 => self.assertion(),
            15 if self.rng.chance(1, 3) => self.assumption(),
            16..=17 if flow => self.branch(),
            18..=19 if flow => self.repeat(),
            20 if flow => self.switch(),
            21..=22 => self.call(),
            23 if flow => self.leave(),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) {
        let width = self.rng.width();
        let value = self.expr(width, 3);
        let dst = self.int_temp(width);
        self.push(StmtKind::Assign { dst, value });
        self.temps.push((dst, width));
    }

    pub(super) fn assertion(&mut self) {
        // Most of these hold in most executions, so that executions get far.
        let cond = if self.rng.chance(3, 4) {
            let width = [8, 16, 32, 64][self.rng.below(4) as usize];
            let value = self.expr(width, 2);
            Expr::compare(CompareOp::Ne, value, Expr::Int(self.constant(width)))
        } else {
            self.condition(2)
        };
        let message = format!("assertion {}", self.line);
        let property = Property::new(PropertyClass::Assertion, message);
        self.push_claim(cond, property);
    }

    /// An assumption that most executions satisfy.
    fn assumption(&mut self) {
        let width = self.rng.width();
        let value = self.expr(width, 1);
        let cond = Expr::compare(CompareOp::Ne, value, Expr::Int(self.constant(width)));
        self.push(StmtKind::Assume(cond));
    }

    /// Runs `inside` in a block of its own, which continues at `next`. What it declares is out of
    /// scope afterwards.
    fn scoped(&mut self, start: BlockId, next: BlockId, inside: impl FnOnce(&mut Self)) {
        let (temps, variables) = (self.temps.len(), self.variables.len());
        let floats = self.floats.len();
        self.block = start;
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.temps.truncate(temps);
        self.floats.truncate(floats);
        self.variables.truncate(variables);
        self.end(Terminator::Goto(next), next);
    }

    /// Runs `inside` when the condition holds.
    pub(super) fn when(&mut self, cond: Expr, inside: impl FnOnce(&mut Self)) {
        let (then, otherwise) = (self.new_block(), self.new_block());
        let terminator = Terminator::Branch {
            cond,
            then,
            otherwise,
        };
        self.end(terminator, then);
        self.scoped(then, otherwise, inside);
    }

    fn branch(&mut self) {
        let cond = self.condition(2);
        if self.rng.chance(1, 2) {
            return self.when(cond, Self::some_statements);
        }
        let (then, otherwise, join) = (self.new_block(), self.new_block(), self.new_block());
        let terminator = Terminator::Branch {
            cond,
            then,
            otherwise,
        };
        self.end(terminator, then);
        self.scoped(then, join, Self::some_statements);
        self.scoped(otherwise, join, Self::some_statements);
    }

    fn switch(&mut self) {
        let width = [8, 32, 64][self.rng.below(3) as usize];
        let value = self.expr(width, 2);
        let value = Expr::binary(BinaryOp::And, value, Expr::int(width, 3));
        let join = self.new_block();
        let default = self.new_block();
        let count = 1 + self.rng.below(3);
        let cases: Vec<(Bv, BlockId)> = (0..count)
            .map(|case| (Bv::from_u64(width, case), self.new_block()))
            .collect();
        let targets: Vec<BlockId> = cases.iter().map(|(_, target)| *target).collect();
        let terminator = Terminator::Switch {
            value,
            cases,
            default,
        };
        self.end(terminator, default);
        self.scoped(default, join, Self::some_statements);
        for (index, target) in targets.iter().enumerate() {
            // Some cases fall through to the next.
            let next = targets.get(index + 1).copied();
            let next = next.filter(|_| self.rng.chance(1, 4)).unwrap_or(join);
            self.scoped(*target, next, Self::some_statements);
        }
        self.block = join;
    }

    /// A loop with a constant bound and possibly an early exit.
    fn repeat(&mut self) {
        let counter = self.local(Shape::Int(32), false, None);
        // No other statement writes the counter.
        self.variables.pop();
        let place = || Place::Variable(Variable::Local(counter), 0);
        self.push(StmtKind::Declare(counter));
        self.push(StmtKind::Store {
            place: place(),
            value: Expr::int(32, 0),
            volatile: false,
            order: None,
        });
        let (head, body, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.end(Terminator::Goto(head), head);
        let count = self.int_temp(32);
        self.push(StmtKind::Load {
            dst: count,
            place: place(),
            volatile: false,
            moves: false,
            order: None,
        });
        let bound = Expr::int(32, 1 + self.rng.below(4));
        let terminator = Terminator::Branch {
            cond: Expr::compare(CompareOp::SLt, Expr::Temp(count), bound),
            then: body,
            otherwise: exit,
        };
        self.end(terminator, body);
        self.scoped(body, head, |this| {
            this.temps.push((count, 32));
            let shape = this.shape();
            let inner = this
                .rng
                .chance(1, 2)
                .then(|| this.fresh_local(shape, false));
            this.some_statements();
            if this.rng.chance(1, 4) {
                let cond = this.condition(2);
                let go_on = this.new_block();
                let terminator = Terminator::Branch {
                    cond,
                    then: exit,
                    otherwise: go_on,
                };
                this.end(terminator, go_on);
            }
            if let Some(inner) = inner {
                this.push(StmtKind::Dead(inner));
            }
            let next = Expr::binary(BinaryOp::Add, Expr::Temp(count), Expr::int(32, 1));
            this.push(StmtKind::Store {
                place: place(),
                value: next,
                volatile: false,
                order: None,
            });
        });
        self.block = exit;
        self.push(StmtKind::Dead(counter));
    }

    /// The kind of an exception: the address of a global variable, perhaps one of two; or that of the exception
    /// that is handled.
    fn exception(&mut self) -> Option<Expr> {
        if self.rng.chance(1, 4) {
            return None;
        }
        let globals = self.globals.clone();
        let mut kind = || {
            let of = self.rng.pick(&globals);
            of.map_or(Expr::Null, |of| Expr::AddrOf(of.variable))
        };
        let (first, second) = (kind(), kind());
        if self.rng.chance(1, 3) {
            let cond = self.condition(1);
            return Some(Expr::Select(
                Box::new(cond),
                Box::new(first),
                Box::new(second),
            ));
        }
        Some(first)
    }

    /// A call of a function that may throw, with what is done after a return and after an exception.
    pub(super) fn invoke(
        &mut self,
        dst: Option<(TempId, u32)>,
        target: CallTarget,
        args: Vec<Expr>,
    ) {
        let (normal, unwind, join) = (self.new_block(), self.new_block(), self.new_block());
        let terminator = Terminator::Invoke {
            dst: dst.map(|(dst, _)| dst),
            target,
            args,
            normal,
            unwind,
        };
        self.end(terminator, normal);
        self.scoped(normal, join, |this| {
            this.temps.extend(dst);
            this.some_statements();
        });
        self.scoped(unwind, join, |this| {
            if this.may_leave && this.rng.chance(1, 4) {
                let gone = this.new_block();
                this.end(Terminator::Unwind(None), gone);
            }
            this.some_statements();
        });
        self.block = join;
    }

    /// An early end of the execution or of the function.
    fn leave(&mut self) {
        let cond = self.condition(2);
        let (gone, on) = (self.new_block(), self.new_block());
        let terminator = Terminator::Branch {
            cond,
            then: gone,
            otherwise: on,
        };
        self.end(terminator, gone);
        if self.may_leave && self.rng.chance(1, 2) {
            let kind = self.exception();
            self.end(Terminator::Unwind(kind), on);
            return;
        }
        if self.rng.chance(1, 2) {
            let property = Property::of(PropertyClass::ErrorCall);
            let cond = Expr::bool(false);
            self.push_claim(cond, property);
            self.end(Terminator::Unreachable, on);
            return;
        }
        let width = self.program.types.scalar_bits(self.function.ret);
        let value = self.expr(u32::try_from(width).unwrap_or(32), 1);
        self.end(Terminator::Return(Some(value)), on);
    }
}
