//! Floating-point operations and predicates on their results, for the checks of NaN and overflow.
//!
//! Of library functions only the result is checked, not the intermediate values of their models. An
//! operation in the current rounding mode is computed in every mode, followed by a selection: the
//! selection counts as the operation.

use crate::instrument::{Claims, Site, Step};
use cassay_base::Span;
use cassay_ir::{
    BinaryOp, CallTarget, CastKind, Expr, FloatCompareOp, FloatKind, FloatOp, PropertyClass,
    StmtKind, Type, TypeId,
};

/// An operation with a floating-point result.
pub(crate) struct Operation<'a> {
    /// Its name for messages.
    pub(crate) name: String,
    /// The operands.
    pub(crate) operands: Vec<&'a Expr>,
    /// The result.
    pub(crate) result: Expr,
    /// Its format.
    pub(crate) kind: FloatKind,
    /// The kind of operation.
    pub(crate) what: What,
    /// The location, if it is not that of the step.
    span: Span,
}

/// The kind of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Arithmetic.
    Arithmetic(FloatOp),
    /// A conversion.
    Conversion(CastKind),
    /// A call of a library function.
    Call,
}

/// Calls `visit` on every operation of a step, operands first. The result of a call is visited with
/// the step after it.
pub(crate) fn operations<'a>(
    site: &Site<'a>,
    step: Step<'a>,
    claims: &mut Claims,
    mut visit: impl FnMut(&Operation<'a>, &mut Claims),
) {
    if site.function.model {
        return;
    }
    if let Some(operation) = returned(site, step) {
        claims.at(operation.span);
        visit(&operation, claims);
        claims.here();
    }
    let mut found = Vec::new();
    step.expressions(|expr| collect(expr, &mut found));
    if chosen_from_later(site, step) {
        return;
    }
    for expr in found {
        if let Some(operation) = operation(site, expr) {
            visit(&operation, claims);
        }
    }
}

fn collect<'a>(expr: &'a Expr, found: &mut Vec<&'a Expr>) {
    expr.operands(|operand| collect(operand, found));
    if let Expr::FloatArith(_, _, _) | Expr::Cast(_, _, _) | Expr::Select(_, _, _) = expr {
        found.push(expr);
    }
}

fn operation<'a>(site: &Site<'a>, expr: &'a Expr) -> Option<Operation<'a>> {
    let made = |of: &'a Expr| {
        let (what, name, operands) = if let Expr::FloatArith(op, _, operands) = of {
            let name = operator_name(*op).to_owned();
            (What::Arithmetic(*op), name, operands.iter().collect())
        } else if let Expr::Cast(kind, value, _) = of {
            (What::Conversion(*kind), String::new(), vec![&**value])
        } else {
            return None;
        };
        let kind = float_kind(site, expr.ty(site.program, site.function)?)?;
        Some(Operation {
            name,
            operands,
            result: expr.clone(),
            kind,
            what,
            span: Span::NONE,
        })
    };
    let Expr::Select(_, a, b) = expr else {
        return made(expr);
    };
    let (a, b) = (rounded(site, a)?, rounded(site, b)?);
    if !same(a, b) {
        return None;
    }
    made(a)
}

/// The operation in one of the modes, if an expression selects between rounding modes.
fn rounded<'a>(site: &Site<'a>, expr: &'a Expr) -> Option<&'a Expr> {
    let mut expr = site.facts.resolve(expr);
    // One selection for each mode but the last.
    for _ in 0..4 {
        let Expr::Select(_, a, _) = expr else {
            return Some(expr);
        };
        expr = site.facts.resolve(a);
    }
    None
}

/// Whether two operations differ in the rounding mode only.
fn same(a: &Expr, b: &Expr) -> bool {
    if let (Expr::FloatArith(a, _, x), Expr::FloatArith(b, _, y)) = (a, b) {
        a == b && x == y
    } else if let (Expr::Cast(a, x, to), Expr::Cast(b, y, other)) = (a, b) {
        std::mem::discriminant(a) == std::mem::discriminant(b) && x == y && to == other
    } else {
        false
    }
}

/// Whether the result of a step is only an alternative in a selection by rounding mode in one of
/// the next statements.
fn chosen_from_later(site: &Site<'_>, step: Step<'_>) -> bool {
    let Step::Stmt(StmtKind::Assign { dst, .. }) = step else {
        return false;
    };
    let (block, index) = site.place;
    let next = site.function.blocks[block].stmts.iter().skip(index + 1);
    next.filter(|stmt| !is_ours(&stmt.kind))
        .take(3)
        .any(|stmt| {
            let StmtKind::Assign { value, .. } = &stmt.kind else {
                return false;
            };
            let Expr::Select(_, a, b) = value else {
                return false;
            };
            let uses = |expr: &Expr| matches!(expr, Expr::Temp(temp) if temp == dst);
            (uses(a) || uses(b)) && operation(site, value).is_some()
        })
}

/// Whether a statement is a claim about a floating-point result.
fn is_ours(kind: &StmtKind) -> bool {
    let StmtKind::Assert { property, .. } = kind else {
        return false;
    };
    matches!(
        property.class,
        PropertyClass::Nan | PropertyClass::FloatOverflow
    )
}

/// The result of the library function that the preceding statement calls.
fn returned<'a>(site: &Site<'a>, step: Step<'a>) -> Option<Operation<'a>> {
    if matches!(step, Step::Stmt(kind) if is_ours(kind)) {
        return None;
    }
    let (block, index) = site.place;
    let mut before = site.function.blocks[block].stmts.iter().take(index).rev();
    let stmt = before.find(|stmt| !is_ours(&stmt.kind))?;
    let StmtKind::Call {
        dst: Some(dst),
        target: CallTarget::Direct(callee),
        args,
    } = &stmt.kind
    else {
        return None;
    };
    let callee = &site.program.functions[*callee];
    if !callee.model {
        return None;
    }
    let kind = float_kind(site, site.function.temps.get(*dst)?.ty)?;
    let is_float = |arg: &&Expr| {
        let ty = arg.ty(site.program, site.function);
        matches!(arg, Expr::Float(_, _)) || ty.is_some_and(|ty| float_kind(site, ty).is_some())
    };
    let operands: Vec<&Expr> = args.iter().filter(is_float).collect();
    if operands.is_empty() {
        return None;
    }
    Some(Operation {
        name: format!("`{}`", callee.name),
        operands,
        result: Expr::Temp(*dst),
        kind,
        what: What::Call,
        span: stmt.span,
    })
}

fn operator_name(op: FloatOp) -> &'static str {
    match op {
        FloatOp::Add => "addition",
        FloatOp::Sub => "subtraction",
        FloatOp::Mul => "multiplication",
        FloatOp::Div => "division",
        FloatOp::Fma => "multiplication and addition",
        FloatOp::Sqrt => "square root",
        FloatOp::ToIntegral => "rounding",
        FloatOp::Fmod | FloatOp::Remainder => "remainder",
    }
}

/// The format of a floating-point type.
pub(crate) fn float_kind(site: &Site<'_>, ty: TypeId) -> Option<FloatKind> {
    if let Some(Type::Float(kind)) = site.program.types.lookup(ty) {
        Some(*kind)
    } else {
        None
    }
}

/// The format of an expression.
pub(crate) fn kind_of(site: &Site<'_>, expr: &Expr) -> Option<FloatKind> {
    if let Expr::Float(kind, _) = expr {
        return Some(*kind);
    }
    float_kind(site, expr.ty(site.program, site.function)?)
}

/// Whether a value is NaN.
pub(crate) fn is_nan(value: &Expr) -> Expr {
    let op = FloatCompareOp {
        less: false,
        equal: false,
        greater: false,
        unordered: true,
    };
    Expr::FloatCompare(op, Box::new(value.clone()), Box::new(value.clone()))
}

/// Whether a value is neither NaN nor infinite.
pub(crate) fn is_finite(kind: FloatKind, value: &Expr) -> Expr {
    let compare = |less: bool, negative: bool| {
        let op = FloatCompareOp {
            less,
            equal: false,
            greater: !less,
            unordered: false,
        };
        let bound = Expr::Float(kind, cassay_float::infinity(kind, negative));
        Expr::FloatCompare(op, Box::new(value.clone()), Box::new(bound))
    };
    Expr::binary(BinaryOp::And, compare(true, false), compare(false, true))
}

/// Any of the conditions.
pub(crate) fn any(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    let mut conditions = conditions.into_iter();
    let first = conditions.next().unwrap_or_else(|| Expr::bool(false));
    conditions.fold(first, |a, b| Expr::binary(BinaryOp::Or, a, b))
}
