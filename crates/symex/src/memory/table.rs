//! Tables: the values of many cells as one term of the offset read.
//!
//! A read at a symbolic offset from cells whose values are known needs no array in the formula.
//! Three shapes are tried, the smallest first: runs of cells whose values rise evenly (`a[i] = 3 *
//! i`), each one sum, selected by comparing the offset with their bounds; for constants, a decision
//! diagram over the bits of the offset, which shares equal parts; else a tree of choices over those
//! bits.

use super::Region;
use crate::linear::Linear;
use crate::terms::Terms;
use cassay_bv::Bv;
use cassay_term::{Op, TermId};
use std::collections::HashMap;

/// Cells in the lowest part of a diagram.
const CHUNK: u64 = 64;

/// Values of cells, by byte offset.
pub(super) type Cells = [(u64, TermId)];

/// A run of consecutive cells: the first holds `base + start`, each further one `step` more.
/// Without a value: cells that are missing in the table.
struct Run {
    from: u64,
    cells: u64,
    value: Option<(Option<TermId>, Bv, Bv)>,
}

impl Terms<'_> {
    /// The value of a table at a symbolic offset inside the region. `below` is the value of cells
    /// that are missing in the table. `exact`: the values must occur unchanged in the result,
    /// because the possible ones are read off the term.
    pub(super) fn look_up(
        &mut self,
        region: &Region,
        cells: &Cells,
        below: Option<TermId>,
        offset: TermId,
        exact: bool,
    ) -> TermId {
        let runs = self.runs(region, cells, exact);
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
            unreachable!("tables have cells");
        };
        let span = (last.0 - first.0) / region.stride + 1;
        let dense = span / 4 <= cells.len() as u64;
        if !dense || runs.len() <= self.bounds.few() || runs.len() * 4 <= cells.len() {
            return self.by_runs(region, &runs, below, offset);
        }
        let constants = cells.iter().all(|(_, value)| self.pool.is_const(*value));
        let holes = span != cells.len() as u64;
        let inner = if constants && !exact && !holes {
            let number = self.number(region, offset);
            self.diagram(region, cells, number)
        } else {
            let number = self.number(region, offset);
            self.choices(region, cells, below, number)
        };
        let Some(below) = below else { return inner };
        let index = self.region_index(region, offset);
        let start = self.pool.bv_u64(region.index_bits, first.0);
        let length = self
            .pool
            .bv_u64(region.index_bits, last.0 - first.0 + region.cell);
        let distance = self.pool.bv_sub(index, start);
        let inside = self.pool.ult(distance, length);
        self.pool.ite(inside, inner, below)
    }

    /// Cuts cells into runs that cover the whole region.
    fn runs(&self, region: &Region, cells: &Cells, exact: bool) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut next = region.start;
        for &(at, term) in cells {
            if at > next {
                runs.push(Run {
                    from: next,
                    cells: (at - next) / region.stride,
                    value: None,
                });
            }
            let (base, constant) = self.split(term);
            let extended = at == next
                && runs
                    .last_mut()
                    .is_some_and(|run| run.extend(base, &constant, exact));
            if !extended {
                let step = Bv::zero(constant.width());
                runs.push(Run {
                    from: at,
                    cells: 1,
                    value: Some((base, constant, step)),
                });
            }
            next = at + region.stride;
        }
        if next < region.end {
            runs.push(Run {
                from: next,
                cells: (region.end - next) / region.stride,
                value: None,
            });
        }
        runs
    }

    /// A term as the sum of a term and a constant.
    fn split(&self, term: TermId) -> (Option<TermId>, Bv) {
        if let Some(value) = self.pool.as_bv(term) {
            return (None, value.clone());
        }
        if *self.pool.op(term) == Op::BvAdd
            && let &[a, b] = self.pool.args(term)
        {
            for (constant, other) in [(a, b), (b, a)] {
                if let Some(value) = self.pool.as_bv(constant) {
                    return (Some(other), value.clone());
                }
            }
        }
        (Some(term), Bv::zero(self.pool.width(term)))
    }

    /// A search among runs by their bounds.
    fn by_runs(
        &mut self,
        region: &Region,
        runs: &[Run],
        below: Option<TermId>,
        offset: TermId,
    ) -> TermId {
        if let [run] = runs {
            return self.in_run(region, run, below, offset);
        }
        let (low, high) = runs.split_at(runs.len() / 2);
        let index = self.region_index(region, offset);
        let bound = self.pool.bv_u64(region.index_bits, high[0].from);
        let left = self.pool.ult(index, bound);
        let then = self.by_runs(region, low, below, offset);
        let otherwise = self.by_runs(region, high, below, offset);
        self.pool.ite(left, then, otherwise)
    }

    fn in_run(
        &mut self,
        region: &Region,
        run: &Run,
        below: Option<TermId>,
        offset: TermId,
    ) -> TermId {
        let Some((base, start, step)) = &run.value else {
            return below.expect("cells that a table lacks are held below it");
        };
        let mut result = self.pool.bv(start.clone());
        if !step.is_zero() {
            let position = self.position(region, run.from, offset);
            let position = self.resize(position, start.width());
            let step = self.pool.bv(step.clone());
            let risen = self.pool.bv_mul(position, step);
            result = self.pool.bv_add(risen, result);
        }
        match base {
            Some(base) => self.pool.bv_add(*base, result),
            None => result,
        }
    }

    /// The number of cells between `from` and an offset that is the start of a cell. Expressed by
    /// the index if the offset is an index times a factor.
    fn position(&mut self, region: &Region, from: u64, offset: TermId) -> TermId {
        let cell = i128::from(region.stride);
        let linear = Linear::of(self.pool, offset);
        let first = linear.constant - i128::from(from);
        let whole = linear.exact
            && first % cell == 0
            && linear.parts.iter().all(|(_, factor)| factor % cell == 0);
        if whole {
            let mut result = self.pool.bv_i64(self.width, (first / cell) as i64);
            for (part, factor) in linear.parts {
                let factor = self.pool.bv_i64(self.width, (factor / cell) as i64);
                let product = self.pool.bv_mul(part, factor);
                result = self.pool.bv_add(product, result);
            }
            return result;
        }
        let from = self.pool.bv_u64(self.width, from);
        let distance = self.pool.bv_sub(offset, from);
        let stride = self.pool.bv_u64(self.width, region.stride);
        self.pool.bv_udiv(distance, stride)
    }

    /// The number of the cell at an offset.
    fn number(&mut self, region: &Region, offset: TermId) -> TermId {
        if region.stride.is_power_of_two() && region.start.is_multiple_of(region.stride) {
            let index = self.region_index(region, offset);
            let low = region.stride.trailing_zeros();
            let bits = self.pool.extract(region.index_bits - 1, low, index);
            let first = region.start / region.stride;
            if first == 0 {
                return bits;
            }
            let first = self.pool.bv_u64(region.index_bits - low, first);
            return self.pool.bv_sub(bits, first);
        }
        self.position(region, region.start, offset)
    }

    fn number_bit(&mut self, number: TermId, bit: u32) -> TermId {
        let one = self.pool.extract(bit, bit, number);
        self.pool.bv_to_bool(one)
    }

    /// A tree of choices, from the lowest bit of the offset up. Offsets outside the table are not
    /// read, or are handled by the caller.
    fn choices(
        &mut self,
        region: &Region,
        cells: &Cells,
        below: Option<TermId>,
        number: TermId,
    ) -> TermId {
        let place = |at: u64| (at - region.start) / region.stride;
        let mut base = cells.first().map_or(0, |(at, _)| place(*at));
        let mut level: Vec<Option<TermId>> = Vec::new();
        for (at, value) in cells {
            level.resize((place(*at) - base) as usize, below);
            level.push(Some(*value));
        }
        let mut bit = 0;
        while level.len() > 1 {
            let choice = self.number_bit(number, bit);
            level = self.halve(&level, base, choice);
            base /= 2;
            bit += 1;
        }
        level[0].expect("a table has a cell")
    }

    /// One level of a tree: merges neighbours by one bit of the offset.
    fn halve(
        &mut self,
        level: &[Option<TermId>],
        base: u64,
        choice: TermId,
    ) -> Vec<Option<TermId>> {
        let odd = (base % 2) as usize;
        let pairs = (level.len() + odd).div_ceil(2);
        (0..pairs)
            .map(|pair| {
                let low = (2 * pair).checked_sub(odd).and_then(|at| level[at]);
                let high = level.get(2 * pair + 1 - odd).copied().flatten();
                match (low, high) {
                    (Some(low), Some(high)) => Some(self.pool.ite(choice, high, low)),
                    (one, None) | (None, one) => one,
                }
            })
            .collect()
    }

    /// A decision diagram for each bit of a table of constants without gaps.
    fn diagram(&mut self, region: &Region, cells: &Cells, number: TermId) -> TermId {
        let first = cells
            .first()
            .map_or(0, |(at, _)| (at - region.start) / region.stride);
        let width = cells
            .first()
            .map_or(1, |(_, value)| self.pool.width(*value));
        let chunks = (first + cells.len() as u64).div_ceil(CHUNK) - first / CHUNK;
        let mut columns = vec![vec![0u64; chunks as usize]; width as usize];
        for (count, (_, value)) in cells.iter().enumerate() {
            let place = first % CHUNK + count as u64;
            let value = self.pool.as_bv(*value).expect("the caller looked");
            for (bit, column) in columns.iter_mut().enumerate() {
                column[(place / CHUNK) as usize] |=
                    u64::from(value.bit(bit as u32)) << (place % CHUNK);
            }
        }
        // Cells outside the table repeat their neighbours, which makes the diagram smaller.
        for column in &mut columns {
            let low = first % CHUNK;
            if low > 0 && column[0] >> low & 1 == 1 {
                column[0] |= (1 << low) - 1;
            }
            let high = (first + cells.len() as u64) % CHUNK;
            let end = column.len() - 1;
            if high > 0 && column[end] >> (high - 1) & 1 == 1 {
                column[end] |= !0 << high;
            }
        }
        let bits: Vec<TermId> = (0..CHUNK.trailing_zeros())
            .map(|bit| self.number_bit(number, bit))
            .collect();
        let mut known = HashMap::new();
        let mut result: Option<TermId> = None;
        for column in columns {
            let mut level: Vec<Option<TermId>> = column
                .into_iter()
                .map(|word| Some(self.chunk(word, CHUNK as u32, &bits, &mut known)))
                .collect();
            let (mut base, mut bit) = (first / CHUNK, CHUNK.trailing_zeros());
            while level.len() > 1 {
                let choice = self.number_bit(number, bit);
                level = self.halve(&level, base, choice);
                base /= 2;
                bit += 1;
            }
            let column = level[0].expect("a chunk is a term");
            let column = self.pool.bool_to_bv(column, 1);
            result = Some(match result {
                None => column,
                Some(low) => self.pool.concat(column, low),
            });
        }
        result.expect("values have bits")
    }

    /// The diagram of a truth table of `size` rows.
    fn chunk(
        &mut self,
        word: u64,
        size: u32,
        bits: &[TermId],
        known: &mut HashMap<(u64, u32), TermId>,
    ) -> TermId {
        if size == 1 {
            return self.pool.bool_const(word & 1 == 1);
        }
        if let Some(term) = known.get(&(word, size)) {
            return *term;
        }
        let half = size / 2;
        let mask = (1u64 << half) - 1;
        let low = self.chunk(word & mask, half, bits, known);
        let high = self.chunk(word >> half & mask, half, bits, known);
        let choice = bits[half.trailing_zeros() as usize];
        let term = self.pool.ite(choice, high, low);
        known.insert((word, size), term);
        term
    }
}

impl Run {
    /// Appends one more value, if it continues the run.
    fn extend(&mut self, base: Option<TermId>, constant: &Bv, exact: bool) -> bool {
        let Some((own, start, step)) = &mut self.value else {
            return false;
        };
        if *own != base || start.width() != constant.width() {
            return false;
        }
        let count = Bv::from_u64(start.width(), self.cells);
        if self.cells == 1 && !exact {
            *step = constant.sub(start);
        } else if *constant != start.add(&step.mul(&count)) {
            return false;
        }
        self.cells += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unwind::Bounds;
    use cassay_term::{Evaluator, Model, Sort, Value};

    /// Looks a table up at every place of a region, through one term of the place.
    fn check(start: u64, stride: u64, count: u64, holes: bool, value: impl Fn(u64) -> u64) {
        let mut terms = Terms {
            pool: &mut cassay_simplify::pool(),
            bounds: &Bounds::default(),
            width: 64,
        };
        let region = Region {
            start,
            end: start + stride * count,
            cell: 4,
            stride,
            pointers: false,
            index_bits: 32,
            array: terms.pool.tru(),
        };
        let held = |number: u64| !holes || number % 7 != 3;
        let cells: Vec<(u64, TermId)> = (0..count)
            .filter(|number| held(*number))
            .map(|number| {
                let term = terms.pool.bv_u64(32, value(number));
                (start + number * stride, term)
            })
            .collect();
        let number = terms.pool.symbol("number", Sort::Bv(32));
        let wide = terms.pool.zext(number, terms.width);
        let factor = terms.pool.bv_u64(terms.width, stride);
        let bytes = terms.pool.bv_mul(wide, factor);
        let offset = terms.moved(bytes, start);
        let below = terms.pool.bv_u64(32, 0xdead_beef);
        let below_holes = holes.then_some(below);
        let found = terms.look_up(&region, &cells, below_holes, offset, false);
        for place in 0..count {
            let mut model = Model::new();
            model.set(number, Value::Bv(Bv::from_u64(32, place)));
            let expected = if held(place) {
                value(place) & 0xffff_ffff
            } else {
                0xdead_beef
            };
            let mut evaluator = Evaluator::new(terms.pool, &model);
            assert_eq!(
                evaluator.bv_value(found).to_u64(),
                Some(expected),
                "at {place}"
            );
        }
    }

    #[test]
    fn every_place_of_a_table_is_found() {
        let scattered = |n: u64| (n * n * 2_654_435_761) >> 5;
        for (start, stride) in [(0, 4), (12, 4), (8, 16), (20, 12)] {
            for holes in [false, true] {
                check(start, stride, 300, holes, |n| 3 * n + 1);
                check(start, stride, 300, holes, |n| {
                    if n < 100 { n } else { 1000 - n }
                });
                check(start, stride, 300, holes, scattered);
                check(start, stride, 65, holes, scattered);
                check(start, stride, 2, holes, scattered);
            }
        }
    }
}
