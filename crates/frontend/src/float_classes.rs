//! Classes of floating-point numbers: `llvm.is.fpclass`.

use crate::float_intrinsics::{EQUAL, LESS, LESS_OR_EQUAL, UNORDERED};
use crate::float_intrinsics::{bits_of, sign_of};
use crate::fold;
use crate::functions::Builder;
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use cassay_bv::Bv;
use cassay_float as float;
use cassay_ir::{BinaryOp, CompareOp, Expr, FloatKind, TypeTable};

/// The classes, one bit each, in LLVM's order.
const SIGNALLING: u64 = 1;
const QUIET: u64 = 1 << 1;
const NEGATIVE_INFINITY: u64 = 1 << 2;
const NEGATIVE_NORMAL: u64 = 1 << 3;
const NEGATIVE_SUBNORMAL: u64 = 1 << 4;
const NEGATIVE_ZERO: u64 = 1 << 5;
const POSITIVE_ZERO: u64 = 1 << 6;
const POSITIVE_SUBNORMAL: u64 = 1 << 7;
const POSITIVE_NORMAL: u64 = 1 << 8;
const POSITIVE_INFINITY: u64 = 1 << 9;

/// Named classes of floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Nan,
    Infinite,
    Finite,
    Normal,
    /// Whether the sign is set, of a NaN as well.
    Negative,
}

/// Whether a number is of a class.
pub(crate) fn is_of(
    builder: &mut Builder<'_, '_>,
    kind: FloatKind,
    value: &Expr,
    class: Class,
) -> Expr {
    let nan = SIGNALLING | QUIET;
    let infinite = NEGATIVE_INFINITY | POSITIVE_INFINITY;
    let mask = match class {
        Class::Nan => nan,
        Class::Infinite => infinite,
        Class::Finite => {
            // The remaining classes, by two tests instead of six.
            let other = in_classes(builder, kind, value, nan | infinite);
            return fold::not(other);
        }
        Class::Normal => NEGATIVE_NORMAL | POSITIVE_NORMAL,
        Class::Negative => return sign_of(builder, kind, value),
    };
    in_classes(builder, kind, value, mask)
}

/// Whether a number is of one of the classes that the second argument lists.
pub(crate) fn test<'m>(builder: &mut Builder<'_, 'm>, call: &'m Call) -> Lowered<Expr> {
    let (value, ty) = builder.argument(call, 0)?;
    let (mask, _) = builder.argument(call, 1)?;
    let Expr::Int(mask) = mask else {
        return Err(Unsupported::new("variable class of floating-point numbers"));
    };
    let mask = mask.to_u64().unwrap_or(0);
    let item = builder.element_type(ty);
    let kind = builder.float_kind_of(item)?;
    let result = builder.same_shape(ty, TypeTable::BOOL);
    builder.each(ty, result, &[value], |builder, items| {
        let value = builder.body.assign(item, items[0].clone());
        Ok(in_classes(builder, kind, &value, mask))
    })
}

fn in_classes(builder: &mut Builder<'_, '_>, kind: FloatKind, value: &Expr, mask: u64) -> Expr {
    let mut result = Expr::bool(false);
    let mut add = |builder: &mut Builder<'_, '_>, cond: Expr| {
        result = either(builder, result.clone(), cond);
    };
    match mask & (SIGNALLING | QUIET) {
        0 => {}
        some => {
            let nothing = builder.float_compare(UNORDERED, value, value);
            let cond = if some == SIGNALLING | QUIET {
                nothing
            } else {
                let quiet = is_quiet(builder, kind, value);
                let wanted = if some == QUIET {
                    quiet
                } else {
                    fold::not(quiet)
                };
                both(builder, nothing, wanted)
            };
            add(builder, cond);
        }
    }
    let infinity = |negative| Expr::Float(kind, float::infinity(kind, negative));
    for (class, negative) in [(NEGATIVE_INFINITY, true), (POSITIVE_INFINITY, false)] {
        if mask & class != 0 {
            let cond = builder.float_compare(EQUAL, value, &infinity(negative));
            add(builder, cond);
        }
    }
    match mask & (NEGATIVE_ZERO | POSITIVE_ZERO) {
        0 => {}
        some => {
            let zero = Expr::Float(kind, float::zero(kind, false));
            let mut cond = builder.float_compare(EQUAL, value, &zero);
            if some != NEGATIVE_ZERO | POSITIVE_ZERO {
                let sign = sign_of(builder, kind, value);
                let wanted = if some == NEGATIVE_ZERO {
                    sign
                } else {
                    fold::not(sign)
                };
                cond = both(builder, cond, wanted);
            }
            add(builder, cond);
        }
    }
    let zero = Expr::Float(kind, float::zero(kind, false));
    if builder.cx.options.fixed_point {
        // Every fixed-point number but zero is normal.
        for (class, negative) in [(POSITIVE_NORMAL, false), (NEGATIVE_NORMAL, true)] {
            if mask & class != 0 {
                let (low, high) = if negative {
                    (value, &zero)
                } else {
                    (&zero, value)
                };
                let cond = builder.float_compare(LESS, low, high);
                add(builder, cond);
            }
        }
        return result;
    }
    // Between zero, the least normal number and infinity, on either side.
    let least = least_normal(kind);
    let minus = |bits: &Bv| Expr::Float(kind, float::neg(kind, bits));
    let plus = Expr::Float(kind, least.clone());
    for (class, op, low, high_op, high) in [
        (
            POSITIVE_NORMAL,
            LESS_OR_EQUAL,
            plus.clone(),
            LESS,
            infinity(false),
        ),
        (POSITIVE_SUBNORMAL, LESS, zero.clone(), LESS, plus.clone()),
        (
            NEGATIVE_NORMAL,
            LESS,
            infinity(true),
            LESS_OR_EQUAL,
            minus(&least),
        ),
        (NEGATIVE_SUBNORMAL, LESS, minus(&least), LESS, zero.clone()),
    ] {
        if mask & class != 0 {
            let above = builder.float_compare(op, &low, value);
            let below = builder.float_compare(high_op, value, &high);
            let cond = both(builder, above, below);
            add(builder, cond);
        }
    }
    result
}

/// Whether the bit is set by which quiet patterns differ from signalling ones.
fn is_quiet(builder: &mut Builder<'_, '_>, kind: FloatKind, value: &Expr) -> Expr {
    let bits = bits_of(builder, kind, value);
    let word = builder.cx.program.types.int(kind.bits());
    let mask = Expr::Int(
        Bv::one(kind.bits()).shl(&Bv::from_u64(kind.bits(), u64::from(kind.precision() - 2))),
    );
    let bit = crate::bits::op(builder, word, BinaryOp::And, &bits, mask);
    let zero = Expr::Int(Bv::zero(kind.bits()));
    builder
        .body
        .assign(TypeTable::BOOL, fold::compare(CompareOp::Ne, bit, zero))
}

/// The least positive normal number.
fn least_normal(kind: FloatKind) -> Bv {
    let stored = kind.stored_significand_bits();
    let mut bits = Bv::one(kind.bits()).shl(&Bv::from_u64(kind.bits(), u64::from(stored)));
    if kind.has_integer_bit() {
        let top = Bv::one(kind.bits()).shl(&Bv::from_u64(kind.bits(), u64::from(stored - 1)));
        bits = bits.or(&top);
    }
    bits
}

fn both(builder: &mut Builder<'_, '_>, a: Expr, b: Expr) -> Expr {
    builder
        .body
        .assign(TypeTable::BOOL, Expr::binary(BinaryOp::And, a, b))
}

fn either(builder: &mut Builder<'_, '_>, a: Expr, b: Expr) -> Expr {
    if a == Expr::bool(false) {
        return b;
    }
    builder
        .body
        .assign(TypeTable::BOOL, Expr::binary(BinaryOp::Or, a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_normal_numbers_are_known() {
        assert_eq!(
            least_normal(FloatKind::Double),
            Bv::from_u64(64, f64::MIN_POSITIVE.to_bits())
        );
        assert_eq!(
            least_normal(FloatKind::Single),
            Bv::from_u64(32, u64::from(f32::MIN_POSITIVE.to_bits()))
        );
        let x87 = least_normal(FloatKind::X87);
        assert!(!float::is_subnormal(FloatKind::X87, &x87));
        assert!(!float::is_nan(FloatKind::X87, &x87));
    }
}
