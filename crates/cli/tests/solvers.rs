//! What becomes of a run when its solver fails, and when two solvers race.

#![cfg(unix)]

mod support;

use std::process::Command;
use support::Folder;

/// Only a solver sees whether the claim holds.
fn program(claim: &str) -> String {
    format!(
        "#include <assert.h>
int nondet_int(void);
int main(void) {{
  int x = nondet_int(), y = nondet_int();
  if (x > 1 && x < 1000 && y > 1 && y < 1000) assert({claim});
  return 0;
}}
"
    )
}

const SAFE: &str = "x * y != 896303 || x == 899 || x == 997";
const UNSAFE: &str = "x * y != 896303";

/// A program that passes for a solver when it is tried out, and does this when it is needed.
fn traitor(folder: &Folder, name: &str, deed: &str) -> String {
    let script = format!(
        r#"#!/bin/sh
if [ "$1" = --version ]; then echo "traitor 1.0"; exit 0; fi
if [ -e "$0.tried" ]; then {deed}; exit 0; fi
touch "$0.tried"
reply=sat
while read -r line; do
  case "$line" in
    "(check-sat"*) echo "$reply"; reply=unsat ;;
    "(get-value"*) echo '((x #xff))' ;;
    "(echo"*) line="${{line#*\"}}"; echo "${{line%\"*}}" ;;
  esac
done
"#
    );
    // The executable file is written by another process: open for writing in this one, it would be
    // open as well in a child that another test forks, and could not be executed.
    let source = folder.write(&format!("{name}.sh"), script);
    let path = source.with_extension("");
    let mut copy = Command::new("install");
    copy.args(["-m", "755"]).args([&source, &path]);
    assert!(copy.status().expect("install starts").success());
    path.display().to_string()
}

const DEEDS: [(&str, &str, &str); 4] = [
    ("dies", "exit 3", "failed"),
    (
        "garbage",
        "while read -r l; do echo garbage; done",
        "failed",
    ),
    ("closes", "exec 1>&-; sleep 100", "failed"),
    ("silent", "sleep 1000", "did not answer in time"),
];

#[test]
fn another_solver_proves_where_one_fails() {
    another_solver_takes_over("proves", SAFE, 0);
}

#[test]
fn another_solver_refutes_where_one_fails() {
    another_solver_takes_over("refutes", UNSAFE, 1);
}

/// Every deed of a traitor leaves the answer as it is.
fn another_solver_takes_over(name: &str, claim: &str, status: i32) {
    let folder = Folder::new(name);
    folder.write("file.c", program(claim));
    for (name, deed, told) in DEEDS {
        let command = traitor(&folder, name, deed);
        // A silent program is given up after half of the time; the other half is enough on the
        // busiest machine.
        let time = if name == "silent" { "40s" } else { "900s" };
        let args = [
            "--timeout",
            time,
            "--smtlib-solver-prog",
            &command,
            "file.c",
        ];
        let text = folder.expect(&args, status);
        assert!(
            text.contains("solver smtlib") && text.contains(told),
            "{name}: {text}"
        );
    }
}

#[test]
fn without_substitutes_a_failed_solver_is_an_unknown_answer() {
    let folder = Folder::new("no-fallback");
    folder.write("safe.c", program(SAFE));
    for (name, deed, told) in &DEEDS[..3] {
        let command = traitor(&folder, name, deed);
        let args = [
            "--no-solver-fallback",
            "--smtlib-solver-prog",
            &command,
            "safe.c",
        ];
        let text = folder.expect(&args, 3);
        assert!(text.contains(told), "{name}: {text}");
        assert!(text.ends_with("VERIFICATION UNKNOWN\n"), "{name}: {text}");
    }
}

#[test]
fn the_first_of_two_solvers_answers() {
    let folder = Folder::new("portfolio");
    folder.write("safe.c", program(SAFE));
    folder.write("unsafe.c", program(UNSAFE));
    for options in [&["--portfolio"][..], &["--portfolio", "--unwind", "2"]] {
        for (file, status) in [("safe.c", 0), ("unsafe.c", 1)] {
            folder.expect(&[options, &[file]].concat(), status);
        }
    }
    // The other one answers where one only fails.
    let command = traitor(&folder, "traitor", "sleep 1000");
    let args = [
        "--no-solver-fallback",
        "--smtlib-solver-prog",
        &command,
        "--portfolio-solver",
        "bitwuzla",
        "safe.c",
    ];
    folder.expect(&args, 0);
}

#[test]
fn every_question_is_written_where_that_is_wanted() {
    let folder = Folder::new("smt-log");
    folder.write("safe.c", program(SAFE));
    folder.expect(&["--smt-log", "log", "safe.c"], 0);
    let script = folder.path().join("log/cassay-00001.smt2");
    let script = std::fs::read_to_string(script).expect("a script");
    assert!(
        script.contains("bvmul") && script.contains("(check-sat)"),
        "{script}"
    );
    folder.expect(&["--smt-log", "safe.c/log", "safe.c"], 2);
}

#[test]
fn solvers_tell_what_they_counted() {
    let folder = Folder::new("statistics");
    folder.write("safe.c", program(SAFE));
    for (solver, counted) in [("bitwuzla", "sat::"), ("cadical", "gates = ")] {
        let args = ["--solver", solver, "--stats", "--verbosity", "2", "safe.c"];
        let text = folder.expect(&args, 0);
        assert!(
            text.contains("  solver: ") && text.contains(counted),
            "{solver}: {text}"
        );
    }
}

#[test]
fn wrong_words_about_solvers_are_refused() {
    let folder = Folder::new("solver-words");
    folder.write("safe.c", program(SAFE));
    for (args, told) in [
        (["--portfolio-solver", "z4"], "unknown solver 'z4'"),
        (
            ["--ir", "--bitwuzla"],
            "the solver bitwuzla has no integers",
        ),
        (
            ["--portfolio-solver", "cadical+ir"],
            "the solver cadical has no integers",
        ),
        (
            ["--portfolio-solver", "bitwuzla+xy"],
            "unknown encoding 'xy'",
        ),
    ] {
        let text = folder.expect(&[&args[..], &["safe.c"]].concat(), 2);
        assert!(text.contains(told), "{text}");
    }
}
