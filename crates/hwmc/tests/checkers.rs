//! Model checkers on random machines: their answers, taken back, against enumeration of all states.
//!
//! 300 machines for each program that is installed, or as many as `CASSAY_MACHINES` says, and a third of
//! them with control states as bits; programs that are not
//! installed are left out, except for those that `CASSAY_NEED_CHECKERS` lists, with commas between.

mod small;

use cassay_base::Stop;
use cassay_efsm::arbitrary::machine;
use cassay_efsm::enumerate::enumerate;
use cassay_efsm::{ControlKind, EdgeId, Invariant, Machine, Variable};
use cassay_hwmc::run::{Answer, Checker, Format, check};
use cassay_hwmc::{Coding, Options};
use cassay_solver::Solver;
use cassay_solver_cadical::CadicalSolver;
use cassay_term::Sort;
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

/// A program, if it is installed; that it is not is said.
fn installed(names: &[&str]) -> Option<PathBuf> {
    let program = find(names);
    if program.is_none() {
        let needed = std::env::var("CASSAY_NEED_CHECKERS").unwrap_or_default();
        let is_needed = needed.split(',').any(|needed| names.contains(&needed));
        assert!(!is_needed, "none of {names:?} is installed");
        // Not by a macro, whose output is not shown for tests that pass.
        let _ = writeln!(stderr(), "NOT TESTED: none of {names:?} is installed");
    }
    program
}

/// Asks about many machines, with a command that is added to the program.
fn campaign(names: &[&str], arguments: &str, format: Option<Format>, coding: Coding) {
    let Some(program) = installed(names) else {
        return;
    };
    let command = format!("'{}' {arguments}", program.display());
    let checker = Checker::new(&command, format, &std::env::temp_dir()).expect("a command");
    let machines = match coding {
        Coding::Binary => machines(),
        Coding::OneHot => machines().div_ceil(3),
    };
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
const BTORMC: &[&str] = &["btormc"];
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

/// The only values that a trace has to give are none.
#[test]
fn machines_without_inputs_have_traces() {
    for names in [ABC, RIC3, BTORMC] {
        let Some(program) = installed(names) else {
            continue;
        };
        let mut machine = small::empty();
        let x = machine.pool.symbol("x", Sort::Bv(4));
        let [zero, one, three] = [0, 1, 3].map(|value| machine.pool.bv_u64(4, value));
        machine.start = machine.pool.eq(x, zero);
        let next = machine.pool.bv_add(x, one);
        let (found, always) = (machine.pool.eq(x, three), machine.pool.tru());
        let goes_on = machine.pool.not(found);
        let name = "x".to_string();
        let variable = machine.variables.push(Variable { name, symbol: x });
        small::edge(&mut machine, 0, 1, always);
        small::edge(&mut machine, 1, 1, goes_on);
        small::edge(&mut machine, 1, 2, found);
        machine.edges[EdgeId(1)].updates = vec![(variable, next)];
        let command = program.display().to_string();
        let checker = Checker::new(&command, None, &std::env::temp_dir()).expect("a command");
        let options = Options::all(&machine);
        match check(&mut machine, &checker, &options, &Stop::new()).expect("a run") {
            Answer::Found(execution) => assert_eq!(execution.steps.len(), 5),
            other => panic!("{command}: {other:?}"),
        }
    }
}

/// BtorMC searches up to a bound that all states of these machines fit in, and proves nothing.
#[test]
fn btormc_finds_what_can_be_violated() {
    let Some(program) = installed(BTORMC) else {
        return;
    };
    let command = format!("'{}' -kmax 25 {{}}", program.display());
    let checker = Checker::new(&command, None, &std::env::temp_dir()).expect("a command");
    let mut found = 0;
    for seed in 0..machines() {
        let mut machine = machine(seed, 2 + (seed % 7) as u32);
        let reached = enumerate(&machine).expect("a small machine");
        let (options, stop) = (Options::all(&machine), Stop::new());
        if reached.deepest() > 25 {
            continue;
        }
        match check(&mut machine, &checker, &options, &stop).expect("a run") {
            Answer::Found(_) => {
                assert!(reached.is_bad(&machine), "seed {seed}");
                found += 1;
            }
            Answer::Unknown(why) => assert!(!reached.is_bad(&machine), "seed {seed}: {why}"),
            Answer::Proved(_) => panic!("seed {seed}: a bounded search proves nothing"),
        }
    }
    println!("{command}: {found} violated");
}
