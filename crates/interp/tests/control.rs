//! Branches, loops, calls, and how executions end.

mod common;

use cassay_base::{Stop, StopReason};
use cassay_interp::{Limits, Outcome, Zeros};
use cassay_ir::PropertyClass;
use common::{invalid, outcome, result, result_under, run_with, violated};

const SUM: &str = "
fn main() -> i32 {
  var i: i32
  var s: i32
bb0:
  %4: i32 = havoc \"n\"
  declare i
  declare s
  store i32 0 -> i
  store i32 0 -> s
  goto bb1
bb1:
  %0: i32 = load i
  if slt(%0, %4) goto bb2 else bb3
bb2:
  %1: i32 = load s
  store i32 add(%1, %0) -> s
  store i32 add(%0, 1) -> i
  goto bb1
bb3:
  %2: i32 = load s
  %3: i32 = add(%2, 0)
  return %3
}
";

#[test]
fn loops_run_to_their_condition() {
    assert_eq!(result_under(SUM, &[10]), 45);
    assert_eq!(result_under(SUM, &[0]), 0);
}

#[test]
fn recursion_has_its_own_variables() {
    let source = "
fn fact(%0: i32) -> i32 {
  var n: i32
bb0:
  declare n
  store i32 %0 -> n
  if sle(%0, 1) goto bb1 else bb2
bb1:
  return 1
bb2:
  %1: i32 = call fact(sub(%0, 1))
  %2: i32 = load n
  return mul(%1, %2)
}
fn main() -> i32 {
bb0:
  %0: i32 = call fact(10:i32)
  return %0
}
";
    assert_eq!(result(source), 3_628_800);
}

#[test]
fn switch_takes_the_listed_target_or_the_default() {
    let source = "
fn main() -> i32 {
bb0:
  %0: i32 = havoc \"x\"
  switch %0 { 1 => bb1, -2 => bb2, else => bb3 }
bb1:
  return 10
bb2:
  return 20
bb3:
  return 30
}
";
    assert_eq!(result_under(source, &[1]), 10);
    assert_eq!(result_under(source, &[0xffff_fffe]), 20);
    assert_eq!(result_under(source, &[2]), 30);
}

#[test]
fn computed_goto_and_invoke() {
    let source = "
fn two() -> i32 {
bb0:
  return 2
}
fn main() -> i32 {
bb0:
  %0: i32 = havoc \"x\"
  goto_index %0 [bb1, bb2]
bb1:
  return 1
bb2:
  %1: i32 = invoke two() to bb3 unwind bb4
bb3:
  return %1
bb4:
  return 4
}
";
    assert_eq!(result_under(source, &[0]), 1);
    assert_eq!(result_under(source, &[1]), 2);
    let outside = common::outcome_under(source, &common::words(&[2]));
    assert_eq!(invalid(&outside), "computed goto to no label");
}

/// An exception that passes one plain call and meets two handlers.
const EXCEPTIONS: &str = "
global @kind: i8
fn throws(%0: i32) -> i32 {
  var inner: i32
bb0:
  declare inner
  store i32 %0 -> inner
  if slt(%0, 3) goto bb1 else bb2
bb1:
  return %0
bb2:
  unwind &@kind
}
fn passes(%0: i32, %1: ptr) -> i32 {
  var kept: i32 address_taken
bb0:
  declare kept
  store ptr &kept -> *%1
  %2: i32 = call throws(%0)
  return add(%2, 10)
}
fn middle(%0: i32, %1: ptr) -> i32 {
bb0:
  %2: i32 = invoke passes(%0, %1) to bb1 unwind bb2
bb1:
  return add(%2, 100)
bb2:
  if slt(%0, 5) goto bb3 else bb4
bb3:
  return 7
bb4:
  unwind
}
fn main() -> i32 {
  var seen: ptr
bb0:
  declare seen
  %0: i32 = havoc \"x\"
  %1: i32 = invoke middle(%0, &seen) to bb1 unwind bb2
bb1:
  return %1
bb2:
  %2: ptr = load seen
  assert eq(not_expired(%2, 4), 0) [assertion] \"expired\"
  return 8
}
";

#[test]
fn exceptions_leave_activations_up_to_a_handler() {
    assert_eq!(result_under(EXCEPTIONS, &[1]), 111);
    assert_eq!(result_under(EXCEPTIONS, &[3]), 7);
    assert_eq!(result_under(EXCEPTIONS, &[5]), 8);
}

#[test]
fn exceptions_that_nobody_handles_are_unsupported() {
    let source = "
fn main() -> i32 {
bb0:
  unwind
}
";
    let outcome = common::outcome_under(source, &common::words(&[]));
    let Outcome::Unsupported { what, .. } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(what, "exception that leaves the program");
}

#[test]
fn calls_through_pointers_reach_functions_only() {
    let source = |pointer: &str| {
        format!(
            "
fn twice(%0: i32) -> i32 {{
bb0:
  return mul(%0, 2)
}}
fn main() -> i32 {{
  var x: i32
bb0:
  declare x
  %0: ptr = {pointer}
  %1: i32 = call *%0(21:i32)
  return %1
}}
"
        )
    };
    assert_eq!(result(&source("&fn twice")), 42);
    assert_eq!(
        result(&source("inttoptr(ptrtoint(&fn twice, i64), ptr)")),
        42
    );
    for wrong in ["null", "&x", "ptradd(&fn twice, 1)"] {
        let what = "call through a pointer to no function";
        assert_eq!(invalid(&outcome(&source(wrong))), what, "{wrong}");
    }
}

#[test]
fn a_function_without_body_returns_an_input() {
    let source = "
fn unknown(%0: i32) -> i32;
fn main() -> i32 {
bb0:
  %0: i32 = call unknown(1:i32)
  return %0
}
";
    assert_eq!(result_under(source, &[77]), 77);
    let ignored = source.replace("bb0:", "bb0:\n  call unknown(2:i32)");
    assert_eq!(result_under(&ignored, &[77, 78]), 78);
}

#[test]
fn parameters_of_the_entry_are_inputs() {
    let source = "fn main(%0: i32, %1: i32) -> i32 {\nbb0:\n  return sub(%0, %1)\n}\n";
    assert_eq!(result_under(source, &[9, 4]), 5);
}

#[test]
fn assertions_assumptions_and_ends() {
    let source = "
file 0 \"a.c\"
fn main() -> i32 {
bb0:
  %0: i32 = havoc \"x\"
  assume ne(%0, 1)
  assert ne(%0, 2) [assertion] \"x != 2\" @0:7:3
  if eq(%0, 3) goto bb1 else bb2
bb1:
  unreachable
bb2:
  unsupported \"inline assembly\"
  return 0
}
";
    let with = |x| common::outcome_under(source, &common::words(&[x]));
    assert!(matches!(with(1), Outcome::AssumptionFailed { .. }));
    match with(2) {
        Outcome::Violation { property, at, .. } => {
            assert_eq!(property.class, PropertyClass::Assertion);
            assert_eq!(&*property.message, "x != 2");
            assert_eq!((at.span.line, at.stmt), (7, 2));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(with(3), Outcome::Ended { .. }));
    match with(4) {
        Outcome::Unsupported { what, .. } => assert_eq!(what, "inline assembly"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn limits_end_an_execution() {
    let forever = "fn main() -> i32 {\nbb0:\n  goto bb0\n}\n";
    let limits = Limits {
        steps: 10_000,
        ..Limits::default()
    };
    assert_eq!(run_with(forever, &mut Zeros, &limits), Outcome::StepLimit);

    let stop = Stop::new();
    stop.raise(StopReason::Time);
    let limits = Limits {
        stop,
        ..Limits::default()
    };
    assert_eq!(
        run_with(forever, &mut Zeros, &limits),
        Outcome::Stopped(StopReason::Time)
    );

    let deep = "fn main() -> i32 {\nbb0:\n  %0: i32 = call main()\n  return %0\n}\n";
    let limits = Limits {
        depth: 100,
        ..Limits::default()
    };
    assert_eq!(run_with(deep, &mut Zeros, &limits), Outcome::DepthLimit);
    assert_eq!(
        outcome(deep),
        Outcome::DepthLimit,
        "and the default is safe"
    );
}

#[test]
fn wrong_calls_are_given_up() {
    let source = "
fn f(%0: i32) -> i32 {
bb0:
  return %0
}
fn main() -> i32 {
bb0:
  %0: ptr = &fn f
  %1: i32 = call *%0()
  return %1
}
";
    assert_eq!(invalid(&outcome(source)), "call with too few arguments");
    let source = source.replace("call *%0()", "call *%0(null)");
    assert_eq!(
        invalid(&outcome(&source)),
        "call with an argument of another type"
    );
}

#[test]
fn an_answer_of_the_wrong_width_is_noticed() {
    let source = "fn main() -> i8 {\nbb0:\n  %0: i8 = havoc \"x\"\n  return %0\n}\n";
    let outcome = common::outcome_under(source, &common::words(&[1]));
    assert!(matches!(outcome, Outcome::Malformed { .. }));
}

#[test]
fn only_the_first_violation_counts() {
    let source = "
fn main() -> i32 {
bb0:
  assert true [bounds]
  assert false [shift]
  assert false [overflow.add]
  return 0
}
";
    assert_eq!(violated(&outcome(source)), PropertyClass::Shift);
}
