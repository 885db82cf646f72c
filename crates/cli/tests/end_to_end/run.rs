//! Runs Cassay on one revision of a test and reads its answer.

use crate::expect::{Revision, Test, file_name};
use std::path::Path;
use std::process::Command;

/// Limit of a run unless the test sets its own. It only ends what would never end: no test is that
/// slow, however busy the machine is.
const TIMEOUT: &str = "900s";

/// What Cassay said.
pub struct Answer {
    /// The command, for people.
    pub command: String,
    /// The verdict in the words of the tests, or what came instead.
    pub verdict: String,
    /// Violations: file, line and class.
    pub violations: Vec<(String, usize, String)>,
    /// Standard output and standard error.
    pub output: String,
}

impl Answer {
    /// The output for a failure message.
    pub fn indented(&self) -> String {
        self.output.lines().map(|l| format!("  | {l}\n")).collect()
    }

    /// The line that says why there is no answer; empty when there is none.
    pub fn reason(&self) -> &str {
        let mut lines = self.output.lines();
        lines
            .find(|line| line.starts_with("unknown: "))
            .unwrap_or("")
    }

    /// A figure of `--stats`; times in whole seconds.
    pub fn figure(&self, name: &str) -> Option<u64> {
        self.output.lines().find_map(|line| {
            let mut words = line.split_whitespace();
            (words.next() == Some(name)).then(|| Some(words.next()?.parse::<f64>().ok()? as u64))?
        })
    }
}

/// Runs one revision with more options.
pub fn run(test: &Test, revision: &Revision, more: &[String]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cassay"));
    if !revision.flags.iter().any(|flag| flag == "--timeout") {
        command.args(["--timeout", TIMEOUT]);
    }
    command.args(&revision.flags);
    if !revision.stats.is_empty() {
        command.arg("--stats");
    }
    command.args(more).arg(&test.path).args(&revision.files);
    let shown = format!("{command:?}");
    let (code, stdout, stderr) = match command.output() {
        Ok(output) => (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        ),
        Err(error) => (None, String::new(), error.to_string()),
    };
    Answer {
        command: shown,
        verdict: verdict(code, &stdout),
        violations: violations(&stdout),
        output: stdout + &stderr,
    }
}

/// The verdict, from exit status and last line; they must agree.
fn verdict(code: Option<i32>, stdout: &str) -> String {
    let last = stdout.lines().last().unwrap_or("");
    match (code, last) {
        (Some(0), "VERIFICATION SUCCESSFUL") => "safe".into(),
        (Some(1), "VERIFICATION FAILED") => "unsafe".into(),
        (Some(3), "VERIFICATION UNKNOWN") => "unknown".into(),
        (Some(2), _) => "error".into(),
        (Some(code), _) => format!("exit {code} with last line '{last}'"),
        (None, _) => format!("killed, with last line '{last}'"),
    }
}

/// Reads `error[CLASS, CWE-N]: TITLE` and the line below, `--> FILE:LINE:COLUMN`.
fn violations(text: &str) -> Vec<(String, usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let pairs = lines.windows(2);
    pairs
        .filter_map(|pair| violation(pair[0], pair[1]))
        .collect()
}

fn violation(title: &str, place: &str) -> Option<(String, usize, String)> {
    let class = title.strip_prefix("error[")?.split([',', ']']).next()?;
    let mut parts = place.trim_start().strip_prefix("--> ")?.rsplitn(3, ':');
    let (_column, line_number, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some((
        file_name(Path::new(file)),
        line_number.parse().ok()?,
        class.to_string(),
    ))
}
