//! Functions with everything that they call in one body, and what is known about such bodies.
//!
//! Where an execution stands is then a block, and what it has on its stack is a set of variables.
//! Proofs about steps from any state of a program ([`cassay_modular`], [`cassay_extract`]) need that.
//!
//! Separation: nothing here knows claims, threads, or what a flat body is used for.
//!
//! [`cassay_modular`]: ../cassay_modular/index.html
//! [`cassay_extract`]: ../cassay_extract/index.html

mod inline;
mod live;
mod rename;
mod resolve;

pub use inline::{Flat, Wanted, flatten, flatten_some};
pub use live::{live_locals, live_temps};
pub use rename::Renaming;
pub use resolve::{base, resolve, target};

use cassay_base::Span;

/// Why a program has no such form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub why: String,
    /// The place that it is about.
    pub span: Span,
}

impl Refusal {
    /// A reason and its place.
    pub fn new(why: impl Into<String>, span: Span) -> Refusal {
        Refusal {
            why: why.into(),
            span,
        }
    }
}
