//! Generation of conjectures about a loop, from sampled states at its head and from the program's
//! text.
//!
//! Kinds: bounds by constants, equality and order of two cells, bounds on their difference, linear
//! and quadratic equations, residues modulo small powers of two, small sets of values, pairs of
//! values that exclude each other, the comparisons in the program, each of these under a condition
//! that the program branches on, and relations of array elements that the loop has passed
//! ([`elements`](crate::elements)).

use crate::affine::equations;
use crate::atoms::atoms;
use crate::elements::{ELEMENT, INDEX};
use crate::relation::{cell, cells_in, evaluate, implies, negated};
use crate::samples::Watched;
use crate::sets::{constant_sets, exclusions};
use crate::step::LoopRef;
use cassay_ir::{BinaryOp, CompareOp, Expr, Program, Variable};
use std::collections::BTreeSet;

/// The most conjectures about a loop, and the most of them under one condition.
const LIMIT: usize = 420;
const CONDITIONAL: usize = 14;
/// How many conditions are tried.
const CONDITIONS: usize = 24;

/// Generates the conjectures about one loop.
pub(crate) struct Guesses<'a> {
    program: &'a Program,
    of: LoopRef,
    watched: &'a Watched,
    constants: BTreeSet<i64>,
}

/// Values of cells in some states.
struct View {
    /// Cells that have a value in each of the states, with these values.
    columns: Vec<(usize, Vec<u64>)>,
    states: usize,
}

/// Two cells with their values.
type Pair = (usize, usize, Vec<(u64, u64)>);

impl<'a> Guesses<'a> {
    pub(crate) fn new(program: &'a Program, of: LoopRef, watched: &'a Watched) -> Self {
        Guesses {
            program,
            of,
            watched,
            constants: constants_of(program),
        }
    }

    /// Relations with their levels, the most useful first.
    pub(crate) fn all(&self) -> Vec<(Expr, u8)> {
        let mut found: Vec<(Expr, u8)> = Vec::new();
        let mut add = |relations: Vec<Expr>, level: u8, limit: usize| {
            for relation in relations {
                let level = level.max(cost(&relation));
                let known = found.iter().any(|(other, _)| *other == relation);
                if found.len() < limit && !known {
                    found.push((relation, level));
                }
            }
        };
        let view = self.view(None);
        let sets = constant_sets(self.program, self.of.0, self.watched);
        let exclusions = exclusions(self.watched, &sets);
        let atoms = atoms(self.program, self.of.0, &self.watched.cells);
        let few = sets.iter().map(|(index, set)| self.one_of(*index, set));
        add(few.collect(), 0, LIMIT);
        add(self.linear(&view), 0, LIMIT);
        add(self.of_atoms(&atoms), 1, LIMIT);
        add(self.single(&view), 1, LIMIT);
        add(self.ordered(&view), 1, LIMIT);
        add(self.near_bounds(&view), 1, LIMIT);
        add(exclusions, 2, 2 * LIMIT);
        add(self.near_differences(&view), 2, 3 * LIMIT);
        add(self.sums(&view), 2, 3 * LIMIT);
        add(self.under_conditions(&atoms), 2, 4 * LIMIT);
        add(self.of_elements(), 2, 5 * LIMIT);
        add(self.products(&view), 4, 5 * LIMIT);
        found
    }

    /// The states in which a condition holds.
    fn view(&self, cond: Option<&Expr>) -> View {
        let holds = |state: &&Vec<Option<u64>>| {
            cond.is_none_or(|cond| self.value(state, cond) == Some(true))
        };
        let states: Vec<&Vec<Option<u64>>> = self.watched.states.iter().filter(holds).collect();
        let mut columns = Vec::new();
        for index in 0..self.watched.cells.len() {
            let values: Option<Vec<u64>> = states.iter().map(|state| state[index]).collect();
            if let Some(values) = values {
                columns.push((index, values));
            }
        }
        View {
            columns,
            states: states.len(),
        }
    }

    fn value(&self, state: &[Option<u64>], relation: &Expr) -> Option<bool> {
        let bits = evaluate(self.program, &self.watched.cells, state, relation)?;
        Some(!bits.is_zero())
    }

    /// Whether no state refutes a relation.
    fn holds(&self, relation: &Expr) -> bool {
        let mut states = self.watched.states.iter();
        states.all(|state| self.value(state, relation) != Some(false))
    }

    fn width(&self, index: usize) -> u32 {
        self.watched.cells[index].width
    }

    fn written(&self, index: usize) -> bool {
        self.watched.written[index]
    }

    fn signed(&self, index: usize, value: u64) -> i64 {
        let shift = 64 - self.width(index);
        ((value << shift) as i64) >> shift
    }

    fn constant(&self, index: usize, value: i64) -> Expr {
        Expr::int(self.width(index), value as u64 & mask(self.width(index)))
    }

    fn one_of(&self, index: usize, values: &BTreeSet<u64>) -> Expr {
        let width = self.width(index);
        let mut any: Option<Expr> = None;
        for value in values {
            let same = Expr::compare(CompareOp::Eq, cell(index), Expr::int(width, *value));
            any = Some(match any {
                None => same,
                Some(any) => Expr::binary(BinaryOp::Or, any, same),
            });
        }
        any.unwrap_or_else(|| Expr::bool(false))
    }

    /// The program's comparisons, unchanged, reversed, and with equality allowed.
    fn of_atoms(&self, atoms: &[Expr]) -> Vec<Expr> {
        let mut found = Vec::new();
        for atom in atoms {
            if !cells_in(atom).iter().any(|index| self.written(*index)) {
                continue;
            }
            let mut variants = vec![atom.clone(), negated(atom.clone())];
            if let Expr::Compare(op, a, b) = atom {
                let weak = match op {
                    CompareOp::ULt | CompareOp::ULe => Some(CompareOp::ULe),
                    CompareOp::SLt | CompareOp::SLe => Some(CompareOp::SLe),
                    CompareOp::Eq | CompareOp::Ne => None,
                };
                if let Some(weak) = weak {
                    variants.push(Expr::Compare(weak, a.clone(), b.clone()));
                    variants.push(Expr::Compare(weak, b.clone(), a.clone()));
                    for (a, b) in [(a, b), (b, a)] {
                        if let Some(width) = self.int_width(b) {
                            let one = Expr::int(width, 1);
                            let more = Expr::binary(BinaryOp::Add, (**b).clone(), one);
                            let slack = Expr::Compare(weak, a.clone(), Box::new(more));
                            let tight = Expr::Compare(weak, a.clone(), b.clone());
                            if !self.holds(&tight) {
                                variants.push(slack);
                            }
                        }
                    }
                }
            }
            found.extend(variants.into_iter().filter(|relation| self.holds(relation)));
        }
        found
    }

    fn int_width(&self, expr: &Expr) -> Option<u32> {
        let state: Vec<Option<u64>> = vec![Some(0); self.watched.cells.len()];
        let value = evaluate(self.program, &self.watched.cells, &state, expr)?;
        Some(value.width())
    }

    /// Relations of single cells to constants.
    fn single(&self, view: &View) -> Vec<Expr> {
        let mut found = Vec::new();
        if view.states < 2 {
            return found;
        }
        for (index, values) in &view.columns {
            let index = *index;
            if !self.written(index) {
                continue;
            }
            let distinct: BTreeSet<u64> = values.iter().copied().collect();
            if distinct.len() <= 8 && values.len() >= 2 * distinct.len() {
                found.push(self.one_of(index, &distinct));
            }
            let signed = || values.iter().map(|v| self.signed(index, *v));
            let (least, most) = (signed().min().unwrap_or(0), signed().max().unwrap_or(0));
            let bound = |op, a, b| Expr::compare(op, a, b);
            let number = |value: i64| self.constant(index, value);
            found.push(bound(CompareOp::SLe, number(least), cell(index)));
            if least > 0 {
                found.push(bound(CompareOp::SLe, number(0), cell(index)));
            } else if least < -1 {
                // No smaller value was seen, but the samples may miss the values below zero.
                found.push(bound(CompareOp::SLe, number(-1), cell(index)));
            }
            found.push(bound(CompareOp::SLe, cell(index), number(most)));
            let largest = values.iter().copied().max().unwrap_or(0);
            let largest = Expr::int(self.width(index), largest);
            found.push(bound(CompareOp::ULe, cell(index), largest));
            for bits in (1..=3).rev() {
                let low = values[0] & ((1 << bits) - 1);
                if values.iter().all(|v| v & ((1 << bits) - 1) == low) {
                    found.push(self.residue(index, bits, low));
                    break;
                }
            }
        }
        found
    }

    fn residue(&self, index: usize, bits: u32, low: u64) -> Expr {
        let width = self.width(index);
        let part = Expr::binary(
            BinaryOp::And,
            cell(index),
            Expr::int(width, (1 << bits) - 1),
        );
        Expr::compare(CompareOp::Eq, part, Expr::int(width, low))
    }

    /// Pairs of cells of one width of which the loop writes one.
    fn pairs(&self, view: &View) -> Vec<Pair> {
        let mut found = Vec::new();
        for (place, (i, xs)) in view.columns.iter().enumerate() {
            for (j, ys) in &view.columns[place + 1..] {
                let written = self.written(*i) || self.written(*j);
                if self.width(*i) == self.width(*j) && written {
                    let pairs = xs.iter().copied().zip(ys.iter().copied()).collect();
                    found.push((*i, *j, pairs));
                }
            }
        }
        found
    }

    /// Order of two cells.
    fn ordered(&self, view: &View) -> Vec<Expr> {
        let mut found = Vec::new();
        if view.states < 2 {
            return found;
        }
        for (i, j, pairs) in self.pairs(view) {
            let differ = pairs.iter().all(|(x, y)| x != y);
            for (a, b, swapped) in [(i, j, false), (j, i, true)] {
                let ordered = |at_most: &dyn Fn(u64, u64) -> bool| {
                    pairs.iter().all(|&(x, y)| {
                        let (x, y) = if swapped { (y, x) } else { (x, y) };
                        at_most(x, y)
                    })
                };
                if ordered(&|x, y| self.signed(a, x) <= self.signed(b, y)) {
                    let op = if differ {
                        CompareOp::SLt
                    } else {
                        CompareOp::SLe
                    };
                    found.push(Expr::compare(op, cell(a), cell(b)));
                    if differ {
                        found.push(Expr::compare(CompareOp::SLe, cell(a), cell(b)));
                    }
                }
                if ordered(&|x, y| x <= y) {
                    let op = if differ {
                        CompareOp::ULt
                    } else {
                        CompareOp::ULe
                    };
                    found.push(Expr::compare(op, cell(a), cell(b)));
                    if differ {
                        found.push(Expr::compare(CompareOp::ULe, cell(a), cell(b)));
                    }
                }
            }
        }
        found
    }

    /// Linear equations.
    fn linear(&self, view: &View) -> Vec<Expr> {
        let mut found = Vec::new();
        for width in [8, 16, 32, 64] {
            let cells = self.of_width(view, width, 12);
            let relations = equations(width, &cells, false);
            found.extend(relations.into_iter().filter(|r| self.about_written(r)));
        }
        found
    }

    /// Equations with products of two cells.
    fn products(&self, view: &View) -> Vec<Expr> {
        let mut found = Vec::new();
        for width in [32, 64] {
            let cells = self.of_width(view, width, 6);
            if cells
                .iter()
                .filter(|(index, _)| self.written(*index))
                .count()
                < 2
            {
                continue;
            }
            let relations = equations(width, &cells, true);
            found.extend(relations.into_iter().filter(|r| self.about_written(r)));
        }
        found.truncate(12);
        found
    }

    fn about_written(&self, relation: &Expr) -> bool {
        cells_in(relation).iter().any(|index| self.written(*index))
    }

    /// Some cells of one width, those that the loop does not write first.
    fn of_width(&self, view: &View, width: u32, most: usize) -> Vec<(usize, Vec<u64>)> {
        let cells = view.columns.iter();
        let mut cells: Vec<(usize, Vec<u64>)> = cells
            .filter(|(index, _)| self.width(*index) == width)
            .take(most)
            .cloned()
            .collect();
        cells.sort_by_key(|(index, _)| self.written(*index));
        cells
    }

    /// Constants of the program and their neighbours.
    fn near(&self) -> BTreeSet<i64> {
        let constants = self.constants.iter();
        constants
            .flat_map(|c| [c.saturating_sub(1), *c, c.saturating_add(1)])
            .collect()
    }

    /// Bounds by constants of the program, the nearest ones on either side of the sampled values.
    fn near_bounds(&self, view: &View) -> Vec<Expr> {
        let near = self.near();
        let mut found = Vec::new();
        if view.states < 2 {
            return found;
        }
        for (index, values) in &view.columns {
            let index = *index;
            if !self.written(index) {
                continue;
            }
            let signed = || values.iter().map(|v| self.signed(index, *v));
            let (least, most) = (signed().min().unwrap_or(0), signed().max().unwrap_or(0));
            let fits = |c: &&i64| self.signed(index, **c as u64 & mask(self.width(index))) == **c;
            for c in near.range(most..).filter(fits).take(4) {
                let c = self.constant(index, *c);
                found.push(Expr::compare(CompareOp::SLe, cell(index), c.clone()));
                if least >= 0 {
                    found.push(Expr::compare(CompareOp::ULe, cell(index), c));
                }
            }
            // The farthest ones too: the samples cover only the beginning of a long loop.
            if let Some(c) = near.iter().next_back().filter(fits)
                && *c > most
            {
                let c = self.constant(index, *c);
                found.push(Expr::compare(CompareOp::SLe, cell(index), c));
            }
            for c in near.range(..=least).rev().filter(fits).take(3) {
                let c = self.constant(index, *c);
                found.push(Expr::compare(CompareOp::SLe, c, cell(index)));
            }
        }
        found
    }

    /// Bounds on differences of two cells by constants of the program.
    fn near_differences(&self, view: &View) -> Vec<Expr> {
        let near = self.near();
        let mut found = Vec::new();
        if view.states < 2 {
            return found;
        }
        for (i, j, pairs) in self.pairs(view) {
            if !self.written(i) || !self.written(j) {
                continue;
            }
            let width = self.width(i);
            let differences = || {
                let differ = |(x, y): &(u64, u64)| self.signed(i, x.wrapping_sub(*y) & mask(width));
                pairs.iter().map(differ)
            };
            let (least, most) = (
                differences().min().unwrap_or(0),
                differences().max().unwrap_or(0),
            );
            let difference = || Expr::binary(BinaryOp::Sub, cell(i), cell(j));
            if least == most {
                continue;
            }
            for c in near.range(most..).take(2) {
                let c = self.constant(i, *c);
                found.push(Expr::compare(CompareOp::SLe, difference(), c));
            }
            for c in near.range(..=least).rev().take(2) {
                let c = self.constant(i, *c);
                found.push(Expr::compare(CompareOp::SLe, c, difference()));
            }
        }
        found
    }

    /// Order of a sum or difference of two written cells and a third cell.
    fn sums(&self, view: &View) -> Vec<Expr> {
        let mut found = Vec::new();
        if view.states < 8 {
            return found;
        }
        let few: Vec<&(usize, Vec<u64>)> = view.columns.iter().take(7).collect();
        for (place, (i, xs)) in few.iter().enumerate() {
            for (j, ys) in &few[place + 1..] {
                for (l, zs) in &few {
                    let width = self.width(*i);
                    let same = self.width(*j) == width && self.width(*l) == width;
                    let written = self.written(*i) && self.written(*j);
                    if !same || !written || l == i || l == j {
                        continue;
                    }
                    for op in [BinaryOp::Add, BinaryOp::Sub] {
                        let mut orders = (0..view.states).map(|at| {
                            let value = if let BinaryOp::Add = op {
                                xs[at].wrapping_add(ys[at])
                            } else {
                                xs[at].wrapping_sub(ys[at])
                            };
                            self.signed(*i, value & mask(width))
                                .cmp(&self.signed(*l, zs[at]))
                        });
                        let Some(first) = orders.find(|order| order.is_ne()) else {
                            continue;
                        };
                        if orders.any(|order| order == first.reverse()) {
                            continue;
                        }
                        let sum = Expr::binary(op, cell(*i), cell(*j));
                        found.push(if first.is_lt() {
                            Expr::compare(CompareOp::SLe, sum, cell(*l))
                        } else {
                            Expr::compare(CompareOp::SLe, cell(*l), sum)
                        });
                    }
                }
            }
        }
        found
    }

    /// Relations that hold where a condition of the program does.
    fn under_conditions(&self, atoms: &[Expr]) -> Vec<Expr> {
        let mut found = Vec::new();
        let both = atoms
            .iter()
            .flat_map(|atom| [atom.clone(), negated(atom.clone())]);
        let conditions = both
            .filter(|cond| cells_in(cond).len() <= 2)
            .take(2 * CONDITIONS);
        for cond in conditions {
            let view = self.view(Some(&cond));
            // A condition that held in all samples may describe the first phase of a long loop.
            let always = view.states == self.watched.states.len();
            let mut holds = if view.states < 2 && !self.about_written(&cond) {
                continue;
            } else if view.states < 2 {
                self.unseen(atoms)
            } else if always {
                let mut holds = self.linear(&view);
                holds.extend(self.same_values(&view));
                holds
            } else {
                let mut holds = self.linear(&view);
                holds.extend(self.same_values(&view));
                holds.extend(self.ordered(&view));
                holds.extend(self.atoms_within(atoms, &cond));
                holds
            };
            holds.retain(|relation| {
                // A relation that always holds needs no condition.
                *relation != cond
                    && (view.states < 2 || always || !self.holds(relation))
                    && self.about_written(relation)
            });
            holds.truncate(CONDITIONAL);
            let guarded = holds.into_iter().map(|holds| implies(cond.clone(), holds));
            found.extend(guarded);
        }
        found
    }

    /// Relations of the tracked element, for states in which the loop has passed it, or not yet.
    fn of_elements(&self) -> Vec<Expr> {
        let named = |name: &str| -> Vec<usize> {
            let cells = self.watched.cells.iter().enumerate();
            cells
                .filter(|(_, cell)| match cell.variable {
                    Variable::Global(id) => *self.program.globals[id].name == *name,
                    Variable::Local(_) => false,
                })
                .map(|(index, _)| index)
                .collect()
        };
        let elements = named(ELEMENT);
        let Some(&some) = named(INDEX).first() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let counts = |index: &usize| {
            self.written(*index) && self.width(*index) == 32 && !elements.contains(index)
        };
        for counter in (0..self.watched.cells.len()).filter(counts) {
            let passed = Expr::compare(CompareOp::ULt, cell(some), cell(counter));
            let ahead = Expr::compare(CompareOp::SLt, cell(counter), cell(some));
            for cond in [passed, ahead] {
                let view = self.view(Some(&cond));
                if view.states < 2 {
                    continue;
                }
                let mut holds = self.element_relations(&view, &elements);
                holds.truncate(CONDITIONAL);
                found.extend(holds.into_iter().map(|holds| implies(cond.clone(), holds)));
            }
        }
        found
    }

    /// Relations of elements to constants and to other cells in some states.
    fn element_relations(&self, view: &View, elements: &[usize]) -> Vec<Expr> {
        let mut found = Vec::new();
        let columns = || view.columns.iter();
        for (element, values) in columns().filter(|(index, _)| elements.contains(index)) {
            let first = values[0];
            if values.iter().all(|value| *value == first) {
                let constant = Expr::int(self.width(*element), first);
                found.push(Expr::compare(CompareOp::Eq, cell(*element), constant));
            }
            for (other, others) in columns() {
                if other == element || self.width(*other) != self.width(*element) {
                    continue;
                }
                let pairs = || values.iter().zip(others);
                let compare = |op, a: usize, b: usize| Expr::compare(op, cell(a), cell(b));
                if pairs().all(|(a, b)| a == b) {
                    found.push(compare(CompareOp::Eq, *element, *other));
                    continue;
                }
                let read = |value: &u64| self.signed(*element, *value);
                if pairs().all(|(a, b)| read(a) <= read(b)) {
                    found.push(compare(CompareOp::SLe, *element, *other));
                }
                if pairs().all(|(a, b)| read(a) >= read(b)) {
                    found.push(compare(CompareOp::SLe, *other, *element));
                }
            }
        }
        found
    }

    /// Cells that have the same one or two values in all states.
    fn same_values(&self, view: &View) -> Vec<Expr> {
        let mut found = Vec::new();
        for (index, values) in &view.columns {
            let distinct: BTreeSet<u64> = values.iter().copied().collect();
            if self.written(*index) && distinct.len() <= 2 && distinct.len() < values.len() {
                found.push(self.one_of(*index, &distinct));
            }
        }
        found
    }

    /// The program's comparisons that hold in the states with a condition.
    fn atoms_within(&self, atoms: &[Expr], cond: &Expr) -> Vec<Expr> {
        let states = self.watched.states.iter();
        let states: Vec<&Vec<Option<u64>>> = states
            .filter(|state| self.value(state, cond) == Some(true))
            .collect();
        let both = atoms
            .iter()
            .flat_map(|atom| [atom.clone(), negated(atom.clone())]);
        both.filter(|atom| {
            let mut states = states.iter();
            states.all(|state| self.value(state, atom) == Some(true))
        })
        .collect()
    }

    /// Relations that may hold under a condition that no sample satisfies: a later phase of the
    /// loop.
    fn unseen(&self, atoms: &[Expr]) -> Vec<Expr> {
        let all = self.view(None);
        let mut found: Vec<Expr> = Vec::new();
        for atom in atoms {
            if let Expr::Compare(CompareOp::Eq | CompareOp::Ne, a, b) = atom {
                found.push(Expr::Compare(CompareOp::Eq, a.clone(), b.clone()));
            }
        }
        let cells = all.columns.iter().map(|(index, _)| *index);
        let written: Vec<usize> = cells.filter(|index| self.written(*index)).take(4).collect();
        for (place, i) in written.iter().enumerate() {
            for low in [0, 1] {
                found.push(self.residue(*i, 1, low));
            }
            for j in &written[place + 1..] {
                if self.width(*i) == self.width(*j) {
                    found.push(Expr::compare(CompareOp::Eq, cell(*i), cell(*j)));
                }
            }
        }
        found
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The least level of a relation: four where cells are multiplied with or divided by each other,
/// three where they are divided at all.
fn cost(relation: &Expr) -> u8 {
    let mut most = 0;
    let mut pending = vec![relation];
    while let Some(expr) = pending.pop() {
        if let Expr::Binary(op, a, b) = expr {
            let fixed = |expr: &Expr| cells_in(expr).is_empty();
            let cost =
                match op {
                    BinaryOp::Mul if fixed(a) || fixed(b) => 0,
                    BinaryOp::Mul => 4,
                    BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                        if fixed(b) { 3 } else { 4 }
                    }
                    BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Shl
                    | BinaryOp::LShr
                    | BinaryOp::AShr
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Xor => 0,
                };
            most = most.max(cost);
        }
        expr.operands(|operand| pending.push(operand));
    }
    most
}

/// The constants that a program compares with, as signed numbers.
pub(crate) fn constants_of(program: &Program) -> BTreeSet<i64> {
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
