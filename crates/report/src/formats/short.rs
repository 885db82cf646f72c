//! One line for each violation and note, as editors and continuous integration read the errors of compilers:
//! `FILE:LINE:COLUMN: error: MESSAGE [CLASS]`.

use super::Style;
use super::text::write_ending;
use crate::Report;
use crate::place::Place;
use std::fmt::Write;

/// Writes the report.
pub fn render(report: &Report, style: Style) -> String {
    let style = Style {
        color: false,
        ..style
    };
    let mut out = String::new();
    if !style.quiet {
        for note in &report.notes {
            let text = format!("{}: {}", note.subject, note.assumption);
            line(&mut out, &note.place, "note", &text);
        }
        for finding in &report.findings {
            let text = format!("{} [{}]", finding.headline(), finding.class.name());
            line(&mut out, &finding.place, "error", &text);
            for related in &finding.related {
                line(&mut out, &related.place, "note", &related.text);
            }
        }
        for advice in &report.advice {
            let command = advice.command.iter().map(|command| format!(": {command}"));
            let _ = writeln!(out, "help: {}{}", advice.text, command.collect::<String>());
        }
    }
    write_ending(&mut out, report, style);
    out
}

fn line(out: &mut String, place: &Place, kind: &str, text: &str) {
    let text = text.replace('\n', " ");
    let _ = match place.is_known() {
        true => writeln!(out, "{place}: {kind}: {text}"),
        false => writeln!(out, "{kind}: {text}"),
    };
}
