//! Sums of counters that a loop does not increase: what symbolic ranges at its head may be.
//!
//! Each way through a loop adds constants to some cells, its counters. A sum of counters with
//! factors that no way through the loop increases stays below its value before the loop, such as
//! `p − 3·i` where `p += 3` goes with `i++`. These sums are only proposed here: whether a state
//! bounds them is decided by the analysis. Source: the increments of Rugina and Rinard 2000, as
//! vectors.

use crate::cells::{CellId, Cells};
use crate::facts::FunctionFacts;
use crate::packs::accessed;
use crate::relational::Terms;
use cassay_ir::order::{LoopId, Order};
use cassay_ir::{BinaryOp, BlockId, Expr, FuncId, Program, StmtKind, TempId};
use std::collections::{BTreeMap, BTreeSet};

/// What is added to the counters, on one way through a loop.
type Vector = BTreeMap<CellId, i128>;

/// How many ways through a loop are looked at, and of how many blocks.
const MOST_PATHS: usize = 32;
const LONGEST: usize = 64;
/// How many counters and sums of a loop are looked at.
const MOST_COUNTERS: usize = 7;
const MOST: usize = 16;
/// What adds more is no counter.
const LARGEST_STEP: i128 = 1 << 40;
/// Greater factors are not proposed.
const LARGEST: i128 = 1 << 16;

/// The sums for the loops of a function, by their heads.
pub fn of_function(
    program: &Program,
    cells: &Cells,
    facts: &FunctionFacts,
    modifies: impl Fn(FuncId) -> Vec<CellId>,
    id: FuncId,
) -> BTreeMap<BlockId, Vec<Terms>> {
    let function = &program.functions[id];
    let order = Order::new(function);
    let effects: BTreeMap<BlockId, Effect> = function
        .blocks
        .ids()
        .map(|block| (block, effect(program, cells, facts, &modifies, (id, block))))
        .collect();
    let mut found = BTreeMap::new();
    for (around, of) in order.loops().iter_enumerated() {
        let paths = paths(program, id, &order, around);
        let inner = |block: &BlockId| order.loops_around(*block).last() != Some(around);
        // What an inner loop adds is not known.
        let inside = function.blocks.ids().filter(|b| order.contains(around, *b));
        let mut lost: BTreeSet<CellId> = BTreeSet::new();
        for block in inside {
            let Some(effect) = effects.get(&block) else {
                continue;
            };
            lost.extend(&effect.lost);
            if inner(&block) {
                lost.extend(effect.adds.keys());
            }
        }
        let vectors: BTreeSet<Vector> = paths
            .iter()
            .map(|path| {
                let mut sum = Vector::new();
                for (cell, by) in path.iter().flat_map(|block| &effects[block].adds) {
                    if !lost.contains(cell) {
                        *sum.entry(*cell).or_default() += by;
                    }
                }
                sum.retain(|_, by| *by != 0 && by.abs() < LARGEST_STEP);
                sum
            })
            .collect();
        let sums = sums(&vectors);
        if !sums.is_empty() {
            found.insert(of.head, sums);
        }
    }
    found
}

/// What a block does to cells: it adds constants to some, and changes others in another way.
#[derive(Default)]
struct Effect {
    adds: Vector,
    lost: BTreeSet<CellId>,
}

fn effect(
    program: &Program,
    cells: &Cells,
    facts: &FunctionFacts,
    modifies: &impl Fn(FuncId) -> Vec<CellId>,
    (id, block): (FuncId, BlockId),
) -> Effect {
    let contents = &program.functions[id].blocks[block];
    let mut effect = Effect::default();
    let mut known: BTreeMap<TempId, (CellId, i128)> = BTreeMap::new();
    for (index, stmt) in contents.stmts.iter().enumerate() {
        effect.lost.extend(
            facts
                .clobbers
                .get(&(block, index))
                .into_iter()
                .flat_map(|cells| cells.iter()),
        );
        for callee in facts.calls.get(&(block, index)).into_iter().flatten() {
            effect.lost.extend(modifies(*callee));
        }
        let cell = accessed(program, cells, id, &stmt.kind);
        if let StmtKind::Load { dst, .. } = &stmt.kind {
            let added = cell.map(|cell| (cell, effect.adds.get(&cell).copied().unwrap_or(0)));
            known.remove(dst);
            known.extend(added.map(|added| (*dst, added)));
        } else if let StmtKind::Assign { dst, value } = &stmt.kind {
            let value = moved(value, &known);
            known.remove(dst);
            known.extend(value.map(|value| (*dst, value)));
        } else if let StmtKind::Store { value, .. } = &stmt.kind
            && let Some(cell) = cell
        {
            match moved(value, &known) {
                Some((of, by)) if of == cell => {
                    effect.adds.insert(cell, by);
                }
                Some(_) | None => {
                    effect.lost.insert(cell);
                }
            }
        }
    }
    effect
}

/// The cell, as it was at the start of the block, and the number that an expression adds to it.
fn moved(expr: &Expr, known: &BTreeMap<TempId, (CellId, i128)>) -> Option<(CellId, i128)> {
    let mut plus = 0_i128;
    let mut expr = expr;
    for _ in 0..16 {
        if let Expr::Temp(temp) = expr {
            let (cell, by) = known.get(temp)?;
            return Some((*cell, by + plus));
        } else if let Expr::Cast(kind, inner, _) = expr {
            kind.width_change()?;
            expr = inner;
        } else if let Expr::Binary(BinaryOp::Add, a, b) = expr {
            let (inner, number) = if let Expr::Int(bits) = &**b {
                (a, bits)
            } else if let Expr::Int(bits) = &**a {
                (b, bits)
            } else {
                return None;
            };
            plus += i128::from(number.to_i64()?);
            expr = inner;
        } else if let Expr::Binary(BinaryOp::Sub, a, b) = expr
            && let Expr::Int(bits) = &**b
        {
            plus -= i128::from(bits.to_i64()?);
            expr = a;
        } else {
            return None;
        }
    }
    None
}

/// Ways through a loop: blocks from its head to a back edge, each at most once.
fn paths(program: &Program, id: FuncId, order: &Order, around: LoopId) -> Vec<Vec<BlockId>> {
    let function = &program.functions[id];
    let head = order.loops()[around].head;
    let mut found = Vec::new();
    let mut pending = vec![vec![head]];
    let mut steps = 0;
    while let Some(path) = pending.pop() {
        steps += 1;
        let Some(last) = path.last().filter(|_| path.len() <= LONGEST) else {
            continue;
        };
        if steps > MOST_PATHS * LONGEST || found.len() >= MOST_PATHS {
            break;
        }
        function.blocks[*last].terminator.successors(|next| {
            if next == head {
                found.push(path.clone());
            } else if order.contains(around, next) && !path.contains(&next) {
                let mut longer = path.clone();
                longer.push(next);
                pending.push(longer);
            }
        });
    }
    found
}

/// The sums of counters that no vector increases.
fn sums(vectors: &BTreeSet<Vector>) -> Vec<Terms> {
    let counters: BTreeSet<CellId> = vectors.iter().flat_map(|v| v.keys().copied()).collect();
    let counters: Vec<CellId> = counters.into_iter().take(MOST_COUNTERS).collect();
    let at = |vector: &Vector, cell: CellId| vector.get(&cell).copied().unwrap_or(0);
    let mut found: BTreeSet<Terms> = BTreeSet::new();
    let mut propose = |terms: Terms| {
        for sign in [1, -1] {
            if let Some(terms) = normal(&terms, sign)
                && is_useful(&terms, vectors)
            {
                found.insert(terms);
            }
        }
    };
    for (index, x) in counters.iter().enumerate() {
        for (middle, y) in counters.iter().enumerate().skip(index + 1) {
            for vector in vectors {
                propose(vec![(*x, at(vector, *y)), (*y, -at(vector, *x))]);
            }
            for z in &counters[middle + 1..] {
                for (b, c) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    propose(vec![(*x, 1), (*y, b), (*z, c)]);
                }
                let triples = vectors.iter().map(|v| [at(v, *x), at(v, *y), at(v, *z)]);
                let triples: Vec<[i128; 3]> = triples.take(MOST_PATHS / 4).collect();
                for (first, p) in triples.iter().enumerate() {
                    for q in &triples[first + 1..] {
                        let normal = [
                            p[1] * q[2] - p[2] * q[1],
                            p[2] * q[0] - p[0] * q[2],
                            p[0] * q[1] - p[1] * q[0],
                        ];
                        propose(vec![(*x, normal[0]), (*y, normal[1]), (*z, normal[2])]);
                    }
                }
            }
        }
    }
    let mut found: Vec<Terms> = found.into_iter().collect();
    found.sort_by_key(|terms| terms.len());
    found.truncate(MOST);
    found
}

/// A sum with the given sign and without a common divisor; none with too few cells or large factors.
fn normal(terms: &[(CellId, i128)], sign: i128) -> Option<Terms> {
    let form = crate::domains::form::Form::of(terms)?;
    let divisor = form.divisor();
    let terms: Terms = form
        .terms()
        .iter()
        .map(|(cell, factor)| (*cell, sign * factor / divisor))
        .collect();
    let small = terms.iter().all(|(_, factor)| factor.abs() <= LARGEST);
    // Octagons bound sums of two cells.
    let two = terms.len() == 2 && terms.iter().all(|(_, factor)| factor.abs() == 1);
    (terms.len() > 1 && !two && small).then_some(terms)
}

/// Whether no vector increases a sum, and none of its cells can be left out.
fn is_useful(terms: &Terms, vectors: &BTreeSet<Vector>) -> bool {
    let change = |vector: &Vector, without: Option<CellId>| -> i128 {
        let kept = terms.iter().filter(|(cell, _)| Some(*cell) != without);
        kept.map(|(cell, factor)| factor * vector.get(cell).copied().unwrap_or(0))
            .sum()
    };
    let stays = vectors.iter().all(|vector| change(vector, None) <= 0);
    let needed = |cell: CellId| vectors.iter().any(|vector| change(vector, Some(cell)) > 0);
    // A cell that only grows smaller is needed where it makes up for another one.
    stays
        && terms.iter().any(|(cell, _)| needed(*cell))
        && terms.iter().all(|(cell, factor)| {
            let own = |v: &Vector| factor * v.get(cell).copied().unwrap_or(0);
            needed(*cell) || vectors.iter().any(|vector| own(vector) > 0)
        })
}
