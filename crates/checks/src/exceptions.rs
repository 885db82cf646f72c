//! Exceptions that end the program (C++17 18.3, 18.5.1). The program passes and the models of the C++
//! runtime make the assertions.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// No exception ends the program.
pub(crate) const CHECK: Check = Check {
    id: "exceptions",
    help: "exceptions that no handler catches, and calls of std::terminate",
    docs: "Every exception of a C++ program is caught (C++17 18.3): none leaves `main`, the function of a \
        thread, or a constructor or destructor of a global variable. Nothing calls `std::terminate` \
        (C++17 18.5.1): no exception leaves a function that is `noexcept`, or a destructor that runs because \
        of another exception, and `throw` without an operand has an exception to throw again. Whether \
        destructors run before an uncaught exception ends the program depends on the implementation; here they \
        do. Example: `uncaught exception`.",
    classes: &[PropertyClass::UncaughtException, PropertyClass::Terminate],
    default_on: true,
    on: None,
    off: Some("--no-exception-check"),
    sanitizers: &[],
    instrument: None,
};
