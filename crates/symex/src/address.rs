//! Between pointers and integers: addresses.
//!
//! An object gets a start address only when a cast makes it matter: a symbol with constraints
//! that keep it aligned, away from null and from the other objects with addresses.

use crate::exec::Machine;
use crate::names::Unknown;
use crate::object::{ObjectId, ObjectKind, Objects};
use crate::value::{Pointer, Value};
use cassay_term::{Op, Sort, TermId};

impl Machine<'_> {
    /// The bits of a scalar; a pointer's are its address.
    pub(crate) fn bits_of(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bits(bits) if self.pool.sort(*bits).is_bool() => self.pool.bool_to_bv(*bits, 1),
            Value::Bits(bits) => *bits,
            Value::Ptr(pointer) => self.address(*pointer),
            Value::Aggregate(_) => unreachable!("scalars only: aggregates are taken apart before"),
        }
    }

    /// A scalar as pointer; bits are an address.
    pub(crate) fn pointer_of(&mut self, value: &Value) -> Pointer {
        match value {
            Value::Ptr(pointer) => *pointer,
            Value::Bits(bits) => self.pointer_at(*bits),
            Value::Aggregate(_) => unreachable!("scalars only: aggregates are taken apart before"),
        }
    }

    /// The address of a pointer.
    pub(crate) fn address(&mut self, pointer: Pointer) -> TermId {
        let candidates = self.candidates(pointer);
        // A pointer from nowhere carries its address as offset.
        let nowhere = self.pool.as_bool(candidates.none) != Some(false);
        let mut result = nowhere.then_some(pointer.offset);
        for candidate in candidates.list.into_iter().rev() {
            let base = self.base_address(candidate.object);
            let address = self.pool.bv_add(base, candidate.offset);
            result = Some(match result {
                None => address,
                Some(other) => self.pool.ite(candidate.cond, address, other),
            });
        }
        result.unwrap_or(pointer.offset)
    }

    /// The pointer with an address: a pointer that was cast to it, or one into an object whose
    /// address is known to the program, or an invalid one.
    pub(crate) fn pointer_at(&mut self, address: TermId) -> Pointer {
        let address = self.resize(address, self.width);
        if let Some(pointer) = self.recovered(address) {
            return pointer;
        }
        let exposed: Vec<ObjectId> = self
            .objects
            .iter()
            .filter(|(_, object)| object.address.is_some())
            .map(|(id, _)| id)
            .collect();
        let mut pointer = Pointer {
            object: self.nowhere(address),
            offset: address,
        };
        for id in exposed {
            let base = self.base_address(id);
            let size = self.objects.get(id).size;
            let offset = self.pool.bv_sub(address, base);
            let inside = self.pool.ule(offset, size);
            let number = self.objects.term(self.pool, id);
            pointer.object = self.pool.ite(inside, number, pointer.object);
            pointer.offset = self.pool.ite(inside, offset, pointer.offset);
        }
        pointer
    }

    /// The object of an address that leads to none: null's, or the invalid one.
    pub(crate) fn nowhere(&mut self, address: TermId) -> TermId {
        let zero = self.pool.bv_u64(self.width, 0);
        let is_null = self.pool.eq(address, zero);
        let null = self.objects.term(self.pool, Objects::NULL);
        let invalid = self.objects.term(self.pool, Objects::INVALID);
        self.pool.ite(is_null, null, invalid)
    }

    /// The pointer an address was made from, when its term still shows it.
    fn recovered(&mut self, address: TermId) -> Option<Pointer> {
        if self.pool.is_const(address) {
            let value = self.pool.as_u64(address);
            let object = if value == Some(0) {
                Objects::NULL
            } else {
                Objects::INVALID
            };
            return Some(Pointer {
                object: self.objects.term(self.pool, object),
                offset: address,
            });
        }
        if *self.pool.op(address) == Op::Ite {
            let args = self.pool.args(address);
            let (cond, then, otherwise) = (args[0], args[1], args[2]);
            let then = self.recovered(then)?;
            let otherwise = self.recovered(otherwise)?;
            return Some(Pointer {
                object: self.pool.ite(cond, then.object, otherwise.object),
                offset: self.pool.ite(cond, then.offset, otherwise.offset),
            });
        }
        let linear = crate::linear::Linear::of(self.pool, address);
        let (base, _) = *linear
            .parts
            .iter()
            .find(|(part, factor)| *factor == 1 && self.bases.contains_key(part))?;
        let object = self.bases[&base];
        let offset = self.pool.bv_sub(address, base);
        Some(Pointer {
            object: self.objects.term(self.pool, object),
            offset,
        })
    }

    /// The pointer that bits as wide as one were made from, when their term still shows it.
    pub(crate) fn pointer_in_bits(&mut self, bits: TermId) -> Option<Pointer> {
        (self.pool.sort(bits).bv_width() == Some(self.width))
            .then(|| self.recovered(bits))
            .flatten()
    }

    /// The symbol for an object's start address.
    pub(crate) fn base_address(&mut self, id: ObjectId) -> TermId {
        let object = self.objects.get(id);
        match object.kind {
            ObjectKind::Null | ObjectKind::Invalid => return self.pool.bv_u64(self.width, 0),
            ObjectKind::Function(_)
            | ObjectKind::Global(_)
            | ObjectKind::Local(_, _)
            | ObjectKind::Heap
            | ObjectKind::Stack
            | ObjectKind::Contents => {}
        }
        if let Some(base) = object.address {
            return base;
        }
        let (size, align) = (object.size, object.align);
        let base = self.symbol_of(id, Unknown::Address, Sort::Bv(self.width));
        self.constrain_address(base, size, align);
        self.objects.get_mut(id).address = Some(base);
        self.bases.insert(base, id);
        base
    }

    /// Keeps an object aligned, off the first page, inside the address space, and apart from the
    /// others.
    fn constrain_address(&mut self, base: TermId, size: TermId, align: u64) {
        let first = self.pool.bv_u64(self.width, 0x1000);
        let above = self.pool.ule(first, base);
        let end = self.pool.bv_add(base, size);
        let no_wrap = self.pool.ule(base, end);
        let top = self.pool.bv_u64(self.width, u64::MAX - 0x1000);
        let below = self.pool.ult(end, top);
        self.out.constraints.extend([above, no_wrap, below]);
        if align > 1 {
            let modulus = self.pool.bv_u64(self.width, align);
            let rest = self.pool.bv_urem(base, modulus);
            let zero = self.pool.bv_u64(self.width, 0);
            let aligned = self.pool.eq(rest, zero);
            self.out.constraints.push(aligned);
        }
        let others: Vec<(TermId, TermId)> = self
            .objects
            .iter()
            .filter_map(|(_, object)| Some((object.address?, object.size)))
            .collect();
        for (other, other_size) in others {
            // One past the end of one object is not the start of the next.
            let other_end = self.pool.bv_add(other, other_size);
            let before = self.pool.ult(end, other);
            let after = self.pool.ult(other_end, base);
            let apart = self.pool.or(before, after);
            self.out.constraints.push(apart);
        }
    }

    /// A bit-vector cut or extended with zeros to a width.
    pub(crate) fn resize(&mut self, bits: TermId, width: u32) -> TermId {
        let old = self.pool.width(bits);
        if old > width {
            self.pool.extract(width - 1, 0, bits)
        } else {
            self.pool.zext(bits, width)
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
