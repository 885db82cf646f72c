//! Arbitrary reports, with text that no format may stumble over: every format is valid, and all say the same.

use cassay_engine::{PropertyStatus, ProvedBy};
use cassay_formatcheck::{Summary, disagreements, html, html_data, json, junit, sarif};
use cassay_ir::{NoteKind, PropertyClass};
use cassay_report::threads::{Held, Position, Thread};
use cassay_report::{
    Advice, Basis, Call, Claim, Conclusion, FILES, Fact, Finding, Note, Place, Range, Related,
    Report, State, Support, Value,
};
use cassay_trace::{Doing, Origin, StepKind, Target};
use proptest::prelude::*;

/// Text with what has a meaning in some format, characters of several bytes, and ones that XML cannot hold.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("</script>"),
        Just("<!--"),
        Just("]]>"),
        Just("&amp;"),
        Just("\"'`"),
        Just("\\u0000"),
        Just("\u{0}"),
        Just("\u{1b}[31m"),
        Just("\u{2028}"),
        Just("\r\n\t"),
        Just("é漢😀"),
        Just("{{data}}"),
        Just("%2F#?"),
        Just("\u{fffe}"),
        Just("a[i] = 3"),
        Just(": "),
        Just(" "),
    ];
    proptest::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

fn place() -> impl Strategy<Value = Place> {
    let file = prop_oneof![
        Just("a.c"),
        Just("./dir/b c.c"),
        Just("/top/é%.h"),
        Just("?")
    ];
    (file, 0..40u32, 0..12u32, proptest::option::of(text())).prop_map(
        |(file, line, column, text)| {
            let known = line > 0 && column > 0;
            Place {
                file: file.to_string(),
                line,
                column: if line > 0 { column } else { 0 },
                end_column: known.then_some(column + 2),
                text: text
                    .map(|text| text.replace(['\r', '\n'], " "))
                    .filter(|_| line > 0),
                range: known.then_some(Range {
                    line,
                    column,
                    end_line: line,
                    end_column: column + 3,
                }),
            }
        },
    )
}

fn class() -> impl Strategy<Value = PropertyClass> {
    proptest::sample::select(PropertyClass::ALL)
}

fn status() -> impl Strategy<Value = PropertyStatus> {
    prop_oneof![
        Just(PropertyStatus::Proved(ProvedBy::Static)),
        Just(PropertyStatus::Proved(ProvedBy::Forward { bound: 3 })),
        Just(PropertyStatus::Proved(ProvedBy::Induction { k: 2 })),
        Just(PropertyStatus::Proved(ProvedBy::Exploration { states: 9 })),
        Just(PropertyStatus::Proved(ProvedBy::Machine)),
        Just(PropertyStatus::Unreachable),
        Just(PropertyStatus::Bounded { bound: 7 }),
        Just(PropertyStatus::FewInterrupts { interrupts: 2 }),
        Just(PropertyStatus::NotChecked),
    ]
}

fn state() -> impl Strategy<Value = State> {
    (place(), text(), text(), 0..3u32).prop_map(|(place, name, value, thread)| State {
        number: 1,
        place,
        function: name.clone(),
        thread,
        depth: thread,
        kind: StepKind::Call,
        target: Target::Function(name.as_str().into()),
        value: Some(Value {
            text: value,
            c_type: Some(name),
            bits: None,
        }),
        origin: Origin::Program,
        holds: Vec::new(),
    })
}

fn position(place: Place, thread: u32, words: &str) -> Position {
    Position {
        thread,
        place: place.clone(),
        path: vec![words.to_string()],
        holds: vec![Held {
            lock: words.to_string(),
            place,
        }],
        doing: Doing::WaitsIn(words.to_string()),
    }
}

fn finding() -> impl Strategy<Value = Finding> {
    let places = (place(), place());
    let states = proptest::collection::vec(state(), 0..5);
    (class(), places, text(), text(), states, any::<bool>()).prop_map(
        |(class, (place, other), words, more, states, threads)| Finding {
            claim: String::new(),
            class,
            property: None,
            message: words.clone(),
            explanation: more.clone(),
            facts: vec![Fact {
                name: words.clone(),
                value: Value {
                    text: more.clone(),
                    c_type: None,
                    bits: None,
                },
            }],
            related: vec![Related {
                place: other.clone(),
                text: more.clone(),
            }],
            calls: vec![Call {
                function: words.clone(),
                arguments: vec![(more.clone(), words.clone())],
                place: other.clone(),
                caller: more.clone(),
            }],
            function: "f".to_string(),
            place: place.clone(),
            inner: threads.then(|| (words.clone(), other.clone())),
            states,
            inputs: Vec::new(),
            threads: (0..2 * u32::from(threads))
                .map(|number| Thread {
                    number,
                    entry: more.clone(),
                    created: Some(other.clone()),
                })
                .collect(),
            positions: (0..2 * u32::from(threads))
                .map(|thread| position(place.clone(), thread, &words))
                .collect(),
            outside: Default::default(),
        },
    )
}

fn claim() -> impl Strategy<Value = Claim> {
    (class(), text(), place(), status()).prop_map(|(class, message, place, status)| Claim {
        id: String::new(),
        class,
        message,
        function: "f".to_string(),
        place,
        status,
        basis: Support::of(status),
    })
}

/// A report that contradicts itself nowhere: what is violated has an execution, some of it beyond the claims.
fn report() -> impl Strategy<Value = Report> {
    let claims = proptest::collection::vec(claim(), 0..8);
    let findings = proptest::collection::vec((finding(), any::<bool>()), 0..3);
    (claims, findings, text(), place(), any::<bool>()).prop_map(
        |(claims, findings, words, at, safe)| {
            let mut report = Report::without_answer(&words);
            for (index, mut claim) in claims.into_iter().enumerate() {
                claim.id = format!("f.{}.{}", claim.class.name(), index + 1);
                report.claims.push(claim);
            }
            for (index, (mut finding, listed)) in findings.into_iter().enumerate() {
                finding.claim = format!("g::h(int).{}.{}", finding.class.name(), index + 1);
                if listed {
                    let status = PropertyStatus::Violated { bound: 2 };
                    report.claims.push(Claim {
                        id: finding.claim.clone(),
                        class: finding.class,
                        message: finding.message.clone(),
                        function: finding.function.clone(),
                        place: finding.place.clone(),
                        status,
                        basis: Support::of(status),
                    });
                }
                report.details.pictures.push(None);
                report.findings.push(finding);
            }
            report.conclusion = match (report.findings.is_empty(), safe) {
                (false, _) => Conclusion::Unsafe,
                (true, true) => Conclusion::Safe,
                (true, false) => Conclusion::Unknown,
            };
            if report.conclusion != Conclusion::Unknown {
                report.reason = None;
            }
            report.notes = vec![Note {
                kind: NoteKind::Other,
                subject: words.clone(),
                assumption: words.clone(),
                place: at,
                may_hide: safe,
            }];
            let supports = report.claims.iter().map(|claim| claim.basis);
            report.ledger.bases = supports
                .map(|support| Basis {
                    support,
                    properties: 1,
                })
                .collect();
            report
                .ledger
                .assume(NoteKind::Rounding, &words, words.clone());
            report.advice = vec![Advice {
                text: words.clone(),
                command: Some(words.clone()),
            }];
            report.run.files = vec![words.clone(), "a.c".to_string()];
            report.run.command = vec!["cassay".to_string(), words.clone()];
            report.run.version = "1.0".to_string();
            report
        },
    )
}

fn summaries(report: &Report) -> Result<Vec<(&'static str, Summary)>, TestCaseError> {
    let source = |_: &str| Some("int main(void) {}\n</script>{{data}}\n".to_string());
    let mut found = Vec::new();
    for format in FILES {
        let text = (format.render)(report, &source);
        let summary = match format.name {
            "json" => json(&text),
            "sarif" => sarif(&text),
            "junit" => junit(&text),
            "html" => html(&text),
            other => Err(format!("no reader for {other}")),
        };
        let summary =
            summary.map_err(|what| TestCaseError::fail(format!("{}: {what}", format.name)))?;
        found.push((format.name, summary));
    }
    Ok(found)
}

proptest! {
    #[test]
    fn formats_are_valid_and_agree(report in report()) {
        let found = summaries(&report)?;
        prop_assert_eq!(disagreements(&found), Vec::<String>::new());
        let listed = found.first().map_or(0, |(_, summary)| summary.properties.len());
        let expected = report.claims.len() + report.findings.iter()
            .filter(|finding| report.claims.iter().all(|claim| claim.id != finding.claim)).count();
        prop_assert_eq!(listed, expected);
    }

    #[test]
    fn the_page_keeps_every_character(words in text()) {
        let mut report = Report::without_answer(&words);
        report.run.files = vec!["a.c".to_string()];
        let format = FILES.iter().find(|format| format.name == "html").expect("a format");
        let page = (format.render)(&report, &|_| Some(words.clone()));
        let data = html_data(&page).map_err(TestCaseError::fail)?;
        prop_assert_eq!(data["sources"][0]["text"].as_str(), Some(words.as_str()));
    }
}
