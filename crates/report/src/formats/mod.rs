//! Formats of the report. To add one, add a file and a line to [`FORMATS`]; a format that needs
//! more than the report, like [`harness`], is called by its own name.

mod columns;
pub mod harness;
mod harness_order;
pub mod harness_seed;
mod harness_test;
mod harness_values;
mod paint;
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
    /// The width of the terminal in characters, if it is one; at least 80.
    pub width: Option<usize>,
}

/// A format of the report.
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// Writes the report.
    pub render: fn(&Report, Style) -> String,
}

/// The format of a name.
pub fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Every format. The first is the one for people.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        render: text::render,
    },
    Format {
        name: "short",
        render: short::render,
    },
];
