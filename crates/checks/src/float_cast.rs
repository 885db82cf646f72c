//! Floating-point values converted to an integer type that cannot hold them (C17 6.3.1.4p1).

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every floating-point value converted to an integer is in the range of the target.
pub(crate) const CHECK: Check = Check {
    id: "float-cast",
    help: "floating-point values out of range of the integer type they are converted to",
    docs: "A floating-point value converted to an integer type fits after truncation (C17 \
        6.3.1.4p1); NaN and infinities never do. Conversions from integers to floating-point \
        types, and between those, belong to `--float-overflow-check`.\n\n\
        Example: `floating-point value out of range of the target type (from 'double' to \
        'int')`.",
    classes: &[PropertyClass::FloatCast],
    default_on: true,
    on: None,
    off: Some("--no-float-cast-check"),
    sanitizers: &["float-cast-overflow"],
    instrument: None,
};
