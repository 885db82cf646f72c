//! Pointer safety (C17 6.5.3.2p4): every access goes to a live object and stays inside it.
//!
//! The predicates of one access are asserted in order, and each holds if an earlier one fails, so
//! that an invalid access violates exactly one. Accesses to named variables always reach them and
//! need a claim only if they may leave the variable, write to a `const` one, or follow the end of
//! its lifetime.

use crate::instrument::{Claims, Site, Step, before_each};
use crate::registry::Check;
use cassay_ir::{
    Access, Accessed, BinaryOp, CompareOp, Expr, MemoryPredicate, OverflowOp, Program, Property,
    PropertyClass, Size, StmtKind, Variable,
};

/// Every access goes to a live object, stays inside it, and writes only what may be written.
pub(crate) const CHECK: Check = Check {
    id: "pointer",
    help: "pointer safety: null, invalid, out of bounds, freed, out of scope, constant",
    docs: "Every access through a pointer, by index or by a library function is to an existing \
        object and inside its bounds (C17 6.5.3.2p4). The pointer is not null (`pointer.null`). It \
        points to some object (`pointer.invalid`: it was never set, or made from a number) that \
        has not been freed (`pointer.freed`) and whose scope has not ended (`pointer.expired`). \
        All bytes of the access are inside the object (`pointer.bounds`). An object that is \
        written is not constant (`pointer.constant`: string literals and constant variables). An \
        invalid access violates exactly one of these. Reading a structure and discarding it \
        (`*p;`) is an access. A computed `goto` leads to a label of its own function: not through \
        null (`pointer.null`), nor to anything else (`pointer.invalid`).\n\n\
        Automatic constant variables are constant after their initialisation. Not covered are \
        arrays whose initialiser computes some elements and omits others, compound literals, and \
        constant members of variables that are not constant.\n\n\
        Objects are whole variables and whole allocations: bounds of arrays inside them belong \
        to the check `bounds`. Computing a pointer is no access; `--pointer-overflow-check` \
        checks it. An operation on zero bytes, such as `memcpy` of length 0, is no access, \
        whatever the pointers are. An index that wraps around the address space is a violation \
        of `pointer.bounds` where the pointer is computed. Example: ``access out of the bounds \
        of `a```.",
    classes: &[
        PropertyClass::NullPointer,
        PropertyClass::InvalidPointer,
        PropertyClass::UseAfterFree,
        PropertyClass::ExpiredObject,
        PropertyClass::PointerBounds,
        PropertyClass::WriteToConstant,
    ],
    default_on: true,
    on: Some("--pointer-check"),
    off: Some("--no-pointer-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

/// The message for an index whose byte offset overflows.
pub(crate) const WRAPS: &str = "pointer arithmetic overflows";

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        arithmetic(step, claims);
        match step {
            Step::Stmt(kind) => stmt(site, kind, claims),
            Step::End(_) => {}
        }
    });
}

/// An index times the size of an element must not overflow: the offset could wrap around back into
/// the object (C17 6.5.6p8).
fn arithmetic(step: Step<'_>, claims: &mut Claims) {
    let mut stack = Vec::new();
    step.expressions(|expr| stack.push(expr));
    while let Some(expr) = stack.pop() {
        if let Expr::PtrAdd(_, bytes) = expr
            && let Some(wraps) = wraps(bytes)
        {
            let property = Property::new(PropertyClass::PointerBounds, WRAPS);
            claims.claim(wraps.not(), property);
        }
        expr.operands(|operand| stack.push(operand));
    }
}

/// If an offset in bytes is an index times the size of an element, the condition that the product
/// overflows.
pub(crate) fn wraps(bytes: &Expr) -> Option<Expr> {
    let Expr::Binary(BinaryOp::Mul, index, size) = bytes else {
        return None;
    };
    if !matches!(&**size, Expr::Int(size) if !size.is_zero() && !size.is_one()) {
        return None;
    }
    // Products of negative indices overflow as unsigned numbers, those for huge objects as signed
    // ones.
    let overflow = |op| Expr::Overflow(op, index.clone(), size.clone());
    Some(Expr::binary(
        BinaryOp::And,
        overflow(OverflowOp::SMul),
        overflow(OverflowOp::UMul),
    ))
}

fn stmt(site: &Site<'_>, kind: &StmtKind, claims: &mut Claims) {
    kind.accesses(|access| match access.size {
        Size::OfTemp(_) | Size::OfValue(_) => {
            scalar_access(site, access, bytes_of(site, access), claims);
        }
        Size::Bytes(len) => region(site, access, len, claims),
        // Without a length, only what may be written is written.
        Size::Object => {}
    });
}

/// The number of bytes of an access to a value. A value without a type cannot be sized; the verifier
/// has rejected it already.
pub(crate) fn bytes_of(site: &Site<'_>, access: Access<'_>) -> Option<u64> {
    match access.size {
        Size::OfTemp(dst) => {
            let ty = site.function.temps.get(dst).map(|temp| temp.ty);
            ty.map(|ty| site.access_size(ty))
        }
        Size::OfValue(value) => match value.ty(site.program, site.function) {
            Some(ty) => Some(site.access_size(ty)),
            None => {
                crate::division::int_width(site, value).map(|width| u64::from(width.div_ceil(8)))
            }
        },
        Size::Bytes(_) | Size::Object => None,
    }
}

/// The pointer to the first byte of an access.
pub(crate) fn pointer_of(site: &Site<'_>, access: Access<'_>) -> Expr {
    match access.to {
        Accessed::Behind(pointer) => pointer.clone(),
        Accessed::Variable(variable, offset) => {
            let pointer = Expr::AddrOf(variable);
            match i64::try_from(offset) {
                Ok(offset) => pointer.offset_by(offset, site.program.layout.pointer_bits),
                Err(_) => Expr::PtrAdd(Box::new(pointer), Box::new(site.size(offset))),
            }
        }
    }
}

fn scalar_access(site: &Site<'_>, access: Access<'_>, bytes: Option<u64>, claims: &mut Claims) {
    let Some(bytes) = bytes else { return };
    let access = Checked {
        pointer: pointer_of(site, access),
        size: site.size(bytes),
        bytes: Some(bytes),
        write: access.writes,
    };
    access.claim(site, claims);
}

/// An access of a number of bytes that may not be constant. Zero bytes access nothing.
fn region(site: &Site<'_>, access: Access<'_>, len: &Expr, claims: &mut Claims) {
    let bytes = site.facts.constant(len).and_then(|len| len.to_u64());
    if bytes == Some(0) {
        return;
    }
    let access = Checked {
        pointer: pointer_of(site, access),
        size: len.clone(),
        bytes,
        write: access.writes,
    };
    access.claim(site, claims);
}

/// One access through a pointer.
struct Checked {
    pointer: Expr,
    size: Expr,
    /// The size when it is constant.
    bytes: Option<u64>,
    write: bool,
}

impl Checked {
    fn claim(&self, site: &Site<'_>, claims: &mut Claims) {
        let Some(address) = site.facts.address(&self.pointer) else {
            self.claim_all(site, claims);
            return;
        };
        let Some((size, _, constant)) = site.facts.variable(address.variable) else {
            self.claim_all(site, claims);
            return;
        };
        let name = site.facts.name(address.variable);
        if let Variable::Local(local) = address.variable
            && (site.lifetimes.may_be_dead(site.place, local)
                || site
                    .lifetimes
                    .may_be_renewed(site.place, local, address.taken))
        {
            let message = about("access to a variable out of its scope", name);
            let property = Property::new(PropertyClass::ExpiredObject, message);
            self.claim_one(site, MemoryPredicate::NotExpired, property, claims);
        }
        let inside = match (address.offset, self.bytes) {
            (Some(offset), Some(bytes)) => {
                let end = i128::from(offset) + i128::from(bytes);
                offset >= 0 && end <= i128::from(size)
            }
            (Some(_) | None, _) => false,
        };
        if !inside {
            let message = if name.is_empty() {
                PropertyClass::PointerBounds.title().to_owned()
            } else {
                format!("access out of the bounds of `{name}`")
            };
            let property = Property::new(PropertyClass::PointerBounds, message);
            self.claim_one(site, MemoryPredicate::InBounds, property, claims);
        }
        if self.write && constant {
            let message = about(PropertyClass::WriteToConstant.title(), name);
            let property = Property::new(PropertyClass::WriteToConstant, message);
            self.claim_one(site, MemoryPredicate::Writable, property, claims);
        }
    }

    /// Adds all claims: nothing is known of the pointer.
    fn claim_all(&self, site: &Site<'_>, claims: &mut Claims) {
        for (predicate, class) in [
            (MemoryPredicate::NotNull, PropertyClass::NullPointer),
            (MemoryPredicate::IsObject, PropertyClass::InvalidPointer),
            (MemoryPredicate::NotFreed, PropertyClass::UseAfterFree),
            (MemoryPredicate::NotExpired, PropertyClass::ExpiredObject),
            (MemoryPredicate::InBounds, PropertyClass::PointerBounds),
            (MemoryPredicate::Writable, PropertyClass::WriteToConstant),
        ] {
            if self.write || predicate != MemoryPredicate::Writable {
                self.claim_one(site, predicate, Property::of(class), claims);
            }
        }
    }

    fn claim_one(
        &self,
        site: &Site<'_>,
        predicate: MemoryPredicate,
        property: Property,
        claims: &mut Claims,
    ) {
        let holds = Expr::memory(predicate, self.pointer.clone(), self.size.clone());
        let cond = match self.bytes {
            Some(_) => holds,
            None => {
                let nothing = Expr::compare(CompareOp::Eq, self.size.clone(), site.size(0));
                Expr::binary(BinaryOp::Or, nothing, holds)
            }
        };
        claims.claim(cond, property);
    }
}

/// A message with the name of the variable it is about.
fn about(message: &str, name: &str) -> String {
    if name.is_empty() {
        message.to_owned()
    } else {
        format!("{message}: `{name}`")
    }
}
