//! Bitwuzla, built from source and embedded.
