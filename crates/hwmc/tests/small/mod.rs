//! Machines made by hand, for tests.

#![allow(dead_code, reason = "not every test uses all of it")]

use cassay_base::{FileId, IndexVec, Span};
use cassay_efsm::{Control, ControlId, ControlKind, Edge, Machine, Passage};
use cassay_term::{Pool, Sort, TermId};

/// A machine without variables and edges: `entry`, `loop`, `error`.
pub fn empty() -> Machine {
    let pool = Pool::new();
    let start = pool.tru();
    let kinds = [
        (ControlKind::Entry, "entry"),
        (ControlKind::LoopHead("loop".into()), "loop"),
        (ControlKind::Error(0), "error"),
    ];
    let span = Span {
        file: FileId(0),
        line: 1,
        column: 1,
    };
    let control = |(kind, name): (ControlKind, &str)| Control {
        kind,
        name: name.into(),
        span,
    };
    Machine {
        pool,
        variables: IndexVec::new(),
        inputs: Vec::new(),
        controls: kinds.into_iter().map(control).collect(),
        edges: IndexVec::new(),
        initial: ControlId(0),
        start,
    }
}

/// Adds an edge without updates.
pub fn edge(machine: &mut Machine, from: u32, to: u32, guard: TermId) {
    machine.edges.push(Edge {
        from: ControlId(from),
        to: ControlId(to),
        guard,
        updates: Vec::new(),
        passage: Passage::Plain,
    });
}

/// Adds an input.
pub fn input(machine: &mut Machine, name: &str, sort: Sort) -> TermId {
    let symbol = machine.pool.symbol(name, sort);
    machine.inputs.push(symbol);
    symbol
}
