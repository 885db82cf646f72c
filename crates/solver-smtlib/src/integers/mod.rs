//! Bit-vector terms written as integers (`--ir`), for programs with arithmetic.
//!
//! Terms do not change; only the text that a program reads does. `classes.rs` decides which
//! terms become integers, `bits.rs` which bit operators are arithmetic, `whole.rs` how an
//! integer represents bits, `writer.rs` writes the terms and `operators.rs` each operator.
//!
//! Invariant: the text with integers is equisatisfiable with the terms. Each integer expression is
//! congruent to its term modulo two to the width, is brought into range before an operator reads it
//! as a number, and wraps around unless an interval shows that it cannot. So `unsat` holds for the
//! terms, and a model of the text is a model of the terms.
//!
//! Floats whose bits are not used otherwise are tried as real numbers first (`reals.rs`). Then
//! `unsat` holds too, but a model need not satisfy the terms; if it does not, the check is repeated
//! with the theory of floats.

mod bits;
mod classes;
mod operators;
mod reals;
mod whole;
mod writer;

pub use classes::{Classes, Place};
pub use reals::{kind_of, nearest, symbol_value};
pub use whole::{Interval, Reading, power};
pub use writer::Forms;
