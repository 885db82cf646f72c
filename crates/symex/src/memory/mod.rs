//! Memory as leaves: the contents of objects in one state.
//!
//! The contents of an object are the writes made so far over its first contents. A write at a
//! constant offset is a *leaf*: offset, size and value, never a copy of the whole object. Leaves
//! never overlap; an access that matches no leaf exactly is assembled byte by byte from those it
//! touches. Accesses at a symbolic offset choose between the leaves they can reach; if those are
//! too many, the part of the object they lie in becomes a *region*, one SMT array of cells.
//!
//! Modules: [`read`] and [`write`] at constant offsets, [`region`] and [`column`] for arrays of
//! cells, [`defined`] and [`table`] for arrays that are given by more than writes, [`access`] for
//! symbolic offsets and typed values, [`merge`] at joins, [`bulk`] for copies, [`pointers`] for all
//! pointers that an object holds.

mod access;
mod bulk;
mod bytes;
mod column;
mod defined;
mod merge;
mod overwrite;
mod pointers;
mod read;
mod region;
mod shapes;
mod table;
mod write;

#[cfg(test)]
mod tests;

pub(crate) use bytes::Bytes;
pub(crate) use defined::Definitions;
pub(crate) use shapes::Shapes;

use crate::marks::Marking;
use crate::object::ObjectId;
use crate::space::Space;
use crate::value::Value;
use cassay_base::PersistentMap;
use cassay_term::TermId;
use std::cell::Cell;
use std::rc::Rc;

/// The layer above the address space: contents of objects, in values and marks, and lifetimes.
///
/// Invariant: both layers of contents change together, and an object that is dead on a path has no
/// contents there.
pub(crate) struct Memory<'a> {
    pub space: Space<'a>,
    pub marking: Marking,
}

impl<'a> Memory<'a> {
    pub fn new(space: Space<'a>) -> Memory<'a> {
        Memory {
            marking: Marking::new(space.pool, space.program),
            space,
        }
    }
}

/// The largest leaf, in bytes; wider values are split.
pub const MAX_LEAF: u64 = 16;

/// A written part of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// Size in bytes, at most [`MAX_LEAF`].
    pub size: u64,
    /// [`Value::Bits`] of `8 * size` bits, or [`Value::Ptr`].
    pub value: Value,
}

/// The contents below the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The first contents of an object, from an offset on.
    Initial(ObjectId, u64),
    /// The same byte everywhere.
    Fill(TermId),
}

/// A part of an object kept as one SMT array. Indices are the byte offsets of whole cells. Cells
/// are contiguous or, in a *column* of an array of structs, one per element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// First byte.
    pub start: u64,
    /// The first byte plus the number of cells times their stride.
    pub end: u64,
    /// Bytes in a cell.
    pub cell: u64,
    /// Distance from one cell to the next; divides `end - start`.
    pub stride: u64,
    /// Whether cells hold pointers, as object number and offset side by side.
    pub pointers: bool,
    /// Width of an index.
    pub index_bits: u32,
    /// The array.
    pub array: TermId,
}

impl Region {
    /// Whether the cells are contiguous.
    fn is_solid(&self) -> bool {
        self.stride == self.cell
    }

    fn covers(&self, offset: u64, size: u64) -> bool {
        if self.is_solid() {
            return self.start <= offset && offset.saturating_add(size) <= self.end;
        }
        self.start <= offset
            && offset < self.end
            && (offset - self.start) % self.stride + size <= self.cell
    }

    fn touches(&self, offset: u64, size: u64) -> bool {
        self.cells_in(offset, offset.saturating_add(size))
            .next()
            .is_some()
    }

    /// The end of the last cell.
    fn last_byte(&self) -> u64 {
        self.end - (self.stride - self.cell)
    }

    /// The starts of the cells that share a byte with a range.
    fn cells_in(&self, low: u64, high: u64) -> impl Iterator<Item = u64> + use<> {
        let before = low.saturating_sub(self.start);
        let skipped = before / self.stride + u64::from(before % self.stride >= self.cell);
        let first = skipped
            .checked_mul(self.stride)
            .and_then(|bytes| bytes.checked_add(self.start));
        let (stride, end) = (self.stride, self.end.min(high));
        let mut next = first;
        std::iter::from_fn(move || {
            let at = next.filter(|at| *at < end)?;
            next = at.checked_add(stride);
            Some(at)
        })
    }

    /// Whether two regions share a byte; false for different columns of one array only.
    fn overlaps(&self, other: &Region) -> bool {
        if self.last_byte() <= other.start || other.last_byte() <= self.start {
            return false;
        }
        if self.stride != other.stride {
            return true;
        }
        let (low, high) = if self.start <= other.start {
            (self, other)
        } else {
            (other, self)
        };
        let distance = (high.start - low.start) % self.stride;
        distance < low.cell || distance + high.cell > self.stride
    }

    /// Whether two regions differ in nothing but their contents.
    fn same_shape(&self, other: &Region) -> bool {
        Region {
            array: self.array,
            ..*other
        } == *self
    }
}

/// The kind of contents. Both layers have the same shape and are processed in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The values of bytes.
    Values,
    /// Which bits are initialised ([`crate::marks`]): bits, never pointers.
    Marks,
}

/// The contents of all objects in one state, in one layer. An absent object has its first contents;
/// in the layer of marks, it is fully initialised.
#[derive(Clone, Debug)]
pub struct Contents {
    layer: Layer,
    objects: PersistentMap<Rc<Content>>,
}

impl Contents {
    /// A layer in which no object was written.
    pub fn new(layer: Layer) -> Self {
        Contents {
            layer,
            objects: PersistentMap::new(),
        }
    }

    /// The layer.
    pub fn layer(&self) -> Layer {
        self.layer
    }

    /// The contents of an object; `None` when it was not written.
    pub fn get(&self, object: ObjectId) -> Option<&Rc<Content>> {
        self.objects.get(u64::from(object.0))
    }

    /// Sets the contents of an object.
    pub fn insert(&mut self, object: ObjectId, mut content: Rc<Content>) {
        debug_assert_eq!(self.layer, content.layer);
        if let Some(new) = Rc::get_mut(&mut content) {
            new.targets.set(None);
        }
        self.objects.insert(u64::from(object.0), content);
    }

    /// Removes the contents of an object.
    pub fn remove(&mut self, object: ObjectId) {
        self.objects.remove(u64::from(object.0));
    }

    /// Visits the objects that were written, in order of their numbers.
    pub fn for_each(&self, mut visit: impl FnMut(ObjectId, &Rc<Content>)) {
        self.objects
            .for_each(|key, content| visit(object_of(key), content));
    }

    /// Visits the objects whose contents differ between the two.
    pub fn differences(
        &self,
        other: &Contents,
        mut visit: impl FnMut(ObjectId, Option<&Rc<Content>>, Option<&Rc<Content>>),
    ) {
        self.objects.diff(&other.objects, |key, x, y| {
            let same = matches!((x, y), (Some(x), Some(y)) if Rc::ptr_eq(x, y));
            if !same {
                visit(object_of(key), x, y);
            }
        });
    }
}

fn object_of(key: u64) -> ObjectId {
    ObjectId(u32::try_from(key).expect("keys are object numbers"))
}

/// The contents of an object in one state, in one layer.
#[derive(Clone, Debug)]
pub struct Content {
    /// The layer.
    pub layer: Layer,
    /// The contents below the leaves and regions.
    pub base: Base,
    /// Leaves by offset.
    pub leaves: PersistentMap<Leaf>,
    /// Regions; none overlaps a leaf or another region.
    pub regions: Vec<Region>,
    /// Cache of contents that are in a state: a number for the heap objects they point to ([`crate::apart`]).
    pub targets: Cell<Option<u64>>,
}

impl Content {
    /// The first contents of an object.
    pub fn initial(object: ObjectId) -> Self {
        Content::over(Layer::Values, Base::Initial(object, 0))
    }

    /// A base without any writes.
    pub fn over(layer: Layer, base: Base) -> Self {
        Content {
            layer,
            base,
            leaves: PersistentMap::new(),
            regions: Vec::new(),
            targets: Cell::new(None),
        }
    }

    /// The leaf that covers a byte, with its offset.
    pub fn leaf_at(&self, byte: u64) -> Option<(u64, &Leaf)> {
        (byte.saturating_sub(MAX_LEAF - 1)..=byte)
            .rev()
            .find_map(|start| {
                let leaf = self.leaves.get(start)?;
                (start + leaf.size > byte).then_some((start, leaf))
            })
    }

    /// The region that covers a byte.
    pub fn region_at(&self, byte: u64) -> Option<&Region> {
        self.regions.iter().find(|region| region.covers(byte, 1))
    }

    /// The end of the run of bytes, starting at `from`, that are in no leaf and no region.
    fn gap_end(&self, from: u64, limit: u64) -> u64 {
        let limit = self.regions.iter().fold(limit, |limit, region| {
            let next = region.cells_in(from + 1, limit).next();
            limit.min(next.map_or(limit, |start| start.max(from + 1)))
        });
        (from + 1..limit)
            .find(|at| self.leaves.get(*at).is_some())
            .unwrap_or(limit)
    }
}
