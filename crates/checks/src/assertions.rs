//! Assertions of the user and calls of error functions. The front-end makes both at the call.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// `assert`, `__VERIFIER_assert` and their like hold; `reach_error` and its like are not called.
pub(crate) const CHECK: Check = Check {
    id: "assertions",
    help: "assertions and calls of error functions",
    docs: "Every asserted condition holds: `assert` of `<assert.h>`, `__VERIFIER_assert`, \
        `__ESBMC_assert`, `__CPROVER_assert`, `__llbmc_assert`. No error function is called: \
        `reach_error` or `__VERIFIER_error`, whether it has a body or not.\n\n\
        A call of `abort` or `exit` is no violation. Under `NDEBUG` the macro `assert` checks \
        nothing, as in any compiler. Example: ``assertion failed: `x > 0```.",
    classes: &[PropertyClass::Assertion, PropertyClass::ErrorCall],
    default_on: true,
    on: None,
    off: Some("--no-assertions"),
    sanitizers: &[],
    instrument: None,
};
