//! `free` (C17 7.22.3.3p2): of a null pointer, or of a pointer an allocation returned, once.

use crate::instrument::{Step, before_each};
use crate::registry::Check;
use cassay_ir::{Expr, MemoryPredicate, Program, Property, PropertyClass, StmtKind};

/// Only the start of a heap object is freed, and only once.
pub(crate) const CHECK: Check = Check {
    id: "free",
    help: "free of what was not allocated, or twice",
    docs: "`free` and `realloc` get a null pointer, or the start of an object that an allocation \
        returned (`free.invalid`) and that has not been freed before (`free.double`; C17 \
        7.22.3.3p2). Example: `object freed twice`.\n\n\
        In C++, `delete` gets what `new` returned, `delete[]` what `new[]` returned and `free` what `malloc` and \
        its relatives returned (`free.mismatch`; [expr.delete]p2). What a form of `new` returned that is told an \
        alignment, as for types with `alignas(64)`, goes to a form of `delete` that is told one. Where `delete` passes a size to \
        `operator delete`, it is the size of the object (`free.size`; [new.delete.single]): a smaller one shows \
        that an object is deleted through a base class without a virtual destructor.",
    classes: &[
        PropertyClass::InvalidFree,
        PropertyClass::DoubleFree,
        PropertyClass::MismatchedFree,
        PropertyClass::FreeSize,
    ],
    default_on: true,
    on: Some("--free-check"),
    off: Some("--no-free-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        let Step::Stmt(StmtKind::Free(pointer)) = step else {
            return;
        };
        if site.facts.is_null(pointer) {
            return;
        }
        for (predicate, class) in [
            (MemoryPredicate::Freeable, PropertyClass::InvalidFree),
            (MemoryPredicate::NotDoublyFreed, PropertyClass::DoubleFree),
        ] {
            let cond = Expr::memory(predicate, pointer.clone(), site.size(0));
            claims.claim(cond, Property::of(class));
        }
    });
}
