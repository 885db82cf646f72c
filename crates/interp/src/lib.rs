//! The concrete interpreter of the IR: the reference for every other crate.
//!
//! [`run`] executes a program from a function on. Everything the program leaves open (inputs,
//! indeterminate bytes, addresses) is asked of an [`Oracle`], in execution order; every event is
//! reported to an [`Observer`]; the end of the execution is an [`Outcome`]. The same answers give
//! the same execution, so that a model of a formula can be replayed.
//!
//! Conventions that symbolic execution shares:
//! - Objects are numbered by creation along the execution: global `n` is object `n`, then every
//!   executed `declare`, `alloc` and `memhavoc` takes the next number. Functions are no numbered objects.
//!   A thread other than the first numbers its objects from its own number times 2^40 on, its
//!   thread-local variables first, and counts its inputs by itself.
//! - A pointer is a base (null, object, function, none) and a signed, pointer-wide byte offset;
//!   two pointers are equal when both parts are.
//! - Operands are evaluated strictly from left to right, both arms of a `select` included, so the
//!   n-th answer of the oracle belongs to the n-th evaluated `havoc` or `undef` leaf. Aggregates
//!   ask leaf by leaf.
//! - A byte read before it was written takes its value from the oracle once and keeps it; copying
//!   such a byte reads it.
//! - An integer made from a pointer leads back to it as long as it is only moved by additions,
//!   copied and stored; any other integer leads to the object that has that address, if one does.
//! - Padding inside a stored aggregate keeps its old contents.
//!
//! Separation: nothing here knows terms, solvers, C syntax or files.

mod access;
mod address;
mod atomicity;
mod buffer;
mod call;
mod cast;
mod deadlock;
mod eval;
mod exec;
mod execution;
mod explain;
mod fingerprint;
mod float;
mod heap;
mod input;
mod leap;
mod live;
mod lock_order;
mod machine;
mod marks;
mod memory;
mod mix;
mod observe;
mod outcome;
mod races;
mod schedule;
mod threads;
mod unknown;
mod value;
mod visible;

pub use address::function_address;
pub use execution::{Execution, Standing, State};
pub use input::{Asked, Inputs, ObjectInput, Oracle, Zeros};
pub use machine::Facts;
pub use memory::{Byte, Memory, Object, ObjectKind};
pub use observe::{Access, Activation, Context, Event, Observer, Silent};
pub use outcome::{Limits, Outcome, Site, Waiter, WaitsFor};
pub use races::RaceClaims;
pub use schedule::{Choice, Follow, Point, Schedule, Scheduler, Sequential, Step};
pub use value::{Base, Pointer, Value};

use cassay_ir::{FuncId, Program};

/// Executes `program` from `entry` on. Parameters of the entry are asked of the oracle.
pub fn run(
    program: &Program,
    entry: FuncId,
    oracle: &mut dyn Oracle,
    observer: &mut dyn Observer,
    limits: &Limits,
) -> Outcome {
    run_scheduled(program, entry, oracle, observer, limits, &mut Sequential)
}

/// The same, where a scheduler says which thread goes on.
pub fn run_scheduled(
    program: &Program,
    entry: FuncId,
    oracle: &mut dyn Oracle,
    observer: &mut dyn Observer,
    limits: &Limits,
    scheduler: &mut dyn Scheduler,
) -> Outcome {
    machine::Machine::new(program, oracle, observer, limits).run(entry, scheduler)
}
