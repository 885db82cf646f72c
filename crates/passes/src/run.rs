//! Running the list of passes.

use crate::list::{FIXED_POINT, PASSES, Pass, Plan, Stage, When};
use cassay_ir::{FuncId, Program, START, verify};
use std::fmt;

/// A pass left an ill-formed program: a bug in the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// The pass.
    pub pass: &'static str,
    /// The first error of the verifier.
    pub error: String,
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed after the pass {}: {}", self.pass, self.error)
    }
}

impl std::error::Error for IllFormed {}

/// Runs the passes of a stage that the plan selects.
pub fn run(program: &mut Program, stage: Stage, plan: &Plan) -> Result<(), IllFormed> {
    run_until(program, stage, plan, None).map(|_| ())
}

/// Runs the passes of a stage that the plan selects, up to and including the one of this name;
/// returns whether that pass is in the stage.
pub fn run_until(
    program: &mut Program,
    stage: Stage,
    plan: &Plan,
    last: Option<&str>,
) -> Result<bool, IllFormed> {
    for pass in PASSES.iter().filter(|pass| pass.stage == stage) {
        run_one(program, pass, plan)?;
        if last == Some(pass.name) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Runs all passes on a linked program with the entry `main` or another; returns the start
/// function. Without an entry there is none.
pub fn prepare(
    program: &mut Program,
    entry: &str,
    plan: &Plan,
) -> Result<Option<FuncId>, IllFormed> {
    run(program, Stage::Linked, plan)?;
    let Some(entry) = program.find_function(entry) else {
        return Ok(None);
    };
    let plan = Plan {
        entry: Some(entry),
        ..*plan
    };
    run(program, Stage::Claimed, &plan)?;
    run(program, Stage::Started, &plan)?;
    Ok(start_of(program))
}

/// Runs a pass if the plan selects it.
pub fn run_one(program: &mut Program, pass: &Pass, plan: &Plan) -> Result<(), IllFormed> {
    let wanted = match pass.when {
        When::Always => true,
        When::Asked(_, asked) => asked(plan),
    };
    if !wanted {
        return Ok(());
    }
    (pass.run)(program, plan);
    if !cfg!(debug_assertions) && pass.name != FIXED_POINT {
        return Ok(());
    }
    verify(program).map_err(|errors| IllFormed {
        pass: pass.name,
        error: errors.first().map(ToString::to_string).unwrap_or_default(),
    })
}

/// The pass of a name.
pub fn find(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// The start function, once the pass that adds it has run. The program may have a function of the
/// same name; that one comes earlier in the list.
pub fn start_of(program: &Program) -> Option<FuncId> {
    let mut functions = program.functions.iter_enumerated().rev();
    let start = functions.find(|(_, function)| &*function.name == START);
    start.map(|(id, _)| id)
}

/// The list as a table for people.
pub fn table() -> String {
    let mut out = String::new();
    let mut last = None;
    for pass in PASSES {
        if last != Some(pass.stage) {
            let blank = if last.is_some() { "\n" } else { "" };
            out.push_str(&format!("{blank}{}\n", heading(pass.stage)));
            last = Some(pass.stage);
        }
        let when = match pass.when {
            When::Always => String::new(),
            When::Asked(option, _) => format!(" [{option}]"),
        };
        out.push_str(&format!("  {:<22} {}{when}\n", pass.name, pass.about));
    }
    out
}

fn heading(stage: Stage) -> &'static str {
    match stage {
        Stage::Linked => "On the program as it was linked:",
        Stage::Claimed => "For what is claimed:",
        Stage::Started => "For executions from one start:",
        Stage::Decided => "While the program is decided:",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_checks::CheckSet;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_stages_in_order() {
        let names: BTreeSet<_> = PASSES.iter().map(|pass| pass.name).collect();
        assert_eq!(names.len(), PASSES.len());
        assert!(PASSES.is_sorted_by_key(|pass| pass.stage));
        assert!(PASSES.iter().all(|pass| !pass.about.is_empty()));
    }

    #[test]
    fn an_ill_formed_program_names_the_pass() {
        let text = "fn main() -> void { bb0: return }";
        let mut program = cassay_ir::text::parse(text).expect("it is well-formed");
        let checks = CheckSet::none();
        let plan = Plan::new(&checks, None);
        let breaks = Pass {
            name: "break",
            stage: Stage::Linked,
            about: "a pass with a bug",
            when: When::Always,
            run: |program, _| {
                for function in program.functions.iter_mut() {
                    for block in function.blocks.iter_mut() {
                        block.terminator = cassay_ir::Terminator::Goto(cassay_ir::BlockId(7));
                    }
                }
            },
        };
        let error = run_one(&mut program, &breaks, &plan).expect_err("it is ill-formed");
        let text = error.to_string();
        assert!(
            text.starts_with("ill-formed after the pass break: "),
            "{text}"
        );
    }

    #[test]
    fn the_start_is_the_last_of_its_name() {
        let text = "fn __cassay_start() -> void { bb0: return } fn main() -> void { bb0: return }";
        let mut program = cassay_ir::text::parse(text).expect("it is well-formed");
        let main = program.find_function("main");
        let checks = CheckSet::none();
        run(&mut program, Stage::Started, &Plan::new(&checks, main)).expect("it stays well-formed");
        assert_eq!(start_of(&program), Some(FuncId(2)));
    }
}
