//! The graph of control states of a machine, without guards and updates.

use crate::{Control, ControlId, ControlKind, Edge, EdgeId, Machine, Passage};
use cassay_base::{Id, IndexVec};
use std::collections::BTreeSet;

/// For each control state the edges that leave it and those that lead to it, in their order.
pub struct Graph {
    /// The edges that leave.
    pub leaving: IndexVec<ControlId, Vec<EdgeId>>,
    /// The edges that lead here.
    pub entering: IndexVec<ControlId, Vec<EdgeId>>,
}

impl Graph {
    /// The graph of a machine.
    pub fn new(machine: &Machine) -> Graph {
        let empty = || machine.controls.iter().map(|_| Vec::new()).collect();
        let mut graph = Graph {
            leaving: empty(),
            entering: empty(),
        };
        for (id, edge) in machine.edges.iter_enumerated() {
            graph.leaving[edge.from].push(id);
            graph.entering[edge.to].push(id);
        }
        graph
    }

    /// The control states that some path from these leads to, these included. Calls and returns are not
    /// matched.
    pub fn forward(&self, machine: &Machine, from: &BTreeSet<ControlId>) -> BTreeSet<ControlId> {
        closure(from, |at| {
            self.leaving[at].iter().map(|edge| machine.edges[*edge].to)
        })
    }

    /// The control states from which some path leads to these, these included.
    pub fn backward(&self, machine: &Machine, to: &BTreeSet<ControlId>) -> BTreeSet<ControlId> {
        closure(to, |at| {
            self.entering[at]
                .iter()
                .map(|edge| machine.edges[*edge].from)
        })
    }
}

fn closure<I: Iterator<Item = ControlId>>(
    from: &BTreeSet<ControlId>,
    next: impl Fn(ControlId) -> I,
) -> BTreeSet<ControlId> {
    let mut seen = from.clone();
    let mut open: Vec<ControlId> = from.iter().copied().collect();
    while let Some(at) = open.pop() {
        for other in next(at) {
            if seen.insert(other) {
                open.push(other);
            }
        }
    }
    seen
}

impl ControlKind {
    /// Whether this is a violation or something that the machine does not represent: what has to be
    /// excluded by a proof.
    pub fn is_bad(&self) -> bool {
        match self {
            ControlKind::Error(_) | ControlKind::Open(_) => true,
            ControlKind::Entry
            | ControlKind::LoopHead(_)
            | ControlKind::Point
            | ControlKind::Sink => false,
        }
    }
}

impl Machine {
    /// The control states that a proof has to exclude.
    pub fn bad_controls(&self) -> BTreeSet<ControlId> {
        let bad = self.controls.iter_enumerated();
        bad.filter(|(_, control)| control.kind.is_bad())
            .map(|(id, _)| id)
            .collect()
    }

    /// Adds a control state at which executions wait for one step on their way to another.
    pub(crate) fn add_waiting(&mut self, before: ControlId) -> ControlId {
        let control = &self.controls[before];
        let name = format!("before {}", control.name);
        let span = control.span;
        self.controls.push(Control {
            kind: ControlKind::Point,
            name,
            span,
        })
    }

    /// Adds an edge that does nothing.
    pub(crate) fn add_idle(&mut self, from: ControlId, to: ControlId) -> EdgeId {
        let guard = self.pool.tru();
        self.edges.push(Edge {
            from,
            to,
            guard,
            updates: Vec::new(),
            passage: Passage::Plain,
        })
    }
}

/// The positions of the ids that stay when others go.
pub(crate) fn renumber<I: Id>(all: usize, stays: impl Fn(I) -> bool) -> IndexVec<I, Option<I>> {
    let mut next = 0;
    let place = |index: usize| {
        stays(I::from_index(index)).then(|| {
            next += 1;
            I::from_index(next - 1)
        })
    };
    (0..all).map(place).collect()
}
