//! Claims, assumptions, and the conditions under which operations are defined.

use crate::equation::{Obligation, ObligationKind, Operation};
use crate::guard::GuardId;
use crate::here::At;
use crate::space::Space;
use crate::state::State;
use crate::value::Pointer;
use cassay_base::Span;
use cassay_ir::{ClaimId, FuncId, Function, MemoryPredicate, Property};
use cassay_term::TermId;
use std::sync::Arc;

/// Who makes an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The program, or symbolic execution itself: executions that violate it are not considered.
    Program,
    /// A model of the library, in this call by the program: it states what is known about the
    /// inputs of the model.
    Model(u64),
}

impl Space<'_> {
    /// Restricts the path to executions in which a condition holds; false when there are none.
    pub(crate) fn assume(&mut self, state: &mut State, cond: TermId, origin: Origin) -> bool {
        match self.known(state, cond) {
            Some(known) => known,
            None => {
                let fact = self.path.assume(self.pool, state.guard, cond);
                match origin {
                    Origin::Program => self.path.assumed_by_program(self.pool, fact),
                    Origin::Model(call) => self.out.inexact.assumed.push((call, fact)),
                }
                self.path.passed(self.pool, fact);
                self.learn(state, cond);
                true
            }
        }
    }

    /// Claims a condition; false when every execution that reaches the claim violates it.
    pub(crate) fn claim(
        &mut self,
        state: &mut State,
        cond: TermId,
        (claim, property): (ClaimId, &Property),
        at: At,
    ) -> bool {
        self.out.figures.claims_met += 1;
        let known = self.known(state, cond);
        if known == Some(true) {
            if self.bounds.arrivals {
                let guard = self.path.guards.term(state.guard);
                let before = self.path.assumptions_and_claims;
                self.out.arrivals.add(claim, guard, before);
            }
            return true;
        }
        self.out.figures.claims_left += 1;
        let cond = if known == Some(false) {
            self.pool.fls()
        } else {
            cond
        };
        let kind = ObligationKind::Claim {
            claim,
            property: property.clone(),
        };
        self.oblige(state, kind, cond, at);
        self.path.claimed(self.pool, state.guard, cond);
        self.learn(state, cond);
        known.is_none()
    }

    pub(crate) fn oblige(&mut self, state: &State, kind: ObligationKind, cond: TermId, at: At) {
        self.oblige_on(state.guard, kind, cond, at);
    }

    /// The same for all executions under a guard.
    pub(crate) fn oblige_on(&mut self, path: GuardId, kind: ObligationKind, cond: TermId, at: At) {
        self.out.obligations.push(Obligation {
            kind,
            guard: self.path.guards.term(path),
            cond,
            assumptions: self.path.assumptions,
            of_program: self.path.of_program,
            of_models: self.out.inexact.assumed.len(),
            assumptions_and_claims: self.path.assumptions_and_claims,
            span: at.span,
            function: at.function,
            exposed: self.store.exposed.len(),
            behind: self.segment(),
        });
    }

    /// Records an obligation that a condition never holds, and continues with the executions in
    /// which it does not. If the obligation fails, the answer is not certain.
    pub(crate) fn leave_open(&mut self, state: &State, cond: TermId, what: Operation) {
        if self.known(state, cond) != Some(false) {
            let holds = self.pool.not(cond);
            self.oblige(state, ObligationKind::Defined { what }, holds, self.here.at);
        }
    }

    pub(crate) fn must_not_reach(&mut self, state: &State, kind: ObligationKind, at: At) {
        self.out.bound_reached |= matches!(
            kind,
            ObligationKind::Unwinding { .. } | ObligationKind::Recursion { .. }
        );
        let never = self.pool.fls();
        self.oblige(state, kind, never, at);
    }

    pub(crate) fn unsupported(&mut self, state: &State, what: &Arc<str>, at: At) {
        self.must_not_reach(
            state,
            ObligationKind::Unsupported { what: what.clone() },
            at,
        );
    }

    /// Restricts the path to executions in which an indirect call leads to a function.
    pub(crate) fn require_function(
        &mut self,
        state: &mut State,
        holds: TermId,
        caller: FuncId,
        span: Span,
    ) -> bool {
        let at = At {
            function: caller,
            block: Function::ENTRY,
            statement: 0,
            span,
        };
        self.require(state, holds, Operation::IndirectCall, at)
    }

    /// Records that a recursion was cut at its bound.
    pub(crate) fn cut_recursion(&mut self, state: &State, id: FuncId, bound: u32, span: Span) {
        let name = self.program.functions[id].name.clone();
        let at = At {
            function: id,
            block: Function::ENTRY,
            statement: 0,
            span,
        };
        self.must_not_reach(state, ObligationKind::Recursion { name, bound }, at);
    }

    /// Restricts the path to executions in which an access is valid. If a claim before the access
    /// already requires this, nothing is left to do. Otherwise it becomes an obligation of its own,
    /// because nothing can be proved after an invalid access.
    pub(crate) fn require_access(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: u64,
        write: bool,
        at: At,
    ) -> bool {
        if self.constant_access(state, pointer, size, write) {
            return true;
        }
        let size = self.pool.bv_u64(self.width, size);
        self.require_range(state, pointer, size, write, at)
    }

    /// Restricts the path to executions in which an operation is defined.
    pub(crate) fn require(
        &mut self,
        state: &mut State,
        holds: TermId,
        what: Operation,
        at: At,
    ) -> bool {
        let known = self.known(state, holds);
        if known != Some(true) {
            let cond = if known == Some(false) {
                self.pool.fls()
            } else {
                holds
            };
            self.oblige(state, ObligationKind::Defined { what }, cond, at);
        }
        self.assume(state, holds, Origin::Program)
    }

    pub(crate) fn require_range(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: TermId,
        write: bool,
        at: At,
    ) -> bool {
        let zero = self.pool.bv_u64(self.width, 0);
        let empty = self.pool.eq(size, zero);
        if self.pool.as_bool(empty) == Some(true) {
            return true;
        }
        let mut needed = vec![
            MemoryPredicate::NotNull,
            MemoryPredicate::IsObject,
            MemoryPredicate::NotFreed,
            MemoryPredicate::NotExpired,
            MemoryPredicate::InBounds,
        ];
        if write {
            needed.push(MemoryPredicate::Writable);
        }
        for predicate in needed {
            let holds = self.memory_predicate(state, predicate, pointer, size);
            let holds = self.pool.or(empty, holds);
            if !self.require(state, holds, Operation::Access, at) {
                return false;
            }
        }
        true
    }
}
