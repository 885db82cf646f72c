//! Relations of several cells in a state: octagons and symbolic ranges together with intervals and
//! zones.
//!
//! All of them are asked and told in terms of [`Form`]s. The greatest value of a form combines what
//! the domains know ([`State::most`]); a condition that a form is at most zero goes to each domain
//! in the shape that it can hold ([`State::meet_form`]).

use crate::cells::CellId;
use crate::domains::form::Form;
use crate::domains::octagon::{Bound, Literal};
use crate::forms::limits;
use crate::state::State;
use crate::value::Value;

/// A sum of cells with factors.
pub type Terms = Vec<(CellId, i128)>;

/// How many cells that a loop does not change are tried in sums at its head.
const MOST_OTHERS: usize = 8;
/// How many inequalities are combined for the bound of a form.
const DEPTH: u32 = 2;

impl State<'_> {
    /// Whether sums of several cells are followed.
    pub fn relates(&self) -> bool {
        self.symbolic.is_enabled() || !self.octagon.packs().is_empty()
    }

    /// How many more steps a statement costs because of relations. Inequalities are combined with each
    /// other.
    pub fn cost_of_relations(&self) -> usize {
        let symbolic = self.symbolic.count();
        (self.octagon.count() + symbolic * symbolic) / 8
    }

    /// The greatest value of a literal.
    fn most_of_literal(&self, literal: Literal) -> Option<i128> {
        let (lo, hi) = self.numbers(literal.cell)?;
        Some(if literal.negated { -lo } else { hi })
    }

    /// The greatest value of the sum of two literals of different cells.
    fn most_of_pair(&self, a: Literal, b: Literal) -> Option<i128> {
        let mut most = self.most_of_literal(a)? + self.most_of_literal(b)?;
        if let Some(bound) = self.octagon.bound(a, b) {
            most = most.min(bound);
        }
        let difference = match (a.negated, b.negated) {
            (false, true) => self.zone.bound(a.cell, b.cell),
            (true, false) => self.zone.bound(b.cell, a.cell),
            (true, true) | (false, false) => None,
        };
        Some(difference.map_or(most, |bound| most.min(bound)))
    }

    /// The greatest value of a form, by intervals and relations of two cells.
    fn most_by_pairs(&self, form: &Form) -> Option<i128> {
        let terms = form.terms();
        let mut best = form.hi;
        for (cell, factor) in terms {
            best += self.most_of_literal(Literal::of(*cell, *factor))? * factor.abs();
        }
        for (index, (x, a)) in terms.iter().enumerate() {
            for (y, b) in &terms[index + 1..] {
                let (p, q) = (Literal::of(*x, *a), Literal::of(*y, *b));
                let pair = self.most_of_pair(p, q)?;
                if pair >= self.most_of_literal(p)? + self.most_of_literal(q)? {
                    continue;
                }
                let both = a.abs().min(b.abs());
                let taken = Form::of(&[(*x, p.sign()), (*y, q.sign())])?;
                let rest = self.most_by_pairs(&form.plus_times(&taken, -both)?)?;
                best = best.min(both * pair + rest);
            }
        }
        Some(best)
    }

    /// The greatest value of a form; none if one of its cells takes part in no relation.
    pub fn most(&self, form: &Form) -> Option<i128> {
        self.most_to(form, DEPTH)
    }

    fn most_to(&self, form: &Form, depth: u32) -> Option<i128> {
        let mut best = self.most_by_pairs(form)?;
        let Some(depth) = depth.checked_sub(1) else {
            return Some(best);
        };
        if form.terms().len() >= 2 || self.symbolic.count() <= 8 {
            for (rest, c) in self.symbolic.rests(form) {
                best = best.min(self.most_to(&rest, depth)? + c);
            }
        }
        Some(best)
    }

    /// The least value of a form.
    pub fn least(&self, form: &Form) -> Option<i128> {
        Some(-self.most(&form.times(-1)?)?)
    }

    /// Whether something is known of a literal: its bound is below that of its type, or it is the
    /// negation of an unsigned cell of which something is known.
    fn is_bounded(&self, literal: Literal) -> bool {
        let Some((width, is_signed)) = self.reading(literal.cell) else {
            return false;
        };
        let (lo, hi) = limits(width, is_signed);
        let most = if literal.negated { -lo } else { hi };
        let below = self.most_of_literal(literal).is_some_and(|own| own < most);
        self.cell(literal.cell).is_some() && (below || literal.negated && !is_signed)
    }

    /// The greatest value of a sum of cells, unless that only says that one of them can be anything.
    pub fn telling(&self, sum: &Form) -> Option<i128> {
        let most = self.most(sum)?;
        let mut alone = 0;
        let mut bounded = true;
        for (cell, factor) in sum.terms() {
            let literal = Literal::of(*cell, *factor);
            alone += self.most_of_literal(literal)? * factor.abs();
            bounded = bounded && self.is_bounded(literal);
        }
        (bounded || most < alone).then_some(most)
    }

    /// The same for the sum of two literals.
    pub fn telling_pair(&self, a: Literal, b: Literal) -> Option<i128> {
        let most = self.most_of_pair(a, b)?;
        let alone = self.most_of_literal(a)? + self.most_of_literal(b)?;
        let bounded = self.is_bounded(a) && self.is_bounded(b);
        (bounded || most < alone).then_some(most)
    }

    /// Restricts to executions in which a form is at most zero; false when there are none.
    #[must_use]
    pub fn meet_form(&mut self, form: &Form) -> bool {
        let Some(least) = self.least(form) else {
            return true;
        };
        if least > 0 {
            return false;
        }
        let sum = form.without_number();
        let most = -form.lo;
        for (cell, factor) in sum.terms() {
            if !self.meet_term(&sum, *cell, *factor, most) {
                return false;
            }
        }
        let terms = sum.terms();
        for (index, (x, a)) in terms.iter().enumerate() {
            for (y, b) in &terms[index + 1..] {
                if a.abs() == b.abs() && !self.meet_two(&sum, (*x, *a), (*y, *b), most) {
                    return false;
                }
            }
        }
        if terms.len() > 2 || terms.iter().any(|(_, factor)| factor.abs() != 1) {
            self.symbolic.add(&sum, most);
        }
        true
    }

    /// Bounds one cell of a sum that is at most a number.
    fn meet_term(&mut self, sum: &Form, cell: CellId, factor: i128, most: i128) -> bool {
        let rest = sum.plus_times(&Form::cell(cell, factor), -1);
        let Some(least) = rest.and_then(|rest| self.least(&rest)) else {
            return true;
        };
        let literal = Literal::of(cell, factor);
        let bound = (most - least).div_euclid(factor.abs());
        match self.bound_literal(literal, bound) {
            Some(true) => self.spread(cell),
            Some(false) => true,
            None => false,
        }
    }

    /// Bounds two cells, with equal factors but for the sign, of a sum that is at most a number.
    fn meet_two(
        &mut self,
        sum: &Form,
        (x, a): (CellId, i128),
        (y, b): (CellId, i128),
        most: i128,
    ) -> bool {
        let Some(rest) = Form::of(&[(x, a), (y, b)]).and_then(|pair| sum.minus(&pair)) else {
            return true;
        };
        let Some(least) = self.least(&rest) else {
            return true;
        };
        let (p, q) = (Literal::of(x, a), Literal::of(y, b));
        let bound = (most - least).div_euclid(a.abs());
        let known = self.most_of_pair(p, q).is_none_or(|known| known <= bound);
        if !rest.terms().is_empty() && known {
            return true;
        }
        self.meet_pair(p, q, bound)
    }

    /// Restricts to executions in which the sum of two literals is at most a number; false when
    /// there are none.
    fn meet_pair(&mut self, p: Literal, q: Literal, bound: i128) -> bool {
        let pair = match (p.negated, q.negated) {
            (false, true) => Some((p.cell, q.cell)),
            (true, false) => Some((q.cell, p.cell)),
            (true, true) | (false, false) => None,
        };
        if let Some((x, y)) = pair
            && !self.meet_difference(x, y, bound)
        {
            return false;
        }
        let Some(new) = self.octagon.add(p, q, bound) else {
            return false;
        };
        new.into_iter().all(|bound| self.tighten_pair(bound))
    }

    /// Bounds of the cells of two literals whose sum is bounded.
    pub fn tighten_pair(&mut self, (p, q, bound): Bound) -> bool {
        if p == q {
            return self.bound_literal(p, bound.div_euclid(2)).is_some();
        }
        for (literal, other) in [(p, q), (q, p)] {
            let Some(least) = self.most_of_literal(other.opposite()) else {
                return true;
            };
            if self.bound_literal(literal, bound + least).is_none() {
                return false;
            }
        }
        true
    }

    /// Restricts a literal to at most a number; whether anything changed, none when nothing is left.
    fn bound_literal(&mut self, literal: Literal, most: i128) -> Option<bool> {
        let Some((width, is_signed)) = self.reading(literal.cell) else {
            return Some(false);
        };
        let (lo, hi) = if literal.negated {
            (-most, i128::MAX / 2)
        } else {
            (i128::MIN / 2, most)
        };
        let value = if is_signed {
            Value::signed(width, lo, hi)
        } else {
            Value::unsigned(width, lo, hi)
        };
        self.narrow(literal.cell, value?)
    }

    /// Refines other cells by what relates them to one whose bounds have changed.
    pub fn spread_relations(&mut self, id: CellId) -> bool {
        if !self.relates() {
            return true;
        }
        let pairs = self.octagon.bounds();
        let pairs: Vec<Bound> = pairs
            .filter(|(p, q, _)| p.cell == id || q.cell == id)
            .collect();
        pairs.into_iter().all(|pair| self.tighten_pair(pair)) && self.tighten_sums(Some(id))
    }

    /// Refines cells by symbolic ranges: all, or those that bound or are bounded by a cell.
    fn tighten_sums(&mut self, about: Option<CellId>) -> bool {
        let sums = self.symbolic.bounds();
        let sums: Vec<(Terms, i128)> = sums
            .filter(|(sum, _)| about.is_none_or(|cell| sum.iter().any(|(of, _)| *of == cell)))
            .map(|(sum, c)| (sum.to_vec(), c))
            .collect();
        for (sum, c) in sums {
            for (cell, factor) in &sum {
                let rest = sum.iter().filter(|(other, _)| other != cell);
                let least = rest
                    .map(|(other, f)| {
                        let literal = Literal::of(*other, -f);
                        Some(-self.most_of_literal(literal)? * f.abs())
                    })
                    .sum::<Option<i128>>();
                let Some(least) = least else { continue };
                let bound = (c - least).div_euclid(factor.abs());
                if self
                    .bound_literal(Literal::of(*cell, *factor), bound)
                    .is_none()
                {
                    return false;
                }
            }
        }
        true
    }

    /// Refines all cells by octagons and symbolic ranges.
    pub fn settle_relations(&mut self) {
        let pairs: Vec<Bound> = self.octagon.bounds().collect();
        for pair in pairs {
            if !self.tighten_pair(pair) {
                return;
            }
        }
        self.tighten_sums(None);
    }

    /// Restricts to executions in which the sums of another state have their bounds; false when there
    /// are none.
    #[must_use]
    pub fn meet_relations(&mut self, other: &State<'_>) -> bool {
        if !self.relates() {
            return true;
        }
        for (p, q, bound) in other.octagon.bounds() {
            let form = Form::of(&[(p.cell, p.sign()), (q.cell, q.sign())]);
            let form = form.and_then(|form| form.moved(-bound));
            if form.is_some_and(|form| !self.meet_form(&form)) {
                return false;
            }
        }
        for (sum, bound) in other.symbolic.bounds() {
            let form = Form::of(sum).and_then(|form| form.moved(-bound));
            if form.is_some_and(|form| !self.meet_form(&form)) {
                return false;
            }
        }
        true
    }

    /// Adds the sums of two of some cells that their bounds imply, so that they outlive the bounds.
    pub fn relate_sums(&mut self, cells: &[CellId]) {
        for (index, x) in cells.iter().enumerate() {
            for y in &cells[index + 1..] {
                for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let (p, q) = (Literal::of(*x, a), Literal::of(*y, b));
                    if self.octagon.bound(p, q).is_none()
                        && let Some(bound) = self.telling_pair(p, q)
                    {
                        self.octagon.note(p, q, bound);
                    }
                }
            }
        }
    }

    /// Bounds of sums that do not follow from intervals, zones or other sums, except by chance.
    pub fn useful_sums(&self) -> Vec<(Terms, i128)> {
        let mut found: Vec<(Terms, i128)> = Vec::new();
        for (p, q, bound) in self.octagon.bounds() {
            let alone = self.most_of_literal(p).zip(self.most_of_literal(q));
            let difference = match (p.negated, q.negated) {
                (false, true) => self.zone.bound(p.cell, q.cell),
                (true, false) => self.zone.bound(q.cell, p.cell),
                (true, true) | (false, false) => None,
            };
            let known = alone.is_none_or(|(a, b)| a + b <= bound)
                || difference.is_some_and(|difference| difference <= bound);
            if !known {
                found.push((vec![(p.cell, p.sign()), (q.cell, q.sign())], bound));
            }
        }
        let sums = self.symbolic.bounds();
        let sums = sums.filter(|(terms, bound)| {
            let form = Form::of(terms);
            let pairs = form.and_then(|form| self.most_by_pairs(&form));
            pairs.is_some_and(|pairs| pairs > *bound)
        });
        found.extend(sums.map(|(terms, bound)| (terms.to_vec(), bound)));
        found
    }

    /// The cells that take part in differences or sums, other than some.
    pub fn symbolic_cells(&self, without: &[CellId]) -> Vec<CellId> {
        let pairs = self.zone.bounds().flat_map(|(x, y, _)| [x, y]);
        let sums = self.octagon.bounds();
        let sums = sums.flat_map(|(p, q, _)| [p.cell, q.cell]);
        let mut found: Vec<CellId> = pairs.chain(sums).collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|cell| !without.contains(cell));
        found.truncate(MOST_OTHERS);
        found
    }

    /// Adds the bounds that some sums of cells have here. A sum without a bound may have one after
    /// a cell is taken from it that equals one of its cells, or bounds it.
    pub fn note_sums(&mut self, sums: &[Terms], others: &[CellId]) {
        for terms in sums {
            let Some(sum) = Form::of(terms) else { continue };
            if let Some(most) = self.telling(&sum) {
                self.symbolic.add(&sum, most);
            }
            for (cell, factor) in terms {
                for other in others {
                    let shares = |sign: i128| self.telling_bound(*cell, *factor, *other, sign);
                    let Some(sign) = [-1, 1].into_iter().find(|sign| shares(*sign)) else {
                        continue;
                    };
                    let with = sum.plus(&Form::cell(*other, sign * factor.abs()));
                    if let Some(with) = with
                        && let Some(most) = self.telling(&with)
                    {
                        self.symbolic.add(&with, most);
                    }
                }
            }
        }
    }

    /// Whether a cell, with the sign of a factor, and another cell with a sign have a bound that
    /// their intervals do not imply.
    fn telling_bound(&self, cell: CellId, factor: i128, other: CellId, sign: i128) -> bool {
        let (p, q) = (Literal::of(cell, factor), Literal::of(other, sign));
        let alone = self.most_of_literal(p).zip(self.most_of_literal(q));
        let pair = self.most_of_pair(p, q);
        cell != other && alone.zip(pair).is_some_and(|((a, b), both)| both < a + b)
    }

    /// The bounds that sums and differences with a form have, for the cells related to the one that
    /// is assigned the form.
    fn bounds_of(&self, cell: CellId, form: &Form) -> Vec<Bound> {
        let mut found = Vec::new();
        for other in self.octagon.packs().related(cell) {
            for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let sum = form
                    .times(a)
                    .and_then(|sum| sum.plus(&Form::cell(other, b)));
                // What the values of both imply says nothing about how they are related.
                let alone = form.times(a).and_then(|own| self.most(&own));
                let alone = alone.zip(self.most_of_literal(Literal::of(other, b)));
                if let Some(bound) = sum.and_then(|sum| self.most(&sum))
                    && alone.is_some_and(|(own, most)| bound < own + most)
                {
                    found.push((Literal::of(cell, a), Literal::of(other, b), bound));
                }
            }
        }
        found
    }

    /// Assigns a cell the value of a form, in what relates it to others; `set` does the rest.
    pub fn assign_form(&mut self, cell: CellId, form: &Form, set: impl FnOnce(&mut Self)) {
        if self.reading(cell).is_none() {
            return set(self);
        }
        let own = form.factor(cell);
        if let [(_, 1 | -1)] = form.terms()
            && own != 0
        {
            let mut octagon = std::mem::take(&mut self.octagon);
            let mut symbolic = std::mem::take(&mut self.symbolic);
            octagon.shift(cell, own < 0, (form.lo, form.hi));
            symbolic.shift(cell, own < 0, (form.lo, form.hi));
            set(self);
            (self.octagon, self.symbolic) = (octagon, symbolic);
            return;
        }
        let bounds = self.bounds_of(cell, form);
        set(self);
        for (p, q, bound) in bounds {
            let alone = self.most_of_literal(p).zip(self.most_of_literal(q));
            if alone.is_some_and(|(a, b)| bound < a + b) {
                self.octagon.note(p, q, bound);
            }
        }
        let terms = form.terms();
        let symbolic = terms.len() > 1 || terms.iter().any(|(_, f)| f.abs() != 1);
        if symbolic && own == 0 && terms.iter().all(|(of, _)| self.reading(*of).is_some()) {
            let sum = form.without_number();
            let upper = Form::cell(cell, 1).minus(&sum);
            let lower = sum.minus(&Form::cell(cell, 1));
            if let (Some(upper), Some(lower)) = (upper, lower) {
                self.symbolic.add(&upper, form.hi);
                self.symbolic.add(&lower, -form.lo);
            }
        }
    }
}
