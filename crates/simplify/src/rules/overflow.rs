//! Overflow predicates with a constant are comparisons of the other operand.

use crate::{Rule, rules};

pub(super) const RULES: &[Rule] = rules! {
    usubo_as_ult: match "(bvusubo x y)" result "(bvult x y)";
    uaddo_const: match "(bvuaddo x C)" result "(bvult (bvnot C) x)";
    umulo_const: match "(bvumulo x C)" result "(bvult (bvudiv -1:C C) x)";
    saddo_zero: match "(bvsaddo x 0:x)" result "false";
    saddo_positive: match "(bvsaddo x C)" result "(bvslt (bvsub max:C C) x)" when "(bvslt 0:C C)";
    saddo_negative: match "(bvsaddo x C)" result "(bvslt x (bvsub min:C C))" when "(bvslt C 0:C)";
    ssubo_same: match "(bvssubo x x)" result "false";
    ssubo_zero: match "(bvssubo x 0:x)" result "false";
    ssubo_positive: match "(bvssubo x C)" result "(bvslt x (bvadd min:C C))" when "(bvslt 0:C C)";
    ssubo_negative: match "(bvssubo x C)" result "(bvslt (bvadd max:C C) x)" when "(bvslt C 0:C)";
    ssubo_from_positive: match "(bvssubo C x)" result "(bvslt x (bvsub C max:C))"
        when "(bvsle 0:C C)";
    ssubo_from_negative: match "(bvssubo C x)" result "(bvslt (bvsub C min:C) x)"
        when "(bvslt C 0:C)";
    smulo_zero: match "(bvsmulo x 0:x)" result "false";
    smulo_minus_one: match "(bvsmulo x -1:x)" result "(= x min:x)";
    smulo_one: match "(bvsmulo x 1:x)" result "false" when "(< 1 (width x))";
    smulo_positive: match "(bvsmulo x C)"
        result "(or (bvslt (bvsdiv max:C C) x) (bvslt x (bvsdiv min:C C)))"
        when "(< 1 (width x)) (bvslt 1:C C)";
    smulo_negative: match "(bvsmulo x C)"
        result "(or (bvslt (bvsdiv min:C C) x) (bvslt x (bvsdiv max:C C)))" when "(bvslt C -1:C)";
    saddo_sext: match "(bvsaddo (sext n x) (sext n y))" result "false"
        when "(< (width x) n) (< (width y) n)";
    ssubo_sext: match "(bvssubo (sext n x) (sext n y))" result "false"
        when "(< (width x) n) (< (width y) n)";
    smulo_sext: match "(bvsmulo (sext n x) (sext n y))" result "false"
        when "(<= (+ (width x) (width y)) n)";
    uaddo_zext: match "(bvuaddo (zext n x) (zext n y))" result "false"
        when "(< (width x) n) (< (width y) n)";
    umulo_zext: match "(bvumulo (zext n x) (zext n y))" result "false"
        when "(<= (+ (width x) (width y)) n)";
};
