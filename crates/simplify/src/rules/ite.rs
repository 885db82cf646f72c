//! Choices between terms, and equality of choices.

use crate::{Rule, rules};

pub(super) const RULES: &[Rule] = rules! {
    ite_not: match "(ite (not p) t e)" result "(ite p e t)";
    ite_then_again: match "(ite p (ite p t f) e)" result "(ite p t e)";
    ite_else_again: match "(ite p t (ite p f e))" result "(ite p t e)";

    ite_bool_true_else: match "(ite p true q)" result "(or p q)";
    ite_bool_false_else: match "(ite p false q)" result "(and (not p) q)";
    ite_bool_then_true: match "(ite p q true)" result "(or (not p) q)";
    ite_bool_then_false: match "(ite p q false)" result "(and p q)";
    ite_bool_self_then: match "(ite p p q)" result "(or p q)";
    ite_bool_self_else: match "(ite p q p)" result "(and p q)";
    ite_bool_not_self_then: match "(ite p (not p) q)" result "(and (not p) q)";
    ite_bool_not_self_else: match "(ite p q (not p))" result "(or (not p) q)";
    ite_bool_eq: match "(ite p q (not q))" result "(= p q)";
    ite_bool_ne: match "(ite p (not q) q)" result "(not (= p q))";
    ite_bool_nots: match "(ite p (not q) (not r))" result "(not (ite p q r))";
    ite_bool_and_then: match "(ite p (and p q) r)" result "(ite p q r)";
    ite_bool_or_then: match "(ite p (or p q) r)" result "(or p r)";
    ite_bool_and_else: match "(ite p q (and p r))" result "(and p q)";
    ite_bool_or_else: match "(ite p q (or p r))" result "(ite p q r)";

    ite_or: match "(ite p t (ite q t e))" result "(ite (or p q) t e)";
    ite_or_not: match "(ite p t (ite q e t))" result "(ite (and (not p) q) e t)";
    ite_and: match "(ite p (ite q t e) e)" result "(ite (and p q) t e)";
    ite_and_not: match "(ite p (ite q e t) e)" result "(ite (and p (not q)) t e)";

    ite_zext_zext: match "(ite p (zext n x) (zext n y))" result "(zext n (ite p x y))"
        when "(int= (width x) (width y))";
    ite_zext_const: match "(ite p (zext n x) C)"
        result "(zext n (ite p x (extract (- (width x) 1) 0 C)))"
        when "(= C (zext n (extract (- (width x) 1) 0 C)))";
    ite_const_zext: match "(ite p C (zext n x))"
        result "(zext n (ite p (extract (- (width x) 1) 0 C) x))"
        when "(= C (zext n (extract (- (width x) 1) 0 C)))";
    ite_sext_sext: match "(ite p (sext n x) (sext n y))" result "(sext n (ite p x y))"
        when "(int= (width x) (width y))";
    ite_add_add: match "(ite p (bvadd x y) (bvadd x z))" result "(bvadd x (ite p y z))";
    ite_sub_sub_left: match "(ite p (bvsub x y) (bvsub x z))" result "(bvsub x (ite p y z))";
    ite_sub_sub_right: match "(ite p (bvsub x z) (bvsub y z))" result "(bvsub (ite p x y) z)";
    ite_bvand_bvand: match "(ite p (bvand x y) (bvand x z))" result "(bvand x (ite p y z))";
    ite_bvor_bvor: match "(ite p (bvor x y) (bvor x z))" result "(bvor x (ite p y z))";
    ite_bvxor_bvxor: match "(ite p (bvxor x y) (bvxor x z))" result "(bvxor x (ite p y z))";
    ite_neg_neg: match "(ite p (bvneg x) (bvneg y))" result "(bvneg (ite p x y))";
    ite_bvnot_bvnot: match "(ite p (bvnot x) (bvnot y))" result "(bvnot (ite p x y))";
    ite_concat_high: match "(ite p (concat x y) (concat x z))" result "(concat x (ite p y z))";
    ite_concat_low: match "(ite p (concat x z) (concat y z))" result "(concat (ite p x y) z)";

    eq_ite_then: match "(= (ite p x y) x)" result "(or p (= x y))";
    eq_ite_else: match "(= (ite p x y) y)" result "(or (not p) (= x y))";
    eq_ite_not_then: match "(= (ite p C x) D)" result "(and (not p) (= x D))"
        when "(not (= C D))";
    eq_ite_not_else: match "(= (ite p x C) D)" result "(and p (= x D))"
        when "(not (= C D))";
    eq_ite_ite: match "(= (ite p t e) (ite p f g))" result "(ite p (= t f) (= e g))";
};
