//! Proofs and violations of random loop programs against explicit enumeration of their states.
//!
//! The programs have a few variables of four bits, loops of every form, jumps, calls, recursion,
//! pointers, inputs, and claims; all states that an execution can reach are enumerated, so that the
//! right answer is known, for every claim. A wrong proof is the worst fault Cassay can have:
//! whatever it answers here must be right, or *unknown*.
//!
//! Each program is asked about with one of several sets of options. `CASSAY_CAMPAIGN=10` tries ten
//! times as many programs, with all of them; `CASSAY_LOOPS_FROM=N` starts at seed N,
//! `CASSAY_LOOPS_WAY=N` uses one set only, and `CASSAY_LOOPS_TOOL=FILE` asks another binary.

mod explore;
mod program;
mod random;
mod text;

use explore::Truth;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// Programs tried in an ordinary run of the tests.
const PROGRAMS: u64 = 200;

/// Sets of options.
const WAYS: [&[&str]; 5] = [
    &[],
    &["--k-induction", "--multi-property", "--list-properties"],
    &[
        "--k-induction-parallel",
        "--multi-property",
        "--list-properties",
    ],
    &["--k-induction"],
    &["--pdr"],
];

/// What Cassay says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Holds,
    Unreachable,
    Violated,
    Open,
}

/// What Cassay said.
#[derive(Clone, Debug)]
struct Answer {
    by_induction: bool,
    by_model: bool,
    /// For each claim.
    claims: Vec<Said>,
    /// Anything else that it calls violated.
    others: Vec<String>,
}

impl Answer {
    /// Reads an answer from the exit status and the text.
    fn read(code: Option<i32>, text: &str, lines: &[usize]) -> Option<Answer> {
        let all = match code {
            Some(0) => Said::Holds,
            Some(1 | 3) => Said::Open,
            _ => return None,
        };
        let mut answer = Answer {
            by_induction: text.contains("proved by induction"),
            by_model: text.contains("invariant of the finite-state model"),
            claims: vec![all; lines.len()],
            others: Vec::new(),
        };
        let claim_at = |place: &str| {
            let line = place.rsplit(':').nth(1)?.parse::<usize>().ok()?;
            lines.iter().position(|known| *known == line)
        };
        let mut listed = false;
        let mut title = "";
        for line in text.lines() {
            if let Some(place) = line
                .trim_start()
                .strip_prefix("--> ")
                .filter(|_| !title.is_empty())
            {
                match claim_at(place).filter(|_| title.starts_with("error[assertion")) {
                    Some(claim) => answer.claims[claim] = Said::Violated,
                    None => answer.others.push(line.to_owned()),
                }
            }
            title = if line.starts_with("error[") { line } else { "" };
            listed = listed && line.starts_with("  ") || line == "Properties:";
            let mut words = line.split_whitespace();
            if listed && words.next().is_some_and(|id| id.contains(".assertion.")) {
                let place = words.find(|word| word.contains(".c:"))?;
                answer.claims[claim_at(place)?] = status(line);
            }
        }
        Some(answer)
    }

    /// What is wrong about it.
    fn faults(&self, code: Option<i32>, truth: &Truth) -> Vec<String> {
        let mut faults = self.others.clone();
        let any = truth.violated.contains(&true);
        if code == Some(0) && any {
            faults.push("called safe".to_owned());
        }
        if code == Some(1) && !any {
            faults.push("called unsafe".to_owned());
        }
        for (claim, said) in self.claims.iter().enumerate() {
            let right = match said {
                Said::Open => true,
                Said::Holds => !truth.violated[claim],
                Said::Unreachable => !truth.reached[claim],
                Said::Violated => truth.violated[claim],
            };
            if !right {
                faults.push(format!("claim {claim}: {said:?}"));
            }
        }
        faults
    }
}

/// What a line of the list of properties says.
fn status(line: &str) -> Said {
    if line.contains("  violated") {
        Said::Violated
    } else if line.contains("  proved") {
        Said::Holds
    } else if line.contains("  unreachable") {
        Said::Unreachable
    } else {
        Said::Open
    }
}

/// What one thread counted.
#[derive(Default)]
struct Counts {
    runs: u32,
    decided: u32,
    by_induction: u32,
    by_model: u32,
    violated: u32,
    claims: u32,
    claims_decided: u32,
    too_many_states: u32,
    wrong: u32,
}

struct Work {
    folder: PathBuf,
    tool: PathBuf,
    next: AtomicU64,
    end: u64,
    all_ways: bool,
    /// The only set of options, if there is one.
    way: Option<usize>,
}

impl Work {
    fn run(&self) -> Counts {
        let mut counts = Counts::default();
        loop {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            if seed >= self.end {
                return counts;
            }
            let program = random::program(seed);
            let Some(truth) = explore::explore(&program) else {
                counts.too_many_states += 1;
                continue;
            };
            let (source, lines) = text::source(&program);
            let file = self.folder.join(format!("loop{seed}.c"));
            std::fs::write(&file, &source).expect("the folder is ours");
            let own = usize::try_from(seed).expect("small") % WAYS.len();
            let ways = WAYS.iter().enumerate();
            let wanted = |index: usize| match self.way {
                Some(way) => index == way,
                None => self.all_ways || index == own,
            };
            for (_, options) in ways.filter(|(index, _)| wanted(*index)) {
                if let Err(what) = self.ask(&file, options, &truth, &lines, &mut counts) {
                    eprintln!("seed {seed}, {options:?}: {what}\n{source}");
                    counts.wrong += 1;
                }
            }
        }
    }

    fn ask(
        &self,
        file: &Path,
        options: &[&str],
        truth: &Truth,
        lines: &[usize],
        counts: &mut Counts,
    ) -> Result<(), String> {
        let output = Command::new(&self.tool)
            .args(["--max-k-step", "9", "--timeout", "900s"])
            .arg("--force-malloc-success")
            .args(options)
            .arg(file)
            .output()
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let code = output.status.code();
        let Some(answer) = Answer::read(code, &text, lines) else {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("ended with {code:?}: {text}{error}"));
        };
        let faults = answer.faults(code, truth);
        if !faults.is_empty() {
            return Err(format!("{faults:?}\n{text}"));
        }
        counts.runs += 1;
        counts.decided += u32::from(code != Some(3));
        counts.violated += u32::from(code == Some(1));
        counts.by_induction += u32::from(code == Some(0) && answer.by_induction);
        counts.by_model += u32::from(code == Some(0) && answer.by_model);
        let known = answer.claims.iter().filter(|said| **said != Said::Open);
        counts.claims += u32::try_from(lines.len()).unwrap_or(u32::MAX);
        counts.claims_decided += u32::try_from(known.count()).unwrap_or(u32::MAX);
        Ok(())
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn answers_about_loops_are_right() {
    let factor = number("CASSAY_CAMPAIGN").unwrap_or(1).max(1);
    let from = number("CASSAY_LOOPS_FROM").unwrap_or(0);
    let folder = std::env::temp_dir().join(format!("cassay-loops-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    let tool = std::env::var_os("CASSAY_LOOPS_TOOL");
    let work = Work {
        folder: folder.clone(),
        tool: tool.map_or_else(|| env!("CARGO_BIN_EXE_cassay").into(), PathBuf::from),
        next: AtomicU64::new(from),
        end: from + PROGRAMS * factor,
        all_ways: factor > 1,
        way: number("CASSAY_LOOPS_WAY").and_then(|way| usize::try_from(way).ok()),
    };
    let parts: Vec<Counts> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(|| work.run())).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no panic"))
            .collect()
    });
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    let sum = |count: fn(&Counts) -> u32| parts.iter().map(count).sum::<u32>();
    let (runs, decided) = (sum(|c| c.runs), sum(|c| c.decided));
    let (by_induction, by_model) = (sum(|c| c.by_induction), sum(|c| c.by_model));
    println!(
        "{} programs, {} with too many states; {runs} runs: {decided} decided, {by_induction} by \
         induction, {by_model} on the model, {} violated; {} of {} claims decided",
        work.end - from,
        sum(|c| c.too_many_states),
        sum(|c| c.violated),
        sum(|c| c.claims_decided),
        sum(|c| c.claims),
    );
    assert_eq!(sum(|c| c.wrong), 0, "wrong answers");
    if work.way.is_none() {
        assert!(decided * 10 >= runs * 7, "few programs are decided");
        assert!(by_induction * 20 >= runs, "few proofs are by induction");
        assert!(by_model * 40 >= runs, "few proofs are on the model");
    }
}
