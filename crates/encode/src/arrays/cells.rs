//! The elements of array symbols.
//!
//! A small array has a symbol for each element, and a read is a choice among them by the bits of
//! the index. Any other array has a symbol for each index at which it is read. A read is the symbol
//! of the first earlier index that is equal, else its own symbol. That first index has no equal
//! before it, so that its own read is its symbol too. Different constants are not compared.
//!
//! The alternative, constraints that equal indices have equal elements, would stay asserted and
//! make every later query depend on everything that was ever read.

use std::collections::BTreeMap;

use cassay_bv::Bv;
use cassay_term::{Evaluator, Pool, Sort, TermId, Value};

use super::SMALL;
use super::budget::Budget;
use crate::Unencodable;

/// The elements of all array symbols.
#[derive(Default)]
pub struct Cells {
    bases: BTreeMap<TermId, Base>,
    /// The symbols that represent elements, in order of creation.
    pub symbols: Vec<TermId>,
}

/// The elements of one array symbol.
#[derive(Default)]
struct Base {
    /// All elements of a small array.
    elements: Vec<TermId>,
    /// The reads of a larger array, by index.
    by_index: BTreeMap<TermId, TermId>,
    /// The indices that it is read at and their symbols, oldest first.
    own: Vec<(TermId, TermId)>,
    /// The value at all unmentioned indices.
    elsewhere: Option<TermId>,
}

impl Cells {
    /// The element of an array symbol at an index.
    pub fn at(
        &mut self,
        pool: &mut Pool,
        array: TermId,
        index: TermId,
        budget: &mut Budget,
    ) -> Result<TermId, Unencodable> {
        let (width, element) = widths(pool, array)?;
        if width <= SMALL {
            return self.chosen(pool, array, index, budget);
        }
        let base = self.bases.entry(array).or_default();
        if let Some(cell) = base.by_index.get(&index) {
            return Ok(*cell);
        }
        let fixed = pool.is_const(index);
        let others = base.own.iter();
        let others = others.filter(|(at, _)| !fixed || !pool.is_const(*at));
        let others: Vec<(TermId, TermId)> = others.copied().collect();
        budget.afford(others.len() as u64 * u64::from(width + element))?;
        let own = pool.fresh(&name(pool, array, "[]"), Sort::Bv(element));
        let mut read = own;
        for (at, other) in others.into_iter().rev() {
            budget.spend(width + element)?;
            let same = pool.eq(at, index);
            read = pool.ite(same, other, read);
        }
        self.symbols.push(own);
        base.own.push((index, own));
        base.by_index.insert(index, read);
        Ok(read)
    }

    /// The element of a small array: a tree of choices by the bits of the index.
    fn chosen(
        &mut self,
        pool: &mut Pool,
        array: TermId,
        index: TermId,
        budget: &mut Budget,
    ) -> Result<TermId, Unencodable> {
        let (width, element) = widths(pool, array)?;
        let base = self.bases.entry(array).or_default();
        if base.elements.is_empty() {
            let name = name(pool, array, "[]");
            base.elements = (0..1u32 << width)
                .map(|_| pool.fresh(&name, Sort::Bv(element)))
                .collect();
            self.symbols.extend(&base.elements);
        }
        if let Some(at) = pool.as_u64(index) {
            return Ok(base.elements[at as usize]);
        }
        let mut level = base.elements.clone();
        for bit in 0..width {
            budget.spend(element * level.len() as u32)?;
            let one = pool.bv_u64(1, 1);
            let taken = pool.extract(bit, bit, index);
            let taken = pool.eq(taken, one);
            let pairs = level.chunks(2);
            level = pairs
                .map(|pair| pool.ite(taken, pair[1], pair[0]))
                .collect();
        }
        Ok(level[0])
    }

    /// The value of an array symbol at unmentioned indices.
    pub fn elsewhere(&mut self, pool: &mut Pool, array: TermId) -> Result<TermId, Unencodable> {
        let (_, element) = widths(pool, array)?;
        let base = self.bases.entry(array).or_default();
        if let Some(symbol) = base.elsewhere {
            return Ok(symbol);
        }
        let symbol = pool.fresh(&name(pool, array, "[..]"), Sort::Bv(element));
        self.symbols.push(symbol);
        base.elsewhere = Some(symbol);
        Ok(symbol)
    }

    /// The value of an array symbol under a model of its elements.
    pub fn value(
        &self,
        pool: &Pool,
        array: TermId,
        evaluator: &mut Evaluator<'_>,
    ) -> Option<Value> {
        let (width, element) = widths(pool, array).ok()?;
        let base = self.bases.get(&array)?;
        let default = match base.elsewhere {
            Some(symbol) => evaluator.bv_value(symbol),
            None => Bv::zero(element),
        };
        let mut entries = BTreeMap::new();
        for (at, cell) in (0u64..).zip(&base.elements) {
            entries.insert(Bv::from_u64(width, at), evaluator.bv_value(*cell));
        }
        for (index, cell) in &base.by_index {
            entries.insert(evaluator.bv_value(*index), evaluator.bv_value(*cell));
        }
        Some(Value::Array { default, entries })
    }
}

/// The widths of the indices and of the elements.
fn widths(pool: &Pool, array: TermId) -> Result<(u32, u32), Unencodable> {
    match pool.sort(array) {
        Sort::Array { index, element } => Ok((index, element)),
        sort => Err(Unencodable(format!("a read of a term of sort {sort}"))),
    }
}

/// The name of symbols that belong to an array.
fn name(pool: &Pool, array: TermId, suffix: &str) -> String {
    format!(
        "reads:{}{suffix}",
        pool.symbol_name(array).unwrap_or("array")
    )
}
