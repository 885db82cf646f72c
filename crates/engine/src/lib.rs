//! Strategies: short readable schedules over the verification pipeline.
//!
//! A strategy repeats symbolic execution, solving and replay until it can answer. Nothing about a
//! strategy lives inside symbolic execution, and nothing here prints, reads files or the clock.

mod confirm;
mod houdini;
mod induct;
mod inputs;
mod job;
mod outcome;
mod parallel;
mod pass;
mod prover;
mod queries;
mod readings;
mod run;
mod sample;
mod session;
mod settings;
mod statics;
mod strategy;

pub use inputs::inputs_of;
pub use outcome::{
    Basis, EngineError, Established, Invariant, Outcome, PropertyResult, PropertyStatus, ProvedBy,
    Stats, UnknownReason, Verdict, Violation,
};
pub use readings::verify;
pub use settings::{Allocation, Progress, Settings, Strategy};

/// The solvers that can be chosen. One line adds one.
pub const SOLVERS: &[cassay_solver::Backend] = &[cassay_solver_bitwuzla::BACKEND];
