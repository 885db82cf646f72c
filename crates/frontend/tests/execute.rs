//! Programs do the same under the interpreter, after lowering, as on the machine.
//!
//! Each program of `tests/run` computes a number from everything it does. The C compiler of the
//! system runs it natively; the interpreter runs the lowered program; both must return the same,
//! with and without the sanitizer's checks in between.

use cassay_checks::CheckSet;
use cassay_frontend::{DataModel, Options, compile};
use cassay_interp::{Limits, Outcome, Silent, Value, Zeros, run};
use cassay_passes::{Plan, Stage};
use std::path::PathBuf;
use std::process::Command;

const SANITIZERS: &[&str] = &[
    "signed-integer-overflow",
    "shift",
    "array-bounds",
    "vla-bound",
    "builtin",
    "unreachable",
    "float-cast-overflow",
];

fn sources(names: &[&str]) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    names.iter().map(|name| folder.join(name)).collect()
}

/// What the program returns on the machine; `None` when the compiler cannot build for it.
fn native(names: &[&str], flags: &[&str]) -> Option<u64> {
    let program = std::env::temp_dir().join(format!(
        "cassay-frontend-{}-{}{}",
        std::process::id(),
        names[0],
        flags.concat()
    ));
    let built = Command::new("cc")
        .args(["-w", "-O0", "-o"])
        .arg(&program)
        .args(flags)
        .args(sources(names))
        .arg("-lm")
        .stderr(std::process::Stdio::null())
        .status()
        .expect("the system has a C compiler");
    if !built.success() {
        return None;
    }
    let status = Command::new(&program).status().expect("it runs");
    std::fs::remove_file(&program).expect("it can be removed");
    Some(status.code().expect("it ends by itself") as u64)
}

/// What the program returns after lowering.
fn lowered(names: &[&str], options: &Options) -> u64 {
    let mut program = compile(&sources(names), options).expect("it lowers");
    let checks = CheckSet::none();
    cassay_passes::run(&mut program, Stage::Linked, &Plan::new(&checks, None)).expect("passes run");
    if let Err(errors) = cassay_ir::verify::verify(&program) {
        panic!("{names:?}: {}", errors[0]);
    }
    let main = program.find_function("main").expect("there is a main");
    let outcome = run(&program, main, &mut Zeros, &mut Silent, &Limits::default());
    match outcome {
        Outcome::Finished {
            value: Some(Value::Int(value)),
        } => value.to_u64().expect("it fits"),
        other => panic!("{names:?} ended otherwise: {other:?}"),
    }
}

fn same(names: &[&str]) {
    let expected = native(names, &[]);
    assert!(expected.is_some(), "{names:?} compiles natively");
    same_as(names, DataModel::Lp64, expected);
    // Not every system has what it takes to build 32-bit programs.
    let small = native(names, &["-m32", "-msse2", "-mfpmath=sse"]);
    same_as(names, DataModel::Ilp32, small);
}

fn same_as(names: &[&str], data_model: DataModel, expected: Option<u64>) {
    let Some(expected) = expected else { return };
    let plain = Options {
        data_model,
        ..Options::default()
    };
    let what = format!("{names:?} for {data_model:?}");
    assert_eq!(lowered(names, &plain), expected, "{what} as written");
    let checked = Options {
        sanitizers: SANITIZERS.iter().map(ToString::to_string).collect(),
        ..plain
    };
    assert_eq!(lowered(names, &checked), expected, "{what} with checks");
}

#[test]
fn integer_arithmetic() {
    same(&["arithmetic.c"]);
}

#[test]
fn structures_unions_and_bit_fields() {
    same(&["records.c"]);
}

#[test]
fn statements() {
    same(&["control.c"]);
}

#[test]
fn heap_and_bulk_memory() {
    same(&["memory.c"]);
}

#[test]
fn variable_arguments() {
    same(&["variadic.c"]);
}

#[test]
fn floating_point() {
    same(&["floats.c"]);
}

#[test]
fn vectors_wide_integers_jumps_and_atomics() {
    same(&["vectors.c"]);
}

#[test]
fn intrinsics_give_what_the_language_reference_says() {
    assert_eq!(lowered(&["intrinsics.ll"], &Options::default()), 0);
    assert_eq!(lowered(&["splat.ll"], &Options::default()), 14);
}

#[test]
fn calls_without_prototypes() {
    same(&["oldstyle.c"]);
}

#[test]
fn two_files_link_in_either_order() {
    same(&["linked_a.c", "linked_b.c"]);
    same(&["linked_b.c", "linked_a.c"]);
}

#[test]
fn the_data_model_decides_sizes() {
    let options = Options {
        data_model: DataModel::Ilp32,
        ..Options::default()
    };
    let sizes = lowered(&["sizes.c"], &options);
    assert_eq!(sizes, 4 * 100 + 4 * 10 + 8);
    assert_eq!(lowered(&["sizes.c"], &Options::default()), 888);
}
