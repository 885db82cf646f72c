//! Which local variables of the body are alive, and sealed, where each block starts.

use cassay_base::{Id, IndexVec};
use cassay_ir::{BlockId, Function, LocalId, StmtKind};
use std::collections::BTreeSet;

/// Local variables at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lives {
    /// Alive on some path.
    pub may: BTreeSet<LocalId>,
    /// Alive on every path.
    pub must: BTreeSet<LocalId>,
    /// Sealed on some path.
    pub sealed: BTreeSet<LocalId>,
}

impl Lives {
    fn pass(&mut self, kind: &StmtKind) {
        if let StmtKind::Declare(local) = kind {
            self.may.insert(*local);
            self.must.insert(*local);
            self.sealed.remove(local);
        } else if let StmtKind::Dead(local) = kind {
            self.may.remove(local);
            self.must.remove(local);
            self.sealed.remove(local);
        } else if let StmtKind::Seal(local) = kind {
            self.sealed.insert(*local);
        }
    }

    fn join(&self, other: &Lives) -> Lives {
        Lives {
            may: self.may.union(&other.may).copied().collect(),
            must: self.must.intersection(&other.must).copied().collect(),
            sealed: self.sealed.union(&other.sealed).copied().collect(),
        }
    }
}

/// The variables at the start of each block; nothing where no path leads.
pub(crate) fn lives(function: &Function) -> IndexVec<BlockId, Option<Lives>> {
    let mut found: IndexVec<BlockId, Option<Lives>> =
        function.blocks.iter().map(|_| None).collect();
    found[Function::ENTRY] = Some(Lives::default());
    let mut todo = BTreeSet::from([Function::ENTRY.index()]);
    while let Some(index) = todo.pop_first() {
        let id = BlockId::from_index(index);
        let Some(mut now) = found[id].clone() else {
            continue;
        };
        for stmt in &function.blocks[id].stmts {
            now.pass(&stmt.kind);
        }
        function.blocks[id].terminator.successors(|next| {
            let joined = match &found[next] {
                Some(before) => before.join(&now),
                None => now.clone(),
            };
            if found[next].as_ref() != Some(&joined) {
                found[next] = Some(joined);
                todo.insert(next.index());
            }
        });
    }
    found
}
