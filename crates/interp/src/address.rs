//! Addresses: integers for pointers and pointers for integers.
//!
//! An object or function gets its base address when one is first needed: for a conversion to an
//! integer, or for a comparison with another object. Only those that have one are found again
//! from integers that do not say themselves where they come from.

use crate::machine::Machine;
use crate::memory::Object;
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

    /// Makes an object, with an address from its birth when the oracle wants it.
    pub(crate) fn new_object(&mut self, mut object: Object) -> Run<u64> {
        object.span = self.site.span;
        let number = self.memory.push(object);
        if self.oracle.is_placed(number) {
            self.base_address(number)?;
        }
        Ok(number)
    }

    /// The pointer an address stands for: into an object whose address is known, rather inside it
    /// than one past its end, rather alive than dead.
    pub(crate) fn pointer_at(&self, address: u64) -> Pointer {
        if address == 0 {
            return Pointer::NULL;
        }
        let mut functions = self.functions.iter();
        if let Some((&function, _)) = functions.find(|(_, base)| **base == address) {
            return Pointer::function(function);
        }
        let mut best: Option<((bool, bool), Pointer)> = None;
        for &number in &self.placed {
            let Some(object) = self.memory.object(number) else {
                continue;
            };
            let Some(offset) = object.address.and_then(|base| address.checked_sub(base)) else {
                continue;
            };
            let rank = (offset < object.size, object.alive);
            if offset <= object.size && best.is_none_or(|(other, _)| rank > other) {
                let pointer = Pointer::object(number).moved(offset as i64, self.pointer_bits);
                best = Some((rank, pointer));
            }
        }
        best.map_or(Pointer::invalid(address, self.pointer_bits), |(_, p)| p)
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
            None => self.choose_address(size, align)?,
        };
        if let Some(object) = self.memory.object_mut(number) {
            object.address = Some(address);
        }
        self.placed.push(number);
        Ok(address)
    }

    /// The next free aligned place. One byte stays free behind every object, so that one past the
    /// end of one is never the start of another.
    fn choose_address(&mut self, size: u64, align: u64) -> Run<u64> {
        let mut start = self.next_address;
        loop {
            let place = start.checked_next_multiple_of(align).and_then(|base| {
                let end = base.checked_add(size)?.checked_add(1)?;
                (end <= self.wrap(u64::MAX)).then_some((base, end))
            });
            let Some((base, end)) = place else {
                return Err(self.unsupported("objects that do not fit into the address space"));
            };
            match self.occupied_until(base, end) {
                Some(taken) => start = taken,
                None => {
                    self.next_address = end;
                    return Ok(base);
                }
            }
        }
    }

    /// The end of an object of known address that overlaps the range.
    fn occupied_until(&self, base: u64, end: u64) -> Option<u64> {
        self.placed
            .iter()
            .filter_map(|&number| {
                let object = self.memory.object(number)?;
                let start = object.address?;
                let stop = start.saturating_add(object.size).saturating_add(1);
                (start < end && base < stop).then_some(stop)
            })
            .max()
    }

    /// The low bits of a word that make an address.
    pub(crate) fn wrap(&self, address: u64) -> u64 {
        if self.pointer_bits >= 64 {
            address
        } else {
            address & ((1 << self.pointer_bits) - 1)
        }
    }
}
