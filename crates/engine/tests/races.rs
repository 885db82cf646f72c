//! Random programs with threads: symbolic execution finds the races that an enumeration of all
//! interleavings finds, and each replays.
//!
//! `CASSAY_RACES` sets the number of programs for longer campaigns.

use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_engine::inputs_of;
use cassay_explore::{Findings, Limits, explore};
use cassay_interp::{Follow, Outcome, Silent, run_scheduled};
use cassay_ir::arbitrary::threads_text;
use cassay_ir::sharing::race_claim;
use cassay_ir::{BlockId, ClaimId, FuncId, MemoryModel, Program, StmtKind};
use cassay_solver::{Answer, Chain, Configuration, Settings, Solver, assemble};
use cassay_symex::{Bounds, execute};
use cassay_term::symbols_of;
use std::collections::{BTreeMap, BTreeSet};

/// A statement of a program without claims.
type Place = (FuncId, BlockId, usize);

fn count() -> u64 {
    let wanted = std::env::var("CASSAY_RACES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(600)
}

fn solver() -> Box<dyn Solver> {
    let configuration = Configuration {
        backend: cassay_solver_cadical::BACKEND,
        settings: Settings::default(),
    };
    let chain = Chain {
        pool: Some(cassay_simplify::pool),
        ..Chain::default()
    };
    assemble(&configuration, chain).expect("an instance")
}

/// What is explored; programs with more states are left out.
fn limits(model: MemoryModel) -> Limits {
    let states = if model.is_weak() { 20_000 } else { 4000 };
    Limits {
        states,
        ..Limits::default()
    }
}

/// A random program without claims, and the same with claims about races.
fn programs(seed: u64) -> (Program, Program, FuncId) {
    let text = threads_text(seed, 2 + seed % 4);
    let mut plain = cassay_ir::text::parse(&text).expect("it is well-formed");
    cassay_checks::apply(&mut plain, &CheckSet::none());
    let mut claimed = plain.clone();
    let checks = CheckSet::for_property("no-data-race").expect("it is known");
    cassay_checks::apply(&mut claimed, &checks);
    let entry = plain.find_function("main").expect("a function main");
    (plain, claimed, entry)
}

/// The place of the access that each claim is about, in the program without claims.
fn places(program: &Program) -> BTreeMap<ClaimId, Place> {
    let mut places = BTreeMap::new();
    for (function, body) in program.functions.iter_enumerated() {
        for (block, contents) in body.blocks.iter_enumerated() {
            let mut index = 0;
            for stmt in &contents.stmts {
                if race_claim(&stmt.kind).is_none() {
                    index += 1;
                    continue;
                }
                if let StmtKind::Assert { claim, .. } = &stmt.kind {
                    places.insert(*claim, (function, block, index));
                }
            }
        }
    }
    places
}

/// The claims about races that can be violated; every one replays.
fn violated(
    program: &Program,
    entry: FuncId,
    contexts: Option<u32>,
    model: MemoryModel,
) -> BTreeSet<ClaimId> {
    let mut pool = cassay_simplify::pool();
    let bounds = Bounds {
        unwind: 4,
        contexts,
        model,
        ..Bounds::default()
    };
    let equation = execute(program, entry, &mut pool, &bounds, &Stop::new());
    let equation = equation.expect("nobody stops it");
    let mut solver = solver();
    for fact in &equation.constraints {
        solver.assert(&pool, *fact).expect("it is a fact");
    }
    let mut violated = BTreeSet::new();
    for obligation in &equation.obligations {
        let not = pool.not(obligation.cond);
        let question = pool.and_all([obligation.assumptions, obligation.guard, not]);
        match solver.check(&pool, &[question]) {
            Ok(Answer::Unsat) => continue,
            Ok(Answer::Sat) => {}
            other => panic!("{other:?}"),
        }
        let claim = obligation.claim().expect("there are only claims");
        violated.insert(claim);
        let mut roots = equation.constraints.clone();
        roots.push(question);
        let symbols = symbols_of(&pool, &roots);
        let found = solver.model(&pool, &symbols).expect("a model");
        let inputs = inputs_of(&pool, &found, &equation, Some(obligation));
        let outcome = run_scheduled(
            program,
            entry,
            &mut inputs.oracle(),
            &mut Silent,
            &cassay_interp::Limits::default(),
            &mut Follow::new(&inputs.schedule),
        );
        let replayed = matches!(outcome, Outcome::Violation { claim: found, .. } if found == claim);
        let text = || cassay_ir::text::print(program);
        assert!(replayed, "{claim}: {outcome:?}\n{inputs:?}\n{}", text());
    }
    violated
}

/// Two different threads can stand at one statement, so that a pair may be twice the same place.
fn pairs(found: &Findings) -> Vec<[Place; 2]> {
    let races = found.races.keys();
    let pairs = races.map(|(a, b)| [a, b].map(|at| (at.function, at.block, at.stmt)));
    pairs.collect()
}

#[test]
fn races_are_those_of_all_interleavings() {
    compare(MemoryModel::Sc, count());
}

/// Executions in which stores are delayed have races, too.
#[test]
fn races_under_partial_store_order() {
    compare(MemoryModel::Pso, count() / 4);
}

fn compare(model: MemoryModel, all: u64) {
    let (mut compared, mut racing, mut clean, mut partly) = (0, 0, 0, 0);
    for seed in 0..all {
        let (plain, claimed, entry) = programs(seed);
        let found = explore(&plain, entry, model, &[], &limits(model));
        if found.end.is_some() || !found.all_inputs || !found.invalid.is_empty() {
            continue;
        }
        let text = || format!("seed {seed}\n{}", cassay_ir::text::print(&claimed));
        let places = places(&claimed);
        let symbolic = violated(&claimed, entry, None, model);
        let at: BTreeSet<Place> = symbolic.iter().map(|claim| places[claim]).collect();
        let pairs = pairs(&found);
        for place in &at {
            let known = pairs.iter().any(|pair| pair.contains(place));
            assert!(known, "no race at {place:?}: {pairs:?} {}", text());
        }
        for pair in &pairs {
            let known = pair.iter().any(|place| at.contains(place));
            assert!(known, "no claim for {pair:?}: {at:?} {}", text());
        }
        // The claims that the interpreter finds violated, in the same program.
        let direct = explore(&claimed, entry, model, &[], &limits(model));
        for claim in direct.violations.keys() {
            assert!(symbolic.contains(claim), "{claim} {}", text());
        }
        assert_eq!(
            direct.violations.is_empty(),
            symbolic.is_empty(),
            "{}",
            text()
        );
        if seed % 8 == 0 && !model.is_weak() {
            let many = violated(&claimed, entry, Some(40), model);
            assert_eq!(many, symbolic, "in contexts {}", text());
        }
        compared += 1;
        racing += u64::from(!symbolic.is_empty());
        clean += u64::from(symbolic.is_empty());
        partly += u64::from(!at.is_empty() && at.len() < places.len());
    }
    assert!(
        compared > all / 2 && racing > all / 10 && clean > all / 20 && partly > all / 20,
        "{compared} {racing} {clean} {partly}"
    );
}
