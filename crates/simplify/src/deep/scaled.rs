//! Comparisons of `x * c` and `x + c` with constants, where ranges exclude wrapping, and
//! equations that multiplication by an odd constant cannot hide.

use cassay_bv::Bv;
use cassay_term::{Op, Pool, Range, TermId};

/// The comparison on the term itself, without its factor or offset.
pub fn compare(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    pool.range(a)?;
    match (op, pool.as_u64(b)) {
        (Op::Eq, Some(d)) => eq_product(pool, a, d),
        (Op::BvUlt, Some(d)) => ult_const(pool, a, d),
        (Op::BvSlt, Some(_)) => {
            let d = pool.as_bv(b).and_then(Bv::to_i64)?;
            slt_const(pool, a, d)
        }
        (_, None) => same_factor(pool, op, a, b),
        (_, Some(_)) => None,
    }
}

/// `(x, c, range of x)` when `t` is `op(x, c)`.
fn with_constant(pool: &Pool, op: Op, t: TermId) -> Option<(TermId, u64, Range)> {
    if *pool.op(t) != op {
        return None;
    }
    let &[x, c] = pool.args(t) else { return None };
    Some((x, pool.as_u64(c)?, pool.range(x)?))
}

fn max(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// Whether `x * c` is exact as an unsigned number.
fn product_fits(x: Range, c: u64) -> bool {
    u128::from(x.umax) * u128::from(c) <= u128::from(max(x.width))
}

/// The inverse of an odd number modulo two to the 64.
fn inverse(odd: u64) -> u64 {
    let mut result = odd;
    for _ in 0..6 {
        result = result.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(result)));
    }
    result
}

fn eq_product(pool: &mut Pool, a: TermId, d: u64) -> Option<TermId> {
    let (x, c, range) = with_constant(pool, Op::BvMul, a)?;
    let width = range.width;
    if c % 2 == 1 {
        let value = pool.bv_u64(width, d.wrapping_mul(inverse(c)));
        return Some(pool.eq(x, value));
    }
    if c == 0 || d.trailing_zeros() < c.trailing_zeros() {
        return (c != 0).then(|| pool.fls());
    }
    if !product_fits(range, c) {
        return None;
    }
    if !d.is_multiple_of(c) {
        return Some(pool.fls());
    }
    let value = pool.bv_u64(width, d / c);
    Some(pool.eq(x, value))
}

fn ult_const(pool: &mut Pool, a: TermId, d: u64) -> Option<TermId> {
    if let Some((x, c, range)) = with_constant(pool, Op::BvMul, a) {
        if c == 0 || !product_fits(range, c) {
            return None;
        }
        let bound = pool.bv_u64(range.width, d.div_ceil(c));
        return Some(pool.ult(x, bound));
    }
    let (x, c, range) = with_constant(pool, Op::BvAdd, a)?;
    let limit = max(range.width);
    if range.umax <= limit - c {
        if d <= c {
            return Some(pool.fls());
        }
        let bound = pool.bv_u64(range.width, d - c);
        return Some(pool.ult(x, bound));
    }
    let down = limit - c + 1;
    if range.umin < down {
        return None;
    }
    if d > limit - down {
        return Some(pool.tru());
    }
    let bound = pool.bv_u64(range.width, d + down);
    Some(pool.ult(x, bound))
}

fn slt_const(pool: &mut Pool, a: TermId, d: i64) -> Option<TermId> {
    let (op, c) = if let op @ (Op::BvMul | Op::BvAdd) = *pool.op(a) {
        (op, pool.as_bv(pool.args(a)[1])?.to_i64()?)
    } else {
        return None;
    };
    let x = pool.args(a)[0];
    let range = pool.range(x)?;
    let limits = (
        i128::from(i64::MIN >> (64 - range.width)),
        i128::from(i64::MAX >> (64 - range.width)),
    );
    let (c, d) = (i128::from(c), i128::from(d));
    let (low, high) = (i128::from(range.smin), i128::from(range.smax));
    let (bound, least, greatest) = match op {
        Op::BvAdd => (d - c, low + c, high + c),
        _ if c > 0 => (-((-d).div_euclid(c)), low * c, high * c),
        _ => return None,
    };
    if least < limits.0 || greatest > limits.1 {
        return None;
    }
    if bound > limits.1 {
        return Some(pool.tru());
    }
    if bound <= limits.0 {
        return Some(pool.fls());
    }
    let bound = pool.bv(Bv::from_i128(range.width, bound));
    Some(pool.slt(x, bound))
}

/// Both sides are products by the same constant, neither of which wraps.
fn same_factor(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let (x, c, left) = with_constant(pool, Op::BvMul, a)?;
    let (y, d, right) = with_constant(pool, Op::BvMul, b)?;
    if c != d || c == 0 {
        return None;
    }
    let exact = match op {
        Op::Eq if c % 2 == 1 => true,
        Op::Eq | Op::BvUlt => product_fits(left, c) && product_fits(right, c),
        _ => false,
    };
    exact.then(|| pool.make(op, &[x, y]))
}
