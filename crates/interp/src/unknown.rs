//! Memory that something outside the program writes or answers for.
//!
//! [`StmtKind::MemHavoc`](cassay_ir::StmtKind::MemHavoc) copies from an object made for it, to
//! which no pointer leads: the oracle is asked for that object's bytes, so that contents are found
//! again by its number. A load from a device asks for an input instead of reading bytes.

use crate::machine::Machine;
use crate::memory::{Object, ObjectKind};
use crate::observe::Event;
use crate::outcome::Run;
use crate::value::{Base, Pointer, Value};
use cassay_ir::{Extent, TypeId};

/// Bytes a block operation moves for the price of one step.
const BYTES_PER_STEP: u64 = 16;

/// Contents of larger objects are asked for only when they are read.
const LARGE: u64 = 1 << 14;

impl Machine<'_, '_> {
    /// Gives `len` bytes any contents; without a length, the whole object if it may be written.
    /// Contents lie at the same offsets in the object they are copied from.
    pub(crate) fn havoc_memory(&mut self, dst: Pointer, len: Option<u64>) -> Run<()> {
        let range = match len {
            Some(0) => None,
            Some(len) => {
                let (object, offset) = self.accessible(dst, len, true)?;
                Some((object, offset, len))
            }
            None => self.whole_object(dst),
        };
        let size = range.map_or(0, |(_, offset, len)| offset + len);
        let contents = Object::new(ObjectKind::Contents, size, 1, false);
        let contents = self.new_object(contents)?;
        let Some((object, offset, len)) = range else {
            return Ok(());
        };
        if self.device_name(object).is_some() {
            return Ok(());
        }
        self.tell(Event::Write {
            object,
            offset,
            len,
        });
        let whole = self.memory.object(object).is_some_and(|o| o.size == len);
        if whole && len > LARGE {
            self.memory.havoc_object(object, contents);
        } else {
            self.spend(len / BYTES_PER_STEP)?;
            self.take_contents(contents, object, offset, len);
        }
        self.mark_bytes(object, offset, len);
        self.tell(Event::Written {
            object,
            offset,
            len,
        });
        Ok(())
    }

    fn take_contents(&mut self, contents: u64, object: u64, offset: u64, len: u64) {
        for at in 0..len {
            let byte = self.oracle.initial_byte(contents, offset + at);
            self.memory.set_number(object, offset + at, byte);
        }
    }

    /// All bytes of the object a pointer leads to, if that lives and may be written.
    fn whole_object(&mut self, pointer: Pointer) -> Option<(u64, u64, u64)> {
        let pointer = self.lead(pointer);
        let Base::Object(number) = pointer.base else {
            return None;
        };
        self.tell(Event::Inspect { object: number });
        let object = self.memory.object(number)?;
        (object.alive && !object.constant && object.size > 0).then_some((number, 0, object.size))
    }

    /// What the program calls a device, when the object is one.
    pub(crate) fn device_name(&self, object: u64) -> Option<&str> {
        match self.memory.object(object)?.kind {
            ObjectKind::Global(id) => {
                let global = self.program.globals.get(id)?;
                global.device.then_some(&*global.name)
            }
            ObjectKind::Local(_, _) | ObjectKind::Alloc(_) | ObjectKind::Contents => None,
        }
    }

    /// What a load from a device gives; `None` for any other object.
    pub(crate) fn load_device(&mut self, object: u64, ty: TypeId) -> Run<Option<Value>> {
        match self.device_name(object).map(str::to_owned) {
            Some(name) => self.nondet(&name, ty).map(Some),
            None => Ok(None),
        }
    }

    /// Size of the object a pointer leads to, or the pointer's offset into it.
    pub(crate) fn extent(&mut self, extent: Extent, pointer: Pointer) -> u64 {
        let pointer = self.lead(pointer);
        match extent {
            Extent::Offset => self.wrap(pointer.offset as u64),
            Extent::Size => {
                let Base::Object(number) = pointer.base else {
                    return 0;
                };
                self.tell(Event::Inspect { object: number });
                self.memory.object(number).map_or(0, |object| object.size)
            }
        }
    }
}
