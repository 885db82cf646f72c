//! JSON: the [document](super::document) as text.

use super::document::Document;
use crate::Report;

/// Writes the report as JSON, indented, with a line break at the end.
pub fn render(report: &Report) -> String {
    let mut text = match serde_json::to_string_pretty(&Document::new(report)) {
        Ok(text) => text,
        Err(error) => unreachable!("maps have strings as keys: {error}"),
    };
    text.push('\n');
    text
}
