//! Float circuits against two other implementations: the exact arithmetic of `cassay_float` on drawn
//! operands, and Bitwuzla's theory of floats on all of them at once.
//!
//! A campaign (`CASSAY_CAMPAIGN` set to a number) multiplies the drawn operands by that number and
//! tries the proofs that can take minutes.

mod operators;
mod proofs;
mod values;

/// How often to do everything, and whether this is a campaign.
fn campaign() -> (usize, bool) {
    let times = std::env::var("CASSAY_CAMPAIGN")
        .ok()
        .map(|times| times.parse().unwrap_or(1));
    (times.unwrap_or(1), times.is_some())
}
