//! Every run writes its report in every format. The formats must be valid and say the same as standard output.

use crate::expect::Revision;
use crate::run::Answer;
use cassay_formatcheck::{Summary, Violation, disagreements, html, json, junit, sarif};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reads a format back.
type Reader = fn(&str) -> Result<Summary, String>;

/// Option, name and reader of each format; the first is what the others are compared with.
const FORMATS: [(&str, &str, Reader); 4] = [
    ("--json-output", "json", json),
    ("--sarif-output", "sarif", sarif),
    ("--junit-output", "xml", junit),
    ("--html-report", "html", html),
];

/// The greatest page of a test, in bytes.
const PAGE: usize = 2_000_000;

/// The files of one run.
pub struct Outputs {
    start: PathBuf,
}

impl Outputs {
    /// Files that no other run has.
    pub fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("report-{}-{number}", std::process::id());
        Outputs {
            start: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name),
        }
    }

    fn path(&self, extension: &str) -> PathBuf {
        self.start.with_extension(extension)
    }

    /// The options that ask for them.
    pub fn options(&self) -> Vec<String> {
        let options = FORMATS.iter().flat_map(|(option, extension, _)| {
            [
                (*option).to_string(),
                self.path(extension).display().to_string(),
            ]
        });
        options.collect()
    }

    /// What is wrong with them, given what standard output says.
    pub fn judge(&self, revision: &Revision, answer: &Answer) -> Vec<String> {
        let verdict = answer.verdict.as_str();
        if !["safe", "unsafe", "unknown"].contains(&verdict) {
            return Vec::new();
        }
        let mut wrong = Vec::new();
        let mut read = Vec::new();
        for (_, name, reader) in FORMATS {
            let text = std::fs::read_to_string(self.path(name)).map_err(|error| error.to_string());
            if let Ok(text) = &text
                && text.len() > PAGE
                && name == "html"
            {
                wrong.push(format!("the page has {} bytes", text.len()));
            }
            match text.and_then(|text| reader(&text)) {
                Ok(summary) => read.push((name, summary)),
                Err(what) => wrong.push(format!("{name}: {what}")),
            }
        }
        wrong.extend(disagreements(&read));
        if let Some((name, summary)) = read.first() {
            if summary.verdict != verdict {
                wrong.push(format!("{name} says {}", summary.verdict));
            }
            let quiet = revision.flags.iter().any(|flag| flag == "--quiet");
            if !quiet && printed(answer) != summary.violations {
                wrong.push(format!("violations of {name}: {:?}", summary.violations));
            }
        }
        wrong
    }
}

/// The violations with a known place on standard output.
fn printed(answer: &Answer) -> BTreeSet<Violation> {
    let known = answer.violations.iter().filter(|(_, line, _)| *line > 0);
    known
        .map(|(file, line, class)| (file.clone(), *line as u64, class.clone()))
        .collect()
}

impl Drop for Outputs {
    fn drop(&mut self) {
        for (_, extension, _) in FORMATS {
            // A run that ended with an error has written none.
            let _ = std::fs::remove_file(self.path(extension));
        }
    }
}
