//! Operators that one constant argument decides: constant folding where not all arguments are
//! constants. These rules stay when all others are switched off ([`Choice`](crate::Choice)), since
//! paths that constants decide must end, and a condition and its negation must be recognised.

use crate::{Rule, rules};

pub(super) const RULES: &[Rule] = rules! {
    not_not: match "(not (not p))" result "p";
    and_true: match "(and p true)" result "p";
    and_false: match "(and p false)" result "false";
    or_true: match "(or p true)" result "true";
    or_false: match "(or p false)" result "p";
    eq_same: match "(= t t)" result "true";
    eq_true: match "(= p true)" result "p";
    eq_false: match "(= p false)" result "(not p)";
    ite_true: match "(ite true t e)" result "t";
    ite_false: match "(ite false t e)" result "e";
    ite_same: match "(ite p t t)" result "t";
};
