//! Compiles a program with its counterexample and reads what the sanitizers say.

use crate::visible;
use std::fmt::{self, Write};
use std::path::Path;
use std::process::Command;

/// A compiler and its sanitizers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// gcc: addresses and undefined behaviour.
    Gcc,
    /// clang: the same, and what gcc folds away or does not look for.
    Clang,
    /// clang: values that were never written.
    Memory,
    /// gcc: data races. Only with it threads take turns at every access.
    Thread,
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Profile::Gcc => "gcc's sanitizers or the program itself",
            Profile::Clang => "clang's sanitizers",
            Profile::Memory => "clang's MemorySanitizer",
            Profile::Thread => "gcc's ThreadSanitizer or the threads themselves",
        })
    }
}

/// What Cassay says.
pub struct Fault<'a> {
    /// `file:line`.
    pub place: String,
    /// The class of the property.
    pub class: &'a str,
    /// Words of which a report has one.
    pub kinds: &'static [&'static str],
    /// Whether a sanitizer should see it. Others are only tried, and given up earlier.
    pub expected: bool,
}

impl Fault<'_> {
    /// Seconds after which a program that waits for something is given up.
    fn seconds(&self) -> &'static str {
        if self.expected { "60" } else { "10" }
    }

    /// Seconds without a step after which threads are known not to follow the counterexample.
    fn patience(&self) -> &'static str {
        if self.expected {
            "-DCASSAY_PATIENCE=15"
        } else {
            "-DCASSAY_PATIENCE=3"
        }
    }
}

/// What the sanitizers say.
pub enum Seen {
    /// The same.
    Fault,
    /// Something else: this.
    Nothing(String),
    /// The sanitizer cannot work on this machine, and why.
    Unable(&'static str),
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

/// Seconds of processor time that a program may use: it follows one execution, and some have no end.
const PROCESSOR_SECONDS: &str = "--cpu=10";

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

/// What LeakSanitizer says where it may not stop its own process to look at it.
const NO_TRACING: &str = "LeakSanitizer has encountered a fatal error";

/// What ThreadSanitizer says where addresses are too random for it.
const NO_MAPPING: &str = "unexpected memory mapping";

/// The compilers of C and of C++.
const GCC: (&str, &str) = ("gcc", "g++");
const CLANG: (&str, &str) = ("clang-19", "clang++-19");

/// Options for [`END`].
const WRAPS: &str = "-Wl,--wrap=_exit,--wrap=_Exit,--wrap=quick_exit,--wrap=abort";

/// What the harness says cannot be given.
pub fn open(harness: &str) -> Vec<String> {
    harness
        .lines()
        .skip_while(|line| !line.ends_with("cannot be given:"))
        .skip(1)
        .take_while(|line| line.starts_with(" *   "))
        .map(|line| line[5..].to_owned())
        .collect()
}

/// Compiles and runs; an error says why that did not work.
pub fn examine(
    profile: Profile,
    fault: &Fault<'_>,
    harness: &str,
    folder: &Path,
) -> Result<Seen, String> {
    let binary = folder.join(format!("{profile:?}"));
    compile(profile, fault, harness, &binary)?;
    let leaks = visible::is_about_leaks(fault.class);
    let asan = format!(
        "detect_leaks={}:detect_stack_use_after_return={}:handle_abort={}:symbolize=1\
         :detect_invalid_pointer_pairs=2:strict_string_checks=1:detect_odr_violation=0:allocator_may_return_null=1",
        u8::from(leaks),
        u8::from(!leaks),
        u8::from(!leaks)
    );
    // Without places to start from, everything that is not freed is lost.
    let roots = u8::from(fault.class != "memory-cleanup");
    let lsan =
        format!("use_globals={roots}:use_stacks={roots}:use_registers={roots}:use_tls={roots}");
    let output = Command::new("prlimit")
        .args([PROCESSOR_SECONDS, "timeout", fault.seconds()])
        .arg(&binary)
        // Files that the program makes by a relative name are none of the source tree's.
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .env("ASAN_OPTIONS", asan)
        .env("LSAN_OPTIONS", lsan)
        .env("UBSAN_OPTIONS", "print_stacktrace=1")
        .env("MSAN_OPTIONS", "handle_abort=1")
        .env("TSAN_OPTIONS", "atexit_sleep_ms=0:report_thread_leaks=0")
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let of_kind = fault.kinds.iter().any(|kind| text.contains(kind));
    let uninitialised = profile == Profile::Memory && text.contains("use-of-uninitialized-value");
    let placed = match fault.place.split_once(':') {
        // Memory of the program, not of the library.
        Some((file, _)) if leaks => text.contains(&format!("/{file}:")),
        Some(_) | None => !visible::has_place(fault.class) || names_place(&text, &fault.place),
    };
    if of_kind && placed || uninitialised {
        return Ok(Seen::Fault);
    }
    if leaks && text.contains(NO_TRACING) {
        return Ok(Seen::Unable("LeakSanitizer may not trace processes here"));
    }
    if profile == Profile::Thread && text.contains(NO_MAPPING) {
        return Ok(Seen::Unable("ThreadSanitizer cannot place its memory here"));
    }
    Ok(Seen::Nothing(format!(
        "  {}\n{}",
        output.status,
        text.lines()
            .take(12)
            .map(|l| format!("  | {l}\n"))
            .collect::<String>()
    )))
}

/// Whether a report names a line of a file.
fn names_place(report: &str, place: &str) -> bool {
    report.match_indices(place).any(|(at, _)| {
        let next = report[at + place.len()..].chars().next();
        let before = report[..at].chars().next_back();
        !next.is_some_and(|c| c.is_ascii_digit())
            && before.is_none_or(|c| !(c.is_alphanumeric() || c == '_'))
    })
}

fn compile(
    profile: Profile,
    fault: &Fault<'_>,
    harness: &str,
    binary: &Path,
) -> Result<(), String> {
    let mut script = "set -e\n".to_owned();
    let mut flags = vec![
        "-g",
        "-O0",
        "-w",
        "-fno-omit-frame-pointer",
        "-pthread",
        fault.patience(),
    ];
    flags.extend(CALLS);
    let compiler = match profile {
        Profile::Gcc => {
            flags.push("-fsanitize=address,undefined,float-cast-overflow,bounds-strict");
            if visible::is_about_pairs(fault.class) {
                flags.push("-fsanitize=pointer-compare,pointer-subtract");
            }
            if visible::is_about_iterators(fault.class) {
                flags.push("-D_GLIBCXX_DEBUG");
            }
            GCC
        }
        Profile::Clang => {
            flags.push("-fsanitize=address,undefined,float-cast-overflow");
            flags.extend(visible::clang_option(fault.class));
            CLANG
        }
        Profile::Memory => {
            flags.push("-fsanitize=memory");
            CLANG
        }
        Profile::Thread => {
            flags.push("-fsanitize=thread");
            GCC
        }
    };
    if visible::is_about_objects(fault.class) {
        flags.push("-fno-sanitize=alignment");
    }
    flags.push("-fno-sanitize-recover=all");
    let mut end = String::new();
    if visible::is_about_leaks(fault.class) {
        let file = format!("{}.end.c", binary.display());
        std::fs::write(&file, END).map_err(|error| error.to_string())?;
        let _ = writeln!(script, "{} -w -c \"$0.end.c\" -o \"$0.end.o\"", compiler.0);
        end = format!("{WRAPS} \"$0.end.o\"");
    }
    let flags = flags.join(" ");
    let mut commands = commands(harness).peekable();
    commands
        .peek()
        .ok_or("the harness does not say how to compile it")?;
    while let Some((cxx, _, words)) = commands.next() {
        let compiler = if cxx { compiler.1 } else { compiler.0 };
        let link = match commands.peek() {
            None => format!("{end} -o \"$0\""),
            Some(_) => String::new(),
        };
        let _ = writeln!(script, "{compiler} {flags} {words} {link}");
    }
    let output = Command::new("sh")
        .args(["-c", &script])
        .arg(binary)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(text
        .lines()
        .take(12)
        .map(|l| format!("  | {l}\n"))
        .collect())
}
