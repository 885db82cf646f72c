//! Builtins with arguments for which they are undefined, such as `__builtin_clz(0)`.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No builtin gets an argument for which its result is undefined.
pub(crate) const CHECK: Check = Check {
    id: "builtin",
    help: "undefined arguments of builtins",
    docs: "The argument of `__builtin_clz`, `__builtin_ctz` and their variants is not zero, for \
        which they are undefined; the argument of `__builtin_assume` holds. Example: `undefined \
        argument of a builtin`.",
    classes: &[PropertyClass::InvalidBuiltin],
    default_on: true,
    on: None,
    off: Some("--no-builtin-check"),
    sanitizers: &["builtin"],
    instrument: None,
};
