//! Runs a compiled program and reads what its sanitizer says.

use crate::{Fault, Profile, Said, beginning, visible};
use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// What LeakSanitizer says where it may not stop its own process to look at it.
const NO_TRACING: &str = "LeakSanitizer has encountered a fatal error";

/// What ThreadSanitizer says where addresses are too random for it.
const NO_MAPPING: &str = "unexpected memory mapping";

/// So much of what a program says is read.
const MOST_READ: u64 = 1 << 22;

/// Ten seconds of processor time are enough for one execution; some have no end.
const SHELL: &str = "ulimit -t 10; exec timeout -k 1 \"$0\" \"$1\"";

/// Runs the program; an error says why that did not work.
pub(crate) fn execute(
    profile: Profile,
    fault: &Fault<'_>,
    kinds: &[&str],
    binary: &Path,
    folder: &Path,
) -> Result<Said, String> {
    let leaks = visible::is_about_leaks(fault.class);
    let (status, text) = run(fault, binary, folder, leaks)?;
    let kind = kinds.iter().find(|kind| text.contains(**kind));
    let uninitialised = profile == Profile::Memory && text.contains("use-of-uninitialized-value");
    let placed = match fault.place.split_once(':') {
        // Memory of the program, not of the library.
        Some((file, _)) if leaks => text.contains(&format!("/{file}:")),
        Some(_) | None => !visible::has_place(fault.class) || names_place(&text, &fault.place),
    };
    if let Some(kind) = kind
        && placed
    {
        return Ok(Said::Fault(words(&text, kind)));
    }
    if uninitialised {
        return Ok(Said::Fault("use-of-uninitialized-value".to_owned()));
    }
    if leaks && text.contains(NO_TRACING) {
        return Ok(Said::Unable("LeakSanitizer may not trace processes here"));
    }
    if profile == Profile::Thread && text.contains(NO_MAPPING) {
        return Ok(Said::Unable("ThreadSanitizer cannot place its memory here"));
    }
    Ok(Said::Nothing(format!("  {status}\n{}", beginning(&text))))
}

/// Runs the program in the folder; how it ends, and what it says on standard error.
fn run(
    fault: &Fault<'_>,
    binary: &Path,
    folder: &Path,
    leaks: bool,
) -> Result<(ExitStatus, String), String> {
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
    let mut child = Command::new("sh")
        .args(["-c", SHELL, &fault.seconds.max(1).to_string()])
        .arg(binary)
        // Files that the program makes by a relative name are none of the source tree's.
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .env("ASAN_OPTIONS", asan)
        .env("LSAN_OPTIONS", lsan)
        .env("UBSAN_OPTIONS", "print_stacktrace=1")
        .env("MSAN_OPTIONS", "handle_abort=1")
        .env("TSAN_OPTIONS", "atexit_sleep_ms=0:report_thread_leaks=0")
        .spawn()
        .map_err(|error| format!("  | sh: {error}\n"))?;
    let mut text = Vec::new();
    if let Some(mut pipe) = child.stderr.take() {
        let read = (&mut pipe).take(MOST_READ).read_to_end(&mut text);
        // The rest is not kept, but a full pipe must not stop the program.
        let rest = read.and_then(|_| std::io::copy(&mut pipe, &mut std::io::sink()));
        rest.map_err(|error| format!("  | {error}\n"))?;
    }
    let status = child.wait().map_err(|error| format!("  | {error}\n"))?;
    Ok((status, String::from_utf8_lossy(&text).into_owned()))
}

/// The words of a report that has this kind, without what differs from run to run: numbers of processes and addresses.
fn words(report: &str, kind: &str) -> String {
    let line = report.lines().find(|line| line.contains(kind));
    let line = line.unwrap_or(kind);
    let starts = ["runtime error: ", "ERROR: ", "WARNING: "];
    let said = starts
        .iter()
        .find_map(|start| line.split_once(start))
        .map_or(line, |(_, said)| said);
    let ends = [
        " on address",
        " on unknown address",
        " 0x",
        ": 0x",
        " (pid=",
    ];
    let end = ends.iter().filter_map(|end| said.find(end)).min();
    let said = said[..end.unwrap_or(said.len())].trim();
    said.trim_end_matches([':', '(', ',']).trim_end().to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_named_as_a_whole() {
        assert!(names_place("#0 main /a/f.c:12:3", "f.c:12"));
        assert!(!names_place("#0 main /a/f.c:123", "f.c:12"));
        assert!(!names_place("#0 main /a/of.c:12", "f.c:12"));
        assert!(names_place("/a/of.c:12 f.c:12", "f.c:12"));
    }

    #[test]
    fn words_are_the_same_in_every_run() {
        let asan =
            "x\n==812==ERROR: AddressSanitizer: heap-use-after-free on address 0x6020 at pc 0x55\n";
        assert_eq!(
            words(asan, "heap-use-after-free"),
            "AddressSanitizer: heap-use-after-free"
        );
        let ubsan = "f.c:3:9: runtime error: load of misaligned address 0x7ffd for type 'int'";
        assert_eq!(words(ubsan, "misaligned"), "load of misaligned address");
        let index = "f.c:3:9: runtime error: index 16 out of bounds for type 'int [10]'";
        assert_eq!(
            words(index, "out of bounds"),
            "index 16 out of bounds for type 'int [10]'"
        );
        assert_eq!(words("", "SEGV"), "SEGV");
    }
}
