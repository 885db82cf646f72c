//! AIGER 1.9 (Biere, Heljanko, Wieringa): circuits of conjunctions with latches, in text (`aag`) and
//! binary (`aig`) form.
//!
//! A system becomes bits by the circuits of the bit-blaster; every latch and input is one bit of a
//! latch or input of the system and is named `NAME[BIT]` in the symbol table. All latches start at zero,
//! which the form of systems allows ([`crate::system`]): what latches of variables hold in the first control
//! state is not read.

pub mod blast;
pub mod certificate;
pub mod read;
pub mod witness;
pub mod write;

pub use blast::{Blasted, blast};
pub use read::read;

use crate::{Options, Refusal, System};
use cassay_base::Stop;
use cassay_efsm::Machine;
use rustc_hash::FxHashMap;

/// A literal as in the files: twice a variable, plus one where negated. 0 is false, 1 is true.
pub type Lit = u32;

/// A latch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latch {
    /// Its literal.
    pub lit: Lit,
    /// Its value behind a step.
    pub next: Lit,
    /// Its first value: 0, 1, or its own literal where it has none.
    pub reset: Lit,
}

/// A conjunction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct And {
    /// Its literal.
    pub lit: Lit,
    /// What is conjoined.
    pub args: [Lit; 2],
}

/// A circuit. Literals of inputs, latches and conjunctions are even and different; conjunctions come
/// behind those that they use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aig {
    /// The literals of the inputs.
    pub inputs: Vec<Lit>,
    /// The latches.
    pub latches: Vec<Latch>,
    /// The outputs.
    pub outputs: Vec<Lit>,
    /// What must not hold.
    pub bad: Vec<Lit>,
    /// What always holds.
    pub constraints: Vec<Lit>,
    /// The conjunctions.
    pub ands: Vec<And>,
    /// Names by kind (`i`, `l`, `b`, …) and position.
    pub names: Vec<(char, usize, String)>,
    /// The lines of the comment.
    pub comments: Vec<String>,
}

/// Which form a file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// `aig`.
    #[default]
    Binary,
    /// `aag`.
    Text,
}

/// The file of a machine.
pub fn write(
    machine: &Machine,
    options: &Options,
    form: Form,
    stop: &Stop,
) -> Result<Vec<u8>, Refusal> {
    let system = System::new(machine, options, stop)?;
    let blasted = blast(&system, stop)?;
    Ok(write::bytes(&blasted.aig, form))
}

impl Aig {
    /// The number of variables: the greatest that occurs.
    pub fn max_variable(&self) -> u32 {
        let latches = self.latches.iter().map(|latch| latch.lit);
        let ands = self.ands.iter().map(|and| and.lit);
        let all = self.inputs.iter().copied().chain(latches).chain(ands);
        all.max().unwrap_or(0) / 2
    }
}

/// Makes conjunctions, each once.
#[derive(Default)]
pub struct Maker {
    /// The circuit so far.
    pub aig: Aig,
    known: FxHashMap<[Lit; 2], Lit>,
    last: u32,
}

impl Maker {
    /// A new input or latch: its literal.
    pub fn leaf(&mut self) -> Lit {
        self.last += 1;
        self.last * 2
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        // Greater literals come first, as the binary form wants them.
        let (a, b) = if a >= b { (a, b) } else { (b, a) };
        if b == 0 || a == b ^ 1 {
            return 0;
        }
        if b == 1 || a == b {
            return a;
        }
        if let Some(known) = self.known.get(&[a, b]) {
            return *known;
        }
        let lit = self.leaf();
        self.aig.ands.push(And { lit, args: [a, b] });
        self.known.insert([a, b], lit);
        lit
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        self.and(a ^ 1, b ^ 1) ^ 1
    }
}
