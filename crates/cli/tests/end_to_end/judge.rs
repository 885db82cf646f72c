//! Compares an answer with what the test file expects.

use crate::expect::{Revision, Test};
use crate::run::Answer;
use std::collections::BTreeSet;

/// Everything that differs; empty when the test passes.
pub fn judge(test: &Test, revision: &Revision, answer: &Answer) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(known) = &revision.known_wrong
        && answer.verdict == known.right
    {
        wrong.push(format!(
            "right at last: remove known-wrong ({})",
            known.reason
        ));
    } else if answer.verdict != revision.verdict {
        wrong.push(format!(
            "expected '{}', answered '{}'",
            revision.verdict, answer.verdict
        ));
    }
    wrong.extend(wrong_reason(revision, answer));
    let expected: BTreeSet<(String, usize, String)> = test
        .marks
        .iter()
        .filter(|mark| mark.revision.is_empty() || mark.revision == revision.name)
        .map(|mark| (mark.file.clone(), mark.line, mark.class.clone()))
        .collect();
    let found: BTreeSet<(String, usize, String)> = answer.violations.iter().cloned().collect();
    for (file, line, class) in expected.difference(&found) {
        wrong.push(format!("{file}:{line}: {class} expected, not reported"));
    }
    for (file, line, class) in found.difference(&expected) {
        wrong.push(format!("{file}:{line}: {class} reported, not expected"));
    }
    for text in &revision.contains {
        if !answer.output.contains(text.as_str()) {
            wrong.push(format!("the output lacks '{text}'"));
        }
    }
    for text in &revision.lacks {
        if answer.output.contains(text.as_str()) {
            wrong.push(format!("the output contains '{text}'"));
        }
    }
    for bound in &revision.stats {
        match answer.figure(&bound.name) {
            Some(value) if bound.admits(value) => {}
            Some(value) => wrong.push(format!(
                "{} is {value}, not {} {}",
                bound.name, bound.relation, bound.value
            )),
            None => wrong.push(format!("no figure named {}", bound.name)),
        }
    }
    wrong
}

/// What is wrong with the reason of an unknown.
fn wrong_reason(revision: &Revision, answer: &Answer) -> Option<String> {
    if revision.verdict != "unknown" || answer.verdict != "unknown" || revision.is_variant {
        return None;
    }
    let reason = answer.reason();
    let missing = revision.because.iter().find(|text| !reason.contains(*text));
    if let Some(text) = missing {
        return Some(format!("the reason '{reason}' lacks '{text}'"));
    }
    let named = |text: &String| reason.contains(text.as_str());
    let is_named = !revision.because.is_empty() || revision.contains.iter().any(named);
    (!is_named).then(|| format!("no 'because' or 'contains' says why: '{reason}'"))
}
