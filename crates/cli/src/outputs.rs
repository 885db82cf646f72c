//! Files that a run writes beside standard output: the report in other formats.
//!
//! Invariant: however a run ends, its files are there and say so. Every file is written twice: at the start, with
//! what is known then, so that a file that cannot be written is an error before the long run; at the end with
//! the report, or with the reason why there is none.

use crate::options::Options;
use crate::sources::Sources;
use cassay_report::{FileFormat, Report};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A file to write.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its format.
    pub format: FileFormat,
    /// Its path.
    pub path: PathBuf,
}

/// What the files say until there is an answer.
const UNFINISHED: &str = "the run ended before there was an answer";
/// What is said when no memory is left.
const NO_MEMORY: &str = "memory limit reached: an allocation failed";

/// Standard output for a run without memory, made before it is needed.
static OUT_OF_MEMORY: OnceLock<String> = OnceLock::new();
/// Whether the files are known to be outputs and nothing else.
static PREPARED: AtomicBool = AtomicBool::new(false);

/// Whether what only some formats show has to be collected.
pub fn want_details(options: &Options) -> bool {
    options.outputs.iter().any(|output| output.format.detailed)
}

/// Writes every file for a run that has not begun.
pub fn prepare(options: &Options) -> Result<(), String> {
    for (index, output) in options.outputs.iter().enumerate() {
        let earlier = &options.outputs[..index];
        let path = output.path.display();
        if earlier.iter().any(|other| other.path == output.path) {
            return Err(format!("{path}: two outputs go to the same file"));
        }
        if options.files.contains(&output.path) {
            return Err(format!(
                "{path}: an output would replace a file of the program"
            ));
        }
    }
    // Set once, as a process has one run.
    let _ = OUT_OF_MEMORY.set(last_words(options, NO_MEMORY));
    PREPARED.store(true, Ordering::Release);
    let report = unfinished(options, UNFINISHED);
    options.outputs.iter().try_for_each(|output| {
        // What a pipe got cannot be taken back.
        match output.path.exists() && !output.path.is_file() {
            true => Ok(()),
            false => write_one(output, &report, &Sources::default()),
        }
    })
}

/// Writes every file.
pub fn write(options: &Options, report: &Report) -> Result<(), String> {
    let sources = Sources::default();
    let mut outputs = options.outputs.iter();
    outputs.try_for_each(|output| write_one(output, report, &sources))
}

/// Writes every file for a run that ends without a report. There is nobody to tell of a failure to write.
pub fn give_up(options: &Options, why: &str) {
    if PREPARED.load(Ordering::Acquire) {
        let _ = write(options, &unfinished(options, why));
    }
}

/// What standard output gets from a run that ends without a report.
pub fn last_words(options: &Options, why: &str) -> String {
    let machine = cassay_report::formats::find(options.format).filter(|format| format.whole);
    match machine {
        Some(format) => (format.render)(&unfinished(options, why), cassay_report::Style::default()),
        None => format!("unknown: {why}\nVERIFICATION UNKNOWN\n"),
    }
}

/// The last words of a run that has no memory for any.
pub fn out_of_memory() -> &'static str {
    let plain = "unknown: memory limit reached: an allocation failed\nVERIFICATION UNKNOWN\n";
    OUT_OF_MEMORY.get().map_or(plain, String::as_str)
}

fn unfinished(options: &Options, why: &str) -> Report {
    let mut report = Report::without_answer(why);
    crate::facts::describe(&mut report.run, options);
    report
}

fn write_one(output: &Output, report: &Report, sources: &Sources) -> Result<(), String> {
    let text = (output.format.render)(report, &|file| sources.text(file));
    std::fs::write(&output.path, text).map_err(|error| unwritable(&output.path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("{}: cannot be written: {error}", path.display())
}
