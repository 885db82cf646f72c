//! Symbolic ranges: bounds of cells that are linear in other cells (Rugina and Rinard 2000,
//! Sankaranarayanan, Ivančić and Gupta 2007).
//!
//! A bound `x ≤ a·y + b·z + c` is an inequality `x − a·y − b·z ≤ c`; the same inequality bounds
//! each of its cells by the others. A state has few of them, those that a condition, an assignment
//! or the increments of a loop gave. They are not closed: whoever asks for the bound of a form
//! combines it with them ([`Symbolic::rests`]). Before a cell is forgotten, upper bounds of it are
//! combined with lower ones, as Fourier and Motzkin do.
//!
//! Numbers are unbounded: whoever adds an inequality has shown that nothing wraps around.

use super::Thresholds;
use super::form::Form;
use crate::cells::CellId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The left side of an inequality: cells with factors without a common divisor.
type Sum = Vec<(CellId, i128)>;

/// Inequalities between cells.
#[derive(Clone, Debug, Default)]
pub struct Symbolic {
    enabled: bool,
    bounds: Rc<BTreeMap<Sum, i128>>,
}

/// How many inequalities a state has, and how many cells one of them has.
const MOST: usize = 24;
const MOST_TERMS: usize = 4;
/// Greater bounds give no information.
const LARGEST: i128 = 1 << 90;

impl Symbolic {
    /// Whether inequalities are kept from now on.
    pub fn enable(&mut self, enabled: bool) {
        self.enabled = enabled;
        if !enabled {
            self.clear();
        }
    }

    /// Whether inequalities are kept.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if !self.bounds.is_empty() {
            self.bounds = Rc::default();
        }
    }

    /// How many inequalities there are.
    pub fn count(&self) -> usize {
        self.bounds.len()
    }

    /// All inequalities: a sum of cells and its greatest value.
    pub fn bounds(&self) -> impl Iterator<Item = (&[(CellId, i128)], i128)> + '_ {
        self.bounds.iter().map(|(sum, c)| (sum.as_slice(), *c))
    }

    /// Keeps only inequalities of some cells.
    pub fn retain(&mut self, keep: impl Fn(CellId) -> bool) {
        let kept = |sum: &Sum| sum.iter().all(|(cell, _)| keep(*cell));
        if !self.bounds.keys().all(kept) {
            Rc::make_mut(&mut self.bounds).retain(|sum, _| kept(sum));
        }
    }

    /// Adds that the cells of a form have at most the sum `c`; whether that is new. With fewer than
    /// two cells it is the business of intervals.
    pub fn add(&mut self, form: &Form, c: i128) -> bool {
        let count = form.terms().len();
        if !self.enabled || !(2..=MOST_TERMS).contains(&count) || c.abs() >= LARGEST {
            return false;
        }
        let divisor = form.divisor();
        let terms = form.terms().iter();
        let sum: Sum = terms.map(|(cell, f)| (*cell, f / divisor)).collect();
        let c = c.div_euclid(divisor);
        match self.bounds.get(&sum) {
            Some(old) if *old <= c => return false,
            Some(_) => {}
            None if self.bounds.len() >= MOST => return false,
            None => {}
        }
        Rc::make_mut(&mut self.bounds).insert(sum, c);
        true
    }

    /// For each inequality that can take the place of cells of a form, what then remains: the form
    /// is at most the sum of the two results.
    pub fn rests(&self, form: &Form) -> Vec<(Form, i128)> {
        let mut found = Vec::new();
        for (sum, c) in self.bounds.iter() {
            let mut factors: Vec<i128> = Vec::new();
            for (cell, b) in sum {
                let a = form.factor(*cell);
                if a != 0 && a % b == 0 && a / b > 0 && !factors.contains(&(a / b)) {
                    factors.push(a / b);
                }
            }
            for factor in factors {
                let rest = Form::of(sum).and_then(|sum| form.plus_times(&sum, -factor));
                if let Some(rest) = rest
                    && rest.terms().len() <= form.terms().len()
                {
                    found.push((rest, factor * c));
                }
            }
        }
        found
    }

    /// Forgets a cell, after combining its upper bounds with its lower ones.
    pub fn forget(&mut self, cell: CellId) {
        let factor = |sum: &Sum| {
            let found = sum.iter().find(|(of, _)| *of == cell);
            found.map_or(0, |(_, factor)| *factor)
        };
        let uses: Vec<(&Sum, i128, i128)> = self
            .bounds
            .iter()
            .map(|(sum, c)| (sum, factor(sum), *c))
            .filter(|(_, f, _)| *f != 0)
            .collect();
        if uses.is_empty() {
            return;
        }
        let mut combined: Vec<(Form, i128)> = Vec::new();
        for (upper, p, c) in uses.iter().filter(|(_, f, _)| *f > 0) {
            for (lower, q, d) in uses.iter().filter(|(_, f, _)| *f < 0) {
                let sum = Form::of(upper).and_then(|upper| upper.times(-q));
                let lower = Form::of(lower);
                let sum = sum.zip(lower).and_then(|(a, b)| a.plus_times(&b, *p));
                combined.extend(sum.map(|sum| (sum, c * -q + d * p)));
            }
        }
        Rc::make_mut(&mut self.bounds).retain(|sum, _| factor(sum) == 0);
        for (form, c) in combined {
            self.add(&form, c);
        }
    }

    /// Replaces a cell by itself, or its negation, plus a number between bounds.
    pub fn shift(&mut self, cell: CellId, negate: bool, (lo, hi): (i128, i128)) {
        let uses = |sum: &Sum| sum.iter().any(|(of, _)| *of == cell);
        if !self.bounds.keys().any(uses) {
            return;
        }
        let moved = self.bounds.iter().map(|(sum, c)| {
            let mut total = *c;
            let terms = sum.iter().map(|(of, factor)| {
                if *of != cell {
                    return (*of, *factor);
                }
                let new = if negate { -factor } else { *factor };
                total += (new * lo).max(new * hi);
                (*of, new)
            });
            let terms: Sum = terms.collect();
            (terms, total)
        });
        let moved = moved.filter(|(_, c)| c.abs() < LARGEST).collect();
        self.bounds = Rc::new(moved);
    }

    /// Joins other inequalities; whether this adds states. The caller supplies the greatest value of
    /// a sum in either state, where it says something.
    pub fn join(
        &mut self,
        other: &Symbolic,
        widening: Option<&Thresholds>,
        most: impl Fn(&Form) -> Option<i128>,
        most_of_other: impl Fn(&Form) -> Option<i128>,
    ) -> bool {
        self.enabled |= other.enabled;
        if Rc::ptr_eq(&self.bounds, &other.bounds) {
            return false;
        }
        let mut result: BTreeMap<Sum, i128> = BTreeMap::new();
        for (sum, old) in self.bounds.iter() {
            let new = match other.bounds.get(sum) {
                Some(new) if new <= old => Some(*new),
                Some(_) | None => Form::of(sum).and_then(|sum| most_of_other(&sum)),
            };
            let bound = match (new, widening) {
                (None, _) => None,
                (Some(new), _) if new <= *old => Some(*old),
                (Some(new), None) => Some(new),
                (Some(new), Some(thresholds)) => thresholds.above(new),
            };
            if let Some(bound) = bound {
                result.insert(sum.clone(), bound);
            }
        }
        // Widening adds no inequalities, so that it ends.
        if widening.is_none() {
            for (sum, new) in other.bounds.iter() {
                if !self.bounds.contains_key(sum)
                    && result.len() < MOST
                    && let Some(old) = Form::of(sum).and_then(|sum| most(&sum))
                {
                    result.insert(sum.clone(), old.max(*new));
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
    pub fn same(&self, other: &Symbolic) -> bool {
        Rc::ptr_eq(&self.bounds, &other.bounds) || self.bounds == other.bounds
    }
}
