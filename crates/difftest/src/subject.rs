//! The subject of the tests: the front-end with the interpreter, or the whole tool.

use crate::Case;
use crate::process::{self, Ended};
use crate::table::Answer;
use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_checks::CheckSet;
use cassay_frontend::{FrontendError, Options, compile};
use cassay_interp::{Limits, Oracle, Outcome, Silent, run};
use cassay_ir::{InputSource, Program, PropertyClass};
use cassay_passes::{Plan, prepare};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The number of steps after which a program is too long to be interpreted here.
const STEPS: u64 = 20_000_000;

/// The subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Lowering and interpretation in this process.
    Interpreter,
    /// A binary of the whole tool.
    Tool {
        /// The binary.
        binary: PathBuf,
        /// How long it may take for one program.
        limit: Duration,
        /// Whether all values are symbolic, so that a solver is needed (own generator only).
        symbolic: bool,
    },
}

/// Runs the subject on a program and checks that it computes the expected hash, or, for a program
/// with a wrong claim, that the subject finds the violation.
pub(crate) fn decide(
    subject: &Subject,
    case: Case,
    file: &Path,
    include: &Path,
    expected: u32,
) -> Answer {
    let claimed = expected.wrapping_add(u32::from(case.is_twisted()));
    let mut clang_args = vec![
        format!("-I{}", include.display()),
        format!("-DEXPECTED=0x{claimed:08x}u"),
        case.standard().to_owned(),
    ];
    match subject {
        Subject::Interpreter => {
            let work = AssertUnwindSafe(|| interpret(case, file, clang_args));
            catch_unwind(work).unwrap_or_else(|_| Answer::Disagreed("panic".to_owned()))
        }
        Subject::Tool {
            binary,
            limit,
            symbolic,
        } => {
            if *symbolic {
                clang_args.push("-DSYMBOLIC".to_owned());
            }
            verify(binary, *limit, case, file, &clang_args)
        }
    }
}

fn interpret(case: Case, file: &Path, clang_args: Vec<String>) -> Answer {
    let checks = if case.is_checked() {
        CheckSet::default()
    } else {
        let bare = CheckSet::for_property("unreach-call");
        bare.unwrap_or_else(|_| CheckSet::none())
    };
    let options = Options {
        data_model: case.data_model(),
        sanitizers: cassay_checks::sanitizers(&checks)
            .into_iter()
            .map(String::from)
            .collect(),
        clang_args,
        ..Options::default()
    };
    let mut program = match compile(&[file.to_owned()], &options) {
        Ok(program) => program,
        Err(FrontendError::Rejected { .. }) => {
            return Answer::Unsupported("clang rejects it".to_owned());
        }
        Err(error) => return Answer::Disagreed(format!("front-end: {error}")),
    };
    // Executions are compared up to their end, whatever it is.
    let plan = Plan {
        cut_quiet: false,
        ..Plan::new(&checks, None)
    };
    let start = match prepare(&mut program, "main", &plan) {
        Ok(Some(start)) => start,
        Ok(None) => return Answer::Disagreed("there is no main".to_owned()),
        Err(error) => return Answer::Disagreed(error.to_string()),
    };
    let limits = Limits {
        steps: STEPS,
        stop: Stop::new(),
        ..Limits::default()
    };
    let mut inputs = Inputs::default();
    let outcome = run(&program, start, &mut inputs, &mut Silent, &limits);
    let answer = match outcome {
        Outcome::Violation { property, .. }
            if case.is_twisted() && property.class == PropertyClass::ErrorCall =>
        {
            Answer::Agreed
        }
        Outcome::Finished { .. } if case.is_twisted() => {
            Answer::Disagreed("the violation is not found".to_owned())
        }
        outcome => answer(&program, outcome),
    };
    match (answer, inputs.first) {
        (Answer::Disagreed(_), Some(input)) => {
            Answer::Unknown(format!("a model leaves open: {input}"))
        }
        (answer, _) => answer,
    }
}

/// Answers zero to every question and records that one was asked. The programs have no inputs of their
/// own, but models of library functions may have.
#[derive(Default)]
pub(crate) struct Inputs {
    first: Option<String>,
}

impl Oracle for Inputs {
    fn nondet(&mut self, source: &InputSource, width: u32) -> Bv {
        // Indeterminate parts of values under construction have no effect.
        if *source != InputSource::Undefined {
            self.first.get_or_insert_with(|| source.to_string());
        }
        Bv::zero(width)
    }

    fn initial_byte(&mut self, _object: u64, _offset: u64) -> u8 {
        0
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        None
    }
}

fn answer(program: &Program, outcome: Outcome) -> Answer {
    let line = |at: cassay_interp::Site| at.span.line;
    match outcome {
        Outcome::Finished { .. } => Answer::Agreed,
        Outcome::Violation { property, at, .. } => Answer::Disagreed(format!(
            "violation: {} (line {})",
            property.message,
            line(at)
        )),
        // The programs assume nothing, so it is an assumption of a model about an approximate value.
        Outcome::AssumptionFailed { .. } => {
            Answer::Unknown("a model leaves a value open".to_owned())
        }
        Outcome::Ended { at } => {
            Answer::Disagreed(format!("the program ended (line {})", line(at)))
        }
        Outcome::InvalidAccess { what, at } => Answer::Disagreed(format!(
            "invalid access in {}: {what} (line {})",
            program.functions[at.function].name,
            line(at)
        )),
        Outcome::Unsupported { what, .. } => Answer::Unsupported(what),
        Outcome::Deadlock { .. } => Answer::Disagreed("the program waits for ever".to_owned()),
        Outcome::OffSchedule { .. } => Answer::Disagreed("no schedule was given".to_owned()),
        Outcome::StepLimit => Answer::Skipped("too many steps".to_owned()),
        Outcome::DepthLimit => Answer::Disagreed("too many nested calls".to_owned()),
        Outcome::Stopped(_) => Answer::Skipped("stopped".to_owned()),
        Outcome::Malformed { what, .. } => Answer::Disagreed(format!("malformed: {what}")),
    }
}

fn verify(
    binary: &Path,
    limit: Duration,
    case: Case,
    file: &Path,
    clang_args: &[String],
) -> Answer {
    let mut tool = Command::new(binary);
    // The compiled program computes its hash with successful allocations.
    tool.arg("--force-malloc-success");
    tool.arg("--timeout").arg(format!("{}s", limit.as_secs()));
    if !case.is_checked() {
        tool.args(["--property", "unreach-call"]);
    }
    tool.arg(if case.ilp32 { "--32" } else { "--64" });
    tool.args(clang_args).arg(file);
    let output = match process::run(&mut tool, limit + Duration::from_secs(10)) {
        Ended::Finished(output) => output,
        Ended::TimedOut => return Answer::Disagreed("the time limit is not kept".to_owned()),
        Ended::Failed(error) => return Answer::Disagreed(error),
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = text.lines().last().unwrap_or_default();
    match (output.status.code(), last) {
        (Some(0), "VERIFICATION SUCCESSFUL") if case.is_twisted() => {
            Answer::Disagreed("the violation is not found".to_owned())
        }
        (Some(1), "VERIFICATION FAILED") if case.is_twisted() && is_error_call(&text) => {
            Answer::Agreed
        }
        (Some(0), "VERIFICATION SUCCESSFUL") => Answer::Agreed,
        (Some(1), "VERIFICATION FAILED") if has_inputs(&text) => {
            Answer::Unknown("a model leaves a value open".to_owned())
        }
        (Some(1), "VERIFICATION FAILED") => Answer::Disagreed(violation(&text)),
        (Some(3), "VERIFICATION UNKNOWN") => Answer::Unknown(reason(&text)),
        (Some(code), _) => Answer::Disagreed(format!(
            "exit status {code}: {}",
            errors.lines().last().unwrap_or_default()
        )),
        (None, _) => Answer::Disagreed("the tool was killed".to_owned()),
    }
}

/// Whether the counterexample has inputs of library models, besides the one that hides values.
fn has_inputs(text: &str) -> bool {
    text.lines()
        .any(|line| line.contains("<- input") && !line.contains("opaque"))
}

/// Whether the violation is that of the claim about the hash.
fn is_error_call(text: &str) -> bool {
    violation(text).contains("unreach-call") || text.contains("error function")
}

/// The line that names the violated property.
pub(crate) fn violation(text: &str) -> String {
    let line = text.lines().find(|line| line.contains("iolat"));
    line.unwrap_or("a violation").trim().to_owned()
}

/// The reason of an unknown verdict, without its source location.
pub(crate) fn reason(text: &str) -> String {
    let before = text.lines().rev().nth(1).unwrap_or("no reason given");
    let reason = before.split(" at ").next().unwrap_or(before);
    reason.trim().to_owned()
}
