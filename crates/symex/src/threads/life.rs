//! Lives of objects that several threads use: whether such an object is alive is a cell of its own.
//!
//! A claim about memory reads it, and so does the access behind the claim, which must be valid even if
//! nothing is claimed about it. If another thread can end the life between the two, it can also do so
//! right before the claim, which then fails.

use super::uses::{Part, Reach};
use super::{Happening, LIFE};
use crate::eval::Eval;
use crate::memory::Memory;
use crate::object::{Initial, ObjectId, ObjectKind};
use crate::space::{Space, Stuck};
use crate::state::State;
use crate::value::Pointer;
use cassay_base::Span;
use cassay_ir::{Expr, Note, NoteKind};
use cassay_order::EventKind;
use cassay_term::{Sort, TermId};

/// What is said where memory that a thread frees could be allocated again by another one.
const NOT_REUSED: &str =
    "an address that one thread frees is not that of an object which another one allocates";

impl Space<'_> {
    /// Whether threads create two objects such that none knows of the other. They never share a byte here. In
    /// truth they do if one is gone when the other one comes: a proof does not count then.
    pub(crate) fn created_side_by_side(&mut self, a: ObjectId, b: ObjectId) -> bool {
        let Some(threads) = &self.threads else {
            return false;
        };
        let number = |object: ObjectId| self.store.objects.number(object);
        let birth = |object: ObjectId| self.store.births.get(&object);
        let (first, second) = (birth(a), birth(b));
        let together = match (first, second) {
            (Some(first), Some(second)) => first.thread == second.thread,
            (None, _) | (_, None) => false,
        };
        let knows = [(first, b), (second, a)].into_iter().any(|(birth, other)| {
            birth.is_some_and(|birth| birth.alive.get(u64::from(other.0)).is_some())
        });
        let apart = first.is_some() && second.is_some() && !together && !knows;
        let heap = |object: ObjectId| self.store.objects.get(object).kind == ObjectKind::Heap;
        // What a thread frees itself it knows to be gone.
        let gone = [(a, second), (b, first)]
            .into_iter()
            .any(|(object, other)| {
                let known = other.filter(|_| !apart).map(|birth| birth.thread);
                threads.uses.is_ended_by_another(number(object), known)
            });
        if gone && heap(a) && heap(b) {
            self.out
                .notes
                .entry(NOT_REUSED.into())
                .or_insert_with(|| Note {
                    subject: "threads".into(),
                    kind: NoteKind::Threads,
                    assumption: NOT_REUSED.into(),
                    may_hide: true,
                    span: Span::NONE,
                });
        }
        apart
    }
}

impl Memory<'_> {
    fn is_mortal(&self, object: ObjectId) -> bool {
        let number = self.space.store.objects.number(object);
        let threads = self.space.threads.as_ref();
        threads.is_some_and(|threads| threads.lives.contains(&number))
    }

    /// Lets other threads know whether an object is alive.
    pub(super) fn publish_life(&mut self, state: &State, object: ObjectId) {
        if self.is_mortal(object) {
            // Not every execution in the state may have created it.
            let heap = self.space.store.objects.get(object).kind == ObjectKind::Heap;
            let value = match heap {
                true => self.is_left(state, object),
                false => self.space.alive(state, object),
            };
            let cond = self.space.pool.tru();
            self.life_event(state, object, EventKind::Write, value, cond);
        }
    }

    fn life_event(
        &mut self,
        state: &State,
        object: ObjectId,
        kind: EventKind,
        value: TermId,
        cond: TermId,
    ) {
        let happening = Happening {
            object,
            start: LIFE,
            index: None,
            kind,
            value,
            cond,
        };
        self.space.happens(state, happening);
    }

    /// Before other threads run: an object that will be created does not live yet.
    pub(super) fn publish_absence(&mut self, state: &State, object: ObjectId) {
        let heap = self.space.store.objects.get(object).kind == ObjectKind::Heap;
        if heap && self.is_mortal(object) {
            let (absent, cond) = (self.space.pool.fls(), self.space.pool.tru());
            self.life_event(state, object, EventKind::Write, absent, cond);
        }
    }

    /// Whether an object is left where the program ends, if other threads have to do with its life.
    pub(crate) fn left_by_threads(&mut self, state: &State, object: ObjectId) -> Option<TermId> {
        if !state.concurrent {
            return None;
        }
        let number = self.space.store.objects.number(object);
        let threads = self.space.threads.as_mut()?;
        threads.uses.add_question(number, threads.thread);
        if !self.is_mortal(object) {
            return None;
        }
        let left = self.space.symbol_here("left", Sort::Bool);
        let cond = self.space.pool.tru();
        self.life_event(state, object, EventKind::Read, left, cond);
        Some(left)
    }

    /// Before two states are merged: if other threads run in one of them only, the other one says what
    /// shared memory holds. No other thread exists there, so that it does not matter when.
    pub(crate) fn agree_on_threads(&mut self, a: &mut State, b: &mut State) {
        if a.section != b.section {
            let what = "atomic section on one of two paths".into();
            self.space.unsupported(a, &what, self.space.here.at);
            b.section = a.section;
        }
        if a.concurrent == b.concurrent {
            return;
        }
        let alone = if a.concurrent { b } else { a };
        let Some(threads) = &mut self.space.threads else {
            return;
        };
        let current = threads.current.take();
        threads.scheduling = false;
        let published = self.publish_all(alone);
        if let Some(threads) = &mut self.space.threads {
            threads.scheduling = true;
            threads.current = current;
        }
        if let Err(stuck) = published {
            self.space.unsupported(alone, &stuck.0, self.space.here.at);
        }
    }

    /// After an object was created in a state.
    pub(crate) fn created(&mut self, state: &mut State, object: ObjectId) {
        if !state.concurrent {
            return;
        }
        let number = self.space.store.objects.number(object);
        if let Some(threads) = &mut self.space.threads
            && self.space.store.objects.get(object).kind == ObjectKind::Heap
        {
            threads.uses.add_creation(number, threads.thread);
        }
        if let Err(stuck) = self.publish(state, object) {
            self.space.unsupported(state, &stuck.0, self.space.here.at);
        }
    }

    /// After the life of an object has ended in a state, where a condition holds.
    pub(crate) fn life_ended(&mut self, state: &State, object: ObjectId, cond: TermId) {
        if !state.concurrent {
            return;
        }
        let number = self.space.store.objects.number(object);
        let Some(threads) = &mut self.space.threads else {
            return;
        };
        // When the process ends, nobody can tell that the variables of its first function are gone.
        if threads.thread == 0 && self.space.here.outermost {
            return;
        }
        threads.uses.add_end(number, threads.thread);
        if self.is_mortal(object) {
            let dead = self.space.pool.fls();
            self.life_event(state, object, EventKind::Write, dead, cond);
        }
    }

    /// Which bits of shared memory are initialised is not tracked, unless it is all of them from the
    /// start.
    pub(crate) fn must_not_be_shared(
        &mut self,
        state: &State,
        pointer: Pointer,
    ) -> Result<(), Stuck> {
        if !state.concurrent || self.space.threads.is_none() {
            return Ok(());
        }
        for candidate in self.space.candidates(pointer).list {
            let object = self.space.store.objects.get(candidate.object);
            let open = object.kind.is_mortal() && matches!(object.initial, Initial::Unknown);
            let number = self.space.store.objects.number(candidate.object);
            let Some(threads) = &mut self.space.threads else {
                continue;
            };
            // The claim is a read: it can fail, so that the one behind it is not reached.
            let reach = Reach::At(Part::bytes(1));
            threads.uses.add(number, threads.thread, false, reach);
            if open && threads.shapes.contains_key(&number) {
                return Err(Stuck::new(
                    "whether memory that threads share is initialised",
                ));
            }
        }
        Ok(())
    }

    /// Finds out whether the objects that a pointer leads to are alive now.
    pub(crate) fn look_at(&mut self, state: &mut State, pointer: Pointer) {
        if !state.concurrent || self.space.threads.is_none() {
            return;
        }
        for candidate in self.space.candidates_or_ends(pointer).list {
            let object = self.space.store.objects.get(candidate.object);
            if !object.kind.is_mortal() {
                continue;
            }
            let number = self.space.store.objects.number(candidate.object);
            if let Some(threads) = &mut self.space.threads {
                threads.uses.add_look(number, threads.thread);
            }
            if self.is_mortal(candidate.object) {
                let alive = self.space.symbol_here("alive", Sort::Bool);
                self.life_event(
                    state,
                    candidate.object,
                    EventKind::Read,
                    alive,
                    candidate.cond,
                );
                state.alive.insert(u64::from(candidate.object.0), alive);
            }
        }
    }
}

impl Eval<'_> {
    /// Before a claim is evaluated: the lives that it is about are read.
    pub(crate) fn before_claim(&mut self, state: &mut State, cond: &Expr) -> Result<(), Stuck> {
        if !state.concurrent || self.memory.space.threads.is_none() {
            return Ok(());
        }
        let mut todo = vec![cond];
        while let Some(expr) = todo.pop() {
            if let Expr::Memory(_, pointer, _) = expr {
                let pointer = self.eval_pointer(state, pointer)?;
                self.memory.look_at(state, pointer);
            }
            expr.operands(|operand| todo.push(operand));
        }
        Ok(())
    }
}
