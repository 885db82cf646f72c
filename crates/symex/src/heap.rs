//! Reachability of the heap: which heap objects are not freed, and can the program still reach
//! them?
//!
//! A heap object is *left* where it was allocated and not freed. It is reachable when a live
//! variable, or a reachable heap object, holds a pointer into it. The condition under which each
//! object is reachable is the least solution of these equations ([`Graph::solve`]). Only pointers that are
//! actually stored are followed, and conditions that constants decide are constants: a list of a
//! thousand nodes costs one walk along it.
//!
//! Addresses stored as integers, and pointers in arrays with many writes, give no condition.
//! Objects that such a place may lead to count as reachable, and executions in which nothing else
//! reaches them are left open: they give neither an alarm nor a proof.

use crate::equation::Operation;
use crate::memory::Memory;
use crate::object::{ObjectId, ObjectKind};
use crate::state::State;
use crate::value::Pointer;
use cassay_ir::HeapQuestion;
use cassay_term::{Op, Pool, TermId};
use std::collections::{BTreeMap, HashSet};

/// The work spent on cycles before the objects on them count as possibly reachable.
const MAX_EFFORT: usize = 50_000;

/// A heap object that was not freed.
struct Node {
    id: ObjectId,
    /// The condition under which it is allocated and not freed.
    left: TermId,
    /// The condition under which it is alive, given that it was allocated.
    alive: TermId,
    /// The nodes it holds pointers to, each with the condition under which it does.
    next: Vec<(usize, TermId)>,
    /// The condition under which it is reachable.
    reached: TermId,
    /// Whether it may be reachable by a pointer for which no condition is known.
    maybe: bool,
    /// Whether its contents were examined.
    seen: bool,
}

/// The points-to graph of the heap objects that were not freed.
struct Graph {
    nodes: Vec<Node>,
    index: BTreeMap<ObjectId, usize>,
    /// Whether the address of some node is known as a number.
    exposed: bool,
    /// Terms that were already searched for addresses, and whose nodes were marked.
    searched: HashSet<TermId>,
    /// Terms in which no address of a node occurs.
    clean: HashSet<TermId>,
    todo: Vec<usize>,
}

impl Memory<'_> {
    /// The answer to a question about the whole heap.
    pub(crate) fn heap_question(&mut self, state: &State, question: HeapQuestion) -> TermId {
        let mut left = Vec::new();
        for position in 0..self.space.store.heap.len() {
            let id = self.space.store.heap[position];
            let cond = match self.left_by_threads(state, id) {
                Some(left) => left,
                None => self.is_left(state, id),
            };
            if self.space.known(state, cond) != Some(false) {
                left.push((id, cond));
            }
        }
        match question {
            HeapQuestion::Empty | HeapQuestion::EmptyAtAbort => self.nothing_left(left),
            HeapQuestion::Tracked if left.is_empty() => self.space.pool.tru(),
            // Other threads may have changed the pointers that the state knows.
            HeapQuestion::Tracked if state.concurrent => {
                let empty = self.nothing_left(left);
                let not = self.space.pool.not(empty);
                let mut wrong = Vec::new();
                self.space.fork(state, not, (), &mut wrong);
                for ((), wrong) in wrong {
                    let what = "whether memory is still pointed to while other threads run".into();
                    self.space.unsupported(&wrong, &what, self.space.here.at);
                }
                self.space.pool.tru()
            }
            HeapQuestion::Tracked => self.tracked(state, left),
        }
    }

    fn nothing_left(&mut self, left: Vec<(ObjectId, TermId)>) -> TermId {
        let mut empty = self.space.pool.tru();
        for (_, cond) in left {
            let gone = self.space.pool.not(cond);
            empty = self.space.pool.and(empty, gone);
        }
        empty
    }

    /// The condition under which an object exists and is alive. In a merged state this condition is
    /// valid only if every execution has created the object.
    pub(crate) fn is_left(&mut self, state: &State, id: ObjectId) -> TermId {
        let alive = self.space.alive(state, id);
        if self.space.pool.as_bool(alive) == Some(false) {
            return alive;
        }
        let mut made = self.space.pool.tru();
        if let Some(birth) = self.space.store.births.get(&id) {
            let guards = &self.space.path.guards;
            made = guards.given(self.space.pool, birth.guard, state.guard);
            for again in &birth.again {
                let here = guards.given(self.space.pool, again.guard, state.guard);
                made = self.space.pool.or(made, here);
            }
        }
        self.space.pool.and(made, alive)
    }

    fn tracked(&mut self, state: &State, left: Vec<(ObjectId, TermId)>) -> TermId {
        let mut graph = self.roots(state, left);
        while let Some(node) = graph.todo.pop() {
            let id = graph.nodes[node].id;
            if let Some(content) = state.memory.get(id).cloned() {
                let targets = self.targets_of(&content, &mut graph);
                graph.nodes[node].next = targets;
            }
        }
        graph.solve(self.space.pool);
        let mut holds = self.space.pool.tru();
        let mut open = self.space.pool.fls();
        for node in &graph.nodes {
            if node.maybe {
                let unsure = self.space.pool.not(node.reached);
                let unsure = self.space.pool.and(node.left, unsure);
                open = self.space.pool.or(open, unsure);
            } else {
                let kept = self.space.pool.implies(node.left, node.reached);
                holds = self.space.pool.and(holds, kept);
            }
        }
        self.space.leave_open(state, open, Operation::Reachability);
        holds
    }

    /// The graph, with the nodes that variables point to.
    fn roots(&mut self, state: &State, left: Vec<(ObjectId, TermId)>) -> Graph {
        let never = self.space.pool.fls();
        let mut graph = Graph {
            nodes: Vec::with_capacity(left.len()),
            index: BTreeMap::new(),
            exposed: false,
            searched: HashSet::new(),
            clean: HashSet::new(),
            todo: Vec::new(),
        };
        for (id, left) in left {
            graph.exposed |= self.space.store.objects.get(id).address.is_some();
            graph.index.insert(id, graph.nodes.len());
            graph.nodes.push(Node {
                id,
                left,
                alive: self.space.alive(state, id),
                next: Vec::new(),
                reached: never,
                maybe: false,
                seen: false,
            });
        }
        let mut contents = Vec::new();
        state
            .memory
            .for_each(|id, content| contents.push((id, content.clone())));
        for (id, content) in contents {
            let object = self.space.store.objects.get(id);
            let lives = match object.kind {
                ObjectKind::Global(_) if object.constant => continue,
                ObjectKind::Global(_) => self.space.pool.tru(),
                ObjectKind::Local(_, _) | ObjectKind::Stack => self.is_left(state, id),
                ObjectKind::Heap
                | ObjectKind::Null
                | ObjectKind::Invalid
                | ObjectKind::Outside
                | ObjectKind::Function(_)
                | ObjectKind::Contents => continue,
            };
            if self.space.known(state, lives) == Some(false) {
                continue;
            }
            for (target, cond) in self.targets_of(&content, &mut graph) {
                let cond = self.space.pool.and(lives, cond);
                let node = &mut graph.nodes[target];
                node.reached = self.space.pool.or(node.reached, cond);
            }
        }
        graph
    }

    /// The nodes that an object holds pointers to, with conditions. Marks those it may point to
    /// without a known condition.
    fn targets_of(
        &mut self,
        content: &crate::memory::Content,
        graph: &mut Graph,
    ) -> Vec<(usize, TermId)> {
        let held = self.held(content);
        let mut targets = Vec::new();
        for (cond, pointer) in held.pointers {
            self.add_targets(cond, pointer, graph, &mut targets);
        }
        for id in held.maybe {
            graph.may_reach(id);
        }
        for bits in held.bits {
            if !graph.exposed || !self.mentions_address(bits, graph) {
                continue;
            }
            match self.space.pointer_in_bits(bits) {
                Some(pointer) => {
                    let always = self.space.pool.tru();
                    self.add_targets(always, pointer, graph, &mut targets);
                }
                None => self.search_addresses(bits, graph),
            }
        }
        targets
    }

    fn add_targets(
        &mut self,
        cond: TermId,
        pointer: Pointer,
        graph: &mut Graph,
        targets: &mut Vec<(usize, TermId)>,
    ) {
        for candidate in self.space.candidates_or_ends(pointer).list {
            let Some(&target) = graph.index.get(&candidate.object) else {
                continue;
            };
            let cond = self.space.pool.and(cond, candidate.cond);
            if self.space.pool.as_bool(cond) != Some(false) {
                graph.visit(target);
                targets.push((target, cond));
            }
        }
    }

    /// Whether the start address of a node occurs in a term as part of its value.
    fn mentions_address(&self, bits: TermId, graph: &mut Graph) -> bool {
        let mut found = false;
        let mut seen = std::mem::take(&mut graph.clean);
        let index = &graph.index;
        let clean: Vec<TermId> = self.walk_value(bits, &mut seen, |id| {
            found |= index.contains_key(&id);
        });
        if found {
            for term in clean {
                seen.remove(&term);
            }
        }
        graph.clean = seen;
        found
    }

    /// Marks the nodes whose address occurs in a term.
    fn search_addresses(&self, bits: TermId, graph: &mut Graph) {
        let mut searched = std::mem::take(&mut graph.searched);
        let mut found = Vec::new();
        self.walk_value(bits, &mut searched, |id| found.push(id));
        graph.searched = searched;
        for id in found {
            graph.may_reach(id);
        }
    }

    /// Visits the objects whose start address is part of a value, in terms not seen before, and
    /// returns those terms. The condition of a choice is not part of the value.
    fn walk_value(
        &self,
        term: TermId,
        seen: &mut HashSet<TermId>,
        mut visit: impl FnMut(ObjectId),
    ) -> Vec<TermId> {
        let mut new = Vec::new();
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            if !seen.insert(term) || self.space.pool.sort(term).is_bool() {
                continue;
            }
            new.push(term);
            if let Some(id) = self.space.store.bases.get(&term) {
                visit(*id);
            }
            let args = self.space.pool.args(term);
            match self.space.pool.op(term) {
                Op::Ite => todo.extend(&args[1..]),
                Op::Symbol(_) => todo.extend(self.space.store.definitions.values(term)),
                _ => todo.extend(args),
            }
        }
        new
    }
}

impl Graph {
    fn visit(&mut self, node: usize) {
        if !self.nodes[node].seen {
            self.nodes[node].seen = true;
            self.todo.push(node);
        }
    }

    fn may_reach(&mut self, id: ObjectId) {
        if let Some(&node) = self.index.get(&id) {
            self.nodes[node].maybe = true;
            self.visit(node);
        }
    }
}

impl Graph {
    /// Computes the least reachability conditions. Nodes are taken one strongly connected component
    /// after the other; inside a component, paths grow by one step per round until a fixpoint.
    fn solve(&mut self, pool: &mut Pool) {
        self.follow_certain(pool);
        let mut effort = 0;
        let order = components(&self.nodes);
        let mut member_of = vec![0; self.nodes.len()];
        for (number, component) in order.iter().enumerate() {
            for &node in component {
                member_of[node] = number;
            }
        }
        for (number, component) in order.iter().enumerate() {
            // A simple path has fewer steps than there are nodes.
            let rounds = component.len() - 1;
            let mut changed = true;
            for _ in 0..rounds {
                if !changed || effort > MAX_EFFORT {
                    break;
                }
                changed = false;
                for &node in component {
                    changed |=
                        self.pass_on(pool, node, &mut effort, |next| member_of[next] == number);
                }
            }
            let unfinished = changed && effort > MAX_EFFORT && rounds > 0;
            for &node in component {
                self.nodes[node].maybe |= unfinished;
                self.pass_on(pool, node, &mut effort, |next| member_of[next] != number);
            }
        }
        let mut todo: Vec<usize> = Vec::new();
        for (node, data) in self.nodes.iter().enumerate() {
            if data.maybe {
                todo.push(node);
            }
        }
        while let Some(node) = todo.pop() {
            for (next, _) in self.nodes[node].next.clone() {
                if !self.nodes[next].maybe {
                    self.nodes[next].maybe = true;
                    todo.push(next);
                }
            }
        }
    }

    /// Follows unconditional pointers from nodes that are certainly reachable.
    fn follow_certain(&mut self, pool: &Pool) {
        let yes = pool.tru();
        let certain = |node: &Node| node.reached == yes && pool.as_bool(node.alive) == Some(true);
        let mut todo: Vec<usize> = (0..self.nodes.len())
            .filter(|node| certain(&self.nodes[*node]))
            .collect();
        while let Some(node) = todo.pop() {
            for (next, cond) in std::mem::take(&mut self.nodes[node].next) {
                let target = &mut self.nodes[next];
                if cond == yes && target.reached != yes {
                    target.reached = yes;
                    if certain(target) {
                        todo.push(next);
                    }
                }
                if cond != yes {
                    self.nodes[node].next.push((next, cond));
                }
            }
        }
    }

    /// Propagates the reachability of a node to the nodes it points to.
    fn pass_on(
        &mut self,
        pool: &mut Pool,
        node: usize,
        effort: &mut usize,
        to: impl Fn(usize) -> bool,
    ) -> bool {
        let from = &self.nodes[node];
        let through = pool.and(from.reached, from.alive);
        if pool.as_bool(through) == Some(false) {
            return false;
        }
        let mut changed = false;
        for (next, cond) in from.next.clone() {
            if !to(next) {
                continue;
            }
            *effort += 1;
            let way = pool.and(through, cond);
            let before = self.nodes[next].reached;
            let after = pool.or(before, way);
            if after != before {
                self.nodes[next].reached = after;
                changed = true;
            }
        }
        changed
    }
}

/// The strongly connected components of the graph, predecessors first (Tarjan's algorithm gives
/// them in the opposite order).
fn components(nodes: &[Node]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; nodes.len()];
    let mut low = vec![0; nodes.len()];
    let mut open = vec![false; nodes.len()];
    let mut stack = Vec::new();
    let mut result = Vec::new();
    let mut count = 0;
    for root in 0..nodes.len() {
        if number[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, position)) = path.last_mut() {
            let node = *node;
            if *position == 0 {
                number[node] = count;
                low[node] = count;
                count += 1;
                stack.push(node);
                open[node] = true;
            }
            if let Some((next, _)) = nodes[node].next.get(*position) {
                *position += 1;
                if number[*next] == NEW {
                    path.push((*next, 0));
                } else if open[*next] {
                    low[node] = low[node].min(number[*next]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == number[node] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    open[member] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                component.reverse();
                result.push(component);
            }
        }
    }
    result.reverse();
    result
}
