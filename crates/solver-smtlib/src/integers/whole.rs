//! Integers that represent bit-vectors: the text of an expression and the interval it lies in.
//!
//! An expression represents a bit-vector of some width if it is congruent to it modulo two to the
//! width. It is in *range*, signed or unsigned, if it is the signed or unsigned value of the bits.

use num_bigint::BigInt;

/// How bits are read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Unsigned.
    Unsigned,
    /// Signed, in two's complement.
    Signed,
}

impl Reading {
    /// The reading with or without sign.
    pub fn of(signed: bool) -> Self {
        match signed {
            true => Reading::Signed,
            false => Reading::Unsigned,
        }
    }
}

/// Two to a power.
pub fn power(exponent: u32) -> BigInt {
    BigInt::from(1) << exponent
}

/// An integer as SMT-LIB writes it.
pub fn literal(value: &BigInt) -> String {
    if *value < BigInt::ZERO {
        format!("(- {})", -value)
    } else {
        value.to_string()
    }
}

/// A closed interval of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub low: BigInt,
    /// The greatest.
    pub high: BigInt,
}

impl Interval {
    /// From one number to another.
    pub fn new(low: BigInt, high: BigInt) -> Self {
        Interval { low, high }
    }

    /// The range of a reading of this many bits.
    pub fn full(width: u32, reading: Reading) -> Self {
        match reading {
            Reading::Unsigned => Interval::new(BigInt::ZERO, power(width) - 1),
            Reading::Signed => Interval::new(-power(width - 1), power(width - 1) - 1),
        }
    }

    /// Whether the interval is contained in another.
    pub fn is_in(&self, other: &Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The intersection; the other alone if it is empty.
    pub fn meet(self, other: Interval) -> Interval {
        let low = self.low.max(other.low.clone());
        let high = self.high.min(other.high.clone());
        if low <= high {
            Interval { low, high }
        } else {
            other
        }
    }

    /// The least interval that contains both.
    pub fn hull(&self, other: &Interval) -> Interval {
        Interval {
            low: (&self.low).min(&other.low).clone(),
            high: (&self.high).max(&other.high).clone(),
        }
    }

    /// The sums.
    pub fn plus(&self, other: &Interval) -> Interval {
        Interval::new(&self.low + &other.low, &self.high + &other.high)
    }

    /// The differences.
    pub fn minus(&self, other: &Interval) -> Interval {
        Interval::new(&self.low - &other.high, &self.high - &other.low)
    }

    /// The products.
    pub fn times(&self, other: &Interval) -> Interval {
        let corners = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        let mut hull = Interval::new(corners[0].clone(), corners[0].clone());
        for corner in corners {
            hull = hull.hull(&Interval::new(corner.clone(), corner));
        }
        hull
    }

    /// The quotients by two to a power, rounded down.
    pub fn shifted_down(&self, by: u32) -> Interval {
        // The shift of a negative number rounds down.
        Interval::new(&self.low >> by, &self.high >> by)
    }
}

/// An expression with an interval that contains its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The text.
    pub text: String,
    /// The interval.
    pub within: Interval,
}

impl Whole {
    /// An expression.
    pub fn new(text: String, within: Interval) -> Self {
        Whole { text, within }
    }

    /// A number.
    pub fn number(value: BigInt) -> Self {
        Whole {
            text: literal(&value),
            within: Interval::new(value.clone(), value),
        }
    }

    /// The number, if there is only one.
    pub fn value(&self) -> Option<&BigInt> {
        (self.within.low == self.within.high).then_some(&self.within.low)
    }

    /// Whether the value is certainly in the range of a reading.
    pub fn is_read(&self, width: u32, reading: Reading) -> bool {
        self.within.is_in(&Interval::full(width, reading))
    }

    /// The value of a reading of the bits that are congruent to this number.
    pub fn read(&self, width: u32, reading: Reading) -> Whole {
        let full = Interval::full(width, reading);
        if self.within.is_in(&full) {
            return self.clone();
        }
        let (text, period) = (&self.text, power(width));
        let near =
            self.within.low >= &full.low - &period && self.within.high <= &full.high + &period;
        let text = if near {
            let mut choice = text.clone();
            if self.within.high > full.high {
                let high = literal(&full.high);
                choice = format!("(ite (> {text} {high}) (- {text} {period}) {choice})");
            }
            if self.within.low < full.low {
                let low = literal(&full.low);
                choice = format!("(ite (< {text} {low}) (+ {text} {period}) {choice})");
            }
            choice
        } else {
            match reading {
                Reading::Unsigned => format!("(mod {text} {period})"),
                Reading::Signed => {
                    let half = power(width - 1);
                    format!("(- (mod (+ {text} {half}) {period}) {half})")
                }
            }
        };
        Whole::new(text, full)
    }

    /// This modulo two to a power, at least zero.
    pub fn low_bits(&self, count: u32) -> Whole {
        if count == 0 {
            return Whole::number(BigInt::ZERO);
        }
        let full = Interval::full(count, Reading::Unsigned);
        if self.within.is_in(&full) {
            return self.clone();
        }
        Whole::new(format!("(mod {} {})", self.text, power(count)), full)
    }

    /// The sum.
    pub fn plus(&self, other: &Whole) -> Whole {
        let text = match (self.value(), other.value()) {
            (_, Some(zero)) if *zero == BigInt::ZERO => self.text.clone(),
            (Some(zero), _) if *zero == BigInt::ZERO => other.text.clone(),
            _ => format!("(+ {} {})", self.text, other.text),
        };
        Whole::new(text, self.within.plus(&other.within))
    }

    /// The difference.
    pub fn minus(&self, other: &Whole) -> Whole {
        let text = format!("(- {} {})", self.text, other.text);
        Whole::new(text, self.within.minus(&other.within))
    }

    /// The product.
    pub fn times(&self, other: &Whole) -> Whole {
        let text = format!("(* {} {})", self.text, other.text);
        Whole::new(text, self.within.times(&other.within))
    }

    /// The quotient by two to a power, rounded down.
    pub fn shifted_down(&self, by: u32) -> Whole {
        let text = format!("(div {} {})", self.text, power(by));
        Whole::new(text, self.within.shifted_down(by))
    }

    /// The product with two to a power.
    pub fn shifted_up(&self, by: u32) -> Whole {
        self.times(&Whole::number(power(by)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(low: i64, high: i64) -> Whole {
        Whole::new("x".to_string(), Interval::new(low.into(), high.into()))
    }

    #[test]
    fn a_number_in_range_is_read_as_itself() {
        assert_eq!(x(0, 255).read(8, Reading::Unsigned).text, "x");
        assert_eq!(x(-128, 127).read(8, Reading::Signed).text, "x");
        assert_eq!(x(0, 100).read(8, Reading::Signed).text, "x");
    }

    #[test]
    fn a_number_near_the_range_is_brought_back_by_choice() {
        let read = x(0, 255).read(8, Reading::Signed);
        assert_eq!(read.text, "(ite (> x 127) (- x 256) x)");
        assert_eq!(read.within, Interval::full(8, Reading::Signed));
        let read = x(-256, 510).read(8, Reading::Unsigned).text;
        assert_eq!(read, "(ite (< x 0) (+ x 256) (ite (> x 255) (- x 256) x))");
        assert_eq!(x(-257, 0).read(8, Reading::Unsigned).text, "(mod x 256)");
        assert_eq!(
            x(-1000, 0).read(8, Reading::Signed).text,
            "(- (mod (+ x 128) 256) 128)"
        );
    }

    #[test]
    fn intervals_hold_all_results() {
        let (a, b) = (x(-3, 5).within, x(-7, 2).within);
        assert_eq!(a.times(&b), x(-35, 21).within);
        assert_eq!(a.minus(&b), x(-5, 12).within);
        assert_eq!(a.shifted_down(1), x(-2, 2).within);
    }
}
