//! Rules of this repository that compilers do not check.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The greatest number of lines of a Rust file.
const MAX_LINES: usize = 900;

/// Checks every rule. Returns whether all hold.
pub fn run(root: &Path) -> bool {
    let files = tracked_files(root);
    let mut complaints = Vec::new();
    for file in &files {
        // Files that are not text have no lines to check.
        let Ok(text) = std::fs::read_to_string(root.join(file)) else {
            continue;
        };
        check_file(file, &text, &mut complaints);
    }
    check_rooms(root, &mut complaints);
    crate::rooms::check(root, &mut complaints);
    crate::arms::check(root, &files, &mut complaints);
    check_records(root, &mut complaints);
    for complaint in &complaints {
        eprintln!("tidy: {complaint}");
    }
    println!(
        "tidy: {} files, {} complaints",
        files.len(),
        complaints.len()
    );
    complaints.is_empty() && !files.is_empty()
}

/// Files that are tracked by git or would be added.
pub fn tracked_files(root: &Path) -> Vec<PathBuf> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output();
    let listing = output.map(|o| o.stdout).unwrap_or_default();
    String::from_utf8_lossy(&listing)
        .lines()
        .map(PathBuf::from)
        .filter(|file| root.join(file).is_file())
        .collect()
}

fn check_file(file: &Path, text: &str, complaints: &mut Vec<String>) {
    let shown = file.display();
    let extension = file.extension().and_then(|e| e.to_str()).unwrap_or("");
    if extension == "rs" {
        if !text.starts_with("//!") {
            complaints.push(format!("{shown}: does not start with //! documentation"));
        }
        let lines = text.lines().count();
        if lines > MAX_LINES {
            complaints.push(format!("{shown}: {lines} lines, more than {MAX_LINES}"));
        }
    }
    if matches!(extension, "rs" | "c" | "h" | "sh" | "md" | "toml") || extension.is_empty() {
        check_lines(file, text, complaints);
    }
}

/// Marks of unfinished work, composed here so that this file does not contain them.
fn marks() -> [String; 5] {
    [
        ["TO", "DO"].concat(),
        ["FIX", "ME"].concat(),
        ["todo", "!("].concat(),
        ["unimplemented", "!("].concat(),
        ["#[ig", "nore"].concat(),
    ]
}

/// Paths of a particular machine.
fn places() -> [String; 3] {
    [
        ["/ho", "me/"].concat(),
        ["/ro", "ot/"].concat(),
        ["/wo", "rk/"].concat(),
    ]
}

fn check_lines(file: &Path, text: &str, complaints: &mut Vec<String>) {
    let (marks, places) = (marks(), places());
    for (index, line) in text.lines().enumerate() {
        let at = format!("{}:{}", file.display(), index + 1);
        if let Some(mark) = marks.iter().find(|mark| line.contains(mark.as_str())) {
            complaints.push(format!("{at}: unfinished ({mark})"));
        }
        if let Some(place) = places.iter().find(|place| line.contains(place.as_str())) {
            complaints.push(format!("{at}: a path of one machine ({place})"));
        }
        if line.ends_with([' ', '\t']) {
            complaints.push(format!("{at}: blanks at the end"));
        }
    }
}

/// Every crate is described in ARCHITECTURE.md and inherits the lints of the workspace.
fn check_rooms(root: &Path, complaints: &mut Vec<String>) {
    let architecture = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    for entry in std::fs::read_dir(root.join("crates"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !architecture.contains(&format!("`{name}`")) {
            complaints.push(format!("ARCHITECTURE.md does not mention `{name}`"));
        }
        let manifest = std::fs::read_to_string(entry.path().join("Cargo.toml")).unwrap_or_default();
        if !manifest.contains("[lints]\nworkspace = true") {
            complaints.push(format!("crates/{name} does not take the workspace's lints"));
        }
    }
}

/// Decision records are numbered without gaps.
fn check_records(root: &Path, complaints: &mut Vec<String>) {
    let mut numbers: Vec<usize> = std::fs::read_dir(root.join("docs/adr"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.get(..4)?.parse().ok())
        .collect();
    numbers.sort_unstable();
    if numbers.is_empty() || numbers.iter().enumerate().any(|(i, n)| *n != i + 1) {
        complaints.push(format!("docs/adr is not numbered from 1 on: {numbers:?}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_complains() {
        let mut complaints = Vec::new();
        let text = format!(
            "fn f() {{}} // {}\nlet p = \"{}x\"; \n",
            marks()[0],
            places()[2]
        );
        check_file(Path::new("a.rs"), &text, &mut complaints);
        assert_eq!(complaints.len(), 4, "{complaints:?}");
        complaints.clear();
        check_file(
            Path::new("b.rs"),
            &format!("//! Long.\n{}", "\n".repeat(MAX_LINES)),
            &mut complaints,
        );
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        complaints.clear();
        check_file(Path::new("c.rs"), "//! Fine.\n", &mut complaints);
        assert!(complaints.is_empty());
    }
}
