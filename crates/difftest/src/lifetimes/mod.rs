//! Random programs about the lifetimes of objects, against two oracles.
//!
//! The generator knows which object is alive at each step ([`model`]), also objects that no sanitizer
//! tracks: compound literals, objects with temporary lifetime, variables whose declaration a jump
//! skips, indeterminate values. AddressSanitizer of gcc and of clang, with use after scope and after
//! return, is the second oracle: what it reports must be a use of a dead object in the same line, and
//! programs without such a use must run and compute what the model says.

mod code;
mod model;
mod program;
mod sanitizers;
mod subject;

use model::Verdict;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use subject::{Answer, ask};

/// How many programs share one binary of each sanitizer.
const BATCH: u64 = 50;

/// What to run.
#[derive(Clone, Debug)]
pub struct Lifetimes {
    /// The programs.
    pub seeds: Range<u64>,
    /// The binary of the tool; without one, the front-end and the interpreter answer.
    pub tool: Option<PathBuf>,
    /// How long it may take for one program.
    pub limit: Duration,
    /// How many batches run at a time.
    pub jobs: usize,
    /// Where programs on which anything disagrees are kept, if anywhere.
    pub keep: Option<PathBuf>,
}

/// The results for many programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Programs without undefined behaviour, with an indeterminate value, with a use of a dead object.
    pub kinds: [u64; 3],
    /// Programs for which the tool and the model agree.
    pub agreed: u64,
    /// Reasons of unknown verdicts.
    pub unknown: BTreeMap<String, u64>,
    /// Uses of dead objects that gcc's, clang's and neither sanitizer reports.
    pub seen: [u64; 3],
    /// Disagreements between the tool and the oracles, or between oracles.
    pub wrong: Vec<String>,
}

/// A program as a file of its own.
pub fn lifetime_program(seed: u64) -> String {
    let (text, verdict) = single(seed);
    format!("// {verdict:?}\n{text}").replacen("// ", "// model: ", 1)
}

/// The text of a program and its verdict. Lines count from the first of the text.
fn single(seed: u64) -> (String, Verdict) {
    let prelude = code::PRELUDE;
    let (function, verdict) = function(seed, "program", prelude.lines().count());
    let text = format!("{prelude}{function}int main(void) {{ assert(program()); return 0; }}\n");
    (text, verdict)
}

/// A function, given the number of lines before it.
fn function(seed: u64, name: &str, lines: usize) -> (String, Verdict) {
    let program = program::program(seed);
    let head = code::head(name, program.fuel);
    let code = code::code(&program, lines + head.lines().count() + 1);
    let verdict = model::verdict(&code);
    let sum = match &verdict {
        Verdict::Defined(sum) => *sum,
        Verdict::Indeterminate | Verdict::Dead(..) => 0,
    };
    let text = format!("{head}{}  return sum == {sum}u;\n}}\n", code.text);
    (text, verdict)
}

/// Runs the programs.
pub fn run_lifetimes(plan: &Lifetimes) -> Result<Tally, String> {
    let folder = std::env::temp_dir().join(format!("cassay-lifetimes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let next = AtomicU64::new(plan.seeds.start);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(BATCH, Ordering::Relaxed);
                    if first >= plan.seeds.end {
                        break;
                    }
                    let seeds = first..plan.seeds.end.min(first + BATCH);
                    batch(plan, seeds, &folder, &tally);
                }
            });
        }
    });
    // A folder that stays in the system's temporary directory does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    let mut tally = tally.into_inner().map_err(|error| error.to_string())?;
    tally.wrong.sort();
    Ok(tally)
}

fn batch(plan: &Lifetimes, seeds: Range<u64>, folder: &Path, tally: &Mutex<Tally>) {
    let folder = folder.join(seeds.start.to_string());
    if std::fs::create_dir_all(&folder).is_err() {
        return;
    }
    let reports = sanitizers::reports(&folder, seeds.clone());
    for (seed, reports) in seeds.zip(reports) {
        let (text, verdict) = single(seed);
        let answer = ask(plan, &folder, seed, &text);
        let Ok(mut tally) = tally.lock() else {
            return;
        };
        let before = tally.wrong.len();
        tally.count(seed, &verdict, &answer, &reports);
        for wrong in &tally.wrong[before..] {
            eprintln!("wrong: {wrong}");
            if let Some(keep) = &plan.keep {
                let kept = std::fs::create_dir_all(keep).and_then(|()| {
                    std::fs::write(
                        keep.join(format!("{seed}.c")),
                        format!("{text}// {wrong}\n"),
                    )
                });
                if let Err(error) = kept {
                    eprintln!("{}: {error}", keep.display());
                }
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}

impl Tally {
    /// How many programs there were.
    pub fn programs(&self) -> u64 {
        self.kinds.iter().sum()
    }

    fn count(
        &mut self,
        seed: u64,
        verdict: &Verdict,
        answer: &Answer,
        reports: &[sanitizers::Report; 2],
    ) {
        let kind = match verdict {
            Verdict::Defined(_) => 0,
            Verdict::Indeterminate => 1,
            Verdict::Dead(..) => 2,
        };
        self.kinds[kind] += 1;
        self.compare_oracles(seed, verdict, reports);
        match (verdict, answer) {
            (_, Answer::Unknown(why)) => *self.unknown.entry(why.clone()).or_default() += 1,
            (Verdict::Defined(_), Answer::Safe)
            | (Verdict::Indeterminate | Verdict::Dead(_, true), Answer::Unsafe(..)) => {
                self.agreed += 1;
            }
            (Verdict::Dead(lines, false), Answer::Unsafe(at, _)) if lines.first() == Some(at) => {
                self.agreed += 1;
            }
            _ => self.wrong.push(format!(
                "{seed}: the model says {verdict:?}, the tool {answer:?}"
            )),
        }
    }

    fn compare_oracles(&mut self, seed: u64, verdict: &Verdict, reports: &[sanitizers::Report; 2]) {
        for (report, name) in reports.iter().zip(["gcc", "clang"]) {
            if let Some(conflict) = report.conflict(verdict) {
                let what = format!("{seed}: the model says {verdict:?}, {name} {conflict}");
                self.wrong.push(what);
            }
        }
        if let Verdict::Dead(..) = verdict {
            let seen = reports.each_ref().map(sanitizers::Report::is_dead);
            self.seen[0] += u64::from(seen[0]);
            self.seen[1] += u64::from(seen[1]);
            self.seen[2] += u64::from(!seen[0] && !seen[1]);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [defined, indeterminate, dead] = self.kinds;
        writeln!(
            f,
            "{} programs: {defined} without undefined behaviour, {indeterminate} read an indeterminate \
             value, {dead} use a dead object",
            self.programs()
        )?;
        let [gcc, clang, none] = self.seen;
        writeln!(
            f,
            "of the dead objects {gcc} are seen by gcc's sanitizer, {clang} by clang's, {none} by neither"
        )?;
        let unknown: u64 = self.unknown.values().sum();
        let wrong = self.wrong.len();
        writeln!(
            f,
            "{} agreed, {unknown} unknown, {wrong} wrong",
            self.agreed
        )?;
        for (why, count) in &self.unknown {
            writeln!(f, "unknown: {count} times: {why}")?;
        }
        for wrong in &self.wrong {
            writeln!(f, "wrong: {wrong}")?;
        }
        Ok(())
    }
}
