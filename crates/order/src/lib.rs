//! All interleavings of a program's threads as constraints over terms.
//!
//! Symbolic execution leaves, for every thread, a chain of *nodes*: points of its execution at which
//! it can be interrupted. A node carries *events*, the accesses to shared memory that are made there
//! in one step. An interleaving is a total order of all nodes that extends the chains. This crate
//! states which orders exist ([`Order`]), and which value each read gets in them ([`memory`]): that
//! of the last write before it (sequential consistency).
//!
//! A write can be delayed: then it happens at a node of its own, its *commit*, in another chain than the
//! node at which its thread issues it. The thread itself sees it from there on. A read gets its value from
//! the last write, in the order of commits, among those that were committed before it and those that its
//! thread has issued before it. (This is how the SPARC manual defines TSO and PSO. It agrees with
//! machines that have store buffers: while a thread has pending writes to a location, the last of them is
//! later than all writes that were committed so far.)
//!
//! Everything is stated with plain terms, so that every solver can be used.
//!
//! (Alglave, Kroening and Tautschnig, "Partial Orders for Efficient Bounded Model Checking of
//! Concurrent Software", CAV 2013, use the same relations: read-from, write serialisation,
//! from-read.)

mod memory;
mod order;
mod races;

pub use memory::{Reads, memory};
pub use order::{Order, Scheme};
pub use races::Cut;

use cassay_base::{IndexVec, define_id};
use cassay_term::TermId;

define_id!(
    /// A point of a thread's execution.
    pub NodeId, "n"
);

define_id!(
    /// An access to shared memory.
    pub EventId, "e"
);

/// A point of a thread's execution. Its events happen in one step, in the order of their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The chain it belongs to: the nodes of one chain are ordered by their numbers.
    pub chain: u32,
    /// The condition under which it is executed. If a node of a chain is executed, so are all earlier
    /// ones of the same path.
    pub exec: TermId,
}

/// What an event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It reads the value.
    Read,
    /// It writes the value.
    Write,
    /// It gives all elements of the cell their contents; [`Reads::value`] knows them.
    WriteAll,
}

/// An access to shared memory.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Where it happens: for a write, where other threads see it.
    pub node: NodeId,
    /// For a write that is delayed, where its thread issues it.
    pub issued: Option<NodeId>,
    /// The part of memory; different cells have no byte in common.
    pub cell: u32,
    /// Which element of the cell, if it has several.
    pub index: Option<TermId>,
    /// What it does.
    pub kind: EventKind,
    /// The value that is read or written.
    pub value: TermId,
    /// The condition under which it happens; it implies that of its node.
    pub exec: TermId,
    /// The condition under which other nodes can see it; it implies the one above. What a thread writes
    /// in a section that it never leaves is seen by itself alone.
    pub visible: TermId,
}

impl Event {
    /// Where its thread executes it.
    pub fn origin(&self) -> NodeId {
        self.issued.unwrap_or(self.node)
    }
}

/// One node is executed before another where a condition holds.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The earlier node.
    pub from: NodeId,
    /// The later one, which was made later.
    pub to: NodeId,
    /// The condition. Without one the edge holds also between nodes that are not executed; it must then
    /// not restrict the order of executed ones.
    pub when: Option<TermId>,
}

/// The nodes and events of all threads.
///
/// Invariant: nodes are numbered so that those that must come first have smaller numbers.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    /// The nodes.
    pub nodes: IndexVec<NodeId, Node>,
    /// The events.
    pub events: IndexVec<EventId, Event>,
    /// Order between chains: creation and join of threads, commits of writes.
    pub edges: Vec<Edge>,
}
