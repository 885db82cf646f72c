//! Float operators by operators on bit-vectors: circuits for the operations of IEEE 754 (2008).
//!
//! An operand is unpacked ([`parts`]), the exact result is computed as far as rounding needs it
//! (one file for each kind of operation), rounded and packed again in one place ([`round`]). A
//! result without digits, such as an infinity or a NaN, is chosen at the end.
//!
//! Everything here is terms, so nothing branches: a case is a condition, and the terms of a case
//! are computed in the other cases too, where they are arbitrary. Meaningless digits (such as those
//! of an infinity) are harmless because no condition selects them.
//!
//! Conventions that all files share:
//!
//! - *Exponents* are represented like exponent fields: 1 is the exponent of the least normal number
//!   of the format. So unpacking and packing add nothing to them.
//! - *Significands* are fractions with one bit before the point: the leading bit is worth two to
//!   the exponent, however many bits follow. A significand is *normal* when that bit is set.
//! - The size of a term is linear in the width of the format, except for remainders.
//!
//! The meaning of every operator, NaN patterns and all, is that of `cassay_float`.

mod compare;
mod divide;
mod exponent;
mod integer;
mod multiply;
mod parts;
mod remainder;
mod round;
mod shift;
mod sum;

use cassay_float::{FloatKind, FloatOp, Rounding};
use cassay_term::{Op, Pool, TermId};

use crate::Unencodable;

/// A term without float operators that is equal to a float operator applied to arguments.
pub fn lower(pool: &mut Pool, op: Op, args: &[TermId]) -> Result<TermId, Unencodable> {
    let lowered = match (op, args) {
        (Op::Float(op, kind, mode), args) => arithmetic(pool, op, kind, mode, args),
        (Op::FloatLt(kind), [a, b]) => Some(compare::less(pool, kind, *a, *b)),
        (Op::FloatLe(kind), [a, b]) => Some(compare::less_or_equal(pool, kind, *a, *b)),
        (Op::FloatEq(kind), [a, b]) => Some(compare::equal(pool, kind, *a, *b)),
        (Op::FloatIsNan(kind), [a]) => Some(parts::Parts::of(pool, kind, *a).nan),
        (Op::FloatConvert { from, to, rounding }, [a]) => {
            Some(parts::convert(pool, from, to, rounding, *a))
        }
        (
            Op::FloatFromInt {
                kind,
                rounding,
                signed,
            },
            [a],
        ) => Some(integer::from_int(pool, kind, rounding, signed, *a)),
        (
            Op::FloatToInt {
                kind,
                width,
                signed,
            },
            [a],
        ) => Some(integer::to_int(pool, kind, width, signed, *a)),
        _ => None,
    };
    lowered.ok_or_else(|| Unencodable(format!("{op:?} of {} terms by bit-vectors", args.len())))
}

/// An operation from numbers of a format to a number of it; `None` for a wrong number of operands.
fn arithmetic(
    pool: &mut Pool,
    op: FloatOp,
    kind: FloatKind,
    mode: Rounding,
    args: &[TermId],
) -> Option<TermId> {
    Some(match (op, args) {
        (FloatOp::Add, [a, b]) => sum::add(pool, kind, mode, *a, *b),
        (FloatOp::Sub, [a, b]) => {
            let opposite = pool.float_neg(kind, *b);
            sum::add(pool, kind, mode, *a, opposite)
        }
        (FloatOp::Mul, [a, b]) => multiply::multiply(pool, kind, mode, *a, *b),
        (FloatOp::Div, [a, b]) => divide::divide(pool, kind, mode, *a, *b),
        (FloatOp::Fma, [a, b, c]) => multiply::multiply_add(pool, kind, mode, [*a, *b, *c]),
        (FloatOp::Sqrt, [a]) => divide::square_root(pool, kind, mode, *a),
        (FloatOp::ToIntegral, [a]) => integer::to_integral(pool, kind, mode, *a),
        (FloatOp::Fmod, [a, b]) => remainder::truncated(pool, kind, *a, *b),
        (FloatOp::Remainder, [a, b]) => remainder::nearest(pool, kind, *a, *b),
        (
            FloatOp::Add
            | FloatOp::Sub
            | FloatOp::Mul
            | FloatOp::Div
            | FloatOp::Fma
            | FloatOp::Sqrt
            | FloatOp::ToIntegral
            | FloatOp::Fmod
            | FloatOp::Remainder,
            _,
        ) => return None,
    })
}

/// The value of the first condition that holds, or the default.
fn first_of(pool: &mut Pool, cases: &[(TermId, TermId)], otherwise: TermId) -> TermId {
    let cases = cases.iter().rev();
    cases.fold(otherwise, |rest, (condition, value)| {
        pool.ite(*condition, *value, rest)
    })
}

/// A truth value as one bit.
fn bit(pool: &mut Pool, condition: TermId) -> TermId {
    pool.bool_to_bv(condition, 1)
}

/// Whether a bit of a term is set.
fn is_set(pool: &mut Pool, term: TermId, position: u32) -> TermId {
    let bit = pool.extract(position, position, term);
    let one = pool.bv_u64(1, 1);
    pool.eq(bit, one)
}

/// Whether all bits of a term are clear.
fn is_clear(pool: &mut Pool, term: TermId) -> TermId {
    let zero = pool.bv_u64(pool.width(term), 0);
    pool.eq(term, zero)
}

/// A term with this many zero bits appended.
fn padded(pool: &mut Pool, term: TermId, bits: u32) -> TermId {
    if bits == 0 {
        return term;
    }
    let zeros = pool.bv_u64(bits, 0);
    pool.concat(term, zeros)
}

/// A term with one bit appended.
fn followed_by(pool: &mut Pool, term: TermId, condition: TermId) -> TermId {
    let last = bit(pool, condition);
    pool.concat(term, last)
}
