//! What code may touch: where pointers may lead, who may be called, and what a loop may write.
//!
//! Everything is over-approximated for the whole program, without regard to the order of statements.
//! An analysis that needs to know what a store through a pointer leaves alone asks here.
//!
//! Invariant of absence: nothing here knows bounds, solvers or abstract domains.

mod bases;
mod points_to;
mod unset;
mod writes;

pub use points_to::{PointsTo, Target, callees, may_hold_pointer, targets};
pub use writes::{Effects, Leaf, Reason, Writes};
