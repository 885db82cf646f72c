//! The budget of reads, so that long chains of writes with many reads give up instead of exploding.

use cassay_base::Stop;

use crate::Unencodable;

/// The limit on the bits of comparisons and choices.
const BITS: u64 = 1 << 25;
/// The limit on the number of writes that reads pass.
const STEPS: u64 = 1 << 28;
/// How many writes are passed between two tests of the stop token.
const PACE: u64 = 1 << 12;

/// What has been spent.
#[derive(Default)]
pub struct Budget {
    bits: u64,
    steps: u64,
    stop: Stop,
}

impl Budget {
    /// The token that ends encoding early.
    pub fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Spends bits of a new comparison or choice.
    pub fn spend(&mut self, bits: u32) -> Result<(), Unencodable> {
        self.afford(u64::from(bits))?;
        self.bits += u64::from(bits);
        self.step()
    }

    /// Whether that many bits are left to spend.
    pub fn afford(&self, bits: u64) -> Result<(), Unencodable> {
        if self.bits.saturating_add(bits) > BITS {
            return Err(Unencodable("so many reads of arrays".to_string()));
        }
        Ok(())
    }

    /// Accounts for a write that a read passes.
    pub fn step(&mut self) -> Result<(), Unencodable> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(Unencodable("so many reads of arrays".to_string()));
        }
        if self.steps.is_multiple_of(PACE) && self.stop.is_raised() {
            return Err(Unencodable("reads of arrays after a stop".to_string()));
        }
        Ok(())
    }
}
