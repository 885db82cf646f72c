//! Races: claims that an access does not conflict with one that another thread is about to make.
//!
//! The claims before an access and the access are one node ([`cassay_ir::sharing::race_claim`]). A
//! claim is the negation of a symbol, which implies that there is a moment at which the node and one
//! of another thread with a conflicting access are both next. All claims share the moment: one
//! violation is enough. Nothing implies the symbol, so that a race hides no other one.

use super::{Concurrency, LIFE};
use crate::exec::Machine;
use crate::here::At;
use crate::memory::Memory;
use crate::space::Stuck;
use crate::state::State;
use cassay_ir::sharing::{RaceClaim, claimed_access};
use cassay_ir::{ClaimId, Property};
use cassay_order::{Cut, Event, EventId, EventKind, NodeId, Order};
use cassay_term::{Pool, Sort, TermId};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A claim that an access does not race.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// The node of the access.
    node: NodeId,
    writes: bool,
    /// Stands for the condition under which it races.
    race: TermId,
    /// The condition that is claimed.
    claimed: TermId,
}

/// Two accesses that can race.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// The condition that is claimed not to be violated.
    pub claimed: TermId,
    /// The condition under which they race.
    pub when: TermId,
    /// The node of the access that the claim is about.
    pub node: NodeId,
    /// The node of the other one.
    pub other: NodeId,
}

/// All races, and the moment at which one happens.
#[derive(Debug)]
pub(crate) struct Races {
    pub cut: Cut,
    pub meetings: Vec<Meeting>,
}

impl Machine<'_> {
    /// Claims that the next access does not race.
    pub(crate) fn race_claim(
        &mut self,
        state: &mut State,
        race: RaceClaim<'_>,
        (claim, property): (ClaimId, &Property),
        at: At,
    ) -> Result<bool, Stuck> {
        let pointer = self.eval.eval_pointer(state, race.pointer)?;
        let memory = &mut self.eval.memory;
        let mut cond = memory.space.pool.tru();
        if state.section.is_none() && memory.is_shared(state, pointer) {
            memory.has_access_behind(at)?;
            let node = memory.space.node_here(state);
            let races = memory.space.pool.fresh("race", Sort::Bool);
            cond = memory.space.pool.not(races);
            let threads = memory.space.threads.as_mut().expect("there are threads");
            threads.questions.push(Question {
                node,
                writes: race.writes,
                race: races,
                claimed: cond,
            });
        }
        Ok(memory.space.claim(state, cond, (claim, property), at))
    }
}

impl Memory<'_> {
    /// The verifier makes sure that a claim about a race stands before its access.
    pub(super) fn has_access_behind(&self, at: At) -> Result<(), Stuck> {
        let block = &self.space.program.functions[at.function].blocks[at.block];
        let mut accesses = false;
        if let Some(stmt) = claimed_access(&block.stmts, at.statement) {
            stmt.kind.accesses(|_| accesses = true);
        }
        match accesses {
            true => Ok(()),
            false => Err(Stuck::new("a claim about a race without an access")),
        }
    }

    /// States when accesses race.
    pub(super) fn settle_races(
        &mut self,
        threads: &Concurrency,
        order: &mut Order,
    ) -> Option<Races> {
        if threads.questions.is_empty() {
            return None;
        }
        let pool = &mut *self.space.pool;
        let mut pairing = Pairing::new(pool, threads, order);
        let mut facts = Vec::new();
        let mut meetings = Vec::new();
        let mut settled = HashSet::new();
        for question in &threads.questions {
            let found = pairing.meetings(question);
            if found.is_empty() {
                settled.insert(question.claimed);
            }
            let one_of = pairing
                .pool
                .or_all(found.iter().map(|meeting| meeting.when));
            facts.push(pairing.pool.implies(question.race, one_of));
            meetings.extend(found);
        }
        let cut = pairing.cut;
        facts.extend(cut.constraints());
        self.space.out.constraints.extend(facts);
        let holds = self.space.pool.tru();
        for obligation in &mut self.space.out.obligations {
            if settled.contains(&obligation.cond) {
                obligation.cond = holds;
            }
        }
        Some(Races { cut, meetings })
    }
}

/// Finds the accesses that can race.
struct Pairing<'a> {
    pool: &'a mut Pool,
    threads: &'a Concurrency,
    order: &'a mut Order,
    cut: Cut,
    /// The accesses of the program, by cell and by node.
    of_cell: HashMap<u32, Vec<EventId>>,
    of_node: HashMap<NodeId, Vec<EventId>>,
}

impl<'a> Pairing<'a> {
    fn new(pool: &'a mut Pool, threads: &'a Concurrency, order: &'a mut Order) -> Self {
        let cut = Cut::new(pool, order);
        let mut of_cell: HashMap<u32, Vec<EventId>> = HashMap::new();
        let mut of_node: HashMap<NodeId, Vec<EventId>> = HashMap::new();
        let lives: HashSet<u32> = threads
            .cells
            .iter()
            .filter(|((_, start), _)| *start == LIFE)
            .map(|(_, cell)| *cell)
            .collect();
        // The sections are settled in this copy.
        for (id, event) in order.threads().events.iter_enumerated() {
            if threads.events[id].of_program && !lives.contains(&event.cell) {
                of_cell.entry(event.cell).or_default().push(id);
                of_node.entry(event.origin()).or_default().push(id);
            }
        }
        Pairing {
            pool,
            threads,
            order,
            cut,
            of_cell,
            of_node,
        }
    }

    fn event(&self, id: EventId) -> Event {
        self.order.threads().events[id]
    }

    /// The accesses of other threads that can race with an access.
    fn meetings(&mut self, question: &Question) -> Vec<Meeting> {
        // By node, the conditions under which there is a conflict.
        let mut conflicts: BTreeMap<NodeId, Vec<TermId>> = BTreeMap::new();
        let own = self
            .of_node
            .get(&question.node)
            .cloned()
            .unwrap_or_default();
        for id in own {
            let event = self.event(id);
            if (event.kind != EventKind::Read) != question.writes {
                continue;
            }
            for other in self.of_cell.get(&event.cell).cloned().unwrap_or_default() {
                if let Some((node, when)) = self.conflict(event, self.event(other)) {
                    conflicts.entry(node).or_default().push(when);
                }
            }
        }
        let mut meetings = Vec::new();
        for (other, conflicts) in conflicts {
            let conflict = self.pool.or_all(conflicts);
            let next = self.cut.is_next(self.pool, self.order, question.node);
            let both = match self.threads.sections.contains(&other) {
                // What a section accesses depends on what it reads, and only one that ends has begun.
                true => {
                    let first = self.cut.is_first(self.pool, self.order, other);
                    let completes = self.threads.nodes[other].completes;
                    let completes = completes.unwrap_or_else(|| self.pool.tru());
                    self.pool.and(first, completes)
                }
                false => self.cut.is_next(self.pool, self.order, other),
            };
            let when = self.pool.and_all([conflict, next, both]);
            if self.pool.as_bool(when) != Some(false) {
                meetings.push(Meeting {
                    claimed: question.claimed,
                    when,
                    node: question.node,
                    other,
                });
            }
        }
        meetings
    }

    /// The condition under which two events of different threads conflict; none if they do not, or
    /// cannot be next at once.
    fn conflict(&mut self, event: Event, other: Event) -> Option<(NodeId, TermId)> {
        let chain = |node: NodeId| self.order.threads().nodes[node].chain;
        let (here, there) = (event.origin(), other.origin());
        let apart = chain(here) == chain(there)
            || self.order.always_before(here, there)
            || self.order.always_before(there, here);
        if apart || event.kind == EventKind::Read && other.kind == EventKind::Read {
            return None;
        }
        let same = match (event.index, other.index) {
            (Some(a), Some(b)) => self.pool.eq(a, b),
            (None, _) | (_, None) => self.pool.tru(),
        };
        let when = self.pool.and_all([event.exec, other.exec, same]);
        (self.pool.as_bool(when) != Some(false)).then_some((there, when))
    }
}
