//! Symbolic execution: IR to one equation of terms.
