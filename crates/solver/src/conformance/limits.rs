//! Early ends and large inputs.

use std::thread;
use std::time::Duration;

use cassay_base::{Stop, StopReason};
use cassay_term::{Pool, Sort, TermId};

use super::{Make, expect_sat, expect_unsat};
use crate::Answer;

const DEPTH: usize = 100_000;

/// A raised stop ends a check that would take hours, and the solver stays usable. How soon it ends is
/// a matter of the machine and its load, so that the case waits: without the stop there is no end.
pub(super) fn interrupt(make: Make<'_>) {
    let mut pool = Pool::raw();
    let hard = factoring(&mut pool);
    let p = pool.symbol("p", Sort::Bool);
    let not_p = pool.not(p);
    let mut solver = make();

    let stop = Stop::new();
    solver.set_stop(stop.clone());
    let watcher = thread::spawn(move || {
        // Most often the solver is at work by then; before, the token is found raised.
        thread::sleep(Duration::from_millis(300));
        stop.raise(StopReason::Time);
    });
    let answer = solver.check(&pool, &[hard]).expect("a check");
    watcher.join().expect("the watcher");
    assert!(
        matches!(answer, Answer::Unknown(_)),
        "the hard formula was answered: {answer:?}"
    );

    // The token is still raised.
    let answer = solver.check(&pool, &[p]).expect("a check");
    assert!(
        matches!(answer, Answer::Unknown(_)),
        "a stopped solver answered: {answer:?}"
    );

    solver.set_stop(Stop::new());
    expect_sat(solver.as_mut(), &pool, &[], &[p]);
    expect_unsat(solver.as_mut(), &pool, &[], &[p, not_p]);
}

/// `x * y = n` for the product of two primes of 40 bits, with factors that are not 1.
fn factoring(pool: &mut Pool) -> TermId {
    let (x, y) = (
        pool.symbol("x", Sort::Bv(41)),
        pool.symbol("y", Sort::Bv(41)),
    );
    let (wide_x, wide_y) = (pool.zext(x, 82), pool.zext(y, 82));
    let product = pool.bv_mul(wide_x, wide_y);
    let n = 1_099_511_627_689_u128 * 1_099_511_627_791_u128;
    let n = pool.bv(cassay_bv::Bv::from_u128(82, n));
    let one = pool.bv_u64(41, 1);
    let (x_big, y_big) = (pool.ult(one, x), pool.ult(one, y));
    let factors = pool.eq(product, n);
    let both = pool.and(x_big, y_big);
    pool.and(factors, both)
}

/// Chains of a hundred thousand operators are translated and solved without deep recursion.
pub(super) fn deep_terms(make: Make<'_>) {
    let mut pool = Pool::raw();
    let bits = Sort::Bv(8);
    let leaves: Vec<TermId> = (0..4).map(|_| pool.fresh("x", bits)).collect();
    let flags: Vec<TermId> = (0..4).map(|_| pool.fresh("p", Sort::Bool)).collect();
    let (mut sum, mut choice) = (leaves[0], leaves[0]);
    for step in 0..DEPTH {
        let leaf = leaves[step % leaves.len()];
        sum = pool.bv_add(sum, leaf);
        let other = leaves[step / 3 % leaves.len()];
        choice = pool.ite(flags[step % flags.len()], other, choice);
    }
    for deep in [sum, choice] {
        let mut solver = make();
        let value = pool.bv_u64(8, 77);
        let equation = pool.eq(deep, value);
        solver.assert(&pool, equation).expect("an assertion");
        expect_sat(solver.as_mut(), &pool, &[equation], &[]);
    }
}

/// A long chain of writes, read at one place.
pub(super) fn deep_stores(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    let mut array = pool.symbol(
        "a",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    for step in 0..2_000 {
        let (at, value) = (pool.bv_u64(32, step), pool.bv_u64(8, step));
        array = pool.store(array, at, value);
    }
    let at = pool.bv_u64(32, 1_000);
    let read = pool.select(array, at);
    let value = pool.bv_u64(8, 1_000);
    let (equal, differs) = (pool.eq(read, value), pool.distinct(read, value));
    expect_sat(solver.as_mut(), &pool, &[], &[equal]);
    expect_unsat(solver.as_mut(), &pool, &[], &[differs]);
}
