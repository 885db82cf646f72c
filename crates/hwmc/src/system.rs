//! A machine as one synchronous transition system: latches, inputs, and a next value for each latch.
//!
//! The control state is a latch, or one for each control state but the first, and every variable is one.
//! In each step the system takes an edge that leaves the control state and whose guard holds. An
//! input chooses where guards may overlap ([`crate::select`]). Where no edge can be taken, or none of
//! the chosen class, the system keeps its state. Executions of the system are therefore those of the machine
//! with pauses in between: neither has states that the other cannot reach, and no constraint is needed.
//!
//! No edge leads to the first control state. Its edges do not read the latches of variables: they read a
//! constant where [`Machine::start`] gives one, and an input otherwise, and their guards contain the start
//! condition. All latches therefore have a fixed first value: there are model checkers that take any other
//! for zero.
//!
//! Floats and arrays are encoded as bit-vectors first. Conditions of the encoding belong to the guards.

use crate::select;
use cassay_base::{IndexVec, Stop, StopReason};
use cassay_efsm::{ControlId, ControlKind, EdgeId, Machine, VarId};
use cassay_encode::{Encoder, Encoding, Unencodable};
use cassay_term::{Op, Pool, Sort, TermId, Value, post_order, substitute, symbols_of};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// How the control state is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coding {
    /// As a number in one word.
    #[default]
    Binary,
    /// As one truth value for each control state but the first, which is where none of them holds.
    OneHot,
}

/// What a system is asked, and how it is stored.
#[derive(Clone, Debug)]
pub struct Options {
    /// The control states that count as bad.
    pub targets: Vec<ControlId>,
    /// Whether each of them is a property of its own.
    pub separate: bool,
    /// How the control state is stored.
    pub coding: Coding,
}

impl Options {
    /// One property: no error is reached, and nothing that is open.
    pub fn all(machine: &Machine) -> Self {
        let bad = machine.controls.iter_enumerated().filter(|(_, control)| {
            matches!(control.kind, ControlKind::Error(_) | ControlKind::Open(_))
        });
        Options {
            targets: bad.map(|(id, _)| id).collect(),
            separate: false,
            coding: Coding::default(),
        }
    }
}

/// Why a machine is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The stop token was raised.
    Stopped(StopReason),
    /// It has something that cannot be expressed, as a phrase.
    Unsupported(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Stopped(_) => f.write_str("it was asked to stop"),
            Refusal::Unsupported(what) => write!(f, "{what} cannot be written"),
        }
    }
}

impl From<Unencodable> for Refusal {
    fn from(Unencodable(what): Unencodable) -> Self {
        Refusal::Unsupported(what)
    }
}

/// An end if the token was raised.
pub(crate) fn go_on(stop: &Stop) -> Result<(), Refusal> {
    stop.reason()
        .map_or(Ok(()), |reason| Err(Refusal::Stopped(reason)))
}

/// What a latch stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The control state, or whether it is this one.
    Control(Option<ControlId>),
    /// A variable.
    Variable(VarId),
}

/// A latch.
#[derive(Clone, Debug)]
pub struct Latch {
    /// For people.
    pub name: String,
    /// Its value before a step; of sort Bool or Bv.
    pub symbol: TermId,
    /// Its first value.
    pub first: Value,
    /// Its value behind a step.
    pub next: TermId,
    /// What it stands for.
    pub role: Role,
}

/// An input.
#[derive(Clone, Debug)]
pub struct Input {
    /// For people.
    pub name: String,
    /// Its value; of sort Bool or Bv.
    pub symbol: TermId,
}

/// A property that must not hold.
#[derive(Clone, Debug)]
pub struct Bad {
    /// For people: the name of a control state.
    pub name: String,
    /// When it is violated: a Bool term over the latches; over inputs too where the first control
    /// state is bad.
    pub term: TermId,
}

/// The transition system of a machine. See the module documentation.
pub struct System {
    pub(crate) encoder: Encoder,
    /// The latches: first the control state, then the variables in their order.
    pub latches: Vec<Latch>,
    /// The inputs that anything depends on.
    pub inputs: Vec<Input>,
    /// The properties.
    pub bad: Vec<Bad>,
    pub(crate) targets: Vec<ControlId>,
    pub(crate) control: Control,
    /// The copy of each variable.
    pub(crate) copies: IndexVec<VarId, TermId>,
    /// What the first edges read in place of each variable.
    pub(crate) first: IndexVec<VarId, TermId>,
    /// When the system takes each edge.
    pub(crate) taken: Taken,
}

impl System {
    /// The system of a machine.
    pub fn new(machine: &Machine, options: &Options, stop: &Stop) -> Result<System, Refusal> {
        check_symbols(machine)?;
        let copied = Copied::of(machine, stop)?;
        let mut maker = Maker::new(machine, copied, options, stop);
        let taken = maker.all_taken()?;
        let mut latches = maker.control_latches(&taken);
        latches.extend(maker.variable_latches(&taken)?);
        let bad = maker.bad(options);
        let inputs = maker.inputs(&latches, &bad);
        Ok(System {
            latches,
            inputs,
            bad,
            targets: options.targets.clone(),
            control: maker.control,
            copies: maker.copied.variables,
            first: maker.first,
            taken,
            encoder: maker.copied.encoder,
        })
    }

    /// The pool of all terms of the system.
    pub fn pool(&self) -> &Pool {
        self.encoder.pool()
    }
}

/// Whether terms are over variables and inputs, and variables have sorts that latches can have.
fn check_symbols(machine: &Machine) -> Result<(), Refusal> {
    if machine.edges.iter().any(|edge| edge.to == machine.initial) {
        let what = "an edge to the first control state";
        return Err(Refusal::Unsupported(what.into()));
    }
    let pool = &machine.pool;
    let mut known = FxHashSet::default();
    for variable in machine.variables.iter() {
        known.insert(variable.symbol);
        if !matches!(pool.sort(variable.symbol), Sort::Bool | Sort::Bv(_)) {
            let what = format!("the variable {}, an array,", variable.name);
            return Err(Refusal::Unsupported(what));
        }
    }
    let foreign = |known: &FxHashSet<TermId>, roots: &[TermId], what: &str| {
        let symbols = symbols_of(pool, roots);
        let foreign = symbols.iter().find(|symbol| !known.contains(symbol));
        foreign.map_or(Ok(()), |symbol| {
            let name = pool.symbol_name(*symbol).unwrap_or_default();
            Err(Refusal::Unsupported(format!("{what} over {name}")))
        })
    };
    foreign(&known, &[machine.start], "a start condition")?;
    known.extend(&machine.inputs);
    let mut roots = Vec::new();
    for edge in machine.edges.iter() {
        roots.push(edge.guard);
        roots.extend(edge.updates.iter().map(|(_, value)| *value));
    }
    foreign(&known, &roots, "a step")
}

/// A machine whose terms are encoded.
struct Copied {
    encoder: Encoder,
    variables: IndexVec<VarId, TermId>,
    guards: IndexVec<EdgeId, TermId>,
    updates: IndexVec<EdgeId, Vec<(VarId, TermId)>>,
    start: TermId,
}

impl Copied {
    fn of(machine: &Machine, stop: &Stop) -> Result<Self, Refusal> {
        let encoding = Encoding {
            lowers: |_| true,
            reads: true,
        };
        let mut encoder = Encoder::new(encoding, cassay_simplify::pool());
        encoder.set_stop(stop.clone());
        let mut variables = IndexVec::new();
        for variable in machine.variables.iter() {
            variables.push(encoder.encode(&machine.pool, variable.symbol)?);
        }
        let start = encoder.encode(&machine.pool, machine.start)?;
        let (mut guards, mut updates) = (IndexVec::new(), IndexVec::new());
        for edge in machine.edges.iter() {
            go_on(stop)?;
            guards.push(encoder.encode(&machine.pool, edge.guard)?);
            let mut values = Vec::with_capacity(edge.updates.len());
            for (variable, value) in &edge.updates {
                values.push((*variable, encoder.encode(&machine.pool, *value)?));
            }
            updates.push(values);
        }
        let conditions = encoder.conditions();
        let pool = encoder.pool_mut();
        let conditions = pool.and_all(conditions);
        for guard in guards.iter_mut() {
            *guard = pool.and(*guard, conditions);
        }
        Ok(Copied {
            encoder,
            variables,
            guards,
            updates,
            start,
        })
    }
}

/// The latches of the control state.
pub(crate) enum Control {
    /// One word.
    Word(TermId),
    /// A truth value for each control state but the first.
    Bits(Vec<Option<TermId>>),
}

/// The number of a control state; the first has 0.
pub(crate) fn code(machine: &Machine, control: ControlId) -> u32 {
    match control.0.cmp(&machine.initial.0) {
        std::cmp::Ordering::Less => control.0 + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => control.0,
    }
}

/// How many bits numbers below this take; at least one.
fn bits_for(count: usize) -> u32 {
    (usize::BITS - count.saturating_sub(1).leading_zeros()).max(1)
}

/// When the system takes each edge: Bool terms over latches and inputs.
pub(crate) type Taken = IndexVec<EdgeId, TermId>;

struct Maker<'a> {
    machine: &'a Machine,
    copied: Copied,
    stop: &'a Stop,
    control: Control,
    /// Where each control state is, as terms.
    at: IndexVec<ControlId, TermId>,
    first: IndexVec<VarId, TermId>,
    /// Names of the symbols that are not of the machine.
    names: FxHashMap<TermId, String>,
    classes: IndexVec<EdgeId, u32>,
    choice: Option<TermId>,
}

impl<'a> Maker<'a> {
    fn new(machine: &'a Machine, copied: Copied, options: &Options, stop: &'a Stop) -> Self {
        let mut maker = Maker {
            machine,
            copied,
            stop,
            control: Control::Bits(Vec::new()),
            at: IndexVec::new(),
            first: IndexVec::new(),
            names: FxHashMap::default(),
            classes: IndexVec::new(),
            choice: None,
        };
        maker.make_control(options.coding);
        maker.make_first();
        maker.make_classes();
        maker
    }

    fn pool(&mut self) -> &mut Pool {
        self.copied.encoder.pool_mut()
    }

    fn make_control(&mut self, coding: Coding) {
        let machine = self.machine;
        let pool = self.copied.encoder.pool_mut();
        match coding {
            Coding::Binary => {
                let width = bits_for(machine.controls.len());
                let word = pool.fresh("control", Sort::Bv(width));
                for control in machine.controls.ids() {
                    let number = pool.bv_u64(width, u64::from(code(machine, control)));
                    let at = pool.eq(word, number);
                    self.at.push(at);
                }
                self.control = Control::Word(word);
            }
            Coding::OneHot => {
                let others = machine.controls.ids().map(|control| {
                    (control != machine.initial).then(|| pool.fresh("at", Sort::Bool))
                });
                let bits: Vec<Option<TermId>> = others.collect();
                let any = pool.or_all(bits.iter().flatten().copied());
                let none = pool.not(any);
                self.at = bits.iter().map(|bit| bit.unwrap_or(none)).collect();
                self.control = Control::Bits(bits);
            }
        }
    }

    /// What the first edges read: constants that the start condition gives, inputs otherwise.
    fn make_first(&mut self) {
        let pinned = pinned(self.copied.encoder.pool_mut(), self.copied.start);
        for (id, variable) in self.machine.variables.iter_enumerated() {
            let copy = self.copied.variables[id];
            let first = pinned.get(&copy).copied().unwrap_or_else(|| {
                let sort = self.copied.encoder.pool().sort(copy);
                let input = self.copied.encoder.pool_mut().fresh("start", sort);
                self.names.insert(input, format!("start.{}", variable.name));
                input
            });
            self.first.push(first);
        }
    }

    fn make_classes(&mut self) {
        let mut leaving: IndexVec<ControlId, Vec<EdgeId>> =
            self.machine.controls.ids().map(|_| Vec::new()).collect();
        for (id, edge) in self.machine.edges.iter_enumerated() {
            leaving[edge.from].push(id);
        }
        self.classes = self.machine.edges.ids().map(|_| 0).collect();
        let mut most = 1;
        for edges in leaving.iter() {
            let guards: Vec<TermId> = edges.iter().map(|e| self.copied.guards[*e]).collect();
            let classes = select::classes(self.copied.encoder.pool_mut(), &guards, self.stop);
            for (edge, class) in edges.iter().zip(classes) {
                self.classes[*edge] = class;
                most = most.max(class as usize + 1);
            }
        }
        if most > 1 {
            let choice = self.pool().fresh("choice", Sort::Bv(bits_for(most)));
            self.names.insert(choice, "choice".into());
            self.choice = Some(choice);
        }
    }

    /// A term of an edge as the system computes it.
    fn read(&mut self, edge: EdgeId, term: TermId) -> TermId {
        if self.machine.edges[edge].from == self.machine.initial {
            self.read_first(term)
        } else {
            term
        }
    }

    /// A term as it is computed in the first control state.
    fn read_first(&mut self, term: TermId) -> TermId {
        let pairs = self.copied.variables.iter().zip(self.first.iter());
        let map: Vec<(TermId, TermId)> = pairs.map(|(copy, first)| (*copy, *first)).collect();
        substitute(self.copied.encoder.pool_mut(), term, map)
    }

    fn all_taken(&mut self) -> Result<Taken, Refusal> {
        // Where several classes leave a control state.
        let mut several = FxHashSet::default();
        for (id, edge) in self.machine.edges.iter_enumerated() {
            if self.classes[id] > 0 {
                several.insert(edge.from);
            }
        }
        let mut taken = IndexVec::new();
        for (id, edge) in self.machine.edges.iter_enumerated() {
            go_on(self.stop)?;
            let mut guard = self.copied.guards[id];
            if edge.from == self.machine.initial {
                let start = self.copied.start;
                guard = self.pool().and(guard, start);
            }
            guard = self.read(id, guard);
            if let (Some(choice), true) = (self.choice, several.contains(&edge.from)) {
                let class = u64::from(self.classes[id]);
                let pool = self.pool();
                let class = pool.bv_u64(pool.width(choice), class);
                let chosen = pool.eq(choice, class);
                guard = pool.and(guard, chosen);
            }
            let at = self.at[edge.from];
            taken.push(self.pool().and(at, guard));
        }
        Ok(taken)
    }

    fn control_latches(&mut self, taken: &Taken) -> Vec<Latch> {
        match &self.control {
            Control::Word(word) => vec![self.control_word(*word, taken)],
            Control::Bits(bits) => {
                let bits = bits.clone();
                self.control_bits(&bits, taken)
            }
        }
    }

    fn control_word(&mut self, word: TermId, taken: &Taken) -> Latch {
        let machine = self.machine;
        let pool = self.copied.encoder.pool_mut();
        let width = pool.width(word);
        let mut changes = Changes::default();
        for (id, edge) in machine.edges.iter_enumerated() {
            let number = pool.bv_u64(width, u64::from(code(machine, edge.to)));
            changes.add(pool, taken[id], number);
        }
        Latch {
            name: "control".into(),
            symbol: word,
            first: Value::default_of(Sort::Bv(width)),
            next: changes.applied(pool, word),
            role: Role::Control(None),
        }
    }

    fn control_bits(&mut self, bits: &[Option<TermId>], taken: &Taken) -> Vec<Latch> {
        let machine = self.machine;
        let pool = self.copied.encoder.pool_mut();
        let nothing: IndexVec<ControlId, TermId> =
            machine.controls.ids().map(|_| pool.fls()).collect();
        let (mut entered, mut left) = (nothing.clone(), nothing);
        for (id, edge) in machine.edges.iter_enumerated() {
            entered[edge.to] = pool.or(entered[edge.to], taken[id]);
            left[edge.from] = pool.or(left[edge.from], taken[id]);
        }
        let mut latches = Vec::new();
        for (id, control) in machine.controls.iter_enumerated() {
            let Some(bit) = bits[id.0 as usize] else {
                continue;
            };
            let stays = pool.not(left[id]);
            let stays = pool.and(bit, stays);
            latches.push(Latch {
                name: format!("at.{}", control.name),
                symbol: bit,
                first: Value::Bool(false),
                next: pool.or(entered[id], stays),
                role: Role::Control(Some(id)),
            });
        }
        latches
    }

    fn variable_latches(&mut self, taken: &Taken) -> Result<Vec<Latch>, Refusal> {
        let machine = self.machine;
        let mut changes: IndexVec<VarId, Changes> = machine
            .variables
            .ids()
            .map(|_| Changes::default())
            .collect();
        for (id, edge) in machine.edges.iter_enumerated() {
            go_on(self.stop)?;
            let mut kept: Vec<bool> = vec![true; machine.variables.len()];
            for (variable, value) in self.copied.updates[id].clone() {
                let value = self.read(id, value);
                changes[variable].add(self.pool(), taken[id], value);
                kept[variable.0 as usize] = false;
            }
            if edge.from == machine.initial {
                for variable in machine.variables.ids().filter(|id| kept[id.0 as usize]) {
                    let value = self.first[variable];
                    changes[variable].add(self.pool(), taken[id], value);
                }
            }
        }
        let mut latches = Vec::with_capacity(machine.variables.len());
        for (variable, changes) in changes.iter_enumerated() {
            latches.push(self.variable_latch(variable, changes));
        }
        Ok(latches)
    }

    fn variable_latch(&mut self, variable: VarId, changes: &Changes) -> Latch {
        let symbol = self.copied.variables[variable];
        let pool = self.copied.encoder.pool_mut();
        let first = self.first[variable];
        let first = match (pool.as_bool(first), pool.as_bv(first)) {
            (Some(value), _) => Value::Bool(value),
            (None, Some(value)) => Value::Bv(value.clone()),
            (None, None) => Value::default_of(pool.sort(symbol)),
        };
        Latch {
            name: self.machine.variables[variable].name.clone(),
            symbol,
            first,
            next: changes.applied(pool, symbol),
            role: Role::Variable(variable),
        }
    }

    fn bad(&mut self, options: &Options) -> Vec<Bad> {
        let mut all = Vec::new();
        for target in &options.targets {
            let mut term = self.at[*target];
            if *target == self.machine.initial {
                let start = self.read_first(self.copied.start);
                term = self.pool().and(term, start);
            }
            let name = self.machine.controls[*target].name.clone();
            all.push(Bad { name, term });
        }
        if options.separate {
            return all;
        }
        let pool = self.pool();
        let term = pool.or_all(all.iter().map(|bad| bad.term));
        vec![Bad {
            name: "bad".into(),
            term,
        }]
    }

    /// The symbols that the system depends on and that are no latches, oldest first.
    fn inputs(&self, latches: &[Latch], bad: &[Bad]) -> Vec<Input> {
        let pool = self.copied.encoder.pool();
        let own: FxHashSet<TermId> = latches.iter().map(|latch| latch.symbol).collect();
        let nexts = latches.iter().map(|latch| latch.next);
        let roots: Vec<TermId> = nexts.chain(bad.iter().map(|bad| bad.term)).collect();
        let symbols = symbols_of(pool, &roots);
        let others = symbols.into_iter().filter(|symbol| !own.contains(symbol));
        let name = |symbol: &TermId| match self.names.get(symbol) {
            Some(name) => name.clone(),
            None => pool.symbol_name(*symbol).unwrap_or_default().to_owned(),
        };
        others
            .map(|symbol| Input {
                name: name(&symbol),
                symbol,
            })
            .collect()
    }
}

/// New values of a latch: each under a condition, no two of which hold together.
#[derive(Default)]
struct Changes {
    order: Vec<TermId>,
    when: FxHashMap<TermId, TermId>,
}

impl Changes {
    fn add(&mut self, pool: &mut Pool, when: TermId, value: TermId) {
        if pool.as_bool(when) == Some(false) {
            return;
        }
        match self.when.get_mut(&value) {
            Some(known) => *known = pool.or(*known, when),
            None => {
                self.order.push(value);
                self.when.insert(value, when);
            }
        }
    }

    fn applied(&self, pool: &mut Pool, kept: TermId) -> TermId {
        let values = self.order.iter().filter(|value| **value != kept);
        values.fold(kept, |next, value| pool.ite(self.when[value], *value, next))
    }
}

/// Symbols that a condition makes equal to constants.
fn pinned(pool: &mut Pool, condition: TermId) -> FxHashMap<TermId, TermId> {
    let mut pinned = FxHashMap::default();
    let mut stack = vec![condition];
    let mut seen = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let pin = match (*pool.op(term), pool.args(term)) {
            (Op::And, args) => {
                stack.extend(args);
                None
            }
            (Op::Symbol(_), _) => Some((term, pool.tru())),
            (Op::Not, &[a]) => Some((a, pool.fls())),
            (Op::Eq, &[a, b]) if pool.is_const(a) => Some((b, a)),
            (Op::Eq, &[a, b]) => Some((a, b)),
            (_, _) => None,
        };
        // The condition stays in the guards: which of several values is taken does not matter.
        if let Some((symbol, value)) = pin
            && pool.is_const(value)
            && pool.symbol_name(symbol).is_some()
        {
            pinned.entry(symbol).or_insert(value);
        }
    }
    pinned
}

/// How many terms a system consists of.
pub(crate) fn all_terms(system: &System) -> Vec<TermId> {
    let nexts = system.latches.iter().map(|latch| latch.next);
    let bads = system.bad.iter().map(|bad| bad.term);
    let symbols = system.inputs.iter().map(|input| input.symbol);
    let symbols = symbols.chain(system.latches.iter().map(|latch| latch.symbol));
    let roots: Vec<TermId> = symbols.chain(nexts).chain(bads).collect();
    post_order(system.pool(), &roots)
}
