//! Points the program declares unreachable: `__builtin_unreachable()`.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No point declared unreachable is reached.
pub(crate) const CHECK: Check = Check {
    id: "unreachable",
    help: "points declared unreachable",
    docs: "A point that the program declares unreachable with `__builtin_unreachable()`, or with a \
        macro that expands to it, is never reached. Example: `unreachable point reached`.",
    classes: &[PropertyClass::Unreachable],
    default_on: true,
    on: None,
    off: Some("--no-unreachable-check"),
    sanitizers: &["unreachable"],
    instrument: None,
};
