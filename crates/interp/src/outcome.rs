//! Outcomes of an execution, and its limits.

use crate::value::Value;
use cassay_base::{Span, Stop, StopReason};
use cassay_ir::sharing::progress_claim;
use cassay_ir::{BlockId, ClaimId, FuncId, Program, Property};

/// A statement or terminator of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: BlockId,
    /// The index of the statement; the number of statements for the terminator.
    pub stmt: usize,
    /// Its source location.
    pub span: Span,
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WaitsFor {
    /// A condition that any other thread may make true.
    Condition,
    /// A condition that only one thread can make true.
    Holder(u32),
    /// The end of a thread.
    Thread(u32),
}

/// A thread that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Waiter {
    /// Its number.
    pub thread: u32,
    /// The statement at which it waits.
    pub at: Site,
    /// What it waits for.
    pub what: WaitsFor,
    /// The function of the program, not of a model, that it is in.
    pub function: FuncId,
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry function returned.
    Finished {
        /// The result.
        value: Option<Value>,
    },
    /// An assertion does not hold.
    Violation {
        /// The claim.
        claim: ClaimId,
        /// Its description.
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
        /// The undefined operation.
        what: String,
        /// Where.
        at: Site,
    },
    /// A construct that the interpreter does not support.
    Unsupported {
        /// The construct.
        what: String,
        /// Where.
        at: Site,
    },
    /// Threads wait for each other: every thread waits or has ended, and the first has not returned; or
    /// each of some threads waits for what only another of them, or one that has ended, could do.
    Deadlock {
        /// The threads that wait.
        threads: Vec<Waiter>,
    },
    /// The schedule names a thread that cannot go on there.
    OffSchedule {
        /// How many of its steps were taken.
        steps: usize,
    },
    /// The step limit was reached.
    StepLimit,
    /// The limit of nested calls was reached.
    DepthLimit,
    /// The stop token was raised.
    Stopped(StopReason),
    /// The program is not well-formed: the verifier would reject it.
    Malformed {
        /// The error.
        what: String,
        /// Where.
        at: Site,
    },
}

impl Outcome {
    /// The violation of a claim about progress, if the execution ended in a deadlock and one of the
    /// threads waits right behind the claim; with the function of the program that it waits in.
    pub fn without_progress(
        &self,
        program: &Program,
        wanted: ClaimId,
    ) -> Option<(Outcome, FuncId)> {
        let Outcome::Deadlock { threads } = self else {
            return None;
        };
        threads.iter().find_map(|waiter| {
            let function = program.functions.get(waiter.at.function)?;
            let block = function.blocks.get(waiter.at.block)?;
            let (claim, property) = progress_claim(&block.stmts, waiter.at.stmt)?;
            let violation = Outcome::Violation {
                claim,
                property: Property {
                    message: describe(program, threads).into(),
                    ..property.clone()
                },
                at: waiter.at,
            };
            (claim == wanted).then_some((violation, waiter.function))
        })
    }
}

/// Where the threads of a deadlock wait. Those that do not wait for others to end come first.
fn describe(program: &Program, threads: &[Waiter]) -> String {
    let mut waiters = threads.to_vec();
    waiters.sort_by_key(|waiter| (matches!(waiter.what, WaitsFor::Thread(_)), waiter.thread));
    let parts = waiters.iter().map(|waiter| {
        let what = match waiter.what {
            WaitsFor::Condition => String::new(),
            WaitsFor::Holder(other) => format!(" for what thread {other} holds"),
            WaitsFor::Thread(other) => format!(" for thread {other}"),
        };
        let name = program.title(waiter.function).map_or("?", |name| &**name);
        let file = program.file_name(waiter.at.span);
        let line = waiter.at.span.line;
        format!(
            "thread {} waits{what} in {name} ({file}:{line})",
            waiter.thread
        )
    });
    let parts: Vec<String> = parts.collect();
    parts.join(", ")
}

/// Limits of an execution.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most statements and terminators to execute; long copies count more.
    pub steps: u64,
    /// The maximum call depth.
    pub depth: usize,
    /// Whether iterations that only add constants are leapt over; they cost no steps then.
    pub leaps: bool,
    /// Polled from time to time.
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

/// The result of a part of an execution: a value, or the outcome if the whole execution ended.
pub(crate) type Run<T> = Result<T, Box<Outcome>>;
