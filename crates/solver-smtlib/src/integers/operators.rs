//! The integer expression of each operator. (In SMT-LIB, the remainder of `mod` is never negative.)

use cassay_term::{Op, TermId};
use num_bigint::BigInt;

use super::bits::Plan;
use super::whole::{Interval, Reading, Whole, literal, power};
use super::writer::Writer;

impl Writer<'_> {
    /// An integer congruent to an operator applied to integers.
    pub fn apply(&mut self, term: TermId, own: Reading) -> Whole {
        let pool = self.pool;
        let (args, width) = (pool.args(term), pool.width(term));
        match *pool.op(term) {
            Op::BvAdd => self.operand(args[0], own).plus(&self.operand(args[1], own)),
            Op::BvSub => self
                .operand(args[0], own)
                .minus(&self.operand(args[1], own)),
            Op::BvMul => self
                .operand(args[0], own)
                .times(&self.operand(args[1], own)),
            Op::BvNeg => Whole::number(BigInt::ZERO).minus(&self.operand(args[0], own)),
            Op::BvNot => Whole::number(BigInt::from(-1)).minus(&self.operand(args[0], own)),
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => self.division(term),
            Op::Ite => {
                let (then, other) = self.alike(args[1], args[2], own);
                let condition = cassay_term::reference(pool, args[0]);
                let text = format!("(ite {condition} {} {})", then.text, other.text);
                Whole::new(text, then.within.hull(&other.within))
            }
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr => {
                self.bit_operator(term, own)
            }
            Op::BvConcat => {
                let low = self.read_as(args[1], Reading::Unsigned);
                let high = self.operand(args[0], own);
                high.shifted_up(pool.width(args[1])).plus(&low)
            }
            // Bits above the width do not matter: the expressions are congruent.
            Op::BvExtract { lo: 0, .. } => self.operand(args[0], own),
            Op::BvExtract { lo, .. } => self.operand(args[0], own).shifted_down(lo),
            Op::BvZext { .. } => self.read_as(args[0], Reading::Unsigned),
            Op::BvSext { .. } => self.read_as(args[0], Reading::Signed),
            Op::Bool(_)
            | Op::Symbol(_)
            | Op::BvConst(_)
            | Op::Not
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::BvUaddo
            | Op::BvUsubo
            | Op::BvUmulo
            | Op::BvSaddo
            | Op::BvSsubo
            | Op::BvSmulo
            | Op::Float(..)
            | Op::FloatLt(_)
            | Op::FloatLe(_)
            | Op::FloatEq(_)
            | Op::FloatIsNan(_)
            | Op::FloatConvert { .. }
            | Op::FloatFromInt { .. }
            | Op::FloatToInt { .. }
            | Op::Select
            | Op::Store
            | Op::ConstArray { .. } => {
                unreachable!(
                    "{:?} of {width} bits is no integer by itself",
                    pool.op(term)
                )
            }
        }
    }

    /// A quotient or remainder, with the results of bit-vectors for division by zero.
    fn division(&mut self, term: TermId) -> Whole {
        let (args, width) = (self.pool.args(term), self.pool.width(term));
        let op = *self.pool.op(term);
        let reading = if let Op::BvSdiv | Op::BvSrem = op {
            Reading::Signed
        } else {
            Reading::Unsigned
        };
        let (a, b) = (
            self.read_as(args[0], reading),
            self.read_as(args[1], reading),
        );
        let function = if let Op::BvUdiv | Op::BvSdiv = op {
            "div"
        } else {
            "mod"
        };
        let plain = format!("({function} {} {})", a.text, b.text);
        let zero = BigInt::ZERO;
        // Truncated division: divide the magnitude of the dividend, then restore its sign.
        let text = if a.within.low < zero {
            let mirrored = format!("(- ({function} (- {}) {}))", a.text, b.text);
            format!("(ite (>= {} 0) {plain} {mirrored})", a.text)
        } else {
            plain
        };
        let full = Interval::full(width, reading);
        // The least number divided by minus one is one more than the greatest.
        let within = if let Op::BvSdiv = op {
            Interval::new(full.low, full.high + 1)
        } else {
            full
        };
        if b.within.low > zero || b.within.high < zero {
            return Whole::new(text, within);
        }
        let by_zero = match op {
            Op::BvUdiv => literal(&within.high),
            Op::BvSdiv => format!("(ite (>= {} 0) (- 1) 1)", a.text),
            _ => a.text.clone(),
        };
        let text = format!("(ite (= {} 0) {by_zero} {text})", b.text);
        Whole::new(text, within)
    }

    fn bit_operator(&mut self, term: TermId, own: Reading) -> Whole {
        let pool = self.pool;
        let args = pool.args(term);
        let Some(plan) = Plan::of(pool, term) else {
            unreachable!("{term} is an operator on bits, whose class is not of integers")
        };
        match plan {
            Plan::Single => self.single_bits(term),
            Plan::Keep { of, runs } => self.kept(of, &runs, own),
            Plan::Set { of, runs, to } => {
                let set = Whole::number(BigInt::from(to.to_biguint()));
                self.kept(of, &runs, own).plus(&set)
            }
            Plan::Turn { of, runs, by } => {
                let all = self.operand(of, own);
                let turned = self.kept(of, &runs, own).shifted_up(1);
                let by = Whole::number(BigInt::from(by.to_biguint()));
                let turned = all.plus(&by).minus(&turned);
                // The operands have no common bits, so there is no carry out of the width.
                Whole::new(turned.text, turned.within)
            }
            Plan::Sum => self.operand(args[0], own).plus(&self.operand(args[1], own)),
            Plan::Shift(by) => match pool.op(term) {
                Op::BvShl => self.operand(args[0], own).shifted_up(by),
                Op::BvAshr => self.read_as(args[0], Reading::Signed).shifted_down(by),
                _ => self.read_as(args[0], Reading::Unsigned).shifted_down(by),
            },
        }
    }

    /// The bits of a term in these runs, at their positions.
    fn kept(&mut self, term: TermId, runs: &[(u32, u32)], own: Reading) -> Whole {
        let all = self.operand(term, own);
        let mut sum = Whole::number(BigInt::ZERO);
        for (low, end) in runs {
            let below = all.low_bits(*end);
            let run = match low {
                0 => below,
                _ => {
                    let run = below.minus(&all.low_bits(*low));
                    let within = Interval::new(BigInt::ZERO, power(*end) - power(*low));
                    Whole::new(run.text, within)
                }
            };
            sum = sum.plus(&run);
        }
        sum
    }

    /// An operator on single bits.
    fn single_bits(&mut self, term: TermId) -> Whole {
        let args = self.pool.args(term);
        let a = self.read_as(args[0], Reading::Unsigned).text;
        let b = self.read_as(args[1], Reading::Unsigned).text;
        let text = match self.pool.op(term) {
            Op::BvAnd => format!("(ite (= {a} 1) {b} 0)"),
            Op::BvOr => format!("(ite (= {a} 1) 1 {b})"),
            _ => format!("(ite (= {a} {b}) 0 1)"),
        };
        Whole::new(text, Interval::full(1, Reading::Unsigned))
    }

    /// A predicate of two integers.
    pub fn predicate(&mut self, term: TermId) -> String {
        let pool = self.pool;
        let args = pool.args(term);
        let (a, b) = (args[0], args[1]);
        let width = pool.width(a);
        let mut both = |reading| {
            let (a, b) = (self.read_as(a, reading), self.read_as(b, reading));
            (a, b)
        };
        let compare =
            |symbol: &str, (a, b): (Whole, Whole)| format!("({symbol} {} {})", a.text, b.text);
        match *pool.op(term) {
            Op::Eq => {
                let own = self.own_reading(a, b);
                compare("=", self.alike(a, b, own))
            }
            Op::BvUlt | Op::BvUsubo => compare("<", both(Reading::Unsigned)),
            Op::BvUle => compare("<=", both(Reading::Unsigned)),
            Op::BvSlt => compare("<", both(Reading::Signed)),
            Op::BvSle => compare("<=", both(Reading::Signed)),
            Op::BvUaddo => leaves(
                both(Reading::Unsigned),
                Whole::plus,
                width,
                Reading::Unsigned,
            ),
            Op::BvUmulo => leaves(
                both(Reading::Unsigned),
                Whole::times,
                width,
                Reading::Unsigned,
            ),
            Op::BvSaddo => leaves(both(Reading::Signed), Whole::plus, width, Reading::Signed),
            Op::BvSsubo => leaves(both(Reading::Signed), Whole::minus, width, Reading::Signed),
            Op::BvSmulo => leaves(both(Reading::Signed), Whole::times, width, Reading::Signed),
            other => unreachable!("{other:?} is no predicate of integers"),
        }
    }
}

/// Whether the result of an operation is outside the range of a reading of this many bits.
fn leaves(
    (a, b): (Whole, Whole),
    operation: fn(&Whole, &Whole) -> Whole,
    width: u32,
    reading: Reading,
) -> String {
    let (result, full) = (operation(&a, &b), Interval::full(width, reading));
    let (low, high) = (literal(&full.low), literal(&full.high));
    let text = &result.text;
    match (result.within.low < full.low, result.within.high > full.high) {
        (true, true) => format!("(not (<= {low} {text} {high}))"),
        (true, false) => format!("(< {text} {low})"),
        (false, true) => format!("(> {text} {high})"),
        (false, false) => "false".to_string(),
    }
}
