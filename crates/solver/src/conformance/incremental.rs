//! Assertions, assumptions and failed assumptions over the life of one solver.

use cassay_term::{Pool, Sort, TermId};

use super::{Make, decide, expect_sat, expect_unsat};
use crate::Answer;

/// `x = value` for a byte.
fn is(pool: &mut Pool, x: TermId, value: u64) -> TermId {
    let value = pool.bv_u64(8, value);
    pool.eq(x, value)
}

/// An assumption holds for its check only; an assertion holds from then on.
pub(super) fn assertions_and_assumptions(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    expect_sat(solver.as_mut(), &pool, &[], &[]);

    let x = pool.symbol("x", Sort::Bv(8));
    let (ten, three) = (pool.bv_u64(8, 10), pool.bv_u64(8, 3));
    let below = pool.ult(x, ten);
    let above = pool.ult(three, x);
    let (five, twenty, two) = (
        is(&mut pool, x, 5),
        is(&mut pool, x, 20),
        is(&mut pool, x, 2),
    );

    solver.assert(&pool, below).expect("an assertion");
    expect_sat(solver.as_mut(), &pool, &[below], &[five]);
    expect_unsat(solver.as_mut(), &pool, &[below], &[twenty]);
    expect_sat(solver.as_mut(), &pool, &[below], &[two]);
    expect_unsat(solver.as_mut(), &pool, &[below], &[five, two]);
    expect_sat(solver.as_mut(), &pool, &[below], &[]);

    solver.assert(&pool, above).expect("an assertion");
    expect_unsat(solver.as_mut(), &pool, &[below, above], &[two]);
    expect_sat(
        solver.as_mut(),
        &pool,
        &[below, above],
        &[five, five, pool.tru()],
    );
    expect_unsat(solver.as_mut(), &pool, &[below, above], &[pool.fls()]);
    expect_sat(solver.as_mut(), &pool, &[below, above], &[]);

    // A symbol that nothing mentions has its default, whether listed or not.
    let unused = pool.symbol("unused", Sort::Bv(8));
    let model = solver.model(&pool, &[unused, x]).expect("a model");
    assert!(model.get(x).is_some(), "the model gives {model:?}");
}

/// After a contradiction among the assertions no assumption helps.
pub(super) fn contradictions(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    let x = pool.symbol("x", Sort::Bv(8));
    let (five, six) = (is(&mut pool, x, 5), is(&mut pool, x, 6));
    solver.assert(&pool, five).expect("an assertion");
    expect_sat(solver.as_mut(), &pool, &[five], &[]);
    solver.assert(&pool, six).expect("an assertion");
    expect_unsat(solver.as_mut(), &pool, &[five, six], &[]);
    expect_unsat(solver.as_mut(), &pool, &[five, six], &[five]);

    let mut solver = make();
    solver.assert(&pool, pool.fls()).expect("an assertion");
    expect_unsat(solver.as_mut(), &pool, &[pool.fls()], &[]);
}

/// Failed assumptions come from those given and are enough for `unsat` in a fresh solver.
pub(super) fn failed_assumptions(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    let x = pool.symbol("x", Sort::Bv(8));
    let y = pool.symbol("y", Sort::Bv(8));
    let sum = pool.bv_add(x, y);
    let equation = is(&mut pool, sum, 100);
    solver.assert(&pool, equation).expect("an assertion");

    let bystander = pool.symbol("p", Sort::Bool);
    let (x_is_1, y_is_1) = (is(&mut pool, x, 1), is(&mut pool, y, 1));
    let queries = [
        vec![bystander, x_is_1, y_is_1],
        vec![x_is_1, bystander, x_is_1, y_is_1],
        vec![pool.tru(), pool.fls(), bystander],
    ];
    for assumed in queries {
        expect_unsat(solver.as_mut(), &pool, &[equation], &assumed);
        let failed = solver
            .failed_assumptions(&pool)
            .expect("failed assumptions");
        assert!(
            failed.iter().all(|term| assumed.contains(term)),
            "{failed:?} of {assumed:?}"
        );
        let mut fresh = make();
        fresh.assert(&pool, equation).expect("an assertion");
        expect_unsat(fresh.as_mut(), &pool, &[equation], &failed);
        expect_sat(solver.as_mut(), &pool, &[equation], &[bystander, x_is_1]);
    }
}

/// A counter that may step by one or by two is unrolled, with two questions after each step.
pub(super) fn growth(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    let (one, two) = (pool.bv_u64(16, 1), pool.bv_u64(16, 2));
    let mut counter = pool.bv_u64(16, 0);
    for step in 1..=60u64 {
        let choice = pool.fresh("choice", Sort::Bool);
        let increment = pool.ite(choice, one, two);
        let sum = pool.bv_add(counter, increment);
        counter = pool.fresh("counter", Sort::Bv(16));
        let equation = pool.eq(counter, sum);
        solver.assert(&pool, equation).expect("an assertion");
        let (most, too_much) = (pool.bv_u64(16, 2 * step), pool.bv_u64(16, 2 * step + 1));
        let (at_most, beyond) = (pool.eq(counter, most), pool.eq(counter, too_much));
        let possible = decide(solver.as_mut(), &pool, &[at_most]);
        assert_eq!(possible, Answer::Sat, "step {step}");
        let impossible = decide(solver.as_mut(), &pool, &[beyond]);
        assert_eq!(impossible, Answer::Unsat, "step {step}");
    }
}
