//! Limits of time and memory, enforced by a separate thread; it also draws the progress line.
//!
//! At a limit the watchdog raises the stop token, gives the verification a moment to return its
//! result, and otherwise prints the verdict and exits. Invariant: the process ends within a second
//! of its time limit, whatever the other threads do.

use crate::options::Options;
use crate::progress::Board;
use crate::{finish, os, outputs};
use cassay_base::{Stop, StopReason};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the limits are checked.
const TICK: Duration = Duration::from_millis(20);
/// How long the verification may take to return after the token was raised.
const GRACE: Duration = Duration::from_millis(500);

/// The limits.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Wall time, counted from the start of the process.
    time: Option<Duration>,
    /// Resident memory in bytes.
    memory: Option<u64>,
}

/// Starts to watch. The thread runs until the process ends.
pub fn watch(options: Arc<Options>, start: Instant, stop: Stop, board: Arc<Board>) {
    let limits = Limits {
        time: options.timeout,
        memory: options.memlimit,
    };
    let watch = Watch {
        options,
        limits,
        start,
        address_space: os::address_space_limit(),
        stop,
        board,
    };
    // Without a thread the limits cannot be enforced; but then there is no memory for anything else
    // either.
    let _ = std::thread::Builder::new()
        .name("watchdog".into())
        .stack_size(256 << 10)
        .spawn(move || watch.run());
}

struct Watch {
    options: Arc<Options>,
    limits: Limits,
    start: Instant,
    address_space: Option<u64>,
    stop: Stop,
    board: Arc<Board>,
}

impl Watch {
    fn run(&self) {
        loop {
            self.lighten();
            if let Some(reason) = self.exceeded() {
                self.stop.raise(reason);
                std::thread::sleep(GRACE);
                self.leave(reason);
            }
            self.board.draw(self.start.elapsed());
            std::thread::sleep(self.pause());
        }
    }

    fn pause(&self) -> Duration {
        match self.limits.time {
            Some(time) => TICK.min(time.saturating_sub(self.start.elapsed())),
            None => TICK,
        }
    }

    fn exceeded(&self) -> Option<StopReason> {
        if self.limits.time.is_some_and(|t| self.start.elapsed() >= t) {
            return Some(StopReason::Time);
        }
        if os::interrupted() {
            return Some(StopReason::Cancelled);
        }
        if self.limits.memory.is_none() && self.address_space.is_none() {
            return None;
        }
        let (total, resident) = os::memory_in_use()?;
        let all = self.limits.memory.map_or(resident, |_| {
            resident + os::children().into_iter().map(os::memory_of).sum::<u64>()
        });
        (full(all, self.limits.memory) || full(total, self.address_space))
            .then_some(StopReason::Memory)
    }

    /// Ends the largest of several workers when they use too much memory together: the others
    /// continue with the memory this frees.
    fn lighten(&self) {
        if self.limits.memory.is_none() || cassay_workers::running() < 2 {
            return;
        }
        let mut children: Vec<_> = os::children()
            .into_iter()
            .map(|child| (os::memory_of(child), child))
            .collect();
        let own = os::memory_in_use().map_or(0, |(_, resident)| resident);
        let all = own + children.iter().map(|(used, _)| used).sum::<u64>();
        if full(all, self.limits.memory) {
            children.sort_unstable();
            if let Some((_, largest)) = children.pop() {
                os::kill(largest, cassay_workers::SHORT_OF_MEMORY);
                // Until its memory is given back.
                std::thread::sleep(Duration::from_millis(200));
            }
        }
    }

    /// Prints *unknown* and ends the process, unless the verification has returned meanwhile.
    fn leave(&self, reason: StopReason) {
        if finish::claim() {
            self.board.clear();
            let limit = cassay_report::limit_name(reason);
            let why = format!("{limit} reached while {}", self.board.phase());
            os::kill_children();
            os::write_raw(1, outputs::last_words(&self.options, &why).as_bytes());
            outputs::give_up(&self.options, &why);
            os::exit_now(finish::UNKNOWN);
        }
        // The verification thread is printing its answer and will end the process.
        std::thread::sleep(Duration::from_secs(5));
        os::exit_now(finish::UNKNOWN);
    }
}

/// Whether memory use is close to a limit.
fn full(used: u64, limit: Option<u64>) -> bool {
    limit.is_some_and(|limit| used >= limit - margin(limit))
}

/// Memory kept back, so that the answer can still be put together.
fn margin(limit: u64) -> u64 {
    (limit / 16).min(192 << 20)
}
