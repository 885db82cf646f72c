//! Shifts in stages: one stage for each bit of the amount, so logarithmically many in the width.
//!
//! The operators of the theory shift too, but they neither report whether a set bit was lost nor
//! count leading zeros, and the stages for these need to shift anyway.

use cassay_bv::Bv;
use cassay_term::{Pool, TermId};

/// The number of stages for shifts by less than a width.
fn stages(width: u32) -> u32 {
    width.next_power_of_two().trailing_zeros()
}

/// `value / 2^amount` rounded down. The amount is unsigned, of any width.
pub(super) fn right(pool: &mut Pool, value: TermId, amount: TermId) -> TermId {
    shift_right(pool, value, amount).0
}

/// `value / 2^amount`, where the last bit is also set when a set bit is lost: a *sticky* bit. The
/// amount is unsigned, of any width.
pub(super) fn right_sticky(pool: &mut Pool, value: TermId, amount: TermId) -> TermId {
    let (shifted, lost) = shift_right(pool, value, amount);
    let lost = pool.bool_to_bv(lost, pool.width(value));
    pool.bv_or(shifted, lost)
}

/// The shifted value, and whether a set bit was lost.
fn shift_right(pool: &mut Pool, value: TermId, amount: TermId) -> (TermId, TermId) {
    let (width, bits) = (pool.width(value), pool.width(amount));
    let (mut shifted, mut lost) = (value, pool.fls());
    for stage in 0..stages(width).min(bits) {
        let step = 1 << stage;
        let taken = super::is_set(pool, amount, stage);
        let low = pool.extract(step - 1, 0, shifted);
        let clear = super::is_clear(pool, low);
        let loses = pool.not(clear);
        let loses = pool.and(taken, loses);
        lost = pool.or(lost, loses);
        let high = pool.extract(width - 1, step, shifted);
        let moved = pool.zext(high, width);
        shifted = pool.ite(taken, moved, shifted);
    }
    if bits > stages(width) {
        // If everything is shifted out, the result of the stages does not matter.
        let rest = pool.extract(bits - 1, stages(width), amount);
        let within = super::is_clear(pool, rest);
        let zero = pool.bv_u64(width, 0);
        let any = super::is_clear(pool, value);
        let any = pool.not(any);
        shifted = pool.ite(within, shifted, zero);
        lost = pool.ite(within, lost, any);
    }
    (shifted, lost)
}

/// A significand with exactly this width, which is at least two: low bits are combined in one sticky
/// bit, or zero bits are appended.
pub(super) fn to_width(pool: &mut Pool, significand: TermId, width: u32) -> TermId {
    let bits = pool.width(significand);
    if bits <= width {
        return super::padded(pool, significand, width - bits);
    }
    let kept = pool.extract(bits - 1, bits - width + 1, significand);
    let rest = pool.extract(bits - width, 0, significand);
    let clear = super::is_clear(pool, rest);
    let lost = pool.not(clear);
    super::followed_by(pool, kept, lost)
}

/// A value shifted left until its leading bit is set, and by how many places. Zero stays zero, with
/// the greatest number of places.
pub(super) fn normalise(pool: &mut Pool, value: TermId) -> (TermId, TermId) {
    normalise_staged(pool, value, None)
}

/// The same, but by at most `limit` places, an unsigned term of any width.
pub(super) fn normalise_at_most(pool: &mut Pool, value: TermId, limit: TermId) -> (TermId, TermId) {
    let (bits, stages) = (pool.width(limit), stages(pool.width(value)));
    let limit = if bits <= stages {
        pool.zext(limit, stages)
    } else {
        let (high, low) = (
            pool.extract(bits - 1, stages, limit),
            pool.extract(stages - 1, 0, limit),
        );
        let within = super::is_clear(pool, high);
        let most = pool.bv(Bv::ones(stages));
        pool.ite(within, low, most)
    };
    normalise_staged(pool, value, Some(limit))
}

/// Stages from the greatest to the least. The number of places is the minimum of two numbers, and a
/// stage is taken if both still allow it. If only the limit allows a stage, it no longer limits
/// anything: all its further bits are set.
fn normalise_staged(pool: &mut Pool, value: TermId, mut limit: Option<TermId>) -> (TermId, TermId) {
    let width = pool.width(value);
    let (mut shifted, mut places) = (value, None);
    for stage in (0..stages(width)).rev() {
        let step = 1 << stage;
        let top = pool.extract(width - 1, width - step, shifted);
        let clear = super::is_clear(pool, top);
        let mut taken = clear;
        if let Some(within) = limit {
            let reached = super::is_set(pool, within, stage);
            taken = pool.and(clear, reached);
            limit = (stage > 0).then(|| {
                let rest = pool.extract(stage - 1, 0, within);
                let set = pool.not(clear);
                let free = pool.and(set, reached);
                let most = pool.bv(Bv::ones(stage));
                pool.ite(free, most, rest)
            });
        }
        let rest = pool.extract(width - 1 - step, 0, shifted);
        let moved = super::padded(pool, rest, step);
        shifted = pool.ite(taken, moved, shifted);
        let digit = super::bit(pool, taken);
        places = Some(match places {
            Some(places) => pool.concat(places, digit),
            None => digit,
        });
    }
    let none = pool.bv_u64(1, 0);
    (shifted, places.unwrap_or(none))
}
