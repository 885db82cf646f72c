//! Boolean connectives.
//!
//! Conjunctions stay conjunctions, since guards are conjunctions of literals whose common parts
//! must be found again when paths merge; only disjunctions of two negations are rewritten.

use crate::{Rule, rules};

pub(super) const RULES: &[Rule] = rules! {
    and_same: match "(and p p)" result "p";
    and_complement: match "(and p (not p))" result "false";
    and_and_same: match "(and p (and p q))" result "(and p q)";
    and_or_same: match "(and p (or p q))" result "p";
    and_and_complement: match "(and (not p) (and p q))" result "false";
    and_and_complement_inner: match "(and p (and (not p) q))" result "false";
    and_or_complement: match "(and (not p) (or p q))" result "(and (not p) q)";
    and_or_complement_inner: match "(and p (or (not p) q))" result "(and p q)";
    and_not_and: match "(and p (not (and p q)))" result "(and p (not q))";
    and_not_and_complement: match "(and (not p) (not (and p q)))" result "(not p)";
    and_not_or: match "(and p (not (or p q)))" result "false";
    and_not_or_complement: match "(and (not p) (not (or p q)))" result "(not (or p q))";

    or_same: match "(or p p)" result "p";
    or_complement: match "(or p (not p))" result "true";
    or_or_same: match "(or p (or p q))" result "(or p q)";
    or_and_same: match "(or p (and p q))" result "p";
    or_or_complement: match "(or (not p) (or p q))" result "true";
    or_or_complement_inner: match "(or p (or (not p) q))" result "true";
    or_and_complement: match "(or (not p) (and p q))" result "(or (not p) q)";
    or_and_complement_inner: match "(or p (and (not p) q))" result "(or p q)";
    or_not_and: match "(or p (not (and p q)))" result "true";
    or_not_or: match "(or p (not (or p q)))" result "(or p (not q))";
    or_not_not: match "(or (not p) (not q))" result "(not (and p q))";

    or_split: match "(or (and p q) (and p (not q)))" result "p";
    or_factor: match "(or (and p q) (and p r))" result "(and p (or q r))";
    or_split_longer: match "(or (and (and p q) r) (and p (not q)))" result "(and p (or (not q) r))";
    or_split_longer_not: match "(or (and (and p (not q)) r) (and p q))" result "(and p (or q r))";
    or_split_both: match "(or (and (and p q) r) (and (and p (not q)) s))" result "(and p (ite q r s))";
    and_factor: match "(and (or p q) (or p r))" result "(or p (and q r))";

    xor_as_eq: match "(xor p q)" result "(not (= p q))";
    eq_complement: match "(= p (not p))" result "false";
    eq_not_not: match "(= (not p) (not q))" result "(= p q)";
    eq_not: match "(= (not p) q)" result "(not (= p q))";
};
