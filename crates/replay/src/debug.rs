//! The program in a debugger, stopped where the fault shows.

use crate::{Fault, Profile, Tools, compile, has_threads, visible};
use std::path::Path;
use std::process::{Command, Stdio};

/// How the debugger is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Debugging {
    /// A person sits at the terminal.
    Interactive,
    /// The calls and variables at the fault are wanted as text.
    Text,
}

/// Compiles the program with its counterexample and starts gdb, which runs it up to the fault and shows the frame of
/// `function`. Returns the text, if that is wanted; an error says why nothing could be started.
pub fn debug(
    tools: &Tools,
    fault: &Fault<'_>,
    function: &str,
    harness: &str,
    folder: &Path,
    debugging: Debugging,
) -> Result<String, String> {
    let profile = match has_threads(harness) {
        true => Profile::Thread,
        false => Profile::Gcc,
    };
    let binary = compile::compile(tools, profile, fault, harness, folder)?;
    let mut gdb = Command::new(&tools.gdb);
    gdb.args(["-q", "-ex", "set debuginfod enabled off"]);
    gdb.args(["-ex", "set breakpoint pending on"]);
    // Only what the sanitizers do not see needs a stop of its own.
    if visible::unseen(fault.class).is_some() {
        gdb.args(["-ex", &format!("break {}", fault.place)]);
    }
    gdb.args(["-ex", "run", "-ex", "backtrace"]);
    gdb.args(["-ex", &format!("frame function {function}")]);
    gdb.args(["-ex", "info locals"]);
    if debugging == Debugging::Text {
        gdb.args(["-nx", "-batch"]).stdin(Stdio::null());
    }
    gdb.arg(&binary)
        .env(
            "ASAN_OPTIONS",
            "abort_on_error=1:detect_leaks=0:detect_stack_use_after_return=1:handle_abort=0",
        )
        .env("UBSAN_OPTIONS", "abort_on_error=1")
        .env("TSAN_OPTIONS", "report_bugs=0");
    let missing = |error: std::io::Error| format!("{}: {error}\n", tools.gdb);
    match debugging {
        Debugging::Interactive => {
            gdb.status().map_err(missing)?;
            Ok(String::new())
        }
        Debugging::Text => {
            let output = gdb.output().map_err(missing)?;
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        }
    }
}
