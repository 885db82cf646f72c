//! Arguments for which the C standard leaves a library function undefined (C17 7.1.4p1). The
//! models of the library make the assertions.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Every library function is called with arguments it is defined for.
pub(crate) const CHECK: Check = Check {
    id: "library-call",
    help: "arguments for which a library function is not defined",
    docs: "A function of the C library gets arguments that it is defined for (C17 7.1.4p1), \
        besides valid memory. The models of the library (docs/library.md) make these claims, and a \
        violation is reported at the call. Examples are an invalid base of `strtol`, a value that \
        is no character passed to `isalpha`, a closed stream, arguments that do not fit the \
        format, and `va_arg` with another type than that of the argument.\n\n\
        Locks and threads have rules, too (POSIX): a mutex is initialized when it is used, unlocked by \
        the thread that holds it, and free when it is destroyed; a thread does not lock a mutex or spin lock \
        that it holds, unless the mutex is recursive or checks for errors; read-write locks and spin locks \
        are released by a thread that holds them; no thread waits at a barrier that is destroyed; a \
        thread is joined at most once, and not after it was detached.\n\n\
        Accesses of a library function to memory belong to the check `pointer`: `strlen` of an \
        array without a terminating zero leaves its object and is a violation of \
        `pointer.bounds` at the call. Example: `the base is 0 or from 2 to 36`.",
    classes: &[PropertyClass::LibraryCall],
    default_on: true,
    on: None,
    off: Some("--no-library-check"),
    sanitizers: &[],
    instrument: None,
};
