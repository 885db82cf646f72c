//! Checks of floating-point results, of pointers that are computed with and set against others, of
//! casts and of missing values: which assertions each adds, and where it adds none.

use cassay_checks::{CheckSet, apply};
use cassay_ir::text::{parse, print};
use cassay_ir::{Program, verify};

/// The assertions of a program after one check, each on a line.
fn of_program(id: &str, text: &str) -> String {
    let mut program: Program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut checks = CheckSet::none();
    assert!(checks.set(id, true), "{id}");
    apply(&mut program, &checks);
    verify(&program).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let text = print(&program);
    let asserts = text.lines().filter(|line| line.starts_with("  assert "));
    // Each behind its id.
    let asserts = asserts.filter_map(|line| Some(line.split_once('#')?.1.split_once(' ')?.1));
    let asserts: Vec<&str> = asserts.collect();
    asserts.join("\n")
}

/// The same for the body of a function with parameters of several types.
fn after(id: &str, body: &str) -> String {
    of_program(
        id,
        &format!(
            "type 3 = i32\n\
             global @g: [4 x i32]\n\
             fn root(%0: f32) -> f32 model {{ bb0: %1: f32 = fdiv(%0, %0) return %1 }}\n\
             fn f(%0: i32, %1: i64, %2: ptr, %3: ptr, %4: f32, %5: f32, %6: f64, %7: i1) -> i32 {{\n\
             var a: [4 x i32]\n\
             bb0:\n{body}\nbb1:\nreturn 0\n}}"
        ),
    )
}

#[test]
fn nan() {
    let check = |body: &str| after("nan", body);
    let sum = check("%8: f32 = fadd(%4, %5) goto bb1");
    assert!(
        sum.ends_with("[nan] \"floating-point addition gives NaN\""),
        "{sum}"
    );
    // A NaN that comes in is none that was made.
    assert!(
        sum.contains("(%4, %4)") && sum.contains("(%5, %5)"),
        "{sum}"
    );
    assert_eq!(check("%8: f32 = fptofp(%6, f32) goto bb1"), "");
    assert_eq!(check("%8: f32 = fneg(%4) goto bb1"), "");
    // Of library functions only what they return matters.
    let call = check("%8: f32 = call root(%4) goto bb1");
    assert!(call.ends_with("[nan] \"`root` gives NaN\""), "{call}");
    assert_eq!(call.lines().count(), 1);
}

#[test]
fn float_overflow() {
    let check = |body: &str| after("float-overflow", body);
    let product = check("%8: f32 = fmul(%4, %5) goto bb1");
    assert!(product.ends_with("[float-overflow] \"floating-point multiplication overflows\""));
    assert_eq!(
        check("%8: f32 = fptofp(%6, f32) goto bb1").lines().count(),
        1
    );
    assert_eq!(check("%8: f64 = fptofp(%4, f64) goto bb1"), "");
    assert_eq!(check("%8: f32 = sitofp(%1, f32) goto bb1"), "");
}

#[test]
fn one_claim_for_an_operation_in_the_current_rounding_mode() {
    let body = "%8: f32 = fmul.rtz(%4, %5) %9: f32 = fmul(%4, %5) \
                %10: f32 = select(%7, %9, %8) goto bb1";
    for id in ["nan", "float-overflow"] {
        let claims = after(id, body);
        assert_eq!(claims.lines().count(), 1, "{claims}");
        assert!(claims.contains("select(%7, %9, %8)"), "{claims}");
    }
    let other = "%8: f32 = fmul(%5, %5) %9: f32 = fmul(%4, %5) \
                 %10: f32 = select(%7, %9, %8) goto bb1";
    assert_eq!(after("nan", other).lines().count(), 2);
}

#[test]
fn pointer_arithmetic() {
    let check = |body: &str| after("pointer-overflow", body);
    let unknown = check("%8: ptr = ptradd(%2, %1) goto bb1");
    assert_eq!(
        unknown,
        "or(eq(%1, 0), not_null(%2, 0)) [pointer-overflow] \"arithmetic on a null pointer\"\n\
         in_bounds(ptradd(%2, %1), 0) [pointer-overflow]"
    );
    // The place just past the end is allowed.
    assert_eq!(check("%8: ptr = ptradd(&a, 16) goto bb1"), "");
    for outside in ["17", "-4"] {
        let found = check(&format!("%8: ptr = ptradd(&a, {outside}) goto bb1"));
        assert_eq!(
            found,
            format!(
                "in_bounds(ptradd(&a, {outside}), 0) [pointer-overflow] \
                 \"pointer arithmetic leaves `a`\""
            )
        );
    }
}

#[test]
fn differences_and_relations_of_pointers() {
    let difference = |body: &str| after("pointer-difference", body);
    let pointers = "%8: i64 = ptrtoint(%2, i64) %9: i64 = ptrtoint(%3, i64) \
                    %10: i64 = sub(%8, %9) goto bb1";
    // They lead into the same object, and neither has left it.
    assert_eq!(difference(pointers).lines().count(), 3);
    // Conversions that are evaluated apart belong to integers.
    let integers = "%8: i64 = ptrtoint(%2, i64) %11: i64 = %1 %9: i64 = ptrtoint(%3, i64) \
                    %10: i64 = sub(%8, %9) goto bb1";
    assert_eq!(difference(integers), "");
    let same = "%8: i64 = ptrtoint(&@g, i64) %9: i64 = ptrtoint(ptradd(&@g, %1), i64) \
                %10: i64 = sub(%8, %9) goto bb1";
    assert_eq!(
        difference(same),
        "in_bounds(ptradd(&@g, %1), 0) [pointer-difference] \
         \"difference of a pointer that has left its object\""
    );

    let relation = |body: &str| after("pointer-relation", body);
    assert_eq!(relation("%8: i1 = ult(%2, %3) goto bb1").lines().count(), 1);
    assert_eq!(relation("%8: i1 = eq(%2, %3) goto bb1"), "");
    assert_eq!(relation("%8: i1 = ult(%1, 5) goto bb1"), "");
    assert_eq!(relation("%8: i1 = ule(&a, ptradd(&a, %1)) goto bb1"), "");
}

#[test]
fn casts_are_read_as_their_result_is_used() {
    let check = |body: &str| after("conversion", body);
    let signed = check("%8: i8 = trunc(%0, i8) %9: i32 = sext(%8, i32) goto bb1");
    assert!(
        signed.starts_with("eq(sext(trunc(%0, i8), i32), %0)"),
        "{signed}"
    );
    let unsigned = check("%8: i8 = trunc(%0, i8) %9: i32 = zext(%8, i32) goto bb1");
    assert!(
        unsigned.starts_with("eq(zext(trunc(%0, i8), i32), %0)"),
        "{unsigned}"
    );
    let open = check("%8: i8 = trunc(%0, i8) goto bb1");
    assert!(open.starts_with("or(eq(sext("), "{open}");
    assert_eq!(check("%8: i1 = trunc(%0, i1) goto bb1"), "");
    // Implicit conversions have the sanitizer's claim.
    let implicit = "%8: i8 = trunc(%0, i8) %9: i32 = sext(%8, i32) %10: i1 = eq(%9, %0) \
                    assert %10 [conversion] \"of clang\" goto bb1";
    assert_eq!(check(implicit), "%10 [conversion] \"of clang\"");
}

#[test]
fn values_without_a_return_are_claimed_where_they_are_used() {
    let program = |callee: &str, caller: &str| {
        format!(
            "type 3 = i32\nfile 0 \"a.c\"\n\
             fn g(%0: i1) -> i32 @ 0:1:1 {{\nvar #0: i32\n{callee}\n}}\n\
             fn f(%0: i1) -> i32 @ 0:9:1 {{\nbb0:\n{caller}\n}}"
        )
    };
    let open = "bb0: declare #0 if %0 goto bb1 else bb2\n\
                bb1: store i32 1 -> #0 goto bb2\nbb2: %1: i32 = load #0 return %1";
    let complete = "bb0: declare #0 store i32 2 -> #0 if %0 goto bb1 else bb2\n\
                    bb1: store i32 1 -> #0 goto bb2\nbb2: %1: i32 = load #0 return %1";
    let used = "%1: i32 = call g(%0) return %1";
    let ignored = "%1: i32 = call g(%0) return 0:i32";
    let check = |callee: &str, caller: &str| of_program("missing-return", &program(callee, caller));
    let claim = check(open, used);
    assert!(
        claim.contains("[missing-return] \"the value of `g` is used"),
        "{claim}"
    );
    assert_eq!(claim.lines().count(), 1);
    assert_eq!(check(open, ignored), "");
    assert_eq!(check(complete, used), "");
}
