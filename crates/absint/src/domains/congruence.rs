//! Congruences: the value, as a signed number, has a residue modulo some number.
//!
//! Arithmetic on residues is that of unbounded numbers (Granger 1989). A machine operation that
//! wraps around differs from it by a multiple of 2^width, so only the power of two in the modulus
//! survives it. This domain does not know whether an operation wraps around: the plain operators of
//! [`Domain`] assume that every operation may, and [`Congruence::exact`] is for those that were
//! shown not to.

use super::{Domain, Thresholds, concrete_binary, mask, signed, wrap};
use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, CompareOp, UnaryOp};

/// Numbers that are equal to `residue` modulo `modulus`; with modulus 0 that number only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Congruence {
    modulus: u64,
    /// At least 0 and below the modulus, unless that is 0.
    residue: i64,
}

/// The largest modulus that is kept.
const LARGEST: i128 = 1 << 62;

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

impl Congruence {
    /// The modulus (1 for no information, 0 for a single value) and the residue.
    pub fn parts(&self) -> (u64, i64) {
        (self.modulus, self.residue)
    }

    /// All numbers congruent to one.
    fn new(modulus: i128, residue: i128) -> Self {
        let any = Congruence {
            modulus: 1,
            residue: 0,
        };
        let modulus = if modulus > LARGEST {
            gcd(modulus, LARGEST)
        } else {
            modulus
        };
        if modulus == 0 {
            return i64::try_from(residue).map_or(any, |residue| Congruence {
                modulus: 0,
                residue,
            });
        }
        let residue = residue.rem_euclid(modulus);
        match (u64::try_from(modulus), i64::try_from(residue)) {
            (Ok(modulus), Ok(residue)) => Congruence { modulus, residue },
            (Ok(_) | Err(_), Ok(_) | Err(_)) => any,
        }
    }

    fn of(self) -> (i128, i128) {
        (i128::from(self.modulus), i128::from(self.residue))
    }

    /// The congruence after the number may have changed by a multiple of 2^width.
    pub fn wrapped(self, width: u32) -> Self {
        let (modulus, residue) = self.of();
        Congruence::new(gcd(modulus, 1_i128 << width.min(62)), residue)
    }

    /// The result of an operation that, as signed numbers, does not wrap around.
    pub fn exact(op: BinaryOp, width: u32, a: Self, b: Self) -> Self {
        let ((m, r), (n, s)) = (a.of(), b.of());
        match op {
            BinaryOp::Add => Congruence::new(gcd(m, n), r + s),
            BinaryOp::Sub => Congruence::new(gcd(m, n), r - s),
            BinaryOp::Mul => {
                let parts = [m.checked_mul(n), m.checked_mul(s), n.checked_mul(r)];
                match (parts, r.checked_mul(s)) {
                    ([Some(x), Some(y), Some(z)], Some(product)) => {
                        Congruence::new(gcd(gcd(x, y), z), product)
                    }
                    _ => Congruence::top(width),
                }
            }
            BinaryOp::Shl if n == 0 && (0..62).contains(&s) => {
                let factor = Congruence::new(0, 1 << s);
                Congruence::exact(BinaryOp::Mul, width, a, factor)
            }
            // Dividend and remainder are congruent modulo the divisor.
            BinaryOp::SRem if n == 0 && s != 0 => Congruence::new(gcd(m, s), r),
            BinaryOp::And if n == 0 && s != 0 => a.masked(s),
            BinaryOp::And if m == 0 && r != 0 => b.masked(r),
            BinaryOp::Or => Congruence::low_bits((m, r), (n, s), |x, y| x | y),
            BinaryOp::Xor => Congruence::low_bits((m, r), (n, s), |x, y| x ^ y),
            BinaryOp::And => Congruence::low_bits((m, r), (n, s), |x, y| x & y),
            BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::LShr
            | BinaryOp::AShr => Congruence::top(width),
        }
    }

    /// An operator on bits, applied to those below the lowest that is not known.
    fn low_bits(
        (m, r): (i128, i128),
        (n, s): (i128, i128),
        op: impl Fn(i128, i128) -> i128,
    ) -> Self {
        let known = gcd(gcd(m, n), 1 << 62);
        let low = known - 1;
        Congruence::new(known, op(r & low, s & low))
    }

    /// With the bits outside of a mask cleared.
    fn masked(self, mask: i128) -> Self {
        let (m, r) = self.of();
        let known = gcd(m, 1 << 62);
        let zeros = 1_i128 << mask.trailing_zeros().min(62);
        // Below the lowest unknown bit everything is known; below the mask everything is zero.
        if known >= zeros {
            Congruence::new(known, r & mask & (known - 1))
        } else {
            Congruence::new(zeros, 0)
        }
    }

    /// The least number of the class that is at least `lo`, and the greatest that is at most `hi`.
    pub fn within(&self, lo: i128, hi: i128) -> (i128, i128) {
        let (m, r) = self.of();
        if m == 0 {
            return (lo.max(r), hi.min(r));
        }
        (lo + (r - lo).rem_euclid(m), hi - (hi - r).rem_euclid(m))
    }
}

impl Domain for Congruence {
    fn top(_width: u32) -> Self {
        Congruence {
            modulus: 1,
            residue: 0,
        }
    }

    fn constant(width: u32, bits: u64) -> Self {
        Congruence {
            modulus: 0,
            residue: signed(width, bits),
        }
    }

    fn contains(&self, width: u32, bits: u64) -> bool {
        let (m, r) = self.of();
        let number = i128::from(signed(width, bits));
        if m == 0 {
            number == r
        } else {
            (number - r).rem_euclid(m) == 0
        }
    }

    fn join(self, _width: u32, other: Self) -> Self {
        let ((m, r), (n, s)) = (self.of(), other.of());
        Congruence::new(gcd(gcd(m, n), r - s), r)
    }

    /// Each modulus divides the one before, so chains are short by themselves.
    fn widen(self, width: u32, next: Self, _thresholds: &Thresholds) -> Self {
        self.join(width, next)
    }

    fn meet(self, _width: u32, other: Self) -> Option<Self> {
        let ((m, r), (n, s)) = (self.of(), other.of());
        let common = gcd(m, n);
        let agree = if common == 0 {
            r == s
        } else {
            (r - s).rem_euclid(common) == 0
        };
        if !agree {
            return None;
        }
        // The finer of the two; their common refinement only where one divides the other.
        Some(match (m, n) {
            (0, _) => self,
            (_, 0) => other,
            _ if m >= n => self,
            _ => other,
        })
    }

    fn unary(op: UnaryOp, width: u32, a: Self) -> Self {
        let (m, r) = a.of();
        match op {
            UnaryOp::Neg => Congruence::new(m, -r).wrapped(width),
            // As a signed number the complement is −x − 1, which always fits.
            UnaryOp::Not => Congruence::new(m, -r - 1),
        }
    }

    fn binary(op: BinaryOp, width: u32, a: Self, b: Self) -> Self {
        if let (0, 0) = (a.modulus, b.modulus) {
            let bits = |x: Self| x.residue as u64 & mask(width);
            let result = concrete_binary(op, width, bits(a), bits(b));
            return Congruence::constant(width, result);
        }
        Congruence::exact(op, width, a, b).wrapped(width)
    }

    fn cast(change: WidthChange, from: u32, to: u32, a: Self) -> Self {
        match change {
            WidthChange::SignExtend => a,
            WidthChange::ZeroExtend => match a.modulus {
                0 => Congruence::constant(to, wrap(from, i128::from(a.residue))),
                _ => a.wrapped(from),
            },
            WidthChange::Cut => match a.modulus {
                0 => Congruence::constant(to, wrap(to, i128::from(a.residue))),
                _ => a.wrapped(to),
            },
        }
    }

    fn compare(op: CompareOp, width: u32, a: Self, b: Self) -> Option<bool> {
        let apart = a.meet(width, b).is_none();
        match op {
            CompareOp::Eq if apart => Some(false),
            CompareOp::Ne if apart => Some(true),
            CompareOp::Eq
            | CompareOp::Ne
            | CompareOp::ULt
            | CompareOp::ULe
            | CompareOp::SLt
            | CompareOp::SLe => None,
        }
    }
}
