//! Constants are followed through writes nested to any depth, and in time that grows with their number
//! (ESBMC, TSE 2012, §3.4, stops at six).

use cassay_simplify::pool;
use cassay_term::{Op, Pool, Sort, TermId};
use std::time::Duration;

const CELLS: Sort = Sort::Array {
    index: 32,
    element: 32,
};

/// `a[0] = 1; a[i] = a[i - 1] + i` for all `i`, then every element read; how long it took.
fn sum_array(pool: &mut Pool, size: u64) -> (TermId, Duration) {
    let start = processor_time();
    let zero = pool.bv_u64(32, 0);
    let mut array = pool.symbol("a", CELLS);
    let mut last = pool.bv_u64(32, 1);
    array = pool.store(array, zero, last);
    for i in 1..size {
        let before = pool.bv_u64(32, i - 1);
        let read = pool.select(array, before);
        assert_eq!(read, last);
        let number = pool.bv_u64(32, i);
        last = pool.bv_add(read, number);
        array = pool.store(array, number, last);
    }
    let mut sum = 1u32;
    for i in 0..size {
        sum = sum.wrapping_add(i as u32);
        let at = pool.bv_u64(32, i);
        let read = pool.select(array, at);
        assert_eq!(pool.as_u64(read), Some(u64::from(sum)));
    }
    (array, processor_time() - start)
}

/// The time that this thread had a processor: it does not grow when others wait for one, too.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
    let first = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(first.expect("a number of nanoseconds"))
}

#[test]
fn a_chain_of_a_hundred_thousand_writes_takes_ten_times_as_long_as_one_of_ten_thousand() {
    let best = |size: u64| {
        let times = (0..3).map(|_| sum_array(&mut pool(), size).1);
        times.fold(Duration::MAX, Duration::min)
    };
    let (short, long) = (best(10_000), best(100_000));
    // Were it quadratic, it would be a hundred times.
    assert!(long < 40 * short, "{short:?} and {long:?}");
}

#[test]
fn what_a_long_chain_does_not_write_is_read_below_it() {
    let mut pool = pool();
    let (array, _) = sum_array(&mut pool, 1000);
    let beyond = pool.bv_u64(32, 5000);
    let read = pool.select(array, beyond);
    let below = pool.symbol("a", CELLS);
    assert_eq!(read, pool.select(below, beyond));
    assert_eq!(*pool.op(read), Op::Select);
}

#[test]
fn the_last_of_several_writes_to_a_place_counts() {
    let mut pool = pool();
    let mut array = pool.symbol("a", CELLS);
    for round in 0..3 {
        for i in 0..100u64 {
            // Each round covers fewer places, so that every one has its last round.
            if i % (round + 1) == 0 {
                let at = pool.bv_u64(32, i);
                let value = pool.bv_u64(32, 1000 * round + i);
                array = pool.store(array, at, value);
            }
        }
    }
    for i in 0..100u64 {
        let last = (0..3).filter(|round| i % (round + 1) == 0).max();
        let at = pool.bv_u64(32, i);
        let read = pool.select(array, at);
        assert_eq!(pool.as_u64(read), last.map(|round| 1000 * round + i));
    }
}

#[test]
fn a_chain_goes_on_above_a_write_to_an_unknown_place() {
    let mut pool = pool();
    let mut array = pool.symbol("a", CELLS);
    let (i, x) = (
        pool.symbol("i", Sort::Bv(32)),
        pool.symbol("x", Sort::Bv(32)),
    );
    let (three, four) = (pool.bv_u64(32, 3), pool.bv_u64(32, 4));
    array = pool.store(array, three, x);
    let open = pool.store(array, i, four);
    array = open;
    for at in 100..400 {
        let at = pool.bv_u64(32, at);
        array = pool.store(array, at, four);
    }
    let read = pool.select(array, three);
    assert_eq!(read, pool.select(open, three));
    let at = pool.bv_u64(32, 399);
    assert_eq!(pool.select(array, at), four);
}
