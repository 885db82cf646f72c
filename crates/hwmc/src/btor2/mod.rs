//! BTOR2 (Niemetz, Preiner, Wolf, Biere; CAV 2018): transition systems of words.
//!
//! Each latch of a system is a state, and each bad control state, or all of them, a bad property. Truth
//! values are words of one bit.

pub mod certificate;
pub mod read;
pub mod witness;
pub mod write;

pub use read::read;

use crate::{Options, Refusal, System};
use cassay_base::Stop;
use cassay_efsm::Machine;

/// The file of a machine.
pub fn write(machine: &Machine, options: &Options, stop: &Stop) -> Result<String, Refusal> {
    let system = System::new(machine, options, stop)?;
    write::text(&system, stop)
}
