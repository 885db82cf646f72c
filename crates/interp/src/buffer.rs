//! Stores that have not reached memory yet, under memory models that delay them
//! ([`cassay_ir::memory_model`]).
//!
//! While a thread takes a step, memory is what this thread sees: its own pending stores are in it, and
//! what they cover is kept aside. So nothing that reads or writes memory knows of buffers. Before a
//! store the old bytes are kept aside, after it the new ones become a pending store. When the step is
//! over, the old bytes are put back.
//!
//! A thread that drains its buffer has nothing to do but to forget what was kept aside: the stores are
//! in memory already, in their order. It does not wait for others to choose the moments of its commits,
//! since a commit can be scheduled at any time before.
//!
//! Which bits of memory are initialised is not delayed.

use crate::machine::Machine;
use crate::memory::{Byte, Memory};
use crate::observe::{Context, Event};
use crate::outcome::Site;
use crate::value::Value;
use cassay_ir::{Buffering, MemoryModel, StmtKind, TypeId};
use std::collections::BTreeSet;

/// A byte of an object.
type At = (u64, u64);

/// A store that is not in memory yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) object: u64,
    /// What it writes, by offset.
    pub(crate) bytes: Vec<(u64, Byte)>,
    /// Its number among the stores of its thread.
    number: u64,
    /// It is committed behind all stores with smaller numbers than this one.
    behind: u64,
    /// The step of the schedule that made it.
    step: usize,
    /// The statement that made it.
    at: Site,
}

impl Pending {
    fn overlaps(&self, other: &Pending) -> bool {
        let covers = |at: &u64| other.bytes.iter().any(|(offset, _)| offset == at);
        self.object == other.object && self.bytes.iter().any(|(offset, _)| covers(offset))
    }

    /// Whether an earlier store must be committed first.
    fn needs(&self, earlier: &Pending, model: MemoryModel) -> bool {
        match model {
            MemoryModel::Sc | MemoryModel::Tso => true,
            MemoryModel::Pso => earlier.number < self.behind || self.overlaps(earlier),
        }
    }
}

/// The buffer of a thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffer {
    pub(crate) pending: Vec<Pending>,
    /// The number of the next store.
    next: u64,
    /// The number of the first store behind the last fence that separates stores.
    separated: u64,
}

impl Buffer {
    /// How many of the pending stores before each one must be committed first whatever they write.
    pub(crate) fn separations(&self) -> Vec<usize> {
        let before = |store: &Pending| {
            self.pending
                .iter()
                .filter(|p| p.number < store.behind)
                .count()
        };
        self.pending.iter().map(before).collect()
    }

    /// How many pending stores the next one is committed behind.
    pub(crate) fn separated(&self) -> usize {
        let before = |store: &&Pending| store.number < self.separated;
        self.pending.iter().filter(before).count()
    }
}

/// What the memory that the thread sees covers: the bytes of the memory that all threads see.
pub(crate) type Covered = Vec<(At, Byte)>;

/// A store that is being made.
pub(crate) struct Storing {
    object: u64,
    offsets: Vec<u64>,
    behind: bool,
}

impl Machine<'_, '_> {
    /// Begins a step: memory becomes what the thread sees that runs.
    pub(crate) fn look(&mut self) {
        if !self.model.is_weak() || self.covered.is_some() {
            return;
        }
        let mut covered = Vec::new();
        if let Some(thread) = self.threads.get(self.stack.thread as usize) {
            for store in &thread.buffer.pending {
                write(&mut self.memory, store, Some(&mut covered));
            }
        }
        self.covered = Some(covered);
    }

    /// Ends a step: memory becomes what all threads see. Says whether it was not before.
    pub(crate) fn look_away(&mut self) -> bool {
        let Some(covered) = self.covered.take() else {
            return false;
        };
        for ((object, offset), byte) in covered.into_iter().rev() {
            if is_alive(&self.memory, object) {
                self.memory.set_byte(object, offset, byte);
            }
        }
        true
    }

    /// What the next statement has to do with the buffer of the thread that runs.
    #[inline]
    fn buffering(&self) -> Buffering {
        if !self.model.is_weak() || self.threads.is_empty() || self.stack.atomic > 0 {
            return Buffering::None;
        }
        self.weak_buffering()
    }

    fn weak_buffering(&self) -> Buffering {
        let body = self.program.functions.get(self.site.function);
        let block = body.and_then(|body| body.blocks.get(self.site.block));
        let stmt = block.and_then(|block| block.stmts.get(self.site.stmt));
        stmt.map_or(Buffering::None, |stmt| self.model.buffering(&stmt.kind))
    }

    /// Whether a store that the statement makes is delayed.
    pub(crate) fn delays(&self) -> bool {
        match self.buffering() {
            Buffering::Delays | Buffering::DelaysBehind => self.covered.is_some(),
            Buffering::None | Buffering::Separates | Buffering::Drains => false,
        }
    }

    /// Before the statement that is executed. A join orders stores when it is over.
    #[inline]
    pub(crate) fn order_stores(&mut self, kind: &StmtKind) {
        match self.buffering() {
            Buffering::Drains if matches!(kind, StmtKind::Join { .. }) => {}
            Buffering::Drains => self.drain(),
            Buffering::Separates => {
                if let Some(thread) = self.threads.get_mut(self.stack.thread as usize) {
                    thread.buffer.separated = thread.buffer.next;
                }
            }
            Buffering::None | Buffering::Delays | Buffering::DelaysBehind => {}
        }
    }

    /// Whether other threads could see that the next statement orders stores.
    pub(crate) fn would_drain(&self, kind: &StmtKind) -> bool {
        let own = self.threads.get(self.stack.thread as usize);
        self.stack.atomic == 0
            && own.is_some_and(|thread| !thread.buffer.pending.is_empty())
            && self.model.buffering(kind) == Buffering::Drains
    }

    /// Commits all stores of the thread that runs.
    pub(crate) fn drain(&mut self) {
        let Some(thread) = self.threads.get_mut(self.stack.thread as usize) else {
            return;
        };
        let stores = std::mem::take(&mut thread.buffer.pending);
        if !stores.is_empty() {
            self.version += 1;
        }
        for store in stores {
            self.tell_commit(self.stack.thread, &store);
        }
        if let Some(covered) = &mut self.covered {
            covered.clear();
        }
    }

    /// Commits all stores of another thread.
    pub(crate) fn drain_other(&mut self, thread: u32) {
        let looked = self.look_away();
        while self.commit(thread, 0) {}
        if looked {
            self.look();
        }
    }

    /// Commits all stores; false if there are none.
    pub(crate) fn drain_all(&mut self) -> bool {
        let mut any = false;
        for thread in 0..self.threads.len() as u32 {
            while self.commit(thread, 0) {
                any = true;
            }
        }
        any
    }

    /// Before a store of the given offsets: keeps the old bytes aside if it is delayed.
    pub(crate) fn begin_store(
        &mut self,
        object: u64,
        offsets: impl FnOnce(&Self) -> Vec<u64>,
    ) -> Option<Storing> {
        if !self.delays() || !self.accesses_exposed_here() {
            return None;
        }
        let offsets = offsets(self);
        let covered = self.covered.as_mut()?;
        for offset in &offsets {
            let byte = self.memory.byte(object, *offset)?;
            covered.push(((object, *offset), byte));
        }
        Some(Storing {
            object,
            offsets,
            behind: self.buffering() == Buffering::DelaysBehind,
        })
    }

    /// After it: the new bytes are pending.
    pub(crate) fn end_store(&mut self, storing: Option<Storing>) {
        let Some(Storing {
            object,
            offsets,
            behind,
        }) = storing
        else {
            return;
        };
        let byte = |offset: u64| Some((offset, self.memory.byte(object, offset)?));
        let bytes: Vec<(u64, Byte)> = offsets.into_iter().filter_map(byte).collect();
        let (step, at) = (self.step_number, self.site);
        if let Some(thread) = self.threads.get_mut(self.stack.thread as usize) {
            let buffer = &mut thread.buffer;
            let number = buffer.next;
            buffer.next += 1;
            buffer.pending.push(Pending {
                object,
                bytes,
                number,
                behind: if behind { number } else { buffer.separated },
                step,
                at,
            });
        }
    }

    /// The offsets of the bytes that a value of a type covers; all of them without a type.
    pub(crate) fn covered_by(
        &self,
        offset: u64,
        len: u64,
        value: &Value,
        ty: Option<TypeId>,
    ) -> Vec<u64> {
        let (Value::Aggregate(items), Some(ty)) = (value, ty) else {
            return (offset..offset + len).collect();
        };
        if self.packed_bits(ty).is_some() {
            return (offset..offset + len).collect();
        }
        let mut offsets = Vec::new();
        for (item, (at, component)) in items.iter().zip(self.program.types.components(ty)) {
            let len = self.program.types.store_size(component);
            offsets.extend(self.covered_by(offset + at, len, item, Some(component)));
        }
        offsets
    }

    /// The stores that could be committed next, by thread and position.
    pub(crate) fn commits(&self) -> Vec<(u32, usize)> {
        let mut commits = Vec::new();
        for (number, thread) in (0_u32..).zip(&self.threads) {
            let pending = &thread.buffer.pending;
            for (index, store) in pending.iter().enumerate() {
                let earlier = &pending[..index];
                if !earlier.iter().any(|first| store.needs(first, self.model)) {
                    commits.push((number, index));
                }
            }
        }
        commits
    }

    /// The step that made a pending store.
    pub(crate) fn step_of(&self, thread: u32, index: usize) -> Option<usize> {
        let thread = self.threads.get(thread as usize)?;
        Some(thread.buffer.pending.get(index)?.step)
    }

    /// Commits the store that a step of a thread made, if it is pending, with all that must come first.
    pub(crate) fn commit_step(&mut self, thread: u32, step: usize) {
        let Some(own) = self.threads.get(thread as usize) else {
            return;
        };
        let pending = &own.buffer.pending;
        let Some(last) = pending.iter().position(|store| store.step == step) else {
            return;
        };
        let mut needed = BTreeSet::from([last]);
        for index in (0..last).rev() {
            let earlier = &pending[index];
            if needed
                .iter()
                .any(|later| pending[*later].needs(earlier, self.model))
            {
                needed.insert(index);
            }
        }
        for (gone, index) in needed.into_iter().enumerate() {
            self.commit(thread, index - gone);
        }
    }

    /// Commits a pending store; false if there is none.
    pub(crate) fn commit(&mut self, thread: u32, index: usize) -> bool {
        let Some(own) = self.threads.get_mut(thread as usize) else {
            return false;
        };
        if index >= own.buffer.pending.len() {
            return false;
        }
        let store = own.buffer.pending.remove(index);
        write(&mut self.memory, &store, None);
        self.tell_commit(thread, &store);
        self.version += 1;
        true
    }

    /// Tells the observer that a store has reached memory.
    fn tell_commit(&mut self, thread: u32, store: &Pending) {
        let first = store.bytes.first().map_or(0, |(offset, _)| *offset);
        let last = store.bytes.last().map_or(0, |(offset, _)| *offset);
        if !self.watched || self.tried.is_some() || !is_alive(&self.memory, store.object) {
            return;
        }
        let context = Context {
            program: self.program,
            memory: &self.memory,
            thread,
            frame: self.stack.frame.id,
            site: store.at,
        };
        let event = Event::Committed {
            object: store.object,
            offset: first,
            len: last + 1 - first,
        };
        self.observer.event(event, &context);
    }

    /// Forgets the pending stores to an object whose life has ended.
    pub(crate) fn forget_stores(&mut self, object: u64) {
        if self.model.is_weak() {
            for thread in &mut self.threads {
                thread.buffer.pending.retain(|store| store.object != object);
            }
        }
    }
}

fn is_alive(memory: &Memory, object: u64) -> bool {
    memory.object(object).is_some_and(|object| object.alive)
}

/// Writes a store to memory, and keeps aside what was there.
fn write(memory: &mut Memory, store: &Pending, mut covered: Option<&mut Covered>) {
    if !is_alive(memory, store.object) {
        return;
    }
    for (offset, byte) in &store.bytes {
        if let Some(covered) = &mut covered
            && let Some(old) = memory.byte(store.object, *offset)
        {
            covered.push(((store.object, *offset), old));
        }
        memory.set_byte(store.object, *offset, *byte);
    }
}
