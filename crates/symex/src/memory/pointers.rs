//! All pointers that an object holds, for the question whether heap memory is reachable.
//!
//! Pointers are in leaves and in regions of pointers. The cells of a region are read one by one if
//! they are few. Otherwise the writes on top of its array are compared with each other, and the
//! array below only determines which objects it may hold. First contents and fills never lead to
//! the heap. An address that was stored as an integer is bits, which the caller examines.

use super::defined::Definition;
use super::overwrite::Source;
use super::{Base, Content, Region};
use crate::memory::Memory;
use crate::object::{Initial, ObjectId, ObjectKind};
use crate::terms::Terms;
use crate::value::{OBJECT_BITS, Pointer, Value};
use cassay_term::{ArrayForm, Op, TermId};
use std::collections::HashSet;

/// The most cells of a region that are read one by one.
const MAX_CELLS: u64 = 64;

/// The most writes to a region that are compared with each other.
const MAX_WRITES: usize = 48;

/// The pointers in an object.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// Pointers, each with the condition under which it lies there.
    pub pointers: Vec<(TermId, Pointer)>,
    /// Heap objects that it may hold a pointer to, under an unknown condition.
    pub maybe: Vec<ObjectId>,
    /// Bits that may contain addresses.
    pub bits: Vec<TermId>,
}

impl Memory<'_> {
    /// The pointers and bits that an object holds.
    pub(crate) fn held(&mut self, content: &Content) -> Held {
        let mut held = Held::default();
        let always = self.space.pool.tru();
        content.leaves.for_each(|_, leaf| match &leaf.value {
            Value::Ptr(pointer) => held.pointers.push((always, *pointer)),
            Value::Bits(bits) => held.bits.push(*bits),
            Value::Aggregate(_) => {}
        });
        if let Base::Initial(object, _) = content.base
            && let Initial::Pointers(first, _) = self.space.store.objects.get(object).initial
        {
            self.may_lead_to(first.object, &mut held);
        }
        for region in &content.regions {
            let cells = (region.end - region.start) / region.cell;
            if !region.pointers {
                self.may_hold(region.array, false, &mut held);
            } else if cells <= MAX_CELLS {
                for cell in 0..cells {
                    let at = region.start + cell * region.cell;
                    let at = self.space.pool.bv_u64(self.space.width, at);
                    if let Value::Ptr(pointer) = self.region_read(region, at, region.cell) {
                        held.pointers.push((always, pointer));
                    }
                }
            } else {
                self.held_by_writes(region, &mut held);
            }
        }
        held
    }

    /// The writes to an array of pointers that were not overwritten.
    fn held_by_writes(&mut self, region: &Region, held: &mut Held) {
        let mut later: Vec<TermId> = Vec::new();
        let mut below = region.array;
        while *self.space.pool.op(below) == Op::Store && later.len() < MAX_WRITES {
            let &[next, at, cell] = self.space.pool.args(below) else {
                break;
            };
            let mut stays = self.space.pool.tru();
            for other in &later {
                let apart = self.space.pool.distinct(*other, at);
                stays = self.space.pool.and(stays, apart);
            }
            let pointer = Pointer {
                object: self.space.terms().object_of(cell),
                offset: self.space.pool.extract(self.space.width - 1, 0, cell),
            };
            held.pointers.push((stays, pointer));
            later.push(at);
            below = next;
        }
        self.may_hold(below, true, held);
    }

    /// Records which heap objects the cells of an array may lead to, and the bits they may hold.
    fn may_hold(&mut self, array: TermId, pointers: bool, held: &mut Held) {
        let mut seen = HashSet::new();
        let mut todo = vec![(array, pointers)];
        while let Some((array, pointers)) = todo.pop() {
            if !seen.insert(array) {
                continue;
            }
            match self.space.pool.array_form(array) {
                ArrayForm::Choice {
                    then, otherwise, ..
                } => todo.extend([(then, pointers), (otherwise, pointers)]),
                ArrayForm::Written { below, value, .. } => {
                    todo.push((below, pointers));
                    self.may_be(value, pointers, held);
                }
                ArrayForm::Filled(value) => self.may_be(value, pointers, held),
                ArrayForm::Symbol => {
                    if let Some(definition) = self.space.store.definitions.get(array) {
                        self.may_define(&definition, pointers, held, &mut todo);
                    }
                }
            }
        }
    }

    /// Records the possible values of one cell.
    fn may_be(&mut self, cell: TermId, pointers: bool, held: &mut Held) {
        if pointers {
            let object = self.space.terms().object_of(cell);
            self.may_lead_to(object, held);
        } else {
            held.bits.push(cell);
        }
    }

    fn may_lead_to(&mut self, object: TermId, held: &mut Held) {
        for id in self.space.possible_objects(object) {
            if self.space.store.objects.get(id).kind == ObjectKind::Heap {
                held.maybe.push(id);
            }
        }
    }

    /// Records the possible values of the cells of a defined array; the arrays it is made of are
    /// added to the work list.
    fn may_define(
        &mut self,
        definition: &Definition,
        pointers: bool,
        held: &mut Held,
        todo: &mut Vec<(TermId, bool)>,
    ) {
        match definition {
            Definition::Indeterminate => {}
            Definition::Pointers { first, step: _ } => self.may_lead_to(first.object, held),
            Definition::Texts { length: _, below } => todo.push((*below, pointers)),
            Definition::Table { cells, below } => {
                for (_, cell) in cells {
                    self.may_be(*cell, pointers, held);
                }
                todo.push((*below, pointers));
            }
            Definition::Part { from, below, .. } => {
                todo.push((from.array, from.pointers));
                todo.push((*below, pointers));
            }
            Definition::Range { overwrite, below } => {
                todo.push((*below, pointers));
                match &overwrite.source {
                    Source::Fill(byte) => held.bits.push(*byte),
                    Source::Contents(_, _) => {}
                    Source::Copy(from, before) => {
                        for candidate in self.space.candidates(*from).list {
                            let content = before.borrow().get(candidate.object).cloned();
                            let Some(content) = content else { continue };
                            let mut leaves = Vec::new();
                            content
                                .leaves
                                .for_each(|_, leaf| leaves.push(leaf.value.clone()));
                            for leaf in leaves {
                                match leaf {
                                    Value::Ptr(pointer) => self.may_lead_to(pointer.object, held),
                                    Value::Bits(bits) => held.bits.push(bits),
                                    Value::Aggregate(_) => {}
                                }
                            }
                            let regions = content.regions.iter();
                            todo.extend(regions.map(|region| (region.array, region.pointers)));
                        }
                    }
                }
            }
        }
    }
}

impl Terms<'_> {
    /// The number of the object that a cell of pointers leads to.
    fn object_of(&mut self, cell: TermId) -> TermId {
        self.pool
            .extract(OBJECT_BITS + self.width - 1, self.width, cell)
    }
}
