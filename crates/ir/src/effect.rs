//! What statements and expressions do, in one place.
//!
//! Who wants to know whether a statement may change memory, end an execution or make a verdict
//! unknown asks here and names no kind of statement: a new kind is classified once, and everybody who
//! does not have to decide about it follows. The classes are coarse. What an access goes to is said
//! by [`StmtKind::accesses`], what is evaluated by [`StmtKind::expressions`].

use crate::expr::Expr;
use crate::function::{Place, StmtKind, TempId, Terminator, Variable};
use crate::memory_order::MemoryOrder;

/// A set of things that a statement, the end of a block or an expression does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects(u16);

impl Effects {
    /// Nothing but computing and setting a temporary.
    pub const NONE: Effects = Effects(0);
    /// Reads the contents of memory.
    pub const READS: Effects = Effects(1);
    /// Writes to memory.
    pub const WRITES: Effects = Effects(1 << 1);
    /// Makes a new object that only a pointer leads to.
    pub const ALLOCATES: Effects = Effects(1 << 2);
    /// Ends the life of an object that a pointer leads to.
    pub const FREES: Effects = Effects(1 << 3);
    /// Starts or ends the life of a local variable.
    pub const SCOPES: Effects = Effects(1 << 4);
    /// Changes whether an object may be written.
    pub const SEALS: Effects = Effects(1 << 5);
    /// Enters another function.
    pub const CALLS: Effects = Effects(1 << 6);
    /// Starts or ends threads, or waits for them.
    pub const THREADS: Effects = Effects(1 << 7);
    /// May exclude executions: they are not considered further.
    pub const BLOCKS: Effects = Effects(1 << 8);
    /// May end the execution, or the thread that it belongs to.
    pub const ENDS: Effects = Effects(1 << 9);
    /// Claims something that may be violated.
    pub const CLAIMS: Effects = Effects(1 << 10);
    /// Takes a value that nothing before it determines.
    pub const CHOOSES: Effects = Effects(1 << 11);
    /// Orders what threads do.
    pub const ORDERS: Effects = Effects(1 << 12);
    /// Asks for the state of objects, not for their contents.
    pub const INSPECTS: Effects = Effects(1 << 13);
    /// Makes the verdict unknown.
    pub const UNSUPPORTED: Effects = Effects(1 << 14);

    /// Both together.
    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// Whether at least one of these is among them.
    pub const fn any(self, of: Effects) -> bool {
        self.0 & of.0 != 0
    }

    /// Whether there are none but these.
    pub const fn only(self, of: Effects) -> bool {
        self.0 & !of.0 == 0
    }
}

/// Where an access goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accessed<'a> {
    /// A variable, from a constant offset on.
    Variable(Variable, u64),
    /// What a pointer leads to.
    Behind(&'a Expr),
}

/// How much is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size<'a> {
    /// A value of the type of a temporary.
    OfTemp(TempId),
    /// A value of the type of an expression.
    OfValue(&'a Expr),
    /// A number of bytes.
    Bytes(&'a Expr),
    /// The whole object, whatever it is; nothing where there is none.
    Object,
}

/// One access of a statement to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access<'a> {
    /// Where it goes.
    pub to: Accessed<'a>,
    /// How much of it is accessed.
    pub size: Size<'a>,
    /// Whether it writes.
    pub writes: bool,
    /// Whether the source said `volatile`.
    pub volatile: bool,
    /// The order of an atomic access.
    pub order: Option<MemoryOrder>,
}

impl<'a> From<&'a Place> for Accessed<'a> {
    fn from(place: &'a Place) -> Self {
        match place {
            Place::Variable(variable, offset) => Accessed::Variable(*variable, *offset),
            Place::Deref(pointer, _) => Accessed::Behind(pointer),
        }
    }
}

impl StmtKind {
    /// What the statement itself does: not what a function does that it calls, nor what its
    /// expressions ask ([`Expr::effects`]).
    pub fn effects(&self) -> Effects {
        match self {
            StmtKind::Assign { .. } => Effects::NONE,
            StmtKind::Load { .. } => Effects::READS,
            StmtKind::Store { .. } | StmtKind::MemSet { .. } => Effects::WRITES,
            StmtKind::MemCopy { .. } => Effects::READS.and(Effects::WRITES),
            StmtKind::MemHavoc { .. } => Effects::WRITES.and(Effects::CHOOSES),
            StmtKind::Assume(_) | StmtKind::Wait { .. } => Effects::BLOCKS,
            StmtKind::Assert { .. } => Effects::CLAIMS.and(Effects::ENDS),
            StmtKind::Havoc { .. } => Effects::CHOOSES,
            StmtKind::Declare(_) | StmtKind::Dead(_) => Effects::SCOPES,
            StmtKind::Alloc { .. } => Effects::ALLOCATES,
            StmtKind::Free(_) | StmtKind::EndStack(_) => Effects::FREES,
            StmtKind::Seal(_) => Effects::SEALS,
            StmtKind::Spawn { .. } => Effects::THREADS,
            StmtKind::Join { .. } => Effects::THREADS.and(Effects::BLOCKS),
            StmtKind::EndThread(_) => Effects::THREADS.and(Effects::ENDS),
            StmtKind::Call { .. } => Effects::CALLS,
            StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Hold { .. } => Effects::ORDERS,
            StmtKind::Unsupported(_) => Effects::UNSUPPORTED.and(Effects::ENDS),
        }
    }

    /// Calls `visit` on every access of the statement itself to memory, reads before writes.
    pub fn accesses<'a>(&'a self, mut visit: impl FnMut(Access<'a>)) {
        let mut region = |pointer: &'a Expr, size: Size<'a>, writes: bool| {
            visit(Access {
                to: Accessed::Behind(pointer),
                size,
                writes,
                volatile: false,
                order: None,
            });
        };
        match self {
            StmtKind::Load {
                dst,
                place,
                volatile,
                order,
                ..
            } => visit(Access {
                to: place.into(),
                size: Size::OfTemp(*dst),
                writes: false,
                volatile: *volatile,
                order: *order,
            }),
            StmtKind::Store {
                place,
                value,
                volatile,
                order,
            } => visit(Access {
                to: place.into(),
                size: Size::OfValue(value),
                writes: true,
                volatile: *volatile,
                order: *order,
            }),
            StmtKind::MemCopy { dst, src, len, .. } => {
                region(src, Size::Bytes(len), false);
                region(dst, Size::Bytes(len), true);
            }
            StmtKind::MemSet { dst, len, .. } => region(dst, Size::Bytes(len), true),
            StmtKind::MemHavoc { dst, len, .. } => {
                let size = len.as_ref().map_or(Size::Object, Size::Bytes);
                region(dst, size, true);
            }
            StmtKind::Assign { .. }
            | StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Alloc { .. }
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::Seal(_)
            | StmtKind::Spawn { .. }
            | StmtKind::Join { .. }
            | StmtKind::EndThread(_)
            | StmtKind::Call { .. }
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Hold { .. }
            | StmtKind::Fence(_)
            | StmtKind::Unsupported(_) => {}
        }
    }
}

impl Terminator {
    /// What the end of a block itself does.
    pub fn effects(&self) -> Effects {
        match self {
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Return(_)
            | Terminator::Unwind(_) => Effects::NONE,
            Terminator::Invoke { .. } => Effects::CALLS,
            Terminator::Unreachable => Effects::ENDS,
        }
    }
}

impl Expr {
    /// What evaluating the expression does, operands left out.
    pub fn own_effects(&self) -> Effects {
        match self {
            Expr::Undef(_) => Effects::CHOOSES,
            Expr::Extent(_, _) | Expr::Memory(_, _, _) | Expr::Progress => Effects::INSPECTS,
            // Which bits have a value is part of what memory holds, and so are the pointers that
            // lead to objects of the heap.
            Expr::Initialised(_, _) | Expr::Heap(_) => Effects::INSPECTS.and(Effects::READS),
            Expr::Int(_)
            | Expr::Float(_, _)
            | Expr::Null
            | Expr::Temp(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Unary(_, _)
            | Expr::Binary(_, _, _)
            | Expr::Compare(_, _, _)
            | Expr::Overflow(_, _, _)
            | Expr::Cast(_, _, _)
            | Expr::Select(_, _, _)
            | Expr::PtrAdd(_, _)
            | Expr::Aggregate(_, _)
            | Expr::Component(_, _)
            | Expr::WithComponent(_, _, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _)
            | Expr::FloatCompare(_, _, _) => Effects::NONE,
        }
    }

    /// What evaluating the expression does.
    pub fn effects(&self) -> Effects {
        self.parts()
            .fold(Effects::NONE, |all, part| all.and(part.own_effects()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::LocalId;

    /// Statements with an access say so in both ways.
    #[test]
    fn accesses_and_effects_agree() {
        let pointer = Expr::AddrOf(Variable::Local(LocalId(0)));
        let len = Expr::int(64, 3);
        let kinds = [
            StmtKind::MemCopy {
                dst: pointer.clone(),
                src: pointer.clone(),
                len: len.clone(),
                may_overlap: false,
            },
            StmtKind::MemSet {
                dst: pointer.clone(),
                value: Expr::int(8, 0),
                len,
            },
            StmtKind::Load {
                dst: TempId(0),
                place: Place::Deref(pointer.clone(), 1),
                volatile: false,
                moves: false,
                order: None,
            },
            StmtKind::Free(pointer),
            StmtKind::Declare(LocalId(0)),
            StmtKind::Fence(MemoryOrder::SeqCst),
        ];
        for kind in kinds {
            let (mut reads, mut writes) = (false, false);
            kind.accesses(|access| {
                writes |= access.writes;
                reads |= !access.writes;
            });
            assert_eq!(reads, kind.effects().any(Effects::READS), "{kind:?}");
            assert_eq!(writes, kind.effects().any(Effects::WRITES), "{kind:?}");
        }
    }

    #[test]
    fn sets_know_their_members() {
        let both = Effects::READS.and(Effects::WRITES);
        assert!(both.any(Effects::WRITES) && !both.any(Effects::CALLS));
        assert!(Effects::READS.only(both) && !both.only(Effects::READS));
        assert!(Effects::NONE.only(Effects::NONE));
        let question = Expr::Undef(crate::TypeTable::BOOL).not();
        assert_eq!(question.effects(), Effects::CHOOSES);
    }
}
