//! Symbolic values.

use cassay_term::TermId;
use std::rc::Rc;

/// A symbolic pointer: the number of an object and a byte offset from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Object number, a bit-vector of [`OBJECT_BITS`] bits.
    pub object: TermId,
    /// Signed offset, as wide as a pointer. For null and invalid pointers: the address.
    pub offset: TermId,
}

/// Width of an object number.
pub const OBJECT_BITS: u32 = 32;

/// A symbolic value. Integers of width 1 are terms of sort Bool; floats are their bit patterns.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer or the bits of a float.
    Bits(TermId),
    /// A pointer.
    Ptr(Pointer),
    /// Components of an aggregate.
    Aggregate(Rc<[Value]>),
}
