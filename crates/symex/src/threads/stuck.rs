//! Deadlocks: claims that there is progress.
//!
//! A thread is stuck at a wait if it comes to it, its condition does not hold for the values that it
//! reads, and these are final: no other thread writes to the cells later. It is stuck at a join if the
//! other thread never ends. There is a deadlock if some threads are stuck and either each of them waits
//! for what only another of them, or a thread that has ended, could do, or every thread that was created
//! is stuck or has ended. A thread that goes no further for another reason (an assumption, a bound, an
//! end of the process) is neither stuck nor has it ended.
//!
//! The set of threads is chosen by the solver: a symbol for each thread says whether it is a member. In an
//! equation every thread goes on as far as it can. So where threads are stuck, all that the others do is
//! part of the execution; a schedule is cut off where the last member waits.

use super::{Concurrency, NodeInfo};
use crate::exec::Machine;
use crate::here::At;
use crate::memory::Memory;
use crate::space::{Space, Stuck};
use crate::state::State;
use cassay_base::IndexVec;
use cassay_ir::{ClaimId, Property, StmtKind};
use cassay_order::{EventId, EventKind, NodeId, Order};
use cassay_term::{Evaluator, Pool, Sort, TermId};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A place at which a thread can wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    thread: u32,
    node: NodeId,
    /// The condition under which the thread comes there and stays.
    stays: TermId,
    /// The number plus 1 of the only thread that can end the wait; 0 or none if others may.
    holder: Option<TermId>,
    /// Stands for the claim that there is progress.
    claimed: Option<TermId>,
}

impl Machine<'_> {
    /// Claims that the thread gets past the next statement, or another one can go on.
    pub(crate) fn claim_progress(
        &mut self,
        state: &mut State,
        claim: (ClaimId, &Property),
        at: At,
    ) -> Result<bool, Stuck> {
        let block = &self.space().program.functions[at.function].blocks[at.block];
        let next = block.stmts.get(at.statement + 1).map(|stmt| &stmt.kind);
        let space = self.space();
        if let Some(threads) = &space.threads {
            debug_assert!(threads.claimed.is_none(), "every claim has its wait");
            let progress = space.symbol_here("progress", Sort::Bool);
            let goes_on = space.claim(state, progress, claim, at);
            // The whole execution matters, not only what comes before.
            if let Some(obligation) = space.out.obligations.last_mut()
                && obligation.cond == progress
            {
                obligation.behind = None;
                obligation.exposed = usize::MAX;
            }
            if let Some(threads) = &mut space.threads {
                threads.claimed = Some(progress);
            }
            return Ok(goes_on);
        }
        // Nobody else can make the condition true.
        let cond = if let Some(StmtKind::Wait { cond, .. }) = next {
            self.eval.eval_bool(state, cond)?
        } else {
            self.space().pool.fls()
        };
        Ok(self.space().claim(state, cond, claim, at))
    }
}

impl Space<'_> {
    /// The condition under which an execution is in a state.
    fn reached(&mut self, state: &State) -> TermId {
        let guard = self.path.guards.term(state.guard);
        self.pool.and(guard, self.path.assumptions)
    }

    /// The thread that is executed waits until a condition holds, which only the holder can make true.
    pub(super) fn waits_here(&mut self, state: &State, cond: TermId, holder: Option<TermId>) {
        let reached = self.reached(state);
        let not = self.pool.not(cond);
        let stays = self.pool.and(reached, not);
        let node = self.node_here(state);
        if let Some(threads) = &mut self.threads {
            let waiting = Waiting {
                thread: threads.thread,
                node,
                stays,
                holder,
                claimed: threads.claimed.take(),
            };
            threads.waits.push(waiting);
        }
    }

    /// The thread that is executed ends; for the first one, that is not the end of the process.
    pub(super) fn first_ends(&mut self, state: &State) {
        let threads = self.threads.as_ref();
        if threads.is_none_or(|threads| threads.thread != 0) {
            return;
        }
        let reached = self.reached(state);
        let node = self.node_here(state);
        if let Some(threads) = &mut self.threads {
            threads.first_ended.push((reached, node));
        }
    }
}

impl Memory<'_> {
    /// States what the claims about progress mean.
    pub(super) fn settle_progress(
        &mut self,
        threads: &Concurrency,
        order: &mut Order,
    ) -> Option<Deadlocks> {
        let claimed = threads.waits.iter().filter_map(|waiting| waiting.claimed);
        let claimed: HashSet<TermId> = claimed.collect();
        if claimed.is_empty() {
            return None;
        }
        let others: Vec<Claimed> = self
            .space
            .out
            .obligations
            .iter()
            .filter(|obligation| !claimed.contains(&obligation.cond))
            .map(|obligation| Claimed {
                reached: (obligation.guard, obligation.assumptions),
                cond: obligation.cond,
                behind: obligation.behind,
            })
            .collect();
        let mut blocked = Blocked::new(self.space.pool, threads, order);
        blocked.close();
        blocked.come_first(&others);
        let Blocked {
            facts,
            anchors,
            active,
            all,
            ..
        } = blocked;
        let mut meaning: HashMap<TermId, TermId> = HashMap::new();
        for (waiting, active) in threads.waits.iter().zip(&active) {
            if let Some(progress) = waiting.claimed {
                meaning.insert(progress, self.space.pool.not(*active));
            }
        }
        self.space.out.constraints.extend(facts);
        let of_models = self.space.out.inexact.assumed.len();
        let mut conds = HashSet::new();
        for obligation in &mut self.space.out.obligations {
            if let Some(progress) = meaning.get(&obligation.cond) {
                obligation.cond = *progress;
                obligation.of_models = of_models;
                conds.insert(*progress);
            }
        }
        Some(Deadlocks {
            claims: conds,
            all,
            anchors,
        })
    }
}

/// A claim that is not about progress.
struct Claimed {
    /// The guard and the assumptions.
    reached: (TermId, TermId),
    cond: TermId,
    behind: Option<NodeId>,
}

/// States when threads are blocked.
struct Blocked<'a> {
    pool: &'a mut Pool,
    threads: &'a Concurrency,
    order: &'a mut Order,
    /// For each wait, the condition under which the thread waits for ever.
    stuck: Vec<TermId>,
    /// Stands for the membership of each thread in the set of those that are blocked.
    members: BTreeMap<u32, TermId>,
    /// For each wait, the condition under which its thread is blocked there.
    active: Vec<TermId>,
    /// Stands for the case that every thread waits or has ended.
    all: TermId,
    facts: Vec<TermId>,
    anchors: Vec<Anchor>,
}

impl<'a> Blocked<'a> {
    fn new(pool: &'a mut Pool, threads: &'a Concurrency, order: &'a mut Order) -> Self {
        let finals = Finals::new(order);
        let mut members: BTreeMap<u32, TermId> = BTreeMap::new();
        let (mut stuck, mut active) = (Vec::new(), Vec::new());
        for waiting in &threads.waits {
            let member = members.entry(waiting.thread);
            let member = *member.or_insert_with(|| pool.fresh("blocked", Sort::Bool));
            let here = finals.stuck(pool, order, waiting);
            stuck.push(here);
            active.push(pool.and(here, member));
        }
        let all = pool.fresh("nobody_goes_on", Sort::Bool);
        Blocked {
            pool,
            threads,
            order,
            stuck,
            members,
            active,
            all,
            facts: Vec::new(),
            anchors: Vec::new(),
        }
    }

    /// Every member of the set waits for ever; and for another member or one that has ended, unless all
    /// do.
    fn close(&mut self) {
        let mut ways: BTreeMap<u32, Vec<TermId>> = BTreeMap::new();
        for (index, waiting) in self.threads.waits.iter().enumerate() {
            let mut closed = vec![self.all];
            if let Some(holder) = waiting.holder {
                closed.extend(self.held(index, holder));
            }
            let closed = self.pool.or_all(closed);
            let way = self.pool.and(self.stuck[index], closed);
            ways.entry(waiting.thread).or_default().push(way);
            let node = self.order.last_ordered(waiting.node);
            self.anchors.extend(node.map(|node| Anchor {
                active: self.active[index],
                ordered: node,
                node: waiting.node,
            }));
        }
        for (thread, ways) in ways {
            let one_of = self.pool.or_all(ways);
            let fact = self.pool.implies(self.members[&thread], one_of);
            self.facts.push(fact);
        }
        let settled = settled_threads(self.pool, self.threads, &self.stuck);
        let settled = self.pool.and_all(settled);
        let fact = self.pool.implies(self.all, settled);
        self.facts.push(fact);
    }

    /// The conditions under which what a thread waits for is held by one that is blocked or has ended.
    fn held(&mut self, wait: usize, holder: TermId) -> Vec<TermId> {
        let mut ways = Vec::new();
        for (thread, ends) in ends_of(self.threads) {
            let number = self.pool.bv_u64(32, u64::from(thread) + 1);
            let is = self.pool.eq(holder, number);
            if let Some(member) = self.members.get(&thread) {
                ways.push(self.pool.and(is, *member));
            }
            for (ended, node) in ends {
                let way = self.pool.and(is, ended);
                ways.push(way);
                if let Some(ordered) = self.order.last_ordered(node) {
                    let active = self.pool.and(self.active[wait], way);
                    self.anchors.push(Anchor {
                        active,
                        ordered,
                        node,
                    });
                }
            }
        }
        ways.retain(|way| self.pool.as_bool(*way) != Some(false));
        ways
    }

    /// An execution that violates another claim ends there: the set must be blocked before.
    fn come_first(&mut self, others: &[Claimed]) {
        let mut earlier: HashMap<NodeId, TermId> = HashMap::new();
        for other in others {
            let not = self.pool.not(other.cond);
            let violated = self.pool.and_all([other.reached.0, other.reached.1, not]);
            if self.pool.as_bool(violated) == Some(false) {
                continue;
            }
            let mut wrong = vec![self.all];
            let chain = other.behind.map(|node| self.threads.nodes[node].thread);
            for (index, waiting) in self.threads.waits.iter().enumerate() {
                let own = chain.is_none_or(|chain| chain == waiting.thread);
                if own && other.behind.is_none_or(|behind| waiting.node >= behind) {
                    wrong.push(self.active[index]);
                }
            }
            for node in self.ordered_behind(other.behind) {
                let exec = self.order.threads().nodes[node].exec;
                let early = *earlier.entry(node).or_insert_with(|| {
                    let anchors = self.anchors.iter().map(|anchor| {
                        let before = match node == anchor.ordered {
                            true => self.pool.tru(),
                            false => self.order.before(self.pool, node, anchor.ordered),
                        };
                        self.pool.and(anchor.active, before)
                    });
                    let anchors: Vec<TermId> = anchors.collect();
                    self.pool.or_all(anchors)
                });
                wrong.push(self.pool.and(exec, early));
            }
            let wrong = self.pool.or_all(wrong);
            let fact = self.pool.and(violated, wrong);
            let fact = self.pool.not(fact);
            self.facts.push(fact);
        }
    }

    /// The nodes of a chain behind one that are ordered.
    fn ordered_behind(&self, behind: Option<NodeId>) -> Vec<NodeId> {
        let Some(behind) = behind else {
            return Vec::new();
        };
        let chain = self.order.threads().nodes[behind].chain;
        let nodes = self.order.chains().get(chain as usize);
        let nodes = nodes.into_iter().flatten().copied();
        nodes.filter(|node| *node > behind).collect()
    }
}

/// How each thread ends: the conditions, and where.
fn ends_of(threads: &Concurrency) -> BTreeMap<u32, Vec<(TermId, NodeId)>> {
    let mut ends: BTreeMap<u32, Vec<(TermId, NodeId)>> = BTreeMap::new();
    for node in threads.nodes.iter() {
        ends.entry(node.thread).or_default();
    }
    for (thread, infos) in &threads.threads {
        let infos = infos.iter().map(|info| (info.ended, info.end));
        ends.entry(*thread).or_default().extend(infos);
    }
    ends.entry(0).or_default().extend(&threads.first_ended);
    ends
}

/// For each thread, the condition that it was not created, has ended or is stuck.
fn settled_threads(pool: &mut Pool, threads: &Concurrency, stuck: &[TermId]) -> Vec<TermId> {
    let mut created: BTreeMap<u32, Vec<TermId>> = BTreeMap::new();
    for (id, node) in threads.graph.nodes.iter_enumerated() {
        let info = &threads.nodes[id];
        if info.site.is_none() {
            created.entry(info.thread).or_default().push(node.exec);
        }
    }
    let ends = ends_of(threads);
    let mut settled = Vec::new();
    for (thread, starts) in created {
        let ends = ends.get(&thread).into_iter().flatten();
        let mut ways: Vec<TermId> = ends.map(|(ended, _)| *ended).collect();
        let waits = threads.waits.iter().zip(stuck);
        let own = waits.filter(|(waiting, _)| waiting.thread == thread);
        ways.extend(own.map(|(_, stuck)| *stuck));
        let one_of = pool.or_all(ways);
        let started = pool.or_all(starts);
        settled.push(pool.implies(started, one_of));
    }
    settled
}

/// What must have happened where threads are blocked.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    /// The condition under which it must.
    active: TermId,
    /// The node, and the last one up to it in its chain that is ordered.
    node: NodeId,
    ordered: NodeId,
}

/// The deadlocks of an equation, for schedules.
#[derive(Debug)]
pub(crate) struct Deadlocks {
    /// The conditions that are claimed.
    claims: HashSet<TermId>,
    /// Whether every thread waits or has ended.
    all: TermId,
    anchors: Vec<Anchor>,
}

impl Deadlocks {
    /// Whether a condition is a claim about progress.
    pub(super) fn is_claimed(&self, cond: TermId) -> bool {
        self.claims.contains(&cond)
    }

    /// Leaves only what happens up to the moment at which the threads are blocked.
    pub(super) fn cut_off(
        &self,
        evaluator: &mut Evaluator<'_>,
        nodes: &IndexVec<NodeId, NodeInfo>,
        order: &mut Vec<NodeId>,
    ) {
        if evaluator.bool_value(self.all) {
            return;
        }
        let anchors = self.anchors.iter();
        let active: Vec<Anchor> = anchors
            .filter(|anchor| evaluator.bool_value(anchor.active))
            .copied()
            .collect();
        let is_last = |node: &NodeId| active.iter().any(|anchor| anchor.ordered == *node);
        let kept = order.iter().rposition(is_last).map_or(0, |last| last + 1);
        // The nodes of the members that are not ordered come last.
        let mut position = 0;
        order.retain(|node| {
            let chain = nodes[*node].thread;
            let own = |anchor: &Anchor| nodes[anchor.node].thread == chain && *node <= anchor.node;
            position += 1;
            position <= kept || active.iter().any(own)
        });
    }
}

/// The accesses that decide whether what a thread has read is final.
struct Finals {
    reads: HashMap<NodeId, Vec<EventId>>,
    writes: HashMap<u32, Vec<EventId>>,
}

impl Finals {
    fn new(order: &Order) -> Self {
        let mut finals = Finals {
            reads: HashMap::new(),
            writes: HashMap::new(),
        };
        for (id, event) in order.threads().events.iter_enumerated() {
            match event.kind {
                EventKind::Read => finals.reads.entry(event.node).or_default().push(id),
                EventKind::Write | EventKind::WriteAll => {
                    finals.writes.entry(event.cell).or_default().push(id);
                }
            }
        }
        finals
    }

    /// The condition under which a thread waits for ever.
    fn stuck(&self, pool: &mut Pool, order: &mut Order, waiting: &Waiting) -> TermId {
        let mut parts = vec![waiting.stays];
        for read in self.reads.get(&waiting.node).into_iter().flatten() {
            let read = order.threads().events[*read];
            for write in self.writes.get(&read.cell).into_iter().flatten() {
                let write = order.threads().events[*write];
                let chain = |node: NodeId| order.threads().nodes[node].chain;
                // What the thread itself writes later it never comes to, and where it waits in an atomic section,
                // what it wrote before has reached memory.
                if chain(write.origin()) == chain(read.node) {
                    continue;
                }
                let same = match (write.index, read.index) {
                    (Some(a), Some(b)) => pool.eq(a, b),
                    (None, _) | (_, None) => pool.tru(),
                };
                let concerned = pool.and_all([read.exec, write.visible, same]);
                let earlier = order.before(pool, write.node, read.node);
                parts.push(pool.implies(concerned, earlier));
            }
        }
        pool.and_all(parts)
    }
}
