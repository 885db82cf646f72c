//! Witnesses of verification: what they say, their formats, and programs that follow them.
//!
//! A witness is what one tool writes for another about a program: executions that violate its specification, as a sequence of
//! places that they pass ([`Content::Violation`]), or invariants that a proof rests on ([`Content::Correctness`]).
//! [`yaml`] reads and writes the format of SV-COMP (2.0 and what 2.1 shares with it), [`graphml`] writes the older one.
//!
//! [`follow`] makes a program of a program and a witness: C text in which the conditions of the witness stand at their
//! places, so that the compiler of C reads them and whoever verifies the text needs to know nothing about witnesses. It is
//! made without moving a line, and [`Followed`] leads from its columns back to those of the program.
//!
//! Invariants of absence: nothing here knows the IR, solvers, or whether a witness is right; no files, no clock.

mod check;
pub mod follow;
pub mod graphml;
mod hash;
mod lines;
mod parse;
pub mod tokens;
pub mod yaml;

pub use check::{NotAWitness, read};
pub use follow::Followed;
pub use hash::sha256;
pub use lines::Lines;

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, where it is said.
    pub column: Option<u32>,
    /// The function, where it is said.
    pub function: Option<String>,
}

/// What happens at a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// A condition holds before a statement.
    Assumption,
    /// A branch goes this way.
    Branching,
    /// A function is called.
    FunctionEnter,
    /// A function has returned, with a result as the condition says.
    FunctionReturn,
    /// The specification is violated.
    Target,
}

impl Pass {
    /// Every kind, with its name in the format.
    pub const NAMES: [(Pass, &str); 5] = [
        (Pass::Assumption, "assumption"),
        (Pass::Branching, "branching"),
        (Pass::FunctionEnter, "function_enter"),
        (Pass::FunctionReturn, "function_return"),
        (Pass::Target, "target"),
    ];

    /// Its name in the format.
    pub fn name(self) -> &'static str {
        let named = Pass::NAMES.iter().find(|(pass, _)| *pass == self);
        named.map_or("target", |(_, name)| name)
    }
}

/// A place that an execution passes, or must not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// What happens there.
    pub pass: Pass,
    /// Whether the execution must not pass it before the end of its segment.
    pub avoid: bool,
    /// Where.
    pub location: Location,
    /// The condition: an expression of C, in which `\result` is a function's result.
    pub constraint: Option<String>,
}

/// Where an invariant holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Whenever a loop decides whether to go on.
    Loop,
    /// Whenever a statement is reached.
    Location,
    /// Somewhere that is not followed here, by its name in the format.
    Elsewhere,
}

/// An invariant of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// Where it holds.
    pub holds: Holds,
    /// At which loop or statement.
    pub location: Location,
    /// An expression of C.
    pub value: String,
}

/// What a witness says about the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Executions that violate the specification: segments, of which each ends with a waypoint to be passed.
    Violation(Vec<Vec<Waypoint>>),
    /// Invariants.
    Correctness(Vec<Invariant>),
}

/// What a witness is about and where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// When it was made, as in ISO 8601.
    pub created: String,
    /// The name of the tool.
    pub producer: String,
    /// Its version.
    pub version: String,
    /// The files of the program, with the SHA-256 sums of their contents.
    pub files: Vec<(String, String)>,
    /// The specification, as in a file of SV-COMP.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
}

/// A witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// What it is about.
    pub metadata: Metadata,
    /// What it says.
    pub content: Content,
}

impl Witness {
    /// An identifier that the same witness always has, in the form of a UUID.
    fn identifier(&self) -> String {
        let sum = sha256(format!("{self:?}").as_bytes());
        let part = |from: usize, to: usize| sum.get(from..to).unwrap_or_default();
        // Version 8: made by rules of one's own; variant of RFC 9562.
        format!(
            "{}-{}-8{}-8{}-{}",
            part(0, 8),
            part(8, 12),
            part(13, 16),
            part(17, 20),
            part(20, 32)
        )
    }
}
