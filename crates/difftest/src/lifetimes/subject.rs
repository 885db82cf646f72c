//! Who answers: the whole tool, or the front-end and the interpreter in this process.

use super::Lifetimes;
use crate::process::{self, Ended};
use crate::subject::{Inputs, reason, violation};
use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_frontend::{Options, compile};
use cassay_interp::{Limits, Outcome, Silent, run};
use cassay_passes::{Plan, prepare};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What Cassay says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Safe,
    /// A violation, by its line and its text.
    Unsafe(usize, String),
    Unknown(String),
    Failed(String),
}

/// Lets the subject of a plan answer.
pub(super) fn ask(plan: &Lifetimes, folder: &Path, seed: u64, text: &str) -> Answer {
    let name = format!("{seed}.c");
    if let Err(error) = std::fs::write(folder.join(&name), text) {
        return Answer::Failed(error.to_string());
    }
    match &plan.tool {
        Some(tool) => verify(tool, plan.limit, folder, &name),
        None => interpret(&folder.join(name)),
    }
}

fn verify(tool: &Path, limit: Duration, folder: &Path, name: &str) -> Answer {
    let mut tool = Command::new(tool);
    let seconds = format!("{}s", limit.as_secs());
    tool.current_dir(folder).args(["--timeout", &seconds, name]);
    let output = match process::run(&mut tool, limit + Duration::from_secs(20)) {
        Ended::Finished(output) => output,
        Ended::TimedOut => return Answer::Failed("the time limit is not kept".to_owned()),
        Ended::Failed(error) => return Answer::Failed(error),
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().last().unwrap_or_default();
    match (output.status.code(), last) {
        (Some(0), "VERIFICATION SUCCESSFUL") => Answer::Safe,
        (Some(1), "VERIFICATION FAILED") => {
            let what = violation(&text);
            let line = what.strip_prefix(&format!("{name}:"));
            let line = line.and_then(|rest| rest.split(':').next()?.parse().ok());
            Answer::Unsafe(line.unwrap_or(0), what)
        }
        (Some(3), "VERIFICATION UNKNOWN") => Answer::Unknown(reason(&text)),
        (status, _) => {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let last = errors.lines().last().unwrap_or_default();
            Answer::Failed(format!("exit status {status:?}: {last}"))
        }
    }
}

fn interpret(file: &Path) -> Answer {
    let checks = CheckSet::default();
    let sanitizers = cassay_checks::sanitizers(&checks).into_iter();
    let options = Options {
        sanitizers: sanitizers.map(String::from).collect(),
        ..Options::default()
    };
    let mut program = match compile(&[file.to_owned()], &options) {
        Ok(program) => program,
        Err(error) => return Answer::Failed(error.to_string()),
    };
    let plan = Plan {
        cut_quiet: false,
        ..Plan::new(&checks, None)
    };
    let start = match prepare(&mut program, "main", &plan) {
        Ok(Some(start)) => start,
        Ok(None) => return Answer::Failed("there is no main".to_owned()),
        Err(error) => return Answer::Failed(error.to_string()),
    };
    let limits = Limits {
        stop: Stop::new(),
        leaps: false,
        ..Limits::default()
    };
    let outcome = run(
        &program,
        start,
        &mut Inputs::default(),
        &mut Silent,
        &limits,
    );
    match outcome {
        Outcome::Finished { .. } => Answer::Safe,
        Outcome::Violation { property, at, .. } => {
            Answer::Unsafe(at.span.line as usize, property.message.to_string())
        }
        Outcome::Unsupported { what, .. } => Answer::Unknown(what),
        other => Answer::Failed(format!("{other:?}")),
    }
}
