//! Runs of the tool under measurement, for every command that makes a table: a process with a limit,
//! its answer, and the figures that it printed.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time after its limit that a process gets to end by itself.
const GRACE: Duration = Duration::from_secs(5);

/// The answer of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No property can be violated.
    Safe,
    /// A property is violated.
    Unsafe,
    /// No verdict, with a reason.
    Open,
    /// The tool crashed, rejected its input or was killed.
    Error,
}

impl Answer {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Safe => "safe",
            Answer::Unsafe => "unsafe",
            Answer::Open => "open",
            Answer::Error => "error",
        }
    }

    /// Whether it is a verdict.
    pub fn is_decided(self) -> bool {
        matches!(self, Answer::Safe | Answer::Unsafe)
    }
}

/// A process that has ended.
#[derive(Clone, Debug)]
pub struct Run {
    /// The exit status; none after a signal.
    pub code: Option<i32>,
    /// Whether it had to be killed.
    pub killed: bool,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
    /// Wall time.
    pub seconds: f64,
}

impl Run {
    /// The verdict by the exit status.
    pub fn answer(&self) -> Answer {
        match self.code {
            _ if self.killed => Answer::Open,
            Some(0) => Answer::Safe,
            Some(1) => Answer::Unsafe,
            Some(3) => Answer::Open,
            Some(_) | None => Answer::Error,
        }
    }

    /// A figure of `--stats`.
    pub fn figure(&self, name: &str) -> Option<f64> {
        self.out.lines().find_map(|line| {
            let mut words = line.strip_prefix("  ")?.split_whitespace();
            (words.next()? == name).then(|| words.next()?.parse().ok())?
        })
    }

    /// The reason for no verdict, or the error.
    pub fn reason(&self) -> &str {
        let text = if self.answer() == Answer::Error {
            &self.err
        } else {
            &self.out
        };
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let told = lines.find(|line| {
            ["unknown: ", "internal error", "error: "]
                .iter()
                .any(|start| line.starts_with(start))
        });
        told.unwrap_or_default()
    }
}

/// Runs a program until it ends; after the limit and a grace period it is killed.
pub fn run<S: AsRef<OsStr>>(tool: &Path, args: &[S], limit: u64) -> std::io::Result<Run> {
    let begin = Instant::now();
    let mut child = Command::new(tool)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // The output is read concurrently, because a full pipe would block the process.
    let out = reader(child.stdout.take());
    let err = reader(child.stderr.take());
    let code = wait(&mut child, begin + Duration::from_secs(limit) + GRACE);
    let seconds = begin.elapsed().as_secs_f64();
    let text = |thread: JoinHandle<String>| thread.join().unwrap_or_default();
    Ok(Run {
        code: code.flatten(),
        killed: code.is_none(),
        out: text(out),
        err: text(err),
        seconds,
    })
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The exit code, `None` inside for a signal; `None` if the process was killed.
fn wait(child: &mut Child, end: Instant) -> Option<Option<i32>> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.code()),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(5)),
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}

/// Applies a function to every item, in order, with at most this many threads.
pub fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    if let Ok(mut results) = results.lock() {
                        results.insert(index, result);
                    }
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_default();
    results.into_values().collect()
}

/// The number of processors.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// The release binary.
pub fn release(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| root.join("target"));
    target.join("release/cassay")
}

/// The options that a tool has, according to its help.
pub fn options(tool: &Path) -> Vec<String> {
    let help = run(tool, &["--help"], 10).map_or_else(|_| String::new(), |run| run.out);
    offered(&help)
}

fn offered(help: &str) -> Vec<String> {
    let works = help.split("Not available yet:").next().unwrap_or_default();
    works
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|word| word.starts_with("--"))
        .map(String::from)
        .collect()
}

/// Options that restrict a run to the solver that it names, if the tool has them.
pub fn alone(options: &[String]) -> Vec<String> {
    let fallback = "--no-solver-fallback";
    let has = options.iter().any(|option| option == fallback);
    has.then(|| fallback.to_string()).into_iter().collect()
}

/// The solvers that a tool can use, with their versions.
pub fn solvers(tool: &Path) -> Vec<(String, String)> {
    let list = run(tool, &["--show-solvers"], 30).map_or_else(|_| String::new(), |run| run.out);
    usable(&list)
}

fn usable(list: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut name = "";
    for line in list.lines() {
        if !line.starts_with(' ') {
            name = line.split_whitespace().next().unwrap_or_default();
        } else if let Some(version) = line.trim_start().strip_prefix("usable: ") {
            found.push((name.to_string(), version.to_string()));
        }
    }
    found
}

/// The values of the `//@` lines of a program with this key, in order.
pub fn said(program: &str, key: &str) -> Vec<String> {
    let start = format!("//@ {key}:");
    let lines = program.lines().filter_map(|line| line.strip_prefix(&start));
    lines.map(|rest| rest.trim().to_string()).collect()
}

/// The commit of a repository, to identify the version that was measured.
pub fn commit(root: &Path) -> String {
    let output = Command::new("git")
        .args(["rev-parse", "--short", "HEAD"])
        .current_dir(root)
        .output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string());
    text.unwrap_or_default()
}

/// The words of a command: `--name value` pairs, and all others.
pub struct Words<'w> {
    named: BTreeMap<&'w str, &'w str>,
    /// Words that belong to no name.
    pub rest: Vec<&'w str>,
}

impl<'w> Words<'w> {
    /// Splits them.
    pub fn new(words: &[&'w str]) -> Self {
        let mut named = BTreeMap::new();
        let mut rest = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.strip_prefix("--") {
                Some(name) => {
                    named.insert(name, words.next().copied().unwrap_or_default());
                }
                None => rest.push(*word),
            }
        }
        Words { named, rest }
    }

    /// The value of a name.
    pub fn text(&self, name: &str) -> Option<&'w str> {
        self.named.get(name).copied()
    }

    /// The number after a name, or a default.
    pub fn number(&self, name: &str, otherwise: u64) -> u64 {
        let value = self.text(name).and_then(|text| text.parse().ok());
        value.unwrap_or(otherwise)
    }

    /// The tool to run: `--tool`, or the release binary.
    pub fn tool(&self, root: &Path) -> PathBuf {
        let given = self.text("tool").map(PathBuf::from);
        given.unwrap_or_else(|| release(root))
    }

    /// The number of concurrent runs: `--jobs`, or the number of processors.
    pub fn jobs(&self) -> usize {
        let jobs = self.number("jobs", processors() as u64);
        usize::try_from(jobs).unwrap_or(1)
    }

    /// Writes a table to `--out` or to a file of the repository.
    pub fn write(&self, root: &Path, file: &str, text: &str) -> bool {
        let given = self.text("out").map(PathBuf::from);
        let path = given.unwrap_or_else(|| root.join(file));
        match std::fs::write(&path, text) {
            Ok(()) => {
                println!("written: {}", path.display());
                true
            }
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: Option<i32>, out: &str) -> Run {
        Run {
            code,
            killed: false,
            out: out.to_string(),
            err: "error: no such file\n".to_string(),
            seconds: 0.0,
        }
    }

    #[test]
    fn answers_and_figures_are_read() {
        let text = "unknown: time limit reached\nStatistics:\n  solver-calls              2\n  \
                    wall-solving          0.250 s\nVERIFICATION UNKNOWN\n";
        let run = ended(Some(3), text);
        assert_eq!(run.answer(), Answer::Open);
        assert_eq!(run.figure("solver-calls"), Some(2.0));
        assert_eq!(run.figure("wall-solving"), Some(0.25));
        assert_eq!(run.figure("wall"), None);
        assert_eq!(run.reason(), "unknown: time limit reached");
        assert_eq!(ended(Some(0), "").answer(), Answer::Safe);
        assert_eq!(ended(Some(1), "").answer(), Answer::Unsafe);
        assert_eq!(ended(None, "").answer(), Answer::Error);
        assert_eq!(ended(Some(70), "").reason(), "error: no such file");
    }

    #[test]
    fn programs_say_how_they_run() {
        let program = "//! About.\n//@ row: -DN=3\n//@ row:\n//@ rows: x\nint a;\n";
        assert_eq!(said(program, "row"), ["-DN=3", ""]);
    }

    #[test]
    fn options_to_come_are_not_offered() {
        let help = "Usage\n\nSolver:\n  --fp2bv       floats\n  --solver NAME  which\n\n\
                    Not available yet:\n  --ir --json\n";
        assert_eq!(offered(help), ["--fp2bv", "--solver"]);
    }

    #[test]
    fn only_usable_solvers_count() {
        let list = "bitwuzla  Bitwuzla\n          usable: 0.8.0, embedded\n\
                    yices     Yices 2\n          not installed: somewhere\n";
        let expected = [("bitwuzla".to_string(), "0.8.0, embedded".to_string())];
        assert_eq!(usable(list), expected);
    }

    #[test]
    fn results_keep_the_order_of_items() {
        let items: Vec<u32> = (0..50).collect();
        assert_eq!(
            in_parallel(4, &items, |x| x + 1),
            (1..51).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_process_past_its_limit_is_ended() {
        let run = super::run(Path::new("sh"), &["-c", "echo begun; exit 3"], 5).unwrap();
        assert_eq!((run.answer(), run.out.as_str()), (Answer::Open, "begun\n"));
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert_eq!(wait(&mut child, Instant::now()), None);
    }
}
