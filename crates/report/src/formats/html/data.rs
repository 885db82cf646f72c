//! The data of the page, as compact JSON.
//!
//! There may be tens of thousands of properties: they are rows of numbers that lead into a table of words. Long
//! executions and large sources are cut, and the page says so.

use super::Sources;
use crate::details::{LineCost, Picture};
use crate::formats::document::{Document, status};
use crate::report::{Claim, Report};
use cassay_base::is_library_file;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// States of a counterexample that the page has: so many at the start ...
const FIRST: usize = 500;
/// ... and so many before the violation.
const LAST: usize = 1500;
/// The most findings with a trace.
const TRACES: usize = 100;
/// The most changes of memory of one picture.
const CHANGES: usize = 20_000;
/// The most callers of a state that are kept beyond those of others.
const CALLERS: usize = 200;
/// The most bytes of source.
const SOURCE: usize = 1_200_000;

#[derive(Serialize)]
struct Data<'a> {
    report: Value,
    classes: Vec<Class>,
    words: Vec<&'a str>,
    /// Number or id, class, message, function, file, line, column, status, basis, finding or -1.
    rows: Vec<Row>,
    sources: Vec<Source>,
    /// Files of which the text is left out.
    missing: Vec<&'a str>,
    costs: BTreeMap<&'a str, &'a [LineCost]>,
    pictures: Vec<Option<Picture>>,
}

#[derive(Serialize)]
struct Class {
    name: &'static str,
    title: &'static str,
    cwe: Option<u32>,
}

#[derive(Serialize)]
struct Source {
    name: String,
    text: String,
}

type Row = (
    Value,
    usize,
    usize,
    usize,
    usize,
    u32,
    u32,
    &'static str,
    usize,
    i64,
);

/// The data of the page, safe inside of a script element.
pub fn of(report: &Report, sources: Sources<'_>) -> String {
    let mut document = match serde_json::to_value(Document::new(report)) {
        Ok(document) => document,
        Err(error) => unreachable!("maps have strings as keys: {error}"),
    };
    shorten(&mut document);
    let mut words = Words::default();
    let mut classes = Vec::new();
    let rows = rows(report, &mut words, &mut classes);
    let (sources, missing) = files(report, sources);
    let costs = report.details.costs.iter();
    let data = Data {
        report: document,
        classes,
        words: words.list,
        rows,
        sources,
        missing,
        costs: costs
            .map(|(file, lines)| (file.as_str(), lines.as_slice()))
            .collect(),
        pictures: pictures(report),
    };
    match serde_json::to_string(&data) {
        // Inside of a script element only this character could end it or begin a comment.
        Ok(text) => text.replace('<', "\\u003c"),
        Err(error) => unreachable!("maps have strings as keys: {error}"),
    }
}

/// Removes what is in rows, and the middle of long executions.
fn shorten(document: &mut Value) {
    document["properties"] = json!([]);
    let Some(findings) = document["findings"].as_array_mut() else {
        return;
    };
    for (index, finding) in findings.iter_mut().enumerate() {
        let Some(states) = finding["states"].as_array_mut() else {
            continue;
        };
        let (first, last) = match index < TRACES {
            true => (FIRST, LAST),
            false => (0, 0),
        };
        let hidden = states.len().saturating_sub(first + last);
        states.drain(first.min(states.len())..first.min(states.len()) + hidden);
        for state in states {
            if let Some(state) = state.as_object_mut() {
                // The text says both.
                state.remove("bits");
            }
        }
        finding["hidden"] = json!({ "from": first, "count": hidden });
    }
}

/// Words and their numbers.
#[derive(Default)]
struct Words<'a> {
    list: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Words<'a> {
    fn number(&mut self, word: &'a str) -> usize {
        let list = &mut self.list;
        *self.numbers.entry(word).or_insert_with(|| {
            list.push(word);
            list.len() - 1
        })
    }
}

fn rows<'a>(report: &'a Report, words: &mut Words<'a>, classes: &mut Vec<Class>) -> Vec<Row> {
    let findings = report.findings.iter().enumerate().rev();
    let by_claim: HashMap<&str, usize> = findings
        .map(|(index, finding)| (finding.claim.as_str(), index))
        .collect();
    let supports: Vec<_> = report
        .ledger
        .bases
        .iter()
        .map(|basis| basis.support)
        .collect();
    let row = |claim: &'a Claim| {
        let class = classes
            .iter()
            .position(|known| known.name == claim.class.name());
        let class = class.unwrap_or_else(|| {
            classes.push(Class {
                name: claim.class.name(),
                title: claim.class.title(),
                cwe: claim.class.cwe(),
            });
            classes.len() - 1
        });
        let start = format!("{}.{}.", claim.function, claim.class.name());
        let number = claim
            .id
            .strip_prefix(&start)
            .and_then(|end| end.parse::<u32>().ok());
        let id = number.map_or_else(|| json!(claim.id), |number| json!(number));
        let basis = supports.iter().position(|support| *support == claim.basis);
        let finding = by_claim.get(claim.id.as_str());
        (
            id,
            class,
            words.number(&claim.message),
            words.number(&claim.function),
            words.number(&claim.place.file),
            claim.place.line,
            claim.place.column,
            status(claim.status),
            basis.unwrap_or(supports.len()),
            finding
                .and_then(|index| i64::try_from(*index).ok())
                .unwrap_or(-1),
        )
    };
    report.claims.iter().map(row).collect()
}

/// The user's files that the report is about, those with findings first, and the names of those left out.
fn files<'a>(report: &'a Report, sources: Sources<'_>) -> (Vec<Source>, Vec<&'a str>) {
    let mut names: Vec<&str> = Vec::new();
    for finding in &report.findings {
        names.push(&finding.place.file);
        names.extend(finding.states.iter().map(|state| state.place.file.as_str()));
        names.extend(
            finding
                .related
                .iter()
                .map(|related| related.place.file.as_str()),
        );
    }
    names.extend(report.claims.iter().map(|claim| claim.place.file.as_str()));
    names.extend(
        report
            .ledger
            .loops
            .iter()
            .map(|entry| entry.place.file.as_str()),
    );
    names.extend(report.details.costs.keys().map(String::as_str));
    names.extend(report.run.files.iter().map(String::as_str));
    let mut seen = BTreeSet::new();
    names.retain(|name| !name.is_empty() && !is_library_file(name) && seen.insert(*name));
    let (mut found, mut missing, mut room) = (Vec::new(), Vec::new(), SOURCE);
    for name in names {
        match sources(name) {
            Some(text) if text.len() <= room => {
                room -= text.len();
                found.push(Source {
                    name: name.to_string(),
                    text,
                });
            }
            Some(_) => missing.push(name),
            None => {}
        }
    }
    (found, missing)
}

fn pictures(report: &Report) -> Vec<Option<Picture>> {
    let pictures = report.details.pictures.iter().take(TRACES);
    let short = |picture: &Picture| {
        let mut picture = picture.clone();
        if picture.changes.len() > CHANGES {
            // What happened last matters most.
            picture.changes.drain(..picture.changes.len() - CHANGES);
            picture.cut = true;
        }
        shorten_stacks(&mut picture);
        picture
    };
    pictures
        .map(|picture| picture.as_ref().map(short))
        .collect()
}

/// Keeps the activations that states are in, with some of their callers, under new numbers.
fn shorten_stacks(picture: &mut Picture) {
    let mut kept = BTreeSet::new();
    for innermost in picture.stacks.iter().flatten() {
        let mut at = Some(*innermost);
        for _ in 0..CALLERS {
            let Some(number) = at.filter(|number| kept.insert(*number)) else {
                break;
            };
            at = picture.activations.get(number).and_then(|call| call.0);
        }
    }
    let numbers: HashMap<usize, usize> = kept
        .iter()
        .enumerate()
        .map(|(new, old)| (*old, new))
        .collect();
    let moved = |old: &Option<usize>| old.as_ref().and_then(|old| numbers.get(old).copied());
    picture.stacks = picture.stacks.iter().map(moved).collect();
    let calls = kept.iter().filter_map(|old| picture.activations.get(*old));
    let calls: Vec<_> = calls
        .map(|(caller, function, place)| (moved(caller), function.clone(), place.clone()))
        .collect();
    picture.activations = calls;
}
