//! What is known at the head of a loop, as conditions of a program and as text.

use crate::cells::Cell;
use crate::domains::{mask, signed, signed_max, signed_min, wrap};
use crate::facts::Facts;
use crate::names;
use crate::state::State;
use crate::value::Value;
use cassay_base::Span;
use cassay_ir::order::Order;
use cassay_ir::{
    BinaryOp, BlockId, CompareOp, Expr, FuncId, Function, Place, Program, Stmt, StmtKind, TempId,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Something that holds of the cells of a function.
#[derive(Clone, Debug)]
pub enum Relation {
    /// A cell has one of these values.
    In(Cell, Value),
}

/// How many relations are kept for a loop.
const MOST: usize = 64;

/// What is worth saying at the head of a loop: about cells that the loop may change.
pub fn at_head(facts: &Facts<'_>, id: FuncId, head: BlockId, state: &State<'_>) -> Vec<Relation> {
    let function = &facts.program.functions[id];
    let changing = changing(facts, id, function, head);
    let mut found = Vec::new();
    state.each_cell(|cell, value| {
        if changing.contains(&cell) && found.len() < MOST {
            found.push(Relation::In(*facts.cells.get(id, cell), *value));
        }
    });
    found
}

/// The cells that a loop may write.
fn changing(facts: &Facts<'_>, id: FuncId, function: &Function, head: BlockId) -> BTreeSet<u32> {
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
            if let StmtKind::Store {
                place: Place::Variable(variable, _),
                ..
            } = &stmt.kind
            {
                found.extend(facts.cells.of_variable(id, *variable));
            }
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

/// The relations as conditions; statements that load what they speak of go to `stmts`.
pub fn conditions(
    relations: &[Relation],
    function: &mut Function,
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
        }
    }
    conds
}

/// Whether conditions can be made of a value.
fn says_something(value: &Value) -> bool {
    !bounds(&Expr::Null, value).is_empty()
}

/// Conditions on an expression: what a value says of it.
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
        }
    }
    found
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
