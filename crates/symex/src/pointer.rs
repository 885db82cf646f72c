//! Pointers: the objects they can lead to, and the validity of their use.

use crate::object::{ObjectId, ObjectKind, Objects};
use crate::space::Space;
use crate::state::{Lives, State};
use crate::terms::Terms;
use crate::value::{OBJECT_BITS, Pointer};
use cassay_base::Id;
use cassay_ir::MemoryPredicate;
use cassay_term::{Op, TermId};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// An object a pointer can lead to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The condition under which it does. Conditions of different candidates exclude each other.
    pub cond: TermId,
    /// The object.
    pub object: ObjectId,
    /// The offset, in that case.
    pub offset: TermId,
}

/// All objects a pointer can lead to.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// The objects.
    pub list: Vec<Candidate>,
    /// The condition under which it leads to none of them.
    pub none: TermId,
}

/// How many paths through a pointer's choices are followed before they are summarised.
const MAX_PATHS: usize = 256;

impl Space<'_> {
    /// The objects a pointer can lead to.
    pub(crate) fn candidates(&mut self, pointer: Pointer) -> Candidates {
        let shown = self.shown_candidates(pointer);
        self.find_wild(shown, false)
    }

    /// The objects a pointer can lead to or be one past the end of. For a pointer whose object is
    /// known this is the same set; for a wild one, known only by its address, it is not.
    pub(crate) fn candidates_or_ends(&mut self, pointer: Pointer) -> Candidates {
        let shown = self.shown_candidates(pointer);
        self.find_wild(shown, true)
    }

    /// The objects a pointer can lead to, read off its own term; the invalid object if it is wild.
    pub(crate) fn shown_candidates(&mut self, pointer: Pointer) -> Candidates {
        if let Some(object) = self.constant_object(pointer.object) {
            let cond = self.pool.tru();
            let list = vec![Candidate {
                cond,
                object,
                offset: pointer.offset,
            }];
            return Candidates {
                list,
                none: self.pool.fls(),
            };
        }
        match self.follow_choices(pointer) {
            Some(candidates) => candidates,
            None => self.sum_up(pointer),
        }
    }

    /// The condition under which two pointers lead to different objects that may have the same
    /// address: a dead object, and one that was created after some object had died and may reuse
    /// its address (C17 6.2.4p2).
    pub(crate) fn may_share_address(&mut self, state: &State, a: Pointer, b: Pointer) -> TermId {
        let mut result = self.pool.fls();
        let Some(first_death) = self.store.first_death else {
            return result;
        };
        if a.object == b.object {
            return result;
        }
        let mortal = self.mortal_candidates(a);
        if mortal.is_empty() {
            return result;
        }
        let others = self.mortal_candidates(b);
        for x in &mortal {
            for y in others.iter().filter(|y| y.object != x.object) {
                let (old, new) = (x.object.min(y.object), x.object.max(y.object));
                // Objects of different threads are not numbered by time, nor are those that were
                // created in several ways.
                let reused = self.is_reused(old) || self.is_reused(new);
                if new.index() >= first_death || reused || self.threads.is_some() {
                    let alive = if reused {
                        self.met(old, new, state.guard)
                    } else {
                        self.alive(state, old)
                    };
                    let freed = self.pool.not(alive);
                    let both = self.pool.and(x.cond, y.cond);
                    let shared = self.pool.and(both, freed);
                    result = self.pool.or(result, shared);
                }
            }
        }
        result
    }

    fn mortal_candidates(&mut self, pointer: Pointer) -> Vec<Candidate> {
        // A wild pointer is known by its address, so the comparison is decided.
        let mut list = self.shown_candidates(pointer).list;
        list.retain(|candidate| {
            let kind = self.store.objects.get(candidate.object).kind;
            kind == ObjectKind::Heap || kind.is_automatic()
        });
        list
    }

    /// A pointer without the choices that its path condition excludes: after a null check, null is
    /// none of its targets.
    pub(crate) fn settled(&mut self, state: &State, mut pointer: Pointer) -> Pointer {
        for _ in 0..MAX_PATHS {
            if *self.pool.op(pointer.object) != Op::Ite {
                break;
            }
            let args = self.pool.args(pointer.object);
            let (choice, then, otherwise) = (args[0], args[1], args[2]);
            let Some(holds) = self.known(state, choice) else {
                break;
            };
            pointer = Pointer {
                object: if holds { then } else { otherwise },
                offset: self.terms().given(pointer.offset, choice, holds, 4),
            };
        }
        pointer
    }

    pub(crate) fn constant_object(&self, object: TermId) -> Option<ObjectId> {
        self.store.objects.of_term(self.pool, object)
    }

    /// Follows the choices of object and offset together; `None` when there are too many paths.
    fn follow_choices(&mut self, pointer: Pointer) -> Option<Candidates> {
        let mut found: BTreeMap<ObjectId, (TermId, TermId)> = BTreeMap::new();
        let mut none = self.pool.fls();
        let mut paths = 0;
        let mut todo = vec![(self.pool.tru(), pointer)];
        while let Some((cond, at)) = todo.pop() {
            paths += 1;
            if paths > MAX_PATHS {
                return None;
            }
            if self.pool.as_bool(cond) == Some(false) {
                continue;
            }
            if let Some(object) = self.constant_object(at.object) {
                let entry = match found.get(&object) {
                    None => (cond, at.offset),
                    Some(&(other, offset)) => (
                        self.pool.or(cond, other),
                        self.pool.ite(cond, at.offset, offset),
                    ),
                };
                found.insert(object, entry);
            } else if *self.pool.op(at.object) == Op::Ite {
                let args = self.pool.args(at.object);
                let (choice, then, otherwise) = (args[0], args[1], args[2]);
                let negated = self.pool.not(choice);
                for (holds, literal, object) in [(false, negated, otherwise), (true, choice, then)]
                {
                    let cond = self.pool.and(cond, literal);
                    let offset = self.terms().given(at.offset, choice, holds, 4);
                    todo.push((cond, Pointer { object, offset }));
                }
            } else {
                let mut rest = cond;
                for object in self.possible_objects(at.object) {
                    let number = self.store.objects.term(self.pool, object);
                    let is = self.pool.eq(at.object, number);
                    let here = self.pool.and(cond, is);
                    let is_not = self.pool.not(is);
                    rest = self.pool.and(rest, is_not);
                    let entry = match found.get(&object) {
                        None => (here, at.offset),
                        Some(&(other, offset)) => (
                            self.pool.or(here, other),
                            self.pool.ite(here, at.offset, offset),
                        ),
                    };
                    found.insert(object, entry);
                }
                none = self.pool.or(none, rest);
            }
        }
        let list = found
            .into_iter()
            .map(|(object, (cond, offset))| Candidate {
                cond,
                object,
                offset,
            })
            .collect();
        Some(Candidates { list, none })
    }

    /// The candidates by object number only, each with the whole offset.
    fn sum_up(&mut self, pointer: Pointer) -> Candidates {
        let mut list = Vec::new();
        let mut none = self.pool.tru();
        for object in self.possible_objects(pointer.object) {
            let number = self.store.objects.term(self.pool, object);
            let cond = self.pool.eq(pointer.object, number);
            let not = self.pool.not(cond);
            none = self.pool.and(none, not);
            list.push(Candidate {
                cond,
                object,
                offset: pointer.offset,
            });
        }
        Candidates { list, none }
    }

    /// The points-to set of an object-number term: every object whose number occurs as a possible
    /// value, as a constant under choices or stored in an array that is read.
    pub(crate) fn possible_objects(&self, object: TermId) -> Vec<ObjectId> {
        let cell = OBJECT_BITS + self.width;
        let mut found = BTreeSet::new();
        let mut seen = HashSet::new();
        let mut todo = vec![object];
        while let Some(term) = todo.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(value) = self.pool.as_bv(term) {
                let number = if value.width() == cell {
                    value.extract(cell - 1, self.width)
                } else {
                    value.clone()
                };
                found.extend(self.store.objects.from_constant(&number));
                continue;
            }
            match self.taken_from(term) {
                Some(sources) => todo.extend(sources),
                None => found.extend(self.store.objects.iter().map(|(id, _)| id)),
            }
        }
        found.into_iter().collect()
    }

    /// The subterms from which an object-number term takes its value. Object numbers are only chosen,
    /// stored and read. `None` for any other operator, whose result may be the number of any object.
    fn taken_from(&self, term: TermId) -> Option<Vec<TermId>> {
        let (op, args) = (*self.pool.op(term), self.pool.args(term));
        if op == Op::Ite {
            return Some(args[1..].to_vec());
        }
        if op == Op::Store {
            return Some(vec![args[0], args[2]]);
        }
        if let Op::Symbol(_) = op {
            if let Some(threads) = &self.threads
                && let Some(targets) = threads.targets.get(&term)
            {
                return Some(targets.clone());
            }
            let definitions = &self.store.definitions;
            let defined = definitions.has(term);
            return defined.then(|| definitions.values(term).to_vec());
        }
        // The number lies above the offset in a cell.
        let number = Op::BvExtract {
            hi: OBJECT_BITS + self.width - 1,
            lo: self.width,
        };
        let low = args.get(1).and_then(|low| self.pool.sort(*low).bv_width());
        let moved = op == number
            || matches!(op, Op::Select | Op::ConstArray { .. })
            || op == Op::BvConcat && low == Some(self.width);
        moved.then(|| vec![args[0]])
    }

    /// The size of the object a pointer leads to; zero when there is none.
    pub(crate) fn object_size(&mut self, pointer: Pointer) -> TermId {
        let mut result = self.pool.bv_u64(self.width, 0);
        for candidate in self.candidates_or_ends(pointer).list {
            let object = self.store.objects.get(candidate.object);
            if object.kind.is_data() {
                let size = object.size;
                result = self.pool.ite(candidate.cond, size, result);
            }
        }
        result
    }

    /// The offset of a pointer in the object it leads to; its address when it leads to none.
    pub(crate) fn object_offset(&mut self, pointer: Pointer) -> TermId {
        let mut result = pointer.offset;
        let shown = self.shown_candidates(pointer);
        if shown.list.iter().all(|c| c.object != Objects::INVALID) {
            return result;
        }
        for candidate in self.find_wild(shown, true).list {
            result = self.pool.ite(candidate.cond, candidate.offset, result);
        }
        result
    }

    /// Whether an object represents device registers.
    pub(crate) fn is_device(&self, object: ObjectId) -> bool {
        match self.store.objects.get(object).kind {
            ObjectKind::Global(id) => self.program.globals[id].device,
            ObjectKind::Null
            | ObjectKind::Invalid
            | ObjectKind::Outside
            | ObjectKind::Function(_)
            | ObjectKind::Local(_, _)
            | ObjectKind::Heap
            | ObjectKind::Stack
            | ObjectKind::Contents => false,
        }
    }

    /// Whether an access at a constant offset is valid, if constants decide it.
    pub(crate) fn constant_access(
        &self,
        state: &State,
        pointer: Pointer,
        size: u64,
        write: bool,
    ) -> bool {
        let Some(id) = self.constant_object(pointer.object) else {
            return false;
        };
        let object = self.store.objects.get(id);
        let (Some(offset), Some(limit)) = (self.pool.as_u64(pointer.offset), object.const_size)
        else {
            return false;
        };
        object.kind.is_data()
            && !(write && object.constant)
            && offset.checked_add(size).is_some_and(|end| end <= limit)
            && self.pool.as_bool(self.alive(state, id)) == Some(true)
    }

    /// A question about the memory a pointer leads to (see [`MemoryPredicate`]).
    pub(crate) fn memory_predicate(
        &mut self,
        state: &State,
        predicate: MemoryPredicate,
        pointer: Pointer,
        size: TermId,
    ) -> TermId {
        let candidates = self.candidates_or_ends(pointer);
        let mut holds = self.pool.tru();
        for candidate in &candidates.list {
            let here = self.predicate_at(state, predicate, candidate, size);
            let here = self.pool.implies(candidate.cond, here);
            holds = self.pool.and(holds, here);
        }
        let elsewhere = match predicate {
            MemoryPredicate::IsObject | MemoryPredicate::Freeable | MemoryPredicate::IsFunction => {
                false
            }
            MemoryPredicate::NotNull
            | MemoryPredicate::NotFreed
            | MemoryPredicate::NotExpired
            | MemoryPredicate::InBounds
            | MemoryPredicate::Writable
            | MemoryPredicate::Aligned
            | MemoryPredicate::NotDoublyFreed
            | MemoryPredicate::OfFamily
            | MemoryPredicate::NoWriter
            | MemoryPredicate::NoUser
            | MemoryPredicate::Unchanged
            | MemoryPredicate::InOrder => true,
        };
        if elsewhere {
            return holds;
        }
        let not_elsewhere = self.pool.not(candidates.none);
        self.pool.and(holds, not_elsewhere)
    }

    fn predicate_at(
        &mut self,
        state: &State,
        predicate: MemoryPredicate,
        candidate: &Candidate,
        size: TermId,
    ) -> TermId {
        let kind = self.store.objects.get(candidate.object).kind;
        let yes = self.pool.tru();
        if kind == ObjectKind::Outside {
            return yes;
        }
        match predicate {
            MemoryPredicate::NotNull => self.pool.bool_const(kind != ObjectKind::Null),
            MemoryPredicate::IsObject => self
                .pool
                .bool_const(kind == ObjectKind::Null || kind.is_data()),
            MemoryPredicate::NotFreed => match kind {
                ObjectKind::Heap => self.alive(state, candidate.object),
                _ => yes,
            },
            MemoryPredicate::NotExpired if kind.is_automatic() => {
                self.alive(state, candidate.object)
            }
            MemoryPredicate::NotExpired => yes,
            MemoryPredicate::InBounds if kind.is_data() => {
                let fits = self.in_bounds(candidate, size);
                self.unless_dead(state, candidate, fits)
            }
            MemoryPredicate::Writable if kind.is_data() => {
                let writable = self
                    .pool
                    .bool_const(!self.store.objects.get(candidate.object).constant);
                self.unless_dead(state, candidate, writable)
            }
            MemoryPredicate::Aligned if kind.is_data() => {
                let aligned = self.aligned(candidate, size);
                self.unless_dead(state, candidate, aligned)
            }
            MemoryPredicate::InBounds | MemoryPredicate::Writable | MemoryPredicate::Aligned => yes,
            MemoryPredicate::Freeable => match kind {
                ObjectKind::Null => yes,
                ObjectKind::Heap => self.terms().at_start(candidate),
                _ => self.pool.fls(),
            },
            MemoryPredicate::NotDoublyFreed => match kind {
                ObjectKind::Heap => {
                    let alive = self.alive(state, candidate.object);
                    let start = self.terms().at_start(candidate);
                    self.pool.implies(start, alive)
                }
                _ => yes,
            },
            MemoryPredicate::OfFamily => match kind {
                ObjectKind::Heap => {
                    let family = self.store.objects.get(candidate.object).family;
                    let number = self.pool.bv_u64(self.width, family.number());
                    let same = self.pool.eq(size, number);
                    let alive = self.alive(state, candidate.object);
                    let start = self.terms().at_start(candidate);
                    let freeable = self.pool.and(start, alive);
                    self.pool.implies(freeable, same)
                }
                _ => yes,
            },
            MemoryPredicate::IsFunction => match kind {
                ObjectKind::Function(_) => self.terms().at_start(candidate),
                _ => self.pool.fls(),
            },
            // As claims these are decided elsewhere, and they are nothing else.
            MemoryPredicate::NoWriter
            | MemoryPredicate::NoUser
            | MemoryPredicate::Unchanged
            | MemoryPredicate::InOrder => yes,
        }
    }

    /// Whether an object is alive in a state.
    pub(crate) fn alive(&self, state: &State, object: ObjectId) -> TermId {
        self.alive_in(&state.alive, object)
    }

    /// The same, from the lifetimes alone.
    pub(crate) fn alive_in(&self, lives: &Lives, object: ObjectId) -> TermId {
        match self.store.objects.get(object).kind {
            ObjectKind::Global(_) => self.pool.tru(),
            kind => match (lives.get(u64::from(object.0)), &self.threads) {
                (Some(alive), _) => *alive,
                // Another thread has created it. Whether it still lives is read before it matters.
                (None, Some(_)) if kind.is_mortal() => self.pool.tru(),
                (None, _) => self.pool.fls(),
            },
        }
    }

    fn unless_dead(&mut self, state: &State, candidate: &Candidate, holds: TermId) -> TermId {
        let alive = self.alive(state, candidate.object);
        self.pool.implies(alive, holds)
    }

    /// `offset + size <= object size`, without overflow. Negative offsets are huge ones.
    fn in_bounds(&mut self, candidate: &Candidate, size: TermId) -> TermId {
        let object = self.store.objects.get(candidate.object);
        let (object_size, const_size) = (object.size, object.const_size);
        if let (Some(limit), Some(bytes)) = (const_size, self.pool.as_u64(size)) {
            let Some(last) = limit.checked_sub(bytes) else {
                return self.pool.fls();
            };
            return self.terms().at_most(candidate.offset, last);
        }
        let enough = self.pool.ule(size, object_size);
        let last = self.pool.bv_sub(object_size, size);
        let within = self.pool.ule(candidate.offset, last);
        self.pool.and(enough, within)
    }

    /// Whether the alignment of the object and the offset are multiples of a constant.
    fn aligned(&mut self, candidate: &Candidate, align: TermId) -> TermId {
        let Some(align) = self.pool.as_u64(align).filter(|a| *a > 1) else {
            return self.pool.tru();
        };
        if !self
            .store
            .objects
            .get(candidate.object)
            .align
            .is_multiple_of(align)
        {
            return self.pool.fls();
        }
        let linear = crate::linear::Linear::of(self.pool, candidate.offset);
        if linear.stride().is_multiple_of(align)
            && linear.constant.rem_euclid(i128::from(align)) == 0
        {
            return self.pool.tru();
        }
        let modulus = self.pool.bv_u64(self.width, align);
        let rest = self.pool.bv_urem(candidate.offset, modulus);
        let zero = self.pool.bv_u64(self.width, 0);
        self.pool.eq(rest, zero)
    }
}

impl Terms<'_> {
    /// A term simplified by knowing a condition, looking a few levels deep.
    fn given(&mut self, term: TermId, cond: TermId, holds: bool, depth: u32) -> TermId {
        if depth == 0 {
            return term;
        }
        let (op, args) = (*self.pool.op(term), self.pool.args(term).to_vec());
        if op == Op::Ite && args[0] == cond {
            let arm = if holds { args[1] } else { args[2] };
            return self.given(arm, cond, holds, depth - 1);
        }
        if op == Op::Ite {
            let then = self.given(args[1], cond, holds, depth - 1);
            let otherwise = self.given(args[2], cond, holds, depth - 1);
            return self.pool.ite(args[0], then, otherwise);
        }
        if op == Op::BvAdd {
            let a = self.given(args[0], cond, holds, depth - 1);
            let b = self.given(args[1], cond, holds, depth - 1);
            return self.pool.bv_add(a, b);
        }
        term
    }

    fn at_start(&mut self, candidate: &Candidate) -> TermId {
        let zero = self.pool.bv_u64(self.width, 0);
        self.pool.eq(candidate.offset, zero)
    }

    /// `0 <= offset <= last`, expressed by the index if the offset is one index times its stride.
    fn at_most(&mut self, offset: TermId, last: u64) -> TermId {
        let linear = crate::linear::Linear::of(self.pool, offset);
        if let ([(part, factor)], true) = (linear.parts.as_slice(), linear.exact)
            && *factor > 0
        {
            let low = (-linear.constant).div_euclid(*factor)
                + i128::from((-linear.constant).rem_euclid(*factor) != 0);
            let high = (i128::from(last) - linear.constant).div_euclid(*factor);
            if low == 0 && high >= 0 && high < 1 << (self.width - 1) {
                let count = self.pool.bv_u64(self.width, high as u64 + 1);
                return self.pool.ult(*part, count);
            }
        }
        match last
            .checked_add(1)
            .filter(|count| self.width == 64 || *count < 1 << 32)
        {
            Some(count) => {
                let count = self.pool.bv_u64(self.width, count);
                self.pool.ult(offset, count)
            }
            None => self.pool.tru(),
        }
    }
}
