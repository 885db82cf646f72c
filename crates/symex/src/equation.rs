//! The result of symbolic execution: obligations with their guards, assumptions and inputs.

use crate::nan::NanChoice;
use crate::object::{ObjectId, Objects};
use cassay_base::Span;
use cassay_ir::{ClaimId, FuncId, GlobalId, InputSource, Note, Property};
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
        /// Its description.
        property: Property,
    },
    /// A loop must not continue past its bound.
    Unwinding {
        /// The loop, e.g. `main.0`.
        name: String,
        /// The bound.
        bound: u32,
    },
    /// A recursion must not continue past its bound.
    Recursion {
        /// The function.
        name: Arc<str>,
        /// The bound.
        bound: u32,
    },
    /// An operation must be defined, and no claim guards it. Nothing can be proved about what
    /// follows an undefined operation.
    Defined {
        /// The operation.
        what: Operation,
    },
    /// An unsupported construct must not be reached.
    Unsupported {
        /// The construct.
        what: Arc<str>,
    },
}

/// An operation that is undefined, or whose result Cassay leaves open, under some condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Operation {
    /// An access to memory.
    Access,
    /// The release of a heap object.
    Free,
    /// A call through a pointer.
    IndirectCall,
    /// The conversion of a floating-point value that no value of the integer type represents. The
    /// execution continues with an indefinite value.
    FloatConversion,
    /// A comparison with a pointer to a dead object, whose address another object may have by now.
    DeadPointerComparison,
    /// The question whether a heap object is still reachable at the end of the program, where
    /// integers or arrays of pointers may lead to it.
    Reachability,
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Operation::Access => "memory access that no check guards",
            Operation::Free => "free that no check guards",
            Operation::IndirectCall => "call through a pointer that no check guards",
            Operation::FloatConversion => "conversion of a floating-point value out of range",
            Operation::DeadPointerComparison => "comparison with a pointer to a dead object",
            Operation::Reachability => {
                "memory that an integer or an array may point to at the end of the program"
            }
        })
    }
}

/// A verification condition: under `guard` and the assumptions made before, `cond` is true.
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
    /// The same, with earlier claims taken as assumptions: an execution that reaches this
    /// obligation has violated none before.
    pub assumptions_and_claims: TermId,
    /// Only those of the assumptions that were not made by models of the library.
    pub of_program: TermId,
    /// The number of assumptions that models made before.
    pub of_models: usize,
    /// The source location.
    pub span: Span,
    /// The function it belongs to.
    pub function: FuncId,
    /// The point of its thread behind which it is, if there are threads.
    pub behind: Option<cassay_order::NodeId>,
    /// The number of objects that had an address here; a wild pointer cannot lead to the others
    /// yet.
    pub exposed: usize,
}

impl Obligation {
    /// The claim of the program, if the obligation is one.
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

/// A value or object that no statement computes, so that replay must be given it.
#[derive(Clone, Debug)]
pub enum InputKind {
    /// A nondeterministic value.
    Value {
        /// Its bits (Bool sort for width 1).
        term: TermId,
        /// Its width.
        width: u32,
        /// Where it comes from.
        source: InputSource,
    },
    /// An object was created; its first contents are in the object table.
    Object(ObjectId),
    /// A number of objects were created and destroyed, and nothing depends on them.
    Skipped(u64),
}

/// An input that is read by executions for which the guard holds. Each execution reads its inputs
/// in the order of the list.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path condition.
    pub guard: TermId,
    /// The input.
    pub kind: InputKind,
    /// The point of its thread behind which it is read, if there are threads.
    pub behind: Option<cassay_order::NodeId>,
}

/// Figures of one symbolic execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Figures {
    /// Statements executed.
    pub steps: u64,
    /// Loop iterations begun after the first.
    pub iterations: u64,
    /// Assertions reached.
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
    /// Signs and payloads of NaNs, which IEEE 754 leaves open. They are not inputs.
    pub nans: Vec<NanChoice>,
    /// The objects of memory.
    pub objects: Objects,
    /// Whether some path was cut at a bound.
    pub bound_reached: bool,
    /// Assumptions about the program, for the user.
    pub notes: Vec<Note>,
    /// Figures.
    pub figures: Figures,
    /// The path conditions of claims that simplification proved, if [`crate::Bounds::arrivals`]
    /// asks for them.
    pub arrivals: Arrivals,
    /// Over-approximated values: a violation that depends on the choice of one may be spurious.
    pub foundation: Foundation,
    /// Conditions that a counterexample should satisfy if it can, so that it is easier to read.
    pub wishes: Vec<TermId>,
    /// Accesses of the program to memory, in execution order, if [`crate::Bounds::accesses`] asks
    /// for them.
    pub accesses: Vec<crate::Access>,
    /// How threads can be interleaved, if the program has several.
    pub interleaving: Option<crate::Interleaving>,
    /// Values that would be written to [`crate::Bounds::observed`], in execution order.
    pub observations: Vec<Observation>,
    /// What each line cost, if [`crate::Bounds::costs`] asks for it.
    pub costs: crate::LineCosts,
}

/// A value that would be written to a variable that is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The variable.
    pub variable: GlobalId,
    /// Its bits (Bool sort for width 1).
    pub value: TermId,
    /// The path condition.
    pub guard: TermId,
}

/// An inexact value: a free symbol that over-approximates a value which the real function
/// determines.
#[derive(Clone, Debug)]
pub struct Inexact {
    /// The symbol.
    pub symbol: TermId,
    /// Where the value comes from.
    pub source: InputSource,
    /// The source location at which the program obtained it.
    pub span: Span,
}

/// An over-approximated result of a call of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A value.
    Value(TermId),
    /// Contents of memory.
    Contents(ObjectId),
}

/// The inexact values of an execution, and the assumptions about them.
#[derive(Clone, Debug, Default)]
pub struct Foundation {
    /// The values.
    pub values: Vec<Inexact>,
    /// Objects that represent inexact contents of memory, each with its source and the source
    /// location of the write.
    pub contents: BTreeMap<ObjectId, (InputSource, Span)>,
    /// Symbols that say that a pointer leads to unknown memory, each with the address of the
    /// pointer.
    pub outside: Vec<(TermId, TermId)>,
    /// The inexact results of models, by the number of the program's call.
    pub chosen: Vec<(u64, Chosen)>,
    /// The assumptions of models about their inexact results, in execution order.
    pub assumed: Vec<(u64, TermId)>,
}

/// The most instances of one claim whose path conditions are kept.
const ARRIVALS: usize = 16;

/// Path conditions of claims: for each claim, the guards of its instances with the assumptions and
/// claims before; `None` when there are too many instances.
#[derive(Clone, Debug, Default)]
pub struct Arrivals(pub BTreeMap<ClaimId, Option<Vec<(TermId, TermId)>>>);

impl Arrivals {
    pub(crate) fn add(&mut self, claim: ClaimId, guard: TermId, before: TermId) {
        let arrivals = self.0.entry(claim).or_insert_with(|| Some(Vec::new()));
        match arrivals {
            Some(known) if known.len() < ARRIVALS => known.push((guard, before)),
            _ => *arrivals = None,
        }
    }
}
