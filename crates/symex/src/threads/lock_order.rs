//! The order of locks: claims that threads cannot block each other by the locks that they acquire.
//!
//! What a thread holds follows from the statements by which it has begun and ended to hold locks, in
//! the order of its program. A cycle is chosen by the solver: a symbol for each acquisition says
//! whether it is part of it. The claim of the last one in the order is violated.

use super::{Concurrency, Joining};
use crate::exec::Machine;
use crate::here::At;
use crate::memory::Memory;
use crate::space::Stuck;
use crate::state::State;
use cassay_ir::{ClaimId, Expr, Property};
use cassay_order::{NodeId, Order};
use cassay_term::{Pool, Sort, TermId};
use std::collections::HashMap;

/// A statement by which a thread begins or ends to hold a lock, or a claim that it may.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acquisition {
    thread: u32,
    node: NodeId,
    /// The condition under which it is executed.
    exec: TermId,
    /// The lock, as a single term, and its mode.
    lock: TermId,
    mode: TermId,
    /// Stands for the claim, if it is one.
    claimed: Option<TermId>,
}

impl Machine<'_> {
    /// The thread holds a lock, or no longer.
    pub(crate) fn hold(
        &mut self,
        state: &mut State,
        lock: &Expr,
        mode: &Expr,
    ) -> Result<(), Stuck> {
        self.acquisition(state, (lock, mode), None)
    }

    /// Claims that a lock is acquired in order.
    pub(crate) fn order_claim(
        &mut self,
        state: &mut State,
        lock: (&Expr, &Expr),
        claim: (ClaimId, &Property),
        at: At,
    ) -> Result<bool, Stuck> {
        let space = self.space();
        let mut cond = space.pool.tru();
        if space.threads.is_some() {
            cond = space.pool.fresh("in_order", Sort::Bool);
            self.acquisition(state, lock, Some(cond))?;
        }
        Ok(self.space().claim(state, cond, claim, at))
    }

    fn acquisition(
        &mut self,
        state: &mut State,
        (lock, mode): (&Expr, &Expr),
        claimed: Option<TermId>,
    ) -> Result<(), Stuck> {
        if self.space().threads.is_none() {
            return Ok(());
        }
        let lock = self.eval.eval_pointer(state, lock)?;
        let mode = self.eval.eval_bits(state, mode)?;
        let space = self.space();
        let lock = space.pool.concat(lock.object, lock.offset);
        let (guard, assumed) = (space.path.guards.term(state.guard), space.path.assumptions);
        let exec = space.pool.and(guard, assumed);
        let node = space.node_here(state);
        if let Some(threads) = &mut space.threads {
            threads.acquisitions.push(Acquisition {
                thread: threads.thread,
                node,
                exec,
                lock,
                mode,
                claimed,
            });
        }
        Ok(())
    }
}

/// A lock that is held at an acquisition.
#[derive(Clone, Copy)]
struct Held {
    cond: TermId,
    lock: TermId,
    mode: TermId,
}

/// An acquisition that waits, and what its thread holds.
struct Wanted {
    at: Acquisition,
    held: Vec<Held>,
    /// Stands for its membership in the cycle.
    chosen: TermId,
}

impl Memory<'_> {
    /// States what the claims about the order of locks mean.
    pub(super) fn settle_lock_order(&mut self, threads: &Concurrency, order: &mut Order) {
        let pool = &mut *self.space.pool;
        let mut meaning: HashMap<TermId, TermId> = HashMap::new();
        // Who holds nothing blocks nobody.
        for acquisition in &threads.acquisitions {
            if let Some(claimed) = acquisition.claimed {
                meaning.insert(claimed, pool.tru());
            }
        }
        let wanted = wanted(pool, &threads.acquisitions);
        let mut cycles = Cycles {
            pool,
            order,
            joins: &threads.joins,
            facts: Vec::new(),
        };
        for one in &wanted {
            let last = cycles.settle(one, &wanted);
            if let Some(claimed) = one.at.claimed {
                let violated = cycles.pool.and(one.chosen, last);
                meaning.insert(claimed, cycles.pool.not(violated));
            }
        }
        let facts = cycles.facts;
        self.space.out.constraints.extend(facts);
        for obligation in &mut self.space.out.obligations {
            if let Some(cond) = meaning.get(&obligation.cond) {
                obligation.cond = *cond;
            }
        }
    }
}

/// The acquisitions that wait, with what is held there.
fn wanted(pool: &mut Pool, acquisitions: &[Acquisition]) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for (index, at) in acquisitions.iter().enumerate() {
        if at.claimed.is_none() {
            continue;
        }
        let earlier = acquisitions[..index].iter();
        let own = earlier.filter(|other| other.thread == at.thread && other.claimed.is_none());
        let own: Vec<&Acquisition> = own.collect();
        let mut held = Vec::new();
        for (index, hold) in own.iter().enumerate() {
            let none = pool.bv_u64(pool.width(hold.mode), 0);
            let released = pool.eq(hold.mode, none);
            let mut parts = vec![hold.exec, pool.not(released)];
            for later in &own[index + 1..] {
                let same = pool.eq(later.lock, hold.lock);
                let again = pool.and(later.exec, same);
                parts.push(pool.not(again));
            }
            let cond = pool.and_all(parts);
            if pool.as_bool(cond) != Some(false) {
                held.push(Held {
                    cond,
                    lock: hold.lock,
                    mode: hold.mode,
                });
            }
        }
        if !held.is_empty() {
            let chosen = pool.fresh("in_cycle", Sort::Bool);
            wanted.push(Wanted {
                at: *at,
                held,
                chosen,
            });
        }
    }
    wanted
}

struct Cycles<'a> {
    pool: &'a mut Pool,
    order: &'a mut Order,
    joins: &'a [Joining],
    facts: Vec<TermId>,
}

impl Cycles<'_> {
    /// States when an acquisition is part of a cycle; the condition that it is the last one of it.
    fn settle(&mut self, one: &Wanted, all: &[Wanted]) -> TermId {
        let (mut next, mut last) = (Vec::new(), Vec::new());
        for other in all {
            if other.chosen == one.chosen {
                continue;
            }
            let both = self.pool.and(one.chosen, other.chosen);
            let meets = self.meets(one, other);
            let fact = self.pool.implies(both, meets);
            self.facts.push(fact);
            if self.pool.as_bool(meets) == Some(false) {
                continue;
            }
            let waits = self.waits_for(one, other);
            next.push(self.pool.and(other.chosen, waits));
            if let (Some(from), Some(to)) = (
                self.order.last_ordered(other.at.node),
                self.order.last_ordered(one.at.node),
            ) {
                let before = self.order.before(self.pool, from, to);
                last.push(self.pool.implies(other.chosen, before));
            }
        }
        let next = self.pool.or_all(next);
        let closed = self.pool.and(one.at.exec, next);
        let fact = self.pool.implies(one.chosen, closed);
        self.facts.push(fact);
        self.pool.and_all(last)
    }

    /// The condition under which one thread had to wait for what the other held.
    fn waits_for(&mut self, one: &Wanted, other: &Wanted) -> TermId {
        let mut ways = Vec::new();
        for held in &other.held {
            let same = self.pool.eq(held.lock, one.at.lock);
            let (a, b) = (self.is_shared(held.mode), self.is_shared(one.at.mode));
            let both = self.pool.and(a, b);
            let excludes = self.pool.not(both);
            ways.push(self.pool.and_all([held.cond, same, excludes]));
        }
        self.pool.or_all(ways)
    }

    fn is_shared(&mut self, mode: TermId) -> TermId {
        let shared = self.pool.bv_u64(self.pool.width(mode), 1);
        self.pool.eq(mode, shared)
    }

    /// The condition under which both threads could be there at once.
    fn meets(&mut self, one: &Wanted, other: &Wanted) -> TermId {
        let (a, b) = (one.at, other.at);
        let apart = a.thread == b.thread
            || self.order.surely_before(a.node, b.node)
            || self.order.surely_before(b.node, a.node);
        if apart {
            return self.pool.fls();
        }
        let mut parts = Vec::new();
        for (first, second) in [(a, b), (b, a)] {
            for join in self.joins {
                let chain = self.order.threads().nodes[join.node].chain;
                if join.thread == first.thread && chain == second.thread && join.node <= second.node
                {
                    parts.push(self.pool.not(join.when));
                }
            }
        }
        for held in &one.held {
            for gate in &other.held {
                let same = self.pool.eq(held.lock, gate.lock);
                let common = self.pool.and_all([held.cond, gate.cond, same]);
                parts.push(self.pool.not(common));
            }
        }
        self.pool.and_all(parts)
    }
}
