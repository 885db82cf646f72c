//! Sizes of heap allocations: no object can be larger than the largest pointer difference
//! (`PTRDIFF_MAX`, C17 6.5.6p9), and the product in `calloc` does not overflow (C17 7.22.3.2).
//!
//! Such a call fails, which a program may handle; so the check is off by default.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// The size of every allocation can be satisfied.
pub(crate) const CHECK: Check = Check {
    id: "allocation-size",
    help: "allocations larger than the address space can hold",
    docs: "No allocation on the heap asks for more bytes than a difference of pointers can \
        represent (`PTRDIFF_MAX`, half of the address space), because no object can be larger (C17 \
        6.5.6p9). For `calloc` the product of the arguments does not wrap around either (C17 \
        7.22.3.2). Such a call returns null, and a program may rely on that, so this check is on \
        request. Example: `allocation larger than the address space can hold`.",
    classes: &[PropertyClass::AllocationSize],
    default_on: false,
    on: Some("--allocation-size-check"),
    off: None,
    sanitizers: &[],
    instrument: None,
};
