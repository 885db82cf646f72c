//! Octagons: bounds of sums and differences of two cells, ±x ± y ≤ c (Miné 2006).
//!
//! A [`Literal`] is a cell or its negation, and a bound is one of the sum of two literals of
//! different cells. Only cells of one pack are related ([`Packs`]), and only bounds that are known
//! are stored. Bounds of single cells belong to the intervals. The two are closed together: what
//! follows from two bounds through a common cell is explicit, a bound of twice a cell is given to
//! its interval, divided and rounded down, which is the tight closure of integers (Bagnara, Hill and
//! Zaffanella 2009), and what intervals imply for a sum is asked of them.
//!
//! Numbers are unbounded: whoever adds a bound has shown that nothing wraps around.

use super::Thresholds;
use crate::cells::CellId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A cell, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal {
    /// The cell.
    pub cell: CellId,
    /// Whether it counts as its negation.
    pub negated: bool,
}

impl Literal {
    /// A cell with the sign of a factor.
    pub fn of(cell: CellId, factor: i128) -> Literal {
        Literal {
            cell,
            negated: factor < 0,
        }
    }

    /// 1 or −1.
    pub fn sign(self) -> i128 {
        if self.negated { -1 } else { 1 }
    }

    /// The negation.
    pub fn opposite(self) -> Literal {
        let negated = !self.negated;
        Literal { negated, ..self }
    }
}

/// A bound: the sum of two literals is at most a number.
pub type Bound = (Literal, Literal, i128);

/// The cells of a function that are related, in packs.
#[derive(Clone, Debug, Default)]
pub struct Packs {
    /// The packs of each cell, in order.
    of: BTreeMap<CellId, Vec<usize>>,
    /// The cells of each pack.
    packs: Vec<Vec<CellId>>,
}

impl Packs {
    /// Packs of cells.
    pub fn new(packs: Vec<Vec<CellId>>) -> Packs {
        let mut of: BTreeMap<CellId, Vec<usize>> = BTreeMap::new();
        for (index, pack) in packs.iter().enumerate() {
            for cell in pack {
                let known = of.entry(*cell).or_default();
                if !known.contains(&index) {
                    known.push(index);
                }
            }
        }
        Packs { of, packs }
    }

    /// Whether there is no pack.
    pub fn is_empty(&self) -> bool {
        self.packs.is_empty()
    }

    /// Whether a cell takes part.
    pub fn contains(&self, cell: CellId) -> bool {
        self.of.contains_key(&cell)
    }

    /// Whether two different cells are related.
    pub fn relates(&self, x: CellId, y: CellId) -> bool {
        let (Some(a), Some(b)) = (self.of.get(&x), self.of.get(&y)) else {
            return false;
        };
        x != y && a.iter().any(|pack| b.contains(pack))
    }

    /// The cells that are related to a cell, in order.
    pub fn related(&self, cell: CellId) -> Vec<CellId> {
        let packs = self.of.get(&cell).into_iter().flatten();
        let cells = packs.flat_map(|pack| &self.packs[*pack]).copied();
        let mut found: Vec<CellId> = cells.filter(|other| *other != cell).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Upper bounds of sums of two literals.
#[derive(Clone, Debug, Default)]
pub struct Octagon {
    packs: Rc<Packs>,
    /// By the literals in order.
    bounds: Rc<BTreeMap<(Literal, Literal), i128>>,
}

/// Greater bounds give no information.
const LARGEST: i128 = 1 << 66;

/// The two literals in order.
fn key(a: Literal, b: Literal) -> (Literal, Literal) {
    if a <= b { (a, b) } else { (b, a) }
}

impl Octagon {
    /// Takes packs of cells to relate; forgets what is known of others.
    pub fn set_packs(&mut self, packs: Rc<Packs>) {
        self.packs = packs;
        let packs = self.packs.clone();
        self.keep(|a, b| packs.relates(a.cell, b.cell));
    }

    /// The packs.
    pub fn packs(&self) -> &Packs {
        &self.packs
    }

    fn keep(&mut self, keep: impl Fn(Literal, Literal) -> bool) {
        if !self.bounds.keys().all(|(a, b)| keep(*a, *b)) {
            Rc::make_mut(&mut self.bounds).retain(|(a, b), _| keep(*a, *b));
        }
    }

    /// Keeps only bounds of some cells.
    pub fn retain(&mut self, keep: impl Fn(CellId) -> bool) {
        self.keep(|a, b| keep(a.cell) && keep(b.cell));
    }

    /// Forgets a cell.
    pub fn forget(&mut self, cell: CellId) {
        self.keep(|a, b| a.cell != cell && b.cell != cell);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !self.bounds.is_empty() {
            self.bounds = Rc::default();
        }
    }

    /// How many bounds there are.
    pub fn count(&self) -> usize {
        self.bounds.len()
    }

    /// All bounds.
    pub fn bounds(&self) -> impl Iterator<Item = Bound> + '_ {
        self.bounds.iter().map(|((a, b), bound)| (*a, *b, *bound))
    }

    /// The bound of the sum of two literals that is stored.
    pub fn bound(&self, a: Literal, b: Literal) -> Option<i128> {
        self.bounds.get(&key(a, b)).copied()
    }

    /// Makes a bound explicit that follows from the intervals.
    pub fn note(&mut self, a: Literal, b: Literal, bound: i128) {
        if self.packs.relates(a.cell, b.cell) && bound.abs() < LARGEST {
            Rc::make_mut(&mut self.bounds).insert(key(a, b), bound);
        }
    }

    /// Replaces a cell by itself, or its negation, plus a number between bounds.
    pub fn shift(&mut self, cell: CellId, negate: bool, (lo, hi): (i128, i128)) {
        if !self
            .bounds
            .keys()
            .any(|(a, b)| a.cell == cell || b.cell == cell)
        {
            return;
        }
        let moved = self.bounds().map(|(a, b, bound)| {
            let mut total = bound;
            let mut replace = |literal: Literal| {
                if literal.cell != cell {
                    return literal;
                }
                let new = Literal {
                    negated: literal.negated != negate,
                    ..literal
                };
                total += if new.negated { -lo } else { hi };
                new
            };
            let (a, b) = (replace(a), replace(b));
            (key(a, b), total)
        });
        let moved = moved.filter(|(_, bound)| bound.abs() < LARGEST).collect();
        self.bounds = Rc::new(moved);
    }

    /// Restricts to states in which the sum of two literals of different cells is at most a number;
    /// none when there are none. Returns what is new: bounds of pairs, and of twice a literal (the
    /// literal as both of the pair).
    pub fn add(&mut self, a: Literal, b: Literal, c: i128) -> Option<Vec<Bound>> {
        if !self.packs.relates(a.cell, b.cell) || c.abs() >= LARGEST {
            return Some(Vec::new());
        }
        let back = self.bound(a.opposite(), b.opposite());
        if back.is_some_and(|back| back + c < 0) {
            return None;
        }
        if self.bound(a, b).is_some_and(|old| old <= c) {
            return Some(Vec::new());
        }
        // A bound of −a + p and a + b ≤ c bounds p + b: a is replaced by p.
        let replacing = |of: Literal| {
            let mut found = vec![(of, 0)];
            for (p, q, bound) in self.bounds() {
                if p == of.opposite() {
                    found.push((q, bound));
                } else if q == of.opposite() {
                    found.push((p, bound));
                }
            }
            found
        };
        let mut new: BTreeMap<(Literal, Literal), i128> = BTreeMap::new();
        for (p, first) in &replacing(a) {
            for (q, second) in &replacing(b) {
                let bound = first + c + second;
                if *p == q.opposite() {
                    if bound < 0 {
                        return None;
                    }
                    continue;
                }
                let related = p == q || self.packs.relates(p.cell, q.cell);
                let better = self.bound(*p, *q).is_none_or(|old| bound < old);
                if related && better && bound.abs() < LARGEST {
                    let known = new.entry(key(*p, *q)).or_insert(bound);
                    *known = bound.min(*known);
                }
            }
        }
        let pairs = new.iter().filter(|((p, q), _)| p != q);
        Rc::make_mut(&mut self.bounds).extend(pairs.map(|(pair, bound)| (*pair, *bound)));
        Some(new.into_iter().map(|((p, q), c)| (p, q, c)).collect())
    }

    /// Joins another octagon; whether this adds states. The caller supplies the greatest sum of two
    /// literals in either state, where it says something.
    pub fn join(
        &mut self,
        other: &Octagon,
        widening: Option<&Thresholds>,
        most: impl Fn(Literal, Literal) -> Option<i128>,
        most_of_other: impl Fn(Literal, Literal) -> Option<i128>,
    ) -> bool {
        if self.packs.is_empty() {
            self.packs = other.packs.clone();
        }
        if Rc::ptr_eq(&self.bounds, &other.bounds) {
            return false;
        }
        let mut result: BTreeMap<(Literal, Literal), i128> = BTreeMap::new();
        for (a, b, old) in self.bounds() {
            let bound = match (most_of_other(a, b), widening) {
                (None, _) => None,
                (Some(new), _) if new <= old => Some(old),
                (Some(new), None) => Some(new),
                (Some(new), Some(thresholds)) => thresholds.above(new),
            };
            if let Some(bound) = bound {
                result.insert((a, b), bound);
            }
        }
        // Widening adds no bounds, so that it ends.
        if widening.is_none() {
            for (a, b, new) in other.bounds() {
                if self.bound(a, b).is_none()
                    && let Some(old) = most(a, b)
                {
                    result.insert((a, b), old.max(new));
                }
            }
        }
        let changed = result != *self.bounds;
        if changed {
            self.bounds = Rc::new(result);
        }
        changed
    }

    /// Whether both say the same.
    pub fn same(&self, other: &Octagon) -> bool {
        Rc::ptr_eq(&self.bounds, &other.bounds) || self.bounds == other.bounds
    }
}
