//! Linear forms: sums of cells with factors, and a number between bounds.
//!
//! Cells count as the numbers that they are in the reading of the function (see
//! [`zone::Pack`](super::zone::Pack)), and sums are those of unbounded numbers: whoever makes a form
//! of an expression has shown that nothing in it wraps around.

use crate::cells::CellId;

/// A sum `Σ factor·cell + k` with `lo ≤ k ≤ hi`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Cells in order, with factors that are not zero.
    terms: Vec<(CellId, i128)>,
    /// The least number that is added.
    pub lo: i128,
    /// The greatest number that is added.
    pub hi: i128,
}

/// How many cells a form may have.
const MOST_TERMS: usize = 5;
/// Greater factors and numbers are not followed, so that no sum of 128 bits overflows.
const LARGEST_FACTOR: i128 = 1 << 24;
const LARGEST: i128 = 1 << 100;

impl Form {
    /// A number between bounds.
    pub fn between(lo: i128, hi: i128) -> Form {
        let terms = Vec::new();
        Form { terms, lo, hi }
    }

    /// A number.
    pub fn number(number: i128) -> Form {
        Form::between(number, number)
    }

    /// A cell with a factor.
    pub fn cell(cell: CellId, factor: i128) -> Form {
        let mut form = Form::number(0);
        if factor != 0 {
            form.terms.push((cell, factor));
        }
        form
    }

    /// A sum of cells with factors; none if it is too large.
    pub fn of(terms: &[(CellId, i128)]) -> Option<Form> {
        let mut sum = Form::number(0);
        for (cell, factor) in terms {
            sum = sum.plus(&Form::cell(*cell, *factor))?;
        }
        Some(sum)
    }

    /// The cells, with their factors.
    pub fn terms(&self) -> &[(CellId, i128)] {
        &self.terms
    }

    /// The factor of a cell.
    pub fn factor(&self, cell: CellId) -> i128 {
        let found = self.terms.binary_search_by_key(&cell, |(of, _)| *of);
        found.map_or(0, |index| self.terms[index].1)
    }

    /// The sum with another form times a factor; none if that is too large.
    pub fn plus_times(&self, other: &Form, factor: i128) -> Option<Form> {
        if factor.abs() > LARGEST_FACTOR {
            return None;
        }
        let (p, q) = (other.lo * factor, other.hi * factor);
        let mut sum = Form::between(self.lo + p.min(q), self.hi + p.max(q));
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (cell, total) = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some((x, p)), Some((y, q))) if x == y => {
                    let both = (*x, p + q * factor);
                    a.next();
                    b.next();
                    both
                }
                (Some((x, p)), Some((y, _))) if x < y => {
                    a.next();
                    (*x, *p)
                }
                (Some((x, p)), None) => {
                    a.next();
                    (*x, *p)
                }
                (_, Some((y, q))) => {
                    b.next();
                    (*y, q * factor)
                }
            };
            if total.abs() > LARGEST_FACTOR {
                return None;
            }
            if total != 0 {
                sum.terms.push((cell, total));
            }
        }
        let small = sum.lo.abs() < LARGEST && sum.hi.abs() < LARGEST;
        (small && sum.terms.len() <= MOST_TERMS).then_some(sum)
    }

    /// The sum with another form.
    pub fn plus(&self, other: &Form) -> Option<Form> {
        self.plus_times(other, 1)
    }

    /// The difference from another form.
    pub fn minus(&self, other: &Form) -> Option<Form> {
        self.plus_times(other, -1)
    }

    /// The form times a factor.
    pub fn times(&self, factor: i128) -> Option<Form> {
        Form::number(0).plus_times(self, factor)
    }

    /// The form moved by a number.
    pub fn moved(&self, by: i128) -> Option<Form> {
        self.plus(&Form::number(by))
    }

    /// The form without the number that is added.
    pub fn without_number(&self) -> Form {
        let terms = self.terms.clone();
        Form {
            terms,
            lo: 0,
            hi: 0,
        }
    }

    /// The greatest common divisor of the factors; 1 if there are none.
    pub fn divisor(&self) -> i128 {
        let gcd = |mut a: i128, mut b: i128| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let all = self.terms.iter().fold(0, |all, (_, f)| gcd(all, f.abs()));
        all.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_sums() {
        let form = Form::of(&[(3, 2), (1, -1), (3, 1)]).expect("a small form");
        assert_eq!(form.terms(), [(1, -1), (3, 3)]);
        assert_eq!((form.factor(3), form.factor(2)), (3, 0));
        let twice = form.times(-2).expect("a small form");
        assert_eq!(twice.terms(), [(1, 2), (3, -6)]);
        assert_eq!(twice.divisor(), 2);
        let gone = twice.plus_times(&form, 2).expect("a small form");
        assert_eq!(gone, Form::number(0));
        let spread = Form::between(-1, 4);
        let sum = form.plus_times(&spread, -3).expect("a small form");
        assert_eq!((sum.lo, sum.hi), (-12, 3));
    }

    #[test]
    fn large_forms_are_refused() {
        assert_eq!(Form::cell(0, 1).times(1 << 30), None);
        assert_eq!(Form::number(1 << 99).times(4), None);
        let many: Vec<(CellId, i128)> = (0..9).map(|cell| (cell, 1)).collect();
        assert_eq!(Form::of(&many), None);
    }
}
