//! Relations between the cells of a loop: small expressions in which temporary number `n`
//! represents the value of cell `n`. They can be evaluated on a state, put into a program and
//! printed in the syntax of C.
//!
//! Invariant: a relation uses only operators that [`evaluate`] supports, and is at most [`DEPTH`]
//! deep.

use crate::samples::Cell;
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CastKind, CompareOp, Expr, Program, TempId, Type, UnaryOp};

/// The maximum depth of a relation.
pub(crate) const DEPTH: usize = 80;

/// The value of a cell, in a relation.
pub(crate) fn cell(index: usize) -> Expr {
    Expr::Temp(TempId::from_index(index))
}

/// The implication of two relations.
pub(crate) fn implies(cond: Expr, holds: Expr) -> Expr {
    Expr::binary(BinaryOp::Or, negated(cond), holds)
}

/// The negation of a relation.
pub(crate) fn negated(relation: Expr) -> Expr {
    match relation {
        Expr::Compare(op, a, b) => {
            let (op, swapped) = match op {
                CompareOp::Eq => (CompareOp::Ne, false),
                CompareOp::Ne => (CompareOp::Eq, false),
                CompareOp::ULt => (CompareOp::ULe, true),
                CompareOp::ULe => (CompareOp::ULt, true),
                CompareOp::SLt => (CompareOp::SLe, true),
                CompareOp::SLe => (CompareOp::SLt, true),
            };
            if swapped {
                Expr::Compare(op, b, a)
            } else {
                Expr::Compare(op, a, b)
            }
        }
        Expr::Unary(UnaryOp::Not, inner) => *inner,
        other => other.not(),
    }
}

/// The cells that occur in a relation.
pub(crate) fn cells_in(relation: &Expr) -> Vec<usize> {
    let mut found = Vec::new();
    let mut pending = vec![relation];
    while let Some(expr) = pending.pop() {
        if let Expr::Temp(temp) = expr {
            found.push(temp.index());
        }
        expr.operands(|operand| pending.push(operand));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A relation with its cells replaced; `None` if the expression is no relation.
pub(crate) fn replace(
    relation: &Expr,
    with: &mut dyn FnMut(usize) -> Option<Expr>,
) -> Option<Expr> {
    rebuild(relation, DEPTH, with)
}

fn rebuild(expr: &Expr, depth: usize, with: &mut dyn FnMut(usize) -> Option<Expr>) -> Option<Expr> {
    let depth = depth.checked_sub(1)?;
    let mut part = |expr: &Expr| rebuild(expr, depth, with).map(Box::new);
    Some(match expr {
        Expr::Int(_) => expr.clone(),
        Expr::Temp(temp) => return with(temp.index()),
        Expr::Unary(op, a) => Expr::Unary(*op, part(a)?),
        Expr::Binary(op, a, b) => Expr::Binary(*op, part(a)?, part(b)?),
        Expr::Compare(op, a, b) => Expr::Compare(*op, part(a)?, part(b)?),
        Expr::Select(a, b, c) => Expr::Select(part(a)?, part(b)?, part(c)?),
        Expr::Cast(kind, a, ty) => {
            kind.width_change()?;
            Expr::Cast(*kind, part(a)?, *ty)
        }
        Expr::Float(_, _)
        | Expr::Null
        | Expr::Undef(_)
        | Expr::AddrOf(_)
        | Expr::FuncAddr(_)
        | Expr::Overflow(_, _, _)
        | Expr::PtrAdd(_, _)
        | Expr::Aggregate(_, _)
        | Expr::Component(_, _)
        | Expr::WithComponent(_, _, _)
        | Expr::FloatNeg(_)
        | Expr::FloatArith(_, _, _)
        | Expr::FloatCompare(_, _, _)
        | Expr::Extent(_, _)
        | Expr::Memory(_, _, _)
        | Expr::Initialised(_, _)
        | Expr::Heap(_)
        | Expr::Progress => return None,
    })
}

/// The value of an expression over the cells of a state; `None` where a cell has no value.
pub(crate) fn evaluate(
    program: &Program,
    cells: &[Cell],
    state: &[Option<u64>],
    expr: &Expr,
) -> Option<Bv> {
    let value = |expr: &Expr| evaluate(program, cells, state, expr);
    match expr {
        Expr::Int(bits) => Some(bits.clone()),
        Expr::Temp(temp) => {
            let bits = (*state.get(temp.index())?)?;
            Some(Bv::from_u64(cells.get(temp.index())?.width, bits))
        }
        Expr::Unary(op, a) => {
            let a = value(a)?;
            Some(op.apply(&a))
        }
        Expr::Binary(op, a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            (a.width() == b.width()).then(|| op.apply(&a, &b))
        }
        Expr::Compare(op, a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            (a.width() == b.width()).then(|| Bv::from_bool(op.apply(&a, &b)))
        }
        Expr::Select(cond, a, b) => {
            if value(cond)?.is_zero() {
                value(b)
            } else {
                value(a)
            }
        }
        Expr::Cast(kind, a, ty) => {
            let a = value(a)?;
            let Type::Int(width) = program.types.get(*ty) else {
                return None;
            };
            match kind {
                CastKind::Trunc if *width <= a.width() => Some(a.extract(width - 1, 0)),
                CastKind::ZExt if *width >= a.width() => Some(a.zext(*width)),
                CastKind::SExt if *width >= a.width() => Some(a.sext(*width)),
                _ => None,
            }
        }
        _ => None,
    }
}
