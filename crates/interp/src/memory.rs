//! Objects and their bytes.
//!
//! A byte is a number, indeterminate, or one part of a pointer; parts keep pointers intact through
//! `memcpy` and unions. Contents are pages created on first use, so that a huge object costs only
//! the pages that are touched. A page has a tag for each byte: indeterminate, number, or the part
//! of an interned pointer.
//!
//! Invariant: offsets given here lie inside their object; the callers check this.

use crate::mix::Mix;
use crate::value::{Base, Pointer};
use cassay_base::Span;
use cassay_ir::{AllocKind, Family, FuncId, GlobalId, LocalId};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

const PAGE: u64 = 4096;
const INDETERMINATE: u32 = 0;
const NUMBER: u32 = 1;
const FIRST_PART: u32 = 2;
const PARTS: u32 = 8;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A global variable or literal.
    Global(GlobalId),
    /// A local variable.
    Local(FuncId, LocalId),
    /// An allocation.
    Alloc(AllocKind),
    /// The contents of havocked memory; no pointer leads to it.
    Contents,
}

impl ObjectKind {
    /// The functions that a heap object belongs to.
    pub(crate) fn family(self) -> Option<Family> {
        match self {
            ObjectKind::Alloc(kind) => kind.family(),
            ObjectKind::Global(_) | ObjectKind::Local(_, _) | ObjectKind::Contents => None,
        }
    }

    /// Whether it is on the heap.
    pub fn is_heap(self) -> bool {
        match self {
            ObjectKind::Alloc(kind) => kind.family().is_some(),
            ObjectKind::Global(_) | ObjectKind::Local(_, _) | ObjectKind::Contents => false,
        }
    }
}

/// First contents of an object that repeat from row to row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Consecutive pointers, each leading this many bytes past the one before it.
    Pointers {
        first: Pointer,
        step: u64,
        /// Bytes in a pointer.
        bytes: u64,
    },
    /// A zero at the end of every row of this many bytes.
    Texts { length: u64 },
}

impl Rows {
    /// The pointer stored at an offset, and the index of its byte there.
    fn pointer(self, offset: u64) -> Option<(Pointer, u32)> {
        match self {
            Rows::Pointers { first, step, bytes } => {
                let moved = (offset / bytes).wrapping_mul(step) as i64;
                let pointer = Pointer {
                    base: first.base,
                    offset: first.offset.wrapping_add(moved),
                };
                Some((pointer, (offset % bytes) as u32))
            }
            Rows::Texts { .. } => None,
        }
    }

    /// Whether a byte is the zero at the end of a row.
    fn is_end(self, offset: u64) -> bool {
        match self {
            Rows::Pointers { .. } => false,
            Rows::Texts { length } => offset % length == length - 1,
        }
    }
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its kind.
    pub kind: ObjectKind,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Whether it is alive.
    pub alive: bool,
    /// Whether it is read-only.
    pub constant: bool,
    /// The statement that created it; `None` for objects that exist from the start.
    pub span: Span,
    /// Whether another thread than the one that made it could have a pointer to it: such a pointer was
    /// stored where another thread could read it, or handed over, or the object has an address.
    pub(crate) shared: bool,
    /// Its base address, once it was needed.
    pub(crate) address: Option<u64>,
    /// The contents of pages that were not created yet: a tag and a byte, the same everywhere.
    fresh: u32,
    fresh_byte: u8,
    /// First contents in rows, which replace `fill`.
    rows: Option<Rows>,
    /// The number of bytes in a row of texts, if each row represents an object.
    row: Option<u64>,
    /// The object that the oracle is asked about for indeterminate bytes, if not this one.
    origin: Option<u64>,
    first: Option<Page>,
    rest: BTreeMap<u64, Page>,
    /// A number for the contents, if they were asked for since they changed; none inside if there are
    /// pointers among them.
    digest: OnceLock<Option<u128>>,
}

impl Object {
    /// An object with zero or with indeterminate bytes.
    pub(crate) fn new(kind: ObjectKind, size: u64, align: u64, zeroed: bool) -> Self {
        Object {
            kind,
            size,
            align,
            alive: true,
            constant: false,
            span: Span::NONE,
            shared: false,
            address: None,
            fresh: if zeroed { NUMBER } else { INDETERMINATE },
            fresh_byte: 0,
            rows: None,
            row: None,
            origin: None,
            first: None,
            rest: BTreeMap::new(),
            digest: OnceLock::new(),
        }
    }

    /// The number of bytes in a row, if every row holds a text of its own.
    pub fn text_rows(&self) -> Option<u64> {
        self.row
    }

    /// The same object with first contents in rows.
    pub(crate) fn with_rows(self, rows: Option<Rows>) -> Self {
        let row = match rows {
            Some(Rows::Texts { length }) => Some(length),
            Some(Rows::Pointers { .. }) | None => None,
        };
        Object { rows, row, ..self }
    }

    fn page(&self, index: u64) -> Option<&Page> {
        if index == 0 {
            self.first.as_ref()
        } else {
            self.rest.get(&index)
        }
    }

    fn page_mut(&mut self, index: u64) -> &mut Page {
        let len = (self.size - index * PAGE).min(PAGE) as usize;
        let (tag, byte, rows) = (self.fresh, self.fresh_byte, self.rows);
        let new = || {
            let mut page = Page::new(len, tag, byte);
            page.end_rows(rows, index * PAGE);
            page
        };
        if index == 0 {
            self.first.get_or_insert_with(new)
        } else {
            self.rest.entry(index).or_insert_with(new)
        }
    }

    /// A byte and its tag. Parts of pointers in rows have no tag before their page is created.
    fn cell(&self, offset: u64) -> (u8, u32) {
        let fresh = match self.rows {
            Some(rows) if rows.is_end(offset) => (0, NUMBER),
            Some(_) | None => (self.fresh_byte, self.fresh),
        };
        self.page(offset / PAGE).map_or(fresh, |page| {
            let at = (offset % PAGE) as usize;
            (page.bytes[at], page.tags[at])
        })
    }

    /// Replaces all contents by one byte.
    fn renew(&mut self, tag: u32, byte: u8) {
        self.fresh = tag;
        self.fresh_byte = byte;
        self.rows = None;
        self.origin = None;
        self.first = None;
        self.rest = BTreeMap::new();
    }

    /// The part of a pointer in rows at an offset whose page was not created yet.
    fn row_pointer(&self, offset: u64) -> Option<(Pointer, u32)> {
        let rows = self.rows?;
        match self.page(offset / PAGE) {
            None => rows.pointer(offset),
            Some(_) => None,
        }
    }

    /// A number for the contents, if they are small and there are no pointers among them.
    fn plain_digest(&self) -> Option<u128> {
        if self.rows.is_some() || self.origin.is_some() || self.size > PAGE {
            return None;
        }
        let mut mix = Mix::default();
        let fresh = Page::new(self.size as usize, self.fresh, self.fresh_byte);
        let page = self.first.as_ref().unwrap_or(&fresh);
        if page.tags.iter().all(|tag| *tag == NUMBER) {
            mix.bytes(&page.bytes);
            return Some(mix.finish());
        }
        for (tag, byte) in page.tags.iter().zip(page.bytes.iter()) {
            match *tag {
                INDETERMINATE => mix.word(1 << 8),
                NUMBER => mix.word(u64::from(*byte)),
                _ => return None,
            }
        }
        Some(mix.finish())
    }

    fn set_cell(&mut self, offset: u64, byte: u8, tag: u32) {
        let page = self.page_mut(offset / PAGE);
        let at = (offset % PAGE) as usize;
        Arc::make_mut(&mut page.bytes)[at] = byte;
        page.set_tags(at, 1, tag);
    }
}

/// Copies share what neither of them changes.
#[derive(Clone, Debug)]
struct Page {
    bytes: Arc<[u8]>,
    tags: Arc<[u32]>,
}

impl Page {
    fn new(len: usize, tag: u32, byte: u8) -> Self {
        Page {
            bytes: vec![byte; len].into(),
            tags: vec![tag; len].into(),
        }
    }

    /// Gives bytes a tag. Most have it already.
    fn set_tags(&mut self, at: usize, len: usize, tag: u32) {
        if self.tags[at..at + len].iter().any(|own| *own != tag) {
            Arc::make_mut(&mut self.tags)[at..at + len].fill(tag);
        }
    }

    /// Writes the zeros at the ends of rows into a page that starts at an offset.
    fn end_rows(&mut self, rows: Option<Rows>, start: u64) {
        let Some(rows) = rows else { return };
        let bytes = Arc::make_mut(&mut self.bytes).iter_mut();
        let tags = Arc::make_mut(&mut self.tags).iter_mut();
        for (at, (byte, tag)) in bytes.zip(tags).enumerate() {
            if rows.is_end(start + at as u64) {
                (*byte, *tag) = (0, NUMBER);
            }
        }
    }
}

/// One byte of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// Never written, never read.
    Indeterminate,
    /// A number.
    Number(u8),
    /// The part of a pointer at this little-endian position.
    Part(Pointer, u32),
}

/// Numbers of objects that were created and destroyed in iterations that were leapt over.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// The first of them.
    start: u64,
    /// One past the last of them.
    end: u64,
    /// The index of object `end` in the list.
    index: usize,
}

/// A part of the contents of an object.
pub(crate) enum Run<'a> {
    /// What is not described otherwise: a tag and a byte.
    Elsewhere(u32, u8),
    /// What follows is in this page, or in rows of this length.
    At(u64),
    /// Bytes that were never written.
    Indeterminate(usize),
    /// Numbers.
    Numbers(&'a [u8]),
    /// A part of a pointer.
    Part(Pointer, u32),
}

/// The bits of a number that count the objects of a thread; those above are the thread's number.
const COUNT_BITS: u32 = 40;

/// The number of the object that a thread made after `count` others.
pub(crate) fn made(thread: u32, count: u64) -> u64 {
    u64::from(thread) << COUNT_BITS | count
}

/// The objects that one thread made.
#[derive(Clone, Debug, Default)]
struct Made {
    objects: Vec<Arc<Object>>,
    /// Runs of numbers whose objects were never created, in order.
    gaps: Vec<Gap>,
    /// The number of the next object.
    next: u64,
}

impl Made {
    fn index(&self, number: u64) -> Option<usize> {
        let before = self.gaps.partition_point(|gap| gap.start <= number);
        let Some(gap) = before.checked_sub(1).and_then(|last| self.gaps.get(last)) else {
            return usize::try_from(number).ok();
        };
        let behind = number.checked_sub(gap.end)?;
        gap.index.checked_add(usize::try_from(behind).ok()?)
    }

    /// There are no objects with numbers from `start` on, up to the next one.
    fn gap(&mut self, start: u64, end: u64) {
        if start < end {
            let index = self.objects.len();
            self.gaps.push(Gap { start, end, index });
        }
    }

    fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let starts = std::iter::once(0).chain(self.gaps.iter().map(|gap| gap.end));
        let ends = self.gaps.iter().map(|gap| gap.start);
        let ends = ends.chain(std::iter::once(self.next));
        starts.zip(ends).flat_map(|(start, end)| start..end)
    }
}

/// All objects of an execution, by number. Each thread counts those that it makes, so that the number
/// of an object does not depend on what other threads do in the meantime. Copies share what neither
/// of them changes.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    store: Store,
    /// The pointers that were ever stored, by the tags of their parts. There is no need to go back to
    /// fewer of them.
    pointers: Vec<Pointer>,
    pointer_ids: HashMap<Pointer, u32>,
}

/// What of memory changes from state to state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    /// By thread.
    made: Vec<Arc<Made>>,
    /// Objects that have an address.
    placed: Vec<u64>,
}

impl Memory {
    /// The object of a number.
    pub fn object(&self, number: u64) -> Option<&Object> {
        let made = self.store.made.get((number >> COUNT_BITS) as usize)?;
        let index = made.index(number & ((1 << COUNT_BITS) - 1))?;
        made.objects.get(index).map(|object| &**object)
    }

    /// The numbers of all objects, in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let threads = (0_u64..).zip(&self.store.made);
        threads.flat_map(|(thread, made)| {
            made.numbers()
                .map(move |count| thread << COUNT_BITS | count)
        })
    }

    /// The objects that a thread made.
    fn made_by(&mut self, thread: u32) -> &mut Made {
        let index = thread as usize;
        if self.store.made.len() <= index {
            self.store.made.resize_with(index + 1, Arc::default);
        }
        Arc::make_mut(&mut self.store.made[index])
    }

    /// Skips the next numbers of a thread without creating objects.
    pub(crate) fn skip(&mut self, thread: u32, count: u64) {
        if count > 0 {
            let made = self.made_by(thread);
            let start = made.next;
            made.next = made.next.saturating_add(count);
            made.gaps.push(Gap {
                start,
                end: made.next,
                index: made.objects.len(),
            });
        }
    }

    /// Sets the address of an object.
    pub(crate) fn place(&mut self, number: u64, address: u64) {
        if let Some(object) = self.object_mut(number) {
            object.address = Some(address);
            self.store.placed.push(number);
        }
        self.share(number);
    }

    /// Notes that other threads could have a pointer to an object, and so to all that it leads to.
    pub(crate) fn share(&mut self, number: u64) {
        let mut pending = vec![number];
        while let Some(number) = pending.pop() {
            if self.object(number).is_none_or(|object| object.shared) {
                continue;
            }
            if let Some(object) = self.object_mut(number) {
                object.shared = true;
            }
            self.pointers_in(number, |pointer| {
                if let Base::Object(target) = pointer.base {
                    pending.push(target);
                }
            });
        }
    }

    /// A pointer was stored in an object.
    fn stored(&mut self, number: u64, pointer: Pointer) {
        if let Base::Object(target) = pointer.base
            && self.object(number).is_some_and(|object| object.shared)
        {
            self.share(target);
        }
    }

    /// The objects that have an address, with their start and size.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        self.store.placed.iter().filter_map(|&number| {
            let object = self.object(number)?;
            Some((number, object.address?, object.size))
        })
    }

    /// The object an address leads to, and the offset in it: an object that has a byte there, else
    /// one that ends there, in both cases the one created last. An object of size 0 shares its
    /// address with no other.
    pub fn find(&self, address: u64) -> Option<(u64, u64)> {
        let mut best: Option<((bool, u64), u64)> = None;
        for (number, start, size) in self.placed() {
            let Some(offset) = address.checked_sub(start).filter(|offset| *offset <= size) else {
                continue;
            };
            let rank = (offset < size.max(1), number);
            if best.is_none_or(|(other, _)| rank > other) {
                best = Some((rank, offset));
            }
        }
        best.map(|((_, number), offset)| (number, offset))
    }

    /// Whether there are no objects.
    pub fn is_empty(&self) -> bool {
        self.store.made.iter().all(|made| made.objects.is_empty())
    }

    /// A byte; `None` outside the object. Dead objects have lost their contents.
    pub fn byte(&self, number: u64, offset: u64) -> Option<Byte> {
        let object = self.object(number)?;
        if offset >= object.size {
            return None;
        }
        if let Some((pointer, part)) = object.row_pointer(offset) {
            return Some(Byte::Part(pointer, part));
        }
        let (byte, tag) = object.cell(offset);
        Some(match tag {
            INDETERMINATE => Byte::Indeterminate,
            NUMBER => Byte::Number(byte),
            part => {
                let pointer = self.pointers[((part - FIRST_PART) / PARTS) as usize];
                Byte::Part(pointer, (part - FIRST_PART) % PARTS)
            }
        })
    }

    pub(crate) fn object_mut(&mut self, number: u64) -> Option<&mut Object> {
        let made = self.store.made.get_mut((number >> COUNT_BITS) as usize)?;
        let index = made.index(number & ((1 << COUNT_BITS) - 1))?;
        let object = Arc::make_mut(made).objects.get_mut(index)?;
        let object = Arc::make_mut(object);
        object.digest.take();
        Some(object)
    }

    /// What changes from state to state.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Goes back to what there was in a state.
    pub(crate) fn restore(&mut self, store: Store) {
        self.store = store;
    }

    /// The number of objects that are kept.
    pub(crate) fn len(&self) -> usize {
        self.store.made.iter().map(|made| made.objects.len()).sum()
    }

    /// Drops dead objects, unless they are to be kept: nothing leads to them.
    pub(crate) fn drop_dead(&mut self, keep: impl Fn(u64) -> bool) {
        for (thread, made) in (0_u32..).zip(&mut self.store.made) {
            let kept = |(count, object): &(u64, &Arc<Object>)| {
                object.alive || keep(self::made(thread, *count))
            };
            let objects = made.numbers().zip(&made.objects).filter(kept);
            let mut fewer = Made {
                next: made.next,
                ..Made::default()
            };
            let mut expected = 0;
            for (count, object) in objects {
                fewer.gap(expected, count);
                fewer.objects.push(Arc::clone(object));
                expected = count + 1;
            }
            fewer.gap(expected, made.next);
            *made = Arc::new(fewer);
        }
    }

    /// A number for the contents of an object without pointers: the same for the same contents.
    pub(crate) fn digest(&self, object: &Object) -> Option<u128> {
        *object.digest.get_or_init(|| object.plain_digest())
    }

    /// Adds an object that a thread makes.
    pub(crate) fn push(&mut self, thread: u32, object: Object) -> u64 {
        let by_thread = self.made_by(thread);
        by_thread.objects.push(Arc::new(object));
        let count = by_thread.next;
        by_thread.next += 1;
        made(thread, count)
    }

    /// Drops the contents of an object that are not read any more.
    pub(crate) fn forget(&mut self, number: u64) {
        let unset = |object: &Object| {
            object.fresh == INDETERMINATE && object.first.is_none() && object.rest.is_empty()
        };
        let wanted = self
            .object(number)
            .is_some_and(|o| o.alive && !o.constant && !unset(o));
        if wanted && let Some(object) = self.object_mut(number) {
            object.renew(INDETERMINATE, 0);
        }
    }

    /// Ends the lifetime of an object and drops its contents.
    pub(crate) fn kill(&mut self, number: u64) {
        if let Some(object) = self.object_mut(number) {
            object.alive = false;
            object.renew(INDETERMINATE, 0);
        }
    }

    /// Sets every byte of an object to one value.
    pub(crate) fn fill_object(&mut self, number: u64, byte: u8) {
        if let Some(object) = self.object_mut(number) {
            object.renew(NUMBER, byte);
        }
    }

    /// Makes every byte of an object indeterminate; the oracle is asked about those of `origin`.
    pub(crate) fn havoc_object(&mut self, number: u64, origin: u64) {
        if let Some(object) = self.object_mut(number) {
            object.renew(INDETERMINATE, 0);
            object.origin = Some(origin);
        }
    }

    /// The object that the oracle is asked about for indeterminate bytes of an object.
    pub(crate) fn origin(&self, number: u64) -> u64 {
        let origin = self.object(number).and_then(|object| object.origin);
        origin.unwrap_or(number)
    }

    /// Creates the page around an offset before a write to it: pointers in rows get their tags.
    fn make_page(&mut self, number: u64, offset: u64) {
        let start = offset / PAGE * PAGE;
        let Some(object) = self.object(number) else {
            return;
        };
        let Some(rows) = object.rows.filter(|_| object.row_pointer(offset).is_some()) else {
            return;
        };
        let len = (object.size - start).min(PAGE);
        let mut tags = Vec::with_capacity(len as usize);
        for at in start..start + len {
            let part = rows.pointer(at).and_then(|(pointer, part)| {
                let first = self.tag_of(pointer)?;
                Some(first + part)
            });
            tags.push(part.unwrap_or(INDETERMINATE));
        }
        if let Some(object) = self.object_mut(number) {
            object.page_mut(start / PAGE).tags = tags.into();
        }
    }

    pub(crate) fn set_number(&mut self, number: u64, offset: u64, byte: u8) {
        self.make_page(number, offset);
        if let Some(object) = self.object_mut(number) {
            object.set_cell(offset, byte, NUMBER);
        }
    }

    /// Sets a byte to what [`Memory::byte`] said about one.
    pub(crate) fn set_byte(&mut self, number: u64, offset: u64, byte: Byte) {
        let (byte, tag) = match byte {
            Byte::Indeterminate => (0, INDETERMINATE),
            Byte::Number(byte) => (byte, NUMBER),
            // It is in memory, so that it has a tag.
            Byte::Part(pointer, part) => match self.tag_of(pointer) {
                Some(tag) => (0, tag + part),
                None => return,
            },
        };
        self.make_page(number, offset);
        if let Some(object) = self.object_mut(number) {
            object.set_cell(offset, byte, tag);
        }
    }

    /// Up to eight numbers in one page as a little-endian word; `None` when some byte is not a
    /// number or the bytes cross a page.
    pub(crate) fn word(&self, number: u64, offset: u64, len: usize) -> Option<u64> {
        let object = self.object(number)?;
        let Some(page) = object.page(offset / PAGE) else {
            let inside = offset % PAGE + len as u64 <= PAGE;
            let word = u64::from_le_bytes([object.fresh_byte; 8]);
            let word = word & (u64::MAX >> (64 - 8 * len.clamp(1, 8)));
            let same = object.fresh == NUMBER && object.rows.is_none();
            return (same && inside).then_some(word);
        };
        let at = (offset % PAGE) as usize;
        let tags = page.tags.get(at..at + len)?;
        if tags.iter().any(|tag| *tag != NUMBER) {
            return None;
        }
        let mut word = [0; 8];
        word.get_mut(..len)?
            .copy_from_slice(&page.bytes[at..at + len]);
        Some(u64::from_le_bytes(word))
    }

    /// Writes the low `len` (up to eight) bytes of a word.
    pub(crate) fn set_word(&mut self, number: u64, offset: u64, len: usize, word: u64) {
        self.make_page(number, offset);
        self.make_page(number, offset + (len as u64).saturating_sub(1));
        let Some(object) = self.object_mut(number) else {
            return;
        };
        let bytes = word.to_le_bytes();
        let at = (offset % PAGE) as usize;
        if at + len <= PAGE as usize {
            let page = object.page_mut(offset / PAGE);
            Arc::make_mut(&mut page.bytes)[at..at + len].copy_from_slice(&bytes[..len]);
            page.set_tags(at, len, NUMBER);
        } else {
            for (index, byte) in bytes[..len].iter().enumerate() {
                object.set_cell(offset + index as u64, *byte, NUMBER);
            }
        }
    }

    /// Writes all `len` parts of a pointer; false when too many different pointers were stored.
    #[must_use]
    pub(crate) fn set_pointer(
        &mut self,
        number: u64,
        offset: u64,
        len: u32,
        pointer: Pointer,
    ) -> bool {
        if pointer == Pointer::NULL {
            self.set_word(number, offset, len as usize, 0);
            return true;
        }
        let Some(tag) = self.tag_of(pointer) else {
            return false;
        };
        self.make_page(number, offset);
        self.make_page(number, offset + u64::from(len.saturating_sub(1)));
        if let Some(object) = self.object_mut(number) {
            for part in 0..len {
                object.set_cell(offset + u64::from(part), 0, tag + part);
            }
        }
        self.stored(number, pointer);
        true
    }

    /// The pointer whose parts, all and in order, are the `len` bytes from `offset`.
    pub(crate) fn whole_pointer(&self, number: u64, offset: u64, len: u32) -> Option<Pointer> {
        let object = self.object(number)?;
        if let Some((pointer, part)) = object.row_pointer(offset) {
            // Whole pages hold whole pointers.
            return (part == 0 && offset + u64::from(len) <= object.size).then_some(pointer);
        }
        let (_, tag) = object.cell(offset);
        let index = tag.checked_sub(FIRST_PART)?;
        let whole = index % PARTS == 0
            && (1..len).all(|part| object.cell(offset + u64::from(part)).1 == tag + part);
        whole.then(|| self.pointers[(index / PARTS) as usize])
    }

    /// Every pointer of which an object holds a part; adjacent parts of one pointer count once.
    pub(crate) fn pointers_in(&self, number: u64, mut visit: impl FnMut(Pointer)) {
        let Some(object) = self.object(number) else {
            return;
        };
        if let Some(Rows::Pointers { first, .. }) = object.rows {
            // The other parts lead to the same object.
            visit(first);
        }
        for page in object.first.iter().chain(object.rest.values()) {
            let mut last = None;
            for tag in page.tags.iter() {
                let index = tag.checked_sub(FIRST_PART).map(|part| part / PARTS);
                if let Some(index) = index
                    && last != Some(index)
                    && let Some(pointer) = self.pointers.get(index as usize)
                {
                    visit(*pointer);
                }
                last = index;
            }
        }
    }

    /// Describes the contents of an object, as they are kept: two objects with the same description
    /// have the same contents.
    pub(crate) fn describe(&self, number: u64, mut visit: impl FnMut(Run<'_>)) {
        let Some(object) = self.object(number) else {
            return;
        };
        visit(Run::Elsewhere(object.fresh, object.fresh_byte));
        if let Some(rows) = object.rows {
            match rows {
                Rows::Pointers { first, step, .. } => {
                    visit(Run::Part(first, 0));
                    visit(Run::At(step));
                }
                Rows::Texts { length } => visit(Run::At(length)),
            }
        }
        let first = object.first.iter().map(|page| (0, page));
        for (index, page) in first.chain(object.rest.iter().map(|(at, page)| (*at, page))) {
            visit(Run::At(index));
            let mut at = 0;
            while let Some(tag) = page.tags.get(at) {
                let same = page.tags[at..].iter().take_while(|other| *other == tag);
                let end = at + same.count();
                visit(match *tag {
                    INDETERMINATE => Run::Indeterminate(end - at),
                    NUMBER => Run::Numbers(&page.bytes[at..end]),
                    part => {
                        let index = ((part - FIRST_PART) / PARTS) as usize;
                        let pointer = self.pointers.get(index).copied();
                        let part = (part - FIRST_PART) % PARTS;
                        Run::Part(pointer.unwrap_or(Pointer::NULL), part)
                    }
                });
                at = end;
            }
        }
    }

    /// Copies one byte with its tag.
    pub(crate) fn copy_byte(&mut self, from: (u64, u64), to: (u64, u64)) {
        self.make_page(from.0, from.1);
        self.make_page(to.0, to.1);
        if let Some((byte, tag)) = self.object(from.0).map(|object| object.cell(from.1))
            && let Some(object) = self.object_mut(to.0)
        {
            object.set_cell(to.1, byte, tag);
            let pointer = tag
                .checked_sub(FIRST_PART)
                .map(|part| (part / PARTS) as usize);
            if let Some(pointer) = pointer.and_then(|index| self.pointers.get(index)) {
                self.stored(to.0, *pointer);
            }
        }
    }

    fn tag_of(&mut self, pointer: Pointer) -> Option<u32> {
        if let Some(&id) = self.pointer_ids.get(&pointer) {
            return Some(FIRST_PART + id * PARTS);
        }
        let id = u32::try_from(self.pointers.len()).ok()?;
        if id >= (u32::MAX - FIRST_PART) / PARTS - 1 {
            return None;
        }
        self.pointers.push(pointer);
        self.pointer_ids.insert(pointer, id);
        Some(FIRST_PART + id * PARTS)
    }
}
