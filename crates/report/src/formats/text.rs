//! The report as text for people, and for scripts that read its last line.
//!
//! A violation starts with a line that editors understand, `FILE:LINE:COLUMN: violation: …`, then
//! come the source line with a caret and the states that lead there.

use super::Style;
use super::columns::{self, Columns};
use crate::reason;
use crate::report::{Claim, Conclusion, Finding, Invariant, Place, Report};
use crate::threads::{self, base_name};
use cassay_engine::{PropertyStatus, ProvedBy};
use std::fmt::Write;

/// Writes the report.
pub fn render(report: &Report, style: Style) -> String {
    let mut out = String::new();
    let paint = Paint(style.color);
    if !style.quiet {
        for note in &report.notes {
            let _ = writeln!(out, "{} {}", paint.yellow("note:"), reason::note(note));
        }
        for finding in &report.findings {
            write_finding(&mut out, finding, style);
        }
        write_claims(&mut out, &report.claims, paint);
        if style.invariants {
            write_invariants(&mut out, &report.invariants);
        }
        write_summary(&mut out, report);
    }
    if let Some(reason) = &report.reason
        && (!style.quiet || reason.is_needed(report.conclusion))
    {
        let _ = writeln!(out, "{}", reason::reason(reason));
    }
    let last = report.conclusion.last_line();
    let last = match report.conclusion {
        Conclusion::Safe => paint.green(last),
        Conclusion::Unsafe => paint.red(last),
        Conclusion::Unknown => paint.yellow(last),
    };
    let _ = writeln!(out, "{last}");
    out
}

/// Terminal colours, or none.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }

    fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    fn green(self, text: &str) -> String {
        self.with("1;32", text)
    }

    fn yellow(self, text: &str) -> String {
        self.with("1;33", text)
    }

    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }
}

fn write_finding(out: &mut String, finding: &Finding, style: Style) {
    let paint = Paint(style.color);
    let place = &finding.place;
    let title = finding.class.title();
    let cwe = match finding.class.cwe() {
        Some(number) => format!(", CWE-{number}"),
        None => String::new(),
    };
    let _ = writeln!(
        out,
        "{} {} {title} [{}{cwe}]",
        paint.bold(&format!("{place}:")),
        paint.red("violation:"),
        finding.class.name(),
    );
    if finding.message == title {
        let _ = writeln!(out, "  in {}, claim {}", finding.function, finding.claim);
    } else {
        let _ = writeln!(
            out,
            "  in {}, claim {}: {}",
            finding.function, finding.claim, finding.message
        );
    }
    write_source(out, &finding.place, paint);
    if let Some((function, place)) = &finding.inner {
        let _ = writeln!(
            out,
            "  in {function} ({}:{})",
            base_name(&place.file),
            place.line
        );
    }
    let sentences = threads::sentences(&finding.positions);
    for (position, sentence) in finding.positions.iter().zip(sentences) {
        let place = paint.bold(&format!("{}:", position.place));
        let _ = writeln!(out, "  {place} {} {sentence}", paint.yellow("note:"));
    }
    if finding.states.is_empty() {
        out.push_str("  every execution gets there\n");
    } else {
        write_states(out, finding, style);
    }
    out.push('\n');
}

/// The source line and a caret below the column, with tabs kept so that they line up.
fn write_source(out: &mut String, place: &Place, paint: Paint) {
    let Some(text) = &place.text else { return };
    let number = place.line.to_string();
    let _ = writeln!(out, "  {number} | {}", text.trim_end());
    if place.column > 0 {
        let gap: String = text
            .bytes()
            .take(place.column as usize - 1)
            .filter(|byte| (byte & 0xC0) != 0x80)
            .map(|byte| if byte == b'\t' { '\t' } else { ' ' })
            .collect();
        let margin = " ".repeat(number.len());
        let _ = writeln!(out, "  {margin} | {gap}{}", paint.red("^"));
    }
}

/// Of very long counterexamples the text shows so many states at the start ...
const FIRST_STATES: usize = 500;
/// ... and so many before the violation.
const LAST_STATES: usize = 1500;

/// The states, one line each, in columns.
fn write_states(out: &mut String, finding: &Finding, style: Style) {
    let (states, paint) = (&finding.states, Paint(style.color));
    let places: Vec<String> = states
        .iter()
        .map(|state| format!("{}:{}", base_name(&state.place.file), state.place.line))
        .collect();
    let width = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let number = width(&mut states.iter().map(|s| s.number.to_string().len()));
    let place = width(&mut places.iter().map(String::len));
    let function = width(&mut states.iter().map(|s| s.function.len()));
    let left = "  State ".len() + number + 2 + place + 2 + function + 2;
    let columns = Columns::new(&finding.threads, left, style.width);
    columns.write_header(out);
    let hidden = states.len().saturating_sub(FIRST_STATES + LAST_STATES);
    for (index, (state, at)) in states.iter().zip(&places).enumerate() {
        if hidden > 0 && (FIRST_STATES..FIRST_STATES + hidden).contains(&index) {
            if index == FIRST_STATES {
                let _ = writeln!(out, "  ... {hidden} states left out ...");
            }
            continue;
        }
        let mark = match state.mark() {
            Some(mark) => format!("  {}", paint.yellow(&format!("<- {mark}"))),
            None => String::new(),
        };
        let _ = writeln!(
            out,
            "  State {:>number$}  {at:<place$}  {:<function$}  {}{}{mark}",
            state.number,
            state.function,
            columns.before(state.thread),
            columns::words(state),
        );
    }
}

fn write_claims(out: &mut String, claims: &[Claim], paint: Paint) {
    if claims.is_empty() {
        return;
    }
    out.push_str("Properties:\n");
    let width = claims.iter().map(|c| c.id.len()).max().unwrap_or(0);
    let lengths = claims.iter().map(|c| status(c.status).len());
    let longest = lengths.max().unwrap_or(0);
    for claim in claims {
        let words = format!("{:<longest$}", status(claim.status));
        let status = match claim.status {
            PropertyStatus::Proved(_) | PropertyStatus::Unreachable => paint.green(&words),
            PropertyStatus::Violated { .. } => paint.red(&words),
            PropertyStatus::Bounded { .. }
            | PropertyStatus::FewInterrupts { .. }
            | PropertyStatus::NotChecked => paint.yellow(&words),
        };
        let _ = writeln!(
            out,
            "  {:<width$}  {status}  {}  {}",
            claim.id, claim.place, claim.message
        );
    }
}

fn write_invariants(out: &mut String, invariants: &[Invariant]) {
    out.push_str("Invariants at the heads of loops:\n");
    for Invariant {
        function,
        place,
        text,
    } in invariants
    {
        let _ = writeln!(out, "  {place}  {function}  {text}");
    }
    if invariants.is_empty() {
        out.push_str("  none\n");
    }
}

/// What is known about a property, in words.
fn status(status: PropertyStatus) -> String {
    match status {
        PropertyStatus::Proved(ProvedBy::Static) => "proved statically".to_string(),
        PropertyStatus::Proved(ProvedBy::Forward { bound: 1 }) => "proved".to_string(),
        PropertyStatus::Proved(ProvedBy::Forward { bound }) => {
            format!("proved with bound {bound}")
        }
        PropertyStatus::Proved(ProvedBy::Induction { k }) => {
            format!("proved by induction, k = {k}")
        }
        PropertyStatus::Proved(ProvedBy::Exploration { states }) => {
            format!("proved by exploring {states} states")
        }
        PropertyStatus::Unreachable => "unreachable".to_string(),
        PropertyStatus::Violated { bound } => format!("violated at bound {bound}"),
        PropertyStatus::Bounded { bound } => format!("not violated up to bound {bound}"),
        PropertyStatus::FewInterrupts { interrupts } => {
            format!("not violated with up to {interrupts} interrupts")
        }
        PropertyStatus::NotChecked => "not checked".to_string(),
    }
}

fn write_summary(out: &mut String, report: &Report) {
    if report.by_name {
        let mut names: Vec<&str> = report.findings.iter().filter_map(|f| f.property).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let _ = writeln!(out, "violated property: {name}");
        }
    }
    let found = report.findings.len();
    if !report.claims.is_empty() {
        let count = |is: fn(&PropertyStatus) -> bool| {
            report.claims.iter().filter(|c| is(&c.status)).count()
        };
        let hold = |s: &PropertyStatus| {
            matches!(s, PropertyStatus::Proved(_) | PropertyStatus::Unreachable)
        };
        let violated = |s: &PropertyStatus| matches!(s, PropertyStatus::Violated { .. });
        let (hold, violated) = (count(hold), count(violated));
        let all = report.claims.len();
        let unknown = all - hold - violated;
        let _ = writeln!(
            out,
            "{all} properties: {hold} hold, {violated} violated, {unknown} unknown"
        );
    } else if found > 0 {
        let noun = if found == 1 { "property" } else { "properties" };
        let _ = writeln!(out, "{found} violated {noun}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Achieved, Note, Reason, RunFacts, State, Value, Why};
    use cassay_base::StopReason;
    use cassay_ir::{InputSource, PropertyClass};
    use cassay_trace::{Origin, StepKind, Target};

    fn finding() -> Finding {
        Finding {
            property: Some("valid-deref"),
            claim: "main.bounds.1".into(),
            class: PropertyClass::ArrayBounds,
            message: "index 6 out of bounds of uchar[6]".into(),
            function: "main".into(),
            place: Place {
                file: "src/char.c".into(),
                line: 28,
                column: 2,
                end_column: Some(5),
                text: Some("\tout[j] = 0;".into()),
            },
            inner: None,
            states: vec![State {
                number: 3,
                place: Place {
                    file: "src/char.c".into(),
                    line: 6,
                    ..Place::default()
                },
                function: "main".into(),
                thread: 0,
                depth: 0,
                kind: StepKind::Input,
                target: Target::Source(InputSource::Call("nd_uchar".into())),
                value: Some(Value {
                    text: "16".into(),
                    c_type: None,
                    bits: None,
                }),
                origin: Origin::Input(InputSource::Call("nd_uchar".into())),
                holds: Vec::new(),
            }],
            threads: Vec::new(),
            inputs: Vec::new(),
            positions: Vec::new(),
            outside: Default::default(),
        }
    }

    fn report(conclusion: Conclusion) -> Report {
        Report {
            conclusion,
            reason: None,
            notes: Vec::new(),
            findings: Vec::new(),
            claims: Vec::new(),
            invariants: Vec::new(),
            by_name: false,
            run: RunFacts::default(),
        }
    }

    #[test]
    fn a_violation_shows_place_source_and_states() {
        let mut report = report(Conclusion::Unsafe);
        report.findings.push(finding());
        let expected = "\
src/char.c:28:2: violation: array index out of bounds [bounds, CWE-119]
  in main, claim main.bounds.1: index 6 out of bounds of uchar[6]
  28 | \tout[j] = 0;
     | \t^
  State 3  char.c:6  main  thread 0  nd_uchar() = 16  <- input

1 violated property
VERIFICATION FAILED
";
        assert_eq!(render(&report, Style::default()), expected);
    }

    #[test]
    fn properties_asked_for_by_name_are_named() {
        let mut report = report(Conclusion::Unsafe);
        report.findings = vec![finding(), finding()];
        assert!(!render(&report, Style::default()).contains("valid-deref"));
        report.by_name = true;
        let text = render(&report, Style::default());
        assert_eq!(
            text.matches("\nviolated property: valid-deref\n").count(),
            1
        );
    }

    #[test]
    fn very_long_counterexamples_keep_both_ends() {
        let mut report = report(Conclusion::Unsafe);
        let mut finding = finding();
        let state = finding.states[0].clone();
        finding.states = (1..=3000)
            .map(|number| State {
                number,
                ..state.clone()
            })
            .collect();
        report.findings.push(finding);
        let text = render(&report, Style::default());
        assert_eq!(text.matches("  State ").count(), FIRST_STATES + LAST_STATES);
        assert!(text.contains("  ... 1000 states left out ...\n  State 1501 "));
        assert!(text.contains("  State 3000 "));
    }

    #[test]
    fn quiet_keeps_the_reason_that_the_answer_needs() {
        let mut report = report(Conclusion::Unknown);
        report.reason = Some(Reason::Open(Box::new(Why::Limit {
            limit: StopReason::Time,
            achieved: Achieved::default(),
        })));
        report.notes.push(Note {
            subject: "f".into(),
            assumption: "no body".into(),
            place: Place::default(),
            may_hide: false,
        });
        let quiet = Style {
            quiet: true,
            ..Style::default()
        };
        assert_eq!(
            render(&report, quiet),
            "unknown: time limit reached\nVERIFICATION UNKNOWN\n"
        );
        assert!(render(&report, Style::default()).starts_with("note: f: no body\n"));
    }

    #[test]
    fn colours_appear_only_when_asked_for() {
        let report = report(Conclusion::Safe);
        let plain = render(&report, Style::default());
        assert_eq!(plain, "VERIFICATION SUCCESSFUL\n");
        let colourful = Style {
            color: true,
            ..Style::default()
        };
        assert!(render(&report, colourful).contains("\x1b["));
    }

    #[test]
    fn invariants_are_shown_on_request() {
        let mut report = report(Conclusion::Safe);
        report.invariants.push(Invariant {
            function: "main".into(),
            place: finding().place,
            text: "i <= n".into(),
        });
        let shown = Style {
            invariants: true,
            ..Style::default()
        };
        assert!(!render(&report, Style::default()).contains("i <= n"));
        assert!(render(&report, shown).contains("\n  src/char.c:28:2  main  i <= n\n"));
    }

    #[test]
    fn all_properties_are_listed_and_counted() {
        let mut report = report(Conclusion::Unsafe);
        for (id, status) in [
            (
                "main.bounds.1",
                PropertyStatus::Proved(ProvedBy::Induction { k: 2 }),
            ),
            ("main.assertion.1", PropertyStatus::Violated { bound: 3 }),
        ] {
            report.claims.push(Claim {
                id: id.into(),
                class: PropertyClass::Assertion,
                message: "x < 3".into(),
                place: finding().place,
                status,
            });
        }
        let text = render(&report, Style::default());
        assert!(
            text.contains(
                "  main.bounds.1     proved by induction, k = 2  src/char.c:28:2  x < 3\n"
            )
        );
        assert!(text.contains("\n2 properties: 1 hold, 1 violated, 0 unknown\n"));
    }
}
