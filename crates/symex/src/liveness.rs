//! Live-in temporaries of each block: only those are merged at joins.
//!
//! Most temporaries are set and read in one block and are live at the start of none. So the sets
//! are kept as lists, and each is found by walking back from the blocks that read a temporary
//! (Boissinot et al. 2011, liveness by use): the work is the length of the lives, not blocks times
//! temporaries.

use cassay_base::IndexVec;
use cassay_ir::{Block, BlockId, Expr, Function, StmtKind, TempId};
use std::collections::BTreeSet;

/// Temporaries live at the start of each block.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// In order.
    live: IndexVec<BlockId, Vec<TempId>>,
}

/// Which loads of a block are never used: directly or by what only they are used for.
pub(crate) fn unused_loads(function: &Function, block: BlockId, liveness: &Liveness) -> Vec<bool> {
    let body = &function.blocks[block];
    let mut live: BTreeSet<TempId> = BTreeSet::new();
    let add = |expr: &Expr, live: &mut BTreeSet<TempId>| {
        let mut todo = vec![expr];
        while let Some(expr) = todo.pop() {
            if let Expr::Temp(temp) = expr {
                live.insert(*temp);
            }
            expr.operands(|operand| todo.push(operand));
        }
    };
    body.terminator.expressions(|expr| add(expr, &mut live));
    let mut successors = Vec::new();
    body.terminator.successors(|next| successors.push(next));
    let lives_on = |temp: TempId| successors.iter().any(|next| liveness.at_start(*next, temp));
    let mut unused = vec![false; body.stmts.len()];
    for (index, stmt) in body.stmts.iter().enumerate().rev() {
        let needed = |temp: &TempId| live.contains(temp) || lives_on(*temp);
        if let StmtKind::Assign { dst, .. } = &stmt.kind
            && !needed(dst)
        {
            continue;
        }
        if let StmtKind::Load { dst, .. } = &stmt.kind {
            unused[index] = !needed(dst);
        }
        stmt.kind.expressions(|expr| add(expr, &mut live));
    }
    unused
}

impl Liveness {
    /// Walks back from every block that reads a temporary to those that set it.
    pub fn new(function: &Function) -> Liveness {
        let mut read: BTreeSet<(TempId, BlockId)> = BTreeSet::new();
        for (id, block) in function.blocks.iter_enumerated() {
            read.extend(read_before_set(block).into_iter().map(|temp| (temp, id)));
        }
        let lasting: BTreeSet<TempId> = read.iter().map(|(temp, _)| *temp).collect();
        let mut set: BTreeSet<(TempId, BlockId)> = BTreeSet::new();
        let mut before: IndexVec<BlockId, Vec<BlockId>> =
            function.blocks.iter().map(|_| Vec::new()).collect();
        for (id, block) in function.blocks.iter_enumerated() {
            let defined = block.stmts.iter().filter_map(|stmt| stmt.kind.defines());
            let lasting = defined.filter(|temp| lasting.contains(temp));
            set.extend(lasting.map(|temp| (temp, id)));
            block.terminator.successors(|next| before[next].push(id));
        }
        let mut live: IndexVec<BlockId, Vec<TempId>> =
            function.blocks.iter().map(|_| Vec::new()).collect();
        let mut pending: Vec<BlockId> = Vec::new();
        // Temporaries come in order, so that the last one of a list says whether a block was seen.
        for (temp, reader) in read {
            pending.push(reader);
            while let Some(block) = pending.pop() {
                if live[block].last() == Some(&temp) {
                    continue;
                }
                live[block].push(temp);
                let unset = before[block].iter().filter(|p| !set.contains(&(temp, **p)));
                pending.extend(unset);
            }
        }
        Liveness { live }
    }

    /// Whether a temporary may be read from the start of a block on.
    pub fn at_start(&self, block: BlockId, temp: TempId) -> bool {
        self.live[block].binary_search(&temp).is_ok()
    }
}

/// The temporaries that a block reads before it sets them.
fn read_before_set(block: &Block) -> BTreeSet<TempId> {
    let mut read: BTreeSet<TempId> = BTreeSet::new();
    let mut set: BTreeSet<TempId> = BTreeSet::new();
    let mut look = |expr: &Expr, set: &BTreeSet<TempId>| {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match expr {
                Expr::Temp(temp) if !set.contains(temp) => {
                    read.insert(*temp);
                }
                other => other.operands(|operand| pending.push(operand)),
            }
        }
    };
    for stmt in &block.stmts {
        stmt.kind.expressions(|expr| look(expr, &set));
        set.extend(stmt.kind.defines());
    }
    block.terminator.expressions(|expr| look(expr, &set));
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_lives_from_where_it_is_set_to_where_it_is_read() {
        let text = "
fn main(%0: i32) -> i32 {
bb0:
  %1: i32 = add(%0, 1)
  %2: i32 = add(%1, 1)
  if eq(%2, 2) goto bb1 else bb2
bb1:
  if eq(%0, 3) goto bb1 else bb3
bb2:
  %1: i32 = add(%2, 1)
  goto bb3
bb3:
  return %1
}
";
        let program = cassay_ir::text::parse(text).expect("a program");
        let main = program.find_function("main").expect("a function main");
        let liveness = Liveness::new(&program.functions[main]);
        let at = |block: u32| [0, 1, 2].map(|temp| liveness.at_start(BlockId(block), TempId(temp)));
        assert_eq!(at(0), [true, false, false]);
        assert_eq!(at(1), [true, true, false]);
        assert_eq!(at(2), [false, false, true]);
        assert_eq!(at(3), [false, true, false]);
    }
}
