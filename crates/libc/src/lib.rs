//! The C library as Cassay sees it: models written in C, and headers to compile against.
//!
//! A model is a C file under `models/` that gives a library function the behaviour that the C
//! standard or POSIX specifies and leaves the rest unspecified through the primitives of
//! `models/cassay.h`. The build compiles every model with clang for both data models; this crate
//! holds the resulting LLVM texts and maps names to the text that defines them. A linker asks for
//! the undefined names of a program, and again for those of the models it gets.
//!
//! The headers under `headers/` declare the same functions for programs whose target has no system
//! headers installed. Their types have the sizes and layouts of glibc on x86.
//!
//! This crate must not know what the texts are used for.

use std::borrow::Cow;
use std::ops::Range;

pub mod formatted;
#[cfg(test)]
mod symbols;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The texts, each compressed.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/models.deflate"));

/// One compiled model: a C file and where its two compressed texts are.
struct Unit {
    name: &'static str,
    lp64: Range<usize>,
    ilp32: Range<usize>,
}

/// A model that defines one or more names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(u32);

impl UnitId {
    /// Every unit.
    pub fn all() -> impl Iterator<Item = UnitId> {
        (0..UNITS.len() as u32).map(UnitId)
    }

    /// Its place under `models/`, without the extension.
    pub fn name(self) -> &'static str {
        self.unit().name
    }

    fn unit(self) -> &'static Unit {
        &UNITS[self.0 as usize]
    }
}

/// The unit that defines a function or variable of the C library.
pub fn find(name: &str) -> Option<UnitId> {
    let position = INDEX.binary_search_by_key(&name, |(listed, _)| listed);
    position.ok().map(|found| UnitId(INDEX[found].1))
}

/// The LLVM text of a unit for pointers of 32 bits, or of 64 when asked for any other width.
pub fn text(unit: UnitId, pointer_bits: u32) -> Cow<'static, str> {
    let unit = unit.unit();
    let range = match pointer_bits {
        32 => unit.ilp32.clone(),
        _ => unit.lp64.clone(),
    };
    let bytes = miniz_oxide::inflate::decompress_to_vec(&PACKED[range])
        .expect("the build packed these bytes itself");
    Cow::Owned(String::from_utf8(bytes).expect("the build packed text"))
}

/// Every name that a unit defines, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    INDEX.iter().map(|(name, _)| *name)
}

/// The bundled headers: relative path and text.
pub fn headers() -> &'static [(&'static str, &'static str)] {
    HEADERS
}

#[cfg(test)]
mod tests;
