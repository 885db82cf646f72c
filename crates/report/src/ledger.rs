//! What an answer rests on: proofs by their kind, assumptions, and how far loops were followed.

use crate::place::Place;
use crate::report::{Claim, Note};
use cassay_engine::{LoopEnd, PropertyStatus, ProvedBy};
use cassay_ir::NoteKind;

/// What the status of a property rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Support {
    /// Proved before any solver, without unwinding.
    Static,
    /// No execution reaches it.
    Unreachable,
    /// Every execution was followed to its end, with this bound.
    Complete {
        /// The bound that sufficed.
        bound: u32,
    },
    /// Proved by induction.
    Induction {
        /// How many passes the step followed.
        k: u32,
    },
    /// Every state was looked at.
    Explored {
        /// How many there are.
        states: u64,
    },
    /// Proved by an invariant of the finite-state model.
    Machine,
    /// Not violated up to a bound.
    Bounded {
        /// The bound.
        bound: u32,
    },
    /// Not violated with few interrupts.
    FewInterrupts {
        /// How many.
        interrupts: u32,
    },
    /// Violated.
    Violated,
    /// Not decided.
    Open,
}

impl Support {
    /// What a status rests on.
    pub fn of(status: PropertyStatus) -> Self {
        match status {
            PropertyStatus::Proved(ProvedBy::Static) => Support::Static,
            PropertyStatus::Proved(ProvedBy::Forward { bound }) => Support::Complete { bound },
            PropertyStatus::Proved(ProvedBy::Induction { k }) => Support::Induction { k },
            PropertyStatus::Proved(ProvedBy::Exploration { states }) => {
                Support::Explored { states }
            }
            PropertyStatus::Proved(ProvedBy::Machine) => Support::Machine,
            PropertyStatus::Unreachable => Support::Unreachable,
            PropertyStatus::Violated { .. } => Support::Violated,
            PropertyStatus::Bounded { bound } => Support::Bounded { bound },
            PropertyStatus::FewInterrupts { interrupts } => Support::FewInterrupts { interrupts },
            PropertyStatus::NotChecked => Support::Open,
        }
    }

    /// The short name, for machine formats.
    pub fn name(self) -> &'static str {
        match self {
            Support::Static => "static",
            Support::Unreachable => "unreachable",
            Support::Complete { .. } => "complete",
            Support::Induction { .. } => "induction",
            Support::Explored { .. } => "explored",
            Support::Machine => "model",
            Support::Bounded { .. } => "bounded",
            Support::FewInterrupts { .. } => "few-interrupts",
            Support::Violated => "violated",
            Support::Open => "open",
        }
    }

    /// Whether the property holds.
    pub fn holds(self) -> bool {
        match self {
            Support::Static
            | Support::Unreachable
            | Support::Complete { .. }
            | Support::Induction { .. }
            | Support::Explored { .. }
            | Support::Machine => true,
            Support::Bounded { .. }
            | Support::FewInterrupts { .. }
            | Support::Violated
            | Support::Open => false,
        }
    }

    /// In words that follow a number of properties.
    pub fn words(self) -> String {
        match self {
            Support::Static => "proved statically".to_string(),
            Support::Unreachable => "unreachable".to_string(),
            Support::Complete { bound: 1 } => "proved by following every execution".to_string(),
            Support::Complete { bound } => format!("proved with loops unwound to bound {bound}"),
            Support::Induction { k } => format!("proved by induction, k = {k}"),
            Support::Explored { states } => format!("proved by exploring {states} states"),
            Support::Machine => "proved by an invariant of the finite-state model".to_string(),
            Support::Bounded { bound } => format!("not violated up to bound {bound}"),
            Support::FewInterrupts { interrupts } => {
                format!("not violated with up to {interrupts} interrupts")
            }
            Support::Violated => "violated".to_string(),
            Support::Open => "not decided".to_string(),
        }
    }
}

/// How many properties rest on the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Basis {
    /// What they rest on.
    pub support: Support,
    /// How many they are.
    pub properties: usize,
}

/// Something that was assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Its kind.
    pub kind: NoteKind,
    /// What it is about.
    pub subject: String,
    /// What is assumed.
    pub text: String,
    /// Where; not known when it is about the whole program.
    pub place: Place,
    /// Whether it could hide a violation.
    pub may_hide: bool,
}

/// A loop and how far it was followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopEntry {
    /// Its id, as `--unwindset` takes it.
    pub id: String,
    /// Its function.
    pub function: String,
    /// Its head.
    pub place: Place,
    /// The bound of the last pass, where it was followed.
    pub bound: Option<u32>,
    /// Why it was followed no further.
    pub end: LoopEnd,
}

impl LoopEntry {
    /// Why the loop was followed no further, in words.
    pub fn why(&self) -> String {
        match self.end {
            LoopEnd::Unneeded => "not followed: nothing to decide needed it".to_string(),
            LoopEnd::Ended => "ends within the bound".to_string(),
            LoopEnd::Decided => "the solver excludes more iterations".to_string(),
            LoopEnd::Proved { k } => format!("any number of iterations, by induction with k = {k}"),
            LoopEnd::Explored => "every state was looked at".to_string(),
            LoopEnd::Machine => {
                "any number of iterations, by an invariant of the finite-state model".to_string()
            }
            LoopEnd::Bound => "followed up to the bound only".to_string(),
        }
    }

    /// The reason as a short name, for machine formats.
    pub fn end_name(&self) -> &'static str {
        match self.end {
            LoopEnd::Unneeded => "unneeded",
            LoopEnd::Ended => "ended",
            LoopEnd::Decided => "decided",
            LoopEnd::Proved { .. } => "proved",
            LoopEnd::Explored => "explored",
            LoopEnd::Machine => "model",
            LoopEnd::Bound => "bound",
        }
    }
}

/// What an answer rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The properties by what their status rests on, in the order of [`Support`].
    pub bases: Vec<Basis>,
    /// What was assumed, in the order of the report's notes; what the settings say comes last.
    pub assumptions: Vec<Assumption>,
    /// The loops of the user's functions, in the order of the program.
    pub loops: Vec<LoopEntry>,
}

/// The ledger of an answer.
pub(crate) fn of(claims: &[Claim], notes: &[Note], loops: Vec<LoopEntry>) -> Ledger {
    let mut supports: Vec<Support> = claims.iter().map(|claim| claim.basis).collect();
    supports.sort_unstable();
    let mut bases: Vec<Basis> = Vec::new();
    for support in supports {
        match bases.last_mut() {
            Some(last) if last.support == support => last.properties += 1,
            Some(_) | None => bases.push(Basis {
                support,
                properties: 1,
            }),
        }
    }
    let assumptions = notes.iter().map(|note| Assumption {
        kind: note.kind,
        subject: note.subject.clone(),
        text: note.assumption.clone(),
        place: note.place.clone(),
        may_hide: note.may_hide,
    });
    Ledger {
        bases,
        assumptions: assumptions.collect(),
        loops,
    }
}

impl Ledger {
    /// Adds an assumption that the settings of a run make.
    pub fn assume(&mut self, kind: NoteKind, subject: &str, text: impl Into<String>) {
        self.assumptions.push(Assumption {
            kind,
            subject: subject.to_string(),
            text: text.into(),
            place: Place::default(),
            may_hide: false,
        });
    }
}
