//! Where a local variable's scope may have ended: a forward may-analysis over `declare` and `dead`.

use crate::facts::Taken;
use cassay_base::Id;
use cassay_ir::{BlockId, Function, LocalId, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// Locals that may be out of scope, by place.
pub(crate) struct Lifetimes {
    /// For each block, the locals that may be dead when it is entered.
    entering: Vec<BTreeSet<LocalId>>,
    /// For each block, the markers in it by local and place: whether they end its life.
    markers: Vec<BTreeMap<(LocalId, usize), bool>>,
}

impl Lifetimes {
    pub(crate) fn new(function: &Function) -> Self {
        let mut lifetimes = Lifetimes {
            entering: vec![BTreeSet::new(); function.blocks.len()],
            markers: function.blocks.iter().map(|b| markers(&b.stmts)).collect(),
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
    pub(crate) fn may_be_dead(&self, place: (BlockId, usize), local: LocalId) -> bool {
        let block = place.0.index();
        let (Some(entering), Some(markers)) = (self.entering.get(block), self.markers.get(block))
        else {
            return true;
        };
        // The last marker before the place decides; without one, what entered.
        let last = markers.range((local, 0)..(local, place.1)).next_back();
        last.map_or_else(|| entering.contains(&local), |(_, ends)| *ends)
    }

    /// Whether a local may be another object than when its address was taken.
    pub(crate) fn may_be_renewed(
        &self,
        place: (BlockId, usize),
        local: LocalId,
        taken: Taken,
    ) -> bool {
        let marked = |markers: &BTreeMap<(LocalId, usize), bool>, from: usize, to: usize| {
            markers.range((local, from)..(local, to)).next().is_some()
        };
        match taken {
            Taken::Here => false,
            Taken::Since((block, index)) if block == place.0 => {
                let markers = self.markers.get(block.index());
                // Used before it is taken in the same block: in an earlier round of a loop.
                index > place.1 || markers.is_none_or(|m| marked(m, index, place.1))
            }
            Taken::Since(_) | Taken::Earlier => {
                self.markers.iter().any(|m| marked(m, 0, usize::MAX))
            }
        }
    }
}

/// The markers of a block by local and place.
fn markers(stmts: &[Stmt]) -> BTreeMap<(LocalId, usize), bool> {
    let all = stmts.iter().enumerate();
    all.filter_map(|(place, stmt)| {
        let (local, ends) = any_marker(stmt)?;
        Some(((local, place), ends))
    })
    .collect()
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
        let dead = |block, stmt| lifetimes.may_be_dead((BlockId(block), stmt), LocalId(0));
        assert!(!dead(0, 0));
        assert!(dead(1, 0));
        assert!(dead(2, 0));
        assert!(!dead(2, 1));
        assert!(!dead(2, 2));
        assert!(dead(2, 3));
        assert!(dead(3, 0));
    }
}
