//! Temporaries that are read where no path from the entry can have set them.
//!
//! A forward may-analysis. Most temporaries live inside one block; only those read in a block
//! before being set there take part in the fixed point.

use crate::expr::Expr;
use crate::function::{BlockId, Function, TempId};
use cassay_base::{Id, PersistentMap};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Where a temporary is read: block, statement (none: the terminator), temporary.
type Read = (BlockId, Option<usize>, TempId);

/// Reads in reachable blocks that no path precedes by a definition, in order.
pub(super) fn read_but_never_set(function: &Function) -> Vec<Read> {
    if !function.has_body() {
        return Vec::new();
    }
    let reads = exposed_reads(function);
    let crossing: BTreeSet<TempId> = reads.iter().map(|(_, _, temp)| *temp).collect();
    let entering = entering(function, &crossing);
    reads
        .into_iter()
        .filter(|(block, _, temp)| {
            let set = entering.get(block);
            set.is_some_and(|set| set.get(u64::from(temp.0)).is_none())
        })
        .collect()
}

/// Reads of temporaries not set earlier in the same block.
fn exposed_reads(function: &Function) -> Vec<Read> {
    let mut reads = Vec::new();
    for (id, block) in function.blocks.iter_enumerated() {
        let mut set = HashSet::new();
        for (index, stmt) in block.stmts.iter().enumerate() {
            stmt.kind
                .expressions(|expr| exposed(expr, &set, (id, Some(index)), &mut reads));
            set.extend(stmt.kind.defines());
        }
        block
            .terminator
            .expressions(|expr| exposed(expr, &set, (id, None), &mut reads));
    }
    reads
}

fn exposed(
    expr: &Expr,
    set: &HashSet<TempId>,
    place: (BlockId, Option<usize>),
    reads: &mut Vec<Read>,
) {
    if let Expr::Temp(temp) = expr
        && !set.contains(temp)
    {
        reads.push((place.0, place.1, *temp));
    }
    expr.operands(|operand| exposed(operand, set, place, reads));
}

/// For each reachable block, which of the crossing temporaries may be set when it is entered. The sets share
/// what they have in common: long functions have many blocks and many temporaries.
fn entering(
    function: &Function,
    crossing: &BTreeSet<TempId>,
) -> BTreeMap<BlockId, PersistentMap<()>> {
    let sets: Vec<Vec<TempId>> = function
        .blocks
        .iter()
        .map(|block| {
            let stmts = block.stmts.iter().filter_map(|stmt| stmt.kind.defines());
            stmts
                .chain(block.terminator.defines())
                .filter(|temp| crossing.contains(temp))
                .collect()
        })
        .collect();
    let mut entering = BTreeMap::new();
    let mut params = PersistentMap::new();
    for param in &function.params {
        params.insert(u64::from(param.0), ());
    }
    entering.insert(Function::ENTRY, params);
    let mut work = BTreeSet::from([Function::ENTRY]);
    while let Some(block) = work.pop_first() {
        let mut leaving = entering.get(&block).cloned().unwrap_or_default();
        for temp in &sets[block.index()] {
            leaving.insert(u64::from(temp.0), ());
        }
        function.blocks[block].terminator.successors(|next| {
            let Some(known) = entering.get_mut(&next) else {
                entering.insert(next, leaving.clone());
                work.insert(next);
                return;
            };
            let mut missing = Vec::new();
            known.diff(&leaving, |temp, before, now| {
                if before.is_none() && now.is_some() {
                    missing.push(temp);
                }
            });
            if !missing.is_empty() {
                work.insert(next);
            }
            for temp in missing {
                known.insert(temp, ());
            }
        });
    }
    entering
}
