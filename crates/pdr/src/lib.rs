//! Property-directed reachability (IC3/PDR) on extended finite state machines.
//!
//! The search keeps, for each control state and number of steps, lemmas that hold in every state that can
//! be reached in that many steps. From an error it goes back: a cube of states from which it is reached is
//! either entered from an earlier one, or a lemma excludes it, generalised as far as it goes. When the lemmas
//! of two successive numbers of steps are the same, they are an inductive invariant; when the way back
//! arrives at a start, it is an execution (Bradley, *SAT-Based Model Checking without Unrolling*, 2011;
//! counterexamples to generalisation after Hassan, Bradley and Somenzi, 2013).
//!
//! A cube belongs to a control state and questions go along edges, so that the program counter is never a part
//! of a formula, and nothing but the initial control state has to be asked about the start.
//!
//! Nothing that comes out is believed: executions are followed by the evaluator of the machine, and
//! invariants must be shown to hold by another solver ([`check`](fn@check)).

mod check;
mod constants;
mod frames;
mod generalise;
mod instance;
mod interval;
mod invariant;
mod lift;
mod prover;
mod relation;
mod sat;
mod seeds;
mod spread;
mod step;

pub use check::{Checked, check, holds};
pub use prover::Prover;

use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_efsm::{ControlId, ControlKind, Execution, Invariant, Machine};
use cassay_term::{Pool, TermId};
use std::collections::BTreeSet;

/// What is searched, and how long.
pub struct Options {
    /// The control states that must not be reached; all errors and what is open, if not given.
    pub targets: Option<Vec<ControlId>>,
    /// Bool terms over variables that may be invariants of control states. They are tested.
    pub seeds: Vec<(ControlId, TermId)>,
    /// Makes an empty pool for terms as they are translated: with rewrite rules, where the caller has some.
    pub pool: fn() -> Pool,
    /// Ends the search.
    pub stop: Stop,
    /// About how many bytes the search may take.
    pub memory: usize,
    /// How many questions it may ask.
    pub effort: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            targets: None,
            seeds: Vec::new(),
            pool: Pool::new,
            stop: Stop::new(),
            memory: usize::MAX,
            effort: u64::MAX,
        }
    }
}

/// What a search has found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The targets cannot be reached; it remains to [`check`](fn@check) that.
    Proved(Invariant),
    /// A target is reached by this execution, which has been followed.
    Found(ControlId, Execution),
    /// Neither.
    Unknown(Reason),
}

/// Why a search has found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The stop token was raised.
    Stopped,
    /// It took more memory than it may.
    Memory,
    /// It asked as many questions as it may.
    Effort,
    /// The machine has something that the search cannot handle.
    Unsupported(String),
}

/// What a search has counted.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// How many steps the last frame is about.
    pub frames: usize,
    /// Questions asked.
    pub queries: u64,
    /// Of these, questions whether a lemma can move.
    pub pushes: u64,
    /// Lemmas added, and how many of these by moving them to a higher level.
    pub lemmas: u64,
    /// Lemmas moved to a higher level.
    pub moved: u64,
    /// Lemmas present.
    pub kept: usize,
    /// Obligations of all targets, and those of the present one.
    pub obliged: u64,
    /// Obligations of the present target.
    pub obligations: usize,
    /// States in the way of generalisation that were excluded.
    pub ctgs: u64,
    /// Lemmas about bits that became bounds.
    pub bounds: u64,
    /// Seeds that are invariants.
    pub seeds: u64,
    /// Bits of variables and predicates.
    pub atoms: usize,
    /// Gates of the machine.
    pub gates: usize,
    /// Conflicts of all solvers.
    pub conflicts: u64,
    /// The last estimate of the memory.
    pub bytes: usize,
    pub(crate) estimates: u64,
}

/// Told after each frame.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How many steps the frame is about.
    pub frames: usize,
    /// What has been counted so far.
    pub statistics: Statistics,
}

/// Searches for an execution to a target, or for an invariant that excludes them all.
pub fn prove(machine: &mut Machine, options: Options) -> Outcome {
    match Prover::new(machine, options) {
        Ok(mut prover) => prover.run(&mut |_| ()),
        Err(reason) => Outcome::Unknown(reason),
    }
}

/// The errors and what is open.
pub fn bad(machine: &Machine) -> BTreeSet<ControlId> {
    let controls = machine.controls.iter_enumerated();
    let bad = controls.filter(|(_, control)| {
        matches!(control.kind, ControlKind::Error(_) | ControlKind::Open(_))
    });
    bad.map(|(id, _)| id).collect()
}

/// The number with these bits, the lowest first.
fn number(width: u32, bits: &[bool]) -> Bv {
    let limbs: Vec<u64> = bits
        .chunks(64)
        .map(|limb| {
            let bits = limb.iter().enumerate();
            bits.fold(0, |sum, (at, bit)| sum | u64::from(*bit) << at)
        })
        .collect();
    Bv::from_limbs(width, &limbs)
}
