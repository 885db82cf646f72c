//! SARIF 2.1.0 (OASIS), as code scanning reads it.
//!
//! Every property is a result: a violated one fails, a proved one passes, another is open. Columns count
//! characters, while places of the report count bytes. A counterexample is a code flow with one thread flow for
//! each thread; locations carry the values that variables get.

use super::document::{Document, beyond_claims, kind_name, verdict};
use super::fingerprint::Fingerprints;
use crate::place::Place;
use crate::report::{Claim, Conclusion, Finding, Report, State};
use crate::{reason, threads};
use cassay_engine::PropertyStatus;
use cassay_ir::PropertyClass;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The schema that the text follows.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Pages of weaknesses.
const WEAKNESSES: &str = "https://cwe.mitre.org/data/definitions/";
/// States of a counterexample that are written: so many at the start ...
const FIRST: usize = 500;
/// ... and so many before the violation. Services refuse longer flows.
const LAST: usize = 4500;

/// Writes the report as SARIF.
pub fn render(report: &Report) -> String {
    let log = Log::new(report).log();
    let mut text = match serde_json::to_string_pretty(&log) {
        Ok(text) => text,
        Err(error) => unreachable!("maps have strings as keys: {error}"),
    };
    text.push('\n');
    text
}

struct Log<'a> {
    report: &'a Report,
    rules: Vec<PropertyClass>,
    weaknesses: Vec<u32>,
    files: Vec<&'a str>,
}

impl<'a> Log<'a> {
    fn new(report: &'a Report) -> Self {
        let claims = report.claims.iter().map(|claim| claim.class);
        let findings = report.findings.iter().map(|finding| finding.class);
        let used: BTreeSet<PropertyClass> = claims.chain(findings).collect();
        let weaknesses: BTreeSet<u32> = used.iter().filter_map(|class| class.cwe()).collect();
        let mut files: BTreeSet<&str> = report.run.files.iter().map(String::as_str).collect();
        files.extend(report.claims.iter().map(|claim| claim.place.file.as_str()));
        files.extend(
            report
                .findings
                .iter()
                .map(|found| found.place.file.as_str()),
        );
        files.retain(|file| !file.is_empty() && *file != "?");
        Log {
            report,
            rules: used.into_iter().collect(),
            weaknesses: weaknesses.into_iter().collect(),
            files: files.into_iter().collect(),
        }
    }

    fn log(&self) -> Value {
        json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": self.driver() },
                "taxonomies": [self.taxonomy()],
                "invocations": [self.invocation()],
                "artifacts": self.files.iter().map(|file| json!({ "location": artifact(file) })).collect::<Vec<_>>(),
                "columnKind": "unicodeCodePoints",
                "results": self.results(),
                "properties": self.properties(),
            }],
        })
    }

    fn driver(&self) -> Value {
        let rules = self.rules.iter().map(|class| {
            let mut rule = json!({
                "id": class.name(),
                "shortDescription": { "text": class.title() },
                "defaultConfiguration": { "level": "error" },
                "help": { "text": format!("cassay --explain {} says what this is about.", class.name()) },
            });
            if let Some(number) = class.cwe() {
                let target = json!({ "id": number.to_string(), "toolComponent": { "name": "CWE", "index": 0 } });
                rule["relationships"] = json!([{ "target": target, "kinds": ["relevant"] }]);
                rule["properties"] = json!({ "tags": ["security", format!("external/cwe/cwe-{number:03}")] });
            }
            rule
        });
        json!({
            "name": "Cassay",
            "version": self.report.run.version,
            "semanticVersion": self.report.run.version,
            "rules": rules.collect::<Vec<_>>(),
            "supportedTaxonomies": [{ "name": "CWE", "index": 0 }],
        })
    }

    fn taxonomy(&self) -> Value {
        let taxa = self.weaknesses.iter().map(|number| {
            json!({ "id": number.to_string(), "helpUri": format!("{WEAKNESSES}{number}.html") })
        });
        json!({
            "name": "CWE",
            "organization": "MITRE",
            "shortDescription": { "text": "The MITRE Common Weakness Enumeration" },
            "informationUri": "https://cwe.mitre.org/",
            "isComprehensive": false,
            "taxa": taxa.collect::<Vec<_>>(),
        })
    }

    fn invocation(&self) -> Value {
        let notes = self.report.notes.iter().map(|note| {
            let mut notification = json!({
                "level": if note.may_hide { "warning" } else { "note" },
                "message": { "text": reason::note(note) },
                "properties": { "kind": note.kind.name() },
            });
            if let Some(location) = location(&note.place) {
                notification["locations"] = json!([location]);
            }
            notification
        });
        let mut notes: Vec<Value> = notes.collect();
        if let (Conclusion::Unknown, Some(why)) = (self.report.conclusion, &self.report.reason) {
            let text = reason::reason(why);
            notes.push(json!({ "level": "warning", "message": { "text": text } }));
        }
        let (code, words) = match self.report.conclusion {
            Conclusion::Safe => (0, "safe"),
            Conclusion::Unsafe => (1, "unsafe"),
            Conclusion::Unknown => (3, "unknown"),
        };
        let mut invocation = json!({
            "executionSuccessful": self.report.run.finished,
            "exitCode": code,
            "exitCodeDescription": words,
            "toolExecutionNotifications": notes,
        });
        if let Some((_, arguments)) = self.report.run.command.split_first() {
            invocation["commandLine"] = json!(self.report.run.command.join(" "));
            invocation["arguments"] = json!(arguments);
        }
        invocation
    }

    /// What SARIF has no place for: the verdict, what it rests on, the invariants.
    fn properties(&self) -> Value {
        let document = match serde_json::to_value(Document::new(self.report)) {
            Ok(document) => document,
            Err(error) => unreachable!("maps have strings as keys: {error}"),
        };
        let mut properties = Map::new();
        properties.insert("verdict".into(), json!(verdict(self.report.conclusion)));
        for key in ["reason", "ledger", "invariants", "advice", "summary"] {
            if let Some(value) = document.get(key) {
                properties.insert(key.into(), value.clone());
            }
        }
        Value::Object(properties)
    }

    fn results(&self) -> Vec<Value> {
        let mut prints = Fingerprints::default();
        let findings = self.report.findings.iter();
        let by_claim: BTreeMap<&str, &Finding> = findings
            .rev()
            .map(|finding| (finding.claim.as_str(), finding))
            .collect();
        let claims = self.report.claims.iter().map(|claim| {
            let print = prints.of(claim.class, &claim.function, &claim.place);
            match by_claim.get(claim.id.as_str()) {
                Some(finding) => self.failure(finding, &print),
                None => self.result(claim, &print),
            }
        });
        let mut results: Vec<Value> = claims.collect();
        for finding in beyond_claims(self.report) {
            let print = prints.of(finding.class, &finding.function, &finding.place);
            results.push(self.failure(finding, &print));
        }
        results
    }

    /// What every result has.
    fn base(&self, class: PropertyClass, place: &Place, function: &str, print: &str) -> Value {
        let mut result = json!({
            "ruleId": class.name(),
            "partialFingerprints": { "cassayProperty/v1": print },
        });
        if let Some(index) = self.rules.iter().position(|rule| *rule == class) {
            result["ruleIndex"] = json!(index);
        }
        if let Some(number) = class.cwe() {
            result["taxa"] = json!([{ "id": number.to_string(), "toolComponent": { "name": "CWE", "index": 0 } }]);
        }
        if let Some(mut location) = self.location(place) {
            location["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
            result["locations"] = json!([location]);
        }
        result
    }

    fn result(&self, claim: &Claim, print: &str) -> Value {
        let (kind, level) = match claim.status {
            PropertyStatus::Proved(_) | PropertyStatus::Unreachable => ("pass", "none"),
            PropertyStatus::Violated { .. } => ("fail", "error"),
            PropertyStatus::Bounded { .. }
            | PropertyStatus::FewInterrupts { .. }
            | PropertyStatus::NotChecked => ("open", "none"),
        };
        let mut result = self.base(claim.class, &claim.place, &claim.function, print);
        result["kind"] = json!(kind);
        result["level"] = json!(level);
        result["message"] =
            json!({ "text": format!("{}: {}", claim.message, claim.basis.words()) });
        result["properties"] = json!({ "claim": claim.id, "basis": claim.basis.name() });
        result
    }

    fn failure(&self, finding: &Finding, print: &str) -> Value {
        let mut result = self.base(finding.class, &finding.place, &finding.function, print);
        let words = match finding.explanation.is_empty() {
            true => &finding.message,
            false => &finding.explanation,
        };
        result["kind"] = json!("fail");
        result["level"] = json!("error");
        result["message"] = json!({ "text": format!("{}: {words}", finding.class.title()) });
        result["properties"] = json!({ "claim": finding.claim, "basis": "violated" });
        let related = self.related(finding);
        if !related.is_empty() {
            result["relatedLocations"] = json!(related);
        }
        let calls: Vec<Value> = finding
            .calls
            .iter()
            .rev()
            .map(|call| self.frame(call))
            .collect();
        if !calls.is_empty() {
            let text = "The calls that lead to the violation";
            result["stacks"] = json!([{ "message": { "text": text }, "frames": calls }]);
        }
        if let Some(flow) = self.flow(finding) {
            result["codeFlows"] = json!([flow]);
        }
        result
    }

    fn frame(&self, call: &crate::report::Call) -> Value {
        let arguments = call.arguments.iter();
        let arguments: Vec<String> = arguments
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let text = format!("{}({})", call.function, arguments.join(", "));
        let mut location = self.location(&call.place).unwrap_or_else(|| json!({}));
        location["message"] = json!({ "text": text });
        json!({ "location": location })
    }

    fn related(&self, finding: &Finding) -> Vec<Value> {
        let inside = finding
            .inner
            .iter()
            .map(|(function, at)| (at, format!("in {function}")));
        let notes = finding
            .related
            .iter()
            .map(|related| (&related.place, related.text.clone()));
        let sentences = threads::sentences(&finding.positions);
        let positions = finding
            .positions
            .iter()
            .map(|position| &position.place)
            .zip(sentences);
        let all = inside.chain(notes).chain(positions);
        let known = all.filter_map(|(place, text)| Some((self.location(place)?, text)));
        known
            .enumerate()
            .map(|(index, (mut location, text))| {
                location["id"] = json!(index + 1);
                location["message"] = json!({ "text": text });
                location
            })
            .collect()
    }

    fn flow(&self, finding: &Finding) -> Option<Value> {
        let hidden = finding.states.len().saturating_sub(FIRST + LAST);
        let shown = |index: usize| index < FIRST || index >= FIRST + hidden;
        let mut by_thread: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
        for (index, state) in finding
            .states
            .iter()
            .enumerate()
            .filter(|(index, _)| shown(*index))
        {
            if let Some(location) = self.state(state, index) {
                by_thread.entry(state.thread).or_default().push(location);
            }
        }
        let last = finding.positions.first().map_or_else(
            || finding.states.last().map_or(0, |state| state.thread),
            |position| position.thread,
        );
        if let Some(mut location) = self.location(&finding.place) {
            location["message"] = json!({ "text": finding.class.title() });
            by_thread.entry(last).or_default().push(json!({
                "location": location,
                "executionOrder": finding.states.len() + 1,
                "importance": "essential",
                "kinds": ["danger"],
            }));
        }
        let flows = by_thread.into_iter().map(|(thread, locations)| {
            let title = finding.threads.iter().find(|known| known.number == thread);
            let title = title.map_or_else(|| format!("thread {thread}"), threads::Thread::title);
            json!({ "id": thread.to_string(), "message": { "text": title }, "locations": locations })
        });
        let flows: Vec<Value> = flows.collect();
        let text = match hidden {
            0 => "The execution that violates the property".to_string(),
            _ => format!(
                "The execution that violates the property, without {hidden} states in the middle"
            ),
        };
        (!flows.is_empty()).then(|| json!({ "message": { "text": text }, "threadFlows": flows }))
    }

    fn state(&self, state: &State, index: usize) -> Option<Value> {
        let mut location = self.location(&state.place)?;
        let mark = state
            .mark()
            .map_or_else(String::new, |mark| format!(" ({mark})"));
        location["message"] = json!({ "text": format!("{}{mark}", state.text()) });
        location["logicalLocations"] = json!([{ "name": state.function, "kind": "function" }]);
        let mut entry = json!({
            "location": location,
            "executionOrder": index + 1,
            "nestingLevel": state.depth,
            "importance": if state.mark().is_some() { "essential" } else { "important" },
            "properties": { "kind": kind_name(state.kind), "number": state.number },
        });
        if let Some(value) = &state.value {
            let mut values = Map::new();
            values.insert(state.target.to_string(), json!({ "text": value.text }));
            entry["state"] = Value::Object(values);
        }
        Some(entry)
    }

    /// A place as a location, with the index of its file.
    fn location(&self, place: &Place) -> Option<Value> {
        let mut location = location(place)?;
        if let Some(index) = self.files.iter().position(|file| *file == place.file) {
            location["physicalLocation"]["artifactLocation"]["index"] = json!(index);
        }
        Some(location)
    }
}

fn location(place: &Place) -> Option<Value> {
    if !place.is_known() {
        return None;
    }
    Some(json!({
        "physicalLocation": { "artifactLocation": artifact(&place.file), "region": region(place) },
    }))
}

fn region(place: &Place) -> Value {
    let mut region = json!({ "startLine": place.line });
    let text = place.text.as_deref();
    let characters = |column: u32| match text {
        Some(text) => characters_before(text, column) + 1,
        None => u64::from(column),
    };
    let (start, end) = match (place.range, place.end_column) {
        (Some(range), _) if range.end_line == range.line && range.line == place.line => {
            (range.column, Some(range.end_column))
        }
        (_, end) => (place.column, end),
    };
    if start > 0 {
        region["startColumn"] = json!(characters(start));
        if let Some(end) = end.filter(|end| *end > start) {
            region["endColumn"] = json!(characters(end));
        }
    }
    if let Some(text) = text {
        region["snippet"] = json!({ "text": text });
    }
    region
}

/// How many characters stand before a column that counts bytes.
fn characters_before(text: &str, column: u32) -> u64 {
    let bytes = usize::try_from(column)
        .unwrap_or(usize::MAX)
        .saturating_sub(1);
    let inside = text
        .char_indices()
        .take_while(|(at, _)| *at < bytes)
        .count();
    // A column behind the end of the line counts on from there.
    (inside + bytes.saturating_sub(text.len())) as u64
}

fn artifact(file: &str) -> Value {
    json!({ "uri": uri(file) })
}

/// A file as a URI: a relative path stays relative.
fn uri(file: &str) -> String {
    let mut out = String::new();
    let (start, path) = match file.strip_prefix('/') {
        Some(path) => ("file:///", path),
        None => ("", file.strip_prefix("./").unwrap_or(file)),
    };
    out.push_str(start);
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_become_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("./a.c"), "a.c");
        assert_eq!(uri("/tmp/ü.c"), "file:///tmp/%C3%BC.c");
        assert_eq!(uri("a:b.c"), "a%3Ab.c", "not a scheme");
    }

    #[test]
    fn columns_count_characters() {
        let text = "\"é\" + x";
        assert_eq!(characters_before(text, 1), 0);
        assert_eq!(characters_before(text, 8), 6, "é has two bytes");
        assert_eq!(characters_before("ab", 5), 4, "behind the end");
    }
}
