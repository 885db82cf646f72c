//! Program passes: from the linked program to the program that is verified.
//!
//! A pass is one file and one row of [`PASSES`], the ordered list that the command line, the tests
//! and the tools all run. Stages divide the list where a caller inspects the program or makes a
//! choice between passes: [`Stage::Linked`] completes what the front-end lowered,
//! [`Stage::Claimed`] adds the claims, [`Stage::Started`] adds the start function from which every
//! execution begins. [`Stage::Decided`] has the passes that strategies run while they decide a
//! program.
//!
//! Invariant: a program is well-formed after every pass. Debug builds verify it, and the error
//! names the pass.
//!
//! Invariants of absence: no pass knows LLVM, terms, solvers, or how a claim is decided.

mod allocation;
mod call_sites;
mod differences;
mod evaluation_order;
mod exceptions;
mod interrupts;
mod jump_threading;
mod list;
mod lock_hierarchy;
mod model_forms;
mod nonlocal_jumps;
mod order_effects;
mod padding;
mod quiet;
mod reached;
mod repeat;
mod run;
mod slice;
mod start;
mod thread_ends;
mod tidy_blocks;

pub use allocation::assume_success;
pub use interrupts::{Handler, Interrupts, Mask};
pub use list::{FIXED_POINT, PASSES, Pass, Plan, Stage, When};
pub use quiet::cut_where_claims_hold;
pub use run::{IllFormed, find, prepare, run, run_one, run_until, start_of, table};
