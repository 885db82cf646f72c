//! What there is to say about a violation besides its states: the values that the claim names, where the
//! objects come from that it is about, and the calls that lead there.

use crate::step::Shown;
use cassay_base::Span;
use cassay_bv::Bv;
use cassay_ir::{CompareOp, MemoryPredicate, OverflowOp};
use std::sync::Arc;

/// A value that a violated claim names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The expression, in the syntax of C.
    pub name: String,
    /// Its value.
    pub value: Shown,
}

/// What happened to an object that a violation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was declared there.
    Declared,
    /// It was allocated there.
    Allocated,
    /// It was freed there.
    Freed,
    /// Its scope ended there.
    Expired,
}

/// A place that belongs to the story of a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// What happened there.
    pub fate: Fate,
    /// The object.
    pub object: String,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: Arc<str>,
}

/// A call that is under way at a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function that is called.
    pub function: Arc<str>,
    /// Its parameters with their values.
    pub arguments: Vec<(Arc<str>, String)>,
    /// Where it is called.
    pub span: Span,
    /// The function that calls it.
    pub caller: Arc<str>,
}

/// An object that a violated claim is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its name.
    pub object: String,
    /// Whether it was allocated on the heap.
    pub heap: bool,
    /// Its size in bytes.
    pub size: u64,
    /// The size of its elements and their number, if it is an array.
    pub elements: Option<(u64, u64)>,
    /// The offset of the access in bytes.
    pub offset: i64,
}

/// What kind of claim is violated, with the numbers that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A pointer does not lead to what is accessed.
    Memory {
        /// What does not hold.
        predicate: MemoryPredicate,
        /// How the source writes the pointer, where it has a name.
        pointer: Option<String>,
        /// The value of the pointer in the syntax of C.
        value: String,
        /// The number of bytes accessed.
        bytes: Option<u64>,
        /// The object that the pointer leads to.
        object: Option<Extent>,
    },
    /// An operation overflows.
    Overflow {
        /// The operation.
        op: OverflowOp,
        /// The operands, as numbers with the operation's sign.
        left: Operand,
        /// The right one.
        right: Operand,
    },
    /// A comparison does not hold.
    Comparison {
        /// What is claimed of the operands.
        op: CompareOp,
        /// The left operand.
        left: Operand,
        /// The right one.
        right: Operand,
    },
}

/// An operand of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// How the source writes it, where it has a name.
    pub name: Option<String>,
    /// Its bits.
    pub bits: Bv,
}

/// What there is to say about a violation besides its states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The numbers that show it.
    pub cause: Option<Cause>,
    /// The values that the claim names.
    pub facts: Vec<Fact>,
    /// Where the objects come from that it is about.
    pub related: Vec<Related>,
    /// The calls that lead there, the innermost last.
    pub calls: Vec<Call>,
}
