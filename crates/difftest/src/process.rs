//! Running other programs for a limited time.
//!
//! The limit is on processor time, so that the load of the machine does not change the results.

use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How a process ended.
pub(crate) enum Ended {
    /// By itself, with what it wrote.
    Finished(Output),
    /// It was stopped at its limit.
    TimedOut,
    /// It could not be started or observed.
    Failed(String),
}

/// The limit in real time, for processes that use no processor time.
const HANG: Duration = Duration::from_secs(900);

/// Runs a command until its process has used `limit` of processor time.
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
    // Both pipes are read continuously: a full one would block the process.
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let end = Instant::now() + HANG;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if processor_time(child.id()) >= limit || Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Ok(Ended::TimedOut);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = |reader: JoinHandle<Vec<u8>>| reader.join().unwrap_or_default();
    Ok(Ended::Finished(Output {
        status,
        stdout: text(stdout),
        stderr: text(stderr),
    }))
}

/// The processor time that a process has used, if it can be read.
fn processor_time(id: u32) -> Duration {
    /// Linux counts in hundredths of a second, independently of its own clock.
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let (_, rest) = text.rsplit_once(") ").unwrap_or_default();
    // User and kernel time are the 14th and 15th fields; the first two were split off above.
    let ticks = rest.split(' ').skip(11).take(2);
    let ticks: u32 = ticks.filter_map(|field| field.parse::<u32>().ok()).sum();
    TICK * ticks
}

/// Reads a pipe to its end.
fn drain(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // After an error, what was read so far is the result.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}
