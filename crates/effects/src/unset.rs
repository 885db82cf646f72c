//! Uninitialised pointers: variables from which a pointer may be read before it was written.
//!
//! Variables that are a single pointer and are accessed by name only are tracked by a forward
//! data-flow analysis: is such a variable written on every path to a read? Of other variables it is
//! checked whether all of their bytes are written directly after the declaration, as initialisers
//! do. Any other variable without initial value may be read uninitialised.

use cassay_base::{Id, IndexVec};
use cassay_ir::{
    Accessed, BlockId, Effects, Expr, Function, LocalId, Place, Program, Stmt, StmtKind, Type,
    Variable,
};
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

/// Variables that are initialised directly after each of their declarations.
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

/// What neither reads nor writes a variable, nor ends anything.
const HARMLESS: Effects = Effects::BLOCKS
    .and(Effects::CLAIMS)
    .and(Effects::ENDS)
    .and(Effects::CHOOSES)
    .and(Effects::ALLOCATES);

/// Ranges of bytes of a variable that are written before anything could read from it.
fn written_first(
    program: &Program,
    function: &Function,
    local: LocalId,
    stmts: &[Stmt],
) -> Vec<(u64, u64)> {
    let own = Variable::Local(local);
    let mut written = Vec::new();
    for stmt in stmts {
        let kind = &stmt.kind;
        if let StmtKind::Store {
            place: Place::Variable(variable, offset),
            value,
            ..
        } = kind
        {
            if *variable == own {
                let ty = value.ty(program, function);
                let size = ty.map_or(0, |ty| program.types.alloc_size(ty));
                written.push((*offset, offset.saturating_add(size)));
            }
        } else if let StmtKind::MemSet { dst, len, .. } | StmtKind::MemCopy { dst, len, .. } = kind
            && *dst == Expr::AddrOf(own)
        {
            let Expr::Int(len) = len else {
                break;
            };
            written.push((0, len.to_u64().unwrap_or(0)));
        } else if !lies_between(kind, own) {
            break;
        }
    }
    written
}

/// Whether a statement may stand between the writes that initialise a variable: it does not read it.
fn lies_between(kind: &StmtKind, own: Variable) -> bool {
    match kind {
        StmtKind::Load {
            place: Place::Variable(variable, _),
            ..
        } => *variable != own,
        // A set of something else could still lie between the parts.
        StmtKind::MemSet {
            dst: Expr::AddrOf(_),
            ..
        }
        | StmtKind::Declare(_) => true,
        other => other.effects().only(HARMLESS),
    }
}

/// Whether ranges cover the first bytes, up to a number.
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

/// Variables that are a pointer and whose address is not taken.
fn followed(program: &Program, function: &Function) -> BTreeSet<LocalId> {
    let locals = function.locals.iter_enumerated();
    let mut found: BTreeSet<LocalId> = locals
        .filter(|(_, local)| *program.types.get(local.ty) == Type::Ptr)
        .map(|(id, _)| id)
        .collect();
    for expr in function.parts() {
        if let Expr::AddrOf(Variable::Local(local)) = expr {
            found.remove(local);
        }
    }
    found
}

/// Variables that are read without a write on some path before.
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
    kind.accesses(|access| {
        let Accessed::Variable(Variable::Local(local), offset) = access.to else {
            return;
        };
        if !access.writes && unset.contains(&local) {
            read.insert(local);
        }
        if access.writes && offset == 0 {
            unset.remove(&local);
        }
    });
    if let StmtKind::Declare(local) = kind
        && followed.contains(local)
    {
        unset.insert(*local);
    }
}
