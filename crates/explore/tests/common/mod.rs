//! What tests of the explorer share.
#![allow(dead_code)]

use cassay_explore::{Findings, Limits, Witness, explore};
use cassay_interp::{Follow, Outcome, Silent, run_scheduled};
use cassay_ir::{GlobalId, MemoryModel, Program, StmtKind};

pub fn parse(text: &str) -> Program {
    let program = cassay_ir::text::parse(text).expect("the program reads");
    assert_eq!(cassay_ir::verify(&program), Ok(()));
    program
}

/// The outcome when a witness is replayed.
pub fn replayed(program: &Program, witness: &Witness) -> Outcome {
    let entry = program.find_function("main").expect("a function main");
    let limits = cassay_interp::Limits::default();
    let mut scheduler = Follow::new(&witness.schedule);
    let mut oracle = witness.inputs.oracle();
    run_scheduled(
        program,
        entry,
        &mut oracle,
        &mut Silent,
        &limits,
        &mut scheduler,
    )
}

/// A program with what was found in it.
pub struct Explored {
    pub program: Program,
    pub found: Findings,
}

impl std::ops::Deref for Explored {
    type Target = Findings;

    fn deref(&self) -> &Findings {
        &self.found
    }
}

/// Explores a program completely; every finding is replayed.
pub fn explored(text: &str) -> Explored {
    let program = parse(text);
    let found = explored_program(&program);
    Explored { program, found }
}

pub fn explored_program(program: &Program) -> Findings {
    let entry = program.find_function("main").expect("a function main");
    let globals: Vec<GlobalId> = program.globals.ids().collect();
    let found = explore(
        program,
        entry,
        MemoryModel::Sc,
        &globals,
        &Limits::default(),
    );
    assert_eq!(found.end, None);
    for (claim, witness) in &found.violations {
        match replayed(program, witness) {
            Outcome::Violation { claim: again, .. } => assert_eq!(*claim, again),
            other => panic!("{other:?}"),
        }
    }
    for witness in found.finals.values() {
        let outcome = replayed(program, witness);
        let ended = matches!(outcome, Outcome::Finished { .. } | Outcome::Ended { .. });
        assert!(ended, "{outcome:?}");
    }
    for (at, (_, witness)) in &found.invalid {
        match replayed(program, witness) {
            Outcome::InvalidAccess { at: again, .. } => assert_eq!(*at, again),
            other => panic!("{other:?}"),
        }
    }
    if let Some((waiters, witness)) = &found.deadlock {
        match replayed(program, witness) {
            Outcome::Deadlock { threads } => assert_eq!(*waiters, threads),
            other => panic!("{other:?}"),
        }
    }
    found
}

/// The messages of the violated claims.
pub fn violated(explored: &Explored) -> Vec<String> {
    let functions = explored.program.functions.iter();
    let statements = functions.flat_map(|function| function.statements());
    let mut names: Vec<String> = statements
        .filter_map(|stmt| {
            let StmtKind::Assert {
                claim, property, ..
            } = &stmt.kind
            else {
                return None;
            };
            let hit = explored.violations.contains_key(claim);
            hit.then(|| property.message.to_string())
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The final values of all variables, as numbers.
pub fn finals(found: &Findings) -> Vec<Vec<u64>> {
    let number = |bytes: &Vec<Option<u8>>| {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |value, byte| value << 8 | u64::from(byte.unwrap_or(0)))
    };
    let finals = found.finals.keys();
    finals
        .map(|values| values.iter().map(number).collect())
        .collect()
}
