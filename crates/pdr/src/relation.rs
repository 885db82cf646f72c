//! A machine as gates: guards and new values of its edges, over bits of variables and inputs.
//!
//! Cubes and lemmas consist of atoms. The first atoms are the bits of the variables; the others are predicates:
//! Bool terms over variables, such as `state = 4560`, that the machine itself compares. What an atom is
//! behind an edge is a gate too, because edges are functions: no variables for the next state are needed.
//! What it compares before the edge becomes predicates in turn, a few steps back: `a = b` behind
//! `a := a + 1` is `a + 1 = b`, which no bits of `a` and `b` say.

use cassay_base::{IndexVec, Stop};
use cassay_efsm::{EdgeId, Machine, VarId};
use cassay_encode::{Encoder, Encoding, Unencodable};
use cassay_solver_cadical::graph::{Graph, Lit};
use cassay_solver_cadical::translate::{Obstacle, Translator};
use cassay_term::{Model, Op, OpClass, Pool, Sort, TermId, Value, post_order, substitute};
use std::collections::{BTreeMap, BTreeSet};

/// Most predicates taken from a machine.
const MOST_PREDICATES: usize = 3000;
/// Most terms that a predicate consists of.
const PREDICATE_SIZE: u32 = 8;

/// Through how many steps predicates are carried back.
const GENERATIONS: u32 = 8;

/// No atom.
const NO_ATOM: Literal = Literal(u32::MAX);

/// An atom: a bit of a variable, or a predicate.
pub type Atom = u32;

/// An atom or its negation: twice its number, one more if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(pub u32);

impl Literal {
    /// An atom that has this value.
    pub fn new(atom: Atom, value: bool) -> Literal {
        Literal(atom << 1 | u32::from(!value))
    }

    /// The atom.
    pub fn atom(self) -> Atom {
        self.0 >> 1
    }

    /// Whether the atom holds.
    pub fn value(self) -> bool {
        self.0 & 1 == 0
    }
}

/// A conjunction of literals, sorted.
pub type Cube = Vec<Literal>;

/// Why a machine cannot be worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The stop token was raised.
    Stopped,
    /// It has something without gates, as a phrase.
    Lacking(String),
}

impl From<Obstacle> for Refusal {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::Stopped => Refusal::Stopped,
            Obstacle::Lacking(what) => Refusal::Lacking(what),
        }
    }
}

impl From<Unencodable> for Refusal {
    fn from(what: Unencodable) -> Self {
        Refusal::Lacking(what.0)
    }
}

struct Predicate {
    term: TermId,
    now: Lit,
    /// Through how many steps it was carried back from what the machine compares.
    generation: u32,
}

/// What an edge does.
struct EdgeGates {
    guard: Lit,
    /// The bits of all variables behind it.
    bits: Vec<Lit>,
    /// Predicates behind it, where they have been asked for.
    predicates: Vec<Option<Lit>>,
    /// The new values, for predicates.
    map: Vec<(TermId, TermId)>,
}

/// A machine as gates. See the module documentation.
pub struct Relation {
    encoder: Encoder,
    translator: Translator,
    /// The gates.
    pub graph: Graph,
    /// The bits of the variables before a step; they are the first atoms.
    pub bits: Vec<Lit>,
    /// For each bit its variable and its place there.
    pub places: Vec<(VarId, u32)>,
    predicates: Vec<Predicate>,
    /// For each node the atom that it is, or [`NO_ATOM`].
    atoms: Vec<Literal>,
    edges: IndexVec<EdgeId, EdgeGates>,
    /// What holds of reads of arrays.
    pub conditions: Vec<Lit>,
    /// What holds at the start.
    pub start: Lit,
    /// Switches of clauses that belong to one question, and to frames.
    pub switch: Lit,
    levels: Vec<Lit>,
    variables: BTreeSet<TermId>,
    stop: Stop,
}

impl Relation {
    /// Makes the gates of a machine. Terms for back-ends are made in `pool`, which must be empty.
    pub fn new(machine: &Machine, pool: Pool, stop: &Stop) -> Result<Relation, Refusal> {
        let encoding = Encoding {
            lowers: Op::is_float,
            reads: true,
        };
        let mut encoder = Encoder::new(encoding, pool);
        encoder.set_stop(stop.clone());
        let mut graph = Graph::default();
        let switch = graph.input();
        let mut relation = Relation {
            encoder,
            translator: Translator::default(),
            graph,
            bits: Vec::new(),
            places: Vec::new(),
            predicates: Vec::new(),
            atoms: Vec::new(),
            edges: IndexVec::new(),
            conditions: Vec::new(),
            start: Lit::TRUE,
            switch,
            levels: Vec::new(),
            variables: machine.variables.iter().map(|v| v.symbol).collect(),
            stop: stop.clone(),
        };
        for (id, variable) in machine.variables.iter_enumerated() {
            let bits = relation.term(&machine.pool, variable.symbol)?;
            for (place, bit) in bits.into_iter().enumerate() {
                let atom = Literal::new(relation.bits.len() as Atom, true);
                relation.set_atom(bit.node(), atom);
                relation.bits.push(bit);
                relation.places.push((id, place as u32));
            }
        }
        relation.start = relation.term(&machine.pool, machine.start)?[0];
        for edge in machine.edges.ids() {
            let gates = relation.edge(machine, edge)?;
            relation.edges.push(gates);
        }
        let mut roots: Vec<TermId> = vec![machine.start];
        for edge in machine.edges.iter() {
            roots.push(edge.guard);
            roots.extend(edge.updates.iter().map(|(_, value)| *value));
        }
        relation.compared(&machine.pool, &roots, 0)?;
        Ok(relation)
    }

    /// The gates of a term of the machine.
    fn term(&mut self, pool: &Pool, term: TermId) -> Result<Vec<Lit>, Refusal> {
        let copy = self.encoder.encode(pool, term)?;
        for condition in self.encoder.conditions() {
            let pool = self.encoder.pool();
            let gate = self
                .translator
                .literal(&mut self.graph, pool, condition, &self.stop)?;
            if gate != Lit::TRUE {
                self.conditions.push(gate);
            }
        }
        let pool = self.encoder.pool();
        self.translator
            .translate(&mut self.graph, pool, copy, &self.stop)?;
        match self.translator.known(copy) {
            Some(bits) => Ok(bits.to_vec()),
            None => Err(Refusal::Lacking("a term without bits".into())),
        }
    }

    fn edge(&mut self, machine: &Machine, id: EdgeId) -> Result<EdgeGates, Refusal> {
        let edge = &machine.edges[id];
        let guard = self.term(&machine.pool, edge.guard)?[0];
        let mut updates: BTreeMap<VarId, Vec<Lit>> = BTreeMap::new();
        let mut map = Vec::new();
        for (variable, value) in &edge.updates {
            updates.insert(*variable, self.term(&machine.pool, *value)?);
            map.push((machine.variables[*variable].symbol, *value));
        }
        let places = self.places.iter().zip(&self.bits);
        let bits = places.map(|((variable, place), bit)| match updates.get(variable) {
            Some(new) => new[*place as usize],
            None => *bit,
        });
        Ok(EdgeGates {
            guard,
            bits: bits.collect(),
            predicates: Vec::new(),
            map,
        })
    }

    /// Makes predicates of what terms compare.
    fn compared(&mut self, pool: &Pool, roots: &[TermId], generation: u32) -> Result<(), Refusal> {
        // The number of terms, if all symbols are variables and the operators are simple.
        let mut sizes: BTreeMap<TermId, u32> = BTreeMap::new();
        for term in post_order(pool, roots) {
            if self.predicates.len() >= MOST_PREDICATES {
                break;
            }
            let args = pool.args(term).iter().map(|arg| sizes.get(arg).copied());
            let Some(size) = args.sum::<Option<u32>>() else {
                continue;
            };
            match pool.op(term).class() {
                OpClass::Leaf => {
                    if pool.is_const(term) || self.variables.contains(&term) {
                        sizes.insert(term, 1);
                    }
                }
                OpClass::Compare | OpClass::Equality if size <= PREDICATE_SIZE => {
                    if matches!(pool.sort(pool.args(term)[0]), Sort::Bv(_)) {
                        self.predicate_of(pool, term, generation)?;
                    }
                }
                OpClass::Unary | OpClass::Binary | OpClass::Resize => {
                    if size <= PREDICATE_SIZE {
                        sizes.insert(term, size + 1);
                    }
                }
                OpClass::Logic
                | OpClass::Compare
                | OpClass::Equality
                | OpClass::Choice
                | OpClass::Overflow
                | OpClass::Float
                | OpClass::Array => {}
            }
        }
        Ok(())
    }

    /// The literal of a Bool term over variables; `None` if it is constant.
    pub fn predicate(&mut self, pool: &Pool, term: TermId) -> Result<Option<Literal>, Refusal> {
        self.predicate_of(pool, term, 0)
    }

    fn predicate_of(
        &mut self,
        pool: &Pool,
        term: TermId,
        generation: u32,
    ) -> Result<Option<Literal>, Refusal> {
        let now = self.term(pool, term)?[0];
        if now.as_constant().is_some() {
            return Ok(None);
        }
        if let Some(known) = self.atom_of(now.node()) {
            return Ok(Some(Literal(known.0 ^ u32::from(now.is_negated()))));
        }
        let atom = (self.bits.len() + self.predicates.len()) as Atom;
        self.predicates.push(Predicate {
            term,
            now,
            generation,
        });
        let positive = Literal::new(atom, !now.is_negated());
        self.set_atom(now.node(), positive);
        Ok(Some(Literal::new(atom, true)))
    }

    /// The atom that a node is, with the value that it has where the node holds.
    pub fn atom_of(&self, node: usize) -> Option<Literal> {
        let atom = self.atoms.get(node).copied();
        atom.filter(|atom| *atom != NO_ATOM)
    }

    fn set_atom(&mut self, node: usize, atom: Literal) {
        if self.atoms.len() <= node {
            self.atoms.resize(node + 1, NO_ATOM);
        }
        self.atoms[node] = atom;
    }

    /// The bit of a variable that a node is.
    pub fn bit_of(&self, node: usize) -> Option<usize> {
        let atom = self.atom_of(node)?.atom() as usize;
        (atom < self.bits.len()).then_some(atom)
    }

    /// How many atoms there are.
    pub fn atom_count(&self) -> usize {
        self.bits.len() + self.predicates.len()
    }

    /// A literal before a step.
    pub fn now(&self, literal: Literal) -> Lit {
        let at = literal.atom() as usize;
        let lit = match self.bits.get(at) {
            Some(bit) => *bit,
            None => self.predicates[at - self.bits.len()].now,
        };
        lit.negated_if(!literal.value())
    }

    /// A literal behind an edge.
    pub fn next(
        &mut self,
        machine: &mut Machine,
        edge: EdgeId,
        literal: Literal,
    ) -> Result<Lit, Refusal> {
        let at = literal.atom() as usize;
        if let Some(bit) = self.edges[edge].bits.get(at) {
            return Ok(bit.negated_if(!literal.value()));
        }
        let at = at - self.bits.len();
        let known = self.edges[edge].predicates.get(at).copied().flatten();
        let lit = match known {
            Some(lit) => lit,
            None => {
                let map = self.edges[edge].map.clone();
                let Predicate {
                    term, generation, ..
                } = self.predicates[at];
                let term = substitute(&mut machine.pool, term, map);
                let term = crate::spread::spread(&mut machine.pool, term);
                let lit = self.term(&machine.pool, term)?[0];
                if generation < GENERATIONS {
                    self.compared(&machine.pool, &[term], generation + 1)?;
                }
                let known = &mut self.edges[edge].predicates;
                if known.len() <= at {
                    known.resize(at + 1, None);
                }
                known[at] = Some(lit);
                lit
            }
        };
        Ok(lit.negated_if(!literal.value()))
    }

    /// When an edge can be taken.
    pub fn guard(&self, edge: EdgeId) -> Lit {
        self.edges[edge].guard
    }

    /// The bits behind an edge.
    pub fn next_bits(&self, edge: EdgeId) -> &[Lit] {
        &self.edges[edge].bits
    }

    /// The switch of the lemmas of a level.
    pub fn level(&mut self, level: usize) -> Lit {
        while self.levels.len() <= level {
            self.levels.push(self.graph.input());
        }
        self.levels[level]
    }

    /// A bit that nothing defines.
    pub fn fresh(&mut self) -> Lit {
        self.graph.input()
    }

    /// The term of a literal, in the machine's pool.
    pub fn as_term(&self, machine: &mut Machine, literal: Literal) -> TermId {
        let at = literal.atom() as usize;
        let term = match self.places.get(at) {
            Some((variable, place)) => {
                let symbol = machine.variables[*variable].symbol;
                if machine.pool.sort(symbol).is_bool() {
                    symbol
                } else {
                    let bit = machine.pool.extract(*place, *place, symbol);
                    let one = machine.pool.bv_u64(1, 1);
                    machine.pool.eq(bit, one)
                }
            }
            None => self.predicates[at - self.bits.len()].term,
        };
        match literal.value() {
            true => term,
            false => machine.pool.not(term),
        }
    }

    /// The values of symbols of the machine, where these inputs of the graph hold and no others.
    pub fn decode(&self, wanted: &[TermId], holds: impl Fn(usize) -> bool) -> Model {
        let mut model = Model::new();
        for symbol in self.encoder.symbols() {
            let Some(bits) = self.translator.known(symbol) else {
                continue;
            };
            let values: Vec<bool> = bits.iter().map(|bit| holds(bit.node())).collect();
            match self.encoder.pool().sort(symbol) {
                Sort::Bool => model.set(symbol, Value::Bool(values[0])),
                Sort::Bv(width) => model.set(symbol, Value::Bv(crate::number(width, &values))),
                Sort::Array { .. }
                | Sort::Float { .. }
                | Sort::RoundingMode
                | Sort::Int
                | Sort::Real => {}
            }
        }
        self.encoder.decode(&model, wanted)
    }
}
