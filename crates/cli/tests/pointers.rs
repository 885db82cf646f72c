//! Random programs whose pointers travel as numbers: the whole tool agrees with gcc's binaries.

use cassay_difftest::{Plan, Source, Subject, run};
use std::time::Duration;

/// How many programs are tried.
const PROGRAMS: u64 = 24;

#[test]
fn programs_whose_pointers_travel_as_numbers_agree_with_gcc() {
    let plan = Plan {
        sources: vec![Source::Pointers],
        seeds: 20..20 + PROGRAMS,
        ilp32: false,
        subject: Subject::Tool {
            binary: env!("CARGO_BIN_EXE_cassay").into(),
            limit: Duration::from_secs(120),
            symbolic: false,
        },
        jobs: 2,
        keep: None,
    };
    let table = run(&plan, &|_, _| {}).expect("the programs run");
    assert_eq!(table.disagreements().next(), None, "\n{table}");
    // What the solver does not decide in time is no disagreement.
    assert!(table.agreed() > 0, "\n{table}");
}
