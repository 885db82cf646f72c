//! Which states are kept apart at a join.
//!
//! Merging makes the pointers of two paths choices. Where they lead to objects of the heap, each later access
//! chooses too, and each structure that is built of such objects is all structures at once: four insertions into
//! a tree are not executed any more. So states are merged only if their heaps have the same *shape*: every
//! place that holds a pointer to a heap object in one holds the same one in the other. Everything else is
//! merged as ever. A vector has one state for each size then, not one for each subset of its insertions.
//!
//! Where in a heap object a pointer leads is part of the shape if its holder has other pointers, as a vector has to
//! its begin and end. A pointer alone walks, and every step would be another shape.
//!
//! Shapes leave out what constants do not show: pointers that are choices already, and cells of arrays. A
//! shape is a number computed from its pointers. Should two shapes have the same number, they are merged,
//! which is right as well.
//!
//! Keeping states apart multiplies the work, at worst with every branch. So it is tried: if there are too many states
//! or statements, the execution is given up, and the program is executed with all states merged.
//!
//! Invariant: which states are merged changes no execution that the equation has.

use crate::liveness::Liveness;
use crate::marks::MARKS;
use crate::memory::{Content, Memory};
use crate::object::{ObjectId, ObjectKind};
use crate::space::Space;
use crate::state::{RESULT, State};
use crate::value::Value;
use cassay_base::Id;
use cassay_ir::{BlockId, TempId};
use std::collections::BTreeMap;

/// The most states that are kept apart at one place.
const MOST_STATES: usize = 160;
/// The most statements that are executed for states kept apart from others.
const MOST_STEPS: u64 = 400_000;
/// The most heap objects of which shapes are computed.
const MOST_OBJECTS: usize = 1000;
/// The largest object whose pointers are looked at, in bytes.
const MOST_BYTES: u64 = 4096;

/// Whether states are kept apart, and what that has cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Apart {
    on: bool,
    parted: bool,
    given_up: bool,
    steps: u64,
}

impl Apart {
    /// Keeps states apart from now on.
    pub fn start(&mut self) {
        self.on = true;
    }

    /// Whether states may be kept apart.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Whether some were.
    pub fn has_parted(&self) -> bool {
        self.parted
    }

    /// Whether the execution is to be repeated with all states merged.
    pub fn is_given_up(&self) -> bool {
        self.given_up
    }

    /// Stops this execution.
    pub fn give_up(&mut self) {
        self.given_up = true;
    }
}

/// Where states meet.
#[derive(Clone, Copy)]
pub(crate) enum Join<'a> {
    /// At the start of a block.
    Block(&'a Liveness, BlockId),
    /// At the end of an activation.
    Exit(u64),
    /// Behind the targets of a call.
    Targets,
}

impl<'a> Join<'a> {
    fn live(self) -> Option<(&'a Liveness, BlockId)> {
        match self {
            Join::Block(liveness, block) => Some((liveness, block)),
            Join::Exit(_) | Join::Targets => None,
        }
    }

    /// Whether a temporary is of use behind the join.
    fn keeps(self, key: u64) -> bool {
        match (self.live(), u32::try_from(key)) {
            (Some((liveness, block)), Ok(temp)) => liveness.at_start(block, TempId(temp)),
            (Some(_), Err(_)) => false,
            (None, _) => key == RESULT,
        }
    }
}

impl Space<'_> {
    /// Counts a statement that is about to be executed.
    pub(crate) fn count_apart(&mut self) {
        if self.apart.parted && self.here.lane != 0 {
            self.apart.steps += 1;
            self.apart.given_up |= self.apart.steps > MOST_STEPS;
        }
    }
}

impl Memory<'_> {
    /// Merges the states that meet at a join, except for those that are kept apart: they come in the order of their
    /// shapes' first states.
    pub(crate) fn merge_alike(&mut self, states: Vec<State>, join: Join<'_>) -> Vec<State> {
        let heap = self.space.store.heap.len();
        if states.len() < 2 || !self.space.apart.on || heap == 0 || heap > MOST_OBJECTS {
            return self.merge_all(states, join.live()).into_iter().collect();
        }
        let mut order: Vec<u64> = Vec::new();
        let mut groups: BTreeMap<u64, Vec<State>> = BTreeMap::new();
        for state in states {
            let shape = self.shape(&state, join);
            let group = groups.entry(shape).or_default();
            if group.is_empty() {
                order.push(shape);
            }
            group.push(state);
        }
        if order.len() > 1 {
            self.space.apart.parted = true;
            self.space.path.guards.cover_parts();
        }
        if order.len() > MOST_STATES {
            self.space.apart.give_up();
        }
        let groups = order.iter().filter_map(|shape| groups.remove(shape));
        let merged = groups.map(|group| self.merge_all(group, join.live()));
        merged.flatten().collect()
    }

    /// A number for the pointers to heap objects that a state holds behind a join.
    fn shape(&self, state: &State, join: Join<'_>) -> u64 {
        let mut shape = Digest::default();
        state.memory.for_each(|id, content| {
            if self.is_looked_at(id, join) {
                let targets = match content.targets.get() {
                    Some(known) => known,
                    None => {
                        let targets = self.targets(content);
                        content.targets.set(Some(targets));
                        targets
                    }
                };
                if targets != Digest::default().0 {
                    shape.add(u64::from(id.0));
                    shape.add(targets);
                }
            }
        });
        state.temps.for_each(|key, value| {
            if key & MARKS == 0 && join.keeps(key) {
                self.add_target(&mut shape, (key, false), value);
            }
        });
        shape.0
    }

    fn is_looked_at(&self, id: ObjectId, join: Join<'_>) -> bool {
        let object = self.space.store.objects.get(id);
        let ends = matches!(join, Join::Exit(number)
            if object.kind.is_automatic() && object.activation == number);
        !ends && object.const_size.is_some_and(|size| size <= MOST_BYTES)
    }

    /// A number for the pointers to heap objects that an object holds.
    fn targets(&self, content: &Content) -> u64 {
        let mut targets = Digest::default();
        let leaves = &content.leaves;
        let mut pointers = 0;
        leaves.for_each(|_, leaf| pointers += u32::from(matches!(leaf.value, Value::Ptr(_))));
        let exact = pointers > 1;
        leaves.for_each(|offset, leaf| {
            self.add_target(&mut targets, (offset, exact), &leaf.value);
        });
        targets.0
    }

    /// Adds the object that a pointer leads to, and where in it if that is wanted.
    fn add_target(&self, digest: &mut Digest, (place, exact): (u64, bool), value: &Value) {
        let pointer = match value {
            Value::Bits(_) => return,
            Value::Ptr(pointer) => pointer,
            Value::Aggregate(items) => {
                for item in items.iter() {
                    self.add_target(digest, (place, exact), item);
                }
                return;
            }
        };
        let Some(object) = self.space.constant_object(pointer.object) else {
            return;
        };
        if self.space.store.objects.get(object).kind == ObjectKind::Heap {
            digest.add(place);
            digest.add(object.index() as u64);
            if exact {
                let offset = self.space.pool.as_u64(pointer.offset);
                digest.add(offset.unwrap_or(u64::MAX));
            }
        }
    }
}

/// A number for a sequence of numbers.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Digest(0x9e37_79b9_7f4a_7c15)
    }
}

impl Digest {
    fn add(&mut self, number: u64) {
        let mixed = (self.0.rotate_left(23) ^ number).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ (mixed >> 32);
    }
}
