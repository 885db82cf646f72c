//! Schedules: which thread goes on where it matters.

use crate::execution::Standing;
use crate::outcome::Site;
use crate::races::RaceClaims;
use cassay_ir::{BlockId, ClaimId, FuncId, MemoryModel};
use std::collections::BTreeSet;

/// A point at which any of several threads may go on.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The threads that may be able to go on, by number.
    pub ready: &'a [Standing],
    /// The thread that went on last.
    pub last: u32,
}

/// Says which thread goes on. It is asked before every statement whose effect other threads could see
/// or that may wait for them, and before every atomic section. A thread that turns out to wait has
/// changed nothing, and the scheduler is asked again without it.
pub trait Scheduler {
    /// The number of the thread that goes on; `None` if that is none of these, which ends the
    /// execution ([`Outcome::OffSchedule`](crate::Outcome::OffSchedule)).
    fn choose(&mut self, choice: &Choice<'_>) -> Option<u32>;

    /// How many steps of a schedule were taken.
    fn taken(&self) -> usize {
        0
    }

    /// The statements before which the scheduler is asked, if not before all that other threads could
    /// see. An atomic section is left out or not by the statement that begins it.
    fn points(&self) -> Option<BTreeSet<Point>> {
        None
    }

    /// Which claims about races are looked at.
    fn race_claims(&self) -> RaceClaims {
        RaceClaims::All
    }

    /// Whether the execution ends now if threads block each other, although others can go on.
    fn asks_for_deadlock(&self) -> bool {
        false
    }

    /// When stores reach memory.
    fn model(&self) -> MemoryModel {
        MemoryModel::Sc
    }

    /// The store that is committed next, before any thread goes on: its thread, and the number of the
    /// step that made it. Steps are counted by [`Scheduler::taken`].
    fn commit(&mut self) -> Option<(u32, usize)> {
        None
    }
}

/// A statement: its function, block and index.
pub type Point = (FuncId, BlockId, usize);

/// Lets a thread run until it waits or ends, then the first that can go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequential;

impl Scheduler for Sequential {
    fn choose(&mut self, choice: &Choice<'_>) -> Option<u32> {
        let mut ready = choice.ready.iter().map(|standing| standing.thread);
        let first = choice.ready.first().map(|standing| standing.thread);
        ready.find(|thread| *thread == choice.last).or(first)
    }
}

/// A step of a schedule: a thread executes a statement, or a store of it reaches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Step {
    /// The number of the thread.
    pub thread: u32,
    /// The function of the statement.
    pub function: FuncId,
    /// Its block.
    pub block: BlockId,
    /// Its index, or that of the terminator.
    pub stmt: usize,
    /// If the store that this statement made reaches memory: the number of the step that executed it.
    pub commits: Option<usize>,
}

impl Step {
    /// A thread executes the statement at a site.
    pub fn new(thread: u32, at: Site) -> Self {
        Step {
            thread,
            function: at.function,
            block: at.block,
            stmt: at.stmt,
            commits: None,
        }
    }

    fn is_at(&self, at: Site) -> bool {
        (self.function, self.block, self.stmt) == (at.function, at.block, at.stmt)
    }
}

/// The order in which threads execute some of their statements, from the moment on when there are
/// several. An atomic section is one step, at the statement that begins it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Schedule {
    /// The steps.
    pub steps: Vec<Step>,
    /// The statements before which threads may be interrupted: every execution of one is a step. None if
    /// these are all that other threads could see, and the steps are only some of them.
    pub points: Option<BTreeSet<Point>>,
    /// The claim about a race that the last step violates, if it does. If the schedule has points, claims
    /// about other races are passed over.
    pub race: Option<ClaimId>,
    /// Whether threads block each other after the last step.
    #[serde(default)]
    pub stuck: bool,
    /// When stores reach memory.
    pub model: MemoryModel,
}

/// Follows a schedule: each thread goes on until it has executed the statement of its step. What it
/// does before that is not in the schedule, and so of no consequence to others. After the last step
/// threads run one after the other.
#[derive(Clone, Debug)]
pub struct Follow<'a> {
    schedule: &'a Schedule,
    next: usize,
}

impl<'a> Follow<'a> {
    /// From the first step on.
    pub fn new(schedule: &'a Schedule) -> Self {
        Follow { schedule, next: 0 }
    }
}

impl Scheduler for Follow<'_> {
    fn choose(&mut self, choice: &Choice<'_>) -> Option<u32> {
        let Some(step) = self.schedule.steps.get(self.next) else {
            return Sequential.choose(choice);
        };
        debug_assert!(step.commits.is_none(), "commits come first");
        let mut ready = choice.ready.iter();
        let standing = ready.find(|standing| standing.thread == step.thread)?;
        if !standing.paused && step.is_at(standing.at) {
            self.next += 1;
        }
        Some(step.thread)
    }

    fn taken(&self) -> usize {
        self.next
    }

    fn points(&self) -> Option<BTreeSet<Point>> {
        self.schedule.points.clone()
    }

    fn asks_for_deadlock(&self) -> bool {
        self.schedule.stuck && self.next >= self.schedule.steps.len()
    }

    fn race_claims(&self) -> RaceClaims {
        match (self.schedule.race, &self.schedule.points) {
            (Some(claim), _) => RaceClaims::Only(claim),
            (None, Some(_)) => RaceClaims::None,
            (None, None) => RaceClaims::All,
        }
    }

    fn model(&self) -> MemoryModel {
        self.schedule.model
    }

    fn commit(&mut self) -> Option<(u32, usize)> {
        let step = self.schedule.steps.get(self.next)?;
        let made = step.commits?;
        self.next += 1;
        Some((step.thread, made))
    }
}
