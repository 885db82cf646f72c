//! Edges as lists of operations on values: the same as the term evaluator, without its memo.

use super::Packing;
use crate::{Edge, Machine};
use cassay_bv::Bv;
use cassay_term::{Meaning, Op, Pool, TermId, Value, post_order, symbols_of};
use std::collections::BTreeMap;

/// An operation on earlier values.
enum Operation {
    /// A constant or symbol: its place holds its value.
    None,
    Meaning(Meaning, [usize; 2]),
    Not(usize),
    Equal([usize; 2]),
    Choice([usize; 3]),
    Extract(usize, u32, u32),
    Zext(usize, u32),
    Sext(usize, u32),
}

/// A guard and new values of all variables. Truth values are bit-vectors of one bit here.
pub struct Compiled {
    operations: Vec<Operation>,
    values: Vec<Bv>,
    /// The places and widths of variables and of inputs.
    variables: Vec<(Option<usize>, u32)>,
    inputs: Vec<(Option<usize>, u32)>,
    guard: usize,
    /// For each variable: the place of its new value, if it has one.
    updates: Vec<Option<usize>>,
}

impl Compiled {
    /// The inputs that an edge reads.
    pub fn inputs(machine: &Machine, edge: &Edge) -> Vec<TermId> {
        let mut read = symbols_of(&machine.pool, &roots(edge));
        read.retain(|symbol| machine.inputs.contains(symbol));
        read
    }

    /// An edge; `None` if it has operators on arrays or floats.
    pub fn of_edge(
        machine: &Machine,
        edge: &Edge,
        variables: &Packing,
        inputs: &Packing,
    ) -> Option<Compiled> {
        let order = post_order(&machine.pool, &roots(edge));
        let places: BTreeMap<TermId, usize> = order
            .iter()
            .enumerate()
            .map(|(place, term)| (*term, place))
            .collect();
        let mut compiled = Compiled {
            operations: Vec::new(),
            values: Vec::new(),
            variables: places_of(variables, &places),
            inputs: places_of(inputs, &places),
            guard: places[&edge.guard],
            updates: vec![None; machine.variables.len()],
        };
        for term in order {
            let (operation, value) = operation(&machine.pool, term, &places)?;
            compiled.operations.push(operation);
            compiled.values.push(value);
        }
        for (variable, term) in &edge.updates {
            compiled.updates[variable.0 as usize] = Some(places[term]);
        }
        Some(compiled)
    }

    /// The condition at the start, as an edge that changes nothing.
    pub fn of_start(machine: &Machine, variables: &Packing) -> Option<Compiled> {
        let edge = Edge {
            from: machine.initial,
            to: machine.initial,
            guard: machine.start,
            updates: Vec::new(),
            passage: crate::Passage::Plain,
        };
        Compiled::of_edge(machine, &edge, variables, &Packing::default())
    }

    /// The values of the variables behind the edge, if it can be taken.
    pub fn run(&mut self, state: u64, inputs: u64) -> Option<u64> {
        for (packed, places) in [(state, &self.variables), (inputs, &self.inputs)] {
            let mut packed = packed;
            for (place, bits) in places {
                if let Some(place) = place {
                    self.values[*place] = Bv::from_u64(*bits, packed);
                }
                packed >>= bits;
            }
        }
        for place in 0..self.operations.len() {
            if let Some(value) = self.apply(&self.operations[place]) {
                self.values[place] = value;
            }
        }
        if self.values[self.guard].is_zero() {
            return None;
        }
        let (mut result, mut shift) = (0, 0);
        for ((_, bits), update) in self.variables.iter().zip(&self.updates) {
            let value = match update {
                Some(place) => self.values[*place].limbs()[0],
                None => state >> shift & ((1 << bits) - 1),
            };
            result |= value << shift;
            shift += bits;
        }
        Some(result)
    }

    fn apply(&self, operation: &Operation) -> Option<Bv> {
        let value = |place: &usize| &self.values[*place];
        match operation {
            Operation::None => None,
            Operation::Meaning(Meaning::Unary(f), [a, _]) => Some(f(value(a))),
            Operation::Meaning(Meaning::Binary(f), [a, b]) => Some(f(value(a), value(b))),
            Operation::Meaning(Meaning::Predicate(f), [a, b]) => {
                Some(Bv::from_bool(f(value(a), value(b))))
            }
            Operation::Meaning(Meaning::Logic(f), [a, b]) => {
                let truth = f(!value(a).is_zero(), !value(b).is_zero());
                Some(Bv::from_bool(truth))
            }
            Operation::Meaning(Meaning::Special, _) => unreachable!("these are other operations"),
            Operation::Not(a) => Some(value(a).not()),
            Operation::Equal([a, b]) => Some(Bv::from_bool(value(a) == value(b))),
            Operation::Choice([a, b, c]) => {
                let chosen = if value(a).is_zero() { c } else { b };
                Some(value(chosen).clone())
            }
            Operation::Extract(a, hi, lo) => Some(value(a).extract(*hi, *lo)),
            Operation::Zext(a, to) => Some(value(a).zext(*to)),
            Operation::Sext(a, to) => Some(value(a).sext(*to)),
        }
    }
}

fn roots(edge: &Edge) -> Vec<TermId> {
    let updates = edge.updates.iter().map(|(_, value)| *value);
    updates.chain([edge.guard]).collect()
}

/// Where the symbols of a packing are among the values, with their widths.
fn places_of(packing: &Packing, places: &BTreeMap<TermId, usize>) -> Vec<(Option<usize>, u32)> {
    let symbols = packing.0.iter();
    symbols
        .map(|(symbol, _, bits)| (places.get(symbol).copied(), *bits))
        .collect()
}

/// The operation of a term, and its value if that is constant.
fn operation(
    pool: &Pool,
    term: TermId,
    places: &BTreeMap<TermId, usize>,
) -> Option<(Operation, Bv)> {
    let op = *pool.op(term);
    let args: Vec<usize> = pool.args(term).iter().map(|arg| places[arg]).collect();
    let unset = Bv::from_bool(false);
    if args.is_empty() {
        let value = match (pool.as_bool(term), pool.as_bv(term)) {
            (Some(value), _) => Bv::from_bool(value),
            (None, Some(value)) => value.clone(),
            // Symbols that are neither variables nor inputs have their default.
            (None, None) => match Value::default_of(pool.sort(term)) {
                Value::Bv(value) => value,
                Value::Bool(value) => Bv::from_bool(value),
                Value::Array { .. } => return None,
            },
        };
        return Some((Operation::None, value));
    }
    let operation = match (op, op.meaning(), args.as_slice()) {
        (Op::Not, _, [a]) => Operation::Not(*a),
        (Op::Eq, _, [a, b]) => Operation::Equal([*a, *b]),
        (Op::Ite, _, [a, b, c]) => Operation::Choice([*a, *b, *c]),
        (Op::BvExtract { hi, lo }, _, [a]) => Operation::Extract(*a, hi, lo),
        (Op::BvZext { to }, _, [a]) => Operation::Zext(*a, to),
        (Op::BvSext { to }, _, [a]) => Operation::Sext(*a, to),
        (_, Meaning::Special, _) => return None,
        (_, meaning, [a]) => Operation::Meaning(meaning, [*a, *a]),
        (_, meaning, [a, b, ..]) => Operation::Meaning(meaning, [*a, *b]),
        (_, _, []) => return None,
    };
    Some((operation, unset))
}
