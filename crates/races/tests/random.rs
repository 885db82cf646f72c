//! Random programs with threads and locks: where the analysis says that an access does not race, an
//! enumeration of all interleavings finds no race. Where it says that a critical section can be an
//! atomic one, an enumeration finds the same with atomic sections as without.
//!
//! `CASSAY_RACE_FREEDOM` sets the number of programs for longer campaigns.

mod locks;
mod sections;

use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_explore::{Contents, Findings, Limits, explore};
use cassay_ir::arbitrary::threads_text;
use cassay_ir::sharing::race_claim;
use cassay_ir::{BlockId, ClaimId, FuncId, GlobalId, Program, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// A statement of a program without claims.
type Place = (FuncId, BlockId, usize);

fn count() -> u64 {
    let wanted = std::env::var("CASSAY_RACE_FREEDOM").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// The place of the access that each claim is about, in the program without claims.
fn places(program: &Program) -> BTreeMap<ClaimId, Place> {
    let mut places = BTreeMap::new();
    for (function, body) in program.functions.iter_enumerated() {
        for (block, contents) in body.blocks.iter_enumerated() {
            let mut index = 0;
            for stmt in &contents.stmts {
                if race_claim(&stmt.kind).is_none() {
                    index += 1;
                    continue;
                }
                if let StmtKind::Assert { claim, .. } = &stmt.kind {
                    places.insert(*claim, (function, block, index));
                }
            }
        }
    }
    places
}

/// How many programs were compared, raced, and were proved completely.
#[derive(Debug, Default)]
struct Tally {
    compared: u64,
    racing: u64,
    proved: u64,
    partly: u64,
}

/// Compares one program.
fn compare(text: &str, tally: &mut Tally) {
    let mut plain =
        cassay_ir::text::parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    cassay_checks::apply(&mut plain, &CheckSet::none());
    let mut claimed = plain.clone();
    let checks = CheckSet::for_property("no-data-race").expect("it is known");
    cassay_checks::apply(&mut claimed, &checks);
    let entry = plain.find_function("main").expect("a function main");
    let limits = Limits {
        states: 2000,
        ..Limits::default()
    };
    let found = explore(&plain, entry, cassay_ir::MemoryModel::Sc, &[], &limits);
    let free = cassay_races::analyse(&claimed, entry, &Stop::new());
    let places = places(&claimed);
    let safe: BTreeSet<Place> = free.proved.iter().map(|claim| places[claim]).collect();
    for (a, b) in found.races.keys() {
        for at in [a, b] {
            let at = (at.function, at.block, at.stmt);
            assert!(!safe.contains(&at), "a race at {at:?}\n{text}");
        }
    }
    if found.end.is_none() {
        tally.compared += 1;
    }
    tally.racing += u64::from(!found.races.is_empty());
    tally.proved += u64::from(safe.len() == places.values().collect::<BTreeSet<_>>().len());
    tally.partly += u64::from(!safe.is_empty());
}

#[test]
fn nothing_that_is_proved_races() {
    let mut tally = Tally::default();
    for seed in 0..count() {
        compare(&threads_text(seed, 2 + seed % 4), &mut tally);
    }
    println!("{tally:?}");
    assert!(
        tally.racing > count() / 10 && tally.partly > count() / 10,
        "{tally:?}"
    );
}

#[test]
fn locks_that_are_trusted_exclude_others() {
    let mut tally = Tally::default();
    for seed in 0..count() {
        compare(&locks::text(seed), &mut tally);
    }
    println!("{tally:?}");
    let few = count() / 20;
    assert!(
        tally.racing > few && tally.proved > few && tally.compared > few,
        "{tally:?}"
    );
}

/// What executions of a program can do, as far as atomic sections may not change it.
fn found(program: &Program) -> Findings {
    let entry = program.find_function("main").expect("a function main");
    let globals: Vec<GlobalId> = program.globals.ids().collect();
    let limits = Limits {
        states: 5000,
        races: false,
        ..Limits::default()
    };
    explore(
        program,
        entry,
        cassay_ir::MemoryModel::Sc,
        &globals,
        &limits,
    )
}

#[test]
fn atomic_sections_change_no_outcome() {
    let (mut compared, mut marked, mut violated, mut fewer) = (0, 0, 0, 0);
    for seed in 0..count() {
        let text = sections::text(seed);
        let program =
            cassay_ir::text::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let entry = program.find_function("main").expect("a function main");
        let sections = cassay_races::sections(&program, entry, &Stop::new());
        if sections.begins.is_empty() {
            continue;
        }
        let mut atomic = program.clone();
        sections.mark(&mut atomic);
        assert_eq!(cassay_ir::verify(&atomic), Ok(()), "seed {seed}");
        marked += 1;
        let (expected, got) = (found(&program), found(&atomic));
        if expected.end.is_some() || got.end.is_some() {
            continue;
        }
        let ends_last = text.matches("join").count() == text.matches("spawn").count();
        let key = |found: &Findings| {
            let claims: Vec<ClaimId> = found.violations.keys().copied().collect();
            // A process that ends while threads run leaves some sections unfinished.
            let finals = found.finals.keys().filter(|_| ends_last);
            let finals: Vec<Vec<Contents>> = finals.cloned().collect();
            (claims, finals)
        };
        assert!(key(&expected) == key(&got), "seed {seed}\n{text}");
        compared += 1;
        violated += u64::from(!expected.violations.is_empty());
        fewer += u64::from(got.states < expected.states);
    }
    println!("{compared} of {marked}, {violated} violated, {fewer} with fewer states");
    let few = count() / 10;
    assert!(compared > few && violated > few / 2 && fewer > few);
}
