//! Circuits on all operands at once: there are none for which an operator of Bitwuzla's theory of
//! floats and its circuit differ. The theory has circuits of its own, by others.
//!
//! Of the operations of two and three numbers only a campaign takes all operands at once. Otherwise
//! all but the first are drawn, a few times.

use std::time::Instant;

use cassay_encode::floats::lower;
use cassay_float::samples::Samples;
use cassay_solver::{Answer, Settings};
use cassay_solver_bitwuzla::BACKEND;
use cassay_term::{FloatKind, FloatOp, Op, Rounding, TermId};

use crate::{campaign, operators};

/// Proves an operator with these parameters, or fails; with drawn operands but for the first, or
/// without.
fn prove(op: Op, integer: u32, drawn: Option<&mut Samples>) {
    let start = Instant::now();
    let mut pool = cassay_simplify::pool();
    let mut operands: Vec<TermId> = operators::symbols(&mut pool, &operators::widths(op, integer));
    if let Some(samples) = drawn {
        let values = operators::operands(samples, op, integer);
        for (operand, value) in operands.iter_mut().zip(values).skip(1) {
            *operand = pool.bv(value);
        }
    }
    let operator = pool.make(op, &operands);
    let circuit = lower(&mut pool, op, &operands).expect("a circuit");
    let differ = pool.distinct(operator, circuit);
    let mut solver = (BACKEND.make)(&Settings::default()).expect("an instance");
    let answer = solver.check(&pool, &[differ]);
    if answer == Ok(Answer::Sat) {
        let model = solver.model(&pool, &operands[..1]).expect("a model");
        panic!("{op:?} differs from its circuit for {model:?}");
    }
    assert_eq!(answer, Ok(Answer::Unsat), "{op:?}");
    println!("{op:?} {integer}: {} ms", start.elapsed().as_millis());
}

/// Proves an operation in every mode: with drawn operands, and in a campaign for all operands.
fn prove_modes(op: FloatOp) {
    let (_, hard) = campaign();
    let mut samples = Samples::new(7);
    for mode in Rounding::ALL.iter().copied() {
        if hard {
            prove(Op::Float(op, FloatKind::Half, mode), 0, None);
            prove(Op::Float(op, FloatKind::BFloat, mode), 0, None);
        }
        prove(
            Op::Float(op, FloatKind::BFloat, mode),
            0,
            Some(&mut samples),
        );
    }
}

#[test]
fn sums_are_right() {
    prove_modes(FloatOp::Add);
    prove_modes(FloatOp::Sub);
}

#[test]
fn products_are_right() {
    prove_modes(FloatOp::Mul);
}

#[test]
fn quotients_are_right() {
    prove_modes(FloatOp::Div);
}

#[test]
fn sums_with_products_are_right() {
    let (_, hard) = campaign();
    if hard {
        prove_modes(FloatOp::Fma);
    }
    let op = Op::Float(FloatOp::Fma, FloatKind::BFloat, Rounding::NearestEven);
    for seed in 0..3 {
        prove(op, 0, Some(&mut Samples::new(seed)));
    }
}

#[test]
fn roots_are_right() {
    let op = |kind, mode| Op::Float(FloatOp::Sqrt, kind, mode);
    prove(op(FloatKind::BFloat, Rounding::NearestEven), 0, None);
    prove(op(FloatKind::Half, Rounding::Up), 0, None);
}

#[test]
fn roundings_to_integers_are_right() {
    for kind in [FloatKind::Half, FloatKind::Single] {
        for mode in Rounding::ALL.iter().copied() {
            prove(Op::Float(FloatOp::ToIntegral, kind, mode), 0, None);
        }
    }
}

#[test]
fn comparisons_are_right() {
    for kind in [FloatKind::Half, FloatKind::Single] {
        for op in [
            Op::FloatLt(kind),
            Op::FloatLe(kind),
            Op::FloatEq(kind),
            Op::FloatIsNan(kind),
        ] {
            prove(op, 0, None);
        }
    }
    prove(Op::FloatLt(FloatKind::X87), 0, None);
    prove(Op::FloatIsNan(FloatKind::X87), 0, None);
}

#[test]
fn conversions_between_formats_are_right() {
    let (_, hard) = campaign();
    let all = FloatKind::ALL.iter().copied();
    for (from, to) in all
        .clone()
        .flat_map(|from| all.clone().map(move |to| (from, to)))
    {
        for rounding in Rounding::ALL.iter().copied() {
            let quick = from.bits() <= 32 && to.bits() <= 64 && rounding == Rounding::NearestEven;
            if quick || hard {
                prove(Op::FloatConvert { from, to, rounding }, 0, None);
            }
        }
    }
}

#[test]
fn conversions_of_integers_are_right() {
    let (_, hard) = campaign();
    for kind in [FloatKind::Half, FloatKind::Single, FloatKind::Double] {
        for signed in [false, true] {
            for width in [8, 16, 32] {
                prove(
                    Op::FloatToInt {
                        kind,
                        width,
                        signed,
                    },
                    0,
                    None,
                );
                let modes = if hard {
                    Rounding::ALL
                } else {
                    &Rounding::ALL[..1]
                };
                for rounding in modes.iter().copied() {
                    let op = Op::FloatFromInt {
                        kind,
                        rounding,
                        signed,
                    };
                    prove(op, width, None);
                }
            }
        }
    }
}
