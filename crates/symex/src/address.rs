//! Addresses: conversion between pointers and integers.
//!
//! An object gets a start address only when a cast or comparison depends on it. The address is a
//! symbol, constrained to be aligned, away from null, and disjoint from the other addressed objects
//! that are alive at the same time. A later object may reuse the address of a dead one, and the end
//! of an object may be the start of the next.

use crate::equation::ObligationKind;
use crate::guard::Guards;
use crate::names::Unknown;
use crate::object::{Initial, ObjectId, ObjectKind, Objects};
use crate::space::Space;
use crate::terms::Terms;
use crate::value::{Pointer, Value};
use cassay_term::{Op, Sort, TermId};

/// No object lies below this address, nor as close to the end of the address space.
pub(crate) const FIRST_ADDRESS: u64 = 0x1000;

/// The depth to which choices (`ite`) in an address term are followed.
const MAX_CHOICES: u32 = 16;

impl Space<'_> {
    /// The bits of a scalar; a pointer's are its address.
    pub(crate) fn bits_of(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bits(bits) if self.pool.sort(*bits).is_bool() => self.pool.bool_to_bv(*bits, 1),
            Value::Bits(bits) => *bits,
            Value::Ptr(pointer) => self.address(*pointer),
            Value::Aggregate(_) => unreachable!("scalars only: aggregates are taken apart before"),
        }
    }

    /// A scalar as a pointer; bits are taken as an address.
    pub(crate) fn pointer_of(&mut self, value: &Value) -> Pointer {
        match value {
            Value::Ptr(pointer) => *pointer,
            Value::Bits(bits) => self.pointer_at(*bits),
            Value::Aggregate(_) => unreachable!("scalars only: aggregates are taken apart before"),
        }
    }

    /// The address of a pointer.
    pub(crate) fn address(&mut self, pointer: Pointer) -> TermId {
        let candidates = self.shown_candidates(pointer);
        // A wild pointer carries its address as its offset.
        let nowhere = self.pool.as_bool(candidates.none) != Some(false);
        let mut result = nowhere.then_some(pointer.offset);
        for candidate in candidates.list.into_iter().rev() {
            let address = self.address_in(candidate.object, candidate.offset);
            result = Some(match result {
                None => address,
                Some(other) => self.pool.ite(candidate.cond, address, other),
            });
        }
        result.unwrap_or(pointer.offset)
    }

    /// The address of a place in an object.
    pub(crate) fn address_in(&mut self, object: ObjectId, offset: TermId) -> TermId {
        let base = self.base_address(object);
        self.pool.bv_add(base, offset)
    }

    /// The pointer with an address. In general it is wild: the object it leads to is determined
    /// when it is used ([`crate::wild`]). The object is named at once only if no other object can
    /// reuse its address, that is, if it is alive throughout the program.
    pub(crate) fn pointer_at(&mut self, address: TermId) -> Pointer {
        let width = self.width;
        let address = self.terms().resize(address, width);
        self.pointer_to_address(address, MAX_CHOICES)
    }

    fn pointer_to_address(&mut self, address: TermId, depth: u32) -> Pointer {
        if *self.pool.op(address) == Op::Ite && depth > 0 {
            let args = self.pool.args(address);
            let (cond, then, otherwise) = (args[0], args[1], args[2]);
            let then = self.pointer_to_address(then, depth - 1);
            let otherwise = self.pointer_to_address(otherwise, depth - 1);
            return Pointer {
                object: self.pool.ite(cond, then.object, otherwise.object),
                offset: self.pool.ite(cond, then.offset, otherwise.offset),
            };
        }
        if let Some((object, offset)) = self.shown_base(address)
            && self.is_certainly_in(object, offset)
        {
            return if self.is_immortal(object) {
                Pointer {
                    object: self.store.objects.term(self.pool, object),
                    offset,
                }
            } else {
                Pointer {
                    object: self.store.objects.term(self.pool, Objects::INVALID),
                    offset: address,
                }
            };
        }
        Pointer {
            object: self.nowhere(address),
            offset: address,
        }
    }

    /// The object that an address was computed from, if its term still shows it, and the offset in
    /// that object.
    pub(crate) fn shown_base(&mut self, address: TermId) -> Option<(ObjectId, TermId)> {
        if self.store.bases.is_empty() || self.pool.is_const(address) {
            return None;
        }
        let linear = crate::linear::Linear::of(self.pool, address);
        let (base, _) = *linear
            .parts
            .iter()
            .find(|(part, factor)| *factor == 1 && self.store.bases.contains_key(part))?;
        let object = self.store.bases[&base];
        Some((object, self.pool.bv_sub(address, base)))
    }

    /// Whether an offset is certainly inside an object, not at its end, by constants alone.
    pub(crate) fn is_certainly_in(&self, object: ObjectId, offset: TermId) -> bool {
        let limit = self
            .store
            .objects
            .get(object)
            .const_size
            .map(|size| size.max(1));
        let offset = self.pool.as_u64(offset);
        offset.is_some_and(|offset| limit.is_some_and(|limit| offset < limit))
    }

    /// The pointer that bits of pointer width were converted from, if their term still shows it.
    pub(crate) fn pointer_in_bits(&mut self, bits: TermId) -> Option<Pointer> {
        if self.pool.sort(bits).bv_width() != Some(self.width) {
            return None;
        }
        self.shown_pointer(bits, MAX_CHOICES)
    }

    fn shown_pointer(&mut self, address: TermId, depth: u32) -> Option<Pointer> {
        if self.pool.is_const(address) {
            return Some(Pointer {
                object: self.nowhere(address),
                offset: address,
            });
        }
        if *self.pool.op(address) == Op::Ite && depth > 0 {
            let args = self.pool.args(address);
            let (cond, then, otherwise) = (args[0], args[1], args[2]);
            let then = self.shown_pointer(then, depth - 1)?;
            let otherwise = self.shown_pointer(otherwise, depth - 1)?;
            return Some(Pointer {
                object: self.pool.ite(cond, then.object, otherwise.object),
                offset: self.pool.ite(cond, then.offset, otherwise.offset),
            });
        }
        let (object, offset) = self.shown_base(address)?;
        Some(Pointer {
            object: self.store.objects.term(self.pool, object),
            offset,
        })
    }

    /// The symbol for an object's start address.
    pub(crate) fn base_address(&mut self, id: ObjectId) -> TermId {
        let object = self.store.objects.get(id);
        match object.kind {
            ObjectKind::Null | ObjectKind::Invalid | ObjectKind::Outside => {
                return self.pool.bv_u64(self.width, 0);
            }
            ObjectKind::Function(_)
            | ObjectKind::Global(_)
            | ObjectKind::Local(_, _)
            | ObjectKind::Heap
            | ObjectKind::Stack
            | ObjectKind::Contents => {}
        }
        if matches!(object.initial, Initial::Texts(_)) {
            self.leave_rows_open();
        }
        if let Some(base) = self.store.objects.get(id).address {
            return base;
        }
        let base = self.symbol_of(id, Unknown::Address, Sort::Bv(self.width));
        let number = self.store.exposed.len();
        self.store.objects.get_mut(id).address = Some(base);
        self.constrain_address(id, base);
        let object = self.store.objects.get_mut(id);
        object.exposed = Some(number);
        self.store.exposed.push(id);
        self.store.bases.insert(base, id);
        base
    }

    /// An object with rows of texts represents one object per row, whose relative position is
    /// arbitrary. It models only their bytes, so whatever depends on their addresses is left open.
    fn leave_rows_open(&mut self) {
        let what = "address of a string in argv or envp as a number";
        let path = self.path.guards.term(self.path.now);
        let always = self.pool.tru();
        let not = self.pool.not(self.path.asked_when.unwrap_or(always));
        let recorded = self.out.obligations.last().is_some_and(|last| {
            let unsupported = matches!(last.kind, ObligationKind::Unsupported { .. });
            unsupported && last.guard == path && last.cond == not
        });
        if !recorded && self.pool.as_bool(not) != Some(true) {
            let kind = ObligationKind::Unsupported { what: what.into() };
            self.oblige_on(self.path.now, kind, not, self.here.at);
        }
    }

    /// Constrains the address of an object: aligned, not on the first or the last page, and
    /// disjoint from the other objects alive at the same time. Objects may be adjacent.
    fn constrain_address(&mut self, id: ObjectId, base: TermId) {
        let align = self.store.objects.get(id).align;
        let extent = self.extent_of(id);
        let first = self.pool.bv_u64(self.width, FIRST_ADDRESS);
        let above = self.pool.ule(first, base);
        let end = self.pool.bv_add(base, extent);
        let no_wrap = self.pool.ule(base, end);
        let top = self.pool.bv_u64(self.width, u64::MAX - FIRST_ADDRESS);
        let below = self.pool.ult(end, top);
        self.out.constraints.push(above);
        let exists = self.takes_room(id);
        for fits in [no_wrap, below] {
            let fits = self.pool.implies(exists, fits);
            self.out.constraints.push(fits);
        }
        if align > 1 {
            let modulus = self.pool.bv_u64(self.width, align);
            let rest = self.pool.bv_urem(base, modulus);
            let zero = self.pool.bv_u64(self.width, 0);
            let aligned = self.pool.eq(rest, zero);
            self.out.constraints.push(aligned);
        }
        for position in 0..self.store.exposed.len() {
            let other = self.store.exposed[position];
            let both = self.coexist(id.min(other), id.max(other));
            self.keep_apart(id, other, both);
        }
    }

    /// Constrains the addresses of two objects: where both are alive at one time, they do not overlap.
    pub(crate) fn keep_apart(&mut self, id: ObjectId, other: ObjectId, both: TermId) {
        let addresses = [id, other].map(|id| self.store.objects.get(id).address);
        let [Some(base), Some(start)] = addresses else {
            return;
        };
        let rooms = [id, other].map(|id| self.takes_room(id));
        let both = self.pool.and(both, rooms[0]);
        let both = self.pool.and(both, rooms[1]);
        if self.pool.as_bool(both) == Some(false) {
            return;
        }
        let (extent, others) = (self.extent_of(id), self.extent_of(other));
        let end = self.pool.bv_add(base, extent);
        let other_end = self.pool.bv_add(start, others);
        let before = self.pool.ule(end, start);
        let after = self.pool.ule(other_end, base);
        let apart = self.pool.or(before, after);
        let apart = self.pool.implies(both, apart);
        self.out.constraints.push(apart);
    }

    /// The bytes that no other object may share: those of the object. An object of size 0 gets one
    /// byte, so that its address is unique.
    pub(crate) fn extent_of(&mut self, id: ObjectId) -> TermId {
        let object = self.store.objects.get(id);
        let size = object.size;
        match object.const_size {
            Some(0) => self.pool.bv_u64(self.width, 1),
            Some(_) => size,
            None => {
                let (zero, one) = (
                    self.pool.bv_u64(self.width, 0),
                    self.pool.bv_u64(self.width, 1),
                );
                let empty = self.pool.eq(size, zero);
                self.pool.ite(empty, one, size)
            }
        }
    }

    /// The condition under which an object occupies its addresses. A small object occupies them
    /// even in executions that do not create it: this saves the condition, and many small objects
    /// fit into the address space.
    fn takes_room(&mut self, id: ObjectId) -> TermId {
        match self.store.objects.get(id).const_size {
            Some(size) if size < 1 << (self.width - 12) => self.pool.tru(),
            Some(_) | None => self.is_born(id),
        }
    }

    /// Whether an object is alive from the start of the program to its end.
    pub(crate) fn is_immortal(&self, id: ObjectId) -> bool {
        !self.store.births.contains_key(&id)
    }

    /// The condition under which an execution creates an object.
    pub(crate) fn is_born(&mut self, id: ObjectId) -> TermId {
        let Some(birth) = self.store.births.get(&id) else {
            return self.pool.tru();
        };
        let mut born = self.path.guards.term(birth.guard);
        for again in &birth.again {
            let guard = self.path.guards.term(again.guard);
            born = self.pool.or(born, guard);
        }
        born
    }

    /// The condition under which an object was alive when a later one was created; then the two
    /// never share a byte.
    pub(crate) fn coexist(&mut self, older: ObjectId, newer: ObjectId) -> TermId {
        if self.created_side_by_side(older, newer) {
            return self.pool.tru();
        }
        if self.is_reused(older) || self.is_reused(newer) {
            return self.met(older, newer, Guards::ROOT);
        }
        match self.store.births.get(&newer) {
            Some(birth) if !self.is_immortal(older) => {
                let alive = birth.alive.get(u64::from(older.0)).copied();
                alive.unwrap_or(self.pool.fls())
            }
            Some(_) | None => self.pool.tru(),
        }
    }

    /// `cond ? a : b` of two scalars of one size; a pointer when either is one.
    pub(crate) fn choose(&mut self, cond: TermId, a: &Value, b: &Value) -> Value {
        match (a, b) {
            (Value::Bits(x), Value::Bits(y)) => Value::Bits(self.pool.ite(cond, *x, *y)),
            (Value::Aggregate(x), Value::Aggregate(y)) => {
                let items = x.iter().zip(y.iter());
                Value::Aggregate(items.map(|(x, y)| self.choose(cond, x, y)).collect())
            }
            _ => {
                let (x, y) = (self.pointer_of(a), self.pointer_of(b));
                Value::Ptr(Pointer {
                    object: self.pool.ite(cond, x.object, y.object),
                    offset: self.pool.ite(cond, x.offset, y.offset),
                })
            }
        }
    }
}

impl Terms<'_> {
    /// A bit-vector truncated or zero-extended to a width.
    pub(crate) fn resize(&mut self, bits: TermId, width: u32) -> TermId {
        let old = self.pool.width(bits);
        if old > width {
            self.pool.extract(width - 1, 0, bits)
        } else {
            self.pool.zext(bits, width)
        }
    }
}
