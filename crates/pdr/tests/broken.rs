//! The checker of invariants refuses those that are broken.

use cassay_efsm::arbitrary::{Rng, machine};
use cassay_efsm::enumerate::{Reached, enumerate};
use cassay_efsm::{ControlId, Invariant, Machine};
use cassay_pdr::{Checked, Options, Outcome, check, prove};
use cassay_solver::{Settings, Solver};
use cassay_term::{Evaluator, Model, Op, TermId};

fn bitwuzla() -> Box<dyn Solver> {
    let backend = cassay_solver_bitwuzla::BACKEND;
    (backend.make)(&Settings::default()).expect("an instance")
}

/// Whether every state that can be reached satisfies the invariant.
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

/// The parts of a conjunction.
fn clauses(machine: &Machine, term: TermId) -> Vec<TermId> {
    let mut open = vec![term];
    let mut parts = Vec::new();
    while let Some(term) = open.pop() {
        match *machine.pool.op(term) {
            Op::And => open.extend(machine.pool.args(term)),
            _ => parts.push(term),
        }
    }
    parts
}

/// The invariant with one clause left out, or turned around.
fn broken(machine: &mut Machine, invariant: &Invariant, rng: &mut Rng) -> (Invariant, bool) {
    let places: Vec<ControlId> = invariant.0.keys().copied().collect();
    let control = rng.pick(&places).expect("a control state");
    let term = invariant.0[&control];
    let mut parts = clauses(machine, term);
    let at = rng.below(parts.len() as u64) as usize;
    let flipped = rng.chance(1, 2);
    if flipped {
        parts[at] = machine.pool.not(parts[at]);
    } else {
        parts.remove(at);
    }
    let mut other = invariant.clone();
    other.0.insert(control, machine.pool.and_all(parts));
    (other, flipped)
}

#[test]
fn broken_invariants_are_refused() {
    let (mut refused, mut flips, mut harmless) = (0, 0, 0);
    for seed in 0..200 {
        let mut machine = machine(2_000_000 + seed, 5);
        let Outcome::Proved(invariant) = prove(&mut machine, Options::default()) else {
            continue;
        };
        let reached = enumerate(&machine).expect("a small machine");
        let mut rng = Rng::new(seed);
        for _ in 0..5 {
            let (other, flipped) = broken(&mut machine, &invariant, &mut rng);
            let contains = contains_all(&machine, &other, &reached);
            match check(&mut machine, &other, &mut *bitwuzla()).expect("an answer") {
                // Some clauses are not needed, and some controls have no states.
                Checked::Holds => {
                    assert!(contains, "seed {seed}");
                    harmless += 1;
                }
                Checked::Broken(_) | Checked::Bad(_) => {
                    refused += 1;
                    flips += usize::from(flipped);
                }
                Checked::Undecided(why) => panic!("seed {seed}: {why}"),
            }
        }
    }
    println!("{refused} refused, {flips} of them turned around, {harmless} harmless");
    assert!(refused > 50 && flips > 30);
}

/// An invariant that says nothing of an error, or that is no invariant at all.
#[test]
fn what_excludes_nothing_is_refused() {
    let mut seen = 0;
    for seed in 0..60 {
        let mut machine = machine(seed, 5);
        let all = machine.controls.ids();
        let tru = machine.pool.tru();
        let everything = Invariant(all.map(|control| (control, tru)).collect());
        let checked = check(&mut machine, &everything, &mut *bitwuzla());
        assert!(matches!(checked, Ok(Checked::Bad(_))), "seed {seed}");
        let nothing = Invariant::default();
        let reached = enumerate(&machine).expect("a small machine");
        let checked = check(&mut machine, &nothing, &mut *bitwuzla()).expect("an answer");
        assert_eq!(checked == Checked::Holds, reached.is_empty(), "seed {seed}");
        seen += usize::from(!reached.is_empty());
    }
    assert!(seen > 40);
}
