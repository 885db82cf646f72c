//! All objects of an execution, on any path: their properties, when they were created, and which of
//! them have addresses. Their contents belong to states ([`crate::memory`]).

use crate::lifetime::Birth;
use crate::memory::Definitions;
use crate::object::{ObjectId, Objects};
use crate::reuse::Maker;
use cassay_ir::{LocalId, Program};
use cassay_term::{Pool, TermId};
use std::collections::{BTreeMap, HashMap};

/// The objects of an execution.
pub(crate) struct Store {
    pub objects: Objects,
    /// The object that a symbol is the start address of.
    pub bases: HashMap<TermId, ObjectId>,
    /// Definitions of arrays.
    pub definitions: Definitions,
    /// Heap objects, in order of creation.
    pub heap: Vec<ObjectId>,
    /// The creation of each object that does not exist from the start.
    pub births: HashMap<ObjectId, Birth>,
    /// Objects that have an address, in the order in which they got it.
    pub exposed: Vec<ObjectId>,
    /// The number of objects at the first end of a lifetime.
    pub first_death: Option<usize>,
    /// Objects whose life ends with an activation at the latest, by the number of the activation.
    pub automatic: HashMap<u64, Vec<ObjectId>>,
    /// The first object of a variable in an activation that went out of scope.
    pub retired: BTreeMap<(u64, LocalId), ObjectId>,
    /// The objects that were made at each place, for executions that are kept apart ([`crate::reuse`]).
    pub made: HashMap<Maker, Vec<ObjectId>>,
    /// Cache: whether an address of an object occurs in a term.
    pub with_address: HashMap<TermId, bool>,
}

impl Store {
    /// The objects that exist from the start.
    pub fn new(pool: &mut Pool, program: &Program) -> Self {
        Store {
            objects: Objects::new(pool, program),
            bases: HashMap::new(),
            definitions: Definitions::default(),
            heap: Vec::new(),
            births: HashMap::new(),
            exposed: Vec::new(),
            first_death: None,
            automatic: HashMap::new(),
            retired: BTreeMap::new(),
            made: HashMap::new(),
            with_address: HashMap::new(),
        }
    }
}
