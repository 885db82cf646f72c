//! Objects of executions that are kept apart.
//!
//! States that were kept apart ([`crate::apart`]) pass the same declarations and allocations one after the
//! other. If each made objects of its own, the same heap would be another one in each, and no two states could
//! be merged again. So an object that was made at a place, by executions that have nothing to do with these,
//! stands for the one that is made there now: the first object of a list is the same one in whatever iteration
//! it was allocated.
//!
//! Invariant: no execution creates an object twice. A state knows by [`State::alive`] which objects were
//! created on some path to it, dead or alive; only others are made again. Objects that were made in several ways
//! are not numbered in the order of their creation. Where a number leads to a pointer and that order matters, the
//! execution is given up, and repeated with all states merged.

use crate::guard::GuardId;
use crate::lifetime::Again;
use crate::object::{Initial, Object, ObjectId, ObjectKind};
use crate::space::Space;
use crate::state::State;
use cassay_term::TermId;

/// The place where objects are made, as far as they can stand for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Maker {
    /// Heap objects of a size, in all iterations.
    Heap(u32, TermId),
    /// Variables and rows on the stack, of one activation and iteration.
    Automatic(u64, u32),
}

/// The most objects of a place that are looked at.
const MOST_OBJECTS: usize = 256;

impl Space<'_> {
    fn maker(&mut self, object: &Object) -> Option<Maker> {
        if !self.apart.is_on() {
            return None;
        }
        match object.kind {
            ObjectKind::Heap => Some(Maker::Heap(self.site_here(), object.size)),
            // It is sealed for all executions at once, of which others may initialise it later.
            ObjectKind::Local(function, local)
                if self.program.functions[function].locals[local].constant =>
            {
                None
            }
            ObjectKind::Local(_, _) | ObjectKind::Stack => {
                Some(Maker::Automatic(object.activation, self.place_here()))
            }
            ObjectKind::Null
            | ObjectKind::Invalid
            | ObjectKind::Outside
            | ObjectKind::Function(_)
            | ObjectKind::Global(_)
            | ObjectKind::Contents => None,
        }
    }

    /// Remembers where an object was made.
    pub(crate) fn offer_elsewhere(&mut self, id: ObjectId) {
        let object = self.store.objects.get(id).clone();
        if let Some(maker) = self.maker(&object) {
            self.store.made.entry(maker).or_default().push(id);
        }
    }

    /// An object that only executions kept apart from a state have made here, if it fits.
    pub(crate) fn made_elsewhere(&mut self, state: &State, wanted: &Object) -> Option<ObjectId> {
        if !self.apart.has_parted() {
            return None;
        }
        let maker = self.maker(wanted)?;
        let made = self.store.made.get(&maker)?.iter().take(MOST_OBJECTS);
        let new = |id: &&ObjectId| state.alive.get(u64::from(id.0)).is_none();
        let fits = |id: &&ObjectId| self.can_stand_for(**id, wanted);
        let found = made.filter(new).find(fits).copied()?;
        if let Some(birth) = self.store.births.get_mut(&found) {
            birth.again.push(Again {
                guard: state.guard,
                alive: state.alive.clone(),
            });
        }
        self.place_again(found, state);
        Some(found)
    }

    /// Constrains the address of an object that is made again: it overlaps nothing that is alive now.
    fn place_again(&mut self, id: ObjectId, state: &State) {
        if self.store.objects.get(id).address.is_none() {
            return;
        }
        let here = self.path.guards.term(state.guard);
        for position in 0..self.store.exposed.len() {
            let other = self.store.exposed[position];
            let alive = if self.is_immortal(other) {
                Some(self.pool.tru())
            } else {
                state.alive.get(u64::from(other.0)).copied()
            };
            if let Some(alive) = alive
                && other != id
            {
                let both = self.pool.and(here, alive);
                self.keep_apart(id, other, both);
            }
        }
    }

    /// The condition under which one of two objects was alive when the other one was created, where a path
    /// condition holds.
    pub(crate) fn met(&mut self, a: ObjectId, b: ObjectId, holds: GuardId) -> TermId {
        let mut met = self.pool.fls();
        for (made, other) in [(a, b), (b, a)] {
            let Some(birth) = self.store.births.get(&made) else {
                continue;
            };
            let again = birth.again.iter().map(|again| (again.guard, &again.alive));
            for (guard, alive) in std::iter::once((birth.guard, &birth.alive)).chain(again) {
                let immortal = !self.store.births.contains_key(&other);
                let alive = match alive.get(u64::from(other.0)) {
                    Some(alive) => *alive,
                    None if immortal => self.pool.tru(),
                    None => continue,
                };
                let here = self.path.guards.given(self.pool, guard, holds);
                let here = self.pool.and(here, alive);
                met = self.pool.or(met, here);
            }
        }
        met
    }

    /// Whether an object has the properties of another one that is to be made.
    fn can_stand_for(&self, id: ObjectId, wanted: &Object) -> bool {
        let object = self.store.objects.get(id);
        let unknown = |object: &Object| matches!(object.initial, Initial::Unknown);
        !object.constant
            && unknown(object)
            && unknown(wanted)
            && object.kind == wanted.kind
            && object.size == wanted.size
            && object.align == wanted.align
            && object.ty == wanted.ty
    }

    /// Whether an object was made in several ways.
    pub(crate) fn is_reused(&self, id: ObjectId) -> bool {
        let birth = self.store.births.get(&id);
        birth.is_some_and(|birth| !birth.again.is_empty())
    }
}
