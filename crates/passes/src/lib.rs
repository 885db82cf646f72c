//! Program passes: from the program as it was linked to the one that is verified.
//!
//! A pass is one file and one row of [`PASSES`], the ordered list that everybody runs: the command
//! line, the tests and the tools. Stages divide the list where somebody looks at the program or
//! chooses in between: [`Stage::Linked`] completes what the front-end lowered, [`Stage::Claimed`]
//! adds what is to be proved, [`Stage::Started`] makes it one execution from one start.
//! [`Stage::Decided`] has what strategies do to a program while they decide it.
//!
//! Invariant: a program is well-formed behind every pass. Debug builds verify it, and the error
//! names the pass.
//!
//! Invariants of absence: no pass knows LLVM, terms, solvers, or how a claim is decided.

mod allocation;
mod call_sites;
mod evaluation_order;
mod jump_threading;
mod list;
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
mod tidy_blocks;

pub use allocation::assume_success;
pub use list::{FIXED_POINT, PASSES, Pass, Plan, Stage, When};
pub use quiet::cut_where_claims_hold;
pub use run::{IllFormed, find, prepare, run, run_one, run_until, start_of, table};
