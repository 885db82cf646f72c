//! Sizes of allocations on the heap: no object can be larger than a difference of pointers can tell
//! (`PTRDIFF_MAX`, C17 6.5.6p9), and `calloc` multiplies without wrapping around (C17 7.22.3.2).
//!
//! Such a call fails, which a program may well expect; so the check is one on request.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every allocation is of a size that can succeed.
pub(crate) const CHECK: Check = Check {
    id: "allocation-size",
    help: "allocations larger than the address space can hold",
    docs: "No allocation on the heap asks for more bytes than a difference of pointers can tell \
        (`PTRDIFF_MAX`, half of the address space): no object is larger (C17 6.5.6p9). For \
        `calloc` the product of its arguments does not wrap around, either (C17 7.22.3.2). Such a \
        call gives null, which a program may rely on; so this is checked on request. \
        Example: `allocation larger than the address space can hold`.",
    classes: &[PropertyClass::AllocationSize],
    default_on: false,
    on: Some("--allocation-size-check"),
    off: None,
    sanitizers: &[],
    instrument: None,
};
