//! What the pass does besides arithmetic: constants, what it refuses, and what it says.

use cassay_bv::Bv;
use cassay_fixed::{SUBJECT, Wanted, apply};
use cassay_interp::{Inputs, Limits, Outcome, Silent, Value, run};
use cassay_ir::{FixedFormats, Program, StmtKind, text, verify};

const ALL: Wanted = Wanted {
    overflow: true,
    division: true,
};
const NONE: Wanted = Wanted {
    overflow: false,
    division: false,
};

fn compiled(source: &str, wanted: Wanted) -> Program {
    let mut program = text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let formats = FixedFormats::parse("float=4.4,double=8.8").expect("formats");
    apply(&mut program, &formats, wanted);
    if let Err(errors) = verify(&program) {
        panic!("{:?}\n{}", errors.first(), text::print(&program));
    }
    program
}

fn main_of(ty: &str, body: &str) -> String {
    format!("fn main() -> {ty} {{\nbb0:\n{body}}}\n")
}

fn execute(program: &Program, inputs: &[u64]) -> Outcome {
    let entry = program.find_function("main").expect("a function main");
    let nondet = inputs.iter().map(|word| Bv::from_u64(32, *word)).collect();
    let inputs = Inputs {
        nondet,
        ..Inputs::default()
    };
    let limits = Limits::default();
    run(program, entry, &mut inputs.oracle(), &mut Silent, &limits)
}

#[track_caller]
fn returns(program: &Program, inputs: &[u64], expected: i64) {
    match execute(program, inputs) {
        Outcome::Finished {
            value: Some(Value::Int(bits)),
        } => assert_eq!(bits.to_i64(), Some(expected)),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn refuses(program: &Program, part: &str) {
    match execute(program, &[0]) {
        Outcome::Unsupported { what, .. } => assert!(what.contains(part), "{what}"),
        other => panic!("{other:?}"),
    }
}

/// Bits of `float` constants.
fn float(value: f32) -> String {
    format!("f32 {:#x}", value.to_bits())
}

#[test]
fn constants_beyond_the_format_are_compared_as_what_they_are() {
    for (op, constant, expected) in [
        ("l", 1e9, true),
        ("g", 1e9, false),
        ("le", -1e9, false),
        ("eg", -1e9, true),
        ("e", 8.0, false),
        ("lg", 8.0, true),
        ("l", f32::INFINITY, true),
        ("g", f32::NEG_INFINITY, true),
        ("e", f32::INFINITY, false),
        ("leg", f32::NAN, false),
        ("u", f32::NAN, true),
        ("u", 1.0, false),
    ] {
        let constant = float(constant);
        let body = format!("  %0: f32 = havoc \"x\"\n  return fcmp.{op}(%0, {constant})\n");
        let program = compiled(&main_of("i1", &body), ALL);
        for input in [0, 0x7f, 0x80, 0xffff_ff80] {
            // A single bit that is set is minus one.
            returns(&program, &[input], -i64::from(expected));
        }
    }
    let both = format!(
        "  return fcmp.l({}, {})\n",
        float(1e9),
        float(f32::INFINITY)
    );
    returns(&compiled(&main_of("i1", &both), ALL), &[], -1);
}

#[test]
fn numbers_that_are_none_are_refused() {
    for (value, part) in [
        (f32::INFINITY, "an infinity"),
        (f32::NEG_INFINITY, "an infinity"),
        (f32::NAN, "a NaN"),
    ] {
        let body = format!("  return {}\n", float(value));
        refuses(&compiled(&main_of("f32", &body), ALL), part);
    }
}

#[test]
fn constants_out_of_range_are_violations_or_told() {
    let source = main_of("f32", &format!("  return {}\n", float(9.0)));
    let claimed = compiled(&source, ALL);
    assert!(matches!(execute(&claimed, &[]), Outcome::Violation { .. }));
    let told = |program: &Program| {
        let note = program
            .notes
            .iter()
            .find(|note| note.assumption.contains("out of the range of"))
            .expect("a note");
        note.may_hide
    };
    assert!(!told(&claimed));
    let wrapped = compiled(&source, NONE);
    returns(&wrapped, &[], -7 * 16);
    assert!(told(&wrapped));
}

#[test]
fn bits_are_refused_but_for_the_sign() {
    let sign = "  %0: f32 = havoc \"x\"\n  %1: i32 = bitcast(%0, i32)\n  return slt(%1, 0:i32)\n";
    let program = compiled(&main_of("i1", sign), ALL);
    // The sign is that of the format, whatever is above it.
    returns(&program, &[0x80], -1);
    returns(&program, &[0xffff_ff7f], 0);
    let bits = "  %0: f32 = havoc \"x\"\n  %1: i32 = bitcast(%0, i32)\n  return and(%1, 1:i32)\n";
    refuses(&compiled(&main_of("i32", bits), ALL), "the bits");
    let back = "  %0: i32 = havoc \"x\"\n  return bitcast(%0, f32)\n";
    refuses(&compiled(&main_of("f32", back), ALL), "the bits");
    let memory = "fn main() -> i32 {\n  var x: f32\nbb0:\n  declare x\n  \
        %0: f32 = havoc \"x\"\n  store f32 %0 -> x\n  %1: i32 = load x\n  return %1\n}\n";
    refuses(&compiled(memory, ALL), "the bits");
}

#[test]
fn claims_are_made_only_where_they_are_wanted() {
    let body = "  %0: f32 = havoc \"x\"\n  %1: f32 = havoc \"y\"\n  \
        %2: f32 = fdiv(%0, %1)\n  %3: f32 = fmul(%2, fneg(%1))\n  return fsub(%3, %0)\n";
    let count = |wanted| {
        let program = compiled(&main_of("f32", body), wanted);
        let stmts = program.functions.iter().flat_map(|f| f.blocks.iter());
        let stmts = stmts.flat_map(|block| &block.stmts);
        stmts
            .filter(|stmt| matches!(stmt.kind, StmtKind::Assert { .. }))
            .count()
    };
    assert_eq!(count(ALL), 5);
    assert_eq!(count(NONE), 0);
    let division = Wanted {
        division: true,
        ..NONE
    };
    assert_eq!(count(division), 1);
}

#[test]
fn the_arithmetic_is_told_where_there_are_numbers() {
    let with = compiled(
        &main_of("f32", "  %0: f32 = havoc \"x\"\n  return %0\n"),
        ALL,
    );
    let note = with.notes.iter().find(|note| &*note.subject == SUBJECT);
    let note = note.expect("a note");
    assert!(note.assumption.contains("float is 4.4"), "{note:?}");
    assert!(!note.assumption.contains("double"), "{note:?}");
    assert!(!note.may_hide);
    let without = compiled(&main_of("i32", "  return 1:i32\n"), ALL);
    assert!(without.notes.is_empty());
}
