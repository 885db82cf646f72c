//! Equalities of arrays, and the indices at which arrays of each sort are read or written.
//!
//! Why the mentioned indices and one value for all others suffice: let arrays be given that satisfy
//! a formula. Let `p` be an index at which nothing is read or written; it exists if not all indices
//! are mentioned. Give each array symbol its value at `p` as its value at every index that is not
//! mentioned. No read and no equality changes its truth: equal arrays are equal at `p`, and arrays
//! that differ do so at an index that is mentioned, their witness.

use std::collections::{BTreeMap, BTreeSet};

use cassay_term::{Pool, Sort, TermId};
use rustc_hash::FxHashSet;

use super::nodes::{Node, Nodes};
use super::{Reads, choices};
use crate::Unencodable;

/// The mentioned indices and equalities of arrays, by sort.
#[derive(Default)]
pub struct Equalities {
    families: BTreeMap<Sort, Family>,
    /// Arrays whose writes have been seen.
    seen: FxHashSet<TermId>,
    known: BTreeMap<(TermId, TermId), TermId>,
    /// The values of arrays at unmentioned indices.
    elsewhere: BTreeMap<TermId, TermId>,
    /// The truth values and witnesses, in order of creation.
    pub symbols: Vec<TermId>,
    /// The sort that [`Equalities::next_due`] found something in.
    due: Option<(Sort, usize)>,
}

/// The arrays of one sort.
#[derive(Default)]
struct Family {
    indices: Vec<TermId>,
    mentioned: BTreeSet<TermId>,
    equalities: Vec<Equality>,
}

/// An equality of two arrays.
#[derive(Clone, Copy)]
pub struct Equality {
    pub a: TermId,
    pub b: TermId,
    /// Whether they are equal.
    pub holds: TermId,
    /// For how many of the mentioned indices its meaning was stated.
    done: usize,
}

impl Equalities {
    /// Records the indices of the writes below an array.
    pub fn know(&mut self, pool: &Pool, nodes: &Nodes, array: TermId) {
        let mut stack = vec![array];
        while let Some(array) = stack.pop() {
            if !self.seen.insert(array) {
                continue;
            }
            match nodes.of(array) {
                Node::Store(below, at, _) => {
                    self.mention(pool, pool.sort(array), at);
                    stack.push(below);
                }
                Node::Ite(_, then, otherwise) => stack.extend([then, otherwise]),
                Node::Symbol | Node::Filled(_) => {}
            }
        }
    }

    /// Records an index of arrays of a sort. If it is a choice between a few constants, reads are split
    /// between these, so they are recorded too.
    pub fn mention(&mut self, pool: &Pool, sort: Sort, index: TermId) {
        let family = self.families.entry(sort).or_default();
        family.mention(index);
        for leaf in choices(pool, index).unwrap_or_default() {
            family.mention(*leaf);
        }
    }

    /// Fails if arrays are compared all of whose indices may be mentioned.
    pub fn check_room(&self) -> Result<(), Unencodable> {
        let mut compared = self.families.iter();
        match compared.all(|(sort, family)| family.equalities.is_empty() || family.has_room(*sort))
        {
            true => Ok(()),
            false => Err(Unencodable(
                "an equality of arrays that are read or written everywhere".to_string(),
            )),
        }
    }

    /// An equality whose meaning was not yet stated for all mentioned indices.
    pub fn next_due(&mut self) -> Option<(Equality, TermId)> {
        for (sort, family) in &self.families {
            for (number, equality) in family.equalities.iter().enumerate() {
                if let Some(index) = family.indices.get(equality.done) {
                    self.due = Some((*sort, number));
                    return Some((*equality, *index));
                }
            }
        }
        None
    }

    /// Records that the equality from [`Equalities::next_due`] was stated.
    pub fn done(&mut self) {
        if let Some((sort, number)) = self.due.take()
            && let Some(family) = self.families.get_mut(&sort)
            && let Some(equality) = family.equalities.get_mut(number)
        {
            equality.done += 1;
        }
    }
}

impl Family {
    fn mention(&mut self, index: TermId) {
        if self.mentioned.insert(index) {
            self.indices.push(index);
        }
    }

    /// Whether there is an index that is not mentioned.
    fn has_room(&self, sort: Sort) -> bool {
        let Sort::Array { index, .. } = sort else {
            return false;
        };
        1usize
            .checked_shl(index)
            .is_none_or(|all| self.indices.len() < all)
    }
}

impl Reads {
    /// Whether two small arrays are equal, element by element.
    pub(super) fn equal_everywhere(
        &mut self,
        pool: &mut Pool,
        a: TermId,
        b: TermId,
        width: u32,
    ) -> Result<TermId, Unencodable> {
        let mut all = pool.tru();
        for at in 0..1u64 << width {
            let at = pool.bv_u64(width, at);
            let (read_a, read_b) = (self.resolve(pool, a, at)?, self.resolve(pool, b, at)?);
            let same = pool.eq(read_a, read_b);
            all = pool.and(all, same);
        }
        Ok(all)
    }

    /// A symbol that is true exactly if two arrays are equal.
    pub(super) fn equal_by_witness(
        &mut self,
        pool: &mut Pool,
        a: TermId,
        b: TermId,
        width: u32,
    ) -> Result<TermId, Unencodable> {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(holds) = self.equalities.known.get(&(a, b)) {
            return Ok(*holds);
        }
        let sort = pool.sort(a);
        self.equalities.know(pool, &self.nodes, a);
        self.equalities.know(pool, &self.nodes, b);
        let (elsewhere_a, elsewhere_b) = (self.elsewhere(pool, a)?, self.elsewhere(pool, b)?);
        let witness = pool.fresh("reads:differ", Sort::Bv(width));
        self.equalities.mention(pool, sort, witness);
        let (read_a, read_b) = (
            self.resolve(pool, a, witness)?,
            self.resolve(pool, b, witness)?,
        );
        let holds = pool.fresh("reads:equal", Sort::Bool);
        let family = self.equalities.families.entry(sort).or_default();
        family.equalities.push(Equality {
            a,
            b,
            holds,
            done: 0,
        });
        self.equalities.symbols.extend([holds, witness]);
        self.equalities.check_room()?;
        let differ = pool.distinct(read_a, read_b);
        let condition = pool.or(holds, differ);
        self.conditions.push(condition);
        let same = pool.eq(elsewhere_a, elsewhere_b);
        let condition = pool.implies(holds, same);
        self.conditions.push(condition);
        self.equalities.known.insert((a, b), holds);
        Ok(holds)
    }

    /// The value of an array at unmentioned indices, without recursion.
    fn elsewhere(&mut self, pool: &mut Pool, array: TermId) -> Result<TermId, Unencodable> {
        let mut stack = vec![array];
        while let Some(&array) = stack.last() {
            if self.equalities.elsewhere.contains_key(&array) {
                stack.pop();
                continue;
            }
            let node = self.nodes.of(array);
            let below = match node {
                Node::Store(below, ..) => vec![below],
                Node::Ite(_, then, otherwise) => vec![then, otherwise],
                Node::Symbol | Node::Filled(_) => Vec::new(),
            };
            let known = |below: &TermId| self.equalities.elsewhere.get(below).copied();
            let held: Vec<TermId> = below.iter().filter_map(known).collect();
            if held.len() < below.len() {
                stack.extend(below.iter().filter(|below| known(below).is_none()));
                continue;
            }
            self.budget.step()?;
            let value = match (node, held.as_slice()) {
                (Node::Ite(condition, ..), [then, otherwise]) => {
                    pool.ite(condition, *then, *otherwise)
                }
                (Node::Filled(value), _) => value,
                (_, [held]) => *held,
                _ => self.cells.elsewhere(pool, array)?,
            };
            self.equalities.elsewhere.insert(array, value);
            stack.pop();
        }
        Ok(self.equalities.elsewhere[&array])
    }
}
