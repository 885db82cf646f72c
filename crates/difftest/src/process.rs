//! Running other programs for a limited time.

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How a process ended.
pub(crate) enum Ended {
    /// By itself, with what it wrote.
    Finished(Output),
    /// It was stopped because its time was over.
    TimedOut,
    /// It could not be started or observed.
    Failed(String),
}

/// Runs a command whose output is small for at most `limit`.
pub(crate) fn run(command: &mut Command, limit: Duration) -> Ended {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    match command.spawn() {
        Ok(child) => wait(child, limit).unwrap_or_else(|error| Ended::Failed(error.to_string())),
        Err(error) => Ended::Failed(format!(
            "{}: {error}",
            command.get_program().to_string_lossy()
        )),
    }
}

fn wait(mut child: Child, limit: Duration) -> std::io::Result<Ended> {
    let end = Instant::now() + limit;
    while child.try_wait()?.is_none() {
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Ok(Ended::TimedOut);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().map(Ended::Finished)
}
