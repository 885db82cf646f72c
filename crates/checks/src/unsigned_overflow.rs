//! Unsigned arithmetic that wraps around: defined in C (6.2.5p9), but often not meant.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No unsigned addition, subtraction, multiplication or negation wraps around.
pub(crate) const CHECK: Check = Check {
    id: "unsigned-overflow",
    help: "unsigned arithmetic that wraps around",
    classes: &[PropertyClass::UnsignedOverflow],
    default_on: false,
    on: Some("--unsigned-overflow-check"),
    off: None,
    sanitizers: &["unsigned-integer-overflow"],
    instrument: None,
};
