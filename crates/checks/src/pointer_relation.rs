//! Relational comparison of pointers (C17 6.5.8p5): both point into the same object.

use crate::instrument::{Claims, Site, Step, before_each};
use crate::pointer_pairs::same_object;
use crate::registry::Check;
use cassay_ir::{CompareOp, Expr, Program, Property, PropertyClass, StmtKind, TypeTable};

/// Only pointers into the same object are ordered.
pub(crate) const CHECK: Check = Check {
    id: "pointer-relation",
    help: "comparisons of order between pointers into different objects",
    docs: "Two pointers compared with `<`, `<=`, `>` or `>=` lead into the same object, or just \
        past its end (C17 6.5.8p5); two null pointers may be compared as well, and so may two that \
        were made from numbers. Comparing others is undefined, but widespread (copying in the \
        right direction, allocators), so that this check is on request. `==` and `!=` are always \
        defined, and comparisons of integers that were made from pointers are not claimed about. \
        Example: `comparison of pointers into different objects`.",
    classes: &[PropertyClass::PointerRelation],
    default_on: false,
    on: Some("--pointer-relation-check"),
    off: Some("--no-pointer-relation-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        if site.function.model || matches!(step, Step::Stmt(StmtKind::Assert { .. })) {
            return;
        }
        step.expressions(|expr| comparisons(site, expr, claims));
    });
}

fn comparisons(site: &Site<'_>, expr: &Expr, claims: &mut Claims) {
    expr.operands(|operand| comparisons(site, operand, claims));
    let Expr::Compare(op, a, b) = expr else {
        return;
    };
    match op {
        CompareOp::Eq | CompareOp::Ne => return,
        CompareOp::ULt | CompareOp::ULe | CompareOp::SLt | CompareOp::SLe => {}
    }
    if a.ty(site.program, site.function) != Some(TypeTable::PTR) {
        return;
    }
    if let Some(cond) = same_object(site, a, b) {
        claims.claim(cond, Property::of(PropertyClass::PointerRelation));
    }
}
