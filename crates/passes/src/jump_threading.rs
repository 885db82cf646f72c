//! Jump threading: separates the paths that clang merges at the end of a scope.
//!
//! All exits of a scope (`return`, `break`, its end) share one block that ends the lifetimes of its
//! variables. Each exit stores a number first, and a `switch` on that number after the shared block
//! separates them again. Merging states there would lose what is known on each path. So a block
//! that stores a constant and goes to such a `switch` gets a copy of the statements before the
//! `switch` and jumps directly to the target for that constant. The shared block stays for other
//! predecessors and is removed when there are none.

use crate::tidy_blocks::merge_chains;
use cassay_ir::{
    Accessed, BlockId, Effects, Expr, Function, LocalId, Place, Program, Stmt, StmtKind,
    Terminator, Variable,
};

/// Blocks with more statements are not copied.
const MAX_STATEMENTS: usize = 16;

/// The largest number of nested scopes that one exit is followed through.
const MAX_SCOPES: usize = 64;

/// Redirects every block to the target of the number it stores. `address_taken` of the variables
/// must be set.
pub(crate) fn thread_jumps(program: &mut Program) {
    for function in program.functions.iter_mut() {
        thread(function);
        merge_chains(function);
    }
}

fn thread(function: &mut Function) {
    for block in function.blocks.ids() {
        for _ in 0..MAX_SCOPES {
            let Some((stmts, target)) = threaded_target(function, block) else {
                break;
            };
            let block = &mut function.blocks[block];
            block.stmts.extend(stmts);
            block.terminator = Terminator::Goto(target);
        }
    }
}

/// The statements of the shared block after a block, and the target that the stored number selects.
fn threaded_target(function: &Function, block: BlockId) -> Option<(Vec<Stmt>, BlockId)> {
    let Terminator::Goto(shared) = function.blocks[block].terminator else {
        return None;
    };
    let stmts = &function.blocks[shared].stmts;
    if shared == block || stmts.len() > MAX_STATEMENTS || !stmts.iter().all(is_copied) {
        return None;
    }
    let Terminator::Switch {
        value: Expr::Temp(value),
        cases,
        default,
    } = &function.blocks[shared].terminator
    else {
        return None;
    };
    let number = stmts.iter().rev().find_map(|stmt| {
        if let StmtKind::Load {
            dst,
            place: Place::Variable(Variable::Local(local), 0),
            volatile: false,
            moves: _,
            order: _,
        } = &stmt.kind
            && dst == value
        {
            return Some(*local);
        }
        None
    })?;
    let local = &function.locals[number];
    if local.address_taken || !local.name.is_empty() {
        return None;
    }
    let stored = stored_last(&function.blocks[block].stmts, number)?;
    let case = cases.iter().find(|(case, _)| case == stored);
    let target = case.map_or(*default, |(_, target)| *target);
    Some((stmts.clone(), target))
}

/// The constant that a variable without address holds after some statements.
fn stored_last(stmts: &[Stmt], local: LocalId) -> Option<&cassay_bv::Bv> {
    for stmt in stmts.iter().rev() {
        if let StmtKind::Store {
            place: Place::Variable(Variable::Local(stored), offset),
            value,
            ..
        } = &stmt.kind
            && *stored == local
        {
            return value.as_int().filter(|_| *offset == 0);
        }
        if may_change(&stmt.kind, local) {
            return None;
        }
    }
    None
}

/// Whether a statement may write to a variable without address, or start or end its life.
fn may_change(kind: &StmtKind, local: LocalId) -> bool {
    if let StmtKind::Declare(other) | StmtKind::Dead(other) = kind {
        return *other == local;
    }
    let mut writes = kind.effects().any(Effects::SCOPES);
    kind.accesses(|access| {
        if let Accessed::Variable(Variable::Local(other), _) = access.to {
            writes |= access.writes && other == local;
        }
    });
    writes
}

/// Whether a statement may be duplicated: it ends a lifetime or only computes.
fn is_copied(stmt: &Stmt) -> bool {
    matches!(
        &stmt.kind,
        StmtKind::Dead(_)
            | StmtKind::EndStack(_)
            | StmtKind::Assign { .. }
            | StmtKind::Load {
                place: Place::Variable(_, _),
                volatile: false,
                ..
            }
    )
}
