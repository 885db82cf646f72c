//! Arrays by their reads: terms that need no theory of arrays.
//!
//! A read is pushed down the array that it reads. Over a write it becomes a choice between the written
//! value and the read below, over a choice of arrays a choice of reads, of a constant array
//! its value, and of a symbol a *cell*, a separate symbol for each index ([`cells`]). Each array
//! is read at each index once, so that the number of terms is at most the number of pairs.
//!
//! An equality of arrays is a Boolean symbol of its own ([`equalities`]): if it is false, the
//! arrays differ at some index; if it is true, they agree at every index that any read or write of
//! arrays of that sort mentions, and in one value that represents all other indices. Small arrays
//! are compared element by element.
//!
//! There is a budget ([`Budget`]); when it is spent, the term cannot be encoded.

mod budget;
mod cells;
mod equalities;
mod nodes;
#[cfg(test)]
mod tests;

use cassay_base::Stop;
use cassay_term::{Evaluator, Op, Pool, Sort, TermId, Value};
use rustc_hash::FxHashMap;

use crate::Unencodable;
use budget::Budget;
use cells::Cells;
use equalities::Equalities;
use nodes::{Node, Nodes};

/// Arrays with at most this many index bits have a cell for each element.
const SMALL: u32 = 6;

/// Indices that choose among at most this many constants are resolved into the choice.
const CHOICES: usize = 16;

/// The reads of arrays so far.
#[derive(Default)]
pub struct Reads {
    /// Reads by array and index.
    known: FxHashMap<(TermId, TermId), TermId>,
    nodes: Nodes,
    cells: Cells,
    equalities: Equalities,
    budget: Budget,
    conditions: Vec<TermId>,
}

/// The target of a read after the writes that certainly do not match.
enum Landing {
    /// A value.
    Value(TermId),
    /// An array that must be examined.
    Array(TermId),
}

impl Reads {
    /// The token that ends encoding early.
    pub fn set_stop(&mut self, stop: Stop) {
        self.budget.set_stop(stop);
    }

    /// The array that an operator makes of arguments.
    pub fn array(
        &mut self,
        pool: &mut Pool,
        op: Op,
        args: &[TermId],
        sort: Sort,
    ) -> Result<TermId, Unencodable> {
        self.nodes.make(pool, op, args, sort)
    }

    /// The element of an array at an index, without operators on arrays.
    pub fn read(
        &mut self,
        pool: &mut Pool,
        array: TermId,
        index: TermId,
    ) -> Result<TermId, Unencodable> {
        self.equalities.know(pool, &self.nodes, array);
        self.equalities.mention(pool, pool.sort(array), index);
        self.resolve(pool, array, index)
    }

    /// Whether two arrays are equal, without operators on arrays.
    pub fn equal(&mut self, pool: &mut Pool, a: TermId, b: TermId) -> Result<TermId, Unencodable> {
        if a == b {
            return Ok(pool.tru());
        }
        match pool.sort(a) {
            Sort::Array { index, .. } if index <= SMALL => self.equal_everywhere(pool, a, b, index),
            Sort::Array { index, .. } => self.equal_by_witness(pool, a, b, index),
            sort => Err(Unencodable(format!("an equality of arrays of sort {sort}"))),
        }
    }

    /// States all equalities for the indices that were mentioned since the last call. The encoding
    /// is complete only after this.
    pub fn settle(&mut self, pool: &mut Pool) -> Result<(), Unencodable> {
        self.equalities.check_room()?;
        while let Some((equality, index)) = self.equalities.next_due() {
            let (read_a, read_b) = (
                self.resolve(pool, equality.a, index)?,
                self.resolve(pool, equality.b, index)?,
            );
            let same = pool.eq(read_a, read_b);
            let condition = pool.implies(equality.holds, same);
            self.conditions.push(condition);
            self.equalities.done();
        }
        Ok(())
    }

    /// The constraints on the reads made since the last call.
    pub fn conditions(&mut self) -> Vec<TermId> {
        std::mem::take(&mut self.conditions)
    }

    /// The symbols that represent reads.
    pub fn symbols(&self) -> Vec<TermId> {
        let cells = self.cells.symbols.iter();
        cells.chain(&self.equalities.symbols).copied().collect()
    }

    /// The value of an array symbol under a model of the reads.
    pub fn value(
        &self,
        pool: &Pool,
        array: TermId,
        evaluator: &mut Evaluator<'_>,
    ) -> Option<Value> {
        self.cells.value(pool, array, evaluator)
    }

    /// Resolves a read through an array, without recursion.
    fn resolve(
        &mut self,
        pool: &mut Pool,
        array: TermId,
        index: TermId,
    ) -> Result<TermId, Unencodable> {
        let mut stack = vec![(array, index)];
        while let Some(&(array, index)) = stack.last() {
            if self.known.contains_key(&(array, index)) {
                stack.pop();
                continue;
            }
            let landed = match self.land(pool, array, index)? {
                Landing::Value(value) => Some(value),
                Landing::Array(at) => self.decide(pool, at, index, &mut stack)?,
            };
            if let Some(value) = landed {
                self.known.insert((array, index), value);
                stack.pop();
            }
        }
        Ok(self.known[&(array, index)])
    }

    /// Passes writes that certainly match or certainly do not match the index.
    fn land(
        &mut self,
        pool: &mut Pool,
        mut array: TermId,
        index: TermId,
    ) -> Result<Landing, Unencodable> {
        loop {
            if let Some(value) = self.known.get(&(array, index)) {
                return Ok(Landing::Value(*value));
            }
            let Node::Store(below, at, value) = self.nodes.of(array) else {
                return Ok(Landing::Array(array));
            };
            if at == index {
                return Ok(Landing::Value(value));
            }
            self.budget.step()?;
            if !(pool.is_const(at) && pool.is_const(index)) {
                let hit = pool.eq(at, index);
                match pool.as_bool(hit) {
                    Some(true) => return Ok(Landing::Value(value)),
                    Some(false) => {}
                    None => return Ok(Landing::Array(array)),
                }
            }
            array = below;
        }
    }

    /// The element of an array that a read reached, once the parts of the result are known; unknown
    /// parts are put on the stack.
    fn decide(
        &mut self,
        pool: &mut Pool,
        array: TermId,
        index: TermId,
        stack: &mut Vec<(TermId, TermId)>,
    ) -> Result<Option<TermId>, Unencodable> {
        // An index that is a choice of a few constants makes a choice of reads that others share.
        if choices(pool, index).is_some()
            && let [condition, first, second] = *pool.args(index)
        {
            let parts = [(array, first), (array, second)];
            return self.choice(pool, condition, parts, stack);
        }
        match self.nodes.of(array) {
            Node::Store(below, at, value) => {
                let Some(otherwise) = self.known.get(&(below, index)).copied() else {
                    stack.push((below, index));
                    return Ok(None);
                };
                self.budget.spend(pool.width(index) + pool.width(value))?;
                let hit = pool.eq(at, index);
                Ok(Some(pool.ite(hit, value, otherwise)))
            }
            Node::Ite(condition, then, otherwise) => {
                let parts = [(then, index), (otherwise, index)];
                self.choice(pool, condition, parts, stack)
            }
            Node::Filled(value) => Ok(Some(value)),
            Node::Symbol => {
                let cell = self.cells.at(pool, array, index, &mut self.budget)?;
                Ok(Some(cell))
            }
        }
    }

    /// A choice of two reads, once they are known.
    fn choice(
        &mut self,
        pool: &mut Pool,
        condition: TermId,
        parts: [(TermId, TermId); 2],
        stack: &mut Vec<(TermId, TermId)>,
    ) -> Result<Option<TermId>, Unencodable> {
        let [then, otherwise] = parts.map(|part| self.known.get(&part).copied());
        match (then, otherwise) {
            (Some(then), Some(otherwise)) => {
                self.budget.spend(pool.width(then))?;
                Ok(Some(pool.ite(condition, then, otherwise)))
            }
            (None, _) => {
                stack.push(parts[0]);
                Ok(None)
            }
            (Some(_), None) => {
                stack.push(parts[1]);
                Ok(None)
            }
        }
    }
}

/// The constants that an index chooses among, if reads are split for each of them.
fn choices(pool: &Pool, index: TermId) -> Option<&[TermId]> {
    let leaves = pool.leaf_terms(index)?;
    (2..=CHOICES).contains(&leaves.len()).then_some(leaves)
}
