//! Strategies: short readable schedules over the verification pipeline.
//!
//! A strategy repeats symbolic execution, solving and replay until it can answer. Nothing about a
//! strategy lives inside symbolic execution, and nothing here prints, reads files or the clock.

mod outcome;
mod settings;

pub use outcome::{
    Basis, EngineError, Outcome, PropertyResult, PropertyStatus, Stats, UnknownReason, Verdict,
    Violation,
};
pub use settings::{Progress, Settings, Strategy};
