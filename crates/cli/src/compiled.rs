//! Counterexamples as compiled programs: the files that make them, and what happens when they run.

use crate::options::Options;
use cassay_checks::CheckSet;
use cassay_frontend::DataModel;
use cassay_ir::PropertyClass;
use cassay_replay::{Debugging, Fault, Replay, Tools};
use cassay_report::formats::harness::{self, Purpose};
use cassay_report::formats::harness_seed;
use cassay_report::{Finding, Report};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The options whose work is done by a compiled program.
fn wanted(options: &Options) -> impl Iterator<Item = &'static str> {
    let given = [
        ("--harness-output", options.harness_output.is_some()),
        ("--test-output", options.test_output.is_some()),
        ("--seed-output", options.seed_output.is_some()),
        ("--cover-output", options.cover_output.is_some()),
        ("--replay", options.replay),
        ("--gdb", options.gdb),
    ];
    let given = given.into_iter().filter(|(_, given)| *given);
    given.map(|(name, _)| name)
}

/// Refuses what no compiled program can do.
pub fn check(options: &Options) -> Result<(), String> {
    let Some(name) = wanted(options).next() else {
        return Ok(());
    };
    if options.fixed.is_some() {
        return Err(format!(
            "{name} cannot be combined with --fixedbv: a compiled program computes by \
             IEEE 754 and would not follow the counterexample"
        ));
    }
    if !options.interrupts.handlers.is_empty() {
        return Err(format!(
            "{name} cannot be combined with --interrupt: a compiled program would not call \
             the handlers where the counterexample does"
        ));
    }
    Ok(())
}

/// Makes the files before the long run, so that one that cannot be written is told at once.
pub fn prepare(options: &Options) -> Result<(), String> {
    let files = [&options.harness_output, &options.test_output];
    for path in files.into_iter().flatten() {
        std::fs::write(path, harness::NOTHING).map_err(|error| unwritable(path, &error))?;
    }
    if let Some(folder) = &options.seed_output {
        std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    Ok(())
}

/// Writes the files.
pub fn write(options: &Options, checks: &CheckSet, report: &Report) -> Result<(), String> {
    let files = [
        (&options.harness_output, Purpose::Counterexample),
        (&options.test_output, Purpose::Regression),
    ];
    for (path, purpose) in files {
        if let Some(path) = path {
            let text = harness::render(report, &build(options, checks, path), purpose);
            std::fs::write(path, text).map_err(|error| unwritable(path, &error))?;
        }
    }
    if let Some(folder) = &options.seed_output {
        for (index, finding) in report.findings.iter().enumerate() {
            let name = |stem: &str, end: &str| match index {
                0 => folder.join(format!("{stem}{end}")),
                _ => folder.join(format!("{stem}-{}{end}", index + 1)),
            };
            let reader = name("reader", ".c");
            let made = harness_seed::seed(finding, &build(options, checks, &reader));
            let seed = name("seed", "");
            std::fs::write(&seed, made.bytes).map_err(|error| unwritable(&seed, &error))?;
            std::fs::write(&reader, made.reader).map_err(|error| unwritable(&reader, &error))?;
        }
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("{}: cannot be written: {error}", path.display())
}

/// A folder for binaries, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        let path = std::env::temp_dir().join(format!("cassay-replay-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| unwritable(&path, &error))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder left behind in the system's place for such things does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Kept of the time limit, so that the answer can still be printed.
const MARGIN: Duration = Duration::from_secs(2);

/// Runs the counterexamples as compiled programs, as far as that was asked for; what is to be said about it.
pub fn play(options: &Options, checks: &CheckSet, report: &Report, start: Instant) -> String {
    let mut out = String::new();
    if options.replay {
        for finding in &report.findings {
            let left = options
                .timeout
                .map(|time| time.saturating_sub(start.elapsed() + MARGIN));
            let time = options.replay_timeout.min(left.unwrap_or(Duration::MAX));
            let said = match time.as_secs() {
                0 => "replay: not tried: the time limit is reached\n".to_string(),
                seconds => replay(options, checks, finding, seconds),
            };
            if report.findings.len() > 1 {
                let _ = write!(out, "{}: ", finding.place);
            }
            out.push_str(&said);
        }
    }
    if options.gdb && !at_terminal() {
        match report.findings.first() {
            Some(finding) => match debug(options, checks, finding, Debugging::Text) {
                Ok(text) => out.push_str(&text),
                Err(why) => {
                    let _ = write!(out, "gdb: not started:\n{why}");
                }
            },
            None => out.push_str("gdb: there is no counterexample\n"),
        }
    }
    out
}

/// Compiles and runs one counterexample; what became of it.
fn replay(options: &Options, checks: &CheckSet, finding: &Finding, seconds: u64) -> String {
    if let Some(reason) = beyond_programs(options) {
        return format!("replay: not visible: {reason}\n");
    }
    let (folder, text) = match harness(options, checks, finding) {
        Ok(made) => made,
        Err(why) => return format!("replay: not tried: {why}\n"),
    };
    let tools = Tools::new(options.clang.as_deref());
    match cassay_replay::replay(&tools, &fault(finding, seconds), &text, &folder.0) {
        Replay::Seen(profile, words) => format!("replay: seen by {profile}: {words}\n"),
        Replay::Hidden(reason) => format!("replay: not visible: {reason}\n"),
        Replay::Missing(told) => format!("replay: not seen\n{told}"),
    }
}

/// Why no compiled program behaves as the options let the program behave.
fn beyond_programs(options: &Options) -> Option<&'static str> {
    if options.settings.model.is_weak() {
        return Some("nobody tells a machine when stores reach its memory");
    }
    if options.compile_commands.is_some() {
        return Some("the files of a compilation database have flags of their own");
    }
    let of_llvm = |file: &PathBuf| {
        let kind = file.extension().and_then(std::ffi::OsStr::to_str);
        matches!(kind, Some("ll" | "bc"))
    };
    let reason = "gcc does not read the language of LLVM";
    options.files.iter().any(of_llvm).then_some(reason)
}

/// The harness of a violation, in a folder of its own.
fn harness(
    options: &Options,
    checks: &CheckSet,
    finding: &Finding,
) -> Result<(Folder, String), String> {
    let folder = Folder::new()?;
    let path = folder.0.join("counterexample.c");
    let build = build(options, checks, &path);
    let text = harness::render_finding(finding, &build, Purpose::Counterexample);
    std::fs::write(&path, &text).map_err(|error| unwritable(&path, &error))?;
    Ok((folder, text))
}

fn fault(finding: &Finding, seconds: u64) -> Fault<'static> {
    let file = Path::new(&finding.place.file).file_name();
    let file = file.map_or_else(|| "?".into(), |name| name.to_string_lossy());
    Fault {
        place: format!("{file}:{}", finding.place.line),
        class: finding.class.name(),
        seconds,
    }
}

/// Whether a person can talk to the debugger.
fn at_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Starts the debugger for a person, when the report has been printed.
pub fn debug_at_terminal(options: &Options, checks: &CheckSet, report: &Report) {
    if let Some(finding) = report.findings.first()
        && options.gdb
        && at_terminal()
        && let Err(why) = debug(options, checks, finding, Debugging::Interactive)
    {
        eprint!("gdb: not started:\n{why}");
    }
}

fn debug(
    options: &Options,
    checks: &CheckSet,
    finding: &Finding,
    debugging: Debugging,
) -> Result<String, String> {
    let (folder, text) = harness(options, checks, finding)?;
    let tools = Tools::new(options.clang.as_deref());
    let fault = fault(finding, options.replay_timeout.as_secs());
    let function = &finding.function;
    cassay_replay::debug(&tools, &fault, function, &text, &folder.0, debugging)
}

/// Classes with the sanitizers of gcc and clang that must be off where their check is.
const SANITIZERS: [(PropertyClass, &str); 9] = [
    (PropertyClass::Alignment, "alignment"),
    (PropertyClass::ArrayBounds, "bounds"),
    (PropertyClass::NullPointer, "null"),
    (PropertyClass::DivisionByZero, "integer-divide-by-zero"),
    (PropertyClass::OverflowAdd, "signed-integer-overflow"),
    (PropertyClass::Shift, "shift"),
    (PropertyClass::VlaSize, "vla-bound"),
    (PropertyClass::InvalidBuiltin, "builtin"),
    (PropertyClass::Unreachable, "unreachable"),
];

/// How the program is compiled together with a harness.
pub fn build(options: &Options, checks: &CheckSet, output: &Path) -> harness::Build {
    let mut words = Vec::new();
    let off = SANITIZERS.iter().filter(|(class, _)| !checks.has(*class));
    let off: Vec<&str> = off.map(|(_, name)| *name).collect();
    if !off.is_empty() {
        words.push(format!("-fno-sanitize={}", off.join(",")));
    }
    // Arithmetic that is not checked wraps around for Cassay.
    if !checks.has(PropertyClass::OverflowAdd) {
        words.push("-fwrapv".to_string());
    }
    if options.data_model == Some(DataModel::Ilp32) {
        words.push("-m32".to_string());
    }
    words.extend(options.clang_args.iter().cloned());
    harness::Build {
        files: options
            .files
            .iter()
            .map(|file| file.display().to_string())
            .collect(),
        options: words,
        output: output.display().to_string(),
    }
}
