//! Typed loads and stores over bytes, block copies, and predicates on lifetime and bounds.

use crate::machine::Machine;
use crate::memory::Byte;
use crate::observe::Event;
use crate::outcome::Run;
use crate::value::{Base, Pointer, Value};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::{Expr, MemoryPredicate, Place, Type, TypeId, Variable};

/// The number of bytes a block operation moves per step that it counts.
const BYTES_PER_STEP: u64 = 16;

impl<'p> Machine<'p, '_> {
    /// The address of a variable; before its declaration, a pointer to no object.
    pub(crate) fn variable(&self, variable: Variable) -> Run<Pointer> {
        match variable {
            Variable::Global(id) if self.stack.thread == 0 => {
                Ok(Pointer::object(id.index() as u64))
            }
            Variable::Global(id) => Ok(Pointer::object(self.own_object(id))),
            Variable::Local(id) => match self.stack.frame.locals.get(id.index()) {
                Some(Some(number)) => Ok(Pointer::object(*number)),
                Some(None) => Ok(Pointer::invalid(0, self.pointer_bits)),
                None => Err(self.malformed("a local variable that does not exist")),
            },
        }
    }

    pub(crate) fn place(&mut self, place: &'p Place) -> Run<Pointer> {
        match place {
            Place::Variable(variable, offset) => {
                let base = self.variable(*variable)?;
                Ok(base.moved(*offset as i64, self.pointer_bits))
            }
            Place::Deref(pointer, _) => self.eval_pointer(pointer),
        }
    }

    /// Reads a value of a type and, if it is only moved, which of its bits are initialised.
    pub(crate) fn load(
        &mut self,
        pointer: Pointer,
        ty: TypeId,
        moves: bool,
    ) -> Run<(Value, Option<Value>)> {
        let len = self.program.types.store_size(ty);
        let (object, offset) = self.accessible(pointer, len, false)?;
        self.tell(Event::Read {
            object,
            offset,
            len,
        });
        let value = match self.load_device(object, ty)? {
            Some(value) => value,
            None => self.get(object, offset, ty)?,
        };
        let marks = moves.then(|| self.loaded_marks(object, offset, ty));
        Ok((value, marks.flatten()))
    }

    /// Writes a value; `expr` determines the layout of aggregates.
    pub(crate) fn store(
        &mut self,
        pointer: Pointer,
        value: &Value,
        expr: &Expr,
        marks: Option<&Value>,
    ) -> Run<()> {
        let bytes = |bits: u32| u64::from(bits.div_ceil(8));
        let (len, ty) = match value {
            Value::Int(bits) => (bytes(bits.width()), None),
            Value::Float(kind, _) => (bytes(kind.bits()), None),
            Value::Pointer(_) | Value::Address(_) => (self.pointer_bytes(), None),
            Value::Aggregate(_) => {
                let Some(ty) = expr.ty(self.program, self.stack.frame.body) else {
                    return Err(self.malformed("a stored value without a type"));
                };
                (self.program.types.store_size(ty), Some(ty))
            }
        };
        let (object, offset) = self.accessible(pointer, len, true)?;
        if self.device_name(object).is_some() {
            return Ok(());
        }
        self.tell(Event::Write {
            object,
            offset,
            len,
        });
        let storing =
            self.begin_store(object, |machine| machine.covered_by(offset, len, value, ty));
        self.put(object, offset, value, ty)?;
        self.end_store(storing);
        self.mark_stored((object, offset), value, ty, marks);
        self.tell(Event::Written {
            object,
            offset,
            len,
        });
        Ok(())
    }

    /// The object and offset of an access of `len` bytes, if it is valid.
    pub(crate) fn accessible(
        &mut self,
        pointer: Pointer,
        len: u64,
        write: bool,
    ) -> Run<(u64, u64)> {
        let pointer = self.lead(pointer);
        let number = match pointer.base {
            Base::Object(number) => number,
            Base::Null => return Err(self.invalid("access through a null pointer")),
            Base::Function(_) => return Err(self.invalid("access to a function as data")),
            Base::Invalid => return Err(self.invalid("access through an invalid pointer")),
        };
        let Some(object) = self.memory.object(number) else {
            return Err(self.malformed("a pointer to an object that does not exist"));
        };
        if !object.alive {
            return Err(self.invalid("access to an object whose life has ended"));
        }
        if write && object.constant {
            return Err(self.invalid("write to a constant object"));
        }
        match u64::try_from(pointer.offset) {
            Ok(offset)
                if offset
                    .checked_add(len)
                    .is_some_and(|end| end <= object.size) =>
            {
                Ok((number, offset))
            }
            Ok(_) | Err(_) => Err(self.invalid("access out of the bounds of its object")),
        }
    }

    fn get(&mut self, object: u64, offset: u64, ty: TypeId) -> Run<Value> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Void => Err(self.malformed("a load without a type")),
            Type::Int(width) => {
                if *width == self.pointer_bits
                    && let Some(pointer) =
                        self.memory
                            .whole_pointer(object, offset, self.pointer_bits / 8)
                {
                    return self.address_value(pointer, *width);
                }
                Ok(Value::Int(self.get_bits(object, offset, *width)?))
            }
            Type::Float(kind) => {
                let bits = self.get_bits(object, offset, kind.bits())?;
                Ok(Value::Float(*kind, bits))
            }
            Type::Ptr => self.get_pointer(object, offset).map(Value::Pointer),
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                if let Some(width) = self.packed_bits(ty) {
                    let bits = self.get_bits(object, offset, width)?;
                    return self.value_of(bits, ty).map(|(value, _)| value);
                }
                let components = types.components(ty);
                let mut items = Vec::with_capacity(components.len());
                for (at, component) in components {
                    items.push(self.get(object, offset + at, component)?);
                }
                Ok(Value::Aggregate(items))
            }
        }
    }

    fn put(&mut self, object: u64, offset: u64, value: &Value, ty: Option<TypeId>) -> Run<()> {
        match (value, ty) {
            (Value::Int(bits) | Value::Float(_, bits), _) => {
                self.put_bits(object, offset, bits);
                Ok(())
            }
            (Value::Pointer(pointer) | Value::Address(pointer), _) => {
                self.put_pointer(object, offset, *pointer)
            }
            (Value::Aggregate(items), Some(ty)) => {
                let components = self.program.types.components(ty);
                if components.len() != items.len() || !value.has_type(self.program, ty) {
                    return Err(self.malformed("an aggregate of another type"));
                }
                if self.packed_bits(ty).is_some() {
                    let bits = self.bits_of(value)?;
                    self.put_bits(object, offset, &bits);
                    return Ok(());
                }
                for (item, (at, component)) in items.iter().zip(components) {
                    self.put(object, offset + at, item, Some(component))?;
                }
                Ok(())
            }
            (Value::Aggregate(_), None) => Err(self.malformed("an aggregate without a type")),
        }
    }

    /// The bits of a vector whose elements are not whole bytes: they are packed in memory.
    pub(crate) fn packed_bits(&self, ty: TypeId) -> Option<u32> {
        match self.program.types.get(ty) {
            Type::Vector { elem, len } => {
                let bits = self.program.types.scalar_bits(*elem);
                let packed = !bits.is_multiple_of(8) && *len > 0;
                packed.then(|| u32::try_from(bits * u64::from(*len)).ok())?
            }
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_) => None,
        }
    }

    fn get_bits(&mut self, object: u64, offset: u64, width: u32) -> Run<Bv> {
        if width == 0 {
            return Err(self.malformed("an integer of no bits"));
        }
        let len = width.div_ceil(8) as usize;
        if len <= 8
            && let Some(word) = self.memory.word(object, offset, len)
        {
            return Ok(Bv::from_u64(width, word));
        }
        let mut limbs = vec![0u64; len.div_ceil(8)];
        for index in 0..len {
            let byte = self.get_byte(object, offset + index as u64)?;
            limbs[index / 8] |= u64::from(byte) << (index % 8 * 8);
        }
        Ok(Bv::from_limbs(width, &limbs))
    }

    /// Writes bits, zero-extended to whole bytes.
    pub(crate) fn put_bits(&mut self, object: u64, offset: u64, bits: &Bv) {
        let mut left = bits.width().div_ceil(8) as usize;
        let mut at = offset;
        for limb in bits.limbs() {
            let len = left.min(8);
            self.memory.set_word(object, at, len, *limb);
            at += len as u64;
            left -= len;
        }
    }

    /// A byte as a number: an indeterminate byte takes its value from the oracle, a part of a
    /// pointer becomes the same part of its address.
    fn get_byte(&mut self, object: u64, offset: u64) -> Run<u8> {
        match self.memory.byte(object, offset) {
            Some(Byte::Number(byte)) => Ok(byte),
            Some(Byte::Part(pointer, part)) => {
                let address = self.address(pointer)?;
                Ok((address >> (part * 8)) as u8)
            }
            Some(Byte::Indeterminate) => Ok(self.settle(object, offset)),
            None => Err(self.malformed("a byte outside its object")),
        }
    }

    fn settle(&mut self, object: u64, offset: u64) -> u8 {
        let origin = self.memory.origin(object);
        let value = self.oracle.initial_byte(origin, offset);
        self.memory.set_number(object, offset, value);
        if origin != object {
            return value;
        }
        self.tell(Event::Uninitialised {
            object,
            offset,
            value,
        });
        value
    }

    fn get_pointer(&mut self, object: u64, offset: u64) -> Run<Pointer> {
        let bytes = self.pointer_bits / 8;
        if let Some(pointer) = self.memory.whole_pointer(object, offset, bytes) {
            return Ok(pointer);
        }
        let bits = self.get_bits(object, offset, self.pointer_bits)?;
        Ok(self.pointer_at(bits.to_u64().unwrap_or(0)))
    }

    pub(crate) fn put_pointer(&mut self, object: u64, offset: u64, pointer: Pointer) -> Run<()> {
        let bytes = self.pointer_bits / 8;
        if self.memory.set_pointer(object, offset, bytes, pointer) {
            Ok(())
        } else {
            Err(self.unsupported("more different pointers than can be told apart"))
        }
    }

    /// Copies `len` bytes as if through a buffer.
    pub(crate) fn copy(&mut self, to: Pointer, from: Pointer, len: u64) -> Run<()> {
        if len == 0 {
            return Ok(());
        }
        let (from, from_offset) = self.accessible(from, len, false)?;
        let (to, to_offset) = self.accessible(to, len, true)?;
        self.spend(len / BYTES_PER_STEP)?;
        if self.device_name(from).is_some() {
            return Err(self.unsupported("copy of a device's registers"));
        }
        if self.device_name(to).is_some() {
            return Ok(());
        }
        self.tell(Event::Read {
            object: from,
            offset: from_offset,
            len,
        });
        for index in 0..len {
            if self.memory.byte(from, from_offset + index) == Some(Byte::Indeterminate) {
                self.settle(from, from_offset + index);
            }
        }
        self.tell(Event::Write {
            object: to,
            offset: to_offset,
            len,
        });
        let storing = self.begin_store(to, |_| (to_offset..to_offset + len).collect());
        let backwards = from == to && from_offset < to_offset;
        for step in 0..len {
            let index = if backwards { len - 1 - step } else { step };
            let source = (from, from_offset + index);
            self.memory.copy_byte(source, (to, to_offset + index));
        }
        self.end_store(storing);
        self.mark_copied((to, to_offset), (from, from_offset), len);
        self.tell(Event::Written {
            object: to,
            offset: to_offset,
            len,
        });
        Ok(())
    }

    /// Sets `len` bytes.
    pub(crate) fn fill(&mut self, to: Pointer, byte: u8, len: u64) -> Run<()> {
        if len == 0 {
            return Ok(());
        }
        let (object, offset) = self.accessible(to, len, true)?;
        if self.device_name(object).is_some() {
            return Ok(());
        }
        self.tell(Event::Write {
            object,
            offset,
            len,
        });
        let storing = self.begin_store(object, |_| (offset..offset + len).collect());
        let word = u64::from_le_bytes([byte; 8]);
        let whole = self.memory.object(object).is_some_and(|o| o.size == len);
        let whole = whole && storing.is_none();
        let mut at = 0;
        if whole {
            self.memory.fill_object(object, byte);
            at = len;
        } else {
            self.spend(len / BYTES_PER_STEP)?;
        }
        while at < len {
            let part = (len - at).min(8);
            self.memory
                .set_word(object, offset + at, part as usize, word);
            at += part;
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

    /// Ends the lifetime of a heap object.
    pub(crate) fn free(&mut self, pointer: Pointer) -> Run<()> {
        if pointer == Pointer::NULL {
            return Ok(());
        }
        let Pointer {
            base: Base::Object(number),
            offset: 0,
        } = self.lead(pointer)
        else {
            return Err(self.invalid("free of a pointer that was not allocated"));
        };
        match self.memory.object(number) {
            Some(object) if object.kind.is_heap() && object.alive => {
                self.tell(Event::Free { object: number });
                self.memory.kill(number);
                self.forget_stores(number);
                self.mark_dead(number);
                Ok(())
            }
            Some(object) if object.kind.is_heap() => Err(self.invalid("object freed twice")),
            Some(_) | None => Err(self.invalid("free of a pointer that was not allocated")),
        }
    }

    /// Evaluates a predicate on the memory a pointer leads to.
    pub(crate) fn predicate(
        &mut self,
        predicate: MemoryPredicate,
        pointer: Pointer,
        size: u64,
    ) -> bool {
        let pointer = self.lead(pointer);
        let number = match pointer.base {
            Base::Object(number) => Some(number),
            Base::Null | Base::Function(_) | Base::Invalid => None,
        };
        if let Some(object) = number {
            self.tell(Event::Inspect { object });
        }
        let object = number.and_then(|number| self.memory.object(number));
        let live = object.filter(|object| object.alive);
        let heap_start = object.filter(|object| object.kind.is_heap() && pointer.offset == 0);
        match predicate {
            MemoryPredicate::NotNull => pointer.base != Base::Null,
            MemoryPredicate::IsObject => pointer.base == Base::Null || object.is_some(),
            MemoryPredicate::NotFreed => object.is_none_or(|o| o.alive || !o.kind.is_heap()),
            MemoryPredicate::NotExpired => object.is_none_or(|o| o.alive || o.kind.is_heap()),
            MemoryPredicate::InBounds => live.is_none_or(|object| {
                let end = i128::from(pointer.offset) + i128::from(size);
                pointer.offset >= 0 && end <= i128::from(object.size)
            }),
            MemoryPredicate::Writable => live.is_none_or(|object| !object.constant),
            MemoryPredicate::Freeable => pointer == Pointer::NULL || heap_start.is_some(),
            MemoryPredicate::NotDoublyFreed => heap_start.is_none_or(|object| object.alive),
            MemoryPredicate::OfFamily => heap_start.is_none_or(|object| {
                let family = object.kind.family();
                !object.alive || family.is_none_or(|family| family.number() == size)
            }),
            MemoryPredicate::IsFunction => {
                matches!(pointer.base, Base::Function(_)) && pointer.offset == 0
            }
            MemoryPredicate::Aligned => live.is_none_or(|object| {
                let multiple = |of: u64| size == 0 || of.is_multiple_of(size);
                multiple(object.align) && multiple(pointer.offset as u64)
            }),
            // As claims these are decided elsewhere, and they are nothing else.
            MemoryPredicate::NoWriter
            | MemoryPredicate::NoUser
            | MemoryPredicate::Unchanged
            | MemoryPredicate::InOrder => true,
        }
    }
}
