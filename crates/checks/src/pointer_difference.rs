//! Differences of pointers (C17 6.5.6p9): both point into the same array, or just past its end.
//!
//! The compiler subtracts the addresses. What tells a difference of pointers from one of integers
//! that were made from pointers is that both conversions belong to the operator: they stand right
//! before it, at its place.

use crate::instrument::{Claims, Site, Step, before_each};
use crate::pointer_pairs::same_object;
use crate::registry::Check;
use cassay_base::Span;
use cassay_ir::{BinaryOp, CastKind, Expr, Program, Property, PropertyClass, StmtKind};

/// Only pointers into the same object are subtracted.
pub(crate) const CHECK: Check = Check {
    id: "pointer-difference",
    help: "differences of pointers into different objects",
    docs: "Two pointers that are subtracted lead into the same object, or just past its end (C17 \
        6.5.6p9); two null pointers may be subtracted as well, and so may two that were made from \
        numbers. Differences of integers that were made from pointers are not claimed about, nor \
        is which array inside one object the pointers belong to, nor the difference of two \
        character arrays that are both named directly, nor the difference to a literal null, which \
        is an old way to get the address. \
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
        let Step::Stmt(StmtKind::Assign { value, .. }) = step else {
            return;
        };
        if site.function.model {
            return;
        }
        if let Expr::Binary(BinaryOp::Sub, a, b) = value {
            let here = site.function.blocks[site.place.0].stmts[site.place.1].span;
            if let (Some(a), Some(b)) = (converted(site, a, here), converted(site, b, here))
                && (a.counted || b.counted)
            {
                claim(site, a.pointer, b.pointer, claims);
            }
        }
        // A difference of addresses that are both constant, in elements.
        if let Expr::Binary(BinaryOp::SDiv, difference, _) = value
            && let Expr::Binary(BinaryOp::Sub, a, b) = &**difference
            && let (Expr::Cast(CastKind::PtrToInt, a, _), Expr::Cast(CastKind::PtrToInt, b, _)) =
                (&**a, &**b)
        {
            claim(site, a, b, claims);
        }
    });
}

fn claim(site: &Site<'_>, a: &Expr, b: &Expr, claims: &mut Claims) {
    if let Some(cond) = same_object(site, a, b) {
        claims.claim(cond, Property::of(PropertyClass::PointerDifference));
    }
}

/// A pointer whose address an operator takes.
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
