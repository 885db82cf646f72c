//! Operations that return NaN (IEEE 754-2019 7.2): defined, but seldom intended.

use crate::float_values::{self, Operation, What};
use crate::instrument::{Claims, before_each};
use crate::registry::Check;
use cassay_ir::{CastKind, FloatOp, Program, Property, PropertyClass};

/// No floating-point operation gives NaN unless an operand is.
pub(crate) const CHECK: Check = Check {
    id: "nan",
    help: "floating-point operations that give NaN",
    docs: "A floating-point operation whose operands are numbers gives a number: no `0.0 / 0.0`, \
        `inf - inf`, `0 * inf`, remainder by zero, or root of a negative number. The same is \
        required of functions of `<math.h>`. Such results are defined (IEEE 754-2019 7.2), so this \
        check is on request.\n\n\
        An operation on a NaN is not checked, only the operation that produced the NaN. NaNs \
        from `nan()`, from the macro `NAN`, from inputs, and from constant expressions that the \
        compiler evaluates are not reported. Vectors are checked element by element. Example: \
        `floating-point division gives NaN`.",
    classes: &[PropertyClass::Nan],
    default_on: false,
    on: Some("--nan-check"),
    off: Some("--no-nan-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        float_values::operations(site, step, claims, claim);
    });
}

fn claim(operation: &Operation<'_>, claims: &mut Claims) {
    let message = match operation.what {
        What::Arithmetic(op) => match op {
            FloatOp::ToIntegral => return,
            FloatOp::Add
            | FloatOp::Sub
            | FloatOp::Mul
            | FloatOp::Div
            | FloatOp::Fma
            | FloatOp::Sqrt
            | FloatOp::Fmod
            | FloatOp::Remainder => format!("floating-point {} gives NaN", operation.name),
        },
        What::Conversion(kind) => match kind {
            // A conversion returns NaN only for NaN.
            CastKind::Trunc
            | CastKind::ZExt
            | CastKind::SExt
            | CastKind::PtrToInt
            | CastKind::IntToPtr
            | CastKind::Bitcast
            | CastKind::FloatToFloat(_)
            | CastKind::FloatToSInt
            | CastKind::FloatToUInt
            | CastKind::SIntToFloat(_)
            | CastKind::UIntToFloat(_) => return,
        },
        What::Call => format!("{} gives NaN", operation.name),
    };
    let given = operation
        .operands
        .iter()
        .map(|value| float_values::is_nan(value));
    let number = float_values::is_nan(&operation.result).not();
    let cond = float_values::any(given.chain([number]));
    claims.claim(cond, Property::new(PropertyClass::Nan, message));
}
