//! Loads, stores, bytes, lifetimes and block operations.

mod common;

use cassay_interp::{Inputs, Limits, ObjectInput, Outcome, Zeros};
use common::{invalid, outcome, outcome_under, result, run_with};

#[test]
fn globals_start_with_their_initialisers() {
    let source = "
global @zero: i32
global @table: [4 x i16] = { 2: 258:i16, 6: \"ab\" }
global @link: ptr = { 0: &@table+2 }
fn main() -> i32 {
bb0:
  %0: i32 = load @zero
  %1: ptr = load @link
  %2: i16 = load *%1 align 2
  %3: i16 = load @table+6
  return add(add(%0, zext(%2, i32)), zext(%3, i32))
}
";
    assert_eq!(result(source), 258 + 0x6261);
}

#[test]
fn bytes_are_little_endian_and_small_writes_change_large_reads() {
    let source = "
fn main() -> i32 {
  var x: i32
bb0:
  declare x
  store i32 287454020 -> x
  store i8 -1 -> x+1
  %0: i16 = load x+2
  %1: i32 = load x
  return xor(%1, zext(%0, i32))
}
";
    assert_eq!(result(source), 0x1122_ff44 ^ 0x1122);
}

#[test]
fn a_structure_is_stored_and_read_whole_and_in_parts() {
    let source = "
type 4 = struct size 16 align 8 { 0: i8, 4: i32, 8: ptr }
fn main() -> i32 {
  var s: struct.4
  var t: struct.4
bb0:
  declare s
  declare t
  store struct.4 aggregate(struct.4, 7:i8, 500:i32, &t) -> s
  %0: i32 = load s+4
  %1: struct.4 = load s
  store struct.4 %1 -> t
  %2: ptr = load t+8
  store i32 1000 -> *ptradd(%2, 4) align 4
  %3: i32 = load t+4
  %4: i8 = load t
  return add(add(%0, %3), zext(%4, i32))
}
";
    assert_eq!(result(source), 1507);
}

#[test]
fn pointers_survive_copies_and_shuffles_of_bytes() {
    let source = "
fn main() -> i32 {
  var x: i32
  var p: ptr
  var q: ptr
  var bytes: [16 x i8]
bb0:
  declare x
  declare p
  declare q
  declare bytes
  store i32 99 -> x
  store ptr &x -> p
  memcpy ptradd(&bytes, 3), &p, 8
  memcpy &q, ptradd(&bytes, 3), 3
  memcpy ptradd(&q, 3), ptradd(&bytes, 6), 5
  %0: ptr = load q
  %1: i32 = load *%0 align 4
  assert eq(%0, &x) [assertion]
  return %1
}
";
    assert_eq!(result(source), 99);
}

#[test]
fn a_pointer_copied_byte_by_byte_through_integers_comes_back() {
    let source = "
fn main() -> i32 {
  var x: [4 x i32]
  var p: ptr
  var q: ptr
  var i: i64
bb0:
  declare x
  declare p
  declare q
  declare i
  store i32 5 -> x+8
  store ptr ptradd(&x, 8) -> p
  store i64 0 -> i
  goto bb1
bb1:
  %0: i64 = load i
  if ult(%0, 8) goto bb2 else bb3
bb2:
  %1: i8 = load *ptradd(&p, %0) align 1
  store i8 %1 -> *ptradd(&q, %0) align 1
  store i64 add(%0, 1) -> i
  goto bb1
bb3:
  %2: ptr = load q
  %3: i32 = load *%2 align 4
  assert eq(%2, ptradd(&x, 8)) [assertion]
  return %3
}
";
    assert_eq!(result(source), 5);
}

#[test]
fn a_half_overwritten_pointer_is_no_pointer_any_more() {
    let source = "
fn main() -> i32 {
  var x: i32
  var p: ptr
bb0:
  declare x
  declare p
  store ptr &x -> p
  store i16 -1 -> p+6
  %0: ptr = load p
  %1: i32 = load *%0 align 4
  return %1
}
";
    assert_eq!(
        invalid(&outcome(source)),
        "access through an invalid pointer"
    );
}

const UNINITIALISED: &str = "
global @extern: i16 = external
fn main() -> i32 {
  var x: i32
  var y: i32
bb0:
  declare x
  declare y
  %0: i32 = load x
  %1: i32 = load x
  assert eq(%0, %1) [assertion]
  memcpy &y, &x, 4
  %2: i32 = load y
  assert eq(%0, %2) [assertion]
  store i8 0 -> x
  %3: i32 = load x
  %4: i16 = load @extern
  return add(%3, zext(%4, i32))
}
";

#[test]
fn indeterminate_bytes_come_from_the_oracle_and_stick() {
    let mut inputs = Inputs::default();
    // Object 0 is the global, 1 is x, 2 is y: y's own bytes are never asked for.
    let bytes = |list: &[u8]| ObjectInput {
        address: None,
        bytes: (0..).zip(list.iter().copied()).collect(),
    };
    inputs.objects.insert(0, bytes(&[1, 2]));
    inputs.objects.insert(1, bytes(&[0x44, 0x33]));
    inputs.objects.insert(2, bytes(&[9, 9, 9, 9]));
    let outcome = outcome_under(UNINITIALISED, &inputs);
    assert_eq!(common::number(&outcome), 0x3300 + 0x201);
}

#[test]
fn block_operations_move_and_set() {
    let source = "
fn main() -> i32 {
  var a: [10000 x i8]
bb0:
  declare a
  memset &a, 7, 10000
  store i8 1 -> a+4094
  store i8 2 -> a+4095
  store i8 3 -> a+4096
  memmove ptradd(&a, 4096), ptradd(&a, 4094), 3
  %0: i32 = load a+4095
  memmove ptradd(&a, 9996), ptradd(&a, 9998), 0
  memmove ptradd(&a, 4090), ptradd(&a, 4095), 4
  %1: i32 = load a+4090
  assert eq(%0, %1) [assertion]
  return %0
}
";
    assert_eq!(result(source), 0x0302_0102);
}

#[test]
fn heap_objects_live_until_freed() {
    let source = |tail: &str| {
        format!(
            "
fn main() -> i32 {{
bb0:
  %0: ptr = alloc heap 8 align 16
  store i32 3 -> *ptradd(%0, 4) align 4
  %1: i32 = load *ptradd(%0, 4) align 4
  %2: ptr = alloc zeroed_heap 4 align 16
  %3: i32 = load *%2 align 4
{tail}
  return add(%1, %3)
}}
"
        )
    };
    assert_eq!(result(&source("  free %0\n  free null")), 3);
    let after = source("  free %0\n  %4: i32 = load *%0 align 4");
    assert_eq!(
        invalid(&outcome(&after)),
        "access to an object whose life has ended"
    );
    let twice = source("  free %0\n  free %0");
    assert_eq!(invalid(&outcome(&twice)), "object freed twice");
    let inside = source("  free ptradd(%0, 4)");
    assert_eq!(
        invalid(&outcome(&inside)),
        "free of a pointer that was not allocated"
    );
    let beyond = source("  store i32 1 -> *ptradd(%0, 6) align 4");
    assert_eq!(
        invalid(&outcome(&beyond)),
        "access out of the bounds of its object"
    );
    let before = source("  store i32 1 -> *ptradd(%0, -1) align 4");
    assert_eq!(
        invalid(&outcome(&before)),
        "access out of the bounds of its object"
    );
}

#[test]
fn locals_live_from_declare_to_dead_or_return() {
    let expired = "
fn f() -> ptr {
  var x: i32
bb0:
  declare x
  store i32 1 -> x
  return &x
}
fn main() -> i32 {
bb0:
  %0: ptr = call f()
  %1: i32 = load *%0 align 4
  return %1
}
";
    assert_eq!(
        invalid(&outcome(expired)),
        "access to an object whose life has ended"
    );
    let dead = "
fn main() -> i32 {
  var x: i32
bb0:
  declare x
  store i32 1 -> x
  dead x
  %0: i32 = load x
  return %0
}
";
    assert_eq!(
        invalid(&outcome(dead)),
        "access to an object whose life has ended"
    );
    let undeclared = dead.replace("  declare x\n", "");
    assert_eq!(
        invalid(&outcome(&undeclared)),
        "access through an invalid pointer"
    );
    let again = "
fn main() -> i1 {
  var x: i32
bb0:
  declare x
  %0: ptr = &x
  declare x
  assert not_expired(&x, 0) [assertion]
  return or(eq(%0, &x), not_expired(%0, 0))
}
";
    assert_eq!(result(again), 0, "a second declare is a new object");
}

#[test]
fn stack_allocations_end_with_their_function() {
    let source = "
fn f() -> ptr {
bb0:
  %0: ptr = alloc stack 4 align 4
  store i32 1 -> *%0 align 4
  return %0
}
fn main() -> i1 {
bb0:
  %0: ptr = call f()
  return not_expired(%0, 0)
}
";
    assert_eq!(result(source), 0);
}

#[test]
fn constants_are_not_written() {
    let source = "
global @text: [3 x i8] constant = { 0: \"ab\\00\" }
fn main() -> i8 {
bb0:
  %0: i8 = load @text
  store i8 1 -> @text
  return %0
}
";
    assert_eq!(invalid(&outcome(source)), "write to a constant object");
}

#[test]
fn huge_objects_cost_what_is_touched_and_huge_copies_meet_the_limit() {
    let source = "
fn main() -> i32 {
bb0:
  %0: ptr = alloc heap 4611686018427387904 align 16
  store i32 6 -> *ptradd(%0, 4611686018427387900) align 4
  %1: i32 = load *ptradd(%0, 4611686018427387900) align 4
  return %1
}
";
    assert_eq!(result(source), 6);
    let whole = "  memset %0, 7, 4611686018427387904\n  %2: i8 = load *ptradd(%0, 9) align 1\n  \
                 return add(%1, zext(%2, i32))";
    assert_eq!(result(&source.replace("  return %1", whole)), 13);
    let source = source.replace("  return", "  memset %0, 0, 4611686018427387903\n  return");
    assert_eq!(
        run_with(&source, &mut Zeros, &Limits::default()),
        Outcome::StepLimit
    );
}

#[test]
fn the_extent_of_an_object_is_its_size_and_the_offset_into_it() {
    let source = "
fn main() -> i64 {
  var x: [10 x i32]
bb0:
  declare x
  %0: ptr = ptradd(&x, 12)
  return add(mul(object_size(%0), 100), add(object_offset(%0), object_size(null)))
}
";
    assert_eq!(result(source), 4012);
}

#[test]
fn contents_from_outside_are_found_by_the_number_of_their_object() {
    let source = "
global @g: [4 x i8]
fn main() -> i32 {
  var x: i8
bb0:
  memhavoc &@g \"read()\"
  declare x
  memhavoc ptradd(&@g, 1), 2 \"read()\"
  memhavoc null \"read()\"
  %0: i32 = load @g
  return %0
}
";
    // Object 0 is the global, 1 and 3 are what was written over it, 2 is the local.
    let mut inputs = Inputs::default();
    for (object, byte) in [(1, 0x11), (2, 0x22), (3, 0x33)] {
        let bytes = (0..4).map(|at| (at, byte + at as u8)).collect();
        let address = None;
        inputs
            .objects
            .insert(object, ObjectInput { address, bytes });
    }
    assert_eq!(common::number(&outcome_under(source, &inputs)), 0x1435_3411);
}

#[test]
fn a_device_answers_every_load_and_forgets_stores() {
    let source = "
global @port: [2 x i32] device = external
fn main() -> i32 {
bb0:
  store i32 7 -> @port
  %0: i32 = load @port
  %1: i32 = load @port
  return add(mul(%0, 10), %1)
}
";
    assert_eq!(common::result_under(source, &[3, 4]), 34);
}

/// What is asked of the heap after some statements about a heap object `%0`: `heap_empty` counts 1,
/// `heap_tracked` 2.
fn heap_after(body: &str) -> i64 {
    result(&format!(
        "
global @g: ptr
global @n: i64
fn main() -> i32 {{
bb0:
  %0: ptr = alloc heap 8 align 16
{body}
  return add(select(heap_empty(), 1:i32, 0:i32), select(heap_tracked(), 2:i32, 0:i32))
}}
"
    ))
}

#[test]
fn heap_objects_are_reached_by_pointers_in_variables() {
    assert_eq!(heap_after(""), 0);
    assert_eq!(heap_after("  free %0"), 3);
    let kept = "  store ptr %0 -> @g";
    assert_eq!(heap_after(kept), 2);
    assert_eq!(heap_after(&format!("{kept}\n  free %0")), 3);
    assert_eq!(heap_after(&format!("{kept}\n  store ptr null -> @g")), 0);
    assert_eq!(heap_after("  store ptr ptradd(%0, 5) -> @g"), 2);
    assert_eq!(heap_after("  store i64 ptrtoint(%0, i64) -> @n"), 2);
    // What holds only itself is not reached.
    assert_eq!(heap_after("  store ptr %0 -> *%0 align 8"), 0);
    let next = "  %1: ptr = alloc heap 8 align 16\n  store ptr %1 -> *%0 align 8";
    assert_eq!(heap_after(&format!("{kept}\n{next}")), 2);
    assert_eq!(heap_after(&format!("{kept}\n{next}\n  free %0")), 0);
}

/// A list of a million strings, of which nothing is made before it is touched.
const ROWS: &str = "
fn main() -> i64 {
  var pair: [2 x ptr]
bb0:
  declare pair
  %0: ptr = alloc static 16777216 align 1 texts 16
  %1: ptr = alloc static 8388608 align 16 pointers %0 step 16
  %2: ptr = load *ptradd(%1, 8000) align 8
  %3: ptr = load *ptradd(%1, 8008) align 8
";

#[test]
fn rows_hold_pointers_and_zeros_before_anything_is_written() {
    // The strings are sixteen bytes apart; each ends with a zero in front of the next.
    let source = format!(
        "{ROWS}
  store i8 7 -> *%3 align 1
  %4: i8 = load *ptradd(%2, 15) align 1
  %5: i8 = load *ptradd(%2, 16) align 1
  %6: i64 = sub(ptrtoint(%3, i64), ptrtoint(%2, i64))
  return add(%6, add(zext(%4, i64), mul(zext(%5, i64), 100)))
}}
"
    );
    assert_eq!(result(&source), 16 + 700);
}

#[test]
fn what_is_written_to_a_row_changes_no_other() {
    let source = format!(
        "{ROWS}
  store ptr null -> *ptradd(%1, 8000) align 8
  memcpy &pair, ptradd(%1, 8000), 16
  %4: ptr = load pair
  %5: ptr = load pair+8
  %6: ptr = load *ptradd(%1, 7992) align 8
  %7: i64 = sub(ptrtoint(%5, i64), ptrtoint(%6, i64))
  return select(eq(%4, null), %7, 0)
}}
"
    );
    assert_eq!(result(&source), 32);
}
