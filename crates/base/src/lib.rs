//! Foundations shared by all crates: typed ids, indexed vectors, persistent maps, source positions,
//! diagnostics and the stop token.
//!
//! Nothing here performs I/O, reads the clock or knows any other crate of the workspace.

// For the ids that `define_id!` makes in other crates.
#[doc(hidden)]
pub use serde;

mod id;
mod persistent;
mod source;
mod stop;

pub use id::{Id, IndexVec};
pub use persistent::PersistentMap;
pub use source::{Diagnostic, FileId, Span, is_library_file};
pub use stop::{Stop, StopReason};
