//! Property checks: each adds assertions of its classes to a program, or keeps those that the
//! front-end made for it.
//!
//! A check is one file with one [`Check`] value and one line in the [`REGISTRY`]. Checks made by
//! clang's sanitizers only name the sanitizer; the others walk the IR and insert an assertion
//! before every statement that could violate the property. What certainly holds gets no assertion.
//! [`apply`] runs them and removes every assertion of a class that is not enabled.
//!
//! Invariants of absence: no check knows LLVM, symbolic execution or how a property is decided.

mod alignment;
mod allocation_size;
mod apply;
mod assertions;
mod atomicity;
mod bad_cast;
mod bounds;
mod builtin;
mod conversion;
mod cxx_names;
mod data_race;
mod deadlock;
mod division;
mod error_label;
mod exceptions;
mod facts;
mod flags;
mod float_cast;
mod float_overflow;
mod float_values;
mod free;
mod function_pointer;
mod instrument;
mod iterator;
mod leak;
mod library_call;
mod lifetime;
mod lock_order;
mod memory_cleanup;
mod missing_return;
mod model_switch;
mod nan;
mod overflow;
mod overlap;
mod panic;
mod pointer;
mod pointer_difference;
mod pointer_overflow;
mod pointer_pairs;
mod pointer_relation;
mod pure_virtual;
mod reference;
mod registry;
mod set;
mod shift;
mod static_init;
mod thread_leak;
mod thread_use;
mod uninitialised;
mod unreachable;
mod unsigned_overflow;
mod use_after_move;
mod vla;
mod wakeups;

pub use apply::apply;
pub use function_pointer::address_taken;
pub use leak::check_leaks;
pub use reference::{page, reference};
pub use registry::{Check, REGISTRY};
pub use set::{CheckSet, UnsupportedProperty, sanitizers};
