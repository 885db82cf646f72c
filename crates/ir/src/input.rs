//! Sources of inputs: values that no statement of the program computes.
//!
//! A source is data: its variant says what kind of input it is. [`Display`] gives the text for
//! users. The text form of programs and the models of the library contain sources as that text;
//! only [`InputSource::from_text`] parses it.
//!
//! [`Display`]: std::fmt::Display

use std::fmt;
use std::sync::Arc;

/// The source of an input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputSource {
    /// The result of a function without body, or of one that returns any value, e.g. `nd_uchar()`.
    Call(Arc<str>),
    /// Whether a call of this function fails to allocate.
    AllocationFails(Arc<str>),
    /// An over-approximation, by a model of the library, of a value that the real function
    /// determines.
    Approximate(Arc<str>),
    /// The result of unknown code that is not part of the program: a library function without a
    /// model, inline assembly.
    Unmodelled(Arc<str>),
    /// Memory that a function writes through its pointer arguments.
    Written {
        /// The function.
        by: Arc<str>,
        /// Whether the function is unknown code, as for [`InputSource::Unmodelled`].
        unmodelled: bool,
    },
    /// The contents written by `__VERIFIER_nondet_memory`.
    NondetMemory,
    /// An argument of the entry.
    Argument(Arc<str>),
    /// Whether an argument of the entry is a null pointer.
    ArgumentIsNull(Arc<str>),
    /// A read of a device register.
    Device(Arc<str>),
    /// A read of a volatile variable, if such reads are inputs.
    Volatile(Arc<str>),
    /// A value that the compiler left undefined.
    Undefined,
    /// A Boolean that says whether symbolic execution knows a value. It has no meaning in the
    /// program.
    Known,
    /// The guard of a conjecture, by number.
    Guard(usize),
    /// Whether a goal of tests counts, by number.
    Goal(usize),
    /// A variable of a state that an execution starts in, by number.
    State(usize),
    /// Whether this interrupt handler runs now.
    Interrupt(Arc<str>),
    /// Anything else, in words: a choice that a model makes, a value that a pass leaves open.
    Chosen(Arc<str>),
}

const APPROXIMATE: &str = "approximate ";
const UNMODELLED: &str = "unmodelled ";
const WRITTEN: &str = "memory written by ";
const NONDET_MEMORY: &str = "__VERIFIER_nondet_memory";
const ARGUMENT: &str = "argument ";
const IS_NULL: &str = " is null";
const VOLATILE: &str = "volatile ";
const UNDEFINED: &str = "undef";
const KNOWN: &str = "(whether a value is known)";
const INTERRUPT: &str = "interrupt ";
const GUARD: &str = "guard of conjecture ";
const GOAL: &str = "goal of tests ";
const STATE: &str = "variable of the state ";
const FAILS: &str = "() fails";
const CALL: &str = "()";

impl InputSource {
    /// Parses the text of a source. No text gives [`InputSource::Device`].
    pub fn from_text(text: &str) -> Self {
        use InputSource as S;
        if let Some(what) = text.strip_prefix(APPROXIMATE) {
            S::Approximate(what.into())
        } else if let Some(what) = text.strip_prefix(UNMODELLED) {
            match what.strip_prefix(WRITTEN) {
                Some(by) => S::written(by, true),
                None => S::Unmodelled(what.into()),
            }
        } else if let Some(by) = text.strip_prefix(WRITTEN) {
            S::written(by, false)
        } else if let Some(function) = text.strip_suffix(FAILS) {
            S::AllocationFails(function.into())
        } else if let Some(function) = text.strip_suffix(CALL) {
            S::Call(function.into())
        } else if let Some(name) = text.strip_prefix(ARGUMENT) {
            match name.strip_suffix(IS_NULL) {
                Some(name) => S::ArgumentIsNull(name.into()),
                None => S::Argument(name.into()),
            }
        } else if let Some(place) = text.strip_prefix(VOLATILE) {
            S::Volatile(place.into())
        } else if let Some(handler) = text.strip_prefix(INTERRUPT) {
            S::Interrupt(handler.into())
        } else if let Some(number) = numbered(text, GUARD) {
            S::Guard(number)
        } else if let Some(number) = numbered(text, GOAL) {
            S::Goal(number)
        } else if let Some(number) = numbered(text, STATE) {
            S::State(number)
        } else {
            match text {
                NONDET_MEMORY => S::NondetMemory,
                UNDEFINED => S::Undefined,
                KNOWN => S::Known,
                _ => S::Chosen(text.into()),
            }
        }
    }

    /// Memory that a function writes through its pointer arguments.
    pub fn written(by: impl Into<Arc<str>>, unmodelled: bool) -> Self {
        InputSource::Written {
            by: by.into(),
            unmodelled,
        }
    }

    /// Whether a value of this source is inexact: it over-approximates a value that the real
    /// function determines, so that a violation that depends on it may be spurious.
    pub fn is_inexact(&self) -> bool {
        match self {
            InputSource::Approximate(_) | InputSource::Unmodelled(_) => true,
            InputSource::Written { unmodelled, .. } => *unmodelled,
            InputSource::Call(_)
            | InputSource::AllocationFails(_)
            | InputSource::NondetMemory
            | InputSource::Argument(_)
            | InputSource::ArgumentIsNull(_)
            | InputSource::Device(_)
            | InputSource::Volatile(_)
            | InputSource::Undefined
            | InputSource::Known
            | InputSource::Guard(_)
            | InputSource::Goal(_)
            | InputSource::State(_)
            | InputSource::Interrupt(_)
            | InputSource::Chosen(_) => false,
        }
    }
}

/// The number behind a word.
fn numbered(text: &str, word: &str) -> Option<usize> {
    let number = text.strip_prefix(word)?.parse().ok()?;
    (text == format!("{word}{number}")).then_some(number)
}

impl fmt::Display for InputSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputSource::Call(function) => write!(f, "{function}{CALL}"),
            InputSource::AllocationFails(function) => write!(f, "{function}{FAILS}"),
            InputSource::Approximate(what) => write!(f, "{APPROXIMATE}{what}"),
            InputSource::Unmodelled(what) => write!(f, "{UNMODELLED}{what}"),
            InputSource::Written { by, unmodelled } => {
                let unmodelled = if *unmodelled { UNMODELLED } else { "" };
                write!(f, "{unmodelled}{WRITTEN}{by}")
            }
            InputSource::NondetMemory => f.write_str(NONDET_MEMORY),
            InputSource::Argument(name) => write!(f, "{ARGUMENT}{name}"),
            InputSource::ArgumentIsNull(name) => write!(f, "{ARGUMENT}{name}{IS_NULL}"),
            InputSource::Volatile(place) => write!(f, "{VOLATILE}{place}"),
            InputSource::Undefined => f.write_str(UNDEFINED),
            InputSource::Known => f.write_str(KNOWN),
            InputSource::Guard(number) => write!(f, "{GUARD}{number}"),
            InputSource::Goal(number) => write!(f, "{GOAL}{number}"),
            InputSource::State(number) => write!(f, "{STATE}{number}"),
            InputSource::Interrupt(handler) => write!(f, "{INTERRUPT}{handler}"),
            InputSource::Device(what) | InputSource::Chosen(what) => f.write_str(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_read_back() {
        use InputSource as S;
        let sources = [
            (S::Call("nd_uchar".into()), "nd_uchar()"),
            (S::AllocationFails("malloc".into()), "malloc() fails"),
            (
                S::Approximate("result of f()".into()),
                "approximate result of f()",
            ),
            (
                S::Unmodelled("result of f".into()),
                "unmodelled result of f",
            ),
            (S::written("f", false), "memory written by f"),
            (S::written("f", true), "unmodelled memory written by f"),
            (S::NondetMemory, "__VERIFIER_nondet_memory"),
            (S::Argument("n".into()), "argument n"),
            (S::ArgumentIsNull("p".into()), "argument p is null"),
            (S::Volatile("x".into()), "volatile x"),
            (S::Undefined, "undef"),
            (S::Known, "(whether a value is known)"),
            (S::Guard(17), "guard of conjecture 17"),
            (S::Goal(3), "goal of tests 3"),
            (
                S::Chosen("guard of conjecture 017".into()),
                "guard of conjecture 017",
            ),
            (S::Chosen("".into()), ""),
            (S::Chosen("random number".into()), "random number"),
        ];
        for (source, text) in sources {
            assert_eq!(source.to_string(), text);
            assert_eq!(InputSource::from_text(text), source);
        }
    }

    #[test]
    fn inexact_sources_are_those_that_are_computed_elsewhere() {
        for (text, inexact) in [
            ("approximate length of the text", true),
            ("unmodelled result of f", true),
            ("unmodelled memory written by f", true),
            ("memory written by f", false),
            ("f()", false),
            ("malloc() fails", false),
        ] {
            assert_eq!(InputSource::from_text(text).is_inexact(), inexact, "{text}");
        }
    }
}
