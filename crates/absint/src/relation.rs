//! Invariants at the head of a loop, as conditions of a program and as text.

use crate::cells::Cell;
use crate::domains::{mask, signed, signed_max, signed_min, wrap};
use crate::facts::Facts;
use crate::names;
use crate::state::State;
use crate::value::Value;
use cassay_base::Span;
use cassay_ir::order::Order;
use cassay_ir::{
    Accessed, BinaryOp, BlockId, CastKind, CompareOp, Expr, FuncId, Function, Place, Program, Stmt,
    StmtKind, TempId, Type, TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// A relation of the cells of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// A cell has one of these values.
    In(Cell, Value),
    /// One cell minus another, each read as signed or unsigned, is at most a number.
    Difference((Cell, bool), (Cell, bool), i128),
    /// One cell minus another is a number.
    Distance((Cell, bool), (Cell, bool), i128),
    /// A sum of cells, each read as signed or unsigned and with a factor, is at most a number.
    Sum(Vec<(Cell, bool, i128)>, i128),
}

/// How many relations are kept for a loop.
const MOST: usize = 64;

/// The useful relations at the head of a loop: those of cells that the loop may change.
pub fn at_head(facts: &Facts<'_>, id: FuncId, head: BlockId, state: &State<'_>) -> Vec<Relation> {
    let changing = changing(facts, id, head);
    let mut found = Vec::new();
    state.each_cell(|cell, value| {
        let of = *facts.cells.get(id, cell);
        if changing.contains(&cell) && found.len() < MOST && is_integer(facts, &of) {
            found.push(Relation::In(of, *value));
        }
    });
    for (x, y, bound) in essential(state) {
        if !changing.contains(&x) && !changing.contains(&y) || found.len() >= MOST {
            continue;
        }
        let read = |cell: u32| {
            let (_, is_signed) = state.reading(cell)?;
            let of = *facts.cells.get(id, cell);
            is_integer(facts, &of).then_some((of, is_signed))
        };
        let (Some(a), Some(b)) = (read(x), read(y)) else {
            continue;
        };
        if state.zone().bound(y, x) != Some(-bound) {
            found.push(Relation::Difference(a, b, bound));
        } else if x < y {
            found.push(Relation::Distance(a, b, bound));
        }
    }
    for (terms, bound) in state.useful_sums() {
        if found.len() >= MOST || !terms.iter().any(|(cell, _)| changing.contains(cell)) {
            continue;
        }
        let read = |(cell, factor): &(u32, i128)| {
            let (_, is_signed) = state.reading(*cell)?;
            let of = *facts.cells.get(id, *cell);
            is_integer(facts, &of).then_some((of, is_signed, *factor))
        };
        if let Some(terms) = terms.iter().map(read).collect() {
            found.push(Relation::Sum(terms, bound));
        }
    }
    found
}

/// Whether a cell is accessed as an integer: a pointer may lie in the same place.
fn is_integer(facts: &Facts<'_>, cell: &Cell) -> bool {
    matches!(facts.program.types.get(cell.ty), Type::Int(_))
}

/// The differences that do not follow from others, or from the values of single cells.
fn essential(state: &State<'_>) -> Vec<(u32, u32, i128)> {
    let zone = state.zone();
    let all: Vec<(u32, u32, i128)> = zone.bounds().collect();
    let mut kept: BTreeMap<(u32, u32), i128> =
        all.iter().map(|(x, y, bound)| ((*x, *y), *bound)).collect();
    for (x, y, bound) in &all {
        let alone = match (state.numbers(*x), state.numbers(*y)) {
            (Some((_, most)), Some((least, _))) => most - least <= *bound,
            (Some(_) | None, _) => false,
        };
        let follows = kept.iter().any(|((from, via), first)| {
            let second = kept.get(&(*via, *y));
            from == x && via != y && second.is_some_and(|second| first + second <= *bound)
        });
        let fixed = zone.bound(*y, *x) == Some(-bound);
        if alone || follows && !fixed {
            kept.remove(&(*x, *y));
        }
    }
    kept.into_iter()
        .map(|((x, y), bound)| (x, y, bound))
        .collect()
}

/// The cells that a loop may write.
pub fn changing(facts: &Facts<'_>, id: FuncId, head: BlockId) -> BTreeSet<u32> {
    let function = &facts.program.functions[id];
    let order = Order::new(function);
    let mut found = BTreeSet::new();
    let Some(of) = &facts.functions[id] else {
        return found;
    };
    let around = order.loops_around(head);
    let Some(around) = around.into_iter().last() else {
        return found;
    };
    let inside = |block: BlockId| order.contains(around, block);
    for block in function.blocks.ids().filter(|block| inside(*block)) {
        for stmt in &function.blocks[block].stmts {
            stmt.kind.accesses(|access| {
                if let Accessed::Variable(variable, _) = access.to
                    && access.writes
                {
                    found.extend(facts.cells.of_variable(id, variable));
                }
            });
        }
    }
    for ((block, _), cells) in &of.clobbers {
        if inside(*block) {
            found.extend(cells.iter().copied());
        }
    }
    for ((block, _), callees) in &of.calls {
        for callee in callees.iter().filter(|_| inside(*block)) {
            found.extend(facts.modifies[*callee].iter().copied());
            let own = facts.writes[*callee]
                .iter()
                .filter(|(owner, _)| *owner == id);
            for (_, local) in own {
                found.extend(facts.cells.of_variable(id, Variable::Local(*local)));
            }
        }
    }
    found
}

/// The relations as conditions, some over numbers of 64 bits; the statements that load their cells
/// are appended to `stmts`.
pub fn conditions(
    relations: &[Relation],
    function: &mut Function,
    wide: TypeId,
    span: Span,
    stmts: &mut Vec<Stmt>,
) -> Vec<Expr> {
    let mut loaded: BTreeMap<Cell, TempId> = BTreeMap::new();
    let mut load = |cell: &Cell| {
        let temp = *loaded.entry(*cell).or_insert_with(|| {
            let dst = function.new_temp(cell.ty);
            let kind = StmtKind::Load {
                dst,
                place: Place::Variable(cell.variable, cell.offset),
                volatile: false,
                moves: false,
                order: None,
            };
            stmts.push(Stmt { kind, span });
            dst
        });
        Expr::Temp(temp)
    };
    let mut conds = Vec::new();
    for relation in relations {
        match relation {
            Relation::In(cell, value) => {
                if says_something(value) {
                    let temp = load(cell);
                    conds.extend(bounds(&temp, value));
                }
            }
            Relation::Difference(x, y, bound) => {
                if let Some(cond) = difference(x, y, *bound, wide, &mut load) {
                    conds.push(cond);
                }
            }
            Relation::Distance(x, y, bound) => {
                // Modulo 2^width, that holds in either reading.
                if x.0.width == y.0.width {
                    let (a, b) = (load(&x.0), load(&y.0));
                    let number = Expr::int(x.0.width, wrap(x.0.width, *bound));
                    let sum = Expr::binary(BinaryOp::Add, b, number);
                    conds.push(Expr::compare(CompareOp::Eq, a, sum));
                } else if let Some(cond) = difference(x, y, *bound, wide, &mut load) {
                    conds.push(cond);
                    conds.extend(difference(y, x, -*bound, wide, &mut load));
                }
            }
            Relation::Sum(terms, bound) => conds.extend(sum(terms, *bound, wide, &mut load)),
        }
    }
    conds
}

/// The greatest sum of absolute values that numbers of 64 bits are used for.
const WIDEST_SUM: i128 = 1 << 62;

/// Whether no part of a sum can leave 64 bits.
fn fits(terms: &[(Cell, bool, i128)], bound: i128) -> bool {
    let sizes = terms.iter().map(|(cell, _, factor)| {
        let size = 1_i128.checked_shl(cell.width).unwrap_or(i128::MAX);
        factor.abs().saturating_mul(size)
    });
    let all = sizes.fold(0_i128, i128::saturating_add);
    all < WIDEST_SUM && bound.abs() < WIDEST_SUM
}

/// The condition that a sum of cells is at most a number; `None` if 64 bits cannot hold the sum.
fn sum(
    terms: &[(Cell, bool, i128)],
    bound: i128,
    wide: TypeId,
    load: &mut impl FnMut(&Cell) -> Expr,
) -> Option<Expr> {
    if !fits(terms, bound) {
        return None;
    }
    let mut total: Option<Expr> = None;
    for (cell, is_signed, factor) in terms {
        let kind = if *is_signed {
            CastKind::SExt
        } else {
            CastKind::ZExt
        };
        let mut term = Expr::cast(kind, load(cell), wide);
        if factor.abs() != 1 {
            let size = Expr::int(64, wrap(64, factor.abs()));
            term = Expr::binary(BinaryOp::Mul, term, size);
        }
        let op = if *factor < 0 {
            BinaryOp::Sub
        } else {
            BinaryOp::Add
        };
        total = Some(match total {
            None if *factor > 0 => term,
            None => Expr::binary(op, Expr::int(64, 0), term),
            Some(total) => Expr::binary(op, total, term),
        });
    }
    let bound = Expr::int(64, wrap(64, bound));
    Some(Expr::compare(CompareOp::SLe, total?, bound))
}

/// The condition that one cell minus another is at most a number; `None` if 64 bits cannot hold the
/// difference and no comparison expresses it.
fn difference(
    x: &(Cell, bool),
    y: &(Cell, bool),
    bound: i128,
    wide: TypeId,
    load: &mut impl FnMut(&Cell) -> Expr,
) -> Option<Expr> {
    let ((a, a_signed), (b, b_signed)) = (x, y);
    if a.width == b.width && a_signed == b_signed && (-1..=0).contains(&bound) {
        let op = match (a_signed, bound) {
            (true, 0) => CompareOp::SLe,
            (true, _) => CompareOp::SLt,
            (false, 0) => CompareOp::ULe,
            (false, _) => CompareOp::ULt,
        };
        return Some(Expr::compare(op, load(a), load(b)));
    }
    if a.width > 32 || b.width > 32 {
        return None;
    }
    let mut widened = |cell: &Cell, is_signed: bool| {
        let kind = if is_signed {
            CastKind::SExt
        } else {
            CastKind::ZExt
        };
        Expr::cast(kind, load(cell), wide)
    };
    let distance = Expr::binary(BinaryOp::Sub, widened(a, *a_signed), widened(b, *b_signed));
    let bound = Expr::int(64, wrap(64, bound));
    Some(Expr::compare(CompareOp::SLe, distance, bound))
}

/// Whether conditions can be made of a value.
fn says_something(value: &Value) -> bool {
    !bounds(&Expr::Null, value).is_empty()
}

/// Conditions on an expression that a value implies.
fn bounds(of: &Expr, value: &Value) -> Vec<Expr> {
    let width = value.width;
    let number = |number: i128| Expr::int(width, wrap(width, number));
    if let Some(bits) = value.as_constant() {
        return vec![Expr::compare(
            CompareOp::Eq,
            of.clone(),
            Expr::int(width, bits),
        )];
    }
    let mut conds = Vec::new();
    let (lo, hi) = value.range.signed();
    if lo > signed_min(width) {
        conds.push(Expr::compare(CompareOp::SLe, number(lo), of.clone()));
    }
    if hi < signed_max(width) {
        conds.push(Expr::compare(CompareOp::SLe, of.clone(), number(hi)));
    }
    let by_sign = Value::signed(width, lo, hi).unwrap_or(*value).range;
    if value.range.unsigned_lo > by_sign.unsigned_lo {
        let least = Expr::int(width, value.range.unsigned_lo);
        conds.push(Expr::compare(CompareOp::ULe, least, of.clone()));
    }
    if value.range.unsigned_hi < by_sign.unsigned_hi {
        let most = Expr::int(width, value.range.unsigned_hi);
        conds.push(Expr::compare(CompareOp::ULe, of.clone(), most));
    }
    let (modulus, residue) = value.congruence.parts();
    if modulus > 1 && modulus.is_power_of_two() {
        let low = modulus - 1;
        let bits = Expr::binary(BinaryOp::And, of.clone(), Expr::int(width, low));
        let residue = Expr::int(width, residue as u64 & low & mask(width));
        conds.push(Expr::compare(CompareOp::Eq, bits, residue));
    }
    conds
}

/// The relations in the syntax of C, those that have one.
pub fn texts(relations: &[Relation], program: &Program, function: FuncId) -> Vec<String> {
    let mut found = Vec::new();
    for relation in relations {
        match relation {
            Relation::In(cell, value) => {
                if let Some((name, is_signed)) = names::of_cell(program, function, cell) {
                    found.extend(text(&name, is_signed, value));
                }
            }
            Relation::Difference(x, y, bound) => {
                let op = if *bound == -1 { "<" } else { "<=" };
                let rest = if *bound == -1 { 0 } else { *bound };
                found.extend(relation_text(program, function, (x, y), op, rest));
            }
            Relation::Distance(x, y, bound) => {
                found.extend(relation_text(program, function, (x, y), "==", *bound));
            }
            Relation::Sum(terms, bound) => found.extend(sum_text(program, function, terms, *bound)),
        }
    }
    found
}

/// A bound of a sum of cells.
fn sum_text(
    program: &Program,
    function: FuncId,
    terms: &[(Cell, bool, i128)],
    bound: i128,
) -> Option<String> {
    if !fits(terms, bound) {
        return None;
    }
    // Bounds are easier to read without a sign at the start.
    let mut ordered: Vec<&(Cell, bool, i128)> = terms.iter().collect();
    ordered.sort_by_key(|(_, _, factor)| *factor < 0);
    let mut text = String::new();
    for (cell, is_signed, factor) in ordered {
        let (name, named_signed) = names::of_cell(program, function, cell)?;
        if named_signed != *is_signed {
            return None;
        }
        text.push_str(match (text.is_empty(), *factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        if factor.abs() != 1 {
            text.push_str(&format!("{} * ", factor.abs()));
        }
        text.push_str(&format!("(long long){name}"));
    }
    Some(format!("{text} <= {}", names::literal(bound, true)))
}

/// A relation of two cells and a number, such that nothing in it wraps around.
fn relation_text(
    program: &Program,
    function: FuncId,
    (x, y): (&(Cell, bool), &(Cell, bool)),
    op: &str,
    number: i128,
) -> Option<String> {
    let (a, a_signed) = names::of_cell(program, function, &x.0)?;
    let (b, b_signed) = names::of_cell(program, function, &y.0)?;
    if (a_signed, b_signed) != (x.1, y.1) {
        return None;
    }
    let alike = a_signed == b_signed && x.0.width == y.0.width;
    if number == 0 && alike {
        return Some(format!("{a} {op} {b}"));
    }
    if x.0.width > 32 || y.0.width > 32 {
        return None;
    }
    let number = names::literal(number, true);
    Some(format!("(long long){a} - (long long){b} {op} {number}"))
}

fn text(name: &str, is_signed: bool, value: &Value) -> Vec<String> {
    let width = value.width;
    let mut parts = Vec::new();
    if let Some(bits) = value.as_constant() {
        let number = if is_signed {
            i128::from(signed(width, bits))
        } else {
            i128::from(bits)
        };
        return vec![format!("{name} == {}", names::literal(number, is_signed))];
    }
    let ((lo, hi), least, most) = if is_signed {
        (value.range.signed(), signed_min(width), signed_max(width))
    } else {
        (value.range.unsigned(), 0, i128::from(mask(width)))
    };
    let literal = |number: i128| names::literal(number, is_signed);
    match (lo > least, hi < most) {
        (true, true) => parts.push(format!(
            "{} <= {name} && {name} <= {}",
            literal(lo),
            literal(hi)
        )),
        (true, false) => parts.push(format!("{} <= {name}", literal(lo))),
        (false, true) => parts.push(format!("{name} <= {}", literal(hi))),
        (false, false) => {}
    }
    if is_signed && lo < 0 && 0 <= hi && value.range.unsigned_lo > 0 {
        parts.push(format!("{name} != 0"));
    }
    let (modulus, residue) = value.congruence.parts();
    if modulus > 1 && (!is_signed || lo >= 0) && (is_signed || modulus.is_power_of_two()) {
        parts.push(format!(
            "{name} % {} == {}",
            literal(i128::from(modulus)),
            literal(i128::from(residue))
        ));
    }
    parts
}
