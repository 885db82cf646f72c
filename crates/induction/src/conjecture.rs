//! Conjectured invariants: relations between integer variables that held at a loop's head in every
//! execution tried. Whoever uses them proves them first.
//!
//! Kinds: bounds by constants, equality and order of two variables, constant differences and small
//! linear combinations of two or three variables, residues modulo small powers of two, and small
//! sets of values. All are over machine integers, so that wrapping around is not a special case.

use crate::samples::{Cell, Watched, sample};
use crate::step::LoopRef;
use cassay_base::{Span, Stop};
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, BlockId, CompareOp, Constant, Expr, FuncId, Function, GlobalId, Initializer, Place,
    Program, Property, PropertyClass, Stmt, StmtKind, TempId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// A relation between cells, by their places in the list of cells of a loop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    /// Between a cell and a constant; negated when false.
    Bound(usize, Order, u64),
    /// The first is below the second, or equal unless strictly.
    Ordered(usize, usize, Order, bool),
    /// The sum of the cells with these factors.
    Linear(Vec<(usize, i64)>, u64),
    /// The low bits of a cell.
    Residue(usize, u32, u64),
    /// One of a few values.
    OneOf(usize, Vec<u64>),
    /// Two cells never have these values at the same time.
    Never(usize, u64, usize, u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// At most, signed.
    SignedMost,
    /// At least, signed.
    SignedLeast,
    /// At most, unsigned.
    UnsignedMost,
}

/// Something that may hold at the head of a loop.
#[derive(Clone, Debug)]
pub struct Conjecture {
    /// The loop.
    pub of: LoopRef,
    head: BlockId,
    cells: Vec<Cell>,
    relation: Relation,
}

/// How many conjectures are made about a loop at most.
const LIMIT: usize = 160;

/// What may hold at the heads of loops.
pub fn conjectures(
    program: &Program,
    entry: FuncId,
    loops: &BTreeSet<LoopRef>,
    stop: &Stop,
) -> Vec<Conjecture> {
    let mut found = Vec::new();
    let constants = constants_of(program);
    for (of, watched) in sample(program, entry, loops, stop) {
        let mut relations = constant_sets(program, of.0, &watched);
        let exclusions = exclusions(&watched, &relations);
        relations.extend(self::relations(&watched));
        relations.extend(bounds_from_program(&watched, &constants));
        relations.truncate(LIMIT);
        relations.extend(exclusions);
        found.extend(relations.into_iter().map(|relation| Conjecture {
            of,
            head: watched.head,
            cells: watched.cells.clone(),
            relation,
        }));
    }
    found
}

/// How the message of the claim of a conjecture starts. No message of a program's own has a NUL, so
/// that none of its claims is ever taken for a conjecture and dropped.
const MARK: &str = "\0conjecture ";

/// The number of the conjecture that a property is the claim of.
pub fn conjecture_of(property: &Property) -> Option<usize> {
    property.message.strip_prefix(MARK)?.parse().ok()
}

/// The program with some conjectures, by number, claimed at the heads of their loops.
pub fn claim(program: &Program, conjectures: &[Conjecture], numbers: &BTreeSet<usize>) -> Program {
    let mut result = program.clone();
    let mut at_head: BTreeMap<(FuncId, BlockId), Vec<usize>> = BTreeMap::new();
    for &number in numbers {
        if let Some(conjecture) = conjectures.get(number) {
            let place = (conjecture.of.0, conjecture.head);
            at_head.entry(place).or_default().push(number);
        }
    }
    for ((id, head), numbers) in at_head {
        let function = &mut result.functions[id];
        let span = function.blocks[head].span;
        let mut stmts = Vec::new();
        let mut loaded: BTreeMap<Cell, TempId> = BTreeMap::new();
        for number in numbers {
            let conjecture = &conjectures[number];
            let cond = conjecture.cond(function, &mut loaded, span, &mut stmts);
            let property = Property::new(PropertyClass::Assertion, format!("{MARK}{number}"));
            let kind = StmtKind::Assert { cond, property };
            stmts.push(Stmt { kind, span });
        }
        stmts.append(&mut function.blocks[head].stmts);
        function.blocks[head].stmts = stmts;
    }
    result
}

impl Conjecture {
    fn cond(
        &self,
        function: &mut Function,
        loaded: &mut BTreeMap<Cell, TempId>,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Expr {
        let mut cell = |index: usize| {
            let cell = self.cells[index];
            let temp = *loaded.entry(cell).or_insert_with(|| {
                let dst = function.new_temp(cell.ty);
                let kind = StmtKind::Load {
                    dst,
                    place: Place::Variable(cell.variable, cell.offset),
                    volatile: false,
                    moves: false,
                };
                stmts.push(Stmt { kind, span });
                dst
            });
            (Expr::Temp(temp), cell.width)
        };
        match &self.relation {
            Relation::Bound(index, order, constant) => {
                let (value, width) = cell(*index);
                let constant = Expr::int(width, *constant);
                match order {
                    Order::SignedMost => Expr::compare(CompareOp::SLe, value, constant),
                    Order::SignedLeast => Expr::compare(CompareOp::SLe, constant, value),
                    Order::UnsignedMost => Expr::compare(CompareOp::ULe, value, constant),
                }
            }
            Relation::Ordered(a, b, order, strictly) => {
                let ((a, _), (b, _)) = (cell(*a), cell(*b));
                let op = match (order, strictly) {
                    (Order::SignedMost | Order::SignedLeast, false) => CompareOp::SLe,
                    (Order::SignedMost | Order::SignedLeast, true) => CompareOp::SLt,
                    (Order::UnsignedMost, false) => CompareOp::ULe,
                    (Order::UnsignedMost, true) => CompareOp::ULt,
                };
                Expr::compare(op, a, b)
            }
            Relation::Linear(parts, constant) => {
                let mut sum: Option<Expr> = None;
                let mut bits = 64;
                for (index, factor) in parts {
                    let (value, width) = cell(*index);
                    bits = width;
                    let factor = Expr::Int(Bv::from_i64(width, *factor));
                    let part = Expr::binary(BinaryOp::Mul, factor, value);
                    sum = Some(match sum {
                        None => part,
                        Some(sum) => Expr::binary(BinaryOp::Add, sum, part),
                    });
                }
                let sum = sum.unwrap_or_else(|| Expr::int(bits, 0));
                Expr::compare(CompareOp::Eq, sum, Expr::int(bits, *constant))
            }
            Relation::Residue(index, bits, residue) => {
                let (value, width) = cell(*index);
                let mask = Expr::int(width, (1 << bits) - 1);
                let low = Expr::binary(BinaryOp::And, value, mask);
                Expr::compare(CompareOp::Eq, low, Expr::int(width, *residue))
            }
            Relation::Never(a, x, b, y) => {
                let ((a, width_a), (b, width_b)) = (cell(*a), cell(*b));
                let first = Expr::compare(CompareOp::Ne, a, Expr::int(width_a, *x));
                let second = Expr::compare(CompareOp::Ne, b, Expr::int(width_b, *y));
                Expr::binary(BinaryOp::Or, first, second)
            }
            Relation::OneOf(index, values) => {
                let (value, width) = cell(*index);
                values.iter().fold(Expr::bool(false), |any, constant| {
                    let same =
                        Expr::compare(CompareOp::Eq, value.clone(), Expr::int(width, *constant));
                    Expr::binary(BinaryOp::Or, any, same)
                })
            }
        }
    }
}

/// Cells that only ever get constants hold one of them: the states of a state machine.
fn constant_sets(program: &Program, id: FuncId, watched: &Watched) -> Vec<Relation> {
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
                    match value {
                        Expr::Int(bits) if bits.width() == cell.width => {
                            if let (Some(set), Some(bits)) = (set.as_mut(), bits.to_u64()) {
                                set.insert(bits);
                            }
                        }
                        _ => *set = None,
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
            found.push(Relation::OneOf(index, set.into_iter().collect()));
        }
    }
    found
}

/// The constants that a program compares with, as signed numbers.
fn constants_of(program: &Program) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    let mut take = |expr: &Expr| {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if let Expr::Compare(_, a, b) = expr {
                for side in [a, b] {
                    if let Expr::Int(bits) = &**side
                        && let Some(value) = bits.to_i64()
                    {
                        found.insert(value);
                    }
                }
            }
            expr.operands(|operand| pending.push(operand));
        }
    };
    for function in program.functions.iter().filter(|function| !function.model) {
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                stmt.kind.expressions(&mut take);
            }
            block.terminator.expressions(&mut take);
        }
    }
    found
}

/// Bounds by constants of the program, the two nearest to what was seen on either side.
fn bounds_from_program(watched: &Watched, constants: &BTreeSet<i64>) -> Vec<Relation> {
    let near: BTreeSet<i64> = constants
        .iter()
        .flat_map(|c| [c.saturating_sub(1), *c, c.saturating_add(1)])
        .collect();
    let mut found = Vec::new();
    for (index, cell) in watched.cells.iter().enumerate() {
        if !watched.written[index] || watched.states.len() < 2 {
            continue;
        }
        let shift = 64 - cell.width;
        let mask = u64::MAX >> shift;
        let values = watched.states.iter().map(|state| state[index]);
        let Some(values) = values.collect::<Option<Vec<u64>>>() else {
            continue;
        };
        let signed = |value: u64| ((value << shift) as i64) >> shift;
        let most = values.iter().map(|v| signed(*v)).max().unwrap_or(0);
        let least = values.iter().map(|v| signed(*v)).min().unwrap_or(0);
        let fits = |c: &i64| signed(*c as u64 & mask) == *c;
        for c in near.range(most..).filter(|c| fits(c)).take(3) {
            let bits = *c as u64 & mask;
            found.push(Relation::Bound(index, Order::SignedMost, bits));
            if least >= 0 {
                found.push(Relation::Bound(index, Order::UnsignedMost, bits));
            }
        }
        for c in near.range(..=least).rev().filter(|c| fits(c)).take(3) {
            found.push(Relation::Bound(index, Order::SignedLeast, *c as u64 & mask));
        }
    }
    found
}

/// How many values of two cells are set against each other at most.
const EXCLUSIONS: usize = 400;

/// Pairs of values that were never seen together, of cells that hold one of a few values.
fn exclusions(watched: &Watched, sets: &[Relation]) -> Vec<Relation> {
    let mut sets: Vec<(usize, &Vec<u64>)> = sets
        .iter()
        .filter_map(|relation| match relation {
            Relation::OneOf(index, values) if values.len() > 1 => Some((*index, values)),
            _ => None,
        })
        .collect();
    sets.sort_by_key(|(index, values)| (std::cmp::Reverse(values.len()), *index));
    let mut found = Vec::new();
    for (place, (i, xs)) in sets.iter().enumerate() {
        for (j, ys) in &sets[place + 1..] {
            if found.len() + xs.len() * ys.len() > EXCLUSIONS {
                continue;
            }
            let seen: BTreeSet<(Option<u64>, Option<u64>)> =
                watched.states.iter().map(|s| (s[*i], s[*j])).collect();
            for x in xs.iter() {
                for y in ys.iter() {
                    if !seen.contains(&(Some(*x), Some(*y))) {
                        found.push(Relation::Never(*i, *x, *j, *y));
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

/// The relations that hold in every state, the most useful first.
fn relations(watched: &Watched) -> Vec<Relation> {
    let states = &watched.states;
    let mut found = Vec::new();
    if states.len() < 2 {
        return found;
    }
    let known: Vec<usize> = (0..watched.cells.len())
        .filter(|index| states.iter().all(|state| state[*index].is_some()))
        .collect();
    let column =
        |index: usize| -> Vec<u64> { states.iter().map(|s| s[index].unwrap_or(0)).collect() };
    let columns: BTreeMap<usize, Vec<u64>> = known.iter().map(|i| (*i, column(*i))).collect();
    let width = |index: usize| watched.cells[index].width;
    let signed = |index: usize, value: u64| {
        let shift = 64 - width(index);
        ((value << shift) as i64) >> shift
    };
    for &i in &known {
        if !watched.written[i] {
            continue;
        }
        one(i, width(i), &columns[&i], |v| signed(i, v), &mut found);
    }
    for (place, &i) in known.iter().enumerate() {
        for &j in &known[place + 1..] {
            if width(i) != width(j) || !(watched.written[i] || watched.written[j]) {
                continue;
            }
            let pairs: Vec<(u64, u64)> = columns[&i]
                .iter()
                .copied()
                .zip(columns[&j].iter().copied())
                .collect();
            let differ = pairs.iter().all(|(x, y)| x != y);
            for (a, b, swapped) in [(i, j, false), (j, i, true)] {
                let ordered = |at_most: &dyn Fn(u64, u64) -> bool| {
                    let mut pairs = pairs.iter();
                    pairs.all(|&(x, y)| {
                        if swapped {
                            at_most(y, x)
                        } else {
                            at_most(x, y)
                        }
                    })
                };
                for order in [Order::SignedMost, Order::UnsignedMost] {
                    let holds = match order {
                        Order::SignedMost | Order::SignedLeast => {
                            ordered(&|x, y| signed(a, x) <= signed(b, y))
                        }
                        Order::UnsignedMost => ordered(&|x, y| x <= y),
                    };
                    if holds {
                        found.push(Relation::Ordered(a, b, order, false));
                        if differ {
                            found.push(Relation::Ordered(a, b, order, true));
                        }
                    }
                }
            }
            linear_pair(i, j, width(i), &pairs, &mut found);
        }
    }
    linear_triples(watched, &known, &columns, &mut found);
    found
}

fn one(
    index: usize,
    width: u32,
    column: &[u64],
    signed: impl Fn(u64) -> i64,
    found: &mut Vec<Relation>,
) {
    let distinct: BTreeSet<u64> = column.iter().copied().collect();
    if distinct.len() <= 8 && column.len() >= 2 * distinct.len() {
        found.push(Relation::OneOf(index, distinct.iter().copied().collect()));
    }
    let least = column.iter().map(|v| signed(*v)).min().unwrap_or(0);
    let most = column.iter().map(|v| signed(*v)).max().unwrap_or(0);
    let mask = u64::MAX >> (64 - width);
    found.push(Relation::Bound(
        index,
        Order::SignedLeast,
        least as u64 & mask,
    ));
    found.push(Relation::Bound(
        index,
        Order::SignedMost,
        most as u64 & mask,
    ));
    if least < 0 {
        // Nothing smaller was seen, but zero may be crossed by chance only.
        found.push(Relation::Bound(index, Order::SignedLeast, mask));
    } else {
        found.push(Relation::Bound(index, Order::SignedLeast, 0));
    }
    let largest = column.iter().copied().max().unwrap_or(0);
    found.push(Relation::Bound(index, Order::UnsignedMost, largest));
    for bits in (1..=3).rev() {
        let low = column[0] & ((1 << bits) - 1);
        if column.iter().all(|v| v & ((1 << bits) - 1) == low) {
            found.push(Relation::Residue(index, bits, low));
            break;
        }
    }
}

/// Factors of small linear combinations, simplest first.
const FACTORS: &[(i64, i64)] = &[
    (1, -1),
    (1, 1),
    (1, -2),
    (2, -1),
    (1, 2),
    (2, 1),
    (1, -3),
    (3, -1),
    (1, -4),
    (4, -1),
    (2, -3),
    (3, -2),
    (1, -5),
    (5, -1),
    (1, -10),
    (10, -1),
];

fn linear_pair(i: usize, j: usize, width: u32, pairs: &[(u64, u64)], found: &mut Vec<Relation>) {
    let mask = u64::MAX >> (64 - width);
    let vary =
        |side: fn(&(u64, u64)) -> u64| pairs.iter().any(|pair| side(pair) != side(&pairs[0]));
    if !vary(|pair| pair.0) || !vary(|pair| pair.1) {
        return;
    }
    for &(a, b) in FACTORS {
        let sum = |&(x, y): &(u64, u64)| {
            (a as u64)
                .wrapping_mul(x)
                .wrapping_add((b as u64).wrapping_mul(y))
                & mask
        };
        let constant = sum(&pairs[0]);
        if pairs.iter().all(|pair| sum(pair) == constant) {
            found.push(Relation::Linear(vec![(i, a), (j, b)], constant));
            return;
        }
    }
}

fn linear_triples(
    watched: &Watched,
    known: &[usize],
    columns: &BTreeMap<usize, Vec<u64>>,
    found: &mut Vec<Relation>,
) {
    let few: Vec<usize> = known.iter().copied().take(8).collect();
    let pairs: BTreeSet<BTreeSet<usize>> = found
        .iter()
        .filter_map(|relation| match relation {
            Relation::Linear(parts, _) => Some(parts.iter().map(|(index, _)| *index).collect()),
            _ => None,
        })
        .collect();
    for (x, &i) in few.iter().enumerate() {
        for (y, &j) in few.iter().enumerate().skip(x + 1) {
            for &l in &few[y + 1..] {
                let widths = [i, j, l].map(|index| watched.cells[index].width);
                let written = [i, j, l].iter().any(|index| watched.written[*index]);
                let trio = BTreeSet::from([i, j, l]);
                let known_pair = pairs.iter().any(|pair| pair.is_subset(&trio));
                if widths[0] != widths[1] || widths[0] != widths[2] || !written || known_pair {
                    continue;
                }
                let mask = u64::MAX >> (64 - widths[0]);
                let varies =
                    |index: usize| columns[&index].iter().any(|v| *v != columns[&index][0]);
                if ![i, j, l].into_iter().all(varies) {
                    continue;
                }
                'factors: for a in [1_i64, 2] {
                    for b in [-2_i64, -1, 1, 2] {
                        for c in [-2_i64, -1, 1, 2] {
                            let sum = |at: usize| {
                                let part = |f: i64, index: usize| {
                                    (f as u64).wrapping_mul(columns[&index][at])
                                };
                                part(a, i).wrapping_add(part(b, j)).wrapping_add(part(c, l)) & mask
                            };
                            let constant = sum(0);
                            if (1..columns[&i].len()).all(|at| sum(at) == constant) {
                                let parts = vec![(i, a), (j, b), (l, c)];
                                found.push(Relation::Linear(parts, constant));
                                break 'factors;
                            }
                        }
                    }
                }
            }
        }
    }
}
