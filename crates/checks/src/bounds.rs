//! Array bounds (C17 6.5.6p8): an index is inside its own array, even where the enclosing object
//! continues. Only the source knows where inner arrays end, so clang's sanitizer places the checks.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every index lies inside the array it is applied to, inner dimensions included.
pub(crate) const CHECK: Check = Check {
    id: "bounds",
    help: "array indices outside their array, inner dimensions included",
    docs: "An index lies inside the array it is applied to (C17 6.5.6p8 and annex J.2), even if \
        the enclosing object continues after the array: `a[1][7]` of `int a[2][4]`, or an array \
        member followed by other members. The last member of a structure counts as a flexible \
        array only if it has no size or the size 0 or 1.\n\n\
        Computing an address is no access: `a - 1` and `&a[7]` are checked only if the same \
        expression accesses memory (`*(a - 1)`). `&a[7].x` is always checked, because `a[7]` in \
        it is no address. In C++ a reference that is passed to a function or returned counts as an access.\n\n\
        Only an index applied to the array itself is checked here. For a pointer into the array \
        (`int *p = a[0]; p[5]`) the check `pointer` applies, with the bounds of the whole \
        object, because C programs iterate over several dimensions this way. Example: `index out \
        of bounds for type 'int[4]'`.",
    classes: &[PropertyClass::ArrayBounds],
    default_on: true,
    on: Some("--bounds-check"),
    off: Some("--no-bounds-check"),
    sanitizers: &["array-bounds"],
    instrument: None,
};
