//! Places in the source.

use crate::extent;
use cassay_base::Span;
use cassay_ir::Program;
use std::fmt;

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file as clang was given it, `?` when not known.
    pub file: String,
    /// Line, 0 when not known.
    pub line: u32,
    /// Column, 0 when not known.
    pub column: u32,
    /// The column behind the name, number or character that starts there, when the source can be read.
    pub end_column: Option<u32>,
    /// The text of the line, when the source can be read.
    pub text: Option<String>,
    /// The expression that the place is about, when the source can be read and the expression found.
    pub range: Option<Range>,
}

/// A part of the source, as lines and columns from 1; the end is the column behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first line.
    pub line: u32,
    /// Its first column.
    pub column: u32,
    /// The last line.
    pub end_line: u32,
    /// The column behind the last one.
    pub end_column: u32,
}

impl Place {
    /// The place of a span. `source` gives the text of a line of a file.
    pub fn new(
        program: &Program,
        span: Span,
        source: &dyn Fn(&str, u32) -> Option<String>,
    ) -> Place {
        let file = program.file_name(span);
        let text = match span.is_known() {
            true => source(file, span.line),
            false => None,
        };
        Place {
            file: file.to_string(),
            line: span.line,
            column: span.column,
            end_column: text
                .as_ref()
                .and_then(|text| end_of_token(text, span.column)),
            range: text
                .as_ref()
                .and_then(|text| range(text, span.line, span.column)),
            text,
        }
    }

    /// The text of the expression that the place is about.
    pub fn source(&self) -> Option<&str> {
        let range = self.range.filter(|range| range.line == range.end_line)?;
        let text = self.text.as_ref()?;
        text.get(range.column as usize - 1..range.end_column as usize - 1)
    }

    /// Whether there is a line to look at.
    pub fn is_known(&self) -> bool {
        self.line > 0
    }
}

/// Writes `FILE:LINE:COLUMN`, as editors understand it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The column behind what starts at a column. Columns count bytes from 1.
fn end_of_token(text: &str, column: u32) -> Option<u32> {
    let start = usize::try_from(column.checked_sub(1)?).ok()?;
    let rest = text.get(start..)?;
    let first = rest.chars().next()?;
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let length = match in_word(first) {
        true => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
        false => first.len_utf8(),
    };
    u32::try_from(length).ok()?.checked_add(column)
}

/// The expression at a column of a line.
fn range(text: &str, line: u32, column: u32) -> Option<Range> {
    let at = usize::try_from(column.checked_sub(1)?).ok()?;
    let found = extent::of(text, at)?;
    let column = |at: usize| u32::try_from(at + 1).ok();
    Some(Range {
        line,
        column: column(found.start)?,
        end_line: line,
        end_column: column(found.end)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_ends_behind_what_starts_there() {
        let text = "  total += a[i10] * 2;";
        assert_eq!(end_of_token(text, 3), Some(8));
        assert_eq!(end_of_token(text, 14), Some(17));
        assert_eq!(end_of_token(text, 13), Some(14));
        assert_eq!(end_of_token(text, 0), None, "no column is known");
        assert_eq!(end_of_token(text, 90), None, "the file has changed");
        assert_eq!(end_of_token("é", 1), Some(3), "columns count bytes");
        assert_eq!(end_of_token("é", 2), None, "inside of a character");
    }
}
