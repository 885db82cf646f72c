//! Which forms of models of formatted input and output a file could need (see
//! [`cassay_libc::formatted`]). They are linked; a later pass selects the form for each call.

use cassay_libc::formatted::{ALLOCATING, COUNTED, INPUT, OUTPUT, asks};
use std::collections::{BTreeMap, BTreeSet};

/// The forms that a file could need, by its LLVM text: the names to link.
pub(crate) fn needed(text: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(text);
    let mut found = BTreeSet::new();
    let mut results = BTreeMap::new();
    for line in text.lines() {
        if line.starts_with('@') {
            if asks(line, b'n') {
                found.insert(format!("{COUNTED}printf"));
            }
            if asks(line, b'm') {
                found.insert(format!("{ALLOCATING}scanf"));
            }
        } else if line.starts_with('}') {
            results.clear();
        } else if let Some((name, _)) = result_of_output(line) {
            results.insert(name, ());
        } else if !results.is_empty() && mentions(line, &results) {
            found.insert(format!("{COUNTED}printf"));
        }
    }
    let called = |list: &[(&str, usize)]| {
        let mut names = list.iter();
        names.any(|(name, _)| text.contains(&format!("@{name}(")))
    };
    if !called(OUTPUT) {
        found.remove(&format!("{COUNTED}printf"));
    }
    if !called(INPUT) {
        found.remove(&format!("{ALLOCATING}scanf"));
    }
    found
}

/// The name of the result of a line that calls formatted output.
fn result_of_output(line: &str) -> Option<(&str, &str)> {
    let (name, call) = line.trim_start().split_once(" = ")?;
    let calls = |(function, _): &(&str, usize)| {
        let found = call.split_once(&format!("@{function}("));
        found.is_some()
    };
    (call.contains("call ") && OUTPUT.iter().any(calls)).then_some((name, call))
}

/// Whether a line uses one of some values.
fn mentions(line: &str, values: &BTreeMap<&str, ()>) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._$-".contains(c);
    line.match_indices('%').any(|(at, _)| {
        let rest = &line[at + 1..];
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        values.contains_key(&line[at..at + 1 + end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        needed(text.as_bytes()).into_iter().collect()
    }

    #[test]
    fn a_result_that_nobody_uses_needs_no_count() {
        let call = "  %call = call i32 (ptr, ...) @printf(ptr noundef @.str)\n";
        assert!(names(call).is_empty());
        assert!(names(&format!("{call}  store i32 %call2, ptr %n\n")).is_empty());
        let used = format!("{call}  store i32 %call, ptr %n\n");
        assert_eq!(names(&used), ["__cassay_counted_printf"]);
        assert!(names(&format!("{call}}}\n  store i32 %call, ptr %n\n")).is_empty());
    }

    #[test]
    fn formats_that_allocate_need_their_form() {
        let text = "@.str = constant [4 x i8] c\"%n\\00\"\n  call i32 @scanf(ptr @.str)\n";
        assert!(names(text).is_empty());
        let text = "@.str = constant [4 x i8] c\"%ms\\00\"\n  call i32 @scanf(ptr @.str)\n";
        assert_eq!(names(text), ["__cassay_allocating_scanf"]);
    }
}
