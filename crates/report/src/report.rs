//! The report: everything a format needs, as data, with nothing left to look up. Sentences are made of it by
//! [`crate::reason`] and the formats.

use crate::details::{self, Details};
use crate::ledger::{self, Ledger, Support};
use crate::place::Place;
use crate::reader::Reader;
use crate::threads::{Position, Thread};
use cassay_base::StopReason;
use cassay_bv::Bv;
use cassay_engine::{Basis, Outcome, PropertyStatus, Verdict, Violation};
use cassay_ir::{NoteKind, Program, PropertyClass};
use cassay_trace::outside::Outside;
use cassay_trace::{Origin, StepKind, Target};
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

/// A value that a violated claim names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The expression, in the syntax of C.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// A place that belongs to the story of a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What happened there, e.g. `freed here`.
    pub text: String,
}

/// A call that is under way at a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function that is called.
    pub function: String,
    /// Its parameters with their values when it was called.
    pub arguments: Vec<(String, String)>,
    /// Where it is called.
    pub place: Place,
    /// The function that calls it.
    pub caller: String,
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
    /// What happens, in words and with its values: "index 16, but `out` has 10 elements".
    pub explanation: String,
    /// The values that the claim names.
    pub facts: Vec<Fact>,
    /// Where the objects come from that it is about.
    pub related: Vec<Related>,
    /// The calls that lead there, the innermost last.
    pub calls: Vec<Call>,
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

impl Finding {
    /// What happens, in one sentence.
    pub fn headline(&self) -> &str {
        match self.explanation.as_str() {
            "" => &self.message,
            explanation => explanation,
        }
    }
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
    /// In which function.
    pub function: String,
    /// Where.
    pub place: Place,
    /// What is known.
    pub status: PropertyStatus,
    /// What that rests on.
    pub basis: Support,
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
    /// What kind of assumption it is.
    pub kind: NoteKind,
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
                | Basis::Explored { .. }
                | Basis::Machine => false,
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

/// What to try where there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What stands in the way, and what may help.
    pub text: String,
    /// The command to try.
    pub command: Option<String>,
}

/// How the run went. Versions, times and words of the command come from whoever ran it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// Whether the run came to its end.
    pub finished: bool,
    /// The version of Cassay.
    pub version: String,
    /// The command line, one word each.
    pub command: Vec<String>,
    /// The source files that were named.
    pub files: Vec<String>,
    /// Choices that the answer depends on: data model, strategy, solver, encoding, memory model.
    pub settings: Vec<(&'static str, String)>,
    /// Limits of time and memory, and of bounds.
    pub limits: Vec<(&'static str, String)>,
    /// Wall time so far.
    pub wall: Duration,
    /// The greatest amount of memory in use, in bytes, and the same of the largest worker.
    pub peak_memory: u64,
    /// That of the largest worker.
    pub peak_worker: u64,
    /// Figures of the engine by name, as `--stats` shows them.
    pub figures: Vec<(&'static str, u64)>,
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
    /// Every property.
    pub claims: Vec<Claim>,
    /// Whether every property was to be decided, not only the first violation found.
    pub all_properties: bool,
    /// What the answer rests on.
    pub ledger: Ledger,
    /// What to try where there is no answer.
    pub advice: Vec<Advice>,
    /// What holds whenever a loop's head is reached.
    pub invariants: Vec<Invariant>,
    /// Whether the user asked for a property of SV-COMP, so that its name is part of the answer.
    pub by_name: bool,
    /// How the run went.
    pub run: RunFacts,
    /// What only a page about the run shows, if it was collected.
    pub details: Details,
}

impl Report {
    /// The report of a run that has no answer, and why.
    pub fn without_answer(why: &str) -> Report {
        Report {
            conclusion: Conclusion::Unknown,
            reason: Some(Reason::Open(Box::new(Why::Inconclusive(why.to_string())))),
            notes: Vec::new(),
            findings: Vec::new(),
            claims: Vec::new(),
            all_properties: false,
            ledger: Ledger::default(),
            advice: Vec::new(),
            invariants: Vec::new(),
            by_name: false,
            run: RunFacts::default(),
            details: Details::default(),
        }
    }

    /// Puts the report together. `source` gives the text of a line of a file.
    pub fn new(
        program: &Program,
        outcome: &Outcome,
        source: &dyn Fn(&str, u32) -> Option<String>,
    ) -> Report {
        let reader = Reader::new(program, source);
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
        let pictures = violations.iter().map(|violation| {
            let drawn = violation.counterexample.picture.as_ref()?;
            Some(details::picture(program, drawn))
        });
        let details = Details {
            costs: details::costs(program, outcome),
            pictures: pictures.collect(),
        };
        let violations = violations.into_iter();
        let properties = outcome.properties.iter();
        let claims: Vec<Claim> = properties.map(|property| reader.claim(property)).collect();
        let loops = outcome.loops.iter().map(|result| reader.loop_entry(result));
        let invariants = outcome.invariants.iter();
        Report {
            conclusion,
            reason,
            findings: violations
                .map(|violation| reader.finding(violation))
                .collect(),
            ledger: ledger::of(&claims, &notes, loops.collect()),
            claims,
            all_properties: outcome.all_properties,
            notes,
            advice: Vec::new(),
            invariants: invariants
                .map(|invariant| Invariant {
                    function: invariant.function.clone(),
                    place: reader.place(invariant.span),
                    text: invariant.text.clone(),
                })
                .collect(),
            by_name: false,
            details,
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
