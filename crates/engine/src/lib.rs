//! Strategies: short readable schedules over the verification pipeline.
//!
//! A strategy repeats symbolic execution, solving and replay until it can answer. Nothing about a
//! strategy lives inside symbolic execution, and nothing here prints, reads files or the clock.

mod choice;
mod confirm;
mod consistency;
mod explicit;
mod houdini;
mod induct;
mod inputs;
mod job;
mod loops;
mod machine;
mod modular;
mod outcome;
mod parallel;
mod pass;
mod prover;
mod queries;
mod readings;
mod rests;
mod run;
mod sample;
mod session;
mod settings;
mod shares;
mod solvers;
mod statics;
mod strategy;

pub use inputs::inputs_of;
pub use machine::{Model, NoModel, Techniques, Way, model};
#[doc(hidden)]
pub use modular::holds_for_any_number;
pub use outcome::{
    Basis, EngineError, Established, Invariant, LoopEnd, LoopResult, Outcome, PropertyResult,
    PropertyStatus, ProvedBy, Stats, UnknownReason, Verdict, Violation,
};
pub use readings::verify;
pub use settings::{Allocation, Progress, Propagation, QueryLog, Settings, Strategy, TakeQuery};

use cassay_solver::Backend;
pub use cassay_solver::{Settings as Solving, Usable};
use cassay_solver_smtlib::BACKENDS as PROGRAMS;

/// The solvers that can be chosen: those that are built in, one line each, and known programs.
pub const SOLVERS: &[Backend] = &{
    let mut all = [cassay_solver_bitwuzla::BACKEND; 2 + PROGRAMS.len()];
    all[1] = cassay_solver_cadical::BACKEND;
    let mut number = 0;
    while number < PROGRAMS.len() {
        all[2 + number] = PROGRAMS[number];
        number += 1;
    }
    all
};
