//! Labels that must not be reached. The front-end makes the assertions at the labels.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No label that the user named is reached.
pub(crate) const CHECK: Check = Check {
    id: "error-label",
    help: "labels that must not be reached",
    docs: "A C label that `--error-label` names, in any function, is never reached, whether by \
        `goto` or from the statement before it. The option may be given several times. A label \
        that the program does not have is an error, and the labels it has are listed; those of \
        static functions that nobody calls are not compiled and count as missing. Cannot be \
        combined with `--property`. Example: ``label `ERROR` is reached``.",
    classes: &[PropertyClass::ErrorLabel],
    default_on: false,
    on: Some("--error-label LABEL"),
    off: None,
    sanitizers: &[],
    instrument: None,
};
