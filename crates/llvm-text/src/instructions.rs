//! Instructions (LangRef, "Instruction Reference").
//!
//! One variant of [`InstKind`] for each instruction of the language. An instruction that is not
//! known is kept as [`InstKind::Unknown`] with its text, so that its users can say what they do
//! not support instead of losing the module.

use crate::attributes::Attributes;
use crate::metadata::Metadata;
use crate::types::{FunctionType, Ident, Name, Type};
use crate::values::{TypedValue, Value};
use std::sync::Arc;

/// An instruction of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The name or number of the result; `None` when the instruction yields nothing.
    /// A number left out in the text has been filled in.
    pub result: Option<Ident>,
    /// What it does.
    pub kind: InstKind,
    /// The `!dbg` location, usually a reference to a `DILocation`.
    pub dbg: Option<Metadata>,
    /// Other attached metadata, by kind name.
    pub metadata: Vec<(Name, Metadata)>,
    /// Line in the text, from 1.
    pub line: u32,
}

impl Instruction {
    /// The metadata attached under a kind other than `dbg`.
    pub fn metadata(&self, kind: &str) -> Option<&Metadata> {
        self.metadata
            .iter()
            .find(|(name, _)| &**name == kind)
            .map(|(_, value)| value)
    }
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum InstKind {
    /// `ret void` or `ret T value`.
    Ret(Option<TypedValue>),
    /// `br label %target`.
    Br {
        /// The target.
        target: Ident,
    },
    /// `br i1 cond, label %then, label %otherwise`.
    CondBr {
        /// The condition.
        cond: Value,
        /// Target if true.
        then: Ident,
        /// Target if false.
        otherwise: Ident,
    },
    /// `switch T value, label %default [ T c, label %b … ]`.
    Switch {
        /// The value looked at.
        value: TypedValue,
        /// Where to go otherwise.
        default: Ident,
        /// Constants and targets.
        cases: Vec<(TypedValue, Ident)>,
    },
    /// `indirectbr ptr address, [ label %a, … ]`.
    IndirectBr {
        /// The address of a block.
        address: TypedValue,
        /// All possible targets.
        targets: Vec<Ident>,
    },
    /// `invoke`.
    Invoke {
        /// The call.
        call: Box<Call>,
        /// Continuation on return.
        normal: Ident,
        /// Continuation on an exception.
        unwind: Ident,
    },
    /// `callbr`.
    CallBr {
        /// The call.
        call: Box<Call>,
        /// Continuation on fall-through.
        fallthrough: Ident,
        /// Other continuations.
        indirect: Vec<Ident>,
    },
    /// `resume T value`.
    Resume(TypedValue),
    /// `catchswitch within parent [ handlers ] unwind …`.
    CatchSwitch {
        /// The parent pad (`none` or a local).
        parent: Value,
        /// The handlers.
        handlers: Vec<Ident>,
        /// `unwind label %x`; `None` is `unwind to caller`.
        unwind: Option<Ident>,
    },
    /// `catchret from pad to label %x`.
    CatchRet {
        /// The pad left.
        pad: Value,
        /// The target.
        target: Ident,
    },
    /// `cleanupret from pad unwind …`.
    CleanupRet {
        /// The pad left.
        pad: Value,
        /// `unwind label %x`; `None` is `unwind to caller`.
        unwind: Option<Ident>,
    },
    /// `unreachable`.
    Unreachable,
    /// `fneg`.
    FNeg {
        /// Fast-math flags.
        flags: Flags,
        /// The operand.
        value: TypedValue,
    },
    /// A binary operation.
    Binary {
        /// Which.
        op: BinaryOp,
        /// `nuw`, `nsw`, `exact`, `disjoint`, fast-math.
        flags: Flags,
        /// The type of both operands and of the result.
        ty: Type,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// `extractelement`.
    ExtractElement {
        /// The vector.
        vector: TypedValue,
        /// The index.
        index: TypedValue,
    },
    /// `insertelement`.
    InsertElement {
        /// The vector.
        vector: TypedValue,
        /// The new element.
        element: TypedValue,
        /// The index.
        index: TypedValue,
    },
    /// `shufflevector`.
    ShuffleVector {
        /// First vector.
        first: TypedValue,
        /// Second vector.
        second: TypedValue,
        /// The mask, a constant vector.
        mask: TypedValue,
    },
    /// `extractvalue`.
    ExtractValue {
        /// The aggregate.
        aggregate: TypedValue,
        /// The path.
        indices: Vec<u32>,
    },
    /// `insertvalue`.
    InsertValue {
        /// The aggregate.
        aggregate: TypedValue,
        /// The new member.
        element: TypedValue,
        /// The path.
        indices: Vec<u32>,
    },
    /// `alloca`.
    Alloca {
        /// `inalloca`.
        inalloca: bool,
        /// `swifterror`.
        swifterror: bool,
        /// The type allocated.
        ty: Type,
        /// Number of elements; 1 when absent.
        count: Option<TypedValue>,
        /// `align n`.
        align: Option<u64>,
        /// `addrspace(n)`.
        addrspace: u32,
    },
    /// `load`.
    Load {
        /// `volatile`.
        volatile: bool,
        /// Set for `load atomic`.
        atomic: Option<AtomicAccess>,
        /// The type loaded.
        ty: Type,
        /// The address.
        pointer: TypedValue,
        /// `align n`.
        align: Option<u64>,
    },
    /// `store`.
    Store {
        /// `volatile`.
        volatile: bool,
        /// Set for `store atomic`.
        atomic: Option<AtomicAccess>,
        /// The value stored.
        value: TypedValue,
        /// The address.
        pointer: TypedValue,
        /// `align n`.
        align: Option<u64>,
    },
    /// `fence`.
    Fence(AtomicAccess),
    /// `cmpxchg`.
    CmpXchg {
        /// `weak`.
        weak: bool,
        /// `volatile`.
        volatile: bool,
        /// The address.
        pointer: TypedValue,
        /// The expected value.
        expected: TypedValue,
        /// The new value.
        new: TypedValue,
        /// Scope and ordering on success.
        success: AtomicAccess,
        /// Ordering on failure.
        failure: AtomicOrdering,
        /// `align n`.
        align: Option<u64>,
    },
    /// `atomicrmw`.
    AtomicRmw {
        /// `volatile`.
        volatile: bool,
        /// The operation's keyword: `xchg`, `add`, `umax`, `fadd`, …
        op: Name,
        /// The address.
        pointer: TypedValue,
        /// The operand.
        value: TypedValue,
        /// Scope and ordering.
        access: AtomicAccess,
        /// `align n`.
        align: Option<u64>,
    },
    /// `getelementptr`.
    GetElementPtr {
        /// `inbounds`, `nusw`, `nuw`.
        flags: Flags,
        /// The type the indices walk through.
        source: Type,
        /// The base.
        base: TypedValue,
        /// The indices.
        indices: Vec<TypedValue>,
    },
    /// A conversion.
    Cast {
        /// Which.
        op: CastOp,
        /// `nneg`, `nuw`, `nsw`, fast-math.
        flags: Flags,
        /// The operand.
        value: TypedValue,
        /// The type converted to.
        to: Type,
    },
    /// `icmp`.
    ICmp {
        /// `samesign`.
        flags: Flags,
        /// The comparison.
        pred: IntPredicate,
        /// The type of both operands.
        ty: Type,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// `fcmp`.
    FCmp {
        /// Fast-math flags.
        flags: Flags,
        /// The comparison.
        pred: FloatPredicate,
        /// The type of both operands.
        ty: Type,
        /// Left operand.
        lhs: Value,
        /// Right operand.
        rhs: Value,
    },
    /// `phi`.
    Phi {
        /// Fast-math flags.
        flags: Flags,
        /// The type.
        ty: Type,
        /// Values and the blocks they come from.
        incoming: Vec<(Value, Ident)>,
    },
    /// `select`.
    Select {
        /// Fast-math flags.
        flags: Flags,
        /// The condition, `i1` or a vector of them.
        cond: TypedValue,
        /// The value if true.
        then: TypedValue,
        /// The value if false.
        otherwise: TypedValue,
    },
    /// `freeze`.
    Freeze(TypedValue),
    /// `call`.
    Call(Box<Call>),
    /// `va_arg T list, U`.
    VaArg {
        /// The argument list.
        list: TypedValue,
        /// The type fetched.
        ty: Type,
    },
    /// `landingpad`.
    LandingPad {
        /// The result type.
        ty: Type,
        /// `cleanup`.
        cleanup: bool,
        /// Catch and filter clauses in order.
        clauses: Vec<LandingPadClause>,
    },
    /// `catchpad within %switch [args]`.
    CatchPad {
        /// The catchswitch.
        within: Value,
        /// The arguments.
        args: Vec<TypedValue>,
    },
    /// `cleanuppad within parent [args]`.
    CleanupPad {
        /// The parent pad.
        within: Value,
        /// The arguments.
        args: Vec<TypedValue>,
    },
    /// An instruction that this reader does not know or could not read.
    Unknown {
        /// Its first word.
        opcode: Name,
        /// Its text.
        text: Name,
    },
}

impl InstKind {
    /// Whether the instruction ends its block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            InstKind::Ret(_)
                | InstKind::Br { .. }
                | InstKind::CondBr { .. }
                | InstKind::Switch { .. }
                | InstKind::IndirectBr { .. }
                | InstKind::Invoke { .. }
                | InstKind::CallBr { .. }
                | InstKind::Resume(_)
                | InstKind::CatchSwitch { .. }
                | InstKind::CatchRet { .. }
                | InstKind::CleanupRet { .. }
                | InstKind::Unreachable
        )
    }

    /// The call of a `call`, `invoke` or `callbr`.
    pub fn as_call(&self) -> Option<&Call> {
        match self {
            InstKind::Call(call)
            | InstKind::Invoke { call, .. }
            | InstKind::CallBr { call, .. } => Some(call),
            _ => None,
        }
    }
}

/// A clause of a `landingpad`.
#[derive(Clone, Debug, PartialEq)]
pub enum LandingPadClause {
    /// `catch T value`.
    Catch(TypedValue),
    /// `filter T value`.
    Filter(TypedValue),
}

/// The common part of `call`, `invoke` and `callbr`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// `tail`, `musttail`, `notail`.
    pub tail: TailKind,
    /// Fast-math flags.
    pub flags: Flags,
    /// The calling convention's keyword (`fastcc`, `cc10`); `None` is C's.
    pub conv: Option<Name>,
    /// Attributes of the result.
    pub ret_attrs: Attributes,
    /// The result type.
    pub ret: Type,
    /// The function type, where written in full (always for variadic callees).
    pub function_type: Option<Arc<FunctionType>>,
    /// What is called.
    pub callee: Value,
    /// The arguments.
    pub args: Vec<Argument>,
    /// Function attributes of this call.
    pub attrs: Attributes,
    /// Operand bundles.
    pub bundles: Vec<OperandBundle>,
}

impl Call {
    /// The name of the function called, when it is called directly.
    pub fn callee_name(&self) -> Option<&str> {
        self.callee.as_global().and_then(Ident::as_name)
    }
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The type.
    pub ty: Type,
    /// Parameter attributes.
    pub attrs: Attributes,
    /// The value.
    pub value: Value,
}

/// An operand bundle: `"name"(T a, …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct OperandBundle {
    /// The tag.
    pub tag: Name,
    /// The operands.
    pub operands: Vec<TypedValue>,
}

/// The tail call marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TailKind {
    /// No marker.
    #[default]
    None,
    /// `tail`.
    Tail,
    /// `musttail`.
    MustTail,
    /// `notail`.
    NoTail,
}

/// Scope and ordering of an atomic access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtomicAccess {
    /// `syncscope("…")`.
    pub scope: Option<Name>,
    /// The ordering.
    pub ordering: AtomicOrdering,
}

/// The atomic orderings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOrdering {
    /// `unordered`.
    Unordered,
    /// `monotonic`.
    Monotonic,
    /// `acquire`.
    Acquire,
    /// `release`.
    Release,
    /// `acq_rel`.
    AcqRel,
    /// `seq_cst`.
    SeqCst,
}

/// Defines an enumeration of keywords together with its mapping from and to text.
macro_rules! keywords {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`.")] $variant,)*
        }

        impl $name {
            /// The one written with that keyword.
            pub fn from_keyword(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Its keyword.
            pub fn keyword(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}

keywords! {
    /// The binary operations.
    BinaryOp {
        Add = "add", FAdd = "fadd", Sub = "sub", FSub = "fsub", Mul = "mul", FMul = "fmul",
        UDiv = "udiv", SDiv = "sdiv", FDiv = "fdiv", URem = "urem", SRem = "srem",
        FRem = "frem", Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or",
        Xor = "xor",
    }
}

keywords! {
    /// The conversions.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpTrunc = "fptrunc", FpExt = "fpext",
        FpToUi = "fptoui", FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp",
        PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr", IntToPtr = "inttoptr",
        BitCast = "bitcast", AddrSpaceCast = "addrspacecast",
    }
}

keywords! {
    /// The integer comparisons.
    IntPredicate {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Sgt = "sgt",
        Sge = "sge", Slt = "slt", Sle = "sle",
    }
}

keywords! {
    /// The floating-point comparisons.
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole",
        One = "one", Ord = "ord", Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult",
        Ule = "ule", Une = "une", Uno = "uno", True = "true",
    }
}

/// The flags that can follow an opcode, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u32);

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);
    /// `nuw`: no unsigned wrap.
    pub const NUW: Flags = Flags(1);
    /// `nsw`: no signed wrap.
    pub const NSW: Flags = Flags(1 << 1);
    /// `exact`.
    pub const EXACT: Flags = Flags(1 << 2);
    /// `disjoint`.
    pub const DISJOINT: Flags = Flags(1 << 3);
    /// `nneg`.
    pub const NNEG: Flags = Flags(1 << 4);
    /// `samesign`.
    pub const SAMESIGN: Flags = Flags(1 << 5);
    /// `inbounds`.
    pub const INBOUNDS: Flags = Flags(1 << 6);
    /// `nusw`.
    pub const NUSW: Flags = Flags(1 << 7);
    /// `nnan`.
    pub const NNAN: Flags = Flags(1 << 8);
    /// `ninf`.
    pub const NINF: Flags = Flags(1 << 9);
    /// `nsz`.
    pub const NSZ: Flags = Flags(1 << 10);
    /// `arcp`.
    pub const ARCP: Flags = Flags(1 << 11);
    /// `contract`.
    pub const CONTRACT: Flags = Flags(1 << 12);
    /// `afn`.
    pub const AFN: Flags = Flags(1 << 13);
    /// `reassoc`.
    pub const REASSOC: Flags = Flags(1 << 14);
    /// `fast`: all fast-math flags.
    pub const FAST: Flags = Flags(0x7f << 8);

    /// The flag of that keyword.
    pub fn from_keyword(text: &str) -> Option<Flags> {
        Some(match text {
            "nuw" => Flags::NUW,
            "nsw" => Flags::NSW,
            "exact" => Flags::EXACT,
            "disjoint" => Flags::DISJOINT,
            "nneg" => Flags::NNEG,
            "samesign" => Flags::SAMESIGN,
            "inbounds" => Flags::INBOUNDS,
            "nusw" => Flags::NUSW,
            "nnan" => Flags::NNAN,
            "ninf" => Flags::NINF,
            "nsz" => Flags::NSZ,
            "arcp" => Flags::ARCP,
            "contract" => Flags::CONTRACT,
            "afn" => Flags::AFN,
            "reassoc" => Flags::REASSOC,
            "fast" => Flags::FAST,
            _ => return None,
        })
    }

    /// Whether all flags of `other` are set.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether no flag is set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}
