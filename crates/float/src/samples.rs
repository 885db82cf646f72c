//! Operands for tests, drawn where mistakes live: special values, subnormal numbers, halfway
//! cases, cancellation, the edges of the range. Deterministic: the same seed, the same operands.

use cassay_bv::Bv;
use num_bigint::BigUint;

use crate::value::{default_nan, infinity, pack, zero};
use crate::{FloatKind, FloatOp, Rounding};

/// A source of operands.
pub struct Samples {
    state: u64,
}

impl Samples {
    /// The source of this seed.
    pub fn new(seed: u64) -> Self {
        Samples { state: seed }
    }

    /// The next 64 bits (the generator known as SplitMix).
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.word() % bound
    }

    /// One of a list that is not empty.
    pub fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    /// Any bits.
    pub fn bits(&mut self, width: u32) -> Bv {
        let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.word()).collect();
        Bv::from_limbs(width, &limbs)
    }

    /// An integer, often one at the edge of what fits somewhere.
    pub fn integer(&mut self, width: u32) -> Bv {
        match self.below(4) {
            0 => self.bits(width),
            1 => {
                let small = self.below(9) as i64 - 4;
                Bv::from_i64(width, small)
            }
            2 => {
                let places = self.below(u64::from(width)) as u32;
                self.bits(width).lshr_by(places)
            }
            _ => {
                let bit = self.below(u64::from(width)) as u32;
                let near = self.below(5) as i64 - 2;
                let power = Bv::power_of_two(width, bit).add(&Bv::from_i64(width, near));
                if self.below(2) == 0 {
                    power
                } else {
                    power.neg()
                }
            }
        }
    }

    /// A pattern of the format. With a format of explicit integer bit, `valid` leaves out those
    /// that are no number.
    pub fn operand(&mut self, kind: FloatKind, valid: bool) -> Bv {
        let top = (1u64 << kind.exponent_bits()) - 1;
        match self.below(8) {
            0 => self.special(kind),
            1 if !valid => {
                let any = self.bits(kind.bits());
                // Exponent fields of zero, where x87 numbers have a second form, come up too.
                if self.below(3) == 0 {
                    any.and(&Bv::ones(kind.bits()).lshr_by(kind.exponent_bits() + 1))
                } else {
                    any
                }
            }
            1 | 2 => {
                let field = self.below(top + 1);
                self.with_exponent(kind, field)
            }
            3 => {
                let field = self.below(3);
                self.with_exponent(kind, field)
            }
            4 => {
                let field = top - 1 - self.below(2);
                self.with_exponent(kind, field)
            }
            5 => {
                // A small number of quarters: halfway between integers, and its neighbours.
                let quarters = Bv::from_u64(64, self.below(41));
                let two = Bv::from_u64(64, 4);
                let [quarters, divisor] =
                    [quarters, two].map(|int| crate::from_int(kind, Rounding::Zero, &int, false));
                let quotient = [quarters, divisor];
                crate::arith(FloatOp::Div, kind, Rounding::NearestEven, &quotient)
                    .map_or_else(|| zero(kind, false), |number| self.near(kind, &number))
            }
            _ => {
                let middle = top / 2;
                let spread = u64::from(kind.precision()) + 2;
                let field = (middle + self.below(2 * spread)).saturating_sub(spread);
                self.with_exponent(kind, field.clamp(1, top - 1))
            }
        }
    }

    /// Operands for an operation, often close to each other in a way that matters to it.
    pub fn operands(&mut self, op: FloatOp, kind: FloatKind, valid: bool) -> Vec<Bv> {
        let mut operands: Vec<Bv> = Vec::new();
        for _ in 0..op.arity() {
            let next = match operands.first() {
                Some(first) if self.below(3) == 0 => {
                    let first = first.clone();
                    self.related(kind, &first)
                }
                Some(_) | None => self.operand(kind, valid),
            };
            operands.push(next);
        }
        if op == FloatOp::Fma && self.below(2) == 0 {
            // Cancellation of the product against the third operand.
            let mode = self.choose(Rounding::ALL);
            if let Some(product) = crate::arith(FloatOp::Mul, kind, mode, &operands[..2]) {
                operands[2] = self.near(kind, &crate::neg(kind, &product));
            }
        }
        operands
    }

    fn special(&mut self, kind: FloatKind) -> Bv {
        let negative = self.below(2) == 1;
        let top = (1u64 << kind.exponent_bits()) - 1;
        let ones = (BigUint::from(1u32) << kind.precision()) - 1u32;
        let one = BigUint::from(1u32);
        let leading = BigUint::from(1u32) << (kind.precision() - 1);
        match self.below(9) {
            0 => zero(kind, negative),
            1 => infinity(kind, negative),
            2 => default_nan(kind),
            // A signalling NaN, perhaps negative.
            3 => pack(kind, negative, top, &(leading + one)),
            4 => pack(kind, negative, 0, &one),
            5 => pack(kind, negative, 0, &(leading - one)),
            6 => pack(kind, negative, 1, &leading),
            7 => pack(kind, negative, top - 1, &ones),
            _ => pack(kind, negative, top / 2, &leading),
        }
    }

    /// A number with this exponent field whose significand has long runs more often than not.
    fn with_exponent(&mut self, kind: FloatKind, field: u64) -> Bv {
        let width = kind.precision();
        let mut significand = self.bits(width);
        match self.below(4) {
            0 => {}
            1 => significand = significand.shl_by(self.below(u64::from(width)) as u32),
            2 => {
                let places = self.below(u64::from(width)) as u32;
                significand = significand.or(&Bv::ones(width).lshr_by(places));
            }
            _ => {
                let (high, low) = (self.below(4), self.below(4));
                significand = Bv::from_u64(width, high).shl_by(width - 3);
                significand = significand.or(&Bv::from_u64(width, low));
            }
        }
        let mut significand = significand.to_biguint();
        significand.set_bit(u64::from(width - 1), field != 0);
        let negative = self.below(2) == 1;
        pack(kind, negative, field, &significand)
    }

    /// A pattern a few units in the last place away, or the same one.
    fn near(&mut self, kind: FloatKind, bits: &Bv) -> Bv {
        let steps = Bv::from_i64(kind.bits(), self.below(5) as i64 - 2);
        let moved = bits.add(&steps);
        if crate::is_nan(kind, &moved) {
            bits.clone()
        } else {
            moved
        }
    }

    /// A pattern that has something to do with another one.
    fn related(&mut self, kind: FloatKind, bits: &Bv) -> Bv {
        match self.below(4) {
            0 => self.near(kind, bits),
            1 => {
                let opposite = crate::neg(kind, bits);
                self.near(kind, &opposite)
            }
            _ => {
                // About as many binary places below as the format has.
                let stored = kind.stored_significand_bits();
                let field = bits.extract(kind.bits() - 2, stored).to_u64().unwrap_or(0);
                let distance = u64::from(kind.precision()) + 1 - self.below(3);
                self.with_exponent(kind, field.saturating_sub(distance))
            }
        }
    }
}
