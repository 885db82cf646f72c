//! Unsigned arithmetic that wraps around: defined in C (6.2.5p9), but often not meant.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No unsigned addition, subtraction, multiplication or negation wraps around.
pub(crate) const CHECK: Check = Check {
    id: "unsigned-overflow",
    help: "unsigned arithmetic that wraps around",
    docs: "The result of `+`, `-`, `*`, unary `-`, `++`, `--` and the compound operators on \
        unsigned operands is the mathematical one. Wrap-around is defined (C17 6.2.5p9), so this \
        check is on request, for code where it is not intended. Left shifts that lose bits are not \
        checked. Example: `unsigned addition wraps around in type 'unsigned int'`.",
    classes: &[PropertyClass::UnsignedOverflow],
    default_on: false,
    on: Some("--unsigned-overflow-check"),
    off: None,
    sanitizers: &["unsigned-integer-overflow"],
    instrument: None,
};
