//! C programs with threads: the models of the library, executed in every order.

use cassay_checks::CheckSet;
use cassay_explore::{Findings, Limits, explore};
use cassay_frontend::{Options, compile};
use cassay_passes::{Plan, Stage};
use std::path::PathBuf;

/// Explores a program of `tests/run` completely.
fn found(name: &str, defines: &[&str]) -> Findings {
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
    let found = explore(&program, start, &[], &Limits::default());
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
    assert!(found.violations.is_empty() && !found.finals.is_empty());
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
