//! Memory that only variables of the entry point to when it returns: lost by SV-COMP's definition,
//! for those variables are gone, yet published verdicts contradict each other about it. Under the
//! competition's properties such memory is therefore neither an alarm nor a proof: what is lost
//! although the variables still count is claimed where the entry returns, and the rest is left open.

use cassay_base::Id;
use cassay_ir::{
    Block, BlockId, CallTarget, Expr, FuncId, Function, HeapQuestion, Program, Property,
    PropertyClass, START, Stmt, StmtKind, Terminator,
};
use std::collections::BTreeSet;

/// What the verdict says about such memory.
const OPEN: &str = "memory that only variables of the entry point to when it returns";

/// Asks in both readings where the entry returns, instead of once behind it.
pub(crate) fn ask_both_ways(program: &mut Program) {
    let Some(start) = program.find_function(START) else {
        return;
    };
    let Some(entry) = last_call(&program.functions[start]) else {
        return;
    };
    leave_open(&mut program.functions[start]);
    let function = &mut program.functions[entry];
    for (block, index) in places(function) {
        let span = function.blocks[block].span;
        let kind = StmtKind::Assert {
            cond: Expr::Heap(HeapQuestion::Tracked),
            property: Property::of(PropertyClass::MemoryLeak),
        };
        function.blocks[block]
            .stmts
            .insert(index, Stmt { kind, span });
    }
}

/// The function that is called for its result or last of all with a body: the entry. Handlers run
/// behind it have no result.
fn last_call(start: &Function) -> Option<FuncId> {
    let stmts = start.blocks.iter().flat_map(|block| &block.stmts);
    let mut calls = stmts.filter_map(|stmt| match &stmt.kind {
        StmtKind::Call {
            dst,
            target: CallTarget::Direct(id),
            ..
        } => Some((dst.is_some(), *id)),
        _ => None,
    });
    calls.find(|(has_result, _)| *has_result).map(|(_, id)| id)
}

/// Makes the claim behind the entry a construct that is left open.
fn leave_open(start: &mut Function) {
    for id in start.blocks.ids() {
        let is_claim = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Assert { property, .. } => property.class == PropertyClass::MemoryLeak,
            _ => false,
        };
        let Some(index) = start.blocks[id].stmts.iter().position(is_claim) else {
            continue;
        };
        let span = start.blocks[id].stmts[index].span;
        // The claim stays behind the question, so that the property is still asked for elsewhere.
        let rest = start.blocks[id].stmts.split_off(index);
        let terminator =
            std::mem::replace(&mut start.blocks[id].terminator, Terminator::Unreachable);
        let then = start.blocks.push(Block {
            stmts: rest,
            terminator,
            span,
        });
        let kind = StmtKind::Unsupported(OPEN.into());
        let otherwise = start.blocks.push(Block {
            stmts: vec![Stmt { kind, span }],
            terminator: Terminator::Unreachable,
            span,
        });
        start.blocks[id].terminator = Terminator::Branch {
            cond: Expr::Heap(HeapQuestion::Tracked),
            then,
            otherwise,
        };
        return;
    }
}

/// Where a function is about to return, before the scopes of its variables end.
fn places(function: &Function) -> Vec<(BlockId, usize)> {
    let mut predecessors = vec![Vec::new(); function.blocks.len()];
    for (id, block) in function.blocks.iter_enumerated() {
        let note = |to: BlockId| predecessors[to.index()].push(id);
        block.terminator.successors(note);
    }
    let returns = |block: &&BlockId| {
        let terminator = &function.blocks[**block].terminator;
        matches!(terminator, Terminator::Return(_))
    };
    let ids: Vec<BlockId> = function.blocks.ids().collect();
    let mut pending: Vec<BlockId> = ids.iter().filter(returns).copied().collect();
    let mut seen: BTreeSet<BlockId> = pending.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(id) = pending.pop() {
        let stmts = &function.blocks[id].stmts;
        let ending = |stmt: &Stmt| {
            matches!(
                stmt.kind,
                StmtKind::Dead(_) | StmtKind::EndStack(_) | StmtKind::Load { .. }
            )
        };
        let tail = stmts.iter().rev().take_while(|stmt| ending(stmt)).count();
        let index = stmts.len() - tail;
        let before = &predecessors[id.index()];
        let goes_here =
            |from: &BlockId| matches!(function.blocks[*from].terminator, Terminator::Goto(_));
        if index == 0 && id != Function::ENTRY && before.iter().all(goes_here) {
            // The whole block ends scopes; others may end before it.
            for &from in before {
                if seen.insert(from) {
                    pending.push(from);
                }
            }
        } else {
            found.push((id, index));
        }
    }
    found.sort();
    found
}
