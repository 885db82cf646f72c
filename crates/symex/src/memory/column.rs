//! Columns: one member of every element of an array of structs, as a region of its own.
//!
//! An access whose offset is an index times the element size, plus a constant, reaches the same
//! member of every element. Only that member becomes an array; it keeps its width, and pointers
//! stay pointers. Any other access at a symbolic offset makes one solid region of the whole array.

use super::{Content, Contents, Layer, Region};
use crate::linear::Linear;
use crate::memory::Memory;
use crate::object::ObjectId;
use crate::pointer::Candidate;
use crate::value::Value;
use cassay_ir::{Type, TypeId};
use std::rc::Rc;

/// The largest element of an array without a declared type.
const MAX_ELEMENT: u64 = 4096;

/// A scalar in a type.
struct Scalar {
    start: u64,
    size: u64,
    pointer: bool,
}

impl Memory<'_> {
    /// The column that an access at a symbolic offset stays in.
    pub(super) fn column(
        &mut self,
        candidate: &Candidate,
        linear: &Linear,
        size: u64,
    ) -> Option<Region> {
        let stride = linear.stride();
        let object = self.space.store.objects.get(candidate.object);
        let (start, end, stride, scalar) = match object.ty {
            Some(ty) => self.element(ty, linear, object.const_size?)?,
            None => {
                let start = linear.constant.rem_euclid(i128::from(stride)) as u64;
                let end = object.const_size.unwrap_or(super::merge::UNKNOWN_END);
                let pointer = false;
                (
                    0,
                    end,
                    stride,
                    Scalar {
                        start,
                        size,
                        pointer,
                    },
                )
            }
        };
        let inside = linear.constant.rem_euclid(i128::from(stride)) as u64;
        let inside = (inside + stride - start % stride) % stride;
        let fits = scalar.start <= inside && inside + size <= scalar.start + scalar.size;
        let whole = [1, 2, 4, 8].contains(&scalar.size)
            && scalar.start.is_multiple_of(scalar.size)
            && start.is_multiple_of(scalar.size)
            && stride.is_multiple_of(scalar.size);
        let first = start + scalar.start;
        let count = (end.checked_sub(first + scalar.size)?) / stride + 1;
        let end = first.checked_add(count.checked_mul(stride)?)?;
        (fits && whole && scalar.size < stride && stride <= MAX_ELEMENT).then_some(Region {
            start: first,
            end,
            cell: scalar.size,
            stride,
            pointers: scalar.pointer,
            index_bits: self.index_bits(end),
            array: self.space.pool.tru(),
        })
    }

    /// The array of structs that an offset strides over without leaving it: its start and end, the
    /// element size, and the scalar accessed in each element.
    fn element(
        &self,
        mut ty: TypeId,
        linear: &Linear,
        limit: u64,
    ) -> Option<(u64, u64, u64, Scalar)> {
        let types = &self.space.program.types;
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
                            true => linear.range(self.space.pool),
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
        let types = &self.space.program.types;
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
        let object = self.space.store.objects.get(object);
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

    /// The contents with a region for the column, and its index; `None` when the column overlaps
    /// another region.
    pub(super) fn with_column(
        &mut self,
        memory: &mut Contents,
        candidate: &Candidate,
        content: &Rc<Content>,
        mut column: Region,
        written: Option<&Value>,
    ) -> Option<(Rc<Content>, usize)> {
        let phase = |region: &Region| region.start % region.stride;
        let present = content.regions.iter().position(|region| {
            region.stride == column.stride
                && phase(region) <= phase(&column)
                && phase(&column) + column.cell <= phase(region) + region.cell
                && region.start <= column.start
                && column.last_byte() <= region.last_byte()
        });
        if let Some(index) = present {
            return Some((content.clone(), index));
        }
        if column.cell == u64::from(self.space.width / 8) && content.layer == Layer::Values {
            column.pointers |= matches!(written, Some(Value::Ptr(_)));
            content.leaves.for_each(|offset, leaf| {
                column.pointers |=
                    matches!(leaf.value, Value::Ptr(_)) && column.covers(offset, leaf.size);
            });
        } else {
            column.pointers = false;
        }
        let changed = Rc::new(self.make_column(content, column)?);
        let index = changed
            .regions
            .iter()
            .position(|region| region.start == column.start)
            .expect("the column was just made");
        memory.insert(candidate.object, changed.clone());
        Some((changed, index))
    }
}
