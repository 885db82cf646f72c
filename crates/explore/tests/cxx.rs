//! C++ programs with threads: what a search finds, an execution along its schedule shows.

use cassay_checks::CheckSet;
use cassay_explore::{Findings, Limits, Witness, explore};
use cassay_frontend::{Options, compile};
use cassay_interp::{Follow, Inputs, Outcome, Silent, run_scheduled};
use cassay_ir::{FuncId, MemoryModel, Program};
use cassay_passes::{Plan, Stage};
use std::path::PathBuf;

/// A program of `tests/run` with all claims.
fn program(name: &str, defines: &[&str]) -> (Program, FuncId) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    let options = Options {
        clang_args: defines.iter().map(|define| format!("-D{define}")).collect(),
        ..Options::default()
    };
    let mut program = compile(&[folder.join(name)], &options).expect("it lowers");
    let checks = CheckSet::default();
    let plan = Plan::new(&checks, program.find_function("main"));
    for stage in [Stage::Linked, Stage::Claimed, Stage::Started] {
        cassay_passes::run(&mut program, stage, &plan).expect("passes run");
    }
    let start = program.find_function(cassay_ir::START).expect("a start");
    (program, start)
}

fn replayed(program: &Program, start: FuncId, witness: &Witness) -> Outcome {
    let inputs = Inputs {
        schedule: witness.schedule.clone(),
        ..witness.inputs.clone()
    };
    let limits = cassay_interp::Limits::default();
    let mut follow = Follow::new(&inputs.schedule);
    let mut oracle = inputs.oracle();
    run_scheduled(
        program,
        start,
        &mut oracle,
        &mut Silent,
        &limits,
        &mut follow,
    )
}

/// Explores a program and replays every violation that is found.
fn found(name: &str, defines: &[&str]) -> Findings {
    let (program, start) = program(name, defines);
    let found = explore(
        &program,
        start,
        MemoryModel::Sc,
        &[],
        &Limits {
            races: false,
            ..Limits::default()
        },
    );
    assert_eq!(found.end, None, "{name} {defines:?}");
    for (claim, witness) in &found.violations {
        match replayed(&program, start, witness) {
            Outcome::Violation { claim: shown, .. } => assert_eq!(shown, *claim),
            other => panic!("{name} {defines:?}: {claim:?} ends with {other:?}"),
        }
    }
    found
}

/// Between two accesses that other threads could see lie more calls than a thread executes at once.
#[test]
fn violations_of_threads_of_the_library_replay() {
    for (define, wrong) in [("PLAIN", true), ("MUTEX", false), ("ATOMIC", false)] {
        let found = found("std_threads.cpp", &[define]);
        assert_eq!(!found.violations.is_empty(), wrong, "{define}");
    }
}
