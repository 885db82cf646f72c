//! Cells that hold one of a few values: states of a state machine, and flags.

use crate::relation::cell;
use crate::samples::{Cell, Watched};
use cassay_ir::{
    BinaryOp, CompareOp, Constant, Expr, FuncId, GlobalId, Initializer, Place, Program, StmtKind,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Cells that are only ever assigned constants, with these constants.
pub(crate) fn constant_sets(
    program: &Program,
    id: FuncId,
    watched: &Watched,
) -> Vec<(usize, BTreeSet<u64>)> {
    let mut sets: BTreeMap<usize, Option<BTreeSet<u64>>> = BTreeMap::new();
    for (index, cell) in watched.cells.iter().enumerate() {
        let first = match cell.variable {
            Variable::Global(global) => initial(program, global, cell),
            Variable::Local(_) => Some(BTreeSet::new()),
        };
        sets.insert(index, first);
    }
    for (owner, function) in program.functions.iter_enumerated() {
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            let StmtKind::Store { place, value, .. } = &stmt.kind else {
                continue;
            };
            let Place::Variable(variable, offset) = place else {
                continue;
            };
            let is_local = matches!(variable, Variable::Local(_));
            if is_local && owner != id {
                continue;
            }
            for (index, cell) in watched.cells.iter().enumerate() {
                if cell.variable == *variable && cell.offset == *offset {
                    let set = sets.entry(index).or_default();
                    if let Expr::Int(bits) = value
                        && bits.width() == cell.width
                    {
                        if let (Some(set), Some(bits)) = (set.as_mut(), bits.to_u64()) {
                            set.insert(bits);
                        }
                    } else {
                        *set = None
                    }
                }
            }
        }
    }
    let mut found = Vec::new();
    for (index, set) in sets {
        if let Some(set) = set
            && watched.written[index]
            && (1..=64).contains(&set.len())
        {
            found.push((index, set));
        }
    }
    found
}

/// The most values of two cells that are compared with each other.
const EXCLUSIONS: usize = 500;

/// Pairs of values that never occurred together, of cells that hold one of a few values.
pub(crate) fn exclusions(watched: &Watched, sets: &[(usize, BTreeSet<u64>)]) -> Vec<Expr> {
    let mut sets: Vec<&(usize, BTreeSet<u64>)> =
        sets.iter().filter(|(_, values)| values.len() > 1).collect();
    sets.sort_by_key(|(index, values)| (std::cmp::Reverse(values.len()), *index));
    let mut found = Vec::new();
    for (place, (i, xs)) in sets.iter().enumerate() {
        for (j, ys) in &sets[place + 1..] {
            if found.len() + xs.len() * ys.len() > EXCLUSIONS {
                continue;
            }
            let seen: BTreeSet<(Option<u64>, Option<u64>)> =
                watched.states.iter().map(|s| (s[*i], s[*j])).collect();
            for x in xs {
                for y in ys {
                    if !seen.contains(&(Some(*x), Some(*y))) {
                        let differs = |index: usize, value: u64| {
                            let value = Expr::int(watched.cells[index].width, value);
                            Expr::compare(CompareOp::Ne, cell(index), value)
                        };
                        let never = Expr::binary(BinaryOp::Or, differs(*i, *x), differs(*j, *y));
                        found.push(never);
                    }
                }
            }
        }
    }
    found
}

/// The first value of a cell of a global variable, when that is a number.
fn initial(program: &Program, global: GlobalId, cell: &Cell) -> Option<BTreeSet<u64>> {
    let Initializer::Parts(parts) = &program.globals[global].init else {
        return None;
    };
    let end = cell.offset + u64::from(cell.width / 8);
    let mut value = 0;
    for (offset, part) in parts {
        match part {
            Constant::Bits(bits) if *offset == cell.offset && bits.width() == cell.width => {
                value = bits.to_u64()?;
            }
            Constant::Bits(bits) => {
                let stop = offset + u64::from(bits.width().div_ceil(8));
                if *offset < end && cell.offset < stop {
                    return None;
                }
            }
            Constant::GlobalAddr(_, _) | Constant::FuncAddr(_) | Constant::Bytes(_) => {
                if *offset < end {
                    return None;
                }
            }
        }
    }
    Some(BTreeSet::from([value]))
}
