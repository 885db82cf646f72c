//! The report: everything a format needs, as data, with nothing left to look up. Sentences are made of it by
//! [`crate::reason`] and the formats.

use crate::threads::{Held, Position, Thread};
use cassay_base::{Span, StopReason};
use cassay_bv::Bv;
use cassay_engine::{
    Basis, Established, Outcome, PropertyResult, PropertyStatus, UnknownReason, Verdict, Violation,
};
use cassay_ir::{InputSource, Program, PropertyClass};
use cassay_trace::outside::Outside;
use cassay_trace::{Counterexample, Origin, Step, StepKind, Target};
use std::fmt;
use std::time::Duration;

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file as clang was given it, `?` when not known.
    pub file: String,
    /// Line, 0 when not known.
    pub line: u32,
    /// Column, 0 when not known.
    pub column: u32,
    /// The column behind the name, number or character that starts there, when the source can be read.
    pub end_column: Option<u32>,
    /// The text of the line, when the source can be read.
    pub text: Option<String>,
}

impl Place {
    /// The place of a span. `source` gives the text of a line of a file.
    pub fn new(
        program: &Program,
        span: Span,
        source: &dyn Fn(&str, u32) -> Option<String>,
    ) -> Place {
        let file = program.file_name(span);
        let text = match span.is_known() {
            true => source(file, span.line),
            false => None,
        };
        Place {
            file: file.to_string(),
            line: span.line,
            column: span.column,
            end_column: text
                .as_ref()
                .and_then(|text| end_of_token(text, span.column)),
            text,
        }
    }

    /// Whether there is a line to look at.
    pub fn is_known(&self) -> bool {
        self.line > 0
    }
}

/// Writes `FILE:LINE:COLUMN`, as editors understand it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The column behind what starts at a column. Columns count bytes from 1.
fn end_of_token(text: &str, column: u32) -> Option<u32> {
    let start = usize::try_from(column.checked_sub(1)?).ok()?;
    let rest = text.get(start..)?;
    let first = rest.chars().next()?;
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let length = match in_word(first) {
        true => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
        false => first.len_utf8(),
    };
    u32::try_from(length).ok()?.checked_add(column)
}

/// A value in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// In C syntax.
    pub text: String,
    /// Its type in the source, where that is known.
    pub c_type: Option<String>,
    /// Its bits, where it is a number and all of them are known.
    pub bits: Option<Bv>,
}

/// A state on the way to a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its number in the whole execution.
    pub number: usize,
    /// Where.
    pub place: Place,
    /// In which function.
    pub function: String,
    /// In which thread.
    pub thread: u32,
    /// How many calls are under way.
    pub depth: u32,
    /// What it shows.
    pub kind: StepKind,
    /// What changed: a variable or a part of one, the source of an input, a function.
    pub target: Target,
    /// The new value; none where nothing gets one.
    pub value: Option<Value>,
    /// Where the value comes from.
    pub origin: Origin,
    /// The addresses of the locks that the thread holds afterwards.
    pub holds: Vec<String>,
}

impl State {
    /// What changed, in one line of C syntax.
    pub fn text(&self) -> String {
        let value = self.value.as_ref().map(|value| value.text.as_str());
        cassay_trace::text(self.kind, &self.target, value)
    }

    /// What kind of value it is, when that needs saying.
    pub fn mark(&self) -> Option<&'static str> {
        match self.kind {
            StepKind::Input => Some("input"),
            StepKind::Uninitialised => Some("uninitialised"),
            StepKind::Assignment if matches!(self.origin, Origin::Input(_)) => Some("input"),
            StepKind::Assignment
            | StepKind::Commit
            | StepKind::Free
            | StepKind::Expire
            | StepKind::Call
            | StepKind::Create
            | StepKind::Lock
            | StepKind::Unlock
            | StepKind::Sync
            | StepKind::Interrupt => None,
        }
    }
}

/// What a function without a body has returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it was called.
    pub place: Place,
    /// In which function.
    pub function: String,
    /// Its name.
    pub callee: String,
    /// Its result.
    pub value: Value,
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
    pub place: Place,
    /// The function and place of the library, if the execution was in a header of one. `function` and
    /// `place` are then those of the call in the user's file.
    pub inner: Option<(String, Place)>,
    /// How the execution gets there.
    pub states: Vec<State>,
    /// The results of functions without a body, in order, also those that do not matter.
    pub inputs: Vec<Input>,
    /// The threads, if there are several.
    pub threads: Vec<Thread>,
    /// The two threads that race, that of the claim first; or the threads that wait for ever.
    pub positions: Vec<Position>,
    /// What the execution got from outside.
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
    pub place: Place,
    /// What is known.
    pub status: PropertyStatus,
}

/// A relation at the head of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The function of the loop.
    pub function: String,
    /// The head of the loop.
    pub place: Place,
    /// The relation, in the syntax of C.
    pub text: String,
}

/// Something that was assumed about the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The function, loop or variable that it is about.
    pub subject: String,
    /// What is assumed.
    pub assumption: String,
    /// Where; not known when it is about the whole program.
    pub place: Place,
    /// Whether the assumption could hide a violation.
    pub may_hide: bool,
}

/// What the answer rests on, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// What a *safe* rests on.
    Proved(Basis),
    /// Why something was left open.
    Open(Box<Why>),
}

impl Reason {
    /// Whether it is part of the answer even when nothing else is wanted.
    pub fn is_needed(&self, conclusion: Conclusion) -> bool {
        match self {
            Reason::Proved(basis) => match basis {
                Basis::UpToBound(_) | Basis::UpToSwitches { .. } | Basis::UpToInterrupts { .. } => {
                    true
                }
                Basis::Static
                | Basis::Complete { .. }
                | Basis::Induction { .. }
                | Basis::Explored { .. } => false,
            },
            Reason::Open(_) => conclusion == Conclusion::Unknown,
        }
    }
}

/// Why something was left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A loop or recursion goes past the bound.
    Bound {
        /// The bound.
        bound: u32,
        /// The loop or recursion.
        at: String,
        /// Where.
        place: Place,
    },
    /// A construct that is not supported was reached.
    Unsupported {
        /// The construct.
        what: String,
        /// Where.
        place: Place,
    },
    /// Undefined behaviour that no enabled check guards can be reached.
    Undefined {
        /// What would be undefined.
        what: String,
        /// Where.
        place: Place,
    },
    /// A property is violated only where an allocation fails.
    AllocationFails {
        /// The property.
        what: String,
        /// Where it is violated.
        place: Place,
    },
    /// An assumption about the program could hide a violation.
    Assumption(Note),
    /// A limit ended the run.
    Limit {
        /// Which.
        limit: StopReason,
        /// What was found out before.
        achieved: Achieved,
    },
    /// The solver gave up, with its own words.
    Solver(String),
    /// A counterexample was found that need not be one of the program.
    Inconclusive(String),
}

/// What a run without an answer found out all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Achieved {
    /// The last bound without violation.
    pub safe_up_to: Option<u32>,
    /// The longest inductive step that was tried to its end.
    pub tried_k: Option<u32>,
    /// How many properties are proved.
    pub proved: usize,
    /// How many properties there are.
    pub properties: usize,
    /// The loop or recursion that went past every bound, and where.
    pub blocked: Option<(String, Place)>,
    /// The loop that no inductive step can be made of, and why.
    pub refused: Option<Note>,
}

/// How the run went. Versions and times come from whoever ran it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// The version of Cassay.
    pub version: String,
    /// The greatest bound that was tried.
    pub bound: u32,
    /// Passes of symbolic execution.
    pub passes: u32,
    /// Calls of solvers.
    pub solver_calls: u64,
    /// Processor time of each phase, in the order in which they first ran.
    pub timings: Vec<(&'static str, Duration)>,
}

/// Everything a run found out, ready to be written in any format.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub conclusion: Conclusion,
    /// What it rests on, or why there is none. For violations, why other properties were left open.
    pub reason: Option<Reason>,
    /// What was assumed about the program, once each.
    pub notes: Vec<Note>,
    /// Violations by their place in the source.
    pub findings: Vec<Finding>,
    /// Every property, when all were to be decided.
    pub claims: Vec<Claim>,
    /// What holds whenever a loop's head is reached.
    pub invariants: Vec<Invariant>,
    /// Whether the user asked for a property of SV-COMP, so that its name is part of the answer.
    pub by_name: bool,
    /// How the run went.
    pub run: RunFacts,
}

impl Report {
    /// Puts the report together. `source` gives the text of a line of a file.
    pub fn new(
        program: &Program,
        outcome: &Outcome,
        source: &dyn Fn(&str, u32) -> Option<String>,
    ) -> Report {
        let reader = Reader { program, source };
        let (conclusion, reason) = match &outcome.verdict {
            Verdict::Safe(basis) => (Conclusion::Safe, Some(Reason::Proved(basis.clone()))),
            Verdict::Unsafe => {
                let open = outcome.open.as_ref();
                let open = open.map(|why| Reason::Open(Box::new(reader.why(why))));
                (Conclusion::Unsafe, open)
            }
            Verdict::Unknown(why) => (
                Conclusion::Unknown,
                Some(Reason::Open(Box::new(reader.why(why)))),
            ),
        };
        let mut notes: Vec<Note> = Vec::new();
        for note in &outcome.notes {
            let note = reader.note(note);
            if !notes.iter().any(|known| known.says_the_same(&note)) {
                notes.push(note);
            }
        }
        let mut violations: Vec<&Violation> = outcome.violations.iter().collect();
        violations.sort_by_key(|violation| violation.span);
        let violations = violations.into_iter();
        let properties = outcome.properties.iter();
        let invariants = outcome.invariants.iter();
        Report {
            conclusion,
            reason,
            notes,
            findings: violations
                .map(|violation| reader.finding(violation))
                .collect(),
            claims: properties.map(|property| reader.claim(property)).collect(),
            invariants: invariants
                .map(|invariant| Invariant {
                    function: invariant.function.clone(),
                    place: reader.place(invariant.span),
                    text: invariant.text.clone(),
                })
                .collect(),
            by_name: false,
            run: RunFacts {
                bound: outcome.stats.bound,
                passes: outcome.stats.passes,
                solver_calls: outcome.stats.solver_calls,
                ..RunFacts::default()
            },
        }
    }
}

impl Note {
    /// Whether two notes are the same to a reader.
    fn says_the_same(&self, other: &Note) -> bool {
        (&self.subject, &self.assumption, &self.place)
            == (&other.subject, &other.assumption, &other.place)
    }
}

/// Turns what the engine found into what a report holds.
struct Reader<'a> {
    program: &'a Program,
    source: &'a dyn Fn(&str, u32) -> Option<String>,
}

impl Reader<'_> {
    fn place(&self, span: Span) -> Place {
        Place::new(self.program, span, self.source)
    }

    fn note(&self, note: &cassay_ir::Note) -> Note {
        Note {
            subject: note.subject.to_string(),
            assumption: note.assumption.to_string(),
            place: self.place(note.span),
            may_hide: note.may_hide,
        }
    }

    fn why(&self, why: &UnknownReason) -> Why {
        match why {
            UnknownReason::Bound { bound, at, span } => Why::Bound {
                bound: *bound,
                at: at.clone(),
                place: self.place(*span),
            },
            UnknownReason::Unsupported { what, span } => Why::Unsupported {
                what: what.clone(),
                place: self.place(*span),
            },
            UnknownReason::Undefined { what, span } => Why::Undefined {
                what: what.to_string(),
                place: self.place(*span),
            },
            UnknownReason::AllocationFails { what, span } => Why::AllocationFails {
                what: what.clone(),
                place: self.place(*span),
            },
            UnknownReason::Assumption(note) => Why::Assumption(self.note(note)),
            UnknownReason::Limit {
                reason,
                established,
            } => Why::Limit {
                limit: *reason,
                achieved: self.achieved(established),
            },
            UnknownReason::Solver(what) => Why::Solver(what.clone()),
            UnknownReason::Inconclusive(what) => Why::Inconclusive(what.clone()),
        }
    }

    fn achieved(&self, established: &Established) -> Achieved {
        let blocked = established.blocked.as_ref();
        Achieved {
            safe_up_to: established.safe_up_to,
            tried_k: established.tried_k,
            proved: established.proved,
            properties: established.properties,
            blocked: blocked.map(|(at, span)| (at.clone(), self.place(*span))),
            refused: established.refused.as_ref().map(|note| self.note(note)),
        }
    }

    fn finding(&self, violation: &Violation) -> Finding {
        let steps = violation.counterexample.steps.iter();
        Finding {
            claim: violation.claim.clone(),
            class: violation.property.class,
            property: cassay_ir::sv_comp::property(violation.property.class),
            message: violation.property.message.to_string(),
            function: violation.function.to_string(),
            place: self.place(violation.span),
            inner: violation.counterexample.inner.as_ref().map(|inner| {
                let function = inner.function.to_string();
                (function, self.place(inner.span))
            }),
            states: steps.map(|step| self.state(step)).collect(),
            inputs: self.inputs(&violation.counterexample),
            threads: self.threads(&violation.counterexample),
            positions: self.positions(&violation.counterexample),
            outside: violation.counterexample.outside.clone(),
        }
    }

    fn inputs(&self, counterexample: &Counterexample) -> Vec<Input> {
        let states = counterexample.inputs.iter().map(|step| self.state(step));
        let results = states.filter_map(|state| match (state.target, state.value) {
            (Target::Source(InputSource::Call(callee)), Some(value)) => Some(Input {
                place: state.place,
                function: state.function,
                callee: callee.to_string(),
                value,
            }),
            _ => None,
        });
        results.collect()
    }

    fn state(&self, step: &Step) -> State {
        let types = &self.program.ctypes;
        State {
            number: step.number,
            place: self.place(step.span),
            function: step.function.to_string(),
            thread: step.thread,
            depth: step.depth,
            kind: step.kind,
            target: step.target.clone(),
            value: step.value.as_ref().map(|value| Value {
                text: value.text.clone(),
                c_type: cassay_trace::type_name(types, value.ctype),
                bits: value.bits.clone(),
            }),
            origin: step.origin.clone(),
            holds: step.holds.iter().map(|lock| lock.to_string()).collect(),
        }
    }

    fn threads(&self, counterexample: &Counterexample) -> Vec<Thread> {
        let threads = counterexample.threads.iter();
        threads
            .map(|thread| Thread {
                number: thread.number,
                entry: thread.entry.to_string(),
                created: thread.created.map(|span| self.place(span)),
            })
            .collect()
    }

    fn positions(&self, counterexample: &Counterexample) -> Vec<Position> {
        let positions = counterexample.positions.iter();
        positions
            .map(|position| Position {
                thread: position.thread,
                place: self.place(position.span),
                path: position.path.iter().map(|name| name.to_string()).collect(),
                holds: position
                    .holds
                    .iter()
                    .map(|held| Held {
                        lock: held.lock.to_string(),
                        place: self.place(held.span),
                    })
                    .collect(),
                doing: position.doing.clone(),
            })
            .collect()
    }

    fn claim(&self, property: &PropertyResult) -> Claim {
        Claim {
            id: property.claim.clone(),
            class: property.property.class,
            message: property.property.message.to_string(),
            place: self.place(property.span),
            status: property.status,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_ends_behind_what_starts_there() {
        let text = "  total += a[i10] * 2;";
        assert_eq!(end_of_token(text, 3), Some(8));
        assert_eq!(end_of_token(text, 14), Some(17));
        assert_eq!(end_of_token(text, 13), Some(14));
        assert_eq!(end_of_token(text, 0), None, "no column is known");
        assert_eq!(end_of_token(text, 90), None, "the file has changed");
        assert_eq!(end_of_token("é", 1), Some(3), "columns count bytes");
        assert_eq!(end_of_token("é", 2), None, "inside of a character");
    }
}
