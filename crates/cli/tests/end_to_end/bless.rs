//! Rewrites the expectations of a test from the answers it got.

use crate::expect::{Test, VERDICTS, file_name};
use crate::run::Answer;
use std::collections::BTreeMap;

/// What `CASSAY_BLESS` must be for a *safe* to become an *unsafe*, or the other way round.
pub const FLIP: &str = "flip";

/// Writes verdicts and marks into the file; everything else stays. An answer that becomes its opposite is
/// refused unless `flip` says that this is meant.
pub fn rewrite(test: &Test, answers: &[Answer], flip: bool) -> Result<(), String> {
    for (revision, answer) in test.revisions.iter().zip(answers) {
        if !flip && is_opposite(&revision.verdict, &answer.verdict) {
            return Err(format!(
                "[{}] '{}' would become '{}'; CASSAY_BLESS={FLIP} does it all the same",
                revision.name, revision.verdict, answer.verdict
            ));
        }
    }
    for answer in answers {
        if !VERDICTS.contains(&answer.verdict.as_str()) {
            return Err(format!("the answer is no verdict: {}", answer.verdict));
        }
    }
    let text = std::fs::read_to_string(&test.path).map_err(|e| e.to_string())?;
    let name = file_name(&test.path);
    let marks = marks(test, answers, &name);
    let verdicts = verdicts(test, answers);
    let mut lines: Vec<String> = Vec::new();
    let mut placed = false;
    for (index, line) in text.lines().enumerate() {
        let directive = line.starts_with("//@");
        if directive && line.contains(" verdict:") {
            continue;
        }
        if !directive && !line.starts_with("//!") && !placed {
            lines.extend(verdicts.iter().cloned());
            placed = true;
        }
        lines.push(match marks.get(&(index + 1)) {
            None => strip(line).to_string(),
            Some(mark) => format!("{} {mark}", strip(line)),
        });
    }
    std::fs::write(&test.path, lines.join("\n") + "\n").map_err(|e| e.to_string())
}

/// Whether two verdicts contradict each other.
fn is_opposite(before: &str, after: &str) -> bool {
    matches!((before, after), ("safe", "unsafe") | ("unsafe", "safe"))
}

fn strip(line: &str) -> &str {
    line.split("//~").next().unwrap_or(line).trim_end()
}

fn verdicts(test: &Test, answers: &[Answer]) -> Vec<String> {
    let all_same = answers.iter().all(|a| a.verdict == answers[0].verdict);
    if all_same {
        return vec![format!("//@ verdict: {}", answers[0].verdict)];
    }
    test.revisions
        .iter()
        .zip(answers)
        .map(|(revision, answer)| format!("//@[{}] verdict: {}", revision.name, answer.verdict))
        .collect()
}

/// The text of the marks, by line of the file as it was run.
fn marks(test: &Test, answers: &[Answer], name: &str) -> BTreeMap<usize, String> {
    let mut found: BTreeMap<(usize, &str), Vec<&str>> = BTreeMap::new();
    for (revision, answer) in test.revisions.iter().zip(answers) {
        for (file, line, class) in &answer.violations {
            if file == name {
                let revisions = found.entry((*line, class)).or_default();
                if !revisions.contains(&revision.name.as_str()) {
                    revisions.push(&revision.name);
                }
            }
        }
    }
    let mut marks: BTreeMap<usize, String> = BTreeMap::new();
    for ((line, class), revisions) in found {
        let text = marks.entry(line).or_default();
        if revisions.len() == test.revisions.len() {
            text.push_str(&format!("//~ {class} "));
        } else {
            for revision in revisions {
                text.push_str(&format!("//~[{revision}] {class} "));
            }
        }
    }
    for text in marks.values_mut() {
        text.truncate(text.trim_end().len());
    }
    marks
}
