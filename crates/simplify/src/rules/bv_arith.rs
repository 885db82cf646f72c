//! Arithmetic. The normal form of a sum has its constant outermost; a difference from a constant
//! is a sum; a product by a constant stays a product, so that strides stay visible.

use crate::{Rule, rules};

pub(super) const RULES: &[Rule] = rules! {
    add_zero: match "(bvadd x 0:x)" result "x";
    add_add_const: match "(bvadd (bvadd x C) D)" result "(bvadd x (bvadd C D))";
    add_const_sub: match "(bvadd (bvsub C x) D)" result "(bvsub (bvadd C D) x)";
    add_neg_same: match "(bvadd x (bvneg x))" result "0:x";
    add_not_same: match "(bvadd x (bvnot x))" result "-1:x";
    add_neg: match "(bvadd x (bvneg y))" result "(bvsub x y)";
    add_same: match "(bvadd x x)" result "(bvmul x (bvadd 1:x 1:x))";
    add_mul_same: match "(bvadd x (bvmul x C))" result "(bvmul x (bvadd C 1:x))";
    add_mul_mul: match "(bvadd (bvmul x C) (bvmul x D))" result "(bvmul x (bvadd C D))";
    add_sub_same: match "(bvadd y (bvsub x y))" result "x";
    add_const_out: match "(bvadd (bvadd x C) y)" result "(bvadd (bvadd x y) C)";

    sub_same: match "(bvsub x x)" result "0:x";
    sub_const: match "(bvsub x C)" result "(bvadd x (bvneg C))";
    sub_from_zero: match "(bvsub 0:x x)" result "(bvneg x)";
    sub_neg: match "(bvsub x (bvneg y))" result "(bvadd x y)";
    sub_const_add: match "(bvsub C (bvadd x D))" result "(bvsub (bvsub C D) x)";
    sub_const_sub: match "(bvsub C (bvsub D x))" result "(bvadd x (bvsub C D))";
    sub_add_same: match "(bvsub (bvadd x y) x)" result "y";
    sub_same_add: match "(bvsub x (bvadd x y))" result "(bvneg y)";
    sub_add_add: match "(bvsub (bvadd x y) (bvadd x z))" result "(bvsub y z)";
    sub_sub_same: match "(bvsub (bvsub x y) x)" result "(bvneg y)";
    sub_same_sub: match "(bvsub x (bvsub x y))" result "y";
    sub_mul_same: match "(bvsub (bvmul x C) x)" result "(bvmul x (bvsub C 1:x))";
    sub_same_mul: match "(bvsub x (bvmul x C))" result "(bvmul x (bvsub 1:x C))";
    sub_mul_mul: match "(bvsub (bvmul x C) (bvmul x D))" result "(bvmul x (bvsub C D))";
    sub_add_const_left: match "(bvsub (bvadd x C) y)" result "(bvadd (bvsub x y) C)";
    sub_add_const_right: match "(bvsub x (bvadd y C))" result "(bvadd (bvsub x y) (bvneg C))";

    neg_neg: match "(bvneg (bvneg x))" result "x";
    neg_sub: match "(bvneg (bvsub x y))" result "(bvsub y x)";
    neg_add_const: match "(bvneg (bvadd x C))" result "(bvsub (bvneg C) x)";
    neg_mul_const: match "(bvneg (bvmul x C))" result "(bvmul x (bvneg C))";
    neg_not: match "(bvneg (bvnot x))" result "(bvadd x 1:x)";

    mul_zero: match "(bvmul x 0:x)" result "0:x";
    mul_one: match "(bvmul x 1:x)" result "x";
    mul_minus_one: match "(bvmul x -1:x)" result "(bvneg x)";
    mul_mul_const: match "(bvmul (bvmul x C) D)" result "(bvmul x (bvmul C D))";
    mul_add_const: match "(bvmul (bvadd x C) D)" result "(bvadd (bvmul x D) (bvmul C D))";
    mul_sub_const: match "(bvmul (bvsub C x) D)" result "(bvsub (bvmul C D) (bvmul x D))";
    mul_neg_const: match "(bvmul (bvneg x) C)" result "(bvmul x (bvneg C))";
    mul_neg_neg: match "(bvmul (bvneg x) (bvneg y))" result "(bvmul x y)";
    mul_shl_const: match "(bvmul (bvshl x C) D)" result "(bvmul x (bvshl D C))";
    mul_const_out: match "(bvmul (bvmul x C) y)" result "(bvmul (bvmul x y) C)";

    udiv_zero: match "(bvudiv x 0:x)" result "-1:x";
    udiv_power_of_two: match "(bvudiv x (pow2 k (width x)))" result "(bvlshr x (bv k (width x)))";
    udiv_udiv: match "(bvudiv (bvudiv x C) D)" result "(bvudiv x (bvmul C D))"
        when "(not (= C 0:C)) (not (= D 0:D)) (not (bvumulo C D))";
    urem_zero: match "(bvurem x 0:x)" result "x";
    urem_one: match "(bvurem x 1:x)" result "0:x";
    urem_same: match "(bvurem x x)" result "0:x";
    urem_power_of_two: match "(bvurem x (pow2 k (width x)))" result "(bvand x (lowmask k (width x)))";
    urem_urem: match "(bvurem (bvurem x y) y)" result "(bvurem x y)";
    sdiv_zero: match "(bvsdiv x 0:x)" result "(ite (bvslt x 0:x) 1:x -1:x)";
    sdiv_minus_one: match "(bvsdiv x -1:x)" result "(bvneg x)";
    sdiv_one: match "(bvsdiv x 1:x)" result "x";
    srem_zero: match "(bvsrem x 0:x)" result "x";
    srem_one: match "(bvsrem x 1:x)" result "0:x";
    srem_minus_one: match "(bvsrem x -1:x)" result "0:x";
    srem_same: match "(bvsrem x x)" result "0:x";
    srem_srem: match "(bvsrem (bvsrem x y) y)" result "(bvsrem x y)";
};
