//! Symbolic execution: from the IR to one equation of terms.
//!
//! The whole program is executed once, all paths together: states fork at branches under guards and
//! merge again at joins ([`cassay_ir::order`]), loops are unwound ([`unwind`]), memory is kept as
//! leaves ([`memory`]), and every claim that is reached becomes an obligation of the [`Equation`].
//! Constants are propagated everywhere, so that conditions they decide never reach a solver.
//!
//! Sources: ESBMC (TSE 2012) §3.3-3.5 for the equation and its simplification, LLBMC (2012) §4 for
//! memory. Separation: nothing here knows solvers, strategies (what to do with an equation, or
//! which bound to try next) or reports.

mod accelerate;
mod accesses;
mod address;
mod apart;
mod call;
mod cast;
mod claim;
mod compare;
mod cost;
mod equation;
mod eval;
mod exec;
mod expr;
mod float;
mod frame;
mod guard;
mod heap;
mod here;
mod inexact;
mod knowledge;
mod leap;
mod lifetime;
mod linear;
mod liveness;
mod marks;
mod memory;
mod names;
mod nan;
mod object;
mod path;
mod pointer;
mod propagation;
mod reuse;
mod space;
mod state;
mod statement;
mod store;
mod terms;
mod threads;
mod unwind;
mod value;
mod wild;

pub use accesses::{Access, AccessKind, Size};
pub use cassay_ir::order::{Loop, LoopId, Order, loop_name};
pub use cost::{Cost, LineCosts};
pub use equation::{
    Arrivals, Chosen, Equation, Figures, Foundation, Inexact, Input, InputKind, Obligation,
    ObligationKind, Observation, Operation,
};
pub use exec::{Interrupted, execute, execute_again};
pub use names::Names;
pub use nan::NanChoice;
pub use object::{Object, ObjectId, ObjectKind, Objects};
pub use propagation::Propagation;
pub use threads::{Interleaving, Schedule, Turn};
pub use unwind::Bounds;
