//! What is known by its name of a function or variable in the library of C++ or Rust.
//!
//! Without a definition or a model nothing may be assumed of them: a stub in their place would be a
//! different program. Those by which Rust ends a program that went wrong are violations.

use crate::lower::Unsupported;
use crate::readable;
use std::borrow::Cow;

/// What calling a function without a body does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// Ends the program because something went wrong; what it is called.
    Panic(String),
    /// Only prints.
    Prints,
    /// Nothing is known.
    Unknown(String),
}

/// Starts of the names of the libraries of C++: `std` and its short forms, what compilers call, GNU's
/// extensions, and the runtime of coroutines and sanitizers.
const CXX: &[&str] = &[
    "_ZNSt",
    "_ZNKSt",
    "_ZSt",
    "_ZTVSt",
    "_ZTISt",
    "_ZTSSt",
    "_ZTTSt",
    "_ZTCSt",
    "_ZTVNSt",
    "_ZTINSt",
    "_ZTSNSt",
    "_ZTTNSt",
    "_ZTCNSt",
    "_ZThn",
    "_ZTv0_",
    "_ZNSo",
    "_ZNSi",
    "_ZNSd",
    "_ZNSs",
    "_ZNSa",
    "_ZNKSo",
    "_ZNKSi",
    "_ZNKSd",
    "_ZNKSs",
    "_ZNKSa",
    "_ZGVNSt",
    "_ZTVSo",
    "_ZTVSi",
    "_ZTVSd",
    "_ZTTSo",
    "_ZTTSi",
    "_ZTTSd",
    "_ZN9__gnu_cxx",
    "_ZNK9__gnu_cxx",
    "_ZTVN10__cxxabiv1",
    "_ZTIN10__cxxabiv1",
    "_ZN10__cxxabiv1",
    "_Znw",
    "_Zna",
    "_Zdl",
    "_Zda",
    "__cxa_",
    "__gxx_",
    "__dynamic_cast",
    "__libcpp_",
    "_Unwind_",
];

/// Crates that come with the compiler of Rust.
const CRATES: &[&str] = &[
    "core",
    "alloc",
    "std",
    "__rustc",
    "compiler_builtins",
    "panic_abort",
    "panic_unwind",
];

/// Parts of the names of functions by which Rust ends a program that went wrong.
const PANICS: &[&str] = &["rust_begin_unwind", "rust_panic", "begin_panic", "panic_"];

/// Functions of Rust that only print.
const PRINTERS: &[&str] = &["std::io::stdio::_print", "std::io::stdio::_eprint"];

/// What a function without a body and model does, where its name says so.
pub(crate) fn of(symbol: &str, never_returns: bool) -> Option<Foreign> {
    if let Some(path) = readable::rust(symbol) {
        if PRINTERS.contains(&path.as_str()) {
            return Some(Foreign::Prints);
        }
        let ends = path.starts_with("std::process::");
        return Some(if never_returns && !ends && is_of_rust(&path) {
            Foreign::Panic(path)
        } else {
            Foreign::Unknown(format!("`{path}`, which has no body here"))
        });
    }
    if never_returns && PANICS.iter().any(|part| symbol.contains(part)) {
        return Some(Foreign::Panic(symbol.to_owned()));
    }
    is_of_cxx(symbol).then(|| Foreign::Unknown(format!("`{}`, which has no model", name(symbol))))
}

/// Why a variable without a definition cannot be used, if it is one of a library.
pub(crate) fn refused_variable(symbol: &str) -> Option<Unsupported> {
    let known = is_of_cxx(symbol) || readable::rust(symbol).is_some();
    known.then(|| Unsupported::new(format!("`{}`, which has no model", name(symbol))))
}

fn is_of_cxx(symbol: &str) -> bool {
    CXX.iter().any(|start| symbol.starts_with(start))
}

/// Whether a path is one in the library of Rust; that of a method may begin with its type.
fn is_of_rust(path: &str) -> bool {
    let path = path.trim_start_matches('<');
    let first = path.split("::").next().unwrap_or("");
    CRATES.contains(&first)
}

/// A name for messages.
fn name(symbol: &str) -> Cow<'_, str> {
    match readable::readable(symbol) {
        Some(name) => name.full.into(),
        None => symbol.into(),
    }
}

/// What Rust's library calls by names of its own and models by plain ones: the end of the symbol, the path and the
/// plain name. The functions of the allocator have a crate of their own.
const PLAIN: &[(&[u8], &str, &str)] = &[
    (b"7process4exit", "std::process::exit", "exit"),
    (b"7process5abort", "std::process::abort", "abort"),
    (
        b"18GLOBAL_PANIC_COUNT",
        "std::panicking::panic_count::GLOBAL_PANIC_COUNT",
        "__rust_panic_count",
    ),
];

/// The text of a module of Rust in which functions of the library that have models get their plain names. The
/// compiler puts a hash of its version into them: `_RNvCs1a2b_7___rustc12___rust_alloc`.
pub(crate) fn with_plain_names(text: &[u8]) -> Cow<'_, [u8]> {
    const START: &[u8] = b"@_RNv";
    let find = |text: &[u8], wanted: &[u8]| text.windows(wanted.len()).position(|w| w == wanted);
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = find(rest, START) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let end = rest[1..]
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .map_or(rest.len(), |end| end + 1);
        match plain_name(&rest[1..end]) {
            Some(plain) => {
                out.push(b'@');
                out.extend_from_slice(plain.as_bytes());
            }
            None => out.extend_from_slice(&rest[..end]),
        }
        rest = &rest[end..];
    }
    if out.is_empty() {
        return text.into();
    }
    out.extend_from_slice(rest);
    out.into()
}

/// The plain name of a function of Rust's library that has a model.
fn plain_name(symbol: &[u8]) -> Option<String> {
    const ALLOCATOR: &[u8] = b"_7___rustc";
    let path = || readable::rust(&String::from_utf8_lossy(symbol));
    if symbol.windows(ALLOCATOR.len()).any(|w| w == ALLOCATOR) {
        return path()?.strip_prefix("__rustc::").map(str::to_owned);
    }
    let (_, wanted, plain) = PLAIN.iter().find(|(end, ..)| symbol.ends_with(end))?;
    (path()? == *wanted).then(|| (*plain).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_libraries_are_known() {
        let panic = "_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE";
        assert!(
            matches!(of(panic, true), Some(Foreign::Panic(path)) if path == "core::panicking::panic_bounds_check")
        );
        assert!(matches!(of(panic, false), Some(Foreign::Unknown(_))));
        assert!(matches!(
            of("_ZSt20__throw_length_errorPKc", true),
            Some(Foreign::Unknown(_))
        ));
        assert!(matches!(of("__cxa_throw", true), Some(Foreign::Unknown(_))));
        assert_eq!(of("_Z5helloi", true), None);
        assert_eq!(of("strange", true), None);
        assert!(refused_variable("_ZSt4cout").is_some());
        assert!(refused_variable("_ZTINSt3__112future_errorE").is_some());
        assert!(refused_variable("environ").is_none());
    }

    #[test]
    fn functions_of_rust_with_models_get_their_plain_names() {
        let plain = |text: &[u8]| String::from_utf8_lossy(&with_plain_names(text)).into_owned();
        assert_eq!(
            plain(
                b"call ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 4), @_RNvCs_1a4main()"
            ),
            "call ptr @__rust_alloc(i64 4), @_RNvCs_1a4main()"
        );
        assert_eq!(
            plain(b"call void @_RNvNtCs1a2b_3std7process4exit(i32 2)"),
            "call void @exit(i32 2)"
        );
        let own = "call void @_RNvNtCs1a2b_3own7process4exit(i32 2)";
        assert_eq!(plain(own.as_bytes()), own);
        assert!(matches!(with_plain_names(b"@main"), Cow::Borrowed(_)));
    }
}
