//! One [`Report`] of a run, and the formats it can be written in.
//!
//! Invariants of absence: nothing here prints, reads files or the clock. Source text comes from
//! whoever asks for the report.

pub mod formats;
mod reason;
mod report;
pub mod threads;

pub use formats::{FORMATS, Format, Style};
pub use reason::limit_name;
pub use report::{
    Achieved, Claim, Conclusion, Finding, Input, Invariant, Note, Place, Reason, Report, RunFacts,
    State, Value, Why,
};
