//! All objects of an execution, whatever the path: what they are, when they were made, and which of them
//! have addresses. What they hold is a matter of states ([`crate::memory`]).

use crate::lifetime::Birth;
use crate::memory::Definitions;
use crate::object::{ObjectId, Objects};
use cassay_ir::{LocalId, Program};
use cassay_term::{Pool, TermId};
use std::collections::{BTreeMap, HashMap};

/// The objects of an execution.
pub(crate) struct Store {
    pub objects: Objects,
    /// Which object a symbol is the start address of.
    pub bases: HashMap<TermId, ObjectId>,
    /// Arrays that are given by what they hold.
    pub definitions: Definitions,
    /// Heap objects, in the order they were made.
    pub heap: Vec<ObjectId>,
    /// When objects that do not exist from the start were made.
    pub births: HashMap<ObjectId, Birth>,
    /// Objects that have an address, in the order in which they got it.
    pub exposed: Vec<ObjectId>,
    /// How many objects there were when one first died.
    pub first_death: Option<usize>,
    /// The first object of a variable in an activation that went out of scope.
    pub retired: BTreeMap<(u64, LocalId), ObjectId>,
    /// Whether addresses of objects occur in terms, as far as somebody asked.
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
            retired: BTreeMap::new(),
            with_address: HashMap::new(),
        }
    }
}
