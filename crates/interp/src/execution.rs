//! An execution step by step, whose states can be kept and compared.

use crate::input::Oracle;
use crate::machine::{Machine, Saved};
use crate::memory::Memory;
use crate::observe::Observer;
use crate::outcome::{Limits, Outcome, Site};
use cassay_ir::{FuncId, Program};

/// A thread, and the statement before which it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of the thread.
    pub thread: u32,
    /// The next statement or terminator.
    pub at: Site,
}

/// A state of an execution.
#[derive(Clone)]
pub struct State<'p>(Saved<'p>);

/// An execution between two steps.
pub struct Execution<'p, 'o> {
    machine: Machine<'p, 'o>,
}

impl<'p, 'o> Execution<'p, 'o> {
    /// Starts at a function; nothing is executed yet.
    pub fn new(
        program: &'p Program,
        entry: FuncId,
        oracle: &'o mut dyn Oracle,
        observer: &'o mut dyn Observer,
        limits: &'o Limits,
    ) -> Result<Self, Outcome> {
        let mut machine = Machine::new(program, oracle, observer, limits);
        match machine.start(entry) {
            Ok(()) => Ok(Execution { machine }),
            Err(outcome) => Err(*outcome),
        }
    }

    /// Executes what no other thread could see, up to the first choice.
    pub fn settle(&mut self) -> Result<(), Outcome> {
        self.machine.catch_up().map_err(|outcome| *outcome)
    }

    /// The threads that may be able to go on, by number.
    pub fn ready(&self) -> Vec<Standing> {
        self.machine.ready()
    }

    /// Whether there have been several threads: a schedule begins there.
    pub fn is_concurrent(&self) -> bool {
        !self.machine.threads.is_empty()
    }

    /// Lets a thread execute its next statement, or atomic section, and all that follows up to the
    /// next statement that others could see. False if it must wait: then nothing has changed, and it is
    /// not ready before something does.
    pub fn advance(&mut self, thread: u32) -> Result<bool, Outcome> {
        self.machine.advance(thread).map_err(|outcome| *outcome)
    }

    /// The outcome if no thread is ready.
    pub fn stuck(&self) -> Outcome {
        *self.machine.stuck()
    }

    /// The present state.
    pub fn save(&self) -> State<'p> {
        State(self.machine.save())
    }

    /// Goes back to a state.
    pub fn restore(&mut self, state: &State<'p>) {
        self.machine.restore(state.0.clone());
    }

    /// A number for the present state: states from which the same can happen mostly have the same one,
    /// states from which something else can happen have different ones, but for an accident of 128 bits.
    /// How often inputs were asked for and how many objects were made before does not count.
    pub fn fingerprint(&self) -> u128 {
        self.machine.fingerprint()
    }

    /// All objects.
    pub fn memory(&self) -> &Memory {
        &self.machine.memory
    }
}
