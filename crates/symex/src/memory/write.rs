//! Writing at constant offsets.

use super::{Content, Leaf, MAX_LEAF};
use crate::memory::Memory;
use crate::value::Value;

impl Memory<'_> {
    /// Puts `size` bytes at a constant offset. The value is bits of that size or a pointer.
    pub(super) fn write(&mut self, content: &mut Content, offset: u64, size: u64, value: Value) {
        if size > MAX_LEAF {
            let bits = self.space.bits_of(&value);
            let mut at = 0;
            while at < size {
                let step = (size - at).min(8);
                let piece = self.space.terms().bytes(bits, at, step);
                self.write(content, offset + at, step, Value::Bits(piece));
                at += step;
            }
            return;
        }
        if content
            .regions
            .iter()
            .any(|region| region.touches(offset, size))
        {
            return self.write_regions(content, offset, size, value);
        }
        if content
            .leaves
            .get(offset)
            .is_none_or(|leaf| leaf.size != size)
        {
            self.clear(content, offset, size);
        }
        content.leaves.insert(offset, Leaf { size, value });
    }

    /// Removes leaves from a range, keeping the parts of them that lie outside it.
    pub(super) fn clear(&mut self, content: &mut Content, offset: u64, size: u64) {
        let end = offset + size;
        if let Some((start, leaf)) = content.leaf_at(offset)
            && start < offset
        {
            let leaf = leaf.clone();
            let bits = self.space.bits_of(&leaf.value);
            let kept = self.space.terms().bytes(bits, 0, offset - start);
            content.leaves.insert(
                start,
                Leaf {
                    size: offset - start,
                    value: Value::Bits(kept),
                },
            );
            self.keep_tail(content, start, &leaf, end);
        }
        for at in offset..end {
            if let Some(leaf) = content.leaves.get(at).cloned() {
                content.leaves.remove(at);
                self.keep_tail(content, at, &leaf, end);
            }
        }
    }

    /// Puts back the part of a leaf that lies behind `end`.
    fn keep_tail(&mut self, content: &mut Content, start: u64, leaf: &Leaf, end: u64) {
        let leaf_end = start + leaf.size;
        if leaf_end > end {
            let bits = self.space.bits_of(&leaf.value);
            let kept = self.space.terms().bytes(bits, end - start, leaf_end - end);
            content.leaves.insert(
                end,
                Leaf {
                    size: leaf_end - end,
                    value: Value::Bits(kept),
                },
            );
        }
    }

    /// A write that overlaps a region: through the region where it covers the bytes, as leaves
    /// elsewhere.
    fn write_regions(&mut self, content: &mut Content, offset: u64, size: u64, value: Value) {
        let covering = content
            .regions
            .iter()
            .position(|region| region.covers(offset, size));
        if let Some(index) = covering {
            let at = self.space.pool.bv_u64(self.space.width, offset);
            let region = content.regions[index];
            content.regions[index] = self.region_write(region, at, size, &value);
            return;
        }
        let bits = self.space.bits_of(&value);
        for at in 0..size {
            let byte = self.space.terms().bytes(bits, at, 1);
            self.write(content, offset + at, 1, Value::Bits(byte));
        }
    }
}
