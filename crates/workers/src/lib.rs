//! Worker processes: parts of a run that cannot take each other down.
//!
//! A worker is a copy of the running process (`fork`), so it has the program and all settings
//! without reading anything again. It sends messages through a pipe and ends. Whatever happens to
//! it, a crash of the solver, exhausted memory or `kill -9`, the parent sees the end of the pipe
//! and continues. A worker ends with its parent, for any reason.
//!
//! Only the calling thread exists in a worker: it must not wait for others. Nothing here knows what
//! the messages mean.

#![allow(unsafe_code)]

mod system;

pub use system::Usage;

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

static IS_WORKER: AtomicBool = AtomicBool::new(false);
static RUNNING: AtomicUsize = AtomicUsize::new(0);

static CPU_MICROS: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

/// Resources used by the workers that have ended: CPU time of all, memory of the largest.
pub fn used() -> Usage {
    Usage {
        cpu: Duration::from_micros(CPU_MICROS.load(Ordering::Acquire)),
        peak: PEAK.load(Ordering::Acquire),
    }
}

/// How many workers of this process are running.
pub fn running() -> usize {
    RUNNING.load(Ordering::Acquire)
}

/// The signal that ends a worker because memory is short.
pub const SHORT_OF_MEMORY: i32 = libc::SIGUSR2;

/// Whether this process is a worker; then it must not print.
pub fn is_worker() -> bool {
    IS_WORKER.load(Ordering::Acquire)
}

/// Exit status of a worker in which an allocation failed.
pub const OUT_OF_MEMORY: i32 = 77;
/// Exit status of a worker that panicked or crashed.
pub const CRASHED: i32 = 70;

/// Ends this worker, whose parent then knows that something is missing.
pub fn fail() -> ! {
    system::leave(CRASHED)
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Its work was done.
    Finished,
    /// An allocation failed, or memory was short.
    OutOfMemory,
    /// By a bug of ours or of a library.
    Crashed,
    /// By a signal from outside.
    Signal(i32),
}

/// The sending end of a worker's pipe to its parent.
pub struct Sender(File);

impl Sender {
    /// Sends a message; an error means that the parent has closed the pipe.
    pub fn send(&mut self, message: &[u8]) -> io::Result<()> {
        let length = u32::try_from(message.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        self.0.write_all(&length.to_le_bytes())?;
        self.0.write_all(message)
    }
}

/// A process at work. Dropping it ends it.
pub struct Worker {
    process: libc::pid_t,
    pipe: File,
    buffer: Vec<u8>,
    ended: bool,
}

/// Something that happened.
#[derive(Debug, PartialEq, Eq)]
pub enum Event {
    /// This worker sent a message.
    Message(usize, Vec<u8>),
    /// This worker ended, and all it sent was received.
    Ended(usize, Ended),
}

impl Worker {
    /// Starts to work in a process of its own, under a name of at most 15 bytes.
    pub fn start(name: &str, work: impl FnOnce(&mut Sender)) -> io::Result<Worker> {
        let (reader, writer) = system::pipe()?;
        let parent = std::process::id();
        match system::fork()? {
            Some(process) => {
                RUNNING.fetch_add(1, Ordering::AcqRel);
                Ok(Worker {
                    process,
                    pipe: reader,
                    buffer: Vec::new(),
                    ended: false,
                })
            }
            None => {
                IS_WORKER.store(true, Ordering::Release);
                drop(reader);
                system::become_worker(name, parent);
                let mut sender = Sender(writer);
                let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut sender)));
                system::leave(match outcome {
                    Ok(()) => 0,
                    Err(_) => CRASHED,
                })
            }
        }
    }

    /// A whole message, taken out of the buffer.
    fn message(&mut self) -> Option<Vec<u8>> {
        let head: [u8; 4] = self.buffer.get(..4)?.try_into().ok()?;
        let end = 4 + u32::from_le_bytes(head) as usize;
        let message = self.buffer.get(4..end)?.to_vec();
        self.buffer.drain(..end);
        Some(message)
    }

    fn wait(&mut self, patience: Duration) -> Ended {
        self.ended = true;
        RUNNING.fetch_sub(1, Ordering::AcqRel);
        let (ended, usage) = system::wait(self.process, patience);
        let micros = u64::try_from(usage.cpu.as_micros()).unwrap_or(u64::MAX);
        CPU_MICROS.fetch_add(micros, Ordering::AcqRel);
        PEAK.fetch_max(usage.peak, Ordering::AcqRel);
        ended
    }

    /// Reads what has come; how it ended, when nothing more will come.
    fn receive(&mut self) -> Option<Ended> {
        let mut chunk = [0; 1 << 16];
        match self.pipe.read(&mut chunk) {
            Ok(count) if count > 0 => {
                self.buffer.extend_from_slice(&chunk[..count]);
                None
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => None,
            Ok(_) | Err(_) => Some(self.wait(Duration::from_secs(20))),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if !self.ended {
            system::kill(self.process);
            self.wait(Duration::from_millis(50));
        }
    }
}

/// The next thing that happens, or nothing within the time.
pub fn next(workers: &mut [Worker], wait: Duration) -> Option<Event> {
    for (index, worker) in workers.iter_mut().enumerate() {
        if let Some(message) = worker.message() {
            return Some(Event::Message(index, message));
        }
    }
    let running: Vec<usize> = (0..workers.len()).filter(|i| !workers[*i].ended).collect();
    let pipes: Vec<i32> = running
        .iter()
        .map(|index| workers[*index].pipe.as_raw_fd())
        .collect();
    let ready = system::poll(&pipes, wait);
    for (index, ready) in running.into_iter().zip(ready) {
        if ready {
            let ended = workers[index].receive();
            if let Some(message) = workers[index].message() {
                return Some(Event::Message(index, message));
            }
            if let Some(ended) = ended {
                return Some(Event::Ended(index, ended));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(900);

    fn events(workers: &mut [Worker]) -> Vec<Event> {
        let mut events = Vec::new();
        while workers.iter().any(|worker| !worker.ended) {
            events.extend(next(workers, LONG));
        }
        events
    }

    #[test]
    fn messages_arrive_in_order_and_whole() {
        let large = vec![7; 1 << 20];
        let mut workers = [Worker::start("test", |sender| {
            for message in [&b"one"[..], &large, b""] {
                sender.send(message).expect("the parent reads");
            }
        })
        .expect("a process")];
        let expected = [
            Event::Message(0, b"one".to_vec()),
            Event::Message(0, large.clone()),
            Event::Message(0, Vec::new()),
            Event::Ended(0, Ended::Finished),
        ];
        assert_eq!(events(&mut workers), expected);
    }

    #[test]
    fn one_that_dies_does_not_take_the_other_along() {
        let killed = Worker::start("killed", |_| std::thread::sleep(LONG)).expect("a process");
        system::kill(killed.process);
        let crashed = Worker::start("crashed", |_| std::process::abort()).expect("a process");
        let panicked = Worker::start("panicked", |_| panic!("on purpose")).expect("a process");
        let full = Worker::start("full", |_| system::leave(OUT_OF_MEMORY)).expect("a process");
        let fine = Worker::start("fine", |sender| {
            sender.send(b"done").expect("the parent reads");
        })
        .expect("a process");
        let mut workers = [killed, crashed, panicked, full, fine];
        let events = events(&mut workers);
        for (index, ended) in [
            (0, Ended::Signal(libc::SIGKILL)),
            (1, Ended::Signal(libc::SIGABRT)),
            (2, Ended::Crashed),
            (3, Ended::OutOfMemory),
            (4, Ended::Finished),
        ] {
            assert!(events.contains(&Event::Ended(index, ended)), "{events:?}");
        }
        assert!(events.contains(&Event::Message(4, b"done".to_vec())));
    }

    #[test]
    fn a_dropped_worker_is_gone() {
        let worker = Worker::start("dropped", |_| std::thread::sleep(LONG)).expect("a process");
        let process = worker.process;
        drop(worker);
        // On a busy machine nobody may have had the time yet to end it.
        for _ in 0..60_000 {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
            if stat.is_ok_and(|stat| !stat.contains(") Z ")) {
                std::thread::sleep(Duration::from_millis(10));
            } else {
                return;
            }
        }
        panic!("the process goes on");
    }
}
