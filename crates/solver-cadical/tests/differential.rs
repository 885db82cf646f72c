//! Random formulas over bits, bit-vectors and arrays: the bit-blaster, Bitwuzla, and Bitwuzla with
//! arrays by their reads must agree. Models are validated by the chain that solvers stand in.
//!
//! A campaign (`CASSAY_CAMPAIGN` set to a number) multiplies the number of formulas by it.

use cassay_solver::{Answer, Backend, Chain, Configuration, Settings, Solver, assemble};
use cassay_solver_cadical::BACKEND;
use cassay_term::{Op, OpClass, Pool, Sort, TermId};

const BITWUZLA: Backend = cassay_solver_bitwuzla::BACKEND;

/// Numbers that look random and are the same on every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

fn solver(backend: Backend, arrays_by_reads: bool, rules: bool) -> Box<dyn Solver> {
    let configuration = Configuration {
        backend,
        settings: Settings {
            arrays_by_reads,
            ..Settings::default()
        },
    };
    let chain = Chain {
        pool: rules.then_some(cassay_simplify::pool as fn() -> Pool),
        ..Chain::default()
    };
    assemble(&configuration, chain).expect("an instance")
}

/// What a formula is made of.
struct Shape {
    width: u32,
    index: u32,
    arrays: bool,
    /// Whether arrays are compared.
    equalities: bool,
}

/// Operators of two bit-vectors of one width.
fn operators() -> Vec<Op> {
    Op::of_classes(&[
        OpClass::Binary,
        OpClass::Compare,
        OpClass::Overflow,
        OpClass::Equality,
    ])
}

/// Truth values over a few symbols.
fn formulas(pool: &mut Pool, numbers: &mut Numbers, shape: &Shape) -> Vec<TermId> {
    let (bits, index) = (Sort::Bv(shape.width), Sort::Bv(shape.index));
    let sort = Sort::Array {
        index: shape.index,
        element: shape.width,
    };
    let mut values: Vec<TermId> = (0..3).map(|_| pool.fresh("x", bits)).collect();
    let mut indices: Vec<TermId> = (0..3).map(|_| pool.fresh("i", index)).collect();
    let mut truths: Vec<TermId> = (0..2).map(|_| pool.fresh("p", Sort::Bool)).collect();
    let mut arrays: Vec<TermId> = (0..2).map(|_| pool.fresh("a", sort)).collect();
    values.push(pool.bv_u64(shape.width, numbers.below(16) as u64));
    indices.push(pool.bv_u64(shape.index, numbers.below(4) as u64));
    indices.push(pool.bv_u64(shape.index, numbers.below(4) as u64));
    for _ in 0..24 {
        let (x, y) = (numbers.one(&values), numbers.one(&values));
        let (i, j) = (numbers.one(&indices), numbers.one(&indices));
        let (a, b) = (numbers.one(&arrays), numbers.one(&arrays));
        let (p, q) = (numbers.one(&truths), numbers.one(&truths));
        match numbers.below(if shape.arrays { 11 } else { 5 }) {
            0 => truths.push(pool.eq(i, j)),
            1 => truths.push(pool.and(p, q)),
            2 => {
                let not = pool.not(q);
                truths.push(pool.or(p, not));
            }
            3 => values.push(pool.ite(p, x, y)),
            4 | 10 => {
                let term = pool.make(numbers.one(&operators()), &[x, y]);
                match pool.sort(term) {
                    Sort::Bool => truths.push(term),
                    _ => values.push(term),
                }
            }
            5 | 6 => values.push(pool.select(a, i)),
            7 => arrays.push(pool.store(a, i, x)),
            8 => arrays.push(match numbers.below(3) {
                0 => pool.const_array(shape.index, x),
                _ => pool.ite(p, a, b),
            }),
            9 if shape.equalities && numbers.below(3) > 0 => truths.push(pool.eq(a, b)),
            _ => indices.push(pool.ite(p, i, j)),
        }
    }
    truths
}

/// How many answers two or more solvers gave, all the same; panics where they differ.
fn compare(shape: &Shape, count: u64, seed: u64) -> [usize; 2] {
    let mut answers = [0, 0];
    for number in 0..count {
        let mut numbers = Numbers((seed + number).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut pool = Pool::raw();
        let truths = formulas(&mut pool, &mut numbers, shape);
        let mut solvers = [
            solver(BACKEND, false, number % 2 == 0),
            solver(BITWUZLA, true, number % 3 == 0),
            solver(BITWUZLA, false, false),
        ];
        for round in 0..4 {
            let assumed: Vec<TermId> = (0..1 + numbers.below(4))
                .map(|_| {
                    let truth = numbers.one(&truths);
                    match numbers.below(2) {
                        0 => truth,
                        _ => pool.not(truth),
                    }
                })
                .collect();
            let mut given = Vec::new();
            for solver in &mut solvers {
                match solver.check(&pool, &assumed) {
                    Ok(Answer::Unknown(_)) => {}
                    Ok(answer) => given.push(answer),
                    Err(error) => panic!("formula {number}, round {round}: {error}"),
                }
            }
            assert!(
                given.windows(2).all(|pair| pair[0] == pair[1]),
                "formula {number}, round {round}: {given:?}"
            );
            match given.first() {
                Some(Answer::Sat) if given.len() > 1 => answers[0] += 1,
                Some(Answer::Unsat) if given.len() > 1 => answers[1] += 1,
                _ => {}
            }
            // From now on one of the truths holds, if that is possible.
            if round == 1 && given.first() == Some(&Answer::Sat) {
                for solver in &mut solvers {
                    solver.assert(&pool, assumed[0]).expect("an assertion");
                }
            }
        }
    }
    answers
}

fn campaign() -> u64 {
    std::env::var("CASSAY_CAMPAIGN")
        .ok()
        .map_or(1, |times| times.parse().unwrap_or(1))
}

#[test]
fn bit_vectors() {
    for width in [1, 4, 7] {
        let shape = Shape {
            width,
            index: 8,
            arrays: false,
            equalities: false,
        };
        let [sat, unsat] = compare(&shape, 60 * campaign(), u64::from(width) << 32);
        assert!(sat > 40 && unsat > 20, "{sat} sat, {unsat} unsat");
    }
}

#[test]
fn arrays() {
    for index in [1, 3, 8, 32] {
        let shape = Shape {
            width: 4,
            index,
            arrays: true,
            equalities: false,
        };
        let [sat, unsat] = compare(&shape, 60 * campaign(), u64::from(index) << 40);
        assert!(sat > 40 && unsat > 20, "{sat} sat, {unsat} unsat");
    }
}

#[test]
fn equalities_of_arrays() {
    for index in [1, 2, 7, 32] {
        let shape = Shape {
            width: 3,
            index,
            arrays: true,
            equalities: true,
        };
        let [sat, unsat] = compare(&shape, 60 * campaign(), u64::from(index) << 48);
        assert!(sat > 40 && unsat > 20, "{sat} sat, {unsat} unsat");
    }
}
