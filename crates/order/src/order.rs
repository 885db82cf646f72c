//! The order in which the nodes of all chains are executed.
//!
//! Between two nodes of different chains of which neither must come first, the order is open. It is
//! an atom, or a comparison of numbers ([`Scheme`]). In either case exactly one of `before(a, b)` and
//! `before(b, a)` holds, so that the order is total.

use crate::{Node, NodeId, Threads};
use cassay_base::{Id, IndexVec};
use cassay_term::{Evaluator, Pool, Sort, TermId};
use std::collections::HashMap;

/// How the order is expressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// A Boolean for each pair of nodes; transitivity is stated for all triples.
    Atoms,
    /// A number for each node.
    Clocks,
    /// A number for each node: that of the context it is executed in. There are at most as many
    /// switches between contexts as given.
    Contexts(u32),
}

/// With more clauses for transitivity, nodes get numbers instead.
const MOST_TRIPLES: u64 = 400_000;

/// A set of nodes.
#[derive(Clone, Debug, Default)]
struct NodeSet(Vec<u64>);

impl NodeSet {
    fn insert(&mut self, node: NodeId) {
        let (word, bit) = (node.index() / 64, node.index() % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    fn contains(&self, node: NodeId) -> bool {
        let word = self.0.get(node.index() / 64).copied().unwrap_or(0);
        word >> (node.index() % 64) & 1 == 1
    }

    fn extend(&mut self, other: &NodeSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }
}

/// The order of the nodes of some threads.
#[derive(Debug)]
pub struct Order {
    threads: Threads,
    scheme: Scheme,
    /// The nodes that are ordered, by chain. Those without events and edges are left out: they can be
    /// executed right behind their predecessors.
    chains: Vec<Vec<NodeId>>,
    /// The position of each node in its chain; none for those that are left out.
    positions: IndexVec<NodeId, Option<usize>>,
    /// The nodes that come before each one in every interleaving.
    earlier: IndexVec<NodeId, NodeSet>,
    /// The terms made so far: the order of two nodes, or the number of one.
    atoms: HashMap<(NodeId, NodeId), TermId>,
    numbers: HashMap<NodeId, TermId>,
}

impl Order {
    /// The order of all nodes. No term is made before it is asked for.
    pub fn new(threads: Threads, scheme: Scheme) -> Self {
        let mut matters: IndexVec<NodeId, bool> = threads.nodes.iter().map(|_| false).collect();
        for event in threads.events.iter() {
            matters[event.node] = true;
        }
        for edge in &threads.edges {
            matters[edge.from] = true;
            matters[edge.to] = true;
        }
        let mut chains: Vec<Vec<NodeId>> = Vec::new();
        let mut positions = IndexVec::new();
        let mut earlier: IndexVec<NodeId, NodeSet> = IndexVec::new();
        let mut into: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        for edge in threads.edges.iter().filter(|edge| edge.when.is_none()) {
            into.entry(edge.to).or_default().push(edge.from);
        }
        for (id, node) in threads.nodes.iter_enumerated() {
            let chain = node.chain as usize;
            if chains.len() <= chain {
                chains.resize(chain + 1, Vec::new());
            }
            let mut before = NodeSet::default();
            let last = chains[chain].last().copied();
            for from in last.iter().chain(into.get(&id).into_iter().flatten()) {
                before.extend(&earlier[*from]);
                before.insert(*from);
            }
            earlier.push(before);
            positions.push(matters[id].then_some(chains[chain].len()));
            if matters[id] {
                chains[chain].push(id);
            }
        }
        Order {
            threads,
            scheme,
            chains,
            positions,
            earlier,
            atoms: HashMap::new(),
            numbers: HashMap::new(),
        }
    }

    /// The order of all nodes, in the scheme that fits their number.
    pub fn fitting(threads: Threads) -> Self {
        let mut order = Order::new(threads, Scheme::Atoms);
        if order.triples() > MOST_TRIPLES {
            order.scheme = Scheme::Clocks;
        }
        order
    }

    /// The nodes and events.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// How the order is expressed.
    pub(crate) fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// A number that is none of a node's, for a scheme with a number for each node: every node is before
    /// or behind it.
    pub(crate) fn moment(&self, pool: &mut Pool) -> TermId {
        pool.fresh("moment", Sort::Bv(self.width()))
    }

    /// The term that the number of a node is less than another.
    pub(crate) fn is_earlier(&mut self, pool: &mut Pool, node: NodeId, moment: TermId) -> TermId {
        let number = self.number(pool, node);
        pool.ult(number, moment)
    }

    /// The nodes that are ordered, by chain.
    pub fn chains(&self) -> &[Vec<NodeId>] {
        &self.chains
    }

    /// The node before this one in its chain.
    pub fn previous(&self, node: NodeId) -> Option<NodeId> {
        let position = self.positions[node]?.checked_sub(1)?;
        Some(self.chains[self.threads.nodes[node].chain as usize][position])
    }

    /// The node behind this one in its chain.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        let chain = &self.chains[self.threads.nodes[node].chain as usize];
        chain.get(self.positions[node]? + 1).copied()
    }

    /// A node, or the last one before it in its chain that is ordered: it is executed right behind that.
    pub fn last_ordered(&self, node: NodeId) -> Option<NodeId> {
        let chain = &self.chains[self.threads.nodes[node].chain as usize];
        let known = chain.partition_point(|other| *other <= node);
        chain.get(known.checked_sub(1)?).copied()
    }

    /// Whether one node comes before another one of a different chain in every interleaving, whether or
    /// not they are ordered.
    pub fn surely_before(&self, a: NodeId, b: NodeId) -> bool {
        let chain = &self.chains[self.threads.nodes[a].chain as usize];
        let next = chain.get(chain.partition_point(|other| *other < a));
        match (next, self.last_ordered(b)) {
            (Some(next), Some(last)) => self.always_before(*next, last),
            (None, _) | (_, None) => false,
        }
    }

    /// Whether one node comes before another in every interleaving.
    pub fn always_before(&self, a: NodeId, b: NodeId) -> bool {
        self.earlier[b].contains(a)
    }

    /// The term that one node is executed before another.
    pub fn before(&mut self, pool: &mut Pool, a: NodeId, b: NodeId) -> TermId {
        if a == b || self.always_before(b, a) {
            return pool.fls();
        }
        if self.always_before(a, b) {
            return pool.tru();
        }
        if b < a {
            let other = self.before(pool, b, a);
            return pool.not(other);
        }
        if let Some(term) = self.atoms.get(&(a, b)) {
            return *term;
        }
        let term = match self.scheme {
            Scheme::Atoms => pool.fresh("before", Sort::Bool),
            Scheme::Clocks | Scheme::Contexts(_) => {
                let (x, y) = (self.number(pool, a), self.number(pool, b));
                // The negation is the reverse order: two nodes have the same number only if their
                // order does not matter.
                pool.ult(x, y)
            }
        };
        self.atoms.insert((a, b), term);
        term
    }

    fn number(&mut self, pool: &mut Pool, node: NodeId) -> TermId {
        let width = self.width();
        *self
            .numbers
            .entry(node)
            .or_insert_with(|| pool.fresh("clock", Sort::Bv(width)))
    }

    /// The width of a number.
    fn width(&self) -> u32 {
        let most = match self.scheme {
            Scheme::Contexts(switches) => u64::from(switches) + 1,
            Scheme::Atoms | Scheme::Clocks => self.threads.nodes.len() as u64,
        };
        (u64::BITS - most.leading_zeros()).max(1)
    }

    /// The number of clauses that state transitivity between three chains.
    fn triples(&self) -> u64 {
        let (mut pairs, mut triples, mut nodes) = (0u64, 0u64, 0u64);
        for chain in &self.chains {
            let more = chain.len() as u64;
            triples = triples.saturating_add(2 * pairs.saturating_mul(more));
            pairs = pairs.saturating_add(nodes.saturating_mul(more));
            nodes += more;
        }
        triples
    }

    /// What makes the terms an order: to be called last, when all terms have been asked for.
    pub fn constraints(&mut self, pool: &mut Pool) -> Vec<TermId> {
        let mut facts = Vec::new();
        for edge in self.threads.edges.clone() {
            if let Some(when) = edge.when {
                let before = self.before(pool, edge.from, edge.to);
                facts.push(pool.implies(when, before));
            }
        }
        match self.scheme {
            Scheme::Atoms => self.transitive(pool, &mut facts),
            Scheme::Clocks => self.distinct_numbers(pool, &mut facts),
            Scheme::Contexts(switches) => self.few_contexts(pool, switches, &mut facts),
        }
        facts.retain(|fact| pool.as_bool(*fact) != Some(true));
        facts
    }

    /// The order is transitive. Within two chains it is enough that it respects the neighbours in
    /// each; between three all triples are stated.
    fn transitive(&mut self, pool: &mut Pool, facts: &mut Vec<TermId>) {
        let chains = self.chains.clone();
        for (index, left) in chains.iter().enumerate() {
            for right in &chains[index + 1..] {
                for &a in left {
                    for &b in right {
                        let here = self.before(pool, a, b);
                        if let Some(next) = self.next(b) {
                            let later = self.before(pool, a, next);
                            facts.push(pool.implies(here, later));
                        }
                        if let Some(previous) = self.previous(a) {
                            let earlier = self.before(pool, previous, b);
                            facts.push(pool.implies(here, earlier));
                        }
                    }
                }
            }
        }
        for (i, first) in chains.iter().enumerate() {
            for (j, second) in chains.iter().enumerate().skip(i + 1) {
                for third in &chains[j + 1..] {
                    self.acyclic(pool, [first, second, third], facts);
                }
            }
        }
    }

    /// No three nodes of three chains form a cycle.
    fn acyclic(&mut self, pool: &mut Pool, chains: [&Vec<NodeId>; 3], facts: &mut Vec<TermId>) {
        for &a in chains[0] {
            for &b in chains[1] {
                let ab = self.before(pool, a, b);
                let ba = pool.not(ab);
                for &c in chains[2] {
                    let bc = self.before(pool, b, c);
                    let ac = self.before(pool, a, c);
                    let (cb, ca) = (pool.not(bc), pool.not(ac));
                    for cycle in [[ab, bc, ca], [ba, ac, cb]] {
                        let broken = cycle.map(|part| pool.not(part));
                        let fact = pool.or_all(broken);
                        if pool.as_bool(fact) != Some(true) {
                            facts.push(fact);
                        }
                    }
                }
            }
        }
    }

    /// Numbers grow along chains and edges. Where the order of two nodes matters, `before` has been
    /// asked for, and its negation must be the reverse order.
    fn distinct_numbers(&mut self, pool: &mut Pool, facts: &mut Vec<TermId>) {
        self.growing_along_chains(pool, facts, true);
        for edge in self
            .threads
            .edges
            .clone()
            .iter()
            .filter(|edge| edge.when.is_none())
        {
            let (x, y) = (self.number(pool, edge.from), self.number(pool, edge.to));
            facts.push(pool.ult(x, y));
        }
        let asked: Vec<(NodeId, NodeId)> = self.asked();
        for (a, b) in asked {
            let (x, y) = (self.number(pool, a), self.number(pool, b));
            facts.push(pool.distinct(x, y));
        }
    }

    /// The pairs whose order has been asked for, in a fixed order.
    fn asked(&self) -> Vec<(NodeId, NodeId)> {
        let mut asked: Vec<(NodeId, NodeId)> = self.atoms.keys().copied().collect();
        asked.sort();
        asked
    }

    /// Numbers grow, or at least do not shrink, along chains.
    fn growing_along_chains(&mut self, pool: &mut Pool, facts: &mut Vec<TermId>, strictly: bool) {
        for chain in self.chains.clone() {
            for pair in chain.windows(2) {
                let (x, y) = (self.number(pool, pair[0]), self.number(pool, pair[1]));
                facts.push(match strictly {
                    true => pool.ult(x, y),
                    false => pool.ule(x, y),
                });
            }
        }
    }

    /// Every context belongs to one chain. Nodes that are not executed need none.
    fn few_contexts(&mut self, pool: &mut Pool, switches: u32, facts: &mut Vec<TermId>) {
        let width = self.width();
        let most = pool.bv_u64(width, u64::from(switches));
        let chain_bits = (u32::BITS - (self.chains.len() as u32).leading_zeros()).max(1);
        let owners: Vec<TermId> = (0..=switches)
            .map(|_| pool.fresh("owner", Sort::Bv(chain_bits)))
            .collect();
        self.growing_along_chains(pool, facts, false);
        for edge in self
            .threads
            .edges
            .clone()
            .iter()
            .filter(|edge| edge.when.is_none())
        {
            let (x, y) = (self.number(pool, edge.from), self.number(pool, edge.to));
            let grows = pool.ult(x, y);
            facts.push(pool.implies(self.threads.nodes[edge.to].exec, grows));
        }
        for node in self.chains.concat() {
            let chain = pool.bv_u64(chain_bits, u64::from(self.threads.nodes[node].chain));
            let exec = self.threads.nodes[node].exec;
            let number = self.number(pool, node);
            let bounded = pool.ule(number, most);
            facts.push(pool.implies(exec, bounded));
            for (context, owner) in owners.iter().enumerate() {
                let context = pool.bv_u64(width, context as u64);
                let here = pool.eq(number, context);
                let here = pool.and(exec, here);
                let owned = pool.eq(*owner, chain);
                facts.push(pool.implies(here, owned));
            }
        }
    }

    /// Whether one node is executed before another in a model of the constraints.
    fn is_before(&self, evaluator: &mut Evaluator<'_>, a: NodeId, b: NodeId) -> bool {
        if self.always_before(a, b) || self.always_before(b, a) {
            return self.always_before(a, b);
        }
        let (low, high) = (a.min(b), a.max(b));
        let forwards = match (self.atoms.get(&(low, high)), self.scheme) {
            (Some(atom), _) => evaluator.bool_value(*atom),
            (None, Scheme::Atoms) => true,
            // Nobody has asked for their order, so that any will do that fits the numbers.
            (None, Scheme::Clocks | Scheme::Contexts(_)) => {
                let mut number =
                    |node| self.numbers.get(node).map(|term| evaluator.bv_value(*term));
                let (x, y) = (number(&low), number(&high));
                x.zip(y).is_none_or(|(x, y)| !y.ult(&x))
            }
        };
        forwards == (a < b)
    }

    /// The executed nodes in the order of a model of the constraints.
    pub fn schedule(&self, evaluator: &mut Evaluator<'_>) -> Vec<NodeId> {
        let mut executed: IndexVec<NodeId, bool> = IndexVec::new();
        for node in self.threads.nodes.iter() {
            executed.push(evaluator.bool_value(node.exec));
        }
        let mut nodes: Vec<NodeId> = self.chains.concat();
        nodes.retain(|node| executed[*node]);
        let mut rank: HashMap<NodeId, usize> = HashMap::new();
        for (index, a) in nodes.iter().enumerate() {
            for b in &nodes[index + 1..] {
                let later = if self.is_before(evaluator, *a, *b) {
                    b
                } else {
                    a
                };
                *rank.entry(*later).or_default() += 1;
            }
        }
        nodes.sort_by_key(|node| (rank.get(node).copied().unwrap_or(0), *node));
        self.with_the_rest(nodes, &executed)
    }

    /// Adds the nodes whose order does not matter, each before the next one of its chain.
    fn with_the_rest(
        &self,
        ordered: Vec<NodeId>,
        executed: &IndexVec<NodeId, bool>,
    ) -> Vec<NodeId> {
        let mut waiting: HashMap<u32, Vec<NodeId>> = HashMap::new();
        let nodes: Vec<(NodeId, &Node)> = self.threads.nodes.iter_enumerated().collect();
        for (id, node) in nodes.into_iter().rev() {
            if executed[id] && self.positions[id].is_none() {
                waiting.entry(node.chain).or_default().push(id);
            }
        }
        let mut result = Vec::new();
        for node in ordered {
            let waiting = waiting.entry(self.threads.nodes[node].chain).or_default();
            while let Some(earlier) = waiting.pop_if(|id| *id < node) {
                result.push(earlier);
            }
            result.push(node);
        }
        let mut rest: Vec<NodeId> = waiting.into_values().flatten().collect();
        rest.sort();
        result.extend(rest);
        result
    }
}
