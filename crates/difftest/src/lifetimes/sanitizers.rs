//! The results of sanitizers: many programs in one binary, each run on its own.

use super::model::Verdict;
use super::{code, function};
use crate::process::{self, Ended};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const COMPILERS: [&str; 2] = ["gcc", "clang-19"];
const COMPILE_LIMIT: Duration = Duration::from_secs(600);
const RUN_LIMIT: Duration = Duration::from_secs(60);
const SYMBOLIZER: &str = "/usr/bin/llvm-symbolizer";
const FILE: &str = "batch.c";

/// The behaviour of a binary with sanitizers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// It ran and computed the expected value.
    Right,
    /// It ran and computed another value.
    Other,
    /// It used a dead object. The line is counted from the first of the program's file, and known
    /// if a symbolizer is installed.
    Dead(Option<usize>),
    Failed(String),
}

impl Report {
    pub(super) fn is_dead(&self) -> bool {
        matches!(self, Report::Dead(_))
    }

    /// How the report contradicts a verdict. A sanitizer may miss a dead object and report a later
    /// one.
    pub(super) fn conflict(&self, verdict: &Verdict) -> Option<String> {
        match (verdict, self) {
            (Verdict::Defined(_), Report::Right)
            | (Verdict::Indeterminate | Verdict::Dead(..), Report::Right | Report::Other) => None,
            (Verdict::Dead(lines, _), Report::Dead(at))
                if at.is_none_or(|at| lines.contains(&at)) =>
            {
                None
            }
            _ => Some(format!("{self:?}")),
        }
    }
}

/// The reports of both compilers' sanitizers on some programs.
pub(super) fn reports(folder: &Path, seeds: Range<u64>) -> Vec<[Report; 2]> {
    let mut text = code::PRELUDE.to_owned();
    let mut cases = String::new();
    // The number of lines before each program, compared with a file of its own.
    let mut shifts = Vec::new();
    let own = code::PRELUDE.lines().count();
    for seed in seeds.clone() {
        let lines = text.lines().count();
        shifts.push(lines - own);
        let (function, _) = function(seed, &format!("program_{seed}"), lines);
        text.push_str(&function);
        let _ = writeln!(cases, "  case {seed}: return !program_{seed}();");
    }
    let _ = write!(
        text,
        "#include <stdlib.h>\nint main(int argc, char **argv) {{\n  switch (atoi(argv[1])) {{\n{cases}  }}\n  return 2;\n}}\n"
    );
    let written = std::fs::write(folder.join(FILE), text);
    let ready = COMPILERS.map(|compiler| match &written {
        Ok(()) => compile(compiler, folder),
        Err(error) => Err(error.to_string()),
    });
    let run = |(seed, shift): (u64, usize)| {
        [0, 1].map(|which| match &ready[which] {
            Ok(()) => execute(COMPILERS[which], folder, seed, shift),
            Err(error) => Report::Failed(error.clone()),
        })
    };
    seeds.zip(shifts).map(run).collect()
}

fn compile(compiler: &str, folder: &Path) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.current_dir(folder).args([
        "-std=gnu17",
        "-w",
        "-g",
        "-O0",
        "-fsanitize=address,undefined",
        "-fsanitize-address-use-after-scope",
        "-fno-sanitize-recover=all",
        FILE,
        "-o",
        compiler,
    ]);
    match process::run(&mut command, COMPILE_LIMIT) {
        Ended::Finished(output) if output.status.success() => Ok(()),
        Ended::Finished(output) => {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            let error = text.lines().find(|line| line.contains("error"));
            Err(format!(
                "{compiler} rejects it: {}",
                error.unwrap_or_default()
            ))
        }
        Ended::TimedOut => Err(format!("{compiler} took too long")),
        Ended::Failed(error) => Err(error),
    }
}

fn execute(compiler: &str, folder: &Path, seed: u64, shift: usize) -> Report {
    let mut command = Command::new(folder.join(compiler));
    command.arg(seed.to_string());
    command.env("ASAN_SYMBOLIZER_PATH", SYMBOLIZER);
    command.env(
        "ASAN_OPTIONS",
        "detect_stack_use_after_return=1:detect_leaks=0",
    );
    let output = match process::run(&mut command, RUN_LIMIT) {
        Ended::Finished(output) => output,
        Ended::TimedOut => return Report::Failed("it runs too long".to_owned()),
        Ended::Failed(error) => return Report::Failed(error),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.contains("AddressSanitizer: stack-use-after") {
        // The first frame inside the programs: the use itself, or the call that makes it.
        let frame = format!("in program_{seed} ");
        let line = errors.lines().find(|line| line.contains(&frame));
        let line = line.and_then(|line| line.rsplit_once(&format!("{FILE}:")));
        let line = line.and_then(|(_, rest)| rest.split(':').next()?.parse::<usize>().ok());
        return Report::Dead(line.and_then(|line| line.checked_sub(shift)));
    }
    match output.status.code() {
        Some(0) => Report::Right,
        Some(1) if errors.is_empty() => Report::Other,
        _ => Report::Failed(errors.lines().next().unwrap_or_default().to_owned()),
    }
}
