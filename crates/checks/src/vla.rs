//! Variable-length arrays (C17 6.7.6.2p5): the size is greater than zero.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every variable-length array has a positive number of elements.
pub(crate) const CHECK: Check = Check {
    id: "vla-size",
    help: "variable-length arrays of no positive size, or larger than the address space",
    docs: "The number of elements of a variable-length array is greater than zero, in every \
        dimension (C17 6.7.6.2p5), also where the type is only named, as in `sizeof(int[n])`. \
        Neither such an array nor the memory of `alloca` is larger than a difference of pointers \
        can represent (C17 6.5.6p9). Not checked are products of several dimensions that wrap \
        around, and the size of the stack, which is unlimited. Example: `variable-length array \
        size is not positive`.",
    classes: &[PropertyClass::VlaSize],
    default_on: true,
    on: None,
    off: Some("--no-vla-size-check"),
    sanitizers: &["vla-bound"],
    instrument: None,
};
