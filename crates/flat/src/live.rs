//! What may be read of temporaries and local variables behind the start of a block.

use cassay_base::{Id, IndexVec};
use cassay_ir::{
    Accessed, BlockId, Expr, Function, LocalId, Place, Program, StmtKind, TempId, Variable,
};
use std::collections::BTreeSet;

/// The temporaries that are alive at the start of each block.
pub fn live_temps(function: &Function) -> IndexVec<BlockId, BTreeSet<TempId>> {
    let mut live: IndexVec<BlockId, BTreeSet<TempId>> =
        function.blocks.iter().map(|_| BTreeSet::new()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..function.blocks.len()).rev() {
            let id = BlockId::from_index(index);
            let block = &function.blocks[id];
            let mut now: BTreeSet<TempId> = BTreeSet::new();
            block
                .terminator
                .successors(|next| now.extend(live[next].iter().copied()));
            block
                .terminator
                .expressions(|expr| now.extend(expr.temps()));
            for stmt in block.stmts.iter().rev() {
                if let Some(temp) = stmt.kind.defines() {
                    now.remove(&temp);
                }
                stmt.kind.expressions(|expr| now.extend(expr.temps()));
            }
            if now != live[id] {
                live[id] = now;
                changed = true;
            }
        }
    }
    live
}

/// The local variables whose contents may be read at the start of each block before they are set.
pub fn live_locals(program: &Program, function: &Function) -> IndexVec<BlockId, BTreeSet<LocalId>> {
    let mut live: IndexVec<BlockId, BTreeSet<LocalId>> =
        function.blocks.iter().map(|_| BTreeSet::new()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..function.blocks.len()).rev() {
            let id = BlockId::from_index(index);
            let block = &function.blocks[id];
            let mut now = BTreeSet::new();
            block
                .terminator
                .successors(|next| now.extend(live[next].iter().copied()));
            for stmt in block.stmts.iter().rev() {
                locals_before(program, function, &stmt.kind, &mut now);
            }
            if now != live[id] {
                live[id] = now;
                changed = true;
            }
        }
    }
    live
}

/// Steps back over a statement.
fn locals_before(
    program: &Program,
    function: &Function,
    kind: &StmtKind,
    live: &mut BTreeSet<LocalId>,
) {
    if let StmtKind::Declare(local) | StmtKind::Dead(local) = kind {
        live.remove(local);
    }
    if let StmtKind::Store {
        place: Place::Variable(Variable::Local(id), 0),
        value,
        ..
    } = kind
    {
        let types = &program.types;
        let size = value.ty(program, function).map(|ty| types.store_size(ty));
        if size == Some(types.alloc_size(function.locals[*id].ty)) {
            live.remove(id);
        }
    }
    kind.accesses(|access| {
        if let Accessed::Variable(Variable::Local(id), _) = access.to
            && !access.writes
        {
            live.insert(id);
        }
    });
    for part in kind.parts() {
        if let Expr::AddrOf(Variable::Local(id)) = part {
            live.insert(*id);
        }
    }
}
