//! Implicit conversions that change the value (C17 6.3.1.3): defined by C or the compiler, but often
//! not meant.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No implicit conversion between integer types changes the value.
pub(crate) const CHECK: Check = Check {
    id: "conversion",
    help: "implicit conversions that change the value",
    docs: "A conversion between integer types keeps the value (C17 6.3.1.3): implicit ones by \
        assignment, argument passing, `return` and compound operators. Such conversions are \
        defined by C or by the compiler, so that this check is on request. Example: `conversion \
        changes the value (from 'int' to 'char')`.",
    classes: &[PropertyClass::Conversion],
    default_on: false,
    on: Some("--conversion-check"),
    off: None,
    sanitizers: &["implicit-conversion"],
    instrument: None,
};
