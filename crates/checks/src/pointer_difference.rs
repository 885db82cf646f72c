//! Differences of pointers (C17 6.5.6p9): both point into the same array, or just past its end.
//!
//! The compiler subtracts the addresses as integers. A difference of pointers is distinguished from
//! one of integers made from pointers by its conversions: both are immediately before the operator
//! and have its location.

use crate::instrument::{Claims, Site, Step, before_each_of_program};
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
    docs: "Two pointers that are subtracted point into the same object, or just past its end (C17 \
        6.5.6p9), and have not left it. Two null pointers may be subtracted as well, and so may \
        two that were made from numbers. Not checked are differences of integers that were made \
        from pointers, which array inside one object the pointers belong to, whether the object is \
        still alive, and the difference to a literal null, an old idiom for the address. Example: \
        `difference of pointers into different objects`.",
    classes: &[PropertyClass::PointerDifference],
    default_on: true,
    on: Some("--pointer-difference-check"),
    off: Some("--no-pointer-difference-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each_of_program(program, |site, step, claims| {
        step.with_operands(|expr| constants(site, expr, claims));
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

/// Claims about an expression if it is the difference of two constant addresses, in elements.
fn constants(site: &Site<'_>, expr: &Expr, claims: &mut Claims) {
    if let Expr::Binary(BinaryOp::SDiv, difference, _) = expr
        && let Expr::Binary(BinaryOp::Sub, a, b) = &**difference
        && let (Expr::Cast(CastKind::PtrToInt, a, _), Expr::Cast(CastKind::PtrToInt, b, _)) =
            (&**a, &**b)
    {
        claim(site, a, b, claims);
    }
}

fn claim(site: &Site<'_>, a: &Expr, b: &Expr, claims: &mut Claims) {
    if let Some(cond) = same_object(site, a, b) {
        claims.claim(cond, Property::of(PropertyClass::PointerDifference));
    }
    for pointer in [a, b] {
        let address = site.facts.address(pointer);
        if !address.is_some_and(|address| site.facts.is_inside(address)) {
            let inside = Expr::memory(MemoryPredicate::InBounds, pointer.clone(), site.size(0));
            let message = "difference of a pointer that has left its object";
            let property = Property::new(PropertyClass::PointerDifference, message);
            claims.claim(inside, property);
        }
    }
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
