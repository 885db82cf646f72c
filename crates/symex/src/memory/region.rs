//! Regions: parts of objects kept as one SMT array of cells.

use super::{Base, Content, Region};
use crate::exec::{Machine, Stuck};
use crate::object::{Initial, ObjectId, Part, UnknownArray};
use crate::value::{OBJECT_BITS, Pointer, Value};
use cassay_term::{Op, Sort, TermId};

/// The most cells whose contents are stored one by one when a region is made.
const MAX_STORES: u64 = 1 << 16;

/// Up to so many writes, a read is a choice between them.
const MAX_CHOICES: usize = 16;

/// The most cells of indeterminate contents that are copied one by one.
const MAX_COPIED: u64 = 1 << 12;

impl Machine<'_> {
    /// Reads `size` bytes at a symbolic offset known to lie inside the region.
    pub(super) fn region_read(&mut self, region: &Region, offset: TermId, size: u64) -> Value {
        if size == region.cell && self.is_aligned(region, offset) {
            let index = self.region_index(region, offset);
            let cell = self.select_cell(region, index);
            return self.cell_value(region, cell);
        }
        let whole_cells = size.is_multiple_of(region.cell) && self.is_aligned(region, offset);
        let step = if whole_cells { region.cell } else { 1 };
        let mut bits: Option<TermId> = None;
        for piece in 0..size / step {
            let at = self.moved(offset, piece * step);
            let piece = if whole_cells {
                let value = self.region_read(region, at, step);
                self.bits_of(&value)
            } else {
                self.region_read_byte(region, at)
            };
            bits = Some(match bits {
                None => piece,
                Some(low) => self.pool.concat(piece, low),
            });
        }
        Value::Bits(bits.unwrap_or_else(|| self.pool.bv_u64(8, 0)))
    }

    /// Writes `size` bytes at a symbolic offset known to lie inside the region.
    pub(super) fn region_write(
        &mut self,
        mut region: Region,
        offset: TermId,
        size: u64,
        value: &Value,
    ) -> Region {
        if size == region.cell && self.is_aligned(&region, offset) {
            let index = self.region_index(&region, offset);
            let cell = self.cell_of(&region, value);
            region.array = self.pool.store(region.array, index, cell);
            return region;
        }
        let whole_cells = size.is_multiple_of(region.cell) && self.is_aligned(&region, offset);
        let step = if whole_cells { region.cell } else { 1 };
        let bits = self.bits_of(value);
        for piece in 0..size / step {
            let at = self.moved(offset, piece * step);
            let bits = self.bytes(bits, piece * step, step);
            region = if whole_cells {
                self.region_write(region, at, step, &Value::Bits(bits))
            } else {
                self.region_write_byte(region, at, bits)
            };
        }
        region
    }

    fn region_read_byte(&mut self, region: &Region, offset: TermId) -> TermId {
        let (start, shift) = self.cell_and_shift(region, offset);
        let index = self.region_index(region, start);
        let cell = self.select_cell(region, index);
        let value = self.cell_value(region, cell);
        let bits = self.bits_of(&value);
        let shift = self.resize(shift, self.pool.width(bits));
        let moved = self.pool.bv_lshr(bits, shift);
        self.pool.extract(7, 0, moved)
    }

    fn region_write_byte(&mut self, mut region: Region, offset: TermId, byte: TermId) -> Region {
        let (start, shift) = self.cell_and_shift(&region, offset);
        let index = self.region_index(&region, start);
        let cell = self.select_cell(&region, index);
        let value = self.cell_value(&region, cell);
        let bits = self.bits_of(&value);
        let width = self.pool.width(bits);
        let shift = self.resize(shift, width);
        let ones = self.pool.bv_u64(width, 0xff);
        let mask = self.pool.bv_shl(ones, shift);
        let hole = self.pool.bv_not(mask);
        let kept = self.pool.bv_and(bits, hole);
        let byte = self.pool.zext(byte, width);
        let placed = self.pool.bv_shl(byte, shift);
        let bits = self.pool.bv_or(kept, placed);
        let cell = self.cell_of(&region, &Value::Bits(bits));
        region.array = self.pool.store(region.array, index, cell);
        region
    }

    /// The start of the cell around a byte, and by how many bits the byte lies inside it.
    fn cell_and_shift(&mut self, region: &Region, offset: TermId) -> (TermId, TermId) {
        if let Some(constant) = self.pool.as_u64(offset) {
            let inside = (constant - region.start) % region.cell;
            let start = self.pool.bv_u64(self.width, constant - inside);
            return (start, self.pool.bv_u64(self.width, 8 * inside));
        }
        let cell = self.pool.bv_u64(self.width, region.cell);
        let first = self.pool.bv_u64(self.width, region.start % region.cell);
        let relative = self.pool.bv_sub(offset, first);
        let inside = self.pool.bv_urem(relative, cell);
        let start = self.pool.bv_sub(offset, inside);
        let eight = self.pool.bv_u64(self.width, 8);
        (start, self.pool.bv_mul(inside, eight))
    }

    fn region_index(&mut self, region: &Region, offset: TermId) -> TermId {
        self.pool.extract(region.index_bits - 1, 0, offset)
    }

    /// Whether every value of the offset is the start of a cell.
    fn is_aligned(&self, region: &Region, offset: TermId) -> bool {
        if region.cell == 1 {
            return true;
        }
        let linear = crate::linear::Linear::of(self.pool, offset);
        let cell = i128::from(region.cell);
        let start = i128::from(region.start);
        linear.stride().is_multiple_of(region.cell)
            && (linear.constant - start).rem_euclid(cell) == 0
            || linear.parts.is_empty() && (linear.constant - start).rem_euclid(cell) == 0
    }

    fn moved(&mut self, offset: TermId, by: u64) -> TermId {
        let by = self.pool.bv_u64(self.width, by);
        self.pool.bv_add(offset, by)
    }

    /// Reads a cell. An indeterminate pointer leads to no object: it is null or invalid, by its
    /// address, which is stated of every cell that is read.
    fn select_cell(&mut self, region: &Region, index: TermId) -> TermId {
        if let Some(unknown) = region.unknown {
            let cell = self.pool.select(unknown, index);
            let object = self
                .pool
                .extract(OBJECT_BITS + self.width - 1, self.width, cell);
            let address = self.pool.extract(self.width - 1, 0, cell);
            let nowhere = self.nowhere(address);
            let fact = self.pool.eq(object, nowhere);
            if self.pool.as_bool(fact) != Some(true) && self.stated.insert(fact) {
                self.out.constraints.push(fact);
            }
        }
        self.select_over_few(region.array, index)
    }

    /// A read of an array with a few writes at symbolic places: a choice between what was written.
    fn select_over_few(&mut self, array: TermId, index: TermId) -> TermId {
        let mut written = Vec::new();
        let mut below = array;
        while *self.pool.op(below) == Op::Store {
            let &[next, at, value] = self.pool.args(below) else {
                break;
            };
            if written.len() == MAX_CHOICES {
                return self.pool.select(array, index);
            }
            written.push((at, value));
            below = next;
        }
        let mut result = self.pool.select(below, index);
        for (at, value) in written.into_iter().rev() {
            let here = self.pool.eq(at, index);
            result = self.pool.ite(here, value, result);
        }
        result
    }

    fn cell_value(&mut self, region: &Region, cell: TermId) -> Value {
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

    fn cell_of(&mut self, region: &Region, value: &Value) -> TermId {
        if region.pointers {
            let pointer = self.pointer_of(value);
            self.pool.concat(pointer.object, pointer.offset)
        } else {
            self.bits_of(value)
        }
    }

    /// Turns a part of an object into a region. Leaves and other regions in it are absorbed.
    pub(super) fn make_region(
        &mut self,
        content: &Content,
        start: u64,
        end: u64,
        cell: u64,
        pointers: bool,
    ) -> Result<Content, Stuck> {
        let index_bits = if end < 1 << 31 { 32 } else { self.width };
        let element = if pointers {
            OBJECT_BITS + self.width
        } else {
            8 * cell as u32
        };
        let shape = Region {
            start,
            end,
            cell,
            pointers,
            index_bits,
            array: self.pool.tru(),
            unknown: None,
        };
        let mut region = self.base_region(content.base, shape, element)?;
        let mut result = content.clone();
        result
            .regions
            .retain(|other| !other.touches(start, end - start));
        for old in content
            .regions
            .iter()
            .filter(|other| other.touches(start, end - start))
        {
            if (old.end - old.start) / old.cell > MAX_STORES || old.start < start || old.end > end {
                return Err(Stuck::new(
                    "array read and written in cells of different sizes",
                ));
            }
            let mut at = old.start;
            while at < old.end {
                let value = self.read(content, at, cell);
                let index = self.pool.bv_u64(self.width, at);
                region = self.region_write(region, index, cell, &value);
                at += cell;
            }
        }
        let mut touched = Vec::new();
        content.leaves.for_each(|offset, leaf| {
            if offset < end && start < offset + leaf.size {
                touched.push((offset, leaf.size));
            }
        });
        for (offset, size) in touched {
            let first = offset.max(start);
            let last = (offset + size).min(end);
            let mut at = first - (first - start) % cell;
            while at < last {
                let value = self.read(content, at, cell);
                let index = self.pool.bv_u64(self.width, at);
                region = self.region_write(region, index, cell, &value);
                at += cell;
            }
            self.clear(&mut result, first, last - first);
        }
        result.regions.push(region);
        result.regions.sort_by_key(|region| region.start);
        Ok(result)
    }

    /// A region that holds what lies under leaves.
    fn base_region(&mut self, base: Base, shape: Region, element: u32) -> Result<Region, Stuck> {
        let (object, shift) = match base {
            Base::Fill(_) => {
                let value = self.read_base(base, shape.start, shape.cell);
                let cell = self.cell_of(&shape, &value);
                let array = self.pool.const_array(shape.index_bits, cell);
                return Ok(Region { array, ..shape });
            }
            Base::Initial(object, shift) => (object, shift),
        };
        match &self.objects.get(object).initial {
            Initial::Unknown => self.unknown_region(object, shift, shape, element),
            Initial::Data(parts) => {
                let parts = parts.clone();
                let zero = self.pool.bv_u64(element, 0);
                let mut region = Region {
                    array: self.pool.const_array(shape.index_bits, zero),
                    ..shape
                };
                let first = parts
                    .range(..=shape.start + shift)
                    .next_back()
                    .map_or(0, |(offset, _)| *offset);
                let mut next = shape.start;
                for (offset, part) in parts.range(first..shape.end.saturating_add(shift)) {
                    let length = match part {
                        Part::Bytes(bytes) => bytes.len() as u64,
                        Part::Pointer(_, _) => u64::from(self.width / 8),
                    };
                    let low = offset.saturating_sub(shift).max(next);
                    let high = (offset + length).saturating_sub(shift).min(shape.end);
                    let mut at = low - (low - shape.start) % shape.cell;
                    while at < high {
                        let value = self.read_initial(object, at + shift, shape.cell);
                        let index = self.pool.bv_u64(self.width, at);
                        region = self.region_write(region, index, shape.cell, &value);
                        at += shape.cell;
                        next = at;
                    }
                }
                Ok(region)
            }
        }
    }

    fn unknown_region(
        &mut self,
        object: ObjectId,
        shift: u64,
        shape: Region,
        element: u32,
    ) -> Result<Region, Stuck> {
        let sort = Sort::Array {
            index: shape.index_bits,
            element,
        };
        if let Some(known) = self.objects.get(object).unknown_array {
            let fits = known.cell == shape.cell && shift == 0 && self.pool.sort(known.term) == sort;
            if fits {
                return Ok(Region {
                    array: known.term,
                    unknown: known.pointers.then_some(known.symbol),
                    ..shape
                });
            }
            return self.copied_region(
                object,
                shift,
                shape,
                element,
                "indeterminate array read in cells of different sizes",
            );
        }
        if shift != 0 {
            return self.copied_region(
                object,
                shift,
                shape,
                element,
                "copy of an indeterminate array read at a symbolic index",
            );
        }
        let symbol = self.pool.fresh(&format!("{object}[]"), sort);
        // Cells are numbered by offset, so the array stands for the whole object.
        let unknown = shape.pointers.then_some(symbol);
        let mut whole = Region {
            start: 0,
            end: u64::MAX,
            array: symbol,
            unknown,
            ..shape
        };
        let known: Vec<(u64, u64, TermId)> = self
            .objects
            .get(object)
            .unknown
            .iter()
            .map(|(o, (n, t))| (*o, *n, *t))
            .collect();
        for (offset, size, term) in known {
            let at = self.pool.bv_u64(self.width, offset);
            whole = self.region_write(whole, at, size, &Value::Bits(term));
        }
        self.objects.get_mut(object).unknown_array = Some(UnknownArray {
            cell: shape.cell,
            pointers: shape.pointers,
            symbol,
            term: whole.array,
        });
        Ok(Region {
            array: whole.array,
            unknown,
            ..shape
        })
    }

    /// A region into which first contents are put cell by cell, where no one array is both.
    fn copied_region(
        &mut self,
        object: ObjectId,
        shift: u64,
        shape: Region,
        element: u32,
        otherwise: &str,
    ) -> Result<Region, Stuck> {
        if (shape.end - shape.start) / shape.cell > MAX_COPIED {
            return Err(Stuck::new(otherwise));
        }
        let zero = self.pool.bv_u64(element, 0);
        let mut region = Region {
            array: self.pool.const_array(shape.index_bits, zero),
            ..shape
        };
        let mut at = shape.start;
        while at < shape.end {
            let value = self.read_initial(object, at + shift, shape.cell);
            let index = self.pool.bv_u64(self.width, at);
            region = self.region_write(region, index, shape.cell, &value);
            at += shape.cell;
        }
        Ok(region)
    }

    /// Unknown first contents once they are an array.
    pub(super) fn read_unknown_array(
        &mut self,
        array: &UnknownArray,
        offset: u64,
        size: u64,
    ) -> TermId {
        let Sort::Array { index, .. } = self.pool.sort(array.term) else {
            unreachable!("unknown contents are an array");
        };
        let region = Region {
            start: 0,
            end: u64::MAX,
            cell: array.cell,
            pointers: array.pointers,
            index_bits: index,
            array: array.term,
            unknown: array.pointers.then_some(array.symbol),
        };
        let at = self.pool.bv_u64(self.width, offset);
        let value = self.region_read(&region, at, size);
        self.bits_of(&value)
    }
}
