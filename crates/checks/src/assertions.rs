//! Assertions of the user and calls of error functions. The front-end makes both where they are
//! called.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// `assert`, `__VERIFIER_assert` and their like hold; `reach_error` and its like are not called.
pub(crate) const CHECK: Check = Check {
    id: "assertions",
    help: "assertions and calls of error functions",
    classes: &[PropertyClass::Assertion, PropertyClass::ErrorCall],
    default_on: true,
    on: None,
    off: Some("--no-assertions"),
    sanitizers: &[],
    instrument: None,
};
