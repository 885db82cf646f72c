//! Random machines have what they are meant to have, and their enumeration agrees with the term evaluator.

use cassay_base::Id;
use cassay_efsm::arbitrary::{Rng, machine};
use cassay_efsm::enumerate::enumerate;
use cassay_efsm::{ControlId, ControlKind, Machine, Passage, State, Step};
use cassay_term::{Model, Sort, Value, symbols_of};

/// Any values for the inputs of a machine.
fn inputs(rng: &mut Rng, machine: &Machine) -> Model {
    let mut model = Model::new();
    for input in &machine.inputs {
        let number = rng.next_u64();
        let value = match machine.pool.sort(*input) {
            Sort::Bv(width) => Value::Bv(cassay_bv::Bv::from_u64(width, number)),
            _ => Value::Bool(number & 1 == 1),
        };
        model.set(*input, value);
    }
    model
}

#[test]
fn enumeration_finds_every_step_that_the_evaluator_takes() {
    for seed in 0..60 {
        let machine = machine(seed, 5);
        let reached = enumerate(&machine).expect("a small machine");
        let states: Vec<(State, u32)> = reached.states().collect();
        let mut rng = Rng::new(seed);
        for (state, depth) in states.iter().step_by(1 + states.len() / 20) {
            for (edge, _) in machine.edges.iter_enumerated() {
                let inputs = inputs(&mut rng, &machine);
                let Some(next) = machine.step(state, &Step { edge, inputs }) else {
                    continue;
                };
                let found = states.iter().find(|(state, _)| *state == next);
                let (_, least) = found.expect("a step leads to a state that is reached");
                assert!(*least <= depth + 1, "seed {seed}");
            }
        }
    }
}

#[test]
fn executions_lead_where_they_are_meant_to() {
    for seed in 0..200 {
        let machine = machine(seed, 5);
        let reached = enumerate(&machine).expect("a small machine");
        for control in machine.controls.ids() {
            let Some(execution) = reached.execution(control) else {
                assert_eq!(reached.depth(control), None);
                continue;
            };
            assert_eq!(
                Some(execution.steps.len() as u32),
                reached.depth(control),
                "seed {seed}"
            );
            let states = machine.follow(&execution).expect("an execution");
            assert_eq!(states.last().map(|state| state.control), Some(control));
        }
    }
}

#[test]
fn machines_are_well_formed() {
    for seed in 0..500 {
        let machine = machine(seed, 1 + (seed % 8) as u32);
        let variables: Vec<_> = machine.variables.iter().map(|v| v.symbol).collect();
        let known = |terms: &[_], inputs: bool| {
            symbols_of(&machine.pool, terms).iter().all(|symbol| {
                variables.contains(symbol) || (inputs && machine.inputs.contains(symbol))
            })
        };
        assert!(known(&[machine.start], false));
        for edge in machine.edges.iter() {
            assert!(edge.from.index() < machine.controls.len());
            assert_ne!(edge.to, machine.initial, "seed {seed}");
            let mut terms: Vec<_> = edge.updates.iter().map(|(_, value)| *value).collect();
            terms.push(edge.guard);
            assert!(known(&terms, true));
            assert!(edge.updates.is_sorted_by(|a, b| a.0 < b.0), "seed {seed}");
            for (variable, value) in &edge.updates {
                let symbol = machine.variables[*variable].symbol;
                assert_eq!(machine.pool.sort(symbol), machine.pool.sort(*value));
            }
        }
    }
}

/// A share of the machines that is neither too small nor too large for a test to mean much.
#[test]
fn machines_differ() {
    let (mut safe, mut deep, mut called, mut large, mut several) = (0, 0, 0, 0, 0);
    for seed in 0..400 {
        let machine = machine(seed, 5);
        let reached = enumerate(&machine).expect("a small machine");
        let bad = reached.is_bad(&machine);
        safe += usize::from(!bad);
        let errors = reached.errors(&machine);
        deep += usize::from(errors.values().any(|depth| *depth > 4));
        several += usize::from(errors.len() > 1);
        let mut passages = machine.edges.iter().map(|edge| edge.passage);
        called += usize::from(passages.any(|passage| passage != Passage::Plain));
        large += usize::from(reached.len() > 100);
    }
    println!("{safe} safe, {deep} deep, {called} with calls, {large} large, {several} several");
    assert!((100..300).contains(&safe), "{safe} of 400 are safe");
    assert!(deep > 10 && called > 80 && large > 40 && several > 10);
}

#[test]
fn the_same_seed_gives_the_same_machine() {
    for seed in 0..20 {
        let (a, b) = (machine(seed, 6), machine(seed, 6));
        assert_eq!(a.edges.len(), b.edges.len());
        for (a, b) in a.edges.iter().zip(b.edges.iter()) {
            assert_eq!((a.from, a.to, a.guard), (b.from, b.to, b.guard));
            assert_eq!(a.updates, b.updates);
        }
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let mut machine = machine(1, 3);
    let symbol = machine.pool.symbol("wide", Sort::Bv(32));
    machine.variables.push(cassay_efsm::Variable {
        name: "wide".into(),
        symbol,
    });
    assert!(enumerate(&machine).is_none());
}

#[test]
fn errors_are_counted_by_their_numbers() {
    for seed in 0..50 {
        let machine = machine(seed, 5);
        let reached = enumerate(&machine).expect("a small machine");
        for (number, depth) in reached.errors(&machine) {
            let controls = machine.controls.iter_enumerated();
            let of_number: Vec<ControlId> = controls
                .filter(|(_, control)| control.kind == ControlKind::Error(number))
                .map(|(id, _)| id)
                .collect();
            let least = of_number.iter().filter_map(|id| reached.depth(*id)).min();
            assert_eq!(least, Some(depth));
        }
    }
}
