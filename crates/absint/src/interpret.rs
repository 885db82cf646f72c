//! Interprocedural analysis: functions, with the joined states of their calls.
//!
//! A function is analysed once for all its calls: it starts with the join of their states, and a
//! caller continues with the join of the returns. Functions are analysed again until neither
//! changes; recursive calls are widened. Then, callers first, each function is analysed once more
//! from the final states of its callers, which recovers precision lost to widening.

use crate::cells::CellId;
use crate::domains::Thresholds;
use crate::facts::Facts;
use crate::fixpoint::Collected;
use crate::join::Join;
use crate::relation;
use crate::state::State;
use crate::value::Value;
use cassay_base::{IndexVec, Stop};
use cassay_ir::{BlockId, FuncId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The state at the returns of a function.
#[derive(Clone, Debug)]
pub struct Exit<'p> {
    /// Of global variables.
    pub state: State<'p>,
    /// Of the result.
    pub result: Option<Value>,
    /// Of the arguments: the values they must have had for the function to return.
    pub params: Vec<Option<Value>>,
}

impl<'p> Exit<'p> {
    /// Joins another exit; whether this adds states.
    pub fn join(&mut self, other: &Exit<'p>, join: Join<'_>) -> bool {
        let mut changed = self.state.join(&other.state, join);
        let value = |a: &mut Option<Value>, b: &Option<Value>| {
            let new = match (*a, *b) {
                (Some(x), Some(y)) if x.width == y.width => Some(join.of(x, y)),
                _ => None,
            };
            let changed = new != *a;
            *a = new;
            changed
        };
        changed |= value(&mut self.result, &other.result);
        for (a, b) in self.params.iter_mut().zip(&other.params) {
            changed |= value(a, b);
        }
        changed
    }
}

/// Why an analysis was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It took too many steps.
    Steps,
    /// The stop token was raised.
    Token,
    /// A call through a pointer of unknown origin may be executed.
    Call,
}

/// The step limit of an analysis: mostly statements. A large program gets a number of steps per
/// statement.
const STEPS: usize = 3_000_000;
const STEPS_EACH: usize = 16;
/// How many cells a loop may write for what their bounds imply to be written down as relations.
const MOST_RELATED: usize = 10;
/// How deep functions are analysed inside of others.
const DEPTH: usize = 64;
/// How often the entry and exit of a function are joined plainly, and with thresholds.
const PLAIN: u32 = 4;
const WITH_THRESHOLDS: u32 = 10;

/// A running analysis.
pub struct Interpreter<'a, 'p> {
    /// What was known before.
    pub facts: &'a Facts<'p>,
    stop: &'a Stop,
    steps: usize,
    most_steps: usize,
    root: FuncId,
    entries: IndexVec<FuncId, Option<State<'p>>>,
    /// The exit of each function that may return.
    pub exits: IndexVec<FuncId, Option<Exit<'p>>>,
    /// How often entry and exit of a function have changed.
    changes: IndexVec<FuncId, (u32, u32)>,
    /// The entry state of each function, by caller.
    given: BTreeMap<FuncId, BTreeMap<FuncId, State<'p>>>,
    dirty: BTreeSet<(usize, FuncId)>,
    priority: IndexVec<FuncId, usize>,
    depth: usize,
    /// Cells that take part in relations and that a loop may write, by its head.
    changing: BTreeMap<(FuncId, BlockId), Rc<[CellId]>>,
}

impl<'a, 'p> Interpreter<'a, 'p> {
    /// An analysis of the executions from a function on.
    pub fn new(facts: &'a Facts<'p>, root: FuncId, stop: &'a Stop) -> Self {
        let functions = &facts.program.functions;
        let mut priority: IndexVec<FuncId, usize> = functions.iter().map(|_| usize::MAX).collect();
        for (index, id) in facts.bottom_up.iter().enumerate() {
            priority[*id] = index;
        }
        Interpreter {
            facts,
            stop,
            steps: 0,
            most_steps: STEPS.max(STEPS_EACH * facts.size),
            root,
            entries: functions.iter().map(|_| None).collect(),
            exits: functions.iter().map(|_| None).collect(),
            changes: functions.iter().map(|_| (0, 0)).collect(),
            given: BTreeMap::new(),
            dirty: BTreeSet::new(),
            priority,
            depth: 0,
            changing: BTreeMap::new(),
        }
    }

    /// The cells that take part in relations and that the loop of a head may write.
    pub fn changing(&mut self, id: FuncId, head: BlockId) -> Rc<[CellId]> {
        let facts = self.facts;
        let found = self.changing.entry((id, head)).or_insert_with(|| {
            let cells = relation::changing(facts, id, head);
            let related = facts.functions[id].as_ref().map(|of| &of.related);
            let related = |cell: &CellId| {
                related.is_some_and(|of| of.zone.contains_key(cell) || of.octagons.contains(*cell))
            };
            let cells: Vec<CellId> = cells.into_iter().filter(related).collect();
            if cells.len() > MOST_RELATED {
                return Rc::from([]);
            }
            cells.into()
        });
        found.clone()
    }

    /// The same with another limit of steps.
    pub fn with_steps(mut self, most: usize) -> Self {
        self.most_steps = most;
        self
    }

    /// How many steps were taken.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Takes steps from the budget.
    pub fn spend(&mut self, count: usize) -> Result<(), Stopped> {
        self.steps += count;
        if self.steps > self.most_steps {
            return Err(Stopped::Steps);
        }
        if self.stop.is_raised() {
            return Err(Stopped::Token);
        }
        Ok(())
    }

    /// Analyses the program; the result of the last pass of every reachable function.
    pub fn run(&mut self) -> Result<BTreeMap<FuncId, Collected<'p>>, Stopped> {
        let start = self.start();
        self.entries[self.root] = Some(start.clone());
        self.mark(self.root);
        while let Some((_, id)) = self.dirty.pop_first() {
            self.update(id, None)?;
        }
        let mut results = BTreeMap::new();
        for _ in 0..2 {
            results.clear();
            for id in self.facts.bottom_up.iter().rev().copied() {
                let mut entry = (id == self.root).then(|| start.clone());
                for caller in &self.facts.callers[id] {
                    if let Some(state) = self.given.get(caller).and_then(|to| to.get(&id)) {
                        match &mut entry {
                            Some(entry) => {
                                entry.join(state, Join::Plain);
                            }
                            None => entry = Some(state.clone()),
                        }
                    }
                }
                let Some(entry) = entry else {
                    self.exits[id] = None;
                    self.given.remove(&id);
                    continue;
                };
                let mut collected = self.function(id, &entry)?;
                self.exits[id] = collected.exit.take();
                self.given
                    .insert(id, std::mem::take(&mut collected.entered));
                results.insert(id, collected);
            }
        }
        Ok(results)
    }

    /// The state at the start of the program.
    fn start(&self) -> State<'p> {
        let mut state = State::top();
        for (cell, value) in self.facts.cells.initial(self.facts.program) {
            state.set_cell(cell, Some(value));
        }
        state
    }

    fn mark(&mut self, id: FuncId) {
        self.dirty.insert((self.priority[id], id));
    }

    /// Analyses a function that is called for the first time, so that the call can be followed.
    pub fn first_time(
        &mut self,
        caller: FuncId,
        id: FuncId,
        entry: State<'p>,
    ) -> Result<(), Stopped> {
        if self.entries[id].is_some() || self.depth >= DEPTH {
            return Ok(());
        }
        self.entries[id] = Some(entry);
        self.depth += 1;
        let result = self.update(id, Some(caller));
        self.depth -= 1;
        result
    }

    /// Analyses a function again and schedules its callers and callees, except a caller that waits
    /// for it.
    fn update(&mut self, id: FuncId, waits: Option<FuncId>) -> Result<(), Stopped> {
        self.dirty.remove(&(self.priority[id], id));
        let Some(entry) = self.entries[id].clone() else {
            return Ok(());
        };
        let mut collected = self.function(id, &entry)?;
        let none = Thresholds::default();
        let entered = std::mem::take(&mut collected.entered);
        for (callee, state) in &entered {
            let (visits, _) = self.changes[*callee];
            let facts = self.facts;
            let changed = match &mut self.entries[*callee] {
                Some(old) => old.join(state, growth(visits, &facts.thresholds, &none)),
                slot @ None => {
                    *slot = Some(state.clone());
                    true
                }
            };
            if changed {
                self.changes[*callee].0 += 1;
                self.mark(*callee);
            }
        }
        self.given.insert(id, entered);
        if let Some(exit) = collected.exit {
            let (_, visits) = self.changes[id];
            let facts = self.facts;
            let changed = match &mut self.exits[id] {
                Some(old) => old.join(&exit, growth(visits, &facts.thresholds, &none)),
                slot @ None => {
                    *slot = Some(exit);
                    true
                }
            };
            if changed {
                self.changes[id].1 += 1;
                for caller in &facts.callers[id] {
                    if self.entries[*caller].is_some() && Some(*caller) != waits {
                        self.mark(*caller);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The kind of join for something that has changed this often.
fn growth<'t>(visits: u32, thresholds: &'t Thresholds, none: &'t Thresholds) -> Join<'t> {
    match visits {
        0..=PLAIN => Join::Plain,
        visits if visits <= WITH_THRESHOLDS => Join::Widen(thresholds),
        _ => Join::Widen(none),
    }
}
