//! The bit-blaster passes the suite that every back-end must pass, with arrays and floats lowered;
//! alone it passes what is about bit-vectors.

use cassay_base::{Stop, StopReason};
use cassay_solver::{Answer, Chain, Configuration, Settings, Solver, assemble, conformance};
use cassay_solver_cadical::{BACKEND, CadicalSolver};
use cassay_term::{Evaluator, Op, Pool, Sort};

fn chain() -> Box<dyn Solver> {
    let configuration = Configuration {
        backend: BACKEND,
        settings: Settings {
            seed: 7,
            ..Settings::default()
        },
    };
    let chain = Chain {
        pool: Some(cassay_simplify::pool),
        ..Chain::default()
    };
    assemble(&configuration, chain).expect("an instance")
}

fn alone() -> CadicalSolver {
    CadicalSolver::new(&Settings::default()).expect("an instance")
}

#[test]
fn conforms() {
    conformance::run(&mut chain);
}

#[test]
fn conforms_alone_without_arrays_and_floats() {
    for (name, case) in conformance::CASES {
        let elsewhere = [
            "reads",
            "extensionality",
            "arrays",
            "planted",
            "deep",
            "fixed",
        ];
        if !name.contains("float") && !elsewhere.iter().any(|part| name.contains(part)) {
            case(&mut || Box::new(alone()));
        }
    }
}

#[test]
fn failed_assumptions_leave_bystanders_out() {
    let mut pool = Pool::raw();
    let x = pool.symbol("x", Sort::Bv(32));
    let bystander = pool.symbol("p", Sort::Bool);
    let (two, three) = (pool.bv_u64(32, 2), pool.bv_u64(32, 3));
    let (below, above) = (pool.ult(x, two), pool.ult(three, x));
    let mut solver = alone();
    let answer = solver.check(&pool, &[bystander, below, above]);
    assert_eq!(answer, Ok(Answer::Unsat));
    assert_eq!(solver.failed_assumptions(&pool), Ok(vec![below, above]));
    assert!(solver.model(&pool, &[x]).is_err(), "there is no model");
}

/// What is lacking is unknown, for good where it was asserted; nothing breaks.
#[test]
fn what_is_lacking_is_unknown() {
    let mut pool = Pool::raw();
    let sort = Sort::Array {
        index: 8,
        element: 8,
    };
    let (a, i) = (pool.symbol("a", sort), pool.symbol("i", Sort::Bv(8)));
    let read = pool.make(Op::Select, &[a, i]);
    let equation = pool.eq(read, i);
    let mut solver = alone();
    let unknown = |answer: Result<Answer, _>| matches!(answer, Ok(Answer::Unknown(_)));
    assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
    assert!(unknown(solver.check(&pool, &[equation])));
    assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
    assert_eq!(solver.assert(&pool, equation), Ok(()));
    assert!(unknown(solver.check(&pool, &[])));
}

#[test]
fn effort_ends_a_check_and_the_next_may_take_more() {
    let mut pool = Pool::raw();
    let (x, y) = (
        pool.symbol("x", Sort::Bv(12)),
        pool.symbol("y", Sort::Bv(12)),
    );
    let (wide_x, wide_y) = (pool.zext(x, 24), pool.zext(y, 24));
    let product = pool.bv_mul(wide_x, wide_y);
    // A prime has no factors below its root, and none but itself and 1.
    let (prime, one) = (pool.bv_u64(24, 8_388_593), pool.bv_u64(12, 1));
    let (big, equation) = (pool.ult(one, x), pool.eq(product, prime));
    let mut solver = alone();
    solver.set_effort(Some(2));
    let spent = Ok(Answer::Unknown("too much work".to_string()));
    assert_eq!(solver.check(&pool, &[big, equation]), spent);
    solver.set_effort(None);
    assert_eq!(solver.check(&pool, &[big, equation]), Ok(Answer::Unsat));
}

/// What a stopped check did not get to is asserted by the next one.
#[test]
fn assertions_outlive_a_stop() {
    let mut pool = Pool::raw();
    let p = pool.symbol("p", Sort::Bool);
    let not_p = pool.not(p);
    let stop = Stop::new();
    stop.raise(StopReason::Cancelled);
    let mut solver = alone();
    solver.set_stop(stop);
    solver.assert(&pool, p).expect("an assertion");
    assert!(matches!(solver.check(&pool, &[]), Ok(Answer::Unknown(_))));
    solver.set_stop(Stop::new());
    assert_eq!(solver.check(&pool, &[not_p]), Ok(Answer::Unsat));
    assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
}

/// Checks that share nothing, with more variables than are kept: assertions stay.
#[test]
fn assertions_stay_where_earlier_checks_are_forgotten() {
    let mut pool = Pool::raw();
    let p = pool.symbol("p", Sort::Bool);
    let not_p = pool.not(p);
    let mut solver = alone();
    solver.assert(&pool, p).expect("an assertion");
    for round in 0..40 {
        let (x, y) = (pool.fresh("x", Sort::Bv(24)), pool.fresh("y", Sort::Bv(24)));
        let product = pool.bv_mul(x, y);
        let value = pool.bv_u64(24, 3 * round + 1);
        let equation = pool.eq(product, value);
        assert_eq!(solver.check(&pool, &[equation]), Ok(Answer::Sat));
        let model = solver.model(&pool, &[x, y, p]).expect("a model");
        let mut evaluator = Evaluator::new(&pool, &model);
        assert!(evaluator.bool_value(equation) && evaluator.bool_value(p));
        assert_eq!(solver.check(&pool, &[equation, not_p]), Ok(Answer::Unsat));
        assert_eq!(solver.failed_assumptions(&pool), Ok(vec![not_p]));
    }
}
