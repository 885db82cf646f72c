//! Every check by its good and bad pairs: which assertions it adds, and where it adds none.

use cassay_checks::{CheckSet, apply};
use cassay_ir::text::{parse, print};
use cassay_ir::{Program, verify};

/// A program around the body of a function with parameters of several types.
fn program(body: &str) -> Program {
    let text = format!(
        "type 3 = i32\n\
         global @g: [4 x i32]\n\
         global @text: [4 x i8] constant = {{ 0: \"abc\" }}\n\
         fn h() -> void;\n\
         fn f(%0: i32, %1: i32, %2: i64, %3: ptr, %4: ptr, %5: i1) -> i32 {{\n\
         var a: [4 x i32]\nvar c: [8 x i8]\n\
         bb0:\n{body}\nbb1:\nreturn 0\n}}"
    );
    parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The assertions of the program after one check, each on a line.
fn after(id: &str, body: &str) -> String {
    let mut program = program(body);
    verify(&program).unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    let mut checks = CheckSet::none();
    assert!(checks.set(id, true), "{id}");
    apply(&mut program, &checks);
    verify(&program).unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    let text = print(&program);
    let asserts = text.lines().filter(|line| line.starts_with("  assert "));
    // Each behind its id.
    let asserts = asserts.filter_map(|line| Some(line.split_once('#')?.1.split_once(' ')?.1));
    let asserts: Vec<&str> = asserts.collect();
    asserts.join("\n")
}

#[test]
fn division_by_zero() {
    let check = |body: &str| after("div-by-zero", body);
    for op in ["udiv", "sdiv", "urem", "srem"] {
        let found = check(&format!("%6: i32 = {op}(%0, %1) goto bb1"));
        assert_eq!(found, "ne(%1, 0) [division-by-zero]");
    }
    // Inner divisions first; terminators and places too; before the statement itself.
    let nested = check("%6: i32 = add(1, sdiv(%0, urem(%0, %1))) goto bb1");
    assert_eq!(
        nested,
        "ne(%1, 0) [division-by-zero]\nne(urem(%0, %1), 0) [division-by-zero]"
    );
    let end = check("return sdiv(1, %0)");
    assert_eq!(end, "ne(%0, 0) [division-by-zero]");
    let place = check("store i8 1 -> *ptradd(%3, udiv(8, %2)) align 1 goto bb1");
    assert_eq!(place, "ne(%2, 0) [division-by-zero]");
    assert_eq!(
        check("%6: i32 = sdiv(%0, 0) goto bb1"),
        "ne(0:i32, 0) [division-by-zero]"
    );
    // A divisor that is a constant is certain.
    assert_eq!(check("%6: i32 = sdiv(%0, 3) goto bb1"), "");
    assert_eq!(check("%6: i32 = 3 %7: i32 = sdiv(%0, %6) goto bb1"), "");
    assert_eq!(check("%6: i32 = mul(%0, %1) goto bb1"), "");
}

#[test]
fn signed_overflow_of_division() {
    let check = |body: &str| after("overflow", body);
    let expected = "or(ne(%0, 2147483648), ne(%1, -1)) [overflow.div]";
    assert_eq!(check("%6: i32 = sdiv(%0, %1) goto bb1"), expected);
    assert_eq!(check("%6: i32 = srem(%0, %1) goto bb1"), expected);
    // One claim, also where the sanitizer made one.
    let both = "assert %5 [overflow.div] \"of clang\" %6: i32 = sdiv(%0, %1) goto bb1";
    assert_eq!(check(both), expected);
    assert_eq!(check("%6: i32 = sdiv(%0, 2) goto bb1"), "");
    assert_eq!(check("%6: i32 = sdiv(5, %0) goto bb1"), "");
    assert_eq!(check("%6: i32 = udiv(%0, %1) goto bb1"), "");
    let widened = "%6: i64 = sext(%0, i64) %7: i64 = sdiv(%6, %2) goto bb1";
    assert_eq!(check(widened), "");
}

#[test]
fn overflow_keeps_what_the_sanitizer_found() {
    let body = "assert not(sadd_overflows(%0, %1)) [overflow.add] goto bb1";
    let kept = "not(sadd_overflows(%0, %1)) [overflow.add]";
    assert_eq!(after("overflow", body), kept);
    assert_eq!(after("div-by-zero", body), "");
}

#[test]
fn pointer_accesses_through_unknown_pointers() {
    let load = after("pointer", "%6: i32 = load *%3 align 4 goto bb1");
    let all = "not_null(%3, 4) [pointer.null]\n\
               is_object(%3, 4) [pointer.invalid]\n\
               not_freed(%3, 4) [pointer.freed]\n\
               not_expired(%3, 4) [pointer.expired]\n\
               in_bounds(%3, 4) [pointer.bounds]";
    assert_eq!(load, all);
    let store = after("pointer", "store i32 0 -> *%3 align 4 goto bb1");
    assert_eq!(store, format!("{all}\nwritable(%3, 4) [pointer.constant]"));
    let wide = after("pointer", "store i24 0 -> *%3 align 1 goto bb1");
    assert!(wide.contains("in_bounds(%3, 3)"), "{wide}");
}

#[test]
fn pointer_accesses_to_variables_by_name() {
    let check = |body: &str| after("pointer", body);
    assert_eq!(check("store i32 1 -> a+12 %6: i32 = load @g goto bb1"), "");
    let outside = check("store i32 1 -> a+16 goto bb1");
    let message = "\"access out of the bounds of `a`\"";
    assert_eq!(
        outside,
        format!("in_bounds(ptradd(&a, 16), 4) [pointer.bounds] {message}")
    );
    let across = check("%6: i32 = load a+13 goto bb1");
    assert_eq!(
        across,
        format!("in_bounds(ptradd(&a, 13), 4) [pointer.bounds] {message}")
    );
    let constant = check("store i8 1 -> @text+1 %6: i8 = load @text goto bb1");
    let message = "\"write to a constant object: `text`\"";
    assert_eq!(
        constant,
        format!("writable(ptradd(&@text, 1), 1) [pointer.constant] {message}")
    );
}

#[test]
fn pointer_accesses_computed_from_variables() {
    let check = |body: &str| after("pointer", body);
    let inside =
        "%6: ptr = ptradd(&a, 4) %7: ptr = ptradd(%6, 8) %8: i32 = load *%7 align 4 goto bb1";
    assert_eq!(check(inside), "");
    let below = check("%6: ptr = ptradd(&a, -1) %7: i8 = load *%6 align 1 goto bb1");
    assert!(
        below.starts_with("in_bounds(%6, 1) [pointer.bounds]"),
        "{below}"
    );
    let index = check("%6: ptr = ptradd(&@g, %2) %7: i32 = load *%6 align 4 goto bb1");
    assert!(
        index.starts_with("in_bounds(%6, 4) [pointer.bounds]"),
        "{index}"
    );
    assert_eq!(index.lines().count(), 1);
    // A temporary set twice may be anything.
    let twice = "%6: ptr = &a %6: ptr = %3 %7: i32 = load *%6 align 4 goto bb1";
    assert_eq!(check(twice).lines().count(), 5);
}

#[test]
fn accesses_after_the_end_of_a_scope() {
    let check = |body: &str| after("pointer", body);
    assert_eq!(check("declare a store i32 1 -> a dead a goto bb1"), "");
    let late = check("declare a dead a store i32 1 -> a goto bb1");
    let message = "\"access to a variable out of its scope: `a`\"";
    assert_eq!(
        late,
        format!("not_expired(&a, 4) [pointer.expired] {message}")
    );
    // The address of an earlier instance.
    let old = "%6: ptr = &a declare a store i32 1 -> *%6 align 4 goto bb1";
    assert_eq!(
        check(old),
        format!("not_expired(%6, 4) [pointer.expired] {message}")
    );
    let new = "declare a %6: ptr = &a store i32 1 -> *%6 align 4 goto bb1";
    assert_eq!(check(new), "");
    let round = "declare a store i32 1 -> *%6 align 4 %6: ptr = &a if %5 goto bb0 else bb1";
    let found = parse_unchecked(round);
    assert!(found.contains("not_expired(%6, 4)"), "{found}");
}

/// For bodies the verifier would reject as first read, then set.
fn parse_unchecked(body: &str) -> String {
    let mut program = program(body);
    let mut checks = CheckSet::none();
    checks.set("pointer", true);
    apply(&mut program, &checks);
    print(&program)
}

#[test]
fn copies_and_sets() {
    let constant = after("pointer", "memcpy %3, &a, 16 goto bb1");
    assert_eq!(constant.lines().count(), 6, "{constant}");
    assert!(constant.contains("writable(%3, 16)"));
    let outside = after("pointer", "memcpy &c, &a, 9 goto bb1");
    assert!(
        outside.starts_with("in_bounds(&c, 9) [pointer.bounds]"),
        "{outside}"
    );
    assert_eq!(outside.lines().count(), 1);
    let set = after("pointer", "memset &c, 0, %2 goto bb1");
    assert!(
        set.starts_with("or(eq(%2, 0), in_bounds(&c, %2)) [pointer.bounds]"),
        "{set}"
    );
    assert_eq!(after("pointer", "memmove null, null, 0 goto bb1"), "");
}

#[test]
fn alignment() {
    let check = |body: &str| after("alignment", body);
    let unknown = check("%6: i32 = load *%3 align 4 store i16 1 -> *%4 align 2 goto bb1");
    assert_eq!(
        unknown,
        "aligned(%3, 4) [alignment]\naligned(%4, 2) [alignment]"
    );
    assert_eq!(check("%6: i32 = load *%3 align 1 goto bb1"), "");
    let index = "%6: i64 = mul(%2, 4) %7: ptr = ptradd(&a, %6) %8: i32 = load *%7 align 4 goto bb1";
    assert_eq!(check(index), "");
    let shifted =
        "%6: i64 = shl(%2, 2) %7: ptr = ptradd(&a, %6) %8: i32 = load *%7 align 4 goto bb1";
    assert_eq!(check(shifted), "");
    let bytes = "%6: ptr = ptradd(&a, %2) %7: i32 = load *%6 align 4 goto bb1";
    assert_eq!(check(bytes), "aligned(%6, 4) [alignment]");
    let chars = "%6: i32 = load *&c align 4 goto bb1";
    assert_eq!(check(chars), "aligned(&c, 4) [alignment]");
    let odd = "%6: ptr = ptradd(&a, 2) %7: i32 = load *%6 align 4 goto bb1";
    assert_eq!(check(odd), "aligned(%6, 4) [alignment]");
}

#[test]
fn frees() {
    let found = after("free", "free %3 goto bb1");
    assert_eq!(
        found,
        "freeable(%3, 0) [free.invalid]\nnot_doubly_freed(%3, 0) [free.double]"
    );
    assert_eq!(after("free", "free null goto bb1"), "");
}

#[test]
fn overlaps() {
    let check = |body: &str| after("overlap", body);
    assert_eq!(
        check("memcpy %3, %4, 8 goto bb1"),
        "select(ne(ptradd(%3, sub(0, object_offset(%3))), ptradd(%4, sub(0, object_offset(%4)))), \
         true, or(eq(%3, %4), or(ule(ptradd(%3, 8), %4), ule(ptradd(%4, 8), %3)))) [overlap]"
    );
    let dynamic = check("memcpy %3, %4, %2 goto bb1");
    assert!(
        dynamic.starts_with("or(eq(%2, 0), select(ne(ptradd(%3, "),
        "{dynamic}"
    );
    assert!(check("memcpy &a, ptradd(&a, 4), 8 goto bb1").contains("[overlap]"));
    assert_eq!(check("memmove %3, %4, 8 goto bb1"), "");
    assert_eq!(check("memcpy &a, &@g, 8 goto bb1"), "");
    assert_eq!(check("memcpy &a, &a, 8 goto bb1"), "");
    assert_eq!(check("memcpy &a, ptradd(&a, 8), 8 goto bb1"), "");
    assert_eq!(check("memcpy %3, %4, 0 goto bb1"), "");
}

#[test]
fn calls_through_pointers() {
    let check = |body: &str| after("function-pointer", body);
    assert_eq!(
        check("call *%3() goto bb1"),
        "is_function(%3, 0) [function-pointer]"
    );
    let invoke = check("invoke *%3() to bb1 unwind bb1");
    assert_eq!(invoke, "is_function(%3, 0) [function-pointer]");
    assert_eq!(check("call h() %6: ptr = &fn h call *%6() goto bb1"), "");
}

#[test]
fn only_enabled_classes_stay() {
    let body = "assert %5 [assertion] assert %5 [unreach-call] assert %5 [bounds] \
                assert %5 [shift] assert %5 [vla-size] assert %5 [conversion] \
                assert %5 [unsigned-overflow] assert %5 [builtin] assert %5 [unreachable] \
                assert %5 [float-cast] goto bb1";
    for (id, kept) in [
        ("assertions", "%5 [assertion]\n%5 [unreach-call]"),
        ("bounds", "%5 [bounds]"),
        ("shift", "%5 [shift]"),
        ("vla-size", "%5 [vla-size]"),
        ("conversion", "%5 [conversion]"),
        ("unsigned-overflow", "%5 [unsigned-overflow]"),
        ("builtin", "%5 [builtin]"),
        ("unreachable", "%5 [unreachable]"),
        ("float-cast", "%5 [float-cast]"),
        ("free", ""),
    ] {
        assert_eq!(after(id, body), kept, "{id}");
    }
    let mut errors_only = program(body);
    apply(
        &mut errors_only,
        &CheckSet::for_property("unreach-call").unwrap(),
    );
    let text = print(&errors_only);
    assert!(
        text.contains("[unreach-call]") && !text.contains("[assertion]"),
        "{text}"
    );
    // A property of memory instruments, and keeps nothing else.
    let mut memory =
        program("%6: i32 = load *%3 align 4 %7: i32 = sdiv(%0, %1) assert %5 [bounds] goto bb1");
    apply(
        &mut memory,
        &CheckSet::for_property("valid-memsafety").unwrap(),
    );
    let text = print(&memory);
    assert_eq!(text.matches("assert ").count(), 5, "{text}");
}

#[test]
fn assertions_take_the_place_of_their_statement() {
    let text = "file 0 \"a.c\"\nfn f(%0: i32) -> i32 {\nbb0:\n  fence seq_cst @0:1:1\n  \
                %1: i32 = udiv(1, %0) @0:2:7\n  return urem(1, %1) @0:3:1\n}\n";
    let mut program = parse(text).unwrap();
    apply(&mut program, &CheckSet::default());
    let printed = print(&program);
    let expected = "  fence seq_cst @0:1:1\n  assert #0 ne(%0, 0) [division-by-zero] @0:2:7\n  \
                    %1: i32 = udiv(1, %0) @0:2:7\n  \
                    assert #1 ne(%1, 0) [division-by-zero] @0:3:1\n  return urem(1, %1) @0:3:1\n";
    assert!(printed.contains(expected), "{printed}");
}
