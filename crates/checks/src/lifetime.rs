//! Where a local variable's scope may have ended: a forward may-analysis over `declare` and `dead`.

use crate::facts::Taken;
use cassay_base::Id;
use cassay_ir::{BlockId, Function, LocalId, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Locals that may be out of scope, by place.
pub(crate) struct Lifetimes {
    /// For each block, the locals that may be dead when it is entered.
    entering: Vec<BTreeSet<LocalId>>,
}

impl Lifetimes {
    pub(crate) fn new(function: &Function) -> Self {
        let mut lifetimes = Lifetimes {
            entering: vec![BTreeSet::new(); function.blocks.len()],
        };
        // Only what some block leaves dead can be dead elsewhere.
        let mut work: Vec<BlockId> = Vec::new();
        for id in function.blocks.ids().rev() {
            if !lifetimes.leaving(function, id).is_empty() {
                work.push(id);
            }
        }
        while let Some(block) = work.pop() {
            let leaving = lifetimes.leaving(function, block);
            function.blocks[block].terminator.successors(|next| {
                if let Some(entering) = lifetimes.entering.get_mut(next.index())
                    && !leaving.is_subset(entering)
                {
                    entering.extend(&leaving);
                    work.push(next);
                }
            });
        }
        lifetimes
    }

    fn leaving(&self, function: &Function, block: BlockId) -> BTreeSet<LocalId> {
        let mut dead = self.entering[block.index()].clone();
        walk(&mut dead, &function.blocks[block].stmts);
        dead
    }

    /// Whether the local may be out of scope before statement `place.1` of block `place.0`.
    pub(crate) fn may_be_dead(
        &self,
        function: &Function,
        place: (BlockId, usize),
        local: LocalId,
    ) -> bool {
        let (Some(entering), Some(block)) = (
            self.entering.get(place.0.index()),
            function.blocks.get(place.0),
        ) else {
            return true;
        };
        // The last marker before the place decides; without one, what entered.
        let before = block.stmts.iter().take(place.1);
        let last = before.rev().find_map(|stmt| marker(stmt, local));
        last.unwrap_or_else(|| entering.contains(&local))
    }
}

/// Whether a local may be another object than when its address was taken.
pub(crate) fn may_be_renewed(
    function: &Function,
    place: (BlockId, usize),
    local: LocalId,
    taken: Taken,
) -> bool {
    let marks = |stmts: &[Stmt]| stmts.iter().any(|stmt| marker(stmt, local).is_some());
    match taken {
        Taken::Here => false,
        Taken::Since((block, index)) if block == place.0 => {
            let between = function.blocks.get(block);
            let between = between.and_then(|block| block.stmts.get(index..place.1));
            // Used before it is taken in the same block: in an earlier round of a loop.
            between.is_none_or(marks)
        }
        Taken::Since(_) | Taken::Earlier => function.blocks.iter().any(|block| marks(&block.stmts)),
    }
}

/// Whether the statement ends (true) or starts (false) the life of the local.
fn marker(stmt: &Stmt, local: LocalId) -> Option<bool> {
    let (id, ends) = any_marker(stmt)?;
    (id == local).then_some(ends)
}

/// The local whose life the statement ends (true) or starts (false).
fn any_marker(stmt: &Stmt) -> Option<(LocalId, bool)> {
    if let StmtKind::Dead(id) = stmt.kind {
        return Some((id, true));
    }
    if let StmtKind::Declare(id) = stmt.kind {
        return Some((id, false));
    }
    None
}

fn walk(dead: &mut BTreeSet<LocalId>, stmts: &[Stmt]) {
    for (id, ends) in stmts.iter().filter_map(any_marker) {
        if ends {
            dead.insert(id);
        } else {
            dead.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::FuncId;
    use cassay_ir::text::parse;

    #[test]
    fn a_scope_in_a_loop_ends_each_round() {
        let program = parse(
            "fn f(%0: i1) -> void { var x: i32\n\
             bb0: goto bb1\n\
             bb1: if %0 goto bb2 else bb3\n\
             bb2: declare x fence dead x goto bb1\n\
             bb3: fence return }",
        )
        .unwrap();
        let function = &program.functions[FuncId(0)];
        let lifetimes = Lifetimes::new(function);
        let dead =
            |block, stmt| lifetimes.may_be_dead(function, (BlockId(block), stmt), LocalId(0));
        assert!(!dead(0, 0));
        assert!(dead(1, 0));
        assert!(dead(2, 0));
        assert!(!dead(2, 1));
        assert!(!dead(2, 2));
        assert!(dead(2, 3));
        assert!(dead(3, 0));
    }
}
