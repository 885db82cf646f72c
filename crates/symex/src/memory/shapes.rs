//! How objects are laid out: scalars and members of their types, and the cells that arrays of their
//! contents should have.
//!
//! Nothing here makes a term or changes anything.

use super::access::gcd;
use super::{Base, Content, Layer};
use crate::linear::Linear;
use crate::object::ObjectId;
use crate::store::Store;
use crate::unwind::Bounds;
use crate::value::Value;
use cassay_ir::{Program, Type, TypeId};
use cassay_term::Pool;

/// A scalar in a type.
pub(super) struct Scalar {
    pub start: u64,
    pub size: u64,
    pub pointer: bool,
}

/// A view of the objects and their types.
pub(crate) struct Shapes<'s> {
    pub program: &'s Program,
    pub store: &'s Store,
    pub pool: &'s Pool,
    pub bounds: &'s Bounds,
    /// Width of a pointer in bits.
    pub width: u32,
}

impl Shapes<'_> {
    /// The bits of a vector whose elements are not whole bytes: they are packed in memory.
    pub(crate) fn packed_bits(&self, ty: TypeId) -> Option<u32> {
        match self.program.types.get(ty) {
            Type::Vector { elem, len } => {
                let bits = self.program.types.scalar_bits(*elem);
                let packed = !bits.is_multiple_of(8) && *len > 0;
                packed.then(|| u32::try_from(bits * u64::from(*len)).ok())?
            }
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_) => None,
        }
    }

    /// The cell size for an object. It is determined by the first contents if they are an array,
    /// else by the declared type, else by the access, so that regions made on different paths fit
    /// together.
    pub(super) fn natural_cell(&self, object: ObjectId, whole: u64) -> u64 {
        let object = self.store.objects.get(object);
        if let Some(known) = &object.unknown_array {
            return known.cell;
        }
        if let Some(ty) = object.ty {
            return self.uniform_cell(ty);
        }
        whole
    }

    /// The largest cell size that divides every scalar of a type.
    pub(super) fn uniform_cell(&self, ty: TypeId) -> u64 {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Void => 1,
            Type::Int(_) | Type::Float(_) | Type::Ptr => types.store_size(ty).max(1),
            Type::Array { elem, .. } => gcd(self.uniform_cell(*elem), types.alloc_size(*elem)),
            Type::Vector { elem, .. } => gcd(self.uniform_cell(*elem), types.store_size(*elem)),
            Type::Struct(layout) => layout.fields.iter().fold(layout.size, |cell, field| {
                gcd(cell, gcd(field.offset, self.uniform_cell(field.ty)))
            }),
        }
    }

    /// Whether the cells of a part of an object are pointers: by the leaves written, else by the
    /// type.
    pub(super) fn holds_pointers(
        &self,
        content: &Content,
        object: ObjectId,
        start: u64,
        end: u64,
    ) -> bool {
        if content.layer == Layer::Marks {
            return false;
        }
        let mut leaves = false;
        content.leaves.for_each(|offset, leaf| {
            leaves |= start <= offset && offset < end && matches!(leaf.value, Value::Ptr(_));
        });
        leaves
            || self
                .store
                .objects
                .get(object)
                .ty
                .is_some_and(|ty| self.scalar_is_pointer(ty, start))
    }

    /// Whether the declared type has a pointer at an offset.
    fn scalar_is_pointer(&self, ty: TypeId, offset: u64) -> bool {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Ptr => true,
            Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                self.scalar_is_pointer(*elem, offset % types.alloc_size(*elem).max(1))
            }
            Type::Struct(layout) => layout
                .fields
                .iter()
                .rfind(|field| field.offset <= offset)
                .is_some_and(|field| self.scalar_is_pointer(field.ty, offset - field.offset)),
            Type::Void | Type::Int(_) | Type::Float(_) => false,
        }
    }

    /// The part of an object that a symbolic offset can reach: the array it strides over if the
    /// declared type shows it, else the whole object.
    pub(super) fn extent(&self, object: ObjectId, linear: &Linear, size: u64) -> (u64, u64) {
        let object = self.store.objects.get(object);
        let Some(end) = object.const_size else {
            return (0, super::merge::UNKNOWN_END);
        };
        let Some(mut ty) = object.ty else {
            return (0, end);
        };
        let types = &self.program.types;
        let step = linear
            .parts
            .iter()
            .map(|(_, f)| f.unsigned_abs())
            .max()
            .unwrap_or(1);
        let Ok(mut inside) = u64::try_from(linear.constant) else {
            return (0, end);
        };
        let mut start = 0;
        loop {
            match types.get(ty) {
                Type::Struct(layout) => {
                    let field = layout.fields.iter().rfind(|field| field.offset <= inside);
                    let Some(field) = field else { return (0, end) };
                    start += field.offset;
                    inside -= field.offset;
                    ty = field.ty;
                }
                Type::Array { elem, .. } => {
                    let stride = types.alloc_size(*elem);
                    let extent = types.store_size(ty);
                    let (low, high) = if linear.exact {
                        linear.range(self.pool)
                    } else {
                        (0, 0)
                    };
                    let stays = linear.exact
                        && low >= i128::from(start)
                        && high + i128::from(size) <= i128::from(start + extent);
                    if step >= u128::from(stride) || stride == 0 {
                        // The offset may still leave the array and reach adjacent members.
                        return if stays {
                            (start, start + extent)
                        } else {
                            (0, end)
                        };
                    }
                    start += inside / stride * stride;
                    inside %= stride;
                    ty = *elem;
                }
                Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Vector { .. } => {
                    return (0, end);
                }
            }
        }
    }

    /// Whether elements of an object are accessed through an array even at constant offsets: this
    /// is so if propagation from writes to reads of elements is switched off.
    pub(super) fn is_kept_as_array(&self, object: ObjectId, offset: u64, size: u64) -> bool {
        if self.bounds.propagation.stores {
            return false;
        }
        let object = self.store.objects.get(object);
        let Some(Type::Array { elem, len }) = object.ty.map(|ty| self.program.types.get(ty)) else {
            return false;
        };
        let scalar = matches!(self.program.types.get(*elem), Type::Int(_) | Type::Float(_));
        let end = offset.checked_add(size);
        let fits = object
            .const_size
            .is_some_and(|limit| end.is_some_and(|end| end <= limit));
        scalar
            && *len > 1
            && fits
            && size == self.program.types.alloc_size(*elem)
            && offset.is_multiple_of(size)
    }

    /// The array of structs that an offset strides over without leaving it: its start and end, the
    /// element size, and the scalar accessed in each element.
    pub(super) fn element(
        &self,
        mut ty: TypeId,
        linear: &Linear,
        limit: u64,
    ) -> Option<(u64, u64, u64, Scalar)> {
        let types = &self.program.types;
        let mut inside = u64::try_from(linear.constant).ok()?;
        let mut start = 0;
        loop {
            match types.get(ty) {
                Type::Struct(layout) => {
                    let mut fields = layout.fields.iter();
                    let field = fields.rfind(|field| field.offset <= inside)?;
                    start += field.offset;
                    inside -= field.offset;
                    ty = field.ty;
                }
                Type::Array { elem, .. } => {
                    let stride = types.alloc_size(*elem);
                    let end = start + types.store_size(ty);
                    if stride == 0 {
                        return None;
                    }
                    if linear.stride().is_multiple_of(stride) {
                        let all = start == 0 && end == limit;
                        let (low, high) = match linear.exact {
                            true => linear.range(self.pool),
                            false => (-1, 0),
                        };
                        let stays = low >= i128::from(start) && high < i128::from(end);
                        let scalar = self.scalar_at(*elem, inside % stride)?;
                        return (all || stays).then_some((start, end, stride, scalar));
                    }
                    start += inside / stride * stride;
                    inside %= stride;
                    ty = *elem;
                }
                Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Vector { .. } => {
                    return None;
                }
            }
        }
    }

    /// The scalar of a type that a byte lies in.
    fn scalar_at(&self, mut ty: TypeId, mut inside: u64) -> Option<Scalar> {
        let types = &self.program.types;
        let mut start = 0;
        loop {
            match types.get(ty) {
                Type::Struct(layout) => {
                    let mut fields = layout.fields.iter();
                    let field = fields.rfind(|field| field.offset <= inside)?;
                    start += field.offset;
                    inside -= field.offset;
                    ty = field.ty;
                }
                Type::Array { elem, .. } => {
                    let stride = types.alloc_size(*elem).max(1);
                    start += inside / stride * stride;
                    inside %= stride;
                    ty = *elem;
                }
                Type::Int(_) | Type::Float(_) | Type::Ptr => {
                    let size = types.store_size(ty);
                    if inside >= size {
                        // A byte of padding is a scalar of its own.
                        return Some(Scalar {
                            start: start + inside,
                            size: 1,
                            pointer: false,
                        });
                    }
                    return Some(Scalar {
                        start,
                        size,
                        pointer: matches!(types.get(ty), Type::Ptr),
                    });
                }
                Type::Void | Type::Vector { .. } => return None,
            }
        }
    }

    /// Where the scalar of a type that a byte lies in ends, if it fits into a leaf.
    pub(super) fn member_end(&self, ty: TypeId, at: u64) -> Option<u64> {
        let scalar = self.scalar_at(ty, at)?;
        (scalar.size <= super::MAX_LEAF).then_some(scalar.start + scalar.size)
    }

    /// The members that a range in an array of structs consists of, each with its distance from the
    /// start and its size, for any element the range starts in; `None` when the range cuts a member
    /// or there are too many.
    pub(super) fn member_pieces(
        &self,
        object: ObjectId,
        linear: &Linear,
        bytes: u64,
        most: usize,
    ) -> Option<Vec<(u64, u64)>> {
        let object = self.store.objects.get(object);
        let ty = object.ty?;
        let (start, _, stride, _) = self.element(ty, linear, object.const_size?)?;
        let first = u64::try_from(linear.constant).ok()? - start;
        if first % stride + bytes > stride {
            return None;
        }
        let mut pieces = Vec::new();
        let mut at = start + first % stride;
        let end = at + bytes;
        let origin = at;
        while at < end {
            let scalar = self.scalar_at(ty, at)?;
            if pieces.len() >= most || scalar.start != at || at + scalar.size > end {
                return None;
            }
            pieces.push((at - origin, scalar.size));
            at += scalar.size;
        }
        Some(pieces)
    }

    /// The cell size with which two contents of an object become arrays.
    pub(super) fn merge_cell(&self, object: ObjectId, size: u64, a: &Content, b: &Content) -> u64 {
        let mut cell = None;
        for content in [a, b] {
            let of_region = content.regions.first().map(|region| region.cell);
            let of_base = match content.base {
                Base::Initial(base, _) => self.store.objects.get(base).unknown_array,
                Base::Fill(_) => None,
            };
            cell = cell.or(of_region).or(of_base.map(|array| array.cell));
        }
        let of_type = self
            .store
            .objects
            .get(object)
            .ty
            .map(|ty| self.uniform_cell(ty));
        let cell = cell.or(of_type).unwrap_or_else(|| {
            let mut least = None;
            for content in [a, b] {
                content.leaves.for_each(|offset, leaf| {
                    let fits = offset.is_multiple_of(leaf.size) && leaf.size.is_power_of_two();
                    let size = if fits { leaf.size } else { 1 };
                    least = Some(least.unwrap_or(size).min(size));
                });
            }
            least.unwrap_or(1)
        });
        let cell = cell.clamp(1, 8);
        if size.is_multiple_of(cell) { cell } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::{DataLayout, Field, StructType};

    /// `struct { char tag; int *next; short rest[3]; }`, and the types of its members.
    fn record(program: &mut Program) -> TypeId {
        let [byte, short] = [8, 16].map(|width| program.types.int(width));
        let pointer = program.types.intern(Type::Ptr);
        let shorts = program.types.intern(Type::Array {
            elem: short,
            len: 3,
        });
        let fields = [(0, byte), (8, pointer), (16, shorts)];
        program.types.intern(Type::Struct(StructType {
            fields: fields.map(|(offset, ty)| Field { offset, ty }).to_vec(),
            size: 24,
            align: 8,
        }))
    }

    #[test]
    fn every_byte_of_a_struct_lies_in_one_scalar() {
        let mut program = Program::new(DataLayout { pointer_bits: 64 });
        let ty = record(&mut program);
        let mut pool = cassay_simplify::pool();
        let store = Store::new(&mut pool, &program);
        let shapes = Shapes {
            program: &program,
            store: &store,
            pool: &pool,
            bounds: &Bounds::default(),
            width: 64,
        };
        let scalar = |at| {
            let scalar = shapes.scalar_at(ty, at).expect("a scalar");
            (scalar.start, scalar.size, scalar.pointer)
        };
        assert_eq!(scalar(0), (0, 1, false));
        assert_eq!(scalar(3), (3, 1, false), "padding");
        assert_eq!(scalar(8), (8, 8, true));
        assert_eq!(scalar(15), (8, 8, true));
        assert_eq!(scalar(19), (18, 2, false));
        assert_eq!(shapes.member_end(ty, 9), Some(16));
        assert_eq!(shapes.uniform_cell(ty), 1, "the tag is a byte");
        assert!(shapes.scalar_is_pointer(ty, 8) && !shapes.scalar_is_pointer(ty, 16));
    }
}
