//! The pool, the evaluator, the printer and the traversals.

use std::collections::BTreeMap;

use cassay_bv::Bv;
use cassay_term::{
    Evaluator, Model, Op, OpClass, Pool, Sort, TermId, Value, post_order, script, substitute,
    symbols_of, term_to_string,
};

fn bits(pool: &mut Pool, name: &str, width: u32) -> TermId {
    pool.symbol(name, Sort::Bv(width))
}

#[test]
fn equal_terms_are_one_term() {
    let mut p = Pool::new();
    let (x, y) = (bits(&mut p, "x", 8), bits(&mut p, "y", 8));
    assert_eq!(p.bv_add(x, y), p.bv_add(y, x));
    assert_ne!(p.bv_sub(x, y), p.bv_sub(y, x));
    assert_eq!(bits(&mut p, "x", 8), x);
    let before = p.len();
    p.bv_add(x, y);
    assert_eq!(p.len(), before);
    let (five, sum) = (p.bv_u64(8, 5), p.bv_u64(8, 250));
    let folded = p.bv_add(five, sum);
    assert_eq!(p.as_bv(folded), Some(&Bv::from_u64(8, 255)));
    assert_eq!(x.to_string(), "t2");
}

#[test]
fn fresh_symbols_never_meet_old_ones() {
    let mut p = Pool::new();
    let taken = bits(&mut p, "v!0", 8);
    let first = p.fresh("v", Sort::Bv(8));
    let second = p.fresh("v", Sort::Bv(8));
    assert!(taken != first && first != second);
    assert_eq!(p.symbol_name(first), Some("v!1"));
}

#[test]
#[should_panic(expected = "ill-sorted term: BvAdd")]
fn a_sort_error_is_a_bug() {
    let mut p = Pool::new();
    let (x, y) = (bits(&mut p, "x", 8), bits(&mut p, "y", 9));
    p.bv_add(x, y);
}

#[test]
#[should_panic(expected = "symbol x of sort (_ BitVec 8) used with sort Bool")]
fn a_symbol_has_one_sort() {
    let mut p = Pool::new();
    bits(&mut p, "x", 8);
    p.symbol("x", Sort::Bool);
}

#[test]
fn a_pool_can_move_to_another_thread() {
    let mut p = Pool::new();
    let x = bits(&mut p, "x", 8);
    let sort = std::thread::spawn(move || p.sort(x)).join().unwrap();
    assert_eq!(sort, Sort::Bv(8));
}

#[test]
fn a_million_levels_need_no_stack() {
    let mut p = Pool::new();
    let x = bits(&mut p, "x", 32);
    let y = bits(&mut p, "y", 32);
    let mut t = x;
    for _ in 0..500_000 {
        let sum = p.bv_add(t, y);
        t = p.bv_xor(sum, x);
    }
    let mut model = Model::new();
    model.set(x, Value::Bv(Bv::from_u64(32, 3)));
    model.set(y, Value::Bv(Bv::from_u64(32, 9)));
    let mut expected = 3u32;
    for _ in 0..500_000 {
        expected = expected.wrapping_add(9) ^ 3;
    }
    let value = Evaluator::new(&p, &model).bv_value(t);
    assert_eq!(value.to_u64(), Some(u64::from(expected)));
    assert_eq!(post_order(&p, &[t]).len(), 1_000_002);
    let zero = p.bv_u64(32, 0);
    let equation = p.eq(t, zero);
    let lines = script(&p, &[equation]).lines().count();
    assert_eq!(
        lines,
        1 + 2 + 1_000_001 + 2,
        "linear in the number of terms"
    );
    let swapped = substitute(&mut p, t, [(x, y), (y, x)]);
    let mut swapped_model = Model::new();
    swapped_model.set(y, Value::Bv(Bv::from_u64(32, 3)));
    swapped_model.set(x, Value::Bv(Bv::from_u64(32, 9)));
    assert_eq!(Evaluator::new(&p, &swapped_model).bv_value(swapped), value);
}

#[test]
fn absent_symbols_have_defaults() {
    let mut p = Pool::new();
    let x = bits(&mut p, "x", 70);
    let b = p.symbol("b", Sort::Bool);
    let m = p.symbol(
        "m",
        Sort::Array {
            index: 8,
            element: 16,
        },
    );
    let model = Model::new();
    let mut evaluator = Evaluator::new(&p, &model);
    assert_eq!(evaluator.value(x), Value::Bv(Bv::zero(70)));
    assert_eq!(evaluator.value(b), Value::Bool(false));
    let nothing = Value::Array {
        default: Bv::zero(16),
        entries: BTreeMap::new(),
    };
    assert_eq!(evaluator.value(m), nothing);
}

#[test]
fn arrays_are_equal_when_every_element_is() {
    let mut p = Pool::raw();
    let (a, b) = (bits(&mut p, "a", 1), bits(&mut p, "b", 1));
    let (zeros, ones) = (p.bv_u64(4, 0), p.bv_u64(4, 15));
    let (low, high) = (p.const_array(1, zeros), p.const_array(1, ones));
    let half = p.store(low, a, ones);
    let full = p.store(half, b, ones);
    let same = p.eq(full, high);
    let mut model = Model::new();
    model.set(b, Value::Bv(Bv::one(1)));
    assert!(
        Evaluator::new(&p, &model).bool_value(same),
        "both elements were written"
    );
    model.set(b, Value::Bv(Bv::zero(1)));
    assert!(
        !Evaluator::new(&p, &model).bool_value(same),
        "one element was written twice"
    );
}

#[test]
fn arrays_with_wide_indices_hold_their_elements() {
    let mut p = Pool::raw();
    let (i, j) = (bits(&mut p, "i", 100), bits(&mut p, "j", 100));
    let v = bits(&mut p, "v", 8);
    let m = p.symbol(
        "m",
        Sort::Array {
            index: 100,
            element: 8,
        },
    );
    let written = p.store(m, i, v);
    let read = p.select(written, j);
    let mut model = Model::new();
    let far = Bv::power_of_two(100, 99);
    model.set(i, Value::Bv(far.clone()));
    model.set(v, Value::Bv(Bv::from_u64(8, 7)));
    model.set(j, Value::Bv(far));
    assert_eq!(Evaluator::new(&p, &model).bv_value(read).to_u64(), Some(7));
    model.set(j, Value::Bv(Bv::zero(100)));
    assert_eq!(Evaluator::new(&p, &model).bv_value(read).to_u64(), Some(0));
}

#[test]
fn symbols_and_order_follow_the_dag() {
    let mut p = Pool::new();
    let (x, y) = (bits(&mut p, "x", 8), bits(&mut p, "y", 8));
    let sum = p.bv_add(x, y);
    let less = p.ult(sum, x);
    assert_eq!(symbols_of(&p, &[less]), vec![x, y]);
    assert_eq!(post_order(&p, &[less]), vec![x, y, sum, less]);
    let five = p.bv_u64(8, 5);
    let replaced = substitute(&mut p, less, [(sum, five)]);
    assert_eq!(replaced, p.ult(five, x));
}

#[test]
fn scripts_declare_define_and_assert() {
    let mut p = Pool::raw();
    let x = bits(&mut p, "main::x", 8);
    let odd = bits(&mut p, "a|b", 8);
    let m = p.symbol(
        "m",
        Sort::Array {
            index: 8,
            element: 8,
        },
    );
    let overflow = p.saddo(x, odd);
    let byte = p.select(m, x);
    let wide = p.zext(byte, 16);
    let zero = p.bv_u64(16, 0);
    let nonzero = p.distinct(wide, zero);
    let text = script(&p, &[overflow, nonzero]);
    let expected = "\
(set-logic QF_ABV)
(declare-const |main::x| (_ BitVec 8))
(declare-const $s3 (_ BitVec 8))
(declare-const |m| (Array (_ BitVec 8) (_ BitVec 8)))
(define-fun $d5 () Bool (distinct (bvadd ((_ sign_extend 1) |main::x|) ((_ sign_extend 1) $s3)) ((_ sign_extend 1) (bvadd |main::x| $s3))))
(define-fun $d6 () (_ BitVec 8) (select |m| |main::x|))
(define-fun $d7 () (_ BitVec 16) ((_ zero_extend 8) $d6))
(define-fun $d9 () Bool (= $d7 #x0000))
(define-fun $d10 () Bool (not $d9))
(assert $d5)
(assert $d10)
(check-sat)
";
    assert_eq!(text, expected);
    assert_eq!(
        term_to_string(&p, nonzero),
        "(not (= ((_ zero_extend 8) (select |m| |main::x|)) #x0000))"
    );
}

#[test]
fn every_operator_reports_its_arity_and_a_dense_head() {
    for op in Op::all().filter(|op| op.class() != OpClass::Leaf) {
        assert!(op.head() < Op::HEADS);
        assert!((1..=3).contains(&op.arity()));
    }
}
