//! Guessing before solving: many violations show under the simplest inputs.
//!
//! A few models are tried by evaluation alone: all zero, all ones, and fixed pseudo-random mixes
//! of small, extreme and arbitrary values. Evaluation is linear in the formula, so a guess costs
//! less than handing the formula to a solver. A guess can only find violations, never exclude one.

use cassay_bv::Bv;
use cassay_term::{Evaluator, Model, Pool, Sort, TermId, Value, post_order};

/// How many models are tried.
const GUESSES: u64 = 8;

/// Formulas with more terms are not guessed at.
const MAX_TERMS: usize = 2_000_000;

/// A model of the constraints under which one of the terms holds, and the first that does.
pub fn guess(pool: &Pool, constraints: &[TermId], terms: &[TermId]) -> Option<(usize, Model)> {
    let roots = [constraints, terms].concat();
    let order = post_order(pool, &roots);
    if order.len() > MAX_TERMS {
        return None;
    }
    let symbols: Vec<TermId> = order
        .into_iter()
        .filter(|term| pool.symbol_name(*term).is_some())
        .collect();
    (0..GUESSES).find_map(|number| {
        let model = model(pool, &symbols, number);
        let mut evaluator = Evaluator::new(pool, &model);
        if !constraints
            .iter()
            .all(|constraint| evaluator.bool_value(*constraint))
        {
            return None;
        }
        let first = terms.iter().position(|term| evaluator.bool_value(*term))?;
        Some((first, model))
    })
}

/// The guess of a number: the same for the same formula.
fn model(pool: &Pool, symbols: &[TermId], number: u64) -> Model {
    let mut random = Random(number);
    let mut model = Model::new();
    for symbol in symbols {
        let value = match pool.sort(*symbol) {
            Sort::Bool => Value::Bool(match number {
                0 => false,
                1 => true,
                _ => random.next() & 1 == 1,
            }),
            Sort::Bv(width) => Value::Bv(bits(width, number, &mut random)),
            other => Value::default_of(other),
        };
        model.set(*symbol, value);
    }
    model
}

fn bits(width: u32, number: u64, random: &mut Random) -> Bv {
    match number {
        0 => Bv::zero(width),
        1 => Bv::ones(width),
        2 => Bv::from_u64(width, 1),
        _ => match random.next() % 4 {
            0 => Bv::from_u64(width, random.next() % 16),
            1 => Bv::from_i64(width, -((random.next() % 16) as i64)),
            2 => Bv::from_u64(width, 1 << (random.next() % u64::from(width.min(64)))),
            _ => Bv::from_u64(width, random.next()),
        },
    }
}

/// A fixed sequence of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_first_term_that_an_extreme_value_makes_true() {
        let mut pool = cassay_simplify::pool();
        let x = pool.symbol("x", Sort::Bv(32));
        let minus_one = pool.bv_i64(32, -1);
        let never = pool.ult(minus_one, x);
        let at_minus_one = pool.eq(x, minus_one);
        let (first, model) = guess(&pool, &[], &[never, at_minus_one]).expect("a guess");
        assert_eq!(first, 1);
        assert_eq!(model.get(x), Some(&Value::Bv(Bv::ones(32))));
    }

    #[test]
    fn keeps_to_the_constraints() {
        let mut pool = cassay_simplify::pool();
        let x = pool.symbol("x", Sort::Bv(8));
        let zero = pool.bv_u64(8, 0);
        let is_zero = pool.eq(x, zero);
        let not_zero = pool.not(is_zero);
        assert!(guess(&pool, &[not_zero], &[is_zero]).is_none());
        assert!(guess(&pool, &[is_zero], &[is_zero]).is_some());
    }
}
