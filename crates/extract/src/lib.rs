//! Programs as extended finite state machines (F-SOFT §IV).
//!
//! Functions that contain loops are put in the place of their calls ([`prepare`]). The heads of loops are
//! the control states, and what memory holds there are the state variables ([`state`]): the scalar parts
//! of variables, pointers as the number of an object and an offset. For each control state a program is
//! made that starts there in any state and ends where it arrives at the next control states
//! ([`steps`]). Symbolic execution of it gives the edges ([`edges`]): it decides what statements mean,
//! so that a machine means what every other strategy checks.
//!
//! A machine has every execution of the program up to its first violation, and perhaps more: contents
//! of large objects are any contents behind each step, and addresses as numbers are chosen anew. So what is
//! proved of the machine holds in the program, and an execution of the machine has to be replayed.
//! A program whose state has no such form is refused with the reason.
//!
//! Separation: nothing here knows solvers, or how a machine is searched.

mod edges;
mod heap;
mod lives;
mod names;
mod prepare;
mod state;
mod steps;
mod text;

pub use cassay_flat::Refusal;
pub use state::{Content, StateVariable};
pub use text::{Written, written};

use cassay_base::{Span, Stop, StopReason};
use cassay_efsm::{ControlId, Machine, VarId};
use cassay_ir::{ClaimId, FuncId, Note, Program};
use cassay_symex::Equation;
use cassay_term::{Pool, TermId};
use std::collections::BTreeMap;

/// Limits of a machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The most blocks of the body into which functions are put.
    pub most_blocks: usize,
    /// The most control states.
    pub most_heads: usize,
    /// The most scalar parts of one object that are followed; larger objects have any contents behind each step.
    pub most_parts: usize,
    /// The most state variables.
    pub most_variables: usize,
    /// Bounds of symbolic execution between two control states.
    pub bounds: cassay_symex::Bounds,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            most_blocks: 6_000,
            most_heads: 400,
            most_parts: 128,
            most_variables: 3_000,
            bounds: cassay_symex::Bounds {
                shapes: false,
                decided_limit: 64,
                ..cassay_symex::Bounds::default()
            },
        }
    }
}

/// A head of a loop that is a control state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The function that the loop belongs to.
    pub function: FuncId,
    /// Its place in the source.
    pub span: Span,
}

/// What a machine does not represent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// In words.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// A program as a machine.
pub struct Extraction {
    /// The machine. Its terms are of its own pool.
    pub machine: Machine,
    /// The claims of the error states, by the number in [`cassay_efsm::ControlKind::Error`].
    pub claims: Vec<ClaimId>,
    /// What the open states stand for, by the number in [`cassay_efsm::ControlKind::Open`].
    pub open: Vec<Opening>,
    /// The heads of loops.
    pub heads: BTreeMap<ControlId, Head>,
    /// What the variables of the machine are in the program.
    pub variables: Vec<StateVariable>,
    /// Assumptions about the program.
    pub notes: Vec<Note>,
    /// How the steps from each control state read inputs; nothing where objects are made in another order than
    /// in the program.
    pub readings: BTreeMap<ControlId, Reading>,
}

/// How the steps from a control state read inputs.
pub struct Reading {
    /// What symbolic execution made of them. Its terms are of the pool of the machine.
    pub equation: Equation,
    /// The first inputs and objects, which make the state that the step starts in.
    pub made: usize,
    /// The symbols that stand for the variables of the machine.
    pub state: Vec<(TermId, VarId)>,
}

/// Why there is no machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The program has no such form.
    Refused(Refusal),
    /// A limit of the run.
    Stopped(StopReason),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Refused(refusal)
    }
}

/// Whether a term is known to be unsatisfiable: what the caller has that can tell.
pub type Refutes<'a> = &'a mut dyn FnMut(&Pool, TermId) -> bool;

/// Makes a machine of a program that starts at a function without parameters. The pools are empty.
pub fn extract(
    program: &Program,
    entry: FuncId,
    pool: &dyn Fn() -> Pool,
    refutes: Refutes,
    options: &Options,
    stop: &Stop,
) -> Result<Extraction, Failure> {
    let prepared = prepare::prepare(program, entry, options)?;
    // Each round assumes less about pointers.
    let mut unsettled = state::Unsettled::default();
    loop {
        let state = state::State::of(&prepared, options, &unsettled)?;
        let steps = steps::Steps::new(&prepared, &state);
        let edges = edges::Edges::new(&prepared, &state, &steps, pool());
        match edges.make(options, refutes, stop)? {
            edges::Made::Machine(made) => return Ok(*made),
            edges::Made::Moved(more) => unsettled.add(more),
        }
    }
}
