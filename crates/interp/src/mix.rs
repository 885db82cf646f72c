//! A number of 128 bits for a sequence of words.
//!
//! Every word is mixed in by a map that is one-to-one in the state, so that two sequences that differ
//! stay different up to the next difference, and then agree only by accident. The numbers are for
//! recognising states, not for protection from anyone who chooses them.

/// An odd number without structure: the first digits of pi behind the point, in base 16.
const FACTOR: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7345;

/// The number of the words so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix(u128);

impl Default for Mix {
    fn default() -> Self {
        Mix(FACTOR.rotate_left(64))
    }
}

impl Mix {
    /// Adds a word.
    #[inline]
    pub(crate) fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ u128::from(word)).wrapping_mul(FACTOR);
        self.0 = mixed ^ mixed >> 67;
    }

    /// Adds a number of 128 bits.
    pub(crate) fn number(&mut self, number: u128) {
        self.word(number as u64);
        self.word((number >> 64) as u64);
    }

    /// Adds bytes and their number.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(last));
        }
    }

    /// The number.
    pub(crate) fn finish(mut self) -> u128 {
        self.word(u64::MAX);
        self.word(0);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn short_sequences_have_different_numbers() {
        let mut seen = HashSet::new();
        let mut halves = [HashSet::new(), HashSet::new()];
        for first in 0..200_u64 {
            for second in 0..200_u64 {
                for sequence in [vec![first, second], vec![first << 40, second, 0]] {
                    let mut mix = Mix::default();
                    sequence.iter().for_each(|word| mix.word(*word));
                    let number = mix.finish();
                    assert!(seen.insert(number), "{sequence:?}");
                    halves[0].insert(number as u64);
                    halves[1].insert((number >> 64) as u64);
                }
            }
        }
        assert_eq!(halves.map(|half| half.len()), [80_000, 80_000]);
    }
}
