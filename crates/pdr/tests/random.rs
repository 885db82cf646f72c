//! Random machines: what is found and proved agrees with the enumeration of all states, and every invariant
//! is checked by another solver and in every state.
//!
//! `CASSAY_MACHINES=2000` for a campaign.

use cassay_efsm::arbitrary::machine;
use cassay_efsm::enumerate::{Reached, enumerate};
use cassay_efsm::{ControlId, ControlKind, Invariant, Machine};
use cassay_pdr::{Checked, Options, Outcome, check, holds, prove};
use cassay_solver::{Settings, Solver};
use cassay_term::{Evaluator, Model};

fn count() -> u64 {
    let count = std::env::var("CASSAY_MACHINES").ok();
    count.and_then(|count| count.parse().ok()).unwrap_or(300)
}

fn bitwuzla() -> Box<dyn Solver> {
    let backend = cassay_solver_bitwuzla::BACKEND;
    (backend.make)(&Settings::default()).expect("an instance")
}

/// Every state that can be reached satisfies the invariant.
fn contains_all(machine: &Machine, invariant: &Invariant, reached: &Reached) -> bool {
    reached.states().all(|(state, _)| {
        let mut model = Model::new();
        for (variable, value) in state.values.iter_enumerated() {
            model.set(machine.variables[variable].symbol, value.clone());
        }
        let term = invariant.at(machine, state.control);
        Evaluator::new(&machine.pool, &model).bool_value(term)
    })
}

fn targets(machine: &Machine) -> Vec<ControlId> {
    let controls = machine.controls.iter_enumerated();
    let bad = controls.filter(|(_, control)| {
        matches!(control.kind, ControlKind::Error(_) | ControlKind::Open(_))
    });
    bad.map(|(id, _)| id).collect()
}

#[test]
fn answers_are_those_of_enumeration() {
    let (mut proved, mut found) = (0, 0);
    for seed in 0..count() {
        let mut machine = machine(seed, 2 + (seed % 6) as u32);
        let reached = enumerate(&machine).expect("a small machine");
        match prove(&mut machine, Options::default()) {
            Outcome::Proved(invariant) => {
                assert!(!reached.is_bad(&machine), "seed {seed}");
                assert!(contains_all(&machine, &invariant, &reached), "seed {seed}");
                let checked = check(&mut machine, &invariant, &mut *bitwuzla());
                assert_eq!(checked, Ok(Checked::Holds), "seed {seed}");
                proved += 1;
            }
            Outcome::Found(control, execution) => {
                let states = machine.follow(&execution).expect("an execution");
                assert_eq!(states.last().map(|state| state.control), Some(control));
                assert!(reached.depth(control).is_some(), "seed {seed}");
                found += 1;
            }
            Outcome::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
        }
    }
    println!("{proved} proved, {found} found");
    assert!(proved > 60 && found > 60);
}

/// Each error and open control state for itself.
#[test]
fn each_target_has_an_answer_of_its_own() {
    for seed in 0..count() / 3 {
        let mut machine = machine(1_000_000 + seed, 5);
        let reached = enumerate(&machine).expect("a small machine");
        for target in targets(&machine) {
            let options = Options {
                targets: Some(vec![target]),
                ..Options::default()
            };
            match prove(&mut machine, options) {
                Outcome::Proved(invariant) => {
                    assert_eq!(reached.depth(target), None, "seed {seed}");
                    let never = invariant.at(&machine, target);
                    assert_eq!(machine.pool.as_bool(never), Some(false));
                    let checked = holds(&mut machine, &invariant, &mut *bitwuzla());
                    assert_eq!(checked, Ok(Checked::Holds), "seed {seed}");
                }
                Outcome::Found(control, execution) => {
                    assert_eq!(control, target);
                    let states = machine.follow(&execution).expect("an execution");
                    assert_eq!(states.last().map(|state| state.control), Some(control));
                }
                Outcome::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
            }
        }
    }
}
