//! Labels that must not be reached. The front-end makes the assertions at the labels.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No label that the user named is reached.
pub(crate) const CHECK: Check = Check {
    id: "error-label",
    help: "labels that must not be reached",
    docs: "A C label that `--error-label` names, in any function, is never reached, whether by \
        `goto` or from the statement before it. The option may be given several times. It is an \
        error if the program does not have the label; the message lists the labels that exist. \
        Labels in static functions that are never called are not compiled and count as missing. \
        The option cannot be combined with `--property`. Example: ``label `ERROR` is reached``.",
    classes: &[PropertyClass::ErrorLabel],
    default_on: false,
    on: Some("--error-label LABEL"),
    off: None,
    sanitizers: &[],
    instrument: None,
};
