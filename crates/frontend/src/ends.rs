//! The ends of a program: what is claimed there about the memory that is left.
//!
//! Every end carries one claim for each reading of a leak, and the checks keep those that are
//! wanted. A program ends where its entry returns (in the start function, when that function's
//! variables are gone), at `exit` and its like, and where it aborts: there, the variables of all
//! functions that are active still exist.

use crate::functions::Builder;
use cassay_ir::{AT_ABORT, Expr, HeapQuestion, Property, PropertyClass};

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself: a return from the entry, `exit`.
    Regular,
    /// By `abort`, a failed assertion or an error function.
    Abort,
}

/// The claims about the heap where a program ends unless a condition holds.
pub(crate) fn claims(end: End, unless: Option<&Expr>) -> [(Expr, Property); 2] {
    let ask = |question| match unless {
        None => Expr::Heap(question),
        Some(goes_on) => Expr::Select(
            Box::new(goes_on.clone()),
            Box::new(Expr::bool(true)),
            Box::new(Expr::Heap(question)),
        ),
    };
    let cleanup = match end {
        End::Regular => Property::of(PropertyClass::MemoryCleanup),
        End::Abort => Property::new(PropertyClass::MemoryCleanup, AT_ABORT),
    };
    [
        (
            ask(HeapQuestion::Tracked),
            Property::of(PropertyClass::MemoryLeak),
        ),
        (ask(HeapQuestion::Empty), cleanup),
    ]
}

impl Builder<'_, '_> {
    /// Claims about the heap at an end of the program.
    pub(crate) fn claim_heap(&mut self, end: End, unless: Option<&Expr>) {
        for (cond, property) in claims(end, unless) {
            self.assert(cond, property);
        }
    }
}
