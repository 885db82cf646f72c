//! Why gates have the values that they have: predecessors shrunk to what matters.
//!
//! A model of a question gives values to the bits of variables and inputs. Going back from the gates that
//! the question asked for, a gate needs all inputs that its value depends on, or the cheapest one that
//! suffices: a conjunction that is false needs one false part. Cost is the number of atoms needed. The walk
//! ends at atoms, so that `state != 3` stays one literal, and at inputs, which cost nothing.

use crate::relation::{Cube, Literal, Relation};
use cassay_solver_cadical::graph::{Gate, Graph, Lit};

/// Memory that is reused between questions.
#[derive(Default)]
pub struct Lifter {
    stamp: u32,
    seen: Vec<u32>,
    needed: Vec<u32>,
    value: Vec<bool>,
    cost: Vec<u32>,
    /// The nodes below the roots, inputs first.
    order: Vec<usize>,
    stack: Vec<usize>,
}

/// The literals that a gate consists of.
pub fn parts(gate: Gate) -> ([Lit; 3], usize) {
    match gate {
        Gate::Constant | Gate::Input => ([Lit::FALSE; 3], 0),
        Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, Lit::FALSE], 2),
        Gate::Mux(a, b, c) | Gate::Maj(a, b, c) => ([a, b, c], 3),
    }
}

impl Lifter {
    /// Finds all nodes below the roots, inputs first.
    pub fn cone(&mut self, graph: &Graph, roots: impl IntoIterator<Item = Lit>) -> &[usize] {
        self.stamp += 1;
        self.seen.resize(graph.len(), 0);
        self.order.clear();
        let mut stack = std::mem::take(&mut self.stack);
        stack.extend(roots.into_iter().map(|root| root.node() << 1));
        while let Some(entry) = stack.pop() {
            let node = entry >> 1;
            if entry & 1 == 1 {
                self.order.push(node);
                continue;
            }
            if std::mem::replace(&mut self.seen[node], self.stamp) == self.stamp {
                continue;
            }
            let (parts, count) = parts(graph.gate(node));
            if count == 0 {
                self.order.push(node);
                continue;
            }
            // Comes again when its parts are done.
            stack.push(entry | 1);
            for part in &parts[..count] {
                if self.seen[part.node()] != self.stamp {
                    stack.push(part.node() << 1);
                }
            }
        }
        self.stack = stack;
        &self.order
    }

    /// Finds all nodes below the roots, in any order.
    pub fn nodes(&mut self, graph: &Graph, roots: impl IntoIterator<Item = Lit>) -> &[usize] {
        self.stamp += 1;
        self.seen.resize(graph.len(), 0);
        self.order.clear();
        let mut stack = std::mem::take(&mut self.stack);
        stack.extend(roots.into_iter().map(Lit::node));
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut self.seen[node], self.stamp) == self.stamp {
                continue;
            }
            self.order.push(node);
            let (parts, count) = parts(graph.gate(node));
            for part in &parts[..count] {
                if self.seen[part.node()] != self.stamp {
                    stack.push(part.node());
                }
            }
        }
        self.stack = stack;
        &self.order
    }

    /// The nodes of the last cone.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    fn of(&self, lit: Lit) -> bool {
        self.value[lit.node()] != lit.is_negated()
    }

    /// The value of a literal of the last cone.
    pub fn holds(&self, lit: Lit) -> bool {
        self.of(lit)
    }

    /// Evaluates the last cone under values of the inputs, with costs.
    pub fn evaluate(
        &mut self,
        relation: &Relation,
        input: impl Fn(usize) -> bool,
        free: impl Fn(Literal) -> bool,
    ) {
        let graph = &relation.graph;
        self.value.resize(graph.len(), false);
        self.cost.resize(graph.len(), 0);
        self.needed.resize(graph.len(), 0);
        for at in 0..self.order.len() {
            let node = self.order[at];
            let (value, cost) = match graph.gate(node) {
                Gate::Constant => (false, 0),
                Gate::Input => (input(node), 0),
                gate => self.gate(gate),
            };
            self.value[node] = value;
            self.cost[node] = match relation.atom_of(node) {
                Some(atom) if free(atom) => 0,
                Some(_) if cost > 0 || matches!(graph.gate(node), Gate::Input) => 1,
                Some(_) | None => cost,
            };
        }
    }

    fn cost(&self, lit: Lit) -> u32 {
        self.cost[lit.node()]
    }

    /// The value of a gate, and how many atoms it takes to have it.
    fn gate(&self, gate: Gate) -> (bool, u32) {
        let sum = |a: Lit, b: Lit| self.cost(a).saturating_add(self.cost(b));
        match gate {
            Gate::Constant | Gate::Input => (false, 0),
            Gate::And(a, b) => match (self.of(a), self.of(b)) {
                (true, true) => (true, sum(a, b)),
                (false, true) => (false, self.cost(a)),
                (true, false) => (false, self.cost(b)),
                (false, false) => (false, self.cost(a).min(self.cost(b))),
            },
            Gate::Xor(a, b) => (self.of(a) != self.of(b), sum(a, b)),
            Gate::Mux(c, t, e) => {
                let taken = if self.of(c) { t } else { e };
                let cost = sum(c, taken);
                match self.of(t) == self.of(e) {
                    true => (self.of(taken), cost.min(sum(t, e))),
                    false => (self.of(taken), cost),
                }
            }
            Gate::Maj(a, b, c) => {
                let value = [a, b, c].iter().filter(|lit| self.of(**lit)).count() >= 2;
                let mut costs: Vec<u32> = [a, b, c]
                    .iter()
                    .filter(|lit| self.of(**lit) == value)
                    .map(|lit| self.cost(*lit))
                    .collect();
                costs.sort_unstable();
                (value, costs[0].saturating_add(costs[1]))
            }
        }
    }

    /// The atoms that give these literals the values that they have.
    pub fn justify(
        &mut self,
        relation: &Relation,
        roots: &[Lit],
        free: impl Fn(Literal) -> bool,
    ) -> Cube {
        let graph = &relation.graph;
        for root in roots {
            self.needed[root.node()] = self.stamp;
        }
        let mut cube = Cube::new();
        for at in (0..self.order.len()).rev() {
            let node = self.order[at];
            if self.needed[node] != self.stamp {
                continue;
            }
            let gate = graph.gate(node);
            if let Some(atom) = relation.atom_of(node)
                && (self.cost[node] > 0 || free(atom))
            {
                if !free(atom) {
                    let value = atom.value() == self.value[node];
                    cube.push(Literal::new(atom.atom(), value));
                }
                continue;
            }
            self.need(gate);
        }
        cube.sort_unstable();
        cube.dedup();
        cube
    }

    /// Marks what gives a gate its value.
    fn need(&mut self, gate: Gate) {
        let stamp = self.stamp;
        match gate {
            Gate::Constant | Gate::Input => {}
            Gate::And(a, b) => match (self.of(a), self.of(b)) {
                (true, true) => self.mark(&[a, b], stamp),
                (false, true) => self.mark(&[a], stamp),
                (true, false) => self.mark(&[b], stamp),
                (false, false) => {
                    let marked = |lit: Lit| self.needed[lit.node()] == stamp;
                    if !marked(a) && !marked(b) {
                        let cheap = if self.cost(a) <= self.cost(b) { a } else { b };
                        self.mark(&[cheap], stamp);
                    }
                }
            },
            Gate::Xor(a, b) => self.mark(&[a, b], stamp),
            Gate::Mux(c, t, e) => {
                let taken = if self.of(c) { t } else { e };
                let both = self.cost(t).saturating_add(self.cost(e));
                let one = self.cost(c).saturating_add(self.cost(taken));
                if self.of(t) == self.of(e) && both < one {
                    self.mark(&[t, e], stamp);
                } else {
                    self.mark(&[c, taken], stamp);
                }
            }
            Gate::Maj(a, b, c) => {
                let value = [a, b, c].iter().filter(|lit| self.of(**lit)).count() >= 2;
                let mut same: Vec<Lit> = vec![a, b, c];
                same.retain(|lit| self.of(*lit) == value);
                same.sort_by_key(|lit| {
                    let marked = self.needed[lit.node()] == stamp;
                    (!marked, self.cost(*lit))
                });
                self.mark(&same[..2], stamp);
            }
        }
    }

    fn mark(&mut self, lits: &[Lit], stamp: u32) {
        for lit in lits {
            self.needed[lit.node()] = stamp;
        }
    }
}
