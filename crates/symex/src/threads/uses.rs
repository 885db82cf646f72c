//! Which threads use which memory, and how shared objects are divided into cells.

use cassay_ir::{BlockId, FuncId};
use std::collections::{BTreeMap, BTreeSet};

/// A statement of the program.
pub(crate) type Site = (FuncId, BlockId, usize);

/// The most parts of an object that are cells of their own.
const MOST_PARTS: usize = 4096;

/// The most offsets of pointers in a cell that are told apart.
pub(super) const MOST_OFFSETS: usize = 4;

/// A part of an object that is accessed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    pub start: u64,
    pub size: u64,
    /// Whether it holds a pointer.
    pub pointer: bool,
}

impl Part {
    /// A number of some bytes.
    pub fn bytes(size: u64) -> Part {
        Part {
            start: 0,
            size,
            pointer: false,
        }
    }
}

/// How an object is divided into cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Parts at constant offsets, which do not overlap, in order. Each is a cell.
    Parts(Vec<Part>),
    /// One cell of elements of equal size, at offsets that are multiples of it.
    Elements {
        /// Bytes of an element.
        size: u64,
        /// Whether they are pointers.
        pointers: bool,
    },
    /// It is accessed in ways that fit no division.
    Unclear,
}

/// How an object is used by threads that run at the same time as others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ObjectUses {
    readers: BTreeSet<u32>,
    writers: BTreeSet<u32>,
    /// Those that end its life.
    enders: BTreeSet<u32>,
    /// Those that create it while others run.
    creators: BTreeSet<u32>,
    /// Those that ask whether it is left when the program ends.
    askers: BTreeSet<u32>,
    parts: BTreeSet<Part>,
    /// Sizes of accesses at symbolic offsets, whether these are multiples of the size, and whether
    /// pointers are accessed.
    moving: BTreeSet<(u64, bool, bool)>,
}

impl ObjectUses {
    fn users(&self) -> BTreeSet<u32> {
        let all = self.readers.iter().chain(&self.writers);
        all.chain(&self.enders).copied().collect()
    }

    /// Whether its life is known to more than one thread.
    fn shares_life(&self) -> bool {
        let lives = self.creators.iter().chain(&self.enders);
        let concerned: BTreeSet<u32> = lives.chain(&self.askers).copied().collect();
        let asked = !self.askers.is_empty() && concerned.len() > 1;
        asked || !self.enders.is_empty() && self.users().len() > 1
    }

    fn shape(&self) -> Shape {
        if self.moving.is_empty() {
            return Shape::Parts(divided(&self.parts));
        }
        // The largest unit of which every access covers whole ones.
        let moving = self
            .moving
            .iter()
            .map(|&(size, aligned, _)| if aligned { size } else { 1 });
        let parts = self.parts.iter().flat_map(|part| [part.start, part.size]);
        let size = moving.chain(parts).fold(0, gcd).max(1);
        let moving = self
            .moving
            .iter()
            .map(|&(size, _, pointer)| (size, pointer));
        let parts = self.parts.iter().map(|part| (part.size, part.pointer));
        let pointers: BTreeSet<u64> = moving
            .chain(parts)
            .filter_map(|(size, pointer)| pointer.then_some(size))
            .collect();
        match pointers.first() {
            // Pointers cannot be divided.
            Some(whole) if *whole != size => Shape::Unclear,
            whole => Shape::Elements {
                size,
                pointers: whole.is_some(),
            },
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Divides accesses at constant offsets so that each touches whole parts.
fn divided(accesses: &BTreeSet<Part>) -> Vec<Part> {
    let ends = accesses
        .iter()
        .flat_map(|part| [part.start, part.start + part.size]);
    let borders: BTreeSet<u64> = ends.collect();
    let borders: Vec<u64> = borders.into_iter().collect();
    let mut parts = Vec::new();
    for pair in borders.windows(2) {
        let (start, end) = (pair[0], pair[1]);
        let mut touching = accesses
            .iter()
            .filter(|part| part.start <= start && end <= part.start + part.size)
            .peekable();
        if touching.peek().is_some() {
            let whole =
                |part: &&Part| part.pointer && part.start == start && part.start + part.size == end;
            parts.push(Part {
                start,
                size: end - start,
                pointer: touching.any(|part| whole(&part)),
            });
        }
    }
    parts
}

/// An access, as far as uses are concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reach {
    /// At a constant offset.
    At(Part),
    /// At a symbolic one.
    Moving {
        size: u64,
        aligned: bool,
        pointer: bool,
    },
}

/// What all threads use, over several rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    objects: BTreeMap<u32, ObjectUses>,
    /// Statements that access shared memory.
    sites: BTreeSet<Site>,
    /// The objects that pointers in cells lead to, by object and start of the cell.
    targets: BTreeMap<(u32, u64), BTreeSet<u32>>,
    /// The offsets of these pointers; none if they are not few constants.
    offsets: BTreeMap<(u32, u64), Option<BTreeSet<u64>>>,
    threads: BTreeSet<u32>,
}

impl Uses {
    pub fn add(&mut self, object: u32, thread: u32, writes: bool, reach: Reach) {
        let uses = self.objects.entry(object).or_default();
        match writes {
            true => uses.writers.insert(thread),
            false => uses.readers.insert(thread),
        };
        match reach {
            Reach::At(part) if uses.parts.len() < MOST_PARTS => {
                uses.parts.insert(part);
            }
            // An object of many parts becomes one cell of elements.
            Reach::At(part) => {
                let aligned = part.start.is_multiple_of(part.size.max(1));
                uses.moving.insert((part.size, aligned, part.pointer));
            }
            Reach::Moving {
                size,
                aligned,
                pointer,
            } => {
                uses.moving.insert((size, aligned, pointer));
            }
        }
    }

    /// A thread ends the life of an object.
    pub fn add_end(&mut self, object: u32, thread: u32) {
        let uses = self.objects.entry(object).or_default();
        uses.enders.insert(thread);
    }

    /// Whether the life of an object is ended while others run, by a thread other than the one given.
    pub fn is_ended_by_another(&self, object: u32, than: Option<u32>) -> bool {
        let uses = self.objects.get(&object);
        uses.is_some_and(|uses| uses.enders.iter().any(|ender| Some(*ender) != than))
    }

    /// A thread creates an object.
    pub fn add_creation(&mut self, object: u32, thread: u32) {
        let uses = self.objects.entry(object).or_default();
        uses.creators.insert(thread);
    }

    /// A thread asks whether an object is left when the program ends.
    pub fn add_question(&mut self, object: u32, thread: u32) {
        let uses = self.objects.entry(object).or_default();
        uses.askers.insert(thread);
    }

    /// A thread needs to know whether an object is alive.
    pub fn add_look(&mut self, object: u32, thread: u32) {
        let uses = self.objects.entry(object).or_default();
        uses.readers.insert(thread);
    }

    pub fn add_site(&mut self, site: Site) {
        self.sites.insert(site);
    }

    pub fn is_visible(&self, site: Site) -> bool {
        self.sites.contains(&site)
    }

    pub fn sites(&self) -> &BTreeSet<Site> {
        &self.sites
    }

    /// A pointer to one of some objects is written to a cell, at one of a few constant offsets, or at any.
    pub fn add_targets(
        &mut self,
        cell: (u32, u64),
        objects: impl Iterator<Item = u32>,
        offsets: Option<BTreeSet<u64>>,
    ) {
        self.targets.entry(cell).or_default().extend(objects);
        let known = self.offsets.entry(cell).or_insert(Some(BTreeSet::new()));
        match (&mut *known, offsets) {
            (Some(all), Some(offsets)) if all.len() <= MOST_OFFSETS => all.extend(offsets),
            (Some(_), _) => *known = None,
            (None, _) => {}
        }
    }

    /// The offsets of the pointers in a cell; none if they are not few constants.
    pub fn offsets(&self, cell: (u32, u64)) -> Option<BTreeSet<u64>> {
        match self.offsets.get(&cell) {
            Some(offsets) => offsets.clone(),
            None => Some(BTreeSet::new()),
        }
    }

    pub fn targets(&self, cell: (u32, u64)) -> impl Iterator<Item = u32> {
        let targets = self.targets.get(&cell);
        targets.into_iter().flatten().copied()
    }

    /// The objects that pointers in any cell lead to.
    pub fn all_targets(&self) -> impl Iterator<Item = u32> {
        self.targets.values().flatten().copied()
    }

    pub fn add_thread(&mut self, thread: u32) {
        self.threads.insert(thread);
    }

    pub fn threads(&self) -> impl Iterator<Item = u32> {
        self.threads.iter().copied()
    }

    /// How the objects are divided that one thread writes and another one uses.
    pub fn shapes(&self) -> BTreeMap<u32, Shape> {
        let shared = |uses: &ObjectUses| !uses.writers.is_empty() && uses.users().len() > 1;
        let objects = self.objects.iter().filter(|(_, uses)| shared(uses));
        objects.map(|(id, uses)| (*id, uses.shape())).collect()
    }

    /// The objects whose lives one thread ends while another one uses them, or begins or ends while
    /// another one asks whether they are left.
    pub fn lives(&self) -> BTreeSet<u32> {
        let objects = self.objects.iter();
        let objects = objects.filter(|(_, uses)| uses.shares_life());
        objects.map(|(id, _)| *id).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(start: u64, size: u64, pointer: bool) -> Part {
        Part {
            start,
            size,
            pointer,
        }
    }

    #[test]
    fn accesses_touch_whole_parts() {
        let accesses = [part(0, 8, false), part(4, 4, false), part(16, 8, true)];
        let parts = divided(&accesses.into_iter().collect());
        assert_eq!(
            parts,
            [part(0, 4, false), part(4, 4, false), part(16, 8, true)]
        );
    }

    #[test]
    fn memory_is_shared_if_one_thread_writes_what_another_uses() {
        let mut uses = Uses::default();
        let at = Reach::At(part(0, 4, false));
        uses.add(1, 0, false, at);
        uses.add(1, 1, false, at);
        uses.add(2, 1, true, at);
        uses.add(3, 0, false, at);
        uses.add(3, 1, true, at);
        assert_eq!(uses.shapes().into_keys().collect::<Vec<_>>(), [3]);
        uses.add_end(1, 0);
        assert_eq!(uses.lives(), [1].into());
        uses.add_creation(4, 1);
        assert_eq!(uses.lives(), [1].into());
        uses.add_question(4, 0);
        assert_eq!(uses.lives(), [1, 4].into());
    }

    #[test]
    fn elements_are_divided_unless_they_are_pointers() {
        let moving = |size, pointer| Reach::Moving {
            size,
            aligned: true,
            pointer,
        };
        let mut uses = Uses::default();
        for (object, reaches) in [
            (1, [moving(4, false), Reach::At(part(8, 4, false))]),
            (2, [moving(4, false), Reach::At(part(6, 4, false))]),
            (3, [moving(8, true), Reach::At(part(4, 4, false))]),
            (4, [moving(8, true), Reach::At(part(16, 16, false))]),
        ] {
            for (thread, reach) in reaches.into_iter().enumerate() {
                uses.add(object, thread as u32, true, reach);
            }
        }
        let elements = |size| Shape::Elements {
            size,
            pointers: false,
        };
        let shapes = uses.shapes();
        assert_eq!(shapes[&1], elements(4));
        assert_eq!(shapes[&2], elements(2));
        assert_eq!(shapes[&3], Shape::Unclear);
        let pointers = Shape::Elements {
            size: 8,
            pointers: true,
        };
        assert_eq!(shapes[&4], pointers);
    }
}
