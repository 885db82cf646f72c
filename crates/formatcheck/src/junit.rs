//! Reads JUnit XML. The format has no standard; what is checked is what build servers rely on: one suite, counts
//! that are those of its tests, and at most one outcome for each test.

use crate::{Status, Summary};
use roxmltree::{Document, Node};

/// Reads a report whose counts are right.
pub fn read(xml: &str) -> Result<Summary, String> {
    let document = Document::parse(xml).map_err(|error| error.to_string())?;
    let root = document.root_element();
    let suites: Vec<Node<'_, '_>> = elements(root, "testsuite").collect();
    let [suite] = suites.as_slice() else {
        return Err(format!("{} test suites", suites.len()));
    };
    let last = elements(*suite, "system-out")
        .filter_map(|node| node.text()?.lines().last())
        .next();
    let verdict = match last {
        Some("VERIFICATION SUCCESSFUL") => "safe",
        Some("VERIFICATION FAILED") => "unsafe",
        Some("VERIFICATION UNKNOWN") => "unknown",
        other => return Err(format!("the output ends with {other:?}")),
    };
    let mut summary = Summary::new(verdict)?;
    let mut errors = 0;
    for case in elements(*suite, "testcase") {
        errors += test(case, &mut summary)?;
    }
    if (errors > 0) != (verdict == "unknown") {
        return Err(format!("{errors} errors with verdict {verdict}"));
    }
    let count = |wanted| {
        let all = summary.properties.values();
        all.filter(|status| **status == wanted).count()
    };
    let expected = [
        ("tests", summary.properties.len() + errors),
        ("failures", count(Status::Violated)),
        ("skipped", count(Status::Open)),
        ("errors", errors),
    ];
    for (name, number) in expected {
        for node in [root, *suite] {
            if node.attribute(name) != Some(number.to_string().as_str()) {
                return Err(format!(
                    "{name} is {:?}, but there are {number}",
                    node.attribute(name)
                ));
            }
        }
    }
    Ok(summary)
}

/// Takes over one test; 1 if it is the error of a run without an answer.
fn test(case: Node<'_, '_>, summary: &mut Summary) -> Result<usize, String> {
    let name = case.attribute("name").ok_or("a test without name")?;
    let outcomes: Vec<&str> = case
        .children()
        .filter(Node::is_element)
        .map(|node| node.tag_name().name())
        .collect();
    let status = match outcomes.as_slice() {
        [] => Status::Holds,
        ["failure"] => Status::Violated,
        ["skipped"] => Status::Open,
        ["error"] => return Ok(1),
        other => return Err(format!("{name}: outcomes {other:?}")),
    };
    // The message comes behind the name of the property, which has no ": ".
    let id = name.split_once(": ").map_or(name, |(id, _)| id);
    summary.add(id, status)?;
    if let Some(failure) = elements(case, "failure").next() {
        let line = case.attribute("line").and_then(|line| line.parse().ok());
        let class = failure.attribute("type").ok_or("a failure without type")?;
        summary.violated(
            case.attribute("file").unwrap_or(""),
            line.unwrap_or(0),
            class,
        );
    }
    Ok(0)
}

fn elements<'a, 'i: 'a>(node: Node<'a, 'i>, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children()
        .filter(move |child| child.has_tag_name(name))
}
