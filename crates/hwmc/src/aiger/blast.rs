//! Systems as bits: the circuits of the bit-blaster, with its richer gates made of conjunctions.

use super::{Aig, Latch, Lit, Maker};
use crate::names::Names;
use crate::system::go_on;
use crate::{Refusal, System};
use cassay_base::Stop;
use cassay_solver_cadical::graph::{Gate, Graph, Lit as GraphLit};
use cassay_solver_cadical::translate::{Obstacle, Translator};
use cassay_term::TermId;

/// One bit of an input or latch of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which input or latch.
    pub of: usize,
    /// Which bit, from the lowest.
    pub bit: u32,
}

/// The circuit of a system, and what its inputs and latches are.
#[derive(Clone, Debug)]
pub struct Blasted {
    /// The circuit.
    pub aig: Aig,
    /// What each input is.
    pub inputs: Vec<Place>,
    /// What each latch is.
    pub latches: Vec<Place>,
}

/// The circuit of a system.
pub fn blast(system: &System, stop: &Stop) -> Result<Blasted, Refusal> {
    let mut bits = Bits::default();
    let inputs: Vec<TermId> = system.inputs.iter().map(|input| input.symbol).collect();
    let latches: Vec<TermId> = system.latches.iter().map(|latch| latch.symbol).collect();
    let inputs = bits.leaves(system, &inputs, stop)?;
    let latches = bits.leaves(system, &latches, stop)?;
    let mut nexts = Vec::new();
    for latch in &system.latches {
        nexts.extend(bits.of(system, latch.next, stop)?);
    }
    let mut bad = Vec::new();
    for property in &system.bad {
        bad.extend(bits.of(system, property.term, stop)?);
    }
    let roots: Vec<GraphLit> = nexts.iter().chain(&bad).copied().collect();
    let mut lowered = Lowered::of(&bits, inputs.len(), &roots, stop)?;
    let aig = &mut lowered.maker.aig;
    for (place, next) in nexts.iter().enumerate() {
        let lit = aig.latches[place].lit;
        aig.latches[place] = Latch {
            lit,
            next: lowered.lits.get(next),
            reset: 0,
        };
    }
    aig.bad = bad.iter().map(|bad| lowered.lits.get(bad)).collect();
    aig.names = names(system, &inputs, &latches);
    let aig = lowered.maker.aig;
    Ok(Blasted {
        aig,
        inputs,
        latches,
    })
}

/// The graph of gates so far.
#[derive(Default)]
struct Bits {
    graph: Graph,
    translator: Translator,
    /// The nodes of inputs and latches, in order.
    leaves: Vec<usize>,
}

impl Bits {
    fn of(&mut self, system: &System, term: TermId, stop: &Stop) -> Result<Vec<GraphLit>, Refusal> {
        let pool = system.pool();
        let done = self.translator.translate(&mut self.graph, pool, term, stop);
        match done {
            Ok(()) => {}
            Err(Obstacle::Lacking(what)) => return Err(Refusal::Unsupported(what)),
            Err(Obstacle::Stopped) => {
                go_on(stop)?;
                return Err(Refusal::Unsupported("a system of that size".into()));
            }
        }
        let bits = self.translator.known(term).unwrap_or_default();
        Ok(bits.to_vec())
    }

    fn leaves(
        &mut self,
        system: &System,
        symbols: &[TermId],
        stop: &Stop,
    ) -> Result<Vec<Place>, Refusal> {
        let mut places = Vec::new();
        for (of, symbol) in symbols.iter().enumerate() {
            for (bit, lit) in self.of(system, *symbol, stop)?.into_iter().enumerate() {
                let bit = bit as u32;
                places.push(Place { of, bit });
                self.leaves.push(lit.node());
            }
        }
        Ok(places)
    }
}

/// The literal of each node that is needed.
struct Literals(Vec<Lit>);

impl Literals {
    fn get(&self, lit: &GraphLit) -> Lit {
        self.0[lit.node()] ^ u32::from(lit.is_negated())
    }
}

struct Lowered {
    maker: Maker,
    lits: Literals,
}

impl Lowered {
    /// The gates below these roots; the first leaves are inputs, the others latches.
    fn of(bits: &Bits, inputs: usize, roots: &[GraphLit], stop: &Stop) -> Result<Self, Refusal> {
        let graph = &bits.graph;
        let mut lowered = Lowered {
            maker: Maker::default(),
            lits: Literals(vec![0; graph.len()]),
        };
        // The constant node is false where it is not negated.
        for (number, node) in bits.leaves.iter().enumerate() {
            let lit = lowered.maker.leaf();
            lowered.lits.0[*node] = lit;
            let aig = &mut lowered.maker.aig;
            if number < inputs {
                aig.inputs.push(lit);
            } else {
                let (next, reset) = (lit, 0);
                aig.latches.push(Latch { lit, next, reset });
            }
        }
        let needed = needed(graph, roots);
        for node in (0..graph.len()).filter(|node| needed[*node]) {
            go_on(stop)?;
            lowered.lower(node, graph.gate(node));
        }
        Ok(lowered)
    }

    fn lower(&mut self, node: usize, gate: Gate) {
        let of = |lit: GraphLit| self.lits.get(&lit);
        let maker = &mut self.maker;
        let lit = match gate {
            Gate::Constant => 0,
            Gate::Input => return,
            Gate::And(a, b) => maker.and(of(a), of(b)),
            Gate::Xor(a, b) => {
                let (a, b) = (of(a), of(b));
                let left = maker.and(a, b ^ 1);
                let right = maker.and(a ^ 1, b);
                maker.or(left, right)
            }
            Gate::Mux(c, t, e) => {
                let (c, t, e) = (of(c), of(t), of(e));
                let then = maker.and(c, t);
                let otherwise = maker.and(c ^ 1, e);
                maker.or(then, otherwise)
            }
            Gate::Maj(a, b, c) => {
                let (a, b, c) = (of(a), of(b), of(c));
                let both = maker.and(a, b);
                let any = maker.or(a, b);
                let third = maker.and(c, any);
                maker.or(both, third)
            }
        };
        self.lits.0[node] = lit;
    }
}

/// The nodes that roots depend on.
fn needed(graph: &Graph, roots: &[GraphLit]) -> Vec<bool> {
    let mut needed = vec![false; graph.len()];
    for root in roots {
        needed[root.node()] = true;
    }
    for node in (0..graph.len()).rev() {
        if !needed[node] {
            continue;
        }
        let inputs = match graph.gate(node) {
            Gate::Constant | Gate::Input => Vec::new(),
            Gate::And(a, b) | Gate::Xor(a, b) => vec![a, b],
            Gate::Mux(a, b, c) | Gate::Maj(a, b, c) => vec![a, b, c],
        };
        for input in inputs {
            needed[input.node()] = true;
        }
    }
    needed
}

/// The symbol table: a name once for each bit, made different where names are the same.
fn names(system: &System, inputs: &[Place], latches: &[Place]) -> Vec<(char, usize, String)> {
    let mut known = Names::default();
    let mut unique = |name: &str| known.unique(name);
    let of_inputs: Vec<String> = system.inputs.iter().map(|i| unique(&i.name)).collect();
    let of_latches: Vec<String> = system.latches.iter().map(|l| unique(&l.name)).collect();
    let mut names = Vec::new();
    for (kind, places, of) in [('i', inputs, &of_inputs), ('l', latches, &of_latches)] {
        for (number, place) in places.iter().enumerate() {
            names.push((kind, number, format!("{}[{}]", of[place.of], place.bit)));
        }
    }
    for (number, bad) in system.bad.iter().enumerate() {
        names.push(('b', number, known.unique(&bad.name)));
    }
    names
}
