//! What an execution got from outside the program, in the order and by the function that gave it.
//!
//! [`Outside`] is enough to run the same execution outside Cassay: results of functions without a
//! body, what calls of the library gave that rest on inputs (a result, bytes written through
//! arguments, a failed allocation), first contents of allocated memory, and the arguments of the
//! entry. What no C program can be given, such as the first value of a local variable, is named.
//!
//! Invariant: the n-th call of a function in the execution has the n-th answer of that function.
//! Functions of the library that never asked for an input have no answers: they compute.

mod record;
mod texts;

pub(crate) use record::Recorder;

use cassay_bv::Bv;
use cassay_ir::FloatKind;
use std::sync::Arc;

/// A value without parts.
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
    /// Position of the argument; those behind the named ones are variable.
    pub argument: usize,
    /// Where, from the place that the argument points to.
    pub offset: i64,
    /// What.
    pub bytes: Vec<u8>,
}

/// The result of a call of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gives {
    /// None.
    Nothing,
    /// A value.
    Value(Scalar),
    /// An argument, moved by so many bytes.
    Argument(usize, i64),
    /// A text of the library's own.
    Text(Vec<u8>),
    /// New memory, or what else the function itself gives when allocation succeeds.
    Memory,
}

/// An answer from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A function without body returned a value.
    Result {
        /// The function.
        function: Arc<str>,
        /// The value; a structure that is returned in registers has a part for each.
        parts: Vec<Scalar>,
    },
    /// A call of the library that rests on inputs.
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
    /// Memory was allocated, or not.
    Allocation {
        /// The function.
        function: Arc<str>,
        /// Whether it failed.
        fails: bool,
        /// First contents by offset, where they were read.
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
    /// A list of texts, as `main` gets it.
    Texts(Vec<Vec<u8>>),
}

/// A variable that the program declares and nobody defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// Its name.
    pub name: Arc<str>,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// First contents by offset, where they were read.
    pub bytes: Vec<(u64, u8)>,
}

/// Everything an execution got from outside.
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
    /// Functions without a body, whether or not they were called, and whether they give a result.
    pub declared: Vec<(Arc<str>, bool)>,
    /// Answers in the order of execution.
    pub given: Vec<Given>,
    /// What the execution rests on that cannot be given to a compiled program.
    pub open: Vec<String>,
}
