//! Iterations of a loop that only add constants, taken at once.
//!
//! A loop like `while (x < 100000000) x += 2;` takes long when its iterations are executed one by
//! one, although nothing new happens in them. [`leap`] looks at the iteration that starts at a
//! block: when every variable it touches is known, when it moves each of them by a constant, and
//! when all its conditions compare what moves like that, then iteration `n` from here on does the
//! same with `v + n·d` in the place of `v`, until a condition changes or a number wraps around.
//! How many iterations that are follows from a division, and their effect from a multiplication.
//!
//! Iterations that meet inputs or go through pointers are never leapt over. Where they declare
//! variables, a leap says how many, so that objects have the same numbers whether one leaps or not.
//!
//! Invariants of absence: nothing here knows how states are kept; who executes tells what variables
//! hold, and writes what the leap says.

mod domain;
mod form;
mod walk;

pub use domain::Domain;
pub use walk::{Cell, Iteration, Leap, iteration, leap};
