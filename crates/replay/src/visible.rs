//! What sanitizers can see: for each class of property how they tell of it, or why they cannot.

use crate::Profile;

/// A class, the words of which a sanitizer uses one when it sees a violation, and for classes that
/// are not seen as a rule the reason.
struct Class {
    name: &'static str,
    kinds: &'static [&'static str],
    unseen: Option<&'static str>,
}

const fn seen(name: &'static str, kinds: &'static [&'static str]) -> Class {
    Class {
        name,
        kinds,
        unseen: None,
    }
}

const fn hidden(name: &'static str, kinds: &'static [&'static str], why: &'static str) -> Class {
    Class {
        name,
        kinds,
        unseen: Some(why),
    }
}

/// Access outside of an object, however far.
const OUTSIDE: &[&str] = &[
    "buffer-overflow",
    "buffer-underflow",
    "out of bounds",
    "insufficient space",
    "SEGV",
    "pointer index expression",
    "unsigned offset",
    "unknown-crash",
    "use-after-poison",
    // A copy that runs out of one object and into the other.
    "param-overlap",
];
const OVERFLOW: &[&str] = &["cannot be represented in type"];

/// Every class.
const CLASSES: &[Class] = &[
    seen(
        "assertion",
        &["Assertion `", "counterexample: assertion failed"],
    ),
    seen(
        "unreach-call",
        &["error function reached", "Assertion `", "ABRT"],
    ),
    seen("bounds", OUTSIDE),
    seen("pointer.null", &["null pointer", "SEGV"]),
    seen(
        "pointer.invalid",
        &["SEGV", "misaligned address", "null pointer"],
    ),
    seen("pointer.bounds", OUTSIDE),
    seen("pointer.freed", &["heap-use-after-free"]),
    seen(
        "pointer.expired",
        &["stack-use-after-scope", "stack-use-after-return"],
    ),
    seen("pointer.constant", &["SEGV"]),
    seen("alignment", &["misaligned address"]),
    seen("division-by-zero", &["division by zero"]),
    seen("overflow.add", OVERFLOW),
    seen("overflow.sub", OVERFLOW),
    seen("overflow.mul", OVERFLOW),
    seen("overflow.div", OVERFLOW),
    seen("overflow.neg", OVERFLOW),
    seen("unsigned-overflow", OVERFLOW),
    seen("conversion", &["implicit conversion"]),
    seen("shift", &["shift exponent", "left shift"]),
    seen("free.invalid", &["which was not malloc"]),
    seen("free.double", &["attempting double-free"]),
    seen("free.mismatch", &["alloc-dealloc-mismatch"]),
    seen("free.size", &["new-delete-type-mismatch"]),
    seen("bad-cast", &["which does not point to an object of type"]),
    seen("pure-virtual", &["pure virtual method called"]),
    seen("uncaught-exception", &["terminate called"]),
    seen("terminate", &["terminate called"]),
    hidden(
        "panic",
        &["panicked at"],
        "the function that panics is in the library of Rust",
    ),
    seen("overlap", &["param-overlap"]),
    seen("vla-size", &["variable length array bound"]),
    seen("memory-leak", &["detected memory leaks"]),
    seen("memory-cleanup", &["detected memory leaks"]),
    seen("function-pointer", &["incorrect function type", "SEGV"]),
    seen("unreachable", &["reached an unreachable program point"]),
    hidden(
        "missing-return",
        &["without returning a value", "use-of-uninitialized-value"],
        "in C, a missing value is the sanitizers' only where C++ would be wrong",
    ),
    seen("builtin", &["passing zero to"]),
    hidden(
        "library-call",
        &["ERROR: AddressSanitizer", "runtime error"],
        "sanitizers do not know what library functions demand",
    ),
    seen(
        "iterator",
        &["attempt to dereference", "attempt to increment"],
    ),
    hidden(
        "use-after-move",
        &["ERROR: AddressSanitizer"],
        "the library leaves a moved-from object in some state",
    ),
    hidden(
        "static-init",
        &["initialization-order-fiasco"],
        "sanitizers look at variables of different files only",
    ),
    hidden(
        "allocation-size",
        &["allocation-size-too-big", "exceeds maximum supported size"],
        "a program that asks for too much gets none, which is no fault",
    ),
    seen("data-race", &["ThreadSanitizer: data race"]),
    seen("deadlock", &["counterexample: deadlock"]),
    hidden(
        "atomicity",
        &["ThreadSanitizer: data race"],
        "sanitizers look at single accesses, not at assignments",
    ),
    hidden(
        "lock-order",
        &["ThreadSanitizer: lock-order-inversion"],
        "not every inversion in one execution is told",
    ),
    hidden(
        "thread-leak",
        &["ThreadSanitizer: thread leak"],
        "only threads that have ended are told",
    ),
    hidden(
        "error-label",
        &["ERROR: AddressSanitizer"],
        "reaching a label does nothing",
    ),
    hidden(
        "pointer-overflow",
        &[
            "runtime error: pointer index",
            "unsigned offset",
            "out of bounds",
        ],
        "sanitizers look at a pointer when it is used, or when it wraps around",
    ),
    seen("pointer-difference", &["invalid-pointer-pair"]),
    seen("pointer-relation", &["invalid-pointer-pair"]),
    hidden("nan", &["runtime error"], "no sanitizer looks for NaN"),
    hidden(
        "float-overflow",
        &["runtime error"],
        "no sanitizer looks for infinity",
    ),
    hidden(
        "overflow.fixed",
        &["runtime error"],
        "a compiled program has no fixed-point numbers",
    ),
    hidden(
        "uninitialised",
        &["use-of-uninitialized-value"],
        "MemorySanitizer tells of a value only when something depends on it",
    ),
    seen("float-cast", &["outside the range of representable values"]),
];

/// Classes that only clang looks for, with the option.
const ONLY_CLANG: &[(&str, &str)] = &[
    ("unsigned-overflow", "-fsanitize=unsigned-integer-overflow"),
    ("conversion", "-fsanitize=implicit-conversion"),
];

/// Classes that only MemorySanitizer looks for.
const ONLY_MEMORY: &[&str] = &["uninitialised"];

/// Classes that nothing but turns of threads shows.
const ONLY_THREADS: &[&str] = &["data-race", "deadlock"];

/// Classes about pairs of pointers, which are only compared on request.
const PAIRS: &[&str] = &["pointer-difference", "pointer-relation"];

/// Classes about memory that is not freed; the report names where it was allocated.
const LEAKS: &[&str] = &["memory-leak", "memory-cleanup"];

/// Classes whose report does not name the line: a jump to nowhere has lost where it came from.
const WITHOUT_PLACE: &[&str] = &["function-pointer"];

fn find(class: &str) -> Option<&'static Class> {
    CLASSES.iter().find(|listed| listed.name == class)
}

/// The words for a violation of the class.
pub(crate) fn kinds(class: &str) -> Option<&'static [&'static str]> {
    find(class).map(|listed| listed.kinds)
}

/// Why violations of the class are not seen as a rule.
pub(crate) fn unseen(class: &str) -> Option<&'static str> {
    find(class).and_then(|listed| listed.unseen)
}

/// What clang must be asked to look for.
pub(crate) fn clang_option(class: &str) -> Option<&'static str> {
    let listed = ONLY_CLANG.iter().find(|(name, _)| *name == class);
    listed.map(|(_, option)| *option)
}

/// Whether the class is about memory that is not freed.
pub(crate) fn is_about_leaks(class: &str) -> bool {
    LEAKS.contains(&class)
}

/// Whether the class is about pairs of pointers.
pub(crate) fn is_about_pairs(class: &str) -> bool {
    PAIRS.contains(&class)
}

/// Whether the class is about iterators, which only the debug mode of libstdc++ looks at.
pub(crate) fn is_about_iterators(class: &str) -> bool {
    class == "iterator"
}

/// Whether the class is about where an access goes: that it is misaligned too says less.
pub(crate) fn is_about_objects(class: &str) -> bool {
    class == "bounds" || class.starts_with("pointer.")
}

/// Whether the report must name the line.
pub(crate) fn has_place(class: &str) -> bool {
    !WITHOUT_PLACE.contains(&class)
}

/// The ways to compile, best first.
pub(crate) fn profiles(class: &str, open: &[String], threads: bool) -> Vec<Profile> {
    if threads && ONLY_THREADS.contains(&class) {
        return vec![Profile::Thread];
    }
    let mut profiles = profiles_without_threads(class, open);
    if threads {
        profiles.insert(0, Profile::Thread);
    }
    profiles
}

fn profiles_without_threads(class: &str, open: &[String]) -> Vec<Profile> {
    if clang_option(class).is_some() {
        return vec![Profile::Clang];
    }
    if ONLY_MEMORY.contains(&class) {
        return vec![Profile::Memory];
    }
    let mut profiles = vec![Profile::Gcc];
    if unseen(class).is_none() && open.is_empty() {
        profiles.push(Profile::Clang);
    }
    if class == "missing-return"
        || open
            .iter()
            .any(|what| what.starts_with("the first value of"))
    {
        profiles.push(Profile::Memory);
    }
    profiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_listed_once() {
        for class in cassay_ir::PropertyClass::ALL {
            let name = class.name();
            let listed = CLASSES.iter().filter(|listed| listed.name == name);
            assert_eq!(listed.count(), 1, "{name}");
        }
        assert_eq!(CLASSES.len(), cassay_ir::PropertyClass::ALL.len());
    }
}
