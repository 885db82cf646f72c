//! Differential testing: random C programs without undefined behaviour, compiled and run by gcc,
//! must compute the same in Cassay.
//!
//! A [`Case`] is a source of programs (csmith, or the generator of this crate for what csmith
//! lacks), a seed and a data model; the same case is always the same program. Every program hashes
//! what it computes. Compiled natively it prints the hash ([`reference`]); for Cassay it ends by
//! claiming that the hash is the one that was printed, so that the interpreter or the whole tool
//! ([`subject`]) agrees exactly when the claim and every default check hold.
//!
//! Programs about the lifetimes of objects ([`lifetimes`]) may have undefined behaviour; their
//! oracles are a model of C17 6.2.4 and the compilers' sanitizers.
//!
//! Every other program of some sources claims a wrong hash: there the violation must be found.
//!
//! What Cassay does not support is counted by construct and never as agreement.

mod csmith;
mod generate;
mod lifetimes;
mod process;
mod reference;
mod rng;
mod run;
mod subject;
mod table;

pub use cassay_frontend::DataModel;
pub use csmith::is_installed as csmith_is_installed;
pub use generate::{cxx_program, pointer_program, program};
pub use lifetimes::{Lifetimes, Tally, lifetime_program, run_lifetimes};
pub use reference::supports_ilp32;
pub use run::{Plan, run};
pub use subject::Subject;
pub use table::{Answer, Table};

use std::fmt;

/// Where a program comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The generator csmith.
    Csmith,
    /// The generator of this crate.
    Own,
    /// Its programs that convert pointers to integers and back.
    Pointers,
    /// Its programs in C++.
    Cxx,
}

/// One program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// Its source.
    pub source: Source,
    /// Its number in that source.
    pub seed: u64,
    /// Whether `long` and pointers have 32 bits.
    pub ilp32: bool,
}

impl Case {
    /// Odd programs carry the default checks, which must all hold; even ones are lowered bare.
    pub fn is_checked(self) -> bool {
        self.seed % 2 == 1
    }

    /// Whether the program claims a hash that it does not compute, so that the violation must be
    /// found. This detects answers that are wrongly *safe*.
    pub fn is_twisted(self) -> bool {
        match self.source {
            Source::Csmith | Source::Own => false,
            Source::Pointers | Source::Cxx => self.seed / 2 % 2 == 1,
        }
    }

    /// Whether the program is in C++.
    pub(crate) fn is_cxx(self) -> bool {
        match self.source {
            Source::Csmith | Source::Own | Source::Pointers => false,
            Source::Cxx => true,
        }
    }

    /// The standard of C or C++ that the program is written in.
    pub(crate) fn standard(self) -> &'static str {
        if self.is_cxx() {
            "-std=gnu++17"
        } else {
            "-std=gnu17"
        }
    }

    /// The data model to compile for.
    pub fn data_model(self) -> DataModel {
        if self.ilp32 {
            DataModel::Ilp32
        } else {
            DataModel::Lp64
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = match self.source {
            Source::Csmith => "csmith",
            Source::Own => "own",
            Source::Pointers => "pointers",
            Source::Cxx => "cxx",
        };
        let model = if self.ilp32 { "ILP32" } else { "LP64" };
        write!(f, "{source} {} {model}", self.seed)
    }
}
