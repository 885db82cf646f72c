//! Random programs with threads, against a second enumerator.

mod common;
mod naive;

use cassay_explore::{Findings, Limits, explore};
use cassay_ir::GlobalId;
use cassay_ir::arbitrary::{threads, threads_text};
use cassay_ir::text::{parse, print};
use common::explored_program;
use naive::Found;

#[test]
fn programs_are_the_same_for_the_same_seed_and_well_formed() {
    for seed in 0..500 {
        let program = threads(seed, 6);
        assert_eq!(cassay_ir::verify(&program), Ok(()), "seed {seed}");
        let again = parse(&print(&program)).expect("it reads");
        assert_eq!(program, again, "seed {seed}");
        assert_eq!(threads_text(seed, 6), threads_text(seed, 6));
    }
}

/// Every interleaving found one by one gives the same verdicts and final states.
#[test]
fn two_enumerations_find_the_same() {
    let (mut compared, mut violated, mut stuck, mut many) = (0, 0, 0, 0);
    for seed in 0..300 {
        let program = threads(seed, 1 + seed % 2);
        let Some(expected) = naive::enumerate(&program, 100_000) else {
            continue;
        };
        let found = explored_program(&program);
        let found = Found {
            violations: found.violations.keys().copied().collect(),
            finals: found.finals.keys().cloned().collect(),
            deadlock: found.deadlock.is_some(),
        };
        assert_eq!(found, expected, "seed {seed}\n{}", print(&program));
        compared += 1;
        violated += u32::from(!expected.violations.is_empty());
        stuck += u32::from(expected.deadlock);
        many += u32::from(expected.finals.len() > 1);
    }
    assert!(compared > 150, "{compared} of 300");
    assert!(
        violated > 40 && stuck > 5 && many > 30,
        "{violated} {stuck} {many}"
    );
}

/// Larger ones are explored to the end, and what is found is replayed.
#[test]
fn larger_programs_are_explored_completely() {
    for seed in 0..60 {
        let program = threads(seed, 4);
        let found = explored_program(&program);
        assert!(found.all_inputs, "seed {seed}");
    }
}

/// What is left out by the reductions makes no difference.
#[test]
fn reductions_change_no_finding() {
    let (mut compared, mut fewer, mut racy) = (0, 0, 0);
    for seed in 0..200 {
        let program = threads(17 * seed, 2 + seed % 3);
        let entry = program.find_function("main").expect("a function main");
        let globals: Vec<GlobalId> = program.globals.ids().collect();
        let all = Limits {
            states: 20_000,
            reduces: false,
            classes: false,
            ..Limits::default()
        };
        let expected = explore(&program, entry, cassay_ir::MemoryModel::Sc, &globals, &all);
        if expected.end.is_some() {
            continue;
        }
        let found = explored_program(&program);
        let key = |found: &Findings| {
            (
                found.violations.keys().copied().collect::<Vec<_>>(),
                found.finals.keys().cloned().collect::<Vec<_>>(),
                found.races.keys().copied().collect::<Vec<_>>(),
                found.deadlock.is_some(),
            )
        };
        assert_eq!(
            key(&found),
            key(&expected),
            "seed {seed}\n{}",
            print(&program)
        );
        assert!(found.states <= expected.states, "seed {seed}");
        compared += 1;
        fewer += u32::from(found.states < expected.states);
        racy += u32::from(!found.races.is_empty());
    }
    assert!(
        compared > 150 && fewer > 50 && racy > 50,
        "{compared} {fewer} {racy}"
    );
}
