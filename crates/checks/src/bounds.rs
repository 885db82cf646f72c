//! Array bounds (C17 6.5.6p8): an index lies inside its own array, also where the enclosing object
//! goes on. Only the source knows where inner arrays end, so clang's sanitizer places the checks.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every index lies inside the array it is applied to, inner dimensions included.
pub(crate) const CHECK: Check = Check {
    id: "bounds",
    help: "array indices outside their array, inner dimensions included",
    classes: &[PropertyClass::ArrayBounds],
    default_on: true,
    on: Some("--bounds-check"),
    off: Some("--no-bounds-check"),
    sanitizers: &["array-bounds"],
    instrument: None,
};
