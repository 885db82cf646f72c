//! The program after some passes.

use super::Stage;
use crate::File;
use cassay_checks::CheckSet;
use cassay_passes::Plan;

pub(super) const STAGE: Stage = Stage {
    name: "passes",
    directives: &["pass", "checks"],
    run,
};

fn run(file: &File) -> Result<String, String> {
    let checks = match file.values("checks").last() {
        None => CheckSet::default(),
        Some("none") => CheckSet::none(),
        Some(name) => CheckSet::for_property(name).map_err(|_| format!("no property {name}"))?,
    };
    let plan = Plan {
        allocation_succeeds: true,
        slice: true,
        ..Plan::new(&checks, Some(file.entry()?))
    };
    let mut program = file.program.clone();
    let mut count = 0;
    for name in file.values("pass") {
        let pass = cassay_passes::find(name).ok_or_else(|| format!("there is no pass {name}"))?;
        cassay_passes::run_one(&mut program, pass, &plan).map_err(|error| error.to_string())?;
        count += 1;
    }
    if count == 0 {
        return Err("no //@ pass".into());
    }
    let mut text = cassay_ir::text::print_functions(&program);
    for note in program.notes.iter() {
        text.push_str(&format!("note {}: {}\n", note.subject, note.assumption));
    }
    Ok(text)
}
