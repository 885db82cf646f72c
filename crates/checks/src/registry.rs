//! The list of checks, in the order in which they run: assertions of earlier checks come before
//! those of later ones at the same statement.

use cassay_ir::{Program, PropertyClass};

/// A property check.
pub struct Check {
    /// Its name.
    pub id: &'static str,
    /// What it checks, for the option reference.
    pub help: &'static str,
    /// Its section of `docs/properties.md`: what it claims and what not, the rule of C it follows
    /// and an example of its message.
    pub docs: &'static str,
    /// The classes of its assertions.
    pub classes: &'static [PropertyClass],
    /// Whether it is on by default.
    pub default_on: bool,
    /// The option that switches it on, with the name of its value if it takes one.
    pub on: Option<&'static str>,
    /// The option that switches it off.
    pub off: Option<&'static str>,
    /// Sanitizers the front-end must ask clang for.
    pub sanitizers: &'static [&'static str],
    /// Adds assertions to a program.
    pub instrument: Option<fn(&mut Program)>,
}

/// Every check.
pub static REGISTRY: &[Check] = &[
    crate::assertions::CHECK,
    crate::error_label::CHECK,
    crate::division::CHECK,
    crate::overflow::CHECK,
    crate::unsigned_overflow::CHECK,
    crate::shift::CHECK,
    crate::conversion::CHECK,
    crate::float_cast::CHECK,
    crate::nan::CHECK,
    crate::float_overflow::CHECK,
    crate::vla::CHECK,
    crate::allocation_size::CHECK,
    crate::builtin::CHECK,
    crate::library_call::CHECK,
    crate::panic::CHECK,
    crate::bad_cast::CHECK,
    crate::unreachable::CHECK,
    crate::missing_return::CHECK,
    crate::exceptions::CHECK,
    crate::pure_virtual::CHECK,
    crate::iterator::CHECK,
    crate::static_init::CHECK,
    crate::use_after_move::CHECK,
    crate::bounds::CHECK,
    crate::pointer_overflow::CHECK,
    crate::pointer_difference::CHECK,
    crate::pointer_relation::CHECK,
    crate::pointer::CHECK,
    crate::alignment::CHECK,
    crate::uninitialised::CHECK,
    crate::free::CHECK,
    crate::overlap::CHECK,
    crate::function_pointer::CHECK,
    crate::leak::CHECK,
    crate::memory_cleanup::CHECK,
    // Its claims stand right before the accesses.
    crate::data_race::CHECK,
    crate::atomicity::CHECK,
    crate::lock_order::CHECK,
    crate::thread_leak::CHECK,
    // Its claims stand right before the statements that they are about.
    crate::deadlock::CHECK,
];
