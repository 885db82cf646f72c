//! Accesses to shared memory.
//!
//! A read first gives the cells it touches new unknown values in the state, and is then carried out on
//! the state like any other. A write is carried out first, and then the values that the cells have in
//! the state are recorded.

use super::uses::{MOST_OFFSETS, Part, Reach};
use super::{Happening, Shape};
use crate::memory::{Contents, Memory};
use crate::object::ObjectId;
use crate::pointer::Candidate;
use crate::space::Stuck;
use crate::state::State;
use crate::value::{OBJECT_BITS, Pointer, Value};
use cassay_bv::Bv;
use cassay_ir::{Type, TypeId};
use cassay_order::EventKind;
use cassay_term::{Sort, TermId};
use std::collections::HashMap;

/// The most bytes of shared memory that one statement copies or sets.
const MOST_BYTES: u64 = 1024;

/// A cell, or an element of one, that an access touches.
#[derive(Clone, Copy, Debug)]
struct Touched {
    /// The start of the cell.
    cell: u64,
    /// The element, for cells that have several.
    index: Option<TermId>,
    /// Where the value is.
    offset: TermId,
    size: u64,
    pointer: bool,
    /// The condition under which it is touched.
    cond: TermId,
}

fn unclear() -> Stuck {
    Stuck::new("memory that threads share and access in different ways")
}

impl Memory<'_> {
    /// The scalar parts of a type: offset, size, and whether each is a pointer.
    pub(crate) fn scalar_parts(&self, ty: TypeId) -> Vec<Part> {
        let types = &self.space.program.types;
        let mut parts = Vec::new();
        let mut todo = vec![(0, ty)];
        while let Some((start, ty)) = todo.pop() {
            match types.get(ty) {
                Type::Void => {}
                Type::Int(_) | Type::Float(_) | Type::Ptr => parts.push(Part {
                    start,
                    size: types.store_size(ty),
                    pointer: *types.get(ty) == Type::Ptr,
                }),
                Type::Vector { .. } if self.space.shapes().packed_bits(ty).is_some() => {
                    parts.push(Part {
                        start,
                        size: types.store_size(ty),
                        pointer: false,
                    })
                }
                Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                    let components = types.components(ty);
                    todo.extend(
                        components
                            .into_iter()
                            .rev()
                            .map(|(at, ty)| (start + at, ty)),
                    );
                }
            }
        }
        parts
    }

    /// Whether accesses in a state can be seen by other threads.
    fn is_concurrent(&self, state: &State) -> bool {
        state.concurrent && self.space.threads.is_some()
    }

    /// Before a value is read.
    pub(crate) fn before_read(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        parts: &[Part],
    ) -> Result<(), Stuck> {
        if !self.is_concurrent(state) {
            return Ok(());
        }
        for (object, touched) in self.all_touched(pointer, parts, false)? {
            self.read_shared(state, object, touched)?;
        }
        Ok(())
    }

    /// After a value was written.
    pub(crate) fn after_write(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        parts: &[Part],
    ) -> Result<(), Stuck> {
        if !self.is_concurrent(state) {
            return Ok(());
        }
        for (object, touched) in self.all_touched(pointer, parts, true)? {
            self.write_shared(state, object, touched)?;
        }
        Ok(())
    }

    /// The cells that an access touches, each once: what is read under one condition must not take the place
    /// of what is read under another.
    fn all_touched(
        &mut self,
        pointer: Pointer,
        parts: &[Part],
        writes: bool,
    ) -> Result<Vec<(ObjectId, Touched)>, Stuck> {
        let mut all: Vec<(ObjectId, Touched)> = Vec::new();
        let mut known: HashMap<(ObjectId, u64, TermId), usize> = HashMap::new();
        for part in parts {
            let moved = self.space.terms().advance(pointer, part.start);
            for candidate in self.shareable(moved) {
                for touched in self.touched(&candidate, part.size, part.pointer, writes)? {
                    let place = (candidate.object, touched.cell, touched.offset);
                    let index = *known.entry(place).or_insert(all.len());
                    match all.get_mut(index) {
                        Some((_, before)) => {
                            before.cond = self.space.pool.or(before.cond, touched.cond);
                        }
                        None => all.push((candidate.object, touched)),
                    }
                }
            }
        }
        Ok(all)
    }

    /// The parts of a range of bytes, for bulk operations. Pointers in it are known by their cells.
    pub(crate) fn range_parts(
        &mut self,
        state: &State,
        pointer: Pointer,
        len: TermId,
    ) -> Result<Vec<Part>, Stuck> {
        if !self.is_concurrent(state) {
            return Ok(Vec::new());
        }
        let shared = self.shareable(pointer);
        if shared.is_empty() {
            return Ok(Vec::new());
        }
        let bytes = self.space.pool.as_u64(len).filter(|len| *len <= MOST_BYTES);
        let Some(bytes) = bytes else {
            return self.unless_private(&shared);
        };
        // In words from the start of the object, so that parts of the same object agree.
        let first = self.space.pool.as_u64(pointer.offset).unwrap_or(0);
        let word = u64::from(self.space.width / 8);
        let mut parts = Vec::new();
        let mut at = first;
        while at < first + bytes {
            let next = (at / word * word + word).min(first + bytes);
            parts.push(Part {
                start: at - first,
                size: next - at,
                pointer: false,
            });
            at = next;
        }
        Ok(parts)
    }

    /// A range of unknown length is fine in objects that one thread alone uses; that is recorded as a
    /// use of all of each object.
    fn unless_private(&mut self, objects: &[Candidate]) -> Result<Vec<Part>, Stuck> {
        for candidate in objects {
            let number = self.space.store.objects.number(candidate.object);
            let threads = self.space.threads.as_mut().expect("there are threads");
            let all = Reach::Moving {
                size: 1,
                aligned: true,
                pointer: false,
            };
            threads.uses.add(number, threads.thread, true, all);
            if threads.shapes.contains_key(&number) {
                return Err(Stuck::new(
                    "operation on an unknown number of bytes that threads share",
                ));
            }
        }
        Ok(Vec::new())
    }

    /// The objects that a pointer leads to and that threads can share.
    fn shareable(&mut self, pointer: Pointer) -> Vec<Candidate> {
        let mut list = self.space.candidates(pointer).list;
        list.retain(|candidate| {
            let object = self.space.store.objects.get(candidate.object);
            object.kind.is_data() && !object.constant && !self.space.is_device(candidate.object)
        });
        list
    }

    /// Whether a pointer may lead to memory that threads share, as far as is known from earlier rounds.
    pub(crate) fn is_shared(&mut self, state: &State, pointer: Pointer) -> bool {
        if !self.is_concurrent(state) {
            return false;
        }
        let candidates = self.shareable(pointer);
        let threads = self.space.threads.as_ref().expect("there are threads");
        let mut numbers = candidates
            .iter()
            .map(|candidate| self.space.store.objects.number(candidate.object));
        numbers.any(|number| threads.shapes.contains_key(&number))
    }

    /// Records an access, and finds the cells that it touches if the object is known to be shared.
    fn touched(
        &mut self,
        candidate: &Candidate,
        size: u64,
        pointer: bool,
        writes: bool,
    ) -> Result<Vec<Touched>, Stuck> {
        let number = self.space.store.objects.number(candidate.object);
        let choices = self.constant_offsets(candidate, size);
        let aligned = self.is_multiple(candidate.offset, size);
        let threads = self.space.threads.as_mut().expect("there are threads");
        let thread = threads.thread;
        match &choices {
            Some(choices) => {
                for (_, start) in choices {
                    let part = Part {
                        start: *start,
                        size,
                        pointer,
                    };
                    threads.uses.add(number, thread, writes, Reach::At(part));
                }
            }
            None => {
                let reach = Reach::Moving {
                    size,
                    aligned,
                    pointer,
                };
                threads.uses.add(number, thread, writes, reach);
            }
        }
        let shape = threads.shapes.get(&number).cloned();
        let truth = self.space.pool.tru();
        let choices = choices.map_or_else(
            || vec![(truth, None)],
            |choices| choices.into_iter().map(|(c, at)| (c, Some(at))).collect(),
        );
        let mut touched = Vec::new();
        for (cond, start) in choices {
            let cond = self.space.pool.and(candidate.cond, cond);
            match (&shape, start) {
                (None, _) => {}
                (Some(Shape::Parts(parts)), Some(start)) => {
                    for part in parts {
                        if part.start < start + size && start < part.start + part.size {
                            touched.push(Touched {
                                cell: part.start,
                                index: None,
                                offset: self.space.pool.bv_u64(self.space.width, part.start),
                                size: part.size,
                                pointer: part.pointer,
                                cond,
                            });
                        }
                    }
                }
                // The next round knows that it is accessed at symbolic offsets.
                (Some(Shape::Parts(_)), None) => {}
                (
                    Some(Shape::Elements {
                        size: own,
                        pointers,
                    }),
                    start,
                ) => {
                    let offset = match start {
                        Some(start) => self.space.pool.bv_u64(self.space.width, start),
                        None => candidate.offset,
                    };
                    for part in 0..size / own {
                        let by = self.space.pool.bv_u64(self.space.width, part * own);
                        let offset = self.space.pool.bv_add(offset, by);
                        touched.push(Touched {
                            cell: 0,
                            index: Some(offset),
                            offset,
                            size: *own,
                            pointer: *pointers,
                            cond,
                        });
                    }
                }
                (Some(Shape::Unclear), _) => return Err(unclear()),
            }
        }
        Ok(touched)
    }

    /// Whether an offset is certainly a multiple of a size.
    fn is_multiple(&mut self, offset: TermId, size: u64) -> bool {
        if size == 1 {
            return true;
        }
        if !size.is_power_of_two() {
            return false;
        }
        let low = self.space.pool.extract(size.ilog2() - 1, 0, offset);
        self.space.pool.as_u64(low) == Some(0)
    }

    /// A pointer to a place in one object.
    fn pointer_into(&mut self, object: ObjectId, offset: TermId) -> Pointer {
        Pointer {
            object: self.space.store.objects.term(self.space.pool, object),
            offset,
        }
    }

    fn read_shared(
        &mut self,
        state: &mut State,
        object: ObjectId,
        touched: Touched,
    ) -> Result<(), Stuck> {
        let (value, term) = match touched.pointer {
            true => {
                let number = self.space.symbol_here("shared", Sort::Bv(OBJECT_BITS));
                self.limit_targets(object, touched.cell, number);
                let offset = self.shared_offset(object, touched.cell);
                let pointer = Pointer {
                    object: number,
                    offset,
                };
                (Value::Ptr(pointer), self.space.pool.concat(number, offset))
            }
            false => {
                let width = u32::try_from(8 * touched.size).map_err(|_| unclear())?;
                let bits = self.space.symbol_here("shared", Sort::Bv(width));
                (Value::Bits(bits), bits)
            }
        };
        let place = self.pointer_into(object, touched.offset);
        self.store_scalar(&mut state.memory, place, touched.size, &value);
        let len = self.space.pool.bv_u64(self.space.width, touched.size);
        self.mark_bytes(state, place, Some(len));
        self.space.happens(
            state,
            Happening {
                object,
                start: touched.cell,
                index: touched.index,
                kind: EventKind::Read,
                value: term,
                cond: touched.cond,
            },
        );
        Ok(())
    }

    /// A pointer that is read leads to the objects that were written to its cell in the last round.
    fn limit_targets(&mut self, object: ObjectId, cell: u64, symbol: TermId) {
        let number = self.space.store.objects.number(object);
        self.space.limit_to((number, cell), symbol);
    }

    /// The offset of a pointer that is read: one of those that were written to its cell in the last round, if
    /// those are few constants.
    fn shared_offset(&mut self, object: ObjectId, cell: u64) -> TermId {
        let number = self.space.store.objects.number(object);
        let width = self.space.width;
        let threads = self.space.threads.as_ref().expect("there are threads");
        let Some(offsets) = threads.uses.offsets((number, cell)) else {
            return self.space.symbol_here("shared", Sort::Bv(width));
        };
        let mut offsets = offsets.into_iter();
        let first = offsets.next().unwrap_or(0);
        let mut offset = self.space.pool.bv_u64(width, first);
        for other in offsets {
            let chosen = self.space.symbol_here("shared", Sort::Bool);
            let other = self.space.pool.bv_u64(width, other);
            offset = self.space.pool.ite(chosen, other, offset);
        }
        offset
    }

    fn write_shared(
        &mut self,
        state: &mut State,
        object: ObjectId,
        touched: Touched,
    ) -> Result<(), Stuck> {
        let place = self.pointer_into(object, touched.offset);
        let value = self.load_scalar(&mut state.memory, place, touched.size);
        let value = self.shared_value(object, touched.cell, touched.pointer, &value);
        self.space.happens(
            state,
            Happening {
                object,
                start: touched.cell,
                index: touched.index,
                kind: EventKind::Write,
                value,
                cond: touched.cond,
            },
        );
        Ok(())
    }

    /// A value as cells hold it. For pointers, where they lead is recorded for the next round.
    fn shared_value(
        &mut self,
        object: ObjectId,
        cell: u64,
        pointer: bool,
        value: &Value,
    ) -> TermId {
        if !pointer {
            return self.space.bits_of(value);
        }
        let pointer = self.space.pointer_of(value);
        let objects = self.space.possible_objects(pointer.object);
        let numbers: Vec<u32> = objects
            .into_iter()
            .map(|object| self.space.store.objects.number(object))
            .collect();
        let offsets = self.space.pool.const_leaves(pointer.offset, MOST_OFFSETS);
        let offsets = offsets.map(|leaves| leaves.iter().filter_map(Bv::to_u64).collect());
        let number = self.space.store.objects.number(object);
        let threads = self.space.threads.as_mut().expect("there are threads");
        threads
            .uses
            .add_targets((number, cell), numbers.into_iter(), offsets);
        self.space.pool.concat(pointer.object, pointer.offset)
    }

    /// Makes the contents of all shared objects of a state known to other threads.
    pub(crate) fn publish_all(&mut self, state: &mut State) -> Result<(), Stuck> {
        let Some(threads) = &self.space.threads else {
            return Ok(());
        };
        let numbers: Vec<u32> = threads
            .shapes
            .keys()
            .chain(&threads.lives)
            .copied()
            .collect();
        let mut objects: Vec<ObjectId> = numbers
            .into_iter()
            .filter_map(|number| self.space.store.objects.by_number(number))
            .collect();
        objects.sort();
        objects.dedup();
        state.concurrent = true;
        for object in objects {
            match self.exists(state, object) {
                true => self.publish(state, object)?,
                false => self.publish_absence(state, object),
            }
        }
        Ok(())
    }

    /// Whether an object was created in a state.
    fn exists(&self, state: &State, object: ObjectId) -> bool {
        let kind = self.space.store.objects.get(object).kind;
        matches!(kind, crate::object::ObjectKind::Global(_))
            || state.alive.get(u64::from(object.0)).is_some()
    }

    /// Makes the contents of an object known to other threads.
    pub(crate) fn publish(&mut self, state: &mut State, object: ObjectId) -> Result<(), Stuck> {
        if !self.is_concurrent(state) {
            return Ok(());
        }
        self.publishing(true);
        let published = self.publish_contents(state, object);
        self.publishing(false);
        published
    }

    fn publishing(&mut self, on: bool) {
        if let Some(threads) = &mut self.space.threads {
            threads.publishing = on;
        }
    }

    fn publish_contents(&mut self, state: &mut State, object: ObjectId) -> Result<(), Stuck> {
        self.publish_life(state, object);
        let number = self.space.store.objects.number(object);
        let threads = self.space.threads.as_ref().expect("there are threads");
        let truth = self.space.pool.tru();
        match threads.shapes.get(&number).cloned() {
            None => Ok(()),
            Some(Shape::Unclear) => Err(unclear()),
            Some(Shape::Parts(parts)) => {
                for part in parts {
                    let offset = self.space.pool.bv_u64(self.space.width, part.start);
                    let touched = Touched {
                        cell: part.start,
                        index: None,
                        offset,
                        size: part.size,
                        pointer: part.pointer,
                        cond: truth,
                    };
                    self.write_shared(state, object, touched)?;
                }
                Ok(())
            }
            Some(Shape::Elements { pointers, .. }) => {
                if pointers {
                    self.publish_targets(state, object);
                }
                let happening = Happening {
                    object,
                    start: 0,
                    index: None,
                    kind: EventKind::WriteAll,
                    value: truth,
                    cond: truth,
                };
                let event = self.space.happens(state, happening);
                let threads = self.space.threads.as_mut().expect("there are threads");
                let contents: Contents = state.memory.clone();
                threads.snapshots.insert(event, (object, contents));
                Ok(())
            }
        }
    }

    /// Records where the pointers in an object lead: where any element of it does.
    fn publish_targets(&mut self, state: &mut State, object: ObjectId) {
        let any = self.space.symbol_here("any", Sort::Bv(self.space.width));
        let place = self.pointer_into(object, any);
        let size = u64::from(self.space.width / 8);
        let value = self.load_scalar(&mut state.memory.clone(), place, size);
        self.shared_value(object, 0, true, &value);
    }

    /// What an element of a published object is.
    pub(crate) fn element_of(
        &mut self,
        (object, contents): &(ObjectId, Contents),
        index: TermId,
        read: TermId,
        pointers: bool,
    ) -> TermId {
        let bits = self.space.pool.width(read);
        let size = match pointers {
            true => u64::from(self.space.width / 8),
            false => u64::from(bits / 8),
        };
        let place = self.pointer_into(*object, index);
        let value = self.load_scalar(&mut contents.clone(), place, size);
        match pointers {
            true => {
                let pointer = self.space.pointer_of(&value);
                self.space.pool.concat(pointer.object, pointer.offset)
            }
            false => self.space.bits_of(&value),
        }
    }
}
