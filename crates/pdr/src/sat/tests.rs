//! The solver against truth tables.

use super::*;
use cassay_efsm::arbitrary::Rng;

/// Random clauses of up to three literals over ten variables.
fn clauses(rng: &mut Rng, count: u64) -> Vec<Vec<i32>> {
    let clause = |rng: &mut Rng| {
        let length = 1 + rng.below(4);
        let length = if length == 1 { 2 } else { length - 1 };
        (0..length.max(2)).map(|_| literal(rng)).collect()
    };
    (0..count).map(|_| clause(rng)).collect()
}

fn literal(rng: &mut Rng) -> i32 {
    let variable = 1 + rng.below(10) as i32;
    if rng.chance(1, 2) {
        variable
    } else {
        -variable
    }
}

fn holds(assignment: u32, clause: &[i32]) -> bool {
    clause
        .iter()
        .any(|literal| (assignment >> (literal.abs() - 1) & 1 == 1) == (*literal > 0))
}

/// Whether there is a model, by trying all.
fn has_model(clauses: &[Vec<i32>]) -> bool {
    (0..1u32 << 10).any(|assignment| clauses.iter().all(|clause| holds(assignment, clause)))
}

/// One solver answers many questions: with clauses of their own, with clauses that come and go.
#[test]
fn answers_are_those_of_truth_tables() {
    let domain: Vec<i32> = (1..=11).collect();
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut sat = Sat::default();
        let count = 20 + rng.below(20);
        let mut fixed = clauses(&mut rng, count);
        for clause in &fixed {
            Clauses::clause(&mut sat, clause);
        }
        let mut named: Vec<(u32, Vec<i32>)> = Vec::new();
        for _ in 0..60 {
            // A clause that can be removed is switched by a literal of its own, here variable 12.
            if rng.chance(1, 3) {
                let mut clause = clauses(&mut rng, 1).remove(0);
                clause.push(12);
                match sat.name(&clause) {
                    Some(number) => named.push((number, clause)),
                    None => fixed.push(clause),
                }
            }
            if rng.chance(1, 4) && !named.is_empty() {
                // What is removed follows from what is there.
                let (number, mut clause) = named.swap_remove(0);
                clause.remove(0);
                let stronger = sat.name(&clause);
                sat.remove(number);
                match stronger {
                    Some(number) => named.push((number, clause)),
                    None => fixed.push(clause),
                }
            }
            let mut assumptions: Vec<i32> = (0..rng.below(4)).map(|_| literal(&mut rng)).collect();
            let with_named = rng.chance(1, 2);
            assumptions.push(if with_named { -12 } else { 12 });
            let once = rng.chance(1, 2).then(|| {
                let mut clause = clauses(&mut rng, 1).remove(0);
                clause.insert(0, -11);
                clause
            });
            if once.is_some() {
                assumptions.push(11);
            }
            ask(&mut sat, &fixed, &named, &assumptions, once, &domain, seed);
        }
    }
}

/// Asks one question, and compares the answer, the model and the core.
fn ask(
    sat: &mut Sat,
    fixed: &[Vec<i32>],
    named: &[(u32, Vec<i32>)],
    assumptions: &[i32],
    once: Option<Vec<i32>>,
    domain: &[i32],
    seed: u64,
) {
    // Truth tables have ten variables: switches are put in by hand.
    let plain = |clause: &[i32]| -> Option<Vec<i32>> {
        let on = |literal: &i32| assumptions.contains(literal) && literal.abs() > 10;
        let rest = clause.iter().filter(|literal| literal.abs() <= 10);
        (!clause.iter().any(on)).then(|| rest.copied().collect())
    };
    let mut all: Vec<Vec<i32>> = fixed.iter().filter_map(|clause| plain(clause)).collect();
    all.extend(named.iter().filter_map(|(_, clause)| plain(clause)));
    all.extend(once.iter().filter_map(|clause| plain(clause)));
    let base = all.clone();
    let units = assumptions.iter().filter(|literal| literal.abs() <= 10);
    all.extend(units.map(|literal| vec![*literal]));
    let answer = sat.solve(assumptions, once.as_deref(), domain, &Stop::new());
    assert_eq!(answer, Some(has_model(&all)), "seed {seed}");
    if answer == Some(true) {
        for clause in &all {
            let some = clause
                .iter()
                .any(|literal| sat.value(*literal) == Some(true));
            assert!(some, "seed {seed}");
        }
    } else {
        let core = assumptions.iter().filter(|literal| sat.failed(**literal));
        let mut needed = base;
        let core = core.filter(|literal| literal.abs() <= 10);
        needed.extend(core.map(|literal| vec![*literal]));
        assert!(!has_model(&needed), "seed {seed}");
    }
}

/// Pigeons that do not fit: enough conflicts for restarts and forgetting.
#[test]
fn hard_questions_are_answered() {
    let holes = 8;
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut sat = Sat {
        most_learnt: 200,
        ..Sat::default()
    };
    for pigeon in 0..=holes {
        let somewhere: Vec<i32> = (0..holes).map(|hole| at(pigeon, hole)).collect();
        Clauses::clause(&mut sat, &somewhere);
        for other in 0..pigeon {
            for hole in 0..holes {
                Clauses::clause(&mut sat, &[-at(pigeon, hole), -at(other, hole)]);
            }
        }
    }
    let domain: Vec<i32> = (1..=holes * (holes + 1)).collect();
    let stop = Stop::new();
    assert_eq!(sat.solve(&[], None, &domain, &stop), Some(false));
    assert_eq!(sat.solve(&[], None, &domain, &stop), Some(false));
    assert!(sat.conflicts > 500);
}
