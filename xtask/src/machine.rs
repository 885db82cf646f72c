//! Tables of what each technique of the bounded search on machines is worth, after F-SOFT's Tables I and II.
//!
//! Each program is searched with one technique after the other switched on, and by the default and `--pdr` for
//! comparison. An entry says what was found, how deep the search went, and the seconds.

use crate::tool;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The columns: a title and the options.
const COLUMNS: &[(&str, &[&str])] = &[
    ("no learning", &["--model-techniques", "none,reuse"]),
    ("UBC", &["--model-techniques", "none,reuse,ubc"]),
    (
        "learning",
        &["--model-techniques", "none,reuse,ubc,rbc,mec,frbc,brbc"],
    ),
    (
        "balanced",
        &[
            "--model-techniques",
            "none,reuse,ubc,rbc,mec,frbc,brbc,balance",
        ],
    ),
    (
        "LFP",
        &[
            "--model-techniques",
            "none,reuse,ubc,rbc,mec,frbc,brbc,loop-free",
        ],
    ),
    (
        "NTP",
        &["--model-techniques", "none,reuse,ubc,rbc,mec,frbc,brbc,ntp"],
    ),
    (
        "induction",
        &[
            "--model-techniques",
            "none,reuse,ubc,rbc,mec,frbc,brbc,induction",
        ],
    ),
    ("PDR", &["--pdr"]),
];

/// Searches programs, given as files or folders, and prints the table. Returns whether there was one.
pub fn run(root: &Path, words: &[&str]) -> bool {
    let mut files = Vec::new();
    let mut limit = "10s";
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--limit" => limit = words.next().copied().unwrap_or(limit),
            path => files.extend(programs(&root.join(path))),
        }
    }
    if files.is_empty() {
        files = programs(&root.join("bench/machine"));
    }
    let tool = tool::release(root);
    let titles: Vec<&str> = COLUMNS.iter().map(|(title, _)| *title).collect();
    println!("| program | {} |", titles.join(" | "));
    println!("|---|{}", "---|".repeat(COLUMNS.len()));
    for file in &files {
        let entries: Vec<String> = COLUMNS
            .iter()
            .map(|(_, options)| search(&tool, file, options, limit))
            .collect();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        println!("| {name} | {} |", entries.join(" | "));
    }
    !files.is_empty()
}

fn programs(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let ends = |path: &PathBuf| path.extension().is_some_and(|end| end == "c" || end == "i");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(ends).collect();
    files.sort();
    files
}

/// What a search finds.
fn search(tool: &Path, file: &Path, options: &[&str], limit: &str) -> String {
    let start = Instant::now();
    // Tasks of the SV-COMP collection call a function where they go wrong; ours have assertions.
    let source = std::fs::read_to_string(file).unwrap_or_default();
    let calls = ["reach_error", "__VERIFIER_error"];
    let property: &[&str] = match calls.iter().any(|name| source.contains(name)) {
        true => &["--property", "unreach-call", "--data-model", "ILP32"],
        false => &[],
    };
    let output = Command::new(tool)
        .args(property)
        .args(["--timeout", limit])
        .args(options)
        .arg(file)
        .output();
    let Ok(output) = output else {
        return "does not run".into();
    };
    let seconds = start.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let depth = text
        .split("up to depth ")
        .nth(1)
        .and_then(|rest| rest.split_whitespace().next())
        .map(|depth| format!(" D{depth}"))
        .unwrap_or_default();
    match output.status.code() {
        Some(0) => format!("proved {seconds:.1} s"),
        Some(1) => format!("violated {seconds:.1} s"),
        Some(3) => format!("open{depth}"),
        _ => "error".into(),
    }
}
