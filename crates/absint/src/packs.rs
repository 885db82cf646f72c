//! Which cells of a function are related to each other, by how they occur together.
//!
//! Zones relate the cells that are accessed most. Octagons cost more for each pair, so they have
//! packs of few cells: those of one loop, and those of one comparison or assignment. A choice here
//! costs precision at most, nothing depends on it otherwise.

use crate::cells::{CellId, Cells, direct_access};
use crate::domains::octagon::Packs;
use crate::domains::zone::Pack;
use crate::names;
use cassay_ir::order::{LoopId, Order};
use cassay_ir::{BlockId, Expr, FuncId, Function, Program, StmtKind, TempId, Type};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How many cells of a function zones relate.
const ZONE: usize = 24;
/// How many cells a pack of octagons has, and how many packs a function has.
const PACK: usize = 10;
const MOST_PACKS: usize = 24;
/// How many cells of one expression are looked at.
const MOST_TOGETHER: usize = 6;

/// How the cells that a function accesses are read.
pub fn readings(program: &Program, cells: &Cells, id: FuncId) -> Pack {
    let uses = uses(program, cells, id, &Order::new(&program.functions[id]));
    let read = |number: CellId| {
        let cell = cells.get(id, number);
        let is_signed = names::of_cell(program, id, cell).is_none_or(|(_, signed)| signed);
        (number, (cell.width, is_signed))
    };
    uses.into_keys().map(read).collect()
}

/// How often a function accesses its cells, more inside of loops.
fn uses(program: &Program, cells: &Cells, id: FuncId, order: &Order) -> BTreeMap<CellId, usize> {
    let function = &program.functions[id];
    let mut uses: BTreeMap<CellId, usize> = BTreeMap::new();
    for (block, contents) in function.blocks.iter_enumerated() {
        let weight = weight(order, block);
        for stmt in &contents.stmts {
            if let Some(cell) = accessed(program, cells, id, &stmt.kind) {
                *uses.entry(cell).or_default() += weight;
            }
        }
    }
    uses
}

fn weight(order: &Order, block: BlockId) -> usize {
    1 + 4 * order.loops_around(block).count().min(3)
}

/// The cell that a statement loads or stores.
pub fn accessed(program: &Program, cells: &Cells, id: FuncId, kind: &StmtKind) -> Option<CellId> {
    let access = direct_access(program, &program.functions[id], kind)?;
    let Type::Int(width) = program.types.get(access.ty) else {
        return None;
    };
    cells.exact(id, access.variable, access.offset, *width)
}

/// The cells that a function accesses most, inside of loops above all.
pub fn zone(program: &Program, cells: &Cells, id: FuncId, readings: &Pack) -> Pack {
    let uses = uses(program, cells, id, &Order::new(&program.functions[id]));
    let most = most_used(uses.into_iter(), ZONE);
    let read = |cell: CellId| Some((cell, *readings.get(&cell)?));
    most.into_iter().filter_map(read).collect()
}

/// Those with the greatest numbers.
fn most_used(uses: impl Iterator<Item = (CellId, usize)>, count: usize) -> Vec<CellId> {
    let mut by_use: Vec<(Reverse<usize>, CellId)> =
        uses.map(|(cell, uses)| (Reverse(uses), cell)).collect();
    by_use.sort();
    by_use.truncate(count);
    by_use.into_iter().map(|(_, cell)| cell).collect()
}

/// Cells that occur in one comparison or assignment, the block, and the cell that is assigned.
struct Group {
    block: BlockId,
    cells: BTreeSet<CellId>,
    assigned: Option<CellId>,
}

/// The packs of octagons of a function.
pub fn octagons(program: &Program, cells: &Cells, id: FuncId) -> Packs {
    let function = &program.functions[id];
    let order = Order::new(function);
    let groups = groups(program, cells, id);
    let mut packs: Vec<Vec<CellId>> = Vec::new();
    for around in order.loops().ids() {
        let pack = of_loop(&groups, &order, around);
        add(&mut packs, pack);
    }
    let mut rest: Vec<&Group> = groups.iter().collect();
    rest.sort_by_key(|group| Reverse(weight(&order, group.block)));
    for group in rest {
        let members: Vec<CellId> = group.cells.iter().copied().collect();
        add(&mut packs, members);
    }
    merge(&mut packs);
    Packs::new(packs)
}

/// Adds a pack, unless its cells are together in another one.
fn add(packs: &mut Vec<Vec<CellId>>, mut pack: Vec<CellId>) {
    pack.sort_unstable();
    let within = |other: &Vec<CellId>| pack.iter().all(|cell| other.contains(cell));
    if (2..=PACK).contains(&pack.len()) && !packs.iter().any(within) && packs.len() < MOST_PACKS {
        packs.push(pack);
    }
}

/// Joins packs that share cells, as long as they are small.
fn merge(packs: &mut Vec<Vec<CellId>>) {
    let mut at = 0;
    while at < packs.len() {
        let with = (at + 1..packs.len()).find(|other| {
            let shared = packs[at].iter().any(|cell| packs[*other].contains(cell));
            let all: BTreeSet<&CellId> = packs[at].iter().chain(&packs[*other]).collect();
            shared && all.len() <= PACK
        });
        match with {
            Some(other) => {
                let more = packs.remove(other);
                packs[at].extend(more);
                packs[at].sort_unstable();
                packs[at].dedup();
            }
            None => at += 1,
        }
    }
}

/// The cells of a loop that occur together most, those that it assigns first.
fn of_loop(groups: &[Group], order: &Order, around: LoopId) -> Vec<CellId> {
    let mut uses: BTreeMap<CellId, usize> = BTreeMap::new();
    for group in groups {
        if !order.contains(around, group.block) {
            continue;
        }
        let together = if group.cells.len() > 1 { 4 } else { 1 };
        for cell in &group.cells {
            *uses.entry(*cell).or_default() += together;
        }
        if let Some(cell) = group.assigned {
            *uses.entry(cell).or_default() += 8;
        }
    }
    most_used(uses.into_iter(), PACK)
}

/// The comparisons and assignments of a function with the cells in them.
fn groups(program: &Program, cells: &Cells, id: FuncId) -> Vec<Group> {
    let function = &program.functions[id];
    let mut of_temps: BTreeMap<TempId, BTreeSet<CellId>> = BTreeMap::new();
    let mut found: Vec<Group> = Vec::new();
    for block in Order::new(function).sequence() {
        let contents = &function.blocks[block];
        for stmt in &contents.stmts {
            let cell = accessed(program, cells, id, &stmt.kind);
            if let StmtKind::Load { dst, .. } = &stmt.kind {
                of_temps.insert(*dst, cell.into_iter().collect());
                continue;
            }
            let mut together: BTreeSet<CellId> = BTreeSet::new();
            stmt.kind
                .expressions(|expr| collect(expr, &of_temps, &mut together));
            if let StmtKind::Assign { dst, value } = &stmt.kind {
                if matches!(value, Expr::Compare(_, _, _) | Expr::Overflow(_, _, _)) {
                    found.push(Group {
                        block,
                        cells: together.clone(),
                        assigned: None,
                    });
                }
                of_temps.insert(*dst, together);
                continue;
            }
            together.extend(cell);
            found.push(Group {
                block,
                cells: together,
                assigned: cell,
            });
        }
    }
    found.retain(|group| !group.cells.is_empty());
    found
}

/// The cells that an expression was computed from, if they are few.
fn collect(
    expr: &Expr,
    of_temps: &BTreeMap<TempId, BTreeSet<CellId>>,
    found: &mut BTreeSet<CellId>,
) {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        if let Expr::Temp(temp) = expr
            && let Some(cells) = of_temps.get(temp)
            && found.len() + cells.len() <= MOST_TOGETHER
        {
            found.extend(cells);
        }
        expr.operands(|operand| pending.push(operand));
    }
}

/// Whether a function has a loop.
pub fn has_loops(function: &Function) -> bool {
    Order::new(function).loops().ids().next().is_some()
}
