//! Shifts (C17 6.5.7p3-4): the amount is not negative and less than the width, and a signed left
//! shift keeps the value representable.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No shift is by a negative or too large amount, or of a value it cannot be applied to.
pub(crate) const CHECK: Check = Check {
    id: "shift",
    help: "shifts out of range",
    docs: "The amount of a shift is not negative and less than the width of the promoted left \
        operand (C17 6.5.7p3). The left operand of a signed `<<` is not negative and the result is \
        representable (C17 6.5.7p4). A right shift of a negative value is implementation-defined \
        and accepted. Unsigned left shifts may lose bits.\n\n\
        Example: `shift out of range in type 'int'`.",
    classes: &[PropertyClass::Shift],
    default_on: true,
    on: Some("--ub-shift-check"),
    off: Some("--no-ub-shift-check"),
    sanitizers: &["shift"],
    instrument: None,
};
