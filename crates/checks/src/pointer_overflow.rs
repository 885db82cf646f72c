//! Pointer arithmetic (C17 6.5.6p8): the result points into the object or just past its end.

use crate::instrument::{Claims, Site, Step, before_each};
use crate::pointer::{WRAPS, wraps};
use crate::registry::Check;
use cassay_ir::{
    BinaryOp, CompareOp, Expr, MemoryPredicate, Program, Property, PropertyClass, StmtKind,
};

/// Pointer arithmetic stays inside its object, the place just past its end included.
pub(crate) const CHECK: Check = Check {
    id: "pointer-overflow",
    help: "pointer arithmetic that leaves its object",
    docs: "A pointer to which a number is added, by `+`, `-`, `++`, `--`, an index or the name of a \
        member, stays inside its object or just past its end (C17 6.5.6p8), and null stays null. \
        Computing such a pointer is undefined even if nothing is accessed through it, but \
        widespread, so that this check is on request. It comes before the check of the access: \
        with it, `a[i]` out of bounds is reported as arithmetic.\n\n\
        Not claimed about are pointers to objects that are no longer alive, pointers made from \
        numbers, and the bounds of arrays inside a larger object. \
        Example: `pointer arithmetic leaves its object`.",
    classes: &[PropertyClass::PointerOverflow],
    default_on: false,
    on: Some("--pointer-overflow-check"),
    off: Some("--no-pointer-overflow-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        // Library models do not violate the rules of pointer arithmetic; their accesses are
        // claimed.
        if site.function.model || matches!(step, Step::Stmt(StmtKind::Assert { .. })) {
            return;
        }
        step.expressions(|expr| sums(site, expr, claims));
    });
}

/// Claims about every pointer addition inside an expression, inner ones first.
fn sums(site: &Site<'_>, expr: &Expr, claims: &mut Claims) {
    expr.operands(|operand| sums(site, operand, claims));
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
        let size = site
            .facts
            .variable(address.variable)
            .map(|(size, _, _)| size);
        if let (Some(offset), Some(size)) = (address.offset, size)
            && offset >= 0
            && i128::from(offset) <= i128::from(size)
        {
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
