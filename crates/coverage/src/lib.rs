//! Goals of tests as claims of a program, and suites of tests that reach them.
//!
//! A goal is a place, an outcome of a branch or a value of a condition that some test is to reach. It becomes a claim
//! that it is *not* reached ([`instrument`]): a violation has the inputs of a test, a proof shows that no input reaches
//! it. Each claim asks an input of its own whether it counts, so that an execution that reaches one goal goes on to
//! others: of the inputs that an engine finds, exactly one says yes.
//!
//! What a test reaches is measured in the interpreter ([`measure`]), on the whole execution, whatever goal it was
//! found for. From the tests a suite is chosen in which none is superfluous ([`suite`]).
//!
//! Other claims of the program become assumptions: an execution that violates one is no test, as the compiled program
//! could do anything from there on.
//!
//! Invariants of absence: nothing here knows solvers, files or the formats of tests.

mod decision;
mod goals;
mod measure;
mod probe;
mod suite;

pub use goals::{Criterion, Goal, Goals, What, instrument};
pub use measure::{Measured, measure};
pub use suite::{Item, achieved, items, suite};
