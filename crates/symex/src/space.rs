//! The address space of an execution: objects, pointers to them, names, knowledge of paths, and the
//! equation that grows.
//!
//! This is the lowest of four layers, each of which owns the one below it:
//!
//! | layer | has | knows |
//! |---|---|---|
//! | [`Space`] | terms, objects, path conditions, output | no contents of objects |
//! | [`Memory`](crate::memory::Memory) | marking | no expressions |
//! | [`Eval`](crate::eval::Eval) | caches of float bits | no frames |
//! | [`Machine`](crate::exec::Machine) | frames | everything |
//!
//! A layer never calls a higher one. [`Terms`] and [`Shapes`] are views of the space for what
//! needs less than it.
//!
//! Invariant: objects, assumptions and obligations are only added. What a path has changed is in
//! its [`State`], never here.

use crate::accesses::Access;
use crate::cost::Counter;
use crate::equation::{Arrivals, Equation, Figures, Foundation, Input, Obligation, Observation};
use crate::here::Here;
use crate::memory::Shapes;
use crate::names::{Names, Naming};
use crate::object::Objects;
use crate::path::Path;
use crate::state::State;
use crate::store::Store;
use crate::terms::Terms;
use crate::threads::{Concurrency, Interleaving};
use crate::unwind::Bounds;
use cassay_base::Span;
use cassay_ir::{Note, Program};
use cassay_term::{Pool, TermId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A construct that symbolic execution does not support; the path ends there with an obligation
/// that it is not reached.
#[derive(Clone, Debug)]
pub(crate) struct Stuck(pub Arc<str>);

impl Stuck {
    pub fn new(what: &str) -> Self {
        Stuck(what.into())
    }
}

/// The parts of the equation that are collected during an execution.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub constraints: Vec<TermId>,
    pub obligations: Vec<Obligation>,
    pub inputs: Vec<Input>,
    pub nans: Vec<crate::nan::NanChoice>,
    pub bound_reached: bool,
    pub notes: BTreeMap<Arc<str>, Note>,
    pub figures: Figures,
    pub arrivals: Arrivals,
    pub inexact: Foundation,
    pub wishes: Vec<TermId>,
    pub accesses: Vec<Access>,
    pub costs: Option<Box<Counter>>,
    pub observations: Vec<Observation>,
}

impl Output {
    /// The equation, when there are so many terms.
    pub fn into_equation(
        self,
        objects: Objects,
        interleaving: Option<Interleaving>,
        terms: usize,
    ) -> Equation {
        let costs = self.costs.map(|counter| counter.finish(terms));
        Equation {
            costs: costs.unwrap_or_default(),
            constraints: self.constraints,
            obligations: self.obligations,
            inputs: self.inputs,
            nans: self.nans,
            objects,
            bound_reached: self.bound_reached,
            notes: self.notes.into_values().collect(),
            figures: self.figures,
            arrivals: self.arrivals,
            foundation: self.inexact,
            wishes: self.wishes,
            accesses: self.accesses,
            observations: self.observations,
            interleaving,
        }
    }
}

/// The address space of an execution.
pub(crate) struct Space<'a> {
    pub program: &'a Program,
    pub pool: &'a mut Pool,
    pub bounds: &'a Bounds,
    /// Width of a pointer in bits.
    pub width: u32,
    pub store: Store,
    pub path: Path,
    pub out: Output,
    /// Names of symbols and numbers of objects.
    pub naming: Naming<'a>,
    /// Inexact values so far.
    pub inexact: crate::inexact::Tracked,
    /// Which states are kept apart.
    pub apart: crate::apart::Apart,
    /// Where the execution is.
    pub here: Here,
    /// The threads, if the program has several.
    pub threads: Option<Box<Concurrency>>,
}

impl<'a> Space<'a> {
    pub fn new(
        program: &'a Program,
        pool: &'a mut Pool,
        names: &'a mut Names,
        bounds: &'a Bounds,
    ) -> Space<'a> {
        Space {
            program,
            bounds,
            width: program.layout.pointer_bits,
            store: Store::new(pool, program),
            path: Path::new(pool),
            out: Output {
                costs: bounds.costs.then(Box::default),
                ..Output::default()
            },
            naming: Naming::new(names),
            inexact: Default::default(),
            apart: Default::default(),
            here: Here::nowhere(),
            threads: None,
            pool,
        }
    }

    /// A statement begins.
    pub fn count_step(&mut self, span: Span) {
        self.out.figures.steps += 1;
        if let Some(counter) = &mut self.out.costs {
            counter.begin(span, self.pool.len());
        }
    }

    /// How objects are laid out.
    pub fn shapes(&self) -> Shapes<'_> {
        Shapes {
            program: self.program,
            store: &self.store,
            pool: self.pool,
            bounds: self.bounds,
            width: self.width,
        }
    }

    /// Terms that speak of no object.
    pub fn terms(&mut self) -> Terms<'_> {
        Terms {
            pool: self.pool,
            bounds: self.bounds,
            width: self.width,
        }
    }

    /// Adds a successor under a condition, unless the path condition excludes it.
    pub(crate) fn fork<T>(
        &mut self,
        state: &State,
        cond: TermId,
        target: T,
        successors: &mut Vec<(T, State)>,
    ) {
        match self.known(state, cond) {
            Some(true) => successors.push((target, state.clone())),
            Some(false) => {}
            None => {
                let mut next = state.clone();
                next.guard = self.path.guards.extend(self.pool, state.guard, cond);
                self.learn(&mut next, cond);
                successors.push((target, next));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equation::Operation;
    use crate::state::first_state;
    use cassay_ir::{DataLayout, FuncId};
    use cassay_term::Sort;

    /// Runs a test on the address space of a program without functions.
    fn with_space(test: impl FnOnce(&mut Space<'_>, &mut State)) {
        let program = Program::new(DataLayout { pointer_bits: 64 });
        let (mut pool, mut names) = (cassay_simplify::pool(), Names::default());
        let bounds = Bounds::default();
        let mut space = Space::new(&program, &mut pool, &mut names, &bounds);
        test(&mut space, &mut first_state());
    }

    #[test]
    fn a_path_knows_what_its_facts_imply_and_no_more() {
        with_space(|space, state| {
            let x = space.pool.fresh("x", Sort::Bv(32));
            let [five, ten, twenty] = [5, 10, 20].map(|n| space.pool.bv_u64(32, n));
            let below = |space: &mut Space<'_>, limit| space.pool.ult(x, limit);
            let less = below(space, ten);
            space.learn(state, less);
            let [narrow, wide] = [five, twenty].map(|limit| below(space, limit));
            assert_eq!(space.known(state, wide), Some(true));
            assert_eq!(space.known(state, narrow), None);
            let is = space.pool.eq(x, twenty);
            assert_eq!(space.known(state, is), Some(false));
            assert_eq!(space.known(&first_state(), wide), None);
        });
    }

    #[test]
    fn a_branch_that_the_path_excludes_is_not_followed() {
        with_space(|space, state| {
            let cond = space.pool.fresh("c", Sort::Bool);
            let not = space.pool.not(cond);
            let mut next = Vec::new();
            space.fork(state, cond, "then", &mut next);
            let (_, then) = next.pop().expect("a successor");
            assert_eq!(space.path.guards.term(then.guard), cond);
            space.fork(&then, not, "otherwise", &mut next);
            assert!(next.is_empty());
            space.fork(&then, cond, "then", &mut next);
            assert_eq!(next[0].1.guard, then.guard, "it adds nothing");
        });
    }

    #[test]
    fn obligations_carry_the_place_and_what_was_assumed_before() {
        with_space(|space, state| {
            let [before, needed] = ["before", "needed"].map(|x| space.pool.fresh(x, Sort::Bool));
            assert!(space.assume(state, before, crate::claim::Origin::Program));
            let mut at = space.here.at;
            at.function = FuncId(3);
            assert!(space.require(state, needed, Operation::Access, at));
            assert!(space.require(state, needed, Operation::Access, at));
            let [only] = space.out.obligations.as_slice() else {
                panic!(
                    "what is known is no obligation: {:?}",
                    space.out.obligations
                );
            };
            assert_eq!((only.cond, only.function), (needed, FuncId(3)));
            assert_eq!(only.assumptions, before);
            assert_eq!(space.known(state, needed), Some(true));
        });
    }

    #[test]
    fn a_scope_has_its_own_names_and_the_same_ones_in_the_next_execution() {
        let program = Program::new(DataLayout { pointer_bits: 64 });
        let (mut pool, mut names) = (cassay_simplify::pool(), Names::default());
        let bounds = Bounds::default();
        let mut symbols = |scopes: [u32; 2]| {
            let mut space = Space::new(&program, &mut pool, &mut names, &bounds);
            scopes.map(|scope| {
                space.here.scope = vec![scope];
                space.symbol_here("x", Sort::Bool)
            })
        };
        let [first, second] = symbols([1, 2]);
        assert_ne!(first, second);
        assert_eq!(symbols([2, 1]), [second, first]);
    }
}
