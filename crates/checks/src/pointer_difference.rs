//! Differences of pointers (C17 6.5.6p9): both point into the same array, or just past its end.
//!
//! The compiler subtracts the addresses as integers. A difference of pointers is distinguished from
//! one of integers made from pointers by its conversions: both are immediately before the operator
//! and have its location.

use crate::instrument::{Claims, Site, Step, before_each};
use crate::pointer_pairs::same_object;
use crate::registry::Check;
use cassay_base::Span;
use cassay_ir::{
    BinaryOp, CastKind, Expr, MemoryPredicate, Program, Property, PropertyClass, StmtKind,
};

/// Only pointers into the same object are subtracted.
pub(crate) const CHECK: Check = Check {
    id: "pointer-difference",
    help: "differences of pointers into different objects",
    docs: "Two pointers that are subtracted lead into the same object, or just past its end (C17 \
        6.5.6p9), and have not left it; two null pointers may be subtracted as well, and so may two \
        that were made from numbers. Differences of integers that were made from pointers are not \
        claimed about, nor is which array inside one object the pointers belong to, nor that the \
        object is still alive, nor the difference to a literal null, which is an old way to get \
        the address. \
        Example: `difference of pointers into different objects`.",
    classes: &[PropertyClass::PointerDifference],
    default_on: true,
    on: Some("--pointer-difference-check"),
    off: Some("--no-pointer-difference-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        if site.function.model || matches!(step, Step::Stmt(StmtKind::Assert { .. })) {
            return;
        }
        step.expressions(|expr| constants(site, expr, claims));
        let Step::Stmt(StmtKind::Assign { value, .. }) = step else {
            return;
        };
        if let Expr::Binary(BinaryOp::Sub, a, b) = value {
            let here = site.function.blocks[site.place.0].stmts[site.place.1].span;
            if let (Some(a), Some(b)) = (converted(site, a, here), converted(site, b, here))
                && (a.counted || b.counted)
            {
                claim(site, a.pointer, b.pointer, claims);
            }
        }
    });
}

/// Claims about differences of two constant addresses, in elements.
fn constants(site: &Site<'_>, expr: &Expr, claims: &mut Claims) {
    if let Expr::Binary(BinaryOp::SDiv, difference, _) = expr
        && let Expr::Binary(BinaryOp::Sub, a, b) = &**difference
        && let (Expr::Cast(CastKind::PtrToInt, a, _), Expr::Cast(CastKind::PtrToInt, b, _)) =
            (&**a, &**b)
    {
        claim(site, a, b, claims);
    }
    expr.operands(|operand| constants(site, operand, claims));
}

fn claim(site: &Site<'_>, a: &Expr, b: &Expr, claims: &mut Claims) {
    if let Some(cond) = same_object(site, a, b) {
        claims.claim(cond, Property::of(PropertyClass::PointerDifference));
    }
    for pointer in [a, b] {
        if !stays_inside(site, pointer) {
            let inside = Expr::memory(MemoryPredicate::InBounds, pointer.clone(), site.size(0));
            let message = "difference of a pointer that has left its object";
            let property = Property::new(PropertyClass::PointerDifference, message);
            claims.claim(inside, property);
        }
    }
}

/// Whether a pointer certainly leads into a variable or just past its end.
fn stays_inside(site: &Site<'_>, pointer: &Expr) -> bool {
    let Some(address) = site.facts.address(pointer) else {
        return false;
    };
    let size = site.facts.variable(address.variable).map(|(size, ..)| size);
    let offset = address.offset.and_then(|offset| u64::try_from(offset).ok());
    matches!((offset, size), (Some(offset), Some(size)) if offset <= size)
}

/// A pointer that an operator converts to an integer.
struct Converted<'a> {
    pointer: &'a Expr,
    /// Whether the conversion is a statement of its own.
    counted: bool,
}

fn converted<'a>(site: &Site<'a>, expr: &'a Expr, here: Span) -> Option<Converted<'a>> {
    if let Expr::Cast(CastKind::PtrToInt, pointer, _) = expr {
        return Some(Converted {
            pointer,
            counted: false,
        });
    }
    let (value, (block, index)) = site.facts.value(expr)?;
    let Expr::Cast(CastKind::PtrToInt, pointer, _) = value else {
        return None;
    };
    let stmts = &site.function.blocks[block].stmts;
    let between = stmts.get(index + 1..site.place.1)?;
    let conversion = |kind: &StmtKind| {
        matches!(
            kind,
            StmtKind::Assert { .. }
                | StmtKind::Assign {
                    value: Expr::Cast(CastKind::PtrToInt, _, _),
                    ..
                }
        )
    };
    let adjacent = block == site.place.0 && between.iter().all(|stmt| conversion(&stmt.kind));
    (adjacent && stmts[index].span == here).then_some(Converted {
        pointer,
        counted: true,
    })
}
