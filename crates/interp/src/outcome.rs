//! How an execution ends, and what may end it from outside.

use crate::value::Value;
use cassay_base::{Span, Stop, StopReason};
use cassay_ir::{BlockId, ClaimId, FuncId, Property};

/// A statement or terminator of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: BlockId,
    /// The index of the statement; the number of statements for the terminator.
    pub stmt: usize,
    /// Its place in the source.
    pub span: Span,
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry function returned.
    Finished {
        /// What it returned.
        value: Option<Value>,
    },
    /// An assertion does not hold.
    Violation {
        /// The claim.
        claim: ClaimId,
        /// What was claimed.
        property: Property,
        /// Where.
        at: Site,
    },
    /// An assumption does not hold: the execution is not considered.
    AssumptionFailed {
        /// Where.
        at: Site,
    },
    /// The program ended itself (`abort`, `exit`).
    Ended {
        /// Where.
        at: Site,
    },
    /// Undefined behaviour that no assertion guarded: the execution cannot be continued.
    InvalidAccess {
        /// What was done.
        what: String,
        /// Where.
        at: Site,
    },
    /// Something the interpreter does not do.
    Unsupported {
        /// What it is.
        what: String,
        /// Where.
        at: Site,
    },
    /// The step limit was reached.
    StepLimit,
    /// The limit of nested calls was reached.
    DepthLimit,
    /// The stop token was raised.
    Stopped(StopReason),
    /// The program is not one the verifier accepts.
    Malformed {
        /// What is wrong.
        what: String,
        /// Where.
        at: Site,
    },
}

/// What ends an execution from outside.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Statements and terminators to execute at most; long copies count more.
    pub steps: u64,
    /// Nested calls at most.
    pub depth: usize,
    /// Whether iterations that only add constants are taken at once; they cost no steps then.
    pub leaps: bool,
    /// Polled now and then.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 1 << 32,
            depth: 200_000,
            leaps: true,
            stop: Stop::new(),
        }
    }
}

/// The result of a part of an execution: a value, or how the whole ended.
pub(crate) type Run<T> = Result<T, Box<Outcome>>;
