//! Inserts claims that goals are not reached.

use crate::goals::Goal;
use cassay_base::Span;
use cassay_ir::{
    Block, BlockId, ClaimId, Expr, Function, InputSource, Property, PropertyClass, Stmt, StmtKind,
    Terminator, TypeTable,
};

/// Where a goal is.
#[derive(Clone, Debug)]
pub(crate) enum At {
    /// Before the statement of this number in the block; before its end if there is none. With a condition, only
    /// where that holds.
    Before(BlockId, usize, Option<Expr>),
    /// Where the end of the block goes on at its successor of this number.
    Edge(BlockId, usize),
}

/// A goal of the list, and where it is.
pub(crate) struct Probe {
    pub(crate) goal: usize,
    pub(crate) at: At,
}

/// Inserts the probes of a function.
pub(crate) fn insert(function: &mut Function, probes: Vec<Probe>, goals: &[Goal]) {
    let mut before: Vec<(BlockId, usize, Option<Expr>, usize)> = Vec::new();
    for probe in probes {
        match probe.at {
            At::Edge(block, successor) => {
                let goal = &goals[probe.goal];
                let stmts = claim(function, goal);
                on_edge(function, block, successor, stmts, goal.span);
            }
            At::Before(block, index, cond) => before.push((block, index, cond, probe.goal)),
        }
    }
    // From the end on, so that numbers stay right.
    before.sort_by_key(|(block, index, _, _)| (*block, *index));
    for (block, index, cond, goal) in before.into_iter().rev() {
        let stmts = claim(function, &goals[goal]);
        match cond {
            None => {
                function.blocks[block].stmts.splice(index..index, stmts);
            }
            Some(cond) => where_it_holds(function, block, index, cond, stmts, goals[goal].span),
        }
    }
}

/// Puts a block with statements on an edge. Returns it.
pub(crate) fn on_edge(
    function: &mut Function,
    block: BlockId,
    successor: usize,
    stmts: Vec<Stmt>,
    span: Span,
) -> Option<BlockId> {
    let between = next_block(function);
    let mut target = None;
    let mut number = 0;
    function.blocks[block].terminator.successors_mut(|next| {
        if number == successor {
            target = Some(*next);
            *next = between;
        }
        number += 1;
    });
    Some(function.blocks.push(Block {
        stmts,
        terminator: Terminator::Goto(target?),
        span,
    }))
}

fn next_block(function: &Function) -> BlockId {
    // A function has fewer blocks than the text that it was read from has characters.
    BlockId(u32::try_from(function.blocks.len()).unwrap_or(u32::MAX))
}

/// Splits a block: where the condition holds, the statements come between its parts.
fn where_it_holds(
    function: &mut Function,
    block: BlockId,
    index: usize,
    cond: Expr,
    stmts: Vec<Stmt>,
    span: Span,
) {
    let split = &mut function.blocks[block];
    let rest = Block {
        stmts: split.stmts.split_off(index),
        terminator: std::mem::replace(&mut split.terminator, Terminator::Unreachable),
        span: split.span,
    };
    let rest = function.blocks.push(rest);
    let inside = function.blocks.push(Block {
        stmts,
        terminator: Terminator::Goto(rest),
        span,
    });
    let split = &mut function.blocks[block];
    split.span = span;
    split.terminator = Terminator::Branch {
        cond,
        then: inside,
        otherwise: rest,
    };
}

/// The claim that an input does not choose this goal here.
fn claim(function: &mut Function, goal: &Goal) -> Vec<Stmt> {
    let chosen = function.new_temp(TypeTable::BOOL);
    let kinds = [
        StmtKind::Havoc {
            dst: chosen,
            source: InputSource::Goal(number(goal.claim)),
            known: None,
        },
        StmtKind::Assert {
            claim: goal.claim,
            cond: Expr::Temp(chosen).not(),
            property: Property::new(PropertyClass::ErrorLabel, goal.what.to_string()),
        },
    ];
    let span = goal.span;
    kinds.map(|kind| Stmt { kind, span }).into()
}

/// The number of the input that says whether a claim counts. The input has no meaning in the program.
pub(crate) fn number(claim: ClaimId) -> usize {
    claim.0 as usize
}
