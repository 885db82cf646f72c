//! Columns: one member of every element of an array of structs, as a region of its own.
//!
//! An access whose offset is an index times the element size, plus a constant, reaches the same
//! member of every element. Only that member becomes an array; it keeps its width, and pointers
//! stay pointers. Any other access at a symbolic offset makes one solid region of the whole array.

use super::shapes::Scalar;
use super::{Content, Contents, Layer, Region};
use crate::linear::Linear;
use crate::memory::Memory;
use crate::pointer::Candidate;
use crate::value::Value;
use std::rc::Rc;

/// The largest element of an array without a declared type.
const MAX_ELEMENT: u64 = 4096;

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
            Some(ty) => self
                .space
                .shapes()
                .element(ty, linear, object.const_size?)?,
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
            index_bits: self.space.terms().index_bits(end),
            array: self.space.pool.tru(),
        })
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
