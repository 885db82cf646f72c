//! Merging the contents of an object at a join.

use super::access::gcd;
use super::{Content, Leaf};
use crate::memory::Memory;
use crate::object::ObjectId;
use crate::value::Value;
use cassay_term::TermId;

/// The largest object whose bytes are merged one by one if the two paths have different bases.
const MAX_BYTEWISE: u64 = 4096;

/// The end of the array of an object of unknown size: a multiple of every cell size.
pub(super) const UNKNOWN_END: u64 = !15;

impl Memory<'_> {
    /// `first ? a : b`, leaf by leaf; shared parts are not touched.
    pub(crate) fn merge_contents(
        &mut self,
        first: TermId,
        object: ObjectId,
        a: &Content,
        b: &Content,
    ) -> Content {
        let (a, b) = self.alike(object, a, b);
        let mut result = b.clone();
        for (index, (x, y)) in a.regions.iter().zip(&b.regions).enumerate() {
            if x.array != y.array {
                // The choice may become a write that keeps the other array's value there.
                self.state_below_write(x, x.array, y.array);
                self.state_below_write(x, y.array, x.array);
                result.regions[index].array = self.space.pool.ite(first, x.array, y.array);
            }
        }
        let mut differing: Vec<(u64, u64)> = Vec::new();
        a.leaves.diff(&b.leaves, |offset, x, y| {
            if x != y {
                let size = |leaf: Option<&Leaf>| leaf.map_or(0, |leaf| leaf.size);
                differing.push((offset, size(x).max(size(y))));
            }
        });
        let mut done = 0;
        for (offset, size) in differing {
            let (start, end) = (offset.max(done), offset + size);
            if start < end {
                let x = self.read(&a, start, end - start);
                let y = self.read(&b, start, end - start);
                let merged = if x == y {
                    x
                } else {
                    self.space.choose(first, &x, &y)
                };
                self.write(&mut result, start, end - start, merged);
                done = end;
            }
        }
        result
    }

    /// Both contents with the same base and with regions of the same shape.
    fn alike(&mut self, object: ObjectId, a: &Content, b: &Content) -> (Content, Content) {
        let (mut a, mut b) = (a.clone(), b.clone());
        if a.base != b.base {
            let size = self.space.store.objects.get(object).const_size;
            // An object of unknown size is an array without end.
            let size = size.unwrap_or(UNKNOWN_END);
            if size > MAX_BYTEWISE {
                let cell = self.space.shapes().merge_cell(object, size, &a, &b);
                let pointers = cell == u64::from(self.space.width / 8)
                    && (self.space.shapes().holds_pointers(&a, object, 0, size)
                        || self.space.shapes().holds_pointers(&b, object, 0, size));
                for content in [&mut a, &mut b] {
                    let done = matches!(content.regions.as_slice(), [region]
                        if region.covers(0, size) && region.cell == cell && region.is_solid());
                    if !done {
                        *content = self.make_region(content, 0, size, cell, pointers);
                    }
                }
            } else {
                a = self.without_base(&a, size);
                b = self.without_base(&b, size);
            }
            a.base = b.base;
        }
        // Each round makes regions larger or their cells smaller, so the loop terminates.
        loop {
            let (before_a, before_b) = (a.clone(), b.clone());
            self.take_shapes(&mut a, &before_b);
            self.take_shapes(&mut b, &before_a);
            let pairs = a.regions.iter().zip(&b.regions);
            if a.regions.len() == b.regions.len() && pairs.into_iter().all(|(x, y)| x.same_shape(y))
            {
                return (a, b);
            }
        }
    }

    /// Makes regions where the other contents have them, with cells that fit both.
    fn take_shapes(&mut self, content: &mut Content, other: &Content) {
        for wanted in &other.regions {
            if content.regions.iter().any(|own| own.same_shape(wanted)) {
                continue;
            }
            if !wanted.is_solid() {
                let column = self.make_column(content, *wanted);
                if let Some(changed) = column {
                    *content = changed;
                    continue;
                }
            }
            let (mut cell, mut pointers) = (wanted.cell, wanted.pointers);
            for own in &content.regions {
                if own.overlaps(wanted) {
                    cell = gcd(cell, own.cell);
                    pointers |= own.pointers;
                }
            }
            let end = wanted.last_byte();
            let done = content.regions.iter().any(|own| {
                let covers = own.start <= wanted.start && end <= own.end && own.is_solid();
                covers && own.cell == cell && own.pointers == pointers
            });
            if !done {
                *content = self.make_region(content, wanted.start, end, cell, pointers);
            }
        }
    }

    /// The contents with every byte of the object in a leaf or region.
    fn without_base(&mut self, content: &Content, size: u64) -> Content {
        let mut result = content.clone();
        let mut at = 0;
        while at < size {
            if let Some((start, leaf)) = content.leaf_at(at) {
                at = start + leaf.size;
            } else if let Some(region) = content.region_at(at) {
                at += region.cell - (at - region.start) % region.stride;
            } else {
                let end = content.gap_end(at, size.min(at / 8 * 8 + 8));
                let value = self.read_base(content.base, at, end - at);
                result.leaves.insert(
                    at,
                    Leaf {
                        size: end - at,
                        value,
                    },
                );
                at = end;
            }
        }
        result
    }

    /// Whether a value is made of bits only.
    pub(super) fn is_bits(value: &Value) -> bool {
        matches!(value, Value::Bits(_))
    }
}
