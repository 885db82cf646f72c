//! Ends without a verdict: errors of the user and bugs of Cassay.

use crate::finish;
use std::io::Write;
use std::sync::Mutex;

/// What follows the message of an internal error.
pub const HOW_TO_REPORT: &str = concat!(
    "\nThis is a bug in Cassay ",
    env!("CARGO_PKG_VERSION"),
    ", not in your program. Please report it with the input files and the command.\n"
);

static PANIC: Mutex<String> = Mutex::new(String::new());

/// Reports an error in the input or the options.
pub fn user(message: &str) -> i32 {
    finish::claim();
    tell(&format!("error: {message}\n"));
    finish::ERROR
}

/// Reports a bug of Cassay.
pub fn internal(message: &str) -> i32 {
    finish::claim();
    let command: Vec<String> = std::env::args().collect();
    tell(&format!(
        "internal error: {message}{HOW_TO_REPORT}The command: {}\n",
        command.join(" ")
    ));
    finish::INTERNAL
}

fn tell(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Keeps the message of a panic instead of printing it.
pub fn catch_panics() {
    std::panic::set_hook(Box::new(|info| {
        let text = info
            .payload()
            .downcast_ref::<&str>()
            .map(|s| (*s).to_string())
            .or_else(|| info.payload().downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "panic".to_string());
        let place = info
            .location()
            .map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
        if let Ok(mut last) = PANIC.lock() {
            *last = text + &place;
        }
    }));
}

/// What the last panic said.
pub fn last_panic() -> String {
    PANIC.lock().map_or_else(
        |_| "panic".to_string(),
        |text| text.lines().collect::<Vec<_>>().join(" "),
    )
}
