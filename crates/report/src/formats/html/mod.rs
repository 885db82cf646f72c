//! The report as one web page that needs nothing else: no network, no framework, no server.
//!
//! `page.html` is the frame, `page.css` its style; the scripts are put together to one. The page shows the
//! [document](super::document) that programs read too, and [`Details`](crate::details::Details). Everything from the program reaches
//! the page as JSON or as escaped text, never as markup.

mod data;

use super::document::verdict;
use crate::reason;
use crate::report::{Conclusion, Report};
use std::fmt::Write;

/// The text of a file, if it can be read.
pub type Sources<'a> = &'a dyn Fn(&str) -> Option<String>;

const FRAME: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// The parts of the script, in their order.
const SCRIPT: &[&str] = &[
    include_str!("page/base.js"),
    include_str!("page/source.js"),
    include_str!("page/overview.js"),
    include_str!("page/lists.js"),
    include_str!("page/memory.js"),
    include_str!("page/trace.js"),
    include_str!("page/main.js"),
];

/// Writes the page.
pub fn render(report: &Report, sources: Sources<'_>) -> String {
    let name = match report.run.files.as_slice() {
        [] => "program".to_string(),
        [one] => one.clone(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
    };
    let icon = match report.conclusion {
        Conclusion::Safe => "%2313733a",
        Conclusion::Unsafe => "%23b3211b",
        Conclusion::Unknown => "%23b07a00",
    };
    let verdict = verdict(report.conclusion);
    let data = data::of(report, sources);
    let script = format!("\"use strict\";\n(() => {{\n{}\n}})();", SCRIPT.concat());
    fill(FRAME, &|slot| match slot {
        "version" => escape(&report.run.version),
        "title" => format!("{verdict}: {} — Cassay", escape(&name)),
        "name" => escape(&name),
        "verdict" => verdict.to_string(),
        "icon" => icon.to_string(),
        "style" => STYLE.to_string(),
        "script" => script.clone(),
        "data" => data.clone(),
        "plain" => plain(report),
        other => unreachable!("the frame has no slot {other}"),
    })
}

/// Fills the slots `{{name}}` of a frame, once: what is filled in is not looked at.
fn fill(frame: &str, content: &dyn Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = frame;
    while let Some((before, behind)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((slot, after)) = behind.split_once("}}") else {
            unreachable!("a slot of the frame ends");
        };
        out.push_str(&content(slot));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// What a reader without scripts sees.
fn plain(report: &Report) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        let words = match finding.explanation.is_empty() {
            true => &finding.message,
            false => &finding.explanation,
        };
        let _ = writeln!(
            out,
            "<p>{}: {} [{}]: {}</p>",
            escape(&finding.place.to_string()),
            finding.class.title(),
            finding.class.name(),
            escape(words)
        );
    }
    if let Some(why) = &report.reason {
        let _ = writeln!(out, "<p>{}</p>", escape(&reason::reason(why)));
    }
    let _ = writeln!(out, "<p>{}</p>", report.conclusion.last_line());
    out
}

/// Text between tags or in an attribute.
fn escape(text: &str) -> String {
    super::junit::escape(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let filled = fill("<a>{{x}}</a>{{y}}", &|slot| match slot {
            "x" => "{{y}}".to_string(),
            _ => "1".to_string(),
        });
        assert_eq!(filled, "<a>{{y}}</a>1");
    }

    #[test]
    fn the_frame_has_known_slots_only() {
        let filled = fill(FRAME, &|slot| format!("[{slot}]"));
        for slot in [
            "version", "title", "name", "verdict", "icon", "style", "script", "data", "plain",
        ] {
            assert!(filled.contains(&format!("[{slot}]")), "{slot}");
        }
        assert!(!filled.contains("{{"));
    }
}
