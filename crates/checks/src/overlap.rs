//! Overlapping copies (C17 7.24.2.1p2): the regions of `memcpy` do not overlap. Compilers copy
//! structures onto themselves by it, so that equal regions are accepted.

use crate::facts::Address;
use crate::instrument::{Claims, Site, Step, before_each};
use crate::registry::Check;
use cassay_ir::{BinaryOp, CompareOp, Expr, Extent, Program, Property, PropertyClass, StmtKind};

/// The regions of `memcpy` are disjoint or the same.
pub(crate) const CHECK: Check = Check {
    id: "overlap",
    help: "memcpy between overlapping regions",
    docs: "The regions of `memcpy` do not overlap (C17 7.24.2.1p2), nor do those of other \
        functions with `restrict` parameters whose models copy memory. Equal regions are accepted, \
        because compilers assign a structure to itself by `memcpy`; `memmove` may overlap. A copy \
        of zero bytes is never a violation. Example: `overlapping memory regions`.",
    classes: &[PropertyClass::Overlap],
    default_on: true,
    on: Some("--overlap-check"),
    off: Some("--no-overlap-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        if let Step::Stmt(StmtKind::MemCopy {
            dst,
            src,
            len,
            may_overlap: false,
        }) = step
        {
            claim(site, dst, src, len, claims);
        }
    });
}

fn claim(site: &Site<'_>, dst: &Expr, src: &Expr, len: &Expr, claims: &mut Claims) {
    let bytes = site.facts.constant(len).and_then(|len| len.to_u64());
    if let (Some(a), Some(b)) = (site.facts.address(dst), site.facts.address(src))
        && certainly_apart(a, b, bytes)
    {
        return;
    }
    if bytes == Some(0) || dst == src {
        return;
    }
    let end = |start: &Expr| Expr::PtrAdd(Box::new(start.clone()), Box::new(len.clone()));
    let before = |a: &Expr, b: &Expr| Expr::compare(CompareOp::ULe, end(a), b.clone());
    let either = |a: Expr, b: Expr| Expr::binary(BinaryOp::Or, a, b);
    let same = Expr::compare(CompareOp::Eq, dst.clone(), src.clone());
    // Different objects are disjoint whatever their addresses are, which decides most copies
    // without a solver.
    let start = |place: &Expr| {
        let offset = Expr::Extent(Extent::Offset, Box::new(place.clone()));
        let back = Expr::binary(BinaryOp::Sub, site.size(0), offset);
        Expr::PtrAdd(Box::new(place.clone()), Box::new(back))
    };
    let apart = Expr::compare(CompareOp::Ne, start(dst), start(src));
    let ordered = either(same, either(before(dst, src), before(src, dst)));
    let mut cond = Expr::Select(
        Box::new(apart),
        Box::new(Expr::bool(true)),
        Box::new(ordered),
    );
    if bytes.is_none() {
        let nothing = Expr::compare(CompareOp::Eq, len.clone(), site.size(0));
        cond = either(nothing, cond);
    }
    claims.claim(cond, Property::of(PropertyClass::Overlap));
}

/// Whether two addresses are in different variables, or at constant offsets of one that are equal
/// or far enough apart.
fn certainly_apart(a: Address, b: Address, bytes: Option<u64>) -> bool {
    if a.variable != b.variable {
        return true;
    }
    match (a.offset, b.offset, bytes) {
        (Some(a), Some(b), _) if a == b => true,
        (Some(a), Some(b), Some(bytes)) => a.abs_diff(b) >= bytes,
        (Some(_) | None, _, _) => false,
    }
}
