//! Weak topological order of a control-flow graph (Bourdoncle 1993), the skeleton of unwinding.
//!
//! Blocks are grouped in nested *components*, one per loop, each with a head. Every edge either
//! goes forward in the order or back to the head of a component that contains its source. That
//! also holds for irreducible graphs, so `goto` into a loop needs no special treatment.
//!
//! Symbolic execution keys its pending states by [`Order::entry_key`] and
//! [`Order::successor_key`]: keys compare so that an iteration is finished before the next one
//! starts, and a loop before what follows it. All states that can reach a point are therefore
//! there when it is executed, and merge.

use crate::{BlockId, Function};
use cassay_base::{Id, IndexVec, define_id};

define_id!(
    /// A component of the order: a loop of the function, numbered by the position of its head.
    pub LoopId, "loop"
);

/// A loop of a function.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The block every iteration starts with.
    pub head: BlockId,
    /// The loop around it.
    pub parent: Option<LoopId>,
}

/// Position of a block: the components around it, outermost first, and its place in each.
#[derive(Clone, Debug, Default)]
struct Position {
    /// Components with their place inside the next outer one.
    around: Vec<(LoopId, u32)>,
    /// Place inside the innermost component.
    place: u32,
}

/// Where a pending state stands: places and iteration counts, outermost first.
///
/// Layout: `place, iteration, place, iteration, …, place`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(Vec<u32>);

/// The order of one function.
#[derive(Clone, Debug)]
pub struct Order {
    positions: IndexVec<BlockId, Position>,
    loops: IndexVec<LoopId, Loop>,
    /// Whether some path leads to a block.
    reachable: IndexVec<BlockId, bool>,
}

impl Order {
    /// Computes the order of a function with a body.
    pub fn new(function: &Function) -> Order {
        let mut successors: IndexVec<BlockId, Vec<BlockId>> = IndexVec::new();
        for block in function.blocks.iter() {
            let mut targets = Vec::new();
            block.terminator.successors(|target| targets.push(target));
            successors.push(targets);
        }
        let mut order = Order {
            positions: function
                .blocks
                .iter()
                .map(|_| Position::default())
                .collect(),
            loops: IndexVec::new(),
            reachable: IndexVec::new(),
        };
        let numbering = reverse_postorder(&successors);
        order.reachable = numbering.iter().map(Option::is_some).collect();
        let mut reachable: Vec<BlockId> = function
            .blocks
            .ids()
            .filter(|b| numbering[*b].is_some())
            .collect();
        reachable.sort_by_key(|b| numbering[*b]);
        order.arrange(&successors, &numbering, &reachable, &mut Vec::new());
        order
    }

    /// The loops of the function.
    pub fn loops(&self) -> &IndexVec<LoopId, Loop> {
        &self.loops
    }

    /// The blocks that can be reached, each loop in one piece and its head first in it.
    pub fn sequence(&self) -> Vec<BlockId> {
        let mut blocks: Vec<(Key, BlockId)> = self
            .positions
            .ids()
            .filter(|block| self.reachable[*block])
            .map(|block| (self.key(block, |_| 0), block))
            .collect();
        blocks.sort();
        blocks.into_iter().map(|(_, block)| block).collect()
    }

    /// Whether a block lies inside a loop.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.positions[block].around.iter().any(|(l, _)| *l == id)
    }

    /// The loops around a block, outermost first.
    pub fn loops_around(&self, block: BlockId) -> impl Iterator<Item = LoopId> + '_ {
        self.positions[block].around.iter().map(|(l, _)| *l)
    }

    /// The loop an edge goes back to, if it does.
    pub fn back_edge(&self, from: BlockId, to: BlockId) -> Option<LoopId> {
        self.positions[from]
            .around
            .iter()
            .map(|(l, _)| *l)
            .find(|l| self.loops[*l].head == to)
    }

    /// The key of the function's entry.
    pub fn entry_key(&self) -> Key {
        self.key(Function::ENTRY, |_| 0)
    }

    /// The key behind the edge `from → to`, when `from` was executed at `key`.
    pub fn successor_key(&self, key: &Key, from: BlockId, to: BlockId) -> Key {
        let back = self.back_edge(from, to);
        let around = &self.positions[from].around;
        self.key(to, |depth| {
            let id = self.positions[to].around[depth].0;
            match around.get(depth) {
                Some((source, _)) if *source == id => {
                    key.iteration(depth) + u32::from(back == Some(id))
                }
                Some(_) | None => 0,
            }
        })
    }

    /// The iteration of a loop around `block` that `key` is in.
    pub fn iteration(&self, key: &Key, block: BlockId, id: LoopId) -> u32 {
        let depth = self.positions[block]
            .around
            .iter()
            .position(|(l, _)| *l == id);
        depth.map_or(0, |depth| key.iteration(depth))
    }

    fn key(&self, block: BlockId, iteration: impl Fn(usize) -> u32) -> Key {
        let position = &self.positions[block];
        let mut parts = Vec::with_capacity(2 * position.around.len() + 1);
        for (depth, (_, place)) in position.around.iter().enumerate() {
            parts.push(*place);
            parts.push(iteration(depth));
        }
        parts.push(position.place);
        Key(parts)
    }

    /// Orders `blocks` (given in reverse postorder) inside the components in `around`.
    ///
    /// Recursion is as deep as loops nest.
    fn arrange(
        &mut self,
        successors: &IndexVec<BlockId, Vec<BlockId>>,
        numbering: &IndexVec<BlockId, Option<u32>>,
        blocks: &[BlockId],
        around: &mut Vec<(LoopId, u32)>,
    ) {
        for (place, mut component) in strong_components(successors, blocks)
            .into_iter()
            .enumerate()
        {
            let place = u32::try_from(place).expect("fewer than 2^32 blocks");
            component.sort_by_key(|b| numbering[*b]);
            let head = component[0];
            let is_loop = component.len() > 1 || successors[head].contains(&head);
            if !is_loop {
                self.positions[head] = Position {
                    around: around.clone(),
                    place,
                };
                continue;
            }
            let parent = around.last().map(|(l, _)| *l);
            let id = self.loops.push(Loop { head, parent });
            around.push((id, place));
            self.positions[head] = Position {
                around: around.clone(),
                place: 0,
            };
            self.arrange_body(successors, numbering, &component[1..], around);
            around.pop();
        }
    }

    /// Orders the blocks of a component behind its head.
    fn arrange_body(
        &mut self,
        successors: &IndexVec<BlockId, Vec<BlockId>>,
        numbering: &IndexVec<BlockId, Option<u32>>,
        blocks: &[BlockId],
        around: &mut Vec<(LoopId, u32)>,
    ) {
        self.arrange(successors, numbering, blocks, around);
        let depth = around.len();
        for &block in blocks {
            // Place 0 is the head's; everything else moves up by one.
            let position = &mut self.positions[block];
            match position.around.get_mut(depth) {
                Some((_, place)) => *place += 1,
                None => position.place += 1,
            }
        }
    }
}

impl Key {
    /// Its places and iterations, outermost first.
    pub fn parts(&self) -> &[u32] {
        &self.0
    }

    fn iteration(&self, depth: usize) -> u32 {
        self.0.get(2 * depth + 1).copied().unwrap_or(0)
    }
}

/// Reverse postorder numbers of the blocks reachable from the entry.
fn reverse_postorder(
    successors: &IndexVec<BlockId, Vec<BlockId>>,
) -> IndexVec<BlockId, Option<u32>> {
    let mut postorder = Vec::new();
    let mut seen: IndexVec<BlockId, bool> = successors.iter().map(|_| false).collect();
    let mut stack = vec![(Function::ENTRY, 0)];
    seen[Function::ENTRY] = true;
    while let Some((block, next)) = stack.pop() {
        match successors[block].get(next) {
            Some(&target) => {
                stack.push((block, next + 1));
                if !seen[target] {
                    seen[target] = true;
                    stack.push((target, 0));
                }
            }
            None => postorder.push(block),
        }
    }
    let mut numbers: IndexVec<BlockId, Option<u32>> = successors.iter().map(|_| None).collect();
    for (number, block) in postorder.into_iter().rev().enumerate() {
        numbers[block] = u32::try_from(number).ok();
    }
    numbers
}

/// Strongly connected components of the subgraph of `blocks`, in topological order (Tarjan).
fn strong_components(
    successors: &IndexVec<BlockId, Vec<BlockId>>,
    blocks: &[BlockId],
) -> Vec<Vec<BlockId>> {
    const OUTSIDE: u32 = u32::MAX;
    const UNSEEN: u32 = u32::MAX - 1;
    const DONE: u32 = u32::MAX - 2;
    let mut index: IndexVec<BlockId, u32> = successors.iter().map(|_| OUTSIDE).collect();
    for &block in blocks {
        index[block] = UNSEEN;
    }
    let mut low: IndexVec<BlockId, u32> = successors.iter().map(|_| 0).collect();
    let mut counter = 0;
    let mut open = Vec::new();
    let mut components = Vec::new();
    for &root in blocks {
        if index[root] != UNSEEN {
            continue;
        }
        let mut stack = vec![(root, 0)];
        while let Some((block, next)) = stack.pop() {
            if next == 0 {
                index[block] = counter;
                low[block] = counter;
                counter += 1;
                open.push(block);
            }
            if let Some(&target) = successors[block].get(next) {
                stack.push((block, next + 1));
                match index[target] {
                    OUTSIDE | DONE => {}
                    UNSEEN => stack.push((target, 0)),
                    number => low[block] = low[block].min(number),
                }
                continue;
            }
            if low[block] == index[block] {
                let mut component = Vec::new();
                while let Some(member) = open.pop() {
                    index[member] = DONE;
                    component.push(member);
                    if member == block {
                        break;
                    }
                }
                components.push(component);
            }
            if let Some(&(parent, _)) = stack.last() {
                low[parent] = low[parent].min(low[block]);
            }
        }
    }
    components.reverse();
    components
}

/// The name of a loop for users: `function.N`, counted by the position of the heads.
pub fn loop_name(function: &Function, order: &Order, id: LoopId) -> String {
    let head = order.loops()[id].head;
    let before = order
        .loops()
        .iter()
        .filter(|l| l.head.index() < head.index())
        .count();
    format!("{}.{before}", function.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, Expr, Terminator, TypeTable};
    use cassay_base::Span;

    /// A function whose block `i` branches to the blocks in `edges[i]` (at most two).
    fn graph(edges: &[&[u32]]) -> Function {
        let mut function = Function::declaration("f", TypeTable::VOID, false);
        for targets in edges {
            let terminator = match **targets {
                [] => Terminator::Return(None),
                [a] => Terminator::Goto(BlockId(a)),
                [a, b, ..] => Terminator::Branch {
                    cond: Expr::bool(true),
                    then: BlockId(a),
                    otherwise: BlockId(b),
                },
            };
            function.blocks.push(Block {
                stmts: Vec::new(),
                terminator,
                span: Span::NONE,
            });
        }
        function
    }

    /// Every edge goes to a greater key, and walking twice round a loop counts iterations.
    fn check_monotone(function: &Function) {
        let order = Order::new(function);
        let mut frontier = vec![(Function::ENTRY, order.entry_key())];
        for _ in 0..8 {
            let mut next = Vec::new();
            for (block, key) in &frontier {
                function.blocks[*block].terminator.successors(|target| {
                    let successor = order.successor_key(key, *block, target);
                    assert!(
                        &successor > key,
                        "{block} {key:?} -> {target} {successor:?}"
                    );
                    next.push((target, successor));
                });
            }
            frontier = next;
        }
    }

    #[test]
    fn nested_loops_count_and_reset() {
        // 0 -> 1 (outer head) -> 2 (inner head) <-> 3; 2 -> 4 -> 1; 1 -> 5
        let function = graph(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]);
        let order = Order::new(&function);
        assert_eq!(order.loops().len(), 2);
        assert_eq!(order.sequence(), [0, 1, 2, 3, 4, 5].map(BlockId));
        let inner = order
            .back_edge(BlockId(3), BlockId(2))
            .expect("inner back edge");
        let outer = order
            .back_edge(BlockId(4), BlockId(1))
            .expect("outer back edge");
        assert_eq!(order.loops()[inner].parent, Some(outer));
        let mut key = order.entry_key();
        for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 2), (2, 4), (4, 1), (1, 2)] {
            key = order.successor_key(&key, BlockId(from), BlockId(to));
        }
        assert_eq!(order.iteration(&key, BlockId(2), outer), 1);
        assert_eq!(
            order.iteration(&key, BlockId(2), inner),
            0,
            "inner loop starts afresh"
        );
        check_monotone(&function);
    }

    #[test]
    fn irreducible_graphs_have_an_order() {
        check_monotone(&graph(&[&[1, 2], &[2, 3], &[1, 3], &[]]));
        check_monotone(&graph(&[&[1, 3], &[2], &[1, 4], &[2], &[0]]));
    }

    #[test]
    fn joins_come_after_both_branches() {
        let function = graph(&[&[1, 2], &[3], &[3], &[]]);
        let order = Order::new(&function);
        let key = order.entry_key();
        let left = order.successor_key(&key, BlockId(0), BlockId(1));
        let right = order.successor_key(&key, BlockId(0), BlockId(2));
        let join = order.successor_key(&left, BlockId(1), BlockId(3));
        assert!(join > left && join > right);
        assert_eq!(join, order.successor_key(&right, BlockId(2), BlockId(3)));
        check_monotone(&function);
    }
}
