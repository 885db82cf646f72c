//! What holds at a point of a context: known values, locks that are held, threads that may run.
//!
//! Values and locks hold on every path to the point; threads may run on some path.

use crate::context::{ContextId, ThreadId};
use crate::value::{Base, Lock, Mode, Value};
use cassay_effects::Target;
use cassay_ir::TempId;
use std::collections::{BTreeMap, BTreeSet};

/// The descendants of a thread that may run, with whether there may be several of a class.
pub(crate) type Live = BTreeMap<ThreadId, bool>;

/// A value in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub size: u64,
    pub value: Value,
}

/// A lock that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub mode: Mode,
    /// How often it must be released.
    pub count: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    pub temps: BTreeMap<(ContextId, TempId), Value>,
    /// By object and offset.
    pub cells: BTreeMap<(Base, i64), Cell>,
    pub locks: BTreeMap<Lock, Held>,
    pub live: Live,
    /// The depth of atomic sections.
    pub sections: u32,
}

impl State {
    /// Keeps what holds in both; whether that changed anything.
    pub fn join(&mut self, other: &State) -> bool {
        let before = self.sizes();
        self.temps
            .retain(|key, value| other.temps.get(key) == Some(value));
        self.cells
            .retain(|key, cell| other.cells.get(key) == Some(cell));
        let mut changed = false;
        self.locks.retain(|lock, held| match other.locks.get(lock) {
            Some(theirs) => {
                let weaker = Held {
                    mode: held.mode.min(theirs.mode),
                    count: held.count.min(theirs.count),
                };
                changed |= *held != weaker;
                *held = weaker;
                true
            }
            None => false,
        });
        changed |= join_live(&mut self.live, &other.live);
        if other.sections < self.sections {
            self.sections = other.sections;
            changed = true;
        }
        changed || before != self.sizes()
    }

    fn sizes(&self) -> (usize, usize, usize) {
        (self.temps.len(), self.cells.len(), self.locks.len())
    }

    pub fn set(&mut self, context: ContextId, temp: TempId, value: Option<Value>) {
        match value {
            Some(value) => self.temps.insert((context, temp), value),
            None => self.temps.remove(&(context, temp)),
        };
    }

    /// Forgets everything about a base that stands for another object from now on.
    pub fn renew(&mut self, base: Base) {
        self.temps.retain(|_, value| !value.mentions(base));
        self.cells
            .retain(|(of, _), cell| *of != base && !cell.value.mentions(base));
        self.locks.retain(|lock, _| lock.base != base);
    }

    /// Forgets which values are true of the last thread of a class.
    pub fn forget_thread(&mut self, thread: ThreadId) {
        let old = Value::Thread(thread);
        self.temps.retain(|_, value| *value != old);
        self.cells.retain(|_, cell| cell.value != old);
    }

    /// Forgets whether attempts to take a lock succeeded.
    pub fn forget_attempts(&mut self, is: impl Fn(Lock) -> bool) {
        let stale = |value: &Value| match value {
            Value::Tried(lock, _) | Value::Taken(lock, _, _) => is(*lock),
            Value::Int(_) | Value::Pointer(_, _) | Value::Thread(_) => false,
        };
        self.temps.retain(|_, value| !stale(value));
        self.cells.retain(|_, cell| !stale(&cell.value));
    }

    /// Forgets what is in some bytes of an object.
    pub fn overwrite(&mut self, base: Base, offset: i64, size: u64) {
        self.cells.retain(|(of, start), cell| {
            *of != base || !overlap((*start, cell.size), (offset, size))
        });
    }

    /// Forgets what is in some objects.
    pub fn overwrite_all(&mut self, is: impl Fn(Base) -> bool) {
        self.cells.retain(|(of, _), _| !is(*of));
    }

    /// Forgets what belongs to a context that is left.
    pub fn leave(&mut self, context: ContextId) {
        self.temps.retain(|(of, _), _| *of != context);
        self.cells
            .retain(|(of, _), _| !matches!(of, Base::Local(own, _) if *own == context));
    }

    pub fn take(&mut self, lock: Lock, mode: Mode) {
        let held = self.locks.entry(lock).or_insert(Held { mode, count: 0 });
        held.mode = held.mode.max(mode);
        held.count = held.count.saturating_add(1);
    }
}

/// Adds threads that may run; whether there are new ones.
pub(crate) fn join_live(live: &mut Live, other: &Live) -> bool {
    let mut changed = false;
    for (thread, many) in other {
        let known = live.get(thread).copied();
        if known.is_none() || *many && known == Some(false) {
            live.insert(*thread, *many);
            changed = true;
        }
    }
    changed
}

/// Whether two ranges of bytes, by start and size, overlap.
pub(crate) fn overlap(a: (i64, u64), b: (i64, u64)) -> bool {
    let end = |(start, size): (i64, u64)| i128::from(start) + i128::from(size);
    i128::from(a.0) < end(b) && i128::from(b.0) < end(a)
}

/// Objects; `None` for all.
pub(crate) type Targets = Option<BTreeSet<Target>>;
