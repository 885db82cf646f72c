//! Signed overflow (C17 6.5p5). Clang's sanitizer places the checks of `+ - *` and negation, where
//! only the source knows that the operation is signed; division says so itself in the IR.

use crate::division::{divisions, drop_sanitizer_claims, int_width};
use crate::instrument::{Claims, Site, before_each};
use crate::registry::Check;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CompareOp, Expr, Program, Property, PropertyClass};

/// No signed operation overflows.
pub(crate) const CHECK: Check = Check {
    id: "overflow",
    help: "signed integer overflow",
    docs: "The result of a signed operation is in the range of its type (C17 6.5p5): `+`, `-`, \
        `*`, unary `-`, `++`, `--`, the compound operators, and the least value divided by -1 with \
        `/` or `%` (C17 6.5.5p6). Operands narrower than `int` are promoted first (C17 6.3.1.1p2), \
        so that `char c = 127; c++` does not overflow. The conversion back changes the value, \
        which `--conversion-check` finds.\n\n\
        Shifts belong to the check `shift`. Under `--property no-overflow` a left shift whose \
        value does not fit counts too. Under `--fixedbv` the results of fixed-point operations \
        and conversions, and constants, must be in the range of their format. Example: `signed \
        overflow on addition in type 'int'`.",
    classes: &[
        PropertyClass::OverflowAdd,
        PropertyClass::OverflowSub,
        PropertyClass::OverflowMul,
        PropertyClass::OverflowDiv,
        PropertyClass::OverflowNeg,
        PropertyClass::OverflowFixed,
    ],
    default_on: true,
    on: Some("--overflow-check"),
    off: Some("--no-overflow-check"),
    sanitizers: &["signed-integer-overflow"],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    drop_sanitizer_claims(program, PropertyClass::OverflowDiv);
    before_each(program, |site, step, claims| {
        step.expressions(|expr| divisions(expr, &mut |op, a, b| claim(site, op, a, b, claims)));
    });
}

/// The least value divided by minus one is not representable.
fn claim(site: &Site<'_>, op: BinaryOp, a: &Expr, b: &Expr, claims: &mut Claims) {
    if !matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
        return;
    }
    let Some(width) = int_width(site, a) else {
        return;
    };
    let (least, minus_one) = (Bv::signed_min(width), Bv::ones(width));
    let certain = |expr: &Expr, bad: &Bv| {
        let constant = site.facts.constant(expr);
        constant.is_some_and(|value| value != *bad)
    };
    if certain(a, &least) || certain(b, &minus_one) || site.facts.is_extended(a) {
        return;
    }
    let differs =
        |expr: &Expr, from: Bv| Expr::compare(CompareOp::Ne, expr.clone(), Expr::Int(from));
    let cond = Expr::binary(BinaryOp::Or, differs(a, least), differs(b, minus_one));
    claims.claim(cond, Property::of(PropertyClass::OverflowDiv));
}
