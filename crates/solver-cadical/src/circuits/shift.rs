//! Shifts: one row of choices for each bit of the amount.

use super::{Bits, mux, sign};
use crate::graph::{Graph, Lit};

/// Shift left.
pub fn left(graph: &mut Graph, a: &[Lit], amount: &[Lit]) -> Bits {
    let mut reversed: Bits = a.iter().rev().copied().collect();
    reversed = right(graph, &reversed, amount, Lit::FALSE);
    reversed.reverse();
    reversed
}

/// Logical shift right.
pub fn logical(graph: &mut Graph, a: &[Lit], amount: &[Lit]) -> Bits {
    right(graph, a, amount, Lit::FALSE)
}

/// Arithmetic shift right.
pub fn arithmetic(graph: &mut Graph, a: &[Lit], amount: &[Lit]) -> Bits {
    right(graph, a, amount, sign(a))
}

fn right(graph: &mut Graph, a: &[Lit], amount: &[Lit], fill: Lit) -> Bits {
    let width = a.len();
    // Rows until two to their number is at least the width; greater amounts leave nothing.
    let rows = (usize::BITS - (width - 1).leading_zeros()) as usize;
    let (low, high) = amount.split_at(rows.min(amount.len()));
    let mut bits = a.to_vec();
    for (row, bit) in low.iter().enumerate() {
        let by = (1usize << row).min(width);
        let mut shifted = bits[by..].to_vec();
        shifted.resize(width, fill);
        bits = mux(graph, *bit, &shifted, &bits);
    }
    let beyond = graph.or_all(high);
    let nothing = vec![fill; width];
    mux(graph, beyond, &nothing, &bits)
}
