//! Products: partial products in columns, added three bits at a time; for a constant factor, its
//! recoding in the digits -1, 0 and 1 of which no two beside each other differ from 0.
//!
//! What is in a column depends on lower columns only. A product with more bits, as overflow checks
//! need, therefore has the gates of the shorter one in its low bits.

use std::collections::VecDeque;

use cassay_base::Stop;

use super::{Bits, add, as_constants, sext, sign, zext};
use crate::Stopped;
use crate::graph::{Graph, Lit};

/// The low bits of the product, as many as each factor has.
pub fn product(graph: &mut Graph, a: &[Lit], b: &[Lit], stop: &Stop) -> Result<Bits, Stopped> {
    if let Some(factor) = as_constants(b) {
        return by_constant(graph, a, &factor, stop);
    }
    if let Some(factor) = as_constants(a) {
        return by_constant(graph, b, &factor, stop);
    }
    let columns = if a == b {
        columns_of_square(graph, a, stop)?
    } else {
        columns(graph, a, b, stop)?
    };
    sum_of_columns(graph, columns, stop)
}

/// The bits to be added at each position.
fn columns(
    graph: &mut Graph,
    a: &[Lit],
    b: &[Lit],
    stop: &Stop,
) -> Result<Vec<VecDeque<Lit>>, Stopped> {
    let width = a.len();
    let mut columns = vec![VecDeque::new(); width];
    for (i, a) in a.iter().enumerate() {
        if stop.is_raised() {
            return Err(Stopped);
        }
        for (j, b) in b[..width - i].iter().enumerate() {
            columns[i + j].push_back(graph.and(*a, *b));
        }
    }
    Ok(columns)
}

/// As [`columns`]: a product of two different bits occurs twice, and stands one position higher.
fn columns_of_square(
    graph: &mut Graph,
    a: &[Lit],
    stop: &Stop,
) -> Result<Vec<VecDeque<Lit>>, Stopped> {
    let width = a.len();
    let mut columns = vec![VecDeque::new(); width];
    for (i, bit) in a.iter().enumerate() {
        if stop.is_raised() {
            return Err(Stopped);
        }
        if 2 * i < width {
            columns[2 * i].push_back(*bit);
        }
        for (j, other) in a.iter().enumerate().skip(i + 1) {
            if i + j + 1 < width {
                columns[i + j + 1].push_back(graph.and(*bit, *other));
            }
        }
    }
    Ok(columns)
}

/// Adds up columns; what does not fit is lost.
fn sum_of_columns(
    graph: &mut Graph,
    mut columns: Vec<VecDeque<Lit>>,
    stop: &Stop,
) -> Result<Bits, Stopped> {
    let width = columns.len();
    let mut sum = Bits::with_capacity(width);
    for position in 0..width {
        if stop.is_raised() {
            return Err(Stopped);
        }
        let mut column: VecDeque<Lit> = std::mem::take(&mut columns[position]);
        column.retain(|bit| *bit != Lit::FALSE);
        let mut carries = Vec::new();
        while column.len() >= 2 {
            let (a, b) = (take(&mut column), take(&mut column));
            let c = take(&mut column);
            let (bit, carry) = add::full(graph, a, b, c);
            if bit != Lit::FALSE {
                column.push_back(bit);
            }
            carries.push(carry);
        }
        sum.push(take(&mut column));
        if let Some(next) = columns.get_mut(position + 1) {
            next.extend(carries);
        }
    }
    Ok(sum)
}

fn take(column: &mut VecDeque<Lit>) -> Lit {
    column.pop_front().unwrap_or(Lit::FALSE)
}

/// The product with a constant.
fn by_constant(
    graph: &mut Graph,
    a: &[Lit],
    factor: &[bool],
    stop: &Stop,
) -> Result<Bits, Stopped> {
    let width = a.len();
    let mut sum = vec![Lit::FALSE; width];
    for (position, digit) in digits(factor).into_iter().enumerate() {
        if stop.is_raised() {
            return Err(Stopped);
        }
        let mut shifted = vec![Lit::FALSE; position];
        shifted.extend(&a[..width - position]);
        sum = match digit {
            0 => sum,
            1 => add::add(graph, &sum, &shifted),
            _ => add::sub(graph, &sum, &shifted),
        };
    }
    Ok(sum)
}

/// A number modulo a power of two in the digits -1, 0 and 1, the lowest first.
fn digits(number: &[bool]) -> Vec<i8> {
    let mut carry = false;
    let mut digits = Vec::with_capacity(number.len());
    for (position, bit) in number.iter().enumerate() {
        let above = number.get(position + 1).copied().unwrap_or(false);
        let odd = *bit != carry;
        // An odd rest becomes even by taking 1 away, or by adding 1 where another 1 is above.
        let minus = odd && above;
        digits.push(match (odd, minus) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => -1,
        });
        carry = if odd { minus } else { carry };
    }
    digits
}

/// Whether the unsigned product does not fit.
///
/// Either two bits whose product is too high are set, or the product reaches one bit above.
pub fn unsigned_overflows(
    graph: &mut Graph,
    a: &[Lit],
    b: &[Lit],
    stop: &Stop,
) -> Result<Lit, Stopped> {
    let width = a.len();
    let beyond = too_high(graph, a, b, width);
    let product = product(graph, &zext(a, width + 1), &zext(b, width + 1), stop)?;
    Ok(graph.or(beyond, product[width]))
}

/// Whether the signed product does not fit.
///
/// With the bits that differ from the sign as magnitudes, either two whose product is too high are
/// set, or one bit more than there are says that the product is too great.
pub fn signed_overflows(
    graph: &mut Graph,
    a: &[Lit],
    b: &[Lit],
    stop: &Stop,
) -> Result<Lit, Stopped> {
    let width = a.len();
    let magnitude = |graph: &mut Graph, bits: &[Lit]| -> Bits {
        let sign = sign(bits);
        bits.iter().map(|bit| graph.xor(*bit, sign)).collect()
    };
    let (high_a, high_b) = (magnitude(graph, a), magnitude(graph, b));
    let beyond = too_high(graph, &high_a, &high_b, width - 1);
    let product = product(graph, &sext(a, width + 1), &sext(b, width + 1), stop)?;
    let differs = graph.xor(product[width], product[width - 1]);
    Ok(graph.or(beyond, differs))
}

/// Whether there are set bits whose positions add up to `limit` or more.
fn too_high(graph: &mut Graph, a: &[Lit], b: &[Lit], limit: usize) -> Lit {
    // `above[i]`: whether some bit of `b` at `i` or above is set.
    let mut above = vec![Lit::FALSE; b.len() + 1];
    for (position, bit) in b.iter().enumerate().rev() {
        above[position] = graph.or(above[position + 1], *bit);
    }
    let mut found = Vec::new();
    for (position, bit) in a.iter().enumerate() {
        let from = limit.saturating_sub(position);
        if let Some(above) = above.get(from) {
            found.push(graph.and(*bit, *above));
        }
    }
    graph.or_all(&found)
}
