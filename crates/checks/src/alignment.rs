//! Alignment (C17 6.3.2.3p7): the address of an access is a multiple of the alignment of its type,
//! wherever its object is placed.

use crate::instrument::{Claims, Site, Step, before_each};
use crate::registry::Check;
use cassay_ir::{Expr, MemoryPredicate, Place, Program, Property, PropertyClass, StmtKind};

/// Every access is aligned for its type.
pub(crate) const CHECK: Check = Check {
    id: "alignment",
    help: "misaligned accesses",
    docs: "The address of an access is a multiple of the alignment of the accessed type (C17 \
        6.3.2.3p7), for any address of its object: the alignment of the object and the offset into \
        it must guarantee this. The type of the access decides, in `*(int *)&bytes[1]` as well as \
        through a variable, and for assignments of structures as well as for scalars. Members of \
        packed structures, types declared with less alignment and copies of bytes (`memcpy`) need \
        none. Converting a pointer without an access is not checked. Example: `misaligned access`.",
    classes: &[PropertyClass::Alignment],
    default_on: true,
    on: Some("--align-check"),
    off: Some("--no-align-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        let Step::Stmt(kind) = step else { return };
        // The compiler aligns accesses inside named variables; copies of bytes need no alignment.
        if let StmtKind::Load { place, .. } | StmtKind::Store { place, .. } = kind
            && let Place::Deref(pointer, align) = place
        {
            claim(site, pointer, *align, claims);
        }
    });
}

fn claim(site: &Site<'_>, pointer: &Expr, align: u64, claims: &mut Claims) {
    if align <= 1 {
        return;
    }
    if let Some(address) = site.facts.address(pointer)
        && let Some((_, of_variable, _)) = site.facts.variable(address.variable)
    {
        let of_offset = site.facts.offset_divisor(pointer);
        if of_variable % align == 0 && of_offset.is_multiple_of(align) {
            return;
        }
    }
    let cond = Expr::memory(MemoryPredicate::Aligned, pointer.clone(), site.size(align));
    claims.claim(cond, Property::of(PropertyClass::Alignment));
}
