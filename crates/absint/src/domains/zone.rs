//! Zones: bounded differences of cells, x − y ≤ c.
//!
//! Each cell takes part as a number in one reading, signed or unsigned, that the [`Pack`] of the
//! function fixes. Numbers are unbounded: whoever adds a relation has shown that no operation
//! wrapped around. Bounds are kept closed (Miné 2001): a bound that follows from two others is
//! explicit, so that forgetting a cell loses nothing about the others. Bounds of single cells
//! belong to the intervals; joins ask these for the differences that they imply.

use super::Thresholds;
use crate::cells::CellId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How the cells that take part are read: width, and whether as signed numbers.
pub type Pack = BTreeMap<CellId, (u32, bool)>;

/// Upper bounds of differences between cells.
#[derive(Clone, Debug, Default)]
pub struct Zone {
    pack: Rc<Pack>,
    bounds: Rc<BTreeMap<(CellId, CellId), i128>>,
}

/// Larger bounds give no information.
const LARGEST: i128 = 1 << 66;

impl Zone {
    /// Takes cells to relate; forgets what is known of others.
    pub fn set_pack(&mut self, pack: Rc<Pack>) {
        self.pack = pack;
        self.retain(|_| true);
    }

    /// Keeps only some of the cells that take part.
    pub fn retain(&mut self, keep: impl Fn(CellId) -> bool) {
        let pack = &self.pack;
        let kept = |cell: &CellId| keep(*cell) && pack.contains_key(cell);
        if !self.bounds.keys().all(|(x, y)| kept(x) && kept(y)) {
            Rc::make_mut(&mut self.bounds).retain(|(x, y), _| kept(x) && kept(y));
        }
    }

    /// How a cell is read, when it takes part.
    pub fn reading(&self, cell: CellId) -> Option<(u32, bool)> {
        self.pack.get(&cell).copied()
    }

    /// All bounds: the first minus the second is at most this.
    pub fn bounds(&self) -> impl Iterator<Item = (CellId, CellId, i128)> + '_ {
        self.bounds.iter().map(|((x, y), bound)| (*x, *y, *bound))
    }

    /// The greatest x − y.
    pub fn bound(&self, x: CellId, y: CellId) -> Option<i128> {
        if x == y {
            return Some(0);
        }
        self.bounds.get(&(x, y)).copied()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !self.bounds.is_empty() {
            self.bounds = Rc::default();
        }
    }

    /// Forgets a cell.
    pub fn forget(&mut self, cell: CellId) {
        if self.bounds.keys().any(|(x, y)| *x == cell || *y == cell) {
            Rc::make_mut(&mut self.bounds).retain(|(x, y), _| *x != cell && *y != cell);
        }
    }

    /// Assigns a cell another cell, or itself, plus a number.
    pub fn assign(&mut self, cell: CellId, from: CellId, plus: i128) {
        if self.reading(cell).is_none() || self.reading(from).is_none() {
            return self.forget(cell);
        }
        if cell == from {
            let moved = self.bounds().map(|(x, y, bound)| {
                let bound = match (x == cell, y == cell) {
                    (true, _) => bound + plus,
                    (_, true) => bound - plus,
                    (false, false) => bound,
                };
                ((x, y), bound)
            });
            let moved = moved.filter(|(_, bound)| bound.abs() < LARGEST).collect();
            self.bounds = Rc::new(moved);
            return;
        }
        self.forget(cell);
        let mut more: Vec<((CellId, CellId), i128)> = Vec::new();
        for (x, y, bound) in self.bounds() {
            if x == from {
                more.push(((cell, y), bound + plus));
            }
            if y == from {
                more.push(((x, cell), bound - plus));
            }
        }
        more.extend([((cell, from), plus), ((from, cell), -plus)]);
        let bounds = Rc::make_mut(&mut self.bounds);
        bounds.extend(more.into_iter().filter(|(_, bound)| bound.abs() < LARGEST));
    }

    /// Makes explicit that x − y ≤ c, which follows from the bounds of the two.
    pub fn note(&mut self, x: CellId, y: CellId, c: i128) {
        if self.reading(x).is_some() && self.reading(y).is_some() && c.abs() < LARGEST {
            Rc::make_mut(&mut self.bounds).insert((x, y), c);
        }
    }

    /// Restricts to states with x − y ≤ c; none when there are none. Returns the pairs with new
    /// bounds.
    pub fn add(&mut self, x: CellId, y: CellId, c: i128) -> Option<Vec<(CellId, CellId, i128)>> {
        if x == y {
            return (c >= 0).then(Vec::new);
        }
        if self.reading(x).is_none() || self.reading(y).is_none() || c.abs() >= LARGEST {
            return Some(Vec::new());
        }
        if self.bound(y, x).is_some_and(|back| back + c < 0) {
            return None;
        }
        if self.bound(x, y).is_some_and(|old| old <= c) {
            return Some(Vec::new());
        }
        let mut before = vec![(x, 0)];
        let mut behind = vec![(y, 0)];
        for (a, b, bound) in self.bounds() {
            if b == x {
                before.push((a, bound));
            }
            if a == y {
                behind.push((b, bound));
            }
        }
        let mut new = Vec::new();
        for (a, first) in &before {
            for (b, second) in &behind {
                let bound = first + c + second;
                if a != b && self.bound(*a, *b).is_none_or(|old| bound < old) {
                    new.push((*a, *b, bound));
                }
            }
        }
        new.retain(|(_, _, bound)| bound.abs() < LARGEST);
        let bounds = Rc::make_mut(&mut self.bounds);
        bounds.extend(new.iter().map(|(a, b, bound)| ((*a, *b), *bound)));
        Some(new)
    }

    /// Joins another zone; whether this adds states. The caller supplies the greatest difference
    /// that single cells imply in either state.
    pub fn join(
        &mut self,
        other: &Zone,
        widening: Option<&Thresholds>,
        implied: impl Fn(CellId, CellId) -> Option<i128>,
        implied_by_other: impl Fn(CellId, CellId) -> Option<i128>,
    ) -> bool {
        if self.pack.is_empty() {
            self.pack = other.pack.clone();
        }
        if Rc::ptr_eq(&self.bounds, &other.bounds) {
            return false;
        }
        let least = |a: Option<i128>, b: Option<i128>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, None) => a,
            (None, b) => b,
        };
        let mut result: BTreeMap<(CellId, CellId), i128> = BTreeMap::new();
        for (x, y, old) in self.bounds() {
            let new = least(other.bound(x, y), implied_by_other(x, y));
            let bound = match (new, widening) {
                (None, _) => None,
                (Some(new), _) if new <= old => Some(old),
                (Some(new), None) => Some(new),
                (Some(new), Some(thresholds)) => thresholds.above(new),
            };
            if let Some(bound) = bound {
                result.insert((x, y), bound);
            }
        }
        // Widening adds no bounds, so that it ends.
        if widening.is_none() {
            for (x, y, new) in other.bounds() {
                if self.bounds.contains_key(&(x, y)) {
                    continue;
                }
                if let Some(old) = implied(x, y) {
                    result.insert((x, y), old.max(new));
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
    pub fn same(&self, other: &Zone) -> bool {
        Rc::ptr_eq(&self.bounds, &other.bounds) || self.bounds == other.bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::arbitrary::Rng;

    const CELLS: u32 = 4;

    fn empty() -> Zone {
        let mut zone = Zone::default();
        let pack: Pack = (0..CELLS).map(|cell| (cell, (32, true))).collect();
        zone.set_pack(Rc::new(pack));
        zone
    }

    fn allows(zone: &Zone, point: &[i128]) -> bool {
        let mut bounds = zone.bounds();
        bounds.all(|(x, y, bound)| point[x as usize] - point[y as usize] <= bound)
    }

    fn random(rng: &mut Rng) -> Option<Zone> {
        let mut zone = empty();
        for _ in 0..rng.below(6) {
            let (x, y) = (rng.below(4) as u32, rng.below(4) as u32);
            zone.add(x, y, rng.below(9) as i128 - 4)?;
        }
        Some(zone)
    }

    fn points() -> Vec<[i128; 4]> {
        let side = -2..3_i128;
        let mut all = Vec::new();
        for a in side.clone() {
            for b in side.clone() {
                for c in side.clone() {
                    all.extend(side.clone().map(|d| [a, b, c, d]));
                }
            }
        }
        all
    }

    /// What single cells of a set of points imply.
    fn implied(points: &[[i128; 4]]) -> impl Fn(CellId, CellId) -> Option<i128> + '_ {
        |x, y| {
            let most = points.iter().map(|p| p[x as usize]).max()?;
            let least = points.iter().map(|p| p[y as usize]).min()?;
            Some(most - least)
        }
    }

    #[test]
    fn operations_keep_every_point() {
        let mut rng = Rng::new(21);
        let all = points();
        let mut some = 0;
        for _ in 0..800 {
            let (Some(a), Some(b)) = (random(&mut rng), random(&mut rng)) else {
                continue;
            };
            let in_a: Vec<[i128; 4]> = all.iter().copied().filter(|p| allows(&a, p)).collect();
            let in_b: Vec<[i128; 4]> = all.iter().copied().filter(|p| allows(&b, p)).collect();
            if in_a.is_empty() || in_b.is_empty() {
                continue;
            }
            some += 1;
            let thresholds = Thresholds(vec![0, 2]);
            for widening in [None, Some(&thresholds)] {
                let mut joined = a.clone();
                let changed = joined.join(&b, widening, implied(&in_a), implied(&in_b));
                assert!(in_a.iter().chain(&in_b).all(|p| allows(&joined, p)));
                assert!(changed || joined.same(&a));
            }
            let (x, y, c) = (rng.below(4), rng.below(4), rng.below(9) as i128 - 4);
            let mut added = a.clone();
            let possible = added.add(x as u32, y as u32, c).is_some();
            for p in &in_a {
                if p[x as usize] - p[y as usize] <= c {
                    assert!(possible && allows(&added, p));
                }
            }
            let mut assigned = a.clone();
            assigned.assign(x as u32, y as u32, c);
            let mut forgotten = a.clone();
            forgotten.forget(x as u32);
            for p in &in_a {
                let mut moved = *p;
                moved[x as usize] = p[y as usize] + c;
                assert!(allows(&assigned, &moved), "{a:?} {x} := {y} + {c}");
                moved[x as usize] = c * 7;
                assert!(allows(&forgotten, &moved));
            }
        }
        assert!(some > 300, "{some}");
    }

    #[test]
    fn bounds_are_closed() {
        let mut zone = empty();
        zone.add(0, 1, 3).expect("possible");
        zone.add(1, 2, -1).expect("possible");
        assert_eq!(zone.bound(0, 2), Some(2));
        zone.forget(1);
        assert_eq!(zone.bound(0, 2), Some(2));
        assert!(zone.add(2, 0, -3).is_none());
    }
}
