//! Threads: all interleavings of a program in one equation.
//!
//! A thread is executed symbolically where it is created, from the state of its creator, and then its
//! creator goes on. Memory that only one thread uses is part of the thread's states, as in a program
//! without threads. Memory that several threads use is divided into *cells*. Before a thread reads a
//! cell, the cell gets a new unknown value in its state; after it has written one, the value is
//! recorded. These are *events*, and [`cassay_order`] states which write every read gets its value
//! from.
//!
//! Which memory is shared is found out by executing the program several times ([`uses`]): the first
//! execution takes all memory as private and records who uses what. An execution whose accesses are
//! all as it was told to expect is final. (By induction over the prefixes of an interleaving: the
//! first access to memory that was wrongly taken as private would have been recorded.)
//!
//! A thread that waits for ever, or whose assumption fails, merely makes no further events. Every
//! prefix of an interleaving can be continued by the other threads, so that a claim can be violated
//! there whatever comes later.

mod access;
mod buffers;
mod change;
mod finish;
mod life;
mod lock_order;
mod race;
mod run;
mod spin;
mod stuck;
mod uses;

pub use finish::{Interleaving, Schedule, Turn};
pub(crate) use spin::{Head, Iteration};
pub(crate) use uses::{Part, Shape, Site, Uses};

use crate::claim::Origin;
use crate::guard::GuardId;
use crate::memory::{Contents, Memory};
use crate::object::{Object, ObjectId};
use crate::space::Space;
use crate::state::State;
use crate::value::{OBJECT_BITS, Pointer, Value};
use cassay_base::IndexVec;
use cassay_ir::sharing::{can_race, uninterrupted_from};
use cassay_ir::{FuncId, GlobalId, Program};
use cassay_order::{Event, EventId, EventKind, Node, NodeId, Threads};
use cassay_term::{Sort, TermId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Instead of the start of a cell, for what the results of threads point to.
const RESULTS: u64 = u64::MAX - 1;

/// The start of the cell that says whether an object is alive.
pub(crate) const LIFE: u64 = u64::MAX;

/// An atomic section that a state is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    pub node: NodeId,
    /// How many sections are nested.
    pub depth: u32,
}

/// What is known about a node besides its order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeInfo {
    pub thread: u32,
    pub guard: GuardId,
    /// The statement; none at the start of a thread.
    pub site: Option<Site>,
    /// The thread that is created there.
    pub creates: Option<u32>,
    /// Whether a scheduler is asked before it.
    pub scheduled: bool,
    /// The condition under which the thread gets past it; none if it always does.
    pub completes: Option<TermId>,
    /// If it is the commit of a store: the node at which the thread executes the store.
    pub commits: Option<NodeId>,
}

/// What is known about an event besides its order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventInfo {
    pub guard: GuardId,
    /// Whether it happens in every execution that comes to its node.
    pub always: bool,
    /// The library function that makes it.
    pub model: Option<FuncId>,
    /// Whether it is an access by a statement of the program.
    pub of_program: bool,
}

/// What is known about a thread.
#[derive(Clone, Debug)]
pub(crate) struct ThreadInfo {
    /// The node of its end.
    pub end: NodeId,
    /// The condition under which it ends.
    pub ended: TermId,
    pub result: Option<Value>,
}

/// A join of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joining {
    pub node: NodeId,
    pub thread: u32,
    /// The condition under which this thread is joined here.
    pub when: TermId,
    /// Whether no other thread can be joined here.
    pub always: bool,
    pub guard: GuardId,
    /// Stands for the condition under which the thread has ended.
    pub ended: TermId,
    /// Stands for its result.
    pub result: TermId,
}

/// The threads of an execution.
#[derive(Debug)]
pub(crate) struct Concurrency {
    /// What was used in this and all earlier rounds.
    pub uses: Uses,
    /// How shared objects are divided into cells, from earlier rounds.
    pub shapes: BTreeMap<u32, Shape>,
    /// Objects whose lives other threads can end, from earlier rounds.
    pub lives: BTreeSet<u32>,
    pub graph: Threads,
    pub nodes: IndexVec<NodeId, NodeInfo>,
    pub events: IndexVec<EventId, EventInfo>,
    /// The numbers of cells, by object and start.
    pub cells: HashMap<(u32, u64), u32>,
    /// The contents that an event wrote to all elements of a cell.
    pub snapshots: HashMap<EventId, (ObjectId, Contents)>,
    /// The nodes of atomic sections.
    pub sections: HashSet<NodeId>,
    /// The ends of atomic sections: the conditions under which they are reached.
    pub ends: HashMap<NodeId, Vec<TermId>>,
    /// Stores that are delayed.
    pub buffers: buffers::Buffers,
    /// The thread that is executed.
    pub thread: u32,
    /// The threads around it, each with the function it runs, for bounds.
    pub around: Vec<FuncId>,
    /// The node of the statement that is executed.
    pub current: Option<NodeId>,
    /// Whether new nodes are points at which a scheduler is asked.
    pub scheduling: bool,
    /// Whether the next node is the start of a thread.
    pub starting: bool,
    /// The last node of each thread.
    pub last: BTreeMap<u32, NodeId>,
    /// How each thread ends; several ways if it can run several functions.
    pub threads: BTreeMap<u32, Vec<ThreadInfo>>,
    pub joins: Vec<Joining>,
    /// Claims that accesses do not race.
    pub questions: Vec<race::Question>,
    /// Where threads begin and end to hold locks, and claims that they may.
    pub acquisitions: Vec<lock_order::Acquisition>,
    /// Claims that what is written has not changed since it was read.
    pub changes: Vec<change::Change>,
    /// Whether contents are made known, which is no access.
    pub publishing: bool,
    /// Where threads can wait.
    pub waits: Vec<stuck::Waiting>,
    /// Stands for the claim about progress before the statement that comes next.
    pub claimed: Option<TermId>,
    /// The conditions under which the first thread ends, but not the process, and where.
    pub first_ended: Vec<(TermId, NodeId)>,
    /// States in which the thread that is executed has ended, with its result.
    pub finished: Vec<State>,
    /// The objects of thread-local variables, by thread.
    pub own: HashMap<(u32, GlobalId), ObjectId>,
    /// What object numbers a symbol can have.
    pub targets: HashMap<TermId, Vec<TermId>>,
    /// Whether calls that give a mutex away and take it back can be made once instead of twice.
    pub given_away: bool,
}

impl Concurrency {
    /// The next round, after earlier ones have found out what is used.
    pub fn new(program: &Program, uses: Uses) -> Self {
        Concurrency {
            given_away: spin::nobody_sees_held(program),
            shapes: uses.shapes(),
            lives: uses.lives(),
            uses,
            graph: Threads::default(),
            nodes: IndexVec::new(),
            events: IndexVec::new(),
            cells: HashMap::new(),
            snapshots: HashMap::new(),
            sections: HashSet::new(),
            ends: HashMap::new(),
            buffers: buffers::Buffers::default(),
            thread: 0,
            around: Vec::new(),
            current: None,
            scheduling: true,
            starting: false,
            last: BTreeMap::new(),
            threads: BTreeMap::new(),
            joins: Vec::new(),
            questions: Vec::new(),
            changes: Vec::new(),
            acquisitions: Vec::new(),
            publishing: false,
            waits: Vec::new(),
            claimed: None,
            first_ended: Vec::new(),
            finished: Vec::new(),
            own: HashMap::new(),
            targets: HashMap::new(),
        }
    }

    /// The number of the cell of an object that starts at an offset.
    fn cell(&mut self, object: u32, start: u64) -> u32 {
        let next = u32::try_from(self.cells.len()).expect("fewer than 2^32 cells");
        *self.cells.entry((object, start)).or_insert(next)
    }
}

/// An event that is to be recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Happening {
    pub object: ObjectId,
    /// The start of the cell.
    pub start: u64,
    pub index: Option<TermId>,
    pub kind: EventKind,
    pub value: TermId,
    /// The condition, besides that of the state.
    pub cond: TermId,
}

impl Memory<'_> {
    /// Makes shared objects known that are created later, by their numbers: another thread, which is
    /// executed earlier, may have pointers to them.
    pub(crate) fn expect_objects(&mut self, expected: &BTreeMap<u32, Object>) {
        for object in expected.values() {
            self.space.store.objects.push(object.clone());
        }
    }

    /// The objects that do not exist from the start and are shared, or that pointers in shared memory
    /// lead to.
    pub(crate) fn objects_to_expect(&self, uses: &Uses) -> BTreeMap<u32, Object> {
        let shared = uses.shapes().into_keys().chain(uses.lives());
        let shared: BTreeSet<u32> = shared.chain(uses.all_targets()).collect();
        let mut expected = BTreeMap::new();
        for number in shared {
            let id = self.space.store.objects.by_number(number);
            if let Some(id) = id.filter(|id| self.space.store.objects.is_created(*id)) {
                let object = self.space.store.objects.get(id).clone();
                let fresh = Object {
                    unknown: BTreeMap::new(),
                    unknown_array: None,
                    address: None,
                    exposed: None,
                    ..object
                };
                expected.insert(number, fresh);
            }
        }
        expected
    }
}

impl Space<'_> {
    /// The site of the statement that is executed.
    fn site(&self) -> Site {
        let at = self.here.at;
        (at.function, at.block, at.statement)
    }

    /// The statement before which the thread can be interrupted for the last time before the one that is
    /// executed, if that is visible.
    fn point(&self) -> Site {
        let (function, block, statement) = self.site();
        let block_of = self.program.functions[function].blocks.get(block);
        let stmts = block_of.map_or(&[][..], |block| &block.stmts);
        (function, block, uninterrupted_from(stmts, statement))
    }

    /// Begins a statement: if earlier rounds have seen events of it, it is a point at which the thread
    /// can be interrupted.
    pub(crate) fn start_statement(&mut self, state: &State) {
        let site = self.point();
        let goes_on = site != self.site();
        let Some(threads) = &mut self.threads else {
            return;
        };
        let current = threads.current.take();
        threads.current = current.filter(|node| {
            let info = &threads.nodes[*node];
            goes_on && info.site == Some(site) && info.thread == threads.thread
        });
        let is_new = threads.current.is_none();
        if is_new && state.section.is_none() && threads.uses.is_visible(site) {
            self.node_here(state);
        }
    }

    /// Where switches between threads are counted, a thread may stop before any point at which it can be
    /// interrupted, so that what comes after a violation takes none; false if no execution goes on.
    pub(crate) fn may_stop_here(&mut self, state: &mut State) -> bool {
        let site = self.site();
        let Some(threads) = &self.threads else {
            return true;
        };
        let interrupted = threads.starting || threads.uses.is_visible(site);
        if self.bounds.contexts.is_none() || state.section.is_some() || !interrupted {
            return true;
        }
        let goes_on = self.symbol_here("goes_on", Sort::Bool);
        self.assume(state, goes_on, Origin::Program)
    }

    /// The node of the statement that is executed.
    pub(crate) fn node_here(&mut self, state: &State) -> NodeId {
        let site = self.point();
        let (guard, assumed) = (self.path.guards.term(state.guard), self.path.assumptions);
        let exec = self.pool.and(guard, assumed);
        let threads = self.threads.as_mut().expect("there are threads");
        if let Some(section) = state.section {
            return section.node;
        }
        if let Some(node) = threads.current {
            return node;
        }
        let thread = threads.thread;
        let node = threads.graph.nodes.push(Node {
            chain: thread,
            exec,
        });
        threads.nodes.push(NodeInfo {
            thread,
            guard: state.guard,
            site: (!threads.starting).then_some(site),
            creates: None,
            scheduled: threads.scheduling,
            completes: None,
            commits: None,
        });
        if threads.scheduling && !threads.starting {
            threads.uses.add_site(site);
        }
        threads.current = Some(node);
        threads.last.insert(thread, node);
        node
    }

    /// Where switches between threads are counted, a thread may not start.
    pub(crate) fn may_not_start(&mut self, state: &mut State) {
        if let Some(threads) = &mut self.threads {
            threads.starting = true;
            // A new symbol: some executions always go on.
            self.may_stop_here(state);
        }
    }

    /// The node of the start of a thread.
    pub(crate) fn start_node(&mut self, state: &State) -> NodeId {
        if let Some(threads) = &mut self.threads {
            threads.current = None;
            threads.starting = true;
        }
        let node = self.node_here(state);
        if let Some(threads) = &mut self.threads {
            threads.starting = false;
        }
        node
    }

    /// Records an event at the statement that is executed.
    pub(crate) fn happens(&mut self, state: &State, what: Happening) -> EventId {
        let node = self.node_here(state);
        let commit = self.commit_of(state, &what, node);
        let (guard, assumed) = (self.path.guards.term(state.guard), self.path.assumptions);
        let exec = self.pool.and_all([guard, assumed, what.cond]);
        let always = self.pool.as_bool(what.cond) == Some(true);
        let number = self.store.objects.number(what.object);
        let model = self.here.model_function;
        let at = self.here.at;
        let of_program = can_race(&self.program.functions[at.function], at.block, at.statement);
        let threads = self.threads.as_mut().expect("there are threads");
        let cell = threads.cell(number, what.start);
        threads.events.push(EventInfo {
            guard: state.guard,
            always,
            model,
            of_program: of_program && !threads.publishing,
        });
        threads.graph.events.push(Event {
            node: commit.unwrap_or(node),
            issued: commit.map(|_| node),
            cell,
            index: what.index,
            kind: what.kind,
            value: what.value,
            exec,
            visible: exec,
        })
    }

    /// The object of a global variable, in the thread that is executed.
    pub(crate) fn global_object(&self, id: GlobalId) -> ObjectId {
        if let Some(threads) = &self.threads
            && let Some(own) = threads.own.get(&(threads.thread, id))
        {
            return *own;
        }
        self.store.objects.global(id)
    }

    /// All threads that this round or an earlier one has created.
    pub(crate) fn known_threads(&self) -> Vec<u32> {
        let threads = self.threads.as_ref();
        threads.map_or_else(Vec::new, |threads| threads.uses.threads().collect())
    }

    /// Records what the result of a thread points to.
    fn note_result(&mut self, thread: u32, result: Pointer) {
        let objects = self.possible_objects(result.object);
        let numbers: Vec<u32> = objects
            .into_iter()
            .map(|object| self.store.objects.number(object))
            .collect();
        if let Some(threads) = &mut self.threads {
            threads
                .uses
                .add_targets((thread, RESULTS), numbers.into_iter(), None);
        }
    }

    /// The result of a thread leads where it led in the last round.
    fn limit_result(&mut self, thread: u32, symbol: TermId) {
        self.limit_to((thread, RESULTS), symbol);
    }

    /// An object number is one of those that were recorded for a cell.
    fn limit_to(&mut self, cell: (u32, u64), symbol: TermId) {
        let Some(threads) = &mut self.threads else {
            return;
        };
        let mut terms = Vec::new();
        for number in threads.uses.targets(cell) {
            terms.push(self.pool.bv_u64(OBJECT_BITS, u64::from(number)));
        }
        threads.targets.insert(symbol, terms);
    }

    /// A pointer to the start of what a pointer leads to.
    pub(crate) fn whole(&mut self, pointer: Pointer) -> Pointer {
        Pointer {
            object: pointer.object,
            offset: self.pool.bv_u64(self.width, 0),
        }
    }

    /// The node behind which the thread is now, for the order of inputs.
    pub(crate) fn segment(&self) -> Option<NodeId> {
        let threads = self.threads.as_ref()?;
        threads.last.get(&threads.thread).copied()
    }
}
