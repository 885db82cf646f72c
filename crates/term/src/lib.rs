//! Hash-consed terms, simplified at construction, with an evaluator and an SMT-LIB printer.
//!
//! A [`Pool`] owns every term; a [`TermId`] names one. Equal operators on equal arguments are the
//! same id, so comparing terms is comparing numbers. Arguments always have smaller ids than the
//! term they belong to. The pool folds constants and orders the arguments of commutative
//! operators itself; deeper rewriting is a [`Rewriter`] given to it, so that this crate knows no
//! rules. Nothing here recurses over the depth of a term: formulas are deep.
//!
//! A term of the wrong sort is a bug of the caller and panics with the operator and the sorts.

mod access;
mod arrays;
mod build;
mod chain;
mod choice;
mod chosen;
mod eval;
mod facts;
mod float;
mod fold;
mod op;
mod pool;
mod range;
mod smtlib;
mod smtlib_float;
mod smtlib_session;
mod sort;
mod walk;

pub use arrays::ArrayForm;
pub use cassay_float::{FloatKind, FloatOp, Rounding};
pub use eval::{Evaluator, Model, Value};
pub use float::{FloatCompare, float_int_range};
pub use op::{Circuit, ConstId, Meaning, Op, OpClass, SymbolId};
pub use pool::{Pool, Rewriter, Stats};
pub use range::Range;
pub use smtlib::{reference, script, term_to_string};
pub use smtlib_session::{ConstArrays, Definitions, MAX_SPELT_INDEX};
pub use sort::Sort;
pub use walk::{post_order, substitute, substitute_all, symbols_of};

cassay_base::define_id!(
    /// A term of a [`Pool`].
    pub TermId, "t"
);
