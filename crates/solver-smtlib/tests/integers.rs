//! The encoding by integers means the same as the one by bit-vectors: Z3, which is given integers,
//! and Bitwuzla, which is given bit-vectors, agree on random formulas, and every model satisfies the
//! original terms.

use cassay_solver::{Answer, Settings, Solver, Usable};
use cassay_solver_bitwuzla::BitwuzlaSolver;
use cassay_solver_smtlib::{INEXACT, PROGRAMS, Program, SmtlibSolver, usable};
use cassay_term::{
    Circuit, Evaluator, FloatKind, FloatOp, Op, OpClass, Pool, Rounding, Sort, TermId, symbols_of,
};

const INTEGERS: Settings = Settings {
    cores: false,
    seed: 0,
    command: None,
    floats_by_bits: false,
    arrays_by_reads: false,
    patience: None,
    integers: true,
};

/// The number of formulas of each kind.
const FORMULAS: u64 = 40;
/// The limit on the work for one formula.
const EFFORT: u64 = 3_000;

/// Deterministic pseudo-random numbers (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Operators on two bit-vectors whose circuits are of these kinds.
fn binary(circuits: &[Circuit]) -> Vec<Op> {
    let mut ops = Op::of_classes(&[OpClass::Binary]);
    ops.retain(|op| circuits.contains(&op.circuit()));
    ops
}

/// Operators that integers express directly.
const ARITHMETIC: [Circuit; 2] = [Circuit::Linear, Circuit::Product];
/// Operators that integers express only for certain arguments.
const BITS: [Circuit; 2] = [Circuit::Gates, Circuit::Shift];

/// Predicates on two bit-vectors.
fn predicates() -> Vec<Op> {
    Op::of_classes(&[OpClass::Equality, OpClass::Compare, OpClass::Overflow])
}

const ARRAY: Sort = Sort::Array {
    index: 6,
    element: 6,
};
const WIDTH: u32 = 6;

struct Generator {
    pool: Pool,
    numbers: Numbers,
    terms: Vec<TermId>,
    wide: Vec<TermId>,
    arrays: Vec<TermId>,
    with_bits: bool,
}

impl Generator {
    fn new(seed: u64, with_bits: bool) -> Self {
        // With rewrite rules and ranges, as formulas of programs are made.
        let mut pool = Pool::new();
        let names = ["a", "b", "c"];
        let terms = names
            .map(|name| pool.symbol(name, Sort::Bv(WIDTH)))
            .to_vec();
        let wide = vec![pool.symbol("w", Sort::Bv(2 * WIDTH))];
        let arrays = vec![pool.symbol("m", ARRAY)];
        Generator {
            pool,
            numbers: Numbers(seed),
            terms,
            wide,
            arrays,
            with_bits,
        }
    }

    fn narrow(&mut self) -> TermId {
        if self.numbers.below(4) == 0 {
            let value = self.numbers.below(1 << WIDTH) as u64;
            self.pool.bv_u64(WIDTH, value)
        } else {
            let terms = &self.terms;
            self.numbers.of(terms)
        }
    }

    fn predicate(&mut self) -> TermId {
        let op = self.numbers.of(&predicates());
        let (a, b) = match self.numbers.below(4) {
            0 => {
                let wide = self.wide.clone();
                (self.numbers.of(&wide), self.numbers.of(&wide))
            }
            _ => (self.narrow(), self.narrow()),
        };
        let claim = self.pool.make(op, &[a, b]);
        match self.numbers.below(3) {
            0 => self.pool.not(claim),
            _ => claim,
        }
    }

    fn step(&mut self) {
        let (a, b) = (self.narrow(), self.narrow());
        let wide = self.wide.clone();
        let w = self.numbers.of(&wide);
        match self.numbers.below(if self.with_bits { 14 } else { 12 }) {
            0..=3 => {
                let op = self.numbers.of(&binary(&ARITHMETIC));
                let term = self.pool.make(op, &[a, b]);
                self.terms.push(term);
            }
            4 => {
                let condition = self.predicate();
                let term = self.pool.ite(condition, a, b);
                self.terms.push(term);
            }
            5 => {
                let term = match self.numbers.below(3) {
                    0 => self.pool.zext(a, 2 * WIDTH),
                    1 => self.pool.sext(a, 2 * WIDTH),
                    _ => self.pool.concat(a, b),
                };
                self.wide.push(term);
            }
            6 => {
                let low = self.numbers.below(WIDTH as usize) as u32;
                let term = self.pool.extract(low + WIDTH - 1, low, w);
                self.terms.push(term);
            }
            7 => {
                let op = self.numbers.of(&binary(&[Circuit::Shift]));
                let by = self.numbers.below(WIDTH as usize + 2) as u64;
                let by = self.pool.bv_u64(WIDTH, by);
                let term = self.pool.make(op, &[a, by]);
                self.terms.push(term);
            }
            8 => {
                let op = self.numbers.of(&binary(&[Circuit::Gates]));
                let mask = self.numbers.of(&[1, 7, 0b11_1000, 0b01_1100, 63, 0]);
                let mask = self.pool.bv_u64(WIDTH, mask);
                let term = self.pool.make(op, &[a, mask]);
                self.terms.push(term);
            }
            9 => {
                let arrays = self.arrays.clone();
                let array = self.numbers.of(&arrays);
                let term = self.pool.select(array, a);
                self.terms.push(term);
            }
            10 => {
                let arrays = self.arrays.clone();
                let array = self.numbers.of(&arrays);
                let term = self.pool.store(array, a, b);
                self.arrays.push(term);
            }
            11 => {
                let term = match self.numbers.below(2) {
                    0 => self.pool.bv_neg(a),
                    _ => self.pool.bv_not(a),
                };
                self.terms.push(term);
            }
            _ => {
                let op = self.numbers.of(&binary(&BITS));
                let term = self.pool.make(op, &[a, b]);
                self.terms.push(term);
            }
        }
    }
}

/// Z3, if it is installed; fails if it is required.
fn z3() -> Option<&'static Program> {
    let z3 = PROGRAMS.iter().find(|p| p.name == "z3").expect("an entry");
    let available = usable(z3, None);
    if matches!(available, Usable::Yes(_)) {
        return Some(z3);
    }
    let needed = std::env::var("CASSAY_NEED_SOLVERS").unwrap_or_default();
    assert!(!needed.split(',').any(|name| name == "z3"), "{available:?}");
    eprintln!("NOT TESTED: z3: {available:?}");
    None
}

/// Compares the answers on formulas of one kind; some must be sat and some unsat.
fn agree(with_bits: bool) {
    let Some(z3) = z3() else {
        return;
    };
    let (mut sat, mut unsat, mut open) = (0, 0, 0);
    for seed in 0..FORMULAS {
        let mut made = Generator::new(seed * 2 + u64::from(with_bits), with_bits);
        for _ in 0..8 {
            made.step();
        }
        let claims: Vec<TermId> = (0..3).map(|_| made.predicate()).collect();
        let pool = &made.pool;
        let mut integers = SmtlibSolver::new(z3, &INTEGERS).expect("z3 starts");
        let mut bits = BitwuzlaSolver::new(&Settings::default()).expect("Bitwuzla starts");
        integers.set_effort(Some(EFFORT));
        // One after the other, so that a class may change to bit-vectors between checks.
        for known in 1..=claims.len() {
            let solvers: [&mut dyn Solver; 2] = [&mut integers, &mut bits];
            let [ours, theirs] = solvers.map(|solver| {
                solver
                    .assert(pool, claims[known - 1])
                    .expect("an assertion");
                solver.check(pool, &[]).expect("a check")
            });
            match (&ours, &theirs) {
                (Answer::Unknown(why), _) => {
                    assert!(!why.starts_with(INEXACT), "formula {seed}: {why}");
                    open += 1;
                }
                (Answer::Sat, _) => {
                    assert_eq!(ours, theirs, "formula {seed} with {known} claims");
                    let symbols = symbols_of(pool, &claims[..known]);
                    let model = integers.model(pool, &symbols).expect("a model");
                    let mut evaluator = Evaluator::new(pool, &model);
                    for claim in &claims[..known] {
                        assert!(evaluator.bool_value(*claim), "formula {seed}: {model:?}");
                    }
                    sat += 1;
                }
                (Answer::Unsat, _) => {
                    assert_eq!(ours, theirs, "formula {seed} with {known} claims");
                    unsat += 1;
                    break;
                }
            }
        }
    }
    println!("{sat} sat, {unsat} unsat, {open} not decided");
    assert!(sat > 30 && unsat > 8, "{sat} sat, {unsat} unsat");
    assert!(open * 5 < sat + unsat, "{open} are not decided");
}

#[test]
fn integers_agree_with_bit_vectors() {
    agree(false);
}

#[test]
fn integers_beside_bit_vectors_agree_with_bit_vectors() {
    agree(true);
}

const SINGLE: FloatKind = FloatKind::Single;
const DOUBLE: FloatKind = FloatKind::Double;
const NEAREST: Rounding = Rounding::NearestEven;

fn single(pool: &mut Pool, value: f32) -> TermId {
    pool.bv_u64(32, u64::from(value.to_bits()))
}

/// Sums and products of bounded floats have slightly wider bounds. Real numbers prove this quickly,
/// while circuits of floats would take long. A tight bound needs the floats.
#[test]
fn reals_bound_floats() {
    let Some(z3) = z3() else {
        return;
    };
    let mut pool = Pool::new();
    let (low, high) = (single(&mut pool, -8.0), single(&mut pool, 8.0));
    let mut bounded = Vec::new();
    let mut names = Vec::new();
    for name in ["x", "y", "z"] {
        let x = pool.symbol(name, Sort::Bv(32));
        let above = pool.make(Op::FloatLe(SINGLE), &[low, x]);
        let below = pool.make(Op::FloatLe(SINGLE), &[x, high]);
        bounded.extend([above, below]);
        names.push(x);
    }
    let operation = |pool: &mut Pool, op, a, b| pool.make(Op::Float(op, SINGLE, NEAREST), &[a, b]);
    let product = operation(&mut pool, FloatOp::Mul, names[0], names[1]);
    let sum = operation(&mut pool, FloatOp::Add, product, names[2]);
    let wide = pool.make(
        Op::FloatConvert {
            from: SINGLE,
            to: DOUBLE,
            rounding: NEAREST,
        },
        &[sum],
    );
    let number = pool.make(
        Op::FloatToInt {
            kind: DOUBLE,
            width: 32,
            signed: true,
        },
        &[wide],
    );
    let limit = pool.bv_i64(32, 72);
    let beyond = pool.slt(limit, number);
    let nan = pool.make(Op::FloatIsNan(SINGLE), &[sum]);
    let four = single(&mut pool, 4.0);
    let large = pool.make(Op::FloatLt(SINGLE), &[four, sum]);
    let mut solver = SmtlibSolver::new(z3, &INTEGERS).expect("z3 starts");
    for term in &bounded {
        solver.assert(&pool, *term).expect("an assertion");
    }
    assert_eq!(solver.check(&pool, &[beyond]), Ok(Answer::Unsat));
    assert_eq!(solver.check(&pool, &[nan]), Ok(Answer::Unsat));
    assert_eq!(solver.check(&pool, &[large]), Ok(Answer::Sat));
    let model = solver.model(&pool, &names).expect("a model");
    let mut evaluator = Evaluator::new(&pool, &model);
    assert!(evaluator.bool_value(large) && bounded.iter().all(|t| evaluator.bool_value(*t)));
}

/// Random formulas of floats: an answer of real numbers is also the answer of the floats.
#[test]
fn reals_never_contradict_floats() {
    let Some(z3) = z3() else {
        return;
    };
    let (mut sat, mut unsat, mut open) = (0, 0, 0);
    for seed in 0..24 {
        let mut numbers = Numbers(9000 + seed);
        let mut pool = Pool::new();
        let constants = [
            0.0,
            -0.0,
            1.0,
            0.1,
            -2.5,
            16_777_216.0,
            f32::MAX,
            f32::INFINITY,
            1e-45,
        ];
        let mut terms = vec![
            pool.symbol("x", Sort::Bv(32)),
            pool.symbol("y", Sort::Bv(32)),
        ];
        let integer = pool.symbol("n", Sort::Bv(32));
        for _ in 0..4 {
            let (a, b) = (numbers.of(&terms), numbers.of(&terms));
            let constant = single(&mut pool, numbers.of(&constants));
            let b = numbers.of(&[b, b, constant]);
            let term = match numbers.below(8) {
                0..=4 => {
                    let op = numbers.of(&[FloatOp::Add, FloatOp::Sub, FloatOp::Add, FloatOp::Mul]);
                    pool.make(Op::Float(op, SINGLE, NEAREST), &[a, b])
                }
                5 => {
                    let sign = pool.bv_u64(32, 1 << 31);
                    pool.bv_xor(a, sign)
                }
                6 => pool.make(
                    Op::FloatFromInt {
                        kind: SINGLE,
                        rounding: NEAREST,
                        signed: true,
                    },
                    &[integer],
                ),
                _ => {
                    let less = pool.make(Op::FloatLt(SINGLE), &[a, b]);
                    pool.ite(less, a, b)
                }
            };
            terms.push(term);
        }
        let mut claims = Vec::new();
        for _ in 0..3 {
            let (a, b) = (numbers.of(&terms), numbers.of(&terms));
            let op = numbers.of(&[
                Op::FloatLt(SINGLE),
                Op::FloatLe(SINGLE),
                Op::FloatEq(SINGLE),
                Op::Eq,
            ]);
            let claim = pool.make(op, &[a, b]);
            claims.push(if numbers.below(3) == 0 {
                pool.not(claim)
            } else {
                claim
            });
        }
        let mut reals = SmtlibSolver::new(z3, &INTEGERS).expect("z3 starts");
        let mut floats = BitwuzlaSolver::new(&Settings::default()).expect("Bitwuzla starts");
        reals.set_effort(Some(1_000));
        let ours = reals.check(&pool, &claims).expect("a check");
        let theirs = floats.check(&pool, &claims).expect("a check");
        match ours {
            Answer::Unknown(why) => {
                assert!(!why.starts_with(INEXACT), "formula {seed}: {why}");
                open += 1;
                continue;
            }
            Answer::Sat => sat += 1,
            Answer::Unsat => unsat += 1,
        }
        assert_eq!(ours, theirs, "formula {seed}");
    }
    println!("{sat} sat, {unsat} unsat, {open} not decided");
    assert!(
        sat > 5 && unsat > 3,
        "{sat} sat, {unsat} unsat, {open} not decided"
    );
}
