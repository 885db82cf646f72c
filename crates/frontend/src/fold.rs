//! Expression constructors that fold what is constant.
//!
//! Constant expressions of LLVM, and addresses made of a variable and a constant offset, get one
//! normal form each: `AddrOf`, or `PtrAdd(AddrOf, Int)`.

use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CastKind, CompareOp, Expr, Type, TypeId, TypeTable};

/// An integer operation.
pub(crate) fn binary(types: &TypeTable, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let (x, y) = match (&a, &b) {
        (Expr::Int(x), Expr::Int(y)) if x.width() == y.width() => (x, y),
        (_, Expr::Int(ones)) if op == BinaryOp::Xor && ones.is_ones() => return a.not(),
        _ => {
            return pointer_difference(types, op, &a, &b).unwrap_or_else(|| Expr::binary(op, a, b));
        }
    };
    Expr::Int(op.apply(x, y))
}

/// The difference of two constant addresses in one variable.
fn pointer_difference(types: &TypeTable, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let (
        BinaryOp::Sub,
        Expr::Cast(CastKind::PtrToInt, p, ty),
        Expr::Cast(CastKind::PtrToInt, q, other),
    ) = (op, a, b)
    else {
        return None;
    };
    let (base, x) = constant_address(p)?;
    let (other_base, y) = constant_address(q)?;
    let width = u32::try_from(types.scalar_bits(*ty)).ok()?;
    (base == other_base && ty == other && width <= types.pointer_bits())
        .then(|| Expr::Int(Bv::from_i64(width, x.wrapping_sub(y))))
}

/// A constant address as base and offset.
pub(crate) fn constant_address(expr: &Expr) -> Option<(&Expr, i64)> {
    match expr {
        Expr::AddrOf(_) | Expr::FuncAddr(_) | Expr::Null => Some((expr, 0)),
        Expr::PtrAdd(base, offset) => {
            if let (Expr::AddrOf(_) | Expr::FuncAddr(_) | Expr::Null, Expr::Int(offset)) =
                (&**base, &**offset)
            {
                Some((base, offset.to_i64()?))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// A pointer moved by bytes; `offset` has the width of a pointer. Two moves whose sum leaves the
/// address space are not combined, so that there is a claim about each.
pub(crate) fn ptr_add(base: Expr, offset: Expr) -> Expr {
    let Expr::Int(by) = &offset else {
        return Expr::PtrAdd(Box::new(base), Box::new(offset));
    };
    if by.is_zero() {
        return base;
    }
    if let Expr::PtrAdd(inner, first) = &base
        && let Expr::Int(first) = &**first
        && first.width() == by.width()
        && !first.sadd_overflows(by)
    {
        let sum = first.add(by);
        return ptr_add((**inner).clone(), Expr::Int(sum));
    }
    Expr::PtrAdd(Box::new(base), Box::new(offset))
}

/// A conversion between integers and pointers.
pub(crate) fn cast(types: &TypeTable, kind: CastKind, value: Expr, to: TypeId) -> Expr {
    let width = if let Type::Int(width) = types.get(to) {
        Some(*width)
    } else {
        None
    };
    match (kind, &value, width) {
        (CastKind::Trunc, Expr::Int(bits), Some(width)) if width < bits.width() => {
            Expr::Int(bits.extract(width - 1, 0))
        }
        (CastKind::ZExt, Expr::Int(bits), Some(width)) if width > bits.width() => {
            Expr::Int(bits.zext(width))
        }
        (CastKind::SExt, Expr::Int(bits), Some(width)) if width > bits.width() => {
            Expr::Int(bits.sext(width))
        }
        (CastKind::PtrToInt, Expr::Null, Some(width)) => Expr::Int(Bv::zero(width)),
        (CastKind::PtrToInt, Expr::PtrAdd(base, offset), Some(width)) if **base == Expr::Null => {
            if let Expr::Int(bits) = &**offset
                && bits.width() == width
            {
                Expr::Int(bits.clone())
            } else {
                Expr::cast(kind, value, to)
            }
        }
        (CastKind::PtrToInt, Expr::Cast(CastKind::IntToPtr, inner, _), Some(width)) => {
            if let Expr::Int(bits) = &**inner
                && bits.width() == width
            {
                Expr::Int(bits.clone())
            } else {
                Expr::cast(kind, value, to)
            }
        }
        (CastKind::IntToPtr, Expr::Int(bits), _) if bits.is_zero() => Expr::Null,
        (CastKind::IntToPtr, Expr::Cast(CastKind::PtrToInt, inner, from), _)
            if types.scalar_bits(*from) == u64::from(types.pointer_bits()) =>
        {
            (**inner).clone()
        }
        _ => Expr::cast(kind, value, to),
    }
}

/// A comparison of integers, or of pointers.
pub(crate) fn compare(op: CompareOp, a: Expr, b: Expr) -> Expr {
    let (x, y) = if let (Expr::Int(x), Expr::Int(y)) = (&a, &b)
        && x.width() == y.width()
    {
        (x, y)
    } else {
        return Expr::compare(op, a, b);
    };
    Expr::bool(op.apply(x, y))
}

/// The second when the first holds, else the third.
pub(crate) fn select(cond: Expr, then: Expr, otherwise: Expr) -> Expr {
    match &cond {
        Expr::Int(bit) if bit.is_zero() => otherwise,
        Expr::Int(_) => then,
        _ => Expr::Select(Box::new(cond), Box::new(then), Box::new(otherwise)),
    }
}

/// Logical negation.
pub(crate) fn not(value: Expr) -> Expr {
    match value {
        Expr::Int(bits) => Expr::Int(bits.not()),
        other => other.not(),
    }
}

/// An integer converted to a width: truncated, or sign- or zero-extended.
pub(crate) fn resize(types: &mut TypeTable, value: Expr, from: u32, to: u32, signed: bool) -> Expr {
    let ty = types.int(to);
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => cast(types, CastKind::Trunc, value, ty),
        std::cmp::Ordering::Less if signed => cast(types, CastKind::SExt, value, ty),
        std::cmp::Ordering::Less => cast(types, CastKind::ZExt, value, ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::{FuncId, GlobalId, Variable};

    #[test]
    fn constant_addresses_keep_one_shape() {
        let base = Expr::AddrOf(Variable::Global(GlobalId(3)));
        let moved = ptr_add(ptr_add(base.clone(), Expr::int(64, 8)), Expr::int(64, 4));
        assert_eq!(moved, base.clone().offset_by(12, 64));
        assert_eq!(ptr_add(moved, Expr::Int(Bv::from_i64(64, -12))), base);
    }

    #[test]
    fn differences_inside_one_variable_fold() {
        let mut types = TypeTable::new(64);
        let word = types.int(64);
        let at = |offset| {
            let base = Expr::AddrOf(Variable::Global(GlobalId(1)));
            ptr_add(base, Expr::Int(Bv::from_i64(64, offset)))
        };
        let int = |expr| cast(&types, CastKind::PtrToInt, expr, word);
        assert_eq!(
            binary(&types, BinaryOp::Sub, int(at(12)), int(at(4))),
            Expr::int(64, 8)
        );
        let other = int(Expr::FuncAddr(FuncId(0)));
        let kept = binary(&types, BinaryOp::Sub, int(at(12)), other);
        assert!(matches!(kept, Expr::Binary(BinaryOp::Sub, _, _)));
    }

    #[test]
    fn null_and_integers_convert_both_ways() {
        let types = TypeTable::new(32);
        let to_ptr = cast(&types, CastKind::IntToPtr, Expr::int(32, 0), TypeTable::PTR);
        assert_eq!(to_ptr, Expr::Null);
    }
}
