//! Heap objects that are not freed when the program ends, whoever still points to them (SV-COMP's
//! `valid-memcleanup`). `leak.rs` adds the assertions, for they belong to the end of the program.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every heap object is freed before the program ends.
pub(crate) const CHECK: Check = Check {
    id: "memory-cleanup",
    help: "heap objects that are never freed",
    docs: "Every heap object is freed before the program ends, whoever still points to it.",
    classes: &[PropertyClass::MemoryCleanup],
    default_on: false,
    on: Some("--memory-leak-check"),
    off: Some("--no-memory-leak-check"),
    sanitizers: &[],
    instrument: None,
};
