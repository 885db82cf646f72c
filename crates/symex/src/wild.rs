//! Wild pointers: pointers of which only the address is known.
//!
//! An input, an uninitialised value, and every integer converted to a pointer is just an address.
//! It is kept as the offset in the invalid object, through arithmetic and memory. Its target is
//! looked up when the pointer is *used*, among the *exposed* objects: those whose address has
//! become a number by then. The target is the object that has a byte at the address; if dead and
//! living objects share the address, the one created last; and if no object has a byte there, one
//! that ends there. The interpreter decides by the same rules.
//!
//! An address whose term still shows the object it was computed from, at a constant distance, needs
//! no search: only an object created after the death of that one can have taken its address.

use crate::address::FIRST_ADDRESS;
use crate::object::{ObjectId, Objects};
use crate::pointer::{Candidate, Candidates};
use crate::space::Space;
use crate::terms::Terms;
use cassay_term::{Op, TermId};
use std::collections::BTreeMap;

/// How many paths through the choices of an address are followed; beyond, the whole term is
/// searched.
const MAX_PATHS: usize = 64;

/// Objects found, with the condition and the offset.
type Found = BTreeMap<ObjectId, (TermId, TermId)>;

impl Space<'_> {
    /// Looks up the targets of the wild candidate; with `ends`, also the objects it is one past the
    /// end of.
    pub(crate) fn find_wild(&mut self, candidates: Candidates, ends: bool) -> Candidates {
        let is_wild = |candidate: &Candidate| candidate.object == Objects::INVALID;
        let Some(wild) = candidates.list.iter().copied().find(is_wild) else {
            return candidates;
        };
        if self.store.exposed.is_empty() {
            return candidates;
        }
        let mut found: Found = BTreeMap::new();
        for candidate in candidates.list.into_iter().filter(|c| !is_wild(c)) {
            found.insert(candidate.object, (candidate.cond, candidate.offset));
        }
        let mut paths = 0;
        let mut todo = vec![(wild.cond, wild.offset)];
        while let Some((cond, address)) = todo.pop() {
            paths += 1;
            if self.pool.as_bool(cond) == Some(false) {
                continue;
            }
            if *self.pool.op(address) == Op::Ite && paths < MAX_PATHS {
                let args = self.pool.args(address);
                let (choice, then, otherwise) = (args[0], args[1], args[2]);
                let not = self.pool.not(choice);
                for (literal, address) in [(not, otherwise), (choice, then)] {
                    let cond = self.pool.and(cond, literal);
                    todo.push((cond, address));
                }
                continue;
            }
            self.find_address(cond, address, ends, &mut found);
        }
        let list = found
            .into_iter()
            .map(|(object, (cond, offset))| Candidate {
                cond,
                object,
                offset,
            })
            .collect();
        Candidates {
            list,
            none: candidates.none,
        }
    }

    /// Looks up the objects that one address leads to where a condition holds.
    fn find_address(&mut self, cond: TermId, address: TermId, ends: bool, found: &mut Found) {
        if self.terms().is_off_limits(address) {
            self.add_found(found, Objects::INVALID, cond, address);
            return;
        }
        let mut objects = self.store.exposed.clone();
        objects.sort_unstable();
        // Which of two objects came later is read off their numbers.
        if objects.iter().any(|id| self.is_reused(*id)) {
            self.apart.give_up();
        }
        let shown = self.shown_base(address);
        if let Some((object, offset)) = shown
            && self.is_certainly_in(object, offset)
        {
            let mut rest = cond;
            for later in objects.into_iter().rev().take_while(|id| *id > object) {
                if self.may_take_place_of(object, later) {
                    let inside = self.is_in(later, address);
                    let here = self.pool.and(rest, inside);
                    let distance = self.distance(later, address);
                    self.add_found(found, later, here, distance);
                    let not = self.pool.not(inside);
                    rest = self.pool.and(rest, not);
                }
            }
            self.add_found(found, object, rest, offset);
            return;
        }
        let mut rest = cond;
        let insides: Vec<TermId> = objects.iter().map(|id| self.is_in(*id, address)).collect();
        for (position, id) in objects.iter().copied().enumerate() {
            let mut here = self.pool.and(cond, insides[position]);
            for (later, inside) in objects.iter().zip(&insides).skip(position + 1) {
                if self.may_take_place_of(id, *later) {
                    let not = self.pool.not(*inside);
                    here = self.pool.and(here, not);
                }
            }
            let distance = self.distance(id, address);
            self.add_found(found, id, here, distance);
            let not = self.pool.not(insides[position]);
            rest = self.pool.and(rest, not);
        }
        if ends {
            for id in objects.into_iter().rev() {
                let at_end = self.is_end_of(id, address);
                let here = self.pool.and(rest, at_end);
                let distance = self.distance(id, address);
                self.add_found(found, id, here, distance);
                let not = self.pool.not(at_end);
                rest = self.pool.and(rest, not);
            }
        }
        self.add_found(found, Objects::INVALID, rest, address);
    }

    fn add_found(&mut self, found: &mut Found, object: ObjectId, cond: TermId, offset: TermId) {
        if self.pool.as_bool(cond) == Some(false) {
            return;
        }
        let entry = match found.get(&object) {
            None => (cond, offset),
            Some(&(other, before)) => (
                self.pool.or(cond, other),
                self.pool.ite(cond, offset, before),
            ),
        };
        found.insert(object, entry);
    }

    /// Whether a later object may have been created at the address of another one.
    fn may_take_place_of(&self, object: ObjectId, later: ObjectId) -> bool {
        if self.is_immortal(object) || self.is_immortal(later) {
            return false;
        }
        let birth = &self.store.births[&later];
        let alive = birth.alive.get(u64::from(object.0));
        // If it was never created before the later one, no execution creates both.
        alive.is_some_and(|alive| self.pool.as_bool(*alive) != Some(true))
    }

    fn distance(&mut self, object: ObjectId, address: TermId) -> TermId {
        let base = self.base_address(object);
        self.pool.bv_sub(address, base)
    }

    /// The condition under which an object was created and has a byte at an address.
    fn is_in(&mut self, object: ObjectId, address: TermId) -> TermId {
        let distance = self.distance(object, address);
        let extent = self.extent_of(object);
        let inside = self.pool.ult(distance, extent);
        self.and_made(object, inside)
    }

    /// The condition under which an object was created and an address is one past its end.
    fn is_end_of(&mut self, object: ObjectId, address: TermId) -> TermId {
        let distance = self.distance(object, address);
        let size = self.store.objects.get(object).size;
        let at_end = self.pool.eq(distance, size);
        self.and_made(object, at_end)
    }

    fn and_made(&mut self, object: ObjectId, cond: TermId) -> TermId {
        if self.pool.as_bool(cond) == Some(false) {
            return cond;
        }
        match self.store.births.get(&object) {
            Some(birth) => {
                let made = self
                    .path
                    .guards
                    .given(self.pool, birth.guard, self.path.now);
                self.pool.and(made, cond)
            }
            None => cond,
        }
    }
}

impl Terms<'_> {
    /// Whether an address is a constant at which no object can be.
    pub(crate) fn is_off_limits(&self, address: TermId) -> bool {
        let last = match self.width {
            64 => u64::MAX,
            width => (1 << width) - 1,
        };
        let value = self.pool.as_u64(address);
        value.is_some_and(|value| value < FIRST_ADDRESS || value >= last - FIRST_ADDRESS)
    }
}
