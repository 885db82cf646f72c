//! Inputs that decide whether an allocation fails.
//!
//! The front-end lowers every call that may fail to allocate as a branch on an input
//! [`InputSource::AllocationFails`]. Invariant: the block with such an input ends with that branch, and
//! the first side of the branch is the failure. The pass that makes every allocation succeed relies on it.

use crate::function::StmtKind;
use crate::input::InputSource;
use crate::program::Program;

/// Whether some allocation of the program may fail.
pub fn may_fail(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    let mut stmts = blocks.flat_map(|block| &block.stmts);
    stmts.any(|stmt| allocating(&stmt.kind).is_some())
}

/// The function whose failure a statement decides.
pub fn allocating(kind: &StmtKind) -> Option<&str> {
    if let StmtKind::Havoc {
        source: InputSource::AllocationFails(function),
        ..
    } = kind
    {
        return Some(function);
    }
    None
}
