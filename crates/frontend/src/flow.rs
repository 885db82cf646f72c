//! Control flow of an LLVM function, with the code patterns of compiler checks recognised.
//!
//! The sanitizer guards each operation by a branch to a block that only calls a handler. Such a
//! branch is an assertion, and so is a branch to a block that only fails an assertion of the user;
//! a branch to a block that only aborts is an assumption. Where the condition of a check is
//! computed in two blocks (as for shifts), the second is executed unconditionally and its result
//! selected. Code that matches no pattern is lowered literally.

use crate::builtins;
use crate::llvm::{Block, Call, Function, Ident, InstKind, Instruction};
use crate::readable::verifier_name;
use std::collections::HashMap;

/// How a block continues.
#[derive(Clone, Copy)]
pub(crate) enum Flow<'m> {
    /// By its terminator.
    Plain,
    /// The condition is claimed, then `next` follows.
    Check {
        /// The call that reports the failure.
        call: &'m Call,
        /// The instruction of that call.
        report: &'m Instruction,
        /// Whether the claim is that the branch condition is false.
        negated: bool,
        next: usize,
    },
    /// A block without side effects computes part of a condition: it is executed unconditionally,
    /// and the join selects by the branch condition.
    Straight {
        side: usize,
        join: usize,
        /// Whether the side block belongs to the true branch.
        on_true: bool,
    },
}

/// The blocks of a function by label, and how each continues.
pub(crate) struct FlowGraph<'m> {
    pub blocks: &'m [Block],
    pub index: HashMap<&'m Ident, usize>,
    pub flows: Vec<Flow<'m>>,
}

impl<'m> FlowGraph<'m> {
    /// Recognises the patterns of a function.
    pub fn of(function: &'m Function) -> Self {
        let blocks = function.body.as_deref().unwrap_or(&[]);
        let index: HashMap<&Ident, usize> = blocks
            .iter()
            .enumerate()
            .map(|(position, block)| (&block.label, position))
            .collect();
        let mut graph = FlowGraph {
            blocks,
            index,
            flows: vec![Flow::Plain; blocks.len()],
        };
        let mut predecessors = vec![0u32; blocks.len()];
        for block in 0..blocks.len() {
            for next in graph.plain_successors(block) {
                predecessors[next] += 1;
            }
        }
        for block in 0..blocks.len() {
            graph.flows[block] = graph.recognise(block, &predecessors);
        }
        graph
    }

    /// The position of a label.
    pub fn position(&self, label: &Ident) -> Option<usize> {
        self.index.get(label).copied()
    }

    /// The blocks that may follow.
    pub fn successors(&self, block: usize) -> Vec<usize> {
        match self.flows[block] {
            Flow::Plain => self.plain_successors(block),
            Flow::Check { next, .. } => vec![next],
            Flow::Straight { join, .. } => vec![join],
        }
    }

    fn plain_successors(&self, block: usize) -> Vec<usize> {
        let Some(terminator) = self.blocks[block].terminator() else {
            return Vec::new();
        };
        let labels: Vec<&Ident> = match &terminator.kind {
            InstKind::Br { target } => vec![target],
            InstKind::CondBr {
                then, otherwise, ..
            } => vec![then, otherwise],
            InstKind::Switch { default, cases, .. } => std::iter::once(default)
                .chain(cases.iter().map(|(_, target)| target))
                .collect(),
            InstKind::IndirectBr { targets, .. } => targets.iter().collect(),
            InstKind::Invoke { normal, unwind, .. } => vec![normal, unwind],
            InstKind::CallBr {
                fallthrough,
                indirect,
                ..
            } => std::iter::once(fallthrough).chain(indirect).collect(),
            _ => Vec::new(),
        };
        labels
            .into_iter()
            .filter_map(|label| self.position(label))
            .collect()
    }

    fn recognise(&self, block: usize, predecessors: &[u32]) -> Flow<'m> {
        let Some(InstKind::CondBr {
            then, otherwise, ..
        }) = self.blocks[block].terminator().map(|last| &last.kind)
        else {
            return Flow::Plain;
        };
        let (Some(then), Some(otherwise)) = (self.position(then), self.position(otherwise)) else {
            return Flow::Plain;
        };
        if then == otherwise {
            return Flow::Plain;
        }
        for (side, next, negated) in [(otherwise, then, false), (then, otherwise, true)] {
            if predecessors[side] != 1 || side == block {
                continue;
            }
            if let Some((report, call)) = self.failure(side, next, predecessors) {
                return Flow::Check {
                    call,
                    report,
                    negated,
                    next,
                };
            }
            if self.is_pure_detour(side, next) {
                return Flow::Straight {
                    side,
                    join: next,
                    on_true: negated,
                };
            }
        }
        Flow::Plain
    }

    /// The failing call of a block that does nothing else and then ends the execution or continues
    /// at `next`.
    fn failure(
        &self,
        block: usize,
        next: usize,
        predecessors: &[u32],
    ) -> Option<(&'m Instruction, &'m Call)> {
        let block = self.past_labels(block, predecessors);
        let mut instructions = self.blocks[block].instructions();
        let (report, call) = loop {
            let instruction = instructions.next()?;
            match &instruction.kind {
                InstKind::Call(call) => break (instruction, call),
                InstKind::Cast { .. } => {}
                // Wide operands are passed to the handler in memory.
                InstKind::Store { .. } if instruction.metadata("nosanitize").is_some() => {}
                _ => return None,
            }
        };
        let name = call.callee_name()?;
        if name.starts_with("__ubsan_handle_") {
            let last = instructions.next()?;
            let continues = match &last.kind {
                InstKind::Unreachable => true,
                InstKind::Br { target } => self.position(target) == Some(next),
                _ => false,
            };
            return continues.then_some((report, call));
        }
        builtins::only_ends(verifier_name(name)).then_some((report, call))
    }

    /// The end of a chain of empty blocks, each the only predecessor of the next; a label before a
    /// call makes such a block.
    fn past_labels(&self, mut block: usize, predecessors: &[u32]) -> usize {
        for _ in 0..self.blocks.len() {
            let Some(InstKind::Br { target }) = self.blocks[block]
                .instructions()
                .next()
                .map(|first| &first.kind)
            else {
                break;
            };
            match self.position(target) {
                Some(next) if predecessors[next] == 1 => block = next,
                _ => break,
            }
        }
        block
    }

    /// Whether a block only computes values for the sanitizer and then joins `next`.
    fn is_pure_detour(&self, block: usize, next: usize) -> bool {
        self.blocks[block]
            .instructions()
            .all(|instruction| match &instruction.kind {
                InstKind::Br { target } => {
                    self.position(target) == Some(next)
                        && instruction.metadata("nosanitize").is_some()
                }
                InstKind::Binary { .. } | InstKind::ICmp { .. } | InstKind::Cast { .. } => {
                    instruction.metadata("nosanitize").is_some()
                }
                _ => false,
            })
    }

    /// The blocks reachable from the first, in reverse postorder: dominators come first.
    pub fn reverse_postorder(&self) -> Vec<usize> {
        if self.blocks.is_empty() {
            return Vec::new();
        }
        let mut seen = vec![false; self.blocks.len()];
        let mut order = Vec::new();
        let mut stack = vec![(0usize, self.successors(0))];
        seen[0] = true;
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) if !seen[next] => {
                    seen[next] = true;
                    stack.push((next, self.successors(next)));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// Whether a block of the source may be executed again without passing another one in between.
    pub fn is_in_loop(&self, position: usize, without: Option<usize>) -> bool {
        let mut seen = vec![false; self.blocks.len()];
        if let Some(without) = without {
            if without == position {
                return false;
            }
            seen[without] = true;
        }
        let mut work = self.successors(position);
        while let Some(block) = work.pop() {
            if block == position {
                return true;
            }
            if !std::mem::replace(&mut seen[block], true) {
                work.extend(self.successors(block));
            }
        }
        false
    }
}
