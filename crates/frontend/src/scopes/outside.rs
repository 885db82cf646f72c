//! Whether the value of a variable can be live outside its block.
//!
//! A variable without lifetime markers is a new object whenever its block is entered. That makes no
//! difference if no old value is read then: if the variable is live neither at an instruction
//! outside its block nor across a back edge. Debug information says which instructions are inside.
//! Most variables of generated code with many labels are of this kind, and the syntax tree of such
//! code is large.

use super::uses::Uses;
use crate::flow::FlowGraph;
use crate::llvm::{BlockItem, Metadata, MetadataId, Module};
use std::collections::HashMap;

/// The control flow of a function, to answer questions about its variables.
pub(super) struct Outside<'m> {
    module: &'m Module,
    graph: FlowGraph<'m>,
    /// Targets of back edges.
    heads: Vec<bool>,
}

impl<'m> Outside<'m> {
    pub fn of(module: &'m Module, graph: FlowGraph<'m>) -> Self {
        let heads = heads(&graph);
        Outside {
            module,
            graph,
            heads,
        }
    }

    /// Whether a variable of a scope, whose address does not escape, may be read after an
    /// instruction outside of the scope, or after a back edge, before it is written again.
    pub fn is_carried(&self, scope: MetadataId, uses: &Uses) -> bool {
        let live = uses.live(&self.graph);
        let mut known = HashMap::new();
        let blocks = self.graph.blocks.iter().enumerate();
        for (position, block) in blocks {
            if live[position] && (position == 0 || self.heads[position]) {
                return true;
            }
            let next = self.graph.successors(position);
            let mut wanted = next.into_iter().any(|next| live[next]);
            for (index, item) in block.items.iter().enumerate().rev() {
                let BlockItem::Inst(instruction) = item else {
                    continue;
                };
                // Live before the instruction, unless it overwrites the whole variable.
                let place = (position, index);
                if uses.overwrites.binary_search(&place).is_ok() {
                    wanted = false;
                } else if uses.places.binary_search(&place).is_ok() {
                    wanted = true;
                }
                if wanted && !self.is_inside(instruction.dbg.as_ref(), scope, &mut known) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a location belongs to a scope or to one nested in it.
    fn is_inside(
        &self,
        place: Option<&Metadata>,
        scope: MetadataId,
        known: &mut HashMap<MetadataId, bool>,
    ) -> bool {
        let place = place.and_then(|place| self.module.resolve(place));
        let Some(own) = place.and_then(|place| place.field_ref("scope")) else {
            return false;
        };
        if let Some(known) = known.get(&own) {
            return *known;
        }
        let around = std::iter::successors(Some(own), |scope| {
            self.module.node(*scope)?.field_ref("scope")
        });
        // In a malformed file a scope may contain itself.
        let inside = around.take(MAX_DEPTH).any(|around| around == scope);
        known.insert(own, inside);
        inside
    }
}

/// The largest nesting depth of scopes that is followed.
const MAX_DEPTH: usize = 10_000;

/// The targets of the back edges of a depth-first search: every cycle has one.
fn heads(graph: &FlowGraph<'_>) -> Vec<bool> {
    let count = graph.blocks.len();
    let mut heads = vec![false; count];
    let (mut seen, mut open) = (vec![false; count], vec![false; count]);
    if count == 0 {
        return heads;
    }
    let mut stack = vec![(0, graph.successors(0))];
    (seen[0], open[0]) = (true, true);
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if open[next] => heads[next] = true,
            Some(next) if seen[next] => {}
            Some(next) => {
                (seen[next], open[next]) = (true, true);
                stack.push((next, graph.successors(next)));
            }
            None => {
                open[*block] = false;
                stack.pop();
            }
        }
    }
    heads
}
