//! Terms about bytes, cells and integers that speak of no object.
//!
//! What is built here depends on its arguments and on the width of a pointer only, so that it can be
//! tested with a pool alone. Its methods are spread over the modules of this crate by purpose.

use crate::unwind::Bounds;
use cassay_term::Pool;

/// A view of the pool, with what terms about bytes depend on.
pub(crate) struct Terms<'p> {
    pub pool: &'p mut Pool,
    pub bounds: &'p Bounds,
    /// Width of a pointer in bits.
    pub width: u32,
}
