//! All interleavings of the threads of a program, one by one.
//!
//! [`explore`] executes a program in the interpreter under every schedule, and with every value of its
//! inputs out of a small set, by breadth-first search over states that can be kept. A state that was seen
//! before is not explored again, so that loops over finitely many states end. Threads take turns only
//! where one of them could see what another does: before accesses to memory that could be shared,
//! before atomic sections, waits, joins and ends. What lies between commutes.
//!
//! It is the reference for other ways to decide programs with threads, finds schedules, and proves
//! claims of programs with few states: if the search is complete ([`Findings::end`]) and every input
//! took all its values ([`Findings::all_inputs`]), a claim that is not among the violated ones holds.
//! Under a memory model that delays stores (a parameter of [`explore`]), the moments at which they reach memory
//! are choices, too.
//! [`simulate`] finds violations in programs of many states: it executes some of the schedules.
//!
//! A race is a state in which two threads stand before accesses to the same byte of which one writes,
//! one is plain, and none is one of the library to order threads. A read-modify-write instruction and an atomic section are
//! atomic. The end of an object's life is no access.
//!
//! Separation: nothing here knows terms, solvers or C syntax.

mod classes;
mod footprint;
mod script;
mod search;
mod simulate;

use cassay_base::{Stop, StopReason};
use cassay_interp::{Inputs, Outcome, Schedule, Site, Waiter, WaitsFor};
use cassay_ir::sharing::progress_claim;
use cassay_ir::{ClaimId, FuncId, GlobalId, MemoryModel, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Limits of a search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most states.
    pub states: usize,
    /// The most statements and terminators to execute, in all.
    pub steps: u64,
    /// The maximum call depth.
    pub depth: usize,
    /// The most threads.
    pub threads: usize,
    /// Inputs of up to this many bits take every value, others only 0 and 1. At most 16.
    pub bits: u32,
    /// Whether states are distinguished only by what is still read, and threads take turns only where one
    /// accesses memory that another could have a pointer to. Findings are the same without it.
    pub reduces: bool,
    /// Whether inputs that are only compared with constants take one value for all that behave the same.
    pub classes: bool,
    /// The most states that wait for their turn.
    pub waiting: usize,
    /// Whether races are looked for. Claims about races are decided anyway.
    pub races: bool,
    /// Whether the search ends with the first violated claim.
    pub first_violation: bool,
    /// Polled from time to time.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            states: 1 << 20,
            steps: 1 << 28,
            depth: 10_000,
            threads: usize::MAX,
            bits: 2,
            reduces: true,
            classes: true,
            waiting: usize::MAX,
            races: true,
            first_violation: false,
            stop: Stop::new(),
        }
    }
}

/// How to reach a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// Which thread takes which step.
    pub schedule: Schedule,
    /// The inputs.
    pub inputs: Inputs,
}

/// Two accesses that race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The threads.
    pub threads: (u32, u32),
    /// Whether each writes.
    pub writes: (bool, bool),
    /// The object, and the first byte of it that both access.
    pub object: u64,
    /// The offset of that byte.
    pub offset: u64,
    /// How to reach the state in which both threads stand before their accesses.
    pub witness: Witness,
}

/// Why a search did not see everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// There are more states.
    States,
    /// They take more steps.
    Steps,
    /// Calls are nested deeper.
    Depth,
    /// There are more threads.
    Threads,
    /// The stop token was raised.
    Stopped(StopReason),
    /// Some execution ended because something is not supported, or not well-formed.
    Ended(Outcome),
    /// Some execution did what the interpreter does not follow.
    Beyond(&'static str),
}

/// The final contents of a variable: a byte is `None` if it is indeterminate or part of a pointer.
pub type Contents = Vec<Option<u8>>;

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The claims that are violated.
    pub violations: BTreeMap<ClaimId, Witness>,
    /// Where undefined behaviour occurs that no claim is about.
    pub invalid: BTreeMap<Site, (String, Witness)>,
    /// The final contents of the variables that were asked for, where the program ends.
    pub finals: BTreeMap<Vec<Contents>, Witness>,
    /// The first deadlock: who waits where.
    pub deadlock: Option<(Vec<Waiter>, Witness)>,
    /// Races, by the two statements.
    pub races: BTreeMap<(Site, Site), Race>,
    /// Why something may be missing; `None` if the search is complete.
    pub end: Option<Cut>,
    /// Whether every input took all its values, and nothing else was left open.
    pub all_inputs: bool,
    /// What did not take all its values, if anything: an input, contents of memory, an address.
    pub restricted: Option<String>,
    /// Whether some input over-approximates a value that is computed elsewhere: a violation may be
    /// spurious.
    pub inexact: bool,
    /// Whether some execution reads memory that was never written.
    pub unwritten: bool,
    /// The functions with bodies that were executed.
    pub executed: BTreeSet<FuncId>,
    /// The number of different states.
    pub states: usize,
}

/// Explores a program from a function on, under a memory model. `finals` are the variables whose final
/// contents are wanted.
pub fn explore(
    program: &Program,
    entry: FuncId,
    model: MemoryModel,
    finals: &[GlobalId],
    limits: &Limits,
) -> Findings {
    search::search((program, entry), model, finals, limits)
}

/// The claim that a deadlock violates: that a thread gets past where it waits. One that waits for a lock or a
/// condition says more than one that waits for the end of another.
pub fn deadlock_claim(program: &Program, waiters: &[Waiter]) -> Option<ClaimId> {
    let claim = |waiter: &Waiter| {
        let function = program.functions.get(waiter.at.function)?;
        let block = function.blocks.get(waiter.at.block)?;
        progress_claim(&block.stmts, waiter.at.stmt).map(|(claim, _)| claim)
    };
    let joins = |waiter: &&Waiter| matches!(waiter.what, WaitsFor::Thread(_));
    let others = waiters.iter().filter(|waiter| !joins(waiter));
    let joining = waiters.iter().filter(joins);
    others.chain(joining).find_map(claim)
}

/// How much is done to find a violation.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The most executions.
    pub runs: u64,
    /// The most statements and terminators to execute, in all.
    pub steps: u64,
    /// Polled from time to time.
    pub stop: Stop,
}

/// Executes a program under some schedules and with some inputs; finds a claim that is violated, or
/// nothing. Nothing is proved if it finds nothing.
pub fn simulate(program: &Program, entry: FuncId, effort: &Effort) -> Option<(ClaimId, Witness)> {
    simulate::simulate(program, entry, effort)
}
