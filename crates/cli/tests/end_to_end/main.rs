//! Runs every file below `tests/c` and `tests/cxx` as its own lines demand.
//!
//! `cargo test --test end_to_end -- WORD` runs the files whose path contains the word.
//! With `CASSAY_BLESS=1` the expectations are rewritten from what Cassay answers now; only with
//! `CASSAY_BLESS=flip` may a *safe* become an *unsafe* or the other way round.

mod bless;
mod driver;
mod end;
mod expect;
mod formats;
mod judge;
mod run;

use expect::{Revision, Test};
use formats::Outputs;
use run::Answer;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn main() {
    let words = driver::words();
    driver::enter_repository();
    let files = driver::programs(&words);
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
    let runs = AtomicUsize::new(0);
    let failures = driver::on_all_cores(files, |_, file| run_file(file, bless, &runs));
    let mut failures: Vec<(&PathBuf, String)> = files
        .iter()
        .zip(failures)
        .flat_map(|(file, texts)| texts.into_iter().map(move |text| (file, text)))
        .collect();
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
    let (mut failures, mut invalid) = (Vec::new(), Vec::new());
    let mut run = |revision: &Revision, judge: &dyn Fn(&Answer) -> Vec<String>| {
        runs.fetch_add(1, Ordering::Relaxed);
        // What a further run writes is what the first one wrote.
        let outputs = (!revision.is_variant).then(Outputs::new);
        let options = outputs.as_ref().map_or_else(Vec::new, Outputs::options);
        let answer = run::run(&test, revision, &options);
        let tell = |what| {
            format!(
                "{shown} [{}]: {what}\n  command: {}\n{}",
                revision.name,
                answer.command,
                answer.indented()
            )
        };
        failures.extend(judge(&answer).into_iter().map(tell));
        if let Some(outputs) = outputs {
            invalid.extend(outputs.judge(revision, &answer).into_iter().map(tell));
        }
        answer
    };
    let as_expected = |revision: &Revision, answer: &Answer| judge::judge(&test, revision, answer);
    for revision in &test.revisions {
        answers.push(run(revision, &|answer| as_expected(revision, answer)));
        for variant in revision.variants() {
            run(&variant, &|answer| as_expected(&variant, answer));
        }
        if let Some(variant) = end::run_to_end(&test, revision) {
            run(&variant, &|answer| end::judge(answer).into_iter().collect());
        }
    }
    if let Some(flip) = bless
        && !failures.is_empty()
    {
        match bless::rewrite(&test, &answers, flip) {
            Ok(()) => println!("blessed {shown}"),
            Err(what) => invalid.push(format!("{shown}: cannot be blessed: {what}")),
        }
        // No expectation makes a format valid.
        return invalid;
    }
    failures.extend(invalid);
    failures
}
