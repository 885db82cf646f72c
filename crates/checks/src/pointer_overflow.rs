//! Pointer arithmetic (C17 6.5.6p8): the result points into the object or just past its end.

use crate::instrument::{Claims, Site, before_each_of_program};
use crate::pointer::{WRAPS, wraps};
use crate::registry::Check;
use cassay_ir::{BinaryOp, CompareOp, Expr, MemoryPredicate, Program, Property, PropertyClass};

/// Pointer arithmetic stays inside its object, the place just past its end included.
pub(crate) const CHECK: Check = Check {
    id: "pointer-overflow",
    help: "pointer arithmetic that leaves its object",
    docs: "A pointer to which a number is added, by `+`, `-`, `++`, `--`, an index or the name of \
        a member, stays inside its object or just past its end (C17 6.5.6p8), and null stays null. \
        Computing another pointer is undefined even if nothing is accessed through it, but \
        widespread, so this check is on request. It is made before the check of the access: with \
        it, `a[i]` out of bounds is reported as arithmetic.\n\n\
        Not checked are pointers to dead objects, pointers made from numbers, and the bounds of \
        arrays inside a larger object. Example: `pointer arithmetic leaves its object`.",
    classes: &[PropertyClass::PointerOverflow],
    default_on: false,
    on: Some("--pointer-overflow-check"),
    off: Some("--no-pointer-overflow-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each_of_program(program, |site, step, claims| {
        step.with_operands(|expr| sum(site, expr, claims));
    });
}

/// Claims about an expression if it is a pointer addition.
fn sum(site: &Site<'_>, expr: &Expr, claims: &mut Claims) {
    let Expr::PtrAdd(base, bytes) = expr else {
        return;
    };
    if let Some(wraps) = wraps(bytes) {
        claims.claim(
            wraps.not(),
            Property::new(PropertyClass::PointerOverflow, WRAPS),
        );
    }
    let mut message = PropertyClass::PointerOverflow.title().to_owned();
    if let Some(address) = site.facts.address(expr) {
        let name = site.facts.name(address.variable);
        if !name.is_empty() {
            message = format!("pointer arithmetic leaves `{name}`");
        }
        if site.facts.is_inside(address) {
            return;
        }
    } else {
        let still = Expr::compare(CompareOp::Eq, (**bytes).clone(), site.size(0));
        let not_null = Expr::memory(MemoryPredicate::NotNull, (**base).clone(), site.size(0));
        let property = Property::new(
            PropertyClass::PointerOverflow,
            "arithmetic on a null pointer",
        );
        claims.claim(Expr::binary(BinaryOp::Or, still, not_null), property);
    }
    let inside = Expr::memory(MemoryPredicate::InBounds, expr.clone(), site.size(0));
    claims.claim(
        inside,
        Property::new(PropertyClass::PointerOverflow, message),
    );
}
