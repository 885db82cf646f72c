//! Accesses to memory that other threads may see, with what holds where they happen.

use crate::context::{ContextId, Place};
use crate::state::{Live, Targets, join_live};
use crate::value::{Lock, Mode};
use cassay_effects::Target;
use std::collections::{BTreeMap, BTreeSet};

/// The bytes that an access goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    /// A part of an object, by offset and size.
    Part(Target, i64, u64),
    /// Any part of some objects; with whether it is a single value rather than a range.
    Anywhere(Targets, bool),
}

/// An access of a context, over all states in which it happens.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub bytes: Vec<Bytes>,
    pub writes: bool,
    pub atomic: bool,
    /// Whether a function of the library does it.
    pub library: bool,
    /// Whether it can take part in a race; otherwise it orders threads.
    pub races: bool,
    /// Locks that are held.
    pub locks: BTreeMap<Lock, Mode>,
    /// Locks that are held in the object that is accessed, by their distance from the access.
    pub near: BTreeMap<i64, (Mode, BTreeSet<Lock>)>,
    pub live: Live,
    /// Whether it is in an atomic section.
    pub section: bool,
}

impl Access {
    /// Adds what is known of the same access in another state.
    fn join(&mut self, other: Access) {
        for bytes in other.bytes {
            if !self.bytes.contains(&bytes) {
                self.bytes.push(bytes);
            }
        }
        self.locks.retain(|lock, mode| {
            let theirs = other.locks.get(lock);
            *mode = theirs.map_or(*mode, |theirs| (*mode).min(*theirs));
            theirs.is_some()
        });
        self.near.retain(|distance, (mode, locks)| {
            let Some((theirs, more)) = other.near.get(distance) else {
                return false;
            };
            *mode = (*mode).min(*theirs);
            locks.extend(more);
            true
        });
        join_live(&mut self.live, &other.live);
        self.section &= other.section;
    }
}

/// The accesses of a program, by context, statement and position in the statement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accesses(pub BTreeMap<(ContextId, Place, usize), Access>);

impl Accesses {
    pub fn add(&mut self, context: ContextId, at: Place, index: usize, access: Access) {
        match self.0.get_mut(&(context, at, index)) {
            Some(known) => known.join(access),
            None => {
                self.0.insert((context, at, index), access);
            }
        }
    }
}
