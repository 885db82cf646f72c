//! Quotients and remainders: long division, one bit of the quotient at a time.
//!
//! By zero it gives what terms say: a quotient of ones, and the dividend as the remainder.

use cassay_base::Stop;

use super::{Bits, add, mux, sign};
use crate::Stopped;
use crate::graph::{Graph, Lit};

/// The unsigned quotient and remainder.
pub fn unsigned(
    graph: &mut Graph,
    n: &[Lit],
    d: &[Lit],
    stop: &Stop,
) -> Result<(Bits, Bits), Stopped> {
    let width = n.len();
    let mut quotient = vec![Lit::FALSE; width];
    let mut rest: Bits = Vec::new();
    for position in (0..width).rev() {
        if stop.is_raised() {
            return Err(Stopped);
        }
        // The rest has as many bits as were taken down. Where the divisor has more, it does not fit.
        rest.insert(0, n[position]);
        let (low, high) = d.split_at(rest.len());
        let beyond = graph.or_all(high);
        let below = add::less(graph, &rest, low);
        let fits = !graph.or(below, beyond);
        quotient[position] = fits;
        let difference = add::sub(graph, &rest, low);
        rest = mux(graph, fits, &difference, &rest);
    }
    Ok((quotient, rest))
}

/// The signed quotient, truncated towards zero, and the remainder with the sign of the dividend.
pub fn signed(
    graph: &mut Graph,
    n: &[Lit],
    d: &[Lit],
    stop: &Stop,
) -> Result<(Bits, Bits), Stopped> {
    let (sign_n, sign_d) = (sign(n), sign(d));
    let (abs_n, abs_d) = (
        add::negate_if(graph, sign_n, n),
        add::negate_if(graph, sign_d, d),
    );
    let (quotient, rest) = unsigned(graph, &abs_n, &abs_d, stop)?;
    let negative = graph.xor(sign_n, sign_d);
    Ok((
        add::negate_if(graph, negative, &quotient),
        add::negate_if(graph, sign_n, &rest),
    ))
}
