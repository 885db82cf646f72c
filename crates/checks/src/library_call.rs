//! Arguments for which the C standard leaves a library function undefined (C17 7.1.4p1). The
//! models of the library make the assertions.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every library function is called with arguments it is defined for.
pub(crate) const CHECK: Check = Check {
    id: "library-call",
    help: "arguments for which a library function is not defined",
    classes: &[PropertyClass::LibraryCall],
    default_on: true,
    on: None,
    off: Some("--no-library-check"),
    sanitizers: &[],
    instrument: None,
};
