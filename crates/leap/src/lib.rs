//! Leaping: iterations of a loop that only add constants, executed at once.
//!
//! A loop like `while (x < 100000000) x += 2;` takes long when its iterations are executed one by
//! one. [`leap`] evaluates the iteration that starts at a block. If every variable it touches is
//! known, if it changes each of them by a constant, and if all its conditions compare such
//! variables, then iteration `n` from here on does the same with `v + n·d` instead of `v`, until a
//! condition changes or a number wraps around. The number of such iterations follows from a
//! division, and their effect from a multiplication.
//!
//! Iterations with inputs or accesses through pointers are never leapt over, nor, in a program with
//! several threads, those with accesses that another thread could see. If they declare
//! variables, a leap says how many, so that objects have the same numbers with and without leaps.
//!
//! Separation: nothing here knows how states are represented; the caller supplies the values of
//! variables, and writes the values that the leap gives.

mod domain;
mod form;
mod walk;

pub use domain::Domain;
pub use walk::{Cell, Iteration, Leap, iteration, leap};
