//! JUnit XML, as build servers read it: every property is a test.
//!
//! A violated property is a failure, one that is not decided is skipped; without an answer the run itself is
//! an error, so that nobody takes it for a success.

use super::document::beyond_claims;
use crate::report::{Claim, Conclusion, Finding, Report};
use crate::{reason, threads};
use cassay_engine::PropertyStatus;
use std::collections::BTreeMap;
use std::fmt::Write;

/// States of a counterexample that are written, at most.
const STATES: usize = 500;

/// Writes the report as JUnit XML.
pub fn render(report: &Report) -> String {
    let mut cases = String::new();
    let mut counts = Counts::default();
    let findings = report.findings.iter();
    let by_claim: BTreeMap<&str, &Finding> = findings
        .rev()
        .map(|finding| (finding.claim.as_str(), finding))
        .collect();
    for claim in &report.claims {
        let finding = by_claim.get(claim.id.as_str()).copied();
        counts.tests += 1;
        write_claim(&mut cases, &mut counts, claim, finding);
    }
    for finding in beyond_claims(report) {
        counts.tests += 1;
        counts.failures += 1;
        let (file, line) = (&finding.place.file, finding.place.line);
        open_case(&mut cases, &finding.claim, &finding.function, (file, line));
        write_failure(&mut cases, finding);
        cases.push_str("    </testcase>\n");
    }
    if report.conclusion == Conclusion::Unknown {
        counts.tests += 1;
        counts.errors += 1;
        write_unknown(&mut cases, report);
    }
    let Counts {
        tests,
        failures,
        errors,
        skipped,
    } = counts;
    let time = report.run.wall.as_secs_f64();
    let numbers = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{time:.3}\""
    );
    let name = escape(&report.run.files.join(" "));
    let name = if name.is_empty() { "cassay" } else { &name };
    let last = report.conclusion.last_line();
    let reason = report.reason.as_ref();
    let reason = reason.map_or_else(String::new, |why| format!("{}\n", reason::reason(why)));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"cassay\" {numbers}>\n\
         \x20 <testsuite name=\"{name}\" {numbers}>\n{cases}\
         \x20   <system-out>{}</system-out>\n\
         \x20 </testsuite>\n</testsuites>\n",
        escape(&format!("{reason}{last}"))
    )
}

#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

fn open_case(out: &mut String, name: &str, function: &str, place: (&str, u32)) {
    let (name, function) = (escape(name), escape(function));
    let at = match place {
        (_, 0) => String::new(),
        (file, line) => format!(" file=\"{}\" line=\"{line}\"", escape(file)),
    };
    let _ = writeln!(
        out,
        "    <testcase name=\"{name}\" classname=\"{function}\"{at} time=\"0\">"
    );
}

fn write_claim(out: &mut String, counts: &mut Counts, claim: &Claim, finding: Option<&Finding>) {
    let name = match claim.message.is_empty() {
        true => claim.id.clone(),
        false => format!("{}: {}", claim.id, claim.message),
    };
    // The place of a violation is that in the user's file, which that of the claim need not be.
    let place = finding.map_or(&claim.place, |finding| &finding.place);
    open_case(out, &name, &claim.function, (&place.file, place.line));
    match (claim.status, finding) {
        (_, Some(finding)) => {
            counts.failures += 1;
            write_failure(out, finding);
        }
        (PropertyStatus::Violated { .. }, None) => {
            counts.failures += 1;
            let _ = writeln!(
                out,
                "      <failure message=\"{}\" type=\"{}\"/>",
                escape(&claim.message),
                claim.class.name()
            );
        }
        (PropertyStatus::Proved(_) | PropertyStatus::Unreachable, None) => {}
        (
            PropertyStatus::Bounded { .. }
            | PropertyStatus::FewInterrupts { .. }
            | PropertyStatus::NotChecked,
            None,
        ) => {
            counts.skipped += 1;
            let words = escape(&claim.basis.words());
            let _ = writeln!(out, "      <skipped message=\"{words}\"/>");
        }
    }
    out.push_str("    </testcase>\n");
}

fn write_failure(out: &mut String, finding: &Finding) {
    let message = match finding.explanation.is_empty() {
        true => &finding.message,
        false => &finding.explanation,
    };
    let mut text = format!("{}: {}: {message}\n", finding.place, finding.class.title());
    for sentence in threads::sentences(&finding.positions) {
        let _ = writeln!(text, "{sentence}");
    }
    for related in &finding.related {
        let _ = writeln!(text, "{}: {}", related.place, related.text);
    }
    let hidden = finding.states.len().saturating_sub(STATES);
    if hidden > 0 {
        let _ = writeln!(text, "... {hidden} states left out ...");
    }
    for state in finding.states.iter().skip(hidden) {
        let mark = state
            .mark()
            .map_or_else(String::new, |mark| format!("  <- {mark}"));
        let (file, line) = (&state.place.file, state.place.line);
        let _ = writeln!(
            text,
            "State {}  {file}:{line}  {}  {}{mark}",
            state.number,
            state.function,
            state.text()
        );
    }
    let _ = writeln!(
        out,
        "      <failure message=\"{}\" type=\"{}\">{}</failure>",
        escape(message),
        finding.class.name(),
        escape(&text)
    );
}

fn write_unknown(out: &mut String, report: &Report) {
    let why = report.reason.as_ref();
    let why = escape(&why.map_or_else(|| "unknown".to_string(), reason::reason));
    open_case(out, "verdict", "cassay", ("", 0));
    let mut text = String::new();
    for advice in &report.advice {
        let _ = writeln!(text, "{}", advice.text);
        if let Some(command) = &advice.command {
            let _ = writeln!(text, "  {command}");
        }
    }
    let _ = writeln!(
        out,
        "      <error message=\"{why}\" type=\"unknown\">{}</error>\n    </testcase>",
        escape(&text)
    );
}

/// Text of an element or attribute. What XML 1.0 cannot hold becomes a replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_is_always_well_formed() {
        assert_eq!(
            escape("a<b && \"c\">d"),
            "a&lt;b &amp;&amp; &quot;c&quot;&gt;d"
        );
        assert_eq!(escape("\u{1b}[31m\0\r"), "\u{fffd}[31m\u{fffd}\u{fffd}");
        assert_eq!(escape("é\n\t"), "é\n\t");
    }
}
