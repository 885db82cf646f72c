//! Clauses for gates, made when a query reaches them.
//!
//! Each gate gets a variable and the clauses of both directions. A conjunction with a single use,
//! in another conjunction, is merged into the clauses of that one and gets no variable; likewise an
//! exclusive or with a single use in another. A conjunction or disjunction that is asserted at the
//! top level gets no variable either: it becomes its parts, or one clause.

use cassay_base::Stop;

use crate::Stopped;
use crate::graph::{Gate, Graph, Lit};

/// Where clauses go. Literals are numbers from 1 on, negative when negated.
pub trait Clauses {
    /// Adds a clause.
    fn clause(&mut self, literals: &[i32]);
}

impl Clauses for crate::ffi::Sat {
    fn clause(&mut self, literals: &[i32]) {
        crate::ffi::Sat::clause(self, literals);
    }
}

/// How many gates are translated between two looks at the stop token.
const PACE: usize = 1024;

/// The variables of gates.
#[derive(Default)]
pub struct Cnf {
    /// The variable of each node, or 0.
    variables: Vec<i32>,
    last: i32,
    /// Gates translated, for pacing.
    steps: usize,
}

impl Cnf {
    /// The variable of a node, if it has one.
    pub fn known(&self, lit: Lit) -> Option<i32> {
        match self.variables.get(lit.node()) {
            None | Some(0) => None,
            Some(variable) => Some(signed(*variable, lit.is_negated())),
        }
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.last == 0
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.last as usize
    }

    /// How many gates these literals are made of, if not more than `limit`.
    pub fn reach(graph: &Graph, roots: &[Lit], limit: usize) -> Option<usize> {
        let mut seen = vec![false; graph.len()];
        let mut stack: Vec<usize> = roots.iter().map(|lit| lit.node()).collect();
        let mut count = 0;
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            count += 1;
            if count > limit {
                return None;
            }
            match graph.gate(node) {
                Gate::Constant | Gate::Input => {}
                Gate::And(a, b) | Gate::Xor(a, b) => stack.extend([a.node(), b.node()]),
                Gate::Mux(a, b, c) | Gate::Maj(a, b, c) => {
                    stack.extend([a.node(), b.node(), c.node()]);
                }
            }
        }
        Some(count)
    }

    /// The literal that represents a gate, defined by clauses. The gate is no constant.
    pub fn literal(
        &mut self,
        graph: &Graph,
        sat: &mut impl Clauses,
        stop: &Stop,
        lit: Lit,
    ) -> Result<i32, Stopped> {
        self.variables.resize(graph.len(), 0);
        let mut stack = vec![lit.node()];
        let mut inputs = Vec::new();
        while let Some(&node) = stack.last() {
            if self.variables[node] != 0 {
                stack.pop();
                continue;
            }
            self.steps += 1;
            if self.steps.is_multiple_of(PACE) && stop.is_raised() {
                return Err(Stopped);
            }
            inputs.clear();
            self.inputs(graph, node, &mut inputs);
            let waiting = stack.len();
            for input in &inputs {
                if self.variables[input.node()] == 0 {
                    stack.push(input.node());
                }
            }
            if stack.len() == waiting {
                stack.pop();
                self.define(graph, sat, node, &inputs);
            }
        }
        Ok(signed(self.variables[lit.node()], lit.is_negated()))
    }

    /// Makes a literal hold from now on.
    pub fn assert(
        &mut self,
        graph: &Graph,
        sat: &mut impl Clauses,
        stop: &Stop,
        lit: Lit,
    ) -> Result<(), Stopped> {
        let mut stack = vec![lit];
        while let Some(lit) = stack.pop() {
            if let Some(value) = lit.as_constant() {
                if !value {
                    sat.clause(&[]);
                }
                continue;
            }
            self.variables.resize(graph.len(), 0);
            let is_and = matches!(graph.gate(lit.node()), Gate::And(..));
            match (self.known(lit), is_and) {
                (None, true) => {
                    let mut parts = Vec::new();
                    self.conjuncts(graph, lit.node(), &mut parts);
                    if !lit.is_negated() {
                        stack.extend(parts);
                        continue;
                    }
                    let mut clause = Vec::with_capacity(parts.len());
                    for part in parts {
                        clause.push(self.literal(graph, sat, stop, !part)?);
                    }
                    sat.clause(&clause);
                }
                (known, _) => {
                    let unit = match known {
                        Some(unit) => unit,
                        None => self.literal(graph, sat, stop, lit)?,
                    };
                    sat.clause(&[unit]);
                }
            }
        }
        Ok(())
    }

    /// Whether a gate may be taken into the only gate that uses it.
    fn is_part(&self, graph: &Graph, node: usize) -> bool {
        self.variables[node] == 0 && graph.uses(node) == 1
    }

    /// The literals that the clauses of a gate are about.
    fn inputs(&self, graph: &Graph, node: usize, inputs: &mut Vec<Lit>) {
        match graph.gate(node) {
            Gate::Constant | Gate::Input => {}
            Gate::And(..) => self.conjuncts(graph, node, inputs),
            Gate::Xor(a, b) => {
                for (whole, other) in [(a, b), (b, a)] {
                    if let Gate::Xor(x, y) = graph.gate(whole.node())
                        && self.is_part(graph, whole.node())
                    {
                        inputs.extend([x, y, other]);
                        return;
                    }
                }
                inputs.extend([a, b]);
            }
            Gate::Mux(a, b, c) | Gate::Maj(a, b, c) => inputs.extend([a, b, c]),
        }
    }

    /// What a conjunction says, with conjunctions that are only its parts opened.
    fn conjuncts(&self, graph: &Graph, node: usize, parts: &mut Vec<Lit>) {
        let mut open = vec![Lit::of(node)];
        while let Some(lit) = open.pop() {
            let whole = lit.node() == node;
            match graph.gate(lit.node()) {
                Gate::And(a, b)
                    if whole || (!lit.is_negated() && self.is_part(graph, lit.node())) =>
                {
                    open.extend([b, a]);
                }
                Gate::Constant
                | Gate::Input
                | Gate::And(..)
                | Gate::Xor(..)
                | Gate::Mux(..)
                | Gate::Maj(..) => parts.push(lit),
            }
        }
    }

    /// Gives a gate, whose inputs have variables, one of its own.
    fn define(&mut self, graph: &Graph, sat: &mut impl Clauses, node: usize, inputs: &[Lit]) {
        self.last += 1;
        let o = self.last;
        self.variables[node] = o;
        let of = |lit: Lit| signed(self.variables[lit.node()], lit.is_negated());
        let inputs: Vec<i32> = inputs.iter().map(|lit| of(*lit)).collect();
        match (graph.gate(node), inputs.as_slice()) {
            (Gate::And(..), parts) => {
                let mut all = Vec::with_capacity(parts.len() + 1);
                for part in parts {
                    sat.clause(&[-o, *part]);
                    all.push(-*part);
                }
                all.push(o);
                sat.clause(&all);
            }
            (Gate::Xor(..), [a, b]) => {
                for clause in [[-o, *a, *b], [-o, -*a, -*b], [o, -*a, *b], [o, *a, -*b]] {
                    sat.clause(&clause);
                }
            }
            (Gate::Xor(..), [a, b, c]) => {
                for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    // With a and b as the signs say, o is c or its negation.
                    let same = -(x * y);
                    sat.clause(&[-x * a, -y * b, -o, -same * c]);
                    sat.clause(&[-x * a, -y * b, o, same * c]);
                }
            }
            (Gate::Mux(..), [c, t, e]) => {
                for clause in [
                    [-*c, -*t, o],
                    [-*c, *t, -o],
                    [*c, -*e, o],
                    [*c, *e, -o],
                    [-*t, -*e, o],
                    [*t, *e, -o],
                ] {
                    sat.clause(&clause);
                }
            }
            (Gate::Maj(..), [a, b, c]) => {
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    sat.clause(&[-*x, -*y, o]);
                    sat.clause(&[*x, *y, -o]);
                }
            }
            (Gate::Constant, _) => sat.clause(&[-o]),
            (Gate::Input, _) => {}
            (Gate::Xor(..) | Gate::Mux(..) | Gate::Maj(..), _) => {
                unreachable!("these gates have two or three inputs")
            }
        }
    }
}

fn signed(variable: i32, negate: bool) -> i32 {
    if negate { -variable } else { variable }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::Sat;
    use crate::graph::tests::random;

    /// Clauses leave each gate exactly the value that it has, whatever was translated before.
    #[test]
    fn clauses_say_what_gates_are() {
        let stop = Stop::new();
        for seed in 1..40 {
            let (graph, made) = random(seed * 104_729, 40);
            let mut sat = Sat::new(0).expect("an instance");
            let mut cnf = Cnf::default();
            for (lit, table) in &made {
                if lit.as_constant().is_some() {
                    continue;
                }
                let literal = cnf.literal(&graph, &mut sat, &stop, *lit).expect("no stop");
                for input in 0..16u16 {
                    let mut assumed = Vec::new();
                    for bit in 0..4 {
                        // The inputs stand behind the constant.
                        let input_bit = made[1 + bit].0;
                        let of = cnf.literal(&graph, &mut sat, &stop, input_bit);
                        let of = of.expect("no stop");
                        assumed.push(if input >> bit & 1 == 1 { of } else { -of });
                    }
                    let holds = table >> input & 1 == 1;
                    assumed.push(if holds { literal } else { -literal });
                    assert_eq!(sat.solve(&assumed), Some(true), "seed {seed}");
                    assumed.pop();
                    assumed.push(if holds { -literal } else { literal });
                    assert_eq!(sat.solve(&assumed), Some(false), "seed {seed}");
                }
            }
        }
    }

    /// What is asserted leaves exactly the inputs for which it holds.
    #[test]
    fn assertions_leave_what_satisfies_them() {
        let stop = Stop::new();
        for seed in 1..300 {
            let (graph, made) = random(seed * 15_485_863, 30);
            let mut sat = Sat::new(0).expect("an instance");
            let mut cnf = Cnf::default();
            let mut left = 0xffff;
            for (lit, table) in made.iter().rev().take(3) {
                cnf.assert(&graph, &mut sat, &stop, *lit).expect("no stop");
                left &= table;
            }
            let inputs: Vec<i32> = made[1..5]
                .iter()
                .map(|(lit, _)| cnf.literal(&graph, &mut sat, &stop, *lit).expect("no stop"))
                .collect();
            for input in 0..16u16 {
                let bits = inputs.iter().enumerate();
                let assumed: Vec<i32> = bits
                    .map(|(bit, of)| if input >> bit & 1 == 1 { *of } else { -*of })
                    .collect();
                let expected = Some(left >> input & 1 == 1);
                assert_eq!(sat.solve(&assumed), expected, "seed {seed}");
            }
        }
    }

    #[test]
    fn a_stop_ends_the_translation() {
        let mut graph = Graph::default();
        let mut deep = graph.input();
        for _ in 0..100_000 {
            let input = graph.input();
            deep = graph.xor(deep, input);
            deep = graph.mux(input, deep, !input);
        }
        let stop = Stop::new();
        stop.raise(cassay_base::StopReason::Time);
        let mut sat = Sat::new(0).expect("an instance");
        let mut cnf = Cnf::default();
        assert_eq!(cnf.literal(&graph, &mut sat, &stop, deep), Err(Stopped));
        assert!(cnf.literal(&graph, &mut sat, &Stop::new(), deep).is_ok());
    }
}
