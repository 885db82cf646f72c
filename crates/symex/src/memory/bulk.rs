//! Bulk operations: `memcpy`, `memmove`, `memset`, and havoc of memory.
//!
//! A range that covers a whole object replaces the base of its contents and costs nothing. A range
//! at a constant offset is written piece by piece, a piece being a leaf of the source or
//! destination, a cell of a region, or a machine word. If offset or length is symbolic, a small
//! number of pieces is written under one condition each; otherwise the affected part of the object
//! becomes a region whose cells are defined by the old contents and the range that was written
//! ([`overwrite`](super::overwrite)).

use super::access::gcd;
use super::bytes::Bytes;
use super::defined::Definition;
use super::overwrite::{Overwrite, Source};
use super::{Base, Content, Contents, Layer};
use crate::linear::Linear;
use crate::memory::Memory;
use crate::memory::Shapes;
use crate::object::{Initial, Object, ObjectId, ObjectKind};
use crate::pointer::Candidate;
use crate::space::Stuck;
use crate::state::{Lives, State};
use crate::value::Pointer;
use cassay_ir::{Family, InputSource};
use cassay_term::TermId;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most pieces of a range whose offset and length are constants.
const MAX_PIECES: usize = 1 << 16;

/// From this size of a range on, writing back the rest of the object over the new contents may be
/// cheaper than writing the range.
const LARGE: u64 = 256;

/// The bytes of an object that a range can touch.
#[derive(Clone, Copy)]
struct Reach {
    low: u64,
    high: u64,
}

impl Memory<'_> {
    /// Sets `len` bytes to one value. The access is valid: claimed or assumed before.
    pub(crate) fn set_bytes(
        &mut self,
        memory: &mut Contents,
        dst: Pointer,
        byte: TermId,
        len: TermId,
    ) {
        self.write_range(memory, dst, len, &Source::Fill(byte));
    }

    /// Copies `len` bytes; all are read before any is written.
    pub(crate) fn copy_bytes(
        &mut self,
        memory: &mut Contents,
        dst: Pointer,
        src: Pointer,
        len: TermId,
    ) -> Result<(), Stuck> {
        let devices = self.space.candidates(src).list;
        if devices
            .iter()
            .any(|candidate| self.space.is_device(candidate.object))
        {
            return Err(Stuck::new("copy of a device's registers"));
        }
        let before = Rc::new(RefCell::new(memory.clone()));
        self.write_range(memory, dst, len, &Source::Copy(src, before));
        Ok(())
    }

    /// Gives `len` bytes arbitrary contents; without a length, the whole object, if the pointer
    /// leads to one. With a set of bytes, every byte of the contents is in the set.
    pub(crate) fn havoc_bytes(
        &mut self,
        state: &mut State,
        dst: Pointer,
        len: Option<TermId>,
        source: &InputSource,
        among: Option<Bytes>,
    ) {
        let contents = self.new_contents(state, dst);
        self.space.note_contents(contents, source);
        let among = among.map(Rc::new);
        let memory = &mut state.memory;
        match len {
            Some(len) => self.write_range(memory, dst, len, &Source::Contents(contents, among)),
            None => self.replace_objects(memory, &state.alive, dst, Base::Initial(contents, 0)),
        }
    }

    /// An object that no pointer leads to; its first contents are the arbitrary bytes.
    fn new_contents(&mut self, state: &State, dst: Pointer) -> ObjectId {
        let size = self.space.object_size(dst);
        let number = self.space.object_here();
        let object = self.space.store.objects.push(Object {
            number,
            kind: ObjectKind::Contents,
            size,
            const_size: self.space.pool.as_u64(size),
            align: 1,
            family: Family::Malloc,
            constant: true,
            ty: None,
            activation: 0,
            initial: Initial::Unknown,
            unknown: BTreeMap::new(),
            unknown_array: None,
            address: None,
            exposed: None,
        });
        self.new_input_object(state, object);
        object
    }

    /// Gives the whole objects a pointer leads to new contents, if they are alive and writable.
    pub(crate) fn replace_objects(
        &mut self,
        memory: &mut Contents,
        alive: &Lives,
        dst: Pointer,
        contents: Base,
    ) {
        for candidate in self.space.candidates(dst).list {
            if !self.takes_writes(candidate.object) {
                continue;
            }
            let alive = self.space.alive_in(alive, candidate.object);
            let cond = self.space.pool.and(candidate.cond, alive);
            if let Initial::Texts(length) = self.space.store.objects.get(candidate.object).initial {
                self.replace_row(memory, &candidate, cond, length, contents);
                continue;
            }
            let new = Content::over(memory.layer(), contents);
            self.replace(memory, candidate.object, cond, new);
        }
    }

    /// The same for the row that a pointer leads to: the other rows represent other objects.
    fn replace_row(
        &mut self,
        memory: &mut Contents,
        candidate: &Candidate,
        cond: TermId,
        length: u64,
        contents: Base,
    ) {
        let mask = self.space.pool.bv_u64(self.space.width, !(length - 1));
        let source = match contents {
            Base::Initial(object, _) => Source::Contents(object, None),
            Base::Fill(byte) => Source::Fill(byte),
        };
        let overwrite = Overwrite {
            cond,
            offset: self.space.pool.bv_and(candidate.offset, mask),
            len: self.space.pool.bv_u64(self.space.width, length),
            source,
        };
        self.write_part(memory, candidate.object, overwrite);
    }

    /// Replaces the contents of an object where a condition holds.
    fn replace(&mut self, memory: &mut Contents, object: ObjectId, cond: TermId, new: Content) {
        let content = match self.space.pool.as_bool(cond) {
            Some(false) => return,
            Some(true) => new,
            None => {
                let old = self.content(memory, object);
                self.merge_contents(cond, object, &new, &old)
            }
        };
        memory.insert(object, Rc::new(content));
    }

    /// Whether writes to an object are kept.
    fn takes_writes(&self, object: ObjectId) -> bool {
        let target = self.space.store.objects.get(object);
        target.kind.is_data() && !target.constant && !self.space.is_device(object)
    }

    fn write_range(&mut self, memory: &mut Contents, dst: Pointer, len: TermId, source: &Source) {
        for candidate in self.space.candidates(dst).list {
            if !self.takes_writes(candidate.object) {
                continue;
            }
            if self.space.shapes().covers_object(&candidate, len)
                && let Some(new) = self.whole_contents(memory.layer(), &candidate, source)
            {
                self.replace(memory, candidate.object, candidate.cond, new);
                continue;
            }
            let overwrite = Overwrite {
                cond: candidate.cond,
                offset: candidate.offset,
                len,
                source: source.clone(),
            };
            if let Some(pieces) = self.space.shapes().moving_pieces(&candidate, len) {
                self.write_moving(memory, &candidate, &overwrite, pieces);
                continue;
            }
            self.write_part(memory, candidate.object, overwrite);
        }
    }

    /// The contents of an object after a write to all of it; `None` when this takes pieces.
    fn whole_contents(
        &mut self,
        layer: Layer,
        target: &Candidate,
        source: &Source,
    ) -> Option<Content> {
        match source {
            Source::Fill(byte) => Some(Content::over(layer, Base::Fill(*byte))),
            Source::Contents(contents, None) => {
                Some(Content::over(layer, Base::Initial(*contents, 0)))
            }
            Source::Contents(_, Some(_)) => None,
            Source::Copy(src, before) => {
                let (from, 0) = self.constant_place(*src)? else {
                    return None;
                };
                let content = self.content(&before.borrow(), from);
                let (old, new) = (
                    self.space.store.objects.get(from),
                    self.space.store.objects.get(target.object),
                );
                let same_size = old.size == new.size
                    || old.const_size.is_some() && old.const_size == new.const_size;
                (same_size || content.regions.is_empty()).then(|| (*content).clone())
            }
        }
    }

    pub(super) fn constant_place(&self, pointer: Pointer) -> Option<(ObjectId, u64)> {
        let object = self.space.constant_object(pointer.object)?;
        let is_data = self.space.store.objects.get(object).kind.is_data();
        Some((object, self.space.pool.as_u64(pointer.offset)?)).filter(|_| is_data)
    }

    fn write_part(&mut self, memory: &mut Contents, object: ObjectId, overwrite: Overwrite) {
        let reach = self.space.shapes().reach(object, &overwrite);
        if reach.low >= reach.high {
            return;
        }
        let fixed = self.space.pool.as_u64(overwrite.offset).is_some()
            && self.space.pool.as_u64(overwrite.len).is_some()
            && self.space.pool.as_bool(overwrite.cond) == Some(true);
        let content = self.content(memory, object);
        if fixed && let Some(new) = self.all_but_few(&content, object, reach, &overwrite.source) {
            memory.insert(object, Rc::new(new));
            return;
        }
        let arrays = self.meets_regions(&content, reach, &overwrite.source);
        let limit = if fixed && !arrays {
            MAX_PIECES
        } else {
            self.space.bounds.choice_limit
        };
        let new = match self.cut(&content, object, reach, &overwrite, limit) {
            Some(pieces) => self.write_pieces(&content, &overwrite, pieces, fixed),
            None => self.define_range(&content, object, reach, overwrite),
        };
        memory.insert(object, Rc::new(new));
    }

    fn write_pieces(
        &mut self,
        content: &Content,
        overwrite: &Overwrite,
        pieces: Vec<(u64, u64)>,
        fixed: bool,
    ) -> Content {
        let mut new = content.clone();
        for (at, size) in pieces {
            let place = self.space.pool.bv_u64(self.space.width, at);
            let value = if fixed {
                self.new_value(overwrite, place, size)
            } else {
                let old = self.read(content, at, size);
                let whole = self.space.terms().takes_whole(overwrite, at, size);
                self.written_over(overwrite, old, place, size, whole)
            };
            self.write(&mut new, at, size, value);
        }
        new
    }

    /// Whether the source or the destination of a range is already kept as an array.
    fn meets_regions(&mut self, content: &Content, reach: Reach, source: &Source) -> bool {
        let bytes = reach.high - reach.low;
        let own = content
            .regions
            .iter()
            .any(|region| region.touches(reach.low, bytes));
        own || match source {
            Source::Fill(_) | Source::Contents(_, _) => false,
            Source::Copy(src, before) => self.space.candidates(*src).list.iter().any(|from| {
                !self
                    .content(&before.borrow(), from.object)
                    .regions
                    .is_empty()
            }),
        }
    }

    /// The contents with a region to which the range was written.
    fn define_range(
        &mut self,
        content: &Content,
        object: ObjectId,
        reach: Reach,
        overwrite: Overwrite,
    ) -> Content {
        let size = self.space.store.objects.get(object).const_size;
        let cell = self
            .space
            .shapes()
            .range_cell(content, object, reach, &overwrite);
        let (start, end) = match size {
            Some(size) => (
                reach.low / cell * cell,
                reach.high.div_ceil(cell).saturating_mul(cell).min(size),
            ),
            None => (0, super::merge::UNKNOWN_END),
        };
        let covering = |content: &Content| {
            let mut regions = content.regions.iter();
            regions
                .position(|region| region.is_solid() && region.start <= start && end <= region.end)
        };
        let mut new = content.clone();
        let index = match covering(&new) {
            Some(index) => index,
            None => {
                let cell = gcd(cell, gcd(start, end - start));
                let pointers = self
                    .space
                    .shapes()
                    .holds_pointers(content, object, start, end)
                    || self.copies_pointers(&overwrite.source);
                new = self.make_region(&new, start, end, cell, pointers);
                covering(&new).expect("the region was just made")
            }
        };
        let region = new.regions[index];
        let definition = Definition::Range {
            overwrite: Box::new(overwrite),
            below: region.array,
        };
        new.regions[index].array = self.define(&region, definition);
        new
    }

    /// Whether a copied range holds pointers.
    fn copies_pointers(&mut self, source: &Source) -> bool {
        let Source::Copy(src, before) = source else {
            return false;
        };
        let list = self.space.candidates(*src).list;
        list.iter().any(|from| {
            let content = self.content(&before.borrow(), from.object);
            content.regions.iter().any(|region| region.pointers)
                || self
                    .space
                    .shapes()
                    .holds_pointers(&content, from.object, 0, u64::MAX)
        })
    }

    /// Writes a range of constant length at a symbolic offset; all pieces are read before any is
    /// written.
    fn write_moving(
        &mut self,
        memory: &mut Contents,
        candidate: &Candidate,
        overwrite: &Overwrite,
        pieces: Vec<(u64, u64)>,
    ) {
        let object = self
            .space
            .store
            .objects
            .term(self.space.pool, candidate.object);
        let start = Pointer {
            object,
            offset: candidate.offset,
        };
        let mut values = Vec::new();
        for (at, size) in pieces {
            let place = self.space.terms().advance(start, at);
            let new = self.new_value(overwrite, place.offset, size);
            values.push((place, size, new));
        }
        for (place, size, new) in values {
            let value = if self.space.pool.as_bool(candidate.cond) == Some(true) {
                new
            } else {
                let old = self.load_scalar(memory, place, size);
                self.space.choose(candidate.cond, &new, &old)
            };
            self.store_scalar(memory, place, size, &value);
        }
    }

    /// A constant range that is most of its object: the rest is written back over the new contents.
    fn all_but_few(
        &mut self,
        content: &Content,
        object: ObjectId,
        reach: Reach,
        source: &Source,
    ) -> Option<Content> {
        let size = self.space.store.objects.get(object).const_size?;
        let inside = reach.high - reach.low;
        if inside < LARGE || size - inside > inside / 4 || !content.regions.is_empty() {
            return None;
        }
        let mut new = match source {
            Source::Fill(byte) => Content::over(content.layer, Base::Fill(*byte)),
            Source::Contents(contents, None) => {
                Content::over(content.layer, Base::Initial(*contents, 0))
            }
            Source::Contents(_, Some(_)) | Source::Copy(_, _) => return None,
        };
        for (low, high) in [(0, reach.low), (reach.high, size)] {
            let mut at = low;
            while at < high {
                let end = self.space.shapes().piece_end(content, object, at, high);
                let value = self.read(content, at, end - at);
                self.write(&mut new, at, end - at, value);
                at = end;
            }
        }
        Some(new)
    }

    /// Cuts a range into pieces: along the source if its offset is constant, else along the
    /// destination. `None` when there are too many.
    fn cut(
        &self,
        content: &Content,
        object: ObjectId,
        reach: Reach,
        overwrite: &Overwrite,
        limit: usize,
    ) -> Option<Vec<(u64, u64)>> {
        let along = match &overwrite.source {
            Source::Copy(src, before) => self
                .constant_place(*src)
                .zip(self.space.pool.as_u64(overwrite.offset))
                .map(|((object, from), to)| {
                    let content = self.content(&before.borrow(), object);
                    (content, object, from, to)
                }),
            Source::Fill(_) | Source::Contents(_, _) => None,
        };
        let mut pieces = Vec::new();
        let mut at = reach.low;
        while at < reach.high {
            if pieces.len() >= limit {
                return None;
            }
            let end = match &along {
                Some((from_content, object, from, to)) => {
                    let here = from + (at - to);
                    let most = here.saturating_add(reach.high - at);
                    let end = self
                        .space
                        .shapes()
                        .piece_end(from_content, *object, here, most);
                    at + (end - here)
                }
                None => self
                    .space
                    .shapes()
                    .piece_end(content, object, at, reach.high),
            };
            pieces.push((at, end - at));
            at = end;
        }
        Some(pieces)
    }
}

impl Shapes<'_> {
    /// Whether a range covers the whole object.
    fn covers_object(&self, candidate: &Candidate, len: TermId) -> bool {
        let object = self.store.objects.get(candidate.object);
        let all = object.size == len
            || object.const_size.is_some() && object.const_size == self.pool.as_u64(len);
        all && self.pool.as_u64(candidate.offset) == Some(0)
    }

    /// The part of an object that a range can touch; without an end if the size of the object is
    /// unknown.
    fn reach(&self, object: ObjectId, overwrite: &Overwrite) -> Reach {
        let size = self.store.objects.get(object).const_size;
        let most = self.pool.urange(overwrite.len).1;
        let most = size.map_or(most, |size| most.min(size));
        let (first, last) = match self.pool.as_u64(overwrite.offset) {
            Some(constant) => (constant, constant),
            None => {
                let linear = Linear::of(self.pool, overwrite.offset);
                let (low, high) = if linear.exact {
                    linear.range(self.pool)
                } else {
                    (0, i128::MAX)
                };
                let clip = |at: i128| u64::try_from(at.max(0)).unwrap_or(u64::MAX);
                (clip(low), clip(high))
            }
        };
        let end = last.saturating_add(most);
        let high = size.map_or(end, |size| end.min(size));
        Reach {
            low: first.min(high),
            high,
        }
    }

    /// The cells of the region to which a range is written.
    fn range_cell(
        &self,
        content: &Content,
        object: ObjectId,
        reach: Reach,
        overwrite: &Overwrite,
    ) -> u64 {
        if self.store.objects.get(object).ty.is_some() {
            return gcd(self.gap_cell(object), 8);
        }
        let bytes = reach.high - reach.low;
        let mut touched = content.regions.iter();
        if let Some(region) = touched.find(|region| region.touches(reach.low, bytes)) {
            return region.cell;
        }
        if let Some(known) = &self.store.objects.get(object).unknown_array {
            return known.cell;
        }
        if let Source::Copy(src, _) = &overwrite.source
            && let Some(from) = self.store.objects.of_term(self.pool, src.object)
            && let Some(ty) = self.store.objects.get(from).ty
        {
            return gcd(self.uniform_cell(ty), 8);
        }
        let mut cell = 8;
        content.leaves.for_each(|offset, leaf| {
            cell = gcd(cell, gcd(offset, leaf.size));
        });
        for term in [overwrite.offset, overwrite.len] {
            let linear = Linear::of(self.pool, term);
            if !linear.parts.is_empty() {
                cell = gcd(cell, linear.stride());
            }
            cell = gcd(cell, u64::try_from(linear.constant).unwrap_or(1));
        }
        cell
    }

    /// The pieces of a range of constant length at a symbolic offset, each with its distance from
    /// the start and its size; only if there are far fewer pieces than possible offsets.
    fn moving_pieces(&self, candidate: &Candidate, len: TermId) -> Option<Vec<(u64, u64)>> {
        let bytes = self.pool.as_u64(len).filter(|bytes| *bytes > 0)?;
        if self.pool.as_u64(candidate.offset).is_some() {
            return None;
        }
        let object = self.store.objects.get(candidate.object);
        if object.const_size.is_some_and(|size| size / 4 <= bytes) {
            return None;
        }
        let linear = Linear::of(self.pool, candidate.offset);
        let most = self.bounds.few();
        if let Some(pieces) = self.member_pieces(candidate.object, &linear, bytes, most) {
            return Some(pieces);
        }
        let stride = linear.stride();
        let residue = linear.constant.rem_euclid(i128::from(stride)) as u64;
        let natural = self.gap_cell(candidate.object);
        let fits = |cell: &u64| {
            [stride, residue, bytes]
                .iter()
                .all(|n| n.is_multiple_of(*cell))
        };
        let cell = [natural, 8, 4, 2, 1]
            .into_iter()
            .find(|cell| *cell <= natural && fits(cell))?;
        let count = bytes / cell;
        let few = count <= self.bounds.moving_pieces();
        few.then(|| (0..count).map(|index| (index * cell, cell)).collect())
    }

    /// Where the piece that starts at `at` ends.
    fn piece_end(&self, content: &Content, object: ObjectId, at: u64, high: u64) -> u64 {
        if let Some((start, leaf)) = content.leaf_at(at) {
            return (start + leaf.size).min(high);
        }
        if let Some(region) = content.region_at(at) {
            let start = at - (at - region.start) % region.stride;
            return (start + region.cell).min(high);
        }
        let member = self
            .store
            .objects
            .get(object)
            .ty
            .and_then(|ty| self.member_end(ty, at));
        let end = member.unwrap_or_else(|| {
            let cell = self.gap_cell(object);
            (at / cell + 1) * cell
        });
        content.gap_end(at, end.min(high))
    }

    /// The size of pieces where nothing was written yet.
    fn gap_cell(&self, object: ObjectId) -> u64 {
        let word = u64::from(self.width / 8);
        match self.store.objects.get(object).ty {
            Some(ty) => self.uniform_cell(ty).clamp(1, super::MAX_LEAF),
            None => word,
        }
    }
}
