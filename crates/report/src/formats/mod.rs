//! Formats of the report. To add one, add a file and a line to [`FORMATS`]; a format that needs
//! more than the report, like [`harness`], is called by its own name.

mod columns;
pub mod document;
mod fingerprint;
pub mod harness;
mod harness_order;
pub mod harness_seed;
mod harness_test;
mod harness_values;
pub mod html;
mod json;
mod junit;
mod paint;
mod sarif;
mod short;
mod snippet;
mod text;
mod totals;

use crate::Report;

/// How a format may dress up its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Terminal colours.
    pub color: bool,
    /// The verdict and what belongs to it, nothing else.
    pub quiet: bool,
    /// What holds at the heads of loops.
    pub invariants: bool,
    /// Every property with its status, in place of numbers.
    pub properties: bool,
    /// All states of a counterexample but for very many, not only the first and the last ones.
    pub states: bool,
    /// The width of the terminal in characters, if it is one; at least 80.
    pub width: Option<usize>,
}

/// A format of the report.
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// Whether it says everything by itself: standard output then has nothing else.
    pub whole: bool,
    /// Writes the report.
    pub render: fn(&Report, Style) -> String,
}

/// The format of a name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Every format of standard output. The first is the one for people.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        whole: false,
        render: text::render,
    },
    Format {
        name: "short",
        whole: false,
        render: short::render,
    },
    Format {
        name: "json",
        whole: true,
        render: |report, _| json::render(report),
    },
];

/// A format that is written into a file beside other output.
#[derive(Clone, Copy)]
pub struct FileFormat {
    /// Its name.
    pub name: &'static str,
    /// Whether it shows [`Details`](crate::Details), which have to be collected.
    pub detailed: bool,
    /// Writes the report; the function gives the text of a file.
    pub render: fn(&Report, html::Sources<'_>) -> String,
}

impl std::fmt::Debug for FileFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Every format of a file.
pub const FILES: &[FileFormat] = &[
    FileFormat {
        name: "json",
        detailed: false,
        render: |report, _| json::render(report),
    },
    FileFormat {
        name: "sarif",
        detailed: false,
        render: |report, _| sarif::render(report),
    },
    FileFormat {
        name: "junit",
        detailed: false,
        render: |report, _| junit::render(report),
    },
    FileFormat {
        name: "html",
        detailed: true,
        render: html::render,
    },
];

/// The file format of a name.
pub fn file_format(name: &str) -> Option<FileFormat> {
    FILES.iter().find(|format| format.name == name).copied()
}
