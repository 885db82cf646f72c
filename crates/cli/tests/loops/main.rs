//! Proofs and violations of random loop programs against explicit enumeration of their states.
//!
//! The programs have a few variables of four bits, loops of every form, and claims; all states that
//! an execution can reach are enumerated, so that the right answer is known. A wrong proof is the
//! worst fault Cassay can have: whatever it answers here must be right, or *unknown*.
//! `CASSAY_CAMPAIGN=10` tries ten times as many.

mod explore;
mod program;
mod text;

use explore::Truth;
use program::Program;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// Programs tried in an ordinary run of the tests.
const PROGRAMS: u64 = 200;

/// What Cassay said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Safe { by_induction: bool },
    Unsafe,
    Unknown,
}

fn ask(folder: &Path, seed: u64, source: &str) -> Result<Answer, String> {
    let file = folder.join(format!("loop{seed}.c"));
    std::fs::write(&file, source).map_err(|error| error.to_string())?;
    let output = Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args([
            "--max-k-step",
            "9",
            "--timeout",
            "20s",
            "--force-malloc-success",
        ])
        .arg(&file)
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => Ok(Answer::Safe {
            by_induction: text.contains("proved by induction"),
        }),
        Some(1) => Ok(Answer::Unsafe),
        Some(3) => Ok(Answer::Unknown),
        code => {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(format!("ended with {code:?}: {text}{error}"))
        }
    }
}

/// What one thread counted.
#[derive(Default)]
struct Counts {
    decided: u32,
    by_induction: u32,
    violated: u32,
    wrong: Vec<String>,
}

fn work(folder: &Path, next: &AtomicU64, end: u64) -> Counts {
    let mut counts = Counts::default();
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= end {
            return counts;
        }
        let program = Program::random(seed);
        let truth = explore::explore(&program);
        let source = text::source(&program);
        match (truth, ask(folder, seed, &source)) {
            (_, Err(error)) => counts.wrong.push(format!("seed {seed}: {error}\n{source}")),
            (Truth::TooMany, Ok(_)) | (_, Ok(Answer::Unknown)) => {}
            (Truth::Safe, Ok(Answer::Safe { by_induction })) => {
                counts.decided += 1;
                counts.by_induction += u32::from(by_induction);
            }
            (Truth::Violated, Ok(Answer::Unsafe)) => {
                counts.decided += 1;
                counts.violated += 1;
            }
            (truth, Ok(answer)) => {
                let what = format!("seed {seed}: {answer:?}, in truth {truth:?}\n{source}");
                counts.wrong.push(what);
            }
        }
    }
}

#[test]
fn answers_about_loops_are_right() {
    let campaign = std::env::var("CASSAY_CAMPAIGN").ok();
    let factor = campaign.and_then(|n| n.parse().ok()).unwrap_or(1_u64);
    let end = PROGRAMS * factor.max(1);
    let folder = std::env::temp_dir().join(format!("cassay-loops-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    let next = AtomicU64::new(0);
    let parts: Vec<Counts> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2)
            .map(|_| scope.spawn(|| work(&folder, &next, end)))
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no panic"))
            .collect()
    });
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    let sum = |count: fn(&Counts) -> u32| parts.iter().map(count).sum::<u32>();
    let (decided, by_induction) = (sum(|c| c.decided), sum(|c| c.by_induction));
    println!(
        "{end} programs: {decided} decided, {by_induction} by induction, {} violated",
        sum(|c| c.violated)
    );
    let wrong: Vec<&String> = parts.iter().flat_map(|part| &part.wrong).collect();
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong[0]);
    let tried = u32::try_from(end).unwrap_or(u32::MAX);
    assert!(decided * 10 >= tried * 8, "few programs are decided");
    assert!(by_induction * 10 >= tried, "few proofs are by induction");
}
