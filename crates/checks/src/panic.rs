//! Ends of programs in Rust after something went wrong.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No panic.
pub(crate) const CHECK: Check = Check {
    id: "panic",
    help: "panics of programs in Rust",
    docs: "No function is called by which a program in Rust ends after something went wrong: a failed \
        `assert!`, an index out of bounds, an arithmetic overflow, `unwrap` of nothing, `panic!`. The \
        front-end sees them as functions of Rust's library without a body that never return. Example: \
        `panic: call of core::panicking::panic_bounds_check`.",
    classes: &[PropertyClass::Panic],
    default_on: true,
    on: None,
    off: Some("--no-panic-check"),
    sanitizers: &[],
    instrument: None,
};
