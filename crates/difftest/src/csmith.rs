//! Programs of csmith, small enough to be interpreted.

use crate::Case;
use crate::process::{self, Ended};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const PROGRAM: &str = "csmith";

/// Whether csmith can be run here.
pub fn is_installed() -> bool {
    let mut command = Command::new(PROGRAM);
    let ended = process::run(command.arg("--version"), Duration::from_secs(10));
    matches!(ended, Ended::Finished(output) if output.status.success())
}

/// Options that make programs short.
const SMALL: &[&str] = &[
    "--no-argc",
    "--concise",
    "--max-funcs=4",
    "--max-block-depth=3",
    "--max-block-size=3",
    "--max-array-dim=2",
    "--max-array-len-per-dim=6",
    "--max-expr-complexity=8",
];

/// For programs that are run with checks: pointers to members of packed structures, which csmith
/// makes, need not be aligned.
const CHECKED: &[&str] = &["--no-packed-struct"];

/// The language features that a program concentrates on; consecutive seeds alternate between them.
const PROFILES: &[&[&str]] = &[
    &[],
    &["--max-struct-fields=6", "--max-pointer-depth=3"],
    &["--builtins"],
    &["--float"],
    &["--no-structs", "--no-unions", "--max-pointer-depth=4"],
    &["--no-packed-struct", "--no-volatiles", "--no-arrays"],
    &["--no-pointers", "--max-union-fields=8"],
    &["--max-funcs=6", "--max-block-size=4", "--no-bitfields"],
];

/// Writes the program of a case to `file`, in a folder of its own.
pub(crate) fn generate(case: Case, folder: &Path, file: &Path) -> Result<(), String> {
    // csmith reads the sizes of the target's types from this file in the folder it runs in.
    let pointer = if case.ilp32 { 4 } else { 8 };
    let platform = format!("integer size = 4\npointer size = {pointer}\n");
    fs::write(folder.join("platform.info"), platform).map_err(|error| error.to_string())?;
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder);
    let checked: &[&str] = if case.is_checked() { CHECKED } else { &[] };
    for option in SMALL.iter().chain(profile(case.seed)).chain(checked) {
        command.args(option.split('='));
    }
    command.arg("--seed").arg((case.seed + 1).to_string());
    command.arg("--output").arg(file);
    match process::run(&mut command, Duration::from_secs(20)) {
        Ended::Finished(output) if output.status.success() => Ok(()),
        Ended::Finished(_) => Err("csmith failed".to_owned()),
        Ended::TimedOut => Err("csmith took too long".to_owned()),
        Ended::Failed(error) => Err(error),
    }
}

fn profile(seed: u64) -> &'static [&'static str] {
    let index = usize::try_from(seed % PROFILES.len() as u64).unwrap_or(0);
    PROFILES[index]
}
