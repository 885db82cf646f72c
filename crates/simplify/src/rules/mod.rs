//! Every rule, one table per theory. A rule in a table is applied, and its proof test is generated.
//!
//! Rules shrink terms, or bring them to a normal form that other rules and the ranges use:
//! constants last, sums of a term and a constant, comparisons of a term with a constant on the
//! right, strict comparisons only. A rule may match a fixed number of levels down and never copies
//! the terms it finds there.

mod array;
mod bool;
mod bv_arith;
mod bv_bits;
mod bv_cmp;
mod folding;
mod ite;
mod overflow;

use crate::Rule;

/// Rules about one kind of operators.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// What they are about.
    pub title: &'static str,
    /// What they aim at.
    pub about: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
}

const fn family(title: &'static str, about: &'static str, rules: &'static [Rule]) -> Family {
    Family {
        title,
        about,
        rules,
    }
}

/// All tables, in the order of trying.
#[rustfmt::skip]
pub const FAMILIES: &[Family] = &[
    FOLDING,
    family("Truth values", "Guards are conjunctions of literals: common literals and complements cancel when paths merge.", bool::RULES),
    family("Choices", "Terms that merges of paths produce: nested choices by the same condition, choices of truth values, equality of choices.", ite::RULES),
    family("Arithmetic", "Normal forms: the constant of a sum is outermost, a difference with a constant is a sum, a multiple is a product with a constant.", bv_arith::RULES),
    family("Bits", "Shifts, masks and changes of width become extracts, so that a value split into bytes and reassembled is the value itself.", bv_bits::RULES),
    family("Comparisons", "Comparisons become strict, with the constant on the right, at the narrowest width; conjunctions of comparisons with constants are treated as intervals.", bv_cmp::RULES),
    family("Overflow", "Overflow predicates with a constant become comparisons of the other operand; they are false if the operands are narrow enough.", overflow::RULES),
    family("Arrays", "Reads of the last write, writes without effect, merges of writes to the same index.", array::RULES),
];

/// The rules that stay on when rules are switched off.
pub const FOLDING: Family = family(
    "Folding",
    "Terms that a constant argument decides. These rules stay on under `--no-simplify`.",
    folding::RULES,
);
