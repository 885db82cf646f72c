//! Calls of pure virtual functions (C++17 13.4p6), which the models of the C++ runtime claim never to happen.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No virtual function is called that its class leaves undefined.
pub(crate) const CHECK: Check = Check {
    id: "pure-virtual",
    help: "calls of pure virtual functions",
    docs: "A constructor or destructor of an abstract class does not call, through other functions, a virtual \
        function that the class declares pure (C++17 13.4p6): the object is not of the derived class then. \
        Deleted virtual functions are not called either. Example: `pure virtual function called`.",
    classes: &[PropertyClass::PureVirtual],
    default_on: true,
    on: None,
    off: Some("--no-pure-virtual-check"),
    sanitizers: &[],
    instrument: None,
};
