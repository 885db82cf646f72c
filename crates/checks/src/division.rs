//! Division by zero (C17 6.5.5p5): the divisor of `/` and `%` is not zero.
//!
//! Divisions are visible in the IR, except a division of constants without a result, which clang
//! folds away; for that the sanitizer leaves a claim that is constantly false.

use crate::instrument::{Claims, Site, before_each};
use crate::registry::Check;
use cassay_ir::{BinaryOp, CompareOp, Expr, Program, Property, PropertyClass, StmtKind};

/// No integer is divided by zero.
pub(crate) const CHECK: Check = Check {
    id: "div-by-zero",
    help: "integer division and remainder by zero",
    docs: "The second operand of `/` and `%` on integers is not zero (C17 6.5.5p5), also in the \
        compound operators `/=` and `%=` and in constant expressions.\n\n\
        Division of floating-point numbers by zero is defined and gives an infinity or NaN; \
        `--float-overflow-check` and `--nan-check` find it. Example: `division by zero`.",
    classes: &[PropertyClass::DivisionByZero],
    default_on: true,
    on: Some("--div-by-zero-check"),
    off: Some("--no-div-by-zero-check"),
    sanitizers: &["integer-divide-by-zero"],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    drop_sanitizer_claims(program, PropertyClass::DivisionByZero);
    before_each(program, |site, step, claims| {
        step.expressions(|expr| divisions(expr, &mut |_, _, b| claim(site, b, claims)));
    });
}

/// Removes the sanitizer's claims about divisions that are in the IR: one claim for each is enough.
/// Constantly false claims stay: the division they guard may have been folded away.
pub(crate) fn drop_sanitizer_claims(program: &mut Program, class: PropertyClass) {
    for function in program.functions.iter_mut() {
        for block in function.blocks.iter_mut() {
            block.stmts.retain(|stmt| {
                let StmtKind::Assert { cond, property, .. } = &stmt.kind else {
                    return true;
                };
                let never = matches!(cond, Expr::Int(value) if value.is_zero());
                property.class != class || never
            });
        }
    }
}

fn claim(site: &Site<'_>, divisor: &Expr, claims: &mut Claims) {
    let constant = site.facts.constant(divisor);
    if constant.is_some_and(|value| !value.is_zero()) {
        return;
    }
    let Some(width) = int_width(site, divisor) else {
        return;
    };
    let cond = Expr::compare(CompareOp::Ne, divisor.clone(), Expr::int(width, 0));
    claims.claim(cond, Property::of(PropertyClass::DivisionByZero));
}

/// Calls `visit` on every division and remainder inside an expression, operands first.
pub(crate) fn divisions<'a>(expr: &'a Expr, visit: &mut impl FnMut(BinaryOp, &'a Expr, &'a Expr)) {
    expr.operands(|operand| divisions(operand, visit));
    let Expr::Binary(op, a, b) = expr else { return };
    match op {
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => visit(*op, a, b),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => {}
    }
}

/// The width of an integer expression.
pub(crate) fn int_width(site: &Site<'_>, expr: &Expr) -> Option<u32> {
    if let Expr::Int(value) = expr {
        return Some(value.width());
    }
    let ty = expr.ty(site.program, site.function)?;
    u32::try_from(site.program.types.scalar_bits(ty))
        .ok()
        .filter(|width| *width > 0)
}
