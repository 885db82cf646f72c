//! Float operators: simplifications that are valid for IEEE numbers.
//!
//! Many laws of real numbers do not hold here (`x + 0` is not `x` for a negative zero, `x = x` is
//! false for a NaN), so each function says why it is right. An operator interprets its arguments as
//! numbers: the pattern of a NaN argument does not matter, and a NaN result has one pattern.

use std::cmp::Ordering;

use cassay_bv::Bv;
use cassay_term::{FloatKind, FloatOp, Op, Pool, Rounding, TermId};

const EXACT: Rounding = Rounding::NearestEven;

/// A term equal to a float operator on arguments, if a simplification applies.
pub fn rewrite(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId> {
    if let Some(plainer) = plainer_arguments(pool, op, args) {
        return Some(pool.make(op, &plainer));
    }
    match (op, args) {
        (Op::FloatIsNan(kind), &[a]) => is_nan(pool, kind, a),
        (Op::FloatLt(kind) | Op::FloatLe(kind) | Op::FloatEq(kind), &[a, b]) => {
            let order = Order::of(op)?;
            same_operand(pool, order, kind, a, b)
                .or_else(|| at_the_ends(pool, order, kind, a, b))
                .or_else(|| signs(pool, op, kind, a, b))
                .or_else(|| integers(pool, order, kind, a, b))
                .or_else(|| widened(pool, order, a, b))
        }
        (Op::FloatConvert { from, to, rounding }, &[a]) => convert(pool, from, to, rounding, a),
        (
            Op::FloatFromInt {
                kind,
                rounding,
                signed,
            },
            &[a],
        ) => from_int(pool, kind, rounding, signed, a),
        (
            Op::FloatToInt {
                kind,
                width,
                signed,
            },
            &[a],
        ) => to_int(pool, kind, width, signed, a),
        (Op::Float(op, kind, mode), &[a, b]) => neutral(pool, op, kind, mode, a, b),
        _ => None,
    }
}

/// Strict, weak, or equality.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Less,
    AtMost,
    Equal,
}

impl Order {
    fn of(op: Op) -> Option<Order> {
        match op {
            Op::FloatLt(_) => Some(Order::Less),
            Op::FloatLe(_) => Some(Order::AtMost),
            Op::FloatEq(_) => Some(Order::Equal),
            _ => None,
        }
    }

    fn op(self, kind: FloatKind) -> Op {
        match self {
            Order::Less => Op::FloatLt(kind),
            Order::AtMost => Op::FloatLe(kind),
            Order::Equal => Op::FloatEq(kind),
        }
    }
}

/// The format in which an operator reads its arguments as numbers.
fn reads(op: Op) -> Option<FloatKind> {
    if let Op::Float(_, kind, _)
    | Op::FloatLt(kind)
    | Op::FloatLe(kind)
    | Op::FloatEq(kind)
    | Op::FloatIsNan(kind)
    | Op::FloatToInt { kind, .. }
    | Op::FloatConvert { from: kind, .. } = op
    {
        Some(kind)
    } else {
        None
    }
}

/// A conversion of a format into itself changes only patterns of NaNs: operators that read numbers
/// skip it.
fn plainer_arguments(pool: &Pool, op: Op, args: &[TermId]) -> Option<Vec<TermId>> {
    let kind = reads(op)?;
    let plain = |arg: TermId| {
        if let (Op::FloatConvert { from, to, .. }, &[inner]) = (pool.op(arg), pool.args(arg))
            && *from == kind
            && *to == kind
        {
            inner
        } else {
            arg
        }
    };
    let plainer: Vec<TermId> = args.iter().map(|arg| plain(*arg)).collect();
    (plainer != args).then_some(plainer)
}

/// Whether a term has the canonical pattern of its number: results of operators always have.
fn is_result(pool: &Pool, kind: FloatKind, a: TermId) -> bool {
    match *pool.op(a) {
        Op::Float(_, result, _) | Op::FloatFromInt { kind: result, .. } => result == kind,
        Op::FloatConvert { to, .. } => to == kind,
        _ => false,
    }
}

/// The term whose sign bit is flipped here.
fn negated(pool: &Pool, a: TermId) -> Option<TermId> {
    if let (Op::BvXor, &[of, mask]) = (pool.op(a), pool.args(a))
        && *pool.as_bv(mask)? == Bv::signed_min(pool.width(a))
    {
        Some(of)
    } else {
        None
    }
}

/// The term whose sign bit is cleared here.
fn magnitude(pool: &Pool, a: TermId) -> Option<TermId> {
    let width = pool.sort(a).bv_width()?;
    let (Op::BvZext { .. }, &[part]) = (pool.op(a), pool.args(a)) else {
        return None;
    };
    if let (Op::BvExtract { hi, lo: 0 }, &[of]) = (pool.op(part), pool.args(part))
        && hi + 2 == width
        && pool.width(of) == width
    {
        Some(of)
    } else {
        None
    }
}

fn is_nan(pool: &mut Pool, kind: FloatKind, a: TermId) -> Option<TermId> {
    if let Some(of) = negated(pool, a).or_else(|| magnitude(pool, a)) {
        return Some(pool.float_is_nan(kind, of));
    }
    let args: Vec<TermId> = pool.args(a).to_vec();
    match (*pool.op(a), &args[..]) {
        (Op::FloatFromInt { kind: to, .. }, _) if to == kind => Some(pool.fls()),
        (Op::FloatConvert { from, to, .. }, &[of]) if to == kind => {
            Some(pool.float_is_nan(from, of))
        }
        (Op::Float(FloatOp::ToIntegral, of_kind, _), &[of]) if of_kind == kind => {
            Some(pool.float_is_nan(kind, of))
        }
        // A root is a NaN for NaNs and for what lies below zero, which negative zero does not.
        (Op::Float(FloatOp::Sqrt, of_kind, _), &[of]) if of_kind == kind => {
            let zero = pool.bv(cassay_float::zero(kind, false));
            let below = pool.make(Op::FloatLt(kind), &[of, zero]);
            let nan = pool.float_is_nan(kind, of);
            Some(pool.or(nan, below))
        }
        // One of the two is decided.
        (Op::Ite, &[condition, then, otherwise])
            if pool.as_bv(then).is_some() || pool.as_bv(otherwise).is_some() =>
        {
            let then = pool.float_is_nan(kind, then);
            let otherwise = pool.float_is_nan(kind, otherwise);
            Some(pool.ite(condition, then, otherwise))
        }
        _ => None,
    }
}

/// A number is not less than itself, and equal to itself unless it is a NaN.
fn same_operand(
    pool: &mut Pool,
    order: Order,
    kind: FloatKind,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    if a != b {
        return None;
    }
    Some(match order {
        Order::Less => pool.fls(),
        Order::AtMost | Order::Equal => not_nan(pool, kind, a),
    })
}

fn not_nan(pool: &mut Pool, kind: FloatKind, a: TermId) -> TermId {
    let nan = pool.float_is_nan(kind, a);
    pool.not(nan)
}

/// Comparisons with a NaN are false; nothing lies beyond the infinities.
fn at_the_ends(
    pool: &mut Pool,
    order: Order,
    kind: FloatKind,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    let [low, high] = [true, false].map(|negative| cassay_float::infinity(kind, negative));
    let (left, right) = (pool.as_bv(a).cloned(), pool.as_bv(b).cloned());
    let nan = |side: &Option<Bv>| {
        side.as_ref()
            .is_some_and(|value| cassay_float::is_nan(kind, value))
    };
    if nan(&left) || nan(&right) {
        return Some(pool.fls());
    }
    match order {
        Order::Less if right.as_ref() == Some(&low) || left.as_ref() == Some(&high) => {
            Some(pool.fls())
        }
        Order::AtMost if right == Some(high) => Some(not_nan(pool, kind, a)),
        Order::AtMost if left == Some(low) => Some(not_nan(pool, kind, b)),
        Order::Less | Order::AtMost | Order::Equal => None,
    }
}

/// Negation turns the order around.
fn signs(pool: &mut Pool, op: Op, kind: FloatKind, a: TermId, b: TermId) -> Option<TermId> {
    let flip = |pool: &mut Pool, term: TermId| match negated(pool, term) {
        Some(of) => Some(of),
        None => {
            let value = cassay_float::neg(kind, pool.as_bv(term)?);
            Some(pool.bv(value))
        }
    };
    if negated(pool, a).is_none() && negated(pool, b).is_none() {
        return None;
    }
    let (a, b) = (flip(pool, a)?, flip(pool, b)?);
    Some(pool.make(op, &[b, a]))
}

/// An integer that a term converts without rounding: the integer, and whether it is signed.
#[derive(Clone, Copy)]
struct Integer {
    term: TermId,
    signed: bool,
}

/// Whether every integer the term can be is a number of the format.
fn is_exact(pool: &Pool, kind: FloatKind, integer: Integer) -> bool {
    let precision = kind.precision();
    let width = pool.width(integer.term);
    // A signed integer's magnitude is at most two to the width less one, which is exact.
    if width <= precision + u32::from(integer.signed) {
        return true;
    }
    if precision >= 64 {
        return false;
    }
    let limit = 1u64 << precision;
    pool.range(integer.term)
        .is_some_and(|range| match integer.signed {
            true => range.smin.unsigned_abs() <= limit && range.smax.unsigned_abs() <= limit,
            false => range.umax <= limit,
        })
}

fn exact_integer(pool: &Pool, kind: FloatKind, a: TermId) -> Option<Integer> {
    if let (
        Op::FloatFromInt {
            kind: to, signed, ..
        },
        &[term],
    ) = (*pool.op(a), pool.args(a))
        && to == kind
    {
        Some(Integer { term, signed }).filter(|integer| is_exact(pool, kind, *integer))
    } else {
        None
    }
}

/// The integer at a width that holds it as a signed one.
fn signed_at(pool: &mut Pool, integer: Integer, width: u32) -> TermId {
    if integer.signed {
        pool.sext(integer.term, width)
    } else {
        pool.zext(integer.term, width)
    }
}

/// The width that holds an integer as a signed one.
fn signed_width(pool: &Pool, integer: Integer) -> u32 {
    pool.width(integer.term) + u32::from(!integer.signed)
}

/// Integers that convert exactly compare as integers, with each other and with constants.
fn integers(
    pool: &mut Pool,
    order: Order,
    kind: FloatKind,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    match (exact_integer(pool, kind, a), exact_integer(pool, kind, b)) {
        (Some(left), Some(right)) => {
            let width = signed_width(pool, left).max(signed_width(pool, right));
            let left = signed_at(pool, left, width);
            let right = signed_at(pool, right, width);
            Some(match order {
                Order::Less => pool.slt(left, right),
                Order::AtMost => pool.sle(left, right),
                Order::Equal => pool.eq(left, right),
            })
        }
        (Some(left), None) => {
            let bound = pool.as_bv(b)?.clone();
            Some(integer_below(pool, order, kind, left, &bound))
        }
        (None, Some(right)) => {
            let bound = pool.as_bv(a)?.clone();
            // `c < x` is not `x <= c`, since neither is a NaN.
            match order {
                Order::Less => {
                    let below = integer_below(pool, Order::AtMost, kind, right, &bound);
                    Some(pool.not(below))
                }
                Order::AtMost => {
                    let below = integer_below(pool, Order::Less, kind, right, &bound);
                    Some(pool.not(below))
                }
                Order::Equal => Some(integer_below(pool, Order::Equal, kind, right, &bound)),
            }
        }
        (None, None) => None,
    }
}

/// An integer compared with a number that is no NaN: with the integer next to that number.
fn integer_below(
    pool: &mut Pool,
    order: Order,
    kind: FloatKind,
    integer: Integer,
    bound: &Bv,
) -> TermId {
    let width = signed_width(pool, integer);
    let term = signed_at(pool, integer, width);
    // x < c is x < ceil(c), and x <= c is x <= floor(c).
    let mode = match order {
        Order::Less => Rounding::Up,
        Order::AtMost | Order::Equal => Rounding::Down,
    };
    let whole = cassay_float::arith(FloatOp::ToIntegral, kind, mode, std::slice::from_ref(bound));
    let whole = whole.unwrap_or_else(|| bound.clone());
    let is_whole = cassay_float::compare(kind, &whole, bound) == Some(Ordering::Equal);
    if order == Order::Equal && !is_whole {
        return pool.fls();
    }
    match cassay_float::to_int(kind, &whole, width, true) {
        Some(value) => {
            let value = pool.bv(value);
            match order {
                Order::Less => pool.slt(term, value),
                Order::AtMost => pool.sle(term, value),
                Order::Equal => pool.eq(term, value),
            }
        }
        // Beyond every integer of the width, on one side or the other.
        None => {
            let above = !cassay_float::is_negative(kind, &whole);
            pool.bool_const(order != Order::Equal && above)
        }
    }
}

/// A number converted to a format that holds it, as it was.
fn widened_from(pool: &Pool, a: TermId) -> Option<(FloatKind, FloatKind, TermId)> {
    if let (Op::FloatConvert { from, to, .. }, &[of]) = (*pool.op(a), pool.args(a))
        && from.fits_in(to)
    {
        Some((from, to, of))
    } else {
        None
    }
}

/// Numbers that were only widened compare as they were. A constant becomes its neighbour in the
/// narrower format on the side that keeps the order.
fn widened(pool: &mut Pool, order: Order, a: TermId, b: TermId) -> Option<TermId> {
    match (widened_from(pool, a), widened_from(pool, b)) {
        (Some((from, _, left)), Some((other, _, right))) if from == other => {
            Some(pool.make(order.op(from), &[left, right]))
        }
        (Some((from, to, left)), None) => {
            let bound = pool.as_bv(b)?.clone();
            // x < c is x < the least number that is not below c; x <= c has the greatest not above.
            let mode = match order {
                Order::Less => Rounding::Up,
                Order::AtMost | Order::Equal => Rounding::Down,
            };
            let near = neighbour(order, (from, to), mode, &bound);
            Some(match near {
                Some(near) => {
                    let near = pool.bv(near);
                    pool.make(order.op(from), &[left, near])
                }
                None => pool.fls(),
            })
        }
        (None, Some((from, to, right))) => {
            let bound = pool.as_bv(a)?.clone();
            let mode = match order {
                Order::Less => Rounding::Down,
                Order::AtMost | Order::Equal => Rounding::Up,
            };
            let near = neighbour(order, (from, to), mode, &bound);
            Some(match near {
                Some(near) => {
                    let near = pool.bv(near);
                    pool.make(order.op(from), &[near, right])
                }
                None => pool.fls(),
            })
        }
        (Some(_), Some(_)) | (None, None) => None,
    }
}

/// A number of the wide format in the narrow one; nothing when an equality cannot hold.
fn neighbour(
    order: Order,
    (narrow, wide): (FloatKind, FloatKind),
    mode: Rounding,
    bound: &Bv,
) -> Option<Bv> {
    let near = cassay_float::convert(wide, narrow, mode, bound);
    let back = cassay_float::convert(narrow, wide, EXACT, &near);
    let same = cassay_float::compare(wide, &back, bound) == Some(Ordering::Equal);
    (order != Order::Equal || same).then_some(near)
}

/// What was widened before is converted from where it was; what has its one pattern already stays.
fn convert(
    pool: &mut Pool,
    from: FloatKind,
    to: FloatKind,
    rounding: Rounding,
    a: TermId,
) -> Option<TermId> {
    if from == to && is_result(pool, from, a) {
        return Some(a);
    }
    if let Some((first, second, of)) = widened_from(pool, a)
        && second == from
    {
        return Some(pool.float_convert(first, to, rounding, of));
    }
    // An integer that fits the first format is rounded once.
    let integer = exact_integer(pool, from, a)?;
    Some(pool.float_from_int(to, rounding, integer.signed, integer.term))
}

/// Extensions are undone; where nothing is rounded, all modes are one.
fn from_int(
    pool: &mut Pool,
    kind: FloatKind,
    rounding: Rounding,
    signed: bool,
    a: TermId,
) -> Option<TermId> {
    match (*pool.op(a), pool.args(a)) {
        (Op::BvSext { .. }, &[of]) if signed => {
            return Some(pool.float_from_int(kind, rounding, true, of));
        }
        (Op::BvZext { to }, &[of]) if to > pool.width(of) => {
            return Some(pool.float_from_int(kind, rounding, false, of));
        }
        _ => {}
    }
    let integer = Integer { term: a, signed };
    (rounding != EXACT && is_exact(pool, kind, integer))
        .then(|| pool.float_from_int(kind, EXACT, signed, a))
}

/// There and back again; and truncation looks through what it would do itself.
fn to_int(pool: &mut Pool, kind: FloatKind, width: u32, signed: bool, a: TermId) -> Option<TermId> {
    if let Some(integer) = exact_integer(pool, kind, a) {
        let given = pool.width(integer.term);
        let fits = match (integer.signed, signed) {
            (true, true) | (false, false) => given <= width,
            (false, true) => given < width,
            (true, false) => false,
        };
        return fits.then(|| {
            if integer.signed {
                pool.sext(integer.term, width)
            } else {
                pool.zext(integer.term, width)
            }
        });
    }
    if let Some((from, to, of)) = widened_from(pool, a)
        && to == kind
    {
        return Some(pool.float_to_int(from, width, signed, of));
    }
    if let (Op::Float(FloatOp::ToIntegral, of_kind, Rounding::Zero), &[of]) =
        (*pool.op(a), pool.args(a))
        && of_kind == kind
    {
        Some(pool.float_to_int(kind, width, signed, of))
    } else {
        None
    }
}

/// `x * 1`, `x / 1`, and sums with the zero that changes nothing: `-0`, or `+0` downwards. Of a
/// NaN they give the one pattern, as a conversion into the same format does.
fn neutral(
    pool: &mut Pool,
    op: FloatOp,
    kind: FloatKind,
    mode: Rounding,
    a: TermId,
    b: TermId,
) -> Option<TermId> {
    let value = pool.as_bv(b)?.clone();
    let one = cassay_float::from_int(kind, EXACT, &Bv::one(8), false);
    let neutral_zero = cassay_float::zero(kind, mode != Rounding::Down);
    let changes_nothing = match op {
        FloatOp::Mul | FloatOp::Div => value == one,
        FloatOp::Add => value == neutral_zero,
        FloatOp::Sub => cassay_float::neg(kind, &value) == neutral_zero,
        FloatOp::Fma | FloatOp::Sqrt | FloatOp::ToIntegral | FloatOp::Fmod | FloatOp::Remainder => {
            false
        }
    };
    changes_nothing.then(|| pool.float_convert(kind, kind, EXACT, a))
}
