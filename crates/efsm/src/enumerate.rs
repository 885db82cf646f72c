//! All states that a small machine can reach: the reference for searches and provers.
//!
//! Breadth first: a state is found at its least depth. Edges are compiled to lists of operations on
//! values (`compiled`), and for each state and edge all values of the inputs that the edge reads are tried.
//! Machines whose variables have more than 24 bits, whose edges read inputs of more than 16 bits, or that
//! have arrays or floats are refused.

mod compiled;

use crate::{ControlId, ControlKind, EdgeId, Execution, Machine, State, Step};
use cassay_base::IndexVec;
use cassay_bv::Bv;
use cassay_term::{Model, Pool, Sort, TermId, Value};
use compiled::Compiled;
use std::collections::BTreeMap;

/// Most bits of all variables together.
const STATE_BITS: u32 = 24;
/// Most bits of the inputs of an edge.
const INPUT_BITS: u32 = 16;

/// Symbols whose values are the bits of one number, the first symbol lowest.
#[derive(Clone, Debug, Default)]
struct Packing(Vec<(TermId, Sort, u32)>);

impl Packing {
    fn new(pool: &Pool, symbols: impl IntoIterator<Item = TermId>) -> Option<Packing> {
        let symbols = symbols.into_iter().map(|symbol| {
            let sort = pool.sort(symbol);
            Some((symbol, sort, bits(sort)?))
        });
        Some(Packing(symbols.collect::<Option<_>>()?))
    }

    /// How many bits there are.
    fn bits(&self) -> u32 {
        self.0.iter().map(|(_, _, bits)| bits).sum()
    }

    fn unpack(&self, mut number: u64) -> impl Iterator<Item = (TermId, Value)> {
        self.0.iter().map(move |(symbol, sort, bits)| {
            let value = number & ((1 << bits) - 1);
            number >>= bits;
            let value = match sort.is_bool() {
                true => Value::Bool(value == 1),
                false => Value::Bv(Bv::from_u64(*bits, value)),
            };
            (*symbol, value)
        })
    }
}

/// The bits of a value, where it has few.
fn bits(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::Bv(width) => (width <= STATE_BITS).then_some(width),
        Sort::Array { .. } | Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => {
            None
        }
    }
}

/// How a state was first reached.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    depth: u32,
    /// The state before, the edge, and the inputs that it read.
    from: Option<((ControlId, u64), EdgeId, u64)>,
}

/// All states that can be reached.
pub struct Reached {
    variables: Packing,
    inputs: IndexVec<EdgeId, Packing>,
    states: BTreeMap<(ControlId, u64), Arrival>,
    controls: BTreeMap<ControlId, (ControlId, u64)>,
}

impl Reached {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether no state satisfies the condition at the start.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// All states with their least depths, by control state.
    pub fn states(&self) -> impl Iterator<Item = (State, u32)> {
        let states = self.states.iter();
        states.map(|(place, arrival)| (self.state(*place), arrival.depth))
    }

    fn state(&self, (control, number): (ControlId, u64)) -> State {
        let values = self.variables.unpack(number);
        State {
            control,
            values: values.map(|(_, value)| value).collect(),
        }
    }

    /// The least number of steps to a control state, if it can be reached.
    pub fn depth(&self, control: ControlId) -> Option<u32> {
        let place = self.controls.get(&control)?;
        Some(self.states[place].depth)
    }

    /// The greatest of the least depths.
    pub fn deepest(&self) -> u32 {
        let depths = self.states.values().map(|arrival| arrival.depth);
        depths.max().unwrap_or(0)
    }

    /// The errors that can be reached, by their numbers, with their least depths.
    pub fn errors(&self, machine: &Machine) -> BTreeMap<usize, u32> {
        let mut errors = BTreeMap::new();
        for control in self.controls.keys() {
            if let ControlKind::Error(number) = machine.controls[*control].kind
                && let Some(depth) = self.depth(*control)
            {
                let least = errors.entry(number).or_insert(depth);
                *least = depth.min(*least);
            }
        }
        errors
    }

    /// Whether an error or something open can be reached.
    pub fn is_bad(&self, machine: &Machine) -> bool {
        self.controls.keys().any(|control| {
            let kind = &machine.controls[*control].kind;
            matches!(kind, ControlKind::Error(_) | ControlKind::Open(_))
        })
    }

    /// A shortest execution to a control state, if it can be reached.
    pub fn execution(&self, control: ControlId) -> Option<Execution> {
        let mut place = *self.controls.get(&control)?;
        let mut steps = Vec::new();
        while let Some((before, edge, inputs)) = self.states[&place].from {
            steps.push(Step {
                edge,
                inputs: model(self.inputs[edge].unpack(inputs)),
            });
            place = before;
        }
        steps.reverse();
        Some(Execution {
            start: model(self.variables.unpack(place.1)),
            steps,
        })
    }
}

fn model(values: impl Iterator<Item = (TermId, Value)>) -> Model {
    let mut model = Model::new();
    for (symbol, value) in values {
        model.set(symbol, value);
    }
    model
}

/// All states that a machine can reach; `None` if it is too large.
pub fn enumerate(machine: &Machine) -> Option<Reached> {
    let symbols = machine.variables.iter().map(|variable| variable.symbol);
    let variables = Packing::new(&machine.pool, symbols)?;
    if variables.bits() > STATE_BITS {
        return None;
    }
    let mut edges = Vec::new();
    let mut inputs = IndexVec::new();
    for edge in machine.edges.iter() {
        let read = Compiled::inputs(machine, edge);
        let packing = Packing::new(&machine.pool, read)?;
        if packing.bits() > INPUT_BITS {
            return None;
        }
        edges.push(Compiled::of_edge(machine, edge, &variables, &packing)?);
        inputs.push(packing);
    }
    let mut reached = Reached {
        variables,
        inputs,
        states: BTreeMap::new(),
        controls: BTreeMap::new(),
    };
    let mut wave = start(machine, &mut reached)?;
    let mut depth = 0;
    while !wave.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for place in wave {
            for (id, edge) in machine.edges.iter_enumerated() {
                if edge.from == place.0 {
                    let compiled = &mut edges[id.0 as usize];
                    step(
                        &mut reached,
                        compiled,
                        place,
                        (id, edge.to),
                        depth,
                        &mut next,
                    );
                }
            }
        }
        wave = next;
    }
    Some(reached)
}

/// The first states.
fn start(machine: &Machine, reached: &mut Reached) -> Option<Vec<(ControlId, u64)>> {
    let mut compiled = Compiled::of_start(machine, &reached.variables)?;
    let mut wave = Vec::new();
    for number in 0..1u64 << reached.variables.bits() {
        if compiled.run(number, 0).is_some() {
            let arrival = Arrival {
                depth: 0,
                from: None,
            };
            arrive(reached, (machine.initial, number), arrival, &mut wave);
        }
    }
    Some(wave)
}

/// All states behind a state by an edge.
fn step(
    reached: &mut Reached,
    compiled: &mut Compiled,
    place: (ControlId, u64),
    (edge, to): (EdgeId, ControlId),
    depth: u32,
    next: &mut Vec<(ControlId, u64)>,
) {
    for inputs in 0..1u64 << reached.inputs[edge].bits() {
        if let Some(number) = compiled.run(place.1, inputs) {
            let from = Some((place, edge, inputs));
            arrive(reached, (to, number), Arrival { depth, from }, next);
        }
    }
}

fn arrive(
    reached: &mut Reached,
    place: (ControlId, u64),
    arrival: Arrival,
    next: &mut Vec<(ControlId, u64)>,
) {
    if let std::collections::btree_map::Entry::Vacant(entry) = reached.states.entry(place) {
        entry.insert(arrival);
        reached.controls.entry(place.0).or_insert(place);
        next.push(place);
    }
}
