//! Term rewrite rules as data.

use cassay_term::Pool;

/// A pool that applies every rule of this crate to every term it makes.
pub fn pool() -> Pool {
    Pool::new()
}
