//! For tests: reads the machine formats of a report back, checks them against their schemas, and compares what
//! they say.
//!
//! Invariant of absence: nothing here knows how a format is written. The readers use the published schema of each
//! format, a parser from elsewhere, and what the documentation of Cassay promises.

mod html;
mod json;
mod junit;
mod sarif;
mod schema;

pub use html::{data as html_data, read as html};
pub use json::read as json;
pub use junit::read as junit;
pub use sarif::read as sarif;

use std::collections::{BTreeMap, BTreeSet};

/// What is known about a property, as far as every format says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It holds.
    Holds,
    /// It is violated.
    Violated,
    /// It is not decided for every execution.
    Open,
}

/// A violation: the name of the file without folders, the line, the class.
pub type Violation = (String, u64, String);

/// What every format of a report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// `safe`, `unsafe` or `unknown`.
    pub verdict: String,
    /// Every property by its name.
    pub properties: BTreeMap<String, Status>,
    /// The violations with a known place.
    pub violations: BTreeSet<Violation>,
}

impl Summary {
    fn new(verdict: &str) -> Result<Summary, String> {
        match verdict {
            "safe" | "unsafe" | "unknown" => Ok(Summary {
                verdict: verdict.to_string(),
                properties: BTreeMap::new(),
                violations: BTreeSet::new(),
            }),
            other => Err(format!("'{other}' is not a verdict")),
        }
    }

    /// Adds a property; each has one place in a report.
    fn add(&mut self, name: &str, status: Status) -> Result<(), String> {
        match self.properties.insert(name.to_string(), status) {
            None => Ok(()),
            Some(_) => Err(format!("property {name} is there twice")),
        }
    }

    fn violated(&mut self, file: &str, line: u64, class: &str) {
        if line > 0 {
            let name = file.rsplit('/').next().unwrap_or(file).to_string();
            self.violations.insert((name, line, class.to_string()));
        }
    }

    /// What is wrong within one summary: a verdict that its properties do not bear out.
    fn contradictions(&self) -> Vec<String> {
        let count = |status| {
            self.properties
                .values()
                .filter(|own| **own == status)
                .count()
        };
        let mut wrong = Vec::new();
        match self.verdict.as_str() {
            "safe" if count(Status::Violated) > 0 => {
                wrong.push("safe with a violated property".to_string());
            }
            "unsafe" if count(Status::Violated) == 0 => {
                wrong.push("unsafe without a violated property".to_string());
            }
            "unknown" if count(Status::Violated) > 0 => {
                wrong.push("unknown with a violated property".to_string());
            }
            _ => {}
        }
        wrong
    }
}

/// Where formats contradict each other or themselves; the first one is what the others are compared with.
pub fn disagreements(formats: &[(&str, Summary)]) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some(((first, expected), others)) = formats.split_first() else {
        return wrong;
    };
    for what in expected.contradictions() {
        wrong.push(format!("{first}: {what}"));
    }
    for (name, found) in others {
        if found.verdict != expected.verdict {
            wrong.push(format!(
                "{name} says {}, {first} says {}",
                found.verdict, expected.verdict
            ));
        }
        if found.violations != expected.violations {
            wrong.push(format!(
                "violations of {name}: {:?}, of {first}: {:?}",
                found.violations, expected.violations
            ));
        }
        let both = found.properties.keys().chain(expected.properties.keys());
        let different = both
            .collect::<BTreeSet<_>>()
            .into_iter()
            .filter(|property| {
                found.properties.get(*property) != expected.properties.get(*property)
            });
        for property in different.take(3) {
            wrong.push(format!(
                "{property}: {:?} in {name}, {:?} in {first}",
                found.properties.get(property),
                expected.properties.get(property)
            ));
        }
    }
    wrong
}

/// The member of an object, or an error that names it.
fn member<'a>(value: &'a serde_json::Value, path: &str) -> Result<&'a serde_json::Value, String> {
    value
        .pointer(path)
        .ok_or_else(|| format!("{path} is missing"))
}

/// The text at a path, or an error that names it.
fn text<'a>(value: &'a serde_json::Value, path: &str) -> Result<&'a str, String> {
    member(value, path)?
        .as_str()
        .ok_or_else(|| format!("{path} is not a text"))
}

/// The list at a path, or an error that names it.
fn list<'a>(
    value: &'a serde_json::Value,
    path: &str,
) -> Result<&'a Vec<serde_json::Value>, String> {
    member(value, path)?
        .as_array()
        .ok_or_else(|| format!("{path} is not a list"))
}
