//! The report as text for people, and for scripts that read its last line.
//!
//! A violation is told like a compiler's error: what happens in words with its values, the source line with
//! the expression marked, where its objects come from, the calls that lead there, and the states on the way.

use super::Style;
use super::columns::{self, Columns};
use super::paint::Paint;
use super::snippet;
use super::totals;
use crate::reason;
use crate::report::{Call, Conclusion, Fact, Finding, Invariant, Note, Reason, Report, State};
use crate::threads::{self, base_name};
use crate::words;
use cassay_ir::NoteKind;
use cassay_trace::{Origin, Target};
use std::fmt::Write;

/// So many calls are told; of more, those at both ends.
const CALLS: usize = 12;

/// Writes the report.
pub fn render(report: &Report, style: Style) -> String {
    let mut out = String::new();
    let paint = Paint(style.color);
    if !style.quiet {
        // Why no proof was found by induction matters only where nothing else was found.
        let open = matches!(report.reason, Some(Reason::Open(_)));
        let matters = |note: &&Note| note.kind != NoteKind::Induction || open;
        for note in report.notes.iter().filter(matters) {
            let _ = writeln!(out, "{} {}", paint.note("note:"), reason::note(note));
        }
        for finding in &report.findings {
            write_finding(&mut out, finding, style);
        }
        if style.properties {
            totals::list(&mut out, &report.claims, paint);
        } else if report.all_properties {
            totals::table(&mut out, &report.claims, paint);
        }
        if style.invariants {
            write_invariants(&mut out, &report.invariants);
        }
        totals::summary(&mut out, report);
        write_advice(&mut out, report, paint);
    }
    write_ending(&mut out, report, style);
    out
}

/// The reason and the last line, which scripts read.
pub(super) fn write_ending(out: &mut String, report: &Report, style: Style) {
    let paint = Paint(style.color);
    if let Some(reason) = &report.reason
        && (!style.quiet || reason.is_needed(report.conclusion))
    {
        let _ = writeln!(out, "{}", reason::reason(reason));
    }
    let last = report.conclusion.last_line();
    let last = match report.conclusion {
        Conclusion::Safe => paint.good(last),
        Conclusion::Unsafe => paint.bad(last),
        Conclusion::Unknown => paint.open(last),
    };
    let _ = writeln!(out, "{last}");
}

fn write_advice(out: &mut String, report: &Report, paint: Paint) {
    for advice in &report.advice {
        let _ = writeln!(out, "{} {}", paint.note("help:"), advice.text);
        if let Some(command) = &advice.command {
            let _ = writeln!(out, "      {}", paint.bold(command));
        }
    }
}

fn write_finding(out: &mut String, finding: &Finding, style: Style) {
    let paint = Paint(style.color);
    let cwe = finding.class.cwe();
    let cwe = cwe.map_or_else(String::new, |number| format!(", CWE-{number}"));
    let kind = paint.bad(&format!("error[{}{cwe}]", finding.class.name()));
    let _ = writeln!(out, "{kind}: {}", paint.bold(finding.headline()));
    let margin = snippet::margin(finding);
    let title = finding.class.title();
    let label = if title == finding.headline() {
        ""
    } else {
        title
    };
    snippet::write(out, &finding.place, label, true, style, margin);
    let gap = " ".repeat(margin);
    let rule = paint.rule("=");
    if !are_told(finding) {
        let _ = writeln!(out, "{gap} {rule} where {}", words::values(&finding.facts));
    }
    let stated = finding.message == title || finding.headline().contains(&*finding.message);
    let message = match stated {
        true => String::new(),
        false => format!(": {}", finding.message),
    };
    let (function, claim) = (&finding.function, &finding.claim);
    let _ = writeln!(out, "{gap} {rule} in {function}, claim {claim}{message}");
    if let Some((function, place)) = &finding.inner {
        let at = format!("{}:{}", base_name(&place.file), place.line);
        let _ = writeln!(out, "{gap} {rule} inside {function} ({at})");
    }
    write_calls(out, &finding.calls, style, margin);
    for related in &finding.related {
        let _ = writeln!(out, "{} {}", paint.note("note:"), related.text);
        snippet::write(out, &related.place, "", false, style, margin);
    }
    let sentences = threads::sentences(&finding.positions);
    for (position, sentence) in finding.positions.iter().zip(sentences) {
        let _ = writeln!(out, "{} {sentence}", paint.note("note:"));
        snippet::write(out, &position.place, "", false, style, margin);
    }
    if finding.states.is_empty() {
        out.push_str("  every execution gets there\n");
    } else {
        write_states(out, finding, style);
    }
    out.push('\n');
}

/// Whether the values that the claim names stand in the first line or in that of the innermost call.
fn are_told(finding: &Finding) -> bool {
    let told = |fact: &Fact| {
        let call = finding.calls.last();
        let argument = |(name, value): &(String, String)| {
            (name.as_str(), value.as_str()) == (fact.name.as_str(), fact.value.text.as_str())
        };
        let headline = finding.headline();
        let named = headline.contains(&format!("`{}`", fact.name));
        named && headline.contains(&*fact.value.text)
            || call.is_some_and(|call| call.arguments.iter().any(argument))
    };
    finding.headline().contains(" where ") || finding.facts.iter().all(told)
}

/// The calls under way, the innermost first and with its line of the source.
fn write_calls(out: &mut String, calls: &[Call], style: Style, margin: usize) {
    let paint = Paint(style.color);
    let gap = " ".repeat(margin);
    let rule = paint.rule("=");
    let Some((innermost, outer)) = calls.split_last() else {
        return;
    };
    let _ = writeln!(
        out,
        "{} {}",
        paint.note("note:"),
        words::innermost(innermost)
    );
    snippet::write(out, &innermost.place, "", false, style, margin);
    let hidden = outer.len().saturating_sub(CALLS);
    let kept = outer.len() - hidden;
    for (index, call) in outer.iter().rev().enumerate() {
        if hidden > 0 && (kept / 2..kept / 2 + hidden).contains(&index) {
            if index == kept / 2 {
                let _ = writeln!(out, "{gap} {rule} ... {hidden} more calls ...");
            }
            continue;
        }
        let _ = writeln!(out, "{gap} {rule} {}", words::call(call));
    }
}

/// Of long counterexamples the text shows so many states at the start and so many before the violation: a person
/// reads how it begins and what comes last.
const READ: (usize, usize) = (20, 60);
/// The same where all states are asked for.
const KEPT: (usize, usize) = (500, 1500);

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
    let (first, last) = if style.states { KEPT } else { READ };
    let hidden = states.len().saturating_sub(first + last);
    for (index, (state, at)) in states.iter().zip(&places).enumerate() {
        if hidden > 0 && (first..first + hidden).contains(&index) {
            if index == first {
                let all = if style.states { "" } else { " (--full-trace)" };
                let _ = writeln!(out, "  ... {hidden} states left out{all} ...");
            }
            continue;
        }
        let mark = match state.mark() {
            Some(mark) => {
                let from = source_of(state);
                format!("  {}", paint.open(&format!("<- {mark}{from}")))
            }
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

/// Where an input comes from that a variable got at once.
fn source_of(state: &State) -> String {
    match (&state.target, &state.origin) {
        (Target::Object(_), Origin::Input(source)) => format!(", {source}"),
        (_, Origin::Input(_) | Origin::Program | Origin::Uninitialised) => String::new(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;
    use crate::report::{Achieved, Claim, RunFacts, Value, Why};
    use cassay_base::StopReason;
    use cassay_engine::{PropertyStatus, ProvedBy};
    use cassay_ir::{InputSource, PropertyClass};
    use cassay_trace::StepKind;

    fn finding() -> Finding {
        Finding {
            property: Some("valid-deref"),
            claim: "main.bounds.1".into(),
            class: PropertyClass::ArrayBounds,
            message: "index 6 out of bounds of uchar[6]".into(),
            explanation: String::new(),
            facts: Vec::new(),
            related: Vec::new(),
            calls: Vec::new(),
            function: "main".into(),
            place: Place {
                file: "src/char.c".into(),
                line: 28,
                column: 2,
                end_column: Some(5),
                range: None,
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
            all_properties: false,
            ledger: Default::default(),
            advice: Vec::new(),
            invariants: Vec::new(),
            by_name: false,
            details: crate::Details::default(),
            run: RunFacts::default(),
        }
    }

    #[test]
    fn a_violation_shows_place_source_and_states() {
        let mut report = report(Conclusion::Unsafe);
        report.findings.push(finding());
        let expected = "\
error[bounds, CWE-119]: index 6 out of bounds of uchar[6]
  --> src/char.c:28:2
28 | \tout[j] = 0;
   | \t^^^ array index out of bounds
   = in main, claim main.bounds.1
  State 3  char.c:6  main  nd_uchar() = 16  <- input

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
        assert_eq!(text.matches("  State ").count(), READ.0 + READ.1);
        assert!(text.contains("  ... 2920 states left out (--full-trace) ...\n  State 2941 "));
        assert!(text.contains("  State 3000 "));
        let all = Style {
            states: true,
            ..Style::default()
        };
        let text = render(&report, all);
        assert_eq!(text.matches("  State ").count(), KEPT.0 + KEPT.1);
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
            kind: cassay_ir::NoteKind::MissingBody,
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
        assert_eq!(
            plain,
            "nothing to prove: the program has no property\nVERIFICATION SUCCESSFUL\n"
        );
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
                function: "main".into(),
                place: finding().place,
                status,
                basis: crate::Support::of(status),
            });
        }
        report.all_properties = true;
        let text = render(&report, Style::default());
        let table = "\
class        hold  violated  unknown
assertion       1         1        -
2 properties: 1 hold, 1 violated, 0 unknown
";
        assert!(text.contains(table), "{text}");
        let list = Style {
            properties: true,
            ..Style::default()
        };
        let text = render(&report, list);
        assert!(
            text.contains(
                "  main.bounds.1     proved by induction, k = 2  src/char.c:28:2  x < 3\n"
            ),
            "{text}"
        );
        assert!(!text.contains(table));
    }

    #[test]
    fn a_proof_says_how_many_properties_rest_on_what() {
        let mut report = report(Conclusion::Safe);
        let claim = |status| Claim {
            id: "main.bounds.1".into(),
            class: PropertyClass::ArrayBounds,
            message: "x < 3".into(),
            function: "main".into(),
            place: finding().place,
            status,
            basis: crate::Support::of(status),
        };
        report.claims = vec![
            claim(PropertyStatus::Proved(ProvedBy::Static)),
            claim(PropertyStatus::Proved(ProvedBy::Forward { bound: 4 })),
            claim(PropertyStatus::Proved(ProvedBy::Forward { bound: 4 })),
        ];
        for kind in [NoteKind::Model, NoteKind::Induction] {
            report.notes.push(Note {
                kind,
                subject: "f".into(),
                assumption: "something".into(),
                place: Place::default(),
                may_hide: false,
            });
        }
        report.ledger = crate::ledger::of(&report.claims, &report.notes, Vec::new());
        let expected = "\
note: f: something
3 properties: 1 proved statically, 2 proved with loops unwound to bound 4
rests on what the notes say: approximate models of library functions (1)
VERIFICATION SUCCESSFUL
";
        assert_eq!(render(&report, Style::default()), expected);
    }
}
