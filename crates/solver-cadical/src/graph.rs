//! The gates: an and-inverter graph with gates for exclusive or, choice and majority.
//!
//! Equal gates on equal literals are one node, and a gate that can be simplified by looking at one
//! or two levels never becomes a node. Exclusive or, choice and majority are gates of their own
//! because their clauses propagate better than those of equivalent conjunctions; adders and
//! comparators consist of them.
//!
//! Inputs of a node are older than the node.

use rustc_hash::FxHashMap;

/// A node or its negation. Node 0 is the truth constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The constant `false`.
    pub const FALSE: Lit = Lit(0);
    /// The constant `true`.
    pub const TRUE: Lit = Lit(1);

    /// A node, not negated.
    pub fn of(node: usize) -> Lit {
        Lit((node as u32) << 1)
    }

    /// A constant.
    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    /// The value of a constant.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Lit::TRUE)
    }

    /// The node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether this is the negation of its node.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Negated if asked for.
    pub fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// The truth constant: node 0 alone.
    Constant,
    /// A bit that nothing defines.
    Input,
    /// Conjunction.
    And(Lit, Lit),
    /// Exclusive or, of nodes that are not negated.
    Xor(Lit, Lit),
    /// The second where the first holds, else the third.
    Mux(Lit, Lit, Lit),
    /// Whether at least two hold.
    Maj(Lit, Lit, Lit),
}

/// The gates. See the module documentation.
pub struct Graph {
    nodes: Vec<Gate>,
    /// How many gates each node is an input of.
    uses: Vec<u32>,
    known: FxHashMap<Gate, u32>,
}

impl Default for Graph {
    fn default() -> Self {
        Graph {
            nodes: vec![Gate::Constant],
            uses: vec![0],
            known: FxHashMap::default(),
        }
    }
}

impl Graph {
    /// Whether there are no nodes: never, since the truth constant is one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What a node is.
    pub fn gate(&self, node: usize) -> Gate {
        self.nodes[node]
    }

    /// Whether a node is a bit that nothing defines.
    pub fn is_input(&self, node: usize) -> bool {
        self.nodes[node] == Gate::Input
    }

    /// How many gates a node is an input of.
    pub fn uses(&self, node: usize) -> u32 {
        self.uses[node]
    }

    /// A bit that nothing defines.
    pub fn input(&mut self) -> Lit {
        self.push(Gate::Input)
    }

    fn push(&mut self, gate: Gate) -> Lit {
        let node = self.nodes.len();
        self.nodes.push(gate);
        self.uses.push(0);
        Lit::of(node)
    }

    fn intern(&mut self, gate: Gate, inputs: &[Lit]) -> Lit {
        if let Some(node) = self.known.get(&gate) {
            return Lit::of(*node as usize);
        }
        for input in inputs {
            self.uses[input.node()] += 1;
        }
        let lit = self.push(gate);
        self.known.insert(gate, lit.node() as u32);
        lit
    }

    /// The inputs of a conjunction.
    fn conjuncts(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.nodes[lit.node()] {
            Gate::And(a, b) => Some((a, b)),
            Gate::Constant | Gate::Input | Gate::Xor(..) | Gate::Mux(..) | Gate::Maj(..) => None,
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self
            .and_by_looking(a, b)
            .or_else(|| self.and_by_looking(b, a))
        {
            return simpler;
        }
        if let Some(simpler) = self.and_of_two(a, b) {
            return simpler;
        }
        self.intern(Gate::And(a, b), &[a, b])
    }

    /// `a ∧ b` where `b` is a conjunction that has to do with `a`.
    fn and_by_looking(&mut self, a: Lit, b: Lit) -> Option<Lit> {
        let (x, y) = self.conjuncts(b)?;
        if !b.is_negated() {
            if a == x || a == y {
                return Some(b);
            }
            return (a == !x || a == !y).then_some(Lit::FALSE);
        }
        // a ∧ ¬(x ∧ y)
        if a == !x || a == !y {
            return Some(a);
        }
        if a == x {
            return Some(self.and(a, !y));
        }
        (a == y).then(|| self.and(a, !x))
    }

    /// `a ∧ b` where both are conjunctions that have to do with each other.
    fn and_of_two(&mut self, a: Lit, b: Lit) -> Option<Lit> {
        let ((p, q), (x, y)) = (self.conjuncts(a)?, self.conjuncts(b)?);
        let clash = |l: Lit, m: Lit| l == !m;
        match (a.is_negated(), b.is_negated()) {
            (false, false) => {
                (clash(p, x) || clash(p, y) || clash(q, x) || clash(q, y)).then_some(Lit::FALSE)
            }
            // (p ∧ q) ∧ ¬(x ∧ y) where p ∧ q rules x or y out.
            (false, true) => {
                (clash(p, x) || clash(p, y) || clash(q, x) || clash(q, y)).then_some(a)
            }
            (true, false) => {
                (clash(p, x) || clash(p, y) || clash(q, x) || clash(q, y)).then_some(b)
            }
            // ¬(p ∧ q) ∧ ¬(p ∧ ¬q)
            (true, true) => {
                if (p == x && clash(q, y)) || (p == y && clash(q, x)) {
                    return Some(!p);
                }
                ((q == x && clash(p, y)) || (q == y && clash(p, x))).then_some(!q)
            }
        }
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(negate);
        }
        if a == Lit::FALSE {
            return b.negated_if(negate);
        }
        for (a, b) in [(a, b), (b, a)] {
            if let Gate::Xor(x, y) = self.nodes[b.node()] {
                if a == x {
                    return y.negated_if(negate);
                }
                if a == y {
                    return x.negated_if(negate);
                }
            }
        }
        self.intern(Gate::Xor(a, b), &[a, b]).negated_if(negate)
    }

    /// Equality.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `t` where `c` holds, else `e`.
    pub fn mux(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        let (c, t, e) = if c.is_negated() {
            (!c, e, t)
        } else {
            (c, t, e)
        };
        if c == Lit::FALSE {
            return e;
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.iff(c, t);
        }
        if t == Lit::TRUE || t == c {
            return self.or(c, e);
        }
        if t == Lit::FALSE || t == !c {
            return self.and(!c, e);
        }
        if e == Lit::TRUE || e == !c {
            return self.or(!c, t);
        }
        if e == Lit::FALSE || e == c {
            return self.and(c, t);
        }
        // A choice below a choice by the same condition.
        if let Gate::Mux(below, x, _) = self.nodes[t.node()]
            && below == c
        {
            return self.mux(c, x.negated_if(t.is_negated()), e);
        }
        if let Gate::Mux(below, _, y) = self.nodes[e.node()]
            && below == c
        {
            return self.mux(c, t, y.negated_if(e.is_negated()));
        }
        let negate = t.is_negated();
        let (t, e) = (t.negated_if(negate), e.negated_if(negate));
        self.intern(Gate::Mux(c, t, e), &[c, t, e])
            .negated_if(negate)
    }

    /// Whether at least two hold.
    pub fn maj(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        if a == b {
            return a;
        }
        if b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        if let Some(value) = a.as_constant() {
            return if value { self.or(b, c) } else { self.and(b, c) };
        }
        let negate = a.is_negated();
        let [a, b, c] = inputs.map(|input| input.negated_if(negate));
        self.intern(Gate::Maj(a, b, c), &[a, b, c])
            .negated_if(negate)
    }

    /// Conjunction of all, as a balanced tree.
    pub fn and_all(&mut self, lits: &[Lit]) -> Lit {
        let mut level = lits.to_vec();
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                next.push(match pair {
                    [a, b] => self.and(*a, *b),
                    _ => pair[0],
                });
            }
            level = next;
        }
        level.first().copied().unwrap_or(Lit::TRUE)
    }

    /// Disjunction of all.
    pub fn or_all(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|lit| !*lit).collect();
        !self.and_all(&negated)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The value of every node, for values of the inputs in the order in which they were made.
    pub(crate) fn simulate(graph: &Graph, inputs: &[bool]) -> Vec<bool> {
        let mut inputs = inputs.iter().copied();
        let mut values = Vec::with_capacity(graph.len());
        for gate in &graph.nodes {
            let of = |lit: &Lit| value(&values, *lit);
            let value = match gate {
                Gate::Constant => false,
                Gate::Input => inputs.next().expect("a value for each input"),
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
                Gate::Mux(c, t, e) => {
                    if of(c) {
                        of(t)
                    } else {
                        of(e)
                    }
                }
                Gate::Maj(a, b, c) => [a, b, c].into_iter().filter(|lit| of(lit)).count() >= 2,
            };
            values.push(value);
        }
        values
    }

    pub(crate) fn value(values: &[bool], lit: Lit) -> bool {
        values[lit.node()] != lit.is_negated()
    }

    /// A small generator of numbers (xorshift).
    pub(crate) fn next(state: &mut u64) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 11) as usize
    }

    /// Random gates over four inputs, with what each must be for each of the sixteen inputs.
    pub(crate) fn random(seed: u64, count: usize) -> (Graph, Vec<(Lit, u16)>) {
        let mut graph = Graph::default();
        let mut state = seed;
        let mut made: Vec<(Lit, u16)> = vec![(Lit::TRUE, 0xffff)];
        for table in [0xaaaa, 0xcccc, 0xf0f0, 0xff00] {
            made.push((graph.input(), table));
        }
        for _ in 0..count {
            let mut pick = || {
                let (lit, table) = made[next(&mut state) % made.len()];
                let negate = next(&mut state).is_multiple_of(2);
                (lit.negated_if(negate), if negate { !table } else { table })
            };
            let ((a, s), (b, t), (c, u)) = (pick(), pick(), pick());
            made.push(match next(&mut state) % 5 {
                0 => (graph.and(a, b), s & t),
                1 => (graph.xor(a, b), s ^ t),
                2 => (graph.mux(a, b, c), (s & t) | (!s & u)),
                3 => (graph.maj(a, b, c), (s & t) | (s & u) | (t & u)),
                _ => (graph.or(a, b), s | t),
            });
        }
        (graph, made)
    }

    #[test]
    fn gates_are_what_they_say_however_simplified() {
        for seed in 1..200 {
            let (graph, made) = random(seed * 7919, 60);
            for input in 0..16u16 {
                let bits: Vec<bool> = (0..4).map(|bit| input >> bit & 1 == 1).collect();
                let values = simulate(&graph, &bits);
                for (lit, table) in &made {
                    assert_eq!(value(&values, *lit), table >> input & 1 == 1, "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn equal_gates_are_one() {
        let mut graph = Graph::default();
        let (a, b, c) = (graph.input(), graph.input(), graph.input());
        assert_eq!(graph.and(a, b), graph.and(b, a));
        assert_eq!(graph.xor(!a, b), !graph.xor(b, a));
        assert_eq!(graph.mux(!a, b, c), graph.mux(a, c, b));
        assert_eq!(graph.maj(!a, !b, !c), !graph.maj(c, b, a));
        let both = graph.and(a, b);
        assert_eq!(graph.and(both, a), both);
        assert_eq!(graph.and(both, !b), Lit::FALSE);
        let size = graph.len();
        let negated = graph.and(a, !both);
        assert_eq!(negated, graph.and(a, !b));
        assert_eq!(graph.len(), size + 1);
    }
}
