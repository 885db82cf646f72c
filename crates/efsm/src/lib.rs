//! Extended finite state machines: control states, state variables, and edges between control states
//! that are guarded parallel assignments (F-SOFT §IV).
//!
//! An execution starts in [`Machine::initial`], in any state of the variables that satisfies
//! [`Machine::start`]. In a control state it takes an edge that leaves it and whose guard holds, under
//! any values of the inputs; all updates of the edge happen at once, and variables without one keep
//! their value. Inputs are chosen anew at each step. The edges of a control state may overlap, and
//! if no guard holds the execution ends there.
//!
//! Whether a property can be violated is whether a control state of kind [`ControlKind::Error`] can be
//! reached. A proof also needs that none of kind [`ControlKind::Open`] can be.
//!
//! Separation: nothing here knows programs, solvers, or how a machine is searched.

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
mod balance;
mod dot;
#[cfg(feature = "arbitrary")]
pub mod enumerate;
mod execution;
mod graph;
mod invariant;
mod reach;
mod reduce;
mod sizes;
mod text;
mod transfer;
mod values;

pub use balance::{Balance, Balancing, Unbalanced, balance};
pub use dot::dot;
pub use execution::{Execution, State, Step};
pub use graph::Graph;
pub use invariant::{Duty, Invariant};
pub use reach::{Context, Controls, Frontier, ever_reachable, leading_to, reachable, saturation};
pub use reduce::{
    Around, Change, Composed, Mapping, PASSES, Pass, Plain, Reduced, Trail, live, reduce,
};
pub use sizes::Sizes;
pub use text::{Print, text};
pub use transfer::Transfer;
pub use values::{Abs, Known, Values};

use cassay_base::{IndexVec, Span};
use cassay_term::{Pool, TermId};

cassay_base::define_id!(
    /// A control state of a [`Machine`].
    pub ControlId, "c"
);
cassay_base::define_id!(
    /// A state variable of a [`Machine`].
    pub VarId, "v"
);
cassay_base::define_id!(
    /// An edge of a [`Machine`].
    pub EdgeId, "e"
);

/// What a control state stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControlKind {
    /// Where executions start.
    Entry,
    /// The head of a loop, by the name of the loop.
    LoopHead(String),
    /// Another point between two edges: an entry or a return of a function, a basic block, a waiting
    /// state.
    Point,
    /// A property is violated: the number that the maker of the machine has given it.
    Error(usize),
    /// The machine does not represent what follows. Nothing is proved while this can be reached; the number
    /// is that of the reason, for the maker of the machine.
    Open(usize),
    /// The execution has ended well.
    Sink,
}

/// A control state.
#[derive(Clone, Debug)]
pub struct Control {
    /// What it stands for.
    pub kind: ControlKind,
    /// For people: `main.0`, `f entry`.
    pub name: String,
    /// Its place in the source.
    pub span: Span,
}

/// A state variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// For people, as a C expression where it has one: `n`, `a[2]`, `s.count`.
    pub name: String,
    /// Its value before a step, a symbol of the pool. Its sort is the variable's.
    pub symbol: TermId,
}

/// Whether an edge enters or leaves a function that several calls share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passage {
    /// Neither.
    Plain,
    /// It calls: the number of the place of the call.
    Call(u32),
    /// It returns to the place of the call with that number. It can only follow a call from there.
    Return(u32),
}

/// A guarded parallel assignment between two control states.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: ControlId,
    /// Where it leads.
    pub to: ControlId,
    /// When it can be taken: a Bool term over variables and inputs.
    pub guard: TermId,
    /// New values as terms over variables and inputs before the step; in the order of variables, at
    /// most one for each.
    pub updates: Vec<(VarId, TermId)>,
    /// Whether it enters or leaves a function. What the guard says of it is enough for searches that
    /// look at values; searches that do not take only returns that match their calls.
    pub passage: Passage,
}

/// An extended finite state machine. Its terms are of [`Machine::pool`].
pub struct Machine {
    /// Owns all terms.
    pub pool: Pool,
    /// The state variables.
    pub variables: IndexVec<VarId, Variable>,
    /// Symbols whose values are chosen anew at each step.
    pub inputs: Vec<TermId>,
    /// The control states.
    pub controls: IndexVec<ControlId, Control>,
    /// The edges.
    pub edges: IndexVec<EdgeId, Edge>,
    /// Where executions start. No edge leads here.
    pub initial: ControlId,
    /// What holds of the variables at the start: a Bool term over variables.
    pub start: TermId,
}
