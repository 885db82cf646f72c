//! The end of a harness that is a regression test: it runs the program in a process of its own and looks how that ends.

use crate::report::Finding;
use cassay_ir::PropertyClass;
use std::fmt::Write;

/// What the comment says about the exit status.
pub(super) const STATUS: &str = " *
 * The program gets the inputs of the counterexample. Exit status 1, with a reason on standard error, means that the
 * fault is still there; 0 that the program ended without it, whatever its own exit status, or asked for other inputs.
";

/// The test, with `CASSAY_MAIN`, `CASSAY_FAULT` and `CASSAY_LEAKS` left open.
const TEST: &str = include_str!("harness_test.c");

/// Writes the function that the system or the linker calls.
pub(super) fn write(out: &mut String, finding: &Finding, wrapped: bool) {
    let leaks = matches!(
        finding.class,
        PropertyClass::MemoryLeak | PropertyClass::MemoryCleanup
    );
    let name = if wrapped { "__wrap_main" } else { "main" };
    let fault = finding.class.title().replace(['"', '\\'], "'");
    let _ = writeln!(out, "\n#define CASSAY_MAIN {name}");
    let _ = writeln!(out, "#define CASSAY_FAULT \"{fault}\"");
    let leaks = u8::from(leaks);
    let _ = writeln!(out, "#define CASSAY_LEAKS \"detect_leaks={leaks}\"");
    out.push_str(TEST);
}
