//! Facts of abstract interpretation at positions in the program.

use super::{Stage, place_of};
use crate::File;
use cassay_absint::{Verdict, analyse};
use cassay_base::Stop;
use std::fmt::Write as _;

pub(super) const STAGE: Stage = Stage {
    name: "absint",
    directives: &[],
    run,
};

fn run(file: &File) -> Result<String, String> {
    let program = &file.program;
    let analysis = analyse(program, file.entry()?, &Stop::new());
    let mut out = String::new();
    if let Some(why) = analysis.given_up() {
        let _ = writeln!(out, "given up: {why}");
    }
    for invariant in analysis.invariants(program) {
        let name = &program.functions[invariant.function].name;
        let _ = writeln!(out, "{name} bb{}: {}", invariant.head.0, invariant.text);
    }
    for (id, function) in program.functions.iter_enumerated() {
        for block in function.blocks.ids() {
            if analysis.is_unreachable(id, block) {
                let _ = writeln!(out, "{} bb{}: not reached", function.name, block.0);
            }
        }
    }
    for (claim, verdict) in analysis.claims() {
        let verdict = match verdict {
            Verdict::Unreachable => "not reached",
            Verdict::Proved => "proved",
            Verdict::Open => "open",
        };
        let at = place_of(program, claim);
        let _ = writeln!(out, "{at}: {verdict}");
    }
    let complete = if analysis.is_complete() { "yes" } else { "no" };
    let _ = writeln!(out, "complete: {complete}");
    Ok(out)
}
