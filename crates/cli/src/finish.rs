//! Who prints the answer, and the exit status that goes with it.
//!
//! Invariant: at most one thread prints a verdict. The verification thread, the watchdog and a
//! failing allocation all claim the right first.

use cassay_report::Conclusion;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit status of *safe*.
pub const SAFE: i32 = 0;
/// Exit status of *unsafe*.
pub const UNSAFE: i32 = 1;
/// Exit status of a bad input or option.
pub const ERROR: i32 = 2;
/// Exit status of *unknown*.
pub const UNKNOWN: i32 = 3;
/// Exit status of a bug in Cassay.
pub const INTERNAL: i32 = 70;

/// The exit status of an answer.
pub fn status(conclusion: Conclusion) -> i32 {
    match conclusion {
        Conclusion::Safe => SAFE,
        Conclusion::Unsafe => UNSAFE,
        Conclusion::Unknown => UNKNOWN,
    }
}

static CLAIMED: AtomicBool = AtomicBool::new(false);

/// Claims the right to print the answer; true for the first caller only.
pub fn claim() -> bool {
    !CLAIMED.swap(true, Ordering::AcqRel)
}
