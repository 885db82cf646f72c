//! An execution step by step, whose states can be kept and compared.

use crate::input::Oracle;
use crate::machine::{Facts, Machine, Saved};
use crate::memory::Memory;
use crate::observe::Observer;
use crate::outcome::{Limits, Outcome, Site, WaitsFor};
use crate::threads::Status;
use cassay_ir::{FuncId, MemoryModel, Program};

/// A thread, and the statement before which it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of the thread.
    pub thread: u32,
    /// The next statement or terminator.
    pub at: Site,
    /// Whether no other thread could see that statement: the thread was only stopped to let others go on.
    /// When it is executed is of no consequence, and schedules do not name it.
    pub paused: bool,
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
        Self::under(MemoryModel::Sc, (program, entry), oracle, observer, limits)
    }

    /// The same under a memory model.
    pub fn under(
        model: MemoryModel,
        (program, entry): (&'p Program, FuncId),
        oracle: &'o mut dyn Oracle,
        observer: &'o mut dyn Observer,
        limits: &'o Limits,
    ) -> Result<Self, Outcome> {
        let mut machine = Machine::new(program, oracle, observer, limits);
        machine.model = model;
        match machine.start(entry) {
            Ok(()) => Ok(Execution { machine }),
            Err(outcome) => Err(*outcome),
        }
    }

    /// Executes what no other thread could see, up to the first choice.
    pub fn settle(&mut self) -> Result<(), Outcome> {
        self.machine.look();
        let result = self.machine.catch_up();
        self.machine.look_away();
        result.map_err(|outcome| *outcome)
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

    /// The same. If the thread must wait, the state is of no use any more: go back to another.
    pub fn try_advance(&mut self, thread: u32) -> Result<bool, Outcome> {
        self.machine.undoes = false;
        let result = self.advance(thread);
        self.machine.undoes = true;
        result
    }

    /// The number of threads that have neither ended nor failed an assumption.
    pub fn unfinished(&self) -> usize {
        self.machine.unfinished()
    }

    /// Stores that are made from now on belong to this step of a schedule.
    pub fn count_step(&mut self, number: usize) {
        self.machine.step_number = number;
    }

    /// The stores that can reach memory next: the thread, the position among its stores, and the number
    /// of the step that made it.
    pub fn commits(&self) -> Vec<(u32, usize, usize)> {
        let commits = self.machine.commits();
        let with_step =
            |(thread, index)| Some((thread, index, self.machine.step_of(thread, index)?));
        commits.into_iter().filter_map(with_step).collect()
    }

    /// Lets a store reach memory.
    pub fn commit(&mut self, thread: u32, index: usize) {
        self.machine.commit(thread, index);
    }

    /// The outcome if no thread is ready.
    pub fn stuck(&self) -> Outcome {
        *self.machine.stuck()
    }

    /// How many more steps the limits allow.
    pub fn steps_left(&self) -> u64 {
        self.machine.steps_left()
    }

    /// Threads that block each other in the present state, whether or not others can go on. `goes_on`
    /// names threads that are known to.
    pub fn deadlock(&mut self, goes_on: impl Fn(u32) -> bool) -> Option<Outcome> {
        self.machine.deadlock(goes_on).map(|outcome| *outcome)
    }

    /// The present state.
    pub fn save(&mut self) -> State<'p> {
        self.machine.suspend();
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

    /// What a thread waits for, if it is known to wait.
    pub fn waits_for(&self, thread: u32) -> Option<WaitsFor> {
        match self.machine.threads.get(thread as usize)?.status {
            Status::Waiting { what, .. } => Some(what),
            Status::Ready | Status::Excluded { .. } | Status::Ended => None,
        }
    }

    /// The number of threads that were started, from the moment on when there are several.
    pub fn threads(&self) -> usize {
        self.machine.threads.len()
    }

    /// What has happened since the start, in all states that were reached.
    pub fn facts(&self) -> &Facts {
        &self.machine.facts
    }

    /// Whether all memory counts as shared, even if no other thread could have a pointer to it.
    pub fn share_all(&mut self, all: bool) {
        self.machine.shares_all = all;
    }

    /// Forgets what is never read again, so that more states are equal, and gives the present one its
    /// number.
    pub fn forget_and_fingerprint(&mut self) -> u128 {
        self.machine.forget_and_fingerprint()
    }

    /// All objects.
    pub fn memory(&self) -> &Memory {
        &self.machine.memory
    }
}
