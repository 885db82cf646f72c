//! Bit-vector terms written as integers (`--ir`), for programs with arithmetic.
//!
//! Terms stay what they are; only the text that a program reads changes. `classes.rs` says which
//! terms become integers, `bits.rs` which operators on bits are arithmetic, `whole.rs` how an
//! integer stands for bits, `writer.rs` writes the terms and `operators.rs` each operator.
//!
//! Invariant: the text of integers says the same as the terms. Each integer expression is congruent
//! to its term modulo two to the width, is brought into range before an operator reads it as a
//! number, and wraps around unless an interval shows that it cannot. So `unsat` holds for the terms,
//! and a model of the text is one of the terms.
//!
//! Floats whose bits nothing looks at are tried as real numbers first (`reals.rs`). Of these `unsat`
//! holds too, but not every model is one of the terms; where it is not, floats take their place.

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
