//! Witnesses: `--witness-output` and `--validate-witness`.

mod task;
mod validate;
mod write;

pub use validate::Validation;
pub use write::{prepare, write};
