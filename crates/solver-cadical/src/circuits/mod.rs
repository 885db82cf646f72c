//! Circuits for the operators on bit-vectors, bits from the lowest up.
//!
//! Each is compared with the evaluator on all inputs of small widths by the tests.

pub mod add;
pub mod divide;
pub mod multiply;
pub mod shift;
#[cfg(test)]
mod tests;

use crate::graph::{Graph, Lit};

/// The bits of a term, the lowest first.
pub type Bits = Vec<Lit>;

/// A constant of these bits.
pub fn constant(value: &cassay_bv::Bv) -> Bits {
    (0..value.width())
        .map(|bit| Lit::constant(value.bit(bit)))
        .collect()
}

/// The value of bits that are all constants.
pub fn as_constants(bits: &[Lit]) -> Option<Vec<bool>> {
    bits.iter().map(|bit| bit.as_constant()).collect()
}

/// Complement of every bit.
pub fn not(a: &[Lit]) -> Bits {
    a.iter().map(|bit| !*bit).collect()
}

/// `t` where `c` holds, else `e`.
pub fn mux(graph: &mut Graph, c: Lit, t: &[Lit], e: &[Lit]) -> Bits {
    let pairs = t.iter().zip(e);
    pairs.map(|(t, e)| graph.mux(c, *t, *e)).collect()
}

/// Whether all bits are equal.
pub fn equal(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let mut same = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        let bit = graph.iff(*a, *b);
        if bit == Lit::FALSE {
            return Lit::FALSE;
        }
        same.push(bit);
    }
    graph.and_all(&same)
}

/// Sign extension.
pub fn sext(a: &[Lit], width: usize) -> Bits {
    let mut bits = a.to_vec();
    let sign = a.last().copied().unwrap_or(Lit::FALSE);
    bits.resize(width, sign);
    bits
}

/// Zero extension.
pub fn zext(a: &[Lit], width: usize) -> Bits {
    let mut bits = a.to_vec();
    bits.resize(width, Lit::FALSE);
    bits
}

/// The sign of a two's complement number.
pub fn sign(a: &[Lit]) -> Lit {
    a.last().copied().unwrap_or(Lit::FALSE)
}
