//! The circuits that Bitwuzla builds for float operators, on drawn operands: in each format and
//! rounding mode, bit for bit what the evaluator says.
//!
//! A campaign (`CASSAY_CAMPAIGN` set to a number) multiplies the effort by that number and tries
//! what can take minutes.

use cassay_solver::conformance::floats::{Effort, random_compositions, random_operations};
use cassay_solver::{Answer, Settings};
use cassay_solver_bitwuzla::BACKEND;
use cassay_term::{FloatKind, FloatOp, Pool, Rounding, Sort};

/// How often to do everything, and whether this is a campaign.
fn campaign() -> (usize, bool) {
    let times = std::env::var("CASSAY_CAMPAIGN")
        .ok()
        .map(|times| times.parse().unwrap_or(1));
    (times.unwrap_or(1), times.is_some())
}

#[test]
fn circuits_agree_with_the_evaluator() {
    let (times, hard) = campaign();
    let mut make = || (BACKEND.make)(&Settings::default()).expect("an instance");
    let effort = Effort {
        times,
        stride: 1,
        hard,
    };
    let count = random_operations(&mut make, effort, 2);
    println!("{count} applications of float operators agree");
    assert!(count > 500, "{count}");
}

#[test]
fn compositions_agree_with_the_evaluator() {
    let (times, _) = campaign();
    let mut make = || (BACKEND.make)(&Settings::default()).expect("an instance");
    let count = 40 * times;
    random_compositions(&mut make, count, 5);
    println!("{count} compositions of float operators agree");
}

/// What is out of reach is unknown, for good where it was asserted; nothing breaks.
#[test]
fn remainders_of_wide_numbers_are_unknown() {
    let mut pool = Pool::raw();
    let kind = FloatKind::Quad;
    let x = pool.symbol("x", Sort::Bv(kind.bits()));
    let left = pool.float_arith(FloatOp::Fmod, kind, Rounding::NearestEven, &[x, x]);
    let term = pool.eq(left, x);
    let mut solver = (BACKEND.make)(&Settings::default()).expect("an instance");
    let unknown = Ok(Answer::Unknown(
        "Bitwuzla cannot decide remainders of f128 numbers".to_string(),
    ));
    assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
    assert_eq!(solver.check(&pool, &[term]), unknown);
    assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
    assert_eq!(solver.assert(&pool, term), Ok(()));
    assert_eq!(solver.check(&pool, &[]), unknown);
}
