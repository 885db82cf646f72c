//! What symbolic execution relies on: terms that must come out constant, or identical.

use cassay_bv::Bv;
use cassay_simplify::pool;
use cassay_term::{Op, Pool, Sort, TermId};

fn bits(pool: &mut Pool, name: &str, width: u32) -> TermId {
    pool.symbol(name, Sort::Bv(width))
}

fn truth(pool: &mut Pool, name: &str) -> TermId {
    pool.symbol(name, Sort::Bool)
}

#[test]
fn arithmetic_on_merged_constants_is_pushed_to_the_leaves() {
    let mut p = pool();
    let c = truth(&mut p, "c");
    let (three, four, one) = (p.bv_u64(32, 3), p.bv_u64(32, 4), p.bv_u64(32, 1));
    let choice = p.ite(c, four, three);
    let next = p.bv_add(choice, one);
    let (five, six) = (p.bv_u64(32, 5), p.bv_u64(32, 6));
    assert_eq!(next, p.ite(c, five, four));
    assert_eq!(p.ult(next, six), p.tru());
    assert_eq!(p.eq(next, five), c);
    assert_eq!(p.const_leaves(next, 64).unwrap().len(), 2);
    let wide = p.sext(next, 64);
    let sum = p.bv_add(wide, wide);
    let ten = p.bv_u64(64, 10);
    assert_eq!(p.eq(sum, ten), c);
}

#[test]
fn a_counter_merged_many_times_stays_a_short_choice() {
    let mut p = pool();
    let one = p.bv_u64(32, 1);
    let mut counter = p.bv_u64(32, 0);
    for step in 0..40 {
        let c = truth(&mut p, &format!("c{step}"));
        let next = p.bv_add(counter, one);
        counter = p.ite(c, next, counter);
    }
    assert_eq!(p.const_leaves(counter, 64).unwrap().len(), 41);
    assert_eq!(p.urange(counter), (0, 40));
    let bound = p.bv_u64(32, 41);
    assert_eq!(p.ult(counter, bound), p.tru());
    assert!(p.len() < 6_000, "{} terms", p.len());
}

#[test]
fn bytes_taken_apart_and_joined_are_the_value() {
    let mut p = pool();
    let x = bits(&mut p, "x", 32);
    let bytes: Vec<TermId> = (0..4).map(|i| p.extract(8 * i + 7, 8 * i, x)).collect();
    let left = bytes
        .iter()
        .rev()
        .copied()
        .reduce(|high, low| p.concat(high, low))
        .unwrap();
    assert_eq!(left, x);
    let right = bytes
        .iter()
        .copied()
        .reduce(|low, high| p.concat(high, low))
        .unwrap();
    assert_eq!(right, x);
    let mut joined = p.bv_u64(32, 0);
    for (i, byte) in bytes.iter().enumerate() {
        let wide = p.zext(*byte, 32);
        let amount = p.bv_u64(32, 8 * i as u64);
        let shifted = p.bv_shl(wide, amount);
        joined = p.bv_or(joined, shifted);
    }
    assert_eq!(joined, x);
    let mut reversed = p.bv_u64(32, 0);
    for (i, byte) in bytes.iter().enumerate().rev() {
        let wide = p.zext(*byte, 32);
        let amount = p.bv_u64(32, 8 * i as u64);
        let shifted = p.bv_shl(wide, amount);
        reversed = p.bv_or(reversed, shifted);
    }
    assert_eq!(reversed, x);
}

#[test]
fn masks_and_shifts_are_extracts() {
    let mut p = pool();
    let x = bits(&mut p, "x", 32);
    let low = p.extract(7, 0, x);
    let zext = p.zext(low, 32);
    let mask = p.bv_u64(32, 0xff);
    assert_eq!(p.bv_and(x, mask), zext);
    let (eight, modulus) = (p.bv_u64(32, 8), p.bv_u64(32, 256));
    assert_eq!(p.bv_urem(x, modulus), zext);
    let quotient = p.bv_udiv(x, modulus);
    assert_eq!(p.bv_lshr(x, eight), quotient);
    let (sixteen, up) = (p.bv_u64(32, 16), p.bv_u64(32, 24));
    let shifted = p.bv_shl(x, up);
    let back = p.bv_ashr(shifted, up);
    assert_eq!(back, p.sext(low, 32));
    let once = p.bv_lshr(x, eight);
    let twice = p.bv_lshr(once, eight);
    assert_eq!(twice, p.bv_lshr(x, sixteen));
}

#[test]
fn sums_collect_their_constants_and_cancel() {
    let mut p = pool();
    let (x, y) = (bits(&mut p, "x", 64), bits(&mut p, "y", 64));
    let (four, eight) = (p.bv_u64(64, 4), p.bv_u64(64, 8));
    let a = p.bv_add(x, four);
    let b = p.bv_add(a, four);
    assert_eq!(b, p.bv_add(x, eight));
    assert_eq!(p.bv_sub(b, a), four);
    assert_eq!(p.bv_sub(b, eight), x);
    assert_eq!(p.eq(a, b), p.fls());
    let sum = p.bv_add(x, y);
    assert_eq!(p.bv_sub(sum, y), x);
    let scaled = p.bv_mul(a, four);
    let sixteen = p.bv_u64(64, 16);
    let expected = p.bv_mul(x, four);
    assert_eq!(scaled, p.bv_add(expected, sixteen));
}

#[test]
fn comparisons_and_their_opposites_are_complements() {
    let mut p = pool();
    let x = bits(&mut p, "x", 32);
    let (five, six) = (p.bv_u64(32, 5), p.bv_u64(32, 6));
    let at_most = p.ule(x, five);
    assert_eq!(at_most, p.ult(x, six));
    let above = p.ugt(x, five);
    assert_eq!(p.not(at_most), above);
    assert_eq!(p.and(at_most, above), p.fls());
    let signed = p.sle(x, five);
    let opposite = p.sgt(x, five);
    assert_eq!(p.or(signed, opposite), p.tru());
}

#[test]
fn comparisons_of_extended_values_happen_at_their_width() {
    let mut p = pool();
    let (i, n) = (bits(&mut p, "i", 32), bits(&mut p, "n", 32));
    let (wide_i, wide_n) = (p.sext(i, 64), p.sext(n, 64));
    let narrow = p.slt(i, n);
    assert_eq!(p.slt(wide_i, wide_n), narrow);
    let (ten, ten_wide) = (p.bv_u64(32, 10), p.bv_u64(64, 10));
    let in_bounds = p.ult(i, ten);
    assert_eq!(p.ult(wide_i, ten_wide), in_bounds);
    let four = p.bv_u64(64, 4);
    let byte = bits(&mut p, "b", 8);
    let index = p.zext(byte, 64);
    let offset = p.bv_mul(index, four);
    let size = p.bv_u64(64, 40);
    let ten_byte = p.bv_u64(8, 10);
    let expected = p.ult(byte, ten_byte);
    assert_eq!(p.ult(offset, size), expected);
    let odd = p.bv_u64(64, 41);
    assert_eq!(p.eq(offset, odd), p.fls());
}

#[test]
fn overflow_is_decided_by_ranges_or_becomes_a_comparison() {
    let mut p = pool();
    let (b, d) = (bits(&mut p, "b", 8), bits(&mut p, "d", 8));
    let (wide_b, wide_d) = (p.sext(b, 32), p.zext(d, 32));
    assert_eq!(p.saddo(wide_b, wide_d), p.fls());
    assert_eq!(p.smulo(wide_b, wide_d), p.fls());
    assert_eq!(p.ssubo(wide_b, wide_d), p.fls());
    let x = bits(&mut p, "x", 32);
    let (one, max) = (p.bv_u64(32, 1), p.bv(Bv::signed_max(32)));
    let overflow = p.saddo(x, one);
    assert_eq!(overflow, p.eq(x, max));
    let hundred = p.bv_u64(32, 100);
    let rest = p.bv_urem(x, hundred);
    assert_eq!(p.urange(rest), (0, 99));
    assert_eq!(p.saddo(rest, one), p.fls());
    assert_eq!(p.ult(rest, hundred), p.tru());
}

#[test]
fn guards_of_both_branches_merge_to_the_guard_before() {
    let mut p = pool();
    let (g, c, d) = (truth(&mut p, "g"), truth(&mut p, "c"), truth(&mut p, "d"));
    let (not_c, not_d) = (p.not(c), p.not(d));
    let (then, otherwise) = (p.and(g, c), p.and(g, not_c));
    assert_eq!(p.or(then, otherwise), g);
    let (inner, rest) = (p.and(then, d), p.and(then, not_d));
    let merged = p.or(inner, rest);
    assert_eq!(p.or(merged, otherwise), g);
    let early = p.or(otherwise, inner);
    let all = p.or(early, rest);
    assert_eq!(all, g);
    assert_eq!(p.and(inner, not_c), p.fls());
    assert_eq!(p.and(inner, g), inner);
    assert_eq!(p.implies(inner, c), p.tru());
}

#[test]
fn nested_choices_of_one_condition_collapse() {
    let mut p = pool();
    let c = truth(&mut p, "c");
    let (x, y, z) = (
        bits(&mut p, "x", 8),
        bits(&mut p, "y", 8),
        bits(&mut p, "z", 8),
    );
    let inner = p.ite(c, x, y);
    assert_eq!(p.ite(c, inner, z), p.ite(c, x, z));
    let not_c = p.not(c);
    assert_eq!(p.ite(not_c, x, inner), p.ite(c, x, x));
    assert_eq!(p.ite(not_c, x, y), p.ite(c, y, x));
    let flag = p.bool_to_bv(c, 32);
    assert_eq!(p.bv_to_bool(flag), c);
    let byte = p.extract(7, 0, flag);
    assert_eq!(p.bv_to_bool(byte), c);
}

#[test]
fn reads_resolve_over_long_chains_of_writes() {
    let mut p = pool();
    let zero = p.bv_u64(32, 0);
    let mut array = p.const_array(64, zero);
    for i in 0..2_000u64 {
        let (index, value) = (p.bv_u64(64, i), p.bv_u64(32, 7 * i));
        array = p.store(array, index, value);
    }
    let index = p.bv_u64(64, 3);
    assert_eq!(p.select(array, index), p.bv_u64(32, 21));
    let beyond = p.bv_u64(64, 5_000);
    assert_eq!(p.select(array, beyond), zero);
    let i = bits(&mut p, "i", 64);
    let one = p.bv_u64(64, 1);
    let next = p.bv_add(i, one);
    let v = bits(&mut p, "v", 32);
    let first = p.store(array, i, v);
    let second = p.store(first, next, zero);
    assert_eq!(p.select(second, i), v);
    let read = p.select(second, index);
    assert_eq!(*p.op(read), Op::Select);
}

#[test]
fn repeated_writes_do_not_lengthen_a_chain() {
    let mut p = pool();
    let base = p.symbol(
        "m",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    let mut array = base;
    for round in 0..50u64 {
        for i in 0..4u64 {
            let (index, value) = (p.bv_u64(32, i), p.bv_u64(8, round + i));
            array = p.store(array, index, value);
        }
    }
    let mut length = 0;
    while *p.op(array) == Op::Store {
        array = p.args(array)[0];
        length += 1;
    }
    assert_eq!(length, 4);
    assert_eq!(array, base);
}

#[test]
fn a_conditional_write_is_a_write_of_a_choice() {
    let mut p = pool();
    let c = truth(&mut p, "c");
    let base = p.symbol(
        "m",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    let (two, nine) = (p.bv_u64(32, 2), p.bv_u64(8, 9));
    let written = p.store(base, two, nine);
    let merged = p.ite(c, written, base);
    let old = p.select(base, two);
    assert_eq!(p.select(merged, two), p.ite(c, nine, old));
    let three = p.bv_u64(32, 3);
    assert_eq!(p.select(merged, three), p.select(base, three));
}

#[test]
fn an_older_write_under_the_same_symbolic_index_is_dropped() {
    let mut p = pool();
    let base = p.symbol(
        "m",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    let (i, j) = (bits(&mut p, "i", 32), bits(&mut p, "j", 32));
    let (v, w) = (bits(&mut p, "v", 8), bits(&mut p, "w", 8));
    let first = p.store(base, i, v);
    let second = p.store(first, j, w);
    let third = p.store(second, i, w);
    let without = p.store(base, j, w);
    assert_eq!(third, p.store(without, i, w));
}
