//! Objects of classes with virtual functions that are used as objects of another class.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// An object is of the class that it is used as.
pub(crate) const CHECK: Check = Check {
    id: "bad-cast",
    help: "downcasts to classes that the object is not of",
    docs: "A `static_cast` to a derived class, a call of a member function and an access to a member are \
        through a pointer or reference to an object of that class or of one derived from it \
        ([expr.static.cast], [class.cdtor]). It also finds objects that are used before their \
        constructor ran or after their destructor did. Only classes with virtual functions are \
        checked: others do not know what they are. Not checked is C++ that is compiled with `-fno-rtti`. \
        Example: ``the object is not of type 'Derived'``.",
    classes: &[PropertyClass::BadCast],
    default_on: true,
    on: None,
    off: Some("--no-bad-cast-check"),
    sanitizers: &["vptr"],
    instrument: None,
};
