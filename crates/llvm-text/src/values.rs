//! Values and constants (LangRef, "Constants" and "Constant Expressions").
//!
//! A constant is always read against the type written before it, so floating-point constants
//! are kept as the exact bits of that type's own format, whatever notation the text used.
//! Integer constants are kept as written, independent of width: see
//! [`IntConst`](crate::IntConst).

use std::sync::Arc;

use crate::instructions::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate};
use crate::int::IntConst;
use crate::metadata::Metadata;
use crate::types::{FloatKind, Ident, Name, Type};

/// A value with the type written before it.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedValue {
    /// The type.
    pub ty: Type,
    /// The value.
    pub value: Value,
}

/// What can stand as an operand of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `%x`: an argument or the result of an instruction.
    Local(Ident),
    /// A constant, among them the addresses of globals and functions.
    Const(Constant),
    /// `asm "…", "…"`, only as a callee.
    InlineAsm(Arc<InlineAsm>),
    /// A metadata argument of a call.
    Metadata(Metadata),
}

impl Value {
    /// The global named by this value, when it is one plainly (no constant expression around).
    pub fn as_global(&self) -> Option<&Ident> {
        if let Value::Const(Constant::Global(name)) = self {
            Some(name)
        } else {
            None
        }
    }

    /// The local name, when the value is one.
    pub fn as_local(&self) -> Option<&Ident> {
        if let Value::Local(name) = self {
            Some(name)
        } else {
            None
        }
    }

    /// The constant, when the value is one.
    pub fn as_const(&self) -> Option<&Constant> {
        if let Value::Const(constant) = self {
            Some(constant)
        } else {
            None
        }
    }
}

/// A constant with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedConstant {
    /// The type.
    pub ty: Type,
    /// The constant.
    pub value: Constant,
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An integer; `true` is 1 and `false` is 0.
    Int(IntConst),
    /// A floating-point number.
    Float(FloatConst),
    /// `null`.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `zeroinitializer`.
    Zero,
    /// `none`, the empty token.
    None,
    /// `c"…"`: an array of `i8`, escapes decoded.
    Bytes(Arc<[u8]>),
    /// `[T a, T b]`.
    Array(Vec<TypedConstant>),
    /// `{ T a, U b }` or `<{ … }>`.
    Struct {
        /// Whether written as `<{ … }>`.
        packed: bool,
        /// The fields.
        fields: Vec<TypedConstant>,
    },
    /// `<T a, T b>`.
    Vector(Vec<TypedConstant>),
    /// `splat (T a)`.
    Splat(Box<TypedConstant>),
    /// The address of a global variable, function, alias or ifunc.
    Global(Ident),
    /// `blockaddress(@f, %bb)`.
    BlockAddress {
        /// The function.
        function: Ident,
        /// The block in it.
        block: Ident,
    },
    /// `dso_local_equivalent @f`.
    DsoLocalEquivalent(Ident),
    /// `no_cfi @f`.
    NoCfi(Ident),
    /// `ptrauth (…)`, operands in order.
    PtrAuth(Vec<TypedConstant>),
    /// A constant expression.
    Expr(Box<ConstExpr>),
    /// A constant whose keyword this reader does not know, with its text.
    Unknown(Name),
}

/// A floating-point constant: the exact bits of its type's own format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatConst {
    /// The format.
    pub kind: FloatKind,
    /// Low and high half of the bits; two words keep every operand smaller than one `u128`.
    halves: [u64; 2],
}

impl FloatConst {
    /// The constant of that format with those bits.
    pub fn new(kind: FloatKind, bits: u128) -> FloatConst {
        FloatConst {
            kind,
            halves: [bits as u64, (bits >> 64) as u64],
        }
    }

    /// The bits, in the low [`FloatKind::bits`] bits. For `ppc_fp128` the first (larger) double
    /// of the pair is in the low 64 bits.
    pub fn bits(self) -> u128 {
        u128::from(self.halves[0]) | (u128::from(self.halves[1]) << 64)
    }

    /// The value of a `float` or `double` constant, exactly.
    pub fn as_f64(self) -> Option<f64> {
        match self.kind {
            FloatKind::Float => Some(f64::from(f32::from_bits(self.bits() as u32))),
            FloatKind::Double => Some(f64::from_bits(self.bits() as u64)),
            FloatKind::Half
            | FloatKind::BFloat
            | FloatKind::X86Fp80
            | FloatKind::Fp128
            | FloatKind::PpcFp128 => None,
        }
    }
}

/// A constant expression; those that newer versions have removed are still read.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstExpr {
    /// `getelementptr [flags] [inrange(a, b)] (T, ptr base, indices…)`.
    GetElementPtr {
        /// `inbounds`, `nusw`, `nuw`.
        flags: Flags,
        /// `inrange(a, b)`, as byte offsets.
        inrange: Option<(IntConst, IntConst)>,
        /// The type the indices walk through.
        source: Type,
        /// The base pointer.
        base: TypedConstant,
        /// The indices.
        indices: Vec<TypedConstant>,
    },
    /// A conversion, `op (T value to U)`.
    Cast {
        /// Which conversion.
        op: CastOp,
        /// `nneg`, `nuw`, `nsw`.
        flags: Flags,
        /// The operand.
        value: TypedConstant,
        /// The type converted to.
        to: Type,
    },
    /// A binary operation.
    Binary {
        /// Which operation.
        op: BinaryOp,
        /// `nuw`, `nsw`, `exact`.
        flags: Flags,
        /// Left operand.
        lhs: TypedConstant,
        /// Right operand.
        rhs: TypedConstant,
    },
    /// `fneg (T value)`.
    FNeg(TypedConstant),
    /// `icmp pred (T a, T b)`.
    ICmp {
        /// The comparison.
        pred: IntPredicate,
        /// Left operand.
        lhs: TypedConstant,
        /// Right operand.
        rhs: TypedConstant,
    },
    /// `fcmp pred (T a, T b)`.
    FCmp {
        /// The comparison.
        pred: FloatPredicate,
        /// Left operand.
        lhs: TypedConstant,
        /// Right operand.
        rhs: TypedConstant,
    },
    /// `select (i1 c, T a, T b)`.
    Select {
        /// The condition.
        cond: TypedConstant,
        /// The value if true.
        then: TypedConstant,
        /// The value if false.
        otherwise: TypedConstant,
    },
    /// `extractelement (V v, I i)`.
    ExtractElement {
        /// The vector.
        vector: TypedConstant,
        /// The index.
        index: TypedConstant,
    },
    /// `insertelement (V v, T e, I i)`.
    InsertElement {
        /// The vector.
        vector: TypedConstant,
        /// The new element.
        element: TypedConstant,
        /// The index.
        index: TypedConstant,
    },
    /// `shufflevector (V a, V b, M mask)`.
    ShuffleVector {
        /// First vector.
        first: TypedConstant,
        /// Second vector.
        second: TypedConstant,
        /// The mask.
        mask: TypedConstant,
    },
    /// `extractvalue (T agg, i…)`.
    ExtractValue {
        /// The aggregate.
        aggregate: TypedConstant,
        /// The path.
        indices: Vec<u32>,
    },
    /// `insertvalue (T agg, U e, i…)`.
    InsertValue {
        /// The aggregate.
        aggregate: TypedConstant,
        /// The new member.
        element: TypedConstant,
        /// The path.
        indices: Vec<u32>,
    },
}

/// Inline assembly.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InlineAsm {
    /// The template.
    pub template: Name,
    /// The constraint string.
    pub constraints: Name,
    /// `sideeffect`.
    pub side_effect: bool,
    /// `alignstack`.
    pub align_stack: bool,
    /// `inteldialect`.
    pub intel: bool,
    /// `unwind`.
    pub unwind: bool,
}
