//! Regions: parts of objects kept as one SMT array of cells.

use super::access::gcd;
use super::defined::Definition;
use super::{Base, Content, Region};
use crate::memory::Memory;
use crate::names::Unknown;
use crate::object::{Initial, ObjectId, Part, UnknownArray};
use crate::terms::Terms;
use crate::value::{OBJECT_BITS, Pointer, Value};
use cassay_term::{Sort, TermId};

impl Memory<'_> {
    /// Reads `size` bytes at a symbolic offset known to lie inside the region.
    pub(super) fn region_read(&mut self, region: &Region, offset: TermId, size: u64) -> Value {
        if size == region.cell && self.space.terms().is_aligned(region, offset) {
            let cell = self.cell_at(region, offset);
            return self.space.terms().cell_value(region, cell);
        }
        let whole_cells = region.is_solid()
            && size.is_multiple_of(region.cell)
            && self.space.terms().is_aligned(region, offset);
        let step = if whole_cells { region.cell } else { 1 };
        let mut bits: Option<TermId> = None;
        for piece in 0..size / step {
            let at = self.space.terms().moved(offset, piece * step);
            let piece = if whole_cells {
                let value = self.region_read(region, at, step);
                self.space.bits_of(&value)
            } else {
                self.region_read_byte(region, at)
            };
            bits = Some(match bits {
                None => piece,
                Some(low) => self.space.pool.concat(piece, low),
            });
        }
        Value::Bits(bits.unwrap_or_else(|| self.space.pool.bv_u64(8, 0)))
    }

    /// Writes `size` bytes at a symbolic offset known to lie inside the region.
    pub(super) fn region_write(
        &mut self,
        mut region: Region,
        offset: TermId,
        size: u64,
        value: &Value,
    ) -> Region {
        if size == region.cell && self.space.terms().is_aligned(&region, offset) {
            let index = self.space.terms().region_index(&region, offset);
            let cell = self.cell_of(&region, value);
            region.array = self.space.pool.store(region.array, index, cell);
            if self.space.pool.is_const(index) && self.space.bounds.propagation.stores {
                region.array = self.gather(&region, region.array);
            }
            return region;
        }
        let whole_cells = region.is_solid()
            && size.is_multiple_of(region.cell)
            && self.space.terms().is_aligned(&region, offset);
        let step = if whole_cells { region.cell } else { 1 };
        let bits = self.space.bits_of(value);
        for piece in 0..size / step {
            let at = self.space.terms().moved(offset, piece * step);
            let bits = self.space.terms().bytes(bits, piece * step, step);
            region = if whole_cells {
                self.region_write(region, at, step, &Value::Bits(bits))
            } else {
                self.region_write_byte(region, at, bits)
            };
        }
        region
    }

    fn region_read_byte(&mut self, region: &Region, offset: TermId) -> TermId {
        let (start, shift) = self.space.terms().cell_and_shift(region, offset);
        let cell = self.cell_at(region, start);
        let value = self.space.terms().cell_value(region, cell);
        let bits = self.space.bits_of(&value);
        let width = self.space.pool.width(bits);
        let shift = self.space.terms().resize(shift, width);
        let moved = self.space.pool.bv_lshr(bits, shift);
        self.space.pool.extract(7, 0, moved)
    }

    fn region_write_byte(&mut self, mut region: Region, offset: TermId, byte: TermId) -> Region {
        let (start, shift) = self.space.terms().cell_and_shift(&region, offset);
        let index = self.space.terms().region_index(&region, start);
        let cell = self.cell_at(&region, start);
        let value = self.space.terms().cell_value(&region, cell);
        let bits = self.space.bits_of(&value);
        let width = self.space.pool.width(bits);
        let shift = self.space.terms().resize(shift, width);
        let ones = self.space.pool.bv_u64(width, 0xff);
        let mask = self.space.pool.bv_shl(ones, shift);
        let hole = self.space.pool.bv_not(mask);
        let kept = self.space.pool.bv_and(bits, hole);
        let byte = self.space.pool.zext(byte, width);
        let placed = self.space.pool.bv_shl(byte, shift);
        let bits = self.space.pool.bv_or(kept, placed);
        let cell = self.cell_of(&region, &Value::Bits(bits));
        region.array = self.space.pool.store(region.array, index, cell);
        region
    }

    pub(super) fn cell_of(&mut self, region: &Region, value: &Value) -> TermId {
        if region.pointers {
            let pointer = self.space.pointer_of(value);
            self.space.pool.concat(pointer.object, pointer.offset)
        } else {
            self.space.bits_of(value)
        }
    }

    /// Turns a part of an object into a region of contiguous cells. Leaves and other regions in it
    /// are absorbed; a region that overlaps it partly enlarges it.
    pub(super) fn make_region(
        &mut self,
        content: &Content,
        mut start: u64,
        mut end: u64,
        mut cell: u64,
        pointers: bool,
    ) -> Content {
        let mut absorbed: Vec<Region> = Vec::new();
        loop {
            absorbed.clear();
            let touched = content.regions.iter();
            absorbed.extend(touched.filter(|other| other.touches(start, end - start)));
            let partly = absorbed
                .iter()
                .find(|other| other.start < start || other.last_byte() > end);
            let Some(other) = partly else { break };
            start = start.min(other.start);
            end = end.max(other.last_byte());
            cell = gcd(cell, other.cell);
        }
        // No cell overlaps another region partly.
        cell = gcd(cell, gcd(start, end - start));
        for old in &absorbed {
            cell = gcd(cell, gcd(old.start - start, old.last_byte() - start));
            if !old.is_solid() {
                cell = gcd(cell, gcd(old.cell, old.stride));
            }
        }
        let shape = Region {
            start,
            end,
            cell,
            stride: cell,
            pointers: pointers && cell == u64::from(self.space.width / 8),
            index_bits: self.space.terms().index_bits(end),
            array: self.space.pool.tru(),
        };
        self.add_region(content, shape, &absorbed)
    }

    /// Turns one member of all elements of an array into a region, if it overlaps no other region.
    pub(super) fn make_column(&mut self, content: &Content, column: Region) -> Option<Content> {
        let free = !content.regions.iter().any(|other| other.overlaps(&column));
        free.then(|| self.add_region(content, column, &[]))
    }

    fn add_region(
        &mut self,
        content: &Content,
        mut region: Region,
        absorbed: &[Region],
    ) -> Content {
        self.put_base(content.base, &mut region);
        let mut result = content.clone();
        result.regions.retain(|other| !absorbed.contains(other));
        for old in absorbed {
            let part = Definition::Part {
                low: old.start,
                high: old.end,
                from: Box::new(*old),
                shift: 0,
                below: region.array,
            };
            region.array = self.define(&region, part);
        }
        self.absorb_leaves(content, &mut region, &mut result);
        result.regions.push(region);
        result.regions.sort_by_key(|region| region.start);
        result
    }

    fn absorb_leaves(&mut self, content: &Content, region: &mut Region, result: &mut Content) {
        let mut touched = Vec::new();
        let mut next = 0;
        content.leaves.for_each(|offset, leaf| {
            for at in region.cells_in(offset.max(next), offset + leaf.size) {
                touched.push(at);
                next = at + region.cell;
            }
        });
        let mut cells = Vec::new();
        for at in touched {
            let value = self.read(content, at, region.cell);
            cells.push((at, self.cell_of(region, &value)));
            self.clear(result, at, region.cell);
        }
        region.array = self.tabled(region, cells, region.array);
    }

    /// Stores the contents below the leaves into a region.
    fn put_base(&mut self, base: Base, region: &mut Region) {
        let (object, shift) = match base {
            Base::Fill(_) => {
                let value = self.read_base(base, region.start, region.cell);
                let cell = self.cell_of(region, &value);
                region.array = self.space.pool.const_array(region.index_bits, cell);
                return;
            }
            Base::Initial(object, shift) => (object, shift),
        };
        match &self.space.store.objects.get(object).initial {
            Initial::Unknown | Initial::Texts(_) | Initial::Pointers(_, _) => {
                self.put_unknown(object, shift, region);
            }
            Initial::Data(parts) => {
                let parts = parts.clone();
                let cell_bits = self.space.terms().cell_bits(region);
                let zero = self.space.pool.bv_u64(cell_bits, 0);
                let mut cells = Vec::new();
                let first = parts
                    .range(..=region.start + shift)
                    .next_back()
                    .map_or(0, |(offset, _)| *offset);
                let mut next = region.start;
                for (offset, part) in parts.range(first..region.end.saturating_add(shift)) {
                    let length = match part {
                        Part::Bytes(bytes) => bytes.len() as u64,
                        Part::Pointer(_, _) => u64::from(self.space.width / 8),
                    };
                    let low = offset.saturating_sub(shift).max(next);
                    let high = (offset + length).saturating_sub(shift);
                    for at in region.cells_in(low, high) {
                        let value = self.read_initial(object, at + shift, region.cell);
                        cells.push((at, self.cell_of(region, &value)));
                        next = at + region.cell;
                    }
                }
                let zeros = self.space.pool.const_array(region.index_bits, zero);
                region.array = self.tabled(region, cells, zeros);
            }
        }
    }

    fn put_unknown(&mut self, object: ObjectId, shift: u64, region: &mut Region) {
        let of = self.space.store.objects.get(object);
        let known = match (of.unknown_array, &of.initial) {
            (Some(known), _) => known,
            (None, &Initial::Pointers(first, step)) => self.make_row_array(object, first, step),
            (None, Initial::Unknown | Initial::Texts(_) | Initial::Data(_)) => {
                self.make_unknown_array(object, shift, region)
            }
        };
        let from = self.space.terms().unknown_region(&known);
        let fits = from.cell == region.cell
            && shift == 0
            && region.start.is_multiple_of(region.cell)
            && region.stride.is_multiple_of(region.cell)
            && from.pointers == region.pointers
            && from.index_bits == region.index_bits;
        if fits {
            region.array = from.array;
            return;
        }
        let cell_bits = self.space.terms().cell_bits(region);
        let zero = self.space.pool.bv_u64(cell_bits, 0);
        let below = self.space.pool.const_array(region.index_bits, zero);
        let part = Definition::Part {
            low: region.start,
            high: region.end,
            from: Box::new(from),
            shift,
            below,
        };
        region.array = self.define(region, part);
    }

    /// Unknown first contents as an array, in the shape of the region that first needs it.
    fn make_unknown_array(
        &mut self,
        object: ObjectId,
        shift: u64,
        region: &Region,
    ) -> UnknownArray {
        let cell = gcd(gcd(region.cell, shift), gcd(region.start, region.stride));
        let of = self.space.store.objects.get(object);
        let limit = of.const_size;
        let row = match of.initial {
            Initial::Texts(length) => Some(length),
            Initial::Unknown | Initial::Data(_) | Initial::Pointers(_, _) => None,
        };
        let cell = row.map_or(cell, |length| gcd(cell, length));
        let shape = Region {
            start: 0,
            end: u64::MAX,
            cell,
            stride: cell,
            pointers: region.pointers && cell == region.cell && row.is_none(),
            index_bits: self.space.terms().index_bits(limit.unwrap_or(u64::MAX)),
            ..*region
        };
        let sort = Sort::Array {
            index: shape.index_bits,
            element: self.space.terms().cell_bits(&shape),
        };
        let symbol = self.space.symbol_of(object, Unknown::Cells, sort);
        self.space.note_unknown(object, symbol);
        // Cells are numbered by offset, so the array stands for the whole object.
        let mut whole = Region {
            array: symbol,
            ..shape
        };
        if shape.pointers {
            self.define_indeterminate(symbol);
        }
        let known: Vec<(u64, u64, TermId)> = self
            .space
            .store
            .objects
            .get(object)
            .unknown
            .iter()
            .map(|(o, (n, t))| (*o, *n, *t))
            .collect();
        for (offset, size, term) in known {
            let at = self.space.pool.bv_u64(self.space.width, offset);
            whole = self.region_write(whole, at, size, &Value::Bits(term));
        }
        if let Some(length) = row {
            let below = whole.array;
            whole.array = self.define(&whole, Definition::Texts { length, below });
        }
        let made = UnknownArray {
            cell,
            pointers: shape.pointers,
            symbol,
            term: whole.array,
        };
        self.space.store.objects.get_mut(object).unknown_array = Some(made);
        made
    }

    /// Consecutive pointers as an array.
    fn make_row_array(&mut self, object: ObjectId, first: Pointer, step: u64) -> UnknownArray {
        let cell = u64::from(self.space.width / 8);
        let limit = self.space.store.objects.get(object).const_size;
        let shape = Region {
            start: 0,
            end: u64::MAX,
            cell,
            stride: cell,
            pointers: true,
            index_bits: self.space.terms().index_bits(limit.unwrap_or(u64::MAX)),
            array: self.space.pool.tru(),
        };
        let symbol = self.define(&shape, Definition::Pointers { first, step });
        let made = UnknownArray {
            cell,
            pointers: true,
            symbol,
            term: symbol,
        };
        self.space.store.objects.get_mut(object).unknown_array = Some(made);
        made
    }

    /// Unknown first contents after they became an array.
    pub(super) fn read_unknown_array(
        &mut self,
        array: &UnknownArray,
        offset: u64,
        size: u64,
    ) -> TermId {
        let region = self.space.terms().unknown_region(array);
        let at = self.space.pool.bv_u64(self.space.width, offset);
        let value = self.region_read(&region, at, size);
        self.space.bits_of(&value)
    }
}

impl Terms<'_> {
    /// The start of the cell that contains a byte, and the bit position of the byte in it.
    fn cell_and_shift(&mut self, region: &Region, offset: TermId) -> (TermId, TermId) {
        if let Some(constant) = self.pool.as_u64(offset) {
            let inside = (constant - region.start) % region.stride;
            let start = self.pool.bv_u64(self.width, constant - inside);
            return (start, self.pool.bv_u64(self.width, 8 * inside));
        }
        let inside = match self.residue(region, offset) {
            Some(residue) => self.pool.bv_u64(self.width, residue),
            None => {
                let stride = self.pool.bv_u64(self.width, region.stride);
                let first = self.pool.bv_u64(self.width, region.start % region.stride);
                let relative = self.pool.bv_sub(offset, first);
                self.pool.bv_urem(relative, stride)
            }
        };
        let start = self.pool.bv_sub(offset, inside);
        let eight = self.pool.bv_u64(self.width, 8);
        (start, self.pool.bv_mul(inside, eight))
    }

    pub(super) fn region_index(&mut self, region: &Region, offset: TermId) -> TermId {
        self.pool.extract(region.index_bits - 1, 0, offset)
    }

    /// Whether every value of the offset is the start of a cell.
    fn is_aligned(&self, region: &Region, offset: TermId) -> bool {
        region.stride == 1 || self.residue(region, offset) == Some(0)
    }

    /// The distance of an offset from the start of its cell, if it is the same for all its values.
    fn residue(&self, region: &Region, offset: TermId) -> Option<u64> {
        let linear = crate::linear::Linear::of(self.pool, offset);
        let same = linear.parts.is_empty() || linear.stride().is_multiple_of(region.stride);
        let distance = linear.constant - i128::from(region.start);
        same.then(|| distance.rem_euclid(i128::from(region.stride)) as u64)
    }

    pub(super) fn moved(&mut self, offset: TermId, by: u64) -> TermId {
        let by = self.pool.bv_u64(self.width, by);
        self.pool.bv_add(offset, by)
    }

    pub(super) fn cell_value(&mut self, region: &Region, cell: TermId) -> Value {
        if region.pointers {
            Value::Ptr(Pointer {
                object: self
                    .pool
                    .extract(OBJECT_BITS + self.width - 1, self.width, cell),
                offset: self.pool.extract(self.width - 1, 0, cell),
            })
        } else {
            Value::Bits(cell)
        }
    }

    pub(super) fn index_bits(&self, end: u64) -> u32 {
        if end < 1 << 31 { 32 } else { self.width }
    }

    /// The width of an element of a region's array.
    pub(super) fn cell_bits(&self, region: &Region) -> u32 {
        if region.pointers {
            OBJECT_BITS + self.width
        } else {
            8 * region.cell as u32
        }
    }

    fn unknown_region(&self, array: &UnknownArray) -> Region {
        let Sort::Array { index, .. } = self.pool.sort(array.term) else {
            unreachable!("unknown contents are an array");
        };
        Region {
            start: 0,
            end: u64::MAX,
            cell: array.cell,
            stride: array.cell,
            pointers: array.pointers,
            index_bits: index,
            array: array.term,
        }
    }
}
