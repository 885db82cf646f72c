//! Proofs by the solver.
