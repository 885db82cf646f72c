//! File tests: `tests/ir/<stage>/*.ir`, each a program in the text form of the IR, followed by the
//! expected output of one stage.
//!
//! ```text
//! //! What is tested, in a sentence.
//! //@ pass: cut-quiet
//! fn main() -> void { … }
//! //> the expected output, line by line
//! ```
//!
//! Lines with `//@` are directives of the stage ([`stages`] documents them), lines with `//>` the
//! expected output. Both are comments of the text form, so that every file reads as a program.
//! `CASSAY_BLESS=1` writes the current output; read the difference before you commit it.
//!
//! Invariant: output is sorted by positions in the program, never by hashes.

mod file;
pub mod stages;

pub use file::{File, Outcome, check};
