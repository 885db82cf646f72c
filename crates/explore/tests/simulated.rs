//! Violations that some schedule shows.

mod common;

use cassay_base::Stop;
use cassay_explore::{Effort, Witness, simulate};
use cassay_interp::Outcome;
use cassay_ir::{ClaimId, Program};
use common::{parse, replayed};

fn simulated(program: &Program) -> Option<(ClaimId, Witness)> {
    let entry = program.find_function("main").expect("there is a main");
    let effort = Effort {
        runs: 500,
        steps: 200_000,
        stop: Stop::new(),
    };
    simulate(program, entry, &effort)
}

/// The claim that is violated if a witness is followed.
fn followed(program: &Program, witness: &Witness) -> Option<ClaimId> {
    match replayed(program, witness) {
        Outcome::Violation { claim, .. } => Some(claim),
        _ => None,
    }
}

/// Two threads add one, in a way of their own; main claims that nothing is lost.
fn adding(work: &str) -> Program {
    parse(&format!(
        "
target 64
global @x: i32
global @lock: i32
fn work(%0: ptr) -> ptr {{
bb0:
{work}
  return %0
}}
fn main() -> void {{
bb0:
  %0: i32 = spawn work(null)
  %1: i32 = spawn work(null)
  %2: ptr = join %0
  %3: ptr = join %1
  %4: i32 = load @x
  assert eq(%4, 2) [assertion] \"both count\"
  return
}}
"
    ))
}

const ADD: &str = "  %1: i32 = load @x\n  store i32 add(%1, 1) -> @x\n";

#[test]
fn a_lost_update_is_found_and_its_schedule_can_be_followed() {
    let program = adding(ADD);
    let (claim, witness) = simulated(&program).expect("it is found");
    assert!(witness.schedule.steps.len() > 2);
    assert_eq!(followed(&program, &witness), Some(claim));
}

#[test]
fn what_cannot_happen_is_not_found() {
    let program = adding(&format!("  atomic_begin\n{ADD}  atomic_end\n"));
    assert!(simulated(&program).is_none());
}

#[test]
fn a_section_whose_assumption_fails_is_executed_later() {
    // A lock by assumptions, and a claim that only holds as long as nobody has had it before.
    let take = "  atomic_begin\n  %2: i32 = load @lock\n  assume eq(%2, 0)\n  \
                store i32 1 -> @lock\n  atomic_end\n";
    let once = "  %3: i32 = load @x\n  assert eq(%3, 0) [assertion] \"nobody was here\"\n";
    let give = "  store i32 0 -> @lock\n";
    let program = adding(&format!("{take}{once}{ADD}{give}"));
    let (claim, witness) = simulated(&program).expect("the second thread is found");
    assert_eq!(followed(&program, &witness), Some(claim));
}

#[test]
fn approximate_values_are_believed_only_where_nothing_depends_on_them() {
    let used = "  %1: i32 = havoc \"approximate result\"\n  \
                assert ne(%1, 0) [assertion] \"not zero\"\n";
    assert!(simulated(&adding(used)).is_none());
    let unused = format!("  %2: i32 = havoc \"approximate result\"\n{ADD}");
    assert!(simulated(&adding(&unused)).is_some());
    let chosen = used.replace("approximate result", "input()");
    assert!(simulated(&adding(&chosen)).is_some());
}
