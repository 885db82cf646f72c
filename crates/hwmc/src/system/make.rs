//! Making latches: what each holds behind a step.

use super::encoded::Encoded;
use super::{
    Bad, Coding, Control, Input, Latch, Options, Refusal, Role, Taken, code, first, go_on,
};
use crate::select;
use cassay_base::{IndexVec, Stop};
use cassay_efsm::{ControlId, EdgeId, Machine, VarId};
use cassay_term::{Pool, Sort, TermId, Value, substitute, symbols_of};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many bits numbers below this take; at least one.
fn bits_for(count: usize) -> u32 {
    (usize::BITS - count.saturating_sub(1).leading_zeros()).max(1)
}

/// Makes the parts of a system.
pub struct Maker<'a> {
    machine: &'a Machine,
    /// The machine.
    pub encoded: Encoded,
    stop: &'a Stop,
    /// The latches of the control state.
    pub(crate) control: Control,
    /// Where each control state is, as terms.
    at: IndexVec<ControlId, TermId>,
    /// What the first edges read in place of each variable.
    pub first: IndexVec<VarId, TermId>,
    /// Names of the symbols that are not of the machine.
    names: FxHashMap<TermId, String>,
    classes: IndexVec<EdgeId, u32>,
    choice: Option<TermId>,
}

impl<'a> Maker<'a> {
    /// A maker for a machine.
    pub fn new(machine: &'a Machine, encoded: Encoded, options: &Options, stop: &'a Stop) -> Self {
        let mut maker = Maker {
            machine,
            encoded,
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
        self.encoded.encoder.pool_mut()
    }

    fn make_control(&mut self, coding: Coding) {
        let machine = self.machine;
        let pool = self.encoded.encoder.pool_mut();
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
        let pinned = first::pinned(self.encoded.encoder.pool(), self.encoded.start);
        for (id, variable) in self.machine.variables.iter_enumerated() {
            let copy = self.encoded.variables[id];
            let first = pinned.get(&copy).copied().unwrap_or_else(|| {
                let sort = self.encoded.encoder.pool().sort(copy);
                let input = self.encoded.encoder.pool_mut().fresh("start", sort);
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
            let guards: Vec<TermId> = edges.iter().map(|e| self.encoded.guards[*e]).collect();
            let classes = select::classes(self.encoded.encoder.pool_mut(), &guards, self.stop);
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
        let pairs = self.encoded.variables.iter().zip(self.first.iter());
        let map: Vec<(TermId, TermId)> = pairs.map(|(copy, first)| (*copy, *first)).collect();
        substitute(self.encoded.encoder.pool_mut(), term, map)
    }

    /// When the system takes each edge.
    pub fn all_taken(&mut self) -> Result<Taken, Refusal> {
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
            let mut guard = self.encoded.guards[id];
            if edge.from == self.machine.initial {
                let start = self.encoded.start;
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

    /// The latches of the control state.
    pub fn control_latches(&mut self, taken: &Taken) -> Vec<Latch> {
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
        let pool = self.encoded.encoder.pool_mut();
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
        let pool = self.encoded.encoder.pool_mut();
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

    /// The latches of variables.
    pub fn variable_latches(&mut self, taken: &Taken) -> Result<Vec<Latch>, Refusal> {
        let machine = self.machine;
        let mut changes: IndexVec<VarId, Changes> = machine
            .variables
            .ids()
            .map(|_| Changes::default())
            .collect();
        for (id, edge) in machine.edges.iter_enumerated() {
            go_on(self.stop)?;
            let mut kept: Vec<bool> = vec![true; machine.variables.len()];
            for (variable, value) in self.encoded.updates[id].clone() {
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
        let symbol = self.encoded.variables[variable];
        let pool = self.encoded.encoder.pool_mut();
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

    /// The properties.
    pub fn bad(&mut self, options: &Options) -> Vec<Bad> {
        let mut all = Vec::new();
        for target in &options.targets {
            let mut term = self.at[*target];
            if *target == self.machine.initial {
                let start = self.read_first(self.encoded.start);
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

    /// The symbols that the system depends on and that are no latches, oldest first. There is always one:
    /// traces of steps without inputs are written in different ways, or not at all.
    pub fn inputs(&mut self, latches: &[Latch], bad: &[Bad]) -> Vec<Input> {
        let pool = self.encoded.encoder.pool();
        let own: FxHashSet<TermId> = latches.iter().map(|latch| latch.symbol).collect();
        let nexts = latches.iter().map(|latch| latch.next);
        let roots: Vec<TermId> = nexts.chain(bad.iter().map(|bad| bad.term)).collect();
        let symbols = symbols_of(pool, &roots);
        let others = symbols.into_iter().filter(|symbol| !own.contains(symbol));
        let name = |symbol: &TermId| match self.names.get(symbol) {
            Some(name) => name.clone(),
            None => pool.symbol_name(*symbol).unwrap_or_default().to_owned(),
        };
        let mut inputs: Vec<Input> = others
            .map(|symbol| Input {
                name: name(&symbol),
                symbol,
            })
            .collect();
        if inputs.is_empty() {
            inputs.push(Input {
                name: "unused".into(),
                symbol: self.pool().fresh("unused", Sort::Bool),
            });
        }
        inputs
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
