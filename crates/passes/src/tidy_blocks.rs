//! Tidies the lowered functions: folds branches on constants, removes unreachable blocks and merges
//! chains of blocks.
//!
//! A block is merged into its only predecessor when it is that one's only successor. Afterwards
//! `address_taken` of every variable says whether its address is used other than by direct loads
//! and stores.

use cassay_base::{Id, IndexVec};
use cassay_ir::{Block, BlockId, Expr, Function, LocalId, Program, Terminator, Variable};

/// Tidies every function.
pub(crate) fn tidy(program: &mut Program) {
    for function in program.functions.iter_mut() {
        for block in function.blocks.iter_mut() {
            fold_branch(&mut block.terminator);
        }
        merge_chains(function);
        mark_addresses(function);
    }
}

/// Replaces a branch whose target is known.
fn fold_branch(terminator: &mut Terminator) {
    let known = match terminator {
        Terminator::Branch {
            cond: Expr::Int(bit),
            then,
            otherwise,
        } => Some(if bit.is_zero() { *otherwise } else { *then }),
        Terminator::Branch {
            then, otherwise, ..
        } if then == otherwise => Some(*then),
        Terminator::Switch {
            value: Expr::Int(value),
            cases,
            default,
        } => Some(
            cases
                .iter()
                .find(|(case, _)| case == value)
                .map_or(*default, |(_, target)| *target),
        ),
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Return(_)
        | Terminator::Unwind(_)
        | Terminator::Unreachable => None,
    };
    if let Some(target) = known {
        *terminator = Terminator::Goto(target);
    }
}

/// Removes unreachable blocks, merges chains, and renumbers blocks in the old order.
pub(crate) fn merge_chains(function: &mut Function) {
    let count = function.blocks.len();
    if count == 0 {
        return;
    }
    let predecessors = count_predecessors(function);
    let mut blocks: Vec<Option<Block>> = std::mem::replace(&mut function.blocks, IndexVec::new())
        .iter()
        .cloned()
        .map(Some)
        .collect();
    for (index, count) in predecessors.iter().enumerate() {
        if *count == 0 {
            blocks[index] = None;
        }
    }
    for index in 0..count {
        while let Some(next) = only_successor(&blocks, &predecessors, index) {
            let Some(tail) = blocks[next].take() else {
                break;
            };
            if let Some(block) = &mut blocks[index] {
                block.stmts.extend(tail.stmts);
                block.terminator = tail.terminator;
                block.span = tail.span;
            }
        }
    }
    let mut renumbered = vec![BlockId(0); count];
    let mut kept = 0;
    for (index, block) in blocks.iter().enumerate() {
        if block.is_some() {
            renumbered[index] = BlockId::from_index(kept);
            kept += 1;
        }
    }
    function.blocks = blocks
        .into_iter()
        .flatten()
        .map(|mut block| {
            renumber(&mut block.terminator, &renumbered);
            block
        })
        .collect();
}

/// Edges into each block from reachable blocks; the entry has one more.
fn count_predecessors(function: &Function) -> Vec<u32> {
    let mut predecessors = vec![0u32; function.blocks.len()];
    predecessors[Function::ENTRY.index()] = 1;
    let mut work = vec![Function::ENTRY];
    while let Some(block) = work.pop() {
        function.blocks[block].terminator.successors(|next| {
            predecessors[next.index()] += 1;
            if predecessors[next.index()] == 1 {
                work.push(next);
            }
        });
    }
    predecessors
}

/// The only successor of a block, if it has no other predecessor.
fn only_successor(blocks: &[Option<Block>], predecessors: &[u32], index: usize) -> Option<usize> {
    let Terminator::Goto(next) = blocks[index].as_ref()?.terminator else {
        return None;
    };
    let alone = predecessors[next.index()] == 1;
    (next.index() != index && next != Function::ENTRY && alone).then(|| next.index())
}

fn renumber(terminator: &mut Terminator, numbers: &[BlockId]) {
    let change = |block: &mut BlockId| *block = numbers[block.index()];
    match terminator {
        Terminator::Goto(target) => change(target),
        Terminator::Branch {
            then, otherwise, ..
        } => {
            change(then);
            change(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, target)| change(target));
            change(default);
        }
        Terminator::IndirectGoto { targets, .. } => targets.iter_mut().for_each(change),
        Terminator::Invoke { normal, unwind, .. } => {
            change(normal);
            change(unwind);
        }
        Terminator::Return(_) | Terminator::Unwind(_) | Terminator::Unreachable => {}
    }
}

/// Sets `address_taken` of every local.
fn mark_addresses(function: &mut Function) {
    let mut taken: Vec<LocalId> = Vec::new();
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| collect(expr, &mut taken));
        }
        block
            .terminator
            .expressions(|expr| collect(expr, &mut taken));
    }
    for local in taken {
        function.locals[local].address_taken = true;
    }
}

fn collect(expr: &Expr, taken: &mut Vec<LocalId>) {
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        if let Expr::AddrOf(Variable::Local(local)) = expr {
            taken.push(*local);
        }
        expr.operands(|operand| stack.push(operand));
    }
}
