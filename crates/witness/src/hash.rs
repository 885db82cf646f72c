//! SHA-256 (FIPS 180-4), by which witnesses name the files that they are about.

/// The fractional parts of the cube roots of the first 64 primes.
fn constants() -> [u32; 64] {
    let mut found = [0; 64];
    for (place, prime) in found.iter_mut().zip(primes()) {
        *place = fraction_of_root(prime, 3);
    }
    found
}

fn primes() -> impl Iterator<Item = u64> {
    (2_u64..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
}

/// The first 32 bits behind the point of the square or cube root of a small number: the largest `r` with
/// `r^degree <= n * 2^(32 * degree)`, without its integer part.
fn fraction_of_root(n: u64, degree: u32) -> u32 {
    let (mut low, mut high) = (0_u128, 1_u128 << 38);
    let target = u128::from(n) << (32 * degree);
    while high - low > 1 {
        let middle = low.midpoint(high);
        match middle.checked_pow(degree) {
            Some(power) if power <= target => low = middle,
            Some(_) | None => high = middle,
        }
    }
    (low & u128::from(u32::MAX)) as u32
}

/// The sum of some bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let constants = constants();
    let mut state = [0; 8];
    for (place, prime) in state.iter_mut().zip(primes()) {
        *place = fraction_of_root(prime, 2);
    }
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((bytes.len() as u64).wrapping_mul(8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        mix(&mut state, block, &constants);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn mix(state: &mut [u32; 8], block: &[u8], constants: &[u32; 64]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes
            .iter()
            .fold(0, |sum, byte| sum << 8 | u32::from(*byte));
    }
    for i in 16..64 {
        let (a, b) = (words[i - 15], words[i - 2]);
        let small = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let large = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        words[i] = words[i - 16]
            .wrapping_add(small)
            .wrapping_add(words[i - 7])
            .wrapping_add(large);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.iter().zip(constants) {
        let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h
            .wrapping_add(sum)
            .wrapping_add(choice)
            .wrapping_add(*constant)
            .wrapping_add(*word);
        let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let second = sum.wrapping_add(majority);
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(second));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), abc);
        let long = sha256(&[b'a'; 1_000_000]);
        let sum = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(long, sum);
    }
}
