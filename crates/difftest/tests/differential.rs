//! Fixed random programs compute the same in Cassay as gcc's binaries do.

use cassay_difftest::{
    Lifetimes, Plan, Source, Subject, csmith_is_installed, run, run_lifetimes, supports_ilp32,
};
use std::time::Duration;

/// Programs of each source.
const SEEDS: u64 = 100;

/// Programs of each source that agree at least: the others are skipped or not supported, and
/// `make difftest` says why.
const AGREED: usize = 80;

fn agrees(source: Source) {
    let plan = Plan {
        sources: vec![source],
        seeds: 0..SEEDS,
        ilp32: supports_ilp32(),
        subject: Subject::Interpreter,
        jobs: 2,
        keep: None,
    };
    let table = run(&plan, &|_, _| {}).expect("the programs run");
    println!("{table}");
    assert_eq!(table.disagreements().next(), None, "\n{table}");
    assert!(table.agreed() >= AGREED, "\n{table}");
}

#[test]
fn programs_of_csmith() {
    assert!(
        csmith_is_installed(),
        "csmith is missing; scripts/prerequisites.sh installs it"
    );
    agrees(Source::Csmith);
}

#[test]
fn programs_of_the_own_generator() {
    agrees(Source::Own);
}

#[test]
fn lives_of_objects() {
    let plan = Lifetimes {
        seeds: 0..SEEDS,
        tool: None,
        limit: Duration::ZERO,
        jobs: 2,
        keep: None,
    };
    let tally = run_lifetimes(&plan).expect("the programs run");
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "\n{tally}");
    assert!(tally.agreed >= SEEDS * 9 / 10, "\n{tally}");
}

#[test]
fn programs_whose_pointers_travel_as_numbers() {
    agrees(Source::Pointers);
}
