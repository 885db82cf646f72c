//! Loops without an end in which nothing can go wrong: `for (;;) {}`, a wait for an interrupt.
//!
//! An execution that enters one never violates anything again, so it need not be followed: it ends
//! there, as one that an assumption excludes. No bound could unwind such a loop to its end.

use cassay_base::Id;
use cassay_ir::{
    Block, BlockId, Expr, Function, Place, Program, Stmt, StmtKind, Terminator, TypeId, Variable,
};

/// Ends the executions that can do nothing but go round. All checks must have been applied.
pub(crate) fn cut_endless_loops(program: &mut Program) {
    for id in program.functions.ids() {
        let cut = going_round(program, &program.functions[id]);
        let blocks = &mut program.functions[id].blocks;
        for block in cut {
            let span = blocks[block].span;
            let never = StmtKind::Assume(Expr::bool(false));
            blocks[block].stmts = vec![Stmt { kind: never, span }];
            blocks[block].terminator = Terminator::Unreachable;
        }
    }
}

/// The blocks from which only quiet blocks can be reached.
fn going_round(program: &Program, function: &Function) -> Vec<BlockId> {
    let blocks = &function.blocks;
    let mut predecessors = vec![Vec::new(); blocks.len()];
    let mut quiet = Vec::with_capacity(blocks.len());
    for (id, block) in blocks.iter_enumerated() {
        quiet.push(is_quiet(program, function, block));
        let note = |to: BlockId| predecessors[to.index()].push(id.index());
        block.terminator.successors(note);
    }
    let mut heard: Vec<usize> = (0..quiet.len()).filter(|index| !quiet[*index]).collect();
    while let Some(index) = heard.pop() {
        for &from in &predecessors[index] {
            if std::mem::replace(&mut quiet[from], false) {
                heard.push(from);
            }
        }
    }
    blocks.ids().filter(|id| quiet[id.index()]).collect()
}

/// Whether nothing can go wrong in a block, and neither the function nor the program ends there.
fn is_quiet(program: &Program, function: &Function, block: &Block) -> bool {
    let goes_on = match &block.terminator {
        Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => true,
        Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Return(_)
        | Terminator::Unreachable => false,
    };
    let quiet = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Load { dst, place, .. } => {
            let ty = function.temps.get(*dst).map(|temp| temp.ty);
            is_inside(program, function, place, ty)
        }
        StmtKind::Store { place, value, .. } => {
            is_inside(program, function, place, value.ty(program, function))
        }
        StmtKind::Assign { .. }
        | StmtKind::Assume(_)
        | StmtKind::Havoc { .. }
        | StmtKind::Declare(_)
        | StmtKind::Dead(_)
        | StmtKind::AtomicBegin
        | StmtKind::AtomicEnd
        | StmtKind::Fence => true,
        StmtKind::Assert { .. }
        | StmtKind::Alloc { .. }
        | StmtKind::Free(_)
        | StmtKind::EndStack(_)
        | StmtKind::MemCopy { .. }
        | StmtKind::MemSet { .. }
        | StmtKind::MemHavoc { .. }
        | StmtKind::Spawn { .. }
        | StmtKind::Join { .. }
        | StmtKind::EndThread(_)
        | StmtKind::Call { .. }
        | StmtKind::Unsupported(_) => false,
    };
    goes_on && block.stmts.iter().all(quiet)
}

/// Whether an access as a type is one to a part of a variable.
fn is_inside(program: &Program, function: &Function, place: &Place, ty: Option<TypeId>) -> bool {
    let (Place::Variable(variable, offset), Some(ty)) = (place, ty) else {
        return false;
    };
    let whole = match variable {
        Variable::Local(id) => function.locals.get(*id).map(|local| local.ty),
        Variable::Global(id) => program.globals.get(*id).map(|global| global.ty),
    };
    let end = offset.saturating_add(program.types.alloc_size(ty));
    whole.is_some_and(|whole| end <= program.types.alloc_size(whole))
}
