//! Bit operators that can be expressed by arithmetic: with constants, on single bits, and on
//! operands whose set bits do not overlap.

use cassay_bv::Bv;
use cassay_term::{Op, Pool, TermId};

/// How an operator on bits is computed with integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// All operands are single bits.
    Single,
    /// Conjunction with a constant: the bits of an operand in the runs of ones of the constant. A
    /// run is given by its lowest bit and the bit after its highest.
    Keep {
        /// The operand that is not constant.
        of: TermId,
        /// The runs.
        runs: Vec<(u32, u32)>,
    },
    /// Disjunction with a constant: `Keep` of the other bits, plus the constant.
    Set {
        /// The operand that is not constant.
        of: TermId,
        /// The runs of bits that are kept.
        runs: Vec<(u32, u32)>,
        /// The constant.
        to: Bv,
    },
    /// Exclusive or with a constant: the operand plus the constant, minus twice `Keep`.
    Turn {
        /// The operand that is not constant.
        of: TermId,
        /// The runs of bits that are flipped.
        runs: Vec<(u32, u32)>,
        /// The constant.
        by: Bv,
    },
    /// No bit is set in both operands: their sum.
    Sum,
    /// A shift by a constant.
    Shift(u32),
}

/// The greatest number of runs of ones for which a constant is treated as a mask.
const MAX_RUNS: usize = 2;

/// How many levels of an operand are inspected.
const MAX_DEPTH: u32 = 8;

impl Plan {
    /// The plan for an operator on bits, if it is arithmetic.
    pub fn of(pool: &Pool, term: TermId) -> Option<Plan> {
        let args = pool.args(term);
        let width = pool.width(term);
        match pool.op(term) {
            Op::BvShl | Op::BvLshr | Op::BvAshr => {
                let by = pool.as_bv(args[1])?;
                let by = by
                    .to_u64()
                    .map_or(width, |by| by.min(u64::from(width)) as u32);
                return Some(Plan::Shift(by));
            }
            Op::BvAnd | Op::BvOr | Op::BvXor => {}
            _ => return None,
        }
        if width == 1 {
            return Some(Plan::Single);
        }
        let constant = match (pool.as_bv(args[0]), pool.as_bv(args[1])) {
            (_, Some(constant)) => Some((args[0], constant)),
            (Some(constant), None) => Some((args[1], constant)),
            (None, None) => None,
        };
        match (pool.op(term), constant) {
            (Op::BvAnd, Some((of, mask))) => Some(Plan::Keep {
                of,
                runs: runs(mask)?,
            }),
            (Op::BvOr, Some((of, to))) => Some(Plan::Set {
                of,
                runs: runs(&to.not())?,
                to: to.clone(),
            }),
            (Op::BvXor, Some((of, by))) => Some(Plan::Turn {
                of,
                runs: runs(by)?,
                by: by.clone(),
            }),
            (Op::BvOr | Op::BvXor, None) if are_apart(pool, args[0], args[1]) => Some(Plan::Sum),
            _ => None,
        }
    }
}

/// The runs of ones of a constant, from the lowest; `None` if there are too many.
fn runs(constant: &Bv) -> Option<Vec<(u32, u32)>> {
    let mut runs = Vec::new();
    let mut start = None;
    for bit in 0..=constant.width() {
        let set = bit < constant.width() && constant.bit(bit);
        match (set, start) {
            (true, None) => start = Some(bit),
            (false, Some(low)) => {
                runs.push((low, bit));
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    (runs.len() <= MAX_RUNS).then_some(runs)
}

/// Whether the ones of one operand are all above those of the other.
fn are_apart(pool: &Pool, a: TermId, b: TermId) -> bool {
    zeros_below(pool, a, MAX_DEPTH) >= ones_end(pool, b, MAX_DEPTH)
        || zeros_below(pool, b, MAX_DEPTH) >= ones_end(pool, a, MAX_DEPTH)
}

/// A number of low bits that are certainly zero.
fn zeros_below(pool: &Pool, term: TermId, depth: u32) -> u32 {
    if let Some(constant) = pool.as_bv(term) {
        return constant.trailing_zeros().min(constant.width());
    }
    let (args, width) = (pool.args(term), pool.width(term));
    if depth == 0 {
        return 0;
    }
    let below = |term| zeros_below(pool, term, depth - 1);
    match pool.op(term) {
        Op::BvShl => match pool.as_u64(args[1]) {
            Some(by) => (u64::from(below(args[0])) + by).min(u64::from(width)) as u32,
            None => 0,
        },
        Op::BvConcat if pool.as_bv(args[1]).is_some_and(Bv::is_zero) => {
            pool.width(args[1]) + below(args[0])
        }
        Op::BvConcat => below(args[1]),
        Op::BvZext { .. } | Op::BvSext { .. } => below(args[0]),
        Op::BvOr | Op::BvXor => below(args[0]).min(below(args[1])),
        Op::Ite => below(args[1]).min(below(args[2])),
        _ => 0,
    }
}

/// A bit such that it and all higher ones are certainly zero.
fn ones_end(pool: &Pool, term: TermId, depth: u32) -> u32 {
    let width = pool.width(term);
    if let Some(constant) = pool.as_bv(term) {
        return width - constant.leading_zeros().min(width);
    }
    let known = match pool.range(term) {
        Some(range) => 64 - range.umax.leading_zeros(),
        None => width,
    };
    if depth == 0 {
        return known;
    }
    let args = pool.args(term);
    let end = |term| ones_end(pool, term, depth - 1);
    let shown = match pool.op(term) {
        Op::BvZext { .. } => end(args[0]),
        Op::BvConcat if pool.as_bv(args[0]).is_some_and(Bv::is_zero) => end(args[1]),
        Op::BvConcat => pool.width(args[1]) + end(args[0]),
        Op::BvShl => match pool.as_u64(args[1]) {
            Some(by) => (u64::from(end(args[0])) + by).min(u64::from(width)) as u32,
            None => width,
        },
        Op::BvLshr => match pool.as_u64(args[1]) {
            Some(by) => u64::from(end(args[0])).saturating_sub(by) as u32,
            None => width,
        },
        Op::BvOr | Op::BvXor => end(args[0]).max(end(args[1])),
        Op::BvAnd => end(args[0]).min(end(args[1])),
        Op::Ite => end(args[1]).max(end(args[2])),
        _ => width,
    };
    known.min(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_term::Sort;

    #[test]
    fn masks_and_shifts_by_constants_are_arithmetic() {
        let mut pool = Pool::raw();
        let (x, y) = (
            pool.symbol("x", Sort::Bv(16)),
            pool.symbol("y", Sort::Bv(16)),
        );
        let (mask, odd) = (pool.bv_u64(16, 0x0ff0), pool.bv_u64(16, 0x5555));
        let kept = pool.bv_and(x, mask);
        let runs = vec![(4, 12)];
        assert_eq!(Plan::of(&pool, kept), Some(Plan::Keep { of: x, runs }));
        let strange = pool.bv_and(x, odd);
        assert_eq!(Plan::of(&pool, strange), None);
        let both = pool.bv_and(x, y);
        assert_eq!(Plan::of(&pool, both), None);
        let five = pool.bv_u64(16, 5);
        let shifted = pool.bv_lshr(x, five);
        assert_eq!(Plan::of(&pool, shifted), Some(Plan::Shift(5)));
        let away = pool.bv_ashr(x, odd);
        assert_eq!(Plan::of(&pool, away), Some(Plan::Shift(16)));
        let unknown = pool.bv_shl(five, x);
        assert_eq!(Plan::of(&pool, unknown), None);
    }

    #[test]
    fn parts_that_do_not_overlap_are_added() {
        let mut pool = Pool::raw();
        let (x, y) = (pool.symbol("x", Sort::Bv(8)), pool.symbol("y", Sort::Bv(8)));
        let (x, y) = (pool.zext(x, 16), pool.zext(y, 16));
        for (by, plan) in [(8, Some(Plan::Sum)), (7, None)] {
            let by = pool.bv_u64(16, by);
            let high = pool.bv_shl(x, by);
            let (or, xor, and) = (
                pool.bv_or(high, y),
                pool.bv_xor(y, high),
                pool.bv_and(high, y),
            );
            assert_eq!(Plan::of(&pool, or), plan);
            assert_eq!(Plan::of(&pool, xor), plan);
            assert_eq!(Plan::of(&pool, and), None);
        }
    }
}
