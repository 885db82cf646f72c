//! Runs many cases on several threads.

use crate::subject::{self, Subject};
use crate::table::{Answer, Table};
use crate::{Case, Source, csmith, generate, reference};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The sources of programs.
    pub sources: Vec<Source>,
    /// Seeds for each source.
    pub seeds: Range<u64>,
    /// Whether every fourth program is for 32-bit pointers.
    pub ilp32: bool,
    /// The subject of the test.
    pub subject: Subject,
    /// How many programs are tested at a time.
    pub jobs: usize,
    /// Where programs on which Cassay disagrees are kept, if anywhere.
    pub keep: Option<PathBuf>,
}

impl Plan {
    /// The cases of the plan, in order.
    fn cases(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        for source in &self.sources {
            cases.extend(self.seeds.clone().map(|seed| Case {
                source: *source,
                seed,
                ilp32: self.ilp32 && *source != Source::Cxx && (seed / 8) % 4 == 3,
            }));
        }
        cases
    }
}

/// The number of runs of this process: each run has its own folder.
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Runs the plan. `progress` is called with every answer, in any order.
pub fn run(plan: &Plan, progress: &(dyn Fn(Case, &Answer) + Sync)) -> Result<Table, String> {
    let cases = plan.cases();
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let name = format!("cassay-difftest-{}-{run}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let next = AtomicUsize::new(0);
    let table = Mutex::new(Table::default());
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let answer = run_case(plan, *case, &folder);
                    progress(*case, &answer);
                    if let Ok(mut table) = table.lock() {
                        table.insert(*case, answer);
                    }
                }
            });
        }
    });
    fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    table.into_inner().map_err(|error| error.to_string())
}

/// Headers of the programs.
fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/differential/include")
}

fn run_case(plan: &Plan, case: Case, folder: &Path) -> Answer {
    let name = case.to_string().replace(' ', "-");
    let folder = folder.join(&name);
    let extension = if case.is_cxx() { "cpp" } else { "c" };
    let file = folder.join(format!("{name}.{extension}"));
    let answer = match prepare(case, &folder, &file) {
        Ok(expected) => {
            let mut answer = subject::decide(&plan.subject, case, &file, &include(), expected);
            if let Answer::Disagreed(_) = answer {
                answer = excuse(case, &folder, &file, expected).unwrap_or(answer);
            }
            if let (Answer::Disagreed(what), Some(keep)) = (&answer, &plan.keep) {
                keep_program(&file, keep, case, expected, what);
            }
            answer
        }
        Err(why) => Answer::Skipped(why),
    };
    // The folder of all cases is removed at the end anyway.
    let _ = fs::remove_dir_all(&folder);
    answer
}

/// Why a disagreement is not Cassay's fault, if it is not.
fn excuse(case: Case, folder: &Path, file: &Path, expected: u32) -> Option<Answer> {
    if case.is_twisted() {
        None
    } else if reference::is_undefined(case, folder, file, &include()) {
        Some(Answer::Skipped(
            "the compilers' sanitizers find undefined behaviour".to_owned(),
        ))
    } else if reference::clang_disagrees(case, folder, file, &include(), expected) {
        Some(Answer::Skipped("gcc and clang disagree".to_owned()))
    } else {
        None
    }
}

/// Makes the program and the expected hash.
fn prepare(case: Case, folder: &Path, file: &Path) -> Result<u32, String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    match case.source {
        Source::Csmith => csmith::generate(case, folder, file)?,
        Source::Own => fs::write(file, generate::program(case.seed, case.ilp32))
            .map_err(|error| error.to_string())?,
        Source::Pointers => fs::write(file, generate::pointer_program(case.seed, case.ilp32))
            .map_err(|error| error.to_string())?,
        Source::Cxx => {
            fs::write(file, generate::cxx_program(case.seed)).map_err(|error| error.to_string())?
        }
    }
    reference::hash(case, folder, file, &include())
}

/// Keeps a copy of a program, with the command line that shows the disagreement.
fn keep_program(file: &Path, keep: &Path, case: Case, expected: u32, what: &str) {
    let Ok(text) = fs::read_to_string(file) else {
        return;
    };
    let model = if case.ilp32 { "--32" } else { "--64" };
    let text = format!("// {model} -DEXPECTED=0x{expected:08x}u: {what}\n{text}");
    let name = file.file_name().unwrap_or_default();
    let kept = fs::create_dir_all(keep).and_then(|()| fs::write(keep.join(name), text));
    if let Err(error) = kept {
        eprintln!("{}: {error}", keep.display());
    }
}
