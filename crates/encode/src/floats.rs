//! Float operators by operators on bit-vectors.

use crate::Unencodable;
use cassay_term::{Op, Pool, TermId};

/// A term without float operators that is equal to a float operator applied to arguments.
pub fn lower(_: &mut Pool, op: Op, _: &[TermId]) -> Result<TermId, Unencodable> {
    Err(Unencodable(format!("{op:?} by bit-vectors")))
}
