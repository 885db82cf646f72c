//! Proof by induction over loops, as a transformation of programs.
//!
//! [`step`] makes a program in which chosen loops start at an arbitrary iteration; a claim that
//! holds there for executions of bounded length holds in the original program for all. The writes
//! of a loop are over-approximated by [`cassay_effects`].
//!
//! Separation: nothing here knows solvers, bounds of symbolic execution, or how the new program is
//! decided.

mod affine;
mod atoms;
mod conjecture;
mod elements;
mod exposed;
mod facts;
mod invariant;
mod patterns;
mod relation;
mod samples;
mod sets;
mod step;

pub use conjecture::{Conjecture, conjectures};
pub use elements::follow_elements;
pub use facts::Facts;
pub use invariant::Invariant;
pub use step::{LoopRef, Refusal, StepProgram, refusals, step};
