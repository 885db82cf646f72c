//! The fixpoint of one function: iteration with widening, then without.
//!
//! Blocks are visited in their weak topological order. The head of a loop joins the states of its
//! back edges until they add nothing, first by plain joins, then widening to constants of the
//! program, then to the ends of the type. Two more passes without widening (narrowing) recover
//! bounds that conditions in the loop imply. An assignment of states that is valid for all
//! executions stays valid when a block's state is computed again from its predecessors', so passes
//! may end at any time.

use crate::Verdict;
use crate::cells::CellId;
use crate::domains::Thresholds;
use crate::eval::Context;
use crate::interpret::{Exit, Interpreter, Stopped};
use crate::join::Join;
use crate::state::State;
use crate::value::Value;
use cassay_base::IndexVec;
use cassay_ir::{BlockId, ClaimId, FuncId, Function};
use std::collections::{BTreeMap, BTreeSet};

/// The result of the last pass over a function.
#[derive(Debug, Default)]
pub struct Collected<'p> {
    /// The state at its returns.
    pub exit: Option<Exit<'p>>,
    /// The states at its calls.
    pub entered: BTreeMap<FuncId, State<'p>>,
    /// The status of its claims, where they are reached.
    pub claims: BTreeMap<ClaimId, Verdict>,
    /// The states at the heads of its loops, where they are reached.
    pub states: BTreeMap<BlockId, State<'p>>,
    /// Whether something that is reached may be undefined, or is not supported.
    pub undefined: bool,
    /// The blocks that are reached.
    pub reached: BTreeSet<BlockId>,
}

impl<'p> Collected<'p> {
    /// Joins a state at a return.
    pub fn leave(&mut self, cx: Context<'_, 'p>, state: &State<'p>, result: Option<Value>) {
        let params = cx.function.params.iter();
        let params = params.map(|param| {
            let set_again = cx.function.blocks.iter().any(|block| {
                let mut defined = block.stmts.iter().filter_map(|stmt| stmt.kind.defines());
                defined.any(|temp| temp == *param) || block.terminator.defines() == Some(*param)
            });
            let known = state.temp(*param).and_then(|temp| temp.value);
            known.filter(|_| !set_again)
        });
        let exit = Exit {
            state: state.restricted(cx.facts.cells.globals()),
            result,
            params: params.collect(),
        };
        match &mut self.exit {
            Some(old) => {
                old.join(&exit, Join::Plain);
            }
            None => self.exit = Some(exit),
        }
    }

    /// Joins the state of a call.
    pub fn enter(&mut self, callee: FuncId, entry: State<'p>) {
        match self.entered.get_mut(&callee) {
            Some(old) => {
                old.join(&entry, Join::Plain);
            }
            None => {
                self.entered.insert(callee, entry);
            }
        }
    }
}

/// How often a head joins plainly before it is widened to thresholds, and before it is widened to
/// the end.
const PLAIN: u32 = 2;
const WITH_THRESHOLDS: u32 = 12;

/// States on the edges out of each block, in the order of successors.
type Edges<'p> = IndexVec<BlockId, Vec<Option<State<'p>>>>;

struct Graph {
    /// For each block its incoming edges: the predecessor, and the index of the edge there.
    incoming: IndexVec<BlockId, Vec<(BlockId, usize)>>,
}

impl Graph {
    fn of(function: &Function) -> Graph {
        let mut incoming: IndexVec<BlockId, Vec<(BlockId, usize)>> =
            function.blocks.iter().map(|_| Vec::new()).collect();
        for (id, block) in function.blocks.iter_enumerated() {
            let mut index = 0;
            block.terminator.successors(|next| {
                incoming[next].push((id, index));
                index += 1;
            });
        }
        Graph { incoming }
    }
}

impl<'p> Interpreter<'_, 'p> {
    /// Analyses a function from a state at its start.
    pub fn function(&mut self, id: FuncId, entry: &State<'p>) -> Result<Collected<'p>, Stopped> {
        let facts = self.facts;
        let mut collected = Collected::default();
        let Some(of) = &facts.functions[id] else {
            return Ok(collected);
        };
        let cx = Context {
            facts,
            id,
            function: &facts.program.functions[id],
        };
        let mut entry = entry.clone();
        entry.set_packs(&of.related);
        let entry = &entry;
        let graph = Graph::of(cx.function);
        let mut edges: Edges<'p> = cx.function.blocks.iter().map(|_| Vec::new()).collect();
        let mut heads: BTreeMap<BlockId, (State<'p>, u32)> = BTreeMap::new();
        let mut pending: BTreeSet<usize> = BTreeSet::from([0]);
        let none = Thresholds::default();
        while let Some(position) = pending.pop_first() {
            let block = of.sequence[position];
            let mut inputs = self.inputs(&graph, &edges, block, entry);
            if !of.split[block] {
                inputs = joined(inputs).into_iter().collect();
            }
            if of.is_head[block] {
                let Some(new) = inputs.pop() else { continue };
                match heads.get_mut(&block) {
                    Some((old, visits)) => {
                        *visits += 1;
                        let join = match *visits {
                            0..=PLAIN => Join::Plain,
                            visits if visits <= WITH_THRESHOLDS => Join::Widen(&facts.thresholds),
                            _ => Join::Widen(&none),
                        };
                        let mut next = old.clone();
                        if !next.join(&new, join) {
                            continue;
                        }
                        // Relations restrict bounds that were widened; in the end they are ignored,
                        // so that the iteration terminates.
                        if *visits <= WITH_THRESHOLDS {
                            next.settle();
                            if next.same(old) {
                                continue;
                            }
                        }
                        *old = next;
                        inputs.push(old.clone());
                    }
                    None => {
                        let mut new = new;
                        let changing = self.changing(id, block);
                        new.relate(&changing);
                        new.relate_sums(&changing);
                        if let Some(sums) = of.templates.get(&block) {
                            let others: Vec<CellId> = new.symbolic_cells(&changing);
                            new.note_sums(sums, &others);
                        }
                        heads.insert(block, (new.clone(), 0));
                        inputs.push(new);
                    }
                }
            }
            let new = self.execute(cx, block, inputs, &mut None)?;
            let mut changed = Vec::new();
            let mut index = 0;
            cx.function.blocks[block].terminator.successors(|next| {
                let old = edges[block].get(index).and_then(Option::as_ref);
                let differs = match (old, new.get(index).and_then(Option::as_ref)) {
                    (Some(old), Some(new)) => !old.same(new),
                    (None, None) => false,
                    (Some(_), None) | (None, Some(_)) => true,
                };
                if differs {
                    changed.push(of.position[next]);
                }
                index += 1;
            });
            edges[block] = new;
            pending.extend(changed);
        }
        drop(heads);
        // Without loops nothing was widened.
        if of.is_head.iter().any(|is_head| *is_head) {
            self.settle(cx, &graph, &mut edges, entry, &mut None)?;
        }
        self.settle(cx, &graph, &mut edges, entry, &mut Some(&mut collected))?;
        Ok(collected)
    }

    /// One pass without widening.
    fn settle(
        &mut self,
        cx: Context<'_, 'p>,
        graph: &Graph,
        edges: &mut Edges<'p>,
        entry: &State<'p>,
        collected: &mut Option<&mut Collected<'p>>,
    ) -> Result<(), Stopped> {
        let Some(of) = &cx.facts.functions[cx.id] else {
            return Ok(());
        };
        for block in &of.sequence {
            let mut inputs = self.inputs(graph, edges, *block, entry);
            if !of.split[*block] {
                inputs = joined(inputs).into_iter().collect();
            }
            if let Some(collected) = collected
                && !inputs.is_empty()
            {
                collected.reached.insert(*block);
                // Tests look at every block.
                if (of.is_head[*block] || cfg!(test))
                    && let Some(state) = joined(inputs.clone())
                {
                    collected.states.insert(*block, state);
                }
            }
            edges[*block] = self.execute(cx, *block, inputs, collected)?;
        }
        Ok(())
    }

    /// The states on the incoming edges of a block.
    fn inputs(
        &self,
        graph: &Graph,
        edges: &Edges<'p>,
        block: BlockId,
        entry: &State<'p>,
    ) -> Vec<State<'p>> {
        let mut states = Vec::new();
        if block == Function::ENTRY {
            states.push(entry.clone());
        }
        for (from, index) in &graph.incoming[block] {
            states.extend(edges[*from].get(*index).cloned().flatten());
        }
        states
    }

    /// Executes a block for each of some states; the joined states on its outgoing edges.
    fn execute(
        &mut self,
        cx: Context<'_, 'p>,
        block: BlockId,
        inputs: Vec<State<'p>>,
        collected: &mut Option<&mut Collected<'p>>,
    ) -> Result<Vec<Option<State<'p>>>, Stopped> {
        let mut result: Vec<Option<State<'p>>> = Vec::new();
        for input in inputs {
            let edges = self.block(cx, block, input, collected)?;
            if result.is_empty() {
                result = edges;
                continue;
            }
            for (old, new) in result.iter_mut().zip(edges) {
                match (old, new) {
                    (Some(old), Some(new)) => {
                        old.join(&new, Join::Plain);
                    }
                    (old @ None, new) => *old = new,
                    (Some(_), None) => {}
                }
            }
        }
        Ok(result)
    }
}

/// The join of some states; none of no states.
fn joined(states: Vec<State<'_>>) -> Option<State<'_>> {
    states.into_iter().reduce(|mut all, state| {
        all.join(&state, Join::Plain);
        all
    })
}
