//! The programs of `bench/table1` at sizes that take no time: each says with which options it is
//! safe (`//@ safe:`) and with which unsafe (`//@ unsafe:`).

use std::path::{Path, PathBuf};
use std::process::Command;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/table1");
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

/// Runs a program with every line of a key; how many there are.
fn expect(file: &Path, key: &str, status: i32) -> usize {
    let text = std::fs::read_to_string(file).expect("the program");
    let start = format!("//@ {key}:");
    let lines: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix(&start))
        .collect();
    for options in &lines {
        let output = Command::new(env!("CARGO_BIN_EXE_cassay"))
            .args(options.split_whitespace())
            .args(["--timeout", "900s"])
            .arg(file)
            .output()
            .expect("cassay starts");
        let out = String::from_utf8_lossy(&output.stdout);
        let name = file.display();
        assert_eq!(output.status.code(), Some(status), "{name}{options}: {out}");
    }
    lines.len()
}

#[test]
fn programs_are_safe_at_small_sizes() {
    let files = programs();
    assert_eq!(files.len(), 15);
    for file in files {
        assert!(expect(&file, "safe", 0) > 0, "{}", file.display());
    }
}

#[test]
fn programs_with_a_bug_are_unsafe() {
    for file in programs() {
        assert!(expect(&file, "unsafe", 1) > 0, "{}", file.display());
    }
}
