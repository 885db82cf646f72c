//! Kinds of input files, by their names.

use crate::{Options, Source};
use std::ffi::OsStr;
use std::path::Path;

/// Files in C.
const C: &[&str] = &["c", "i", "h"];

/// Files in C++; the last is preprocessed.
const CXX: &[&str] = &["cpp", "cc", "cxx", "C", "ii"];

/// LLVM's assembly language and its binary form.
const LLVM: &[&str] = &["ll", "bc"];

/// Whether a file is in C.
pub(crate) fn is_c(path: &Path) -> bool {
    is_of(path, C)
}

/// Whether a file is in C++.
pub(crate) fn is_cxx(path: &Path) -> bool {
    is_of(path, CXX)
}

/// Whether a file is a module of LLVM.
pub(crate) fn is_llvm(path: &Path) -> bool {
    is_of(path, LLVM)
}

/// Whether a file is the binary form of a module.
pub(crate) fn is_bitcode(path: &Path) -> bool {
    is_of(path, &LLVM[1..])
}

/// Whether a file is preprocessed.
pub(crate) fn is_preprocessed(path: &Path) -> bool {
    is_of(path, &["i", "ii"])
}

/// Flags that files of the other language have no use for: each file gets those that fit. In programs of
/// one language clang says itself what does not.
pub(crate) fn by_language(sources: &[Source], options: &Options) -> (Vec<Source>, Options) {
    let (mut sources, mut options) = (sources.to_vec(), options.clone());
    let mixed = sources.iter().any(|source| is_c(&source.path))
        && sources.iter().any(|source| is_cxx(&source.path));
    if !mixed {
        return (sources, options);
    }
    let of_cxx = |flag: &str| {
        let standard = flag.strip_prefix("-std=").map(|name| name.contains("++"));
        let library = ["-stdlib=", "-fno-rtti"]
            .iter()
            .any(|start| flag.starts_with(start));
        standard.or(library.then_some(true))
    };
    for source in &mut sources {
        let flags = options.clang_args.iter();
        let fitting = flags.filter(|flag| of_cxx(flag) == Some(is_cxx(&source.path)));
        source.args.extend(fitting.cloned());
    }
    options.clang_args.retain(|flag| of_cxx(flag).is_none());
    (sources, options)
}

fn is_of(path: &Path, kinds: &[&str]) -> bool {
    let kind = path.extension().and_then(OsStr::to_str);
    kind.is_some_and(|kind| kinds.contains(&kind))
}
