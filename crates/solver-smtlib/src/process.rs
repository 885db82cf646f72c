//! A solver program connected by pipes.
//!
//! Nothing here blocks for ever: every wait is a `poll` of some milliseconds, after which the stop
//! token is tested. A program is ended with everything it started (its process group), and its exit
//! is always collected. It also ends when the thread that started it does, for whatever reason.

#![allow(unsafe_code)]

use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use cassay_base::{Stop, StopReason};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, getppid, kill_process_group, set_parent_process_death_signal};

use crate::sexp::{Scanner, Sexp};

/// How long one wait lasts.
const WAIT: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 20_000_000,
};
/// The number of waits in a second.
pub const WAITS_PER_SECOND: u32 = 50;
/// The length of the longest accepted reply.
const MAX_REPLY: usize = 1 << 26;
/// How much of the standard error of a program is kept.
const MAX_COMPLAINT: usize = 2000;

/// Why there is no reply.
#[derive(Debug)]
pub enum Trouble {
    /// The program cannot be started.
    NotStarted(io::Error),
    /// It ended or closed its output; what is known about it.
    Ended(String),
    /// It printed unexpected output.
    Garbage(String),
    /// We were asked to stop.
    Stopped(StopReason),
    /// It took longer than the number of waits allowed.
    Late,
}

/// A running program.
pub struct Process {
    child: Child,
    /// The process that started it. After a fork, the copy does not own the program.
    owner: u32,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    complaints: Option<ChildStderr>,
    read: Vec<u8>,
    complained: Vec<u8>,
    /// The number of waits left, if they are limited.
    waits: Option<u32>,
}

impl Process {
    /// Starts a program, found on the PATH unless its name has a slash.
    pub fn start(command: &[String]) -> Result<Self, Trouble> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| Trouble::NotStarted(io::ErrorKind::NotFound.into()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let owner = std::process::id();
        let end_with_us = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have ended before the death signal was set up.
            match getppid() {
                Some(parent) if parent.as_raw_nonzero().get().unsigned_abs() == owner => Ok(()),
                _ => Err(io::ErrorKind::BrokenPipe.into()),
            }
        };
        // SAFETY: between `fork` and `exec` the closure makes two system calls and does not
        // allocate: its error is a kind without contents.
        unsafe { command.pre_exec(end_with_us) };
        let mut child = command.spawn().map_err(Trouble::NotStarted)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let complaints = child.stderr.take();
        let process = Process {
            child,
            owner,
            input,
            output,
            complaints,
            read: Vec::new(),
            complained: Vec::new(),
            waits: None,
        };
        process.make_non_blocking().map_err(Trouble::NotStarted)?;
        Ok(process)
    }

    fn make_non_blocking(&self) -> io::Result<()> {
        if let Some(pipe) = &self.input {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        if let Some(pipe) = &self.output {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        if let Some(pipe) = &self.complaints {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(())
    }

    /// Limits the total number of waits from now on.
    pub fn limit_waits(&mut self, waits: u32) {
        self.waits = Some(waits);
    }

    /// Whether this process started the program, rather than inherited it by a fork.
    pub fn is_ours(&self) -> bool {
        self.owner == std::process::id()
    }

    /// Sends text, reading meanwhile what the program prints.
    pub fn send(&mut self, text: &str, stop: &Stop) -> Result<(), Trouble> {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            self.wait(&mut rest, stop)?;
            if self.input.is_none() || self.output.is_none() {
                return Err(self.ended());
            }
        }
        Ok(())
    }

    /// Closes the input of the program.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next expression that the program prints.
    pub(crate) fn receive(&mut self, stop: &Stop) -> Result<Sexp, Trouble> {
        let mut scanner = Scanner::default();
        loop {
            let ended = self.output.is_none();
            if let Some(end) = scanner.end(&self.read, ended) {
                let bytes: Vec<u8> = self.read.drain(..end).collect();
                return Sexp::parse(&bytes).ok_or_else(|| Trouble::Garbage(first_lines(&bytes)));
            }
            if ended {
                return Err(self.ended());
            }
            if self.read.len() > MAX_REPLY {
                return Err(Trouble::Garbage(first_lines(&self.read)));
            }
            self.wait(&mut &[][..], stop)?;
        }
    }

    /// The whole output of the program until it ends, or its standard error if there is none.
    pub fn receive_all(&mut self, stop: &Stop) -> Result<String, Trouble> {
        while self.output.is_some() || self.complaints.is_some() {
            if self.read.len() > MAX_REPLY {
                return Err(Trouble::Garbage(first_lines(&self.read)));
            }
            self.wait(&mut &[][..], stop)?;
        }
        let printed = if self.read.is_empty() {
            &self.complained
        } else {
            &self.read
        };
        Ok(String::from_utf8_lossy(printed).into_owned())
    }

    /// Waits for at most one interval, and transfers what the pipes are ready for.
    fn wait(&mut self, rest: &mut &[u8], stop: &Stop) -> Result<(), Trouble> {
        if let Some(reason) = stop.reason() {
            return Err(Trouble::Stopped(reason));
        }
        let mut asked = Vec::with_capacity(3);
        if let Some(pipe) = &self.output {
            asked.push(PollFd::new(pipe, PollFlags::IN));
        }
        if let Some(pipe) = &self.complaints {
            asked.push(PollFd::new(pipe, PollFlags::IN));
        }
        if let (Some(pipe), false) = (&self.input, rest.is_empty()) {
            asked.push(PollFd::new(pipe, PollFlags::OUT));
        }
        // An interrupted or failed wait counts as one without an event.
        let ready = poll(&mut asked, Some(&WAIT)).unwrap_or(0);
        if ready == 0 {
            if let Some(waits) = &mut self.waits {
                *waits = waits.checked_sub(1).ok_or(Trouble::Late)?;
            }
            return Ok(());
        }
        drain(&mut self.output, &mut self.read, usize::MAX);
        drain(&mut self.complaints, &mut self.complained, MAX_COMPLAINT);
        fill(&mut self.input, rest);
        Ok(())
    }

    /// A description of a program that ended unexpectedly.
    fn ended(&mut self) -> Trouble {
        let status = self.end();
        let mut what = match status {
            Some(status) => describe(status),
            None => "it ended".to_string(),
        };
        drain(&mut self.output, &mut self.read, MAX_COMPLAINT);
        drain(&mut self.complaints, &mut self.complained, MAX_COMPLAINT);
        for text in [&self.complained, &self.read] {
            if !text.iter().all(u8::is_ascii_whitespace) {
                what = format!("{what}: {}", first_lines(text));
            }
        }
        Trouble::Ended(what)
    }

    /// Ends the program, unless it has ended, and collects its exit.
    fn end(&mut self) -> Option<ExitStatus> {
        if !self.is_ours() {
            return None;
        }
        self.input = None;
        // A program that has closed its output is about to end: its own status says more.
        for _ in 0..WAITS_PER_SECOND / 10 {
            if self.output.is_some() {
                break;
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            let _ = poll(&mut [], Some(&WAIT));
        }
        self.kill();
        self.child.wait().ok()
    }

    /// Ends the program and everything that it started. Its exit has not been collected.
    fn kill(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.is_ours() && matches!(self.child.try_wait(), Ok(None) | Err(_)) {
            self.kill();
            let _ = self.child.wait();
        }
    }
}

/// Reads the available bytes; drops the pipe at its end.
fn drain(pipe: &mut Option<impl Read>, into: &mut Vec<u8>, limit: usize) {
    let mut buffer = [0; 1 << 14];
    // A program with endless output must not block us.
    for _ in 0..64 {
        let Some(open) = pipe else { return };
        match open.read(&mut buffer) {
            Ok(0) => *pipe = None,
            Ok(count) => {
                let kept = count.min(limit.saturating_sub(into.len()));
                into.extend(&buffer[..kept]);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => *pipe = None,
        }
    }
}

/// Writes as much as the pipe accepts; drops the pipe if the reader has closed it.
fn fill(pipe: &mut Option<impl Write>, rest: &mut &[u8]) {
    while let (Some(open), false) = (&mut *pipe, rest.is_empty()) {
        match open.write(rest) {
            Ok(0) => *pipe = None,
            Ok(count) => *rest = &rest[count..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => *pipe = None,
        }
    }
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it ended with status {code}"),
        (None, Some(signal)) => format!("it was ended by signal {signal}"),
        (None, None) => "it ended".to_string(),
    }
}

/// The beginning of a text, on one line.
pub fn first_lines(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_COMPLAINT)]);
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut shown: String = lines.take(3).collect::<Vec<_>>().join("; ");
    shown = shown.chars().map(printable).take(300).collect();
    shown
}
