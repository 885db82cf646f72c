//! What certificates have of their own: extra states and inputs of few bits, tried one value after the
//! other.
//!
//! If `inv(state, extra)` is inductive and every first state has some first `extra`, then so is *some
//! `extra` makes it hold*. An input must be of no influence: the condition has to hold for all values.
//! Whether the result is an invariant is checked by others in any case.

use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_term::{Pool, TermId};

/// The most bits that are tried.
const MAX_BITS: u32 = 6;

/// What a certificate has of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// Some value of it must do.
    State,
    /// It must do for all values of it.
    Input,
}

/// Whether these, with their widths, are few enough.
pub fn check(own: &[(Own, u32)]) -> Result<(), String> {
    let bits: u64 = own.iter().map(|(_, width)| u64::from(*width)).sum();
    if bits > u64::from(MAX_BITS) {
        return Err(format!(
            "the certificate has {bits} bits of its own beside those of the model"
        ));
    }
    Ok(())
}

/// The condition for some values of states and all values of inputs. `condition` gives it for one value
/// of each.
pub fn expand(
    pool: &mut Pool,
    stop: &Stop,
    own: &[(Own, u32)],
    mut condition: impl FnMut(&mut Pool, &[Bv]) -> Result<TermId, String>,
) -> Result<TermId, String> {
    check(own)?;
    let combinations = |kind: Own| {
        let widths = own.iter().filter(|(own, _)| *own == kind);
        1u64 << widths.map(|(_, width)| width).sum::<u32>()
    };
    let mut some = pool.fls();
    for states in 0..combinations(Own::State) {
        let mut all = pool.tru();
        for inputs in 0..combinations(Own::Input) {
            if stop.is_raised() {
                return Err("it was asked to stop".into());
            }
            let term = condition(pool, &values(own, states, inputs))?;
            all = pool.and(all, term);
        }
        some = pool.or(some, all);
    }
    Ok(some)
}

/// The value of each from the bits of all states and of all inputs.
fn values(own: &[(Own, u32)], mut states: u64, mut inputs: u64) -> Vec<Bv> {
    let mut values = Vec::with_capacity(own.len());
    for (kind, width) in own {
        let from = match kind {
            Own::State => &mut states,
            Own::Input => &mut inputs,
        };
        values.push(Bv::from_u64(*width, *from));
        *from >>= width;
    }
    values
}
