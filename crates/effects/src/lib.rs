//! Effects of code: points-to sets, the call graph, and the writes of a loop.
//!
//! Everything is an over-approximation for the whole program and flow-insensitive. An analysis that
//! needs to know what a store through a pointer does not change asks here.
//!
//! Separation: nothing here knows bounds, solvers or abstract domains.

mod bases;
mod points_to;
mod unset;
mod writes;

pub use points_to::{PointsTo, Target, callees, may_hold_pointer, targets};
pub use writes::{Effects, Leaf, Reason, Writes};
