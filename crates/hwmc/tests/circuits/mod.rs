//! Simulators of written files, for tests: one for circuits of conjunctions, one for lines of words.
//!
//! Neither shares code with what wrote the files, except for the reader of circuits and the arithmetic of
//! words.

use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_efsm::Machine;
use cassay_efsm::arbitrary::Rng;
use cassay_hwmc::aiger::{Aig, Form};
use cassay_hwmc::{Options, System, aiger, btor2};
use cassay_term::{Sort, Value};
use std::collections::BTreeMap;

/// What is written and simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circuit {
    /// BTOR2.
    Btor2,
    /// AIGER as text.
    AigerText,
    /// AIGER in binary form.
    AigerBinary,
}

/// A file, read back.
pub enum Simulated {
    Words(String),
    Bits(Aig),
}

/// A random value.
pub fn random(sort: Sort, rng: &mut Rng) -> Value {
    match sort.bv_width() {
        Some(width) => Value::Bv(Bv::from_u128(
            width,
            u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()),
        )),
        None => Value::Bool(rng.next_u64() & 1 == 1),
    }
}

impl Simulated {
    pub fn new(machine: &Machine, options: &Options, circuit: Circuit) -> Self {
        let stop = Stop::new();
        let bits = |form| {
            let bytes = aiger::write(machine, options, form, &stop).expect("a file");
            Simulated::Bits(aiger::read(&bytes).expect("a circuit"))
        };
        match circuit {
            Circuit::Btor2 => {
                Simulated::Words(btor2::write(machine, options, &stop).expect("a file"))
            }
            Circuit::AigerText => bits(Form::Text),
            Circuit::AigerBinary => bits(Form::Binary),
        }
    }

    /// The values of latches behind a step, and whether a property is violated before it.
    pub fn step(&self, system: &System, latches: &[Value], inputs: &[Value]) -> (Vec<Value>, bool) {
        let sorts: Vec<Sort> = system
            .latches
            .iter()
            .map(|l| system.pool().sort(l.symbol))
            .collect();
        match self {
            Simulated::Words(text) => {
                let (next, bad) = words(text, &as_words(latches), &as_words(inputs));
                let values = next.into_iter().zip(sorts);
                let values = values.map(|(word, sort)| match sort.bv_width() {
                    Some(_) => Value::Bv(word),
                    None => Value::Bool(!word.is_zero()),
                });
                (values.collect(), bad)
            }
            Simulated::Bits(aig) => {
                let (next, bad) = bits(aig, &as_bits(latches), &as_bits(inputs));
                let mut next = next.into_iter();
                let values = sorts.into_iter().map(|sort| {
                    let width = sort.bv_width().unwrap_or(1);
                    let mut word = Bv::zero(width);
                    for bit in 0..width {
                        if next.next().expect("a bit") {
                            word = word.or(&Bv::power_of_two(width, bit));
                        }
                    }
                    match sort.bv_width() {
                        Some(_) => Value::Bv(word),
                        None => Value::Bool(!word.is_zero()),
                    }
                });
                (values.collect(), bad)
            }
        }
    }
}

fn as_words(values: &[Value]) -> Vec<Bv> {
    let word = |value: &Value| match value {
        Value::Bool(value) => Bv::from_bool(*value),
        Value::Bv(value) => value.clone(),
        Value::Array { .. } => panic!("no arrays here"),
    };
    values.iter().map(word).collect()
}

fn as_bits(values: &[Value]) -> Vec<bool> {
    let words = as_words(values).into_iter();
    words
        .flat_map(|word| (0..word.width()).map(move |bit| word.bit(bit)))
        .collect()
}

/// Simulates a circuit.
fn bits(aig: &Aig, latches: &[bool], inputs: &[bool]) -> (Vec<bool>, bool) {
    let mut values = vec![false; aig.max_variable() as usize + 1];
    assert_eq!(
        (latches.len(), inputs.len()),
        (aig.latches.len(), aig.inputs.len())
    );
    for (lit, value) in aig.inputs.iter().zip(inputs) {
        values[*lit as usize / 2] = *value;
    }
    for (latch, value) in aig.latches.iter().zip(latches) {
        values[latch.lit as usize / 2] = *value;
    }
    let of = |values: &[bool], lit: u32| values[lit as usize / 2] != (lit & 1 == 1);
    for and in &aig.ands {
        let value = of(&values, and.args[0]) && of(&values, and.args[1]);
        values[and.lit as usize / 2] = value;
    }
    let next = aig.latches.iter().map(|latch| of(&values, latch.next));
    (next.collect(), aig.bad.iter().any(|bad| of(&values, *bad)))
}

/// Simulates lines of BTOR2, one after the other.
fn words(text: &str, states: &[Bv], inputs: &[Bv]) -> (Vec<Bv>, bool) {
    let mut widths: BTreeMap<u64, u32> = BTreeMap::new();
    let mut values: BTreeMap<u64, Bv> = BTreeMap::new();
    let (mut states, mut inputs) = (states.iter(), inputs.iter());
    let mut order = Vec::new();
    let mut next: BTreeMap<u64, Bv> = BTreeMap::new();
    let mut bad = false;
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |place: usize| words[place].parse::<u64>().expect("a number");
        let line = number(0);
        match words[1] {
            "sort" => {
                assert_eq!(words[2], "bitvec");
                widths.insert(line, number(3) as u32);
            }
            "input" | "state" => {
                let from = if words[1] == "input" {
                    &mut inputs
                } else {
                    &mut states
                };
                let value = from.next().expect("a value").clone();
                assert_eq!(value.width(), widths[&number(2)]);
                values.insert(line, value);
                if words[1] == "state" {
                    order.push(line);
                }
            }
            "init" => assert!(values.contains_key(&number(3)) && values.contains_key(&number(4))),
            "next" => {
                next.insert(number(3), values[&number(4)].clone());
            }
            "bad" => bad |= !values[&number(2)].is_zero(),
            "const" => {
                let value = Bv::parse(widths[&number(2)], words[3], 2).expect("digits");
                values.insert(line, value);
            }
            "slice" => {
                let value = values[&number(3)].extract(number(4) as u32, number(5) as u32);
                values.insert(line, value);
            }
            operator => {
                let width = widths[&number(2)];
                let args: Vec<Bv> = match operator {
                    "uext" | "sext" => vec![values[&number(3)].clone()],
                    _ => (3..words.len())
                        .map(|place| values[&number(place)].clone())
                        .collect(),
                };
                let value = apply(operator, width, &args);
                assert_eq!(value.width(), width, "{operator}");
                values.insert(line, value);
            }
        }
    }
    assert!(states.next().is_none() && inputs.next().is_none());
    (order.iter().map(|state| next[state].clone()).collect(), bad)
}

fn apply(operator: &str, width: u32, args: &[Bv]) -> Bv {
    let a = &args[0];
    let truth = Bv::from_bool;
    match (operator, args.get(1)) {
        ("not", _) => a.not(),
        ("neg", _) => a.neg(),
        ("uext", _) => a.zext(width),
        ("sext", _) => a.sext(width),
        ("ite", Some(b)) => {
            if a.is_zero() {
                args[2].clone()
            } else {
                b.clone()
            }
        }
        ("and", Some(b)) => a.and(b),
        ("or", Some(b)) => a.or(b),
        ("xor", Some(b)) => a.xor(b),
        ("add", Some(b)) => a.add(b),
        ("sub", Some(b)) => a.sub(b),
        ("mul", Some(b)) => a.mul(b),
        ("udiv", Some(b)) => a.udiv(b),
        ("urem", Some(b)) => a.urem(b),
        ("sdiv", Some(b)) => a.sdiv(b),
        ("srem", Some(b)) => a.srem(b),
        ("sll", Some(b)) => a.shl(b),
        ("srl", Some(b)) => a.lshr(b),
        ("sra", Some(b)) => a.ashr(b),
        ("concat", Some(b)) => a.concat(b),
        ("eq", Some(b)) => truth(a == b),
        ("ult", Some(b)) => truth(a.ult(b)),
        ("ulte", Some(b)) => truth(a.ule(b)),
        ("slt", Some(b)) => truth(a.slt(b)),
        ("slte", Some(b)) => truth(a.sle(b)),
        _ => panic!("unknown operator {operator}"),
    }
}
