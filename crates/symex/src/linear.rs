//! Offsets as linear forms: which byte offsets can a symbolic offset stand for?
//!
//! `a[i].f` has the offset `i * size + k`. The factor determines which leaves an access can touch,
//! and turns "the offset is 12" into "i is 3".

use cassay_term::{Op, Pool, TermId};

/// `constant + Σ factor · part`, over the integers.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// The constant.
    pub constant: i128,
    /// Terms with their factors; none is zero and no term occurs twice.
    pub parts: Vec<(TermId, i128)>,
    /// Whether the equality holds over the integers. If not, it holds only modulo 2^width.
    pub exact: bool,
}

const MAX_DEPTH: u32 = 24;

impl Linear {
    /// The linear form of a bit-vector term, read as signed.
    pub fn of(pool: &Pool, term: TermId) -> Linear {
        let mut linear = Linear::default();
        linear.add(pool, term, 1, MAX_DEPTH);
        linear.parts.retain(|(_, factor)| *factor != 0);
        linear.exact = linear.fits(pool, term);
        linear
    }

    /// The greatest modulus by which all offsets are congruent: every value is `constant` modulo
    /// it.
    pub fn stride(&self) -> u64 {
        let divisor = self
            .parts
            .iter()
            .fold(0u128, |g, (_, f)| gcd(g, f.unsigned_abs()));
        if self.exact {
            u64::try_from(divisor).unwrap_or(1).max(1)
        } else {
            // Modulo a power of two only the power of two in the divisor survives a wrap-around.
            1 << divisor.trailing_zeros().min(12)
        }
    }

    /// The smallest and greatest value; only for exact forms.
    pub fn range(&self, pool: &Pool) -> (i128, i128) {
        let mut range = (self.constant, self.constant);
        for (part, factor) in &self.parts {
            let (low, high) = signed_range(pool, *part);
            let (a, b) = (low * factor, high * factor);
            range.0 += a.min(b);
            range.1 += a.max(b);
        }
        range
    }

    fn add(&mut self, pool: &Pool, term: TermId, factor: i128, depth: u32) {
        let args = pool.args(term);
        if let Some(value) = pool.as_bv(term) {
            let value = value.to_i128().unwrap_or(0);
            self.constant = self.constant.wrapping_add(value.wrapping_mul(factor));
            return;
        }
        if depth > 0 {
            match pool.op(term) {
                Op::BvAdd => {
                    self.add(pool, args[0], factor, depth - 1);
                    return self.add(pool, args[1], factor, depth - 1);
                }
                Op::BvSub => {
                    self.add(pool, args[0], factor, depth - 1);
                    return self.add(pool, args[1], factor.wrapping_neg(), depth - 1);
                }
                Op::BvNeg => return self.add(pool, args[0], factor.wrapping_neg(), depth - 1),
                Op::BvMul => {
                    for (constant, other) in [(args[0], args[1]), (args[1], args[0])] {
                        if let Some(value) = small_constant(pool, constant)
                            && let Some(product) = factor.checked_mul(value)
                        {
                            return self.add(pool, other, product, depth - 1);
                        }
                    }
                }
                Op::BvShl => {
                    if let Some(shift) = pool.as_u64(args[1]).filter(|s| *s < 32)
                        && let Some(product) = factor.checked_mul(1 << shift)
                    {
                        return self.add(pool, args[0], product, depth - 1);
                    }
                }
                _ => {}
            }
        }
        match self.parts.iter_mut().find(|(part, _)| *part == term) {
            Some((_, sum)) => *sum = sum.wrapping_add(factor),
            None => self.parts.push((term, factor)),
        }
    }

    /// Whether the sum stays in the signed range of the term for all values of the parts.
    fn fits(&self, pool: &Pool, term: TermId) -> bool {
        let half = 1i128 << (pool.width(term).clamp(1, 100) - 1);
        let mut reach = self.constant.unsigned_abs();
        for (part, factor) in &self.parts {
            let (low, high) = signed_range(pool, *part);
            let most = low.unsigned_abs().max(high.unsigned_abs());
            match most
                .checked_mul(factor.unsigned_abs())
                .and_then(|r| r.checked_add(reach))
            {
                Some(sum) => reach = sum,
                None => return false,
            }
        }
        reach < half.unsigned_abs()
    }
}

/// A constant small enough to be a stride.
fn small_constant(pool: &Pool, term: TermId) -> Option<i128> {
    let value = pool.as_bv(term)?.to_i128()?;
    (value.unsigned_abs() < 1 << 40).then_some(value)
}

/// Bounds of a term's signed value.
pub fn signed_range(pool: &Pool, term: TermId) -> (i128, i128) {
    let width = pool.width(term);
    if width <= 64 {
        let (low, high) = pool.srange(term);
        return (i128::from(low), i128::from(high));
    }
    let half = 1i128 << (width.min(120) - 1);
    (-half, half - 1)
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
