//! LLVM's intrinsic functions on floating-point numbers, from one table.
//!
//! The constrained forms (`llvm.experimental.constrained.…`) are the same operations with their
//! rounding mode as an argument.

use crate::floats::{MODE_VARIABLE, Mode, float_op, float_predicate};
use crate::fold;
use crate::functions::Builder;
use crate::llvm::{self, Call, Metadata, Value};
use crate::lower::{Lowered, Unsupported};
use crate::{float_classes, float_scaling};
use cassay_bv::Bv;
use cassay_float as float;
use cassay_ir::{
    BinaryOp, CastKind, Expr, FloatCompareOp, FloatKind, FloatOp, Place, Rounding, StmtKind, TypeId,
};

const CONSTRAINED: &str = "llvm.experimental.constrained.";

const NEAREST: Mode = Mode::Fixed(Rounding::NearestEven);

/// How an intrinsic is lowered.
#[derive(Clone, Copy)]
enum Rule {
    Arithmetic(FloatOp, Mode),
    /// A product and a sum, each rounded: the machine has no fused form.
    MultiplyAdd,
    /// Rounded to an integer, then converted to an integer type.
    ToInteger(Mode),
    Convert(llvm::CastOp),
    /// Converted; values out of range become the limit of the type.
    Saturate(bool),
    Compare,
    /// The minimum or maximum, and how numbers compare with NaN.
    Extreme {
        smaller: bool,
        propagates: bool,
        ordered_zeros: bool,
    },
    Absolute,
    CopySign,
    Class,
    Scale,
    Split,
    Raise,
    Same,
    ToHalf,
    FromHalf,
    GetRounding,
    SetRounding,
    Unsupported,
}

use Rule as R;

const fn extreme(smaller: bool, propagates: bool, ordered_zeros: bool) -> Rule {
    Rule::Extreme {
        smaller,
        propagates,
        ordered_zeros,
    }
}

const fn integral(rounding: Rounding) -> Rule {
    Rule::Arithmetic(FloatOp::ToIntegral, Mode::Fixed(rounding))
}

/// Names without `llvm.` and up to the types that follow.
const TABLE: &[(&str, Rule)] = &[
    ("fadd", R::Arithmetic(FloatOp::Add, Mode::Current)),
    ("fsub", R::Arithmetic(FloatOp::Sub, Mode::Current)),
    ("fmul", R::Arithmetic(FloatOp::Mul, Mode::Current)),
    ("fdiv", R::Arithmetic(FloatOp::Div, Mode::Current)),
    ("frem", R::Arithmetic(FloatOp::Fmod, NEAREST)),
    ("fma", R::Arithmetic(FloatOp::Fma, Mode::Current)),
    ("fmuladd", R::MultiplyAdd),
    ("sqrt", R::Arithmetic(FloatOp::Sqrt, Mode::Current)),
    ("floor", integral(Rounding::Down)),
    ("ceil", integral(Rounding::Up)),
    ("trunc", integral(Rounding::Zero)),
    ("round", integral(Rounding::NearestAway)),
    ("roundeven", integral(Rounding::NearestEven)),
    ("rint", R::Arithmetic(FloatOp::ToIntegral, Mode::Current)),
    (
        "nearbyint",
        R::Arithmetic(FloatOp::ToIntegral, Mode::Current),
    ),
    ("lrint", R::ToInteger(Mode::Current)),
    ("llrint", R::ToInteger(Mode::Current)),
    ("lround", R::ToInteger(Mode::Fixed(Rounding::NearestAway))),
    ("llround", R::ToInteger(Mode::Fixed(Rounding::NearestAway))),
    ("minnum", extreme(true, false, false)),
    ("maxnum", extreme(false, false, false)),
    ("minimum", extreme(true, true, true)),
    ("maximum", extreme(false, true, true)),
    ("minimumnum", extreme(true, false, true)),
    ("maximumnum", extreme(false, false, true)),
    ("fabs", R::Absolute),
    ("copysign", R::CopySign),
    ("is.fpclass", R::Class),
    ("ldexp", R::Scale),
    ("frexp", R::Split),
    ("canonicalize", R::Same),
    ("fptosi", R::Convert(llvm::CastOp::FpToSi)),
    ("fptoui", R::Convert(llvm::CastOp::FpToUi)),
    ("sitofp", R::Convert(llvm::CastOp::SiToFp)),
    ("uitofp", R::Convert(llvm::CastOp::UiToFp)),
    ("fptrunc", R::Convert(llvm::CastOp::FpTrunc)),
    ("fpext", R::Convert(llvm::CastOp::FpExt)),
    ("fptosi.sat", R::Saturate(true)),
    ("fptoui.sat", R::Saturate(false)),
    ("fcmp", R::Compare),
    ("fcmps", R::Compare),
    ("convert.to.fp16", R::ToHalf),
    ("convert.from.fp16", R::FromHalf),
    ("get.rounding", R::GetRounding),
    ("flt.rounds", R::GetRounding),
    ("set.rounding", R::SetRounding),
    ("sin", R::Unsupported),
    ("cos", R::Unsupported),
    ("tan", R::Unsupported),
    ("asin", R::Unsupported),
    ("acos", R::Unsupported),
    ("atan", R::Unsupported),
    ("sinh", R::Unsupported),
    ("cosh", R::Unsupported),
    ("tanh", R::Unsupported),
    ("exp", R::Unsupported),
    ("exp2", R::Unsupported),
    ("exp10", R::Unsupported),
    ("log", R::Unsupported),
    ("log2", R::Unsupported),
    ("log10", R::Unsupported),
    ("pow", R::Unsupported),
    ("powi", R::Raise),
];

/// The rule with the longest name that is a prefix.
fn find(name: &str) -> Option<Rule> {
    TABLE
        .iter()
        .filter(|(listed, _)| {
            name.strip_prefix(listed)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
        .max_by_key(|(listed, _)| listed.len())
        .map(|(_, rule)| *rule)
}

/// Lowers a call of a floating-point intrinsic; `None` for all other functions.
pub(crate) fn lower<'m>(
    builder: &mut Builder<'_, 'm>,
    name: &str,
    call: &'m Call,
) -> Option<Lowered<Option<Expr>>> {
    let constrained = name.strip_prefix(CONSTRAINED);
    let rule = find(constrained.or_else(|| name.strip_prefix("llvm."))?)?;
    let rule = match (constrained, rule) {
        (Some(_), Rule::Arithmetic(op, Mode::Current)) => Rule::Arithmetic(op, written(call)),
        (Some(_), Rule::ToInteger(Mode::Current)) => Rule::ToInteger(written(call)),
        (_, rule) => rule,
    };
    Some(apply(builder, rule, name, call))
}

fn apply<'m>(
    builder: &mut Builder<'_, 'm>,
    rule: Rule,
    name: &str,
    call: &'m Call,
) -> Lowered<Option<Expr>> {
    let value = match rule {
        Rule::Arithmetic(op, mode) => {
            let (operands, ty) = operands(builder, call, op.arity())?;
            builder.float_arithmetic(op, mode, ty, &operands)?
        }
        Rule::MultiplyAdd => {
            let (operands, ty) = operands(builder, call, 3)?;
            let (op, mode) = (FloatOp::Mul, Mode::Current);
            let product = builder.float_arithmetic(op, mode, ty, &operands[..2])?;
            let terms = [product, operands[2].clone()];
            builder.float_arithmetic(FloatOp::Add, mode, ty, &terms)?
        }
        Rule::ToInteger(mode) => {
            let (operands, ty) = operands(builder, call, 1)?;
            let whole = builder.float_arithmetic(FloatOp::ToIntegral, mode, ty, &operands)?;
            let to = builder.cx.lower_type(builder.unit, &call.ret)?;
            builder.float_conversion(llvm::CastOp::FpToSi, NEAREST, whole, ty, to)?
        }
        Rule::Convert(op) => {
            let (value, from) = builder.argument(call, 0)?;
            let to = builder.cx.lower_type(builder.unit, &call.ret)?;
            builder.float_conversion(op, written(call), value, from, to)?
        }
        Rule::Saturate(signed) => saturate(builder, call, signed)?,
        Rule::Compare => compare(builder, call)?,
        Rule::Extreme {
            smaller,
            propagates,
            ordered_zeros,
        } => {
            let (operands, ty) = operands(builder, call, 2)?;
            let item = builder.element_type(ty);
            let kind = builder.float_kind_of(item)?;
            builder.each(ty, ty, &operands, |builder, items| {
                let a = builder.body.assign(item, items[0].clone());
                let b = builder.body.assign(item, items[1].clone());
                let order = (smaller, propagates, ordered_zeros);
                Ok(extreme_of(builder, kind, item, order, &a, &b))
            })?
        }
        Rule::Absolute => {
            let (operands, ty) = operands(builder, call, 1)?;
            sign_operation(builder, ty, &operands, |builder, kind, items| {
                with_sign(builder, kind, &items[0], None)
            })?
        }
        Rule::CopySign => {
            let (operands, ty) = operands(builder, call, 2)?;
            sign_operation(builder, ty, &operands, |builder, kind, items| {
                with_sign(builder, kind, &items[0], Some(&items[1]))
            })?
        }
        Rule::Class => float_classes::test(builder, call)?,
        Rule::Scale => float_scaling::scale(builder, call)?,
        Rule::Split => float_scaling::split(builder, call)?,
        Rule::Raise => float_scaling::raise(builder, call)?,
        Rule::Same => builder.argument(call, 0)?.0,
        Rule::ToHalf => {
            let (value, ty) = builder.argument(call, 0)?;
            let half = builder
                .cx
                .program
                .types
                .intern(cassay_ir::Type::Float(FloatKind::Half));
            let op = llvm::CastOp::FpTrunc;
            let value = builder.float_conversion(op, Mode::Current, value, ty, half)?;
            let word = builder.cx.program.types.int(16);
            builder
                .body
                .assign(word, Expr::cast(CastKind::Bitcast, value, word))
        }
        Rule::FromHalf => {
            let (value, _) = builder.argument(call, 0)?;
            let half = builder
                .cx
                .program
                .types
                .intern(cassay_ir::Type::Float(FloatKind::Half));
            let value = builder
                .body
                .assign(half, Expr::cast(CastKind::Bitcast, value, half));
            let to = builder.cx.lower_type(builder.unit, &call.ret)?;
            builder.float_conversion(llvm::CastOp::FpExt, NEAREST, value, half, to)?
        }
        Rule::GetRounding => match builder.mode_variable() {
            Some(variable) => {
                let int = builder.cx.program.types.int(32);
                let dst = builder.body.temp(int);
                builder.body.push(StmtKind::Load {
                    dst,
                    place: Place::Variable(variable, 0),
                    volatile: false,
                    moves: false,
                    order: None,
                });
                Expr::Temp(dst)
            }
            None => Expr::int(32, 1),
        },
        Rule::SetRounding => {
            let (value, _) = builder.argument(call, 0)?;
            let Some(variable) = builder.mode_variable() else {
                return Err(Unsupported::new(format!(
                    "{name} without `{MODE_VARIABLE}`"
                )));
            };
            builder.body.push(StmtKind::Store {
                place: Place::Variable(variable, 0),
                value,
                volatile: false,
                order: None,
            });
            return Ok(None);
        }
        Rule::Unsupported => return Err(Unsupported::new(format!("intrinsic `{name}`"))),
    };
    Ok(Some(value))
}

/// The first arguments, and the type of all of them.
fn operands<'m>(
    builder: &mut Builder<'_, 'm>,
    call: &'m Call,
    count: usize,
) -> Lowered<(Vec<Expr>, TypeId)> {
    let (first, ty) = builder.argument(call, 0)?;
    let mut operands = vec![first];
    for index in 1..count {
        operands.push(builder.argument(call, index)?.0);
    }
    Ok((operands, ty))
}

/// The rounding mode that a constrained operation names.
fn written(call: &Call) -> Mode {
    let named = strings(call).find_map(|text| text.strip_prefix("round."));
    match named {
        Some("tonearest") => Mode::Fixed(Rounding::NearestEven),
        Some("tonearestaway") => Mode::Fixed(Rounding::NearestAway),
        Some("downward") => Mode::Fixed(Rounding::Down),
        Some("upward") => Mode::Fixed(Rounding::Up),
        Some("towardzero") => Mode::Fixed(Rounding::Zero),
        Some(_) | None => Mode::Current,
    }
}

/// The metadata strings among the arguments.
fn strings(call: &Call) -> impl Iterator<Item = &str> {
    call.args
        .iter()
        .filter_map(|argument| match &argument.value {
            Value::Metadata(Metadata::String(text)) => Some(&**text),
            _ => None,
        })
}

/// A constrained comparison: its third argument names it.
fn compare<'m>(builder: &mut Builder<'_, 'm>, call: &'m Call) -> Lowered<Expr> {
    let (operands, ty) = operands(builder, call, 2)?;
    let predicate = strings(call)
        .find_map(llvm::FloatPredicate::from_keyword)
        .ok_or_else(|| Unsupported::new("comparison of an unknown kind"))?;
    let op = float_predicate(predicate);
    let result = builder.cx.lower_type(builder.unit, &call.ret)?;
    builder.each(ty, result, &operands, |_, items| {
        Ok(Expr::FloatCompare(
            op,
            Box::new(items[0].clone()),
            Box::new(items[1].clone()),
        ))
    })
}

/// A conversion to integers in which values out of range become the limit and NaN becomes zero.
fn saturate<'m>(builder: &mut Builder<'_, 'm>, call: &'m Call, signed: bool) -> Lowered<Expr> {
    let (value, from) = builder.argument(call, 0)?;
    let to = builder.cx.lower_type(builder.unit, &call.ret)?;
    let (from_item, to_item) = (builder.element_type(from), builder.element_type(to));
    let kind = builder.float_kind_of(from_item)?;
    let width = builder.int_width(to_item)?;
    let (least, most) = if signed {
        (Bv::signed_min(width), Bv::signed_max(width))
    } else {
        (Bv::zero(width), Bv::ones(width))
    };
    // One past the greatest is a power of two, so it is a number of the format or infinite.
    let wide = width + 2;
    let past = most.zext(wide).add(&Bv::one(wide));
    let limit = |bits: &Bv, signed| {
        Expr::Float(
            kind,
            float::from_int(kind, Rounding::NearestEven, bits, signed),
        )
    };
    let (low, high) = (limit(&least, signed), limit(&past, false));
    builder.each(from, to, &[value], |builder, items| {
        let value = builder.body.assign(from_item, items[0].clone());
        let types = &builder.cx.program.types;
        let cast = if signed {
            CastKind::FloatToSInt
        } else {
            CastKind::FloatToUInt
        };
        let inside = fold::cast(types, cast, value.clone(), to_item);
        let inside = builder.body.assign(to_item, inside);
        let below = builder.float_compare(LESS, &value, &low);
        let above = builder.float_compare(GREATER_OR_EQUAL, &value, &high);
        let nothing = builder.float_compare(UNORDERED, &value, &value);
        let result = fold::select(above, Expr::Int(most.clone()), inside);
        let result = builder.body.assign(to_item, result);
        let result = fold::select(below, Expr::Int(least.clone()), result);
        let result = builder.body.assign(to_item, result);
        Ok(fold::select(nothing, Expr::Int(Bv::zero(width)), result))
    })
}

pub(crate) const LESS: FloatCompareOp = FloatCompareOp {
    less: true,
    equal: false,
    greater: false,
    unordered: false,
};
pub(crate) const LESS_OR_EQUAL: FloatCompareOp = FloatCompareOp {
    equal: true,
    ..LESS
};
pub(crate) const EQUAL: FloatCompareOp = FloatCompareOp {
    less: false,
    equal: true,
    ..LESS
};
pub(crate) const GREATER_OR_EQUAL: FloatCompareOp = FloatCompareOp {
    less: false,
    equal: true,
    greater: true,
    unordered: false,
};
pub(crate) const UNORDERED: FloatCompareOp = FloatCompareOp {
    less: false,
    equal: false,
    greater: false,
    unordered: true,
};

/// The minimum or maximum of two numbers. If the sign of zero does not count, the first of two
/// equal ones.
fn extreme_of(
    builder: &mut Builder<'_, '_>,
    kind: FloatKind,
    ty: TypeId,
    (smaller, propagates, ordered_zeros): (bool, bool, bool),
    a: &Expr,
    b: &Expr,
) -> Expr {
    let wins = if smaller {
        LESS_OR_EQUAL
    } else {
        GREATER_OR_EQUAL
    };
    let mut first = builder.float_compare(wins, a, b);
    if ordered_zeros {
        // Of two equal numbers, the one with the right sign.
        let equal = builder.float_compare(EQUAL, a, b);
        let sign = sign_of(builder, kind, if smaller { a } else { b });
        let by_sign = fold::select(equal, sign, first);
        first = builder.body.assign(cassay_ir::TypeTable::BOOL, by_sign);
    }
    let chosen = builder
        .body
        .assign(ty, fold::select(first, a.clone(), b.clone()));
    let a_nothing = builder.float_compare(UNORDERED, a, a);
    let b_nothing = builder.float_compare(UNORDERED, b, b);
    let (if_a, if_b) = if propagates { (a, b) } else { (b, a) };
    let chosen = builder
        .body
        .assign(ty, fold::select(b_nothing, if_b.clone(), chosen));
    fold::select(a_nothing, if_a.clone(), chosen)
}

/// The bits of a number as an integer.
pub(crate) fn bits_of(builder: &mut Builder<'_, '_>, kind: FloatKind, value: &Expr) -> Expr {
    let word = builder.cx.program.types.int(kind.bits());
    let bits = match value {
        // Which NaN an operation returns is unspecified.
        Expr::Float(_, bits) if *bits != float::default_nan(kind) => Expr::Int(bits.clone()),
        other => Expr::cast(CastKind::Bitcast, other.clone(), word),
    };
    builder.body.assign(word, bits)
}

/// The number that bits stand for.
pub(crate) fn from_bits(builder: &mut Builder<'_, '_>, kind: FloatKind, bits: Expr) -> Expr {
    let ty = builder
        .cx
        .program
        .types
        .intern(cassay_ir::Type::Float(kind));
    let value = match bits {
        Expr::Int(bits) => Expr::Float(kind, bits),
        other => Expr::cast(CastKind::Bitcast, other, ty),
    };
    builder.body.assign(ty, value)
}

/// Whether the sign bit is set.
pub(crate) fn sign_of(builder: &mut Builder<'_, '_>, kind: FloatKind, value: &Expr) -> Expr {
    let bits = bits_of(builder, kind, value);
    let zero = Expr::Int(Bv::zero(kind.bits()));
    let sign = fold::compare(cassay_ir::CompareOp::SLt, bits, zero);
    builder.body.assign(cassay_ir::TypeTable::BOOL, sign)
}

fn sign_operation(
    builder: &mut Builder<'_, '_>,
    ty: TypeId,
    operands: &[Expr],
    operation: impl Fn(&mut Builder<'_, '_>, FloatKind, &[Expr]) -> Expr,
) -> Lowered<Expr> {
    let item = builder.element_type(ty);
    let kind = builder.float_kind_of(item)?;
    builder.each(ty, ty, operands, |builder, items| {
        let items: Vec<Expr> = items
            .iter()
            .map(|value| builder.body.assign(item, value.clone()))
            .collect();
        Ok(operation(builder, kind, &items))
    })
}

/// A number with the sign of another, or without.
pub(crate) fn with_sign(
    builder: &mut Builder<'_, '_>,
    kind: FloatKind,
    value: &Expr,
    sign: Option<&Expr>,
) -> Expr {
    if builder.cx.options.fixed_point {
        return with_sign_by_order(builder, kind, value, sign);
    }
    let word = builder.cx.program.types.int(kind.bits());
    let low = Expr::Int(Bv::signed_max(kind.bits()));
    // In one expression, because bits that become a float again are never examined.
    let bits = match value {
        Expr::Float(_, bits) => Expr::Int(bits.clone()),
        other => Expr::cast(CastKind::Bitcast, other.clone(), word),
    };
    let mut bits = fold::binary(&builder.cx.program.types, BinaryOp::And, bits, low);
    if let Some(sign) = sign {
        let top = Expr::Int(Bv::signed_min(kind.bits()));
        let sign = bits_of(builder, kind, sign);
        let sign = crate::bits::op(builder, word, BinaryOp::And, &sign, top);
        bits = Expr::binary(BinaryOp::Or, bits, sign);
    }
    from_bits(builder, kind, bits)
}

/// The same for fixed-point numbers, which have one zero and no NaN. Only what must be negated is:
/// the least number has no opposite.
fn with_sign_by_order(
    builder: &mut Builder<'_, '_>,
    kind: FloatKind,
    value: &Expr,
    sign: Option<&Expr>,
) -> Expr {
    let ty = builder
        .cx
        .program
        .types
        .intern(cassay_ir::Type::Float(kind));
    let zero = Expr::Float(kind, float::zero(kind, false));
    let mut other = builder.float_compare(LESS, value, &zero);
    if let Some(sign) = sign {
        let wanted = builder.float_compare(LESS, sign, &zero);
        let differ = Expr::binary(BinaryOp::Xor, other, wanted);
        other = builder.body.assign(cassay_ir::TypeTable::BOOL, differ);
    }
    let turned = fold::select(other.clone(), value.clone(), zero);
    let turned = builder.body.assign(ty, turned);
    let turned = builder.body.assign(ty, Expr::FloatNeg(Box::new(turned)));
    builder
        .body
        .assign(ty, fold::select(other, turned, value.clone()))
}

/// The operation of a reduction over a vector, `llvm.vector.reduce.fmax` and its like.
pub(crate) fn reduce(
    builder: &mut Builder<'_, '_>,
    what: &str,
    ty: TypeId,
    a: Expr,
    b: Expr,
) -> Option<Lowered<Expr>> {
    let rule = match what {
        "fadd" | "fmul" => {
            let op = float_op(llvm::BinaryOp::from_keyword(what)?)?;
            return Some(builder.float_arithmetic(op, Mode::Current, ty, &[a, b]));
        }
        "fmin" => extreme(true, false, false),
        "fmax" => extreme(false, false, false),
        "fminimum" => extreme(true, true, true),
        "fmaximum" => extreme(false, true, true),
        _ => return None,
    };
    let Rule::Extreme {
        smaller,
        propagates,
        ordered_zeros,
    } = rule
    else {
        return None;
    };
    let order = (smaller, propagates, ordered_zeros);
    Some(builder.float_kind_of(ty).map(|kind| {
        let value = extreme_of(builder, kind, ty, order, &a, &b);
        builder.body.assign(ty, value)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_counts() {
        assert!(matches!(
            find("fptosi.sat.i32.f64"),
            Some(R::Saturate(true))
        ));
        assert!(matches!(find("fptosi.i32.f64"), Some(R::Convert(_))));
        assert!(matches!(find("round.f32"), Some(R::Arithmetic(_, _))));
        assert!(find("rounds").is_none());
    }
}
