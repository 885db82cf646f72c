//! The intermediate representation, used by all crates after the front-end.
//!
//! A [`Program`] is a set of functions, each a control-flow graph of basic blocks over *variables*
//! (locals and globals, which live in memory) and *temporaries* (typed values without an address).
//! Expressions are pure; everything that can change or end an execution is a statement or a
//! terminator. Signedness belongs to operators, never to types; the source type of a variable is
//! kept as a [`CType`](ctype::CType), for printing only.
//!
//! Separation: nothing here knows LLVM, terms, solvers or files.

pub mod allocation;
#[cfg(feature = "arbitrary")]
pub mod arbitrary;
pub mod claim;
pub mod claims;
pub mod control;
pub mod ctype;
pub mod effect;
pub mod ends;
pub mod expr;
pub mod fixed;
pub mod function;
pub mod input;
pub mod memory_model;
pub mod memory_order;
pub mod ops;
pub mod order;
pub mod part;
pub mod program;
pub mod property;
pub mod sharing;
pub mod sv_comp;
pub mod text;
pub mod types;
pub mod verify;
pub mod visit;

pub use cassay_float::{FloatKind, FloatOp, Rounding};
pub use claim::{ClaimId, ClaimIds};
pub use ctype::{CType, CTypeId, CTypeTable, Member, Signature};
pub use effect::{Access, Accessed, Effects, Size};
pub use expr::{
    BinaryOp, CastKind, CompareOp, Expr, Extent, FloatCompareOp, HeapQuestion, MemoryPredicate,
    OverflowOp, UnaryOp,
};
pub use fixed::{FixedFormat, FixedFormats};
pub use function::{
    AllocKind, Among, Block, BlockId, CallTarget, Family, Function, Local, LocalId, Place, Rows,
    Stmt, StmtKind, Temp, TempId, Terminator, Variable,
};
pub use input::InputSource;
pub use memory_model::{Buffering, MemoryModel};
pub use memory_order::MemoryOrder;
pub use program::{
    Constant, DataLayout, FuncId, GUARDED_THREAD, Global, GlobalId, INTERRUPTS, Initializer, Note,
    NoteId, NoteKind, Program, START,
};
pub use property::{Property, PropertyClass};
pub use types::{Field, StructType, Type, TypeId, TypeTable};
pub use verify::{VerifyError, verify};
pub use visit::{Call, Parts};
