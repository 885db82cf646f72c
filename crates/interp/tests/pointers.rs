//! Pointer comparison, addresses, and the questions checks ask about memory.

mod common;

use cassay_interp::{Inputs, ObjectInput, Outcome};
use common::{outcome, outcome_under, result};

/// Runs `main` over two arrays `a`, `b`, a heap object `%0`, a freed one `%1`, and a pointer `%2`
/// to an expired local, and returns whether the expression holds.
fn holds(expr: &str) -> bool {
    let source = format!(
        "
global @a: [4 x i32]
global @b: [4 x i32]
global @text: [3 x i8] constant = {{ 0: \"ab\\00\" }}
fn gone() -> ptr {{
  var x: i32
bb0:
  declare x
  return &x
}}
fn main() -> i1 {{
bb0:
  %0: ptr = alloc heap 8 align 16
  %1: ptr = alloc heap 8 align 16
  free %1
  %2: ptr = call gone()
  %3: ptr = inttoptr(12345:i64, ptr)
  return {expr}
}}
"
    );
    result(&source) != 0
}

#[test]
fn equality_is_of_object_and_offset() {
    assert!(holds("eq(&@a, &@a)"));
    assert!(holds("ne(&@a, ptradd(&@a, 4))"));
    assert!(holds("ne(ptradd(&@a, 16), &@b)"));
    assert!(holds("ne(&@a, null)"));
    assert!(holds("eq(ptradd(ptradd(&@a, 100), -100), &@a)"));
    assert!(holds("eq(inttoptr(0:i64, ptr), null)"));
    assert!(holds("eq(%3, inttoptr(12345:i64, ptr))"));
    assert!(holds("ne(%0, %1)"));
}

#[test]
fn order_is_of_offsets_within_an_object_and_of_addresses_between() {
    assert!(holds("ult(&@a, ptradd(&@a, 4))"));
    assert!(holds("ult(ptradd(&@a, -4), &@a)"));
    assert!(holds("ule(&@a, &@a)"));
    assert!(holds("slt(ptradd(&@a, -4), ptradd(&@a, 4))"));
    assert!(holds("xor(ult(&@a, &@b), ult(&@b, &@a))"));
    assert!(holds("ult(null, &@a)"));
}

#[test]
fn addresses_are_exact_within_an_object_and_disjoint_between() {
    assert!(holds(
        "eq(sub(ptrtoint(ptradd(&@a, 12), i64), ptrtoint(&@a, i64)), 12)"
    ));
    assert!(holds("eq(urem(ptrtoint(%0, i64), 16), 0)"));
    assert!(holds("ne(ptrtoint(&@a, i64), ptrtoint(&@b, i64))"));
    assert!(holds("eq(ptrtoint(null, i64), 0)"));
    assert!(holds("eq(ptrtoint(%3, i64), 12345)"));
}

#[test]
fn integers_lead_to_what_lies_at_their_address() {
    let back = |int: &str| format!("inttoptr({int}, ptr)");
    let moved = back("add(ptrtoint(&@a, i64), 4)");
    assert!(holds(&format!("eq({moved}, ptradd(&@a, 4))")));
    let end = back("add(16:i64, ptrtoint(&@a, i64))");
    assert!(holds(&format!("eq({end}, ptradd(&@a, 16))")));
    let outside = back("sub(ptrtoint(&@a, i64), 4096)");
    assert!(holds(&format!("not(is_object({outside}, 0))")));
    let home = back("add(sub(ptrtoint(&@a, i64), 4096), 4104)");
    assert!(holds(&format!("eq({home}, ptradd(&@a, 8))")));
}

#[test]
fn other_integers_lead_to_objects_whose_address_is_known() {
    let tagged = "or(ptrtoint(ptradd(&@a, 4), i64), 1)";
    let plain = format!("inttoptr(and({tagged}, -2), ptr)");
    assert!(holds(&format!("eq({plain}, ptradd(&@a, 4))")));
    let end = "inttoptr(xor(ptrtoint(ptradd(&@a, 16), i64), 0), ptr)";
    assert!(holds(&format!("eq({end}, ptradd(&@a, 16))")));
    let narrow = "inttoptr(zext(trunc(ptrtoint(&@a, i64), i32), i64), ptr)";
    assert!(holds(&format!("eq({narrow}, &@a)")));
    assert!(holds("not(is_object(inttoptr(65536:i64, ptr), 0))"));
    assert!(holds("not(is_object(inttoptr(4096:i64, ptr), 0))"));
}

#[test]
fn an_integer_made_from_a_pointer_keeps_it_through_memory() {
    let source = "
global @a: [4 x i32] = { 4: 11:i32 }
fn main() -> i32 {
  var n: i64
bb0:
  declare n
  store i64 sub(ptrtoint(&@a, i64), 1000) -> n
  %0: i64 = load n
  %1: ptr = inttoptr(add(%0, 1004), ptr)
  %2: i32 = load *%1 align 4
  %3: i32 = load n
  assert eq(%3, trunc(%0, i32)) [assertion]
  return %2
}
";
    assert_eq!(result(source), 11);
}

#[test]
fn memory_predicates_name_exactly_one_reason() {
    for (pointer, failing) in [
        ("null", "not_null"),
        ("ptradd(null, 8)", "not_null"),
        ("%3", "is_object"),
        ("&fn gone", "is_object"),
        ("%1", "not_freed"),
        ("%2", "not_expired"),
        ("ptradd(%0, 5)", "in_bounds"),
        ("ptradd(%0, -1)", "in_bounds"),
        ("&@a", "nothing"),
        ("ptradd(%0, 4)", "nothing"),
    ] {
        for predicate in [
            "not_null",
            "is_object",
            "not_freed",
            "not_expired",
            "in_bounds",
        ] {
            let expected = predicate != failing;
            let expr = format!("{predicate}({pointer}, 4)");
            assert_eq!(holds(&expr), expected, "{expr}");
        }
    }
}

#[test]
fn bounds_end_exactly_at_the_object() {
    assert!(holds("in_bounds(ptradd(&@a, 16), 0)"));
    assert!(holds("not(in_bounds(ptradd(&@a, 16), 1))"));
    assert!(holds("in_bounds(&@a, 16)"));
    assert!(holds("not(in_bounds(&@a, 17))"));
    assert!(holds("not(in_bounds(ptradd(&@a, 1), -1))"));
}

#[test]
fn predicates_of_free_write_call_and_alignment() {
    assert!(holds("freeable(null, 0)"));
    assert!(holds("freeable(%0, 0)"));
    assert!(holds("freeable(%1, 0)"));
    assert!(holds("not(freeable(ptradd(%0, 1), 0))"));
    assert!(holds("not(freeable(&@a, 0))"));
    assert!(holds("not(not_doubly_freed(%1, 0))"));
    assert!(holds("not_doubly_freed(%0, 0)"));
    assert!(holds("not(writable(&@text, 0))"));
    assert!(holds("writable(&@a, 0)"));
    assert!(holds("is_function(&fn gone, 0)"));
    assert!(holds("not(is_function(ptradd(&fn gone, 4), 0))"));
    assert!(holds("not(is_function(&@a, 0))"));
    assert!(holds("aligned(ptradd(&@a, 4), 4)"));
    assert!(holds("not(aligned(ptradd(&@a, 2), 4))"));
    assert!(holds("not(aligned(&@a, 8))"));
}

#[test]
fn the_oracle_places_objects() {
    let source = "
global @a: [4 x i32]
global @b: [4 x i32]
fn main() -> i64 {
bb0:
  assert ult(&@b, &@a) [assertion]
  return ptrtoint(ptradd(&@a, 4), i64)
}
";
    let mut inputs = Inputs::default();
    for (object, address) in [(0, 0x9000), (1, 0x8000)] {
        let object_input = ObjectInput {
            address: Some(address),
            ..ObjectInput::default()
        };
        inputs.objects.insert(object, object_input);
    }
    assert_eq!(common::number(&outcome_under(source, &inputs)), 0x9004);
}

#[test]
fn an_input_pointer_leads_to_what_lies_at_its_address() {
    let source = "
global @a: i32
fn main() -> i1 {
bb0:
  %1: i64 = ptrtoint(&@a, i64)
  %0: ptr = havoc \"p\"
  return or(eq(%0, null), is_object(%0, 0))
}
";
    let inputs = |address| Inputs {
        nondet: vec![cassay_bv::Bv::from_u64(64, address)],
        ..Inputs::default()
    };
    assert_ne!(common::number(&outcome_under(source, &inputs(0))), 0);
    assert_ne!(common::number(&outcome_under(source, &inputs(0x10000))), 0);
    assert_eq!(common::number(&outcome_under(source, &inputs(0x20000))), 0);
}

#[test]
fn a_number_leads_to_the_object_that_was_made_last() {
    let source = "
fn main() -> i32 {
bb0:
  %0: ptr = alloc heap 4 align 4
  %1: i64 = ptrtoint(%0, i64)
  free %0
  %2: ptr = alloc heap 4 align 4
  store i32 7 -> *%2 align 4
  assert eq(ptrtoint(%2, i64), %1) [assertion]
  %3: i32 = load *inttoptr(%1, ptr) align 4
  return %3
}
";
    let placed = |address| cassay_interp::ObjectInput {
        address: Some(address),
        ..Default::default()
    };
    let mut inputs = Inputs::default();
    inputs.objects.insert(0, placed(0x20000));
    inputs.objects.insert(1, placed(0x20000));
    assert_eq!(common::number(&outcome_under(source, &inputs)), 7);
}

#[test]
fn narrow_pointers_wrap_and_take_four_bytes() {
    let source = "
target 32
global @link: ptr = { 0: &@cell }
global @cell: i32 = { 0: 7:i32 }
fn main() -> i32 {
  var p: ptr
bb0:
  declare p
  memcpy &p, &@link, 4
  %0: ptr = load p
  assert eq(ptradd(ptradd(%0, 2147483647), -2147483647), %0) [assertion]
  assert ult(ptrtoint(%0, i64), 4294967296) [assertion]
  %1: i32 = load *%0 align 4
  return %1
}
";
    assert_eq!(result(source), 7);
    let full = "
target 32
fn main() -> i32 {
bb0:
  %0: ptr = alloc heap 4294967295 align 16
  return ptrtoint(%0, i32)
}
";
    // There is no room for it, and nobody cares where it lies.
    assert!(matches!(outcome(full), Outcome::Finished { .. }));
}
