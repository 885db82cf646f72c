//! Reads `cassay-report` documents.

use crate::{Status, Summary, list, schema, text};
use serde_json::Value;

/// Reads a document that keeps the published schema to the letter.
pub fn read(document: &str) -> Result<Summary, String> {
    let document: Value = serde_json::from_str(document).map_err(|error| error.to_string())?;
    schema::check(&schema::REPORT, &document)?;
    let mut summary = Summary::new(text(&document, "/verdict")?)?;
    for property in list(&document, "/properties")? {
        summary.add(text(property, "/id")?, status(text(property, "/status")?)?)?;
    }
    findings(&document, &mut summary)?;
    counts(&document)?;
    Ok(summary)
}

/// The words for what is known about a property.
pub fn status(word: &str) -> Result<Status, String> {
    match word {
        "proved" | "unreachable" => Ok(Status::Holds),
        "violated" => Ok(Status::Violated),
        "bounded" | "open" => Ok(Status::Open),
        other => Err(format!("'{other}' is not a status")),
    }
}

/// Takes over the violations of a document.
pub fn findings(document: &Value, summary: &mut Summary) -> Result<(), String> {
    for finding in list(document, "/findings")? {
        let line = finding.pointer("/place/line").and_then(Value::as_u64);
        let file = finding.pointer("/place/file").and_then(Value::as_str);
        let class = text(finding, "/class")?;
        summary.violated(file.unwrap_or(""), line.unwrap_or(0), class);
        let name = text(finding, "/property")?;
        if summary.properties.get(name) != Some(&Status::Violated) {
            return Err(format!("finding {name} is not a violated property"));
        }
    }
    Ok(())
}

/// The numbers of the summary are those of the list, and the ledger counts the same properties.
fn counts(document: &Value) -> Result<(), String> {
    let properties = list(document, "/properties")?;
    for name in ["proved", "unreachable", "violated", "bounded", "open"] {
        let listed = properties
            .iter()
            .filter(|property| property["status"] == *name)
            .count();
        if document["summary"][name] != listed {
            return Err(format!(
                "the summary has {} {name} properties, the list {listed}",
                document["summary"][name]
            ));
        }
    }
    if document["summary"]["properties"] != properties.len() {
        return Err("the summary does not count all properties".to_string());
    }
    Ok(())
}
