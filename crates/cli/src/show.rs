//! What the `--show-…` options print.

use crate::finish;
use cassay_base::Span;
use cassay_engine::Usable;
use cassay_ir::Program;
use cassay_ir::order::Order;
use std::fmt::Write as _;
use std::io::Write as _;

/// Prints to standard output; a closed pipe is nobody's error.
pub fn print(text: &str) -> i32 {
    finish::claim();
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
    finish::SAFE
}

/// The solvers there are.
pub fn solvers() -> String {
    let mut out = String::new();
    for solver in cassay_engine::SOLVERS {
        let state = match (solver.usable)(None) {
            Usable::Yes(version) => format!("usable: {version}"),
            Usable::Broken(why) => format!("not usable: {why}"),
            Usable::Missing(how) => format!("not installed: {how}"),
        };
        let _ = writeln!(
            out,
            "{:<14} {}\n{:<14} {state}",
            solver.name, solver.about, ""
        );
    }
    out
}

/// The program in its text form.
pub fn functions(program: &Program) -> String {
    cassay_ir::text::print_functions(program)
}

/// Prints the whole program in the text form that reads back.
pub fn dump(program: &Program) -> i32 {
    print(&cassay_ir::text::print(program))
}

/// Every loop, by the id that `--unwindset` takes.
pub fn loops(program: &Program) -> String {
    let mut out = String::new();
    for (name, span) in named_loops(program) {
        let _ = writeln!(out, "{name}  {}", place(program, span));
    }
    out
}

/// The id of every loop, with its place.
pub fn named_loops(program: &Program) -> Vec<(String, Span)> {
    let mut named = Vec::new();
    for function in program.functions.iter().filter(|f| f.has_body()) {
        let order = Order::new(function);
        let mut loops: Vec<_> = order.loops().iter_enumerated().collect();
        loops.sort_by_key(|(_, entry)| entry.head);
        for (id, entry) in loops {
            let span = function.blocks[entry.head].span;
            named.push((cassay_ir::order::loop_name(function, &order, id), span));
        }
    }
    named
}

/// Every property.
pub fn claims(program: &Program) -> String {
    let mut out = String::new();
    for claim in cassay_ir::claims::claims(program) {
        let _ = writeln!(
            out,
            "{}  {}  {}: {}",
            claim.name,
            place(program, claim.span),
            claim.property.class,
            claim.property.message
        );
    }
    out
}

/// A place as editors understand it.
pub fn place(program: &Program, span: Span) -> String {
    if span.is_known() {
        format!("{}:{}:{}", program.file_name(span), span.line, span.column)
    } else {
        "?".to_string()
    }
}
