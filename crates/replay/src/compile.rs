//! Compiles a program with its counterexample, as the comment of the harness says but with more sanitizers.

use crate::{Fault, Profile, beginning, visible};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs that are used.
#[derive(Clone, Debug)]
pub struct Tools {
    /// The compiler of C of GNU.
    pub gcc: String,
    /// The one of C++.
    pub gxx: String,
    /// The compiler of C of LLVM.
    pub clang: String,
    /// The one of C++.
    pub clangxx: String,
    /// The debugger.
    pub gdb: String,
}

impl Tools {
    /// The programs under their usual names. `clang` is the one to use if the user named one.
    pub fn new(clang: Option<&Path>) -> Tools {
        let named = clang.map(|path| path.display().to_string());
        let clang = named.unwrap_or_else(|| match found("clang-19") {
            true => "clang-19".to_owned(),
            false => "clang".to_owned(),
        });
        // The driver of C++ has the same name with two signs in it: clang++-19.
        let clangxx = match clang.rfind("clang") {
            Some(at) => format!("{}clang++{}", &clang[..at], &clang[at + "clang".len()..]),
            None => clang.clone(),
        };
        Tools {
            gcc: "gcc".to_owned(),
            gxx: "g++".to_owned(),
            clang,
            clangxx,
            gdb: "gdb".to_owned(),
        }
    }
}

/// Whether there is a program of this name.
fn found(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

/// Seconds without a step after which threads are known not to follow the counterexample.
fn patience(fault: &Fault<'_>) -> String {
    format!("-DCASSAY_PATIENCE={}", (fault.seconds / 4).max(1))
}

/// Copies are calls, so that their arguments are looked at.
const CALLS: &[&str] = &[
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    "-fno-builtin-strcpy",
    "-fno-builtin-strncpy",
    "-fno-builtin-strcat",
    "-fno-builtin-strlen",
];

/// What the commands of a harness start with after the compiler; the rest of them is used as it is.
const SANITIZERS: &str = "-g -fsanitize=address,undefined -fno-sanitize-recover=all ";

/// The same for a program with several threads.
const THREADS_SANITIZERS: &str = "-g -pthread -fsanitize=thread ";

/// The commands of a harness: whether they are for C++ and with threads, and what to compile.
fn commands(harness: &str) -> impl Iterator<Item = (bool, bool, &str)> {
    let comment = harness.lines().take_while(|line| !line.starts_with(" */"));
    comment.filter_map(|line| {
        let command = line.strip_prefix(" *   ")?;
        let (cxx, words) = match command.strip_prefix("gcc ") {
            Some(words) => (false, words),
            None => (true, command.strip_prefix("g++ ")?),
        };
        let alone = words.strip_prefix(SANITIZERS).map(|words| (false, words));
        let threads = words.strip_prefix(THREADS_SANITIZERS);
        let (threads, words) = alone.or(threads.map(|words| (true, words)))?;
        Some((cxx, threads, words))
    })
}

/// Whether a harness makes threads take turns.
pub fn has_threads(harness: &str) -> bool {
    commands(harness).any(|(_, threads, _)| threads)
}

/// Looks for leaks where the program ends without the library's knowledge, too.
const END: &str = r"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
void __lsan_do_leak_check(void);
void __real__exit(int);
static void aborted(int signal) {
  __lsan_do_leak_check();
  __real__exit(1);
}
__attribute__((constructor)) static void begin(void) { signal(SIGABRT, aborted); }
void __wrap__exit(int status) {
  __lsan_do_leak_check();
  __real__exit(status);
}
void __wrap__Exit(int status) { __wrap__exit(status); }
void __wrap_quick_exit(int status) { __wrap__exit(status); }
/* Without a signal: its frame would keep registers, and with them pointers that the program has lost. */
void __wrap_abort(void) { __wrap__exit(1); }
";

/// Options for [`END`].
const WRAPS: &str = "-Wl,--wrap=_exit,--wrap=_Exit,--wrap=quick_exit,--wrap=abort";

/// What a harness says cannot be given to a compiled program.
pub fn open(harness: &str) -> Vec<String> {
    harness
        .lines()
        .skip_while(|line| !line.ends_with("cannot be given:"))
        .skip(1)
        .take_while(|line| line.starts_with(" *   "))
        .map(|line| line[5..].to_owned())
        .collect()
}

/// Compiles into a binary in the folder; an error says why that did not work.
pub(crate) fn compile(
    tools: &Tools,
    profile: Profile,
    fault: &Fault<'_>,
    harness: &str,
    folder: &Path,
) -> Result<PathBuf, String> {
    let binary = folder.join(format!("{profile:?}"));
    let (script, end) = script(tools, profile, fault, harness)?;
    if end {
        let file = folder.join(format!("{profile:?}.end.c"));
        std::fs::write(&file, END).map_err(|error| format!("  | {}: {error}\n", file.display()))?;
    }
    let output = Command::new("timeout")
        .args(["-k", "1", "300", "sh", "-c", &script])
        .arg(&binary)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("  | timeout: {error}\n"))?;
    match output.status.success() {
        true => Ok(binary),
        false => Err(beginning(&String::from_utf8_lossy(&output.stderr))),
    }
}

/// The commands for a shell, whose `$0` is the binary; and whether they compile [`END`].
fn script(
    tools: &Tools,
    profile: Profile,
    fault: &Fault<'_>,
    harness: &str,
) -> Result<(String, bool), String> {
    let mut script = "set -e\n".to_owned();
    let patience = patience(fault);
    let mut flags = vec![
        "-g",
        "-O0",
        "-w",
        "-fno-omit-frame-pointer",
        "-pthread",
        &patience,
    ];
    flags.extend(CALLS);
    let gcc = (tools.gcc.as_str(), tools.gxx.as_str());
    let clang = (tools.clang.as_str(), tools.clangxx.as_str());
    let compiler = match profile {
        Profile::Gcc => {
            flags.push("-fsanitize=address,undefined,float-cast-overflow,bounds-strict");
            if visible::is_about_pairs(fault.class) {
                flags.push("-fsanitize=pointer-compare,pointer-subtract");
            }
            if visible::is_about_iterators(fault.class) {
                flags.push("-D_GLIBCXX_DEBUG");
            }
            gcc
        }
        Profile::Clang => {
            flags.push("-fsanitize=address,undefined,float-cast-overflow");
            flags.extend(visible::clang_option(fault.class));
            clang
        }
        Profile::Memory => {
            flags.push("-fsanitize=memory");
            clang
        }
        Profile::Thread => {
            flags.push("-fsanitize=thread");
            gcc
        }
    };
    if visible::is_about_objects(fault.class) {
        flags.push("-fno-sanitize=alignment");
    }
    flags.push("-fno-sanitize-recover=all");
    let leaks = visible::is_about_leaks(fault.class);
    let mut end = String::new();
    if leaks {
        let _ = writeln!(script, "{} -w -c \"$0.end.c\" -o \"$0.end.o\"", compiler.0);
        end = format!("{WRAPS} \"$0.end.o\"");
    }
    let flags = flags.join(" ");
    let mut commands = commands(harness).peekable();
    commands
        .peek()
        .ok_or("  | the harness does not say how to compile it\n")?;
    while let Some((cxx, _, words)) = commands.next() {
        let compiler = if cxx { compiler.1 } else { compiler.0 };
        let link = match commands.peek() {
            None => format!("{end} -o \"$0\""),
            Some(_) => String::new(),
        };
        let _ = writeln!(script, "{compiler} {flags} {words} {link}");
    }
    Ok((script, leaks))
}
