//! A machine as one synchronous transition system: latches, inputs, and a next value for each latch.
//!
//! The control state is a latch, or one for each control state but the first, and every variable is one.
//! In each step the system takes an edge that leaves the control state and whose guard holds. An
//! input chooses where guards may overlap (`select`). Where no edge can be taken, or none of
//! the chosen class, the system keeps its state. Executions of the system are therefore those of the machine
//! with pauses in between: neither has states that the other cannot reach, and no constraint is needed.
//!
//! No edge leads to the first control state. Its edges do not read the latches of variables: they read a
//! constant where [`Machine::start`] gives one, and an input otherwise, and their guards contain the start
//! condition. All latches therefore have a fixed first value: there are model checkers that take any other
//! for zero.
//!
//! Floats and arrays are encoded as bit-vectors first. Conditions of the encoding belong to the guards.

mod encoded;
mod first;
mod make;

use cassay_base::{IndexVec, Stop, StopReason};
use cassay_efsm::{ControlId, ControlKind, EdgeId, Machine, VarId};
use cassay_encode::{Encoder, Unencodable};
use cassay_term::{Pool, TermId, Value, post_order};
use encoded::Encoded;
use make::Maker;
use std::fmt;

/// How the control state is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coding {
    /// As a number in one word.
    #[default]
    Binary,
    /// As one truth value for each control state but the first, which is where none of them holds.
    OneHot,
}

/// What a system is asked, and how it is stored.
#[derive(Clone, Debug)]
pub struct Options {
    /// The control states that count as bad.
    pub targets: Vec<ControlId>,
    /// Whether each of them is a property of its own.
    pub separate: bool,
    /// How the control state is stored.
    pub coding: Coding,
}

impl Options {
    /// One property: no error is reached, and nothing that is open.
    pub fn all(machine: &Machine) -> Self {
        let bad = machine.controls.iter_enumerated().filter(|(_, control)| {
            matches!(control.kind, ControlKind::Error(_) | ControlKind::Open(_))
        });
        Options {
            targets: bad.map(|(id, _)| id).collect(),
            separate: false,
            coding: Coding::default(),
        }
    }
}

/// Why a machine is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The stop token was raised.
    Stopped(StopReason),
    /// It has something that cannot be expressed, as a phrase.
    Unsupported(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Stopped(_) => f.write_str("it was asked to stop"),
            Refusal::Unsupported(what) => write!(f, "{what} cannot be written"),
        }
    }
}

impl From<Unencodable> for Refusal {
    fn from(Unencodable(what): Unencodable) -> Self {
        Refusal::Unsupported(what)
    }
}

/// An end if the token was raised.
pub(crate) fn go_on(stop: &Stop) -> Result<(), Refusal> {
    stop.reason()
        .map_or(Ok(()), |reason| Err(Refusal::Stopped(reason)))
}

/// What a latch stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The control state, or whether it is this one.
    Control(Option<ControlId>),
    /// A variable.
    Variable(VarId),
}

/// A latch.
#[derive(Clone, Debug)]
pub struct Latch {
    /// For people.
    pub name: String,
    /// Its value before a step; of sort Bool or Bv.
    pub symbol: TermId,
    /// Its first value.
    pub first: Value,
    /// Its value behind a step.
    pub next: TermId,
    /// What it stands for.
    pub role: Role,
}

/// An input.
#[derive(Clone, Debug)]
pub struct Input {
    /// For people.
    pub name: String,
    /// Its value; of sort Bool or Bv.
    pub symbol: TermId,
}

/// A property that must not hold.
#[derive(Clone, Debug)]
pub struct Bad {
    /// For people: the name of a control state.
    pub name: String,
    /// When it is violated: a Bool term over the latches; over inputs too where the first control
    /// state is bad.
    pub term: TermId,
}

/// The transition system of a machine. See the module documentation.
pub struct System {
    pub(crate) encoder: Encoder,
    /// The latches: first the control state, then the variables in their order.
    pub latches: Vec<Latch>,
    /// The inputs that anything depends on; if there are none, one that nothing depends on.
    pub inputs: Vec<Input>,
    /// The properties.
    pub bad: Vec<Bad>,
    pub(crate) targets: Vec<ControlId>,
    pub(crate) control: Control,
    /// The copy of each variable.
    pub(crate) copies: IndexVec<VarId, TermId>,
    /// What the first edges read in place of each variable.
    pub(crate) first: IndexVec<VarId, TermId>,
    /// When the system takes each edge.
    pub(crate) taken: Taken,
}

impl System {
    /// The system of a machine.
    pub fn new(machine: &Machine, options: &Options, stop: &Stop) -> Result<System, Refusal> {
        encoded::check(machine)?;
        let encoded = Encoded::of(machine, stop)?;
        let mut maker = Maker::new(machine, encoded, options, stop);
        let taken = maker.all_taken()?;
        let mut latches = maker.control_latches(&taken);
        latches.extend(maker.variable_latches(&taken)?);
        let bad = maker.bad(options);
        let inputs = maker.inputs(&latches, &bad);
        Ok(System {
            latches,
            inputs,
            bad,
            targets: options.targets.clone(),
            control: maker.control,
            copies: maker.encoded.variables,
            first: maker.first,
            taken,
            encoder: maker.encoded.encoder,
        })
    }

    /// The pool of all terms of the system.
    pub fn pool(&self) -> &Pool {
        self.encoder.pool()
    }
}

/// The latches of the control state.
pub(crate) enum Control {
    /// One word.
    Word(TermId),
    /// A truth value for each control state but the first.
    Bits(Vec<Option<TermId>>),
}

/// The number of a control state; the first has 0.
pub(crate) fn code(machine: &Machine, control: ControlId) -> u32 {
    match control.0.cmp(&machine.initial.0) {
        std::cmp::Ordering::Less => control.0 + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => control.0,
    }
}

/// When the system takes each edge: Bool terms over latches and inputs.
pub(crate) type Taken = IndexVec<EdgeId, TermId>;

/// How many terms a system consists of.
pub(crate) fn all_terms(system: &System) -> Vec<TermId> {
    let nexts = system.latches.iter().map(|latch| latch.next);
    let bads = system.bad.iter().map(|bad| bad.term);
    let symbols = system.inputs.iter().map(|input| input.symbol);
    let symbols = symbols.chain(system.latches.iter().map(|latch| latch.symbol));
    let roots: Vec<TermId> = symbols.chain(nexts).chain(bads).collect();
    post_order(system.pool(), &roots)
}
