//! Typed accesses through pointers: candidates, symbolic offsets, aggregates.

use super::{Content, Contents, Layer};
use crate::linear::{Linear, signed_range};
use crate::memory::Memory;
use crate::object::{ObjectId, ObjectKind};
use crate::pointer::Candidate;
use crate::space::Stuck;
use crate::state::State;
use crate::terms::Terms;
use crate::value::{Pointer, Value};
use cassay_ir::{InputSource, Type, TypeId};
use cassay_term::TermId;
use std::rc::Rc;

/// The offsets of an access in an object.
enum Offsets {
    /// All possible offsets, each with the condition that the access is there; at most one holds.
    Few(Vec<(TermId, u64)>),
    /// Too many to list.
    Many,
}

impl Memory<'_> {
    /// Reads a value of a type; a read of a device register gives an input. The access is valid:
    /// claimed or assumed before.
    pub(crate) fn load_or_ask(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        ty: TypeId,
    ) -> Result<Value, Stuck> {
        let mut devices = self.space.candidates(pointer).list;
        let all = devices.len();
        devices.retain(|candidate| self.space.is_device(candidate.object));
        let mut result = match devices.len() {
            0 => return self.load(state, pointer, ty),
            count if count == all => None,
            _ => Some(self.load(state, pointer, ty)?),
        };
        for device in devices {
            let ObjectKind::Global(id) = self.space.store.objects.get(device.object).kind else {
                continue;
            };
            let source = InputSource::Device(self.space.program.globals[id].name.clone());
            let mut asked = state.clone();
            if self.space.pool.as_bool(device.cond) != Some(true) {
                asked.guard =
                    self.space
                        .path
                        .guards
                        .extend(self.space.pool, state.guard, device.cond);
            }
            let value = self.space.any_value(&asked, ty, &source)?;
            result = Some(match result {
                None => value,
                Some(other) => self.space.choose(device.cond, &value, &other),
            });
        }
        result.ok_or_else(|| Stuck::new("load from no object"))
    }

    /// Reads a value of a type. The access is valid: claimed or assumed before.
    pub(crate) fn load(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        ty: TypeId,
    ) -> Result<Value, Stuck> {
        match self.space.program.types.get(ty) {
            Type::Int(width) => {
                let width = *width;
                let value =
                    self.load_scalar(&mut state.memory, pointer, u64::from(width.div_ceil(8)));
                let bits = self.space.bits_of(&value);
                let bits = self.space.as_known(state, bits);
                Ok(Value::Bits(self.space.terms().int_from_memory(bits, width)))
            }
            Type::Float(kind) => {
                let size = u64::from(kind.bits() / 8);
                let value = self.load_scalar(&mut state.memory, pointer, size);
                Ok(Value::Bits(self.space.bits_of(&value)))
            }
            Type::Ptr => {
                let value =
                    self.load_scalar(&mut state.memory, pointer, u64::from(self.space.width / 8));
                Ok(Value::Ptr(self.space.pointer_of(&value)))
            }
            Type::Vector { .. } if self.space.shapes().packed_bits(ty).is_some() => {
                let size = self.space.program.types.store_size(ty);
                let value = self.load_scalar(&mut state.memory, pointer, size);
                let bits = self.space.bits_of(&value);
                let width = self.space.shapes().packed_bits(ty).unwrap_or(1);
                let bits = self.space.pool.extract(width - 1, 0, bits);
                self.value_of_bits(bits, ty)
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let mut items = Vec::new();
                for (offset, item) in self.space.program.types.components(ty) {
                    let moved = self.space.terms().advance(pointer, offset);
                    items.push(self.load(state, moved, item)?);
                }
                Ok(Value::Aggregate(items.into()))
            }
            Type::Void => Err(Stuck::new("load of a value of no type")),
        }
    }

    /// Writes a value of a type. The access is valid: claimed or assumed before.
    pub(crate) fn store(
        &mut self,
        memory: &mut Contents,
        pointer: Pointer,
        ty: TypeId,
        value: &Value,
    ) -> Result<(), Stuck> {
        match (self.space.program.types.get(ty), value) {
            (Type::Int(_), Value::Bits(bits)) => {
                self.store_int(memory, pointer, *bits);
                Ok(())
            }
            (Type::Float(kind), Value::Bits(_)) => {
                let value = self.space.stored(value);
                self.store_scalar(memory, pointer, u64::from(kind.bits() / 8), &value);
                Ok(())
            }
            (Type::Ptr, Value::Ptr(_)) => {
                self.store_scalar(memory, pointer, u64::from(self.space.width / 8), value);
                Ok(())
            }
            (_, Value::Aggregate(_)) if self.space.shapes().packed_bits(ty).is_some() => {
                let bits = self.flat_bits(value)?;
                let size = self.space.program.types.store_size(ty);
                let bits = self.space.pool.zext(bits, 8 * size as u32);
                self.store_scalar(memory, pointer, size, &Value::Bits(bits));
                Ok(())
            }
            (_, Value::Aggregate(items)) => {
                let components = self.space.program.types.components(ty);
                for ((offset, item), value) in components.into_iter().zip(items.iter()) {
                    let moved = self.space.terms().advance(pointer, offset);
                    self.store(memory, moved, item, value)?;
                }
                Ok(())
            }
            _ => Err(Stuck::new("store of a value that is not of its type")),
        }
    }

    /// Writes an integer of any width.
    pub(crate) fn store_int(&mut self, memory: &mut Contents, pointer: Pointer, bits: TermId) {
        let bytes = self.space.terms().bit_width(bits).div_ceil(8);
        let bits = self.space.terms().int_to_memory(bits, 8 * bytes);
        let value = self.space.stored(&Value::Bits(bits));
        self.store_scalar(memory, pointer, u64::from(bytes), &value);
    }

    /// Reads `size` bytes without converting them to a type.
    pub(crate) fn load_scalar(
        &mut self,
        memory: &mut Contents,
        pointer: Pointer,
        size: u64,
    ) -> Value {
        let mut result: Option<Value> = None;
        for candidate in self.space.candidates(pointer).list.into_iter().rev() {
            if !self
                .space
                .store
                .objects
                .get(candidate.object)
                .kind
                .is_data()
            {
                continue;
            }
            let Some(value) = self.load_from(memory, &candidate, size) else {
                continue;
            };
            result = Some(match result {
                None => value,
                Some(other) => self.space.choose(candidate.cond, &value, &other),
            });
        }
        // Without a candidate, no valid execution reaches this read; any value is right.
        result.unwrap_or_else(|| {
            let width = u32::try_from(8 * size).expect("scalars are small");
            Value::Bits(self.space.pool.bv_u64(width, 0))
        })
    }

    pub(super) fn load_from(
        &mut self,
        memory: &mut Contents,
        candidate: &Candidate,
        size: u64,
    ) -> Option<Value> {
        let content = self.content(memory, candidate.object);
        match self.offsets(content.layer, candidate, size) {
            Offsets::Few(choices) => {
                let mut result = None;
                for (cond, offset) in choices.into_iter().rev() {
                    let value = self.read(&content, offset, size);
                    result = Some(match result {
                        None => value,
                        Some(other) => self.space.choose(cond, &value, &other),
                    });
                }
                result
            }
            Offsets::Many => {
                let (content, index) = self.with_region(memory, candidate, content, size, None);
                let region = content.regions[index];
                Some(self.region_read(&region, candidate.offset, size))
            }
        }
    }

    /// Writes `size` bytes.
    pub(crate) fn store_scalar(
        &mut self,
        memory: &mut Contents,
        pointer: Pointer,
        size: u64,
        value: &Value,
    ) {
        for candidate in self.space.candidates(pointer).list {
            let object = self.space.store.objects.get(candidate.object);
            if !object.kind.is_data() || object.constant || self.space.is_device(candidate.object) {
                continue;
            }
            let mut content = self.content(memory, candidate.object);
            match self.offsets(content.layer, &candidate, size) {
                Offsets::Few(choices) => {
                    for (cond, offset) in choices {
                        let here = self.space.pool.and(candidate.cond, cond);
                        let new = if self.space.pool.as_bool(here) == Some(true) {
                            value.clone()
                        } else {
                            let old = self.read(&content, offset, size);
                            self.space.choose(here, value, &old)
                        };
                        self.write(Rc::make_mut(&mut content), offset, size, new);
                    }
                }
                Offsets::Many => {
                    let (changed, index) =
                        self.with_region(memory, &candidate, content, size, Some(value));
                    content = changed;
                    let region = content.regions[index];
                    let new = if self.space.pool.as_bool(candidate.cond) == Some(true) {
                        value.clone()
                    } else {
                        let old = self.region_read(&region, candidate.offset, size);
                        self.space.choose(candidate.cond, value, &old)
                    };
                    let region = self.region_write(region, candidate.offset, size, &new);
                    Rc::make_mut(&mut content).regions[index] = region;
                }
            }
            memory.insert(candidate.object, content);
        }
    }

    /// The contents of an object in a state.
    pub(crate) fn content(&self, memory: &Contents, object: ObjectId) -> Rc<Content> {
        match memory.get(object) {
            Some(content) => content.clone(),
            None => Rc::new(self.unwritten(memory.layer(), object)),
        }
    }

    /// The contents with a region that covers the candidate's offset, and the index of the region.
    /// For a write, the cells are chosen so that the write covers whole ones: changing a part of a
    /// cell reads it first, and a chain of such writes is hard to simplify.
    fn with_region(
        &mut self,
        memory: &mut Contents,
        candidate: &Candidate,
        content: Rc<Content>,
        size: u64,
        written: Option<&Value>,
    ) -> (Rc<Content>, usize) {
        let linear = Linear::of(self.space.pool, candidate.offset);
        let (mut start, mut end) = self.space.shapes().extent(candidate.object, &linear, size);
        let stride = match linear.parts.is_empty() {
            true => size,
            false => linear.stride(),
        };
        let residue = linear.constant.rem_euclid(i128::from(stride)) as u64;
        let whole = gcd(size, gcd(stride, residue));
        let present = content
            .regions
            .iter()
            .position(|r| r.is_solid() && r.start <= start && end <= r.end);
        let mut cell = self.space.shapes().natural_cell(candidate.object, whole);
        if let Some(index) = present {
            let region = &content.regions[index];
            if written.is_none() || whole.is_multiple_of(region.cell) {
                return (content, index);
            }
            (start, end) = (region.start, region.end);
            cell = gcd(region.cell, whole);
        }
        if present.is_none()
            && let Some(column) = self.column(candidate, &linear, size)
            && let Some(found) = self.with_column(memory, candidate, &content, column, written)
        {
            return found;
        }
        if written.is_some() {
            cell = gcd(cell, whole);
        }
        cell = gcd(cell, gcd(start, end - start));
        let pointer_bytes = u64::from(self.space.width / 8);
        let pointers = cell == pointer_bytes
            && (matches!(written, Some(Value::Ptr(_)))
                || self
                    .space
                    .shapes()
                    .holds_pointers(&content, candidate.object, start, end));
        if !pointers && cell > 8 {
            cell = gcd(cell, 8);
        }
        let changed = Rc::new(self.make_region(&content, start, end, cell, pointers));
        let index = changed
            .regions
            .iter()
            .position(|region| region.is_solid() && region.start <= start && end <= region.end)
            .expect("the region was just made");
        memory.insert(candidate.object, changed.clone());
        (changed, index)
    }

    /// The constant offsets of an access, each with its condition; `None` if they are too many.
    pub(crate) fn constant_offsets(
        &mut self,
        candidate: &Candidate,
        size: u64,
    ) -> Option<Vec<(TermId, u64)>> {
        match self.offsets(Layer::Marks, candidate, size) {
            Offsets::Few(choices) => Some(choices),
            Offsets::Many => None,
        }
    }

    /// The offsets at which an access of `size` bytes fits into the object.
    fn offsets(&mut self, layer: Layer, candidate: &Candidate, size: u64) -> Offsets {
        let (object, offset) = (candidate.object, candidate.offset);
        let limit = self.space.store.objects.get(object).const_size;
        if let Some(constant) = self.space.pool.as_u64(offset) {
            if layer == Layer::Values
                && self.space.shapes().is_kept_as_array(object, constant, size)
            {
                return Offsets::Many;
            }
            let fits = constant
                .checked_add(size)
                .is_some_and(|end| limit.is_none_or(|limit| end <= limit));
            let choice = (self.space.pool.tru(), constant);
            return Offsets::Few(if fits { vec![choice] } else { Vec::new() });
        }
        let Some(limit) = limit else {
            return Offsets::Many;
        };
        let Some(last) = limit.checked_sub(size) else {
            return Offsets::Few(Vec::new());
        };
        if let Some(leaves) = self
            .space
            .pool
            .const_leaves(offset, self.space.bounds.choice_limit)
        {
            let mut choices = Vec::new();
            for leaf in leaves {
                if let Some(at) = leaf.to_u64().filter(|at| *at <= last) {
                    let constant = self.space.pool.bv_u64(self.space.width, at);
                    choices.push((self.space.pool.eq(offset, constant), at));
                }
            }
            return Offsets::Few(choices);
        }
        self.space.terms().linear_offsets(offset, last)
    }
}

impl Terms<'_> {
    /// A pointer moved by a constant.
    pub(crate) fn advance(&mut self, pointer: Pointer, bytes: u64) -> Pointer {
        if bytes == 0 {
            return pointer;
        }
        let by = self.pool.bv_u64(self.width, bytes);
        Pointer {
            object: pointer.object,
            offset: self.pool.bv_add(pointer.offset, by),
        }
    }

    /// An integer of the IR from its bytes: Bool for width 1, truncated if some bits are padding.
    fn int_from_memory(&mut self, bits: TermId, width: u32) -> TermId {
        let cut = self.pool.extract(width - 1, 0, bits);
        if width == 1 {
            self.pool.bv_to_bool(cut)
        } else {
            cut
        }
    }

    /// The bytes of an integer of the IR: padding bits are zero.
    fn int_to_memory(&mut self, bits: TermId, width: u32) -> TermId {
        if self.pool.sort(bits).is_bool() {
            self.pool.bool_to_bv(bits, width)
        } else {
            self.pool.zext(bits, width)
        }
    }

    fn linear_offsets(&mut self, offset: TermId, last: u64) -> Offsets {
        let linear = Linear::of(self.pool, offset);
        let stride = linear.stride();
        let (low, high) = match linear.exact {
            true => {
                let (low, high) = linear.range(self.pool);
                (low.max(0), high.min(i128::from(last)))
            }
            false => (0, i128::from(last)),
        };
        let step = i128::from(stride);
        let first = low + (linear.constant - low).rem_euclid(step);
        if first > high {
            return Offsets::Few(Vec::new());
        }
        let count = (high - first) / step + 1;
        if count > self.bounds.choice_limit as i128 {
            return Offsets::Many;
        }
        let single = match linear.parts.as_slice() {
            [(part, factor)] if linear.exact => Some((*part, *factor)),
            _ => None,
        };
        let mut choices = Vec::new();
        for at in (0..count).map(|i| first + i * step) {
            let cond = match single {
                Some((part, factor)) => {
                    let value = (at - linear.constant) / factor;
                    let (least, most) = signed_range(self.pool, part);
                    if value < least || value > most {
                        continue;
                    }
                    let value = self.pool.bv_i64(self.width, value as i64);
                    self.pool.eq(part, value)
                }
                None => {
                    let constant = self.pool.bv_u64(self.width, at as u64);
                    self.pool.eq(offset, constant)
                }
            };
            choices.push((cond, at as u64));
        }
        Offsets::Few(choices)
    }
}

pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
