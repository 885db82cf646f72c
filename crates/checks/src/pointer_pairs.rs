//! Operations on two pointers.

use crate::facts::Address;
use crate::instrument::Site;
use cassay_ir::{BinaryOp, CompareOp, Expr, Extent};

/// The condition that two pointers lead into the same object, or both to none; `None` if that is
/// certain.
pub(crate) fn same_object(site: &Site<'_>, a: &Expr, b: &Expr) -> Option<Expr> {
    let known = |pointer: &Expr| site.facts.address(pointer);
    if let (Some(Address { variable: a, .. }), Some(Address { variable: b, .. })) =
        (known(a), known(b))
        && a == b
    {
        return None;
    }
    let start = |pointer: &Expr| {
        let offset = Expr::Extent(Extent::Offset, Box::new(pointer.clone()));
        let back = Expr::binary(BinaryOp::Sub, site.size(0), offset);
        Expr::PtrAdd(Box::new(pointer.clone()), Box::new(back))
    };
    Some(Expr::compare(CompareOp::Eq, start(a), start(b)))
}
