//! `--replay`, `--gdb`, `--seed-output` and `--test-output`: counterexamples as compiled programs.

mod support;

use std::process::Command;
use support::Folder;

/// A table that is read at an input; `LAST` is the greatest index that the program lets pass.
const TABLE: &str = "int nondet_int(void);
unsigned char nondet_uchar(void);
int table[10];
static int get(int i) { return table[i]; }
int main(void) {
  int n = nondet_int();
  if (n < 0 || n > LAST) return 3;
  if (nondet_uchar() == 7 && n % 5 == 3)
    return get(n);
  return 4;
}
";

/// Runs a command of a shell in the folder; its exit status and what it says on standard error.
fn shell(folder: &Folder, command: &str) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder.path())
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), text)
}

/// The command of a file's comment that begins with a word.
fn command(folder: &Folder, file: &str, word: &str) -> String {
    let text = std::fs::read_to_string(folder.path().join(file)).expect("the file");
    let start = format!(" *   {word} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&start));
    format!("{word} {}", line.expect("a command"))
}

#[test]
fn a_fault_is_seen_and_the_verdict_stays_the_last_line() {
    let folder = Folder::new("replay-seen");
    folder.write("table.c", TABLE);
    let text = folder.expect(&["--replay", "-DLAST=20", "table.c"], 1);
    let told = "replay: seen by gcc's sanitizers or the program itself: index 1";
    assert!(text.contains(told), "{text}");
    assert!(text.ends_with("VERIFICATION FAILED\n"), "{text}");
    let text = folder.expect(&["--replay", "-DLAST=9", "table.c"], 0);
    assert!(!text.contains("replay"), "{text}");
}

#[test]
fn every_violation_is_replayed() {
    let folder = Folder::new("replay-several");
    folder.write(
        "two.c",
        "int nondet_int(void);\nint main(void) {\n  int x = nondet_int(), y = nondet_int();\n  \
         if (x == 5) return x / y;\n  return 7 << y;\n}\n",
    );
    let text = folder.expect(&["--replay", "--multi-property", "two.c"], 1);
    let seen: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("replay: "))
        .collect();
    assert!(seen.len() >= 2, "{text}");
    assert!(seen.iter().all(|line| line.contains(" seen by ")), "{text}");
    assert!(seen[0].starts_with("two.c:4:"), "{text}");
}

#[test]
fn what_no_sanitizer_sees_is_told_with_its_reason() {
    let folder = Folder::new("replay-hidden");
    let nan = "double nondet_double(void);\nint main(void) { double d = nondet_double(); return d - d > 1; }\n";
    folder.write("nan.c", nan);
    let text = folder.expect(&["--replay", "--nan-check", "nan.c"], 1);
    let told = "replay: not visible: nan: no sanitizer looks for NaN\n";
    assert!(text.contains(told), "{text}");
}

#[test]
fn a_first_value_that_nobody_gives_is_seen_by_memory_sanitizer() {
    let folder = Folder::new("replay-first");
    folder.write(
        "first.c",
        "#include <assert.h>\nint main(void) { int x; assert(x != 5); }\n",
    );
    let text = folder.expect(&["--replay", "first.c"], 1);
    let told = "replay: seen by clang's MemorySanitizer: use-of-uninitialized-value\n";
    assert!(text.contains(told), "{text}");
}

#[test]
fn a_program_that_does_not_compile_is_not_seen() {
    let folder = Folder::new("replay-broken");
    folder.write(
        "only.c",
        "#include <assert.h>\n#ifndef __clang__\n#error not for this compiler\n#endif\n\
         int nondet_int(void);\nint main(void) { assert(nondet_int() != 5); }\n",
    );
    // clang's sanitizers are the second choice.
    let text = folder.expect(&["--replay", "only.c"], 1);
    assert!(
        text.contains("replay: seen by clang's sanitizers"),
        "{text}"
    );
    folder.write(
        "never.c",
        "#include <assert.h>\nint nondet_int(void);\nint main(void) { assert(nondet_int() != 5); }\n\
         int elsewhere(void);\nint (*unused)(void) = elsewhere;\n__asm__(\"this is no instruction\");\n",
    );
    let text = folder.expect(&["--replay", "never.c"], 1);
    assert!(text.contains("replay: not seen\n"), "{text}");
    assert!(text.contains("no such instruction"), "{text}");
}

#[test]
fn what_no_compiled_program_does_is_refused() {
    let folder = Folder::new("replay-refused");
    folder.write("f.c", "int main(void) { return 0; }\n");
    for option in ["--replay", "--gdb", "--seed-output=s", "--test-output=t.c"] {
        let name = option.split('=').next().unwrap_or(option);
        folder.refused(
            &["f.c", option, "--fixedbv"],
            &format!("{name} cannot be combined"),
        );
    }
    folder.refused(
        &["f.c", "--test-output", "no/such/t.c"],
        "cannot be written",
    );
    assert!(!folder.path().join("s").exists());
}

#[test]
fn a_seed_leads_to_the_fault_under_the_compiler_and_the_fuzzer() {
    let folder = Folder::new("replay-seed");
    folder.write("table.c", TABLE);
    folder.expect(&["--seed-output", "seeds", "-DLAST=20", "table.c"], 1);
    let seed = std::fs::read(folder.path().join("seeds/seed")).expect("a seed");
    assert_eq!(seed.len(), 5, "{seed:?}");
    let index = i32::from_le_bytes([seed[0], seed[1], seed[2], seed[3]]);
    assert!((10..=20).contains(&index) && seed[4] == 7, "{seed:?}");
    let build = command(&folder, "seeds/reader.c", "gcc");
    let fault = format!("index {index} out of bounds");
    let (status, text) = shell(&folder, &format!("{build} && ./a.out < seeds/seed"));
    assert!(status != Some(0) && text.contains(&fault), "{text}");
    // Another seed, and one that ends too early.
    let (status, text) = shell(&folder, "printf '\\003\\0\\0\\0\\007' | ./a.out");
    assert_eq!((status, text.as_str()), (Some(0), ""));
    let (status, text) = shell(&folder, "printf '\\003\\0' | ./a.out");
    assert_eq!((status, text.as_str()), (Some(0), ""));
    let build = command(&folder, "seeds/reader.c", "clang").replacen("clang", "clang-19", 1);
    let (status, text) = shell(
        &folder,
        &format!("{build} && ./a.out -detect_leaks=0 seeds/seed"),
    );
    assert!(status != Some(0) && text.contains(&fault), "{text}");
}

#[test]
fn a_seed_holds_arguments_and_values_of_every_kind() {
    let folder = Folder::new("replay-seed-kinds");
    folder.write(
        "kinds.cpp",
        "#include <cassert>\nextern \"C\" { bool nondet_bool(); double nondet_double(); \
         short nondet_short(); void __VERIFIER_assume(int); long odd(); }\n\
         int main() {\n  bool b = nondet_bool();\n  double d = nondet_double();\n  \
         __VERIFIER_assume(d > 1.5);\n  assert(!b || d != 2.25 || nondet_short() != -3 || odd() != 1l << 40);\n}\n",
    );
    folder.expect(&["--seed-output", "seeds", "kinds.cpp"], 1);
    let build = command(&folder, "seeds/reader.c", "gcc");
    let link = command(&folder, "seeds/reader.c", "g++");
    let (status, text) = shell(
        &folder,
        &format!("{build} && {link} && ./a.out < seeds/seed"),
    );
    assert!(status != Some(0) && text.contains("Assertion"), "{text}");
    folder.write(
        "entry.c",
        "#include <assert.h>\nstruct point { int x; short y; };\nint check(char c, struct point *p) {\n  \
         if (p) assert(c != 'k' || p->x != -9 || p->y != 4);\n  return 0;\n}\n",
    );
    folder.expect(
        &["--seed-output", "entry", "--function", "check", "entry.c"],
        1,
    );
    let build = command(&folder, "entry/reader.c", "gcc");
    let (status, text) = shell(&folder, &format!("{build} && ./a.out < entry/seed"));
    assert!(status != Some(0) && text.contains("Assertion"), "{text}");
}

#[test]
fn a_regression_test_fails_until_the_fault_is_gone() {
    let folder = Folder::new("replay-test");
    folder.write("table.c", TABLE);
    folder.expect(&["--test-output", "test.c", "-DLAST=20", "table.c"], 1);
    let build = command(&folder, "test.c", "gcc");
    let (status, text) = shell(&folder, &format!("{build} && ./a.out"));
    assert_eq!(status, Some(1), "{text}");
    let told = "regression: array index out of bounds: a sanitizer tells of it\n";
    assert!(text.ends_with(told), "{text}");
    // Its own status is not the test's.
    let fixed = build.replace("-DLAST=20", "-DLAST=9");
    assert_ne!(fixed, build);
    assert_eq!(
        shell(&folder, &format!("{fixed} && ./a.out")),
        (Some(0), String::new())
    );
}

#[test]
fn a_regression_test_tells_of_signals_and_of_other_entries() {
    let folder = Folder::new("replay-test-signal");
    folder.write(
        "entry.c",
        "#include <assert.h>\nint check(int x) {\n  if (x > LIMIT) assert(x != 77);\n  return x;\n}\n",
    );
    let args = [
        "--test-output",
        "test.c",
        "--function",
        "check",
        "-DLIMIT=0",
        "entry.c",
    ];
    folder.expect(&args, 1);
    let build = command(&folder, "test.c", "gcc");
    let (status, text) = shell(&folder, &format!("{build} && ./a.out"));
    assert_eq!(status, Some(1), "{text}");
    assert!(
        text.ends_with(": the program is ended by a signal\n"),
        "{text}"
    );
    let fixed = build.replace("-DLIMIT=0", "-DLIMIT=100");
    assert_eq!(shell(&folder, &format!("{fixed} && ./a.out")).0, Some(0));
}

#[test]
fn the_debugger_stops_in_the_function_of_the_fault() {
    if Command::new("gdb").arg("--version").output().is_err() {
        // The text says so, which is all that can be checked here.
        let folder = Folder::new("replay-no-gdb");
        folder.write("table.c", TABLE);
        let text = folder.expect(&["--gdb", "-DLAST=20", "table.c"], 1);
        assert!(text.contains("gdb: not started:\n"), "{text}");
        return;
    }
    let folder = Folder::new("replay-gdb");
    folder.write("table.c", TABLE);
    let output = Command::new("sh")
        .args(["-c", "exec \"$0\" --gdb -DLAST=20 table.c < /dev/null"])
        .arg(env!("CARGO_BIN_EXE_cassay"))
        .current_dir(folder.path())
        .output()
        .expect("cassay starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(" in get (i=1"), "{text}");
    assert!(text.contains("at table.c:4"), "{text}");
    assert!(text.ends_with("VERIFICATION FAILED\n"), "{text}");
}
