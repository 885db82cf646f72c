//! Relational comparison of pointers (C17 6.5.8p5): both point into the same object.

use crate::instrument::{Claims, Site, before_each_of_program};
use crate::pointer_pairs::same_object;
use crate::registry::Check;
use cassay_ir::{CompareOp, Expr, Program, Property, PropertyClass, TypeTable};

/// Only pointers into the same object are ordered.
pub(crate) const CHECK: Check = Check {
    id: "pointer-relation",
    help: "comparisons of order between pointers into different objects",
    docs: "Two pointers compared with `<`, `<=`, `>` or `>=` point into the same object, or just \
        past its end (C17 6.5.8p5). Two null pointers may be compared as well, and so may two that \
        were made from numbers. Comparing others is undefined, but widespread (in `memmove`, in \
        allocators), so this check is on request. `==` and `!=` are always defined. Comparisons of \
        integers that were made from pointers are not checked. Example: `comparison of pointers \
        into different objects`.",
    classes: &[PropertyClass::PointerRelation],
    default_on: false,
    on: Some("--pointer-relation-check"),
    off: Some("--no-pointer-relation-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each_of_program(program, |site, step, claims| {
        step.with_operands(|expr| comparison(site, expr, claims));
    });
}

/// Claims about an expression if it is a comparison of pointers by their order.
fn comparison(site: &Site<'_>, expr: &Expr, claims: &mut Claims) {
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
