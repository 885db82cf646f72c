//! A place with its line of the source, the expression marked below.

use super::Style;
use super::paint::Paint;
use crate::place::Place;
use crate::report::Finding;
use std::fmt::Write;

/// No line is shown longer in what is not a terminal.
const WIDTH: usize = 100;
/// What is left of a long line before the expression.
const BEFORE: usize = 12;

/// The width of the longest line number of a violation.
pub(super) fn margin(finding: &Finding) -> usize {
    let related = finding.related.iter().map(|related| related.place.line);
    let positions = finding.positions.iter().map(|position| position.place.line);
    let call = finding.calls.last().map(|call| call.place.line);
    let lines = related
        .chain(positions)
        .chain(call)
        .chain([finding.place.line]);
    lines.max().unwrap_or(0).to_string().len()
}

/// Writes `--> FILE:LINE:COLUMN` and the line. What is marked is the main thing or belongs to it.
pub(super) fn write(
    out: &mut String,
    place: &Place,
    label: &str,
    main: bool,
    style: Style,
    margin: usize,
) {
    let paint = Paint(style.color);
    let gap = " ".repeat(margin);
    if !place.is_known() {
        if !label.is_empty() {
            let _ = writeln!(out, "{gap} {} {label}", paint.rule("="));
        }
        return;
    }
    let _ = writeln!(out, "{gap}{} {place}", paint.rule("-->"));
    let bar = paint.rule("|");
    let Some(text) = &place.text else {
        if !label.is_empty() {
            let _ = writeln!(out, "{gap} {} {label}", paint.rule("="));
        }
        return;
    };
    let width = style
        .width
        .unwrap_or(WIDTH)
        .saturating_sub(margin + 3)
        .max(40);
    let Some((start, end)) = marked(place, text) else {
        let shown: String = text.trim_end().chars().take(width).collect();
        let _ = writeln!(out, "{} {bar} {shown}", number(place.line, margin, paint));
        return;
    };
    let view = View::new(text, start, end, width);
    let _ = writeln!(
        out,
        "{} {bar} {}",
        number(place.line, margin, paint),
        view.text
    );
    let (sign, color): (&str, fn(Paint, &str) -> String) = match main {
        true => ("^", Paint::bad),
        false => ("-", Paint::rule),
    };
    let label = match label {
        "" => String::new(),
        label => format!(" {label}"),
    };
    let mark = color(paint, &format!("{}{label}", sign.repeat(view.length)));
    let _ = writeln!(out, "{gap} {bar} {}{mark}", view.gap);
}

fn number(line: u32, margin: usize, paint: Paint) -> String {
    paint.rule(&format!("{line:>margin$}"))
}

/// The bytes that are marked.
fn marked(place: &Place, text: &str) -> Option<(usize, usize)> {
    let at = |column: u32| usize::try_from(column.checked_sub(1)?).ok();
    let (start, end) = match place.range {
        Some(range) if range.line == place.line && range.end_line == place.line => {
            (at(range.column)?, at(range.end_column)?)
        }
        Some(_) | None => {
            let start = at(place.column)?;
            (start, place.end_column.and_then(at).unwrap_or(start + 1))
        }
    };
    text.get(start..end.min(text.len()))?;
    (start < text.len()).then_some((start, end.min(text.len()).max(start)))
}

/// The part of a line that is shown.
struct View {
    text: String,
    /// What stands below the text before the marks, tabs kept so that they line up.
    gap: String,
    /// How many marks there are.
    length: usize,
}

impl View {
    fn new(text: &str, start: usize, end: usize, width: usize) -> View {
        let whole = text.trim_end();
        let before: Vec<char> = text[..start].chars().collect();
        let length = text[start..end].chars().count().max(1);
        if whole.chars().count() <= width {
            return View {
                text: whole.to_string(),
                gap: before.iter().map(|c| space(*c)).collect(),
                length,
            };
        }
        // Long lines lose what stands far from the expression.
        let kept = match before.len() + length <= width {
            true => before.len(),
            false => before.len().min(BEFORE),
        };
        let cut = before.len() - kept;
        let dots = if cut > 0 { "..." } else { "" };
        let room = width.saturating_sub(dots.len());
        let shown: String = whole.chars().skip(cut).take(room).collect();
        let more = whole.chars().count() > cut + room;
        let mut gap = " ".repeat(dots.len());
        gap.extend(before[cut..].iter().map(|c| space(*c)));
        let visible = shown.chars().count().saturating_sub(kept).max(1);
        View {
            text: format!("{dots}{shown}{}", if more { "..." } else { "" }),
            gap,
            length: length.min(visible),
        }
    }
}

fn space(c: char) -> char {
    if c == '\t' { '\t' } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_keep_the_expression() {
        let text = format!("{}p[i] = 0;", "x = 1; ".repeat(30));
        let start = text.find("p[i]").expect("there");
        let view = View::new(&text, start, start + 4, 60);
        assert!(view.text.starts_with("...") && view.text.chars().count() <= 66);
        let at = view.gap.len();
        assert_eq!(&view.text[at..at + view.length], "p[i]");
    }

    #[test]
    fn tabs_line_up() {
        let view = View::new("\tout[j] = 0;", 1, 7, 80);
        assert_eq!((view.gap.as_str(), view.length), ("\t", 6));
        let view = View::new("é = ü;", 5, 7, 80);
        assert_eq!((view.gap.as_str(), view.length), ("    ", 1));
    }
}
