//! Random term DAGs, built at once in a pool that changes nothing and in one with every rule,
//! and evaluated under random models: both must agree, and the ranges and leaves kept with the
//! simplified terms must contain the value.

use cassay_bv::Bv;
use cassay_term::{
    Evaluator, FloatKind, FloatOp, Model, Op, OpClass, Pool, Rounding, Sort, TermId, Value,
};
use std::collections::BTreeMap;

/// A small deterministic generator (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A value that is often at the edge of something.
    fn bits(&mut self, width: u32) -> Bv {
        let random = Bv::from_limbs(width, &[self.next() << 11 ^ self.next(), self.next()]);
        match self.below(9) {
            0 => Bv::zero(width),
            1 => Bv::one(width),
            2 => Bv::ones(width),
            3 => Bv::signed_min(width),
            4 => Bv::signed_max(width),
            5 => Bv::power_of_two(width, self.below(width as usize) as u32),
            6 => Bv::ones(width).lshr_by(self.below(width as usize) as u32),
            7 => Bv::from_u64(width, self.next() % 9),
            _ => random,
        }
    }
}

/// The same term in both pools.
type Pair = (TermId, TermId);

struct Case {
    random: Random,
    raw: Pool,
    simple: Pool,
    bools: Vec<Pair>,
    /// Bit-vectors by width.
    bits: BTreeMap<u32, Vec<Pair>>,
    arrays: Vec<Pair>,
    symbols: Vec<(Pair, Sort)>,
    width: u32,
}

const INDEX: u32 = 4;

impl Case {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let width = match random.below(4) {
            0 => 8,
            1 => 1 + random.below(5) as u32,
            2 => 32,
            _ => 1 + random.below(70) as u32,
        };
        let mut case = Case {
            random,
            raw: Pool::raw(),
            simple: cassay_simplify::pool(),
            bools: Vec::new(),
            bits: BTreeMap::new(),
            arrays: Vec::new(),
            symbols: Vec::new(),
            width,
        };
        for name in ["p", "q", "r"] {
            let pair = case.symbol(name, Sort::Bool);
            case.bools.push(pair);
        }
        for name in ["x", "y"] {
            let pair = case.symbol(name, Sort::Bv(width));
            case.add_bits(pair);
        }
        for (name, width) in [("b", 8), ("i", INDEX), ("f", 1)] {
            let pair = case.symbol(name, Sort::Bv(width));
            case.add_bits(pair);
        }
        let array = case.symbol(
            "m",
            Sort::Array {
                index: INDEX,
                element: width,
            },
        );
        case.arrays.push(array);
        case
    }

    fn symbol(&mut self, name: &str, sort: Sort) -> Pair {
        let pair = (self.raw.symbol(name, sort), self.simple.symbol(name, sort));
        self.symbols.push((pair, sort));
        pair
    }

    fn add_bits(&mut self, pair: Pair) {
        self.bits
            .entry(self.raw.width(pair.0))
            .or_default()
            .push(pair);
    }

    fn constant(&mut self, width: u32) -> Pair {
        let value = self.random.bits(width);
        (self.raw.bv(value.clone()), self.simple.bv(value))
    }

    fn a_bool(&mut self) -> Pair {
        let recent = self.bools.len().saturating_sub(6);
        match self.random.below(3) {
            0 => self.random.pick(&self.bools),
            _ => self.random.pick(&self.bools[recent..]),
        }
    }

    fn a_width(&mut self) -> u32 {
        let widths: Vec<u32> = self.bits.keys().copied().collect();
        if self.random.below(2) == 0 {
            self.width
        } else {
            self.random.pick(&widths)
        }
    }

    fn some_bits(&mut self, width: u32) -> Pair {
        if self.random.below(4) == 0 {
            return self.constant(width);
        }
        if let Some(all) = self.bits.get(&width) {
            let recent = all.len().saturating_sub(5);
            let from = if self.random.below(3) == 0 { 0 } else { recent };
            return self.random.pick(&all[from..]);
        }
        self.constant(width)
    }

    fn make(&mut self, op: Op, args: &[Pair]) -> Pair {
        let raw: Vec<TermId> = args.iter().map(|pair| pair.0).collect();
        let simple: Vec<TermId> = args.iter().map(|pair| pair.1).collect();
        let pair = (self.raw.make(op, &raw), self.simple.make(op, &simple));
        match self.raw.sort(pair.0) {
            Sort::Bool => self.bools.push(pair),
            Sort::Bv(width) if width <= 200 => self.add_bits(pair),
            Sort::Array { .. } => self.arrays.push(pair),
            _ => {}
        }
        pair
    }

    fn step(&mut self) {
        let width = self.a_width();
        match self.random.below(22) {
            0..=3 => {
                let classes = [OpClass::Logic, OpClass::Equality];
                let op = self.random.pick(&Op::of_classes(&classes));
                let args: Vec<Pair> = (0..op.arity()).map(|_| self.a_bool()).collect();
                self.make(op, &args);
            }
            4 => {
                let args = [self.a_bool(), self.a_bool(), self.a_bool()];
                self.make(Op::Ite, &args);
            }
            5..=6 => {
                let args = [self.a_bool(), self.some_bits(width), self.some_bits(width)];
                self.make(Op::Ite, &args);
            }
            7 => {
                let args = [self.a_bool(), self.constant(width), self.constant(width)];
                self.make(Op::Ite, &args);
            }
            8..=12 => {
                let op = self.random.pick(&Op::of_classes(&[OpClass::Binary]));
                let args = [self.some_bits(width), self.some_bits(width)];
                self.make(op, &args);
            }
            13..=14 => self.change_width(width),
            15..=17 => {
                let classes = [OpClass::Equality, OpClass::Compare, OpClass::Overflow];
                let op = self.random.pick(&Op::of_classes(&classes));
                let args = [self.some_bits(width), self.some_bits(width)];
                self.make(op, &args);
            }
            18 => {
                let op = self.random.pick(&Op::of_classes(&[OpClass::Unary]));
                let arg = self.some_bits(width);
                self.make(op, &[arg]);
            }
            19..=20 => self.float(),
            _ => self.array(),
        }
    }

    fn change_width(&mut self, width: u32) {
        let arg = self.some_bits(width);
        match self.random.below(4) {
            0 => {
                let lo = self.random.below(width as usize) as u32;
                let lo = if self.random.below(2) == 0 { 0 } else { lo };
                let hi = lo + self.random.below((width - lo) as usize) as u32;
                self.make(Op::BvExtract { hi, lo }, &[arg]);
            }
            1 => {
                let other = self.a_width();
                let low = self.some_bits(other);
                self.make(Op::BvConcat, &[arg, low]);
            }
            kind => {
                let to = match self.random.below(3) {
                    0 => width.max(self.width),
                    1 => width.max(32),
                    _ => width + self.random.below(9) as u32,
                };
                let op = if kind == 2 {
                    Op::BvZext { to }
                } else {
                    Op::BvSext { to }
                };
                self.make(op, &[arg]);
            }
        }
    }

    fn float(&mut self) {
        let kinds = [
            FloatKind::Half,
            FloatKind::Single,
            FloatKind::Double,
            FloatKind::X87,
        ];
        let (kind, other) = (self.random.pick(&kinds), self.random.pick(&kinds));
        let rounding = self.random.pick(Rounding::ALL);
        let signed = self.random.below(2) == 0;
        let op = match self.random.below(9) {
            0..=2 => Op::Float(self.random.pick(FloatOp::ALL), kind, rounding),
            3 => self
                .random
                .pick(&[Op::FloatLt(kind), Op::FloatLe(kind), Op::FloatEq(kind)]),
            4 => Op::FloatIsNan(kind),
            5 => Op::FloatConvert {
                from: kind,
                to: other,
                rounding,
            },
            6..=7 => Op::FloatFromInt {
                kind,
                rounding,
                signed,
            },
            _ => Op::FloatToInt {
                kind,
                width: self.a_width(),
                signed,
            },
        };
        let width = match op {
            Op::FloatFromInt { .. } => self.a_width(),
            _ => kind.bits(),
        };
        let args: Vec<Pair> = (0..op.arity()).map(|_| self.some_bits(width)).collect();
        self.make(op, &args);
    }

    fn array(&mut self) {
        let array = self.random.pick(&self.arrays);
        let index = self.some_bits(INDEX);
        let width = self.width;
        match self.random.below(8) {
            0..=2 => {
                self.make(Op::Select, &[array, index]);
            }
            3..=5 => {
                let value = self.some_bits(width);
                self.make(Op::Store, &[array, index, value]);
            }
            6 => {
                let other = self.random.pick(&self.arrays);
                let condition = self.a_bool();
                self.make(Op::Ite, &[condition, array, other]);
            }
            _ => {
                let value = self.some_bits(width);
                self.make(Op::ConstArray { index: INDEX }, &[value]);
            }
        }
    }

    fn models(&mut self) -> (Model, Model) {
        let (mut raw, mut simple) = (Model::new(), Model::new());
        for ((in_raw, in_simple), sort) in self.symbols.clone() {
            let value = match sort {
                Sort::Bool => Value::Bool(self.random.below(2) == 0),
                Sort::Bv(width) => Value::Bv(self.random.bits(width)),
                Sort::Array { index, element } => {
                    let mut entries = BTreeMap::new();
                    for _ in 0..self.random.below(6) {
                        entries.insert(self.random.bits(index), self.random.bits(element));
                    }
                    Value::Array {
                        default: self.random.bits(element),
                        entries,
                    }
                }
                _ => unreachable!("no such symbols here"),
            };
            raw.set(in_raw, value.clone());
            simple.set(in_simple, value);
        }
        (raw, simple)
    }

    fn check(&mut self, seed: u64) {
        for _ in 0..4 {
            let (raw_model, simple_model) = self.models();
            let mut raw = Evaluator::new(&self.raw, &raw_model);
            let mut simple = Evaluator::new(&self.simple, &simple_model);
            let all = self.bools.iter().chain(self.bits.values().flatten());
            for (in_raw, in_simple) in all {
                let (wanted, got) = (raw.value(*in_raw), simple.value(*in_simple));
                assert_eq!(
                    wanted,
                    got,
                    "seed {seed}: {}\nbecame {}",
                    cassay_term::term_to_string(&self.raw, *in_raw),
                    cassay_term::term_to_string(&self.simple, *in_simple),
                );
                if let Value::Bv(value) = &got {
                    self.check_facts(*in_simple, value, seed);
                }
            }
            for (in_raw, in_simple) in &self.arrays {
                for at in 0..1 << INDEX {
                    let at = Bv::from_u64(INDEX, at);
                    assert_eq!(
                        element(raw.value(*in_raw), &at),
                        element(simple.value(*in_simple), &at),
                        "seed {seed}: array {in_raw} at {at}"
                    );
                }
            }
        }
    }

    fn check_facts(&self, term: TermId, value: &Bv, seed: u64) {
        if let Some(range) = self.simple.range(term) {
            let u = value.to_u64().expect("at most 64 bits");
            let s = value.to_i64().expect("at most 64 bits");
            let inside = range.umin <= u && u <= range.umax && range.smin <= s && s <= range.smax;
            assert!(inside, "seed {seed}: {value} outside {range:?} of {term}");
        }
        if let Some(leaves) = self.simple.const_leaves(term, 64) {
            assert!(
                leaves.contains(value),
                "seed {seed}: {value} is no leaf of {term}"
            );
        }
    }
}

fn element(array: Value, at: &Bv) -> Bv {
    match array {
        Value::Array { default, entries } => entries.get(at).cloned().unwrap_or(default),
        Value::Bool(_) | Value::Bv(_) => unreachable!("an array has an array value"),
    }
}

/// Runs cases and gives how often rewriting was cut short.
fn run(seeds: std::ops::Range<u64>, steps: usize) -> u64 {
    let mut bounded = 0;
    for seed in seeds {
        let mut case = Case::new(seed);
        for _ in 0..steps {
            case.step();
        }
        case.check(seed);
        bounded += case.simple.stats().bounded;
    }
    bounded
}

#[test]
fn simplified_terms_evaluate_like_raw_ones() {
    let bounded = run(0..6_000, 40);
    assert_eq!(
        bounded, 0,
        "rules that undo each other would run into the bounds"
    );
}

#[test]
fn simplified_terms_evaluate_like_raw_ones_in_large_dags() {
    let bounded = run(1_000_000..1_000_300, 400);
    assert_eq!(
        bounded, 0,
        "rules that undo each other would run into the bounds"
    );
}

#[test]
fn the_same_calls_give_the_same_terms() {
    let build = |seed| {
        let mut case = Case::new(seed);
        for _ in 0..200 {
            case.step();
        }
        (case.bools, case.bits, case.simple.stats())
    };
    for seed in 0..20 {
        assert_eq!(build(seed), build(seed));
    }
}
