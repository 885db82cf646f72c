//! Memory without an executor: contents, lifetimes, marks and merging.

use super::*;
use crate::equation::{ObligationKind, Operation};
use crate::names::Names;
use crate::object::Initial;
use crate::state::{State, first_state};
use crate::unwind::Bounds;
use crate::value::Pointer;
use cassay_bv::Bv;
use cassay_ir::{AllocKind, DataLayout, MemoryPredicate, Program};
use cassay_term::{Evaluator, Model, Sort, Value as Concrete};

/// Runs a test on the memory of a program without functions.
fn with_memory(test: impl FnOnce(&mut Memory<'_>, &mut State)) {
    let program = Program::new(DataLayout { pointer_bits: 64 });
    let (mut pool, mut names) = (cassay_simplify::pool(), Names::default());
    let bounds = Bounds::default();
    let space = Space::new(&program, &mut pool, &mut names, &bounds);
    test(&mut Memory::new(space), &mut first_state());
}

fn allocate(memory: &mut Memory<'_>, state: &mut State, bytes: u64, kind: AllocKind) -> Pointer {
    let size = memory.space.pool.bv_u64(64, bytes);
    memory.allocate(state, size, 8, kind, None)
}

/// The object that a pointer leads to.
fn object_of(memory: &Memory<'_>, pointer: Pointer) -> ObjectId {
    let object = memory.space.constant_object(pointer.object);
    object.expect("one object")
}

fn read(memory: &mut Memory<'_>, state: &mut State, pointer: Pointer, bytes: u64) -> TermId {
    let value = memory.load_scalar(&mut state.memory, pointer, bytes);
    memory.space.bits_of(&value)
}

/// Writes the bytes 1, 2, 3, ... to an object.
fn count_up(memory: &mut Memory<'_>, state: &mut State, pointer: Pointer, bytes: u64) {
    for offset in 0..bytes {
        let byte = memory.space.pool.bv_u64(8, offset + 1);
        let at = memory.space.terms().advance(pointer, offset);
        memory.store_int(&mut state.memory, at, byte);
    }
}

/// The value of a term where symbols have values.
fn value(memory: &Memory<'_>, term: TermId, symbols: &[(TermId, u64)]) -> u64 {
    let mut model = Model::new();
    for (symbol, value) in symbols {
        let value = match memory.space.pool.sort(*symbol) {
            Sort::Bool => Concrete::Bool(*value != 0),
            _ => Concrete::Bv(Bv::from_u64(memory.space.pool.width(*symbol), *value)),
        };
        model.set(*symbol, value);
    }
    let mut evaluator = Evaluator::new(memory.space.pool, &model);
    match memory.space.pool.sort(term) {
        Sort::Bool => u64::from(evaluator.bool_value(term)),
        _ => evaluator.bv_value(term).to_u64().expect("at most 64 bits"),
    }
}

#[test]
fn a_leaf_is_read_back_as_it_was_written_and_in_parts() {
    with_memory(|memory, state| {
        let pointer = allocate(memory, state, 8, AllocKind::Heap);
        let written = memory.space.pool.fresh("x", Sort::Bv(32));
        let second = memory.space.terms().advance(pointer, 4);
        memory.store_int(&mut state.memory, second, written);
        assert_eq!(read(memory, state, second, 4), written);
        let upper = memory.space.terms().advance(pointer, 6);
        let expected = memory.space.pool.extract(31, 16, written);
        assert_eq!(read(memory, state, upper, 2), expected);
        // A write over a part of it keeps the rest.
        let byte = memory.space.pool.bv_u64(8, 0xab);
        memory.store_int(&mut state.memory, upper, byte);
        let now = read(memory, state, second, 4);
        assert_eq!(value(memory, now, &[(written, 0x1122_3344)]), 0x11ab_3344);
        assert!(memory.space.out.obligations.is_empty());
    });
}

#[test]
fn first_contents_are_unknown_but_always_the_same_or_zero() {
    with_memory(|memory, state| {
        let unknown = allocate(memory, state, 4, AllocKind::Heap);
        let first = read(memory, state, unknown, 4);
        assert!(!memory.space.pool.is_const(first));
        assert_eq!(read(memory, state, unknown, 4), first);
        let other = allocate(memory, state, 4, AllocKind::Heap);
        assert_ne!(read(memory, state, other, 4), first);
        let zeroed = allocate(memory, state, 4, AllocKind::ZeroedHeap);
        let zero = memory.space.pool.bv_u64(32, 0);
        assert_eq!(read(memory, state, zeroed, 4), zero);
        let initial = &memory
            .space
            .store
            .objects
            .get(object_of(memory, zeroed))
            .initial;
        assert!(matches!(initial, Initial::Data(_)));
    });
}

#[test]
fn a_write_at_an_unknown_index_reaches_one_cell_of_an_array() {
    with_memory(|memory, state| {
        let start = allocate(memory, state, 4096, AllocKind::ZeroedHeap);
        let index = memory.space.pool.fresh("i", Sort::Bv(16));
        let index_bits = memory.space.pool.bv_u64(16, 0x3ff);
        let inside = memory.space.pool.bv_and(index, index_bits);
        let wide = memory.space.pool.zext(inside, 64);
        let four = memory.space.pool.bv_u64(64, 4);
        let at = Pointer {
            object: start.object,
            offset: memory.space.pool.bv_mul(wide, four),
        };
        let seven = memory.space.pool.bv_u64(32, 7);
        memory.store_int(&mut state.memory, at, seven);
        let content = memory.content(&state.memory, object_of(memory, start));
        assert_eq!(content.regions.len(), 1, "the object became an array");
        assert_eq!(content.regions[0].cell, 4);
        let second = memory.space.terms().advance(start, 4);
        let cell = read(memory, state, second, 4);
        assert_eq!(value(memory, cell, &[(index, 1)]), 7);
        assert_eq!(value(memory, cell, &[(index, 2)]), 0);
        assert_eq!(value(memory, cell, &[(index, 0x401)]), 7);
        let back = read(memory, state, at, 4);
        assert_eq!(value(memory, back, &[(index, 77)]), 7);
    });
}

#[test]
fn an_overlapping_copy_reads_all_bytes_before_it_writes() {
    with_memory(|memory, state| {
        let start = allocate(memory, state, 8, AllocKind::Heap);
        count_up(memory, state, start, 8);
        let dst = memory.space.terms().advance(start, 2);
        let len = memory.space.pool.bv_u64(64, 6);
        let copied = memory.copy_bytes(&mut state.memory, dst, start, len);
        assert!(copied.is_ok());
        let all = read(memory, state, start, 8);
        assert_eq!(memory.space.pool.as_u64(all), Some(0x0605_0403_0201_0201));
    });
}

#[test]
fn a_fill_of_unknown_length_keeps_the_bytes_behind_it() {
    with_memory(|memory, state| {
        let start = allocate(memory, state, 4, AllocKind::Heap);
        count_up(memory, state, start, 4);
        let len = memory.space.pool.fresh("n", Sort::Bv(64));
        let byte = memory.space.pool.bv_u64(8, 0xff);
        memory.set_bytes(&mut state.memory, start, byte, len);
        let all = read(memory, state, start, 4);
        assert_eq!(value(memory, all, &[(len, 0)]), 0x0403_0201);
        assert_eq!(value(memory, all, &[(len, 1)]), 0x0403_02ff);
        assert_eq!(value(memory, all, &[(len, 3)]), 0x04ff_ffff);
        assert_eq!(value(memory, all, &[(len, 4)]), 0xffff_ffff);
    });
}

#[test]
fn states_merge_to_a_choice_of_what_differs() {
    with_memory(|memory, state| {
        let pointer = allocate(memory, state, 8, AllocKind::Heap);
        let same = memory.space.pool.fresh("same", Sort::Bv(32));
        memory.store_int(&mut state.memory, pointer, same);
        let cond = memory.space.pool.fresh("c", Sort::Bool);
        let not = memory.space.pool.not(cond);
        let mut sides = Vec::new();
        memory.space.fork(state, cond, 1, &mut sides);
        memory.space.fork(state, not, 2, &mut sides);
        let second = memory.space.terms().advance(pointer, 4);
        let mut states = Vec::new();
        for (number, mut side) in sides {
            let value = memory.space.pool.bv_u64(32, number);
            memory.store_int(&mut side.memory, second, value);
            states.push(side);
        }
        // An object that only one side has made stays as it is.
        let only = allocate(memory, &mut states[0], 1, AllocKind::ZeroedHeap);
        let mut merged = memory.merge_all(states, None).expect("a state");
        assert_eq!(merged.guard, state.guard, "the sides of a branch cancel");
        assert_eq!(read(memory, &mut merged, pointer, 4), same);
        let [one, two] = [1, 2].map(|number| memory.space.pool.bv_u64(32, number));
        let expected = memory.space.pool.ite(cond, one, two);
        assert_eq!(read(memory, &mut merged, second, 4), expected);
        let byte = read(memory, &mut merged, only, 1);
        assert_eq!(memory.space.pool.as_u64(byte), Some(0));
        assert!(memory.space.known(&merged, cond).is_none());
    });
}

#[test]
fn a_life_ends_where_a_condition_holds_and_contents_go_with_it() {
    with_memory(|memory, state| {
        let pointer = allocate(memory, state, 4, AllocKind::Heap);
        let object = object_of(memory, pointer);
        let cond = memory.space.pool.fresh("freed", Sort::Bool);
        memory.end_life(state, object, cond);
        let not = memory.space.pool.not(cond);
        assert_eq!(memory.space.alive(state, object), not);
        assert!(state.memory.get(object).is_some(), "it may be alive");
        let size = memory.space.pool.bv_u64(64, 4);
        let freed = MemoryPredicate::NotFreed;
        let holds = memory.space.memory_predicate(state, freed, pointer, size);
        assert_eq!(value(memory, holds, &[(cond, 1)]), 0);
        assert_eq!(value(memory, holds, &[(cond, 0)]), 1);
        let truth = memory.space.pool.tru();
        memory.end_life(state, object, truth);
        assert_eq!(memory.space.alive(state, object), memory.space.pool.fls());
        assert!(state.memory.get(object).is_none());
    });
}

#[test]
fn an_activation_ends_the_lives_of_its_own_objects_only() {
    with_memory(|memory, state| {
        let heap = allocate(memory, state, 4, AllocKind::Heap);
        memory.space.here.activation = 1;
        let outer = allocate(memory, state, 4, AllocKind::Stack);
        memory.space.here.activation = 2;
        let inner = allocate(memory, state, 4, AllocKind::Stack);
        let lasting = allocate(memory, state, 4, AllocKind::Static);
        memory.end_owned(2, [&mut *state].into_iter());
        let lives = |memory: &Memory<'_>, pointer| {
            let alive = memory.space.alive(state, object_of(memory, pointer));
            memory.space.pool.as_bool(alive).expect("decided")
        };
        let alive = [heap, outer, inner, lasting].map(|pointer| lives(memory, pointer));
        assert_eq!(alive, [true, true, false, true]);
        assert!(!memory.space.store.automatic.contains_key(&2));
        assert!(memory.space.store.automatic.contains_key(&1));
    });
}

#[test]
fn a_free_that_no_check_guards_is_an_obligation_and_ends_the_life() {
    with_memory(|memory, state| {
        let pointer = allocate(memory, state, 4, AllocKind::Heap);
        let at = memory.space.here.at;
        assert!(memory.free(state, pointer, at), "valid");
        assert!(memory.space.out.obligations.is_empty());
        assert!(!memory.free(state, pointer, at), "never valid again");
        let obligation = memory.space.out.obligations.last().expect("one");
        assert!(matches!(
            obligation.kind,
            ObligationKind::Defined {
                what: Operation::Free
            }
        ));
        assert_eq!(obligation.cond, memory.space.pool.fls());
    });
}

#[test]
fn marks_follow_the_bytes_they_belong_to() {
    with_memory(|memory, state| {
        memory.marking.tracks_values = true;
        let [a, b] = [(); 2].map(|()| allocate(memory, state, 4, AllocKind::Heap));
        let [two, four] = [2, 4].map(|bytes| memory.space.pool.bv_u64(64, bytes));
        memory.mark_bytes(state, a, Some(two));
        assert!(memory.mark_copied(state, b, a, four).is_ok());
        for pointer in [a, b] {
            let marks = memory.load_scalar(&mut state.marks, pointer, 4);
            let marks = memory.space.bits_of(&marks);
            assert_eq!(memory.space.pool.as_u64(marks), Some(0xffff));
            let whole = Bv::from_u64(32, 0xffff_ffff);
            let lower = Bv::from_u64(16, 0xffff);
            let answers = [whole, lower].map(|mask| {
                let answer = memory.initialised(state, pointer, &mask);
                let answer = answer.expect("a question about bytes");
                memory.space.pool.as_bool(answer)
            });
            assert_eq!(answers, [Some(false), Some(true)]);
        }
    });
}
