//! Types as memory sees them: sizes, alignments and offsets, no signedness.

use cassay_base::{IndexVec, define_id};
use cassay_float::FloatKind;
use std::collections::HashMap;

define_id!(
    /// An interned [`Type`].
    pub TypeId, "ty"
);

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Byte offset from the start of the structure.
    pub offset: u64,
    /// Type of the member.
    pub ty: TypeId,
}

/// A structure with its layout decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructType {
    /// Members in order of offset.
    pub fields: Vec<Field>,
    /// Size in bytes, tail padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// A type. Booleans are `Int(1)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// A bit-vector of this width.
    Int(u32),
    /// A floating-point number; in memory it is its bit pattern.
    Float(FloatKind),
    /// A pointer: an object and a byte offset into it.
    Ptr,
    /// `len` elements in sequence.
    Array {
        /// Type of an element.
        elem: TypeId,
        /// Number of elements.
        len: u64,
    },
    /// Members at fixed offsets.
    Struct(StructType),
    /// A short vector, element by element (no padding between elements).
    Vector {
        /// Type of an element.
        elem: TypeId,
        /// Number of elements.
        len: u32,
    },
}

/// All types of a program, each once. The basic types have fixed ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeTable {
    types: IndexVec<TypeId, Type>,
    ids: HashMap<Type, TypeId>,
    pointer_bits: u32,
}

impl TypeTable {
    /// The void type.
    pub const VOID: TypeId = TypeId(0);
    /// The boolean type, `Int(1)`.
    pub const BOOL: TypeId = TypeId(1);
    /// The pointer type.
    pub const PTR: TypeId = TypeId(2);

    /// A table for a machine with pointers of this width.
    pub fn new(pointer_bits: u32) -> Self {
        let mut table = TypeTable {
            types: IndexVec::new(),
            ids: HashMap::new(),
            pointer_bits,
        };
        for ty in [Type::Void, Type::Int(1), Type::Ptr, Type::Int(pointer_bits)] {
            table.intern(ty);
        }
        table
    }

    /// The id of a type, adding it when new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The integer type of this width.
    pub fn int(&mut self, width: u32) -> TypeId {
        self.intern(Type::Int(width))
    }

    /// The integer type as wide as a pointer.
    pub fn size_int(&mut self) -> TypeId {
        self.int(self.pointer_bits)
    }

    /// The type an id stands for.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// The type an id stands for, if it is one of this table.
    pub fn lookup(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id)
    }

    /// The id of an integer type if the table already holds it.
    pub fn find_int(&self, width: u32) -> Option<TypeId> {
        self.ids.get(&Type::Int(width)).copied()
    }

    /// The id of a type if the table already holds it.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.ids.get(ty).copied()
    }

    /// All ids.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = TypeId> + use<> {
        self.types.ids()
    }

    /// Width of a pointer in bits.
    pub fn pointer_bits(&self) -> u32 {
        self.pointer_bits
    }

    /// Bytes a value of the type occupies when stored (for `Int(24)`: 3; without tail padding
    /// except that of structures).
    pub fn store_size(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void => 0,
            Type::Int(width) => u64::from(width.div_ceil(8)),
            Type::Float(kind) => u64::from(kind.bits() / 8),
            Type::Ptr => u64::from(self.pointer_bits / 8),
            Type::Array { elem, len } => self.alloc_size(*elem).saturating_mul(*len),
            Type::Struct(layout) => layout.size,
            Type::Vector { elem, len } => (self.scalar_bits(*elem) * u64::from(*len)).div_ceil(8),
        }
    }

    /// Bytes from one array element of the type to the next.
    pub fn alloc_size(&self, id: TypeId) -> u64 {
        let size = self.store_size(id);
        size.checked_next_multiple_of(self.align(id).max(1))
            .unwrap_or(u64::MAX)
    }

    /// ABI alignment in bytes, as x86 has it; at least 1.
    pub fn align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void => 1,
            Type::Int(width) => match width {
                0..=8 => 1,
                9..=16 => 2,
                17..=32 => 4,
                33..=64 => {
                    if self.pointer_bits == 64 {
                        8
                    } else {
                        4
                    }
                }
                _ => 16,
            },
            Type::Float(kind) => match kind {
                FloatKind::Half | FloatKind::BFloat => 2,
                FloatKind::Single => 4,
                FloatKind::Double => {
                    if self.pointer_bits == 64 {
                        8
                    } else {
                        4
                    }
                }
                FloatKind::X87 => {
                    if self.pointer_bits == 64 {
                        16
                    } else {
                        4
                    }
                }
                FloatKind::Quad => 16,
            },
            Type::Ptr => u64::from(self.pointer_bits / 8),
            Type::Array { elem, .. } => self.align(*elem),
            Type::Struct(layout) => layout.align,
            Type::Vector { .. } => self.store_size(id).next_power_of_two().max(1),
        }
    }

    /// Bits of a scalar's value (0 for aggregates and void).
    pub fn scalar_bits(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Int(width) => u64::from(*width),
            Type::Float(kind) => u64::from(kind.bits()),
            Type::Ptr => u64::from(self.pointer_bits),
            Type::Void | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => 0,
        }
    }

    /// Whether the type is a single value rather than an aggregate.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Int(_) | Type::Float(_) | Type::Ptr => true,
            Type::Void | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => false,
        }
    }

    /// The components of an aggregate: offset and type of each.
    pub fn components(&self, id: TypeId) -> Vec<(u64, TypeId)> {
        match self.get(id) {
            Type::Array { elem, len } => {
                let stride = self.alloc_size(*elem);
                (0..*len).map(|i| (i * stride, *elem)).collect()
            }
            Type::Struct(layout) => layout.fields.iter().map(|f| (f.offset, f.ty)).collect(),
            Type::Vector { elem, len } => {
                let stride = self.store_size(*elem);
                (0..u64::from(*len)).map(|i| (i * stride, *elem)).collect()
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr => Vec::new(),
        }
    }

    /// The type of component `index` of an aggregate.
    pub fn component(&self, id: TypeId, index: usize) -> Option<TypeId> {
        match self.get(id) {
            Type::Array { elem, len } => ((index as u64) < *len).then_some(*elem),
            Type::Struct(layout) => layout.fields.get(index).map(|f| f.ty),
            Type::Vector { elem, len } => ((index as u64) < u64::from(*len)).then_some(*elem),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr => None,
        }
    }
}
