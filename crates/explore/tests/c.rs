//! C programs with threads: the models of the library, executed in every order.

use cassay_checks::CheckSet;
use cassay_explore::{Findings, Limits, explore};
use cassay_frontend::{Options, compile};
use cassay_ir::{GlobalId, MemoryModel};
use cassay_passes::{Plan, Stage};
use std::path::PathBuf;

/// Explores a program of `tests/run` completely.
fn found(name: &str, defines: &[&str]) -> Findings {
    found_with(name, defines, &Limits::default(), None)
}

/// The same within limits; with the final contents of a variable, if it is named.
fn found_with(name: &str, defines: &[&str], limits: &Limits, wanted: Option<&str>) -> Findings {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    let options = Options {
        clang_args: defines.iter().map(|define| format!("-D{define}")).collect(),
        ..Options::default()
    };
    let mut program = compile(&[folder.join(name)], &options).expect("it lowers");
    let checks = CheckSet::none();
    let entry = program.find_function("main");
    let plan = Plan::new(&checks, entry);
    cassay_passes::run(&mut program, Stage::Linked, &plan).expect("passes run");
    cassay_passes::run(&mut program, Stage::Started, &plan).expect("passes run");
    let start = program.find_function(cassay_ir::START).expect("a start");
    let globals = program.globals.iter_enumerated();
    let finals: Vec<GlobalId> = globals
        .filter(|(_, global)| Some(&*global.name) == wanted)
        .map(|(id, _)| id)
        .collect();
    let found = explore(&program, start, MemoryModel::Sc, &finals, limits);
    assert_eq!(found.end, None, "{name}");
    found
}

fn is_fine(found: &Findings) -> bool {
    found.violations.is_empty() && found.invalid.is_empty() && found.deadlock.is_none()
}

#[test]
fn a_mutex_orders_updates() {
    let locked = found("mutex.c", &[]);
    assert!(is_fine(&locked), "{locked:?}");
    assert!(locked.races.is_empty() && !locked.finals.is_empty());
    let unlocked = found("mutex.c", &["UNLOCKED"]);
    assert_eq!(unlocked.violations.len(), 1);
    assert!(!unlocked.races.is_empty());
}

#[test]
fn locks_in_different_orders_can_block_each_other() {
    let found = found("order.c", &[]);
    let (waiters, _) = found.deadlock.expect("a deadlock");
    assert_eq!(waiters.len(), 2);
    // The models claim that locks are acquired in one order, and the pass that drops claims is not run:
    // executions that do not block violate that claim.
    assert_eq!(found.violations.len(), 2);
    assert!(found.finals.is_empty());
}

#[test]
fn destructors_run_where_threads_end() {
    let found = found("keys.c", &[]);
    assert!(is_fine(&found), "{found:?}");
    assert!(!found.finals.is_empty());
}

#[test]
fn atomic_accesses_and_semaphores_order_plain_ones() {
    let found = found("atomics.c", &[]);
    assert!(is_fine(&found), "{found:?}");
    assert!(found.races.is_empty(), "{:?}", found.races);
}

/// Memory that no other thread can reach needs no interleaving, but is reached in many ways.
#[test]
fn reductions_change_no_finding_of_programs_that_exchange_pointers() {
    let programs: [(&str, &[&str]); 7] = [
        ("escape.c", &[]),
        ("escape.c", &["MORE"]),
        ("mutex.c", &[]),
        ("mutex.c", &["UNLOCKED"]),
        ("order.c", &[]),
        ("atomics.c", &[]),
        ("keys.c", &[]),
    ];
    for (name, defines) in programs {
        let all = Limits {
            reduces: false,
            classes: false,
            ..Limits::default()
        };
        let expected = found_with(name, defines, &all, Some("results"));
        let found = found_with(name, defines, &Limits::default(), Some("results"));
        let claims = |found: &Findings| found.violations.keys().copied().collect::<Vec<_>>();
        let races = |found: &Findings| found.races.keys().copied().collect::<Vec<_>>();
        let finals = |found: &Findings| found.finals.keys().cloned().collect::<Vec<_>>();
        assert_eq!(claims(&found), claims(&expected), "{name} {defines:?}");
        assert_eq!(races(&found), races(&expected), "{name} {defines:?}");
        assert_eq!(finals(&found), finals(&expected), "{name} {defines:?}");
        assert_eq!(found.deadlock.is_some(), expected.deadlock.is_some());
        assert_eq!(found.invalid.is_empty(), expected.invalid.is_empty());
        assert!(found.states <= expected.states, "{name} {defines:?}");
        if name == "escape.c" {
            assert!(finals(&found).len() > 4, "{:?}", finals(&found));
        }
    }
}
