//! Every model depends only on models, builtins of the front-end and primitives.

use super::*;

#[test]
fn names_are_sorted_and_found() {
    assert!(INDEX.is_sorted());
    assert!(INDEX.len() > 50);
    let unit = find("strlen").expect("strlen has a model");
    assert_eq!(unit.name(), "string/length");
    assert!(text(unit, 64).contains("define dso_local i64 @strlen(ptr"));
    assert!(text(unit, 32).contains("define dso_local i32 @strlen(ptr"));
    assert_eq!(find("no_such_function"), None);
}

/// Functions that the front-end itself gives a meaning to.
const BUILTINS: &[&str] = &[
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
    "abort",
    "calloc",
    "exit",
    "free",
    "malloc",
    "memcpy",
    "memmove",
    "memset",
    "pthread_create",
    "pthread_join",
];

/// A class of libc++ that the front-end compiles from its headers (`frontend/src/library_parts.rs`).
const INPUT_STREAMS: &str = "NSt3__113basic_istreamIcNS_11char_traitsIcEEE";

/// The primitives of `models/cassay.h`.
fn is_primitive(name: &str) -> bool {
    let header = include_str!("../../../models/cassay.h");
    name.starts_with("__cassay_") && header.contains(&format!("{name}("))
}

#[test]
fn what_a_model_leaves_undefined_is_defined_elsewhere() {
    for unit in UnitId::all() {
        for bits in [32, 64] {
            for name in symbols::of(&text(unit, bits)).undefined {
                assert!(
                    find(&name).is_some()
                        || BUILTINS.contains(&&*name)
                        || is_primitive(&name)
                        || name.contains(INPUT_STREAMS),
                    "{} needs `{name}`",
                    unit.name()
                );
            }
        }
    }
}

#[test]
fn builtins_and_primitives_have_no_model() {
    for name in names() {
        assert!(!BUILTINS.contains(&name) && !is_primitive(name), "{name}");
    }
}

#[test]
fn symbols_are_read_as_clang_prints_them() {
    let found = symbols::of(
        "@a = dso_local global i32 0, align 4\n\
         @b = external global i32, align 4\n\
         @.str = private unnamed_addr constant [2 x i8] c\"x\\00\"\n\
         @c = internal global i32 0\n\
         define dso_local ptr @d(ptr noundef %0) #0 {\n  call void @inner()\n}\n\
         define internal void @e() {\n}\n\
         declare void @f(ptr) #1\n\
         declare void @llvm.va_end.p0(ptr)\n\
         @g = available_externally unnamed_addr constant { [1 x ptr] } zeroinitializer\n\
         define available_externally void @h(ptr %0) #0 {\n}\n\
         define linkonce_odr void @i() #0 comdat {\n}\n\
         define weak_odr dso_local void @j() #0 comdat {\n}\n",
    );
    assert_eq!(Vec::from_iter(found.defined), ["a", "d", "j"]);
    assert_eq!(Vec::from_iter(found.undefined), ["b", "f", "g", "h"]);
}
