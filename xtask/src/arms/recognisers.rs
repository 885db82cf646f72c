//! Files in which some arms catch every variant, how many, and why that is right.

/// The file, the number of such arms, the reason.
pub const ALL: &[(&str, usize, &str)] = &[];
