//! Stores that reach memory late, under memory models that delay them ([`cassay_ir::memory_model`]).
//!
//! A delayed store has two nodes: the one at which its thread executes it, and its commit, behind it in
//! another chain. Its events happen at the commit. Under total store order the commits of a thread are
//! one chain. Under partial store order those of a thread to one cell are, and where a store touches
//! several cells or elements of a cell, it is ordered with those that touch the same under the conditions
//! under which they do. (Accesses touch whole cells, so that two stores have a byte in common exactly
//! if they have an element in common.)
//!
//! A statement that drains the buffer comes behind the commits of all earlier stores of its thread, and
//! so does the end of a thread. Each commit is executed if its store is: every prefix of an execution can
//! be continued by commits.
//!
//! An edge without a condition holds between nodes that are not executed, too. It is used where that
//! restricts nothing: if the later node is not executed, no later one of its thread is.

use super::{Concurrency, Happening, LIFE};
use crate::guard::Guards;
use crate::space::Space;
use crate::state::State;
use cassay_ir::{Buffering, MemoryModel};
use cassay_order::{Edge, Event, EventKind, Node, NodeId};
use cassay_term::{Pool, TermId};
use std::collections::{BTreeMap, HashMap};

/// A store that is delayed.
#[derive(Clone, Copy, Debug)]
struct Store {
    commit: NodeId,
    /// Whether it is committed behind all earlier stores of its thread.
    behind: bool,
}

/// A fence that separates the stores of its thread.
#[derive(Clone, Copy, Debug)]
struct Separation {
    /// How many stores of its thread are before it.
    stores: usize,
    exec: TermId,
}

/// The buffer of a thread.
#[derive(Clone, Debug, Default)]
struct Buffer {
    stores: Vec<Store>,
    separations: Vec<Separation>,
    /// The nodes that drain it, in order.
    drains: Vec<NodeId>,
}

/// The buffers of all threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffers {
    of_thread: BTreeMap<u32, Buffer>,
    /// The commits, by the node at which the thread executes the store.
    commits: HashMap<NodeId, NodeId>,
}

impl Space<'_> {
    /// What the statement that is executed has to do with the buffer of its thread.
    fn buffering(&self, state: &State) -> Buffering {
        if !self.bounds.model.is_weak() || !state.concurrent || state.section.is_some() {
            return Buffering::None;
        }
        let (function, block, statement) = self.site();
        let block = self.program.functions[function].blocks.get(block);
        let stmt = block.and_then(|block| block.stmts.get(statement));
        stmt.map_or(Buffering::None, |stmt| {
            self.bounds.model.buffering(&stmt.kind)
        })
    }

    /// Before a statement: it may order the stores of its thread.
    pub(crate) fn order_stores(&mut self, state: &State) {
        match self.buffering(state) {
            Buffering::None | Buffering::Delays | Buffering::DelaysBehind => {}
            Buffering::Drains => {
                let node = self.node_here(state);
                if let Some(threads) = &mut self.threads {
                    let buffer = threads.buffers.of_thread.entry(threads.thread).or_default();
                    buffer.drains.push(node);
                }
            }
            Buffering::Separates => {
                let guard = self.path.guards.term(state.guard);
                let exec = self.pool.and(guard, self.path.assumptions);
                if let Some(threads) = &mut self.threads {
                    let buffer = threads.buffers.of_thread.entry(threads.thread).or_default();
                    let stores = buffer.stores.len();
                    buffer.separations.push(Separation { stores, exec });
                }
            }
        }
    }

    /// The node at which others see an event of the statement at a node, if it is delayed.
    pub(super) fn commit_of(
        &mut self,
        state: &State,
        what: &Happening,
        issue: NodeId,
    ) -> Option<NodeId> {
        let publishing = self.threads.as_ref()?.publishing;
        if what.kind != EventKind::Write || what.start == LIFE || publishing {
            return None;
        }
        let behind = match self.buffering(state) {
            Buffering::Delays => false,
            Buffering::DelaysBehind => true,
            Buffering::None | Buffering::Separates | Buffering::Drains => return None,
        };
        let threads = self.threads.as_mut()?;
        if let Some(commit) = threads.buffers.commits.get(&issue) {
            return Some(*commit);
        }
        let exec = threads.graph.nodes[issue].exec;
        // Its chain is known when all stores are.
        let commit = threads.graph.nodes.push(Node {
            chain: u32::MAX,
            exec,
        });
        let info = threads.nodes[issue];
        threads.nodes.push(super::NodeInfo {
            commits: Some(issue),
            creates: None,
            completes: None,
            ..info
        });
        threads.graph.edges.push(Edge {
            from: issue,
            to: commit,
            when: None,
        });
        threads.buffers.commits.insert(issue, commit);
        let buffer = threads.buffers.of_thread.entry(info.thread).or_default();
        buffer.stores.push(Store { commit, behind });
        Some(commit)
    }
}

/// Orders all commits.
pub(super) fn settle_commits(
    threads: &mut Concurrency,
    pool: &mut Pool,
    guards: &Guards,
    model: MemoryModel,
) {
    if !model.is_weak() {
        return;
    }
    let ends: Vec<(u32, NodeId)> = threads
        .threads
        .iter()
        .flat_map(|(thread, ways)| ways.iter().map(|way| (*thread, way.end)))
        .collect();
    for (thread, end) in ends {
        let buffer = threads.buffers.of_thread.entry(thread).or_default();
        buffer.drains.push(end);
    }
    let buffers = std::mem::take(&mut threads.buffers.of_thread);
    let used = threads.nodes.iter().map(|node| node.thread).max();
    let mut settling = Settling {
        threads,
        pool,
        guards,
        next_chain: used.map_or(0, |last| last + 1),
        written: HashMap::new(),
    };
    for event in settling.threads.graph.events.iter() {
        if event.issued.is_some() {
            let written = settling.written.entry(event.node).or_default();
            written.push(*event);
        }
    }
    for (thread, buffer) in &buffers {
        match model {
            MemoryModel::Sc | MemoryModel::Tso => settling.total(buffer),
            MemoryModel::Pso => settling.partial(buffer),
        }
        settling.drains(*thread, buffer);
    }
}

struct Settling<'a> {
    threads: &'a mut Concurrency,
    pool: &'a mut Pool,
    guards: &'a Guards,
    next_chain: u32,
    /// What each commit writes.
    written: HashMap<NodeId, Vec<Event>>,
}

impl Settling<'_> {
    fn new_chain(&mut self) -> u32 {
        self.next_chain += 1;
        self.next_chain - 1
    }

    fn put(&mut self, commit: NodeId, chain: u32) {
        self.threads.graph.nodes[commit].chain = chain;
    }

    fn chain(&self, commit: NodeId) -> u32 {
        self.threads.graph.nodes[commit].chain
    }

    fn exec(&self, commit: NodeId) -> TermId {
        self.threads.graph.nodes[commit].exec
    }

    /// All stores of a thread in their order.
    fn total(&mut self, buffer: &Buffer) {
        let chain = self.new_chain();
        for store in &buffer.stores {
            self.put(store.commit, chain);
        }
    }

    /// The stores of a thread to each place in their order.
    fn partial(&mut self, buffer: &Buffer) {
        let mut of_cell: HashMap<u32, u32> = HashMap::new();
        for store in &buffer.stores {
            let chain = match self.only_cell(store.commit) {
                Some(cell) => match of_cell.get(&cell) {
                    Some(chain) => *chain,
                    None => {
                        let chain = self.new_chain();
                        of_cell.insert(cell, chain);
                        chain
                    }
                },
                None => self.new_chain(),
            };
            self.put(store.commit, chain);
        }
        for (index, later) in buffer.stores.iter().enumerate() {
            for (position, earlier) in buffer.stores[..index].iter().enumerate() {
                if self.chain(earlier.commit) == self.chain(later.commit) {
                    continue;
                }
                let mut reasons = self.common(earlier.commit, later.commit);
                if later.behind {
                    reasons.push(self.pool.tru());
                }
                let between =
                    |fence: &&Separation| position < fence.stores && fence.stores <= index;
                let fences = buffer.separations.iter().filter(between);
                reasons.extend(fences.map(|fence| fence.exec));
                let reason = self.pool.or_all(reasons);
                self.edge(earlier.commit, later.commit, reason);
            }
        }
    }

    /// The cell that a commit writes, if it is one that has no elements.
    fn only_cell(&self, commit: NodeId) -> Option<u32> {
        let events = self.written.get(&commit)?;
        let cell = events.first()?.cell;
        let same = |event: &Event| {
            event.cell == cell && event.index.is_none() && event.kind == EventKind::Write
        };
        events.iter().all(same).then_some(cell)
    }

    /// The conditions under which two commits write the same element.
    fn common(&mut self, a: NodeId, b: NodeId) -> Vec<TermId> {
        let of = |commit| self.written.get(&commit).cloned().unwrap_or_default();
        let (first, second) = (of(a), of(b));
        let mut conditions = Vec::new();
        for x in &first {
            for y in second.iter().filter(|y| y.cell == x.cell) {
                let same = match (x.index, y.index) {
                    (Some(i), Some(j)) => self.pool.eq(i, j),
                    (None, _) | (_, None) => self.pool.tru(),
                };
                conditions.push(self.pool.and_all([x.exec, y.exec, same]));
            }
        }
        conditions
    }

    /// One commit comes before another if both are executed, for a reason.
    fn edge(&mut self, from: NodeId, to: NodeId, reason: TermId) {
        let both = [self.exec(from), self.exec(to), reason];
        let when = self.pool.and_all(both);
        if self.pool.as_bool(when) != Some(false) {
            self.threads.graph.edges.push(Edge {
                from,
                to,
                when: Some(when),
            });
        }
    }

    /// What drains a buffer comes behind the commits of earlier stores.
    fn drains(&mut self, thread: u32, buffer: &Buffer) {
        // Stores before this position are committed before a statement that is always executed.
        let mut first = 0;
        let mut drains = buffer.drains.clone();
        drains.sort();
        for drain in drains {
            let end = buffer.stores.partition_point(|store| store.commit < drain);
            let certain = self.is_above_the_rest(thread, drain);
            let exec = self.exec(drain);
            for store in self.last_of_chains(&buffer.stores[first..end.max(first)]) {
                self.threads.graph.edges.push(Edge {
                    from: store,
                    to: drain,
                    when: (!certain).then_some(exec),
                });
            }
            if certain {
                first = end;
            }
        }
    }

    /// The last commit of each chain.
    fn last_of_chains(&self, stores: &[Store]) -> Vec<NodeId> {
        let mut last: BTreeMap<u32, NodeId> = BTreeMap::new();
        for store in stores {
            last.insert(self.chain(store.commit), store.commit);
        }
        last.into_values().collect()
    }

    /// Whether a node is executed if a later one of its thread is.
    fn is_above_the_rest(&self, thread: u32, node: NodeId) -> bool {
        let guard = self.threads.nodes[node].guard;
        let later = self
            .threads
            .nodes
            .iter_enumerated()
            .filter(|(id, info)| *id > node && info.thread == thread && info.commits.is_none());
        later
            .map(|(_, info)| info.guard)
            .all(|later| self.guards.common(guard, later) == guard)
    }
}
