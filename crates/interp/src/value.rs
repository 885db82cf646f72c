//! Values of temporaries.

use cassay_bv::Bv;
use cassay_ir::{FloatKind, FuncId, Program, Type, TypeId};

/// The base of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// None: the null pointer, possibly with an offset.
    Null,
    /// The object of this number.
    Object(u64),
    /// A function.
    Function(FuncId),
    /// The object that is at the address when the pointer is used; the offset is the whole address.
    Invalid,
}

/// A pointer value: a base and a byte offset, signed and as wide as a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer {
    /// Its base.
    pub base: Base,
    /// The distance from the start of the base, sign-extended from the width of a pointer.
    pub offset: i64,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer {
        base: Base::Null,
        offset: 0,
    };

    /// The start of an object.
    pub fn object(number: u64) -> Self {
        Pointer {
            base: Base::Object(number),
            offset: 0,
        }
    }

    /// The start of a function.
    pub fn function(function: FuncId) -> Self {
        Pointer {
            base: Base::Function(function),
            offset: 0,
        }
    }

    /// A pointer to no object.
    pub fn invalid(address: u64, pointer_bits: u32) -> Self {
        Pointer {
            base: Base::Invalid,
            offset: sign_extend(address, pointer_bits),
        }
    }

    /// A pointer of which only the address is known.
    pub fn address(self, pointer_bits: u32) -> u64 {
        let offset = self.offset as u64;
        match pointer_bits {
            64.. => offset,
            bits => offset & ((1 << bits) - 1),
        }
    }

    /// The pointer advanced by bytes, modulo the width of a pointer.
    pub fn moved(self, bytes: i64, pointer_bits: u32) -> Self {
        Pointer {
            base: self.base,
            offset: sign_extend(self.offset.wrapping_add(bytes) as u64, pointer_bits),
        }
    }
}

/// The low `bits` of a word as a signed number.
pub(crate) fn sign_extend(value: u64, bits: u32) -> i64 {
    if bits >= 64 {
        value as i64
    } else {
        let shift = 64 - bits.max(1);
        ((value << shift) as i64) >> shift
    }
}

/// The value of a temporary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Int(Bv),
    /// A floating-point number by its bits.
    Float(FloatKind, Bv),
    /// A pointer.
    Pointer(Pointer),
    /// An integer of pointer width that was converted from this pointer and equals its address.
    /// Additions and stores keep its target, so that the object counts as reachable.
    Address(Pointer),
    /// The components of a structure, array or vector.
    Aggregate(Vec<Value>),
}

impl Value {
    /// A boolean.
    pub(crate) fn bool(value: bool) -> Value {
        Value::Int(Bv::from_bool(value))
    }

    /// Whether the value can be one of the type.
    pub fn has_type(&self, program: &Program, ty: TypeId) -> bool {
        match (self, program.types.get(ty)) {
            (Value::Int(bits), Type::Int(width)) => bits.width() == *width,
            (Value::Float(kind, _), Type::Float(wanted)) => kind == wanted,
            (Value::Pointer(_), Type::Ptr) => true,
            (Value::Address(_), Type::Int(width)) => *width == program.types.pointer_bits(),
            (Value::Aggregate(items), Type::Struct(layout)) => {
                items.len() == layout.fields.len()
                    && items
                        .iter()
                        .zip(&layout.fields)
                        .all(|(item, field)| item.has_type(program, field.ty))
            }
            (Value::Aggregate(items), Type::Array { elem, len }) => {
                items.len() as u64 == *len && items.iter().all(|i| i.has_type(program, *elem))
            }
            (Value::Aggregate(items), Type::Vector { elem, len }) => {
                items.len() as u64 == u64::from(*len)
                    && items.iter().all(|i| i.has_type(program, *elem))
            }
            (
                Value::Int(_)
                | Value::Float(_, _)
                | Value::Pointer(_)
                | Value::Address(_)
                | Value::Aggregate(_),
                Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Ptr
                | Type::Array { .. }
                | Type::Struct(_)
                | Type::Vector { .. },
            ) => false,
        }
    }
}
