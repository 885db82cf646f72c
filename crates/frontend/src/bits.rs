//! LLVM's bit-manipulation intrinsics, expanded into plain operations.
//!
//! Each function takes operands of one integer type of the given width and returns the result as an
//! expression over temporaries.

use crate::fold;
use crate::functions::Builder;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CastKind, CompareOp, Expr, TypeId, TypeTable, UnaryOp};

fn int(width: u32, value: u32) -> Expr {
    Expr::Int(Bv::from_u64(width, u64::from(value)))
}

/// Assigns the result of an operation to a temporary.
pub(crate) fn op(
    builder: &mut Builder<'_, '_>,
    ty: TypeId,
    op: BinaryOp,
    a: &Expr,
    b: Expr,
) -> Expr {
    let value = fold::binary(&builder.cx.program.types, op, a.clone(), b);
    builder.body.assign(ty, value)
}

pub(crate) fn absolute(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
) -> Expr {
    let value = items[0].clone();
    let negated = Expr::Unary(UnaryOp::Neg, Box::new(value.clone()));
    let negated = builder.body.assign(ty, negated);
    let negative = fold::compare(CompareOp::SLt, value.clone(), Expr::Int(Bv::zero(width)));
    let negative = builder.body.assign(TypeTable::BOOL, negative);
    fold::select(negative, negated, value)
}

/// Counts ones in fields of growing size.
pub(crate) fn count_ones(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
) -> Expr {
    let mut sum = items[0].clone();
    let mut field = 1;
    while field < width {
        let mask = Expr::Int(field_mask(width, field));
        let low = op(builder, ty, BinaryOp::And, &sum, mask.clone());
        let high = op(builder, ty, BinaryOp::LShr, &sum, int(width, field));
        let high = op(builder, ty, BinaryOp::And, &high, mask);
        sum = op(builder, ty, BinaryOp::Add, &low, high);
        field *= 2;
    }
    sum
}

/// Alternating fields of `field` ones and `field` zeros, ones at the low end.
fn field_mask(width: u32, field: u32) -> Bv {
    let mut limbs = vec![0u64; width.div_ceil(64) as usize];
    for bit in (0..width).filter(|bit| (bit / field) & 1 == 0) {
        limbs[(bit / 64) as usize] |= 1 << (bit % 64);
    }
    Bv::from_limbs(width, &limbs)
}

/// Sets all bits below the highest one; the zeros that remain above are counted.
pub(crate) fn leading_zeros(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
) -> Expr {
    let mut smeared = items[0].clone();
    let mut distance = 1;
    while distance < width {
        let moved = op(builder, ty, BinaryOp::LShr, &smeared, int(width, distance));
        smeared = op(builder, ty, BinaryOp::Or, &smeared, moved);
        distance *= 2;
    }
    let above = builder.body.assign(ty, fold::not(smeared));
    count_ones(builder, &[above], ty, width)
}

/// The bits below the lowest one are those set in `x - 1` and not in `x`.
pub(crate) fn trailing_zeros(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
) -> Expr {
    let value = items[0].clone();
    let less = op(
        builder,
        ty,
        BinaryOp::Sub,
        &value,
        Expr::Int(Bv::one(width)),
    );
    let clear = builder.body.assign(ty, fold::not(value));
    let below = op(builder, ty, BinaryOp::And, &clear, less);
    count_ones(builder, &[below], ty, width)
}

pub(crate) fn swap_bytes(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
) -> Expr {
    rearrange(builder, &items[0], ty, width, 8)
}

pub(crate) fn reverse_bits(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
) -> Expr {
    rearrange(builder, &items[0], ty, width, 1)
}

/// Reverses the order of pieces.
fn rearrange(
    builder: &mut Builder<'_, '_>,
    value: &Expr,
    ty: TypeId,
    width: u32,
    piece: u32,
) -> Expr {
    let mut result = Expr::Int(Bv::zero(width));
    let count = width / piece;
    for index in 0..count {
        let mask = Expr::Int(Bv::ones(piece.min(width)).zext(width));
        let part = op(
            builder,
            ty,
            BinaryOp::LShr,
            value,
            int(width, index * piece),
        );
        let part = op(builder, ty, BinaryOp::And, &part, mask);
        let to = (count - 1 - index) * piece;
        let part = op(builder, ty, BinaryOp::Shl, &part, int(width, to));
        result = op(builder, ty, BinaryOp::Or, &result, part);
    }
    result
}

pub(crate) fn funnel_left(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
) -> Expr {
    funnel(builder, items, ty, width, true)
}

pub(crate) fn funnel_right(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
) -> Expr {
    funnel(builder, items, ty, width, false)
}

/// Shifts two words as one double word; the amount counts modulo the width.
fn funnel(
    builder: &mut Builder<'_, '_>,
    items: &[Expr],
    ty: TypeId,
    width: u32,
    left: bool,
) -> Expr {
    let double = builder.cx.program.types.int(2 * width);
    let amount = op(builder, ty, BinaryOp::URem, &items[2], int(width, width));
    let wide = |builder: &mut Builder<'_, '_>, value: &Expr| {
        let types = &builder.cx.program.types;
        let value = fold::cast(types, CastKind::ZExt, value.clone(), double);
        builder.body.assign(double, value)
    };
    let high = wide(builder, &items[0]);
    let low = wide(builder, &items[1]);
    let amount = wide(builder, &amount);
    let high = op(builder, double, BinaryOp::Shl, &high, int(2 * width, width));
    let both = op(builder, double, BinaryOp::Or, &high, low);
    let moved = if left {
        let moved = op(builder, double, BinaryOp::Shl, &both, amount);
        op(
            builder,
            double,
            BinaryOp::LShr,
            &moved,
            int(2 * width, width),
        )
    } else {
        op(builder, double, BinaryOp::LShr, &both, amount)
    };
    fold::cast(&builder.cx.program.types, CastKind::Trunc, moved, ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_alternate() {
        assert_eq!(field_mask(8, 1), Bv::from_u64(8, 0x55));
        assert_eq!(field_mask(8, 2), Bv::from_u64(8, 0x33));
        assert_eq!(field_mask(3, 2), Bv::from_u64(3, 0b011));
        assert_eq!(
            field_mask(128, 64),
            Bv::from_u128(128, u128::from(u64::MAX))
        );
    }
}
