//! The end of an execution: the events of all threads become constraints.

use super::buffers::settle_commits;
use super::race::{Meeting, Races};
use super::stuck::Deadlocks;
use super::{Concurrency, LIFE, NodeInfo, Shape, Site};
use crate::equation::Obligation;
use crate::guard::{GuardId, Guards};
use crate::memory::Memory;
use crate::value::Value;
use cassay_base::{Id, IndexVec};
use cassay_ir::MemoryModel;
use cassay_order::{Edge, EventId, EventKind, NodeId, Order, Reads, Scheme, memory};
use cassay_term::{Evaluator, Model, Pool, TermId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The interleavings of an equation's threads.
#[derive(Debug)]
pub struct Interleaving {
    order: Order,
    /// The thread and statement of each node.
    nodes: IndexVec<NodeId, NodeInfo>,
    sites: BTreeSet<Site>,
    /// The number of threads besides the first.
    threads: usize,
    races: Option<Races>,
    deadlocks: Option<Deadlocks>,
    model: MemoryModel,
}

/// A step of a schedule: a thread goes on until it comes to the next point at which it can be
/// interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The thread, counted in the order in which threads are created.
    pub thread: u32,
    /// The statement that it begins with; none where the thread starts.
    pub site: Option<Site>,
    /// Whether it creates a thread.
    pub creates: bool,
    /// If a store of the thread reaches memory instead: the turn in which it was executed.
    pub commits: Option<usize>,
}

/// The order in which threads go on.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// The turns.
    pub turns: Vec<Turn>,
    /// Whether the last turn begins where another thread stands before a conflicting access.
    pub race: bool,
    /// Whether threads block each other after the last turn.
    pub stuck: bool,
    /// The threads of the equation in the order in which they are created.
    created: BTreeMap<u32, u32>,
}

impl Schedule {
    /// A store that was executed in a turn reaches memory.
    fn commit(&mut self, info: &NodeInfo, made: Option<usize>) {
        let thread = self.created.get(&info.thread).copied();
        if let (Some(thread), Some(made)) = (thread, made) {
            self.turns.push(Turn {
                thread,
                site: info.site,
                creates: false,
                commits: Some(made),
            });
        }
    }
}

impl Interleaving {
    /// When stores reach memory.
    pub fn model(&self) -> MemoryModel {
        self.model
    }

    /// The order in which threads go on in a model, up to the point where an obligation is violated.
    /// Threads that do not get past a point stay before it.
    pub fn schedule(&self, pool: &Pool, model: &Model, violated: Option<&Obligation>) -> Schedule {
        let mut evaluator = Evaluator::new(pool, model);
        let mut order = self.order.schedule(&mut evaluator);
        let last = violated.and_then(|violated| violated.behind);
        let mut schedule = Schedule::default();
        if let Some(meeting) = self.meeting(&mut evaluator, violated) {
            order = self.up_to_race(&mut evaluator, order, meeting);
            schedule.race = true;
        }
        if let Some(deadlocks) = &self.deadlocks
            && violated.is_some_and(|violated| deadlocks.is_claimed(violated.cond))
        {
            deadlocks.cut_off(&mut evaluator, &self.nodes, &mut order);
            schedule.stuck = true;
        }
        let mut turns: HashMap<NodeId, usize> = HashMap::new();
        for node in order {
            let info = &self.nodes[node];
            if let Some(issue) = info.commits {
                schedule.commit(info, turns.get(&issue).copied());
                continue;
            }
            if !info.scheduled {
                continue;
            }
            let completes = info.completes.is_none_or(|term| evaluator.bool_value(term));
            if completes || last == Some(node) {
                let next = schedule.created.len() as u32;
                let thread = *schedule.created.entry(info.thread).or_insert(next);
                turns.insert(node, schedule.turns.len());
                schedule.turns.push(Turn {
                    thread,
                    site: info.site,
                    creates: info.creates.is_some(),
                    commits: None,
                });
                if let Some(created) = info.creates {
                    let next = schedule.created.len() as u32;
                    schedule.created.entry(created).or_insert(next);
                }
            }
            if last == Some(node) {
                break;
            }
        }
        schedule
    }

    /// The race that violates an obligation.
    fn meeting(
        &self,
        evaluator: &mut Evaluator<'_>,
        violated: Option<&Obligation>,
    ) -> Option<Meeting> {
        let claimed = violated?.cond;
        let mut meetings = self.races.as_ref()?.meetings.iter();
        let meets =
            |meeting: &&Meeting| meeting.claimed == claimed && evaluator.bool_value(meeting.when);
        meetings.find(meets).copied()
    }

    /// The condition under which the accesses of the race that violates an obligation race.
    pub fn race(&self, pool: &Pool, model: &Model, violated: &Obligation) -> Option<TermId> {
        let mut evaluator = Evaluator::new(pool, model);
        let meeting = self.meeting(&mut evaluator, Some(violated));
        meeting.map(|meeting| meeting.when)
    }

    /// What happens before the moment at which two accesses are next, and then the first of them.
    fn up_to_race(
        &self,
        evaluator: &mut Evaluator<'_>,
        order: Vec<NodeId>,
        meeting: Meeting,
    ) -> Vec<NodeId> {
        let Some(races) = &self.races else {
            return order;
        };
        // Up to which node each chain has come.
        let mut reached: HashMap<u32, NodeId> = HashMap::new();
        for node in &order {
            if races.cut.is_past(evaluator, *node) == Some(true) {
                let chain = reached.entry(self.nodes[*node].thread).or_insert(*node);
                *chain = (*chain).max(*node);
            }
        }
        for node in [meeting.node, meeting.other] {
            reached.insert(self.nodes[node].thread, node);
        }
        let mut before = order;
        before.retain(|node| {
            let reached = reached.get(&self.nodes[*node].thread);
            let past = races.cut.is_past(evaluator, *node);
            // Nodes that are not ordered come before the next ones that are.
            past.unwrap_or_else(|| reached.is_some_and(|reached| node < reached))
        });
        before.push(meeting.node);
        before
    }

    /// The thread that a point belongs to, counted in the order in which threads are created; `None` if
    /// it is not created.
    pub fn thread(&self, schedule: &Schedule, point: NodeId) -> Option<u32> {
        schedule.created.get(&self.nodes[point].thread).copied()
    }

    /// The statements at which threads can be interrupted.
    pub fn sites(&self) -> &BTreeSet<Site> {
        &self.sites
    }

    /// The number of points at which threads can be interrupted.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The number of threads besides the first.
    pub fn threads(&self) -> usize {
        self.threads
    }
}

/// Answers to the questions about events.
struct Answers<'a> {
    threads: &'a Concurrency,
    guards: &'a Guards,
    /// What reads get from events that write all elements.
    elements: HashMap<(EventId, EventId), TermId>,
}

impl Reads for Answers<'_> {
    fn certain(&self, write: EventId, read: EventId) -> bool {
        let (write, read) = (&self.threads.events[write], &self.threads.events[read]);
        write.always && is_above(self.guards, write.guard, read.guard)
    }

    fn value(&mut self, pool: &mut Pool, write: EventId, read: EventId) -> TermId {
        let value = self.elements.get(&(write, read));
        // Every pair that can meet was computed before.
        value.copied().unwrap_or_else(|| pool.fls())
    }
}

/// Whether a guard holds wherever another one does, by their positions in the tree.
pub(super) fn is_above(guards: &Guards, a: GuardId, b: GuardId) -> bool {
    guards.common(a, b) == a
}

impl Memory<'_> {
    /// States all interleavings.
    pub(crate) fn interleave(&mut self) -> Option<Interleaving> {
        self.settle_joins();
        self.settle_sections();
        let elements = self.elements();
        let mut threads = self.space.threads.take()?;
        let model = self.space.bounds.model;
        settle_commits(
            &mut threads,
            self.space.pool,
            &self.space.path.guards,
            model,
        );
        let mut order = match self.space.bounds.contexts {
            // There are never more switches than points.
            Some(switches) if (switches as usize) < threads.graph.nodes.len() => {
                Order::new(threads.graph.clone(), Scheme::Contexts(switches))
            }
            Some(_) | None => Order::fitting(threads.graph.clone()),
        };
        let mut answers = Answers {
            threads: &threads,
            guards: &self.space.path.guards,
            elements,
        };
        let pool = &mut *self.space.pool;
        let facts = memory(pool, &mut order, &mut answers);
        self.space.out.constraints.extend(facts);
        let deadlocks = self.settle_progress(&threads, &mut order);
        self.settle_lock_order(&threads, &mut order);
        self.settle_changes(&threads, &mut order);
        let races = self.settle_races(&threads, &mut order);
        let facts = order.constraints(self.space.pool);
        self.space.out.constraints.extend(facts);
        let interleaving = Interleaving {
            order,
            nodes: threads.nodes.clone(),
            sites: threads.uses.sites().clone(),
            threads: threads.threads.len(),
            races,
            deadlocks,
            model,
        };
        self.space.threads = Some(threads);
        Some(interleaving)
    }

    /// Says when threads that are joined have ended, and what their results are.
    fn settle_joins(&mut self) {
        let Some(threads) = self.space.threads.take() else {
            return;
        };
        let mut threads = threads;
        let pool = &mut *self.space.pool;
        for join in threads.joins.clone() {
            let infos = threads
                .threads
                .get(&join.thread)
                .cloned()
                .unwrap_or_default();
            let ended = pool.or_all(infos.iter().map(|info| info.ended));
            let fact = pool.eq(join.ended, ended);
            self.space.out.constraints.push(fact);
            for info in &infos {
                let result = match &info.result {
                    Some(Value::Ptr(pointer)) => Some(pool.concat(pointer.object, pointer.offset)),
                    Some(Value::Bits(bits)) => Some(*bits),
                    Some(Value::Aggregate(_)) | None => None,
                };
                if let Some(result) = result
                    && pool.sort(result) == pool.sort(join.result)
                {
                    let same = pool.eq(join.result, result);
                    let fact = pool.implies(info.ended, same);
                    self.space.out.constraints.push(fact);
                }
                let when = pool.and(join.when, info.ended);
                let always = join.always && infos.len() == 1 && info.end < join.node;
                let later = threads.graph.nodes.iter_enumerated().filter(|(id, node)| {
                    *id >= join.node && node.chain == threads.nodes[join.node].thread
                });
                let above = later
                    .map(|(id, _)| threads.nodes[id].guard)
                    .all(|guard| is_above(&self.space.path.guards, join.guard, guard));
                threads.graph.edges.push(Edge {
                    from: info.end,
                    to: join.node,
                    // All later points of the thread are behind the join, or not executed.
                    when: (!always || !above).then_some(when),
                });
            }
        }
        self.space.threads = Some(threads);
    }

    /// What is written in an atomic section is seen by others if the section ends.
    fn settle_sections(&mut self) {
        let Some(threads) = &mut self.space.threads else {
            return;
        };
        let pool = &mut *self.space.pool;
        let mut ended: HashMap<NodeId, TermId> = HashMap::new();
        for (node, ends) in &threads.ends {
            ended.insert(*node, pool.or_all(ends.iter().copied()));
        }
        let never = pool.fls();
        for node in &threads.sections {
            threads.nodes[*node].completes = Some(ended.get(node).copied().unwrap_or(never));
        }
        for event in threads.graph.events.iter_mut() {
            if threads.sections.contains(&event.node) && event.kind != EventKind::Read {
                let ended = ended.get(&event.node).copied().unwrap_or(never);
                event.visible = pool.and(event.exec, ended);
            }
        }
    }

    /// What reads get from events that write all elements of a cell.
    fn elements(&mut self) -> HashMap<(EventId, EventId), TermId> {
        let mut values = HashMap::new();
        let Some(threads) = self.space.threads.take() else {
            return values;
        };
        let pointers: HashMap<u32, bool> = threads
            .cells
            .iter()
            .filter(|((_, start), _)| *start != LIFE)
            .map(|((object, _), cell)| {
                let shape = threads.shapes.get(object);
                let pointers = matches!(shape, Some(Shape::Elements { pointers: true, .. }));
                (*cell, pointers)
            })
            .collect();
        let mut writes: Vec<EventId> = threads.snapshots.keys().copied().collect();
        writes.sort_by_key(|event| event.index());
        for write in writes {
            let snapshot = &threads.snapshots[&write];
            let cell = threads.graph.events[write].cell;
            for (read, event) in threads.graph.events.iter_enumerated() {
                if event.cell == cell
                    && event.kind == EventKind::Read
                    && let Some(index) = event.index
                {
                    let pointers = pointers.get(&cell).copied().unwrap_or(false);
                    let value = self.element_of(snapshot, index, event.value, pointers);
                    values.insert((write, read), value);
                }
            }
        }
        self.space.threads = Some(threads);
        values
    }
}
