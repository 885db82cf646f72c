//! Operations that return infinity (IEEE 754-2019 7.3 and 7.4): defined, but seldom intended.

use crate::float_values::{self, Operation, What};
use crate::instrument::{Claims, Site, before_each};
use crate::registry::Check;
use cassay_ir::{CastKind, Expr, FloatKind, FloatOp, Program, Property, PropertyClass};

/// No floating-point operation gives an infinity unless an operand is one.
pub(crate) const CHECK: Check = Check {
    id: "float-overflow",
    help: "floating-point operations and conversions that give infinity",
    docs: "A floating-point operation whose operands are finite gives no infinity. The result of \
        `+`, `-`, `*`, `/`, a fused multiplication or a function of `<math.h>` is not too large, a \
        value converted to a narrower floating-point type or from an integer fits, and no number \
        is divided by zero. Such results are defined (C17 annex F, IEEE 754-2019 7.3 and 7.4), so \
        this check is on request.\n\n\
        An operation on an infinity is not checked, only the operation that produced the \
        infinity. Infinities from the macro `INFINITY`, from inputs, and from constant \
        expressions that the compiler evaluates are not reported, nor are results that are too \
        small for the type. Under rounding modes that never round to infinity the result is the \
        largest number, which is no violation. Example: `floating-point multiplication \
        overflows`.",
    classes: &[PropertyClass::FloatOverflow],
    default_on: false,
    on: Some("--float-overflow-check"),
    off: Some("--no-float-overflow-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        float_values::operations(site, step, claims, |operation, claims| {
            claim(site, operation, claims);
        });
    });
}

fn claim(site: &Site<'_>, operation: &Operation<'_>, claims: &mut Claims) {
    let message = match operation.what {
        What::Arithmetic(op) => match op {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::Fma => {
                format!("floating-point {} overflows", operation.name)
            }
            FloatOp::Sqrt | FloatOp::ToIntegral | FloatOp::Fmod | FloatOp::Remainder => return,
        },
        What::Conversion(kind) => match kind {
            CastKind::FloatToFloat(_) => {
                let from = operation
                    .operands
                    .iter()
                    .find_map(|value| float_values::kind_of(site, value));
                if from.is_none_or(|from| from.fits_in(operation.kind)) {
                    return;
                }
                "conversion to a narrower floating-point type overflows".to_owned()
            }
            CastKind::SIntToFloat(_) | CastKind::UIntToFloat(_) => {
                if operation
                    .operands
                    .iter()
                    .all(|value| always_fits(site, value, operation.kind))
                {
                    return;
                }
                "conversion of an integer to a floating-point type overflows".to_owned()
            }
            CastKind::Trunc
            | CastKind::ZExt
            | CastKind::SExt
            | CastKind::PtrToInt
            | CastKind::IntToPtr
            | CastKind::Bitcast
            | CastKind::FloatToSInt
            | CastKind::FloatToUInt => return,
        },
        What::Call => format!("the result of {} overflows", operation.name),
    };
    let infinite_or_nan = operation.operands.iter().filter_map(|value| {
        let kind = float_values::kind_of(site, value)?;
        Some(float_values::is_finite(kind, value).not())
    });
    let result = &operation.result;
    let good = [
        float_values::is_nan(result),
        float_values::is_finite(operation.kind, result),
    ];
    let cond = float_values::any(infinite_or_nan.chain(good));
    claims.claim(cond, Property::new(PropertyClass::FloatOverflow, message));
}

/// Whether every value of an integer's type is below the largest number of a format.
fn always_fits(site: &Site<'_>, value: &Expr, kind: FloatKind) -> bool {
    let greatest_exponent = 1u32 << (kind.exponent_bits() - 1);
    crate::division::int_width(site, value).is_some_and(|width| width < greatest_exponent)
}
