//! Lines of the user's source files, read when a report wants to show them.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// Source files read so far.
#[derive(Default)]
pub struct Sources {
    files: RefCell<BTreeMap<String, Option<Vec<String>>>>,
}

impl Sources {
    /// The text of a line, counted from 1, if the file can be read.
    pub fn line(&self, file: &str, line: u32) -> Option<String> {
        let mut files = self.files.borrow_mut();
        let lines = files.entry(file.to_string()).or_insert_with(|| {
            let bytes = std::fs::read(file).ok()?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Some(text.lines().map(String::from).collect())
        });
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        lines.as_ref()?.get(index).cloned()
    }
}
