//! Fixed random programs compute the same in Cassay as gcc's binaries do.

use cassay_difftest::{
    Lifetimes, Plan, Source, Subject, csmith_is_installed, run, run_lifetimes, supports_ilp32,
};
use std::time::Duration;

/// Programs of each source.
const SEEDS: u64 = 100;

/// The front-end needs about two seconds for one of them.
const SEEDS_IN_CXX: u64 = 20;

/// The share of programs that agree at least, in per cent: the others are skipped or not supported, and
/// `make difftest` says why.
const AGREED: u64 = 80;

fn agrees(source: Source, seeds: u64) {
    let plan = Plan {
        sources: vec![source],
        seeds: 0..seeds,
        ilp32: supports_ilp32(),
        subject: Subject::Interpreter,
        jobs: 2,
        keep: None,
    };
    let table = run(&plan, &|_, _| {}).expect("the programs run");
    println!("{table}");
    assert_eq!(table.disagreements().next(), None, "\n{table}");
    let least = usize::try_from(seeds * AGREED / 100).expect("a small number");
    assert!(table.agreed() >= least, "\n{table}");
}

#[test]
fn programs_of_csmith() {
    assert!(
        csmith_is_installed(),
        "csmith is missing; scripts/prerequisites.sh installs it"
    );
    agrees(Source::Csmith, SEEDS);
}

#[test]
fn programs_of_the_own_generator() {
    agrees(Source::Own, SEEDS);
}

#[test]
fn programs_in_cxx() {
    agrees(Source::Cxx, SEEDS_IN_CXX);
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
    agrees(Source::Pointers, SEEDS);
}
