//! The report: everything a format needs, with locations as text and nothing left to look up.

use crate::reason;
use cassay_base::Span;
use cassay_engine::{Outcome, PropertyResult, PropertyStatus, Verdict, Violation};
use cassay_ir::{Program, PropertyClass};
use cassay_trace::outside::Outside;
use cassay_trace::{Step, StepKind};

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// No property is violated.
    Safe,
    /// A property is violated.
    Unsafe,
    /// No answer.
    Unknown,
}

impl Conclusion {
    /// The last line of standard output.
    pub fn last_line(self) -> &'static str {
        match self {
            Conclusion::Safe => "VERIFICATION SUCCESSFUL",
            Conclusion::Unsafe => "VERIFICATION FAILED",
            Conclusion::Unknown => "VERIFICATION UNKNOWN",
        }
    }
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The file as clang was given it, `?` when not known.
    pub file: String,
    /// Line, 0 when not known.
    pub line: u32,
    /// Column, 0 when not known.
    pub column: u32,
    /// The text of the line, when the source can be read.
    pub text: Option<String>,
}

/// A state on the way to a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its number in the whole execution.
    pub number: usize,
    /// Where.
    pub file: String,
    /// Line.
    pub line: u32,
    /// In which function.
    pub function: String,
    /// In which thread.
    pub thread: u32,
    /// What changed, in C syntax.
    pub text: String,
    /// The kind of value, if it needs a mark: `input`, `uninitialised`.
    pub mark: Option<&'static str>,
}

/// A violated property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Claim id.
    pub claim: String,
    /// Class of the property.
    pub class: PropertyClass,
    /// The property of SV-COMP that it belongs to.
    pub property: Option<&'static str>,
    /// What exactly is violated.
    pub message: String,
    /// In which function.
    pub function: String,
    /// Where.
    pub place: Line,
    /// The states of the execution that leads there.
    pub states: Vec<State>,
    /// What the execution received from its environment.
    pub outside: Outside,
}

/// A property and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Claim id.
    pub id: String,
    /// Class.
    pub class: PropertyClass,
    /// What is claimed.
    pub message: String,
    /// Where.
    pub place: Line,
    /// What is known.
    pub status: PropertyStatus,
}

/// A relation at the head of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The function of the loop.
    pub function: String,
    /// The head of the loop.
    pub place: Line,
    /// The relation, in the syntax of C.
    pub text: String,
}

/// Everything a run established, ready to be written in any format.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub conclusion: Conclusion,
    /// What it depends on, or why there is none; absent for violations.
    pub reason: Option<String>,
    /// Whether the reason is part of the answer even with minimal output.
    pub reason_needed: bool,
    /// What was assumed about the program, once each.
    pub notes: Vec<String>,
    /// Violations by their place in the source.
    pub findings: Vec<Finding>,
    /// Every property, when all were to be decided.
    pub claims: Vec<Claim>,
    /// What holds whenever a loop's head is reached.
    pub invariants: Vec<Invariant>,
    /// Whether the user asked for a property of SV-COMP, so that its name is part of the answer.
    pub by_name: bool,
}

impl Report {
    /// Puts the report together. `source` gives the text of a line of a file.
    pub fn new(
        program: &Program,
        outcome: &Outcome,
        source: &dyn Fn(&str, u32) -> Option<String>,
    ) -> Report {
        let (conclusion, reason, reason_needed) = match &outcome.verdict {
            Verdict::Safe(basis) => {
                let bounded = matches!(basis, cassay_engine::Basis::UpToBound(_));
                (Conclusion::Safe, Some(reason::basis(basis)), bounded)
            }
            Verdict::Unsafe => {
                let open = outcome.open.as_ref();
                (
                    Conclusion::Unsafe,
                    open.map(|why| reason::unknown(program, why)),
                    false,
                )
            }
            Verdict::Unknown(why) => (
                Conclusion::Unknown,
                Some(reason::unknown(program, why)),
                true,
            ),
        };
        let mut notes: Vec<String> = Vec::new();
        for note in &outcome.notes {
            let text = reason::note(program, note);
            if !notes.contains(&text) {
                notes.push(text);
            }
        }
        let place = |span: Span| line(program, span, source);
        let mut violations: Vec<&Violation> = outcome.violations.iter().collect();
        violations.sort_by_key(|violation| violation.span);
        Report {
            conclusion,
            reason,
            reason_needed,
            notes,
            findings: violations
                .into_iter()
                .map(|violation| finding(program, violation, &place))
                .collect(),
            claims: outcome
                .properties
                .iter()
                .map(|property| claim(property, &place))
                .collect(),
            invariants: outcome
                .invariants
                .iter()
                .map(|invariant| Invariant {
                    function: invariant.function.clone(),
                    place: place(invariant.span),
                    text: invariant.text.clone(),
                })
                .collect(),
            by_name: false,
        }
    }
}

fn line(program: &Program, span: Span, source: &dyn Fn(&str, u32) -> Option<String>) -> Line {
    let file = program.file_name(span);
    Line {
        file: file.to_string(),
        line: span.line,
        column: span.column,
        text: if span.is_known() {
            source(file, span.line)
        } else {
            None
        },
    }
}

fn finding(program: &Program, violation: &Violation, place: &dyn Fn(Span) -> Line) -> Finding {
    Finding {
        claim: violation.claim.clone(),
        class: violation.property.class,
        property: cassay_ir::sv_comp::property(violation.property.class),
        message: violation.property.message.to_string(),
        function: violation.function.to_string(),
        place: place(violation.span),
        states: violation
            .counterexample
            .steps
            .iter()
            .map(|step| state(program, step))
            .collect(),
        outside: violation.counterexample.outside.clone(),
    }
}

fn state(program: &Program, step: &Step) -> State {
    let mark = match step.kind {
        StepKind::Input => Some("input"),
        StepKind::Uninitialised => Some("uninitialised"),
        StepKind::Assignment if step.input => Some("input"),
        StepKind::Assignment | StepKind::Free | StepKind::Expire | StepKind::Call => None,
    };
    State {
        number: step.number,
        file: program.file_name(step.span).to_string(),
        line: step.span.line,
        function: step.function.to_string(),
        thread: step.thread,
        text: step.text(),
        mark,
    }
}

fn claim(property: &PropertyResult, place: &dyn Fn(Span) -> Line) -> Claim {
    Claim {
        id: property.claim.clone(),
        class: property.property.class,
        message: property.property.message.to_string(),
        place: place(property.span),
        status: property.status,
    }
}
