//! Reading at constant offsets.

use super::{Base, Content, Region};
use crate::memory::Memory;
use crate::names::Unknown;
use crate::object::{Initial, ObjectId, Part};
use crate::space::Space;
use crate::terms::Terms;
use crate::value::{Pointer, Value};
use cassay_bv::Bv;
use cassay_term::{Sort, TermId};

impl Memory<'_> {
    /// The value of `size` bytes at a constant offset, without conversion: a pointer only if
    /// exactly a pointer was stored.
    pub(crate) fn read(&mut self, content: &Content, offset: u64, size: u64) -> Value {
        if let Some(leaf) = content.leaves.get(offset)
            && leaf.size == size
        {
            return leaf.value.clone();
        }
        if let Some(region) = content.region_at(offset) {
            let region = *region;
            if region.covers(offset, size) {
                let at = self.space.pool.bv_u64(self.space.width, offset);
                return self.region_read(&region, at, size);
            }
        }
        let untouched = content.leaf_at(offset).is_none()
            && content.gap_end(offset, offset + size) == offset + size
            && !content
                .regions
                .iter()
                .any(|region: &Region| region.touches(offset, size));
        if untouched {
            return self.read_base(content.base, offset, size);
        }
        self.read_pieces(content, offset, size)
    }

    /// Assembles a value from all the parts it overlaps.
    fn read_pieces(&mut self, content: &Content, offset: u64, size: u64) -> Value {
        let end = offset + size;
        let mut bits: Option<TermId> = None;
        let mut at = offset;
        while at < end {
            let (piece, next) = if let Some((start, leaf)) = content.leaf_at(at) {
                let next = (start + leaf.size).min(end);
                let whole = self.space.bits_of(&leaf.value);
                (self.space.terms().bytes(whole, at - start, next - at), next)
            } else if let Some(region) = content.region_at(at) {
                let region = *region;
                let next = (at + 1).min(end);
                let index = self.space.pool.bv_u64(self.space.width, at);
                let value = self.region_read(&region, index, next - at);
                (self.space.bits_of(&value), next)
            } else {
                let next = content.gap_end(at, end);
                let value = self.read_base(content.base, at, next - at);
                (self.space.bits_of(&value), next)
            };
            bits = Some(match bits {
                None => piece,
                Some(low) => self.space.pool.concat(piece, low),
            });
            at = next;
        }
        Value::Bits(bits.unwrap_or_else(|| self.space.pool.bv_u64(8, 0)))
    }

    pub(super) fn read_base(&mut self, base: Base, offset: u64, size: u64) -> Value {
        match base {
            Base::Fill(byte) => {
                let mut bits = byte;
                for _ in 1..size {
                    bits = self.space.pool.concat(byte, bits);
                }
                Value::Bits(bits)
            }
            Base::Initial(object, shift) => self.read_initial(object, offset + shift, size),
        }
    }

    /// The contents of an object before the first write.
    pub(super) fn read_initial(&mut self, object: ObjectId, offset: u64, size: u64) -> Value {
        match &self.space.store.objects.get(object).initial {
            Initial::Unknown => Value::Bits(self.read_unknown(object, offset, size)),
            &Initial::Texts(length) => {
                let bits = self.read_unknown(object, offset, size);
                Value::Bits(self.space.terms().with_ends(bits, offset, size, length))
            }
            &Initial::Pointers(first, step) => self.read_row(first, step, offset, size),
            Initial::Data(parts) => {
                let parts = parts.clone();
                if let Some(Part::Pointer(target, moved)) = parts.get(&offset)
                    && size == u64::from(self.space.width / 8)
                {
                    return Value::Ptr(self.space.pointer_to(*target, *moved));
                }
                let mut bytes = vec![0u8; usize::try_from(size).expect("values are small")];
                let mut address_bytes = Vec::new();
                let end = offset + size;
                // A part may start before the read; parts do not overlap, so one look back is
                // enough.
                let first = parts
                    .range(..=offset)
                    .next_back()
                    .map_or(offset, |(at, _)| *at);
                for (at, part) in parts.range(first..end) {
                    match part {
                        Part::Bytes(data) => {
                            let low = (*at).max(offset);
                            let high = (at + data.len() as u64).min(end);
                            for byte in low..high {
                                bytes[(byte - offset) as usize] = data[(byte - at) as usize];
                            }
                        }
                        Part::Pointer(target, moved) => address_bytes.push((*at, *target, *moved)),
                    }
                }
                let mut bits = self.space.terms().constant_bytes(&bytes);
                for (at, target, moved) in address_bytes {
                    bits = self.overlay_address(bits, offset, size, at, target, moved);
                }
                Value::Bits(bits)
            }
        }
    }

    /// Bytes of consecutive pointers.
    fn read_row(&mut self, first: Pointer, step: u64, offset: u64, size: u64) -> Value {
        let word = u64::from(self.space.width / 8);
        let mut bits: Option<TermId> = None;
        let mut at = offset;
        while at < offset + size {
            let pointer = self
                .space
                .terms()
                .advance(first, (at / word).wrapping_mul(step));
            let inside = at % word;
            let count = (word - inside).min(offset + size - at);
            if inside == 0 && size == word {
                return Value::Ptr(pointer);
            }
            let address = self.space.bits_of(&Value::Ptr(pointer));
            let piece = self.space.terms().bytes(address, inside, count);
            bits = Some(match bits {
                None => piece,
                Some(low) => self.space.pool.concat(piece, low),
            });
            at += count;
        }
        Value::Bits(bits.unwrap_or_else(|| self.space.pool.bv_u64(8, 0)))
    }

    /// Puts the bytes of a constant pointer that are inside the read into `bits`.
    fn overlay_address(
        &mut self,
        bits: TermId,
        offset: u64,
        size: u64,
        at: u64,
        target: ObjectId,
        moved: i64,
    ) -> TermId {
        let pointer_bytes = u64::from(self.space.width / 8);
        let (low, high) = (at.max(offset), (at + pointer_bytes).min(offset + size));
        if low >= high {
            return bits;
        }
        let pointer = self.space.pointer_to(target, moved);
        let address = self.space.bits_of(&Value::Ptr(pointer));
        let mut result = self.space.terms().bytes(address, low - at, high - low);
        if low > offset {
            let below = self.space.terms().bytes(bits, 0, low - offset);
            result = self.space.pool.concat(result, below);
        }
        if high < offset + size {
            let above = self
                .space
                .terms()
                .bytes(bits, high - offset, offset + size - high);
            result = self.space.pool.concat(above, result);
        }
        result
    }

    /// Unknown first contents: the same symbols in every state, created at the first read.
    fn read_unknown(&mut self, object: ObjectId, offset: u64, size: u64) -> TermId {
        if let Some(array) = self.space.store.objects.get(object).unknown_array {
            return self.read_unknown_array(&array, offset, size);
        }
        let end = offset + size;
        let mut bits: Option<TermId> = None;
        let mut at = offset;
        while at < end {
            let known = &self.space.store.objects.get(object).unknown;
            let before = known
                .range(..=at)
                .next_back()
                .map(|(start, (n, t))| (*start, *n, *t));
            let (piece, next) = match before {
                Some((start, n, symbol)) if start + n > at => {
                    let next = (start + n).min(end);
                    (
                        self.space.terms().bytes(symbol, at - start, next - at),
                        next,
                    )
                }
                Some(_) | None => {
                    let next = known.range(at..end).next().map_or(end, |(start, _)| *start);
                    let next = next.min(at + super::MAX_LEAF);
                    (self.new_unknown(object, at, next - at), next)
                }
            };
            bits = Some(match bits {
                None => piece,
                Some(low) => self.space.pool.concat(piece, low),
            });
            at = next;
        }
        bits.unwrap_or_else(|| self.space.pool.bv_u64(8, 0))
    }

    fn new_unknown(&mut self, object: ObjectId, offset: u64, size: u64) -> TermId {
        let width = u32::try_from(8 * size).expect("values are small");
        let symbol = self
            .space
            .symbol_of(object, Unknown::Bytes(offset), Sort::Bv(width));
        self.space
            .store
            .objects
            .get_mut(object)
            .unknown
            .insert(offset, (size, symbol));
        self.space.note_unknown(object, symbol);
        symbol
    }
}

impl Terms<'_> {
    /// Some bytes of a value.
    pub(super) fn bytes(&mut self, bits: TermId, from: u64, count: u64) -> TermId {
        let low = u32::try_from(8 * from).expect("values are small");
        let high = u32::try_from(8 * (from + count)).expect("values are small") - 1;
        self.pool.extract(high, low, bits)
    }

    /// Bytes at an offset, with the zero at the end of every row of a given length.
    fn with_ends(&mut self, bits: TermId, offset: u64, size: u64, length: u64) -> TermId {
        let zero = self.pool.bv_u64(8, 0);
        let mut result = bits;
        let mut end = offset - offset % length + (length - 1);
        while end < offset + size {
            let value = self.leaf_with_byte(result, size, end - offset, zero);
            result = value;
            end += length;
        }
        result
    }

    /// A value of `size` bytes with one byte replaced.
    fn leaf_with_byte(&mut self, bits: TermId, size: u64, at: u64, byte: TermId) -> TermId {
        let mut result = byte;
        if at > 0 {
            let below = self.bytes(bits, 0, at);
            result = self.pool.concat(result, below);
        }
        if at + 1 < size {
            let above = self.bytes(bits, at + 1, size - at - 1);
            result = self.pool.concat(above, result);
        }
        result
    }

    fn constant_bytes(&mut self, bytes: &[u8]) -> TermId {
        let mut limbs = vec![0u64; bytes.len().div_ceil(8)];
        for (i, byte) in bytes.iter().enumerate() {
            limbs[i / 8] |= u64::from(*byte) << (8 * (i % 8));
        }
        let width = u32::try_from(8 * bytes.len()).expect("values are small");
        self.pool.bv(Bv::from_limbs(width, &limbs))
    }
}

impl Space<'_> {
    /// A pointer to a constant place.
    pub(crate) fn pointer_to(&mut self, object: ObjectId, offset: i64) -> Pointer {
        Pointer {
            object: self.store.objects.term(self.pool, object),
            offset: self.pool.bv_i64(self.width, offset),
        }
    }
}
