//! A range of bytes that was set, copied or havocked, and the contents it leaves at an offset.
//!
//! Offset and length of the range may be symbolic, and so may the offset that is read. A piece of
//! memory that the range can cover partly is decided byte by byte.

use super::bytes::Bytes;
use super::{Base, Content, Contents, Layer, Region};
use crate::linear::Linear;
use crate::memory::Memory;
use crate::object::ObjectId;
use crate::terms::Terms;
use crate::value::{Pointer, Value};
use cassay_term::TermId;
use std::cell::RefCell;
use std::rc::Rc;

/// What is written.
#[derive(Clone)]
pub(crate) enum Source {
    /// The same byte everywhere.
    Fill(TermId),
    /// The first contents of this object, at the same offsets, possibly limited to a set of bytes.
    Contents(ObjectId, Option<Rc<Bytes>>),
    /// The bytes at a pointer in an earlier state. Reading makes regions there, which are kept.
    Copy(Pointer, Rc<RefCell<Contents>>),
}

/// A range of one object that was written.
pub(crate) struct Overwrite {
    /// The condition under which this object is the destination.
    pub cond: TermId,
    /// First byte.
    pub offset: TermId,
    /// Number of bytes. All of them lie in the object.
    pub len: TermId,
    /// What was written.
    pub source: Source,
}

impl Memory<'_> {
    /// A cell of a region after a range was written over it.
    pub(super) fn overwritten(
        &mut self,
        region: &Region,
        overwrite: &Overwrite,
        old: TermId,
        offset: TermId,
    ) -> TermId {
        let old = self.space.terms().cell_value(region, old);
        let whole = self
            .space
            .terms()
            .takes_whole(overwrite, region.start, region.cell);
        let value = self.written_over(overwrite, old, offset, region.cell, whole);
        self.cell_of(region, &value)
    }

    /// The value of a piece after the write, if the range may miss it or cover it partly.
    pub(super) fn written_over(
        &mut self,
        overwrite: &Overwrite,
        old: Value,
        at: TermId,
        size: u64,
        whole: bool,
    ) -> Value {
        if size == 1 || whole {
            let inside = self.space.terms().inside(overwrite, at);
            if self.space.pool.as_bool(inside) == Some(false) {
                return old;
            }
            let new = self.new_value(overwrite, at, size);
            return self.space.choose(inside, &new, &old);
        }
        let inside: Vec<TermId> = (0..size)
            .map(|byte| {
                let at = self.space.terms().moved(at, byte);
                self.space.terms().inside(overwrite, at)
            })
            .collect();
        let (mut all, mut none) = (self.space.pool.tru(), self.space.pool.tru());
        for cond in &inside {
            let out = self.space.pool.not(*cond);
            all = self.space.pool.and(all, *cond);
            none = self.space.pool.and(none, out);
        }
        if self.space.pool.as_bool(none) == Some(true) {
            return old;
        }
        let new = self.new_bytes(overwrite, at, size);
        if self.space.pool.as_bool(all) == Some(true) {
            return new;
        }
        let (new_bits, old_bits) = (self.space.bits_of(&new), self.space.bits_of(&old));
        let mut mixed: Option<TermId> = None;
        for (index, cond) in inside.into_iter().enumerate() {
            let x = self.space.terms().bytes(new_bits, index as u64, 1);
            let y = self.space.terms().bytes(old_bits, index as u64, 1);
            let byte = self.space.pool.ite(cond, x, y);
            mixed = Some(match mixed {
                None => byte,
                Some(low) => self.space.pool.concat(byte, low),
            });
        }
        let mixed = Value::Bits(mixed.unwrap_or(old_bits));
        if Self::is_bits(&new) && Self::is_bits(&old) {
            return mixed;
        }
        let cut = self.space.choose(none, &old, &mixed);
        self.space.choose(all, &new, &cut)
    }

    /// The new value of a piece that lies entirely in the range.
    pub(super) fn new_value(&mut self, overwrite: &Overwrite, at: TermId, size: u64) -> Value {
        match &overwrite.source {
            Source::Fill(byte) => self.read_base(Base::Fill(*byte), 0, size),
            Source::Contents(contents, None) => self.contents_value(*contents, at, size),
            Source::Contents(contents, Some(among)) => {
                let value = self.contents_value(*contents, at, size);
                self.limited(&value, size, among)
            }
            Source::Copy(src, before) => {
                let distance = self.space.pool.bv_sub(at, overwrite.offset);
                let place = Pointer {
                    object: src.object,
                    offset: self.space.pool.bv_add(src.offset, distance),
                };
                // Reading an older state can only lead to still older ones.
                self.load_scalar(&mut before.borrow_mut(), place, size)
            }
        }
    }

    /// First contents of an object that no pointer leads to.
    fn contents_value(&mut self, contents: ObjectId, at: TermId, size: u64) -> Value {
        if let Some(at) = self.space.pool.as_u64(at) {
            return self.read_initial(contents, at, size);
        }
        let object = self.space.store.objects.get(contents);
        let cell = object.unknown_array.map_or(size, |known| known.cell);
        let end = object.const_size.unwrap_or(super::merge::UNKNOWN_END);
        let end = end.next_multiple_of(cell);
        let content = Content::over(Layer::Values, Base::Initial(contents, 0));
        let content = self.make_region(&content, 0, end, cell, false);
        self.region_read(&content.regions[0], at, size)
    }

    /// The new value of a piece that the range may cover partly.
    fn new_bytes(&mut self, overwrite: &Overwrite, at: TermId, size: u64) -> Value {
        let Source::Copy(src, _) = &overwrite.source else {
            return self.new_value(overwrite, at, size);
        };
        let constants = self
            .constant_place(*src)
            .zip(self.space.pool.as_u64(overwrite.offset))
            .zip(self.space.pool.as_u64(at));
        let fits = constants.is_some_and(|(((object, from), to), at)| {
            let end = (from + size).checked_add(at.wrapping_sub(to));
            let limit = self.space.store.objects.get(object).const_size;
            at >= to && end.zip(limit).is_some_and(|(end, limit)| end <= limit)
        });
        if fits {
            return self.new_value(overwrite, at, size);
        }
        let mut bits: Option<TermId> = None;
        for byte in 0..size {
            let at = self.space.terms().moved(at, byte);
            let value = self.new_value(overwrite, at, 1);
            let byte = self.space.bits_of(&value);
            bits = Some(match bits {
                None => byte,
                Some(low) => self.space.pool.concat(byte, low),
            });
        }
        Value::Bits(bits.unwrap_or_else(|| self.space.pool.bv_u64(8, 0)))
    }
}

impl Terms<'_> {
    /// Whether a byte lies in the range. One unsigned comparison is enough: the range lies in its
    /// object, so the distance from its start to a byte before it wraps around to more than any
    /// length.
    fn inside(&mut self, overwrite: &Overwrite, at: TermId) -> TermId {
        let distance = self.pool.bv_sub(at, overwrite.offset);
        let below = self.pool.ult(distance, overwrite.len);
        self.pool.and(overwrite.cond, below)
    }

    /// Whether a range consists of pieces of a size aligned with the one at `at`, so that each
    /// piece is either entirely inside or entirely outside.
    pub(super) fn takes_whole(&self, overwrite: &Overwrite, at: u64, size: u64) -> bool {
        let multiple = |term: TermId, rest: u64| {
            let linear = Linear::of(self.pool, term);
            let residue = (linear.constant - i128::from(rest)).rem_euclid(i128::from(size));
            (linear.parts.is_empty() || linear.stride().is_multiple_of(size)) && residue == 0
        };
        multiple(overwrite.offset, at) && multiple(overwrite.len, 0)
    }
}
