//! The square root of a fixed-point number, digit by digit.
//!
//! The root of I / 2^n is the integer root of I * 2^n, divided by 2^n. Each step takes two more
//! bits of the radicand and finds one of the root by one comparison and one subtraction, so the
//! whole is a fixed number of simple statements, without products.

use crate::build::Build;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CompareOp, Expr, FixedFormat};

/// The root, rounded down. A negative number has none; unless that is claimed, its root is zero.
pub(crate) fn square_root(build: &mut Build<'_>, format: FixedFormat, a: &Expr) -> Expr {
    let width = format.width();
    let zero = Expr::Int(Bv::zero(width));
    let natural = Expr::compare(CompareOp::SLe, zero.clone(), a.clone());
    let natural = build.simple_bool(natural);
    build.claim_range(
        natural.clone(),
        "square root of a negative number is",
        format,
    );
    let radicand = Expr::Select(Box::new(natural), Box::new(a.clone()), Box::new(zero));
    let steps = (width + format.fraction).div_ceil(2);
    let long = 2 * steps;
    let radicand = build.resize(radicand, width, long, false);
    let shift = Expr::int(long, u64::from(format.fraction));
    let radicand = Expr::binary(BinaryOp::Shl, radicand, shift);
    let radicand = build.simple_int(long, radicand);
    // The rest is at most twice the root, and gets two bits more before it is compared.
    let wide = steps + 3;
    let number = |value: u64| Expr::int(wide, value);
    let (mut root, mut rest) = (number(0), number(0));
    for step in (0..steps).rev() {
        let amount = Expr::int(long, u64::from(2 * step));
        let next = Expr::binary(BinaryOp::LShr, radicand.clone(), amount);
        let next = build.resize(next, long, 2, false);
        let next = build.resize(next, 2, wide, false);
        let shifted = Expr::binary(BinaryOp::Shl, rest, number(2));
        let larger = Expr::binary(BinaryOp::Or, shifted, next);
        let larger = build.simple_int(wide, larger);
        let shifted = Expr::binary(BinaryOp::Shl, root.clone(), number(2));
        let trial = Expr::binary(BinaryOp::Or, shifted, number(1));
        let trial = build.simple_int(wide, trial);
        let fits = Expr::compare(CompareOp::ULe, trial.clone(), larger.clone());
        let fits = build.simple_bool(fits);
        let less = Expr::binary(BinaryOp::Sub, larger.clone(), trial);
        let chosen = Expr::Select(Box::new(fits.clone()), Box::new(less), Box::new(larger));
        rest = build.simple_int(wide, chosen);
        let shifted = Expr::binary(BinaryOp::Shl, root, number(1));
        let bit = build.resize(fits, 1, wide, false);
        root = build.simple_int(wide, Expr::binary(BinaryOp::Or, shifted, bit));
    }
    build.resize(root, wide, width, false)
}
