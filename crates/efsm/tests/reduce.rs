//! Reduced machines have the same errors as the original ones; executions and invariants of the reduced machine
//! are ones of the original when they are taken back. On random machines, against enumeration.

use cassay_base::Stop;
use cassay_efsm::arbitrary::machine;
use cassay_efsm::enumerate::{Reached, enumerate};
use cassay_efsm::{
    Balancing, Invariant, Machine, PASSES, Pass, Reduced, Trail, balance, dot, reduce, text,
};
use cassay_solver::{Answer, Settings, Solver};
use cassay_solver_cadical::CadicalSolver;
use cassay_term::{TermId, Value};
use std::collections::BTreeMap;

fn machines() -> u64 {
    let count = std::env::var("CASSAY_MACHINES").ok();
    count.and_then(|count| count.parse().ok()).unwrap_or(300)
}

/// The states that enumeration finds, as a term for each control state.
fn exact(machine: &mut Machine, reached: &Reached) -> Invariant {
    let mut terms: BTreeMap<_, TermId> = BTreeMap::new();
    for (state, _) in reached.states() {
        let pool = &mut machine.pool;
        let mut parts = Vec::new();
        for (variable, value) in state.values.iter_enumerated() {
            let symbol = machine.variables[variable].symbol;
            let value = match value {
                Value::Bool(value) => pool.bool_const(*value),
                Value::Bv(value) => pool.bv(value.clone()),
                Value::Array { .. } => panic!("no arrays here"),
            };
            parts.push(pool.eq(symbol, value));
        }
        let state_term = pool.and_all(parts);
        let before = terms.get(&state.control).copied();
        let before = before.unwrap_or_else(|| pool.fls());
        let both = pool.or(before, state_term);
        terms.insert(state.control, both);
    }
    Invariant(terms)
}

/// Shows that an invariant is inductive, with a solver.
fn assert_inductive(machine: &mut Machine, invariant: &Invariant, about: &str) {
    let duties = invariant.duties(machine);
    let mut solver = CadicalSolver::new(&Settings::DEFAULT).expect("a solver");
    for duty in duties {
        let answer = solver
            .check(&machine.pool, &[duty.term])
            .expect("an answer");
        assert_eq!(answer, Answer::Unsat, "{about}: {}", duty.name);
    }
}

/// Compares a machine with what passes make of it.
fn compare(seed: u64, passes: &[Pass], about: &str) -> usize {
    let mut original = machine(seed, 6);
    let before = enumerate(&original).expect("a small machine");
    let targets = original.bad_controls();
    let pool = cassay_simplify::pool();
    let mut reduced = reduce(&original, &targets, passes, pool, &Stop::new());
    let Some(after) = enumerate(&reduced.machine) else {
        panic!("{about}: the reduced machine is larger");
    };
    let errors = |reached: &Reached, machine: &Machine| {
        let errors = reached.errors(machine).into_keys();
        errors.collect::<Vec<usize>>()
    };
    assert_eq!(
        errors(&before, &original),
        errors(&after, &reduced.machine),
        "{about}\n{}\n{}",
        text(&original),
        text(&reduced.machine)
    );
    for bad in reduced.machine.bad_controls() {
        let Some(execution) = after.execution(bad) else {
            continue;
        };
        let back = reduced.execution(&original, &execution);
        let states = original.follow(&back);
        let last = states.as_ref().and_then(|states| states.last());
        let last = last.unwrap_or_else(|| {
            panic!(
                "{about}: no execution\n{}\n{}",
                text(&original),
                text(&reduced.machine)
            )
        });
        let kind = &original.controls[last.control].kind;
        assert_eq!(*kind, reduced.machine.controls[bad].kind, "{about}");
    }
    taken_back(&mut original, &mut reduced, &after, about);
    before.len() - after.len().min(before.len())
}

fn taken_back(original: &mut Machine, reduced: &mut Reduced, after: &Reached, about: &str) {
    let invariant = exact(&mut reduced.machine, after);
    assert_inductive(&mut reduced.machine, &invariant, about);
    let back = reduced.invariant(original, &invariant);
    assert_inductive(original, &back, about);
    let safe = !after.is_bad(&reduced.machine);
    assert_eq!(back.bad(original).is_empty(), safe, "{about}");
}

#[test]
fn all_passes_keep_errors_executions_and_invariants() {
    let mut fewer = 0;
    for seed in 0..machines() {
        fewer += compare(seed, PASSES, &format!("seed {seed}"));
    }
    assert!(fewer > 1000, "reduction removes states: {fewer}");
}

#[test]
fn each_pass_keeps_errors_executions_and_invariants() {
    for seed in 0..machines() / 3 {
        for pass in PASSES {
            let about = format!("seed {seed}, {}", pass.name);
            compare(1_000_000 + seed, &[*pass], &about);
        }
        let backward: Vec<Pass> = PASSES.iter().rev().copied().collect();
        compare(
            2_000_000 + seed,
            &backward,
            &format!("seed {seed}, backward"),
        );
        let twice = [PASSES, PASSES].concat();
        compare(2_000_000 + seed, &twice, &format!("seed {seed}, twice"));
    }
}

#[test]
fn balanced_machines_have_the_same_errors() {
    let mut balanced = 0;
    for seed in 0..machines() {
        let original = machine(seed, 6);
        let mut copy = original.copied(cassay_simplify::pool());
        let Ok((report, mapping)) = balance(&mut copy, Balancing::default()) else {
            continue;
        };
        balanced += usize::from(report.waiting > 0);
        let mut trail = Trail::default();
        trail.push(mapping);
        let sizes = Vec::new();
        let machine = copy;
        let mut reduced = Reduced {
            machine,
            trail,
            sizes,
        };
        let after = enumerate(&reduced.machine).expect("a small machine");
        let before = enumerate(&original).expect("a small machine");
        let errors = |reached: &Reached, machine: &Machine| {
            let errors = reached.errors(machine).into_keys();
            errors.collect::<Vec<usize>>()
        };
        assert_eq!(errors(&before, &original), errors(&after, &reduced.machine));
        for bad in reduced.machine.bad_controls() {
            if let Some(execution) = after.execution(bad) {
                let back = reduced.execution(&original, &execution);
                let states = original.follow(&back).expect("an execution");
                let last = states.last().expect("a state").control;
                assert!(original.controls[last].kind.is_bad());
            }
        }
        let mut original = original;
        taken_back(&mut original, &mut reduced, &after, &format!("seed {seed}"));
    }
    assert!(balanced as u64 > machines() / 10, "{balanced}");
}

#[test]
fn every_machine_can_be_printed() {
    for seed in 0..50 {
        let machine = machine(seed, 6);
        let printed = text(&machine);
        for variable in machine.variables.iter() {
            assert!(printed.contains(&format!("variable {}:", variable.name)));
        }
        assert!(printed.lines().all(|line| line.chars().count() < 600));
        let drawn = dot(&machine);
        assert_eq!(drawn.matches(" -> ").count(), machine.edges.len());
        assert!(drawn.ends_with("}\n"));
    }
}
