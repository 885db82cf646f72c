//! What the run is doing: a line on a terminal, and the phases that `--stats` distinguishes.

use cassay_engine::Progress;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Work shorter than this shows no progress line.
const QUIET: Duration = Duration::from_secs(1);
/// How often the line is drawn.
const PERIOD: Duration = Duration::from_millis(100);

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
        let text = format!("\r\x1b[K{:.0} s: {}", elapsed.as_secs_f64(), self.phase());
        let _ = std::io::stderr().write_all(text.as_bytes());
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
            format!("solving {conditions} conditions with bound {bound}")
        }
        Progress::Inducting { k, conjectures } => {
            format!("trying a proof by induction, k = {k}, with {conjectures} conjectures")
        }
        Progress::Replaying => "replaying a counterexample".to_string(),
    }
}
