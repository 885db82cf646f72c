//! The theory of arrays, with the corners that solvers are known to differ on: equality of arrays,
//! constant arrays over small index sets, and values read back.

use cassay_term::{Evaluator, Pool, Sort, TermId, Value};

use super::{
    Make, Numbers, expect_sat, expect_sat_or_unknown, expect_unsat, expect_unsat_or_unknown,
};

const BYTES: Sort = Sort::Array {
    index: 8,
    element: 8,
};

struct Symbols {
    a: TermId,
    b: TermId,
    i: TermId,
    j: TermId,
    v: TermId,
    w: TermId,
    p: TermId,
}

fn symbols(pool: &mut Pool) -> Symbols {
    let byte = Sort::Bv(8);
    Symbols {
        a: pool.symbol("a", BYTES),
        b: pool.symbol("b", BYTES),
        i: pool.symbol("i", byte),
        j: pool.symbol("j", byte),
        v: pool.symbol("v", byte),
        w: pool.symbol("w", byte),
        p: pool.symbol("p", Sort::Bool),
    }
}

/// A read sees the last write to its index, and nothing else.
pub(super) fn reads_over_writes(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    let Symbols {
        a, b, i, j, v, p, ..
    } = symbols(&mut pool);
    let stored = pool.store(a, i, v);
    let read = pool.select(stored, j);
    let (same_index, old) = (pool.eq(i, j), pool.select(a, j));
    let expected = pool.ite(same_index, v, old);
    let differs = pool.distinct(read, expected);
    expect_unsat(solver.as_mut(), &pool, &[], &[differs]);

    let either = pool.ite(p, a, b);
    let read = pool.select(either, i);
    let (from_a, from_b) = (pool.select(a, i), pool.select(b, i));
    let expected = pool.ite(p, from_a, from_b);
    let differs = pool.distinct(read, expected);
    expect_unsat(solver.as_mut(), &pool, &[], &[differs]);
    let not_from_a = pool.distinct(read, from_a);
    expect_sat(solver.as_mut(), &pool, &[], &[not_from_a]);
    expect_unsat(solver.as_mut(), &pool, &[], &[not_from_a, p]);
}

/// Arrays are equal exactly when their elements are.
pub(super) fn extensionality(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    let Symbols {
        a, b, i, j, v, w, ..
    } = symbols(&mut pool);

    let (equal, same_index) = (pool.eq(a, b), pool.eq(i, j));
    let (read_a, read_b) = (pool.select(a, i), pool.select(b, j));
    let differs = pool.distinct(read_a, read_b);
    expect_unsat(solver.as_mut(), &pool, &[], &[equal, same_index, differs]);
    expect_sat(solver.as_mut(), &pool, &[], &[equal, differs]);
    let unequal = pool.not(equal);
    expect_sat(solver.as_mut(), &pool, &[], &[unequal]);

    // Writes commute unless they meet.
    let first = pool.store(a, i, v);
    let one_way = pool.store(first, j, w);
    let first = pool.store(a, j, w);
    let other_way = pool.store(first, i, v);
    let differs = pool.distinct(one_way, other_way);
    let apart = pool.distinct(i, j);
    expect_sat(solver.as_mut(), &pool, &[], &[differs]);
    expect_unsat(solver.as_mut(), &pool, &[], &[differs, apart]);

    // Two elements are all there are.
    let tiny = Sort::Array {
        index: 1,
        element: 8,
    };
    let (c, d) = (pool.symbol("c", tiny), pool.symbol("d", tiny));
    let mut assumed = vec![pool.distinct(c, d)];
    for at in 0..2 {
        let at = pool.bv_u64(1, at);
        let (read_c, read_d) = (pool.select(c, at), pool.select(d, at));
        expect_sat(solver.as_mut(), &pool, &[], &assumed);
        assumed.push(pool.eq(read_c, read_d));
    }
    expect_unsat(solver.as_mut(), &pool, &[], &assumed);
}

/// Arrays that hold one value, known or not, everywhere. Equality of these is beyond some solvers,
/// which may say so but may not answer wrongly.
pub(super) fn constant_arrays(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    let Symbols { a, i, j, v, w, .. } = symbols(&mut pool);
    let zero = pool.bv_u64(8, 0);
    for value in [zero, v] {
        let filled = pool.const_array(8, value);
        let read = pool.select(filled, i);
        let differs = pool.distinct(read, value);
        expect_unsat(solver.as_mut(), &pool, &[], &[differs]);

        let stored = pool.store(filled, i, w);
        let read = pool.select(stored, j);
        let differs = pool.distinct(read, value);
        let apart = pool.distinct(i, j);
        expect_sat(solver.as_mut(), &pool, &[], &[differs]);
        expect_unsat(solver.as_mut(), &pool, &[], &[differs, apart]);

        let equal = pool.eq(a, filled);
        let read = pool.select(a, i);
        let differs = pool.distinct(read, value);
        expect_sat_or_unknown(solver.as_mut(), &pool, &[], &[equal]);
        expect_unsat_or_unknown(solver.as_mut(), &pool, &[equal, differs]);
        // Having given up once, the solver still answers.
        expect_unsat(solver.as_mut(), &pool, &[], &[pool.fls()]);
        expect_sat(solver.as_mut(), &pool, &[], &[differs]);
    }
    // Constant arrays of different values differ, since there is an index.
    let (filled_v, filled_w) = (pool.const_array(8, v), pool.const_array(8, w));
    let (equal, apart) = (pool.eq(filled_v, filled_w), pool.distinct(v, w));
    expect_unsat_or_unknown(solver.as_mut(), &pool, &[equal, apart]);
    expect_sat(solver.as_mut(), &pool, &[], &[apart]);
    tiny_constant_arrays(make);
}

/// With two indices, a constant array can be overwritten everywhere.
fn tiny_constant_arrays(make: Make<'_>) {
    let mut pool = Pool::raw();
    let mut solver = make();
    let (zero, one) = (pool.bv_u64(1, 0), pool.bv_u64(1, 1));
    let (seven, nine) = (pool.bv_u64(8, 7), pool.bv_u64(8, 9));
    let (sevens, nines) = (pool.const_array(1, seven), pool.const_array(1, nine));
    let half = pool.store(sevens, zero, nine);
    let whole = pool.store(half, one, nine);
    let (half_equal, whole_equal) = (pool.eq(half, nines), pool.eq(whole, nines));
    let whole_differs = pool.not(whole_equal);
    expect_unsat_or_unknown(solver.as_mut(), &pool, &[half_equal]);
    expect_unsat_or_unknown(solver.as_mut(), &pool, &[whole_differs]);
    expect_sat_or_unknown(solver.as_mut(), &pool, &[], &[whole_equal]);
}

/// Values of arrays in models satisfy what was said about them, element by element.
pub(super) fn models(make: Make<'_>) {
    let mut numbers = Numbers(4);
    let mut pool = Pool::raw();
    let mut solver = make();
    let Symbols { a, b, i, j, p, .. } = symbols(&mut pool);
    let mut asserted = Vec::new();
    let mut expected = std::collections::BTreeMap::new();
    let mut chain = a;
    for _ in 0..24 {
        let (index, value) = (numbers.next() % 256, numbers.next() % 256);
        let (at, held) = (pool.bv_u64(8, index), pool.bv_u64(8, value));
        chain = pool.store(chain, at, held);
        expected.insert(index, value);
    }
    let filled = pool.const_array(8, i);
    let either = pool.ite(p, chain, filled);
    asserted.push(pool.eq(b, either));
    asserted.push(pool.distinct(a, b));
    let read = pool.select(b, j);
    let limit = pool.bv_u64(8, 200);
    asserted.push(pool.ult(limit, read));
    for term in &asserted {
        solver.assert(&pool, *term).expect("an assertion");
    }
    let not_p = pool.not(p);
    let model = expect_sat(solver.as_mut(), &pool, &asserted, &[not_p]);
    let mut evaluator = Evaluator::new(&pool, &model);
    let filling = evaluator.bv_value(i);
    assert_eq!(
        evaluator.value(b),
        Value::Array {
            default: filling,
            entries: std::collections::BTreeMap::new()
        }
    );

    let model = expect_sat(solver.as_mut(), &pool, &asserted, &[p]);
    for (index, value) in expected {
        let at = pool.bv_u64(8, index);
        let read = pool.select(b, at);
        let got = Evaluator::new(&pool, &model).bv_value(read);
        assert_eq!(got.to_u64(), Some(value), "b[{index}]");
    }
}
