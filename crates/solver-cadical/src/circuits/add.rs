//! Sums, differences and comparisons: chains of majority gates.

use super::{Bits, not, sign};
use crate::graph::{Graph, Lit};

/// The sum of three bits and its carry.
pub fn full(graph: &mut Graph, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
    let half = graph.xor(a, b);
    (graph.xor(half, c), graph.maj(a, b, c))
}

/// The sum, and the carry out of each position.
pub fn carries(graph: &mut Graph, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Bits, Bits) {
    let (mut sum, mut out) = (Bits::new(), Bits::new());
    for (a, b) in a.iter().zip(b) {
        let (bit, next) = full(graph, *a, *b, carry);
        carry = next;
        sum.push(bit);
        out.push(next);
    }
    (sum, out)
}

/// The sum.
pub fn add(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Bits {
    carries(graph, a, b, Lit::FALSE).0
}

/// The difference.
pub fn sub(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Bits {
    carries(graph, a, &not(b), Lit::TRUE).0
}

/// Two's complement negation.
pub fn negate(graph: &mut Graph, a: &[Lit]) -> Bits {
    let zero = vec![Lit::FALSE; a.len()];
    carries(graph, &zero, &not(a), Lit::TRUE).0
}

/// The number without its sign where `negative` holds; negated there.
pub fn negate_if(graph: &mut Graph, negative: Lit, a: &[Lit]) -> Bits {
    let zero = vec![Lit::FALSE; a.len()];
    let flipped: Bits = a.iter().map(|bit| graph.xor(*bit, negative)).collect();
    carries(graph, &zero, &flipped, negative).0
}

/// Unsigned less than: the borrow of the difference.
pub fn less(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let mut borrow = Lit::FALSE;
    for (a, b) in a.iter().zip(b) {
        borrow = graph.maj(!*a, *b, borrow);
    }
    borrow
}

/// Signed less than.
pub fn signed_less(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    less(graph, &flip_sign(a), &flip_sign(b))
}

/// Signed numbers in the order of unsigned ones.
fn flip_sign(a: &[Lit]) -> Bits {
    let mut bits = a.to_vec();
    if let Some(sign) = bits.last_mut() {
        *sign = !*sign;
    }
    bits
}

/// Whether the unsigned sum does not fit.
pub fn unsigned_overflows(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    sign(&carries(graph, a, b, Lit::FALSE).1)
}

/// Whether the signed sum does not fit: the signs agree and the sum has the other.
pub fn signed_overflows(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let sum = add(graph, a, b);
    changed(graph, sign(a), sign(b), sign(&sum))
}

/// Whether the signed difference does not fit.
pub fn signed_difference_overflows(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let difference = sub(graph, a, b);
    changed(graph, sign(a), !sign(b), sign(&difference))
}

fn changed(graph: &mut Graph, a: Lit, b: Lit, result: Lit) -> Lit {
    let lost = graph.and(a, b);
    let lost = graph.and(lost, !result);
    let won = graph.and(!a, !b);
    let won = graph.and(won, result);
    graph.or(lost, won)
}
