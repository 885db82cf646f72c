//! Comparisons of products and sums with constants, for every operand of a small width, so that
//! each boundary of the arithmetic on bounds is met exactly.

use cassay_bv::Bv;
use cassay_simplify::pool;
use cassay_term::{Evaluator, Model, Op, Pool, Sort, TermId, Value};

const INNER: u32 = 3;
const OUTER: u32 = 5;

/// The operand in several guises: narrow with either extension, not narrow, shifted upwards.
fn operands(p: &mut Pool) -> Vec<(TermId, TermId)> {
    let narrow = p.symbol("x", Sort::Bv(INNER));
    let wide = p.symbol("y", Sort::Bv(OUTER));
    let (zero, sign) = (p.zext(narrow, OUTER), p.sext(narrow, OUTER));
    let top = p.bv_u64(OUTER, 24);
    let high = p.bv_or(zero, top);
    vec![(narrow, zero), (narrow, sign), (wide, wide), (narrow, high)]
}

#[test]
fn a_comparison_with_a_constant_keeps_its_meaning() {
    for op in [Op::BvMul, Op::BvAdd] {
        for factor in 0..1u64 << OUTER {
            check_factor(op, factor);
        }
    }
}

fn check_factor(op: Op, factor: u64) {
    let mut p = pool();
    for (symbol, operand) in operands(&mut p) {
        let constant = p.bv_u64(OUTER, factor);
        let scaled = p.make(op, &[operand, constant]);
        let mut queries = Vec::new();
        for bound in 0..1u64 << OUTER {
            let right = p.bv_u64(OUTER, bound);
            for predicate in [Op::Eq, Op::BvUlt, Op::BvSlt] {
                queries.push((predicate, bound, p.make(predicate, &[scaled, right])));
            }
        }
        let width = p.width(symbol);
        for value in 0..1u64 << width {
            let mut model = Model::new();
            model.set(symbol, Value::Bv(Bv::from_u64(width, value)));
            let mut evaluator = Evaluator::new(&p, &model);
            let left = evaluator.bv_value(operand);
            let constant = Bv::from_u64(OUTER, factor);
            let left = if op == Op::BvMul {
                left.mul(&constant)
            } else {
                left.add(&constant)
            };
            for (predicate, bound, query) in &queries {
                let right = Bv::from_u64(OUTER, *bound);
                let wanted = match predicate {
                    Op::Eq => left == right,
                    Op::BvUlt => left.ult(&right),
                    _ => left.slt(&right),
                };
                assert_eq!(
                    evaluator.bool_value(*query),
                    wanted,
                    "{predicate:?} of {op:?} by {factor} with {bound}, operand {value}"
                );
            }
        }
    }
}

#[test]
fn a_common_factor_is_removed_only_where_nothing_wraps() {
    let mut p = pool();
    let (x, y) = (
        p.symbol("x", Sort::Bv(INNER)),
        p.symbol("y", Sort::Bv(INNER)),
    );
    let (wide_x, wide_y) = (p.zext(x, OUTER), p.zext(y, OUTER));
    for factor in 0..1u64 << OUTER {
        let constant = p.bv_u64(OUTER, factor);
        let (left, right) = (p.bv_mul(wide_x, constant), p.bv_mul(wide_y, constant));
        let queries = [p.eq(left, right), p.ult(left, right), p.slt(left, right)];
        for (a, b) in (0..64u64).map(|code| (code / 8, code % 8)) {
            let mut model = Model::new();
            model.set(x, Value::Bv(Bv::from_u64(INNER, a)));
            model.set(y, Value::Bv(Bv::from_u64(INNER, b)));
            let mut evaluator = Evaluator::new(&p, &model);
            let u = Bv::from_u64(OUTER, a * factor);
            let v = Bv::from_u64(OUTER, b * factor);
            let wanted = [u == v, u.ult(&v), u.slt(&v)];
            let got = queries.map(|query| evaluator.bool_value(query));
            assert_eq!(got, wanted, "factor {factor}, operands {a} and {b}");
        }
    }
}

#[test]
fn an_odd_factor_is_inverted() {
    let mut p = pool();
    for width in [3, 8, 16, 33, 64] {
        let x = p.symbol(&format!("x{width}"), Sort::Bv(width));
        for (factor, value) in [
            (3, 5),
            (5, 1),
            (0x0123_4567_89ab_cdef, 77),
            (u64::MAX - 2, 6),
        ] {
            let constant = p.bv_u64(width, factor);
            let product = p.bv_mul(x, constant);
            let right = p.bv(Bv::from_u64(width, factor).mul(&Bv::from_u64(width, value)));
            let solution = p.bv_u64(width, value);
            assert_eq!(
                p.eq(product, right),
                p.eq(x, solution),
                "{factor} at {width}"
            );
        }
    }
}
