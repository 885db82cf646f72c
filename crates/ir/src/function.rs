//! Functions: variables, temporaries, basic blocks, statements and terminators.

use crate::claim::ClaimId;
use crate::ctype::CTypeId;
use crate::expr::Expr;
use crate::input::InputSource;
use crate::memory_order::MemoryOrder;
use crate::program::{FuncId, GlobalId, NoteId};
use crate::property::Property;
use crate::types::TypeId;
use cassay_base::{IndexVec, Span, define_id};
use cassay_bv::Bv;
use std::sync::Arc;

define_id!(
    /// A basic block.
    pub BlockId, "bb"
);
define_id!(
    /// A temporary: a typed value without an address, local to one activation.
    pub TempId, "%"
);
define_id!(
    /// A local variable: memory that lives from `declare` to `dead` or to the return.
    pub LocalId, "local"
);

/// A variable that has an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// Of the current activation.
    Local(LocalId),
    /// Of the program.
    Global(GlobalId),
}

/// A temporary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Temp {
    /// Its type.
    pub ty: TypeId,
}

/// A local variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Name in the source; empty for compiler-made storage.
    pub name: Arc<str>,
    /// Its type in memory.
    pub ty: TypeId,
    /// Its type in the source.
    pub ctype: CTypeId,
    /// Alignment in bytes.
    pub align: u64,
    /// Where it is declared.
    pub span: Span,
    /// Whether it holds a parameter, and which.
    pub param: Option<u32>,
    /// Whether its address is used for anything but direct loads and stores.
    pub address_taken: bool,
    /// Whether it is sealed at some point: read-only from then on.
    pub constant: bool,
    /// Whether it is a block of variable arguments or a list that leads to one. Its contents are
    /// only read with the type they were written with: claims of the program ensure it.
    pub arguments: bool,
    /// Whether it is a block of variable arguments, which a caller makes for one call.
    pub block: bool,
}

/// Where a load or store goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Inside a variable at a constant byte offset. The access may still leave the variable (or
    /// find it out of scope) when the source did so; then it is as invalid as through a pointer.
    Variable(Variable, u64),
    /// Through a pointer, claimed to be aligned to this many bytes.
    Deref(Expr, u64),
}

/// The callee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallTarget {
    /// A known function.
    Direct(FuncId),
    /// The function a pointer leads to.
    Indirect(Expr),
}

/// The kind of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AllocKind {
    /// Heap object, contents indeterminate.
    Heap,
    /// Heap object, contents zero.
    ZeroedHeap,
    /// Heap object of C++'s `operator new`, contents indeterminate.
    New,
    /// The same of `operator new[]`.
    NewArray,
    /// The same of `operator new` that is told an alignment.
    NewAligned,
    /// The same of `operator new[]` that is told an alignment.
    NewArrayAligned,
    /// Lives until the function returns (`alloca`, variable-length arrays).
    Stack,
    /// Lives as long as the program, contents indeterminate: storage of the library or the system.
    Static,
}

/// Functions that end the lifetime of what others of them began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `malloc` and its relatives, `free`.
    Malloc,
    /// `operator new`, `operator delete`.
    New,
    /// `operator new[]`, `operator delete[]`.
    NewArray,
    /// The forms of `operator new` and `operator delete` that are told an alignment.
    NewAligned,
    /// The same of `operator new[]` and `operator delete[]`.
    NewArrayAligned,
}

impl Family {
    /// Every family, by its number.
    pub const ALL: [Family; 5] = [
        Family::Malloc,
        Family::New,
        Family::NewArray,
        Family::NewAligned,
        Family::NewArrayAligned,
    ];

    /// The number by which [`MemoryPredicate::OfFamily`](crate::MemoryPredicate::OfFamily) names it.
    pub fn number(self) -> u64 {
        match self {
            Family::Malloc => 0,
            Family::New => 1,
            Family::NewArray => 2,
            Family::NewAligned => 3,
            Family::NewArrayAligned => 4,
        }
    }
}

impl AllocKind {
    /// The functions that the object belongs to, if it is on the heap.
    pub fn family(self) -> Option<Family> {
        match self {
            AllocKind::Heap | AllocKind::ZeroedHeap => Some(Family::Malloc),
            AllocKind::New => Some(Family::New),
            AllocKind::NewArray => Some(Family::NewArray),
            AllocKind::NewAligned => Some(Family::NewAligned),
            AllocKind::NewArrayAligned => Some(Family::NewArrayAligned),
            AllocKind::Stack | AllocKind::Static => None,
        }
    }
}

/// First contents that repeat from row to row, for objects too large to list them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Consecutive pointers.
    Pointers {
        /// The first.
        first: Expr,
        /// How many bytes each leads past the one before it; a power of two, 16 at least.
        step: u64,
    },
    /// Any bytes, but a zero at the end of every row.
    Texts {
        /// Bytes in a row; a power of two, 16 at least.
        length: u64,
    },
}

/// A statement with its place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it comes from.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// Sets a temporary.
    Assign {
        /// The temporary.
        dst: TempId,
        /// Its value, of the same type.
        value: Expr,
    },
    /// Reads memory into a temporary, as the temporary's type.
    ///
    /// Every bit of memory is initialised or not. A local variable, a stack object and a heap
    /// object that is not zeroed start uninitialised, everything else initialised. Stores, sets and
    /// havocs initialise bits; copies copy which bits are initialised.
    Load {
        /// The temporary.
        dst: TempId,
        /// Where from.
        place: Place,
        /// Whether the source said `volatile`.
        volatile: bool,
        /// Whether uninitialised bits stay so in the temporary and in copies of it (parts of a
        /// structure passed by value, the storage unit of a bit-field). Otherwise all bits of the
        /// temporary count as initialised.
        moves: bool,
        /// The order that an atomic access has towards other accesses; none for a plain access.
        order: Option<MemoryOrder>,
    },
    /// Writes a value to memory.
    Store {
        /// Where to.
        place: Place,
        /// The value; its type is that of the access.
        value: Expr,
        /// Whether the source said `volatile`.
        volatile: bool,
        /// The order that an atomic access has towards other accesses; none for a plain access.
        order: Option<MemoryOrder>,
    },
    /// Executions in which the condition is false are not considered further.
    Assume(Expr),
    /// Lets the thread go on only in states where the condition holds; until then it waits for other
    /// threads. In an atomic section a false condition means that the thread could not have begun the
    /// section in this state: it is still before it.
    Wait {
        /// The condition, `Int(1)`.
        cond: Expr,
        /// The only thread that can make the condition true, by its number plus 1; 0 if others may. `None`
        /// is the same as 0.
        holder: Option<Expr>,
    },
    /// Claims a condition. An execution that violates it ends there.
    Assert {
        /// Which claim of the program it is.
        claim: ClaimId,
        /// The condition, `Int(1)`.
        cond: Expr,
        /// Its description.
        property: Property,
    },
    /// Any value of the temporary's type.
    Havoc {
        /// The temporary.
        dst: TempId,
        /// Its source. An inexact value ([`InputSource::is_inexact`]) over-approximates a result
        /// that the real function determines.
        source: InputSource,
        /// With an expression, the value is a Boolean that selects how a result is computed and
        /// must not matter otherwise: symbolic execution chooses true exactly if it knows the
        /// expression to be a constant. Everything else treats it as an arbitrary value.
        known: Option<Expr>,
    },
    /// Begins the lifetime of a local variable, as a new object with indeterminate contents.
    Declare(LocalId),
    /// A local variable's scope ends.
    Dead(LocalId),
    /// Creates an object. The result is a pointer to its start.
    Alloc {
        /// The pointer.
        dst: TempId,
        /// Size in bytes, pointer-wide.
        size: Expr,
        /// Alignment in bytes.
        align: u64,
        /// The kind of the object.
        kind: AllocKind,
        /// The first contents of an [`AllocKind::Static`] object, if not indeterminate.
        rows: Option<Rows>,
    },
    /// Ends the lifetime of a heap object; no effect for a null pointer.
    Free(Expr),
    /// Ends the lifetime of an [`AllocKind::Stack`] object before the function returns, at the end
    /// of the scope of a variable-length array.
    EndStack(Expr),
    /// Seals a constant local variable after its initialisation: it is read-only from here on.
    Seal(LocalId),
    /// Copies bytes; regions may overlap when `may_overlap`.
    MemCopy {
        /// Pointer to the destination.
        dst: Expr,
        /// Pointer to the source.
        src: Expr,
        /// Number of bytes, pointer-wide.
        len: Expr,
        /// `memmove` rather than `memcpy`.
        may_overlap: bool,
    },
    /// Sets bytes.
    MemSet {
        /// Pointer to the destination.
        dst: Expr,
        /// The byte, `Int(8)`.
        value: Expr,
        /// Number of bytes, pointer-wide.
        len: Expr,
    },
    /// Gives bytes arbitrary contents, as if copied from a new object with indeterminate contents.
    MemHavoc {
        /// Pointer to the first byte; without a length, to anywhere in the object.
        dst: Expr,
        /// Number of bytes, pointer-wide. Without one: all bytes of the object the pointer leads
        /// to, or of the row of [`Rows::Texts`], which represents an object; no effect if it is not
        /// alive or not writable.
        len: Option<Expr>,
        /// Their source.
        source: InputSource,
        /// The set that each byte is in; without one, any byte.
        among: Option<Box<Among>>,
    },
    /// Starts a thread.
    Spawn {
        /// The temporary that gets the number of the thread, `Int(32)`.
        dst: TempId,
        /// The function it runs.
        target: CallTarget,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// Waits for a thread to end.
    Join {
        /// The temporary that gets what the thread returned.
        dst: TempId,
        /// The number of the thread, `Int(32)`.
        thread: Expr,
    },
    /// Ends the calling thread with a result for whoever joins it. The block ends here.
    EndThread(Expr),
    /// Calls a function.
    Call {
        /// Where the result goes.
        dst: Option<TempId>,
        /// Who is called.
        target: CallTarget,
        /// Arguments; beyond the parameters for variadic functions.
        args: Vec<Expr>,
    },
    /// Start of a region no other thread interrupts.
    AtomicBegin,
    /// End of such a region.
    AtomicEnd,
    /// Orders memory accesses between threads.
    Fence(MemoryOrder),
    /// From here on the thread holds a lock, or no longer.
    Hold {
        /// The address of the lock.
        lock: Expr,
        /// 0 if it is released, 1 if others can hold it as well, 2 if not; as wide as a pointer.
        mode: Expr,
    },
    /// A construct that is not lowered. An execution that reaches it makes the verdict unknown.
    Unsupported(Arc<str>),
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// Continues there.
    Goto(BlockId),
    /// Continues at the first when the condition holds, else at the second.
    Branch {
        /// The condition, `Int(1)`.
        cond: Expr,
        /// When it holds.
        then: BlockId,
        /// When it does not.
        otherwise: BlockId,
    },
    /// Continues where the value is listed.
    Switch {
        /// The value.
        value: Expr,
        /// Values, all different, with their targets.
        cases: Vec<(Bv, BlockId)>,
        /// Any other value.
        default: BlockId,
    },
    /// Continues at the block whose address the pointer is (computed `goto`).
    IndirectGoto {
        /// The index of the target in `targets`, as an integer.
        target: Expr,
        /// Possible targets.
        targets: Vec<BlockId>,
    },
    /// Calls, then continues at `normal`, or at `unwind` when the callee throws.
    Invoke {
        /// Where the result goes.
        dst: Option<TempId>,
        /// Who is called.
        target: CallTarget,
        /// Arguments.
        args: Vec<Expr>,
        /// After a return.
        normal: BlockId,
        /// After an exception.
        unwind: BlockId,
    },
    /// Leaves the function.
    Return(Option<Expr>),
    /// Leaves the function by an exception: its callers too, up to the first [`Terminator::Invoke`], which
    /// continues at `unwind`. A plain call passes an exception on to its caller. The operand is a pointer,
    /// and executions with different ones need not be merged before the handler is chosen; without one it is
    /// that of the exception that the function is left by already.
    Unwind(Option<Expr>),
    /// The execution ends here, silently: after `abort`, `exit`, a failed assertion.
    Unreachable,
}

/// A set of bytes, and the element that any other byte is mapped to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Among {
    /// A bit for every byte, `Int(64)` each, the lowest first.
    pub words: [Expr; 4],
    /// A byte of the set, `Int(8)`.
    pub otherwise: Expr,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Statements in order.
    pub stmts: Vec<Stmt>,
    /// The end.
    pub terminator: Terminator,
    /// Where the end comes from.
    pub span: Span,
}

/// A function. Without blocks it has no body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name for people.
    pub name: Arc<str>,
    /// The name that linkers see, if it is another one.
    pub symbol: Option<Arc<str>>,
    /// Temporaries that receive the arguments.
    pub params: Vec<TempId>,
    /// Type of the result.
    pub ret: TypeId,
    /// Whether it takes more arguments than parameters.
    pub variadic: bool,
    /// Temporaries.
    pub temps: IndexVec<TempId, Temp>,
    /// Local variables.
    pub locals: IndexVec<LocalId, Local>,
    /// Blocks; execution starts at block 0.
    pub blocks: IndexVec<BlockId, Block>,
    /// Where it is defined.
    pub span: Span,
    /// Whether it models a function of the C library. Its statements then carry the source location
    /// of the call in the program, if there is only one.
    pub model: bool,
    /// Whether it is a function of the C library without body or model: its results are inexact.
    pub library: bool,
    /// Notes about what its body assumes. Copies of the function share them.
    pub notes: Vec<NoteId>,
}

impl Function {
    /// The block where execution starts.
    pub const ENTRY: BlockId = BlockId(0);

    /// A function without body.
    pub fn declaration(name: impl Into<Arc<str>>, ret: TypeId, variadic: bool) -> Self {
        Function {
            name: name.into(),
            symbol: None,
            params: Vec::new(),
            ret,
            variadic,
            temps: IndexVec::new(),
            locals: IndexVec::new(),
            blocks: IndexVec::new(),
            span: Span::NONE,
            model: false,
            library: false,
            notes: Vec::new(),
        }
    }

    /// The name that linkers see.
    pub fn symbol(&self) -> &Arc<str> {
        self.symbol.as_ref().unwrap_or(&self.name)
    }

    /// The source of the result of a call without body.
    pub fn result_source(&self) -> InputSource {
        if self.library {
            InputSource::Unmodelled(format!("result of {}", self.name).into())
        } else {
            InputSource::Call(self.name.clone())
        }
    }

    /// Whether there is a body.
    pub fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Whether this is a function of the library that stands in tables for functions of any type, as the one
    /// that pure virtual functions are: it never returns, so that nobody gets its result.
    pub fn stands_for_any(&self) -> bool {
        let mut ends = self.blocks.iter().map(|block| &block.terminator);
        self.model && self.has_body() && !ends.any(|end| matches!(end, Terminator::Return(_)))
    }

    /// Adds a temporary.
    pub fn new_temp(&mut self, ty: TypeId) -> TempId {
        self.temps.push(Temp { ty })
    }
}
