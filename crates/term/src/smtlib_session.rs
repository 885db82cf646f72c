//! Definitions for a session with a solver: each term is written once over the life of the session.
//!
//! A formula that grows between checks costs only what is new. The order is the same as in a
//! script: arguments before the terms that use them, and every line is good at level 0.

use std::fmt::Write;

use cassay_bv::Bv;
use rustc_hash::FxHashSet;

use crate::smtlib::{body, reference};
use crate::smtlib_float::FloatWriter;
use crate::{Op, Pool, Sort, TermId};

/// The constant arrays that the reader of the text supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstArrays {
    /// Of any value.
    Any,
    /// Of literal values.
    OfLiterals,
    /// None.
    Nowhere,
}

/// The widest index for which a constant array that the reader does not support is written as a
/// write to every index.
pub const MAX_SPELT_INDEX: u32 = 8;

/// What has been declared and defined in a session.
pub struct Definitions {
    written: FxHashSet<TermId>,
    floats: FloatWriter,
    const_arrays: ConstArrays,
}

impl Definitions {
    /// Nothing is defined yet.
    pub fn new(const_arrays: ConstArrays) -> Self {
        Definitions {
            written: FxHashSet::default(),
            floats: FloatWriter::default(),
            const_arrays,
        }
    }

    /// Whether a term has been written.
    pub fn has(&self, term: TermId) -> bool {
        self.written.contains(&term)
    }

    /// The terms that must be written before these can be named, arguments first.
    pub fn missing(&self, pool: &Pool, roots: &[TermId]) -> Vec<TermId> {
        let mut order = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|t| (*t, false)).collect();
        while let Some((term, ready)) = stack.pop() {
            if ready {
                order.push(term);
            } else if !self.has(term) && seen.insert(term) {
                stack.push((term, true));
                stack.extend(pool.args(term).iter().rev().map(|arg| (*arg, false)));
            }
        }
        order
    }

    /// Whether the reader of the text does not support a term, and writing it out would be too
    /// long.
    pub fn cannot_write(&self, pool: &Pool, term: TermId) -> bool {
        if let Op::ConstArray { index } = *pool.op(term) {
            self.is_spelt(pool, term) && index > MAX_SPELT_INDEX
        } else {
            false
        }
    }

    /// Writes terms that [`Definitions::missing`] gave.
    pub fn write(&mut self, pool: &Pool, terms: &[TermId], out: &mut String) {
        for term in terms {
            if matches!(pool.op(*term), Op::Symbol(_)) {
                let name = reference(pool, *term);
                let _ = writeln!(out, "(declare-const {name} {})", pool.sort(*term));
            }
        }
        for term in terms {
            self.written.insert(*term);
            if pool.args(*term).is_empty() || self.floats.define(pool, *term, out) {
                continue;
            }
            let (name, sort) = (reference(pool, *term), pool.sort(*term));
            let body = if self.is_spelt(pool, *term) {
                spelt_array(pool, *term, out)
            } else {
                body(pool, *term)
            };
            let _ = writeln!(out, "(define-fun {name} () {sort} {body})");
        }
    }

    /// Records that a term was written by other code.
    pub fn mark(&mut self, term: TermId) {
        self.written.insert(term);
    }

    /// Whether a term is an array of one value that is written index by index.
    pub fn is_spelt(&self, pool: &Pool, term: TermId) -> bool {
        if !matches!(pool.op(term), Op::ConstArray { .. }) {
            return false;
        }
        match self.const_arrays {
            ConstArrays::Any => false,
            ConstArrays::OfLiterals => pool.as_bv(pool.args(term)[0]).is_none(),
            ConstArrays::Nowhere => true,
        }
    }
}

/// An array that holds one value everywhere, as any array with that value written everywhere.
fn spelt_array(pool: &Pool, term: TermId, out: &mut String) -> String {
    let sort = pool.sort(term);
    let Sort::Array { index, .. } = sort else {
        unreachable!("constant arrays are arrays")
    };
    let any = format!("$b{}", term.0);
    let _ = writeln!(out, "(declare-const {any} {sort})");
    let value = reference(pool, pool.args(term)[0]);
    let count = 1u64 << index.min(MAX_SPELT_INDEX);
    let mut text = "(store ".repeat(usize::try_from(count).unwrap_or(usize::MAX));
    text.push_str(&any);
    for at in 0..count {
        let at = Bv::from_u64(index, at).smtlib();
        let _ = write!(text, " {at} {value})");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: u32 = 1;

    #[test]
    fn each_term_is_written_once() {
        let mut pool = Pool::raw();
        let x = pool.symbol("x", Sort::Bv(8));
        let square = pool.bv_mul(x, x);
        let cube = pool.bv_mul(square, x);
        let mut definitions = Definitions::new(ConstArrays::Any);
        let mut write = |root| {
            let mut out = String::new();
            let new = definitions.missing(&pool, &[root]);
            definitions.write(&pool, &new, &mut out);
            out
        };
        assert_eq!(write(square).lines().count(), 2);
        let second = write(cube);
        assert_eq!(second.lines().count(), 1, "{second}");
        assert!(second.contains(&reference(&pool, square)), "{second}");
        assert_eq!(write(cube), "");
    }

    #[test]
    fn unknown_arrays_of_one_value_are_spelt_out() {
        let mut pool = Pool::raw();
        let v = pool.symbol("v", Sort::Bv(8));
        let seven = pool.bv_u64(8, 7);
        let (of_v, of_seven) = (pool.const_array(TINY, v), pool.const_array(TINY, seven));
        let wide = pool.const_array(32, v);
        for (known, spelt) in [
            (ConstArrays::Any, vec![]),
            (ConstArrays::OfLiterals, vec![of_v]),
            (ConstArrays::Nowhere, vec![of_v, of_seven]),
        ] {
            for array in [of_v, of_seven] {
                let mut definitions = Definitions::new(known);
                let mut out = String::new();
                let new = definitions.missing(&pool, &[array]);
                definitions.write(&pool, &new, &mut out);
                assert_eq!(out.contains("store"), spelt.contains(&array), "{out}");
                assert_eq!(out.contains("as const"), !spelt.contains(&array), "{out}");
                assert!(!definitions.cannot_write(&pool, array));
            }
            assert_eq!(
                Definitions::new(known).cannot_write(&pool, wide),
                known != ConstArrays::Any
            );
        }
    }
}
