//! Heap objects that are not freed when the program ends, even if something still points to them
//! (SV-COMP's `valid-memcleanup`). `leak.rs` handles the assertions, for they belong to the end of
//! the program.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every heap object is freed before the program ends.
pub(crate) const CHECK: Check = Check {
    id: "memory-cleanup",
    help: "heap objects that are never freed",
    docs: "Every heap object is freed before the program ends by a return from `main` or by `exit` \
        and similar functions, even if pointers to it still exist. Handlers of `atexit` run \
        before. With `--property valid-memcleanup` the same is required where the program aborts: \
        `abort`, a failed assertion, an error function. Example: `memory allocated at list.c:12 is \
        not freed`.",
    classes: &[PropertyClass::MemoryCleanup],
    default_on: false,
    on: Some("--memory-leak-check"),
    off: Some("--no-memory-leak-check"),
    sanitizers: &[],
    instrument: None,
};
