//! Defined arrays: arrays given by a definition of their cells rather than by writes.
//!
//! A *definition* belongs to a symbol of array sort and determines the value of each cell: from the
//! entries of a table, the cells of another region, or a range of bytes that was set or copied. A
//! read is followed through writes, choices and definitions as long as the result stays small, so
//! that the symbol does not occur in the equation at all. If it does, because too many writes lie
//! over it, the value of the cell that is read is stated as a constraint.
//!
//! Invariant: every cell of a defined array that occurs in a term was stated or replaced. Its other
//! cells are unconstrained, and no term depends on them.

use super::Region;
use super::overwrite::Overwrite;
use crate::memory::Memory;
use crate::terms::Terms;
use crate::value::{OBJECT_BITS, Pointer};
use cassay_term::{ArrayForm, Op, Sort, TermId};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The definition of the cells of an array.
pub(crate) enum Definition {
    /// Pointers that lead to no object: null or invalid, by their addresses.
    Indeterminate,
    /// Consecutive pointers, each leading `step` bytes past the one before it.
    Pointers { first: Pointer, step: u64 },
    /// Cells as in the base array, but the last byte of every `length` bytes is zero.
    Texts { length: u64, below: TermId },
    /// Values by byte offset, in ascending order; other cells are as in the base array.
    Table {
        cells: Vec<(u64, TermId)>,
        below: TermId,
    },
    /// Cells from `low` to `high` are read from another region, `shift` bytes further on.
    Part {
        low: u64,
        high: u64,
        from: Box<Region>,
        shift: u64,
        below: TermId,
    },
    /// A range of bytes was written over the base array.
    Range {
        overwrite: Box<Overwrite>,
        below: TermId,
    },
}

/// All definitions, and caches derived from them.
#[derive(Default)]
pub(crate) struct Definitions {
    by_symbol: HashMap<TermId, Rc<Definition>>,
    /// The defined symbols an array is made of.
    under: HashMap<TermId, Rc<[TermId]>>,
    /// Cells read before.
    known: HashMap<(TermId, TermId), TermId>,
    /// Values of cells that were stated, by symbol.
    stated: HashMap<TermId, Vec<TermId>>,
    done: HashSet<(TermId, TermId)>,
    /// Cells that are to be stated.
    todo: Vec<(Region, TermId, TermId)>,
    /// How many more steps the current read may take; nested reads share them.
    steps: usize,
    reading: bool,
}

impl Definitions {
    /// Whether a symbol is defined here.
    pub(crate) fn has(&self, symbol: TermId) -> bool {
        self.by_symbol.contains_key(&symbol)
    }

    /// The definition of a symbol.
    pub(super) fn get(&self, symbol: TermId) -> Option<Rc<Definition>> {
        self.by_symbol.get(&symbol).cloned()
    }

    /// The values that cells of a defined symbol can have, for those cells that occur in terms.
    pub(crate) fn values(&self, symbol: TermId) -> &[TermId] {
        self.stated.get(&symbol).map_or(&[], Vec::as_slice)
    }
}

impl Memory<'_> {
    /// A new array with a definition, in the shape of a region.
    pub(super) fn define(&mut self, shape: &Region, definition: Definition) -> TermId {
        let sort = Sort::Array {
            index: shape.index_bits,
            element: self.space.terms().cell_bits(shape),
        };
        let symbol = self.space.symbol_here("cells", sort);
        self.space
            .store
            .definitions
            .by_symbol
            .insert(symbol, Rc::new(definition));
        symbol
    }

    /// Makes the cells of an array pointers that lead to no object.
    pub(super) fn define_indeterminate(&mut self, symbol: TermId) {
        let definition = Rc::new(Definition::Indeterminate);
        self.space
            .store
            .definitions
            .by_symbol
            .insert(symbol, definition);
    }

    /// An array with entries written over another one. If they are few, they are ordinary writes.
    pub(super) fn tabled(
        &mut self,
        shape: &Region,
        cells: Vec<(u64, TermId)>,
        below: TermId,
    ) -> TermId {
        if cells.len() >= self.space.bounds.many_writes() {
            return self.define(shape, Definition::Table { cells, below });
        }
        let mut array = below;
        for (at, value) in cells {
            let index = self.space.pool.bv_u64(shape.index_bits, at);
            array = self.space.pool.store(array, index, value);
        }
        array
    }

    /// Puts many writes at constant offsets into a table, together with a table below them that is
    /// not much larger.
    pub(super) fn gather(&mut self, shape: &Region, array: TermId) -> TermId {
        let mut cells = Vec::new();
        let mut below = array;
        while *self.space.pool.op(below) == Op::Store
            && let &[next, at, value] = self.space.pool.args(below)
            && let Some(at) = self.space.pool.as_u64(at)
        {
            cells.push((at, value));
            below = next;
        }
        if cells.len() < self.space.bounds.many_writes() {
            return array;
        }
        // The last write to an offset comes first.
        cells.sort_by_key(|(at, _)| *at);
        cells.dedup_by_key(|(at, _)| *at);
        // A table that has grown absorbs the next one below it. So there are few tables on top of
        // each other, each several times as large as the one above, and no entry moves often.
        while let Some(older) = self.space.store.definitions.by_symbol.get(&below).cloned()
            && let Definition::Table {
                cells: old,
                below: under,
            } = &*older
            && old.len() <= 8 * cells.len()
        {
            cells.extend(old.iter().copied());
            cells.sort_by_key(|(at, _)| *at);
            cells.dedup_by_key(|(at, _)| *at);
            below = *under;
        }
        self.define(shape, Definition::Table { cells, below })
    }

    /// The value of the cell at an offset that is known to lie inside the region.
    pub(super) fn cell_at(&mut self, region: &Region, offset: TermId) -> TermId {
        if self.space.store.definitions.reading {
            return self.follow(region, region.array, offset);
        }
        self.space.store.definitions.reading = true;
        self.space.store.definitions.steps = self.space.bounds.read_steps();
        let mut result = self.follow(region, region.array, offset);
        if !self.space.bounds.propagation.stores
            && !region.pointers
            && !self.space.terms().is_constant(result)
        {
            result = self.left(region, region.array, offset);
        }
        while let Some((region, symbol, offset)) = self.space.store.definitions.todo.pop() {
            self.space.store.definitions.steps = self.space.bounds.read_steps();
            self.state_cell(&region, symbol, offset);
        }
        self.space.store.definitions.reading = false;
        result
    }

    /// Constrains a cell of a defined array to its value.
    fn state_cell(&mut self, region: &Region, symbol: TermId, offset: TermId) {
        let index = self.space.terms().region_index(region, offset);
        if !self.space.store.definitions.done.insert((symbol, index)) {
            return;
        }
        let value = self.defined_cell(region, symbol, offset);
        let cell = self.space.pool.select(symbol, index);
        let fact = self.space.pool.eq(cell, value);
        self.space.out.constraints.push(fact);
        let stated = self.space.store.definitions.stated.entry(symbol);
        stated.or_default().push(value);
    }

    /// If one array is another one with a write at a constant offset, states the value of the other
    /// one there: that cell may occur in terms later.
    pub(super) fn state_below_write(&mut self, region: &Region, upper: TermId, lower: TermId) {
        if *self.space.pool.op(upper) != Op::Store {
            return;
        }
        let &[below, at, _] = self.space.pool.args(upper) else {
            return;
        };
        if below != lower {
            return;
        }
        if let Some(at) = self.space.pool.as_u64(at) {
            let offset = self.space.pool.bv_u64(self.space.width, at);
            for symbol in self.defined_under(lower).iter() {
                self.space
                    .store
                    .definitions
                    .todo
                    .push((*region, *symbol, offset));
            }
            self.state_rest();
        }
    }

    /// States the pending cells, unless a read does it later.
    fn state_rest(&mut self) {
        if self.space.store.definitions.reading {
            return;
        }
        self.space.store.definitions.reading = true;
        while let Some((region, symbol, offset)) = self.space.store.definitions.todo.pop() {
            self.space.store.definitions.steps = self.space.bounds.read_steps();
            self.state_cell(&region, symbol, offset);
        }
        self.space.store.definitions.reading = false;
    }

    /// Takes one step of the current read, if there are any left.
    fn step(&mut self) -> bool {
        let left = self.space.store.definitions.steps;
        self.space.store.definitions.steps = left.saturating_sub(1);
        left > 0
    }

    /// Follows a read through writes, choices and definitions.
    fn follow(&mut self, region: &Region, array: TermId, offset: TermId) -> TermId {
        if let Some(known) = self.space.store.definitions.known.get(&(array, offset)) {
            return *known;
        }
        let index = self.space.terms().region_index(region, offset);
        let mut written = Vec::new();
        let mut below = array;
        let mut result = loop {
            match self.space.pool.array_form(below) {
                ArrayForm::Written {
                    below: next,
                    at,
                    value,
                } => {
                    let here = self.space.pool.eq(at, index);
                    match self.space.pool.as_bool(here) {
                        Some(true) => break value,
                        Some(false) => {}
                        None if written.len() < self.space.bounds.few() && self.step() => {
                            written.push((here, value));
                        }
                        None => {
                            written.clear();
                            break self.left(region, array, offset);
                        }
                    }
                    below = next;
                }
                ArrayForm::Choice {
                    cond,
                    then,
                    otherwise,
                } if self.step() => {
                    let then = self.follow(region, then, offset);
                    let otherwise = self.follow(region, otherwise, offset);
                    break self.space.pool.ite(cond, then, otherwise);
                }
                ArrayForm::Symbol if self.step() => {
                    break self.defined_cell(region, below, offset);
                }
                ArrayForm::Choice { .. } | ArrayForm::Symbol | ArrayForm::Filled(_) => {
                    break self.left(region, below, offset);
                }
            }
        };
        for (here, value) in written.into_iter().rev() {
            result = self.space.pool.ite(here, value, result);
        }
        self.space
            .store
            .definitions
            .known
            .insert((array, offset), result);
        result
    }

    /// A read that is left to the solver; the defined cells it can depend on must be stated.
    fn left(&mut self, region: &Region, array: TermId, offset: TermId) -> TermId {
        let index = self.space.terms().region_index(region, offset);
        for symbol in self.defined_under(array).iter() {
            if region.pointers {
                // At once: the possible objects of the pointer may be read off the term.
                self.state_cell(region, *symbol, offset);
            } else {
                self.space
                    .store
                    .definitions
                    .todo
                    .push((*region, *symbol, offset));
            }
        }
        self.space.pool.select(array, index)
    }

    /// The defined symbols at the bottom of an array.
    fn defined_under(&mut self, array: TermId) -> Rc<[TermId]> {
        let mut todo = vec![array];
        while let Some(&term) = todo.last() {
            if self.space.store.definitions.under.contains_key(&term) {
                todo.pop();
                continue;
            }
            let parts: Vec<TermId> = match self.space.pool.array_form(term) {
                ArrayForm::Written { below, .. } => vec![below],
                ArrayForm::Choice {
                    then, otherwise, ..
                } => vec![then, otherwise],
                ArrayForm::Filled(_) | ArrayForm::Symbol => Vec::new(),
            };
            let missing = parts
                .iter()
                .find(|part| !self.space.store.definitions.under.contains_key(part));
            if let Some(part) = missing {
                todo.push(*part);
                continue;
            }
            let found: Rc<[TermId]> = match parts.as_slice() {
                [] if self.space.store.definitions.by_symbol.contains_key(&term) => Rc::new([term]),
                [] => Rc::new([]),
                [one] => self.space.store.definitions.under[one].clone(),
                more => {
                    let mut all: Vec<TermId> = more
                        .iter()
                        .flat_map(|part| self.space.store.definitions.under[part].to_vec())
                        .collect();
                    all.sort();
                    all.dedup();
                    all.into()
                }
            };
            self.space.store.definitions.under.insert(term, found);
            todo.pop();
        }
        self.space.store.definitions.under[&array].clone()
    }

    /// The value of a cell by a definition.
    fn defined_cell(&mut self, region: &Region, symbol: TermId, offset: TermId) -> TermId {
        let Some(definition) = self.space.store.definitions.by_symbol.get(&symbol).cloned() else {
            let index = self.space.terms().region_index(region, offset);
            return self.space.pool.select(symbol, index);
        };
        match &*definition {
            Definition::Indeterminate => {
                let index = self.space.terms().region_index(region, offset);
                let cell = self.space.pool.select(symbol, index);
                let address = self.space.pool.extract(self.space.width - 1, 0, cell);
                let object = self.space.nowhere(address);
                self.space.pool.concat(object, address)
            }
            Definition::Pointers { first, step } => {
                // Offsets are multiples of the size of a pointer.
                let each = self.space.pool.bv_u64(self.space.width, step / region.cell);
                let moved = self.space.pool.bv_mul(offset, each);
                let moved = self.space.pool.bv_add(first.offset, moved);
                self.space.pool.concat(first.object, moved)
            }
            Definition::Texts { length, below } => {
                let old = self.follow(region, *below, offset);
                self.space.terms().ended(region, *length, old, offset)
            }
            Definition::Table { cells, below } => {
                if let Some(at) = self.space.pool.as_u64(offset) {
                    return match cells.binary_search_by_key(&at, |(at, _)| *at) {
                        Ok(found) => cells[found].1,
                        Err(_) => self.follow(region, *below, offset),
                    };
                }
                let first = cells.partition_point(|(at, _)| *at < region.start);
                let last = cells.partition_point(|(at, _)| *at < region.end);
                let cells = &cells[first..last];
                let all = (region.end - region.start) / region.stride;
                let below =
                    (cells.len() as u64 != all).then(|| self.follow(region, *below, offset));
                match below {
                    Some(below) if cells.is_empty() => below,
                    below => self.space.terms().table_cell(region, cells, below, offset),
                }
            }
            Definition::Part {
                low,
                high,
                from,
                shift,
                below,
            } => {
                let mut inside = self.space.terms().is_between(*low, *high, offset);
                if !from.is_solid() {
                    let in_cell = self.space.terms().is_in_cell(from, offset);
                    inside = self.space.pool.and(inside, in_cell);
                }
                if self.space.pool.as_bool(inside) == Some(false) {
                    return self.follow(region, *below, offset);
                }
                let shift = self.space.pool.bv_u64(self.space.width, *shift);
                let place = self.space.pool.bv_add(offset, shift);
                let value = self.region_read(from, place, region.cell);
                let new = self.cell_of(region, &value);
                let all = from.is_solid() && *low <= region.start && region.end <= *high;
                if all || self.space.pool.as_bool(inside) == Some(true) {
                    return new;
                }
                let old = self.follow(region, *below, offset);
                self.space.pool.ite(inside, new, old)
            }
            Definition::Range { overwrite, below } => {
                let old = self.follow(region, *below, offset);
                self.overwritten(region, overwrite, old, offset)
            }
        }
    }
}

impl Terms<'_> {
    /// Whether a term is a constant, or a choice between constants.
    fn is_constant(&self, term: TermId) -> bool {
        self.pool.is_const(term) || self.pool.is_const_choice(term)
    }

    /// A cell whose last byte is zero if a row ends with it.
    fn ended(&mut self, region: &Region, length: u64, cell: TermId, offset: TermId) -> TermId {
        let place = self.resize(offset, self.width);
        let low = self.pool.extract(length.ilog2() - 1, 0, place);
        let last = self.pool.bv_u64(length.ilog2(), length - region.cell);
        let at_end = self.pool.eq(low, last);
        let zero = self.pool.bv_u64(8, 0);
        let ended = if region.cell == 1 {
            zero
        } else {
            let kept = self.bytes(cell, 0, region.cell - 1);
            self.pool.concat(zero, kept)
        };
        self.pool.ite(at_end, ended, cell)
    }

    fn is_between(&mut self, low: u64, high: u64, offset: TermId) -> TermId {
        let low_term = self.pool.bv_u64(self.width, low);
        let distance = self.pool.bv_sub(offset, low_term);
        let length = self.pool.bv_u64(self.width, high - low);
        self.pool.ult(distance, length)
    }

    /// Whether a place in an array of structs lies in the column of a region.
    fn is_in_cell(&mut self, region: &Region, offset: TermId) -> TermId {
        let start = self.pool.bv_u64(self.width, region.start);
        let distance = self.pool.bv_sub(offset, start);
        let stride = self.pool.bv_u64(self.width, region.stride);
        let inside = self.pool.bv_urem(distance, stride);
        let cell = self.pool.bv_u64(self.width, region.cell);
        self.pool.ult(inside, cell)
    }

    /// Objects and offsets of pointers are looked up separately: the possible objects are read off
    /// the term.
    fn table_cell(
        &mut self,
        region: &Region,
        cells: &[(u64, TermId)],
        below: Option<TermId>,
        offset: TermId,
    ) -> TermId {
        if !region.pointers {
            return self.look_up(region, cells, below, offset, false);
        }
        let mut halves = Vec::new();
        for (high, low) in [
            (OBJECT_BITS + self.width - 1, self.width),
            (self.width - 1, 0),
        ] {
            let part: Vec<(u64, TermId)> = cells
                .iter()
                .map(|(at, value)| (*at, self.pool.extract(high, low, *value)))
                .collect();
            let below = below.map(|below| self.pool.extract(high, low, below));
            halves.push(self.look_up(region, &part, below, offset, low > 0));
        }
        self.pool.concat(halves[0], halves[1])
    }
}
