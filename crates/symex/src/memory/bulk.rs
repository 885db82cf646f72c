//! Bulk operations: `memcpy`, `memmove`, `memset`. Never a loop over bytes when a leaf will do.

use super::{Base, Content};
use crate::exec::{Machine, Stuck};
use crate::object::ObjectId;
use crate::state::State;
use crate::value::{Pointer, Value};
use cassay_term::TermId;
use std::rc::Rc;

/// The longest run of bytes whose length is symbolic.
const MAX_SYMBOLIC: u64 = 64;

/// The longest run of bytes that is copied or set piece by piece.
const MAX_PIECEWISE: u64 = 1 << 16;

impl Machine<'_> {
    /// Sets `len` bytes to one value. The access is valid: claimed or assumed before.
    pub(crate) fn set_bytes(
        &mut self,
        state: &mut State,
        dst: Pointer,
        byte: TermId,
        len: TermId,
    ) -> Result<(), Stuck> {
        let Some(count) = self.pool.as_u64(len) else {
            return self.set_some_bytes(state, dst, byte, len);
        };
        if let Some((object, offset)) = self.constant_place(dst) {
            let target = self.objects.get(object);
            if target.constant {
                return Ok(());
            }
            if offset == 0 && target.const_size == Some(count) {
                let content = Content::over(Base::Fill(byte));
                state.memory.insert(u64::from(object.0), Rc::new(content));
                return Ok(());
            }
        }
        if count > MAX_PIECEWISE {
            return Err(Stuck::new("memset of a large part of an object"));
        }
        let mut at = 0;
        while at < count {
            let size = (count - at).min(8);
            let value = self.read_base(Base::Fill(byte), 0, size);
            let place = self.advance(dst, at);
            self.store_scalar(state, place, size, &value)?;
            at += size;
        }
        Ok(())
    }

    /// Copies `len` bytes; all are read before any is written.
    pub(crate) fn copy_bytes(
        &mut self,
        state: &mut State,
        dst: Pointer,
        src: Pointer,
        len: TermId,
    ) -> Result<(), Stuck> {
        let Some(count) = self.pool.as_u64(len) else {
            return self.copy_some_bytes(state, dst, src, len);
        };
        if self.copy_whole(state, dst, src, count) {
            return Ok(());
        }
        if count > MAX_PIECEWISE {
            return Err(Stuck::new("memcpy of a large part of an object"));
        }
        let mut pieces = Vec::new();
        for (at, size) in self.pieces(state, src, count) {
            let place = self.advance(src, at);
            pieces.push((at, size, self.load_scalar(state, place, size)?));
        }
        for (at, size, value) in pieces {
            let place = self.advance(dst, at);
            self.store_scalar(state, place, size, &value)?;
        }
        Ok(())
    }

    /// A copy of a whole object over a whole object shares everything.
    fn copy_whole(&mut self, state: &mut State, dst: Pointer, src: Pointer, count: u64) -> bool {
        let (Some((to, 0)), Some((from, 0))) = (self.constant_place(dst), self.constant_place(src))
        else {
            return false;
        };
        let size = |machine: &Self, id: ObjectId| machine.objects.get(id).const_size;
        if size(self, to) != Some(count) || size(self, from) != Some(count) {
            return false;
        }
        if to != from && !self.objects.get(to).constant {
            let content = self.content(state, from);
            state.memory.insert(u64::from(to.0), content);
        }
        true
    }

    fn constant_place(&self, pointer: Pointer) -> Option<(ObjectId, u64)> {
        let object = self.constant_object(pointer.object)?;
        let is_data = self.objects.get(object).kind.is_data();
        Some((object, self.pool.as_u64(pointer.offset)?)).filter(|_| is_data)
    }

    /// How to cut a copy so that each piece is a leaf of the source, where that is known.
    fn pieces(&self, state: &State, src: Pointer, count: u64) -> Vec<(u64, u64)> {
        let place = self.constant_place(src);
        let content = place.map(|(object, _)| self.content(state, object));
        let start = place.map_or(0, |(_, offset)| offset);
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < count {
            let here = start + at;
            let leaf = content.as_ref().and_then(|content| content.leaf_at(here));
            let mut end = match (leaf, &content) {
                (Some((leaf_start, leaf)), _) => leaf_start + leaf.size,
                (None, Some(content)) => content.gap_end(here, here / 8 * 8 + 8),
                (None, None) => here / 8 * 8 + 8,
            };
            end = end.min(start + count);
            pieces.push((at, end - here));
            at = end - start;
        }
        pieces
    }

    /// Sets a number of bytes that is not constant: each byte below it.
    fn set_some_bytes(
        &mut self,
        state: &mut State,
        dst: Pointer,
        byte: TermId,
        len: TermId,
    ) -> Result<(), Stuck> {
        for at in 0..self.most_bytes(len, dst, "memset of a symbolic number of bytes")? {
            let place = self.advance(dst, at);
            let old = self.load_scalar(state, place, 1)?;
            let index = self.pool.bv_u64(self.width, at);
            let below = self.pool.ult(index, len);
            let new = self.choose(below, &Value::Bits(byte), &old);
            self.store_scalar(state, place, 1, &new)?;
        }
        Ok(())
    }

    fn copy_some_bytes(
        &mut self,
        state: &mut State,
        dst: Pointer,
        src: Pointer,
        len: TermId,
    ) -> Result<(), Stuck> {
        let mut pieces = Vec::new();
        for at in 0..self.most_bytes(len, dst, "memcpy of a symbolic number of bytes")? {
            let from = self.advance(src, at);
            let new = self.load_scalar(state, from, 1)?;
            let place = self.advance(dst, at);
            let old = self.load_scalar(state, place, 1)?;
            if !Self::is_bits(&new) || !Self::is_bits(&old) {
                return Err(Stuck::new("memcpy of a symbolic number of pointers"));
            }
            let index = self.pool.bv_u64(self.width, at);
            let below = self.pool.ult(index, len);
            pieces.push((place, self.choose(below, &new, &old)));
        }
        for (place, value) in pieces {
            self.store_scalar(state, place, 1, &value)?;
        }
        Ok(())
    }

    /// The greatest value a length can have: by its range, and by the object it must fit into.
    fn most_bytes(&mut self, len: TermId, dst: Pointer, what: &str) -> Result<u64, Stuck> {
        let mut most = self.pool.urange(len).1;
        let candidates = self.candidates(dst);
        let sizes: Option<Vec<u64>> = candidates
            .list
            .iter()
            .map(|c| self.objects.get(c.object).const_size)
            .collect();
        if let Some(largest) = sizes.and_then(|sizes| sizes.into_iter().max()) {
            most = most.min(largest);
        }
        if most > MAX_SYMBOLIC {
            Err(Stuck::new(what))
        } else {
            Ok(most)
        }
    }
}
