//! The obligations that symbolic execution leaves.

use super::{Stage, place_of};
use crate::File;
use cassay_base::Stop;
use cassay_ir::Program;
use cassay_symex::{Bounds, InputKind, Obligation, ObligationKind, execute};
use cassay_term::{Pool, TermId};
use std::fmt::Write as _;

pub(super) const STAGE: Stage = Stage {
    name: "symex",
    directives: &["unwind"],
    run,
};

fn run(file: &File) -> Result<String, String> {
    let bounds = Bounds {
        unwind: file.number("unwind", 1)?,
        ..Bounds::default()
    };
    let mut pool = cassay_simplify::pool();
    let program = &file.program;
    let equation = execute(program, file.entry()?, &mut pool, &bounds, &Stop::new());
    let equation = equation.map_err(|_| "nobody stops it")?;
    let mut out = String::new();
    for input in &equation.inputs {
        if let InputKind::Value { width, source, .. } = &input.kind {
            let when = truth(&pool, input.guard, ["always", "never", "on some paths"]);
            let _ = writeln!(out, "input {source}, {width} bits, {when}");
        }
    }
    for obligation in &equation.obligations {
        let state = state(&mut pool, obligation);
        let _ = writeln!(out, "{state}: {}", describe(program, obligation));
    }
    let figures = &equation.figures;
    let _ = writeln!(
        out,
        "{} claims met, {} left",
        figures.claims_met, figures.claims_left
    );
    if equation.bound_reached {
        let _ = writeln!(out, "a bound was reached");
    }
    Ok(out)
}

/// What is decided of an obligation without a solver.
fn state(pool: &mut Pool, obligation: &Obligation) -> &'static str {
    let not = pool.not(obligation.cond);
    let here = pool.and(obligation.guard, not);
    let violated = pool.and(obligation.assumptions_and_claims, here);
    truth(pool, violated, ["violated", "holds", "open"])
}

fn truth(pool: &Pool, term: TermId, [yes, no, open]: [&'static str; 3]) -> &'static str {
    match pool.as_bool(term) {
        Some(true) => yes,
        Some(false) => no,
        None => open,
    }
}

fn describe(program: &Program, obligation: &Obligation) -> String {
    let function = &program.functions[obligation.function].name;
    match &obligation.kind {
        ObligationKind::Claim {
            claim, property, ..
        } => format!("{} at {}", property.class, place_of(program, *claim)),
        ObligationKind::Unwinding { name, bound } => format!("loop {name} ends within {bound}"),
        ObligationKind::Recursion { name, bound } => {
            format!("recursion of {name} ends within {bound}")
        }
        ObligationKind::Defined { what } => format!("{what} in {function} is defined"),
        ObligationKind::Unsupported { what } => format!("{what} in {function} is not reached"),
    }
}
