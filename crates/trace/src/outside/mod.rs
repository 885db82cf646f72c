//! What an execution received from its environment, in order and by the function that supplied it.
//!
//! [`Outside`] is enough to run the same execution outside Cassay: results of functions without a
//! body, effects of library calls that depend on inputs (a result, bytes written through arguments,
//! a failed allocation), initial contents of allocated memory, and the arguments of the entry. What
//! a compiled program cannot be given, such as the initial value of a local variable, is listed.
//!
//! Invariant: the n-th call of a function in the execution has the n-th answer of that function.
//! Library functions that never use an input have no answers: they are deterministic.

mod order;
mod record;
mod texts;

pub(crate) use order::OrderRecorder;
pub use order::{Act, Order, Shared, What};
pub(crate) use record::Recorder;

use cassay_bv::Bv;
use cassay_ir::FloatKind;
use std::sync::Arc;

/// A scalar value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer.
    Int(Bv),
    /// A floating-point number by its bits.
    Float(FloatKind, Bv),
    /// A pointer to no object, by its address.
    Pointer(u64),
}

/// Bytes that a call of the library wrote through one of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Position of the argument; those after the named ones are variable.
    pub argument: usize,
    /// Offset from the address that the argument points to.
    pub offset: i64,
    /// The bytes written.
    pub bytes: Vec<u8>,
}

/// The result of a call of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gives {
    /// None.
    Nothing,
    /// A value.
    Value(Scalar),
    /// An argument plus a byte offset.
    Argument(usize, i64),
    /// A string of the library's own.
    Text(Vec<u8>),
    /// New memory, or the function's own result when allocation succeeds.
    Memory,
}

/// An answer from the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A function without body returned a value.
    Result {
        /// The function.
        function: Arc<str>,
        /// The value; a structure that is returned in registers has a part for each.
        parts: Vec<Scalar>,
    },
    /// A library call that depends on inputs.
    Library {
        /// The function.
        function: Arc<str>,
        /// How many arguments are named in its prototype.
        named: usize,
        /// Its result.
        gives: Gives,
        /// What it wrote.
        written: Vec<Written>,
    },
    /// Memory was allocated, or the allocation failed.
    Allocation {
        /// The function.
        function: Arc<str>,
        /// Whether it failed.
        fails: bool,
        /// Initial contents by offset, as far as they were read.
        bytes: Vec<(u64, u8)>,
    },
}

/// An argument of the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value.
    Value(Scalar),
    /// A pointer to an object with these contents.
    Object(Vec<u8>),
    /// A list of strings, as `main` gets it.
    Texts(Vec<Vec<u8>>),
}

/// A variable that is declared but defined nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// Its name.
    pub name: Arc<str>,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// Initial contents by offset, as far as they were read.
    pub bytes: Vec<(u64, u8)>,
}

/// Everything an execution received from its environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// The function where it starts.
    pub entry: Arc<str>,
    /// Whether the program has a `main`.
    pub has_main: bool,
    /// Arguments of the entry.
    pub arguments: Vec<Argument>,
    /// Variables without a definition.
    pub externals: Vec<External>,
    /// Functions without a body, called or not, and whether they return a result.
    pub declared: Vec<(Arc<str>, bool)>,
    /// Answers in the order of execution.
    pub given: Vec<Given>,
    /// The order in which threads act, if there are several.
    pub order: Option<Order>,
    /// What the execution depends on that a compiled program cannot be given.
    pub open: Vec<String>,
}
