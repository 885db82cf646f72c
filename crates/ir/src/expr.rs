//! Pure expressions over temporaries and constants.
//!
//! Evaluation never fails and never changes anything: division by zero and shifts past the width
//! have the value SMT-LIB gives them, because the checks that forbid them are separate assertions
//! placed before the use.

use crate::Function;
use crate::function::{TempId, Variable};
use crate::program::{FuncId, Program};
use crate::types::{Type, TypeId, TypeTable};
use cassay_bv::Bv;
use cassay_float::{FloatKind, FloatOp, Rounding};

/// Operators of one integer operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Bitwise complement; logical negation at width 1.
    Not,
    /// Two's complement negation.
    Neg,
}

/// Operators of two integers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Addition modulo 2^width.
    Add,
    /// Subtraction modulo 2^width.
    Sub,
    /// Multiplication modulo 2^width.
    Mul,
    /// Unsigned division; by zero: all ones.
    UDiv,
    /// Signed division truncating towards zero; by zero as SMT-LIB `bvsdiv`.
    SDiv,
    /// Unsigned remainder; by zero: the dividend.
    URem,
    /// Signed remainder with the sign of the dividend; by zero: the dividend.
    SRem,
    /// Left shift; past the width: zero.
    Shl,
    /// Logical right shift; past the width: zero.
    LShr,
    /// Arithmetic right shift; past the width: all sign bits.
    AShr,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

/// Comparisons of two integers of one width, or of two pointers; the result is `Int(1)`.
///
/// Pointers are equal when object and offset are. Ordered comparison of pointers compares
/// addresses (which is comparison of offsets within one object).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less.
    ULt,
    /// Unsigned less or equal.
    ULe,
    /// Signed less.
    SLt,
    /// Signed less or equal.
    SLe,
}

/// Predicates: does the operation overflow? The result is `Int(1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverflowOp {
    /// Signed addition.
    SAdd,
    /// Signed subtraction.
    SSub,
    /// Signed multiplication.
    SMul,
    /// Unsigned addition.
    UAdd,
    /// Unsigned subtraction.
    USub,
    /// Unsigned multiplication.
    UMul,
}

/// Comparisons of floating-point numbers: a set of outcomes for which the result is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatCompareOp {
    /// True when less.
    pub less: bool,
    /// True when equal.
    pub equal: bool,
    /// True when greater.
    pub greater: bool,
    /// True when either operand is not a number.
    pub unordered: bool,
}

/// Conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastKind {
    /// Integer to a narrower integer.
    Trunc,
    /// Integer to a wider one, zeros above.
    ZExt,
    /// Integer to a wider one, sign copied.
    SExt,
    /// The address of a pointer, extended with zeros or cut to the integer's width.
    PtrToInt,
    /// The pointer with that address.
    IntToPtr,
    /// The same bits as another type of the same size.
    Bitcast,
    /// Float to a float of another kind.
    FloatToFloat(Rounding),
    /// Float to signed integer, towards zero. What does not fit, and what is no number, gives
    /// [`cassay_float::indefinite`]: only the highest bit is set.
    FloatToSInt,
    /// Float to unsigned integer, towards zero. Out of range as for signed ones.
    FloatToUInt,
    /// Signed integer to float.
    SIntToFloat(Rounding),
    /// Unsigned integer to float.
    UIntToFloat(Rounding),
}

/// Queries about the object a pointer leads to; the result is pointer-wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Its size in bytes; zero when the pointer leads to no object.
    Size,
    /// The number of bytes from its start to the pointer; the address when there is no object.
    Offset,
}

/// Predicates on the memory a pointer leads to; the result is `Int(1)`.
///
/// The predicates are disjoint reasons: each holds trivially where an earlier one fails, so that a
/// bad access violates exactly one of the assertions built from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryPredicate {
    /// The pointer is not null.
    NotNull,
    /// The pointer is null or leads to some object, alive or not, of data (not a function).
    IsObject,
    /// If it leads to a heap object, that object has not been freed.
    NotFreed,
    /// If it leads to a local variable, its scope has not ended.
    NotExpired,
    /// If it leads to a live object, the `size` bytes from it lie inside the object.
    InBounds,
    /// If it leads to a live object, that object may be written.
    Writable,
    /// The pointer is null, or the start of a heap object (alive or freed).
    Freeable,
    /// If the pointer is the start of a heap object, the object is alive.
    NotDoublyFreed,
    /// If the pointer is the start of a live heap object, the object belongs to the [family](crate::Family)
    /// whose number is `size`.
    OfFamily,
    /// The pointer leads to the start of a function.
    IsFunction,
    /// If the pointer leads to a live object, both that object's alignment and the offset into it
    /// are multiples of `size`, so that the address is one wherever the object is placed.
    Aligned,
    /// No other thread stands before a write to one of the `size` bytes: the plain read of them that
    /// comes next does not race ([`race_claim`](crate::sharing::race_claim)).
    NoWriter,
    /// No other thread stands before an access to one of the `size` bytes: the plain write to them
    /// that comes next does not race.
    NoUser,
    /// No other thread has written any of the bytes since the thread has read them in the same block. Only
    /// claimed, right before the thread writes them ([`atomicity_claim`](crate::sharing::atomicity_claim)).
    Unchanged,
    /// No cycle of threads that wait for each other is possible by the lock at the address, which the thread
    /// acquires now, and others that were acquired. The size is its mode. Only claimed.
    InOrder,
}

/// Predicates on all heap objects that are alive at a point; the result is `Int(1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeapQuestion {
    /// There are none.
    Empty,
    /// The same where the program aborts, which is no place to free memory for some users.
    EmptyAtAbort,
    /// Each is reachable: some live variable, or a reachable heap object, holds a pointer into it.
    /// Variables are globals, locals of every active function whose scope has not ended, and
    /// storage that the program does not free. An object to which only a temporary points is not
    /// reachable.
    Tracked,
}

/// A pure expression. Its type is [`Expr::ty`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// An integer constant.
    Int(Bv),
    /// A floating-point constant by its bits.
    Float(FloatKind, Bv),
    /// The null pointer.
    Null,
    /// Any value of the type; each evaluation may give another one. LLVM's `undef` and `poison`.
    Undef(TypeId),
    /// The value of a temporary.
    Temp(TempId),
    /// The address of a variable.
    AddrOf(Variable),
    /// The address of a function.
    FuncAddr(FuncId),
    /// Integer operator.
    Unary(UnaryOp, Box<Expr>),
    /// Integer operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Integer or pointer comparison.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// Overflow predicate.
    Overflow(OverflowOp, Box<Expr>, Box<Expr>),
    /// Conversion to a type.
    Cast(CastKind, Box<Expr>, TypeId),
    /// The second when the first holds, else the third.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A pointer moved by a number of bytes (a signed integer as wide as a pointer).
    PtrAdd(Box<Expr>, Box<Expr>),
    /// An aggregate value from its components.
    Aggregate(TypeId, Vec<Expr>),
    /// A component of an aggregate value.
    Component(Box<Expr>, u32),
    /// An aggregate value with one component replaced.
    WithComponent(Box<Expr>, u32, Box<Expr>),
    /// Sign of a float flipped.
    FloatNeg(Box<Expr>),
    /// Float arithmetic on as many operands of one kind as the operator takes.
    FloatArith(FloatOp, Rounding, Vec<Expr>),
    /// Float comparison.
    FloatCompare(FloatCompareOp, Box<Expr>, Box<Expr>),
    /// Size of the object a pointer leads to, or offset into it.
    Extent(Extent, Box<Expr>),
    /// A predicate on memory: pointer, and the number of bytes (pointer-wide) if the predicate uses
    /// it.
    Memory(MemoryPredicate, Box<Expr>, Box<Expr>),
    /// Whether all bits selected by the mask, from the pointer on, are initialised; the result is
    /// `Int(1)`. The mask covers whole bytes, its lowest bits the byte pointed to. True if these
    /// bytes are not in a live object. See [`StmtKind::Load`](crate::StmtKind::Load) for which bits
    /// are initialised.
    Initialised(Box<Expr>, Bv),
    /// A predicate on the heap.
    Heap(HeapQuestion),
    /// Whether the thread gets past the wait or join that comes next, or some thread can still go on; the
    /// result is `Int(1)`. It is only claimed, right before that statement
    /// ([`progress_claim`](crate::sharing::progress_claim)).
    Progress,
}

impl Expr {
    /// The question about the heap that a condition asks, if it asks one.
    pub fn heap_question(&self) -> Option<HeapQuestion> {
        if let Expr::Heap(question) = self {
            return Some(*question);
        }
        let mut found = None;
        self.operands(|operand| found = found.or_else(|| operand.heap_question()));
        found
    }

    /// An integer constant from a machine word, truncated to the width.
    pub fn int(width: u32, value: u64) -> Expr {
        Expr::Int(Bv::from_u64(width, value))
    }

    /// A boolean constant.
    pub fn bool(value: bool) -> Expr {
        Expr::int(1, u64::from(value))
    }

    /// Logical or bitwise negation.
    #[allow(clippy::should_implement_trait)]
    pub fn not(self) -> Expr {
        Expr::Unary(UnaryOp::Not, Box::new(self))
    }

    /// A binary integer operation.
    pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    /// A comparison.
    pub fn compare(op: CompareOp, a: Expr, b: Expr) -> Expr {
        Expr::Compare(op, Box::new(a), Box::new(b))
    }

    /// A conversion.
    pub fn cast(kind: CastKind, value: Expr, ty: TypeId) -> Expr {
        Expr::Cast(kind, Box::new(value), ty)
    }

    /// A memory predicate.
    pub fn memory(predicate: MemoryPredicate, pointer: Expr, size: Expr) -> Expr {
        Expr::Memory(predicate, Box::new(pointer), Box::new(size))
    }

    /// A pointer moved by a constant number of bytes.
    pub fn offset_by(self, bytes: i64, pointer_bits: u32) -> Expr {
        if bytes == 0 {
            return self;
        }
        Expr::PtrAdd(
            Box::new(self),
            Box::new(Expr::Int(Bv::from_i64(pointer_bits, bytes))),
        )
    }

    /// The type of the expression inside `function`; `None` when it is ill-typed (the verifier
    /// says why) or its type was never interned.
    pub fn ty(&self, program: &Program, function: &Function) -> Option<TypeId> {
        let types = &program.types;
        match self {
            Expr::Int(value) => types.find_int(value.width()),
            Expr::Float(kind, _) => types.find(&Type::Float(*kind)),
            Expr::Undef(ty) | Expr::Cast(_, _, ty) | Expr::Aggregate(ty, _) => Some(*ty),
            Expr::Temp(temp) => function.temps.get(*temp).map(|t| t.ty),
            Expr::Null | Expr::AddrOf(_) | Expr::FuncAddr(_) | Expr::PtrAdd(_, _) => {
                Some(TypeTable::PTR)
            }
            Expr::Unary(_, a) | Expr::Binary(_, a, _) | Expr::WithComponent(a, _, _) => {
                a.ty(program, function)
            }
            Expr::FloatNeg(a) => a.ty(program, function),
            Expr::FloatArith(_, _, operands) => operands.first()?.ty(program, function),
            Expr::Extent(_, _) => types.find_int(types.pointer_bits()),
            Expr::Compare(_, _, _)
            | Expr::Overflow(_, _, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Memory(_, _, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => Some(TypeTable::BOOL),
            Expr::Select(_, a, _) => a.ty(program, function),
            Expr::Component(a, index) => types.component(a.ty(program, function)?, *index as usize),
        }
    }

    /// Whether evaluation creates a new input.
    pub fn has_input(&self) -> bool {
        self.parts().any(|part| matches!(part, Expr::Undef(_)))
    }
}
