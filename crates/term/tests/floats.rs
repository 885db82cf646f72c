//! Float terms: folding and evaluation agree with `cassay_float`, which is compared with the
//! machine; predicates mean what their names say; scripts say what the terms say.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cmp::Ordering;

use cassay_bv::Bv;
use cassay_float::samples::Samples;
use cassay_term::{
    Evaluator, FloatCompare, FloatKind, FloatOp, Model, Op, Pool, Rounding, Sort, TermId, Value,
    script, term_to_string,
};

/// Drawn applications of each operator, in each format and mode.
const DRAWN: usize = 150;

/// Symbols with these values, and a model that says so.
fn symbols(pool: &mut Pool, values: &[Bv]) -> (Vec<TermId>, Model) {
    let mut model = Model::new();
    let mut all = Vec::new();
    for (position, value) in values.iter().enumerate() {
        let name = format!("x{}.{position}", value.width());
        let symbol = pool.symbol(&name, Sort::Bv(value.width()));
        model.set(symbol, Value::Bv(value.clone()));
        all.push(symbol);
    }
    (all, model)
}

/// The value of an operator on values, evaluated and folded: both must be the same.
fn value(pool: &mut Pool, op: Op, values: &[Bv]) -> Value {
    let (args, model) = symbols(pool, values);
    let term = pool.make(op, &args);
    let evaluated = Evaluator::new(pool, &model).value(term);
    let constants: Vec<TermId> = values.iter().map(|value| pool.bv(value.clone())).collect();
    let folded = pool.make(op, &constants);
    assert!(pool.is_const(folded), "{op:?} folds");
    let folded = Evaluator::new(pool, &Model::new()).value(folded);
    assert_eq!(evaluated, folded, "{op:?} on {values:?}");
    evaluated
}

#[test]
fn operations_agree_with_exact_arithmetic() {
    let mut samples = Samples::new(21);
    let mut pool = Pool::new();
    let mut count = 0;
    for &kind in FloatKind::ALL {
        for &mode in Rounding::ALL {
            for &op in FloatOp::ALL {
                for _ in 0..DRAWN {
                    let values = samples.operands(op, kind, false);
                    let expected = cassay_float::arith(op, kind, mode, &values).unwrap();
                    let found = value(&mut pool, Op::Float(op, kind, mode), &values);
                    assert_eq!(found, Value::Bv(expected));
                    count += 1;
                }
            }
            for &to in FloatKind::ALL {
                for _ in 0..DRAWN {
                    let bits = samples.operand(kind, false);
                    let expected = cassay_float::convert(kind, to, mode, &bits);
                    let op = Op::FloatConvert {
                        from: kind,
                        to,
                        rounding: mode,
                    };
                    assert_eq!(value(&mut pool, op, &[bits]), Value::Bv(expected));
                    count += 1;
                }
            }
            for signed in [false, true] {
                for width in [1, 8, 32, 64, 100] {
                    let int = samples.integer(width);
                    let expected = cassay_float::from_int(kind, mode, &int, signed);
                    let op = Op::FloatFromInt {
                        kind,
                        rounding: mode,
                        signed,
                    };
                    assert_eq!(value(&mut pool, op, &[int]), Value::Bv(expected));
                    count += 1;
                }
            }
        }
    }
    println!("{count} operations agree");
}

#[test]
fn integers_out_of_range_are_the_top_bit_alone() {
    let mut samples = Samples::new(22);
    let mut pool = Pool::new();
    let mut outside = 0;
    for &kind in FloatKind::ALL {
        for width in [1, 8, 16, 32, 64, 128] {
            for signed in [false, true] {
                for _ in 0..DRAWN {
                    let bits = samples.operand(kind, false);
                    let expected = cassay_float::to_int(kind, &bits, width, signed);
                    let op = Op::FloatToInt {
                        kind,
                        width,
                        signed,
                    };
                    let found = value(&mut pool, op, std::slice::from_ref(&bits));
                    let fits = expected.is_some();
                    outside += usize::from(!fits);
                    let expected = expected.unwrap_or_else(|| Bv::signed_min(width));
                    assert_eq!(found, Value::Bv(expected));

                    let (args, model) = symbols(&mut pool, &[bits]);
                    let claim = pool.float_fits_int(kind, width, signed, args[0]);
                    let claimed = Evaluator::new(&pool, &model).bool_value(claim);
                    assert_eq!(claimed, fits, "{} {width} {signed} {model:?}", kind.name());
                }
            }
        }
    }
    assert!(outside > 1000, "{outside}");
}

#[test]
fn predicates_follow_the_order() {
    let mut samples = Samples::new(23);
    let predicates = [
        (FloatCompare::Equal, [false, true, false]),
        (FloatCompare::NotEqual, [true, false, true]),
        (FloatCompare::Less, [true, false, false]),
        (FloatCompare::LessEqual, [true, true, false]),
        (FloatCompare::Greater, [false, false, true]),
        (FloatCompare::GreaterEqual, [false, true, true]),
        (FloatCompare::Ordered, [true, true, true]),
    ];
    let mut pool = Pool::new();
    for &kind in FloatKind::ALL {
        for _ in 0..DRAWN {
            let values = samples.operands(FloatOp::Add, kind, false);
            let order = cassay_float::compare(kind, &values[0], &values[1]);
            let (args, model) = symbols(&mut pool, &values);
            for (predicate, [less, equal, greater]) in predicates {
                for unordered in [false, true] {
                    let expected = match order {
                        Some(Ordering::Less) => less,
                        Some(Ordering::Equal) => equal,
                        Some(Ordering::Greater) => greater,
                        None => unordered,
                    };
                    let term = pool.float_compare(predicate, unordered, kind, args[0], args[1]);
                    let found = Evaluator::new(&pool, &model).bool_value(term);
                    assert_eq!(found, expected, "{predicate:?} {unordered} {values:?}");
                }
            }
        }
    }
}

#[test]
fn bits_are_classified_and_changed_like_numbers() {
    let mut samples = Samples::new(24);
    let mut pool = Pool::new();
    for &kind in FloatKind::ALL {
        for _ in 0..DRAWN {
            let values = [samples.operand(kind, false), samples.operand(kind, false)];
            let (args, model) = symbols(&mut pool, &values);
            let (x, y) = (args[0], args[1]);
            let truths = [
                (
                    pool.float_is_nan(kind, x),
                    cassay_float::is_nan(kind, &values[0]),
                ),
                (
                    pool.float_is_infinite(kind, x),
                    cassay_float::is_infinite(kind, &values[0]),
                ),
                (
                    pool.float_is_zero(kind, x),
                    cassay_float::is_zero(kind, &values[0]),
                ),
            ];
            let sign = Bv::signed_min(kind.bits());
            let copied = values[0].and(&sign.not()).or(&values[1].and(&sign));
            let patterns = [
                (pool.float_neg(kind, x), cassay_float::neg(kind, &values[0])),
                (pool.float_abs(kind, x), cassay_float::abs(kind, &values[0])),
                (pool.float_copysign(kind, x, y), copied),
            ];
            let mut evaluator = Evaluator::new(&pool, &model);
            for (term, expected) in truths {
                assert_eq!(evaluator.bool_value(term), expected, "{values:?}");
            }
            for (term, expected) in patterns {
                assert_eq!(evaluator.bv_value(term), expected, "{values:?}");
            }
        }
    }
}

#[test]
fn modes_are_one_where_nothing_is_rounded() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bv(32));
    let kind = FloatKind::Single;
    let up = pool.float_arith(FloatOp::Fmod, kind, Rounding::Up, &[x, x]);
    let down = pool.float_arith(FloatOp::Fmod, kind, Rounding::Down, &[x, x]);
    assert_eq!(up, down);
    let up = pool.float_convert(kind, FloatKind::Double, Rounding::Up, x);
    let down = pool.float_convert(kind, FloatKind::Double, Rounding::Down, x);
    assert_eq!(up, down);
}

#[test]
fn scripts_define_the_bits_of_results_by_assertions() {
    let mut pool = Pool::raw();
    let x = pool.symbol("x", Sort::Bv(32));
    let kind = FloatKind::Single;
    let sum = pool.float_arith(FloatOp::Add, kind, Rounding::Up, &[x, x]);
    let less = pool.make(Op::FloatLt(kind), &[sum, x]);
    let int = pool.float_to_int(kind, 8, true, sum);
    let bits = pool.extract(7, 0, sum);
    let same = pool.eq(int, bits);
    let expected = "\
(set-logic QF_ABVFP)
(declare-const |x| (_ BitVec 32))
(define-fun $v2.f32 () (_ FloatingPoint 8 24) ((_ to_fp 8 24) |x|))
(define-fun $f3 () (_ FloatingPoint 8 24) (fp.add RTP $v2.f32 $v2.f32))
(declare-const $d3 (_ BitVec 32))
(assert (= ((_ to_fp 8 24) $d3) $f3))
(assert (=> (fp.isNaN $f3) (= $d3 #x7fc00000)))
(define-fun $d4 () Bool (fp.lt $f3 $v2.f32))
(define-fun $d5 () (_ BitVec 8) (ite (and (fp.lt ((_ to_fp 8 24) #xc3010000) $f3) (fp.lt $f3 ((_ to_fp 8 24) #x43000000))) ((_ fp.to_sbv 8) RTZ $f3) #x80))
(define-fun $d6 () (_ BitVec 8) ((_ extract 7 0) $d3))
(define-fun $d7 () Bool (= $d5 $d6))
(assert $d4)
(assert $d7)
(check-sat)
";
    assert_eq!(script(&pool, &[less, same]), expected);
    assert_eq!(
        term_to_string(&pool, less),
        "(flt.f32 (fadd.f32.rtp |x| |x|) |x|)"
    );
}
