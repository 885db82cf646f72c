//! Counterexamples of programs of the text form.

use cassay_bv::Bv;
use cassay_interp::{Inputs, Limits, ObjectInput, Outcome};
use cassay_ir::{Program, PropertyClass, text};
use cassay_trace::{Counterexample, Origin, Replay, Step, StepKind, replay};

fn program(source: &str) -> Program {
    text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

fn replayed(source: &str, inputs: &Inputs) -> (Program, Replay) {
    let program = program(source);
    let entry = program.find_function("main").expect("a function main");
    let replay = replay(&program, entry, inputs, &Limits::default(), false);
    (program, replay)
}

fn counterexample(source: &str, inputs: &Inputs, all: bool) -> Counterexample {
    let (program, replay) = replayed(source, inputs);
    let outcome = format!("{:?}", replay.outcome);
    replay.counterexample(&program, all).expect(&outcome)
}

/// `line: text`, with a star for inputs.
fn line(step: &Step) -> String {
    let star = if step.origin == Origin::Program {
        ""
    } else {
        "*"
    };
    format!("{}: {}{star}", step.span.line, step.text())
}

fn lines(steps: &[Step]) -> Vec<String> {
    steps.iter().map(line).collect()
}

fn bytes(values: &[u64]) -> Inputs {
    Inputs {
        nondet: values.iter().map(|value| Bv::from_u64(8, *value)).collect(),
        ..Inputs::default()
    }
}

const INPUT: &str = "
file 0 \"a.c\"
ctype 1 = char unsigned
ctype 2 = int \"int\" 32 signed
global @unused: i32 ctype 2
fn main() -> i32 {
  var c: i8 ctype 1
  var y: i32 ctype 2
  var z: i32 ctype 2
  var #3: i32
bb0:
  declare c
  declare y
  declare z
  declare #3
  store i32 0 -> #3 @0:1:1
  %0: i8 = havoc \"nd_uchar()\" @0:2:1
  store i8 %0 -> c @0:2:3
  store i32 17 -> z @0:3:1
  store i32 18 -> @unused @0:3:9
  %1: i8 = load c @0:4:1
  store i32 add(zext(%1, i32), 1) -> y @0:4:2
  %2: i32 = load y @0:5:1
  if sle(%2, 100) goto bb1 else bb2 @0:5:2
bb1:
  return 0
bb2:
  %3: i32 = load y @0:6:1
  assert eq(%3, 7) [assertion] \"y == 7\" @0:6:3
  return 0
}
";

#[test]
fn what_matters_is_kept_in_order_with_inputs_marked() {
    let found = counterexample(INPUT, &bytes(&[200]), false);
    assert_eq!(found.property.class, PropertyClass::Assertion);
    assert_eq!(&*found.message, "y == 7");
    assert_eq!(&*found.function, "main");
    assert_eq!(found.span.line, 6);
    assert_eq!(lines(&found.steps), ["2: c = 200 (0xc8)*", "4: y = 201"]);
    let numbers: Vec<usize> = found.steps.iter().map(|step| step.number).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(found.steps[0].thread, 0);
    assert_eq!(&*found.steps[0].function, "main");
    // The assignment says which input it stores; only all states have the input by itself.
    assert!(
        matches!(&found.steps[0].origin, Origin::Input(source) if source.to_string() == "nd_uchar()")
    );
    let all = counterexample(INPUT, &bytes(&[200]), true);
    assert_eq!(all.steps[0].kind, StepKind::Input);
    assert_eq!(all.steps[0].text(), "nd_uchar() = 200 (0xc8)");
}

#[test]
fn all_states_show_also_what_does_not_matter_but_no_storage_of_the_compiler() {
    let found = counterexample(INPUT, &bytes(&[200]), true);
    assert_eq!(
        lines(&found.steps),
        [
            "2: nd_uchar() = 200 (0xc8)*",
            "2: c = 200 (0xc8)*",
            "3: z = 17",
            "3: unused = 18",
            "4: y = 201"
        ]
    );
}

#[test]
fn an_execution_without_violation_is_no_counterexample() {
    let (program, replay) = replayed(INPUT, &bytes(&[3]));
    assert!(matches!(replay.outcome, Outcome::Finished { .. }));
    assert_eq!(replay.counterexample(&program, true), None);
}

#[test]
fn inputs_are_followed_through_calls_and_results() {
    let source = "
file 0 \"a.c\"
ctype 1 = int \"int\" 32 signed
fn nd() -> i32 {
bb0:
  %0: i32 = havoc \"nondet_int()\" @0:1:1
  return %0 @0:1:2
}
fn check(%0: i32) -> i32 {
  var n: i32 param 0 ctype 1
bb0:
  declare n
  store i32 %0 -> n @0:2:1
  %1: i32 = load n
  assert sle(0:i32, %1) [assertion] \"n >= 0\" @0:3:1
  return %1
}
fn main() -> i32 {
  var irrelevant: i32 ctype 1
bb0:
  declare irrelevant
  %0: i32 = call nd() @0:4:1
  %1: i32 = call check(1:i32) @0:5:1
  store i32 %1 -> irrelevant @0:5:2
  %2: i32 = call check(%0) @0:6:1
  return %2
}
";
    let inputs = Inputs {
        nondet: vec![Bv::from_i64(32, -5)],
        ..Inputs::default()
    };
    let found = counterexample(source, &inputs, false);
    assert_eq!(lines(&found.steps), ["1: nondet_int() = -5*", "2: n = -5*"]);
    assert_eq!(&*found.function, "check");
    assert_eq!(counterexample(source, &inputs, true).steps.len(), 4);
}

#[test]
fn structures_and_arrays_show_by_changed_member() {
    let source = "
file 0 \"a.c\"
ctype 1 = int \"int\" 32 signed
ctype 2 = char signed
ctype 3 = struct \"pair\" size 8 { \"x\" 1 at 0, \"tag\" 2 at 32 }
ctype 4 = array 3 len 2
ctype 5 = int \"unsigned int\" 32 unsigned
ctype 6 = struct \"bits\" size 4 { \"low\" 5 at 0 bits 3, \"high\" 5 at 3 bits 5 }
ctype 7 = union \"u\" size 4 { \"word\" 5 at 0, \"byte\" 2 at 0 }
fn main() -> i32 {
  var pairs: [2 x i64] ctype 4
  var copy: [2 x i64] ctype 4
  var f: i32 ctype 6
  var u: i32 ctype 7
bb0:
  declare pairs
  declare copy
  declare f
  declare u
  memset &pairs, 0, 16 @0:1:1
  memset &copy, 0, 16 @0:1:1
  store i32 5 -> pairs+8 @0:2:1
  store i8 98 -> pairs+12 @0:3:1
  memcpy &copy, &pairs, 16 @0:4:1
  store i8 0 -> f @0:5:1
  store i8 26 -> f @0:6:1
  store i32 66051 -> u @0:7:1
  store i8 97 -> u @0:8:1
  store i8 1 -> u+1 @0:9:1
  assert false [assertion] @0:10:1
  return 0
}
";
    let found = counterexample(source, &Inputs::default(), true);
    let shown = lines(&found.steps);
    let from = |line: usize| -> Vec<&str> {
        let prefix = format!("{line}: ");
        let matching = shown.iter().filter(|text| text.starts_with(&prefix));
        matching.map(String::as_str).collect()
    };
    assert_eq!(from(1).len(), 8, "{shown:?}");
    assert_eq!(from(2), ["2: pairs[1].x = 5"]);
    assert_eq!(from(3), ["3: pairs[1].tag = 98 ('b')"]);
    assert_eq!(from(4), ["4: copy[1].x = 5", "4: copy[1].tag = 98 ('b')"]);
    assert_eq!(from(6), ["6: f.low = 2 (0x2)", "6: f.high = 3 (0x3)"]);
    assert_eq!(from(7), ["7: u.word = 66051 (0x10203)"]);
    assert_eq!(from(8), ["8: u.byte = 97 ('a')"]);
    assert_eq!(from(9), ["9: u.word = 65889 (0x10161)"]);
}

#[test]
fn pointers_are_shown_by_what_they_lead_to() {
    let source = "
file 0 \"a.c\"
ctype 1 = int \"int\" 32 signed
ctype 2 = pointer 1
ctype 3 = struct \"node\" size 16 { \"value\" 1 at 0, \"next\" 4 at 64 }
ctype 4 = pointer 3
ctype 5 = array 1 len 3
ctype 6 = char signed
ctype 7 = pointer 6
global @list: [2 x i64] ctype 3
global @a: [3 x i32] ctype 5
global @.str: [3 x i8] constant = { 0: \"hi\\00\" }
fn main() -> i32 {
  var p: ptr ctype 2
  var n: ptr ctype 4
  var s: ptr ctype 7
bb0:
  declare p
  declare n
  declare s
  store ptr &@a -> p @0:1:1
  store ptr ptradd(&@a, 8) -> p @0:2:1
  store ptr ptradd(&@a, 12) -> p @0:3:1
  store ptr &@list -> n @0:4:1
  store ptr &@list -> p @0:5:1
  store ptr null -> p @0:6:1
  store ptr inttoptr(99:i64, ptr) -> p @0:7:1
  store ptr &@.str -> s @0:8:1
  store ptr ptradd(&@a, 6) -> p @0:9:1
  %0: ptr = alloc heap 16 align 16
  store ptr %0 -> n @0:10:1
  store i32 4 -> *%0 align 4 @0:11:1
  store ptr &@list -> *ptradd(%0, 8) align 8 @0:12:1
  store ptr &fn main -> s @0:13:1
  %1: ptr = alloc heap 12 align 16
  store ptr %1 -> p @0:14:1
  store i32 -1 -> *ptradd(%1, 8) align 4 @0:15:1
  store ptr ptradd(%1, 4) -> p @0:16:1
  store ptr ptradd(&@list, 8) -> p @0:17:1
  assert false [assertion]
  return 0
}
";
    let found = counterexample(source, &Inputs::default(), true);
    assert_eq!(
        lines(&found.steps),
        [
            "1: p = &a[0]",
            "2: p = &a[2]",
            "3: p = &a[3]",
            "4: n = &list",
            "5: p = &list.value",
            "6: p = NULL",
            "7: p = invalid",
            "8: s = \"hi\"",
            "9: p = (char *)&a + 6",
            "10: n = &dynamic_object1",
            "11: dynamic_object1.value = 4",
            "12: dynamic_object1.next = &list",
            "13: s = &main",
            "14: p = &dynamic_object2[0]",
            "15: dynamic_object2[2] = -1",
            "16: p = &dynamic_object2[1]",
            "17: p = &list.next",
        ]
    );
}

#[test]
fn the_free_before_a_use_is_shown_and_other_frees_are_not() {
    let source = "
file 0 \"a.c\"
ctype 1 = int \"int\" 32 signed
ctype 2 = pointer 1
fn main() -> i32 {
  var p: ptr ctype 2
  var q: ptr ctype 2
bb0:
  declare p
  declare q
  %0: ptr = alloc heap 4 align 16
  store ptr %0 -> p @0:1:1
  %1: ptr = alloc heap 4 align 16
  store ptr %1 -> q @0:2:1
  %2: ptr = load p @0:3:1
  free %2 @0:3:2
  %3: ptr = load q @0:4:1
  free %3 @0:4:2
  %4: ptr = load p @0:5:1
  assert not_freed(%4, 4) [pointer.freed] @0:5:2
  return 0
}
";
    let found = counterexample(source, &Inputs::default(), false);
    assert_eq!(
        lines(&found.steps),
        ["1: p = &dynamic_object1", "3: free(dynamic_object1)"]
    );
}

#[test]
fn the_end_of_a_scope_is_shown_where_it_matters() {
    let source = "
file 0 \"a.c\"
ctype 1 = int \"int\" 32 signed
ctype 2 = pointer 1
global @p: ptr ctype 2
fn f() -> void {
  var x: i32 ctype 1
  var other: i32 ctype 1
bb0:
  declare x @0:1:1
  declare other @0:1:1
  store ptr &x -> @p @0:2:1
  return @0:3:1
}
fn main() -> i32 {
bb0:
  call f() @0:5:1
  %0: ptr = load @p @0:6:1
  assert not_expired(%0, 4) [pointer.expired] @0:6:2
  return 0
}
";
    let found = counterexample(source, &Inputs::default(), false);
    assert_eq!(lines(&found.steps), ["2: p = &x", "3: x goes out of scope"]);
}

#[test]
fn a_variable_read_before_it_is_written_is_an_input() {
    let source = "
file 0 \"a.c\"
ctype 1 = int \"int\" 32 signed
fn main() -> i32 {
  var x: i32 ctype 1
bb0:
  declare x @0:1:1
  %0: i32 = load x @0:2:1
  assert ne(%0, 258) [assertion] @0:2:2
  return 0
}
";
    let mut inputs = Inputs::default();
    let object = ObjectInput {
        address: None,
        bytes: [(0, 2), (1, 1)].into(),
    };
    inputs.objects.insert(0, object);
    let found = counterexample(source, &inputs, false);
    assert_eq!(lines(&found.steps), ["2: x = 258*"]);
    assert_eq!(found.steps[0].kind, StepKind::Uninitialised);
}

#[test]
fn the_decision_that_led_to_the_violation_matters() {
    let source = "
file 0 \"a.c\"
ctype 1 = int \"int\" 32 signed
fn main() -> i32 {
  var mode: i32 ctype 1
  var i: i32 ctype 1
  var noise: i32 ctype 1
bb0:
  declare mode
  declare i
  declare noise
  store i32 3 -> mode @0:1:1
  store i32 0 -> i @0:2:1
  goto bb1
bb1:
  %0: i32 = load i @0:3:1
  if slt(%0, 2) goto bb2 else bb3 @0:3:2
bb2:
  store i32 %0 -> noise @0:4:1
  store i32 add(%0, 1) -> i @0:5:1
  goto bb1
bb3:
  %1: i32 = load mode @0:6:1
  if eq(%1, 3) goto bb4 else bb5 @0:6:2
bb4:
  assert false [unreach-call] @0:7:1
  return 0
bb5:
  return 0
}
";
    let found = counterexample(source, &Inputs::default(), false);
    assert_eq!(lines(&found.steps), ["1: mode = 3"]);
}

#[test]
fn parameters_of_the_entry_are_inputs_under_their_name() {
    let source = "
file 0 \"a.c\"
ctype 1 = int \"unsigned int\" 32 unsigned
fn main(%0: i32) -> i32 {
  var size: i32 param 0 ctype 1
bb0:
  declare size
  store i32 %0 -> size @0:1:1
  %1: i32 = load size
  assert ult(%1, 10) [assertion] @0:2:1
  return 0
}
";
    let inputs = Inputs {
        nondet: vec![Bv::from_i64(32, -1)],
        ..Inputs::default()
    };
    let found = counterexample(source, &inputs, false);
    let texts: Vec<String> = found.steps.iter().map(Step::text).collect();
    let value = "size = 4294967295 (0xffffffff)";
    assert_eq!(texts, [value]);
    assert!(
        found
            .steps
            .iter()
            .all(|step| step.origin != Origin::Program)
    );
}

/// A model of the library with a helper, locals and an input of its own.
const LIBRARY: &str = "
file 0 \"a.c\"
ctype 1 = char signed
ctype 2 = array 1 len 8
ctype 3 = float \"double\" 64
fn put(%0: ptr) -> void model {
  var i: i8 ctype 1
bb0:
  declare i
  store i8 3 -> i @0:5:1
  memhavoc %0, 3 \"text\" @0:5:1
  %1: f64 = havoc \"a number\" @0:5:1
  assert fcmp.l(%1, f64 0x0) [library-call] \"negative\" @0:5:1
  return
}
fn gets(%0: ptr) -> void model {
bb0:
  call put(%0) @0:5:1
  return
}
fn main() -> i32 {
  var buf: [8 x i8] ctype 2
bb0:
  declare buf
  memset &buf, 97, 8 @0:4:1
  call gets(&buf) @0:5:1
  return 0
}
";

#[test]
fn a_call_of_the_library_is_one_state_with_its_inputs() {
    let tenth = Bv::from_u64(64, 0.1f64.to_bits());
    let bytes = [(0, b'h'), (1, b'i')].into_iter().collect();
    let address = None;
    let inputs = Inputs {
        nondet: vec![tenth],
        objects: [(2, ObjectInput { address, bytes })].into_iter().collect(),
        ..Inputs::default()
    };
    let found = counterexample(LIBRARY, &inputs, true);
    assert_eq!(&*found.function, "gets");
    assert_eq!(
        lines(&found.steps),
        [
            "4: buf = \"aaaaaaaa\"",
            "5: gets()",
            "5: buf[0 ... 2] = \"hi\"*",
            "5: a number = 0.1*",
        ]
    );
    let within: Vec<&str> = found.steps.iter().map(|step| &*step.function).collect();
    assert_eq!(within, ["main", "main", "gets", "gets"]);
}
