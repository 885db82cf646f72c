//! Conversions between integer types that change the value (C17 6.3.1.3): defined by C or the
//! implementation, but often unintended.
//!
//! Clang's sanitizer checks implicit conversions, with their types. Of the casts in the source, the
//! IR shows those to fewer bits. Whether the result is signed is inferred from its uses; if they do
//! not tell, the value must be preserved as a signed or as an unsigned number.

use crate::division::int_width;
use crate::instrument::{Claims, Site, Step, before_each};
use crate::registry::Check;
use cassay_ir::{
    BinaryOp, CastKind, CompareOp, Expr, Place, Program, Property, PropertyClass, Stmt, StmtKind,
    TempId, TypeId,
};

/// No conversion between integer types changes the value.
pub(crate) const CHECK: Check = Check {
    id: "conversion",
    help: "conversions that change the value",
    docs: "A conversion between integer types preserves the value (C17 6.3.1.3). This covers \
        implicit conversions by assignment, argument passing, `return` and compound operators, \
        also to bit-fields, and casts to a narrower type. The result of such conversions is \
        defined by C or by the compiler, so this check is on request.\n\n\
        A cast to a type of the same width (`(unsigned)x`) is assumed to be intended. If the use \
        after a cast to a narrower type does not show whether the result is signed, either \
        interpretation is accepted. Conversions to `_Bool` and those of floating-point numbers \
        are not checked here. Example: `conversion changes the value (from 'int' to 'char')`.",
    classes: &[PropertyClass::Conversion],
    default_on: false,
    on: Some("--conversion-check"),
    off: Some("--no-conversion-check"),
    sanitizers: &["implicit-conversion"],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        let Step::Stmt(StmtKind::Assign { dst, value }) = step else {
            return;
        };
        if site.function.model {
            return;
        }
        if let Expr::Cast(CastKind::Trunc, from, to) = value {
            cast(site, *dst, from, *to, claims);
        }
    });
}

/// Claims about a conversion to fewer bits.
fn cast(site: &Site<'_>, dst: TempId, from: &Expr, to: TypeId, claims: &mut Claims) {
    let narrow = site.program.types.scalar_bits(to);
    let Some(wide) = int_width(site, from) else {
        return;
    };
    let Some(wide_ty) = site.program.types.find_int(wide) else {
        return;
    };
    // Conversions to truth values are not in the source, and implicit ones have the sanitizer's
    // claims.
    if narrow <= 1 || is_implicit(site, dst, from) {
        return;
    }
    let signed = match use_of(site, dst) {
        Use::Signed => Some(true),
        Use::Unsigned => Some(false),
        Use::Unclear => None,
        Use::Amount => return,
    };
    let cut = Expr::cast(CastKind::Trunc, from.clone(), to);
    let kept = |extend: CastKind| {
        let back = Expr::cast(extend, cut.clone(), wide_ty);
        Expr::compare(CompareOp::Eq, back, from.clone())
    };
    let cond = match signed {
        Some(true) => kept(CastKind::SExt),
        Some(false) => kept(CastKind::ZExt),
        None => Expr::binary(BinaryOp::Or, kept(CastKind::SExt), kept(CastKind::ZExt)),
    };
    let message = format!("cast from {wide} to {narrow} bits changes the value");
    claims.claim(cond, Property::new(PropertyClass::Conversion, message));
}

/// Whether the sanitizer compares the result with the operand, as it does for implicit conversions.
fn is_implicit(site: &Site<'_>, dst: TempId, from: &Expr) -> bool {
    let (block, index) = site.place;
    let stmts = &site.function.blocks[block].stmts;
    let following = |at: usize| stmts.get(at).map(|stmt: &Stmt| &stmt.kind);
    let Some(StmtKind::Assign {
        dst: back,
        value: Expr::Cast(CastKind::SExt | CastKind::ZExt, cut, _),
    }) = following(index + 1)
    else {
        return false;
    };
    let Some(StmtKind::Assign {
        value: Expr::Compare(CompareOp::Eq, a, b),
        ..
    }) = following(index + 2)
    else {
        return false;
    };
    **cut == Expr::Temp(dst) && **a == Expr::Temp(*back) && **b == *from
}

/// How the result of a conversion is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Signed,
    Unsigned,
    Unclear,
    /// As the amount of a shift, which compilers convert themselves.
    Amount,
}

/// The first use of a temporary that implies signedness, also through a variable it is stored in.
fn use_of(site: &Site<'_>, temp: TempId) -> Use {
    let direct = direct_use(site, temp);
    if direct != Use::Unclear {
        return direct;
    }
    let stmts = || site.function.blocks.iter().flat_map(|block| &block.stmts);
    let variable = stmts().find_map(|stmt| {
        let StmtKind::Store {
            place: Place::Variable(variable, 0),
            value,
            ..
        } = &stmt.kind
        else {
            return None;
        };
        (*value == Expr::Temp(temp)).then_some(*variable)
    });
    let Some(variable) = variable else {
        return Use::Unclear;
    };
    let loaded = stmts().filter_map(|stmt| {
        let StmtKind::Load { dst, place, .. } = &stmt.kind else {
            return None;
        };
        (*place == Place::Variable(variable, 0)).then_some(*dst)
    });
    loaded
        .map(|temp| direct_use(site, temp))
        .find(|found| matches!(found, Use::Signed | Use::Unsigned))
        .unwrap_or(Use::Unclear)
}

fn direct_use(site: &Site<'_>, temp: TempId) -> Use {
    let mut found = Use::Unclear;
    let mut look = |expr: &Expr| {
        if found == Use::Unclear {
            found = use_in(expr, temp);
        }
    };
    for block in site.function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.expressions(&mut look);
        }
        block.terminator.expressions(&mut look);
    }
    found
}

fn use_in(expr: &Expr, temp: TempId) -> Use {
    let is_it = |operand: &Expr| *operand == Expr::Temp(temp);
    if let Expr::Cast(kind, a, _) = expr
        && is_it(a)
    {
        return match kind {
            CastKind::SExt | CastKind::SIntToFloat(_) => Use::Signed,
            CastKind::ZExt | CastKind::UIntToFloat(_) => Use::Unsigned,
            CastKind::Trunc
            | CastKind::PtrToInt
            | CastKind::IntToPtr
            | CastKind::Bitcast
            | CastKind::FloatToFloat(_)
            | CastKind::FloatToSInt
            | CastKind::FloatToUInt => Use::Unclear,
        };
    }
    if let Expr::Compare(op, a, b) = expr
        && (is_it(a) || is_it(b))
    {
        return match op {
            CompareOp::SLt | CompareOp::SLe => Use::Signed,
            CompareOp::ULt | CompareOp::ULe => Use::Unsigned,
            CompareOp::Eq | CompareOp::Ne => Use::Unclear,
        };
    }
    if let Expr::Binary(op, _, b) = expr
        && is_it(b)
        && matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
    {
        return Use::Amount;
    }
    let mut found = Use::Unclear;
    expr.operands(|operand| {
        if found == Use::Unclear {
            found = use_in(operand, temp);
        }
    });
    found
}
