//! Bulk operations: `memcpy`, `memmove`, `memset`, and memory written from outside.
//!
//! A range that covers a whole object replaces what lies under its leaves and costs nothing. Any
//! other range is written piece by piece, a piece being a leaf of the source or destination, a cell
//! of a region, or a machine word. Where offset or length are symbolic, each piece the range can
//! reach keeps its old value unless it lies inside; a piece that the range can cut is decided byte
//! by byte.

use super::{Base, Content};
use crate::exec::{Machine, Stuck};
use crate::linear::Linear;
use crate::object::{Initial, Object, ObjectId, ObjectKind};
use crate::pointer::Candidate;
use crate::state::State;
use crate::value::{Pointer, Value};
use cassay_term::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most pieces of a range whose place and length are constants.
const MAX_PIECES: usize = 1 << 18;

/// The most pieces that a range of symbolic place or length is decided for.
const MAX_SYMBOLIC_PIECES: usize = 4096;

/// From this many bytes on, what is left of an object may be cheaper to write than what changes.
const LARGE: u64 = 256;

/// What is written.
enum Source {
    /// The same byte everywhere.
    Fill(TermId),
    /// What this object held at first, at the same offsets.
    Contents(ObjectId),
    /// What lay behind a pointer in a state.
    Copy(Pointer, Box<State>),
}

/// Where it is written: a part of one object.
struct Range {
    /// When the object is the destination at all.
    cond: TermId,
    object: ObjectId,
    offset: TermId,
    len: TermId,
    /// Bytes it can touch.
    low: u64,
    high: u64,
}

impl Machine<'_> {
    /// Sets `len` bytes to one value. The access is valid: claimed or assumed before.
    pub(crate) fn set_bytes(
        &mut self,
        state: &mut State,
        dst: Pointer,
        byte: TermId,
        len: TermId,
    ) -> Result<(), Stuck> {
        self.write_range(state, dst, len, &mut Source::Fill(byte))
    }

    /// Copies `len` bytes; all are read before any is written.
    pub(crate) fn copy_bytes(
        &mut self,
        state: &mut State,
        dst: Pointer,
        src: Pointer,
        len: TermId,
    ) -> Result<(), Stuck> {
        let devices = self.candidates(src).list;
        if devices
            .iter()
            .any(|candidate| self.is_device(candidate.object))
        {
            return Err(Stuck::new("copy of a device's registers"));
        }
        let before = Box::new(state.clone());
        self.write_range(state, dst, len, &mut Source::Copy(src, before))
    }

    /// Gives `len` bytes any contents; without a length, the whole object if it is there.
    pub(crate) fn havoc_bytes(
        &mut self,
        state: &mut State,
        dst: Pointer,
        len: Option<TermId>,
    ) -> Result<(), Stuck> {
        let contents = self.new_contents(state, dst);
        match len {
            Some(len) => self.write_range(state, dst, len, &mut Source::Contents(contents)),
            None => self.havoc_objects(state, dst, contents),
        }
    }

    /// An object that no pointer leads to, for the bytes that come from outside.
    fn new_contents(&mut self, state: &State, dst: Pointer) -> ObjectId {
        let size = self.object_size(dst);
        let object = self.objects.push(Object {
            kind: ObjectKind::Contents,
            size,
            const_size: self.pool.as_u64(size),
            align: 1,
            constant: true,
            ty: None,
            activation: 0,
            initial: Initial::Unknown,
            unknown: BTreeMap::new(),
            unknown_array: None,
            address: None,
        });
        self.new_input_object(state, object);
        object
    }

    fn havoc_objects(
        &mut self,
        state: &mut State,
        dst: Pointer,
        contents: ObjectId,
    ) -> Result<(), Stuck> {
        for candidate in self.candidates(dst).list {
            if !self.takes_writes(candidate.object) {
                continue;
            }
            let alive = self.alive(state, candidate.object);
            let cond = self.pool.and(candidate.cond, alive);
            let new = Content::over(Base::Initial(contents, 0));
            self.replace(state, candidate.object, cond, new)?;
        }
        Ok(())
    }

    /// Replaces all that an object holds where a condition holds.
    fn replace(
        &mut self,
        state: &mut State,
        object: ObjectId,
        cond: TermId,
        new: Content,
    ) -> Result<(), Stuck> {
        let content = match self.pool.as_bool(cond) {
            Some(false) => return Ok(()),
            Some(true) => new,
            None => {
                let old = self.content(state, object);
                let merged = self.merge_contents(cond, object, &new, &old);
                if let Some(what) = self.undecided.take() {
                    return Err(Stuck(what));
                }
                merged
            }
        };
        state.memory.insert(u64::from(object.0), Rc::new(content));
        Ok(())
    }

    /// Whether what is written to an object stays there.
    fn takes_writes(&self, object: ObjectId) -> bool {
        let target = self.objects.get(object);
        target.kind.is_data() && !target.constant && !self.is_device(object)
    }

    fn write_range(
        &mut self,
        state: &mut State,
        dst: Pointer,
        len: TermId,
        source: &mut Source,
    ) -> Result<(), Stuck> {
        for candidate in self.candidates(dst).list {
            if !self.takes_writes(candidate.object) {
                continue;
            }
            if self.covers_object(&candidate, len)
                && let Some(new) = self.whole_contents(&candidate, source)
            {
                self.replace(state, candidate.object, candidate.cond, new)?;
                continue;
            }
            let moving = self.moving_pieces(&candidate, len);
            if let Some((cell, count)) = moving {
                self.write_moving(state, &candidate, source, cell, count)?;
                continue;
            }
            let range = self.range(&candidate, len, source)?;
            self.write_part(state, &range, source)?;
        }
        Ok(())
    }

    /// Whether the bytes are all of the object.
    fn covers_object(&self, candidate: &Candidate, len: TermId) -> bool {
        let object = self.objects.get(candidate.object);
        let all = object.size == len
            || object.const_size.is_some() && object.const_size == self.pool.as_u64(len);
        all && self.pool.as_u64(candidate.offset) == Some(0)
    }

    /// What an object holds after all of it was written; `None` when that takes pieces.
    fn whole_contents(&mut self, target: &Candidate, source: &Source) -> Option<Content> {
        match source {
            Source::Fill(byte) => Some(Content::over(Base::Fill(*byte))),
            Source::Contents(contents) => Some(Content::over(Base::Initial(*contents, 0))),
            Source::Copy(src, before) => {
                let (from, 0) = self.constant_place(*src)? else {
                    return None;
                };
                let content = self.content(before, from);
                let (old, new) = (self.objects.get(from), self.objects.get(target.object));
                let same_size = old.size == new.size
                    || old.const_size.is_some() && old.const_size == new.const_size;
                (same_size || content.regions.is_empty()).then(|| (*content).clone())
            }
        }
    }

    fn constant_place(&self, pointer: Pointer) -> Option<(ObjectId, u64)> {
        let object = self.constant_object(pointer.object)?;
        let is_data = self.objects.get(object).kind.is_data();
        Some((object, self.pool.as_u64(pointer.offset)?)).filter(|_| is_data)
    }

    /// The part of an object that a range can touch.
    fn range(
        &mut self,
        candidate: &Candidate,
        len: TermId,
        source: &Source,
    ) -> Result<Range, Stuck> {
        let size = self.objects.get(candidate.object).const_size;
        let most = self.pool.urange(len).1;
        let most = size.map_or(most, |size| most.min(size));
        let (first, last) = match self.pool.as_u64(candidate.offset) {
            Some(constant) => (constant, constant),
            None => {
                let linear = Linear::of(self.pool, candidate.offset);
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
        if size.is_none() && high - first.min(high) > MAX_PIECES as u64 * 8 {
            return Err(Stuck::new(match source {
                Source::Fill(_) => "memset of an unknown part of an object of unknown size",
                Source::Copy(_, _) => "memcpy to an unknown part of an object of unknown size",
                Source::Contents(_) => {
                    "unknown contents for an unknown part of an object of unknown size"
                }
            }));
        }
        Ok(Range {
            cond: candidate.cond,
            object: candidate.object,
            offset: candidate.offset,
            len,
            low: first.min(high),
            high,
        })
    }

    fn write_part(
        &mut self,
        state: &mut State,
        range: &Range,
        source: &mut Source,
    ) -> Result<(), Stuck> {
        let fixed = self.pool.as_u64(range.offset).is_some()
            && self.pool.as_u64(range.len).is_some()
            && self.pool.as_bool(range.cond) == Some(true);
        let content = self.content(state, range.object);
        if fixed && let Some(new) = self.all_but_few(&content, range, source) {
            state.memory.insert(u64::from(range.object.0), Rc::new(new));
            return Ok(());
        }
        let limit = if fixed {
            MAX_PIECES
        } else {
            MAX_SYMBOLIC_PIECES
        };
        let pieces = self.cut(&content, range, source, limit)?;
        let mut new = (*content).clone();
        for (at, size) in pieces {
            let value = if fixed {
                self.source_value(range, source, at, size)?
            } else {
                self.piece_value(&content, range, source, at, size)?
            };
            self.write(&mut new, at, size, value);
        }
        state.memory.insert(u64::from(range.object.0), Rc::new(new));
        Ok(())
    }

    /// Size and number of the pieces of a range of constant length at a symbolic place, when there
    /// are far more places than pieces.
    fn moving_pieces(&self, candidate: &Candidate, len: TermId) -> Option<(u64, u64)> {
        let bytes = self.pool.as_u64(len).filter(|bytes| *bytes > 0)?;
        if self.pool.as_u64(candidate.offset).is_some() {
            return None;
        }
        let object = self.objects.get(candidate.object);
        let far = object.const_size.is_none_or(|size| size / 4 > bytes);
        let linear = Linear::of(self.pool, candidate.offset);
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
        (far && count <= MAX_SYMBOLIC_PIECES as u64).then_some((cell, count))
    }

    /// Writes a range of constant length to wherever it lies, all pieces read before any is
    /// written.
    fn write_moving(
        &mut self,
        state: &mut State,
        candidate: &Candidate,
        source: &mut Source,
        cell: u64,
        count: u64,
    ) -> Result<(), Stuck> {
        let object = crate::object::Objects::term(self.pool, candidate.object);
        let start = Pointer {
            object,
            offset: candidate.offset,
        };
        let mut pieces = Vec::new();
        for at in (0..count).map(|index| index * cell) {
            let place = self.advance(start, at);
            let new = match source {
                Source::Fill(byte) => self.read_base(Base::Fill(*byte), 0, cell),
                Source::Contents(contents) => {
                    let here = Candidate {
                        cond: self.pool.tru(),
                        object: *contents,
                        offset: place.offset,
                    };
                    let value = self.load_from(state, &here, cell)?;
                    value.ok_or_else(|| Stuck::new("contents for no object"))?
                }
                Source::Copy(src, before) => {
                    let from = self.advance(*src, at);
                    self.load_scalar(before, from, cell)?
                }
            };
            pieces.push((place, new));
        }
        for (place, new) in pieces {
            let value = if self.pool.as_bool(candidate.cond) == Some(true) {
                new
            } else {
                let old = self.load_scalar(state, place, cell)?;
                self.choose(candidate.cond, &new, &old)
            };
            self.store_scalar(state, place, cell, &value)?;
        }
        Ok(())
    }

    /// A fixed range that is most of its object: the rest is written over the new contents.
    fn all_but_few(
        &mut self,
        content: &Content,
        range: &Range,
        source: &Source,
    ) -> Option<Content> {
        let size = self.objects.get(range.object).const_size?;
        let inside = range.high - range.low;
        if inside < LARGE || size - inside > inside / 4 || !content.regions.is_empty() {
            return None;
        }
        let mut new = match source {
            Source::Fill(byte) => Content::over(Base::Fill(*byte)),
            Source::Contents(contents) => Content::over(Base::Initial(*contents, 0)),
            Source::Copy(_, _) => return None,
        };
        for (low, high) in [(0, range.low), (range.high, size)] {
            let mut at = low;
            while at < high {
                let end = self.piece_end(content, range.object, at, high);
                let value = self.read(content, at, end - at);
                self.write(&mut new, at, end - at, value);
                at = end;
            }
        }
        Some(new)
    }

    /// Cuts a range into pieces: along the source where its place is known, else along the
    /// destination.
    fn cut(
        &self,
        content: &Content,
        range: &Range,
        source: &Source,
        limit: usize,
    ) -> Result<Vec<(u64, u64)>, Stuck> {
        let along = match source {
            Source::Copy(src, before) => self
                .constant_place(*src)
                .zip(self.pool.as_u64(range.offset))
                .map(|((object, from), to)| (self.content(before, object), object, from, to)),
            Source::Fill(_) | Source::Contents(_) => None,
        };
        let mut pieces = Vec::new();
        let mut at = range.low;
        while at < range.high {
            if pieces.len() >= limit {
                return Err(Stuck::new(match source {
                    Source::Fill(_) => "memset of a large part of an object",
                    Source::Copy(_, _) => "memcpy of a large part of an object",
                    Source::Contents(_) => "unknown contents for a large part of an object",
                }));
            }
            let end = match &along {
                Some((from_content, object, from, to)) => {
                    let here = from + (at - to);
                    let end = self.piece_end(from_content, *object, here, here + range.high - at);
                    at + (end - here)
                }
                None => self.piece_end(content, range.object, at, range.high),
            };
            pieces.push((at, end - at));
            at = end;
        }
        Ok(pieces)
    }

    /// Where the piece that starts at `at` ends.
    fn piece_end(&self, content: &Content, object: ObjectId, at: u64, high: u64) -> u64 {
        if let Some((start, leaf)) = content.leaf_at(at) {
            return (start + leaf.size).min(high);
        }
        let (start, cell) = match content.region_at(at) {
            Some(region) => (region.start, region.cell),
            None => (0, self.gap_cell(object)),
        };
        let end = start + (at - start) / cell * cell + cell;
        content.gap_end(at, end.min(high))
    }

    /// The size of pieces where nothing was written yet.
    fn gap_cell(&self, object: ObjectId) -> u64 {
        let word = u64::from(self.width / 8);
        match self.objects.get(object).ty {
            Some(ty) => self.uniform_cell(ty).clamp(1, super::MAX_LEAF),
            None => word,
        }
    }

    /// What a piece holds afterwards, where the range may leave it out or cut it.
    fn piece_value(
        &mut self,
        content: &Content,
        range: &Range,
        source: &mut Source,
        at: u64,
        size: u64,
    ) -> Result<Value, Stuck> {
        let old = self.read(content, at, size);
        if size == 1 || self.is_whole(range, at, size) {
            let inside = self.inside(range, at);
            if self.pool.as_bool(inside) == Some(false) {
                return Ok(old);
            }
            let new = self.source_value(range, source, at, size)?;
            return Ok(self.choose(inside, &new, &old));
        }
        let inside: Vec<TermId> = (at..at + size).map(|at| self.inside(range, at)).collect();
        let new = self.source_bytes(range, source, at, size)?;
        let (mut all, mut none) = (self.pool.tru(), self.pool.tru());
        for cond in &inside {
            let out = self.pool.not(*cond);
            all = self.pool.and(all, *cond);
            none = self.pool.and(none, out);
        }
        if self.pool.as_bool(none) == Some(true) {
            return Ok(old);
        }
        if self.pool.as_bool(all) == Some(true) {
            return Ok(new);
        }
        let (new_bits, old_bits) = (self.bits_of(&new), self.bits_of(&old));
        let mut mixed: Option<TermId> = None;
        for (index, cond) in inside.into_iter().enumerate() {
            let x = self.bytes(new_bits, index as u64, 1);
            let y = self.bytes(old_bits, index as u64, 1);
            let byte = self.pool.ite(cond, x, y);
            mixed = Some(match mixed {
                None => byte,
                Some(low) => self.pool.concat(byte, low),
            });
        }
        let mixed = Value::Bits(mixed.unwrap_or(old_bits));
        if Self::is_bits(&new) && Self::is_bits(&old) {
            return Ok(mixed);
        }
        let cut = self.choose(none, &old, &mixed);
        Ok(self.choose(all, &new, &cut))
    }

    /// Whether a byte lies in the range. The range lies in its object, so that the distance from
    /// its start to a byte before it is greater than any length.
    fn inside(&mut self, range: &Range, at: u64) -> TermId {
        let at = self.pool.bv_u64(self.width, at);
        let distance = self.pool.bv_sub(at, range.offset);
        let below = self.pool.ult(distance, range.len);
        self.pool.and(range.cond, below)
    }

    /// Whether a range has a piece either all inside or all outside.
    fn is_whole(&self, range: &Range, at: u64, size: u64) -> bool {
        let multiple = |term: TermId, rest: u64| {
            let linear = Linear::of(self.pool, term);
            let residue = (linear.constant - i128::from(rest)).rem_euclid(i128::from(size));
            (linear.parts.is_empty() || linear.stride().is_multiple_of(size)) && residue == 0
        };
        multiple(range.offset, at) && multiple(range.len, 0)
    }

    /// The new value of a piece that lies wholly in the range.
    fn source_value(
        &mut self,
        range: &Range,
        source: &mut Source,
        at: u64,
        size: u64,
    ) -> Result<Value, Stuck> {
        match source {
            Source::Fill(byte) => Ok(self.read_base(Base::Fill(*byte), 0, size)),
            Source::Contents(contents) => Ok(self.read_initial(*contents, at, size)),
            Source::Copy(src, before) => {
                let at = self.pool.bv_u64(self.width, at);
                let distance = self.pool.bv_sub(at, range.offset);
                let place = Pointer {
                    object: src.object,
                    offset: self.pool.bv_add(src.offset, distance),
                };
                self.load_scalar(before, place, size)
            }
        }
    }

    /// The new value of a piece of which the range may have some bytes only.
    fn source_bytes(
        &mut self,
        range: &Range,
        source: &mut Source,
        at: u64,
        size: u64,
    ) -> Result<Value, Stuck> {
        let Source::Copy(src, _) = source else {
            return self.source_value(range, source, at, size);
        };
        let fits = self
            .constant_place(*src)
            .zip(self.pool.as_u64(range.offset))
            .is_some_and(|((object, from), to)| {
                let end = (from + size).checked_add(at.wrapping_sub(to));
                let limit = self.objects.get(object).const_size;
                at >= to && end.zip(limit).is_some_and(|(end, limit)| end <= limit)
            });
        if fits {
            return self.source_value(range, source, at, size);
        }
        let mut bits: Option<TermId> = None;
        for byte in at..at + size {
            let value = self.source_value(range, source, byte, 1)?;
            let byte = self.bits_of(&value);
            bits = Some(match bits {
                None => byte,
                Some(low) => self.pool.concat(byte, low),
            });
        }
        Ok(Value::Bits(bits.unwrap_or_else(|| self.pool.bv_u64(8, 0))))
    }
}
