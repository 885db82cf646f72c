//! Pointers that may be read before they are set.
//!
//! Variables that are a single pointer and are accessed by name alone are followed; whether such a
//! variable was written on every way to a read is the usual forward analysis. Of other variables it
//! is looked whether all of their bytes are written right behind the declaration, as initialisers
//! do. Anything else that starts without a value may be read without one.

use cassay_base::{Id, IndexVec};
use cassay_ir::{BlockId, Expr, Function, LocalId, Place, Program, Stmt, StmtKind, Type, Variable};
use std::collections::BTreeSet;

/// The variables of a function from which a pointer may be read that was never written there.
pub(crate) fn maybe_unset(program: &Program, function: &Function) -> BTreeSet<LocalId> {
    let mut found: BTreeSet<LocalId> = function.locals.ids().collect();
    let initialised = initialised(program, function);
    found.retain(|local| !initialised.contains(local));
    let followed = followed(program, function);
    if followed.is_empty() {
        return found;
    }
    let read = read_unset(function, &followed);
    found.retain(|local| !followed.contains(local) || read.contains(local));
    found
}

/// Variables that are given values right behind each of their declarations.
fn initialised(program: &Program, function: &Function) -> BTreeSet<LocalId> {
    let mut declared = BTreeSet::new();
    let mut left = BTreeSet::new();
    for block in function.blocks.iter() {
        for (index, stmt) in block.stmts.iter().enumerate() {
            if let StmtKind::Declare(local) = stmt.kind {
                declared.insert(local);
                let written = written_first(program, function, local, &block.stmts[index + 1..]);
                let size = program.types.alloc_size(function.locals[local].ty);
                if !covers(written, size) {
                    left.insert(local);
                }
            }
        }
    }
    declared.retain(|local| !left.contains(local));
    declared
}

/// Ranges of bytes of a variable that are written before anything could read from it.
fn written_first(
    program: &Program,
    function: &Function,
    local: LocalId,
    stmts: &[Stmt],
) -> Vec<(u64, u64)> {
    let mut written = Vec::new();
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Store {
                place: Place::Variable(Variable::Local(stored), offset),
                value,
                ..
            } if *stored == local => {
                let ty = value.ty(program, function);
                let size = ty.map_or(0, |ty| program.types.alloc_size(ty));
                written.push((*offset, offset.saturating_add(size)));
            }
            StmtKind::MemSet { dst, len, .. } | StmtKind::MemCopy { dst, len, .. }
                if *dst == Expr::AddrOf(Variable::Local(local)) =>
            {
                let Expr::Int(len) = len else {
                    break;
                };
                written.push((0, len.to_u64().unwrap_or(0)));
            }
            StmtKind::Load {
                place: Place::Variable(variable, _),
                ..
            } if *variable != Variable::Local(local) => {}
            StmtKind::Store {
                place: Place::Variable(_, _),
                ..
            }
            | StmtKind::Assign { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Declare(_)
            | StmtKind::Alloc { .. } => {}
            // A copy of something else, or a set of it, could still lie between the parts.
            StmtKind::MemSet {
                dst: Expr::AddrOf(_),
                ..
            } => {}
            StmtKind::Load { .. }
            | StmtKind::Store { .. }
            | StmtKind::Dead(_)
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::Seal(_)
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. }
            | StmtKind::Spawn { .. }
            | StmtKind::Join { .. }
            | StmtKind::EndThread(_)
            | StmtKind::Call { .. }
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence
            | StmtKind::Unsupported(_) => break,
        }
    }
    written
}

/// Whether ranges of bytes cover so many from the first on.
fn covers(mut written: Vec<(u64, u64)>, size: u64) -> bool {
    written.sort_unstable();
    let mut reached = 0;
    for (start, end) in written {
        if start <= reached {
            reached = reached.max(end);
        }
    }
    reached >= size
}

/// Variables that are a pointer and whose address is nowhere taken.
fn followed(program: &Program, function: &Function) -> BTreeSet<LocalId> {
    let locals = function.locals.iter_enumerated();
    let mut found: BTreeSet<LocalId> = locals
        .filter(|(_, local)| *program.types.get(local.ty) == Type::Ptr)
        .map(|(id, _)| id)
        .collect();
    let mut pending: Vec<&Expr> = Vec::new();
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| pending.push(expr));
        }
        block.terminator.expressions(|expr| pending.push(expr));
        while let Some(expr) = pending.pop() {
            if let Expr::AddrOf(Variable::Local(local)) = expr {
                found.remove(local);
            }
            expr.operands(|operand| pending.push(operand));
        }
    }
    found
}

/// Those that some way leads to a read of without a write.
fn read_unset(function: &Function, followed: &BTreeSet<LocalId>) -> BTreeSet<LocalId> {
    let mut unset: IndexVec<BlockId, Option<BTreeSet<LocalId>>> =
        function.blocks.iter().map(|_| None).collect();
    if function.blocks.is_empty() {
        return BTreeSet::new();
    }
    unset[Function::ENTRY] = Some(followed.clone());
    let mut read = BTreeSet::new();
    let mut pending = BTreeSet::from([Function::ENTRY.index()]);
    while let Some(index) = pending.pop_first() {
        let block = BlockId::from_index(index);
        let Some(mut state) = unset[block].clone() else {
            continue;
        };
        for stmt in &function.blocks[block].stmts {
            step(&stmt.kind, followed, &mut state, &mut read);
        }
        function.blocks[block].terminator.successors(|next| {
            let changed = match &mut unset[next] {
                Some(known) => {
                    let before = known.len();
                    known.extend(state.iter().copied());
                    known.len() != before
                }
                unknown => {
                    *unknown = Some(state.clone());
                    true
                }
            };
            if changed {
                pending.insert(next.index());
            }
        });
    }
    read
}

fn step(
    kind: &StmtKind,
    followed: &BTreeSet<LocalId>,
    unset: &mut BTreeSet<LocalId>,
    read: &mut BTreeSet<LocalId>,
) {
    match kind {
        StmtKind::Store {
            place: Place::Variable(Variable::Local(local), 0),
            ..
        } => {
            unset.remove(local);
        }
        StmtKind::Load {
            place: Place::Variable(Variable::Local(local), _),
            ..
        } if unset.contains(local) => {
            read.insert(*local);
        }
        StmtKind::Declare(local) if followed.contains(local) => {
            unset.insert(*local);
        }
        StmtKind::Assign { .. }
        | StmtKind::Load { .. }
        | StmtKind::Store { .. }
        | StmtKind::Assume(_)
        | StmtKind::Assert { .. }
        | StmtKind::Havoc { .. }
        | StmtKind::Declare(_)
        | StmtKind::Dead(_)
        | StmtKind::Alloc { .. }
        | StmtKind::Free(_)
        | StmtKind::EndStack(_)
        | StmtKind::Seal(_)
        | StmtKind::MemCopy { .. }
        | StmtKind::MemSet { .. }
        | StmtKind::MemHavoc { .. }
        | StmtKind::Spawn { .. }
        | StmtKind::Join { .. }
        | StmtKind::EndThread(_)
        | StmtKind::Call { .. }
        | StmtKind::AtomicBegin
        | StmtKind::AtomicEnd
        | StmtKind::Fence
        | StmtKind::Unsupported(_) => {}
    }
}
