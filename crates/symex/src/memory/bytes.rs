//! Sets of bytes, to which havocked contents can be limited.
//!
//! A byte outside the set is mapped to a fixed byte of the set. So the possible results are exactly
//! the bytes of the set, and no assumption is needed: a long text costs nothing until it is read.

use crate::eval::Eval;
use crate::memory::Memory;
use crate::space::Stuck;
use crate::state::State;
use crate::terms::Terms;
use crate::value::Value;
use cassay_ir::Among;
use cassay_term::TermId;

/// A set of bytes, and the element that any other byte is mapped to.
pub(crate) struct Bytes {
    /// A bit for every byte.
    words: [TermId; 4],
    otherwise: TermId,
}

impl Eval<'_> {
    /// The set that a statement names.
    pub(crate) fn among(&mut self, state: &State, among: &Among) -> Result<Bytes, Stuck> {
        let [a, b, c, d] = &among.words;
        Ok(Bytes {
            words: [
                self.eval_bits(state, a)?,
                self.eval_bits(state, b)?,
                self.eval_bits(state, c)?,
                self.eval_bits(state, d)?,
            ],
            otherwise: self.eval_bits(state, &among.otherwise)?,
        })
    }
}

impl Memory<'_> {
    /// A value of several bytes, each limited to a set.
    pub(super) fn limited(&mut self, value: &Value, size: u64, among: &Bytes) -> Value {
        let bits = self.space.bits_of(value);
        let mut result: Option<TermId> = None;
        for index in 0..size {
            let byte = self.space.terms().bytes(bits, index, 1);
            let inside = self.space.terms().is_among(byte, among);
            let byte = self.space.pool.ite(inside, byte, among.otherwise);
            result = Some(match result {
                None => byte,
                Some(low) => self.space.pool.concat(byte, low),
            });
        }
        Value::Bits(result.unwrap_or(bits))
    }
}

impl Terms<'_> {
    fn is_among(&mut self, byte: TermId, among: &Bytes) -> TermId {
        let constants = among.words.map(|word| self.pool.as_u64(word));
        if let [Some(a), Some(b), Some(c), Some(d)] = constants {
            return self.is_in_ranges(byte, [a, b, c, d]);
        }
        let two = self.pool.extract(7, 6, byte);
        let mut word = among.words[3];
        for (index, lower) in among.words[..3].iter().enumerate().rev() {
            let number = self.pool.bv_u64(2, index as u64);
            let here = self.pool.eq(two, number);
            word = self.pool.ite(here, *lower, word);
        }
        let low = self.pool.extract(5, 0, byte);
        let zeros = self.pool.bv_u64(58, 0);
        let distance = self.pool.concat(zeros, low);
        let shifted = self.pool.bv_lshr(word, distance);
        let bit = self.pool.extract(0, 0, shifted);
        let one = self.pool.bv_u64(1, 1);
        self.pool.eq(bit, one)
    }

    /// Whether a byte is in a set: one or two comparisons per run of bytes, of the set or of its
    /// complement, whichever has fewer runs.
    fn is_in_ranges(&mut self, byte: TermId, words: [u64; 4]) -> TermId {
        let inside = ranges(words);
        let outside = ranges(words.map(|word| !word));
        let complement = outside.len() < inside.len();
        let mut any = self.pool.fls();
        for (low, high) in if complement { outside } else { inside } {
            let found = self.is_byte_between(byte, low, high);
            any = self.pool.or(any, found);
        }
        if complement { self.pool.not(any) } else { any }
    }

    fn is_byte_between(&mut self, byte: TermId, low: u8, high: u8) -> TermId {
        let first = self.pool.bv_u64(8, u64::from(low));
        if low == high {
            return self.pool.eq(byte, first);
        }
        let distance = self.pool.bv_sub(byte, first);
        let most = self.pool.bv_u64(8, u64::from(high - low));
        self.pool.ule(distance, most)
    }
}

/// The runs of bytes in a set, first and last.
fn ranges(words: [u64; 4]) -> Vec<(u8, u8)> {
    let mut found: Vec<(u8, u8)> = Vec::new();
    for byte in 0..=u8::MAX {
        if words[usize::from(byte >> 6)] >> (byte & 63) & 1 == 0 {
            continue;
        }
        match found.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => found.push((byte, byte)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn runs_are_found_at_the_ends_and_across_words() {
        assert_eq!(ranges([u64::MAX; 4]), [(0, 255)]);
        assert_eq!(ranges([0; 4]), []);
        assert_eq!(
            ranges([1 << 63 | 1, 1, 0, 1 << 63]),
            [(0, 0), (63, 64), (255, 255)]
        );
    }
}
