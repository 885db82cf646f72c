//! What a state still needs of an activation: the temporaries that may be read before they are set, and
//! the local variables whose contents may be.
//!
//! States that differ only in what is never read again lead to the same. A search that forgets it
//! ([`Machine::forget`](crate::machine::Machine::forget)) has fewer states. Local variables count only if
//! they are accessed directly, so that no pointer leads to them.

use cassay_base::{Id, IndexVec};
use cassay_ir::{Accessed, BlockId, Expr, Function, LocalId, Program, Size, StmtKind, Variable};

/// A set of temporaries and local variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn contains(&self, index: usize) -> bool {
        self.0
            .get(index / 64)
            .is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    fn insert(&mut self, index: usize) {
        if self.0.len() <= index / 64 {
            self.0.resize(index / 64 + 1, 0);
        }
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn remove(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    fn extend(&mut self, other: &Set) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(own, more)| *own |= more);
    }
}

/// What is live before each statement of a function.
#[derive(Debug)]
pub(crate) struct Live {
    /// By block and statement; the last is the terminator.
    points: IndexVec<BlockId, Vec<Set>>,
    temps: usize,
    /// The local variables whose contents can be forgotten.
    forgettable: Vec<LocalId>,
}

impl Live {
    /// Walks back from every use, until nothing changes.
    pub(crate) fn new(program: &Program, function: &Function) -> Live {
        let mut live = Live {
            points: function
                .blocks
                .iter()
                .map(|block| vec![Set::default(); block.stmts.len() + 1])
                .collect(),
            temps: function.temps.len(),
            forgettable: forgettable(function),
        };
        let mut changed = true;
        while changed {
            changed = false;
            for id in function.blocks.ids().rev() {
                changed |= live.walk(program, function, id);
            }
        }
        live
    }

    /// Walks back through a block; whether something else is live at its start than before.
    fn walk(&mut self, program: &Program, function: &Function, id: BlockId) -> bool {
        let block = &function.blocks[id];
        let mut set = Set::default();
        block.terminator.successors(|next| {
            if let Some(start) = self.points.get(next).and_then(|points| points.first()) {
                set.extend(start);
            }
        });
        if let Some(temp) = block.terminator.defines() {
            set.remove(temp.index());
        }
        block.terminator.expressions(|expr| add(&mut set, expr));
        let mut points = vec![set.clone()];
        for stmt in block.stmts.iter().rev() {
            self.step(program, function, &stmt.kind, &mut set);
            points.push(set.clone());
        }
        points.reverse();
        let changed = self.points[id].first() != points.first();
        self.points[id] = points;
        changed
    }

    /// What is live before a statement, from what is live after it.
    fn step(&self, program: &Program, function: &Function, kind: &StmtKind, set: &mut Set) {
        if let Some(temp) = kind.defines() {
            set.remove(temp.index());
        }
        if let StmtKind::Declare(local) | StmtKind::Dead(local) = kind {
            set.remove(self.temps + local.index());
        }
        kind.accesses(|access| {
            let Accessed::Variable(Variable::Local(local), offset) = access.to else {
                return;
            };
            let whole = function.locals.get(local).is_some_and(|variable| {
                let size = bytes(program, function, access.size);
                offset == 0 && size == Some(program.types.alloc_size(variable.ty))
            });
            match (access.writes, whole) {
                (true, true) => set.remove(self.temps + local.index()),
                (true, false) => {}
                (false, _) => set.insert(self.temps + local.index()),
            }
        });
        kind.expressions(|expr| add(set, expr));
    }

    /// Whether a temporary may be read from a point on.
    pub(crate) fn temp(&self, block: BlockId, stmt: usize, temp: usize) -> bool {
        self.contains(block, stmt, temp)
    }

    /// The local variables whose contents are not read from a point on.
    pub(crate) fn dead_locals(&self, block: BlockId, stmt: usize) -> impl Iterator<Item = LocalId> {
        let locals = self.forgettable.iter().copied();
        locals.filter(move |local| !self.contains(block, stmt, self.temps + local.index()))
    }

    fn contains(&self, block: BlockId, stmt: usize, index: usize) -> bool {
        let point = self.points.get(block).and_then(|points| points.get(stmt));
        // Elsewhere nothing is executed, so that everything may be kept.
        point.is_none_or(|set| set.contains(index))
    }
}

/// The number of bytes of an access, if it is that of a type.
fn bytes(program: &Program, function: &Function, size: Size<'_>) -> Option<u64> {
    let ty = match size {
        Size::OfTemp(temp) => function.temps.get(temp)?.ty,
        Size::OfValue(value) => value.ty(program, function)?,
        Size::Bytes(_) | Size::Object => return None,
    };
    Some(program.types.store_size(ty))
}

/// Adds the temporaries of an expression.
fn add(set: &mut Set, expr: &Expr) {
    expr.temps().for_each(|temp| set.insert(temp.index()));
}

/// The local variables that are accessed directly only.
fn forgettable(function: &Function) -> Vec<LocalId> {
    let mut named = Set::default();
    for expr in function.parts() {
        if let Expr::AddrOf(Variable::Local(local)) = expr {
            named.insert(local.index());
        }
    }
    let locals = function.locals.iter_enumerated();
    locals
        .filter(|(id, local)| {
            !local.address_taken && !local.arguments && !named.contains(id.index())
        })
        .map(|(id, _)| id)
        .collect()
}
