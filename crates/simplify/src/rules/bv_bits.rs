//! Bits: masks, shifts, and changes of width. Shifts right by a constant and masks of one run
//! become extracts, so that the bytes of a value, taken apart and put together again, are the
//! value.

use crate::{Rule, rules};

pub(super) const RULES: &[Rule] = rules! {
    bvnot_not: match "(bvnot (bvnot x))" result "x";
    bvnot_neg: match "(bvnot (bvneg x))" result "(bvadd x -1:x)";
    bvnot_add_const: match "(bvnot (bvadd x C))" result "(bvsub (bvnot C) x)";
    bvnot_const_sub: match "(bvnot (bvsub C x))" result "(bvadd x (bvnot C))";

    bvand_zero: match "(bvand x 0:x)" result "0:x";
    bvand_ones: match "(bvand x -1:x)" result "x";
    bvand_same: match "(bvand x x)" result "x";
    bvand_complement: match "(bvand x (bvnot x))" result "0:x";
    bvand_and_const: match "(bvand (bvand x C) D)" result "(bvand x (bvand C D))";
    bvand_and_same: match "(bvand x (bvand x y))" result "(bvand x y)";
    bvand_or_same: match "(bvand x (bvor x y))" result "x";
    bvand_and_complement: match "(bvand (bvnot x) (bvand x y))" result "0:x";
    bvand_low_mask: match "(bvand x (lowmask k (width x)))" result "(zext (width x) (extract (- k 1) 0 x))"
        when "(< 0 k)";
    bvand_high_mask: match "(bvand x (highmask k (width x)))"
        result "(concat (extract (- (width x) 1) k x) (bv 0 k))" when "(< 0 k) (< k (width x))";
    bvand_const_out: match "(bvand (bvand x C) y)" result "(bvand (bvand x y) C)";

    bvor_zero: match "(bvor x 0:x)" result "x";
    bvor_ones: match "(bvor x -1:x)" result "-1:x";
    bvor_same: match "(bvor x x)" result "x";
    bvor_complement: match "(bvor x (bvnot x))" result "-1:x";
    bvor_or_const: match "(bvor (bvor x C) D)" result "(bvor x (bvor C D))";
    bvor_or_same: match "(bvor x (bvor x y))" result "(bvor x y)";
    bvor_and_same: match "(bvor x (bvand x y))" result "x";
    bvor_or_complement: match "(bvor (bvnot x) (bvor x y))" result "-1:x";
    bvor_shifted_parts: match "(bvor (zext n x) (bvshl (zext n y) (bv k n)))"
        result "(zext n (concat y (zext k x)))" when "(<= (width x) k) (<= (+ k (width y)) n)";
    bvor_high_part: match "(bvor (zext n x) (bvshl y (bv k n)))"
        result "(concat (extract (- (- n k) 1) 0 y) (zext k x))" when "(<= (width x) k) (< k n)";
    bvor_shifted_both: match "(bvor (bvshl (zext n x) (bv k n)) (bvshl (zext n y) (bv j n)))"
        result "(bvshl (zext n (concat y (zext (- j k) x))) (bv k n))"
        when "(<= (+ k (width x)) j) (<= (+ j (width y)) n)";
    bvor_concat_zext: match "(bvor (concat y z) (zext n x))"
        result "(concat y (bvor z (zext (width z) x)))" when "(<= (width x) (width z))";
    bvor_concat_shifted: match "(bvor (concat y z) (bvshl (zext n x) (bv j n)))"
        result "(concat y (bvor z (bvshl (zext (width z) x) (bv j (width z)))))"
        when "(<= (+ j (width x)) (width z))";

    bvxor_zero: match "(bvxor x 0:x)" result "x";
    bvxor_ones: match "(bvxor x -1:x)" result "(bvnot x)";
    bvxor_same: match "(bvxor x x)" result "0:x";
    bvxor_complement: match "(bvxor x (bvnot x))" result "-1:x";
    bvxor_xor_const: match "(bvxor (bvxor x C) D)" result "(bvxor x (bvxor C D))";
    bvxor_xor_same: match "(bvxor x (bvxor x y))" result "y";
    bvxor_not: match "(bvxor (bvnot x) y)" result "(bvnot (bvxor x y))";

    shl_of_zero: match "(bvshl 0:x x)" result "0:x";
    shl_by_zero: match "(bvshl x 0:x)" result "x";
    shl_out: match "(bvshl x C)" result "0:x" when "(bvule (bv (width x) (width x)) C)";
    shl_shl: match "(bvshl (bvshl x C) D)" result "(bvshl x (bvadd C D))"
        when "(not (bvuaddo C D))";
    shl_lshr: match "(bvshl (zext n (extract h l x)) (bv l n))" result "(bvand x (highmask l n))"
        when "(int= (width x) n) (int= h (- n 1))";
    lshr_of_zero: match "(bvlshr 0:x x)" result "0:x";
    lshr_by_zero: match "(bvlshr x 0:x)" result "x";
    lshr_out: match "(bvlshr x C)" result "0:x" when "(bvule (bv (width x) (width x)) C)";
    lshr_extract: match "(bvlshr x (bv k (width x)))"
        result "(zext (width x) (extract (- (width x) 1) k x))" when "(< 0 k) (< k (width x))";
    ashr_of_zero: match "(bvashr 0:x x)" result "0:x";
    ashr_of_ones: match "(bvashr -1:x x)" result "-1:x";
    ashr_by_zero: match "(bvashr x 0:x)" result "x";
    ashr_out: match "(bvashr x C)" result "(bvashr x (bv (- (width x) 1) (width x)))"
        when "(bvule (bv (width x) (width x)) C)";
    ashr_extract: match "(bvashr x (bv k (width x)))"
        result "(sext (width x) (extract (- (width x) 1) k x))" when "(< 0 k) (< k (width x))";

    extract_all: match "(extract h 0 x)" result "x" when "(int= (+ h 1) (width x))";
    extract_extract: match "(extract h l (extract i j x))" result "(extract (+ h j) (+ l j) x)";
    extract_concat_low: match "(extract h l (concat x y))" result "(extract h l y)"
        when "(< h (width y))";
    extract_concat_high: match "(extract h l (concat x y))"
        result "(extract (- h (width y)) (- l (width y)) x)" when "(<= (width y) l)";
    extract_concat_both: match "(extract h l (concat x y))"
        result "(concat (extract (- h (width y)) 0 x) (extract (- (width y) 1) l y))"
        when "(< l (width y)) (<= (width y) h)";
    extract_zext_low: match "(extract h l (zext n x))" result "(extract h l x)"
        when "(< h (width x))";
    extract_zext_high: match "(extract h l (zext n x))" result "(bv 0 (+ (- h l) 1))"
        when "(<= (width x) l)";
    extract_zext_both: match "(extract h l (zext n x))"
        result "(zext (+ (- h l) 1) (extract (- (width x) 1) l x))"
        when "(< l (width x)) (<= (width x) h)";
    extract_sext_low: match "(extract h l (sext n x))" result "(extract h l x)"
        when "(< h (width x))";
    extract_sext_high: match "(extract h l (sext n x))"
        result "(sext (+ (- h l) 1) (extract (- (width x) 1) (- (width x) 1) x))"
        when "(<= (width x) l)";
    extract_sext_both: match "(extract h l (sext n x))"
        result "(sext (+ (- h l) 1) (extract (- (width x) 1) l x))"
        when "(< l (width x)) (<= (width x) h)";
    extract_ite_then: match "(extract h l (ite p C x))"
        result "(ite p (extract h l C) (extract h l x))";
    extract_ite_else: match "(extract h l (ite p x C))"
        result "(ite p (extract h l x) (extract h l C))";
    extract_not: match "(extract h l (bvnot x))" result "(bvnot (extract h l x))";
    extract_and_const: match "(extract h l (bvand x C))"
        result "(bvand (extract h l x) (extract h l C))";
    extract_or_const: match "(extract h l (bvor x C))"
        result "(bvor (extract h l x) (extract h l C))";
    extract_xor_const: match "(extract h l (bvxor x C))"
        result "(bvxor (extract h l x) (extract h l C))";
    extract_shl_high: match "(extract h l (bvshl x (bv k n)))" result "(extract (- h k) (- l k) x)"
        when "(<= k l)";
    extract_shl_low: match "(extract h l (bvshl x (bv k n)))" result "(bv 0 (+ (- h l) 1))"
        when "(< h k)";
    extract_shl_both: match "(extract h l (bvshl x (bv k n)))"
        result "(concat (extract (- h k) 0 x) (bv 0 (- k l)))" when "(< l k) (<= k h)";
    extract_add_const: match "(extract h 0 (bvadd x C))"
        result "(bvadd (extract h 0 x) (extract h 0 C))";
    extract_const_sub: match "(extract h 0 (bvsub C x))"
        result "(bvsub (extract h 0 C) (extract h 0 x))";
    extract_mul_const: match "(extract h 0 (bvmul x C))"
        result "(bvmul (extract h 0 x) (extract h 0 C))";
    extract_neg: match "(extract h 0 (bvneg x))" result "(bvneg (extract h 0 x))";
    extract_add_zext: match "(extract h 0 (bvadd (zext n x) (zext n y)))"
        result "(bvadd (extract h 0 (zext n x)) (extract h 0 (zext n y)))";
    extract_add_sext: match "(extract h 0 (bvadd (sext n x) (sext n y)))"
        result "(bvadd (extract h 0 (sext n x)) (extract h 0 (sext n y)))";
    extract_sub_zext: match "(extract h 0 (bvsub (zext n x) (zext n y)))"
        result "(bvsub (extract h 0 (zext n x)) (extract h 0 (zext n y)))";
    extract_sub_sext: match "(extract h 0 (bvsub (sext n x) (sext n y)))"
        result "(bvsub (extract h 0 (sext n x)) (extract h 0 (sext n y)))";
    extract_mul_zext: match "(extract h 0 (bvmul (zext n x) (zext n y)))"
        result "(bvmul (extract h 0 (zext n x)) (extract h 0 (zext n y)))";
    extract_mul_sext: match "(extract h 0 (bvmul (sext n x) (sext n y)))"
        result "(bvmul (extract h 0 (sext n x)) (extract h 0 (sext n y)))";

    concat_to_right: match "(concat (concat x y) z)" result "(concat x (concat y z))";
    concat_zero: match "(concat (bv 0 k) x)" result "(zext (+ k (width x)) x)";
    concat_const_const: match "(concat C (concat D x))" result "(concat (concat C D) x)";
    concat_extracts: match "(concat (extract h i x) (extract j l x))" result "(extract h l x)"
        when "(int= i (+ j 1))";
    concat_extracts_more: match "(concat (extract h i x) (concat (extract j l x) y))"
        result "(concat (extract h l x) y)" when "(int= i (+ j 1))";
    concat_zext: match "(concat (zext n x) y)" result "(zext (+ n (width y)) (concat x y))";

    zext_none: match "(zext n x)" result "x" when "(int= n (width x))";
    zext_zext: match "(zext n (zext k x))" result "(zext n x)";
    sext_none: match "(sext n x)" result "x" when "(int= n (width x))";
    sext_sext: match "(sext n (sext k x))" result "(sext n x)";
    sext_zext: match "(sext n (zext k x))" result "(zext n x)" when "(< (width x) k)";
};
