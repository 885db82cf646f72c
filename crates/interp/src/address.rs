//! Addresses: conversion between pointers and integers.
//!
//! An object or function gets its base address when one is first needed: for a conversion to an
//! integer, or for a comparison with another object. A pointer made from an integer is just an
//! address; it leads to the object that is there when it is used, and only objects that have an
//! address are found.

use crate::machine::Machine;
use crate::memory::{Object, ObjectKind};
use crate::outcome::Run;
use crate::value::{Base, Pointer, Value};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::{FuncId, Program};

const FUNCTIONS: u64 = 0x1000;
const FUNCTION_SPACING: u64 = 16;
const OBJECTS: u64 = 0x10000;

/// The address of a function, unless the oracle says otherwise.
pub fn function_address(function: FuncId) -> u64 {
    FUNCTIONS + FUNCTION_SPACING * function.index() as u64
}

pub(crate) fn first_object_address(program: &Program) -> u64 {
    let after = function_address(FuncId::from_index(program.functions.len()));
    after.max(OBJECTS)
}

impl Machine<'_, '_> {
    /// The address of a pointer, modulo the width of a pointer.
    pub(crate) fn address(&mut self, pointer: Pointer) -> Run<u64> {
        let base = match pointer.base {
            Base::Null | Base::Invalid => 0,
            Base::Function(function) => self.function_base(function),
            Base::Object(number) => self.base_address(number)?,
        };
        Ok(self.wrap(base.wrapping_add(pointer.offset as u64)))
    }

    /// A pointer as an integer of a width.
    pub(crate) fn address_value(&mut self, pointer: Pointer, width: u32) -> Run<Value> {
        let address = self.address(pointer)?;
        match pointer.base {
            Base::Object(_) | Base::Function(_) if width == self.pointer_bits => {
                Ok(Value::Address(pointer))
            }
            Base::Object(_) | Base::Function(_) | Base::Null | Base::Invalid => {
                Ok(Value::Int(Bv::from_u64(width, address)))
            }
        }
    }

    /// Creates an object, with an address from the start of its lifetime if the oracle asks for it.
    pub(crate) fn new_object(&mut self, mut object: Object) -> Run<u64> {
        object.span = self.site.span;
        let number = self.memory.push(self.stack.thread, object);
        if self.oracle.is_placed(number) {
            self.base_address(number)?;
        }
        Ok(number)
    }

    /// The pointer with an address. In general its target is looked up when it is used
    /// ([`Self::lead`]). The object is named at once only if no other object can reuse its address,
    /// that is, if it is alive throughout the program.
    pub(crate) fn pointer_at(&self, address: u64) -> Pointer {
        if address == 0 {
            return Pointer::NULL;
        }
        let wild = Pointer::invalid(address, self.pointer_bits);
        let found = self.lead(wild);
        match found.base {
            Base::Function(_) => found,
            Base::Object(number) => match self.memory.object(number) {
                Some(object)
                    if matches!(object.kind, ObjectKind::Global(_))
                        && (found.offset as u64) < object.size =>
                {
                    found
                }
                Some(_) | None => wild,
            },
            Base::Null | Base::Invalid => wild,
        }
    }

    /// The target of a pointer when it is used: for a pointer of which only the address is known,
    /// the object that is there now.
    pub(crate) fn lead(&self, pointer: Pointer) -> Pointer {
        match pointer.base {
            Base::Invalid => {}
            Base::Null | Base::Object(_) | Base::Function(_) => return pointer,
        }
        let address = pointer.address(self.pointer_bits);
        let mut functions = self.functions.iter();
        if let Some((&function, _)) = functions.find(|(_, base)| **base == address) {
            return Pointer::function(function);
        }
        match self.memory.find(address) {
            Some((number, offset)) => {
                Pointer::object(number).moved(offset as i64, self.pointer_bits)
            }
            None => pointer,
        }
    }

    /// Gives functions the addresses that the oracle has for them.
    pub(crate) fn place_functions(&mut self) {
        for function in self.program.functions.ids() {
            if let Some(address) = self.oracle.function_address(function) {
                let address = self.wrap(address);
                self.functions.insert(function, address);
            }
        }
    }

    fn function_base(&mut self, function: FuncId) -> u64 {
        if let Some(address) = self.functions.get(&function) {
            return *address;
        }
        let given = self.oracle.function_address(function);
        let address = self.wrap(given.unwrap_or_else(|| function_address(function)));
        self.functions.insert(function, address);
        address
    }

    fn base_address(&mut self, number: u64) -> Run<u64> {
        let Some(object) = self.memory.object(number) else {
            return Err(self.malformed("a pointer to an object that does not exist"));
        };
        if let Some(address) = object.address {
            return Ok(address);
        }
        let (size, align) = (object.size, object.align.max(1));
        let address = match self.oracle.address(number, size, align) {
            Some(address) => self.wrap(address),
            None => self.choose_address(size, align),
        };
        self.memory.place(number, address);
        Ok(address)
    }

    /// The next free aligned address. One byte stays free after every object, so that one past the
    /// end of one is not the start of another. If objects are too large for that, their position
    /// does not matter; otherwise the oracle would have chosen it.
    fn choose_address(&mut self, size: u64, align: u64) -> u64 {
        let mut start = self.next_address;
        loop {
            let place = start.checked_next_multiple_of(align).and_then(|base| {
                let end = base.checked_add(size)?.checked_add(1)?;
                (end <= self.wrap(u64::MAX)).then_some((base, end))
            });
            let Some((base, end)) = place else {
                return first_object_address(self.program).next_multiple_of(align);
            };
            match self.occupied_until(base, end) {
                Some(taken) => start = taken,
                None => {
                    self.next_address = end;
                    return base;
                }
            }
        }
    }

    /// The end of an object of known address that overlaps the range.
    fn occupied_until(&self, base: u64, end: u64) -> Option<u64> {
        self.memory
            .placed()
            .filter_map(|(_, start, size)| {
                let stop = start.saturating_add(size).saturating_add(1);
                (start < end && base < stop).then_some(stop)
            })
            .max()
    }

    /// The low bits of a word, as many as an address has.
    pub(crate) fn wrap(&self, address: u64) -> u64 {
        if self.pointer_bits >= 64 {
            address
        } else {
            address & ((1 << self.pointer_bits) - 1)
        }
    }
}
