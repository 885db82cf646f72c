//! The outcome of a run.

use cassay_base::{Span, StopReason};
use cassay_interp::Inputs;
use cassay_ir::{Note, Property};
use cassay_symex::{LineCosts, Operation};
use cassay_trace::Counterexample;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The answer.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No execution violates an enabled property.
    Safe(Basis),
    /// A property is violated; the counterexamples were replayed.
    Unsafe,
    /// No answer, and why.
    Unknown(UnknownReason),
}

/// The basis of the verdict *safe*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Abstract interpretation proved every property.
    Static,
    /// Every loop and recursion was unwound to its end.
    Complete {
        /// The bound that sufficed, when one was needed.
        bound: Option<u32>,
    },
    /// By induction over loops.
    Induction {
        /// How many passes the step followed.
        k: u32,
    },
    /// Every state of the program, with all interleavings of its threads, was looked at.
    Explored {
        /// How many there are.
        states: u64,
    },
    /// An inductive invariant of the program as a finite-state machine excludes every violation.
    Machine,
    /// The user asked for a bounded answer.
    UpToBound(u32),
    /// The user asked for an answer about executions with few interrupts.
    UpToInterrupts {
        /// How many.
        interrupts: u32,
        /// The bound of loops and recursion, if the answer is about it only.
        bound: Option<u32>,
    },
    /// The user asked for an answer about executions with few switches between threads.
    UpToSwitches {
        /// How many.
        switches: u32,
        /// The bound of loops and recursion, if the answer is about it only.
        bound: Option<u32>,
    },
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnknownReason {
    /// A loop or recursion goes past the bound.
    Bound {
        /// The bound.
        bound: u32,
        /// The loop id or function.
        at: String,
        /// Where.
        span: Span,
    },
    /// A construct that Cassay does not support was reached.
    Unsupported {
        /// The construct.
        what: String,
        /// Where.
        span: Span,
    },
    /// Undefined behaviour that no enabled check guards can be reached: nothing is proved after it.
    Undefined {
        /// What would be undefined.
        what: Operation,
        /// Where.
        span: Span,
    },
    /// A property is violated, but only by executions in which an allocation fails, and the user
    /// did not say whether these count.
    AllocationFails {
        /// The property.
        what: String,
        /// Where it is violated.
        span: Span,
    },
    /// An assumption about the program could hide a violation.
    Assumption(Note),
    /// A limit ended the run.
    Limit {
        /// Which.
        reason: StopReason,
        /// The partial results.
        established: Established,
    },
    /// The solver gave up.
    Solver(String),
    /// A counterexample was found that may be spurious.
    Inconclusive(String),
}

/// Partial results of a run without an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Established {
    /// The last bound without violation, if any pass was completed.
    pub safe_up_to: Option<u32>,
    /// The longest inductive step that was tried to its end.
    pub tried_k: Option<u32>,
    /// How many properties are proved.
    pub proved: usize,
    /// How many properties there are.
    pub properties: usize,
    /// The loop or recursion that exceeded every bound so far, and its source location.
    pub blocked: Option<(String, Span)>,
    /// The loop that cannot start at an arbitrary iteration, and the reason.
    pub refused: Option<Note>,
}

/// A violated property with its replayed counterexample.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Claim id, e.g. `main.bounds.1`.
    pub claim: String,
    /// The property.
    pub property: Property,
    /// Where it is violated.
    pub span: Span,
    /// In which function.
    pub function: Arc<str>,
    /// The counterexample.
    pub counterexample: Counterexample,
    /// The inputs that lead there.
    pub inputs: Inputs,
}

/// The proof of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvedBy {
    /// Abstract interpretation, before any solver.
    Static,
    /// Every execution was followed to its end.
    Forward {
        /// The bound that sufficed.
        bound: u32,
    },
    /// Induction over loops.
    Induction {
        /// How many passes the step followed.
        k: u32,
    },
    /// Every state of the program was looked at.
    Exploration {
        /// How many there are.
        states: u64,
    },
    /// An inductive invariant of the program as a finite-state machine.
    Machine,
}

/// The status of one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyStatus {
    /// It holds.
    Proved(ProvedBy),
    /// It holds because no execution reaches it.
    Unreachable,
    /// It is violated.
    Violated {
        /// The bound of the pass that showed it.
        bound: u32,
    },
    /// No execution within the bound violates it.
    Bounded {
        /// The bound.
        bound: u32,
    },
    /// No execution with at most this many interrupts violates it.
    FewInterrupts {
        /// How many.
        interrupts: u32,
    },
    /// It is undecided.
    NotChecked,
}

/// A relation that holds whenever a loop's head is reached, in the syntax of C.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// The function of the loop.
    pub function: String,
    /// The head of the loop.
    pub span: Span,
    /// The relation.
    pub text: String,
}

/// How far a loop was followed, and why no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopEnd {
    /// Nothing that is to be decided needed its iterations.
    Unneeded,
    /// Every execution leaves it within the bound, by constants or what is known of its condition.
    Ended,
    /// A solver excluded that an execution goes past the bound.
    Decided,
    /// A proof by induction holds for any number of iterations.
    Proved {
        /// How many passes the step followed.
        k: u32,
    },
    /// Every state was looked at.
    Explored,
    /// What was proved holds at its head, in the program as a finite-state machine.
    Machine,
    /// Executions were followed up to the bound only.
    Bound,
}

/// A loop of the program and how far it was followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopResult {
    /// Its id, as `--unwindset` takes it.
    pub id: String,
    /// Its function.
    pub function: String,
    /// Its head.
    pub span: Span,
    /// The bound of the last pass, where it was followed.
    pub bound: Option<u32>,
    /// Why it was followed no further.
    pub end: LoopEnd,
}

/// One property and its status.
#[derive(Clone, Debug)]
pub struct PropertyResult {
    /// Claim id.
    pub claim: String,
    /// The property.
    pub property: Property,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: Arc<str>,
    /// Its status.
    pub status: PropertyStatus,
}

/// Figures of a run (`--stats`), of the last pass unless said otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Passes of symbolic execution.
    pub passes: u32,
    /// The last bound.
    pub bound: u32,
    /// Statements executed symbolically.
    pub steps: u64,
    /// Verification conditions generated.
    pub vcs_generated: u64,
    /// Verification conditions left after simplification.
    pub vcs_left: u64,
    /// Solver calls, all passes.
    pub solver_calls: u64,
    /// The last base-case solver's own statistics, if requested.
    pub solver_counted: Vec<(String, String)>,
    /// The time spent in them, if there is a clock; for parallel parts the sum.
    pub solver_time: Duration,
    /// Terms in the pool.
    pub terms: u64,
    /// Memory objects.
    pub objects: u64,
    /// Loop iterations unwound.
    pub iterations: u64,
    /// Properties proved before the first pass.
    pub claims_static: u64,
    /// Properties in all.
    pub claims: u64,
}

/// The complete result of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Violations, in order of execution; one unless all were requested.
    pub violations: Vec<Violation>,
    /// Every property with what is known about it.
    pub properties: Vec<PropertyResult>,
    /// Whether all were to be decided.
    pub all_properties: bool,
    /// The loops of the program, without those of the library.
    pub loops: Vec<LoopResult>,
    /// Why some property is undecided, if the verdict does not say it.
    pub open: Option<UnknownReason>,
    /// What was assumed about the program.
    pub notes: Vec<Note>,
    /// Invariants found at the heads of loops.
    pub invariants: Vec<Invariant>,
    /// Figures.
    pub stats: Stats,
    /// What executing each line cost, in all passes, when wanted.
    pub costs: LineCosts,
    /// The last equation in SMT-LIB, when wanted.
    pub smt: Option<String>,
    /// Verification conditions as text, when wanted.
    pub vcc: Option<String>,
}

/// An internal error; never a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A counterexample did not replay.
    #[error("the counterexample for `{claim}` does not replay: {what}")]
    NotReplayed {
        /// The claim.
        claim: String,
        /// What happened instead.
        what: String,
    },
    /// A limit was reached while replaying; becomes *unknown*, never reported as an error.
    #[error("stopped")]
    Stopped(StopReason),
    /// A worker process failed.
    #[error("the worker for {part} failed: {what}")]
    Worker {
        /// Its task.
        part: &'static str,
        /// How it ended.
        what: String,
    },
    /// The solver failed or was caught with a wrong answer.
    #[error(transparent)]
    Solver(#[from] cassay_solver::SolverError),
    /// A violated invariant of Cassay itself.
    #[error("{0}")]
    Internal(String),
}
