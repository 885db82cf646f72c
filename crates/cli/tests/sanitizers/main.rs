//! What Cassay calls unsafe, the sanitizers of gcc and clang see too.
//!
//! Every unsafe run of the programs below `tests/c` and `tests/cxx` is replayed (`--replay`): compiled together with its
//! counterexample and sanitizers, and run. The fault must be reported on the line and of the kind that
//! Cassay says. What sanitizers cannot see is listed by class and reason in `crates/replay/src/visible.rs`, rests on
//! something that the file says cannot be given, or is marked in the program with
//! `//@ unseen: reason`; a marked one that is seen after all fails. Nothing else is left out.
//!
//! `cargo test --test sanitizers -- WORD` takes the programs whose path contains the word.

// Shared with the end-to-end test, which uses more of it.
#[allow(dead_code)]
#[path = "../end_to_end/driver.rs"]
mod driver;
#[allow(dead_code)]
#[path = "../end_to_end/expect.rs"]
mod expect;
#[allow(dead_code)]
#[path = "../end_to_end/run.rs"]
mod run;

use expect::{Revision, Test};
use std::collections::BTreeMap;
use std::time::Instant;

fn main() {
    let words = driver::words();
    driver::enter_repository();
    let begin = Instant::now();
    let jobs = jobs(&words);
    let results = examine_all(&jobs);
    let mut failed = print(&results);
    let confirmed =
        |(_, examined): &&(String, Examined)| matches!(examined, Examined::Confirmed(_));
    let confirmed = results.iter().filter(confirmed).count();
    if words.is_empty() && confirmed < LEAST_CONFIRMED {
        eprintln!("only {confirmed} are confirmed; {LEAST_CONFIRMED} were before");
        failed = true;
    }
    println!(
        "sanitizers: {} unsafe runs, {:.1} s",
        results.len(),
        begin.elapsed().as_secs_f64()
    );
    if failed || results.is_empty() && words.is_empty() {
        std::process::exit(1);
    }
}

/// So many runs are confirmed at least, so that reasons do not take the place of sanitizers unnoticed.
/// Raise it with the number of tests.
const LEAST_CONFIRMED: usize = 800;

/// One unsafe run of a program.
struct Job {
    test: Test,
    revision: Revision,
}

impl Job {
    fn name(&self) -> String {
        let path = self.test.path.display();
        match self.revision.name.as_str() {
            "" => path.to_string(),
            name => format!("{path} [{name}]"),
        }
    }
}

/// What became of a run.
enum Examined {
    /// A sanitizer, or the failing assertion itself, tells of the same fault.
    Confirmed(String),
    /// No sanitizer can see it, and why.
    NotVisible(String),
    /// Neither.
    Failed(String),
}

/// The unsafe runs of the programs whose path contains one of the words.
fn jobs(words: &[String]) -> Vec<Job> {
    let files = driver::programs(words);
    let mut jobs = Vec::new();
    for file in files {
        // What is wrong with a file is told by the end-to-end test.
        let Ok(test) = Test::read(&file) else {
            continue;
        };
        for revision in &test.revisions {
            if revision.verdict == "unsafe" && revision.known_wrong.is_none() {
                jobs.push(Job {
                    test: test.clone(),
                    revision: revision.clone(),
                });
            }
        }
    }
    jobs
}

/// Examines the runs on all cores; the results in their order.
fn examine_all(jobs: &[Job]) -> Vec<(String, Examined)> {
    // Threads that block each other are told after some seconds, in which another program can run.
    driver::on_all_cores_times(2, jobs, |_, job| (job.name(), examine(job)))
}

/// Examines one run: what Cassay finds, then what the sanitizers say to it.
fn examine(job: &Job) -> Examined {
    if let Some(reason) = beyond_programs(&job.revision.flags) {
        return Examined::NotVisible(reason.to_owned());
    }
    let mut revision = job.revision.clone();
    revision.flags.push("--replay".to_owned());
    if job.revision.unseen.is_some() {
        // It is only tried, and given up earlier.
        revision.flags.push("--replay-timeout=10s".to_owned());
    }
    let answer = run::run(&job.test, &revision, &[]);
    let said = |start: &str| {
        answer
            .output
            .lines()
            .find_map(|line| line.split(start).nth(1))
    };
    let unseen = &job.revision.unseen;
    match (
        said("replay: seen by "),
        said("replay: not visible: "),
        unseen,
    ) {
        (Some(who), _, None) => {
            let (profile, _) = who.split_once(": ").unwrap_or((who, ""));
            Examined::Confirmed(profile.to_owned())
        }
        (Some(who), _, Some(_)) => Examined::Failed(format!("unseen, but seen by {who}")),
        (None, _, Some(reason)) => Examined::NotVisible(reason.clone()),
        (None, Some(reason), None) => Examined::NotVisible(reason.to_owned()),
        (None, None, None) => Examined::Failed(format!("not seen:\n{}", answer.indented())),
    }
}

/// Prints the counts and what failed; whether anything did.
fn print(results: &[(String, Examined)]) -> bool {
    let mut confirmed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut failed = 0;
    for (name, result) in results {
        match result {
            Examined::Confirmed(profile) => *confirmed.entry(profile).or_default() += 1,
            Examined::NotVisible(reason) => reasons.entry(reason).or_default().push(name),
            Examined::Failed(what) => {
                failed += 1;
                eprintln!("\n{name}: {what}");
            }
        }
    }
    println!("confirmed: {}", confirmed.values().sum::<usize>());
    for (profile, count) in &confirmed {
        println!("  {count} by {profile}");
    }
    println!(
        "not visible to sanitizers: {}",
        reasons.values().map(Vec::len).sum::<usize>()
    );
    for (reason, names) in &reasons {
        println!("  {} {reason}: {}", names.len(), names.join(", "));
    }
    println!("failed: {failed}");
    failed > 0
}

/// Why no compiled program behaves as the options let the program behave.
fn beyond_programs(flags: &[String]) -> Option<&'static str> {
    let has = |start: &str| flags.iter().any(|flag| flag.starts_with(start));
    if has("--fixedbv") {
        Some("a compiled program computes by IEEE 754, not with fixed-point numbers")
    } else if has("--interrupt") {
        Some("a compiled program has no interrupts")
    } else {
        None
    }
}
