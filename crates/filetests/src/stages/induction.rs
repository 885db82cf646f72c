//! The program of the inductive step.

use super::{Stage, loops};
use crate::File;
use cassay_induction::{Facts, LoopRef, step};
use std::collections::BTreeSet;

pub(super) const STAGE: Stage = Stage {
    name: "induction",
    directives: &["loop", "k"],
    run,
};

fn run(file: &File) -> Result<String, String> {
    let program = &file.program;
    let all = loops(program);
    let named: Vec<&str> = file.values("loop").collect();
    if let Some(missing) = named.iter().find(|name| all.iter().all(|l| l.2 != **name)) {
        return Err(format!("there is no loop {missing}"));
    }
    let chosen: BTreeSet<LoopRef> = all
        .iter()
        .filter(|(_, _, name, _)| named.is_empty() || named.contains(&name.as_str()))
        .map(|(id, of, _, _)| (*id, *of))
        .collect();
    let none = BTreeSet::new();
    let facts = Facts {
        conjectures: &[],
        known: &none,
        guarded: &none,
    };
    let k = file.number("k", 1)?;
    match step(program, file.entry()?, &chosen, &facts, k) {
        Err(refusal) => {
            let name = all.iter().find(|l| (l.0, l.1) == refusal.of).map(|l| &l.2);
            let name = name.ok_or("a refusal of another loop")?;
            Ok(format!("refused {name}: {}\n", refusal.why))
        }
        Ok(made) => {
            if let Err(errors) = cassay_ir::verify(&made.program) {
                let first = errors.first().map(ToString::to_string);
                return Err(format!("ill-formed step: {}", first.unwrap_or_default()));
            }
            Ok(cassay_ir::text::print_functions(&made.program))
        }
    }
}
