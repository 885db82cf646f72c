//! The form of arrays: the only place that knows every operator with an array as result.

use crate::{Op, OpClass, Pool, TermId};

/// The form of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayForm {
    /// A symbol.
    Symbol,
    /// A constant array.
    Filled(TermId),
    /// Another array with one element written.
    Written {
        /// The other array.
        below: TermId,
        /// The index.
        at: TermId,
        /// The value written there.
        value: TermId,
    },
    /// A choice between two arrays.
    Choice {
        /// The condition under which it is the first.
        cond: TermId,
        /// The first.
        then: TermId,
        /// The second.
        otherwise: TermId,
    },
}

impl Pool {
    /// The form of an array.
    pub fn array_form(&self, array: TermId) -> ArrayForm {
        let (op, args) = (*self.op(array), self.args(array));
        match (op.class(), args) {
            (OpClass::Leaf, []) => ArrayForm::Symbol,
            (OpClass::Choice, &[cond, then, otherwise]) => ArrayForm::Choice {
                cond,
                then,
                otherwise,
            },
            (OpClass::Array, &[below, at, value]) => ArrayForm::Written { below, at, value },
            (OpClass::Array, &[value]) if matches!(op, Op::ConstArray { .. }) => {
                ArrayForm::Filled(value)
            }
            (class, _) => unreachable!("{class:?}: {op:?} gives no array"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    /// A new operator that gives arrays must be given a form.
    #[test]
    fn every_operator_that_gives_arrays_has_a_form() {
        let mut pool = Pool::raw();
        let (index, element) = (4, 8);
        let sort = Sort::Array { index, element };
        let array = pool.fresh("a", sort);
        let other = pool.fresh("b", sort);
        let cond = pool.fresh("c", Sort::Bool);
        let at = pool.fresh("i", Sort::Bv(index));
        let value = pool.fresh("v", Sort::Bv(element));
        let sorts = [Sort::Bool, sort, Sort::Bv(index), Sort::Bv(element)];
        let mut giving = Vec::new();
        for op in Op::all().map(|op| op.with_widths([index, 0])) {
            for (a, b, c) in all_triples(&sorts) {
                let args = &[a, b, c][..op.arity()];
                if op.result_sort(args) == Ok(sort) {
                    giving.push(op);
                }
            }
        }
        giving.dedup();
        assert_eq!(giving, [Op::Ite, Op::Store, Op::ConstArray { index }]);
        let store = pool.store(array, at, value);
        let choice = pool.ite(cond, array, other);
        let filled = pool.make(Op::ConstArray { index }, &[value]);
        let below = array;
        assert_eq!(pool.array_form(array), ArrayForm::Symbol);
        assert_eq!(pool.array_form(filled), ArrayForm::Filled(value));
        assert_eq!(
            pool.array_form(store),
            ArrayForm::Written { below, at, value }
        );
        let (then, otherwise) = (array, other);
        let expected = ArrayForm::Choice {
            cond,
            then,
            otherwise,
        };
        assert_eq!(pool.array_form(choice), expected);
    }

    fn all_triples(sorts: &[Sort]) -> Vec<(Sort, Sort, Sort)> {
        let mut all = Vec::new();
        for a in sorts {
            for b in sorts {
                all.extend(sorts.iter().map(|c| (*a, *b, *c)));
            }
        }
        all
    }
}
