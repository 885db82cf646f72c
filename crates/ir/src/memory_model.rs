//! Memory models: when what a thread stores reaches the memory that other threads read.
//!
//! Under sequential consistency that is at once. Under the other models a thread has a buffer: a store
//! goes there, and reaches memory at some later moment, which is its *commit*. A thread reads its own
//! latest store to a byte from its buffer, and everything else from memory.
//!
//! - Total store order (x86, SPARC TSO): the stores of a thread are committed in their order.
//! - Partial store order (SPARC PSO): stores to the same byte are committed in their order, others in any.
//!
//! Loads are never delayed. C11 orders mean what compilers for these machines make of them. A relaxed
//! or release store is delayed. Under partial store order a release store is committed behind all earlier
//! ones, and a release fence separates earlier stores from later ones. Sequentially consistent stores and
//! fences, read-modify-write instructions and atomic sections wait until the buffer is empty, and so do
//! the creation and the join of a thread. Whoever joins a thread sees all its stores.
//!
//! Objects are created and end their lives at once: an access to an object whose life has ended is an
//! error, whether or not a processor would have noticed. Stores to it that are still in a buffer are lost.
//!
//! A statement that stores several bytes (a structure, `memcpy`) is one store, as it is one step under
//! sequential consistency.
//!
//! Invariant: symbolic execution and the interpreter both ask [`MemoryModel::buffering`], so that they
//! agree on which stores are delayed.

use crate::function::StmtKind;
use crate::memory_order::MemoryOrder;
use crate::program::Program;

/// A memory model.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
)]
pub enum MemoryModel {
    /// Sequential consistency.
    #[default]
    Sc,
    /// Total store order.
    Tso,
    /// Partial store order.
    Pso,
}

/// What a statement has to do with the buffer of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffering {
    /// Nothing.
    None,
    /// What it stores is delayed.
    Delays,
    /// What it stores is delayed, and committed behind all earlier stores.
    DelaysBehind,
    /// Later stores are committed behind earlier ones.
    Separates,
    /// All earlier stores are committed before it, and what it stores is at once.
    Drains,
}

impl MemoryModel {
    /// Every model, strongest first.
    pub const ALL: [MemoryModel; 3] = [MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso];

    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            MemoryModel::Sc => "sc",
            MemoryModel::Tso => "tso",
            MemoryModel::Pso => "pso",
        }
    }

    /// The model of a name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.word() == word)
    }

    /// Its name in words.
    pub fn title(self) -> &'static str {
        match self {
            MemoryModel::Sc => "sequential consistency",
            MemoryModel::Tso => "total store order",
            MemoryModel::Pso => "partial store order",
        }
    }

    /// Whether stores can be delayed.
    pub fn is_weak(self) -> bool {
        match self {
            MemoryModel::Sc => false,
            MemoryModel::Tso | MemoryModel::Pso => true,
        }
    }

    /// What a statement outside of atomic sections has to do with the buffer of its thread.
    pub fn buffering(self, kind: &StmtKind) -> Buffering {
        if !self.is_weak() {
            return Buffering::None;
        }
        match kind {
            StmtKind::Store { order, .. } => self.store(*order),
            StmtKind::MemCopy { .. } | StmtKind::MemSet { .. } | StmtKind::MemHavoc { .. } => {
                Buffering::Delays
            }
            StmtKind::Fence(order) => self.fence(*order),
            StmtKind::AtomicBegin | StmtKind::Spawn { .. } | StmtKind::Join { .. } => {
                Buffering::Drains
            }
            StmtKind::Assign { .. }
            | StmtKind::Load { .. }
            | StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Hold { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Alloc { .. }
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::Seal(_)
            | StmtKind::EndThread(_)
            | StmtKind::Call { .. }
            | StmtKind::AtomicEnd
            | StmtKind::Unsupported(_) => Buffering::None,
        }
    }

    fn store(self, order: Option<MemoryOrder>) -> Buffering {
        match (self, order) {
            (MemoryModel::Sc, _) => Buffering::None,
            (_, Some(MemoryOrder::SeqCst)) => Buffering::Drains,
            (MemoryModel::Pso, Some(MemoryOrder::Release | MemoryOrder::AcqRel)) => {
                Buffering::DelaysBehind
            }
            (
                MemoryModel::Tso | MemoryModel::Pso,
                None
                | Some(
                    MemoryOrder::Relaxed
                    | MemoryOrder::Acquire
                    | MemoryOrder::Release
                    | MemoryOrder::AcqRel,
                ),
            ) => Buffering::Delays,
        }
    }

    fn fence(self, order: MemoryOrder) -> Buffering {
        match (self, order) {
            (MemoryModel::Tso | MemoryModel::Pso, MemoryOrder::SeqCst) => Buffering::Drains,
            (MemoryModel::Pso, MemoryOrder::Release | MemoryOrder::AcqRel) => Buffering::Separates,
            (MemoryModel::Sc, _)
            | (MemoryModel::Tso, MemoryOrder::Release | MemoryOrder::AcqRel)
            | (_, MemoryOrder::Relaxed | MemoryOrder::Acquire) => Buffering::None,
        }
    }
}

/// Whether some atomic access or fence of a program has an order that allows more than sequential
/// consistency.
pub fn uses_weak_orders(program: &Program) -> bool {
    let is_weak = |order: MemoryOrder| order != MemoryOrder::SeqCst;
    let mut functions = program.functions.iter();
    functions.any(|function| {
        let mut statements = function.statements();
        statements.any(|stmt| {
            let mut weak = matches!(stmt.kind, StmtKind::Fence(order) if is_weak(order));
            stmt.kind
                .accesses(|access| weak |= access.order.is_some_and(is_weak));
            weak
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Expr;
    use crate::function::{Place, Variable};
    use crate::program::GlobalId;

    fn store(order: Option<MemoryOrder>) -> StmtKind {
        StmtKind::Store {
            place: Place::Variable(Variable::Global(GlobalId(0)), 0),
            value: Expr::bool(true),
            volatile: false,
            order,
        }
    }

    #[test]
    fn orders_mean_what_compilers_make_of_them() {
        use MemoryModel::{Pso, Sc, Tso};
        let release = Some(MemoryOrder::Release);
        for (model, kind, expected) in [
            (Sc, store(None), Buffering::None),
            (Tso, store(None), Buffering::Delays),
            (Tso, store(release), Buffering::Delays),
            (Pso, store(release), Buffering::DelaysBehind),
            (Pso, store(Some(MemoryOrder::Relaxed)), Buffering::Delays),
            (Tso, store(Some(MemoryOrder::SeqCst)), Buffering::Drains),
            (Tso, StmtKind::Fence(MemoryOrder::Release), Buffering::None),
            (
                Pso,
                StmtKind::Fence(MemoryOrder::Release),
                Buffering::Separates,
            ),
            (Pso, StmtKind::Fence(MemoryOrder::Acquire), Buffering::None),
            (Tso, StmtKind::Fence(MemoryOrder::SeqCst), Buffering::Drains),
            (Sc, StmtKind::Fence(MemoryOrder::SeqCst), Buffering::None),
            (Pso, StmtKind::AtomicBegin, Buffering::Drains),
        ] {
            assert_eq!(model.buffering(&kind), expected, "{model:?} {kind:?}");
        }
    }

    #[test]
    fn names_read_back() {
        for model in MemoryModel::ALL {
            assert_eq!(MemoryModel::from_word(model.word()), Some(model));
        }
        assert_eq!(MemoryModel::from_word("power"), None);
    }
}
