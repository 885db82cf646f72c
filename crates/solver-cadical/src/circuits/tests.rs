//! Every circuit on all inputs of small widths, and on drawn inputs of the widths programs have,
//! against the evaluator; with unknown operands, with the same operand twice, and with constants.

use cassay_base::{Stop, StopReason};
use cassay_bv::Bv;
use cassay_term::{Evaluator, Model, Op, OpClass, Pool, Sort, TermId, Value};

use crate::graph::Graph;
use crate::graph::tests::{next, simulate, value};
use crate::translate::{Obstacle, Translator};

/// Operators of two bit-vectors of one width.
fn binary() -> Vec<Op> {
    let mut all = Op::of_classes(&[
        OpClass::Binary,
        OpClass::Compare,
        OpClass::Overflow,
        OpClass::Equality,
    ]);
    all.push(Op::BvConcat);
    all
}

/// Compares the circuit of a term over `a` and `b` with the evaluator on these inputs.
fn compare(pool: &Pool, [a, b]: [TermId; 2], term: TermId, inputs: &[(Bv, Bv)]) {
    let (mut graph, mut translator, stop) = (Graph::default(), Translator::default(), Stop::new());
    for root in [a, b, term] {
        let done = translator.translate(&mut graph, pool, root, &stop);
        assert_eq!(done, Ok(()));
    }
    let bits = translator.known(term).expect("bits").to_vec();
    for (left, right) in inputs {
        let given: Vec<bool> = [left, right]
            .into_iter()
            .flat_map(|value| (0..value.width()).map(|bit| value.bit(bit)))
            .collect();
        let values = simulate(&graph, &given);
        let found: Vec<bool> = bits.iter().map(|bit| value(&values, *bit)).collect();
        let mut model = Model::new();
        model.set(a, Value::Bv(left.clone()));
        model.set(b, Value::Bv(right.clone()));
        let expected: Vec<bool> = match Evaluator::new(pool, &model).value(term) {
            Value::Bool(value) => vec![value],
            Value::Bv(value) => (0..value.width()).map(|bit| value.bit(bit)).collect(),
            Value::Array { .. } => unreachable!("no circuit gives an array"),
        };
        let text = cassay_term::term_to_string(pool, term);
        assert_eq!(found, expected, "{text} of {left:?} and {right:?}");
    }
}

/// A pool with two symbols of a width.
fn symbols(width: u32) -> (Pool, [TermId; 2]) {
    let mut pool = Pool::raw();
    let (a, b) = (
        pool.symbol("a", Sort::Bv(width)),
        pool.symbol("b", Sort::Bv(width)),
    );
    (pool, [a, b])
}

/// All pairs of numbers of a width.
fn all(width: u32) -> Vec<(Bv, Bv)> {
    let number = |value: u64| Bv::from_u64(width, value);
    let count = 1u64 << width;
    (0..count * count)
        .map(|pair| (number(pair / count), number(pair % count)))
        .collect()
}

#[test]
fn all_inputs_of_small_widths() {
    for width in 1..=5 {
        for op in binary() {
            let (mut pool, [a, b]) = symbols(width);
            let term = pool.make(op, &[a, b]);
            compare(&pool, [a, b], term, &all(width));
            let same = pool.make(op, &[a, a]);
            compare(&pool, [a, b], same, &all(width));
        }
    }
}

#[test]
fn all_constants_of_small_widths() {
    for width in [1, 3, 4] {
        for op in binary() {
            for constant in 0..1 << width {
                let (mut pool, [a, b]) = symbols(width);
                let constant = pool.bv_u64(width, constant);
                let right = pool.make(op, &[a, constant]);
                compare(&pool, [a, b], right, &all(width));
                let left = pool.make(op, &[constant, b]);
                compare(&pool, [a, b], left, &all(width));
            }
        }
    }
}

#[test]
fn operators_of_one_argument() {
    for width in 1..=5 {
        for op in [
            Op::BvNeg,
            Op::BvNot,
            Op::BvZext { to: width + 2 },
            Op::BvSext { to: width + 2 },
            Op::BvExtract {
                hi: width - 1,
                lo: width / 2,
            },
        ] {
            let (mut pool, [a, b]) = symbols(width);
            let term = pool.make(op, &[a]);
            compare(&pool, [a, b], term, &all(width));
        }
    }
}

#[test]
fn drawn_inputs_of_other_widths() {
    let mut state = 88_172_645_463_325_252;
    for width in [7, 8, 9, 16, 31, 32, 33, 64, 65] {
        let mut draw = || {
            let limbs =
                [0, 1].map(|_| (next(&mut state) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            match next(&mut state) % 6 {
                0 => Bv::zero(width),
                1 => Bv::ones(width),
                2 => Bv::signed_min(width),
                3 => Bv::from_u64(width, limbs[0] % 70),
                _ => Bv::from_limbs(width, &limbs[..width.div_ceil(64) as usize]),
            }
        };
        let inputs: Vec<(Bv, Bv)> = (0..12).map(|_| (draw(), draw())).collect();
        let constant = draw();
        for op in binary() {
            let (mut pool, [a, b]) = symbols(width);
            let term = pool.make(op, &[a, b]);
            compare(&pool, [a, b], term, &inputs);
            let constant = pool.bv(constant.clone());
            let term = pool.make(op, &[a, constant]);
            compare(&pool, [a, b], term, &inputs);
        }
    }
}

/// A product that checks for overflow shares its low bits with the product.
#[test]
fn overflow_checks_share_the_product() {
    for check in [Op::BvUmulo, Op::BvSmulo] {
        let (mut pool, [a, b]) = symbols(32);
        let (product, overflows) = (pool.bv_mul(a, b), pool.make(check, &[a, b]));
        let size = |roots: &[TermId]| {
            let (mut graph, mut translator) = (Graph::default(), Translator::default());
            for root in roots {
                let done = translator.translate(&mut graph, &pool, *root, &Stop::new());
                assert_eq!(done, Ok(()));
            }
            graph.len()
        };
        assert_eq!(size(&[overflows]), size(&[overflows, product]), "{check:?}");
    }
}

#[test]
fn a_stop_ends_a_wide_product() {
    let (mut pool, [a, b]) = symbols(2000);
    let product = pool.bv_mul(a, b);
    let stop = Stop::new();
    let (mut graph, mut translator) = (Graph::default(), Translator::default());
    for term in [a, b] {
        assert_eq!(translator.translate(&mut graph, &pool, term, &stop), Ok(()));
    }
    stop.raise(StopReason::Memory);
    let done = translator.translate(&mut graph, &pool, product, &stop);
    assert_eq!(done, Err(Obstacle::Stopped));
    assert!(translator.known(product).is_none());
}

/// Sums of many parts are what their evaluation says, and in another order the same gates.
#[test]
fn sums_of_many_parts() {
    let (mut pool, [a, b]) = symbols(4);
    let (three, seven) = (pool.bv_u64(4, 3), pool.bv_u64(4, 7));
    let product = pool.bv_mul(a, b);
    let parts = [a, three, b, product, a, seven, a];
    let add = |pool: &mut Pool, order: &[usize]| {
        let mut sum = pool.bv_neg(b);
        for at in order {
            sum = pool.bv_add(sum, parts[*at]);
        }
        let less = pool.bv_add(a, b);
        pool.bv_sub(sum, less)
    };
    let one = add(&mut pool, &[0, 1, 2, 3, 4, 5, 6]);
    let other = add(&mut pool, &[6, 3, 5, 0, 2, 4, 1]);
    compare(&pool, [a, b], one, &all(4));
    let same = pool.eq(one, other);
    let (mut graph, mut translator) = (Graph::default(), Translator::default());
    let literal = translator.literal(&mut graph, &pool, same, &Stop::new());
    assert_eq!(literal, Ok(crate::graph::Lit::TRUE));
}
