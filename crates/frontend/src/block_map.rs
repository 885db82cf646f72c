//! Which blocks of the IR an LLVM block became.
//!
//! An LLVM block may become several: a claim or a call in it may branch. Its first is where jumps
//! to it go, its last has its terminator.

use crate::flow::FlowGraph;
use crate::llvm::Instruction;
use crate::lower::{Lowered, Unsupported};
use cassay_base::Span;
use cassay_ir::{Block, BlockId, Expr, Function, TempId, Terminator};
use std::collections::HashMap;

/// A `phi` whose copies are still to be placed: the position of its block, the temporary that
/// holds its value, and the instruction.
pub(crate) type Phi<'m> = (usize, TempId, &'m Instruction);

/// The blocks of a function, by the position of the LLVM block.
#[derive(Default)]
pub(crate) struct BlockMap<'m> {
    /// The first IR block; `None` for blocks that cannot be reached.
    first: Vec<Option<BlockId>>,
    /// The last IR block of those that are lowered.
    last: HashMap<usize, BlockId>,
    /// The condition of each branch that became a selection.
    pub conditions: HashMap<usize, Expr>,
    /// The `phi` instructions, in the order of their blocks.
    pub phis: Vec<Phi<'m>>,
}

impl<'m> BlockMap<'m> {
    /// Gives every block that can be reached an id, in the order of the source.
    pub fn reserve(graph: &FlowGraph<'m>, order: &[usize], function: &mut Function) -> Self {
        let mut reachable = vec![false; graph.blocks.len()];
        for &position in order {
            reachable[position] = true;
        }
        let mut block = || {
            function.blocks.push(Block {
                stmts: Vec::new(),
                terminator: Terminator::Unreachable,
                span: Span::NONE,
            })
        };
        let first = reachable
            .into_iter()
            .map(|reached| reached.then(&mut block));
        BlockMap {
            first: first.collect(),
            ..BlockMap::default()
        }
    }

    /// The number of LLVM blocks.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// The first IR block of an LLVM block; `None` if it cannot be reached.
    pub fn first(&self, position: usize) -> Option<BlockId> {
        self.first.get(position).copied().flatten()
    }

    /// Where a jump to an LLVM block goes.
    pub fn target(&self, position: usize) -> Lowered<BlockId> {
        self.first(position)
            .ok_or_else(|| Unsupported::new("jump to an unknown block"))
    }

    /// The last IR block of an LLVM block, which has its terminator; `None` before it is lowered.
    pub fn last(&self, position: usize) -> Option<BlockId> {
        self.last.get(&position).copied()
    }

    /// Records the last IR block of an LLVM block.
    pub fn set_last(&mut self, position: usize, block: BlockId) {
        self.last.insert(position, block);
    }
}
