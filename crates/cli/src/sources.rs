//! The user's source files, read when a report wants to show them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Source files read so far.
#[derive(Default)]
pub struct Sources {
    files: RefCell<BTreeMap<String, Option<Rc<Source>>>>,
}

struct Source {
    text: String,
    /// Where each line is, without its end.
    lines: Vec<Range<usize>>,
}

impl Sources {
    /// The text of a line, counted from 1, if the file can be read.
    pub fn line(&self, file: &str, line: u32) -> Option<String> {
        let source = self.source(file)?;
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let range = source.lines.get(index)?;
        source.text.get(range.clone()).map(String::from)
    }

    /// The text of a file, if it can be read.
    pub fn text(&self, file: &str) -> Option<String> {
        self.source(file).map(|source| source.text.clone())
    }

    fn source(&self, file: &str) -> Option<Rc<Source>> {
        let mut files = self.files.borrow_mut();
        let known = files.entry(file.to_string()).or_insert_with(|| {
            let bytes = std::fs::read(file).ok()?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let lines = lines(&text);
            Some(Rc::new(Source { text, lines }))
        });
        known.clone()
    }
}

fn lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let whole = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        start..start + line.len()
    });
    whole.collect()
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_are_those_of_editors() {
        let text = "a\n\r\nbc\r\nd";
        let found: Vec<&str> = lines(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["a", "", "bc", "d"]);
        assert_eq!(lines("").len(), 0);
    }
}
