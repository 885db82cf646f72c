//! Machines for hardware model checkers, and what these answer.
//!
//! A machine becomes one synchronous transition system ([`system`]), which is written as BTOR2
//! ([`btor2`]) or as AIGER ([`aiger`]). Traces and certificates of model checkers are read back
//! ([`btor2::witness`], [`aiger::witness`], [`btor2::read()`], [`aiger::read()`], [`pla`]) and become
//! executions and invariants of the machine; [`run`] does all of this with a command.
//!
//! Nothing that a model checker says is believed: a trace counts if the machine can follow it
//! ([`cassay_efsm::Machine::follow`]), and an invariant is handed out for its duties
//! ([`cassay_efsm::Invariant::duties`]) to be shown by whoever wants to rely on it.

pub mod aiger;
pub mod btor2;
pub mod pla;
pub mod run;
pub mod system;

mod back;
mod eliminate;
mod names;
mod select;

pub use system::{Coding, Options, Refusal, System};
