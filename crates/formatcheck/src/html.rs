//! Reads the data of the page; what the page does with it is tested in a browser.

use crate::json::{findings, status};
use crate::{Summary, list, member, text};
use serde_json::Value;

/// Where the data begins.
const DATA: &str = "<script type=\"application/json\" id=\"data\">";

/// Signs of a page that is not one file.
const NEEDS: [&str; 6] = [
    "src=\"http",
    "href=\"http",
    "@import",
    "url(",
    "fetch(",
    "XMLHttp",
];

/// Reads what the page is made of.
pub fn read(page: &str) -> Result<Summary, String> {
    // What stands between is text of the program.
    let (frame, rest) = page
        .split_once("<noscript>")
        .ok_or("the page has no text")?;
    let (_, rest) = rest.split_once(DATA).ok_or("the page has no data")?;
    let (_, script) = rest.split_once("</script>").ok_or("the data has no end")?;
    for word in NEEDS {
        if frame.contains(word) || script.contains(word) {
            return Err(format!("the page needs something else: {word}"));
        }
    }
    let data = data(page)?;
    let report = member(&data, "/report")?;
    let mut summary = Summary::new(text(report, "/verdict")?)?;
    for row in list(&data, "/rows")? {
        summary.add(&name(&data, row)?, status(text(row, "/7")?)?)?;
    }
    // Violations that no property speaks of have no row.
    for finding in list(report, "/findings")? {
        let name = text(finding, "/property")?;
        if !summary.properties.contains_key(name) {
            summary.add(name, crate::Status::Violated)?;
        }
    }
    findings(report, &mut summary)?;
    Ok(summary)
}

/// The data of the page.
pub fn data(page: &str) -> Result<Value, String> {
    let (_, rest) = page.split_once(DATA).ok_or("the page has no data")?;
    let (data, _) = rest.split_once("</script>").ok_or("the data has no end")?;
    if data.contains('<') {
        return Err("the data has a bare '<'".to_string());
    }
    serde_json::from_str(data).map_err(|error| error.to_string())
}

/// The name of the property of a row: whole, or a number behind function and class.
fn name(data: &Value, row: &Value) -> Result<String, String> {
    let Some(number) = row[0].as_u64() else {
        return text(row, "/0").map(String::from);
    };
    let class = text(data, &format!("/classes/{}/name", row[1]))?;
    let function = text(data, &format!("/words/{}", row[3]))?;
    Ok(format!("{function}.{class}.{number}"))
}
