//! Runs every C file below `tests/c` as its own lines demand.
//!
//! `cargo test --test end_to_end -- WORD` runs the files whose path contains the word.
//! With `CASSAY_BLESS=1` the expectations are rewritten from what Cassay answers now; only with
//! `CASSAY_BLESS=flip` may a *safe* become an *unsafe* or the other way round.

mod bless;
mod expect;
mod judge;
mod run;

use expect::{Revision, Test};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Err(error) = std::env::set_current_dir(&top) {
        eprintln!("{}: {error}", top.display());
        std::process::exit(1);
    }
    let mut files = Vec::new();
    collect(Path::new("tests/c"), &mut files);
    files.sort();
    files.retain(|file| {
        let name = file.to_string_lossy();
        words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
    });
    let begin = Instant::now();
    let bless = match std::env::var("CASSAY_BLESS") {
        Ok(value) => Some(value == bless::FLIP),
        Err(_) => None,
    };
    let (runs, failures) = run_all(&files, bless);
    let known_wrong = known_wrong(&files);
    for failure in &failures {
        eprintln!("\n{failure}");
    }
    for (name, reason) in &known_wrong {
        println!("known to be wrong: {name}: {reason}");
    }
    println!(
        "end to end: {} files, {runs} runs, {} failed, {:.1} s",
        files.len(),
        failures.len(),
        begin.elapsed().as_secs_f64()
    );
    if !failures.is_empty() || (files.is_empty() && words.is_empty()) {
        std::process::exit(1);
    }
}

/// Every C file below a directory, except parts of other tests.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "parts") {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
            files.push(path);
        }
    }
}

/// The runs whose answer is known to be wrong, with the reason.
fn known_wrong(files: &[PathBuf]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in files {
        for revision in Test::read(file).into_iter().flat_map(|test| test.revisions) {
            if let Some(known) = revision.known_wrong {
                found.push((
                    format!("{} [{}]", file.display(), revision.name),
                    known.reason,
                ));
            }
        }
    }
    found
}

/// Runs the tests on all cores; the number of runs and the failures in order of file.
fn run_all(files: &[PathBuf], bless: Option<bool>) -> (usize, Vec<String>) {
    let next = AtomicUsize::new(0);
    let runs = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = run_file(file, bless, &runs);
            if let Ok(mut failures) = failures.lock() {
                failures.extend(found.into_iter().map(|text| (file.clone(), text)));
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().unwrap_or_default();
    failures.sort();
    let runs = runs.into_inner();
    (runs, failures.into_iter().map(|(_, text)| text).collect())
}

fn run_file(file: &Path, bless: Option<bool>, runs: &AtomicUsize) -> Vec<String> {
    let shown = file.display();
    let test = match Test::read(file) {
        Ok(test) => test,
        Err(what) => return vec![format!("{shown}: {what}")],
    };
    let mut answers = Vec::new();
    let mut failures = Vec::new();
    let mut run = |revision: &Revision| {
        runs.fetch_add(1, Ordering::Relaxed);
        let answer = run::run(&test, revision);
        for what in judge::judge(&test, revision, &answer) {
            failures.push(format!(
                "{shown} [{}]: {what}\n  command: {}\n{}",
                revision.name,
                answer.command,
                answer.indented()
            ));
        }
        answer
    };
    for revision in &test.revisions {
        answers.push(run(revision));
        for variant in revision.variants() {
            run(&variant);
        }
    }
    if let Some(flip) = bless
        && !failures.is_empty()
    {
        return match bless::rewrite(&test, &answers, flip) {
            Ok(()) => {
                println!("blessed {shown}");
                Vec::new()
            }
            Err(what) => vec![format!("{shown}: cannot be blessed: {what}")],
        };
    }
    failures
}
