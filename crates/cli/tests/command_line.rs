//! Exit codes, last lines and messages: what scripts rely on.

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};

fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli");
    path.join(name).display().to_string()
}

/// Runs Cassay; words that name a fixture become its path.
fn cassay(words: &str) -> Output {
    let args = words.split_whitespace().map(|word| {
        if PathBuf::from(fixture(word)).exists() {
            fixture(word)
        } else {
            word.to_string()
        }
    });
    Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args(args)
        .output()
        .expect("cassay starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Expects exit status 2, nothing on standard output and this beginning of the message.
#[track_caller]
fn refused(words: &str, message: &str) -> String {
    let output = cassay(words);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{words}: {text}");
    assert_eq!(stdout(&output), "", "{words}");
    assert!(text.starts_with("error: "), "{words}: {text}");
    assert!(text.contains(message), "{words}: {text}");
    text
}

#[test]
fn bad_options_are_refused() {
    refused("", "no input file");
    refused(
        "--smt-output /no/such/folder/x.smt2 safe.c",
        "cannot be written",
    );
    refused("--frobnicate safe.c", "unknown option '--frobnicate'");
    refused("--unwid 3 safe.c", "did you mean '--unwind'?");
    refused("--unwind many safe.c", "'many' is not a number");
    refused("--unwind", "--unwind needs a value");
    refused("--timeout soon safe.c", "'soon' is not a duration");
    refused("--memlimit much safe.c", "'much' is not a size");
    refused("--data-model LP32 safe.c", "'LP32' is not a data model");
    refused("--json --show-vcc safe.c", "it cannot be used with --json");
    refused(
        "--message-format xml safe.c",
        "'xml' is not one of human, short and json",
    );
    refused("--solver z4 safe.c", "unknown solver 'z4'");
    refused(
        "--fixedbv-format float=20.20 safe.c",
        "option --fixedbv-format: 20.20 has 40 bits, and float has only 32",
    );
    refused(
        "--fixedbv --harness-output /no/such/folder/x.c safe.c",
        "--harness-output cannot be combined with --fixedbv",
    );
    refused(
        "--smtlib-solver-prog /no/such/solver safe.c",
        "the solver smtlib is not installed; to get it:",
    );
    refused(
        "--smtlib-solver-prog true safe.c",
        "the solver smtlib cannot be used:",
    );
    refused("--property nonsense safe.c", "unknown property 'nonsense'");
    refused(
        "--property missing.prp safe.c",
        "missing.prp: cannot be read",
    );
    refused(
        "--property other.prp safe.c",
        "is not a property that Cassay knows",
    );
}

#[test]
fn bad_inputs_are_refused() {
    refused("no_such_file.c", "no_such_file.c: no such file");
    refused("safe.c --function nowhere", "no function 'nowhere'");
    refused("no_main.c", "no function 'main'");
    refused("safe.c --unwindset main.7:3", "there is no loop 'main.7'");
    refused("unreach.prp", "unreach.prp: not a file in C");
    refused("--clang /no/such/clang safe.c", "/no/such/clang");
    let folder = env!("CARGO_MANIFEST_DIR");
    refused(folder, "is a directory");
}

#[test]
fn bad_interrupts_are_refused() {
    let wrong = |options: &str, message: &str| {
        refused(&format!("handlers.c {options}"), message);
    };
    wrong("--interrupt", "option --interrupt needs a value (HANDLER)");
    wrong("--interrupt 1tick", "'1tick' is not a handler");
    wrong("--interrupt tick:", "'tick:' is not a handler");
    wrong("--interrupt tick@0", "a priority is a number from 1");
    wrong(
        "--interrupt tick --interrupt tick@2",
        "the handler 'tick' is given twice",
    );
    wrong(
        "--interrupt tock",
        "there is no function 'tock' with a body",
    );
    wrong("--interrupt takes", "the handler 'takes' takes parameters");
    wrong(
        "--interrupt main",
        "the handler 'main' is the function where the program starts",
    );
    wrong("--interrupt tick:no", "there is no global variable 'no'");
    wrong(
        "--interrupt tick:real",
        "the variable 'real' is not an integer",
    );
    wrong(
        "--interrupt tick:pointer",
        "the variable 'pointer' is not an integer",
    );
    wrong(
        "--interrupt tick:mask&0x100000000",
        "the variable 'mask' has only 32 bits",
    );
    wrong(
        "--interrupt tick --interrupt-disable off",
        "option --interrupt-disable: there is no function 'off'",
    );
    wrong(
        "--interrupt-limit 3",
        "option --interrupt-limit needs a handler (--interrupt)",
    );
    wrong(
        "--interrupt tick --interrupt-word 24",
        "'24' is not 8, 16, 32 or 64",
    );
    wrong(
        "--interrupt tick --harness-output /no/such/folder/x.c",
        "--harness-output cannot be combined with --interrupt",
    );
}

#[test]
fn the_compilers_own_message_is_shown() {
    let text = refused("not_c.c", "not_c.c");
    assert!(text.contains("not_c.c:2:10: error: "), "{text}");
    assert!(text.contains("undeclared_name"), "{text}");
}

#[test]
fn empty_and_unreadable_files_are_refused() {
    let folder = std::env::temp_dir().join(format!("cassay-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let empty = folder.join("empty.c");
    std::fs::write(&empty, "").expect("written");
    let message = format!("{}: the file is empty", empty.display());
    refused(&empty.display().to_string(), &message);
    let blank = folder.join("blank.c");
    std::fs::write(&blank, "/* nothing here */\n").expect("written");
    refused(&blank.display().to_string(), "no function 'main'");
    let binary = folder.join("binary.c");
    std::fs::write(&binary, [0u8, 159, 146, 150, 0xff, 0, 1]).expect("written");
    refused(&binary.display().to_string(), "binary.c");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn verdicts_have_their_last_line_and_status() {
    let safe = cassay("safe.c");
    assert_eq!(safe.status.code(), Some(0), "{}", stderr(&safe));
    assert!(stdout(&safe).ends_with("VERIFICATION SUCCESSFUL\n"));
    let bug = cassay("two_bugs.c");
    assert_eq!(bug.status.code(), Some(1), "{}", stderr(&bug));
    assert!(stdout(&bug).ends_with("\nVERIFICATION FAILED\n"));
    let unknown = cassay("endless.c --unwind 3");
    assert_eq!(unknown.status.code(), Some(3), "{}", stderr(&unknown));
    let text = stdout(&unknown);
    assert!(text.ends_with("\nVERIFICATION UNKNOWN\n"), "{text}");
    let before = text.lines().rev().nth(1).unwrap_or("");
    assert!(
        before.starts_with("unknown: bound 3 reached by"),
        "{before}"
    );
    assert!(before.contains("endless.c:"), "{before}");
}

#[test]
fn a_bounded_answer_says_so() {
    for option in ["--no-unwinding-assertions", "--partial-loops"] {
        let output = cassay(&format!("endless.c --unwind 3 {option} --quiet"));
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{option}: {text}");
        assert_eq!(
            text,
            "no violation up to bound 3\nVERIFICATION SUCCESSFUL\n"
        );
    }
}

#[test]
fn quiet_prints_the_verdict_only() {
    let output = cassay("two_bugs.c --quiet");
    assert_eq!(stdout(&output), "VERIFICATION FAILED\n");
}

#[test]
fn every_property_is_decided_on_request() {
    let text = stdout(&cassay("two_bugs.c --multi-property"));
    assert!(text.contains("error[bounds, CWE-119]: "), "{text}");
    assert!(
        text.contains("error[division-by-zero, CWE-369]: "),
        "{text}"
    );
    assert!(text.contains("\nclass "), "{text}");
    let text = stdout(&cassay("two_bugs.c --multi-property --list-properties"));
    let properties = text
        .lines()
        .filter(|l| l.contains("  violated at bound 1  "))
        .count();
    assert!(properties >= 2, "{text}");
}

#[test]
fn only_the_property_asked_for_is_checked() {
    for words in [
        "overflow.c --property unreach-call",
        "overflow.c --property unreach.prp",
    ] {
        let output = cassay(words);
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    }
}

/// The time is that of processors, which does not grow when others use them, too: three processes
/// that stop in the second after the limit have not spent more.
#[test]
fn the_time_limit_is_kept_to_the_second() {
    let script = format!(
        "{} {} --timeout 2s; code=$?; times >&2; exit $code",
        env!("CARGO_BIN_EXE_cassay"),
        fixture("endless.c")
    );
    let output = Command::new("sh").args(["-c", &script]).output();
    let output = output.expect("sh starts");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let times = stderr(&output);
    let children = times.lines().last().expect("the times of children");
    let seconds = children.split_whitespace().map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    });
    let spent = seconds.sum::<Option<f64>>().expect("two times");
    assert!(spent < 9.0, "{times}");
    let text = stdout(&output);
    assert!(text.ends_with("VERIFICATION UNKNOWN\n"), "{text}");
    assert!(text.contains("unknown: time limit reached"), "{text}");
}

#[test]
fn an_interrupt_is_answered_with_what_is_known() {
    let child = Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args(["--timeout", "900s", &fixture("endless.c")])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("cassay starts");
    // The first bound is done when there are workers.
    support::child(&child, "cassay-base").expect("it goes on for ever");
    let killed = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("cassay ends");
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    assert!(
        text.contains("unknown: interrupted; no violation up to bound "),
        "{text}"
    );
    assert!(text.ends_with("VERIFICATION UNKNOWN\n"), "{text}");
}

#[test]
fn a_crash_is_an_internal_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args(["--timeout", "900s", &fixture("endless.c")])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("cassay starts");
    support::child(&child, "cassay-base").expect("it goes on for ever");
    // The shell's own `kill`: the program of that name need not be installed.
    let killed = Command::new("sh")
        .args(["-c", &format!("kill -ABRT {}", child.id())])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    let status = child.wait().expect("cassay ends");
    let mut text = String::new();
    let mut pipe = child.stderr.take().expect("a pipe");
    std::io::Read::read_to_string(&mut pipe, &mut text).expect("read");
    assert_eq!(status.code(), Some(70), "{text}");
    assert!(text.starts_with("internal error: aborted\nThis is a bug in Cassay"));
}

#[test]
fn the_memory_limit_is_an_answer() {
    let output = cassay("endless.c --memlimit 60m --timeout 900s");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(text.contains("memory limit reached"), "{text}");
    assert!(text.ends_with("VERIFICATION UNKNOWN\n"), "{text}");
}

#[test]
fn a_limit_on_the_address_space_is_an_answer() {
    let script = format!(
        "ulimit -v 1500000; exec {} {} --timeout 900s --unwind 1000000",
        env!("CARGO_BIN_EXE_cassay"),
        fixture("endless.c")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .output()
        .expect("sh starts");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("VERIFICATION UNKNOWN\n"));
}

#[test]
fn listings_print_and_stop() {
    let help = cassay("--help");
    assert_eq!(help.status.code(), Some(0));
    assert!(stdout(&help).contains("--unwindset ID:N,..."));
    assert!(stdout(&cassay("--version")).starts_with("cassay "));
    assert!(stdout(&cassay("--show-solvers")).contains("bitwuzla"));
    let loops = stdout(&cassay("endless.c --show-loops"));
    assert!(loops.starts_with("main.0  "), "{loops}");
    assert!(loops.contains("endless.c:"), "{loops}");
    let claims = stdout(&cassay("two_bugs.c --show-claims"));
    assert!(claims.contains("main.bounds.1  "), "{claims}");
    let functions = stdout(&cassay("two_bugs.c --show-goto-functions"));
    assert!(functions.contains("fn main("), "{functions}");
    assert!(functions.contains("assert "), "{functions}");
}

#[test]
fn the_formula_is_written_as_smt_lib() {
    let file = std::env::temp_dir().join(format!("cassay-{}.smt2", std::process::id()));
    let output = cassay(&format!("two_bugs.c --smt-output {}", file.display()));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let script = std::fs::read_to_string(&file).expect("the script was written");
    assert!(script.contains("(set-logic "), "{script}");
    assert!(script.contains("(check-sat)"), "{script}");
    std::fs::remove_file(&file).expect("removed");
}

#[test]
fn figures_are_printed_before_the_verdict() {
    let output = cassay("two_bugs.c --stats");
    let text = stdout(&output);
    for name in ["vcs-generated", "vcs-left", "solver-calls", "peak-memory"] {
        assert!(text.contains(name), "{text}");
    }
    assert!(text.ends_with("MiB\nVERIFICATION FAILED\n"), "{text}");
}

#[test]
fn the_same_input_gives_the_same_output() {
    let first = stdout(&cassay("two_bugs.c --multi-property"));
    assert_eq!(stdout(&cassay("two_bugs.c --multi-property")), first);
}

#[test]
fn the_readme_shows_what_cassay_prints() {
    let top = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(top.join("README.md")).expect("README.md");
    for example in ["examples/char_stuffing.c", "examples/handover.c"] {
        let output = Command::new(env!("CARGO_BIN_EXE_cassay"))
            .arg(example)
            .current_dir(&top)
            .output()
            .expect("cassay starts");
        let shown = format!("```console\n$ ./cassay {example}\n{}```", stdout(&output));
        assert!(readme.contains(&shown), "README.md should show:\n{shown}");
    }
}

#[test]
fn the_examples_answer_as_they_say() {
    for (words, status) in [
        ("average.c", 1),
        ("average.c -DFIXED", 0),
        ("ring_buffer.c", 0),
        ("ring_buffer.c -DBUG", 1),
        ("linked_list.c", 0),
        ("linked_list.c -DBUG", 1),
        ("uptime.c --32 --interrupt on_tick --interrupt-limit 3", 0),
        ("uptime.c --32 --interrupt on_tick -DBUG", 1),
    ] {
        let output = cassay(&format!("../../examples/{words} --timeout 900s"));
        assert_eq!(
            output.status.code(),
            Some(status),
            "{words}: {}",
            stdout(&output)
        );
    }
}

#[test]
fn the_reference_of_options_is_up_to_date() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let now = stdout(&cassay("--help-markdown"));
    if std::env::var_os("CASSAY_BLESS").is_some() {
        std::fs::write(&path, &now).expect("docs/options.md is written");
    } else {
        assert_eq!(kept, now, "docs/options.md is stale: run `make bless`");
    }
}
