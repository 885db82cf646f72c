//! Bitwuzla, built from source and embedded.

pub mod ffi;

// The archive of CaDiCaL comes with this crate, and Bitwuzla's objects refer to it.
use cadical as _;
