//! Atomicity: claims that what a thread writes has not changed since it has read it.
//!
//! The claim before a write and the write are one node. It is violated if another thread's write to
//! the same cell is between the node and the last read of the cell by the same block.

use super::Concurrency;
use super::finish::is_above;
use crate::exec::Machine;
use crate::here::At;
use crate::memory::Memory;
use crate::space::Stuck;
use crate::state::State;
use cassay_ir::{ClaimId, Expr, Property};
use cassay_order::{EventId, EventKind, NodeId, Order};
use cassay_term::{Sort, TermId};
use std::collections::HashMap;

/// A claim that what a node writes has not changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    node: NodeId,
    /// Stands for the claim.
    claimed: TermId,
}

impl Machine<'_> {
    /// Claims that what the next statement writes has not changed since it was read.
    pub(crate) fn atomicity_claim(
        &mut self,
        state: &mut State,
        pointer: &Expr,
        claim: (ClaimId, &Property),
        at: At,
    ) -> Result<bool, Stuck> {
        let pointer = self.eval.eval_pointer(state, pointer)?;
        let memory = &mut self.eval.memory;
        let mut cond = memory.space.pool.tru();
        if state.section.is_none() && memory.is_shared(state, pointer) {
            memory.has_access_behind(at)?;
            let node = memory.space.node_here(state);
            cond = memory.space.pool.fresh("unchanged", Sort::Bool);
            let threads = memory.space.threads.as_mut().expect("there are threads");
            threads.changes.push(Change {
                node,
                claimed: cond,
            });
        }
        Ok(memory.space.claim(state, cond, claim, at))
    }
}

impl Memory<'_> {
    /// States what the claims about changes mean.
    pub(super) fn settle_changes(&mut self, threads: &Concurrency, order: &mut Order) {
        let mut meaning: HashMap<TermId, TermId> = HashMap::new();
        for change in &threads.changes {
            let mut ways = Vec::new();
            for (id, event) in order.threads().events.clone().iter_enumerated() {
                if event.node != change.node || event.kind == EventKind::Read {
                    continue;
                }
                if let Some(read) = self.read_before(threads, order, id) {
                    self.written_between(order, read, id, &mut ways);
                }
            }
            let changed = self.space.pool.or_all(ways);
            meaning.insert(change.claimed, self.space.pool.not(changed));
        }
        for obligation in &mut self.space.out.obligations {
            if let Some(cond) = meaning.get(&obligation.cond) {
                obligation.cond = *cond;
            }
        }
    }

    /// The last read of the cell of a write by the same execution of its block.
    fn read_before(&self, threads: &Concurrency, order: &Order, write: EventId) -> Option<EventId> {
        let events = &order.threads().events;
        let written = events[write];
        let place = |node: NodeId| {
            let info = &threads.nodes[node];
            let block = info.site.map(|(function, block, _)| (function, block));
            (info.thread, block)
        };
        let guard = threads.events[write].guard;
        let mut reads = events.iter_enumerated().filter(|(id, event)| {
            event.kind == EventKind::Read
                && *id < write
                && (event.cell, event.index) == (written.cell, written.index)
                && place(event.node) == place(written.node)
                && is_above(&self.space.path.guards, threads.events[*id].guard, guard)
        });
        reads.next_back().map(|(id, _)| id)
    }

    /// The conditions under which other threads write to a cell between a read and a write.
    fn written_between(
        &mut self,
        order: &mut Order,
        read: EventId,
        write: EventId,
        ways: &mut Vec<TermId>,
    ) {
        let events = order.threads().events.clone();
        let (read, write) = (events[read], events[write]);
        let own = order.threads().nodes[write.node].chain;
        for other in events.iter() {
            let chain = order.threads().nodes[other.node].chain;
            if other.kind == EventKind::Read || other.cell != write.cell || chain == own {
                continue;
            }
            let pool = &mut *self.space.pool;
            let same = match (other.index, write.index) {
                (Some(a), Some(b)) => pool.eq(a, b),
                (None, _) | (_, None) => pool.tru(),
            };
            let behind = order.before(pool, read.node, other.node);
            let before = order.before(pool, other.node, write.node);
            let happens = [other.visible, read.exec, same, behind, before];
            ways.push(pool.and_all(happens));
        }
    }
}
