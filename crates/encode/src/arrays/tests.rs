//! The results of the encoding, and its limits. Solver tests check that it preserves the meaning.

use cassay_base::{Stop, StopReason};
use cassay_term::{Pool, Sort, TermId, post_order};

use crate::{Encoder, Encoding, Unencodable};

const BYTES: Sort = Sort::Array {
    index: 32,
    element: 8,
};

fn encoder() -> Encoder {
    let encoding = Encoding {
        reads: true,
        ..Encoding::NONE
    };
    Encoder::new(encoding, cassay_simplify::pool())
}

/// An array with this many writes at symbolic indices.
fn chain(pool: &mut Pool, writes: usize) -> TermId {
    let mut array = pool.symbol("a", BYTES);
    for _ in 0..writes {
        let (at, value) = (pool.fresh("i", Sort::Bv(32)), pool.fresh("v", Sort::Bv(8)));
        array = pool.store(array, at, value);
    }
    array
}

/// Whether the element of an array at a symbolic index is 7.
fn question(pool: &mut Pool, array: TermId) -> TermId {
    let at = pool.fresh("j", Sort::Bv(32));
    let (read, seven) = (pool.select(array, at), pool.bv_u64(8, 7));
    pool.eq(read, seven)
}

#[test]
fn nothing_is_left_of_arrays() {
    let mut pool = Pool::raw();
    let p = pool.symbol("p", Sort::Bool);
    let (a, zero) = (chain(&mut pool, 3), pool.bv_u64(32, 0));
    let value = pool.bv_u64(8, 5);
    let filled = pool.const_array(32, value);
    let stored = pool.store(a, zero, value);
    // The rules for this choice of arrays create a read of one of them.
    let choice = pool.ite(p, stored, a);
    let other = pool.ite(p, choice, filled);
    let (first, second) = (question(&mut pool, other), pool.eq(choice, filled));
    let root = pool.and(first, second);
    let mut encoder = encoder();
    let copy = encoder.encode(&pool, root).expect("a copy");
    let mut roots = encoder.conditions();
    assert!(roots.len() > 2, "an equality has conditions");
    roots.push(copy);
    for term in post_order(encoder.pool(), &roots) {
        let sort = encoder.pool().sort(term);
        assert!(!matches!(sort, Sort::Array { .. }), "{term} is an array");
    }
}

#[test]
fn an_array_is_read_at_an_index_once() {
    let mut pool = Pool::raw();
    let array = chain(&mut pool, 50);
    let at = pool.symbol("k", Sort::Bv(32));
    let read = pool.select(array, at);
    let mut encoder = encoder();
    encoder.encode(&pool, read).expect("a copy");
    let size = encoder.pool().len();
    let longer = {
        let (i, v) = (pool.fresh("i", Sort::Bv(32)), pool.fresh("v", Sort::Bv(8)));
        pool.store(array, i, v)
    };
    let read = pool.select(longer, at);
    encoder.encode(&pool, read).expect("a copy");
    assert!(
        encoder.pool().len() < size + 10,
        "one write more, one choice more"
    );
}

#[test]
fn too_many_reads_are_given_up() {
    let mut pool = Pool::raw();
    let array = chain(&mut pool, 2_000);
    let mut encoder = encoder();
    let failed = (0..2_000).find_map(|_| {
        let question = question(&mut pool, array);
        encoder.encode(&pool, question).err()
    });
    let expected = Unencodable("so many reads of arrays".to_string());
    assert_eq!(failed, Some(expected));
    assert!(encoder.pool().len() < 4_000_000);
}

#[test]
fn a_stop_ends_reading_and_another_try_succeeds() {
    let mut pool = Pool::raw();
    let array = chain(&mut pool, 10_000);
    let question = question(&mut pool, array);
    let mut encoder = encoder();
    let stop = Stop::new();
    stop.raise(StopReason::Time);
    encoder.set_stop(stop);
    assert!(encoder.encode(&pool, question).is_err());
    encoder.set_stop(Stop::new());
    assert!(encoder.encode(&pool, question).is_ok());
}
