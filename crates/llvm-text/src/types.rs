//! The types of the LLVM assembly language (LangRef, "Type System").
//!
//! Typed pointers (`i32*`) of the older language are read as the one opaque pointer type, since
//! nothing else in a module depends on the pointee: loads, stores, calls and address
//! computations all name the type they work on. Composite types are shared, so that a clone is
//! cheap.

use std::fmt;
use std::sync::Arc;

/// A name or other short text, shared between all its occurrences in a module.
pub type Name = Arc<str>;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`, only as the result of a function.
    Void,
    /// `label`, the type of basic blocks.
    Label,
    /// `token`.
    Token,
    /// `metadata`, the type of metadata passed as an argument.
    Metadata,
    /// `x86_amx`.
    X86Amx,
    /// `x86_mmx` of older versions.
    X86Mmx,
    /// `iN`: an integer of the given number of bits.
    Int(u32),
    /// A floating-point type.
    Float(FloatKind),
    /// `ptr`, or any typed pointer.
    Ptr {
        /// The address space, 0 unless `addrspace(n)` says otherwise.
        addrspace: u32,
    },
    /// `[len x elem]`.
    Array {
        /// Number of elements.
        len: u64,
        /// Element type.
        elem: Arc<Type>,
    },
    /// `<len x elem>` or `<vscale x len x elem>`.
    Vector {
        /// Number of elements (the minimum, when scalable).
        len: u64,
        /// Whether the true length is a run-time multiple of `len`.
        scalable: bool,
        /// Element type.
        elem: Arc<Type>,
    },
    /// A literal structure: `{ i32, ptr }` or `<{ i8, i32 }>`.
    Struct(Arc<StructType>),
    /// A named (identified) structure, `%struct.foo`; its body is in
    /// [`Module::types`](crate::Module::types).
    Named(Ident),
    /// A function type, `i32 (ptr, ...)`.
    Function(Arc<FunctionType>),
    /// `target("name", types…, ints…)`.
    Target(Arc<TargetType>),
}

impl Type {
    /// The pointer type of address space 0.
    pub const PTR: Type = Type::Ptr { addrspace: 0 };

    /// Whether this is the `void` type.
    pub fn is_void(&self) -> bool {
        matches!(self, Type::Void)
    }

    /// The width of an integer type.
    pub fn int_width(&self) -> Option<u32> {
        if let Type::Int(width) = self {
            Some(*width)
        } else {
            None
        }
    }
}

/// The floating-point types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// `half`, IEEE binary16.
    Half,
    /// `bfloat`, the upper half of a binary32.
    BFloat,
    /// `float`, IEEE binary32.
    Float,
    /// `double`, IEEE binary64.
    Double,
    /// `x86_fp80`, the 80-bit x87 format with explicit integer bit.
    X86Fp80,
    /// `fp128`, IEEE binary128.
    Fp128,
    /// `ppc_fp128`, a pair of doubles.
    PpcFp128,
}

impl FloatKind {
    /// The number of bits of the representation (80 for `x86_fp80`).
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        }
    }

    /// The keyword of the type.
    pub fn keyword(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
    }
}

/// The body of a structure type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructType {
    /// Whether fields follow each other without padding.
    pub packed: bool,
    /// The types of the fields.
    pub fields: Vec<Type>,
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// Result type.
    pub ret: Type,
    /// Parameter types.
    pub params: Vec<Type>,
    /// Whether further arguments may follow.
    pub varargs: bool,
}

/// A target extension type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TargetType {
    /// The quoted name.
    pub name: Name,
    /// Type parameters.
    pub types: Vec<Type>,
    /// Integer parameters.
    pub ints: Vec<u64>,
}

/// The name of a local value, a block, a global or a type: a text or a number.
///
/// `%x` and `%"x"` are both `Name("x")`; `%3` is `Number(3)` while `%"3"` is `Name("3")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ident {
    /// A textual name, without its sigil, with escapes decoded.
    Name(Name),
    /// An unnamed value's number.
    Number(u32),
}

impl Ident {
    /// The text of a name, or nothing for a number.
    pub fn as_name(&self) -> Option<&str> {
        match self {
            Ident::Name(name) => Some(name),
            Ident::Number(_) => None,
        }
    }
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ident::Name(name) => f.write_str(name),
            Ident::Number(number) => write!(f, "{number}"),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Void => f.write_str("void"),
            Type::Label => f.write_str("label"),
            Type::Token => f.write_str("token"),
            Type::Metadata => f.write_str("metadata"),
            Type::X86Amx => f.write_str("x86_amx"),
            Type::X86Mmx => f.write_str("x86_mmx"),
            Type::Int(width) => write!(f, "i{width}"),
            Type::Float(kind) => f.write_str(kind.keyword()),
            Type::Ptr { addrspace: 0 } => f.write_str("ptr"),
            Type::Ptr { addrspace } => write!(f, "ptr addrspace({addrspace})"),
            Type::Array { len, elem } => write!(f, "[{len} x {elem}]"),
            Type::Vector {
                len,
                scalable: false,
                elem,
            } => write!(f, "<{len} x {elem}>"),
            Type::Vector {
                len,
                scalable: true,
                elem,
            } => write!(f, "<vscale x {len} x {elem}>"),
            Type::Struct(body) => write!(f, "{body}"),
            Type::Named(name) => write!(f, "%{name}"),
            Type::Function(function) => write!(f, "{function}"),
            Type::Target(target) => write!(f, "{target}"),
        }
    }
}

fn comma_separated(f: &mut fmt::Formatter<'_>, types: &[Type]) -> fmt::Result {
    for (index, ty) in types.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{ty}")?;
    }
    Ok(())
}

impl fmt::Display for StructType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.packed { "<{" } else { "{" })?;
        if !self.fields.is_empty() {
            f.write_str(" ")?;
            comma_separated(f, &self.fields)?;
            f.write_str(" ")?;
        }
        f.write_str(if self.packed { "}>" } else { "}" })
    }
}

impl fmt::Display for FunctionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.ret)?;
        comma_separated(f, &self.params)?;
        if self.varargs {
            f.write_str(if self.params.is_empty() {
                "..."
            } else {
                ", ..."
            })?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for TargetType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "target(\"{}\"", self.name)?;
        for ty in &self.types {
            write!(f, ", {ty}")?;
        }
        for int in &self.ints {
            write!(f, ", {int}")?;
        }
        f.write_str(")")
    }
}
