//! Searches of random machines find what enumeration finds, whatever is switched on.

use cassay_base::Stop;
use cassay_efsm::Invariant;
use cassay_efsm::arbitrary::machine;
use cassay_efsm::enumerate::{Reached, enumerate};
use cassay_efsm::{Balancing, Context, ControlKind, Machine, PASSES, Values, balance, reduce};
use cassay_solver::{Settings, Solver};
use cassay_solver_cadical::CadicalSolver;
use cassay_unroll::{Constraints, Ntp, Options, Outcome, Report, search};
use std::collections::BTreeSet;

fn machines() -> u64 {
    let count = std::env::var("CASSAY_MACHINES").ok();
    count.and_then(|count| count.parse().ok()).unwrap_or(200)
}

fn errors(machine: &Machine) -> BTreeSet<usize> {
    let controls = machine.controls.iter();
    let numbers = controls.filter_map(|control| match control.kind {
        ControlKind::Error(number) => Some(number),
        _ => None,
    });
    numbers.collect()
}

fn run(machine: &mut Machine, options: &Options) -> Report {
    let errors = errors(machine);
    let mut make = || {
        let solver = CadicalSolver::new(&Settings::DEFAULT)?;
        Ok(Box::new(solver) as Box<dyn Solver>)
    };
    search(machine, &errors, options, &mut make, &Stop::new()).expect("no error of the solver")
}

/// Each answer is compared with the least depth at which enumeration reaches the error.
fn compare(machine: &Machine, reached: &Reached, report: &Report, about: &str) -> usize {
    let depths = reached.errors(machine);
    let open = machine.controls.iter_enumerated().any(|(id, control)| {
        matches!(control.kind, ControlKind::Open(_)) && reached.depth(id).is_some()
    });
    let mut proved = 0;
    for (error, outcome) in &report.outcomes {
        let least = depths.get(error);
        match outcome {
            Outcome::Found(execution) => {
                let states = machine.follow(execution).expect("an execution");
                let last = states.last().expect("a state").control;
                assert_eq!(
                    machine.controls[last].kind,
                    ControlKind::Error(*error),
                    "{about}"
                );
                assert_eq!(least, Some(&(execution.steps.len() as u32)), "{about}");
            }
            Outcome::Proved { why, .. } => {
                assert_eq!(least, None, "{about}: {why:?}");
                assert!(!open, "{about}: something is open");
                proved += 1;
            }
            Outcome::Open { depth, why } => {
                let deeper = least.is_none_or(|least| *least as usize > *depth);
                assert!(deeper || why.contains("represent"), "{about}: {why}");
                assert!(least.is_none() || deeper, "{about}: {why}");
            }
        }
    }
    assert_eq!(report.outcomes.len(), errors(machine).len(), "{about}");
    proved
}

fn all_options() -> Vec<Options<'static>> {
    let base = Options {
        most: 12,
        ..Options::default()
    };
    let only = |pick: usize| Constraints {
        unreachable_block: pick == 0,
        reachable_block: pick == 1,
        mutual_exclusion: pick == 2,
        forward: pick == 3,
        backward: pick == 4,
    };
    let mut all = vec![base];
    for pick in 0..6 {
        let constraints = only(pick);
        let reuse = pick % 2 == 0;
        all.push(Options {
            constraints,
            reuse,
            ..base
        });
    }
    all.push(Options {
        context: Context::Ignored,
        ntp: Ntp::Always,
        ..base
    });
    all.push(Options {
        ntp: Ntp::Off,
        loop_free: true,
        ..base
    });
    all.push(Options {
        ntp: Ntp::Off,
        induction: true,
        ..base
    });
    all.push(Options {
        ntp: Ntp::Always,
        induction: true,
        induction_effort: Some(20),
        loop_free: true,
        reuse: false,
        ..base
    });
    all
}

#[test]
fn every_switch_gives_the_answers_of_enumeration() {
    let mut proved = vec![0; all_options().len()];
    for seed in 0..machines() {
        let original = machine(seed, 5);
        let reached = enumerate(&original).expect("a small machine");
        for (index, options) in all_options().iter().enumerate() {
            let about = format!("seed {seed}, options {index}");
            let mut copy = match seed % 2 == 0 {
                true => original.copied(cassay_simplify::pool()),
                false => original.copied(cassay_term::Pool::new()),
            };
            let report = run(&mut copy, options);
            proved[index] += compare(&copy, &reached, &report, &about);
        }
    }
    // Induction and loop-free paths prove more than the ends of paths.
    assert!(proved.iter().all(|proved| *proved > 20), "{proved:?}");
    assert!(proved[9] > proved[0], "{proved:?}");
}

#[test]
fn invariants_of_blocks_change_no_answer() {
    for seed in 0..machines() {
        let original = machine(seed, 5);
        let reached = enumerate(&original).expect("a small machine");
        let mut copy = original.copied(cassay_simplify::pool());
        let values = Values::of(&mut copy, &Stop::new()).expect("not stopped");
        let invariant = Invariant(values.facts(&mut copy));
        let options = Options {
            invariant: Some(&invariant),
            induction: seed % 2 == 0,
            most: 12,
            ..Options::default()
        };
        let report = run(&mut copy, &options);
        compare(&copy, &reached, &report, &format!("seed {seed}"));
    }
}

#[test]
fn reduced_and_balanced_machines_have_the_same_answers() {
    for seed in 0..machines() {
        let original = machine(seed, 5);
        let before = enumerate(&original).expect("a small machine");
        let targets = original.bad_controls();
        let pool = cassay_simplify::pool();
        let mut reduced = reduce(&original, &targets, PASSES, pool, &Stop::new());
        if let Ok((_, mapping)) = balance(&mut reduced.machine, Balancing::default()) {
            reduced.trail.push(mapping);
        }
        let reached = enumerate(&reduced.machine).expect("a small machine");
        let options = Options {
            most: 40,
            induction: true,
            ..Options::default()
        };
        let report = run(&mut reduced.machine, &options);
        let about = format!("seed {seed}");
        compare(&reduced.machine, &reached, &report, &about);
        for (error, outcome) in &report.outcomes {
            match outcome {
                Outcome::Found(execution) => {
                    let back = reduced.execution(&original, execution);
                    let states = original.follow(&back).expect("an execution");
                    let last = states.last().expect("a state").control;
                    let kind = &original.controls[last].kind;
                    assert_eq!(*kind, ControlKind::Error(*error), "{about}");
                }
                Outcome::Proved { .. } => {
                    assert!(!before.errors(&original).contains_key(error), "{about}");
                }
                Outcome::Open { .. } => {}
            }
        }
    }
}
