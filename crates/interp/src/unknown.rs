//! Havocked memory and device registers.
//!
//! [`StmtKind::MemHavoc`](cassay_ir::StmtKind::MemHavoc) copies from an object created for it, to
//! which no pointer leads. The oracle is asked for the bytes of that object, so that replay
//! identifies the contents by its number. A load from a device asks for an input instead of reading
//! bytes.

use crate::machine::Machine;
use crate::memory::{Object, ObjectKind};
use crate::observe::Event;
use crate::outcome::Run;
use crate::value::{Base, Pointer, Value};
use cassay_ir::{Among, Extent, InputSource, TypeId};
use std::sync::Arc;

/// The number of bytes a block operation moves per step that it counts.
const BYTES_PER_STEP: u64 = 16;

/// The contents of larger objects are asked for only when they are read.
const LARGE: u64 = 1 << 14;

/// A set of bytes, and the element that any other byte is mapped to.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    words: [u64; 4],
    otherwise: u8,
}

impl Bytes {
    fn limit(self, byte: u8) -> u8 {
        let word = self.words[usize::from(byte >> 6)];
        if word >> (byte & 63) & 1 == 1 {
            byte
        } else {
            self.otherwise
        }
    }
}

impl<'p> Machine<'p, '_> {
    /// The set of bytes that a statement names.
    pub(crate) fn eval_among(&mut self, among: &'p Among) -> Run<Bytes> {
        let mut words = [0; 4];
        for (word, value) in words.iter_mut().zip(&among.words) {
            *word = self.eval_int(value)?.to_u64().unwrap_or(0);
        }
        let otherwise = self.eval_int(&among.otherwise)?.to_u64().unwrap_or(0);
        Ok(Bytes {
            words,
            otherwise: otherwise as u8,
        })
    }
}

impl Machine<'_, '_> {
    /// Gives `len` bytes arbitrary contents; without a length, the whole object if it is writable.
    /// The contents are at the same offsets in the object they are copied from.
    pub(crate) fn havoc_memory(
        &mut self,
        dst: Pointer,
        len: Option<u64>,
        among: Option<Bytes>,
    ) -> Run<()> {
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
        let storing = self.begin_store(object, |_| (offset..offset + len).collect());
        if whole && len > LARGE && among.is_none() && storing.is_none() {
            self.memory.havoc_object(object, contents);
        } else {
            self.spend(len / BYTES_PER_STEP)?;
            self.take_contents(contents, object, offset, len, among);
        }
        self.end_store(storing);
        self.mark_bytes(object, offset, len);
        self.tell(Event::Written {
            object,
            offset,
            len,
        });
        Ok(())
    }

    fn take_contents(
        &mut self,
        contents: u64,
        object: u64,
        offset: u64,
        len: u64,
        among: Option<Bytes>,
    ) {
        for at in 0..len {
            let byte = self.oracle.initial_byte(contents, offset + at);
            let byte = among.map_or(byte, |among| among.limit(byte));
            self.memory.set_number(object, offset + at, byte);
        }
    }

    /// All bytes of the object a pointer leads to, or of the row that represents one, if it is
    /// alive and writable.
    fn whole_object(&mut self, pointer: Pointer) -> Option<(u64, u64, u64)> {
        let pointer = self.lead(pointer);
        let Base::Object(number) = pointer.base else {
            return None;
        };
        self.tell(Event::Inspect { object: number });
        let object = self.memory.object(number)?;
        if !object.alive || object.constant || object.size == 0 {
            return None;
        }
        let Some(row) = object.text_rows() else {
            return Some((number, 0, object.size));
        };
        let offset = u64::try_from(pointer.offset).ok()?;
        (offset < object.size).then_some((number, offset / row * row, row))
    }

    /// The name of a device, if the object is one.
    pub(crate) fn device_name(&self, object: u64) -> Option<&Arc<str>> {
        match self.memory.object(object)?.kind {
            ObjectKind::Global(id) => {
                let global = self.program.globals.get(id)?;
                global.device.then_some(&global.name)
            }
            ObjectKind::Local(_, _) | ObjectKind::Alloc(_) | ObjectKind::Contents => None,
        }
    }

    /// The value of a load from a device; `None` for any other object.
    pub(crate) fn load_device(&mut self, object: u64, ty: TypeId) -> Run<Option<Value>> {
        match self.device_name(object).cloned() {
            Some(name) => self.nondet(&InputSource::Device(name), ty).map(Some),
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
