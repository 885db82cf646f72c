//! A machine as a graph for Graphviz.

use crate::text::{Print, describe};
use crate::{ControlKind, Machine};
use std::fmt::Write;

/// The most characters of a line in a label.
const LONGEST: usize = 80;
/// The most lines of a label.
const MOST: usize = 12;

/// The graph of the machine, in the language of Graphviz.
pub fn dot(machine: &Machine) -> String {
    let mut out = String::from("digraph machine {\n  node [shape=box, fontname=monospace];\n");
    out.push_str("  edge [fontname=monospace, fontsize=10];\n");
    for (id, control) in machine.controls.iter_enumerated() {
        let shape = match control.kind {
            ControlKind::Entry => ", style=bold",
            ControlKind::LoopHead(_) | ControlKind::Point => "",
            ControlKind::Error(_) => ", color=red",
            ControlKind::Open(_) => ", color=orange",
            ControlKind::Sink => ", peripheries=2",
        };
        let label = quoted(&describe(control));
        let _ = writeln!(out, "  {id} [label=\"{label}\"{shape}];");
    }
    let print = Print::new(machine);
    for edge in machine.edges.iter() {
        let lines = print.edge(edge);
        let shown = lines.iter().take(MOST).map(|line| shortened(line));
        let mut label: String = shown.map(|line| quoted(&line) + "\\l").collect();
        if lines.len() > MOST {
            let _ = write!(label, "… ({} lines)\\l", lines.len());
        }
        let _ = writeln!(out, "  {} -> {} [label=\"{label}\"];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

fn shortened(line: &str) -> String {
    if line.chars().count() <= LONGEST {
        return line.to_string();
    }
    let start: String = line.chars().take(LONGEST).collect();
    format!("{start}…")
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
