//! What the run is doing: a line on a terminal, and the phases that `--stats` distinguishes.

use crate::os;
use cassay_engine::Progress;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Work shorter than this shows no progress line.
const QUIET: Duration = Duration::from_secs(1);
/// How often the line is drawn.
const PERIOD: Duration = Duration::from_millis(200);

/// What the verification thread is doing, for all threads to read.
pub struct Board {
    phase: Mutex<String>,
    last: Mutex<Duration>,
    visible: bool,
    drawn: AtomicBool,
}

impl Board {
    /// A board; `quiet` keeps the line from being drawn.
    pub fn new(quiet: bool) -> Self {
        Board {
            phase: Mutex::new("reading the program".to_string()),
            last: Mutex::new(QUIET),
            visible: !quiet && std::io::stderr().is_terminal(),
            drawn: AtomicBool::new(false),
        }
    }

    /// Says what the run is doing.
    pub fn set(&self, phase: String) {
        *lock(&self.phase) = phase;
    }

    /// What the run is doing.
    pub fn phase(&self) -> String {
        lock(&self.phase).clone()
    }

    /// Draws the line when it is time to.
    pub fn draw(&self, elapsed: Duration) {
        if !self.visible {
            return;
        }
        let mut last = lock(&self.last);
        if elapsed < *last + PERIOD {
            return;
        }
        *last = elapsed;
        self.drawn.store(true, Ordering::Release);
        let text = format!("\r\x1b[K{}", self.line(elapsed));
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Time, memory and what the run is doing, no longer than the terminal is wide.
    fn line(&self, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs();
        let time = match seconds {
            0..60 => format!("{seconds} s"),
            _ => format!("{}:{:02} min", seconds / 60, seconds % 60),
        };
        let workers = os::children().into_iter().map(os::memory_of);
        let own = os::memory_in_use().map_or(0, |(_, resident)| resident);
        let memory = (own + workers.sum::<u64>()) >> 20;
        let text = format!("{time}, {memory} MB: {}", self.phase());
        let width = os::terminal_width().unwrap_or(80);
        text.chars().take(width.saturating_sub(1)).collect()
    }

    /// Removes the line.
    pub fn clear(&self) {
        if self.drawn.swap(false, Ordering::AcqRel) {
            let _ = std::io::stderr().write_all(b"\r\x1b[K");
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The step in words.
pub fn describe(progress: &Progress) -> String {
    match progress {
        Progress::Analysing => "analysing".to_string(),
        Progress::Simulating => "executing under some schedules".to_string(),
        Progress::Exploring => "exploring all states".to_string(),
        Progress::Executing { bound } => format!("executing with bound {bound}"),
        Progress::Solving { bound, conditions } => {
            let noun = if *conditions == 1 {
                "condition"
            } else {
                "conditions"
            };
            format!("solving {conditions} open {noun} with bound {bound}")
        }
        Progress::Inducting { k, conjectures } => {
            format!("trying a proof by induction, k = {k}, with {conjectures} conjectures")
        }
        Progress::Modelling { frames, lemmas } => {
            format!("model: {frames} steps, {lemmas} lemmas")
        }
        Progress::Replaying => "replaying a counterexample".to_string(),
    }
}
