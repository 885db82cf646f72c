//! The crate against an independent implementation, in every format and all five rounding modes:
//! bfloat16 and ties away from zero, which the machine does not have, included.
//!
//! Left out: roots, which the other implementation does not have.

#![allow(clippy::unwrap_used, reason = "tests")]

use cassay_bv::Bv;
use cassay_float::samples::Samples;
use cassay_float::{FloatKind, FloatOp, Rounding};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Operations of a kind, in each rounding mode and for each operation.
const PER_OPERATION: usize = 500;

fn mode(mode: Rounding) -> Round {
    match mode {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    }
}

fn read<F: Float>(bits: &Bv) -> F {
    F::from_bits(bits.to_u128().unwrap())
}

fn show<F: Float>(kind: FloatKind, value: F) -> Bv {
    if value.is_nan() {
        return cassay_float::default_nan(kind);
    }
    Bv::from_u128(kind.bits(), value.to_bits())
}

fn apply<F: Float>(op: FloatOp, round: Round, operands: &[F]) -> F {
    let a = operands[0];
    match op {
        FloatOp::Add => a.add_r(operands[1], round).value,
        FloatOp::Sub => a.sub_r(operands[1], round).value,
        FloatOp::Mul => a.mul_r(operands[1], round).value,
        FloatOp::Div => a.div_r(operands[1], round).value,
        FloatOp::Fma => a.mul_add_r(operands[1], operands[2], round).value,
        FloatOp::ToIntegral => a.round_to_integral(round).value,
        FloatOp::Fmod => a.c_fmod(operands[1]).value,
        FloatOp::Remainder => a.ieee_rem(operands[1]).value,
        FloatOp::Sqrt => unreachable!("left out"),
    }
}

fn arithmetic<F: Float>(kind: FloatKind) {
    let mut samples = Samples::new(u64::from(kind.precision()));
    for &op in FloatOp::ALL.iter().filter(|op| **op != FloatOp::Sqrt) {
        for &rounding in Rounding::ALL {
            for _ in 0..PER_OPERATION {
                let operands = samples.operands(op, kind, true);
                let ours = cassay_float::arith(op, kind, rounding, &operands).unwrap();
                let values: Vec<F> = operands.iter().map(read).collect();
                let theirs = show(kind, apply(op, mode(rounding), &values));
                assert_eq!(
                    ours,
                    theirs,
                    "{} {} {} {operands:?}",
                    op.name(),
                    kind.name(),
                    rounding.name()
                );
            }
        }
    }
}

fn conversion<A: Float + FloatConvert<B>, B: Float>(from: FloatKind, to: FloatKind) {
    let mut samples = Samples::new(u64::from(from.precision() * 1000 + to.precision()));
    for &rounding in Rounding::ALL {
        for _ in 0..PER_OPERATION {
            let bits = samples.operand(from, true);
            let ours = cassay_float::convert(from, to, rounding, &bits);
            let value: A = read(&bits);
            let theirs: B = value.convert_r(mode(rounding), &mut false).value;
            let theirs = show(to, theirs);
            let (from, to) = (from.name(), to.name());
            assert_eq!(ours, theirs, "{from} to {to} {} {bits:?}", rounding.name());
        }
    }
}

fn integers<F: Float>(kind: FloatKind) {
    let mut samples = Samples::new(u64::from(kind.precision()));
    for &rounding in Rounding::ALL {
        // Not width 1: the other implementation fails on it.
        for width in [2, 7, 8, 16, 31, 32, 33, 64, 65, 100, 128] {
            for _ in 0..PER_OPERATION / 10 {
                let int = samples.integer(width);
                let unsigned = F::from_u128_r(int.to_u128().unwrap(), mode(rounding)).value;
                let signed = F::from_i128_r(int.to_i128().unwrap(), mode(rounding)).value;
                let ours = cassay_float::from_int(kind, rounding, &int, false);
                assert_eq!(ours, show(kind, unsigned), "{int:?} {}", rounding.name());
                let ours = cassay_float::from_int(kind, rounding, &int, true);
                assert_eq!(ours, show(kind, signed), "{int:?} {}", rounding.name());

                let bits = samples.operand(kind, true);
                let value: F = read(&bits);
                let theirs = value.to_u128_r(width as usize, Round::TowardZero, &mut false);
                let theirs = (!theirs.status.contains(rustc_apfloat::Status::INVALID_OP))
                    .then(|| Bv::from_u128(width, theirs.value));
                assert_eq!(cassay_float::to_int(kind, &bits, width, false), theirs);
                let theirs = value.to_i128_r(width as usize, Round::TowardZero, &mut false);
                let theirs = (!theirs.status.contains(rustc_apfloat::Status::INVALID_OP))
                    .then(|| Bv::from_i128(width, theirs.value));
                assert_eq!(cassay_float::to_int(kind, &bits, width, true), theirs);
            }
        }
    }
}

macro_rules! each_kind {
    ($($name:ident: $kind:ident, $type:ty;)*) => {
        $(
            #[test]
            fn $name() {
                let kind = FloatKind::$kind;
                arithmetic::<$type>(kind);
                integers::<$type>(kind);
                conversion::<$type, Half>(kind, FloatKind::Half);
                conversion::<$type, BFloat>(kind, FloatKind::BFloat);
                conversion::<$type, Single>(kind, FloatKind::Single);
                conversion::<$type, Double>(kind, FloatKind::Double);
                conversion::<$type, X87DoubleExtended>(kind, FloatKind::X87);
                conversion::<$type, Quad>(kind, FloatKind::Quad);
            }
        )*
    };
}

each_kind! {
    half: Half, Half;
    bfloat: BFloat, BFloat;
    single: Single, Single;
    double: Double, Double;
    x87: X87, X87DoubleExtended;
    quad: Quad, Quad;
}
