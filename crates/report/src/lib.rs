//! One [`Report`] of a run, and the formats it can be written in.
//!
//! Invariants of absence: nothing here prints, reads files or the clock. Source text comes from
//! whoever asks for the report.

mod advice;
pub mod details;
mod extent;
pub mod formats;
mod ledger;
mod place;
mod reader;
mod reason;
mod report;
pub mod threads;
mod words;

pub use details::Details;
pub use formats::{FILES, FORMATS, FileFormat, Format, Style};
pub use ledger::{Assumption, Basis, Ledger, LoopEntry, Support};
pub use place::{Place, Range};
pub use reason::limit_name;
pub use report::{
    Achieved, Advice, Call, Claim, Conclusion, Fact, Finding, Input, Invariant, Note, Reason, Related,
    Report, RunFacts, State, Value, Why,
};
