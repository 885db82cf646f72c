//! Strategies over the verification pipeline.
