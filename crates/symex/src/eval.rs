//! Evaluation of expressions in a state.
//!
//! Invariant: evaluation changes no state. An operation of a statement on memory does, and says so
//! by taking the state mutably ([`crate::accesses`]).

use crate::memory::Memory;
use crate::nan::FloatBits;
use crate::space::Space;

/// The layer above memory, which knows expressions but no frames.
pub(crate) struct Eval<'a> {
    pub memory: Memory<'a>,
    pub floats: FloatBits,
}

impl<'a> Eval<'a> {
    pub fn new(space: Space<'a>) -> Eval<'a> {
        Eval {
            floats: FloatBits::new(space.program),
            memory: Memory::new(space),
        }
    }

    /// The lowest layer, where nothing else of this one is needed at the same time.
    pub(crate) fn space(&mut self) -> &mut Space<'a> {
        &mut self.memory.space
    }
}
