//! Lifetimes of objects: declarations, scopes, allocation, `free`.

use crate::accesses::AccessKind;
use crate::equation::{Input, InputKind, Operation};
use crate::guard::GuardId;
use crate::here::At;
use crate::memory::Content;
use crate::memory::Memory;
use crate::object::{Initial, Object, ObjectId, ObjectKind};
use crate::state::State;
use crate::value::Pointer;
use cassay_base::PersistentMap;
use cassay_ir::{AllocKind, Family, FuncId, LocalId, MemoryPredicate, TypeId};
use cassay_term::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The creation of an object.
#[derive(Clone, Debug)]
pub(crate) struct Birth {
    /// The path condition of its creation.
    pub guard: GuardId,
    /// The thread that creates it.
    pub thread: u32,
    /// The objects that were alive then, as far as the thread knows.
    pub alive: PersistentMap<TermId>,
    /// Its creations by executions that were kept apart from these.
    pub again: Vec<Again>,
}

/// Another creation of an object ([`crate::reuse`]).
#[derive(Clone, Debug)]
pub(crate) struct Again {
    /// The path condition of its creation.
    pub guard: GuardId,
    /// The objects that were alive then.
    pub alive: PersistentMap<TermId>,
}

/// Rows of an object in executions that are to be shown.
const FEW_ROWS: u64 = 12;
/// Bytes of an object of any size in executions that are to be shown.
const FEW_BYTES: u64 = 4096;

impl Memory<'_> {
    pub(crate) fn declare(&mut self, state: &mut State, function: FuncId, local: LocalId) {
        let program = self.space.program;
        let declared = &program.functions[function].locals[local];
        // A declaration that is reached again without leaving its scope also starts a new lifetime.
        self.end_scope(state, local);
        let bytes = program.types.alloc_size(declared.ty);
        let size = self.space.pool.bv_u64(self.space.width, bytes);
        let kind = ObjectKind::Local(function, local);
        let object = self.new_object(
            state,
            kind,
            size,
            declared.align,
            Some(declared.ty),
            Initial::Unknown,
        );
        let term = self.space.store.objects.term(self.space.pool, object);
        state.locals.insert(u64::from(local.0), term);
    }

    /// Makes the object of a variable constant, so that every write after the initialisation is
    /// invalid on every path. This affects no other lifetime of the variable, since each is an
    /// object of its own.
    pub(crate) fn seal(&mut self, state: &State, local: LocalId) {
        let Some(object) = state.locals.get(u64::from(local.0)).copied() else {
            return;
        };
        if let Some(object) = self.space.constant_object(object) {
            self.space.store.objects.get_mut(object).constant = true;
        }
    }

    pub(crate) fn end_scope(&mut self, state: &mut State, local: LocalId) {
        let Some(object) = state.locals.get(u64::from(local.0)).copied() else {
            return;
        };
        let pointer = Pointer {
            object,
            offset: self.space.pool.bv_u64(self.space.width, 0),
        };
        let ended = self.space.candidates(pointer).list;
        for candidate in &ended {
            if self
                .space
                .store
                .objects
                .get(candidate.object)
                .kind
                .is_automatic()
            {
                self.end_life(state, candidate.object, candidate.cond);
            }
        }
        if let [one] = ended.as_slice() {
            self.retire(state, local, one.object);
        }
    }

    /// Redirects a variable whose object is dead to the variable's first object in this activation,
    /// if that is dead as well. Dead objects of one variable are indistinguishable, and a join
    /// after many iterations then has one object to choose from instead of one per iteration.
    fn retire(&mut self, state: &mut State, local: LocalId, object: ObjectId) {
        let activation = self.space.here.activation;
        let first = *self
            .space
            .store
            .retired
            .entry((activation, local))
            .or_insert(object);
        let dead = |object| self.space.pool.as_bool(self.space.alive(state, object)) == Some(false);
        // It may also be one that only executions kept apart from these have created.
        let made = state.alive.get(u64::from(first.0)).is_some();
        if first != object && made && dead(object) && dead(first) {
            let term = self.space.store.objects.term(self.space.pool, first);
            state.locals.insert(u64::from(local.0), term);
        }
    }

    /// Ends the lifetime of an object where a condition holds.
    pub(crate) fn end_life(&mut self, state: &mut State, object: ObjectId, cond: TermId) {
        self.space
            .store
            .first_death
            .get_or_insert(self.space.store.objects.len());
        let key = u64::from(object.0);
        let alive = self.space.alive(state, object);
        if self.space.pool.as_bool(alive) != Some(false) {
            self.space.record_life(state, AccessKind::End, object);
        }
        let not = self.space.pool.not(cond);
        let still = self.space.pool.and(alive, not);
        state.alive.insert(key, still);
        if self.space.pool.as_bool(still) == Some(false) {
            // Its contents cannot be read any more.
            state.memory.remove(object);
            state.marks.remove(object);
        }
        self.life_ended(state, object, cond);
    }

    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        size: TermId,
        align: u64,
        kind: AllocKind,
        rows: Option<Initial>,
    ) -> Pointer {
        let (object_kind, initial) = match kind {
            AllocKind::Heap
            | AllocKind::New
            | AllocKind::NewArray
            | AllocKind::NewAligned
            | AllocKind::NewArrayAligned => (ObjectKind::Heap, Initial::Unknown),
            AllocKind::ZeroedHeap => (ObjectKind::Heap, Initial::Data(Rc::default())),
            AllocKind::Stack | AllocKind::Static => {
                (ObjectKind::Stack, rows.unwrap_or(Initial::Unknown))
            }
        };
        if let Initial::Texts(length) = initial {
            // A counterexample with a few arguments is easier to read than one with a billion.
            let most = self.space.pool.bv_u64(self.space.width, FEW_ROWS * length);
            let few = self.space.pool.ule(size, most);
            self.space.out.wishes.push(few);
        }
        if self.space.pool.as_u64(size).is_none() {
            self.prefer_few_bytes(state, size);
        }
        let object = self.new_object(state, object_kind, size, align, None, initial);
        if let Some(family) = kind.family() {
            self.space.store.objects.get_mut(object).family = family;
        }
        if kind == AllocKind::Static {
            // It belongs to no activation, so that no return ends its lifetime.
            self.space.store.objects.get_mut(object).activation = 0;
            self.mark_new(state, object, true);
        }
        self.space.pointer_to(object, 0)
    }

    /// A counterexample with little memory is easier to read and takes less time to replay.
    fn prefer_few_bytes(&mut self, state: &State, size: TermId) {
        let most = self.space.pool.bv_u64(self.space.width, FEW_BYTES);
        let few = self.space.pool.ule(size, most);
        let here = self.space.path.guards.term(state.guard);
        let few = self.space.pool.implies(here, few);
        self.space.out.wishes.push(few);
    }

    pub(crate) fn new_object(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        size: TermId,
        align: u64,
        ty: Option<TypeId>,
        initial: Initial,
    ) -> ObjectId {
        let has_values = !matches!(initial, Initial::Unknown);
        let wanted = Object {
            number: 0,
            kind,
            size,
            const_size: self.space.pool.as_u64(size),
            align: align.max(1),
            family: Family::Malloc,
            constant: false,
            ty,
            activation: self.space.here.activation,
            initial,
            unknown: BTreeMap::new(),
            unknown_array: None,
            address: None,
            exposed: None,
        };
        let object = match self.space.made_elsewhere(state, &wanted) {
            Some(object) => object,
            None => self.add_object(state, wanted),
        };
        self.new_input_object(state, object);
        state
            .alive
            .insert(u64::from(object.0), self.space.pool.tru());
        state
            .memory
            .insert(object, Rc::new(Content::initial(object)));
        self.mark_new(state, object, has_values);
        self.space.record_life(state, AccessKind::Begin, object);
        self.created(state, object);
        object
    }

    /// Adds an object that no execution has created before.
    fn add_object(&mut self, state: &State, object: Object) -> ObjectId {
        let kind = object.kind;
        let number = self.space.object_here();
        let object = Object { number, ..object };
        let object = self.space.store.objects.push_or_replace(object);
        let threads = self.space.threads.as_ref();
        let birth = Birth {
            guard: state.guard,
            thread: threads.map_or(0, |threads| threads.thread),
            alive: state.alive.clone(),
            again: Vec::new(),
        };
        self.space.store.births.insert(object, birth);
        if kind == ObjectKind::Heap {
            self.space.store.heap.push(object);
        }
        if kind.is_automatic() {
            let owned = self.space.store.automatic.entry(self.space.here.activation);
            owned.or_default().push(object);
        }
        self.space.offer_elsewhere(object);
        object
    }

    /// Ends the lifetimes of the automatic objects of an activation in the states that left it.
    pub(crate) fn end_owned<'s>(
        &mut self,
        activation: u64,
        states: impl Iterator<Item = &'s mut State>,
    ) {
        let owned = self
            .space
            .store
            .automatic
            .remove(&activation)
            .unwrap_or_default();
        let truth = self.space.pool.tru();
        for state in states {
            for &id in &owned {
                let object = self.space.store.objects.get(id);
                let exists = state.alive.get(u64::from(id.0)).is_some();
                if object.activation == activation && exists {
                    self.end_life(state, id, truth);
                }
            }
        }
    }

    /// Records the creation of an object as an input, for replay.
    pub(crate) fn new_input_object(&mut self, state: &State, object: ObjectId) {
        let guard = self.space.path.guards.term(state.guard);
        self.space.out.inputs.push(Input {
            guard,
            kind: InputKind::Object(object),
            behind: self.space.segment(),
        });
    }

    pub(crate) fn free(&mut self, state: &mut State, pointer: Pointer, at: At) -> bool {
        self.look_at(state, pointer);
        let size = self.space.pool.bv_u64(self.space.width, 0);
        for predicate in [MemoryPredicate::Freeable, MemoryPredicate::NotDoublyFreed] {
            let holds = self.space.memory_predicate(state, predicate, pointer, size);
            if !self.space.require(state, holds, Operation::Free, at) {
                return false;
            }
        }
        for candidate in self.space.candidates(pointer).list {
            if self.space.store.objects.get(candidate.object).kind == ObjectKind::Heap {
                self.end_life(state, candidate.object, candidate.cond);
            }
        }
        true
    }
}
