//! Source types, for printing values of variables. No decision depends on them, except for the
//! arguments of an entry function, which are created from them.

use cassay_base::{IndexVec, define_id};
use std::collections::BTreeMap;
use std::sync::Arc;

define_id!(
    /// A source type of the program.
    pub CTypeId, "cty"
);

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name; empty for anonymous members.
    pub name: Arc<str>,
    /// Offset in bits from the start.
    pub bit_offset: u64,
    /// Width of a bit-field.
    pub bit_width: Option<u32>,
    /// Its type.
    pub ty: CTypeId,
}

/// A type as the source wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CType {
    /// Nothing is known.
    Unknown,
    /// `void`.
    Void,
    /// An integer.
    Int {
        /// As in the source, e.g. `unsigned int`.
        name: Arc<str>,
        /// Width in bits.
        bits: u32,
        /// Whether values print with a sign.
        signed: bool,
    },
    /// A character type.
    Char {
        /// Whether it is signed.
        signed: bool,
    },
    /// `_Bool`.
    Bool,
    /// A floating-point type.
    Float {
        /// As in the source.
        name: Arc<str>,
        /// Width in bits.
        bits: u32,
    },
    /// An enumeration.
    Enum {
        /// Its tag, empty when anonymous.
        name: Arc<str>,
        /// Width in bits.
        bits: u32,
        /// Names of its values.
        values: Vec<(Arc<str>, i64)>,
    },
    /// A pointer.
    Pointer(CTypeId),
    /// An array; several dimensions nest.
    Array {
        /// Element type.
        elem: CTypeId,
        /// Number of elements, when known.
        len: Option<u64>,
    },
    /// A structure.
    Struct {
        /// Its tag.
        name: Arc<str>,
        /// Size in bytes.
        size: u64,
        /// Members in order.
        members: Vec<Member>,
    },
    /// A union.
    Union {
        /// Its tag.
        name: Arc<str>,
        /// Size in bytes.
        size: u64,
        /// Members in order.
        members: Vec<Member>,
    },
    /// A name for another type.
    Typedef {
        /// The name.
        name: Arc<str>,
        /// What it stands for.
        target: CTypeId,
    },
    /// A function type.
    Function,
}

/// What a function of a function type takes and returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// What it returns.
    pub ret: CTypeId,
    /// What it takes.
    pub params: Vec<CTypeId>,
    /// Whether it takes more.
    pub variadic: bool,
}

/// The source types of a program. Id 0 is [`CType::Unknown`].
#[derive(Clone, Debug, Eq)]
pub struct CTypeTable {
    types: IndexVec<CTypeId, CType>,
    /// Of function types. The text form is without them, and tables that differ in nothing else
    /// are equal.
    signatures: BTreeMap<CTypeId, Signature>,
}

impl PartialEq for CTypeTable {
    fn eq(&self, other: &Self) -> bool {
        self.types == other.types
    }
}

impl Default for CTypeTable {
    fn default() -> Self {
        let mut types = IndexVec::new();
        types.push(CType::Unknown);
        CTypeTable {
            types,
            signatures: BTreeMap::new(),
        }
    }
}

impl CTypeTable {
    /// The type of which nothing is known.
    pub const UNKNOWN: CTypeId = CTypeId(0);

    /// Adds a type.
    pub fn push(&mut self, ty: CType) -> CTypeId {
        self.types.push(ty)
    }

    /// Replaces a type: recursive types are reserved first and filled in later.
    pub fn set(&mut self, id: CTypeId, ty: CType) {
        self.types[id] = ty;
    }

    /// Says what functions of a type take and return.
    pub fn set_signature(&mut self, id: CTypeId, signature: Signature) {
        self.signatures.insert(id, signature);
    }

    /// What functions of a type take and return, behind any chain of typedefs, where that is known.
    pub fn signature(&self, mut id: CTypeId) -> Option<&Signature> {
        for _ in 0..self.types.len() {
            match self.get(id) {
                CType::Typedef { target, .. } => id = *target,
                _ => break,
            }
        }
        self.signatures.get(&id)
    }

    /// The type an id stands for.
    pub fn get(&self, id: CTypeId) -> &CType {
        &self.types[id]
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never true: the unknown type is always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The type behind any chain of typedefs.
    pub fn resolve(&self, mut id: CTypeId) -> &CType {
        for _ in 0..self.types.len() {
            match self.get(id) {
                CType::Typedef { target, .. } => id = *target,
                other => return other,
            }
        }
        self.get(Self::UNKNOWN)
    }
}
