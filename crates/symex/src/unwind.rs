//! Bounds on loops and recursion.
//!
//! Loops whose condition is decided by constants are unwound without a bound: an iteration does not
//! count if constants decided the loop's own condition (an exit at its head or at the end of its
//! body), or some exit while no other was open. Every other iteration counts against the bound. At
//! the bound the path is cut, and an obligation records that this must not happen. A condition that
//! constants decide, but that reads the same values in iteration after iteration, decides nothing.

use crate::propagation::Propagation;
use crate::value::Value;
use cassay_base::Id;
use cassay_ir::order::LoopId;
use cassay_ir::{BlockId, GlobalId, MemoryModel};
use std::collections::{BTreeMap, BTreeSet};

/// Bounds on loops, recursion and case splits.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// How often the head of a loop is passed, and how deep a function calls itself, if constants
    /// do not decide it.
    pub unwind: u32,
    /// Bounds of single loops, by name.
    pub set: Vec<(String, u32)>,
    /// Whether execution continues after a loop that reached its bound.
    pub partial_loops: bool,
    /// How many iterations constants may decide, per loop, before that counts as a bound too.
    pub decided_limit: u32,
    /// The number of executed statements from which on `decided_soft_limit` applies instead.
    pub decided_steps: u64,
    /// How many iterations constants may decide in a long execution: a non-terminating loop must
    /// not keep a strategy from trying the next bound.
    pub decided_soft_limit: u32,
    /// How many iterations in a row constants may decide while the condition reads the same values,
    /// before such iterations count: nothing in such a loop makes progress towards its exit.
    pub stall_limit: u32,
    /// Whether counting loops are accelerated, however long they are.
    pub accelerate: bool,
    /// The maximum call depth.
    pub depth_limit: u32,
    /// How many leaves a symbolic offset may choose between before an array is used; other limits
    /// of memory follow from it.
    pub choice_limit: usize,
    /// Whether to record the accesses of the program to memory.
    pub accesses: bool,
    /// The most switches between threads, if there is a limit.
    pub contexts: Option<u32>,
    /// When stores reach the memory that threads share.
    pub model: MemoryModel,
    /// Whether to record the path conditions of claims that need no solver.
    pub arrivals: bool,
    /// What is propagated besides constants.
    pub propagation: Propagation,
    /// Whether to count what each line costs.
    pub costs: bool,
    /// Whether states with heaps of different shapes are kept apart at joins ([`crate::apart`]).
    pub shapes: bool,
    /// Variables to which nothing is written: what would be is recorded ([`crate::Observation`]).
    pub observed: BTreeSet<GlobalId>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            unwind: 1,
            set: Vec::new(),
            partial_loops: false,
            decided_limit: 200_000,
            decided_steps: u64::MAX,
            decided_soft_limit: 200_000,
            stall_limit: u32::MAX,
            accelerate: false,
            depth_limit: 150_000,
            choice_limit: 64,
            accesses: false,
            contexts: None,
            model: MemoryModel::Sc,
            arrivals: false,
            propagation: Propagation::default(),
            costs: false,
            shapes: true,
            observed: BTreeSet::new(),
        }
    }
}

impl Bounds {
    /// The bound of a loop.
    pub fn of_loop(&self, name: &str) -> u32 {
        let own = self.set.iter().find(|(loop_name, _)| loop_name == name);
        own.map_or(self.unwind, |(_, bound)| *bound)
    }

    /// How many writes, choices and definitions a read of an array is followed through.
    pub(crate) fn read_steps(&self) -> usize {
        self.choice_limit
    }

    /// The threshold up to which a read of an array counts as small: writes on top of each other,
    /// or runs of equal cells.
    pub(crate) fn few(&self) -> usize {
        self.choice_limit / 4
    }

    /// The number of writes at constant offsets from which on they become a table.
    pub(crate) fn many_writes(&self) -> usize {
        (self.choice_limit / 2).max(1)
    }

    /// The most pieces of a range at a symbolic offset that are written one by one.
    pub(crate) fn moving_pieces(&self) -> u64 {
        self.choice_limit as u64 / 16
    }

    /// How many iterations constants may decide after a number of executed statements.
    pub(crate) fn decided(&self, steps: u64) -> u32 {
        if steps < self.decided_steps {
            self.decided_limit
        } else {
            self.decided_limit.min(self.decided_soft_limit)
        }
    }
}

/// Counts the iterations of the loops of one activation.
#[derive(Clone, Debug)]
pub(crate) struct Counters {
    loops: Vec<Counter>,
    /// For each condition of a loop: the values it read when it was last decided, and how often in
    /// a row these were the same.
    read: BTreeMap<(LoopId, BlockId), (Vec<Value>, u32)>,
    /// Whether several states were kept apart at some place of the activation.
    pub apart: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    /// Iterations that counted against the bound.
    counted: u32,
    /// Whether constants decided the loop's own condition in this iteration.
    condition_decided: bool,
    /// Whether the loop's own condition was open in a state that was kept apart from others.
    condition_open: bool,
    /// Whether constants decided some exit in this iteration.
    exit_decided: bool,
    /// Whether some exit was left open in this iteration.
    exit_open: bool,
    /// The next iteration in which to check whether the following ones can be leapt over.
    leap_at: u32,
}

/// The first iteration in which to check whether the following ones can be leapt over.
const FIRST_LEAP: u32 = 4;

impl Counters {
    pub fn new(loops: usize) -> Self {
        Counters {
            loops: vec![Counter::default(); loops],
            read: BTreeMap::new(),
            apart: false,
        }
    }

    /// Records the values that a decided condition at the end of a block read; returns how often in
    /// a row it had read the same before.
    pub fn reads(&mut self, id: LoopId, block: BlockId, values: Vec<Value>) -> u32 {
        let (last, same) = self.read.entry((id, block)).or_default();
        *same = if *last == values { *same + 1 } else { 0 };
        *last = values;
        *same
    }

    /// Records that execution passed an exit of the loop: whether it was open, and whether it is
    /// the loop's own condition.
    pub fn exit(&mut self, id: LoopId, open: bool, condition: bool) {
        let counter = &mut self.loops[id.index()];
        counter.condition_open |= self.apart && condition && open;
        counter.exit_open |= open;
        counter.exit_decided |= !open;
        counter.condition_decided |= condition && !open;
    }

    /// Starts an iteration; returns whether it exceeds a bound.
    pub fn start(&mut self, id: LoopId, iteration: u32, bound: u32, decided_limit: u32) -> bool {
        let counter = &mut self.loops[id.index()];
        if iteration == 0 {
            counter.counted = 0;
            counter.leap_at = FIRST_LEAP;
        } else {
            let decided = counter.condition_decided && !counter.condition_open;
            let open = counter.exit_open || !counter.exit_decided;
            counter.counted += u32::from(!decided && open);
        }
        *counter = Counter {
            counted: counter.counted,
            leap_at: counter.leap_at,
            ..Counter::default()
        };
        counter.counted >= bound.max(1) || iteration > decided_limit
    }

    /// Whether to check for iterations to leap over; ever more rarely while there are none.
    pub fn may_leap(&mut self, id: LoopId, iteration: u32) -> bool {
        let counter = &mut self.loops[id.index()];
        let now = iteration >= counter.leap_at;
        if now {
            counter.leap_at = iteration.saturating_mul(2);
        }
        now
    }

    /// Records that iterations were leapt over: after two more, others may follow.
    pub fn leapt(&mut self, id: LoopId, iteration: u32) {
        self.loops[id.index()].leap_at = iteration.saturating_add(3);
    }
}
