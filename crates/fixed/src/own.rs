//! Bodies of library functions that are simpler, or different, on fixed-point numbers.

use crate::Wanted;
use crate::build::Build;
use crate::rewrite;
use crate::types::TypeMap;
use cassay_bv::Bv;
use cassay_float as float;
use cassay_ir::{
    BinaryOp, CompareOp, Expr, FixedFormats, FloatCompareOp, FloatKind, FloatOp, FuncId, Function,
    Program, Rounding, Terminator, Type, TypeTable, UnaryOp,
};

/// What a function computes.
#[derive(Clone, Copy)]
pub(crate) enum Own {
    /// An operation on its arguments.
    Operation(FloatOp),
    /// The next number in the direction of another.
    Neighbour,
    /// A number times a power of two.
    Scaled,
}

/// How a function of one block returns.
pub(crate) enum Returned {
    /// With this value, in terms of floating-point operations.
    Value(Expr),
    /// With a number of this format times two to an integer of this width.
    Scaled(FloatKind, u32),
}

/// The result of a function by its parameters; `None` when they are not what they should be.
pub(crate) fn result(
    function: &Function,
    types: &TypeTable,
    formats: &FixedFormats,
    what: Own,
) -> Option<Returned> {
    let parameter = |index: usize| {
        let temp = *function.params.get(index)?;
        Some((temp, types.lookup(function.temps.get(temp)?.ty)?))
    };
    let number = |index: usize| {
        if let (temp, Type::Float(kind)) = parameter(index)? {
            Some((Expr::Temp(temp), *kind))
        } else {
            None
        }
    };
    match what {
        Own::Operation(op) => {
            let mut operands = Vec::new();
            for index in 0..op.arity() {
                operands.push(number(index)?.0);
            }
            let mode = Rounding::NearestEven;
            Some(Returned::Value(Expr::FloatArith(op, mode, operands)))
        }
        Own::Neighbour => {
            let ((from, kind), (to, _)) = (number(0)?, number(1)?);
            Some(Returned::Value(neighbour(formats, kind, &from, &to)?))
        }
        Own::Scaled => {
            let (_, kind) = number(0)?;
            if let (_, Type::Int(width)) = parameter(1)?
                && *width <= EXPONENT
            {
                Some(Returned::Scaled(kind, *width))
            } else {
                None
            }
        }
    }
}

/// A last place is added or taken away only where there is a number in that direction.
fn neighbour(formats: &FixedFormats, kind: FloatKind, from: &Expr, to: &Expr) -> Option<Expr> {
    let mode = Rounding::NearestEven;
    let one = float::from_int(kind, mode, &Bv::from_u64(8, 1), false);
    let scale = Bv::power_of_two(256, formats.get(kind).fraction);
    let scale = float::from_int(kind, mode, &scale, false);
    let place = float::arith(FloatOp::Div, kind, mode, &[one, scale])?;
    let less = FloatCompareOp {
        less: true,
        equal: false,
        greater: false,
        unordered: false,
    };
    let before = |a: &Expr, b: &Expr| {
        Box::new(Expr::FloatCompare(
            less,
            Box::new(a.clone()),
            Box::new(b.clone()),
        ))
    };
    let constant = |bits: Bv| Box::new(Expr::Float(kind, bits));
    let down = Expr::Select(
        before(to, from),
        constant(float::neg(kind, &place)),
        constant(float::zero(kind, false)),
    );
    let step = Expr::Select(before(from, to), constant(place), Box::new(down));
    let operands = vec![from.clone(), step];
    Some(Expr::FloatArith(FloatOp::Add, mode, operands))
}

/// The width in which exponents are limited.
const EXPONENT: u32 = 64;

/// Makes the one block of a function return its first parameter times two to its second.
pub(crate) fn scaled(
    program: &mut Program,
    map: &TypeMap,
    formats: &FixedFormats,
    wanted: Wanted,
    id: FuncId,
    kind: FloatKind,
    width: u32,
) {
    let old = program.functions[id].clone();
    let (Some(number), Some(exponent)) = (old.params.first(), old.params.get(1)) else {
        return;
    };
    let mut build = rewrite::start(program, map, formats, wanted, &old);
    if let Some(block) = old.blocks.iter().next() {
        build.span = block.span;
    }
    let number = build.fetch(kind, Expr::Temp(*number));
    let value = shifted(&mut build, kind, number, Expr::Temp(*exponent), width);
    let value = build.store(kind, value);
    let (stmts, temps) = (std::mem::take(&mut build.out), build.temps);
    let function = &mut program.functions[id];
    function.temps = temps;
    for block in function.blocks.iter_mut() {
        block.stmts.clone_from(&stmts);
        block.terminator = Terminator::Return(Some(value.clone()));
    }
}

/// A number moved by as many places as an exponent says, to the right rounded down.
fn shifted(
    build: &mut Build<'_>,
    kind: FloatKind,
    number: Expr,
    exponent: Expr,
    width: u32,
) -> Expr {
    let format = build.formats.get(kind);
    let wide = 2 * format.width();
    let exponent = build.resize(exponent, width, EXPONENT, true);
    let exponent = build.simple_int(EXPONENT, exponent);
    // From here on all places are gone, or the number is out of range unless it is zero.
    let far = i64::from(format.width());
    let constant = |value: i64| Expr::Int(Bv::from_i64(EXPONENT, value));
    let below = |a: Expr, b: Expr| Box::new(Expr::compare(CompareOp::SLt, a, b));
    let mut places = |direction: Expr| {
        let direction = build.simple_int(EXPONENT, direction);
        let limited = Expr::Select(
            below(constant(far), direction.clone()),
            Box::new(constant(far)),
            Box::new(direction.clone()),
        );
        let places = Expr::Select(
            below(direction, constant(0)),
            Box::new(constant(0)),
            Box::new(limited),
        );
        build.resize(places, EXPONENT, wide, false)
    };
    let left = places(exponent.clone());
    // The least exponent has no opposite.
    let near = Expr::Select(
        below(exponent.clone(), constant(-far)),
        Box::new(constant(-far)),
        Box::new(exponent),
    );
    let right = places(Expr::Unary(UnaryOp::Neg, Box::new(near)));
    let number = build.resize(number, format.width(), wide, true);
    let larger = Expr::binary(BinaryOp::Shl, number, left);
    let smaller = Expr::binary(BinaryOp::AShr, larger, right);
    build.narrow(smaller, wide, "scaled number", format)
}
