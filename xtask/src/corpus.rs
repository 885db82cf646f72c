//! Runs the front-end over every C file of a folder and reports the results.
//!
//! Each file is read by a process of its own (`cassay --parse-only`), so that a crash or an
//! endless loop costs that file only. Task definitions (`.yml`) beside the files say the data
//! model.

use crate::tool;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Seconds that one file may take.
const LIMIT: u64 = 60;

/// The result for a file.
enum Outcome {
    /// Accepted; the unsupported constructs, with the number of their places.
    Accepted(Vec<(String, u64)>),
    /// Rejected, with the first message.
    Rejected(String),
    /// The tool crashed.
    Crashed(String),
    /// The tool did not end in time.
    TimedOut,
}

/// Runs the front-end over a folder. Returns whether it crashed nowhere.
pub fn run(root: &Path, words: &[&str]) -> bool {
    let mut folders = Vec::new();
    let mut report = None;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "--json" => report = rest.next().map(PathBuf::from),
            folder => folders.push(PathBuf::from(folder)),
        }
    }
    let mut files = Vec::new();
    let mut ilp32 = BTreeSet::new();
    for folder in &folders {
        collect(folder, &mut files, &mut ilp32);
    }
    files.sort();
    if files.is_empty() {
        eprintln!("corpus-check: no C files found");
        return false;
    }
    let start = Instant::now();
    let tool = tool::release(root);
    let outcomes = tool::in_parallel(tool::processors(), &files, |file| {
        check(&tool, file, ilp32.contains(file))
    });
    let seconds = start.elapsed().as_secs_f64();
    print_report(&files, &outcomes, seconds);
    if let Some(path) = report {
        let text = format!("{:#}\n", to_json(&files, &outcomes, seconds));
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("corpus-check: {}: {error}", path.display());
            return false;
        }
    }
    !outcomes.iter().any(|o| matches!(o, Outcome::Crashed(_)))
}

/// Finds the C files below a folder, and those of them that are for 32-bit machines.
fn collect(folder: &Path, files: &mut Vec<PathBuf>, ilp32: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files, ilp32);
        } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
            files.push(path);
        } else if path.extension().is_some_and(|e| e == "yml") {
            ilp32.extend(ilp32_inputs(&path));
        }
    }
}

/// The files of a task definition, if it is for a 32-bit machine.
fn ilp32_inputs(definition: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(definition).unwrap_or_default();
    if !text.contains("data_model: ILP32") {
        return Vec::new();
    }
    // Quotes, brackets and dashes surround names and do not occur in the relevant ones.
    let words = text.split(|c: char| c.is_whitespace() || "'\"[],".contains(c));
    words
        .filter(|word| word.ends_with(".c") || word.ends_with(".i"))
        .map(|name| definition.with_file_name(name))
        .collect()
}

fn check(tool: &Path, file: &Path, ilp32: bool) -> Outcome {
    let words = ["--parse-only", "--timeout", &LIMIT.to_string()].map(OsString::from);
    let model = if ilp32 { "--32" } else { "--64" };
    let words: Vec<OsString> = words
        .into_iter()
        .chain([model.into(), file.into()])
        .collect();
    let run = match tool::run(tool, &words, LIMIT) {
        Ok(run) => run,
        Err(error) => return Outcome::Crashed(format!("{}: {error}", tool.display())),
    };
    match run.code {
        _ if run.killed => Outcome::TimedOut,
        Some(0) => Outcome::Accepted(constructs(&run.out)),
        Some(2) => Outcome::Rejected(first_message(&run.err)),
        Some(3) => Outcome::TimedOut,
        Some(code) => Outcome::Crashed(format!("exit status {code}: {}", line(&run.err, 0))),
        None => Outcome::Crashed("ended by a signal".into()),
    }
}

/// The constructs in a summary: each line has a count, a name and places.
fn constructs(summary: &str) -> Vec<(String, u64)> {
    summary
        .lines()
        .filter_map(|line| {
            let (count, rest) = line.strip_prefix(' ')?.trim_start().split_once("  ")?;
            let (what, _) = rest.rsplit_once(": ")?;
            Some((what.to_string(), count.parse().ok()?))
        })
        .collect()
}

/// The compiler's first error, or the tool's own message.
fn first_message(text: &str) -> String {
    let compiler = text
        .lines()
        .skip(1)
        .find_map(|line| line.split_once("error: "));
    match compiler {
        Some((_, message)) => message.to_string(),
        None => line(text, 0),
    }
}

fn line(text: &str, index: usize) -> String {
    text.lines().nth(index).unwrap_or("").to_string()
}

/// A construct over all files.
#[derive(Default)]
struct Row<'f> {
    files: usize,
    places: u64,
    example: Option<&'f Path>,
}

/// Every unsupported construct, ordered by the number of files.
fn rows<'f>(files: &'f [PathBuf], outcomes: &'f [Outcome]) -> Vec<(&'f str, Row<'f>)> {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for (file, outcome) in files.iter().zip(outcomes) {
        let Outcome::Accepted(constructs) = outcome else {
            continue;
        };
        for (what, places) in constructs {
            let row = rows.entry(what).or_default();
            row.files += 1;
            row.places += places;
            row.example.get_or_insert(file);
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|(what, row)| (std::cmp::Reverse(row.files), *what));
    rows
}

/// How many files had which result, under the names that both reports use.
fn counts(outcomes: &[Outcome]) -> [(&'static str, usize); 5] {
    let count = |wanted: fn(&Outcome) -> bool| outcomes.iter().filter(|o| wanted(o)).count();
    [
        (
            "accepted",
            count(|o| matches!(o, Outcome::Accepted(list) if list.is_empty())),
        ),
        (
            "accepted, not all supported",
            count(|o| matches!(o, Outcome::Accepted(list) if !list.is_empty())),
        ),
        ("rejected", count(|o| matches!(o, Outcome::Rejected(_)))),
        ("crashed", count(|o| matches!(o, Outcome::Crashed(_)))),
        ("timed out", count(|o| matches!(o, Outcome::TimedOut))),
    ]
}

fn print_report(files: &[PathBuf], outcomes: &[Outcome], seconds: f64) {
    for (file, outcome) in files.iter().zip(outcomes) {
        let file = file.display();
        match outcome {
            Outcome::Accepted(_) => {}
            Outcome::Rejected(message) => println!("rejected   {file}: {message}"),
            Outcome::Crashed(how) => println!("CRASHED    {file}: {how}"),
            Outcome::TimedOut => println!("TIMED OUT  {file}"),
        }
    }
    let rows = rows(files, outcomes);
    if !rows.is_empty() {
        println!("\n files  places  construct that is not supported, with an example");
    }
    for (what, row) in rows {
        let example = row.example.map(|path| path.display().to_string());
        let (files, places) = (row.files, row.places);
        println!(
            "{files:>6}  {places:>6}  {what}  ({})",
            example.unwrap_or_default()
        );
    }
    println!();
    for (name, count) in counts(outcomes) {
        println!("{count:>6}  {name}");
    }
    println!("{:>6}  files in {seconds:.1} s", files.len());
}

fn to_json(files: &[PathBuf], outcomes: &[Outcome], seconds: f64) -> serde_json::Value {
    let entries: Vec<_> = files
        .iter()
        .zip(outcomes)
        .map(|(file, outcome)| {
            let file = file.display().to_string();
            match outcome {
                Outcome::Accepted(list) => {
                    let list: BTreeMap<_, _> = list.iter().cloned().collect();
                    json!({ "file": file, "outcome": "accepted", "unsupported": list })
                }
                Outcome::Rejected(message) => {
                    json!({ "file": file, "outcome": "rejected", "message": message })
                }
                Outcome::Crashed(how) => {
                    json!({ "file": file, "outcome": "crashed", "message": how })
                }
                Outcome::TimedOut => json!({ "file": file, "outcome": "timed out" }),
            }
        })
        .collect();
    let constructs: Vec<_> = rows(files, outcomes)
        .into_iter()
        .map(|(what, row)| {
            let example = row.example.map(|path| path.display().to_string());
            json!({ "construct": what, "files": row.files, "places": row.places, "example": example })
        })
        .collect();
    let counts: BTreeMap<_, _> = counts(outcomes).into_iter().collect();
    json!({ "seconds": seconds, "counts": counts, "constructs": constructs, "files": entries })
}
