//! Control dependence inside a function: which branches decide whether a block is executed.
//!
//! By post-dominators, computed as dominators of the reversed graph (Cooper, Harvey and Kennedy,
//! "A simple, fast dominance algorithm"). Blocks from which the function cannot end are treated as
//! if they could end there, which only adds dependences.

use crate::{BlockId, Function};
use cassay_base::Id;

/// For each block of a function, the blocks whose terminators decide whether it runs.
pub struct ControlDependence {
    deciders: Vec<Vec<BlockId>>,
    /// The immediate post-dominator of each block.
    joins: Vec<Option<BlockId>>,
}

impl ControlDependence {
    /// Of a function.
    pub fn new(function: &Function) -> Self {
        let graph = Graph::new(function);
        let ipdom = graph.post_dominators();
        let mut deciders = vec![Vec::new(); function.blocks.len()];
        for block in 0..function.blocks.len() {
            for &next in &graph.successors[block] {
                let mut runner = next;
                while runner != ipdom[block] && runner != graph.exit {
                    let decider = BlockId::from_index(block);
                    if !deciders[runner].contains(&decider) {
                        deciders[runner].push(decider);
                    }
                    runner = ipdom[runner];
                }
            }
        }
        let exit = graph.exit;
        let joins = ipdom
            .iter()
            .map(|&next| (next != exit).then(|| BlockId::from_index(next)));
        ControlDependence {
            deciders,
            joins: joins.collect(),
        }
    }

    /// The blocks on whose terminators a block is control-dependent.
    pub fn deciders(&self, block: BlockId) -> &[BlockId] {
        self.deciders.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// The first block that every path from the end of a block reaches, unless the function ends
    /// before.
    pub fn joins(&self, block: BlockId) -> Option<BlockId> {
        self.joins.get(block.index()).copied().flatten()
    }

    /// Whether the end of `decider` decides if `block` runs.
    pub fn decides(&self, decider: BlockId, block: BlockId) -> bool {
        let deciders = self.deciders.get(block.index());
        deciders.is_some_and(|all| all.contains(&decider))
    }
}

/// The control-flow graph with one exit after all ends.
struct Graph {
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    exit: usize,
}

impl Graph {
    fn new(function: &Function) -> Self {
        let exit = function.blocks.len();
        let mut graph = Graph {
            successors: vec![Vec::new(); exit + 1],
            predecessors: vec![Vec::new(); exit + 1],
            exit,
        };
        for (id, block) in function.blocks.iter_enumerated() {
            let mut targets = Vec::new();
            block.terminator.successors(|next| {
                if next.index() < exit && !targets.contains(&next.index()) {
                    targets.push(next.index());
                }
            });
            if targets.is_empty() {
                targets.push(exit);
            }
            for target in targets {
                graph.connect(id.index(), target);
            }
        }
        let mut reached = vec![false; exit + 1];
        for block in graph.order() {
            reached[block] = true;
        }
        for (block, _) in reached.iter().enumerate().filter(|(_, reached)| !**reached) {
            graph.connect(block, exit);
        }
        graph
    }

    fn connect(&mut self, from: usize, to: usize) {
        self.successors[from].push(to);
        self.predecessors[to].push(from);
    }

    /// Post-order of the reversed graph from the exit.
    fn order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.successors.len()];
        let mut stack = vec![(self.exit, 0)];
        seen[self.exit] = true;
        while let Some((node, next)) = stack.pop() {
            match self.predecessors[node].get(next) {
                Some(&before) => {
                    stack.push((node, next + 1));
                    if !seen[before] {
                        seen[before] = true;
                        stack.push((before, 0));
                    }
                }
                None => order.push(node),
            }
        }
        order
    }

    /// The immediate post-dominator of every block; the exit's is itself.
    fn post_dominators(&self) -> Vec<usize> {
        let order = self.order();
        let mut rank = vec![0; self.successors.len()];
        for (position, &node) in order.iter().enumerate() {
            rank[node] = position;
        }
        let mut ipdom: Vec<Option<usize>> = vec![None; self.successors.len()];
        ipdom[self.exit] = Some(self.exit);
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order.iter().rev().filter(|node| **node != self.exit) {
                let known = self.successors[node].iter().copied();
                let known = known.filter(|next| ipdom[*next].is_some());
                let meet = known.reduce(|a, b| meet(a, b, &ipdom, &rank));
                if meet.is_some() && meet != ipdom[node] {
                    ipdom[node] = meet;
                    changed = true;
                }
            }
        }
        let exit = self.exit;
        ipdom.into_iter().map(|i| i.unwrap_or(exit)).collect()
    }
}

/// The nearest common ancestor of two nodes in the tree built so far.
fn meet(mut a: usize, mut b: usize, ipdom: &[Option<usize>], rank: &[usize]) -> usize {
    while a != b {
        while rank[a] < rank[b] {
            a = ipdom[a].unwrap_or(b);
        }
        while rank[b] < rank[a] {
            b = ipdom[b].unwrap_or(a);
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, Expr, Terminator, TypeTable};
    use cassay_base::Span;

    fn function(ends: Vec<Terminator>) -> Function {
        let mut function = Function::declaration("f", TypeTable::VOID, false);
        for terminator in ends {
            function.blocks.push(Block {
                stmts: Vec::new(),
                terminator,
                span: Span::NONE,
            });
        }
        function
    }

    fn branch(then: u32, otherwise: u32) -> Terminator {
        Terminator::Branch {
            cond: Expr::bool(true),
            then: BlockId(then),
            otherwise: BlockId(otherwise),
        }
    }

    #[test]
    fn arms_depend_on_the_branch_and_the_join_does_not() {
        let control = ControlDependence::new(&function(vec![
            branch(1, 2),
            Terminator::Goto(BlockId(3)),
            Terminator::Goto(BlockId(3)),
            Terminator::Return(None),
        ]));
        assert!(control.decides(BlockId(0), BlockId(1)));
        assert!(control.decides(BlockId(0), BlockId(2)));
        assert!(!control.decides(BlockId(0), BlockId(3)));
        assert!(!control.decides(BlockId(1), BlockId(3)));
    }

    #[test]
    fn a_loop_head_decides_its_body_and_itself() {
        let control = ControlDependence::new(&function(vec![
            Terminator::Goto(BlockId(1)),
            branch(2, 3),
            Terminator::Goto(BlockId(1)),
            Terminator::Return(None),
        ]));
        assert!(control.decides(BlockId(1), BlockId(2)));
        assert!(control.decides(BlockId(1), BlockId(1)));
        assert!(!control.decides(BlockId(1), BlockId(3)));
        assert!(!control.decides(BlockId(1), BlockId(0)));
    }

    #[test]
    fn an_early_end_decides_what_follows_and_an_endless_loop_is_no_trouble() {
        let control = ControlDependence::new(&function(vec![
            branch(1, 2),
            Terminator::Unreachable,
            branch(3, 4),
            Terminator::Goto(BlockId(3)),
            Terminator::Return(None),
        ]));
        assert!(control.decides(BlockId(0), BlockId(2)));
        assert!(control.decides(BlockId(2), BlockId(3)));
        assert!(control.decides(BlockId(2), BlockId(4)));
    }
}
