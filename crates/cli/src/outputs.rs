//! Files that a run writes beside standard output: the report in other formats.
//!
//! Every file is written twice: at the start with what is known then, so that a file that cannot be written is an
//! error before the long run, and so that one is there however the run ends; at the end with the report.

use crate::options::Options;
use crate::sources::Sources;
use cassay_report::{FileFormat, Report};
use std::path::{Path, PathBuf};

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

/// Whether what only some formats show has to be collected.
pub fn want_details(options: &Options) -> bool {
    options.outputs.iter().any(|output| output.format.detailed)
}

/// Writes every file for a run that has not begun.
pub fn prepare(options: &Options) -> Result<(), String> {
    for (index, output) in options.outputs.iter().enumerate() {
        let earlier = &options.outputs[..index];
        if earlier.iter().any(|other| other.path == output.path) {
            let path = output.path.display();
            return Err(format!("{path}: two outputs go to the same file"));
        }
    }
    let mut report = Report::without_answer(UNFINISHED);
    describe(&mut report, options);
    write(options, &report, &Sources::default())
}

/// Writes every file.
pub fn write(options: &Options, report: &Report, sources: &Sources) -> Result<(), String> {
    for output in &options.outputs {
        let text = (output.format.render)(report, &|file| sources.text(file));
        std::fs::write(&output.path, text).map_err(|error| unwritable(&output.path, &error))?;
    }
    Ok(())
}

/// What the report says of the command.
pub fn describe(report: &mut Report, options: &Options) {
    report.run.version = env!("CARGO_PKG_VERSION").to_string();
    report.run.command = std::env::args().collect();
    let files = options.files.iter();
    report.run.files = files.map(|file| file.display().to_string()).collect();
}

/// The report of a run that ends without an answer, in the format of standard output, if that is not text.
pub fn last_words(options: &Options, why: &str) -> Option<String> {
    let format = cassay_report::formats::find(options.format)?;
    if format.name == cassay_report::FORMATS[0].name {
        return None;
    }
    let mut report = Report::without_answer(why);
    describe(&mut report, options);
    Some((format.render)(&report, cassay_report::Style::default()))
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("{}: cannot be written: {error}", path.display())
}
