//! Model checkers on random machines: their answers, taken back, against enumeration of all states.
//!
//! 300 machines for each program that is installed, or as many as `CASSAY_MACHINES` says; those that are not
//! installed are left out, except for those that `CASSAY_NEED_CHECKERS` lists, with commas between.

use cassay_base::Stop;
use cassay_efsm::arbitrary::machine;
use cassay_efsm::enumerate::enumerate;
use cassay_efsm::{ControlKind, Invariant, Machine};
use cassay_hwmc::run::{Answer, Checker, Format, check};
use cassay_hwmc::{Coding, Options};
use cassay_solver::Solver;
use cassay_solver_cadical::CadicalSolver;
use std::io::{Write, stderr};
use std::path::PathBuf;

/// Where a program is, by the folders of PATH and those that the environment adds.
fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let programs = names
        .iter()
        .flat_map(|name| folders.iter().map(move |f| f.join(name)));
    programs.into_iter().find(|program| program.is_file())
}

fn machines() -> u64 {
    let number = std::env::var("CASSAY_MACHINES").ok();
    number.map_or(300, |number| {
        number.parse().expect("CASSAY_MACHINES is a number")
    })
}

/// Whether all that has to be shown of an invariant holds.
fn holds(machine: &mut Machine, invariant: &Invariant) -> bool {
    let duties = invariant.duties(machine);
    let mut solver = CadicalSolver::new(&Default::default()).expect("a solver");
    let refuted = duties.iter().all(|duty| {
        let answer = solver
            .check(&machine.pool, &[duty.term])
            .expect("an answer");
        answer == cassay_solver::Answer::Unsat
    });
    refuted && invariant.bad(machine).is_empty()
}

/// Whether a machine has operators as BTOR2 that rIC3 does not read.
fn divides(machine: &Machine, options: &Options) -> bool {
    let text = cassay_hwmc::btor2::write(machine, options, &Stop::new()).expect("a text");
    let mut lines = text.lines().filter_map(|line| line.split(' ').nth(1));
    lines.any(|operator| ["udiv", "urem", "sdiv", "srem"].contains(&operator))
}

/// Asks about a machine; whether it found a violation, or none if it was not asked.
fn ask(seed: u64, checker: &Checker, coding: Coding) -> Option<bool> {
    let mut machine = machine(seed, 2 + (seed % 7) as u32);
    let reached = enumerate(&machine).expect("a small machine");
    let options = Options {
        coding,
        ..Options::all(&machine)
    };
    if checker.format == Format::Btor2 && divides(&machine, &options) {
        return None;
    }
    let answer = check(&mut machine, checker, &options, &Stop::new()).expect("a run");
    let bad = reached.is_bad(&machine);
    match answer {
        Answer::Found(execution) => {
            assert!(bad, "seed {seed}: it cannot be violated");
            let states = machine.follow(&execution).expect("an execution");
            let last = &machine.controls[states.last().expect("a state").control].kind;
            let is_bad = matches!(last, ControlKind::Error(_) | ControlKind::Open(_));
            assert!(is_bad, "seed {seed}: it ends at {last:?}");
        }
        Answer::Proved(invariant) => {
            assert!(!bad, "seed {seed}: it can be violated");
            assert!(holds(&mut machine, &invariant), "seed {seed}: no invariant");
        }
        Answer::Unknown(why) => panic!("seed {seed}: {why}"),
    }
    Some(bad)
}

/// Asks about many machines, with a command that is added to the program.
fn campaign(names: &[&str], arguments: &str, format: Option<Format>, coding: Coding) {
    let Some(program) = find(names) else {
        let needed = std::env::var("CASSAY_NEED_CHECKERS").unwrap_or_default();
        let is_needed = needed.split(',').any(|needed| names.contains(&needed));
        assert!(!is_needed, "none of {names:?} is installed");
        // Not by a macro, whose output is not shown for tests that pass.
        let _ = writeln!(stderr(), "NOT TESTED: none of {names:?} is installed");
        return;
    };
    let command = format!("'{}' {arguments}", program.display());
    let checker = Checker::new(&command, format, &std::env::temp_dir()).expect("a command");
    let machines = machines();
    let answers: Vec<bool> = (0..machines)
        .filter_map(|seed| ask(seed, &checker, coding))
        .collect();
    let found = answers.iter().filter(|found| **found).count();
    let (safe, left_out) = (answers.len() - found, machines as usize - answers.len());
    println!("{command}: {found} violated, {safe} safe, {left_out} have division and are left out");
    assert!(
        found > 0 && safe > 0 || machines < 20,
        "machines of both kinds"
    );
}

const ABC: &[&str] = &["berkeley-abc", "abc"];
const RIC3: &[&str] = &["rIC3", "ric3"];

#[test]
fn abc_agrees_with_enumeration() {
    campaign(ABC, "", None, Coding::Binary);
}

#[test]
fn abc_agrees_on_control_states_as_bits() {
    campaign(ABC, "", None, Coding::OneHot);
}

#[test]
fn ric3_agrees_on_words() {
    campaign(
        RIC3,
        "-e ic3 --witness {} {certificate}",
        Some(Format::Btor2),
        Coding::Binary,
    );
}

#[test]
fn ric3_agrees_on_bits() {
    campaign(RIC3, "", None, Coding::OneHot);
}
