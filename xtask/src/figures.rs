//! Measures Cassay on programs that state their own limits.
//!
//! A `//@ run:` line holds the options of one run, a `//@ limit: S s M MiB` line the seconds of
//! processor time and the memory that each run may take. Every program is safe.

use crate::tool;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the programs of a folder and prints a table. Returns whether all kept their limits.
pub fn run(root: &Path, words: &[&str]) -> bool {
    let folder = root.join(words.first().copied().unwrap_or("bench/memory"));
    let tool = tool::release(root);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    if files.is_empty() {
        eprintln!("figures: no programs in {}", folder.display());
        return false;
    }
    println!("| program | options | answer | processor time | memory | limits |");
    println!("|---|---|---|---|---|---|");
    let mut kept = true;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let limit = tool::said(&text, "limit").pop().unwrap_or_default();
        for options in tool::said(&text, "run") {
            kept &= run_one(&tool, &file, &options, &limit);
        }
    }
    kept
}

fn run_one(tool: &Path, file: &Path, options: &str, limit: &str) -> bool {
    let output = Command::new(tool)
        .args(options.split_whitespace())
        .args(["--stats", "--timeout", "60s"])
        .arg(file)
        .output();
    let Ok(output) = output else {
        eprintln!("figures: {} does not run", tool.display());
        return false;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let figure = |key: &str| -> f64 {
        text.lines()
            .filter_map(|line| {
                let mut words = line.split_whitespace();
                let name = words.next()?;
                let value = words.next()?.parse::<f64>().ok()?;
                name.starts_with(key).then_some(value)
            })
            .sum()
    };
    let (seconds, memory) = (figure("cpu-"), figure("peak-"));
    let answer = text.lines().last().unwrap_or_default();
    let mut limits = limit
        .split_whitespace()
        .filter_map(|word| word.parse::<f64>().ok());
    let most_seconds = limits.next().unwrap_or(f64::MAX);
    let most_memory = limits.next().unwrap_or(f64::MAX);
    let kept =
        answer == "VERIFICATION SUCCESSFUL" && seconds <= most_seconds && memory <= most_memory;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let verdict = if kept { "kept" } else { "NOT KEPT" };
    println!(
        "| {name} | `{options}` | {answer} | {seconds:.2} s | {memory:.0} MiB | {limit}: {verdict} |"
    );
    kept
}
