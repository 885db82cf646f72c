//! Comparisons and equality. The normal form knows strict comparisons only, with a constant on
//! the right, at the narrowest width; so a comparison and its opposite are complements.

use crate::{Rule, rules};

pub(super) const RULES: &[Rule] = rules! {
    ule_as_ult: match "(bvule x y)" result "(not (bvult y x))";
    sle_as_slt: match "(bvsle x y)" result "(not (bvslt y x))";

    ult_same: match "(bvult x x)" result "false";
    ult_zero: match "(bvult x 0:x)" result "false";
    ult_urem: match "(bvult (bvurem x y) y)" result "(not (= y 0:y))";
    ult_one: match "(bvult x 1:x)" result "(= x 0:x)";
    ult_ones: match "(bvult x -1:x)" result "(not (= x -1:x))";
    ult_from_ones: match "(bvult -1:x x)" result "false";
    ult_const_left: match "(bvult C x)" result "(not (bvult x (bvadd C 1:C)))"
        when "(not (= C -1:C))";
    slt_same: match "(bvslt x x)" result "false";
    slt_min: match "(bvslt x min:x)" result "false";
    slt_max: match "(bvslt x max:x)" result "(not (= x max:x))";
    slt_above_min: match "(bvslt x C)" result "(= x min:x)" when "(= C (bvadd min:C 1:C))";
    slt_from_max: match "(bvslt max:x x)" result "false";
    slt_const_left: match "(bvslt C x)" result "(not (bvslt x (bvadd C 1:C)))"
        when "(not (= C max:C))";
    ult_not_not: match "(bvult (bvnot x) (bvnot y))" result "(bvult y x)";
    slt_not_not: match "(bvslt (bvnot x) (bvnot y))" result "(bvslt y x)";

    ult_zext_zext: match "(bvult (zext n x) (zext n y))" result "(bvult x y)"
        when "(int= (width x) (width y))";
    ult_zext_zext_left: match "(bvult (zext n x) (zext n y))" result "(bvult (zext (width y) x) y)"
        when "(< (width x) (width y))";
    ult_zext_zext_right: match "(bvult (zext n x) (zext n y))" result "(bvult x (zext (width x) y))"
        when "(< (width y) (width x))";
    ult_zext_const: match "(bvult (zext n x) C)" result "(bvult x (extract (- (width x) 1) 0 C))"
        when "(< (width x) n) (= (extract (- n 1) (width x) C) (bv 0 (- n (width x))))";
    ult_zext_const_high: match "(bvult (zext n x) C)" result "true"
        when "(< (width x) n) (not (= (extract (- n 1) (width x) C) (bv 0 (- n (width x)))))";
    slt_zext_zext: match "(bvslt (zext n x) (zext n y))" result "(bvult (zext n x) (zext n y))"
        when "(< (width x) n) (< (width y) n)";
    slt_zext_const: match "(bvslt (zext n x) C)" result "(bvult (zext n x) C)"
        when "(< (width x) n) (bvsle 0:C C)";
    slt_zext_const_negative: match "(bvslt (zext n x) C)" result "false"
        when "(< (width x) n) (bvslt C 0:C)";
    slt_sext_sext: match "(bvslt (sext n x) (sext n y))" result "(bvslt x y)"
        when "(int= (width x) (width y))";
    slt_sext_sext_left: match "(bvslt (sext n x) (sext n y))" result "(bvslt (sext (width y) x) y)"
        when "(< (width x) (width y))";
    slt_sext_sext_right: match "(bvslt (sext n x) (sext n y))" result "(bvslt x (sext (width x) y))"
        when "(< (width y) (width x))";
    slt_sext_const: match "(bvslt (sext n x) C)" result "(bvslt x (extract (- (width x) 1) 0 C))"
        when "(= C (sext n (extract (- (width x) 1) 0 C)))";
    slt_sext_const_high: match "(bvslt (sext n x) C)" result "true"
        when "(not (= C (sext n (extract (- (width x) 1) 0 C)))) (bvsle 0:C C)";
    slt_sext_const_low: match "(bvslt (sext n x) C)" result "false"
        when "(not (= C (sext n (extract (- (width x) 1) 0 C)))) (bvslt C 0:C)";
    ult_sext_sext: match "(bvult (sext n x) (sext n y))" result "(bvult x y)"
        when "(int= (width x) (width y))";
    ult_sext_const: match "(bvult (sext n x) C)" result "(bvult x (extract (- (width x) 1) 0 C))"
        when "(= C (sext n (extract (- (width x) 1) 0 C)))";
    ult_sext_const_between: match "(bvult (sext n x) C)" result "(bvult x min:x)"
        when "(not (= C (sext n (extract (- (width x) 1) 0 C))))";

    eq_add_const: match "(= (bvadd x C) D)" result "(= x (bvsub D C))";
    eq_const_sub: match "(= (bvsub C x) D)" result "(= x (bvsub C D))";
    eq_neg_const: match "(= (bvneg x) C)" result "(= x (bvneg C))";
    eq_bvnot_const: match "(= (bvnot x) C)" result "(= x (bvnot C))";
    eq_xor_const: match "(= (bvxor x C) D)" result "(= x (bvxor C D))";
    eq_add_same: match "(= x (bvadd x y))" result "(= y 0:y)";
    eq_add_add: match "(= (bvadd x y) (bvadd x z))" result "(= y z)";
    eq_add_const_both: match "(= (bvadd x C) (bvadd y D))" result "(= (bvadd x (bvsub C D)) y)";
    eq_sub_same: match "(= x (bvsub x y))" result "(= y 0:y)";
    eq_sub_zero: match "(= (bvsub x y) 0:x)" result "(= x y)";
    eq_xor_same: match "(= x (bvxor x y))" result "(= y 0:y)";
    eq_xor_zero: match "(= (bvxor x y) 0:x)" result "(= x y)";
    eq_mul_odd: match "(= (bvmul x C) (bvmul y C))" result "(= x y)"
        when "(= (extract 0 0 C) (bv 1 1))";
    eq_mul_odd_zero: match "(= (bvmul x C) 0:x)" result "(= x 0:x)"
        when "(= (extract 0 0 C) (bv 1 1))";
    eq_neg_neg: match "(= (bvneg x) (bvneg y))" result "(= x y)";
    eq_bvnot_bvnot: match "(= (bvnot x) (bvnot y))" result "(= x y)";
    eq_bvnot_same: match "(= x (bvnot x))" result "false";
    eq_or_zero: match "(= (bvor x y) 0:x)" result "(and (= x 0:x) (= y 0:y))";
    eq_and_ones: match "(= (bvand x y) -1:x)" result "(and (= x -1:x) (= y -1:y))";
    eq_concat_const: match "(= (concat x y) C)"
        result "(and (= x (extract (- (width C) 1) (width y) C)) (= y (extract (- (width y) 1) 0 C)))";
    eq_concat_concat: match "(= (concat x y) (concat u v))" result "(and (= x u) (= y v))"
        when "(int= (width y) (width v))";
    eq_zext_zext: match "(= (zext n x) (zext n y))" result "(= x y)"
        when "(int= (width x) (width y))";
    eq_zext_zext_wider: match "(= (zext n x) (zext n y))" result "(= (zext (width y) x) y)"
        when "(< (width x) (width y))";
    eq_zext_const: match "(= (zext n x) C)" result "(= x (extract (- (width x) 1) 0 C))"
        when "(= C (zext n (extract (- (width x) 1) 0 C)))";
    eq_zext_const_high: match "(= (zext n x) C)" result "false"
        when "(not (= C (zext n (extract (- (width x) 1) 0 C))))";
    eq_sext_sext: match "(= (sext n x) (sext n y))" result "(= x y)"
        when "(int= (width x) (width y))";
    eq_sext_sext_wider: match "(= (sext n x) (sext n y))" result "(= (sext (width y) x) y)"
        when "(< (width x) (width y))";
    eq_sext_const: match "(= (sext n x) C)" result "(= x (extract (- (width x) 1) 0 C))"
        when "(= C (sext n (extract (- (width x) 1) 0 C)))";
    eq_sext_const_far: match "(= (sext n x) C)" result "false"
        when "(not (= C (sext n (extract (- (width x) 1) 0 C))))";

    and_eq_eq: match "(and (= x C) (= x D))" result "false" when "(not (= C D))";
    and_eq_ne: match "(and (= x C) (not (= x D)))" result "(= x C)" when "(not (= C D))";
    and_eq_ult: match "(and (= x C) (bvult x D))" result "(= x C)" when "(bvult C D)";
    and_eq_ult_false: match "(and (= x C) (bvult x D))" result "false" when "(bvule D C)";
    and_eq_not_ult: match "(and (= x C) (not (bvult x D)))" result "(= x C)" when "(bvule D C)";
    and_eq_not_ult_false: match "(and (= x C) (not (bvult x D)))" result "false"
        when "(bvult C D)";
    and_ne_ult: match "(and (not (= x C)) (bvult x D))" result "(bvult x D)" when "(bvule D C)";
    and_ne_ult_last: match "(and (not (= x C)) (bvult x D))" result "(bvult x C)"
        when "(= D (bvadd C 1:C)) (bvult C D)";
    and_ult_ult: match "(and (bvult x C) (bvult x D))" result "(bvult x C)" when "(bvule C D)";
    and_ult_not_ult: match "(and (bvult x C) (not (bvult x D)))" result "false"
        when "(bvule C D)";
    and_ult_not_ult_one: match "(and (bvult x C) (not (bvult x D)))" result "(= x D)"
        when "(= C (bvadd D 1:D)) (bvult D C)";
    and_not_ult_not_ult: match "(and (not (bvult x C)) (not (bvult x D)))"
        result "(not (bvult x D))" when "(bvule C D)";
    and_not_ult_ne: match "(and (not (bvult x C)) (not (= x C)))"
        result "(not (bvult x (bvadd C 1:C)))" when "(not (= C -1:C))";
    and_eq_slt: match "(and (= x C) (bvslt x D))" result "(= x C)" when "(bvslt C D)";
    and_eq_slt_false: match "(and (= x C) (bvslt x D))" result "false" when "(bvsle D C)";
    and_eq_not_slt: match "(and (= x C) (not (bvslt x D)))" result "(= x C)" when "(bvsle D C)";
    and_eq_not_slt_false: match "(and (= x C) (not (bvslt x D)))" result "false"
        when "(bvslt C D)";
    and_ne_slt: match "(and (not (= x C)) (bvslt x D))" result "(bvslt x D)" when "(bvsle D C)";
    and_ne_slt_last: match "(and (not (= x C)) (bvslt x D))" result "(bvslt x C)"
        when "(= D (bvadd C 1:C)) (bvslt C D)";
    and_slt_slt: match "(and (bvslt x C) (bvslt x D))" result "(bvslt x C)" when "(bvsle C D)";
    and_slt_not_slt: match "(and (bvslt x C) (not (bvslt x D)))" result "false"
        when "(bvsle C D)";
    and_slt_not_slt_one: match "(and (bvslt x C) (not (bvslt x D)))" result "(= x D)"
        when "(= C (bvadd D 1:D)) (bvslt D C)";
    and_not_slt_not_slt: match "(and (not (bvslt x C)) (not (bvslt x D)))"
        result "(not (bvslt x D))" when "(bvsle C D)";
    and_not_slt_ne: match "(and (not (bvslt x C)) (not (= x C)))"
        result "(not (bvslt x (bvadd C 1:C)))" when "(not (= C max:C))";
    and_not_slt_zero_slt: match "(and (not (bvslt x 0:x)) (bvslt x C))" result "(bvult x C)"
        when "(bvsle 0:C C)";
    or_slt_zero_not_slt: match "(or (bvslt x 0:x) (not (bvslt x C)))" result "(not (bvult x C))"
        when "(bvsle 0:C C)";
    or_eq_ult: match "(or (= x C) (bvult x C))" result "(bvult x (bvadd C 1:C))"
        when "(not (= C -1:C))";
    or_eq_slt: match "(or (= x C) (bvslt x C))" result "(bvslt x (bvadd C 1:C))"
        when "(not (= C max:C))";
    or_eq_ne: match "(or (= x C) (not (= x D)))" result "(not (= x D))" when "(not (= C D))";
    or_ult_ult: match "(or (bvult x C) (bvult x D))" result "(bvult x D)" when "(bvule C D)";
    or_slt_slt: match "(or (bvslt x C) (bvslt x D))" result "(bvslt x D)" when "(bvsle C D)";
    or_ult_not_ult: match "(or (bvult x C) (not (bvult x D)))" result "true" when "(bvule D C)";
    or_slt_not_slt: match "(or (bvslt x C) (not (bvslt x D)))" result "true" when "(bvsle D C)";
    or_eq_ult_inside: match "(or (= x C) (bvult x D))" result "(bvult x D)" when "(bvult C D)";
    or_eq_slt_inside: match "(or (= x C) (bvslt x D))" result "(bvslt x D)" when "(bvslt C D)";
    or_ne_ult: match "(or (not (= x C)) (bvult x D))" result "true" when "(bvult C D)";
    or_ne_slt: match "(or (not (= x C)) (bvslt x D))" result "true" when "(bvslt C D)";
};
