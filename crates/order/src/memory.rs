//! Which value a read gets: that of the last write before it.
//!
//! Every executed read reads from some write (`rf`), which it sees, concerns the same element and has the
//! same value. No other write of that element that it sees comes later. A read sees the writes that
//! happen before it, and those that its own thread has issued before it.

use crate::{Event, EventId, EventKind, NodeId, Order};
use cassay_term::{Pool, Sort, TermId};
use std::collections::BTreeMap;

/// What symbolic execution knows about events.
pub trait Reads {
    /// Whether a write happens, for others to see, in every execution in which another event that
    /// always comes later happens.
    fn certain(&self, write: EventId, later: EventId) -> bool;

    /// What a read gets from an event that wrote all elements of its cell.
    fn value(&mut self, pool: &mut Pool, write: EventId, read: EventId) -> TermId;
}

/// A write that a read can read from.
#[derive(Clone, Copy, Debug)]
struct Source {
    write: EventId,
    /// The condition under which both concern the same element.
    same: TermId,
}

/// The constraints on the values of all reads.
pub fn memory(pool: &mut Pool, order: &mut Order, reads: &mut dyn Reads) -> Vec<TermId> {
    let mut cells: BTreeMap<u32, (Vec<EventId>, Vec<EventId>)> = BTreeMap::new();
    for (id, event) in order.threads().events.iter_enumerated() {
        let (writers, readers) = cells.entry(event.cell).or_default();
        match event.kind {
            EventKind::Read => readers.push(id),
            EventKind::Write | EventKind::WriteAll => writers.push(id),
        }
    }
    let mut facts = Vec::new();
    for (writers, readers) in cells.into_values() {
        for read in readers {
            let mut of_read = OfRead {
                pool,
                order,
                reads,
                facts: &mut facts,
            };
            of_read.state(read, &writers);
        }
    }
    facts.retain(|fact| pool.as_bool(*fact) != Some(true));
    facts
}

/// States what one read gets.
struct OfRead<'a> {
    pool: &'a mut Pool,
    order: &'a mut Order,
    reads: &'a mut dyn Reads,
    facts: &'a mut Vec<TermId>,
}

impl OfRead<'_> {
    fn event(&self, id: EventId) -> &Event {
        &self.order.threads().events[id]
    }

    /// Whether a read sees a write because its own thread has issued it before.
    fn is_own(&self, write: EventId, read: EventId) -> bool {
        let node = self.event(read).node;
        let chain = |node: NodeId| self.order.threads().nodes[node].chain;
        let issued = self.event(write).issued;
        issued.is_some_and(|issued| {
            chain(issued) == chain(node) && self.order.always_before(issued, node)
        })
    }

    /// Whether a read sees a write in every interleaving.
    fn always_sees(&self, read: EventId, write: EventId) -> bool {
        self.is_own(write, read) || self.always_before(write, read)
    }

    /// The condition under which a read sees a write.
    fn sees(&mut self, read: EventId, write: EventId) -> TermId {
        match self.is_own(write, read) {
            true => self.pool.tru(),
            false => self.before(write, read),
        }
    }

    fn always_before(&self, a: EventId, b: EventId) -> bool {
        let (x, y) = (self.event(a).node, self.event(b).node);
        if x == y {
            a < b
        } else {
            self.order.always_before(x, y)
        }
    }

    fn before(&mut self, a: EventId, b: EventId) -> TermId {
        let (x, y) = (self.event(a).node, self.event(b).node);
        match x == y {
            true => self.pool.bool_const(a < b),
            false => self.order.before(self.pool, x, y),
        }
    }

    /// The condition under which a read can see a write.
    fn happens(&self, write: EventId, read: EventId) -> TermId {
        let event = self.event(write);
        match event.node == self.event(read).node {
            true => event.exec,
            false => event.visible,
        }
    }

    /// The condition under which a write concerns the element of a read.
    fn same_element(&mut self, write: EventId, read: EventId) -> TermId {
        match (self.event(write).index, self.event(read).index) {
            (Some(a), Some(b)) => self.pool.eq(a, b),
            (None, _) | (_, None) => self.pool.tru(),
        }
    }

    fn state(&mut self, read: EventId, writers: &[EventId]) {
        let sources = self.sources(read, writers);
        let exec = self.event(read).exec;
        // Without any write before it the contents are not known, and the value stays open.
        let Some((first, others)) = sources.split_first() else {
            return;
        };
        if others.is_empty()
            && self.always_sees(read, first.write)
            && self.reads.certain(first.write, read)
        {
            let equal = self.equal_values(first.write, read);
            self.facts.push(self.pool.implies(exec, equal));
            return;
        }
        let chosen: Vec<TermId> = sources
            .iter()
            .map(|_| self.pool.fresh("rf", Sort::Bool))
            .collect();
        let some = self.pool.or_all(chosen.iter().copied());
        self.facts.push(self.pool.implies(exec, some));
        for (source, rf) in sources.iter().zip(&chosen) {
            let equal = self.equal_values(source.write, read);
            let sees = self.sees(read, source.write);
            let happens = self.happens(source.write, read);
            for holds in [equal, sees, happens, source.same] {
                self.facts.push(self.pool.implies(*rf, holds));
            }
            for other in self.rivals(source, &sources) {
                self.nothing_between(*rf, source, &other, read);
            }
        }
    }

    /// The writes that must be shown not to be between a write and the read that reads from it. One that
    /// is behind the write only together with another that is always between the two is left out: the
    /// other one stands for it. (If the read sees the one that is left out, it sees the other: what always
    /// comes before the commit of a write of the reading thread was committed before that write was
    /// issued, or was issued by the thread itself.)
    fn rivals(&self, source: &Source, sources: &[Source]) -> Vec<Source> {
        let behind: Vec<&Source> = sources
            .iter()
            .filter(|other| self.always_before(source.write, other.write))
            .collect();
        let nearer = |other: &Source| {
            behind.iter().any(|middle| {
                self.pool.as_bool(middle.same) == Some(true)
                    && self.always_before(middle.write, other.write)
                    && self.reads.certain(middle.write, other.write)
            })
        };
        let others = sources.iter().filter(|other| other.write != source.write);
        others.filter(|other| !nearer(other)).copied().collect()
    }

    /// A write is not between another one and the read that reads from that.
    fn nothing_between(&mut self, rf: TermId, source: &Source, other: &Source, read: EventId) {
        let earlier = self.before(other.write, source.write);
        let unseen = match self.is_own(other.write, read) {
            true => self.pool.fls(),
            false => self.before(read, other.write),
        };
        let apart = self.pool.or(earlier, unseen);
        if self.pool.as_bool(apart) == Some(true) {
            return;
        }
        let happens = self.happens(other.write, read);
        let concerned = self.pool.and(happens, other.same);
        let given = self.pool.and(rf, concerned);
        self.facts.push(self.pool.implies(given, apart));
    }

    fn equal_values(&mut self, write: EventId, read: EventId) -> TermId {
        let value = match self.event(write).kind {
            EventKind::WriteAll => self.reads.value(self.pool, write, read),
            EventKind::Write | EventKind::Read => self.event(write).value,
        };
        let found = self.event(read).value;
        self.pool.eq(found, value)
    }

    /// The writes that a read can read from: those that need not come after it, and are not always
    /// overwritten before it.
    fn sources(&mut self, read: EventId, writers: &[EventId]) -> Vec<Source> {
        let mut sources = Vec::new();
        for &write in writers {
            let same = self.same_element(write, read);
            if !self.always_before(read, write) && self.pool.as_bool(same) != Some(false) {
                sources.push(Source { write, same });
            }
        }
        let certain: Vec<EventId> = sources
            .iter()
            .filter(|source| {
                self.pool.as_bool(source.same) == Some(true)
                    && self.always_sees(read, source.write)
                    && self.reads.certain(source.write, read)
            })
            .map(|source| source.write)
            .collect();
        sources.retain(|source| {
            let mut overwriting = certain.iter();
            !overwriting.any(|later| self.always_before(source.write, *later))
        });
        sources
    }
}
