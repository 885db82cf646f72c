//! What symbolic execution hands on: claims with their guards, assumptions and inputs.

use crate::nan::NanChoice;
use crate::object::{ObjectId, Objects};
use cassay_base::Span;
use cassay_ir::{ClaimId, FuncId, InputSource, Note, Property};
use cassay_term::TermId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What an obligation is about.
#[derive(Clone, Debug)]
pub enum ObligationKind {
    /// An assertion of the IR.
    Claim {
        /// The claim.
        claim: ClaimId,
        /// What is claimed.
        property: Property,
    },
    /// A loop must not go on past its bound.
    Unwinding {
        /// The loop, e.g. `main.0`.
        name: String,
        /// The bound.
        bound: u32,
    },
    /// A recursion must not go on past its bound.
    Recursion {
        /// The function.
        name: Arc<str>,
        /// The bound.
        bound: u32,
    },
    /// An access that no claim guards must be valid: behind an invalid one anything can happen.
    Defined {
        /// What would be undefined.
        what: &'static str,
    },
    /// Something unsupported must not be reached.
    Unsupported {
        /// What.
        what: Arc<str>,
    },
}

/// Something that must hold: under `guard` and the assumptions made before, `cond` is true.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What it is about.
    pub kind: ObligationKind,
    /// The path condition.
    pub guard: TermId,
    /// The condition.
    pub cond: TermId,
    /// Assumptions made before this point, on any path.
    pub assumptions: TermId,
    /// The same with earlier assertions taken as assumptions: an execution that gets here has
    /// violated nothing before.
    pub assumptions_and_claims: TermId,
    /// The assumptions alone that models of the library did not make.
    pub of_program: TermId,
    /// How many assumptions of models were made before.
    pub of_models: usize,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: FuncId,
    /// How many objects had an address here; others cannot be found by a number yet.
    pub exposed: usize,
}

impl Obligation {
    /// The claim of the program that it is about.
    pub fn claim(&self) -> Option<ClaimId> {
        match self.kind {
            ObligationKind::Claim { claim, .. } => Some(claim),
            ObligationKind::Unwinding { .. }
            | ObligationKind::Recursion { .. }
            | ObligationKind::Defined { .. }
            | ObligationKind::Unsupported { .. } => None,
        }
    }
}

/// Where a value that no statement computed came from.
#[derive(Clone, Debug)]
pub enum InputKind {
    /// A nondeterministic value, in execution order.
    Value {
        /// Its bits (Bool sort for width 1).
        term: TermId,
        /// Its width.
        width: u32,
        /// Where it comes from.
        source: InputSource,
    },
    /// An object came to life; its first contents are in the object table.
    Object(ObjectId),
    /// So many objects came to life and died, and nothing depends on them.
    Skipped(u64),
}

/// An input, met by executions for which the guard holds. Along one execution inputs are met in
/// the order of the list.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path condition.
    pub guard: TermId,
    /// What.
    pub kind: InputKind,
}

/// Figures of one symbolic execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Figures {
    /// Statements executed.
    pub steps: u64,
    /// Loop iterations begun after the first.
    pub iterations: u64,
    /// Assertions met.
    pub claims_met: u64,
    /// Assertions left after simplification.
    pub claims_left: u64,
}

/// The result of symbolic execution.
#[derive(Debug)]
pub struct Equation {
    /// Facts that hold in every execution (layout of addresses).
    pub constraints: Vec<TermId>,
    /// Obligations in execution order.
    pub obligations: Vec<Obligation>,
    /// Inputs in execution order.
    pub inputs: Vec<Input>,
    /// Signs and payloads of NaNs that are left open. They are no inputs.
    pub nans: Vec<NanChoice>,
    /// The objects of memory.
    pub objects: Objects,
    /// Whether some path was cut at a bound.
    pub bound_reached: bool,
    /// What was assumed about the program.
    pub notes: Vec<Note>,
    /// Figures.
    pub figures: Figures,
    /// How executions get to claims that were seen to hold, where that was asked for.
    pub arrivals: Arrivals,
    /// What violations must not rest on.
    pub foundation: Foundation,
    /// What an execution should be like to be shown, where there is a choice.
    pub wishes: Vec<TermId>,
    /// Accesses of the program to memory, in the order in which executions make them, where
    /// [`crate::Bounds::accesses`] asks for them.
    pub accesses: Vec<crate::Access>,
}

/// A symbol that is any value here and a certain one in truth.
#[derive(Clone, Debug)]
pub struct Inexact {
    /// The symbol.
    pub symbol: TermId,
    /// Where the value comes from.
    pub source: InputSource,
    /// Where the program asked for it.
    pub span: Span,
}

/// Something that a call of a model chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A value.
    Value(TermId),
    /// Contents of memory.
    Contents(ObjectId),
}

/// What is known of inexact values.
#[derive(Clone, Debug, Default)]
pub struct Foundation {
    /// The values.
    pub values: Vec<Inexact>,
    /// Objects that stand for contents of memory that are inexact: where they come from, and where
    /// they were written.
    pub contents: BTreeMap<ObjectId, (InputSource, Span)>,
    /// Symbols that say that a pointer leads to memory that nobody knows, and its address.
    pub outside: Vec<(TermId, TermId)>,
    /// What models chose, each by the number of the program's call.
    pub chosen: Vec<(u64, Chosen)>,
    /// What models assume of what they chose, in execution order.
    pub assumed: Vec<(u64, TermId)>,
}

/// How often it is kept how executions get to a claim.
const ARRIVALS: usize = 16;

/// How executions get to claims: for each, the guards of its instances and what was assumed and
/// claimed before; nothing when there are too many of them.
#[derive(Clone, Debug, Default)]
pub struct Arrivals(pub BTreeMap<ClaimId, Option<Vec<(TermId, TermId)>>>);

impl Arrivals {
    pub(crate) fn add(&mut self, claim: ClaimId, guard: TermId, before: TermId) {
        let ways = self.0.entry(claim).or_insert_with(|| Some(Vec::new()));
        match ways {
            Some(known) if known.len() < ARRIVALS => known.push((guard, before)),
            _ => *ways = None,
        }
    }
}
