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
    family("Truth values", "Guards are conjunctions of literals: common literals and complements meet again when paths merge.", bool::RULES),
    family("Choices", "What a merge of paths leaves: nested choices by the same condition, choices of truth values, equality of choices.", ite::RULES),
    family("Arithmetic", "Sums with their constant outermost, differences from a constant as sums, products by a constant as products.", bv_arith::RULES),
    family("Bits", "Shifts, masks and changes of width as extracts, so that a value taken apart into bytes and put together again is the value.", bv_bits::RULES),
    family("Comparisons", "Strict comparisons with the constant on the right, at the narrowest width; conjunctions of comparisons with constants as intervals.", bv_cmp::RULES),
    family("Overflow", "Overflow predicates with a constant as comparisons of the other operand; none where operands are narrow.", overflow::RULES),
    family("Arrays", "Reads of the last write, writes without effect, merges of writes to one place.", array::RULES),
];

/// What is left of them when rules are switched off.
pub const FOLDING: Family = family(
    "Folding",
    "What a constant decides without looking further. These stay under `--no-simplify`.",
    folding::RULES,
);
