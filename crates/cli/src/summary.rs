//! The output of `--parse-only`: the size of a program and its unsupported constructs.

use crate::show;
use cassay_base::Span;
use cassay_ir::{Function, Program, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Places of one construct that are shown.
const PLACES: usize = 5;

/// The summary, one figure a line, then one line for each construct that is not supported.
pub fn text(program: &Program) -> String {
    let mut bodies = 0usize;
    let mut statements = 0usize;
    let mut constructs: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    let mut models = BTreeSet::new();
    for function in program.functions.iter().filter(|f| f.has_body()) {
        // A model is copied for every call; its unsupported parts are not constructs of the
        // program.
        if function.model {
            models.insert(&*function.name);
            continue;
        }
        bodies += 1;
        for block in function.blocks.iter() {
            // A block ends in a terminator, which is a line too.
            statements += block.stmts.len() + 1;
            for stmt in &block.stmts {
                if let StmtKind::Unsupported(what) = &stmt.kind {
                    constructs.entry(what).or_default().push(stmt.span);
                }
            }
        }
    }
    let mut out = String::new();
    let bodiless = |f: &&Function| !f.model && !f.has_body();
    let declared = program.functions.iter().filter(bodiless).count();
    let _ = writeln!(out, "functions: {bodies}");
    let _ = writeln!(out, "functions without a body: {declared}");
    let _ = writeln!(out, "library functions: {}", models.len());
    let _ = writeln!(out, "globals: {}", program.globals.len());
    let _ = writeln!(out, "IR statements: {statements}");
    let _ = writeln!(out, "unsupported constructs: {}", constructs.len());
    let mut rows: Vec<(&str, Vec<Span>)> = constructs.into_iter().collect();
    rows.sort_by_key(|(what, spans)| (std::cmp::Reverse(spans.len()), *what));
    for (what, spans) in rows {
        let count = spans.len();
        let mut places: Vec<String> = spans
            .iter()
            .take(PLACES)
            .map(|span| show::place(program, *span))
            .collect();
        if count > PLACES {
            places.push("...".into());
        }
        let _ = writeln!(out, "{count:>6}  {what}: {}", places.join(", "));
    }
    out
}
