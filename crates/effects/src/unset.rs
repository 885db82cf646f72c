//! Pointers that may be read before they are set.
//!
//! Only variables that are a single pointer and are accessed by name alone are followed; whether
//! such a variable was written on every way to a read is the usual forward analysis. Anything else
//! that starts without a value may be read without one.

use cassay_base::{Id, IndexVec};
use cassay_ir::{BlockId, Expr, Function, LocalId, Place, Program, StmtKind, Type, Variable};
use std::collections::BTreeSet;

/// The variables of a function from which a pointer may be read that was never written there.
pub(crate) fn maybe_unset(program: &Program, function: &Function) -> BTreeSet<LocalId> {
    let mut found: BTreeSet<LocalId> = function.locals.ids().collect();
    let followed = followed(program, function);
    if followed.is_empty() {
        return found;
    }
    let read = read_unset(function, &followed);
    found.retain(|local| !followed.contains(local) || read.contains(local));
    found
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
