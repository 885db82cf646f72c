//! Bindings of the variables of a rule, and construction of terms from patterns.

use cassay_bv::Bv;
use cassay_term::{Pool, Sort, TermId};

use crate::pattern::{Condition, Int, Pattern, Shape};

/// Most term variables, and most integer variables, of one rule.
pub const MAX_VARS: usize = 8;

/// Values of variables by slot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bindings {
    /// Term variables.
    pub terms: [Option<TermId>; MAX_VARS],
    /// Integer variables.
    pub ints: [Option<i64>; MAX_VARS],
}

impl Bindings {
    /// The value of an integer expression, when its variables are bound.
    pub fn int(&self, pool: &Pool, int: &Int) -> Option<i64> {
        Some(match int {
            Int::Number(number) => *number,
            Int::Var(slot) => self.ints[*slot]?,
            Int::Width(slot) => {
                if let Sort::Bv(width) = pool.sort(self.terms[*slot]?) {
                    i64::from(width)
                } else {
                    return None;
                }
            }
            Int::Add(a, b) => self.int(pool, a)? + self.int(pool, b)?,
            Int::Sub(a, b) => self.int(pool, a)? - self.int(pool, b)?,
        })
    }

    /// The term that a pattern denotes; `None` when an integer is out of range, which a rule's
    /// conditions must exclude.
    pub fn build(&self, pool: &mut Pool, pattern: &Pattern) -> Option<TermId> {
        match pattern {
            Pattern::Var(slot) => self.terms[*slot],
            Pattern::Bool(value) => Some(pool.bool_const(*value)),
            Pattern::Const(shape, value, width) => {
                let value = constant(*shape, self.int(pool, value)?, self.int(pool, width)?)?;
                Some(pool.bv(value))
            }
            Pattern::Apply(symbol, params, args) => {
                let mut ints = [0; 2];
                for (int, param) in ints.iter_mut().zip(params) {
                    *int = self.int(pool, param)?;
                }
                let op = symbol.op(&ints[..params.len()])?;
                let mut terms = [pool.tru(); 3];
                for (term, arg) in terms.iter_mut().zip(args) {
                    *term = self.build(pool, arg)?;
                }
                Some(pool.make(op, &terms[..args.len()]))
            }
        }
    }

    /// Whether a condition is certain.
    pub fn holds(&self, pool: &mut Pool, condition: &Condition) -> bool {
        let compare = |a: &Int, b: &Int, test: fn(i64, i64) -> bool| matches!((self.int(pool, a), self.int(pool, b)), (Some(a), Some(b)) if test(a, b));
        match condition {
            Condition::Less(a, b) => compare(a, b, |a, b| a < b),
            Condition::AtMost(a, b) => compare(a, b, |a, b| a <= b),
            Condition::Equal(a, b) => compare(a, b, |a, b| a == b),
            Condition::Holds(pattern) => self
                .build(pool, pattern)
                .is_some_and(|term| pool.as_bool(term) == Some(true)),
        }
    }
}

/// The constant of a shape; `None` when the integer does not fit the width.
pub fn constant(shape: Shape, value: i64, width: i64) -> Option<Bv> {
    let width = u32::try_from(width).ok().filter(|width| *width > 0)?;
    let small = u32::try_from(value).ok();
    match shape {
        Shape::Value => {
            let fits = value < 0 || width >= 63 || value >> width == 0;
            fits.then(|| Bv::from_i64(width, value))
        }
        Shape::PowerOfTwo => small
            .filter(|k| *k < width)
            .map(|k| Bv::power_of_two(width, k)),
        Shape::LowMask => small
            .filter(|k| *k <= width)
            .map(|k| Bv::ones(width).lshr_by(width - k)),
        Shape::HighMask => small
            .filter(|k| *k <= width)
            .map(|k| Bv::ones(width).shl_by(k)),
    }
}

/// The integer that gives a constant this shape.
pub fn shape_of(shape: Shape, value: &Bv) -> Option<i64> {
    let width = value.width();
    let k = match shape {
        Shape::Value => {
            return value
                .to_u64()
                .filter(|v| *v <= i32::MAX as u64)
                .map(|v| v as i64);
        }
        Shape::PowerOfTwo => value.is_power_of_two().then(|| value.trailing_zeros())?,
        Shape::LowMask => width - value.leading_zeros(),
        Shape::HighMask => value.trailing_zeros(),
    };
    (constant(shape, i64::from(k), i64::from(width))? == *value).then_some(i64::from(k))
}
