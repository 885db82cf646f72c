//! Bounded search over extended finite state machines at growing depth, with termination criteria, and
//! k-induction (F-SOFT §VII).
//!
//! The states of all executions of one length are one symbolic state: a Bool term for each control state that can be
//! reached at this depth, and a term for each variable, which is a choice between what the edges assign. What the
//! graph of control states excludes never becomes a part of a formula, and a variable that no edge assigns
//! keeps its term.
//!
//! Invariant: a violation that is reported is an execution that `Machine::follow` has followed.
//! The number of a depth at which something is proved says that no longer execution exists or matters; it
//! is no certificate, so that who needs one proves the machine by an inductive invariant instead.
//!
//! Separation: nothing here knows programs or a particular solver.

mod distinct;
mod frame;
mod goals;
mod induction;
mod instance;
mod options;
mod report;
mod search;
pub mod tables;

pub use options::{Constraints, Ntp, Options};
pub use report::{DepthStatistics, Outcome, Report, Statistics, Why};
pub use search::{Make, Search, search};
