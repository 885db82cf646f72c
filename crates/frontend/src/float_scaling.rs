//! Powers: `llvm.ldexp` and `llvm.frexp` of two, `llvm.powi` of any number.

use crate::bits::op;
use crate::float_intrinsics::{EQUAL, LESS, UNORDERED, bits_of, from_bits, with_sign};
use crate::floats::Mode;
use crate::fold;
use crate::functions::Builder;
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use cassay_bv::Bv;
use cassay_float as float;
use cassay_ir::{BinaryOp, CompareOp, Expr, FloatKind, FloatOp, TypeId, TypeTable};

/// The width in which exponents are computed; wide enough for any `int` and any format.
const WIDTH: u32 = 64;

fn number(value: i64) -> Expr {
    Expr::Int(Bv::from_i64(WIDTH, value))
}

fn greatest_exponent(kind: FloatKind) -> i64 {
    (1 << (kind.exponent_bits() - 1)) - 1
}

/// The number two to a power between the least and the greatest normal exponent.
fn power(builder: &mut Builder<'_, '_>, kind: FloatKind, exponent: &Expr) -> Expr {
    let long = builder.cx.program.types.int(WIDTH);
    let bias = number(greatest_exponent(kind));
    let biased = op(builder, long, BinaryOp::Add, exponent, bias);
    let word = builder.cx.program.types.int(kind.bits());
    let types = &mut builder.cx.program.types;
    let biased = fold::resize(types, biased, WIDTH, kind.bits(), false);
    let biased = builder.body.assign(word, biased);
    let stored = Expr::int(kind.bits(), u64::from(kind.stored_significand_bits()));
    let mut bits = op(builder, word, BinaryOp::Shl, &biased, stored);
    if kind.has_integer_bit() {
        let top = Bv::one(kind.bits()).shl(&Bv::from_u64(
            kind.bits(),
            u64::from(kind.stored_significand_bits() - 1),
        ));
        bits = op(builder, word, BinaryOp::Or, &bits, Expr::Int(top));
    }
    from_bits(builder, kind, bits)
}

fn times(builder: &mut Builder<'_, '_>, ty: TypeId, a: Expr, b: Expr) -> Lowered<Expr> {
    builder.float_arithmetic(FloatOp::Mul, Mode::Current, ty, &[a, b])
}

/// `ldexp`. All products but the last are exact, or so far out of range that it does not matter:
/// small results are scaled down in steps that keep all bits of the significand.
pub(crate) fn scale<'m>(builder: &mut Builder<'_, 'm>, call: &'m Call) -> Lowered<Expr> {
    let (value, ty) = builder.argument(call, 0)?;
    let (exponent, exponent_ty) = builder.argument(call, 1)?;
    let kind = builder.float_kind_of(ty)?;
    let from = builder.int_width(exponent_ty)?;
    if from > WIDTH {
        return Err(Unsupported::new("exponent of more than 64 bits"));
    }
    let long = builder.cx.program.types.int(WIDTH);
    let types = &mut builder.cx.program.types;
    let wide = fold::resize(types, exponent, from, WIDTH, true);
    let mut rest = builder.body.assign(long, wide);
    let mut value = builder.body.assign(ty, value);
    let most = greatest_exponent(kind);
    let down = most - 1 - i64::from(kind.precision());
    for _ in 0..2 {
        for (step, large) in [(most, true), (-down, false)] {
            let limit = number(if large { most } else { 1 - most });
            let far = if large {
                fold::compare(CompareOp::SLt, limit, rest.clone())
            } else {
                fold::compare(CompareOp::SLt, rest.clone(), limit)
            };
            let far = builder.body.assign(TypeTable::BOOL, far);
            let factor = power(builder, kind, &number(step));
            let scaled = times(builder, ty, value.clone(), factor)?;
            value = builder
                .body
                .assign(ty, fold::select(far.clone(), scaled, value));
            let less = op(builder, long, BinaryOp::Sub, &rest, number(step));
            rest = builder.body.assign(long, fold::select(far, less, rest));
        }
    }
    for (limit, upper) in [(most, true), (1 - most, false)] {
        let limit = number(limit);
        let outside = if upper {
            fold::compare(CompareOp::SLt, limit.clone(), rest.clone())
        } else {
            fold::compare(CompareOp::SLt, rest.clone(), limit.clone())
        };
        let outside = builder.body.assign(TypeTable::BOOL, outside);
        rest = builder
            .body
            .assign(long, fold::select(outside, limit, rest));
    }
    let factor = power(builder, kind, &rest);
    times(builder, ty, value, factor)
}

/// `powi`: the product of the squares selected by the bits of the exponent, rounded after each
/// multiplication in the order of the functions that gcc and clang call for it (`__powidf2`); the
/// reciprocal of that for a negative exponent.
pub(crate) fn raise<'m>(builder: &mut Builder<'_, 'm>, call: &'m Call) -> Lowered<Expr> {
    let (value, ty) = builder.argument(call, 0)?;
    let (exponent, exponent_ty) = builder.argument(call, 1)?;
    let kind = builder.float_kind_of(ty)?;
    let width = builder.int_width(exponent_ty)?;
    if width > WIDTH {
        return Err(Unsupported::new("exponent of more than 64 bits"));
    }
    let zero = Expr::int(width, 0);
    let exponent = builder.body.assign(exponent_ty, exponent);
    let negative = fold::compare(CompareOp::SLt, exponent.clone(), zero.clone());
    let negative = builder.body.assign(TypeTable::BOOL, negative);
    let opposite = op(builder, exponent_ty, BinaryOp::Sub, &zero, exponent.clone());
    let count = fold::select(negative.clone(), opposite, exponent);
    let count = builder.body.assign(exponent_ty, count);
    let one = power(builder, kind, &number(0));
    let mut square = builder.body.assign(ty, value);
    let mut product = one.clone();
    for bit in 0..width {
        if let Expr::Int(count) = &count
            && count.to_u64().is_some_and(|count| count >> bit == 0)
        {
            break;
        }
        if bit > 0 {
            square = times(builder, ty, square.clone(), square)?;
        }
        let mask = Expr::Int(Bv::one(width).shl(&Bv::from_u64(width, u64::from(bit))));
        let part = op(builder, exponent_ty, BinaryOp::And, &count, mask);
        let is_there = fold::compare(CompareOp::Ne, part, zero.clone());
        let is_there = builder.body.assign(TypeTable::BOOL, is_there);
        let more = times(builder, ty, product.clone(), square.clone())?;
        product = builder
            .body
            .assign(ty, fold::select(is_there, more, product));
    }
    let operands = [one, product.clone()];
    let inverse = builder.float_arithmetic(FloatOp::Div, Mode::Current, ty, &operands)?;
    Ok(builder
        .body
        .assign(ty, fold::select(negative, inverse, product)))
}

/// `frexp`: a significand in [0.5, 1) and the matching exponent.
pub(crate) fn split<'m>(builder: &mut Builder<'_, 'm>, call: &'m Call) -> Lowered<Expr> {
    let (value, ty) = builder.argument(call, 0)?;
    let kind = builder.float_kind_of(ty)?;
    let pair = builder.cx.lower_type(builder.unit, &call.ret)?;
    let components = builder.cx.program.types.components(pair);
    let [_, (_, exponent_ty)] = components.as_slice() else {
        return Err(Unsupported::new("frexp with odd results"));
    };
    let exponent_ty = *exponent_ty;
    let width = builder.int_width(exponent_ty)?;
    let value = builder.body.assign(ty, value);
    let word = builder.cx.program.types.int(kind.bits());
    let long = builder.cx.program.types.int(WIDTH);
    // Subnormal numbers are made normal first.
    let magnitude = with_sign(builder, kind, &value, None);
    let least = power(builder, kind, &number(1 - greatest_exponent(kind)));
    let small = builder.float_compare(LESS, &magnitude, &least);
    let lift = i64::from(kind.precision());
    let factor = power(builder, kind, &number(lift));
    let lifted = times(builder, ty, value.clone(), factor)?;
    let normal = builder
        .body
        .assign(ty, fold::select(small.clone(), lifted, value.clone()));
    let bits = bits_of(builder, kind, &normal);
    let stored = u64::from(kind.stored_significand_bits());
    let field = Bv::ones(kind.exponent_bits())
        .zext(kind.bits())
        .shl(&Bv::from_u64(kind.bits(), stored));
    let rest = op(builder, word, BinaryOp::And, &bits, Expr::Int(field.not()));
    let half = Bv::from_i64(kind.bits(), greatest_exponent(kind) - 1)
        .shl(&Bv::from_u64(kind.bits(), stored));
    let significand = op(builder, word, BinaryOp::Or, &rest, Expr::Int(half));
    let significand = from_bits(builder, kind, significand);
    let biased = op(builder, word, BinaryOp::And, &bits, Expr::Int(field));
    let stored = Expr::int(kind.bits(), stored);
    let biased = op(builder, word, BinaryOp::LShr, &biased, stored);
    let types = &mut builder.cx.program.types;
    let biased = fold::resize(types, biased, kind.bits(), WIDTH, false);
    let biased = builder.body.assign(long, biased);
    let bias = number(greatest_exponent(kind) - 1);
    let exponent = op(builder, long, BinaryOp::Sub, &biased, bias);
    let correction = fold::select(small, number(lift), number(0));
    let correction = builder.body.assign(long, correction);
    let exponent = op(builder, long, BinaryOp::Sub, &exponent, correction);
    // Zero, infinity and NaN are unchanged.
    let zero = Expr::Float(kind, float::zero(kind, false));
    let is_zero = builder.float_compare(EQUAL, &value, &zero);
    let infinity = Expr::Float(kind, float::infinity(kind, false));
    let is_infinite = builder.float_compare(EQUAL, &magnitude, &infinity);
    let is_nothing = builder.float_compare(UNORDERED, &value, &value);
    let special = op(
        builder,
        TypeTable::BOOL,
        BinaryOp::Or,
        &is_zero,
        is_infinite,
    );
    let special = op(builder, TypeTable::BOOL, BinaryOp::Or, &special, is_nothing);
    let significand = fold::select(special.clone(), value, significand);
    let significand = builder.body.assign(ty, significand);
    let exponent = builder
        .body
        .assign(long, fold::select(special, number(0), exponent));
    let types = &mut builder.cx.program.types;
    let exponent = fold::resize(types, exponent, WIDTH, width, true);
    let exponent = builder.body.assign(exponent_ty, exponent);
    Ok(Expr::Aggregate(pair, vec![significand, exponent]))
}
